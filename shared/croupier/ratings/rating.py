"""What a match does to the ratings of its players.

OpenSkill, the model of Plackett and Luce: Weng and Lin, "A Bayesian Approximation Method for
Online Ranking", JMLR 12 (2011), algorithm 4. https://jmlr.org/papers/v12/weng11a.html
"""

from collections.abc import Sequence
from typing import Final

from openskill.models import PlackettLuce

from croupier.ratings.seasons import START
from croupier.store.ratings import Rating

_BETA: Final = START.deviation / 2  # how much the luck of one match hides, as the authors advise
_TAU: Final = START.deviation / 100  # what a player may have learned or forgotten since the last

_model = PlackettLuce(mu=START.mean, sigma=START.deviation, beta=_BETA, tau=_TAU)


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings of two or more players after a match; the least rank has won, equals are tied.

    They are rounded to hundredths, so that a history tells all that is stored.

    >>> winner, loser = rate([Rating(1500.0, 500.0), Rating(1500.0, 500.0)], [1, 2])
    >>> winner
    Rating(mean=1658.12, deviation=483.95, played=1)
    >>> loser.mean, loser.deviation == winner.deviation
    (1341.88, True)
    """
    players = [[_model.rating(mu=rating.mean, sigma=rating.deviation)] for rating in before]
    rated = _model.rate(players, ranks=list(map(float, ranks)))
    return [
        Rating(round(after.mu, 2), round(after.sigma, 2), rating.played + 1)
        for (after,), rating in zip(rated, before, strict=True)
    ]
