"""Ratings, their histories and the marks of settled matches, as items of the table.

A rating is in the index of its leaderboard too, at a place that sorts by how much it is worth.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from croupier.store import table
from croupier.store.matches import Match
from croupier.store.table import Item, at_version, new

SHARDS = 4  # of a leaderboard: a partition of the index takes 500 changed ratings a second
PAGE = 50  # of a history
COUNTED = 1000  # places in a shard, at most: nobody further down is told the rank
_INDEX = "ratings"
_ZERO = 100_000  # added to what is worth nothing, so that places sort as text
_LAST = "~"  # sorts after all that is in a place


@dataclass(frozen=True, slots=True)
class Board:
    """What ratings must have in common to be compared."""

    season: int  # from 1
    game: str
    mode: str

    def __str__(self) -> str:
        return f"{self.season}#{self.game}#{self.mode}"


@dataclass(frozen=True, slots=True)
class Rating:
    """How good a player is thought to be: a normal distribution, in hundredths of a point.

    The best of a solo mode is one too; there is no doubt about it, so it has no deviation.
    """

    mean: float
    deviation: float
    played: int = 0  # matches that counted; the version of the item

    @property
    def worth(self) -> int:
        """What the player is at least worth, as sure as three deviations: leaderboards go by it."""
        return round(self.mean - 3 * self.deviation)


@dataclass(frozen=True, slots=True)
class Entry:
    """What one match has done to the rating of one player."""

    match: str  # id
    before: Rating
    after: Rating  # the number of the entry is how many it has `played`
    rank: int  # from 1, among all who played; equals share it
    players: int
    total: int  # in the game's own points
    settled: int  # seconds since 1970


@dataclass(frozen=True, slots=True)
class Place:
    """A player on a leaderboard."""

    player: str
    rating: Rating

    @property
    def key(self) -> str:
        """Where that is: of two places the better one is the greater text."""
        return f"{_worth_key(self.rating.worth)}#{self.player}"


def load(players: Collection[str], boards: Collection[Board]) -> dict[tuple[str, Board], Rating]:
    """The ratings that players have on some boards, as they are now; 100 at most."""
    keys = {
        (f"PLAYER#{player}", f"RATING#{board}"): (player, board)
        for board in boards
        for player in players
    }
    items = table.get_many(list(keys))
    return {keys[item["pk"]["S"], item["sk"]["S"]]: _rating(item) for item in items}


def is_settled(match_id: str) -> bool:
    """Whether the ratings of a match have been written."""
    return table.get(f"MATCH#{match_id}", "SETTLED", consistent=True) is not None


def settle(match: Match, board: Board, entries: Mapping[str, Entry]) -> None:
    """Write what a match has done to its players' ratings, all of it or nothing.

    Raises Conflict if it has been written before, a rating is not any more what it was `before`,
    or an account is gone.
    """
    steps = [table.putting(_mark(match), **new())]
    for player, entry in entries.items():
        played = entry.after.played - 1
        steps += [
            table.putting(
                _rating_item(player, board, entry.after),
                **(at_version(played) if played else new()),
            ),
            table.putting(_entry_item(player, board, entry), **new()),
            _existing(player),
        ]
    table.transact(*steps)


def history(player: str, board: Board, *, before: int | None) -> list[Entry]:
    """A page of a player's entries, the newest first, of those with numbers below `before`."""
    last = _LAST if before is None else _number(before - 1)
    answer = table.call(
        "query",
        TableName=table.name(),
        KeyConditionExpression="pk = :player AND sk BETWEEN :after AND :last",
        ExpressionAttributeValues={
            ":player": {"S": f"PLAYER#{player}"},
            ":after": {"S": f"HISTORY#{board}#"},
            ":last": {"S": f"HISTORY#{board}#{last}"},
        },
        ScanIndexForward=False,
        Limit=PAGE,
    )
    return list(map(_entry, answer["Items"]))


def best(board: Board, limit: int, *, below: str = "") -> list[Place]:
    """The best places of a board, the best first; those `below` a place."""
    condition, values = "", {}
    if below:
        condition, values = " AND board_place < :below", {":below": {"S": below}}
    found = _places(board, condition, values, limit, ScanIndexForward=False)
    return sorted(found, key=lambda place: place.key, reverse=True)[:limit]


def next_above(board: Board, key: str, limit: int) -> list[Place]:
    """The places nearest above one, the nearest first."""
    values = {":above": {"S": key}}
    found = _places(board, " AND board_place > :above", values, limit, ScanIndexForward=True)
    return sorted(found, key=lambda place: place.key)[:limit]


def count_above(board: Board, place: Place, *, equals: bool = False) -> int | None:
    """How many places are above one, or only the `equals` among them; None if it is too many."""
    last = _LAST if not equals else f"{_worth_key(place.rating.worth)}#{_LAST}"
    values = {":after": {"S": f"{place.key}!"}, ":last": {"S": last}}
    counts = [
        answer["Count"]
        for answer in _query(
            board, " AND board_place BETWEEN :after AND :last", values, COUNTED, Select="COUNT"
        )
    ]
    return sum(counts) if max(counts) < COUNTED else None


def _places(board: Board, condition: str, values: Item, limit: int, **more: Any) -> list[Place]:
    return [
        Place(item["pk"]["S"].removeprefix("PLAYER#"), _rating(item))
        for answer in _query(board, condition, values, limit, **more)
        for item in answer["Items"]
    ]


def _query(board: Board, condition: str, values: Item, limit: int, **more: Any) -> list[Item]:
    """The answers of all shards."""
    return [
        table.call(
            "query",
            TableName=table.name(),
            IndexName=_INDEX,
            KeyConditionExpression=f"board = :board{condition}",
            ExpressionAttributeValues={":board": {"S": f"{board}#{shard}"}, **values},
            Limit=limit,
            **more,
        )
        for shard in range(SHARDS)
    ]


def _worth_key(worth: int) -> str:
    return f"{worth + _ZERO:06}"


def _mark(match: Match) -> Item:
    return {
        "pk": {"S": f"MATCH#{match.id}"},
        "sk": {"S": "SETTLED"},
        "expires_at": {"N": str(match.expires_at)},
    }


def _rating_item(player: str, board: Board, rating: Rating) -> Item:
    shard = int(sha256(player.encode()).hexdigest(), 16) % SHARDS
    return {
        "pk": {"S": f"PLAYER#{player}"},
        "sk": {"S": f"RATING#{board}"},
        "mean": {"N": repr(rating.mean)},
        "deviation": {"N": repr(rating.deviation)},
        "version": {"N": str(rating.played)},
        "board": {"S": f"{board}#{shard}"},
        "board_place": {"S": Place(player, rating).key},
    }


def _rating(item: Item) -> Rating:
    return Rating(
        mean=float(item["mean"]["N"]),
        deviation=float(item["deviation"]["N"]),
        played=int(item["version"]["N"]),
    )


def _entry_item(player: str, board: Board, entry: Entry) -> Item:
    before, after = entry.before, entry.after
    return {
        "pk": {"S": f"PLAYER#{player}"},
        "sk": {"S": f"HISTORY#{board}#{_number(after.played)}"},
        "match": {"S": entry.match},
        "before": _pair(before),
        "after": _pair(after),
        "rank": {"N": str(entry.rank)},
        "players": {"N": str(entry.players)},
        "total": {"N": str(entry.total)},
        "settled": {"N": str(entry.settled)},
    }


def _entry(item: Item) -> Entry:
    played = int(item["sk"]["S"].rpartition("#")[2])
    return Entry(
        match=item["match"]["S"],
        before=Rating(*_numbers(item["before"]), played - 1),
        after=Rating(*_numbers(item["after"]), played),
        rank=int(item["rank"]["N"]),
        players=int(item["players"]["N"]),
        total=int(item["total"]["N"]),
        settled=int(item["settled"]["N"]),
    )


def _pair(rating: Rating) -> Item:
    return {"L": [{"N": repr(rating.mean)}, {"N": repr(rating.deviation)}]}


def _numbers(pair: Item) -> tuple[float, float]:
    mean, deviation = (float(each["N"]) for each in pair["L"])
    return mean, deviation


def _number(played: int) -> str:
    return f"{played:06}"


def _existing(player: str) -> Item:
    """A step of a transaction: that an account exists."""
    return {
        "ConditionCheck": {
            "TableName": table.name(),
            "Key": {"pk": {"S": f"PLAYER#{player}"}, "sk": {"S": "PROFILE"}},
            "ConditionExpression": "attribute_exists(pk)",
        }
    }
