"""The whole service in this process: the real handlers over a moto table, with players."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

import boto3
from moto import mock_aws
from moto.core.base_backend import BackendDict
from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import dynamodb_backends

from croupier.matches import tables
from croupier.players import keys
from croupier.store import table
from tests.flow.client import Answer, Json, call, handler_of
from tests.template import routes, table_properties

ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_DEFAULT_REGION": "eu-central-1",
    "MATCH_RETENTION_DAYS": "90",
    "SEASON": "1",
    "TABLE_NAME": "croupier",
    "TOKEN_SECRET": "token-key",
}
SECRET = "a-key-of-this-test-and-of-no-other-deployment"
_ROUTES = routes()
_client = cache(boto3.client)  # to make one takes longer than most tests


@contextmanager
def aws() -> Iterator[None]:
    """An empty table and a fresh secret; what the process had cached of others is forgotten."""
    with mock_aws(), patch("boto3.client", _client):
        # Where an outer mock is running, its data is still there.
        BackendDict.reset()
        forget()
        _client("dynamodb").create_table(TableName="croupier", **table_properties())
        _client("secretsmanager").create_secret(Name="token-key", SecretString=SECRET)
        yield
        forget()


def forget() -> None:
    """Make the process a cold one."""
    table.client.cache_clear()
    table.name.cache_clear()
    keys.forget()
    tables.forget()


def new_key(text: str) -> None:
    """Rotate the key that signs tokens."""
    _client("secretsmanager").put_secret_value(SecretId="token-key", SecretString=text)


def everything() -> list[Json]:
    """All items of the table, in a fixed order. From within moto: a scan takes thrice as long."""
    backend = dynamodb_backends[DEFAULT_ACCOUNT_ID][ENVIRONMENT["AWS_DEFAULT_REGION"]]
    items = [
        {name: value.to_regular_json() for name, value in item.attrs.items()}
        for item in backend.tables["croupier"].all_items()
    ]
    return sorted(items, key=lambda item: (item["pk"]["S"], item["sk"]["S"]))


def routed(method: str, path: str) -> str:
    """The folder of the function that has a route."""
    return next(
        (name for name, verb, pattern in _ROUTES if verb == method and pattern.fullmatch(path)),
        "score",
    )


def send(
    method: str,
    path: str,
    body: Any = None,
    *,
    token: str | None = None,
    query: dict[str, str] | None = None,
    raw: str | None = None,
    **headers: str,
) -> Answer:
    """A request to whichever function has the route."""
    handler = handler_of(routed(method, path))
    sent = {"content-type": "application/json"}
    if token:
        sent["authorization"] = f"Bearer {token}"
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    return call(method, path, body, raw=raw, headers=sent, handler=handler, query=query)


@dataclass(frozen=True)
class Player:
    """Somebody who plays."""

    id: str
    name: str
    token: str
    refresh_token: str
    recovery_code: str

    def send(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        return send(method, path, body, token=self.token, **more)


def guest(name: str = "Guest") -> Player:
    made = send("POST", "/v1/players", {"name": name}).json
    secrets = made["token"], made["refresh_token"], made["recovery_code"]
    return Player(made["player_id"], name, *secrets)


def guests(count: int) -> list[Player]:
    return [guest(f"Player {number}") for number in range(count)]


@dataclass(frozen=True)
class Match:
    """A match, by its players in the order of their seats."""

    id: str
    invite: str
    players: list[Player]

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"

    def view(self, seat: int | None = None) -> Json:
        """What this seat sees; None is a spectator."""
        sender = send if seat is None else self.players[seat].send
        answer = sender("GET", self.path)
        assert answer.status == 200, answer.text
        view: Json = answer.json
        return view

    def send(self, seat: int, what: str, body: Any = None, **more: Any) -> Answer:
        """A POST of this seat: a move, join, leave."""
        return self.players[seat].send("POST", f"{self.path}/{what}", body or {}, **more)

    def move(self, seat: int, verb: str, body: Any = None, **more: Any) -> Json:
        """A move that is taken."""
        answer = self.send(seat, verb, body, **more)
        assert answer.status == 200, answer.text
        moved: Json = answer.json
        return moved

    def record(self) -> Json:
        record: Json = self.players[0].send("GET", f"{self.path}/record").json
        return record


def match_of(players: list[Player], *, dealt: bool = True, **plan: Any) -> Match:
    """A match that the first player has created and the others have joined."""
    plan = {"game": "texas-bingo", "seats": len(players), **plan}
    made = players[0].send("POST", "/v1/matches", plan)
    assert made.status == 201, made.text
    match = Match(made.json["match_id"], made.json["invite"], players)
    for seat in range(1, len(players)):
        joined = match.send(seat, "join", {"invite": match.invite})
        assert (joined.status, joined.json["seat"]) == (200, seat), joined.text
    if dealt:
        match.move(0, "deal")
    return match


def options(mode: str = "standard", **others: Any) -> Json:
    """What a plan says for a match of this mode."""
    return {"options": {"mode": mode, **others}}


def any_move(rng: Random, view: Json) -> tuple[str, Json]:
    """One of the moves that a view says are legal."""
    request = rng.choice(view["legal"])
    return request["verb"], request["body"]


def play_on(match: Match, rng: Random, turns: int = 1000) -> None:
    """Random moves in random order until the match is over, or that turn has come."""
    view = match.view(0)
    while view["status"] != "finished" and view["turn"] < turns:
        seat = rng.choice(view["to_act"])
        if view["you"] != seat:
            view = match.view(seat)
        view = match.move(seat, *any_move(rng, view))["view"]


def choose_missions(match: Match) -> None:
    """Every player keeps the first mission."""
    for seat in range(len(match.players)):
        match.move(seat, *any_move(Random(seat), match.view(seat)))
