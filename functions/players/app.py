"""Players: guest accounts, their tokens, their profile, their matches."""

from typing import Annotated, Any, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query

from croupier.api import matches, players
from croupier.api.http import lambda_handler, resolver
from croupier.api.players import NewPlayer, ProfileChange, Reopening

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/players")
def create(body: NewPlayer) -> Response[str]:
    """Make a guest account."""
    return players.create(body)


@app.post("/v1/players/token")
def reopen(body: Reopening) -> Response[str]:
    """A new token for the refresh token, or on another device for the recovery code."""
    return players.reopen(body)


@app.get("/v1/players/me")
def profile() -> Response[str]:
    """The own profile."""
    return players.profile(app)


@app.patch("/v1/players/me")
def change(body: ProfileChange) -> Response[str]:
    """Change the own profile."""
    return players.change(app, body)


@app.get("/v1/players/me/matches")
def list_mine(
    status: Literal["open", "playing", "finished"] | None = None,
    after: Annotated[str, Query(max_length=40, pattern="^[0-9a-z]*$")] = "",
) -> dict[str, Any]:
    """The own matches, and which wait for the asker; `next` is the `after` of more."""
    return matches.list_mine(app, status, after)
