"""Matchmaking: tickets of players who look for others to play with."""

import os
import time
from contextlib import suppress
from typing import Annotated, Any

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from pydantic import Field

from croupier.api import identity
from croupier.api.answers import answer, idempotency_key
from croupier.api.matches import Nonce
from croupier.games.protocol import Strict
from croupier.matchmaking import matching, tickets
from croupier.matchmaking.queues import mode_at
from croupier.matchmaking.rules import SEATS, deployed
from croupier.store import tickets as store
from croupier.store.errors import Unavailable
from croupier.store.tickets import Ticket

SeatCount = Annotated[int, Field(ge=2, le=SEATS)]


class Seats(Strict):
    """How many to play with; what is left out is as the mode says."""

    min: SeatCount | None = None
    max: SeatCount | None = None


class NewTicket(Strict):
    """What to play with strangers."""

    game: Annotated[str, Field(max_length=40)]
    mode: Annotated[str, Field(min_length=1, max_length=40)] | None = Field(
        None, description="The name of a mode; left out, it is the first of the game."
    )
    options: dict[str, Any] | None = Field(
        None, description="Instead of a mode, options as /v1/games/{game} describes them."
    )
    seats: Seats = Field(default_factory=Seats)
    party: int = Field(
        1,
        ge=1,
        le=SEATS,
        description="How many come together, yourself among them. The others join this ticket "
        "with its invite code; it waits for a match once all have.",
    )
    rating_window: int | None = Field(
        None, ge=1, le=10_000, description="How far apart ratings may be at most."
    )
    nonce: Nonce = ""


class JoiningParty(Strict):
    """How to come along with a party."""

    invite: Annotated[str, Field(max_length=40)]
    nonce: Nonce = ""


def create(app: APIGatewayHttpResolver, body: NewTicket) -> Response[str]:
    """Make a ticket, and try whether it can be matched."""
    player = identity.account(app).id
    wish = tickets.Wish(
        game=body.game,
        mode=body.mode,
        options=body.options,
        fewest=body.seats.min,
        most=body.seats.max,
        party=body.party,
        window=body.rating_window,
        nonce=body.nonce,
    )
    ticket = tickets.create(player, wish, deployed(), key=idempotency_key(app), now=time.time())
    _, usual = _try(ticket)
    location = f"/v1/matchmaking/tickets/{ticket.id}"
    return answer(_told(ticket, usual), status=201, Location=location)


def join(app: APIGatewayHttpResolver, ticket_id: str, body: JoiningParty) -> Response[str]:
    """Come along with a party."""
    player = identity.account(app).id
    ticket = tickets.join(ticket_id, player, body.invite, body.nonce, now=time.time())
    return _tried(ticket, player)


def look(app: APIGatewayHttpResolver, ticket_id: str) -> Response[str]:
    """A ticket, for which a match is tried once more."""
    player = identity.player(app)
    return _tried(tickets.look(ticket_id, player), player)


def cancel(app: APIGatewayHttpResolver, ticket_id: str) -> Response[str]:
    """Cancel a ticket."""
    return answer(_told(tickets.cancel(ticket_id, identity.player(app)), None))


def _tried(ticket: Ticket, player: str) -> Response[str]:
    """A ticket as it is once a match has been tried."""
    made, usual = _try(ticket)
    if made:
        ticket = tickets.look(ticket.id, player)
    return answer(_told(ticket, usual))


def _try(ticket: Ticket) -> tuple[int, float | None]:
    """Make matches of who waits in the ticket's queue: how many, and how long one waits there."""
    if ticket.status == "waiting" and ticket.complete:
        days = int(os.environ["MATCH_RETENTION_DAYS"])
        with suppress(Unavailable):  # the ticket is written, and whoever comes next tries again
            queue = store.queue(ticket.queue)
            return matching.match(queue, deployed(), retention_days=days, own=ticket), queue.wait
    return 0, None


def _told(ticket: Ticket, usual: float | None) -> dict[str, Any]:
    """A ticket; `usual` is how many seconds one waits in its queue."""
    told: dict[str, Any] = {
        "ticket_id": ticket.id,
        "status": ticket.status,
        "game": ticket.game,
        "mode": ticket.mode or None,
        "options": ticket.options,
        "seats": {"min": ticket.fewest, "max": ticket.most},
    }
    if ticket.party > 1:
        told["party"] = {
            "size": ticket.party,
            "joined": [member.player for member in ticket.members],
            "invite": ticket.invite,
        }
    if ticket.status == "waiting":
        told |= {"waiting_since": ticket.since // 1000, "expires_at": ticket.expires_at}
        if ticket.complete:
            told |= _waiting(ticket, usual)
    if ticket.match:
        told["match_id"] = ticket.match
    return told


def _waiting(ticket: Ticket, usual: float | None) -> dict[str, Any]:
    """How far apart ratings may be by now, and how long it might still take."""
    waited = max(0.0, time.time() - ticket.since / 1000)
    mode = mode_at(deployed(), ticket.queue)
    width = mode.width(waited) if mode else 0.0  # nobody is matched any more
    window = min(width, ticket.window or width)
    return {
        "window": None if window == float("inf") else round(window),
        "estimate": None if usual is None else max(0, round(usual - waited)),
    }
