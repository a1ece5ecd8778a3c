"""Which matches count, and who came before whom in them."""

from typing import Final, get_args

from croupier.games.protocol import Game, Json, mode_of
from croupier.store.matches import Match

BESTS: Final = frozenset({"solo", "cooperative"})
"""The modes in which nobody wins: of a player's matches the best total counts (TB-28)."""

MOST: Final = 8
"""Players in a match that counts. With more it is the crowd's luck; and all that a match changes
is written in one transaction, of at most 100 items."""

_FEWEST_WIN: Final = frozenset({"nickel", "texas-showdown"})


def modes(game: Game) -> tuple[str, ...]:
    """The modes of a game; each has a leaderboard."""
    field = game.Options.model_fields.get("mode")
    return get_args(field.annotation) if field else (mode_of({}),)


def counts(match: Match) -> bool:
    """Whether a match that is over says something about its players.

    A best does where it is one among equals: in a match that differs from others by its mode alone.
    """
    if match.result is None or "totals" not in match.result:
        return False  # it was closed before it had begun
    mode = mode_of(match.options)
    if mode in BESTS:
        return match.options == {"mode": mode}
    return 2 <= len(match.seats) <= MOST


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
