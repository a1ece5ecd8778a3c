"""The numbers, the squares of a card as bits, and its twelve lines (BG-1, BG-4)."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

Card = tuple[int, ...]  # the numbers of the 25 squares, row by row; 0 in the centre
Squares = int  # a set of squares: bit 0 is a1, bit 4 a5, bit 24 e5

NUMBERS = range(1, 76)
FREE = "free"
NAMES = (FREE, *("BINGO"[(number - 1) // 15] + str(number) for number in NUMBERS))
NUMBER = {name: number for number, name in enumerate(NAMES) if number}

CELLS = tuple(row + column for row in "abcde" for column in "12345")
CENTRE: Squares = 1 << CELLS.index("c3")

NUMBER_PATTERN = (
    "B([1-9]|1[0-5])|I(1[6-9]|2[0-9]|30)|N(3[1-9]|4[0-5])|G(4[6-9]|5[0-9]|60)|O(6[1-9]|7[0-5])"
)
NumberName = Annotated[
    str,
    Field(
        pattern=f"^({NUMBER_PATTERN})$",
        description="A number and the letter of its column: B1 to B15, I16 to I30, N31 to N45, "
        "G46 to G60, O61 to O75.",
        examples=["B7"],
    ),
]


def card_from(order: Iterable[int]) -> Card:
    """The card that an order of 1 to 75 gives: in each column its first numbers, top down (BG-1).

    >>> [NAMES[number] for number in card_from(NUMBERS)[10:15]]
    ['B3', 'I18', 'free', 'G48', 'O63']
    """
    columns: list[list[int]] = [[], [], [], [], []]
    for number in order:
        columns[(number - 1) // 15].append(number)
    columns[2].insert(2, 0)
    return tuple(columns[column][row] for row in range(5) for column in range(5))


def squares(cells: Iterable[str]) -> Squares:
    """The set of these cells.

    >>> squares(["a1", "a3"])
    5
    """
    return sum(1 << CELLS.index(cell) for cell in set(cells))


def cells(squares: Squares) -> list[str]:
    """The cells of a set, row by row.

    >>> cells(5)
    ['a1', 'a3']
    """
    return [cell for bit, cell in enumerate(CELLS) if squares >> bit & 1]


LINES: dict[str, Squares] = {
    **{f"row-{n}": squares(CELLS[5 * n - 5 : 5 * n]) for n in range(1, 6)},
    **{f"column-{n}": squares(CELLS[n - 1 :: 5]) for n in range(1, 6)},
    "a1-e5": squares(CELLS[::6]),
    "a5-e1": squares(CELLS[4:-1:4]),
}


def lines(marked: Squares) -> list[str]:
    """The names of the lines that are all marked (BG-4).

    >>> lines(squares(["c1", "c2", "c3", "c4", "c5", "a1"]))
    ['row-3']
    """
    return [name for name, line in LINES.items() if line & marked == line]


def fills(marked: Squares, ways: Iterable[Squares]) -> bool:
    """Whether all squares of one of the ways are marked.

    >>> fills(squares(["a1", "a5", "e1", "e5", "b2"]), [squares(["a1", "a5", "e1", "e5"])])
    True
    """
    return any(way & marked == way for way in ways)
