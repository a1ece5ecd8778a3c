"""Put a tile on a cell, or mark a card or a square."""

from aws_lambda_powertools.event_handler import Response

from croupier.api.http import lambda_handler, resolver
from croupier.api.moves import MoveBody, make_move

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/matches/<match_id>/place")
def place(match_id: str, body: MoveBody) -> Response[str]:
    """Put a tile on a cell, or mark a card or a square."""
    return make_move(app, match_id, "place", body)
