"""Tickets: asked for, joined by a party, looked at, cancelled."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import TypeVar

from pydantic import ValidationError

from croupier.games import GAMES
from croupier.games.protocol import Json, mode_of
from croupier.matches.refused import Busy, InvalidBody, Refused
from croupier.matchmaking.queues import mode_for, queue_of, seats_of
from croupier.matchmaking.rules import SEATS, Mode, Rules
from croupier.ratings import seasons
from croupier.store import tickets as store
from croupier.store.errors import Unavailable
from croupier.store.ids import code, code_of
from croupier.store.pausing import pause
from croupier.store.tickets import Member, StaleTicket, Ticket

_CONFLICTS = 12 + 2 * SEATS  # a whole party may join at once
_OUTAGES = 2  # each may take six seconds
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play, and with whom."""

    game: str
    mode: str | None  # a name; None with options of one's own, or for the first of the game
    options: Json | None
    fewest: int | None  # seats; None is what the mode says
    most: int | None
    party: int  # how many come together, the asker among them
    window: int | None  # the widest spread of ratings
    nonce: str


def create(player: str, wish: Wish, rules: Rules, *, key: str | None, now: float) -> Ticket:
    """A new ticket. With a key, the same one asked for again is the same ticket.

    Raises Refused: what is asked for cannot be played, or the player waits for this game already.
    """
    mode, name, options = _mode(wish, rules)
    fewest, most = _seats(wish, mode, options)
    ticket = Ticket(
        id=code_of(f"ticket/{player}/{key}".encode()) if key else code(),
        game=wish.game,
        mode=name,
        options=options,
        queue=queue_of(wish.game, name, options, mode.shards, player),
        fewest=fewest,
        most=most,
        party=wish.party,
        invite=code(50) if wish.party > 1 else "",
        members=(_member(player, wish.nonce, wish.game, options),),
        since=int(now * 1000),
        expires_at=int(now) + store.LIFE,
        window=wish.window,
        request=_digest(wish) if key else "",
    )

    def attempt() -> Ticket:
        try:
            store.make_known(ticket.queue, int(now))
            store.create(ticket)
        except (StaleTicket, Unavailable):
            # Perhaps it was written; then it is there now.
            if before := store.load(ticket.id):
                if before.request != ticket.request:
                    raise Refused(
                        "key-reused", "This Idempotency-Key came with another request."
                    ) from None
                return before
            _waits_for_nothing(player, wish.game)
            raise
        return ticket

    return _insist(attempt)


def join(ticket_id: str, player: str, invite: str, nonce: str, *, now: float) -> Ticket:
    """Consent to come along with a party; who has consented already stays in it."""

    def judge(ticket: Ticket) -> Ticket:
        if any(member.player == player for member in ticket.members):
            return ticket
        if not ticket.invite or invite != ticket.invite:
            raise Refused("wrong-invite", "That is not the code of this ticket's party.")
        _still_waits(ticket)
        if ticket.complete:
            raise Refused("party-full", "The party is complete.")
        _waits_for_nothing(player, ticket.game)
        members = (*ticket.members, _member(player, nonce, ticket.game, ticket.options))
        return replace(ticket, members=members, since=int(now * 1000), version=ticket.version + 1)

    return _change(ticket_id, judge, store.join)


def cancel(ticket_id: str, player: str) -> Ticket:
    """As any of its players, cancel a ticket that has no match yet."""

    def judge(ticket: Ticket) -> Ticket:
        _own(ticket, player)
        if ticket.status == "cancelled":
            return ticket
        _still_waits(ticket)
        return replace(ticket, status="cancelled", version=ticket.version + 1)

    return _change(ticket_id, judge, store.cancel)


def look(ticket_id: str, player: str) -> Ticket:
    """A ticket, for one of its players."""
    ticket = store.load(ticket_id)
    if ticket is None:
        raise Refused("unknown-ticket", "There is no such ticket.")
    _own(ticket, player)
    return ticket


def _change(
    ticket_id: str, judge: Callable[[Ticket], Ticket], write: Callable[[Ticket], None]
) -> Ticket:
    def attempt() -> Ticket:
        ticket = store.load(ticket_id)
        if ticket is None:
            raise Refused("unknown-ticket", "There is no such ticket.")
        after = judge(ticket)
        if after is not ticket:
            write(after)
        return after

    return _insist(attempt)


def _insist(attempt: Callable[[], _T]) -> _T:
    """Attempt it again while others are quicker, or the store is away for a moment."""
    conflicts = outages = 0
    while True:
        try:
            return attempt()
        except StaleTicket:
            conflicts += 1
        except Unavailable:
            outages += 1
        if conflicts > _CONFLICTS or outages > _OUTAGES:
            raise Busy
        pause(conflicts + outages)


def _own(ticket: Ticket, player: str) -> None:
    if all(member.player != player for member in ticket.members):
        raise Refused("not-your-ticket", "You are not one of this ticket's players.")


def _still_waits(ticket: Ticket) -> None:
    if ticket.status == "matched":
        raise Refused("already-matched", "The ticket has its match.")
    if ticket.status == "cancelled":
        raise Refused("ticket-cancelled", "The ticket has been cancelled.")


def _waits_for_nothing(player: str, game: str) -> None:
    if before := store.waiting_of(player, game):
        raise Refused("already-waiting", "You wait for this game already.", ticket_id=before)


def _mode(wish: Wish, rules: Rules) -> tuple[Mode, str, Json]:
    """The rules for a wish, the name of its mode (empty for other options) and the options."""
    modes = rules.get(wish.game)
    if not modes:
        raise Refused("unknown-game", "There is no such game.")
    if wish.options is None:
        name = wish.mode or next(iter(modes))
        if name not in modes:
            raise Refused("unknown-mode", f"The modes of this game are {', '.join(modes)}.")
        return modes[name], name, modes[name].options
    if wish.mode is not None:
        raise Refused("unknown-mode", "Name a mode or give options, not both.")
    try:
        chosen = GAMES[wish.game].Options.model_validate(wish.options)
    except ValidationError as error:
        raise InvalidBody(error, "options") from None
    options = chosen.model_dump(mode="json", exclude_defaults=True)
    name, mode = mode_for(rules, wish.game, options, "")
    return mode, name, options


def _seats(wish: Wish, mode: Mode, options: Json) -> tuple[int, int]:
    """How few and how many the wish is to be played with."""
    game = GAMES[wish.game]
    least, greatest = seats_of(wish.game, options, mode)
    if least > greatest:
        raise Refused("wrong-seats", "This is not played with strangers.")
    fewest, most = wish.fewest or least, wish.most or greatest
    if not least <= fewest <= most <= greatest:
        raise Refused("wrong-seats", f"Matchmaking for this takes {least} to {greatest} seats.")
    if wish.party > most:
        raise Refused("wrong-seats", f"A party of {wish.party} does not fit on {most} seats.")
    chosen = game.Options.model_validate(options)
    for seats in range(fewest, most + 1):
        try:
            game.check(chosen, seats)
        except ValueError as error:
            raise Refused("impossible-options", f"With {seats} seats {error}.") from None
    return fewest, most


def _member(player: str, nonce: str, game: str, options: Json) -> Member:
    board = seasons.board(game, mode_of(options))
    return Member(player, nonce, seasons.current([player], board)[player].mean)


def _digest(wish: Wish) -> str:
    return sha256(json.dumps(asdict(wish), sort_keys=True).encode()).hexdigest()[:12]
