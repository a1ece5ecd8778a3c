"""Bingo as in a hall, written from the rules a second time: paper cards, slow and plain."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Card = dict[str, str]  # what is printed on each cell
Pattern = str | list[str]

ROWS, COLUMNS = "abcde", "12345"
CELLS = [f"{row}{column}" for row in ROWS for column in COLUMNS]
BALLS = [
    f"{letter}{number}"
    for letter, first in {"B": 1, "I": 16, "N": 31, "G": 46, "O": 61}.items()
    for number in range(first, first + 15)
]

ACROSS = [{row + column for column in COLUMNS} for row in ROWS]
DOWN = [{row + column for row in ROWS} for column in COLUMNS]
FALLING = {"a1", "b2", "c3", "d4", "e5"}
RISING = {"e1", "d2", "c3", "b4", "a5"}
LINES = [*ACROSS, *DOWN, FALLING, RISING]
LINE_NAMES = [
    *(f"row-{n}" for n in COLUMNS), *(f"column-{n}" for n in COLUMNS), "a1-e5", "a5-e1",
]  # fmt: skip
PATTERNS = {
    "line": LINES,
    "four-corners": [{"a1", "a5", "e1", "e5"}],
    "postage-stamp": [
        {"a1", "a2", "b1", "b2"},
        {"a4", "a5", "b4", "b5"},
        {"d1", "d2", "e1", "e2"},
        {"d4", "d5", "e4", "e5"},
    ],
    "x": [FALLING | RISING],
    "plus": [{"c1", "c2", "c3", "c4", "c5", "a3", "b3", "d3", "e3"}],
    "frame": [{cell for cell in CELLS if cell[0] in "ae" or cell[1] in "15"}],
    "blackout": [set(CELLS)],
}


def ways(pattern: Pattern) -> list[set[str]]:
    """The sets of cells of which one has to be marked."""
    return PATTERNS[pattern] if isinstance(pattern, str) else [set(pattern)]


def printed(rows: list[list[str]]) -> Card:
    return {
        row + column: rows[r][c] for r, row in enumerate(ROWS) for c, column in enumerate(COLUMNS)
    }


def on_paper(marked: list[set[str]]) -> str:
    """The claim with these marks: for each card the marks from e5 back to a1 as binary digits."""
    digits = [
        "".join("1" if cell in cells else "0" for cell in reversed(CELLS)) for cells in marked
    ]
    return "bingo@" + ".".join(hex(int(binary, 2))[2:].zfill(7) for binary in digits)


@dataclass
class Hall:
    """Everybody's cards, what has been drawn, and who shouted what."""

    cards: list[list[Card]]
    machine: list[str]  # the balls still in it, in the order in which they come
    prizes: list[Pattern]
    auto_mark: bool = False
    first_claim_wins: bool = False
    must_include_last_call: bool = False
    false_claim_penalty: int = 0
    drawn: list[str] = field(default_factory=list)
    given: list[set[int]] = field(default_factory=list)  # the winners of the prizes so far
    shouted: set[int] = field(default_factory=set)  # bingo, rightly
    passing: set[int] = field(default_factory=set)
    mistakes: list[list[int]] = field(default_factory=list)  # by seat: after how many draws
    caller: int = 0
    gone: list[int] = field(default_factory=list)  # who has left the hall, one after another

    def __post_init__(self) -> None:
        self.marked = [[{"c3"} for _ in own] for own in self.cards]
        self.mistakes = [[] for _ in self.cards]

    def over(self) -> bool:
        return len(self.given) == len(self.prizes) or self.given_up()

    def here(self) -> list[int]:
        return [seat for seat in range(len(self.cards)) if seat not in self.gone]

    def given_up(self) -> bool:
        """Nobody is left to play against; who came alone may play alone."""
        return bool(self.gone) and len(self.here()) <= 1

    def to_mark(self, seat: int) -> set[tuple[int, str]]:
        """The cells, with the card, that hold a drawn number and no mark."""
        return {
            (index, cell)
            for index, card in enumerate(self.cards[seat])
            for cell in CELLS
            if card[cell] in self.drawn and cell not in self.marked[seat][index]
        }

    def may_shout(self, seat: int) -> bool:
        mistakes = self.mistakes[seat]
        if len(mistakes) == 50 or seat in {*self.shouted, *self.passing, *self.gone}:
            return False
        return not mistakes or len(self.drawn) - mistakes[-1] >= self.false_claim_penalty

    def legal(self, seat: int) -> set[str]:
        if self.over() or seat in self.gone:
            return set()
        moves = {
            self.cards[seat][index][cell] + (f"@{index}" if index else "")
            for index, cell in self.to_mark(seat)
        }
        if self.may_shout(seat):
            moves.add(on_paper(self.marked[seat]))
        if self.may_shout(seat) and self.shouted:
            moves.add("pass")
        return moves | ({"draw"} if seat == self.caller else set())

    def has_bingo(self, seat: int) -> bool:
        latest = set(self.drawn[-1:])
        for card, marked in zip(self.cards[seat], self.marked[seat], strict=True):
            for way in ways(self.prizes[len(self.given)]):
                numbers = {card[cell] for cell in way}
                if way <= marked and (latest & numbers or not self.must_include_last_call):
                    return True
        return False

    def play(self, seat: int, move: str) -> list[Json]:
        """Make a move that is legal, or leave; what comes of it."""
        if move == "resign":
            return self.leave(seat)
        if move == "draw":
            return self.draw()
        if move == "pass":
            self.passing.add(seat)
            return [{"type": "passed", "seat": seat}, *self.enough()]
        if move.startswith("bingo"):
            if self.has_bingo(seat):
                self.shouted.add(seat)
                return [{"type": "bingo", "seat": seat}, *self.enough()]
            self.mistakes[seat].append(len(self.drawn))
            return [{"type": "false-claim", "seat": seat}, *self.enough()]
        name, _, index = move.partition("@")
        (cell,) = (cell for cell, held in self.cards[seat][int(index or 0)].items() if held == name)
        self.marked[seat][int(index or 0)].add(cell)
        return [{"type": "marked", "seat": seat, "number": name, "card": int(index or 0)}]

    def leave(self, seat: int) -> list[Json]:
        told: list[Json] = [{"type": "resigned", "seat": seat}]
        self.gone.append(seat)
        if seat in self.shouted:
            self.shouted -= {seat}
            if not self.shouted:
                self.passing = set()
        if seat == self.caller and not self.given_up():
            later = [other for other in self.here() if other > seat]
            self.caller = later[0] if later else self.here()[0]
            told.append({"type": "new-caller", "seat": self.caller})
        told += self.enough()
        if self.given_up() and told[-1] != {"type": "finished"}:
            told.append({"type": "finished"})
        return told

    def draw(self) -> list[Json]:
        told = []
        if self.shouted:
            told += self.give()
        if not self.machine:
            while not self.over():
                told += self.give()
        if self.over():
            return told
        self.drawn.append(self.machine.pop(0))
        if self.auto_mark:
            for own, marked in zip(self.cards, self.marked, strict=True):
                for card, cells in zip(own, marked, strict=True):
                    cells.update(cell for cell, ball in card.items() if ball == self.drawn[-1])
        return [*told, {"type": "drawn", "number": self.drawn[-1], "draw": len(self.drawn)}]

    def enough(self) -> list[Json]:
        """Whether the prize is decided now, once somebody has shouted rightly."""
        others = [seat for seat in range(len(self.cards)) if self.may_shout(seat)]
        if self.shouted and (self.first_claim_wins or not others):
            return self.give()
        return []

    def give(self) -> list[Json]:
        self.given.append(self.shouted)
        prize = len(self.given)
        told: Json = {"type": "prize-unclaimed", "prize": prize}
        if self.shouted:
            told = {"type": "prize-won", "prize": prize, "seats": sorted(self.shouted)}
        self.shouted, self.passing = set(), set()
        return [told, {"type": "finished"}] if self.over() else [told]

    def totals(self) -> list[int]:
        return [len([None for won in self.given if seat in won]) for seat in range(len(self.cards))]

    def board(self) -> list[Json]:
        """The prizes as they stand."""
        open_ = [None for _ in self.prizes[len(self.given) :]]
        winners = [*map(sorted, self.given), *open_]
        return [
            {"pattern": pattern, "winners": won}
            for pattern, won in zip(self.prizes, winners, strict=True)
        ]

    def shown(self) -> Json:
        """What everybody can see."""
        phase = "claimed" if self.shouted else "drawing" if self.machine else "all-drawn"
        current = [*self.prizes, self.prizes[-1]][len(self.given)]
        draws = len(self.drawn)
        shown: Json = {
            "phase": "over" if self.over() else phase,
            "caller": self.caller,
            "draws": self.drawn[::-1],
            "prize": min(len(self.given) + 1, len(self.prizes)),
            "pattern": current,
            "prizes": self.board(),
            "claims": sorted(self.shouted),
            "passed": sorted(self.passing),
            "undrawn": [
                [len({*card.values()} - {"free", *self.drawn}) for card in own]
                for own in self.cards
            ],
            "false_claims": [len(mistakes) for mistakes in self.mistakes],
            "sits_out": [
                {
                    "seat": seat,
                    "until_draw": None
                    if len(mistakes) == 50
                    else mistakes[-1] + self.false_claim_penalty,
                }
                for seat, mistakes in enumerate(self.mistakes)
                if len(mistakes) == 50
                or (mistakes and mistakes[-1] + self.false_claim_penalty > draws)
            ],
        }
        if self.gone:
            shown["resigned"] = self.gone
        if self.over():
            shown["cards"] = [[self.rows(card) for card in own] for own in self.cards]
        return shown

    def rows(self, card: Card) -> list[list[str]]:
        return [[card[row + column] for column in COLUMNS] for row in ROWS]

    def own(self, seat: int) -> Json:
        """What a player has in front of them."""
        pattern = self.prizes[min(len(self.given), len(self.prizes) - 1)]
        return {
            "cards": [
                {
                    "rows": self.rows(card),
                    "marked": [cell for cell in CELLS if cell in marked],
                    "complete": any(way <= marked for way in ways(pattern)),
                }
                for card, marked in zip(self.cards[seat], self.marked[seat], strict=True)
            ]
        }
