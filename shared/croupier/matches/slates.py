"""Moves that are kept apart from the match, each seat's on a slate of its own.

Such a move touches nothing but its seat's part of the game, so it commutes with the moves of
others. Each notes how many moves of the match it follows: that is its place in the record.
A move of the match that rests on them, a claim, says itself what it rests on; so the moves of the
match alone make the table that all know, and a seat's slate on top of it the one that it knows.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from croupier.games import GAMES
from croupier.games.protocol import MarkedGame
from croupier.matches import tables
from croupier.matches.record import split
from croupier.matches.replay import Table
from croupier.store import slates as store
from croupier.store.matches import Hand, Match
from croupier.store.slates import Slate


def own(match: Match, seat: int | None) -> Slate | None:
    """The slate of a seat; None where the game has none, before the deal, and for a stranger."""
    if seat is None or not _has_slates(match):
        return None
    return store.load(match.id, seat)


def own_of(seated: Iterable[tuple[Match, int]]) -> dict[str, Slate]:
    """By match, for a seat in each of at most 100, the slates that have been written."""
    wanted = [(match.id, seat) for match, seat in seated if _has_slates(match)]
    return {slate.match: slate for slate in store.load_many(wanted)}


def of_all(match: Match) -> list[Slate]:
    """The slates of all seats that have moved."""
    return store.load_all(match.id) if _has_slates(match) else []


def as_seen(match: Match, slate: Slate | None) -> Match:
    """The match with the version that the owner of the slate sees: it grows with both."""
    return replace(match, version=match.version + len(slate.moves)) if slate else match


def table_with(match: Match, hand: Hand, slate: Slate | None) -> Table:
    """The table after the moves of a hand, as the owner of the slate knows it.

    Not to be changed, since others may be given it.
    """
    table = tables.table_of(match, hand)
    moves = _of_hand(hand, slate) if slate else []
    if not slate or not moves:
        return table
    game = cast(MarkedGame, table.game)
    state = game.with_marks(table.state, slate.seat, [move for _, move in moves])
    return replace(table, state=state, shuffler=table.shuffler.copy())


def merged(hand: Hand, slates: Iterable[Slate]) -> tuple[str, ...]:
    """All moves of a hand, those of the slates at their places."""
    entries = [(hand.earlier + at, entry) for at, entry in enumerate(hand.moves, 1)]
    for slate in slates:
        entries += [(after, f"{slate.seat}:{move}") for after, move in _of_hand(hand, slate)]
    # The sort is stable: after a move of the match come those that follow it, seat by seat.
    return tuple(entry for _, entry in sorted(entries, key=lambda placed: placed[0]))


def until(slate: Slate | None, move: int) -> Slate | None:
    """The slate with only what was made before the match had more moves than that."""
    if slate is None:
        return None
    moves = tuple(entry for entry in slate.moves if split(entry)[0] <= move)
    return replace(slate, moves=moves)


def _has_slates(match: Match) -> bool:
    return match.hand is not None and bool(GAMES[match.game].APART)


def _of_hand(hand: Hand, slate: Slate) -> list[tuple[int, str]]:
    """The moves of a slate in this hand, each after the number of the move that it follows."""
    last = hand.earlier + len(hand.moves)
    moves = map(split, slate.moves)
    return [(after, move) for after, move in moves if hand.earlier < after <= last]
