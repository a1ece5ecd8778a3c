"""Poker hands of five cards, in the order of rule TB-24.

The sum of five cards says all of a hand: its low byte whether the suits are alike, which picks a
table, and the rest, the sum of the rank keys, where to look in that table. The two tables number
the 7,462 kinds of hand from the weakest, 1, to the royal flush, 7462.

>>> from croupier.engine.cards import CARDS
>>> category(rank(*(CARDS[name] for name in "Ah 2c 3d 4s 5h".split())))
'straight'
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Final

from croupier.engine.cards import RANK_KEYS, SUIT_CODES

CATEGORIES: Final = (
    "high-card",
    "one-pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
"""The categories of hands from the lowest to the highest."""

LINES: Final = ("a", "b", "c", "d", "e", "1", "2", "3", "4", "5", "a1-e5", "a5-e1")
"""The lines of a board of five by five: its rows, its columns and its diagonals."""

LINE_CELLS: Final[tuple[tuple[int, ...], ...]] = (
    *(tuple(range(first, first + 5)) for first in range(0, 25, 5)),
    *(tuple(range(first, 25, 5)) for first in range(5)),
    tuple(range(0, 25, 6)),
    tuple(range(4, 21, 4)),
)
"""The five cells of each of `LINES`. Cells count along the rows: a1 is 0, a5 is 4, e5 is 24."""

_KEYS = RANK_KEYS[::-1]  # ace to two, so that what itertools lists comes strongest first


def _alike(size: int, groups: int) -> Iterator[int]:
    """The key sums of hands with so many groups of `size` equal ranks, strongest first."""
    for heads in combinations(_KEYS, groups):
        others = [key for key in _KEYS if key not in heads]
        for kickers in combinations(others, 5 - size * groups):
            yield size * sum(heads) + sum(kickers)


def _tables() -> tuple[list[int], list[int], list[int]]:
    """The ranks by key sum of suited and of other hands, and the highest rank of each category."""
    wheel = sum(_KEYS[-4:]) + _KEYS[0]
    straights = [*(sum(_KEYS[top : top + 5]) for top in range(9)), wheel]
    unpaired = [hand for hand in map(sum, combinations(_KEYS, 5)) if hand not in straights]
    suited = [0] * (max(straights) + 1)
    other = [0] * (4 * _KEYS[0] + _KEYS[1] + 1)
    strongest_first = (
        (suited, straights[:1]),
        (suited, straights[1:]),
        (other, list(_alike(4, 1))),
        (other, [3 * three + 2 * pair for three, pair in permutations(_KEYS, 2)]),
        (suited, unpaired),
        (other, straights),
        (other, list(_alike(3, 1))),
        (other, list(_alike(2, 2))),
        (other, list(_alike(2, 1))),
        (other, unpaired),
    )
    rank = 0
    highest = []
    for table, hands in reversed(strongest_first):
        for hand in reversed(hands):
            rank += 1
            table[hand] = rank
        highest.append(rank)
    return suited, other, highest


_SUITED, _OTHER, _HIGHEST = _tables()

# The table for each low byte of a sum.
_TABLES = [
    _SUITED if suits in [5 * code for code in SUIT_CODES] else _OTHER
    for suits in range(5 * max(SUIT_CODES) + 1)
]


def rank(a: int, b: int, c: int, d: int, e: int) -> int:
    """The rank of five different cards, 1 to 7462: the higher one wins, equal ones tie (TB-24)."""
    total = a + (b + c) + (d + e)  # in pairs: about a tenth faster than one after the other
    return _TABLES[total & 255][total >> 8]


def category(rank: int) -> str:
    """The category, of `CATEGORIES`, of the hands of a rank.

    >>> category(7462), category(1)
    ('royal-flush', 'high-card')
    """
    return CATEGORIES[bisect_left(_HIGHEST, rank)]


def board_ranks(board: Sequence[int]) -> tuple[int, ...]:
    """The ranks of the twelve `LINES` of a board, whose 25 different cards are row by row.

    Written out cell by cell: it is the innermost step of whoever tries many boards.
    """
    (
        a1, a2, a3, a4, a5,
        b1, b2, b3, b4, b5,
        c1, c2, c3, c4, c5,
        d1, d2, d3, d4, d5,
        e1, e2, e3, e4, e5,
    ) = board  # fmt: skip
    tables = _TABLES
    return (
        tables[(line := a1 + (a2 + a3) + (a4 + a5)) & 255][line >> 8],
        tables[(line := b1 + (b2 + b3) + (b4 + b5)) & 255][line >> 8],
        tables[(line := c1 + (c2 + c3) + (c4 + c5)) & 255][line >> 8],
        tables[(line := d1 + (d2 + d3) + (d4 + d5)) & 255][line >> 8],
        tables[(line := e1 + (e2 + e3) + (e4 + e5)) & 255][line >> 8],
        tables[(line := a1 + (b1 + c1) + (d1 + e1)) & 255][line >> 8],
        tables[(line := a2 + (b2 + c2) + (d2 + e2)) & 255][line >> 8],
        tables[(line := a3 + (b3 + c3) + (d3 + e3)) & 255][line >> 8],
        tables[(line := a4 + (b4 + c4) + (d4 + e4)) & 255][line >> 8],
        tables[(line := a5 + (b5 + c5) + (d5 + e5)) & 255][line >> 8],
        tables[(line := a1 + (b2 + c3) + (d4 + e5)) & 255][line >> 8],
        tables[(line := a5 + (b4 + c3) + (d2 + e1)) & 255][line >> 8],
    )
