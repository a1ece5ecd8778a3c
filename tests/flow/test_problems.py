"""What routes can rely on: whatever they raise becomes one kind of answer."""

from typing import Any

import pytest
from aws_lambda_powertools.event_handler import Response
from pydantic import BaseModel

from croupier.api.http import lambda_handler, resolver
from croupier.api.problems import Problem
from tests.flow.client import Answer, assert_problem, call


class Sheet(BaseModel):
    total: int


app = resolver()
handler = lambda_handler(app)


@app.get("/busy")
def busy() -> Sheet:
    raise Problem(503, "busy", "Try again.", {"Retry-After": "1"}, waiting=3)


@app.get("/broken")
def broken() -> Sheet:
    raise KeyError("a secret")


@app.get("/wrong")
def wrong() -> Sheet:
    return {"total": "a secret"}  # type: ignore[return-value]


@app.get("/unserializable")
def unserializable() -> Any:
    return Response(200, "application/json", {"total": object()})


@app.get("/created")
def created() -> Response[Sheet]:
    return Response(201, "application/json", Sheet(total=1), {"ETag": '"1"', "Location": "/1"})


def get(path: str) -> Answer:
    return call("GET", path, handler=handler)


def test_a_problem_that_a_route_raises_is_the_answer_with_its_headers_and_members() -> None:
    answer = get("/busy")
    assert_problem(answer, 503, "busy")
    assert answer.headers["Retry-After"] == "1"
    assert answer.json["detail"] == "Try again."
    assert answer.json["waiting"] == 3


@pytest.mark.parametrize("path", ["/broken", "/wrong", "/unserializable"])
def test_a_fault_of_ours_is_an_internal_problem_that_tells_nothing(path: str) -> None:
    answer = get(path)
    assert_problem(answer, 500, "internal")
    assert answer.json.keys() == {"type", "title", "status", "detail", "code"}
    assert "secret" not in answer.text


def test_an_answer_has_the_status_and_headers_that_its_route_gave_it() -> None:
    answer = get("/created")
    assert (answer.status, answer.json) == (201, {"total": 1})
    assert answer.headers["ETag"] == '"1"'
    assert answer.headers["Location"] == "/1"
