"""What routes can rely on: whatever they raise becomes one kind of answer."""

from typing import Any

import pytest
from aws_lambda_powertools.event_handler import Response
from pydantic import BaseModel

from croupier.api.http import lambda_handler, resolver
from croupier.api.problems import Problem
from croupier.store.errors import Misconfigured
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


@app.get("/misconfigured")
def misconfigured() -> Sheet:
    raise Misconfigured("The parameter is wrong.")


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


def test_what_is_wrong_with_the_deployment_is_logged_and_what_else_is_raised_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert_problem(get("/misconfigured"), 500, "internal")
    get("/broken")
    assert [vars(record).get("detail") for record in caplog.records] == [
        "The parameter is wrong.",
        None,
    ]
    assert "a secret" not in str([vars(record) for record in caplog.records])


def test_an_answer_has_the_status_and_headers_that_its_route_gave_it() -> None:
    answer = get("/created")
    assert (answer.status, answer.json) == (201, {"total": 1})
    assert answer.headers["ETag"] == '"1"'
    assert answer.headers["Location"] == "/1"
