"""Every function: it answers its sample events, needs no environment, and logs with care."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from croupier.games import GAMES
from tests.flow.client import Answer, Json, handler_of
from tests.flow.service import Match, any_move, guests, match_of

ROOT = Path(__file__).parents[2]
FUNCTIONS = sorted(path.parent.name for path in ROOT.glob("functions/*/app.py"))
EVENTS = sorted((ROOT / "events").glob("*.json"))
BEHIND = [ROOT / "events/clock.json", ROOT / "events/settle.json"]  # the API: no gateway's
STATELESS = [event for event in EVENTS if event.stem.startswith("score")]
STATEFUL = [event for event in EVENTS if event not in STATELESS + BEHIND]
DEALT = {"record", "score", "view"}  # what is asked of a match that runs


def function_of(event: Path) -> str:
    """`events/play_card-….json` is an event of `functions/play_card`."""
    return event.stem.partition("-")[0]


def run(function: str, script: str) -> str:
    """What a script prints in a process of its own, as a Lambda function without settings."""
    paths = [str(ROOT / "shared"), str(ROOT / "functions" / function)]
    start = f"import sys; sys.path[:0] = {paths}; import app\n"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", start + script],
        env={},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout


def test_every_function_has_an_event_and_every_event_a_function() -> None:
    assert {function_of(event) for event in EVENTS} == set(FUNCTIONS)


def test_a_function_without_state_answers_its_events_and_logs_one_line_each() -> None:
    script = f"""
import json, pathlib
for event in {[str(event) for event in STATELESS]}:
    print(app.handler(json.loads(pathlib.Path(event).read_text()), None)["statusCode"])
"""
    lines = [json.loads(line) for line in run("score", script).splitlines()]
    logged, answered = lines[::2], lines[1::2]
    assert answered == [200] * len(STATELESS)
    assert [line["status"] for line in logged] == answered
    for path, line in zip(STATELESS, logged, strict=True):
        event = json.loads(path.read_text())
        assert line["route"] == event["routeKey"]
        assert line["method"] == event["requestContext"]["http"]["method"]
        assert line["ms"] >= 0


def waiting(game: str, verb: str) -> tuple[Match, int, Json]:
    """A match of random moves that takes this verb now, from which seat, and with what body."""
    seats = 2 if GAMES[game].seats(GAMES[game].Options())[0] < 3 else 3
    match = match_of(guests(seats), game=game, dealt=False, options=OPTIONS.get((game, verb), {}))
    rng = Random(f"{game} {verb}")
    for _ in range(500):
        views = [match.view(seat) for seat in range(seats)]
        for seat, view in enumerate(views):
            for request in view["legal"]:
                if request["verb"] == verb:
                    return match, seat, request["body"]
        seat = rng.choice(views[0]["to_act"])
        match.move(seat, *any_move(rng, views[seat]))
    raise AssertionError(f"{game} has not come to a {verb}")


OPTIONS: dict[tuple[str, str], Json] = {
    ("texas-bingo", "reveal"): {"mode": "competitive", "auto_reveal": False},
}
VERBS = {"deal", "reveal", "place", "play_card", "draw", "choose", "claim"}


@pytest.mark.usefixtures("service")
@pytest.mark.parametrize("path", STATEFUL, ids=lambda path: path.stem)
def test_a_function_with_state_answers_its_events(path: Path) -> None:
    """As they are in `events/`, with a match, a token and a card in place of `<match>`, …"""
    function, _, what = path.stem.partition("-")
    if function in VERBS:
        match, seat, body = waiting(what, function.replace("_", "-"))
    else:
        match = match_of(guests(2), dealt=what in DEALT, seats=2 if what in DEALT else 3)
        seat, body = 0, {}
    player = guests(1)[0] if what == "join" else match.players[seat]
    wish = {"game": "nickel", "party": 2}
    waiting_player = match.players[1] if what == "join" else player
    ticket = {}
    if function == "matchmaking" and what != "create":
        ticket = waiting_player.send("POST", "/v1/matchmaking/tickets", wish).json
    text = path.read_text()
    for name, value in {
        "match": match.id,
        "invite": match.invite,
        "token": player.token,
        "refresh-token": player.refresh_token,
        "ticket": ticket.get("ticket_id", ""),
        "party-invite": ticket.get("party", {}).get("invite", ""),
        **body,
    }.items():
        text = text.replace(f"<{name}>", str(value))
    got = handler_of(function)(json.loads(text), None)
    answer = Answer(got["statusCode"], got["headers"], got["body"])
    assert answer.status == (201 if what == "create" else 200), answer.text


def test_every_verb_of_every_game_has_an_event() -> None:
    verbs = {(verb.replace("-", "_"), slug) for slug, game in GAMES.items() for verb in game.VERBS}
    stems = (path.stem.partition("-") for path in STATEFUL)
    assert {(function, game) for function, _, game in stems if function in VERBS} == verbs


@pytest.mark.usefixtures("service")
@pytest.mark.parametrize("path", BEHIND, ids=lambda path: path.stem)
def test_a_function_behind_the_api_takes_its_event(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = match_of(guests(2))
    caplog.clear()
    context = SimpleNamespace(get_remaining_time_in_millis=lambda: 50_000)
    event = json.loads(path.read_text().replace("<match>", match.id))
    assert handler_of(path.stem)(event, context) is None
    (record,) = caplog.records
    assert record.levelname == "INFO"


def test_events_are_those_of_the_gateway() -> None:
    for path in [*STATELESS, *STATEFUL]:
        event: Json = json.loads(path.read_text())
        context = event["requestContext"]
        assert event["version"] == "2.0"
        assert event["routeKey"] == context["routeKey"]
        method, _, route = event["routeKey"].partition(" ")
        assert context["http"]["method"] == method
        assert event["rawPath"] == context["http"]["path"]
        for name, value in event.get("pathParameters", {}).items():
            route = route.replace("{" + name + "}", value)
        assert event["rawPath"] == route
        if "body" in event:
            assert json.loads(event["body"]) is not None


def test_functions_are_imported_without_settings_and_import_what_they_need() -> None:
    script = f"""
import importlib.util, json, sys
found = {{}}
for function in {FUNCTIONS}:
    for name in [name for name in sys.modules if name.partition(".")[0] == "croupier"]:
        del sys.modules[name]
    before = set(sys.modules)
    path = f"{ROOT}/functions/{{function}}/app.py"
    spec = importlib.util.spec_from_file_location("app", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert callable(module.handler)
    found[function] = sorted(set(sys.modules) - before)
print(json.dumps(found))
"""
    imported = {name: set(modules) for name, modules in json.loads(run("score", script)).items()}
    for verb in VERBS:
        for needless in ("api.matches", "api.scoring", "matches.lobby", "players.accounts"):
            assert f"croupier.{needless}" not in imported[verb], verb
    assert "croupier.store.table" not in imported["score"]
    assert "boto3" not in run("score", "print(*sys.modules)").split()


def test_nothing_that_a_client_sent_is_logged() -> None:
    script = """
event = {
    "version": "2.0", "routeKey": "$default", "rawPath": "/v1/score/poker",
    "rawQueryString": "at=SECRET", "queryStringParameters": {"at": "SECRET"},
    "headers": {"authorization": "Bearer SECRET", "content-type": "SECRET"},
    "requestContext": {"stage": "$default", "http": {"method": "POST", "path": "/SECRET"}},
    "body": '{"hands": ["SECRET"], "SECRET": 1}',
}
app.handler(event, None)
app.handler({**event, "rawPath": "/SECRET"}, None)
app.handler({**event, "body": "SECRET"}, None)
"""
    output = run("score", script)
    logged = [json.loads(line) for line in output.splitlines()]
    assert [(line["status"], line["code"]) for line in logged] == [
        (422, "invalid-request"),
        (404, "not-found"),
        (400, "invalid-json"),
    ]
    assert "SECRET" not in output


def test_a_fault_of_ours_is_logged_in_one_line_without_the_text_of_the_exception() -> None:
    script = """
import json
@app.app.get("/boom")
def boom():
    raise KeyError("SECRET")
event = {
    "version": "2.0", "routeKey": "GET /boom", "rawPath": "/boom", "rawQueryString": "",
    "headers": {}, "requestContext": {"stage": "$default", "http": {"method": "GET"}},
}
print(json.dumps(app.handler(event, None)))
"""
    output = run("score", script)
    line, answer = (json.loads(line) for line in output.splitlines())
    assert (line["level"], line["status"], line["code"]) == ("ERROR", 500, "internal")
    assert line["error"] == "KeyError"
    assert line["where"][-1].endswith("boom")
    assert answer["statusCode"] == 500
    assert json.loads(answer["body"])["code"] == "internal"
    assert "SECRET" not in output
