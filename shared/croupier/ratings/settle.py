"""Settling a match that is over: it changes ratings once, however often and late that is told.

The mark that it is settled, the ratings and the entries of histories are one transaction. If
another match has changed a rating meanwhile, all is computed again from what that one wrote.
"""

from typing import Final

from croupier.games.protocol import mode_of
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
    board = seasons.board(match.game, mode_of(match.options))
    for tries in range(_TRIES):
        entries = _entries(match, board, now)
        if not entries:
            return "uncounted"
        try:
            store.settle(match, board, entries)
        except Conflict:
            if store.is_settled(match_id):
                return "settled-before"
            pause(tries)
        else:
            return "settled"
    raise Unavailable


def _entries(match: Match, board: Board, now: int) -> dict[str, Entry]:
    """What a match does to its players.

    Whose account is gone is left out; and where no one can lose, who resigned.
    """
    result = match.result or {}
    alone = board.mode in counting.BESTS
    gone = result.get("resigned", []) if alone else []
    seats = {seat.player: n for n, seat in enumerate(match.seats) if seat and n not in gone}
    there = players.load_many(seats)
    seats = {player: seat for player, seat in seats.items() if player in there}
    if len(seats) < (1 if alone else 2):
        return {}
    before = seasons.current(seats, board)
    ranks = counting.ranks(match.game, result)
    if alone:
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
    return Rating(max(before.mean, float(total)), 0.0, before.played + 1)
