"""Matches beside their moves: made, found, joined, left, looked at."""

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query

from croupier.api import matches
from croupier.api.http import lambda_handler, resolver
from croupier.api.matches import Asking, Joining, Leaving, NewMatch, NewNonce
from croupier.api.moves import MoveBody, make_move
from croupier.games.protocol import RESIGN

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/matches")
def create(body: NewMatch) -> Response[str]:
    """Make a match and sit on its seat 0."""
    return matches.create(app, body)


@app.get("/v1/matches")
def list_open(
    game: Annotated[str, Query(max_length=40)], after: Annotated[str, Query(max_length=40)] = ""
) -> dict[str, Any]:
    """The public matches that can be joined, newest first; `next` is the `after` of more."""
    return matches.list_open(game, after)


@app.get("/v1/matches/<match_id>")
def look(
    match_id: str,
    at: Annotated[int | None, Query(ge=1, lt=10**9, description="A number of moves.")] = None,
) -> Response[str]:
    """The view of whoever asks, as it is now or as it was after so many moves."""
    return matches.look(app, match_id, at)


@app.delete("/v1/matches/<match_id>")
def close(match_id: str) -> Response[str]:
    """As the host, end a match before it has begun."""
    return matches.close(app, match_id)


@app.post("/v1/matches/<match_id>/join")
def join(match_id: str, body: Joining) -> Response[str]:
    """Take a seat."""
    return matches.join(app, match_id, body)


@app.post("/v1/matches/<match_id>/rematch")
def play_again(match_id: str, body: Asking) -> Response[str]:
    """Take the own seat in the match after this one, which is made when first asked for."""
    return matches.play_again(app, match_id)


@app.post("/v1/matches/<match_id>/leave")
def leave(match_id: str, body: Leaving) -> Response[str]:
    """Free one's own seat before the deal, or as the host another player's."""
    return matches.leave(app, match_id, body)


@app.post("/v1/matches/<match_id>/resign")
def resign(match_id: str, body: Asking) -> Response[str]:
    """Leave a match that is being played, which counts as losing it."""
    return make_move(app, match_id, RESIGN, MoveBody())


@app.put("/v1/matches/<match_id>/nonce")
def set_nonce(match_id: str, body: NewNonce) -> Response[str]:
    """Set what the own seat adds to the shuffles, before the deal."""
    return matches.set_nonce(app, match_id, body)


@app.get("/v1/matches/<match_id>/score")
def score(match_id: str) -> Response[str]:
    """The score sheet as it stands for whoever asks."""
    return matches.score(app, match_id)


@app.get("/v1/matches/<match_id>/record")
def record(match_id: str) -> Response[str]:
    """The record: when the match is over all of it, before that what whoever asks may know."""
    return matches.record(app, match_id)
