"""Matchmaking: tickets of players who look for others to play with."""

from aws_lambda_powertools.event_handler import Response

from croupier.api import matchmaking
from croupier.api.http import lambda_handler, resolver
from croupier.api.matchmaking import JoiningParty, NewTicket

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/matchmaking/tickets")
def create(body: NewTicket) -> Response[str]:
    """Wait for others to play with."""
    return matchmaking.create(app, body)


@app.get("/v1/matchmaking/tickets/<ticket_id>")
def look(ticket_id: str) -> Response[str]:
    """Whether a ticket waits, and since when, or which match it has."""
    return matchmaking.look(app, ticket_id)


@app.post("/v1/matchmaking/tickets/<ticket_id>/join")
def join(ticket_id: str, body: JoiningParty) -> Response[str]:
    """Come along with a party."""
    return matchmaking.join(app, ticket_id, body)


@app.delete("/v1/matchmaking/tickets/<ticket_id>")
def cancel(ticket_id: str) -> Response[str]:
    """As any of its players, cancel a ticket."""
    return matchmaking.cancel(app, ticket_id)
