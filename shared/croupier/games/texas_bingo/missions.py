"""The eighteen missions, each a sentence and a test of what a player's lines became (TB-29).

*To win a line* is to have earned its point, alone where ties do not count; *to lose* it is
not to have earned it. A category means exactly that one unless the sentence says otherwise.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from croupier.engine.poker import CATEGORIES, LINES

ROW_A, ROW_B, ROW_C, ROW_D, ROW_E = range(5)
COLUMN_1, COLUMN_2, COLUMN_3, COLUMN_4, COLUMN_5 = range(5, 10)
DOWN, UP = range(10, 12)

STRAIGHTS = frozenset({"straight", "straight-flush", "royal-flush"})
FLUSHES = frozenset({"flush", "straight-flush", "royal-flush"})
HIGH = frozenset(CATEGORIES[CATEGORIES.index("straight") :])


class Lines(NamedTuple):
    """One player's twelve lines once all boards are full, in the order of `poker.LINES`."""

    categories: list[str]
    earned: list[bool]  # the line's point, ties included
    won: list[bool]  # as missions count it
    others: list[list[str]]  # the categories of everybody else
    strongest: bool  # no line of anybody is stronger than this player's best

    def count(self, wanted: Iterable[str]) -> int:
        """On how many lines one of these categories stands."""
        return sum(category in wanted for category in self.categories)

    def high(self, *lines: int) -> list[int]:
        """Those of the lines that are a straight or higher."""
        return [line for line in lines if self.categories[line] in HIGH]


class Mission(NamedTuple):
    """What it is worth, what it says, and whether a player's lines complete it."""

    points: int
    text: str
    completed: Callable[[Lines], bool]


def _wins_one_of(own: Lines, lines: list[int]) -> bool:
    return any(own.won[line] for line in lines)


def _vertical_drive(own: Lines) -> bool:
    high = own.high(COLUMN_1, COLUMN_5)
    return len(high) == 2 and _wins_one_of(own, high)


def _born_fighter(own: Lines) -> bool:
    high = own.high(ROW_B, ROW_D, COLUMN_2, COLUMN_4)
    return len(high) >= 2 and _wins_one_of(own, high)


def _unlucky_loser(own: Lines) -> bool:
    return sum(not own.earned[line] for line in own.high(*range(len(LINES)))) >= 2


def _lucky_day(own: Lines) -> bool:
    return any(won and c not in HIGH for won, c in zip(own.won, own.categories, strict=True))


def _thrilling_victory(own: Lines) -> bool:
    return any(
        won and any(theirs[line] == own.categories[line] for theirs in own.others)
        for line, won in enumerate(own.won)
    )


def _combination_collector(own: Lines) -> bool:
    return {"one-pair", "two-pair", "three-of-a-kind"} <= set(own.categories)


MISSIONS: dict[str, Mission] = {
    "early-advantage": Mission(1, "Win row a.", lambda own: own.won[ROW_A]),
    "solid-foundation": Mission(1, "Win row e.", lambda own: own.won[ROW_E]),
    "central-dominator": Mission(
        1,
        "Make row c and column 3 both a straight or higher.",
        lambda own: len(own.high(ROW_C, COLUMN_3)) == 2,
    ),
    "vertical-drive": Mission(
        1,
        "Make columns 1 and 5 both a straight or higher and win at least one of them.",
        _vertical_drive,
    ),
    "born-fighter": Mission(
        1,
        "Make two or more of rows b, d and columns 2, 4 a straight or higher and win at least one "
        "of those that are.",
        _born_fighter,
    ),
    "ambitious-x": Mission(
        1,
        "Make both diagonals a straight or higher.",
        lambda own: len(own.high(DOWN, UP)) == 2,
    ),
    "full-house-collector": Mission(
        1, "Make at least one full house.", lambda own: own.count(["full-house"]) >= 1
    ),
    "unlucky-loser": Mission(
        1, "Lose two or more lines where you have a straight or higher.", _unlucky_loser
    ),
    "top-dog": Mission(
        1,
        "Have the single strongest line of all players (a tie for it counts).",
        lambda own: own.strongest,
    ),
    "lucky-day": Mission(1, "Win a line with three of a kind or lower.", _lucky_day),
    "straight-collector": Mission(
        1,
        "Make at least one straight (a straight flush counts).",
        lambda own: own.count(STRAIGHTS) >= 1,
    ),
    "strategic-fold": Mission(
        1, "Make three or more high-card lines.", lambda own: own.count(["high-card"]) >= 3
    ),
    "two-pair-collector": Mission(
        1,
        "Make at least one two pair (a full house does not count).",
        lambda own: own.count(["two-pair"]) >= 1,
    ),
    "flush-collector": Mission(
        1,
        "Make two or more flushes (a straight flush counts).",
        lambda own: own.count(FLUSHES) >= 2,
    ),
    "thrilling-victory": Mission(
        2, "Win a line on which another player has the same category.", _thrilling_victory
    ),
    "combination-collector": Mission(
        2,
        "Make at least one each of one pair, two pair and three of a kind.",
        _combination_collector,
    ),
    "jackpot": Mission(
        2, "Make at least one four of a kind.", lambda own: own.count(["four-of-a-kind"]) >= 1
    ),
    "straight-master": Mission(
        2,
        "Make straights on two or more lines (a straight flush counts).",
        lambda own: own.count(STRAIGHTS) >= 2,
    ),
}
