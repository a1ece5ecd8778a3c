"""Leaving a running match, as far as it is the same in every game.

A seat that has resigned makes no move any more, is waited for by nobody and never wins (CB-9). Once
a single seat is left, or none of the one that played alone, the match is over: that seat has won,
and the totals are what they were. What becomes of the cards of who has left, of a caller's task and
of points is a ruling of each game. Whatever a resignation shows is the same whatever is hidden.
"""

from collections.abc import Sequence

from croupier.games.protocol import IllegalMove, Json

Resigned = tuple[int, ...]  # the seats that have left, in the order of leaving


def leave(resigned: Resigned, seat: int, rule: str, *, over: bool) -> Resigned:
    """Those that have left, with this seat; IllegalMove if it has before or the match is over.

    >>> leave((2,), 0, "CB-9", over=False)
    (2, 0)
    """
    if over:
        raise IllegalMove(rule, "The match is over.", "not-your-turn")
    if seat in resigned:
        raise gone(rule)
    return (*resigned, seat)


def gone(rule: str) -> IllegalMove:
    """The refusal of any move of a seat that has resigned."""
    return IllegalMove(rule, "You have left the match.", "not-your-turn")


def remaining(seats: int, resigned: Resigned) -> list[int]:
    """The seats that have not resigned.

    >>> remaining(4, (2, 0))
    [1, 3]
    """
    return [seat for seat in range(seats) if seat not in resigned]


def following(seat: int, seats: int, resigned: Resigned) -> int:
    """The next seat, going round, that has not resigned.

    >>> following(1, 4, (2, 3))
    0
    """
    seat = (seat + 1) % seats
    while seat in resigned:
        seat = (seat + 1) % seats
    return seat


def deserted(seats: int, resigned: Resigned) -> bool:
    """Whether too few are left to play on.

    >>> deserted(3, (2,)), deserted(3, (2, 0)), deserted(1, ())
    (False, True, False)
    """
    return bool(resigned) and len(resigned) == max(seats - 1, 1)


def told(resigned: Sequence[int]) -> Json:
    """What a view, a result and a carry say of it: nothing where nobody has resigned."""
    return {"resigned": list(resigned)} if resigned else {}
