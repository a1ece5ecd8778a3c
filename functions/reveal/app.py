"""Turn up, call or draw what everybody sees next."""

from aws_lambda_powertools.event_handler import Response

from croupier.api.http import lambda_handler, resolver
from croupier.api.moves import MoveBody, make_move

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/matches/<match_id>/reveal")
def reveal(match_id: str, body: MoveBody) -> Response[str]:
    """Turn up, call or draw what everybody sees next."""
    return make_move(app, match_id, "reveal", body)
