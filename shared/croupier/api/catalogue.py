"""The games that can be played, told to frontends."""

from functools import cache
from inspect import getdoc
from typing import Any, get_args

from pydantic import BaseModel, Field

from croupier.api.problems import Problem
from croupier.games import GAMES
from croupier.games.protocol import Game, mode_of
from croupier.matchmaking.queues import seats_of
from croupier.matchmaking.rules import deployed


class SeatRange(BaseModel):
    """The fewest and the most who can play."""

    min: int
    max: int


class GameSummary(BaseModel):
    """A game in the list of games."""

    slug: str = Field(description="Its name in paths and bodies.")
    title: str
    summary: str
    seats: SeatRange = Field(description="Over all modes of the game.")
    modes: dict[str, SeatRange] = Field(
        description="The seats by `mode`, for a game that has this option."
    )


class GameList(BaseModel):
    """The games that can be played."""

    games: list[GameSummary]


class MatchmakingMode(BaseModel):
    """What is played with strangers under a name, and how many of them there can be."""

    options: dict[str, Any]
    seats: SeatRange
    leaderboard: str = Field(description="The `mode` of its leaderboard.")


class GameDescription(GameSummary):
    """All that a form for a new match or a ticket needs."""

    rules_version: int
    options: dict[str, Any] = Field(description="The JSON Schema (2020-12) of the options.")
    verbs: dict[str, str] = Field(description="What each verb does in this game.")
    resigning: str = Field(description="What becomes of a seat that resigns.")
    matchmaking: dict[str, MatchmakingMode] = Field(
        description="What a ticket can name as its `mode`; one that names none has the first."
    )


def list_games() -> GameList:
    """All games."""
    return GameList(games=[GameSummary(**_summary(game)) for game in GAMES.values()])


def describe_game(slug: str) -> GameDescription:
    """One game; `unknown-game` if there is none of that name."""
    game = GAMES.get(slug)
    if game is None:
        raise Problem(404, "unknown-game", "There is no such game. /v1/games has the list.")
    return GameDescription(
        **_summary(game),
        rules_version=game.version,
        options=_options_schema(slug),
        verbs={verb: getdoc(body) or "" for verb, body in game.VERBS.items()},
        resigning=game.resigning,
        matchmaking={
            name: MatchmakingMode(
                options=mode.options,
                seats=_range(*seats_of(slug, mode.options, mode)),
                leaderboard=mode_of(mode.options),
            )
            for name, mode in deployed().get(slug, {}).items()
        },
    )


def _summary(game: Game) -> dict[str, Any]:
    mode = game.Options.model_fields.get("mode")
    modes = {each: game.Options(mode=each) for each in get_args(mode.annotation)} if mode else {}
    ranges = [game.seats(options) for options in modes.values() or [game.Options()]]
    return {
        "slug": game.slug,
        "title": game.title,
        "summary": game.summary,
        "seats": _range(min(least for least, _ in ranges), max(most for _, most in ranges)),
        "modes": {each: _range(*seats) for each, seats in zip(modes, ranges, strict=False)},
    }


def _range(fewest: int, most: int) -> SeatRange:
    return SeatRange(min=fewest, max=most)


@cache
def _options_schema(slug: str) -> dict[str, Any]:
    schema = GAMES[slug].Options.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
