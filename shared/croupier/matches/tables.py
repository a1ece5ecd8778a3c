"""From a stored match to its table; a warm function replays only what it has not seen.

A table is kept with the moves that made it. If those begin the moves of the match, the rest is
played on a copy; if not, all of it is replayed. What is kept was stored: a table whose write
failed is never among them.
"""

from collections import OrderedDict

from croupier.matches.record import Header, split
from croupier.matches.replay import Carry, Table, replay_hand
from croupier.store.matches import Hand, Match

_KEPT = 256  # tables of a few KB each
_tables: OrderedDict[tuple[str, int], tuple[tuple[str, ...], Table]] = OrderedDict()


def header(match: Match) -> Header:
    """The header of the record of a match."""
    nonces = tuple(seat.nonce if seat else "" for seat in match.seats)
    return Header(match.game, match.rules, match.options, match.seed, nonces, match.start)


def table_of(match: Match, hand: Hand) -> Table:
    """The table after the moves of a hand; not to be changed, since others may be given it."""
    key = match.id, hand.number
    known, table = _tables.get(key, ((), None))
    if table is None or hand.moves[: len(known)] != known:
        table = replay_hand(header(match), Carry(hand.carry, hand.shuffles), hand.moves)
    elif len(known) < len(hand.moves):
        table = table.copy()
        for entry in hand.moves[len(known) :]:
            seat, move = split(entry)
            table.game.play(table.state, seat, move, table.shuffler)
    remember(match.id, hand, table)
    return table


def remember(match_id: str, hand: Hand, table: Table) -> None:
    """Keep the table of a stored hand, unless one is kept that is further on."""
    key = match_id, hand.number
    known = _tables.get(key)
    if known is None or known[0][: len(hand.moves)] != hand.moves:
        _tables[key] = hand.moves, table
    _tables.move_to_end(key)
    if len(_tables) > _KEPT:
        _tables.popitem(last=False)


def forget() -> None:
    """Drop all that is kept."""
    _tables.clear()
