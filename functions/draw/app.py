"""Draw a card."""

from aws_lambda_powertools.event_handler import Response

from croupier.api.http import lambda_handler, resolver
from croupier.api.moves import MoveBody, make_move

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/matches/<match_id>/draw")
def draw(match_id: str, body: MoveBody) -> Response[str]:
    """Draw a card."""
    return make_move(app, match_id, "draw", body)
