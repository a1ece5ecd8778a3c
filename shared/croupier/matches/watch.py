"""Looking at a match: who may, and what they are shown of its state, its score, its record."""

from croupier.games.protocol import Json
from croupier.matches import tables
from croupier.matches.record import Record, to_text
from croupier.matches.refused import Refused
from croupier.matches.replay import Table
from croupier.matches.view import seat_of, to_act, view
from croupier.store import matches as store
from croupier.store.matches import Hand, Match


def watch(match_id: str, player: str | None) -> tuple[Match, int | None]:
    """The match as it is now, and the seat of whoever asks; None for a spectator.

    Raises Refused: a private match shows itself to its players alone.
    """
    match = store.load(match_id, consistent=True)
    if match is None:
        raise Refused("unknown-match", "There is no such match.")
    seat = seat_of(match, player)
    if seat is None and not match.public:
        raise Refused("not-seated", "This match is private, and you do not sit in it.")
    return match, seat


def view_now(match: Match, seat: int | None) -> Json:
    """The view of a match as it stands."""
    return view(match, table_now(match), seat)


def score_now(match: Match, seat: int | None) -> Json:
    """The score sheet as it stands."""
    table = table_now(match)
    if table is None:
        raise Refused("not-dealt", "The match has not been dealt.")
    return table.game.score(table.state, seat)


def record_now(match: Match, seat: int | None) -> Json:
    """The record: all of it when the match is over, before that what this seat may know."""
    hands = _hands(match)
    if match.status == "finished":
        record = Record(tables.header(match), tuple(hand.moves for hand in hands))
        return {
            **_public_header(match),
            "seed": match.seed.hex(),
            "nonces": list(record.header.nonces),
            "hands": [list(hand.moves) for hand in hands],
            "text": to_text(record),
        }
    return {**_public_header(match), "hands": [_known(match, hand, seat) for hand in hands]}


def mine(player: str, after: str) -> tuple[list[Match], str | None]:
    """A page of the matches where a player sits, after the id `after`, and its last id if more."""
    ids = store.memberships(player, after=after)
    following = ids[-1] if len(ids) == store.PAGE else None
    return store.load_many(ids), following


def waiting_for(match: Match) -> list[int]:
    """The seats that hold the match up."""
    return to_act(match, table_now(match))


def table_now(match: Match) -> Table | None:
    """The table after all moves; None before the first deal."""
    return tables.table_of(match, match.hand) if match.hand else None


def _hands(match: Match) -> list[Hand]:
    if match.hand is None:
        return []
    earlier = [store.load_hand(match.id, number) for number in range(1, match.hand.number)]
    return [*earlier, match.hand]


def _public_header(match: Match) -> Json:
    return {
        "match_id": match.id,
        "game": match.game,
        "rules_version": match.rules,
        "options": match.options,
        "seats": len(match.seats),
        "status": match.status,
        "version": match.version,
    }


def _known(match: Match, hand: Hand, seat: int | None) -> list[str]:
    table = tables.table_of(match, hand)
    return table.game.known(table.state, hand.moves, seat)
