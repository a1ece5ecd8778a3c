"""The score of full boards: lines, missions, ties (TB-23 to TB-29)."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.engine.poker import LINES, board_ranks, category
from croupier.games.texas_bingo.missions import MISSIONS, Lines
from croupier.games.texas_bingo.options import Options

POINTS = {
    "high-card": 0,
    "one-pair": 1,
    "two-pair": 2,
    "three-of-a-kind": 3,
    "straight": 5,
    "flush": 6,
    "full-house": 8,
    "four-of-a-kind": 10,
    "straight-flush": 12,
    "royal-flush": 12,
}  # TB-27


class Sheet(NamedTuple):
    """The score of a table. Boards are by index, lines in the order of `poker.LINES`."""

    ranks: list[tuple[int, ...]]  # by board, its twelve lines
    line_winners: list[list[int]]  # by line, the boards that earned its point
    line_points: list[list[int]]  # by board, what each line brought
    completed: list[bool | None]  # by board, its mission; None where there is none
    mission_points: list[int]
    totals: list[int]
    winners: list[int]  # none where nobody competes (TB-28)


def sheet(
    options: Options, boards: Sequence[Sequence[int]], missions: Sequence[str | None]
) -> Sheet:
    """Score full boards of 25 cards each, with the mission that each player kept, if any."""
    ranks = [board_ranks(board) for board in boards]
    if options.mode == "standard":
        line_winners = [_strongest(line) for line in zip(*ranks, strict=True)]
        line_points = [
            [int(board in winners) for winners in line_winners] for board in range(len(boards))
        ]
        completed = _completed(options, ranks, line_winners, missions)
    else:
        line_winners = [[] for _ in LINES]
        line_points = [[POINTS[category(rank)] for rank in own] for own in ranks]
        completed = [None] * len(boards)
    mission_points = [
        MISSIONS[mission].points if mission and done else 0
        for mission, done in zip(missions, completed, strict=True)
    ]
    totals = [sum(own) + extra for own, extra in zip(line_points, mission_points, strict=True)]
    winners = [] if options.mode in ("solo", "cooperative") else _winners(totals, ranks)
    return Sheet(ranks, line_winners, line_points, completed, mission_points, totals, winners)


def _strongest(line: Sequence[int]) -> list[int]:
    best = max(line)
    return [board for board, rank in enumerate(line) if rank == best]


def _completed(
    options: Options,
    ranks: list[tuple[int, ...]],
    line_winners: list[list[int]],
    missions: Sequence[str | None],
) -> list[bool | None]:
    categories = [[category(rank) for rank in own] for own in ranks]
    top = max(max(own) for own in ranks)
    completed: list[bool | None] = []
    for board, mission in enumerate(missions):
        if mission is None:
            completed.append(None)
            continue
        own = Lines(
            categories=categories[board],
            earned=[board in winners for winners in line_winners],
            won=[
                board in winners and (options.ties_win_lines or len(winners) == 1)
                for winners in line_winners
            ],
            others=categories[:board] + categories[board + 1 :],
            strongest=max(ranks[board]) == top,
        )
        completed.append(MISSIONS[mission].completed(own))
    return completed


def _winners(totals: list[int], ranks: list[tuple[int, ...]]) -> list[int]:
    """The highest total; among equals the single strongest line; then they share (TB-26)."""
    standing = [(total, max(own)) for total, own in zip(totals, ranks, strict=True)]
    best = max(standing)
    return [board for board, own in enumerate(standing) if own == best]
