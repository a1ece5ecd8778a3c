"""Texas Bingo from the text of its rules: slow, plain, and sharing nothing with the package.

Cards are names, a board is its cards by cell, and a deck is names of cards and of events.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

RANKS = "23456789TJQKA"
CELLS = [row + column for row in "abcde" for column in "12345"]
RED_CELLS = ["a1", "b2", "c3", "d4", "e5", "a5", "b4", "d2", "e1"]  # the two diagonals
CARDS = [rank + suit for rank in RANKS for suit in "cdhs"]

LINES = {
    **{row: [row + column for column in "12345"] for row in "abcde"},
    **{column: [row + column for row in "abcde"] for column in "12345"},
    "a1-e5": ["a1", "b2", "c3", "d4", "e5"],
    "a5-e1": ["a5", "b4", "c3", "d2", "e1"],
}

CATEGORIES = [
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
]
POINTS = dict(zip(CATEGORIES, [0, 1, 2, 3, 5, 6, 8, 10, 12, 12], strict=True))

MISSIONS = {
    "early-advantage": 1,
    "solid-foundation": 1,
    "central-dominator": 1,
    "vertical-drive": 1,
    "born-fighter": 1,
    "ambitious-x": 1,
    "full-house-collector": 1,
    "unlucky-loser": 1,
    "top-dog": 1,
    "lucky-day": 1,
    "straight-collector": 1,
    "strategic-fold": 1,
    "two-pair-collector": 1,
    "flush-collector": 1,
    "thrilling-victory": 2,
    "combination-collector": 2,
    "jackpot": 2,
    "straight-master": 2,
}

Board = Mapping[str, str]
Strength = tuple[str, int, tuple[int, ...]]  # category, its place, the ranks that break ties


def board(rows: str) -> dict[str, str]:
    """The board whose 25 cards are written row by row; strokes between the rows are ignored."""
    cards = rows.replace("/", " ").split()
    assert len(cards) == len(set(cards)) == 25, rows
    return dict(zip(CELLS, cards, strict=True))


def transposed(board: Board) -> dict[str, str]:
    return {_across(cell): board[cell] for cell in CELLS}


def _across(cell: str) -> str:
    return "abcde"["12345".index(cell[1])] + "12345"["abcde".index(cell[0])]


@lru_cache(maxsize=50_000)
def strength(hand: tuple[str, ...]) -> Strength:
    """What a hand is worth (TB-24)."""
    places = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    groups = sorted(Counter(places).items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape = [size for _, size in groups]
    ranks = tuple(place for place, _ in groups)
    if places == [12, 3, 2, 1, 0]:
        ranks = (3,)  # the ace is low
    straight = len(ranks) == 1 or (shape == [1] * 5 and places[0] - places[4] == 4)
    flush = len({card[1] for card in hand}) == 1
    if straight and flush:
        category = "royal-flush" if ranks[0] == 12 else "straight-flush"
    elif shape == [4, 1]:
        category = "four-of-a-kind"
    elif shape == [3, 2]:
        category = "full-house"
    elif flush:
        category = "flush"
    elif straight:
        category = "straight"
    elif shape == [3, 1, 1]:
        category = "three-of-a-kind"
    elif shape == [2, 2, 1]:
        category = "two-pair"
    elif shape == [2, 1, 1, 1]:
        category = "one-pair"
    else:
        category = "high-card"
    return category, CATEGORIES.index(category), ranks


def lines(board: Board) -> dict[str, Strength]:
    return {line: strength(tuple(board[cell] for cell in cells)) for line, cells in LINES.items()}


@dataclass
class Sheet:
    """The score of a table."""

    winners_of: dict[str, list[int]]  # by line; empty by the points table
    points: list[dict[str, int]]  # by board and line
    completed: list[bool | None]
    totals: list[int]
    winners: list[int]


def judge(
    mode: str,
    boards: list[dict[str, str]],
    missions: list[str | None],
    ties_win_lines: bool = True,
) -> Sheet:
    """Score full boards (TB-23 to TB-29)."""
    table = [lines(board) for board in boards]
    everybody = range(len(boards))
    winners_of: dict[str, list[int]] = {line: [] for line in LINES}
    if mode == "standard":
        for line in LINES:
            best = max(own[line][1:] for own in table)
            winners_of[line] = [board for board in everybody if table[board][line][1:] == best]
        points = [{line: int(board in winners_of[line]) for line in LINES} for board in everybody]
        completed = [
            None if mission is None else is_completed(mission, seat, table, ties_win_lines)
            for seat, mission in enumerate(missions)
        ]
    else:
        points = [{line: POINTS[own[line][0]] for line in LINES} for own in table]
        completed = [None] * len(boards)
    totals = [sum(own.values()) for own in points]
    for seat, mission in enumerate(missions):
        if mission and completed[seat]:
            totals[seat] += MISSIONS[mission]
    winners: list[int] = []
    if mode in ("standard", "competitive"):
        winners = [seat for seat in everybody if totals[seat] == max(totals)]
        best_lines = {seat: max(line[1:] for line in table[seat].values()) for seat in winners}
        winners = [seat for seat in winners if best_lines[seat] == max(best_lines.values())]
    return Sheet(winners_of, points, completed, totals, winners)


def is_completed(
    mission: str, me: int, table: list[dict[str, Strength]], ties_win_lines: bool
) -> bool:
    """Whether a player's lines complete a mission (TB-29 and its table)."""
    mine = table[me]
    others = [lines for player, lines in enumerate(table) if player != me]

    def earned(line: str) -> bool:
        return all(mine[line][1:] >= theirs[line][1:] for theirs in others)

    def win(line: str) -> bool:
        if ties_win_lines:
            return earned(line)
        return all(mine[line][1:] > theirs[line][1:] for theirs in others)

    def high(line: str) -> bool:
        return mine[line][0] in (
            "straight", "flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush",
        )  # fmt: skip

    def how_many(*categories: str) -> int:
        return len([line for line in LINES if mine[line][0] in categories])

    if mission == "early-advantage":
        return win("a")
    if mission == "solid-foundation":
        return win("e")
    if mission == "central-dominator":
        return high("c") and high("3")
    if mission == "vertical-drive":
        return high("1") and high("5") and (win("1") or win("5"))
    if mission == "born-fighter":
        strong = [line for line in ("b", "d", "2", "4") if high(line)]
        return len(strong) >= 2 and any(win(line) for line in strong)
    if mission == "ambitious-x":
        return high("a1-e5") and high("a5-e1")
    if mission == "full-house-collector":
        return how_many("full-house") >= 1
    if mission == "unlucky-loser":
        return len([line for line in LINES if high(line) and not earned(line)]) >= 2
    if mission == "top-dog":
        my_best = max(line[1:] for line in mine.values())
        return all(my_best >= line[1:] for theirs in others for line in theirs.values())
    if mission == "lucky-day":
        return any(win(line) and not high(line) for line in LINES)
    if mission == "straight-collector":
        return how_many("straight", "straight-flush", "royal-flush") >= 1
    if mission == "strategic-fold":
        return how_many("high-card") >= 3
    if mission == "two-pair-collector":
        return how_many("two-pair") >= 1
    if mission == "flush-collector":
        return how_many("flush", "straight-flush", "royal-flush") >= 2
    if mission == "thrilling-victory":
        return any(
            win(line) and mine[line][0] == theirs[line][0] for theirs in others for line in LINES
        )
    if mission == "combination-collector":
        return bool(how_many("one-pair") and how_many("two-pair") and how_many("three-of-a-kind"))
    if mission == "jackpot":
        return how_many("four-of-a-kind") >= 1
    assert mission == "straight-master"
    return how_many("straight", "straight-flush", "royal-flush") >= 2


def cards_needed(boards: int, crossroads: int, tunnels: int) -> int:
    """The most playing cards that a match can take (TB-6, TB-9)."""
    if boards == 8 and tunnels > 0:
        tunnels -= 1
    return 25 + crossroads + (boards - 1) * tunnels


def board_count(mode: str, seats: int) -> int:
    """One board each, or one for all (TB-7, TB-8)."""
    return seats if mode in ("standard", "competitive") else 1


@dataclass
class Turn:
    """What happens when a turn's card is revealed."""

    event: str | None
    revealed: list[str] = field(default_factory=list)
    tunnel: dict[int, str] = field(default_factory=dict)  # by board, the card drawn
    discarded: list[str] = field(default_factory=list)


def next_turn(pile: list[str], boards: list[int]) -> Turn:
    """The turn that a pile makes for these boards, its first card on top (TB-15 to TB-20)."""

    def playing_card() -> str:
        while pile[0] in ("crossroads", "tunnel", "sandstorm"):
            turn.discarded.append(pile.pop(0))
        return pile.pop(0)

    if pile[0] not in ("crossroads", "tunnel", "sandstorm"):
        return Turn(None, [pile.pop(0)])
    turn = Turn(pile.pop(0))
    if turn.event == "crossroads":
        turn.revealed = [playing_card(), playing_card()]
    elif turn.event == "sandstorm":
        turn.revealed = [playing_card()]
    else:
        turn.tunnel = {board: playing_card() for board in boards}
    return turn


@dataclass
class Table:
    """A match as somebody who sees everything would keep it with real cards."""

    mode: str
    seats: int
    red_cells: list[str]
    auto_reveal: bool
    tunnel_owner_sees: bool
    pile: list[str]
    starter: int
    offered: list[list[str]]  # the two missions of each seat; empty where there are none
    kept: dict[int, str] = field(default_factory=dict)
    boards: list[dict[str, str]] = field(default_factory=list)
    placed: list[bool] = field(default_factory=list)  # by board, in this turn
    turns: list[Turn] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)  # who has left the table, one after another

    @property
    def turn(self) -> int:
        return len(self.turns)

    def __post_init__(self) -> None:
        boards = board_count(self.mode, self.seats)
        self.boards = [{} for _ in range(boards)]
        self.placed = [True] * boards
        self.go_on()

    def board_of(self, seat: int) -> int:
        return seat if len(self.boards) > 1 else 0

    def go_on(self) -> None:
        """Reveal the next card if that is done by itself (TB-14)."""
        if self.auto_reveal and not self.choosing() and all(self.placed) and self.turn < 25:
            self.reveal()

    def here(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def boards_in_play(self) -> list[int]:
        return sorted({self.board_of(seat) for seat in self.here()})

    def reveal(self) -> None:
        self.turns.append(next_turn(self.pile, self.boards_in_play()))
        self.placed = [board not in self.boards_in_play() for board in range(len(self.boards))]

    def choosing(self) -> bool:
        return bool(self.offered) and any(seat not in self.kept for seat in self.here())

    def needed(self) -> int:
        """The fewest who can play on: two against each other, one of a team."""
        return 1 if len(self.boards) == 1 else 2

    def given_up(self) -> bool:
        return len(self.here()) < self.needed()

    def over(self) -> bool:
        return self.given_up() or (self.turn == 25 and all(self.placed))

    def tiles(self, board: int) -> dict[str, str]:
        """The cards of this turn that a board may take, by what their owner calls them."""
        turn = self.turns[self.turn - 1]
        if turn.event == "tunnel":
            card = turn.tunnel[board]
            return {card if self.tunnel_owner_sees else "tunnel": card}
        return {card: card for card in turn.revealed}

    def cells(self, board: int) -> list[str]:
        """The cells that take the tile of this turn (TB-19, TB-21)."""
        empty = [cell for cell in CELLS if cell not in self.boards[board]]
        if self.turns[self.turn - 1].event == "sandstorm":
            not_red = [cell for cell in empty if cell not in self.red_cells]
            return not_red if not_red else empty
        return empty

    def moves(self, seat: int) -> list[str]:
        """Whatever this seat may do."""
        if self.over() or seat in self.gone:
            return []
        if self.choosing():
            return [] if seat in self.kept else self.offered[seat]
        if all(self.placed):
            return ["reveal"] if self.turn or seat == self.first_to_reveal() else []
        board = self.board_of(seat)
        if self.placed[board]:
            return []
        return [f"{tile}@{cell}" for tile in self.tiles(board) for cell in self.cells(board)]

    def first_to_reveal(self) -> int:
        seat = self.starter
        while seat in self.gone:
            seat = seat + 1 if seat + 1 < self.seats else 0
        return seat

    def play(self, seat: int, move: str) -> None:
        if move == "resign":
            self.gone.append(seat)
            if self.board_of(seat) not in self.boards_in_play():
                self.placed[self.board_of(seat)] = True  # nothing is waited for from it
            if not self.over():
                self.go_on()
        elif move == "reveal":
            self.reveal()
        elif "@" in move:
            tile, cell = move.split("@")
            board = self.board_of(seat)
            self.boards[board][cell] = self.tiles(board)[tile]
            self.placed[board] = True
            self.go_on()
        else:
            self.kept[seat] = move
            self.go_on()
