"""Whole matches of Card Bingo, played at random. There is no peer."""

from collections.abc import Iterator
from functools import partial
from random import Random

from bench.measure import Row
from bench.texas_bingo import MATCHES, best
from croupier.engine.shuffle import Shuffler
from croupier.games import card_bingo
from croupier.games.card_bingo import Options


def whole_matches() -> Iterator[Row]:
    """Random 4-player matches to their end."""
    took = best(partial(random_match, 4, number) for number in range(MATCHES))
    yield Row("Card Bingo match, 4 players", ours=f"{1 / took:.0f}/s", peers="")


def random_match(seats: int, number: int) -> object:
    """A match from the deal to its end, each move taken from all that are legal."""
    shuffler = Shuffler(number.to_bytes(32, "big"))
    state = card_bingo.start(Options(), seats, shuffler, None)
    rng = Random(number)
    while waiting := card_bingo.to_act(state):
        for seat in waiting:
            if moves := card_bingo.legal(state, seat):  # none once another's mark has won
                card_bingo.play(state, seat, rng.choice(moves), shuffler)
    return card_bingo.result(state)
