"""Matches beside their moves: made, found, joined, left, looked at."""

import os
import time
from typing import Annotated, Any, Literal

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from pydantic import Field

from croupier.api import identity
from croupier.api.answers import answer, idempotency_key, unchanged
from croupier.games.protocol import Strict
from croupier.matches import lobby, watch
from croupier.matches.rematch import rematch
from croupier.store.matches import Match

Nonce = Annotated[
    str,
    Field(
        max_length=64,
        description="A text of your own that goes into every shuffle, so that nobody else "
        "can have chosen the deal.",
    ),
]


class NewMatch(Strict):
    """What to play, and with how many."""

    game: Annotated[str, Field(max_length=40)]
    seats: int | None = Field(
        None,
        description="The number to play with; left out, it is the most that the game takes, and "
        "the match may be dealt from the fewest on.",
    )
    options: dict[str, Any] = Field({}, description="As /v1/games/{game} describes them.")
    visibility: Literal["private", "public"] = Field(
        "private",
        description="A private match takes an invitation; a public one is listed, and can be "
        "watched by anybody.",
    )
    nonce: Nonce = ""


class Joining(Strict):
    """How to come in."""

    invite: Annotated[str, Field(max_length=40)] | None = None
    nonce: Nonce = ""


class Leaving(Strict):
    """Whose seat becomes free: one's own, or as the host another player's."""

    seat: Annotated[int, Field(ge=0, lt=1000)] | None = None


class Asking(Strict):
    """Nothing more to say."""


class NewNonce(Strict):
    """What the own seat adds to the shuffles."""

    nonce: Nonce


def create(app: APIGatewayHttpResolver, body: NewMatch) -> Response[str]:
    """Make a match and sit on its seat 0."""
    player = identity.account(app)
    plan = lobby.Plan(body.game, body.options, body.seats, body.visibility == "public", body.nonce)
    match = lobby.create(
        player.id,
        player.name,
        plan,
        key=idempotency_key(app),
        now=int(time.time()),
        retention_days=_retention_days(),
    )
    made = {"match_id": match.id, "invite": match.invite, "version": match.version}
    return answer(
        {**made, "view": watch.view_now(watch.sight(match, player.id))},
        status=201,
        version=match.version,
        Location=f"/v1/matches/{match.id}",
    )


def list_open(game: str, after: str) -> dict[str, Any]:
    """A page of open public matches."""
    found, following = lobby.open_matches(game, after)
    page: dict[str, Any] = {
        "matches": [
            {
                "match_id": match.id,
                "game": match.game,
                "options": match.options,
                "fewest": match.fewest,
                "most": match.most,
                "players": [seat.name for seat in match.seats if seat],
                "created": match.created,
            }
            for match in found
        ]
    }
    if following:
        page["next"] = following
    return page


def list_mine(app: APIGatewayHttpResolver, status: str | None, after: str) -> dict[str, Any]:
    """A page of the asker's matches, and whether they wait for the asker."""
    player = identity.player(app)
    found, following = watch.mine(player, after)
    page: dict[str, Any] = {
        "matches": [
            {
                "match_id": seen.match.id,
                "game": seen.match.game,
                "status": seen.match.status,
                "version": seen.match.version,
                "players": [seat.name for seat in seen.match.seats if seat],
                "you": seen.seat,
                "your_turn": watch.waits_for(seen),
            }
            for seen in found
            if status in (None, seen.match.status)
        ]
    }
    if following:
        page["next"] = following
    return page


def join(app: APIGatewayHttpResolver, match_id: str, body: Joining) -> Response[str]:
    """Take a seat."""
    player = identity.account(app)
    match = lobby.join(match_id, player.id, player.name, invite=body.invite, nonce=body.nonce)
    return _seated(match, player.id)


def play_again(app: APIGatewayHttpResolver, match_id: str) -> Response[str]:
    """Take the own seat in the match after this one."""
    player = identity.account(app)
    now = int(time.time())
    match = rematch(match_id, player.id, player.name, now=now, retention_days=_retention_days())
    return _seated(match, player.id)


def leave(app: APIGatewayHttpResolver, match_id: str, body: Leaving) -> Response[str]:
    """Free a seat before the deal."""
    match = lobby.leave(match_id, identity.player(app), seat=body.seat)
    return answer({"version": match.version, "status": match.status}, version=match.version)


def close(app: APIGatewayHttpResolver, match_id: str) -> Response[str]:
    """End a match before it has begun."""
    match = lobby.close(match_id, identity.player(app))
    return answer({"version": match.version, "status": match.status}, version=match.version)


def set_nonce(app: APIGatewayHttpResolver, match_id: str, body: NewNonce) -> Response[str]:
    """Set the own seat's nonce."""
    player = identity.player(app)
    return _seated(lobby.set_nonce(match_id, player, body.nonce), player)


def look(app: APIGatewayHttpResolver, match_id: str, move: int | None) -> Response[str]:
    """The view of whoever asks, as it is now or was after that many moves."""
    seen = watch.watch(match_id, identity.visitor(app))
    version = seen.match.version
    if move is None:
        return unchanged(app, version) or answer(watch.view_now(seen), version=version)
    return answer(watch.view_then(seen, move), version=version)


def score(app: APIGatewayHttpResolver, match_id: str) -> Response[str]:
    """The score sheet as it stands for whoever asks."""
    seen = watch.watch(match_id, identity.visitor(app))
    return answer(watch.score_now(seen), version=seen.match.version)


def record(app: APIGatewayHttpResolver, match_id: str) -> Response[str]:
    """The record, as far as whoever asks may know it."""
    seen = watch.watch(match_id, identity.visitor(app))
    return answer(watch.record_now(seen), version=seen.match.version)


def _seated(match: Match, player: str) -> Response[str]:
    seen = watch.sight(match, player)
    version = seen.match.version
    return answer(
        {
            "match_id": match.id,
            "seat": seen.seat,
            "version": version,
            "view": watch.view_now(seen),
        },
        version=version,
    )


def _retention_days() -> int:
    return int(os.environ["MATCH_RETENTION_DAYS"])
