"""Looking at a match: who may, and what they are shown of its state, its score, its record."""

from dataclasses import dataclass, replace

from croupier.games.protocol import Json
from croupier.matches import past, slates, tables
from croupier.matches.record import Record, to_text
from croupier.matches.refused import Refused
from croupier.matches.replay import Table
from croupier.matches.view import seat_of, to_act, view
from croupier.store import matches as store
from croupier.store.matches import Hand, Match
from croupier.store.slates import Slate


@dataclass(frozen=True, slots=True)
class Sight:
    """A match before the eyes of somebody."""

    match: Match  # with the version that they see
    seat: int | None  # theirs; None for a spectator
    slate: Slate | None  # theirs, in a game where seats have one


def sight(match: Match, player: str | None) -> Sight:
    """A match as a player has it before the eyes."""
    seat = seat_of(match, player)
    slate = slates.own(match, seat)
    return Sight(slates.as_seen(match, slate), seat, slate)


def watch(match_id: str, player: str | None) -> Sight:
    """The match as it is now; None is a stranger.

    Raises Refused: a private match shows itself to its players alone.
    """
    match = store.load(match_id, consistent=True)
    if match is None:
        raise Refused("unknown-match", "There is no such match.")
    if not match.public and seat_of(match, player) is None:
        raise Refused("not-seated", "This match is private, and you do not sit in it.")
    return sight(match, player)


def view_now(seen: Sight) -> Json:
    """The view of a match as it stands."""
    return view(seen.match, table_now(seen.match, seen.slate), seen.seat)


def view_then(seen: Sight, move: int) -> Json:
    """The view after that many moves, as far as it may still be seen; nothing is legal in it.

    Raises Refused if the match has not so many.
    """
    match = seen.match
    try:
        hand = past.hand_with(match, move)
    except KeyError:
        raise Refused("unknown-move", "The match has no move of that number.") from None
    if match.hand and move == match.hand.earlier + len(match.hand.moves):
        return {**view_now(seen), "legal": []}
    then = past.first_moves(hand, move)
    table = slates.table_with(match, then, slates.until(seen.slate, move))
    match = replace(match, hand=then, status="playing", result=None)
    shown = view(match, table, seen.seat, now=tables.table_of(match, hand))
    return {**shown, "legal": []}


def score_now(seen: Sight) -> Json:
    """The score sheet as it stands."""
    table = table_now(seen.match, seen.slate)
    if table is None:
        raise Refused("not-dealt", "The match has not been dealt.")
    return table.game.score(table.state, seen.seat)


def record_now(seen: Sight) -> Json:
    """The record: all of it when the match is over, before that what this seat may know."""
    match = seen.match
    hands = _hands(match)
    header = {
        "match_id": match.id,
        "game": match.game,
        "rules_version": match.rules,
        "options": match.options,
        "seats": len(match.seats),
        "status": match.status,
        "version": match.version,
    }
    if match.status != "finished":
        return {**header, "hands": [_known(hand, seen) for hand in hands]}
    apart = slates.of_all(match)
    record = Record(tables.header(match), tuple(slates.merged(hand, apart) for hand in hands))
    return {
        **header,
        "seed": match.seed.hex(),
        "nonces": list(record.header.nonces),
        "hands": [list(moves) for moves in record.hands],
        "text": to_text(record),
    }


def mine(player: str, after: str) -> tuple[list[Sight], str | None]:
    """A page of the matches where a player sits, after the id `after`, and its last id if more."""
    ids = store.memberships(player, after=after)
    following = ids[-1] if len(ids) == store.PAGE else None
    seated = [
        (match, seat)
        for match in store.load_many(ids)
        if (seat := seat_of(match, player)) is not None
    ]
    own = slates.own_of(seated)
    return [
        Sight(slates.as_seen(match, own.get(match.id)), seat, own.get(match.id))
        for match, seat in seated
    ], following


def waits_for(seen: Sight) -> bool:
    """Whether the match is held up by whoever looks at it."""
    return seen.seat in to_act(seen.match, table_now(seen.match, None))


def table_now(match: Match, slate: Slate | None) -> Table | None:
    """The table after all moves, as the owner of the slate knows it; None before the deal."""
    return slates.table_with(match, match.hand, slate) if match.hand else None


def _hands(match: Match) -> list[Hand]:
    if match.hand is None:
        return []
    earlier = [store.load_hand(match.id, number) for number in range(1, match.hand.number)]
    return [*earlier, match.hand]


def _known(hand: Hand, seen: Sight) -> list[str]:
    table = tables.table_of(seen.match, hand)
    moves = slates.merged(hand, [seen.slate] if seen.slate else [])
    return table.game.known(table.state, moves, seen.seat)
