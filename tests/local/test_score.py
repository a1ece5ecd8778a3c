"""The deployed service answers as the handlers do."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.flow.client import Answer, Json, call

ROOT = Path(__file__).parents[2]
EVENTS: dict[str, Json] = {
    path.name: json.loads(path.read_text()) for path in sorted(ROOT.glob("events/score-*.json"))
}
TABLES = {name: event for name, event in EVENTS.items() if "body" in event}


def send(url: str, method: str, body: str | bytes | None, declared: str) -> Answer:
    request = Request(
        url,
        data=body.encode() if isinstance(body, str) else body,
        headers={"Content-Type": declared},
        method=method,
    )
    try:
        with urlopen(request, timeout=60) as answer:
            return Answer(answer.status, dict(answer.headers), answer.read().decode())
    except HTTPError as error:
        with error:
            return Answer(error.code, dict(error.headers), error.read().decode())


def assert_same(base_url: str, method: str, path: str, body: str | bytes | None = None) -> Answer:
    """Both answer alike, in everything that a function decides."""
    here = call(method, path, raw=body)
    there = send(base_url + path, method, body, "application/json")
    assert (there.status, there.json) == (here.status, here.json)
    received = {name.lower(): value for name, value in there.headers.items()}
    for name, value in here.headers.items():
        assert received[name.lower()] == value
    return there


@pytest.mark.parametrize("event", EVENTS)
def test_the_sample_events_are_answered_as_by_the_handler(base_url: str, event: str) -> None:
    request = EVENTS[event]["requestContext"]["http"]
    answer = assert_same(
        base_url, request["method"], EVENTS[event]["rawPath"], EVENTS[event].get("body")
    )
    assert answer.status == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/v1/score/poker", '{"hands": []}', 422),
        ("POST", "/v1/score/poker", "", 422),
        ("POST", "/v1/score/poker", "{", 400),
        ("POST", "/v1/score/poker", '{"hands": ["' + "x" * 70_000 + '"]}', 413),
        ("POST", "/v1/score/texas-bingo", '{"mode": "solo", "boards": [{"player": "é"}]}', 422),
        ("POST", "/v1/score/chess", "{}", 404),
        ("GET", "/v1/score/poker", None, 405),
        ("DELETE", "/v1/games", None, 405),
        ("GET", "/v1/games/chess", None, 404),
        ("GET", "/nowhere", None, 404),
        ("PUT", "/v1/nowhere/else", "{}", 404),
    ],
)
def test_what_is_refused_is_refused_as_by_the_handler(
    base_url: str, method: str, path: str, body: str | None, status: int
) -> None:
    answer = assert_same(base_url, method, path, body)
    assert answer.status == status


@pytest.mark.parametrize("declared", ["application/x-www-form-urlencoded", "text/plain"])
def test_a_body_may_be_declared_as_anything(base_url: str, declared: str) -> None:
    body = '{"hands": ["Ah 2c 3d 4s 5h"]}'
    answer = send(base_url + "/v1/score/poker", "POST", body, declared)
    assert answer.json == call("POST", "/v1/score/poker", raw=body).json


def test_bytes_that_are_no_text_are_refused(base_url: str) -> None:
    answer = send(base_url + "/v1/score/poker", "POST", b"\xff\xfe", "application/octet-stream")
    assert (answer.status, answer.json["code"]) == (400, "invalid-json")


def demo(base_url: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "local.demo", base_url]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_the_demo_prints_every_table_with_its_winners(base_url: str) -> None:
    done = demo(base_url)
    assert (done.returncode, done.stderr) == (0, "")
    for name, event in TABLES.items():
        assert name in done.stdout
        score = call("POST", event["rawPath"], raw=event["body"]).json
        for player, has in score.get("players", {}).items():
            assert player in done.stdout
            assert str(has["total"]) in done.stdout
        if "players" in score and score["winners"]:
            assert f"Won by {' and '.join(score['winners'])}." in done.stdout


def test_the_demo_says_what_to_do_when_nothing_runs() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # and nobody listens
        done = demo(f"http://127.0.0.1:{free.getsockname()[1]}")
    assert (done.returncode, done.stdout) == (1, "")
    assert "make run" in done.stderr
