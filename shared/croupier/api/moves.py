"""A move: the same for every verb, from its request to its answer."""

from typing import Annotated
from uuid import uuid4

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from pydantic import BaseModel, ConfigDict, Field

from croupier.api import identity
from croupier.api.answers import answer, idempotency_key, wanted_version
from croupier.matches import moves


class MoveBody(BaseModel):
    """The turn that the move answers, and what the game's verb takes besides."""

    model_config = ConfigDict(extra="allow", strict=True)

    turn: Annotated[int, Field(ge=0, lt=10**9)] | None = None


def make_move(
    app: APIGatewayHttpResolver, match_id: str, verb: str, body: MoveBody
) -> Response[str]:
    """Make a move of this verb for whoever asks."""
    request = moves.Request(
        player=identity.player(app),
        verb=verb,
        body=body.model_dump(exclude_unset=True),
        key=idempotency_key(app) or uuid4().hex,
        if_match=wanted_version(app),
    )
    made = moves.make(match_id, request)
    return answer(
        {"version": made.version, "events": made.events, "view": made.view}, version=made.version
    )
