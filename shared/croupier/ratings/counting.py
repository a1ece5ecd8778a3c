"""Which matches count, and who came before whom in them."""

from typing import Final, get_args

from croupier.games import GAMES
from croupier.games.protocol import Game, Json
from croupier.store.matches import Match

SOLO: Final = "solo"
"""The mode in which nobody plays against anybody: of its matches the best total counts."""

MOST: Final = 8
"""Players in a match that counts. With more it is the crowd's luck; and all that a match changes
is written in one transaction, of at most 100 items."""

_FEWEST_WIN: Final = frozenset({"nickel", "texas-showdown"})
_NOBODY_WINS: Final = "cooperative"
_ONLY: Final = "standard"  # mode, of a game that has no others


def modes(game: Game) -> list[str]:
    """The modes of a game that have a leaderboard."""
    field = game.Options.model_fields.get("mode")
    every = get_args(field.annotation) if field else (_ONLY,)
    return [mode for mode in every if mode != _NOBODY_WINS]


def mode_of(match: Match) -> str:
    """The mode that a match is played in."""
    mode: str = match.options.get("mode", _ONLY)
    return mode


def counts(match: Match) -> bool:
    """Whether a match that is over says something about its players."""
    if match.result is None or "totals" not in match.result:
        return False  # it was closed before it had begun
    if mode_of(match) == SOLO:
        return not match.result.get("resigned")
    return mode_of(match) in modes(GAMES[match.game]) and 2 <= len(match.seats) <= MOST


def ranks(game: str, result: Json) -> list[int]:
    """By seat how many came before, and one: winners, others by their totals, who resigned.

    Of those who resigned the first one is last.

    >>> ranks("texas-bingo", {"winners": [1], "totals": [7, 9, 9, 12], "resigned": [3]})
    [3, 1, 2, 4]
    >>> ranks("nickel", {"winners": [0], "totals": [7, 9, 9]})
    [1, 2, 2]
    """
    resigned = result.get("resigned", [])
    sign = 1 if game in _FEWEST_WIN else -1

    def standing(seat: int, total: int) -> tuple[int, int]:
        if seat in resigned:
            return 2, -resigned.index(seat)
        return (0, 0) if seat in result["winners"] else (1, sign * total)

    standings = [standing(seat, total) for seat, total in enumerate(result["totals"])]
    return [1 + sum(other < own for other in standings) for own in standings]
