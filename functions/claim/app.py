"""Claim the prize, or pass."""

from aws_lambda_powertools.event_handler import Response

from croupier.api.http import lambda_handler, resolver
from croupier.api.moves import MoveBody, make_move

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/matches/<match_id>/claim")
def claim(match_id: str, body: MoveBody) -> Response[str]:
    """Claim the prize, or pass."""
    return make_move(app, match_id, "claim", body)
