"""Seasons, and the ratings that players have in the one that runs.

Seasons are numbered. A match counts for the season that runs when it is settled; what earlier
ones have led to stays readable, and is where a player starts from in the next.
"""

import os
from collections.abc import Collection
from dataclasses import replace
from math import hypot
from typing import Final

from croupier.ratings.counting import BESTS
from croupier.store import ratings as store
from croupier.store.ratings import Board, Rating

START: Final = Rating(1500.0, 500.0)
"""Somebody of whom nothing is known."""

_NO_BEST: Final = Rating(0.0, 0.0)
_REMEMBERED: Final = 3  # seasons; who has not played for longer starts as somebody new
_FORGOTTEN: Final = 200.0  # points: what a season adds to the deviation, as a variance


def running() -> int:
    """The number of the season that runs, from `SEASON`."""
    return int(os.environ["SEASON"])


def board(game: str, mode: str) -> Board:
    """The leaderboard of the season that runs."""
    return Board(running(), game, mode)


def current(players: Collection[str], board: Board) -> dict[str, Rating]:
    """The ratings of at most 25 players on a board.

    Who has not played in its season starts where an earlier one ended, with more doubt.
    """
    # A best is one of its season.
    first = board.season if board.mode in BESTS else max(1, board.season - _REMEMBERED)
    boards = [replace(board, season=season) for season in range(board.season, first - 1, -1)]
    found = store.load(players, boards)
    return {player: _first(player, boards, found) for player in players}


def carried(rating: Rating, seasons: int) -> Rating:
    """What a rating comes to so many seasons later.

    >>> carried(Rating(1650.0, 150.0, 40), 1)
    Rating(mean=1650.0, deviation=250.0, played=0)
    """
    deviation = hypot(rating.deviation, _FORGOTTEN * seasons**0.5)
    return Rating(rating.mean, min(round(deviation, 2), START.deviation))


def _first(player: str, boards: list[Board], found: dict[tuple[str, Board], Rating]) -> Rating:
    for ago, board in enumerate(boards):
        if rating := found.get((player, board)):
            return carried(rating, ago) if ago else rating
    return _NO_BEST if boards[0].mode in BESTS else START
