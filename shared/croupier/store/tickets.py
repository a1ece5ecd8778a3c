"""Tickets of players who wait for others, the queues that they wait in, and whose turn it is there.

A ticket is an item of its own, and as long as it waits also in the index of its queue, oldest
first. Each of its players has an item that names it: so nobody waits twice for one game.

A queue's own items are in a partition of its own. The list of all queues is in one partition, and
is written to once a week for each.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json, to_json

from croupier.store import matches, table
from croupier.store.errors import Conflict
from croupier.store.matches import Match
from croupier.store.table import Item, at_version, new

LIFE = 7 * 86_400  # seconds that a ticket waits, and is told of once it has a match

_INDEX = "queue"
_LONGEST_ID = 40
_QUEUES = "QUEUES"  # the partition with the list of all queues
_LISTED = 2 * LIFE  # seconds that a queue is in it


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a ticket."""

    player: str
    nonce: str = ""
    rating: float = 0.0  # when the player came


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket as it is stored."""

    id: str
    game: str
    mode: str  # the name of the mode, empty for options of one's own
    options: dict[str, Any]
    queue: str
    fewest: int  # seats of the match that it wants
    most: int
    party: int  # so many players come together
    invite: str  # for the others of the party; empty for one alone
    members: tuple[Member, ...]  # who has consented, first the one who asked
    since: int  # milliseconds since 1970; a party waits from when it is complete
    expires_at: int  # seconds since 1970
    window: int | None = None  # the widest spread of ratings that it accepts
    request: str = ""  # digest of what was asked, where it came with a key
    version: int = 1
    status: str = "waiting"  # or "matched", "cancelled"
    match: str = ""  # id, once there is one

    @property
    def complete(self) -> bool:
        """Whether all of the party have consented."""
        return len(self.members) == self.party


class StaleTicket(Exception):
    """A ticket, or what its players wait for, has changed meanwhile."""


def load(ticket_id: str) -> Ticket | None:
    """A ticket as it is now; None if there is none."""
    if len(ticket_id) > _LONGEST_ID:
        return None
    item = table.get(f"TICKET#{ticket_id}", "TICKET", consistent=True)
    return _ticket(item) if item else None


def waiting_of(player: str, game: str) -> str | None:
    """The id of the ticket with which a player waits for a game."""
    item = table.get(f"PLAYER#{player}", f"TICKET#{game}", consistent=True)
    return item["ticket"]["S"] if item else None


def create(ticket: Ticket) -> None:
    """Write a new ticket, for which its one player does not wait yet; else raises StaleTicket."""
    _transact(
        table.putting(_item(ticket), **new()),
        _player_waits(ticket, ticket.members[0].player),
    )


def join(ticket: Ticket) -> None:
    """Write a ticket whose last member has just come."""
    _transact(
        table.putting(_item(ticket), **at_version(ticket.version - 1)),
        _player_waits(ticket, ticket.members[-1].player),
    )


def cancel(ticket: Ticket) -> None:
    """Write a ticket that has just been cancelled."""
    _transact(
        table.putting(_item(ticket), **at_version(ticket.version - 1)),
        *(_player_is_free(ticket, member.player) for member in ticket.members),
    )


def move(ticket: Ticket) -> None:
    """Write a ticket that is to wait in another queue."""
    _transact(table.putting(_item(ticket), **at_version(ticket.version - 1)))


def claim(tickets: Iterable[Ticket], match: Match) -> None:
    """Write tickets that have just been matched, and the match that they are for: all or nothing.

    It takes two steps for each player, one for each ticket and one for the match: 49 for sixteen
    players, of the hundred that a transaction can have. Raises StaleTicket.
    """
    steps = matches.creating(match)
    for ticket in tickets:
        steps.append(table.putting(_item(ticket), **at_version(ticket.version - 1)))
        steps += [_player_is_free(ticket, member.player) for member in ticket.members]
    _transact(*steps)


def oldest(queue: str, limit: int, *, since: int = 0) -> list[Ticket]:
    """The tickets that have waited longest in a queue, perhaps as they were a moment ago.

    Of those who came in that millisecond since 1970 or later.
    """
    answer = table.call(
        "query",
        TableName=table.name(),
        IndexName=_INDEX,
        KeyConditionExpression="queue = :queue AND since >= :since",
        ExpressionAttributeValues={":queue": {"S": queue}, ":since": {"N": str(since)}},
        Limit=limit,
    )
    return [_ticket(item) for item in answer["Items"]]


def make_known(queue_name: str, now: int) -> None:
    """See to it that a queue is in the list for as long as a ticket waits that comes now."""
    known = table.get(_key(queue_name), "LISTED")
    if known is None or int(known["expires_at"]["N"]) < now + LIFE:
        expires: Item = {"expires_at": {"N": str(now + _LISTED)}}
        # The list first: what is known of it must be true.
        table.put({"pk": {"S": _QUEUES}, "sk": {"S": queue_name}, **expires})
        table.put({"pk": {"S": _key(queue_name)}, "sk": {"S": "LISTED"}, **expires})


def queues() -> Iterator[str]:
    """The names of the queues in which somebody may wait."""
    after = " "
    while True:
        answer = table.call(
            "query",
            TableName=table.name(),
            KeyConditionExpression="pk = :queues AND sk > :after",
            ExpressionAttributeValues={":queues": {"S": _QUEUES}, ":after": {"S": after}},
        )
        names = [item["sk"]["S"] for item in answer["Items"]]
        if not names:
            return
        yield from names
        after = names[-1]


@dataclass(frozen=True, slots=True)
class Queue:
    """Whose turn it is in a queue, and how long those waited who were matched last."""

    name: str
    until: int = 0  # milliseconds since 1970; before that nobody else matches
    wait: float | None = None  # seconds, a moving mean
    version: int = 0


def queue(name: str) -> Queue:
    """A queue, perhaps as it was a moment ago."""
    item = table.get(_key(name), "LEASE")
    if item is None:
        return Queue(name)
    return Queue(
        name=name,
        until=int(item["until"]["N"]),
        wait=float(item["wait"]["N"]) if "wait" in item else None,
        version=int(item["version"]["N"]),
    )


def lease(queue: Queue, now: int) -> bool:
    """Write a queue that nobody has written since it was read; whether that succeeded."""
    item: Item = {
        "pk": {"S": _key(queue.name)},
        "sk": {"S": "LEASE"},
        "version": {"N": str(queue.version)},
        "until": {"N": str(queue.until)},
        "expires_at": {"N": str(now + _LISTED)},
    }
    if queue.wait is not None:
        item["wait"] = {"N": f"{queue.wait:.3f}"}
    before = queue.version - 1
    try:
        table.put(item, **(at_version(before) if before else new()))
    except Conflict:
        return False
    return True


def _key(queue_name: str) -> str:
    return f"QUEUE#{queue_name}"


def _transact(*steps: Item) -> None:
    try:
        table.transact(*steps)
    except Conflict:
        raise StaleTicket from None


def _item(ticket: Ticket) -> Item:
    told = {
        "game": ticket.game,
        "mode": ticket.mode,
        "options": ticket.options,
        "queue": ticket.queue,
        "fewest": ticket.fewest,
        "most": ticket.most,
        "party": ticket.party,
        "invite": ticket.invite,
        "members": [[member.player, member.nonce, member.rating] for member in ticket.members],
        "window": ticket.window,
        "request": ticket.request,
        "match": ticket.match,
    }
    item: Item = {
        "pk": {"S": f"TICKET#{ticket.id}"},
        "sk": {"S": "TICKET"},
        "version": {"N": str(ticket.version)},
        "status": {"S": ticket.status},
        "since": {"N": str(ticket.since)},
        "ticket": {"B": to_json(told)},
        "expires_at": {"N": str(ticket.expires_at)},
    }
    if ticket.status == "waiting" and ticket.complete:
        item["queue"] = {"S": ticket.queue}
    return item


def _ticket(item: Item) -> Ticket:
    told = from_json(item["ticket"]["B"])
    members = tuple(Member(*member) for member in told.pop("members"))
    return Ticket(
        id=item["pk"]["S"].removeprefix("TICKET#"),
        members=members,
        since=int(item["since"]["N"]),
        expires_at=int(item["expires_at"]["N"]),
        version=int(item["version"]["N"]),
        status=item["status"]["S"],
        **told,
    )


def _player_waits(ticket: Ticket, player: str) -> Item:
    item: Item = {
        "pk": {"S": f"PLAYER#{player}"},
        "sk": {"S": f"TICKET#{ticket.game}"},
        "ticket": {"S": ticket.id},
        "expires_at": {"N": str(ticket.expires_at)},
    }
    return table.putting(item, **new())


def _player_is_free(ticket: Ticket, player: str) -> Item:
    # Not if the player waits with another one, after this one has expired.
    condition = {
        "ConditionExpression": "attribute_not_exists(pk) OR ticket = :ticket",
        "ExpressionAttributeValues": {":ticket": {"S": ticket.id}},
    }
    return table.deleting(f"PLAYER#{player}", f"TICKET#{ticket.game}", **condition)
