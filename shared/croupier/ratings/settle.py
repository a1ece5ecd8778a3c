"""Settling a match that is over: it changes ratings once, however often and late that is told.

The mark that it is settled, the ratings and the entries of histories are one transaction. If
another match has changed a rating meanwhile, all is computed again from what that one wrote.
"""

from typing import Final

from croupier.ratings import counting, seasons
from croupier.ratings.rating import rate
from croupier.store import matches, players
from croupier.store import ratings as store
from croupier.store.errors import Conflict, Unavailable
from croupier.store.matches import Match
from croupier.store.pausing import pause
from croupier.store.ratings import Board, Entry, Rating

_TRIES: Final = 12  # as many matches of the same players may end in the same moment


def settle(match_id: str, now: int) -> str:
    """Settle a match: `settled`, or why there was nothing to do.

    That is `gone`, `uncounted` or `settled-before`. Raises Unavailable when it is not known to be
    settled: asking again is safe.
    """
    match = matches.load(match_id, consistent=True)
    if match is None:
        return "gone"
    if not counting.counts(match):
        return "uncounted"
    board = seasons.board(match.game, counting.mode_of(match))
    for tries in range(_TRIES):
        if store.is_settled(match_id):
            return "settled-before"
        entries = _entries(match, board, now)
        if not entries:
            return "uncounted"
        try:
            store.settle(match, board, entries)
        except Conflict:
            pause(tries)
        else:
            return "settled"
    raise Unavailable


def _entries(match: Match, board: Board, now: int) -> dict[str, Entry]:
    """What a match does to its players; whose account is gone is left out."""
    result = match.result or {}
    ranks = counting.ranks(match.game, result)
    there = players.load_many(seat.player for seat in match.seats if seat)
    seats = {seat.player: n for n, seat in enumerate(match.seats) if seat and seat.player in there}
    if board.mode != counting.SOLO and len(seats) < 2:
        return {}
    before = seasons.current(seats, board.game, board.mode)
    if board.mode == counting.SOLO:
        after = [_best(before[player], result["totals"][seat]) for player, seat in seats.items()]
    else:
        after = rate(list(before.values()), [ranks[seat] for seat in seats.values()])
    return {
        player: Entry(
            match=match.id,
            before=before[player],
            after=rating,
            rank=ranks[seat],
            players=len(match.seats),
            total=result["totals"][seat],
            settled=now,
        )
        for (player, seat), rating in zip(seats.items(), after, strict=True)
    }


def _best(before: Rating, total: int) -> Rating:
    better = max(before.mean, total) if before.played else total
    return Rating(float(better), 0.0, before.played + 1)
