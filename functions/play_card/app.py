"""Play a card to the trick, or discard one."""

from aws_lambda_powertools.event_handler import Response

from croupier.api.http import lambda_handler, resolver
from croupier.api.moves import MoveBody, make_move

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/matches/<match_id>/play-card")
def play_card(match_id: str, body: MoveBody) -> Response[str]:
    """Play a card to the trick, or discard one."""
    return make_move(app, match_id, "play-card", body)
