"""Deal the cards: the match starts, or its next hand."""

from aws_lambda_powertools.event_handler import Response

from croupier.api.http import lambda_handler, resolver
from croupier.api.moves import MoveBody, make_move

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/matches/<match_id>/deal")
def deal(match_id: str, body: MoveBody) -> Response[str]:
    """Deal the cards: the match starts, or its next hand."""
    return make_move(app, match_id, "deal", body)
