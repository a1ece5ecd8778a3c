"""Leaderboards, and how a player's rating has come about."""

from typing import Annotated

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query

from croupier.api import leaderboards
from croupier.api.http import lambda_handler, resolver

app = resolver()
handler = lambda_handler(app)

Mode = Annotated[str, Query(max_length=40, description="Of the game, if it has several.")]
Season = Annotated[
    int | None, Query(ge=1, lt=10**6, description="Left out, it is the one that runs.")
]


@app.get("/v1/leaderboards/<game>")
def show(
    game: str,
    mode: Mode = "standard",
    season: Season = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response[str]:
    """The best players of a game, and those around whoever asks.

    `rating` is what a player is at least worth, `mean` less three deviations. Equals share a rank.
    """
    return leaderboards.show(app, game, mode, season, limit)


@app.get("/v1/players/<player_id>/history")
def history(
    player_id: str,
    game: Annotated[str, Query(max_length=40)],
    mode: Mode = "standard",
    season: Season = None,
    after: Annotated[int | None, Query(ge=1, lt=10**6)] = None,
) -> Response[str]:
    """What each match has done to a player's rating, newest first; `next` is the `after` of more.

    `match_id` is there for the player alone.
    """
    return leaderboards.history(app, player_id, game, mode, season, after)
