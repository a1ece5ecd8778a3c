"""Full boards for the tests of scoring, with more strong lines than chance would bring."""

from random import Random
from typing import Any

from croupier.engine.cards import CARDS
from croupier.games.texas_bingo.options import Options
from croupier.games.texas_bingo.scoring import Sheet, sheet
from tests.games import naive_texas_bingo as naive

SUITS = "cdhs"
WINDOWS = ["A2345", *(naive.RANKS[low : low + 5] for low in range(9))]
GROUPS = {"one-pair": [2], "two-pair": [2, 2], "three": [3], "full-house": [3, 2], "four": [4]}
KINDS = ["straight", "straight", "straight", "flush", "flush", "straight-flush", *GROUPS]
TOGETHER = [["c", "3"], ["1", "5"], ["a1-e5", "a5-e1"], ["b", "d"], ["2", "4"], ["b", "4"], ["a"]]


def hand(rng: Random, kind: str) -> list[str]:
    """Five cards of a kind (now and then of a better one)."""
    if kind in ("straight", "straight-flush"):
        suits = [rng.choice(SUITS) for _ in range(5)]
        if kind == "straight-flush":
            suits = suits[:1] * 5
        cards = [rank + suit for rank, suit in zip(rng.choice(WINDOWS), suits, strict=True)]
    elif kind == "flush":
        suit = rng.choice(SUITS)
        cards = [rank + suit for rank in rng.sample(naive.RANKS, 5)]
    else:
        ranks = rng.sample(naive.RANKS, 5)
        cards = [
            rank + suit
            for rank, size in zip(ranks, GROUPS[kind], strict=False)
            for suit in rng.sample(SUITS, size)
        ]
        cards += [rank + rng.choice(SUITS) for rank in ranks[len(GROUPS[kind]) :]]
        cards = cards[:5]
    rng.shuffle(cards)
    return cards


def plant(rng: Random, board: dict[str, str], line: str) -> None:
    """Make a strong hand of a line whose other cells are empty, if one comes up."""
    cells = naive.LINES[line]
    there = {board[cell] for cell in cells if cell in board}
    elsewhere = set(board.values()) - there
    for _ in range(60):
        cards = hand(rng, rng.choice(KINDS))
        if there <= set(cards) and not elsewhere & set(cards):
            new = [card for card in cards if card not in there]
            board |= dict(zip([cell for cell in cells if cell not in board], new, strict=True))
            return


def full_boards(rng: Random, count: int) -> list[dict[str, str]]:
    """Boards that are strong on up to four lines, the same for all, and random elsewhere."""
    lines = [*rng.choice(TOGETHER), *rng.sample(list(naive.LINES), 2)]
    return [full_board(rng, lines[: rng.randrange(5)]) for _ in range(count)]


def full_board(rng: Random, strong: list[str]) -> dict[str, str]:
    board: dict[str, str] = {}
    for line in strong:
        plant(rng, board, line)
    left = [card for card in naive.CARDS if card not in board.values()]
    rng.shuffle(left)
    return {cell: board[cell] if cell in board else left.pop() for cell in naive.CELLS}


def neighbour(rng: Random, boards: list[dict[str, str]]) -> list[dict[str, str]]:
    """The same table but for one change: two tiles of a board swapped, or one replaced."""
    changed = [dict(board) for board in boards]
    board = rng.choice(changed)
    one, other = rng.sample(naive.CELLS, 2)
    if rng.random() < 0.5:
        board[one], board[other] = board[other], board[one]
    else:
        board[one] = rng.choice([card for card in naive.CARDS if card not in board.values()])
    return changed


def score(
    boards: list[dict[str, str]], missions: list[str | None] | None = None, **chosen: Any
) -> Sheet:
    """Their score by the package, with these options."""
    return sheet(
        Options.model_validate(chosen),
        [[CARDS[board[cell]] for cell in naive.CELLS] for board in boards],
        missions or [None] * len(boards),
    )
