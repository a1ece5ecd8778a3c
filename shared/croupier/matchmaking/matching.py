"""Making matches of the tickets that wait in a queue, one matcher at a time.

Whoever brings a ticket, asks about one or comes by on a schedule tries. The queue's item is a
lease: who holds it matches, and when it is done the queue rests for as long as that took. So a
thousand who ask cost no more than one, and a matcher that died is succeeded when its lease ends.
The lease saves work and protects nothing: that a ticket gets one match, and none once it is
cancelled, is for the transaction that claims it to say.
"""

import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from croupier.games import GAMES
from croupier.matches.replay import DEAL
from croupier.matchmaking.forming import Group, Waiting, form
from croupier.matchmaking.queues import mode_at, mode_for, queue_of
from croupier.matchmaking.rules import Mode, Rules
from croupier.store import players
from croupier.store import tickets as store
from croupier.store.errors import Unavailable
from croupier.store.ids import code
from croupier.store.matches import Hand, Match, Seat
from croupier.store.tickets import Queue, StaleTicket, Ticket

OLDEST = 100  # tickets of a queue that a matcher looks at
STRETCH = 50  # tickets that it looks at besides, twice, where more wait
_LEASE = 10_000  # milliseconds
_REST = 100  # milliseconds, at least
_RECENT = 0.2  # what the last match weighs in the mean of the waits


def match(queue: Queue, rules: Rules, *, retention_days: int, own: Ticket | None = None) -> int:
    """Make what matches there are to make in a queue; how many, 0 while another one is at it.

    `own` is a ticket that the queue's index may not know yet.
    """
    started = time.time()
    mode = mode_at(rules, queue.name)
    # A lease that ends later is of a clock that is wrong.
    if mode is None or 0 < queue.until - started * 1000 <= _LEASE:
        return 0
    held = replace(queue, until=int(started * 1000) + _LEASE, version=queue.version + 1)
    if not store.lease(held, int(started)):
        return 0
    tickets = _page(held.name, started)
    if own:
        tickets[own.id] = own
    waiting = _at_home(tickets.values(), held.name, rules, started)
    waits = _match_all(held, mode, waiting, retention_days)
    ended = time.time()
    rest = min(max(_REST, int((ended - started) * 1000)), _LEASE)
    wait = queue.wait
    for each in waits:
        wait = each if wait is None else wait + _RECENT * (each - wait)
    after = replace(held, until=int(ended * 1000) + rest, wait=wait, version=held.version + 1)
    store.lease(after, int(ended))  # if it is not ours any more, it is another one's
    return len(waits)


def _page(queue_name: str, now: float) -> dict[str, Ticket]:
    """A queue's oldest tickets, and those of two stretches that begin at random among the rest.

    So the oldest, should none of them ever find a match, keep no two others from meeting.
    """
    since = int(now - store.LIFE) * 1000  # who came before has expired
    page = store.oldest(queue_name, OLDEST, since=since)
    if len(page) == OLDEST:
        last = page[-1].since
        for _ in range(2):
            since = last + secrets.randbelow(max(1, int(now * 1000) - last))
            page += store.oldest(queue_name, STRETCH, since=since)
    return {ticket.id: ticket for ticket in page}


def _at_home(
    tickets: Iterable[Ticket], queue_name: str, rules: Rules, now: float
) -> dict[str, Ticket]:
    """The tickets that wait in the right queue; others go where they would wait if they came now.

    A deployment may have changed a mode, or given it fewer shards.
    """
    waiting = {}
    for ticket in tickets:
        if ticket.expires_at <= now or ticket.status != "waiting" or not ticket.complete:
            continue
        name, mode = mode_for(rules, ticket.game, ticket.options, ticket.mode)
        home = queue_of(ticket.game, name, ticket.options, mode.shards, ticket.members[0].player)
        if home == queue_name:
            waiting[ticket.id] = ticket
            continue
        store.make_known(home, int(now))
        with suppress(StaleTicket):  # somebody has moved or cancelled it
            store.move(replace(ticket, mode=name, queue=home, version=ticket.version + 1))
    return waiting


def _match_all(
    held: Queue, mode: Mode, waiting: dict[str, Ticket], retention_days: int
) -> list[float]:
    """Claim all groups of these tickets; how long each one's oldest had waited."""
    groups = form([_waiting(ticket) for ticket in waiting.values()], time.time(), mode)
    waits = []
    for group in groups:
        if time.time() * 1000 > held.until:
            break  # another matcher may be at work by now
        tickets = [waiting[each.id] for each in group.tickets]
        if _claim(tickets, group, int(time.time()), retention_days):
            waits.append(time.time() - min(each.since for each in group.tickets))
    return waits


def _waiting(ticket: Ticket) -> Waiting:
    ratings = [member.rating for member in ticket.members]
    return Waiting(
        id=ticket.id,
        players=tuple(member.player for member in ticket.members),
        rating=sum(ratings) / len(ratings),
        since=ticket.since / 1000,
        fewest=ticket.fewest,
        most=ticket.most,
        window=ticket.window,
    )


def _claim(tickets: list[Ticket], group: Group, now: int, retention_days: int) -> bool:
    """Take a group's tickets and make their match; whether nobody was quicker."""
    members = [member for ticket in tickets for member in ticket.members]
    secrets.SystemRandom().shuffle(members)  # who sits where is nobody's merit
    profiles = players.load_many(member.player for member in members)
    game = GAMES[tickets[0].game]
    made = Match(
        id=code(),
        game=game.slug,
        rules=game.version,
        options=tickets[0].options,
        seed=secrets.token_bytes(32),
        invite=code(50),
        public=False,
        fewest=len(members),
        most=len(members),
        created=now,
        expires_at=now + retention_days * 86_400,
        seats=tuple(
            Seat(member.player, profiles[member.player].name, member.nonce) for member in members
        ),
        status="playing",
        hand=Hand(1, 0, 0, None, (f"0:{DEAL}",)),
    )
    taken = [
        replace(
            ticket,
            status="matched",
            match=made.id,
            expires_at=now + store.LIFE,
            version=ticket.version + 1,
        )
        for ticket in tickets
    ]
    try:
        store.claim(taken, made)
    except (StaleTicket, Unavailable):
        return False  # whatever became of it, the tickets say
    return True


def match_everywhere(rules: Rules, *, retention_days: int, seconds: float) -> int:
    """Make what matches there are to make in all queues, for so long; how many."""
    until = time.time() + seconds
    made = 0
    names = list(store.queues())
    secrets.SystemRandom().shuffle(names)  # should the time be short, it is not always the same
    for name in names:
        if time.time() > until:
            break
        with suppress(Unavailable):  # a queue that cannot be reached holds up no other
            if store.oldest(name, 1):
                made += match(store.queue(name), rules, retention_days=retention_days)
    return made
