"""Leaderboards, and what of them is around a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.store import players
from croupier.store import ratings as store
from croupier.store.ratings import Board, Place

NEIGHBOURS = 5  # on either side


@dataclass(frozen=True, slots=True)
class Row:
    """A player on a leaderboard; no rank where it is too far down to be counted."""

    place: Place
    name: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The top of a leaderboard; for somebody who is on it the own row and the nearest ones."""

    top: list[Row]
    you: Row | None = None
    neighbours: tuple[Row, ...] = ()


def standings(board: Board, player: str | None, limit: int) -> Standings:
    """A leaderboard as a player sees it, with at most 100 rows of the top; None is a stranger."""
    top = _named(ranked(store.best(board, limit)))
    own = store.load([player], [board]).get((player, board)) if player else None
    if player is None or own is None:
        return Standings(top)
    rows = _around(board, Place(player, own))
    you = next((row for row in rows if row.place.player == player), None)
    return Standings(top, you, tuple(row for row in rows if row is not you))


def ranked(
    places: Sequence[Place], above: int | None = 0, equals: int | None = 0
) -> list[tuple[Place, int | None]]:
    """Places that follow each other, with their ranks: equals share one, and the next is missing.

    So many are `above` the first of them, and of those so many are its `equals`.
    """
    if above is None or equals is None:
        return [(place, None) for place in places]
    found: list[tuple[Place, int | None]] = []
    rank = above - equals + 1
    for number, place in enumerate(places):
        if number and place.rating.worth != places[number - 1].rating.worth:
            rank = above + number + 1
        found.append((place, rank))
    return found


def _around(board: Board, own: Place) -> list[Row]:
    better = store.next_above(board, own.key, NEIGHBOURS)
    nearest = [*reversed(better), *store.best(board, NEIGHBOURS, below=own.key)]
    # The index is a moment behind: the own place of before may still be there.
    others = [place for place in nearest if place.player != own.player]
    places = sorted([own, *others], key=lambda place: place.key, reverse=True)
    if len(better) < NEIGHBOURS:
        return _named(ranked(places))  # nobody is above them
    first = places[0]
    above, equals = store.count_above(board, first), store.count_above(board, first, equals=True)
    return _named(ranked(places, above, equals))


def _named(places: Sequence[tuple[Place, int | None]]) -> list[Row]:
    """Rows of those who still have an account."""
    there = players.load_many(place.player for place, _ in places)
    return [
        Row(place, there[place.player].name, rank)
        for place, rank in places
        if place.player in there
    ]
