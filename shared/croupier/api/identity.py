"""Who asks: the bearer token of a request (RFC 6750)."""

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver

from croupier.api.problems import Problem
from croupier.players.tokens import BadToken, player_of
from croupier.store import players
from croupier.store.players import Player


def player(app: APIGatewayHttpResolver) -> str:
    """The player who asks; 401 for everybody else."""
    asking = visitor(app)
    if asking is None:
        raise _unauthorized("token-missing", "This needs a token. POST /v1/players gives one.")
    return asking


def visitor(app: APIGatewayHttpResolver) -> str | None:
    """The player who asks, or None where no token is shown; 401 for a token that is no good."""
    header = app.current_event.headers.get("authorization")
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise _unauthorized("token-invalid", "Authorization takes the word Bearer and a token.")
    try:
        return player_of(token.strip())
    except BadToken as bad:
        if bad.expired:
            raise _unauthorized(
                "token-expired", "The token has expired. POST /v1/players/token gives a new one."
            ) from None
        raise _unauthorized("token-invalid", "The token is not one of ours.") from None


def account(app: APIGatewayHttpResolver) -> Player:
    """The account of the player who asks; 401 for everybody else, and if it is gone."""
    found = players.load(player(app))
    if found is None:
        raise gone()
    return found


def gone() -> Problem:
    """The refusal of a token that has outlived its account."""
    return _unauthorized("token-invalid", "The account of this token does not exist any more.")


def _unauthorized(code: str, detail: str) -> Problem:
    return Problem(401, code, detail, {"WWW-Authenticate": "Bearer"})
