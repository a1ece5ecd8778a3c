"""Whatever is wrong with a request about players and matches: a clear 4xx, and nothing changed."""

import json
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.flow.client import Answer, Json, assert_problem
from tests.flow.service import (
    Match,
    Player,
    everything,
    guest,
    guests,
    match_of,
    options,
    send,
)
from tests.flow.test_bad_input import BAD, NOT_JSON, at, deleted, is_refused, paths, replaced
from tests.players.bad_tokens import bad, expired
from tests.store.faults import strict, wrapped
from tests.template import routes

NO_EVENTS = {"crossroads": 0, "tunnel": 0, "sandstorm": 0}
MINE = "/v1/players/me"
ELSEWHERE = {"score", "matchmaking", "leaderboards"}  # what is wrong with those has its own tests

# For every route a request that is right as the match stands, dealt or not: `dealt` says which.
ROUTES: dict[tuple[str, str], Json | None] = {
    ("POST", "/v1/players"): {"name": "Ada"},
    ("POST", "/v1/players/token"): {"refresh_token": "…"},
    ("GET", "/v1/players/me"): None,
    ("PATCH", "/v1/players/me"): {"name": "Ada", "new_recovery_code": False},
    ("GET", "/v1/players/me/matches"): None,
    ("POST", "/v1/matches"): {
        "game": "texas-bingo",
        "seats": 2,
        "options": {"mode": "competitive", "events": {"tunnel": 1}, "auto_reveal": True},
        "visibility": "private",
        "nonce": "x",
    },
    ("GET", "/v1/matches"): None,
    ("GET", "/v1/matches/ID"): None,
    ("DELETE", "/v1/matches/ID"): None,
    ("POST", "/v1/matches/ID/join"): {"invite": "…", "nonce": "x"},
    ("POST", "/v1/matches/ID/rematch"): {},
    ("POST", "/v1/matches/ID/leave"): {"seat": 1},
    ("POST", "/v1/matches/ID/resign"): {},
    ("PUT", "/v1/matches/ID/nonce"): {"nonce": "x"},
    ("GET", "/v1/matches/ID/score"): None,
    ("GET", "/v1/matches/ID/record"): None,
    ("POST", "/v1/matches/ID/deal"): {"turn": 0},
    ("POST", "/v1/matches/ID/reveal"): {"turn": 0},
    ("POST", "/v1/matches/ID/place"): {"turn": 1, "card": "…", "cell": "a1"},
    ("POST", "/v1/matches/ID/play-card"): {"turn": 1},
    ("POST", "/v1/matches/ID/draw"): {"turn": 1},
    ("POST", "/v1/matches/ID/choose"): {"turn": 0, "mission": "jackpot"},
    ("POST", "/v1/matches/ID/claim"): {"turn": 1},
}
BODIES = {route: body for route, body in ROUTES.items() if body is not None}
OF_A_MATCH = [route for route in ROUTES if "ID" in route[1]]
FREE = {("POST", "/v1/players"), ("POST", "/v1/players/token"), ("GET", "/v1/matches")}
WATCHED = {("GET", f"/v1/matches/ID{what}") for what in ("", "/score", "/record")}


@pytest.fixture(autouse=True)
def _strict(service: None) -> Iterator[None]:
    with wrapped(strict):
        yield


@pytest.fixture
def match() -> Match:
    """A match whose seat 0 has a card to place; nobody has yet."""
    return match_of(guests(2), **options("competitive", events=NO_EVENTS))


def body_of(route: tuple[str, str], match: Match) -> Any:
    """The body that is right for this match, or None."""
    body = ROUTES[route]
    if body is None:
        return None
    player = match.players[0]
    filled = {
        "refresh_token": player.refresh_token,
        "invite": match.invite,
        "card": match.view(0)["private"].get("tiles", ["2c"])[0],
    }
    return {
        name: filled.get(name, value) if value == "…" else value for name, value in body.items()
    }


def ask(player: Player, route: tuple[str, str], match: Match, body: Any, **more: Any) -> Answer:
    method, path = route
    query = {"game": "texas-bingo"} if route == ("GET", "/v1/matches") else None
    return player.send(method, path.replace("ID", match.id), body, query=query, **more)


def test_there_is_a_request_here_for_every_route_of_the_template() -> None:
    templates = {
        (method, pattern.pattern.replace("[^/]+", "ID"))
        for folder, method, pattern in routes()
        if folder not in ELSEWHERE
    }
    assert templates == set(ROUTES)


@pytest.mark.parametrize("route", BODIES, ids=" ".join)
def test_what_is_of_another_type_or_huge_is_refused_wherever_it_stands(
    route: tuple[str, str], match: Match
) -> None:
    player, right = match.players[0], body_of(route, match)
    before = everything()
    for place in paths(right):
        good = at(right, place)
        for value in BAD:
            answer = ask(player, route, match, replaced(right, place, value))
            if type(value) is not type(good) or len(json.dumps(value)) > 1000:
                # Only what may be left out may be null.
                if value is None and answer.status < 400:
                    assert optional(route, place)
                    before = everything()
                else:
                    is_refused(answer)
            else:
                assert answer.status < 500, answer.text
                if answer.status < 400:
                    before = everything()
        assert everything() == before, place


def optional(route: tuple[str, str], place: tuple[str | int, ...]) -> bool:
    return place in [("turn",), ("seats",), ("seat",), ("invite",), ("name",)]


WITHOUT_FIELDS = {"/v1/matches/ID/play-card", "/v1/matches/ID/draw", "/v1/matches/ID/claim"}


def test_an_unknown_field_is_refused_and_named(match: Match) -> None:
    before = everything()
    for route in BODIES:
        right = body_of(route, match)
        for place in paths(right):
            if isinstance(at(right, place), dict):
                for name, value in (("extra", 1), ("extra", None), ("__class__", {}), ("", [])):
                    body = replaced(right, (*place, name), value)
                    answer = ask(match.players[0], route, match, body)
                    if route[1] in WITHOUT_FIELDS:
                        assert_problem(answer, 409, "wrong-verb")
                    else:
                        assert_problem(answer, 422, "invalid-request")
                        named = ".".join(map(str, (*place, name))).strip(".") or "body"
                        assert named in [error["field"] for error in answer.json["errors"]]
    assert everything() == before


REQUIRED = [
    (("POST", "/v1/matches"), "game"),
    (("PUT", "/v1/matches/ID/nonce"), "nonce"),
    (("POST", "/v1/matches/ID/place"), "card"),
    (("POST", "/v1/matches/ID/place"), "cell"),
    (("POST", "/v1/matches/ID/choose"), "mission"),
]


def test_a_missing_field_is_named(match: Match) -> None:
    before = everything()
    for route, field in REQUIRED:
        answer = ask(match.players[0], route, match, deleted(body_of(route, match), (field,)))
        assert_problem(answer, 422, "invalid-request")
        assert [error["field"] for error in answer.json["errors"]] == [field]
    assert everything() == before


def test_a_body_that_is_no_json_object_is_told_so(match: Match) -> None:
    before = everything()
    for route in BODIES:
        for raw in NOT_JSON.values():
            if isinstance(raw, str):
                answer = ask(match.players[0], route, match, None, raw=raw)
                assert_problem(answer, 400, "invalid-json")
        for raw in ("", "null", "[]", "true", "0", '"x"'):
            answer = ask(match.players[0], route, match, None, raw=raw)
            assert_problem(answer, 422, "invalid-request")
        answer = ask(match.players[0], route, match, None, raw='{"x":"' + "x" * 70_000 + '"}')
        assert_problem(answer, 413, "too-large")
    assert everything() == before


def test_without_a_token_nothing_but_looking_is_possible(match: Match) -> None:
    public = match_of(guests(2), visibility="public", **options("competitive"))
    before = everything()
    for route in ROUTES.keys() - FREE:
        method, path = route
        answer = send(method, path.replace("ID", public.id), body_of(route, match))
        if route in WATCHED:
            assert answer.status == 200
        else:
            assert_problem(answer, 401, "token-missing")
            assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert everything() == before


def test_a_token_that_proves_nothing_opens_nothing(match: Match) -> None:
    """Not even what is open to those who show none."""
    before = everything()
    tokens = bad(match.players[0].id)
    for number, route in enumerate(sorted(ROUTES.keys() - FREE)):
        # Each route sees the way to the check; one of them sees every token.
        chosen = tokens if number == 0 else {"alg none": tokens["alg none"]}
        for what, token in chosen.items():
            answer = send(
                route[0], route[1].replace("ID", match.id), body_of(route, match), token=token
            )
            assert_problem(answer, 401, "token-invalid")
            assert token.strip() not in answer.text or len(token) < 8, what
        answer = send(
            route[0],
            route[1].replace("ID", match.id),
            body_of(route, match),
            token=expired(match.players[0].id),
        )
        assert_problem(answer, 401, "token-expired")
    assert everything() == before


def test_an_authorization_that_is_none_is_refused(match: Match) -> None:
    for header in (
        "Bearer",
        "Bearer ",
        "bearer",
        "Basic QWxh",
        "Token x",
        "x",
        " ",
        "Bearer\tx",
        "💣",
    ):
        assert_problem(send("GET", match.path, authorization=header), 401, "token-invalid")


def test_the_scheme_may_be_written_as_one_likes(match: Match) -> None:
    for scheme in ("bearer", "BEARER", "Bearer "):
        answer = send("GET", match.path, authorization=f"{scheme} {match.players[0].token} ")
        assert answer.status == 200


def test_what_is_no_token_of_access_is_none(match: Match) -> None:
    player = match.players[0]
    for token in (player.refresh_token, player.recovery_code, player.id, match.invite):
        assert_problem(send("GET", match.path, token=token), 401, "token-invalid")


def test_a_stranger_can_do_nothing_in_a_match(match: Match) -> None:
    stranger = guest()
    before = everything()
    for route in OF_A_MATCH:
        answer = ask(stranger, route, match, body_of(route, match))
        if route[1].endswith("/join"):
            assert_problem(answer, 409, "already-dealt")
        else:
            assert_problem(answer, 403, "not-seated")
    assert everything() == before


NO_IDS = [
    "x", "0" * 16, "0" * 5000, "é" * 1500, "a%2Fb", "%2e%2e", "..", "%00", "%ED%A0%80", "%",
    "MATCH#x", "'; drop", "<b>", "💣", "\ud800", "{match}", "me",
]  # fmt: skip


def test_a_match_that_is_not_there_is_unknown(match: Match) -> None:
    before = everything()
    for method, path in OF_A_MATCH:
        body = body_of((method, path), match)
        for match_id in NO_IDS:
            answer = match.players[0].send(method, path.replace("ID", match_id), body)
            assert answer.status == 404, match_id
            assert answer.json["code"] in ("unknown-match", "not-found")
            assert len(answer.text) < 300
    assert everything() == before


def test_an_expired_match_is_not_there_though_the_store_still_has_it(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = 86_400
    late = time.time() + 89 * day
    monkeypatch.setattr("croupier.store.table.time", SimpleNamespace(time=lambda: late))
    assert match.view(0)["status"] == "playing"
    late += 2 * day
    bodies = {route: BODIES.get(route) for route in OF_A_MATCH}
    for route, body in bodies.items():
        assert_problem(ask(match.players[0], route, match, body), 404, "unknown-match")
    mine = match.players[0].send("GET", "/v1/players/me/matches").json
    assert mine == {"matches": []}


def test_a_page_of_the_own_matches_that_is_none_is_refused() -> None:
    player = guest()
    for after in ("~", "~~", "é", "\0", "!", "#", "A", "x" * 41, "💣"):
        answer = player.send("GET", "/v1/players/me/matches", query={"after": after})
        assert_problem(answer, 422, "invalid-request")


def test_a_page_of_open_matches_from_anywhere_is_a_page() -> None:
    for after in ("~", "é", "\0", "#", "0", "x" * 40, "💣", "9999999999#z"):
        answer = send("GET", "/v1/matches", query={"game": "texas-bingo", "after": after})
        assert (answer.status, answer.json) == (200, {"matches": []})


BAD_QUERIES: list[tuple[str, dict[str, str]]] = [
    ("/v1/matches", {}),
    ("/v1/matches", {"game": ""}),
    ("/v1/matches", {"game": "x" * 41}),
    ("/v1/matches", {"game": "texas-bingo\0"}),
    ("/v1/matches", {"game": "texas-bingo", "after": "x" * 41}),
    ("/v1/players/me/matches", {"status": ""}),
    ("/v1/players/me/matches", {"status": "Open"}),
    ("/v1/players/me/matches", {"status": "x" * 5000}),
]


def test_a_query_that_is_none_is_refused() -> None:
    player = guest()
    for path, query in BAD_QUERIES:
        is_refused(player.send("GET", path, query=query))


GARBAGE = [
    "", " ", "x", "*", '"', '""', "W/", "\0", "é", "\ud800", "1" * 5000, '"1",' * 2000, "None",
]  # fmt: skip


def test_no_header_makes_a_fault(match: Match) -> None:
    before = everything()
    for header in ("if-match", "if-none-match", "idempotency-key", "content-type"):
        for garbage in GARBAGE:
            for method, what in (("GET", ""), ("POST", "/reveal"), ("POST", "/leave")):
                player, more = match.players[0], {header: garbage}
                answer = player.send(method, match.path + what, {}, **more)
                assert answer.status < 500
                if answer.status >= 400:
                    is_refused(answer)
    assert everything() == before


def test_lone_surrogates_are_not_json_wherever_they_stand(match: Match) -> None:
    before = everything()
    for route, body in BODIES.items():
        for place in paths(body):
            if isinstance(at(body, place), str):
                raw = json.dumps(replaced(body, place, "SURROGATE"))
                raw = raw.replace("SURROGATE", "\\udfff")
                answer = ask(match.players[0], route, match, None, raw=raw)
                assert_problem(answer, 400, "invalid-json")
    assert everything() == before
