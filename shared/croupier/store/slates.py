"""What a seat has done apart from the match, in an item of the seat's own.

So a hundred players can move at the same instant: each writes an item that nobody else writes.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.store import table
from croupier.store.errors import Conflict
from croupier.store.matches import packed, unpacked
from croupier.store.table import Item, at_version, new


@dataclass(frozen=True, slots=True)
class Slate:
    """The moves of one seat that are kept apart; its version is their number."""

    match: str  # id
    seat: int
    moves: tuple[str, ...] = ()  # `after:move`: made after so many moves of the match
    answered: bytes = b""  # the last requests that made one; croupier.matches.answered


class StaleSlate(Exception):
    """The same player has written meanwhile."""


def load(match_id: str, seat: int) -> Slate:
    """A seat's slate as it is now; empty if nothing has been written."""
    item = table.get(f"MATCH#{match_id}", _key(seat), consistent=True)
    return _slate(item) if item else Slate(match_id, seat)


def load_many(seats: Iterable[tuple[str, int]]) -> list[Slate]:
    """Those of at most 100 slates (match and seat) that have been written."""
    keys = [(f"MATCH#{match_id}", _key(seat)) for match_id, seat in seats]
    return [_slate(item) for item in table.get_many(keys)] if keys else []


def load_all(match_id: str) -> list[Slate]:
    """All slates of a match, by seat."""
    slates: list[Slate] = []
    request: Item = {}
    while True:
        answer = table.call(
            "query",
            TableName=table.name(),
            KeyConditionExpression="pk = :match AND begins_with(sk, :slate)",
            ExpressionAttributeValues={
                ":match": {"S": f"MATCH#{match_id}"},
                ":slate": {"S": "SLATE#"},
            },
            ConsistentRead=True,
            **request,
        )
        slates += map(_slate, answer["Items"])
        if "LastEvaluatedKey" not in answer:
            return slates
        request = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}


def save(slate: Slate, *, expected: int, expires_at: int) -> None:
    """Write a slate of which `expected` moves are stored; raises StaleSlate if there are others."""
    item: Item = {
        "pk": {"S": f"MATCH#{slate.match}"},
        "sk": {"S": _key(slate.seat)},
        "version": {"N": str(len(slate.moves))},
        "moves": {"B": packed(slate.moves)},
        "answered": {"B": slate.answered},
        "expires_at": {"N": str(expires_at)},
    }
    try:
        table.put(item, **(at_version(expected) if expected else new()))
    except Conflict:
        raise StaleSlate from None


def _slate(item: Item) -> Slate:
    return Slate(
        match=item["pk"]["S"].removeprefix("MATCH#"),
        seat=int(item["sk"]["S"].removeprefix("SLATE#")),
        moves=unpacked(item["moves"]["B"]),
        answered=item["answered"]["B"],
    )


def _key(seat: int) -> str:
    return f"SLATE#{seat:03}"
