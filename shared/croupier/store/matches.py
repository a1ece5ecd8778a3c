"""Matches, their finished hands and who sits in them, as items of the table.

A match is one item, small enough that a typical move costs one write unit: what never changes
after the deal is one JSON text and the moves are one text, both deflated, the answered keys are one
string of bytes.
"""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pydantic_core import from_json, to_json

from croupier.store import table
from croupier.store.errors import Conflict
from croupier.store.table import Item, at_version, new

SHARDS = 4  # of the index of open matches: a partition of it takes 1,000 new matches a second
PAGE = 100  # of memberships; as many as can be read at once
_OPEN_INDEX = "open"
_RARE = ("request", "removed", "reserved", "rematch_of", "rematch", "start")  # seldom set
_LONGEST_ID = 40  # DynamoDB fails on keys of more than 2,048 bytes; ours are much shorter


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there. The name is a copy that can be blanked."""

    player: str
    name: str
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """The moves from one deal to the next, and all that is needed to replay them alone."""

    number: int  # from 1
    earlier: int  # moves in the hands before it
    shuffles: int  # before it
    carry: dict[str, Any] | None  # what it starts from; None for the first
    moves: tuple[str, ...]  # `seat:move`, the deal first


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it is stored."""

    id: str
    game: str
    rules: int  # version of the game's rules
    options: dict[str, Any]
    seed: bytes
    invite: str
    public: bool
    fewest: int  # it can be dealt from so many seats
    most: int
    created: int  # seconds since 1970
    expires_at: int
    seats: tuple[Seat | None, ...]  # None is a free seat; after the deal there are none
    request: str = ""  # digest of the creation, where it came with a key
    removed: tuple[str, ...] = ()  # players who may not come back
    reserved: tuple[str, ...] = ()  # in a rematch by seat, the player whom it waits for
    rematch_of: str = ""  # the match before this one
    rematch: str = ""  # the match after it
    start: dict[str, Any] | None = None  # what the first hand of a rematch starts from
    version: int = 1
    status: str = "open"
    hand: Hand | None = None  # the one in play; None before the first deal
    answered: bytes = b""  # the last requests of each seat; croupier.matches.answered
    result: dict[str, Any] | None = None


def load(match_id: str, *, consistent: bool = False) -> Match | None:
    """A match, perhaps as it was a moment ago unless `consistent`; None if there is none."""
    if len(match_id) > _LONGEST_ID:
        return None
    return _match(table.get(f"MATCH#{match_id}", "MATCH", consistent=consistent))


def load_many(match_ids: Iterable[str]) -> list[Match]:
    """Those of at most 100 matches that exist, in that order, as they are now."""
    items = table.get_many([(f"MATCH#{match_id}", "MATCH") for match_id in match_ids])
    return [match for item in items if (match := _match(item))]


def save(
    match: Match,
    *,
    expected: int,
    closed: Hand | None = None,
    over: bool = False,
    rematch: Match | None = None,
    joined: str | None = None,
    left: Iterable[str] = (),
) -> None:
    """Write a match whose stored version is `expected`; raises Stale with the newer one.

    Alone it is one conditional write. With it, in one transaction, go a hand that the match
    has just `closed`, the word that it has just been played to its end and is `over`, a new match
    that is its `rematch`, and the memberships of players who `joined` or `left`.
    """
    others = []
    if over:
        others.append(table.putting(_over_item(match)))
    if closed:
        others.append(table.putting(_hand_item(match, closed), **new()))
    if rematch:
        others.append(table.putting(_item(rematch), **new()))
    if joined:
        others.append(table.putting(_membership(joined, match)))
    others += [table.deleting(f"PLAYER#{player}", f"MATCH#{match.id}") for player in left]
    condition = at_version(expected)
    try:
        if others:
            table.transact(table.putting(_item(match), **condition), *others)
        else:
            table.put(_item(match), **condition)
    except Conflict as conflict:
        raise Stale(_match(conflict.item)) from None


def create(match: Match) -> None:
    """Write a new match and the memberships of who sits there; raises Stale if it exists."""
    try:
        table.transact(*creating(match))
    except Conflict as conflict:
        raise Stale(_match(conflict.item)) from None


def creating(match: Match) -> list[Item]:
    """The steps of a transaction that writes a new match and its memberships."""
    members = [table.putting(_membership(seat.player, match)) for seat in match.seats if seat]
    return [table.putting(_item(match), **new()), *members]


class Stale(Exception):
    """The match was written meanwhile; `current` is how it stands, None if that is not known."""

    def __init__(self, current: Match | None) -> None:
        super().__init__("the match was written meanwhile")
        self.current = current


def load_hand(match_id: str, number: int) -> Hand:
    """A finished hand; KeyError if there is none with this number."""
    pk, sk = f"MATCH#{match_id}", _hand_key(number)
    # A finished hand never changes, but a moment ago it may not have been there.
    item = table.get(pk, sk) or table.get(pk, sk, consistent=True)
    if item is None:
        raise KeyError(number)
    return _hand(item)


def open_matches(game: str, *, before: str, limit: int) -> list[str]:
    """Places in the list of open public matches, newest first, after the place `before`.

    A place is `created#id`; an empty `before` is the top of the list.
    """
    places: list[str] = []
    for shard in range(SHARDS):
        condition = "open_game = :game"
        values = {":game": {"S": f"{game}#{shard}"}}
        if before:
            condition += " AND open_place < :before"
            values[":before"] = {"S": before}
        answer = table.call(
            "query",
            TableName=table.name(),
            IndexName=_OPEN_INDEX,
            KeyConditionExpression=condition,
            ExpressionAttributeValues=values,
            ScanIndexForward=False,
            Limit=limit,
        )
        places += [item["open_place"]["S"] for item in answer["Items"]]
    return sorted(places, reverse=True)[:limit]


def memberships(player: str, *, after: str = "") -> list[str]:
    """Ids of the matches where a player sits, in the order of the ids, after the id `after`."""
    answer = table.call(
        "query",
        TableName=table.name(),
        KeyConditionExpression="pk = :player AND sk BETWEEN :after AND :last",
        ExpressionAttributeValues={
            ":player": {"S": f"PLAYER#{player}"},
            ":after": {"S": f"MATCH#{after}!" if after else "MATCH#"},
            ":last": {"S": "MATCH#~"},
        },
        Limit=PAGE,
        ConsistentRead=True,
    )
    return [item["sk"]["S"].removeprefix("MATCH#") for item in answer["Items"]]


def _item(match: Match) -> Item:
    head = {
        "game": match.game,
        "rules": match.rules,
        "options": match.options,
        "invite": match.invite,
        "public": match.public,
        "fewest": match.fewest,
        "most": match.most,
        "created": match.created,
        "seats": [
            seat
            and ([seat.player, seat.name, seat.nonce] if seat.nonce else [seat.player, seat.name])
            for seat in match.seats
        ],
    }
    for name in _RARE:
        if value := getattr(match, name):
            head[name] = value
    item: Item = {
        "pk": {"S": f"MATCH#{match.id}"},
        "sk": {"S": "MATCH"},
        "version": {"N": str(match.version)},
        "status": {"S": match.status},
        "head": {"B": _deflated(_json(head))},
        "seed": {"B": match.seed},
        "expires_at": {"N": str(match.expires_at)},
    }
    if match.hand:
        item |= _hand_attributes(match.hand)
    if match.answered:
        item["answered"] = {"B": match.answered}
    if match.result is not None:
        item["result"] = {"S": _json(match.result)}
    if match.public and match.status == "open" and None in match.seats and not match.reserved:
        shard = int(sha256(match.id.encode()).hexdigest(), 16) % SHARDS
        item["open_game"] = {"S": f"{match.game}#{shard}"}
        item["open_place"] = {"S": f"{match.created}#{match.id}"}
    return item


def _match(item: Item | None) -> Match | None:
    if item is None:
        return None
    head = from_json(_inflated(item["head"]["B"]))
    return Match(
        id=item["pk"]["S"].removeprefix("MATCH#"),
        game=head["game"],
        rules=head["rules"],
        options=head["options"],
        seed=item["seed"]["B"],
        invite=head["invite"],
        public=head["public"],
        fewest=head["fewest"],
        most=head["most"],
        created=head["created"],
        expires_at=int(item["expires_at"]["N"]),
        seats=tuple(seat and Seat(*seat) for seat in head["seats"]),
        request=head.get("request", ""),
        removed=tuple(head.get("removed", ())),
        reserved=tuple(head.get("reserved", ())),
        rematch_of=head.get("rematch_of", ""),
        rematch=head.get("rematch", ""),
        start=head.get("start"),
        version=int(item["version"]["N"]),
        status=item["status"]["S"],
        hand=_hand(item) if "hand" in item else None,
        answered=item["answered"]["B"] if "answered" in item else b"",
        result=from_json(item["result"]["S"]) if "result" in item else None,
    )


def _hand_item(match: Match, hand: Hand) -> Item:
    return {
        "pk": {"S": f"MATCH#{match.id}"},
        "sk": {"S": _hand_key(hand.number)},
        "expires_at": {"N": str(match.expires_at)},
        **_hand_attributes(hand),
    }


def _over_item(match: Match) -> Item:
    """What the stream tells of a match to be settled: one item, where all moves would be many."""
    return {
        "pk": {"S": f"MATCH#{match.id}"},
        "sk": {"S": "OVER"},
        "expires_at": {"N": str(match.expires_at)},
    }


def _hand_key(number: int) -> str:
    return f"HAND#{number:04}"


def _hand_attributes(hand: Hand) -> Item:
    start = _json([hand.number, hand.earlier, hand.shuffles, hand.carry])
    return {"hand": {"B": _deflated(f"{start}\n{_columns(hand.moves)}")}}


def _hand(item: Item) -> Hand:
    start, _, moves = _inflated(item["hand"]["B"]).partition("\n")
    number, earlier, shuffles, carry = from_json(start)
    return Hand(number, earlier, shuffles, carry, _entries(moves))


def packed(moves: tuple[str, ...]) -> bytes:
    """Moves (`seat:move`) in few bytes: a write unit is a kilobyte, and moves repeat each other."""
    return _deflated(_columns(moves))


def unpacked(data: bytes) -> tuple[str, ...]:
    """The moves that were packed."""
    return _entries(_inflated(data))


def _columns(moves: tuple[str, ...]) -> str:
    """The seats apart from the moves, for they follow a pattern of their own."""
    entries = [entry.partition(":") for entry in moves]
    seats = " ".join(seat for seat, _, _ in entries)
    return seats + "\n" + " ".join(move for _, _, move in entries)


def _entries(columns: str) -> tuple[str, ...]:
    seats, _, moves = columns.partition("\n")
    pairs = zip(seats.split(" "), moves.split(" "), strict=True)
    return tuple(f"{seat}:{move}" for seat, move in pairs)


def _deflated(text: str) -> bytes:
    """A text in few bytes (RFC 1951)."""
    # A small window and little memory suffice for a few kilobytes, and are ready sooner.
    deflate = zlib.compressobj(9, zlib.DEFLATED, wbits=-12, memLevel=5)
    return deflate.compress(text.encode()) + deflate.flush()


def _inflated(data: bytes) -> str:
    """The text that was deflated."""
    return zlib.decompress(data, wbits=-15).decode()


def _membership(player: str, match: Match) -> Item:
    return {
        "pk": {"S": f"PLAYER#{player}"},
        "sk": {"S": f"MATCH#{match.id}"},
        "expires_at": {"N": str(match.expires_at)},
    }


def _json(value: object) -> str:
    return to_json(value).decode()
