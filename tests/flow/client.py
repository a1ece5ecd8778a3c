"""A client without a network: requests become events of an HTTP API, payload 2.0."""

import importlib
import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

Json = dict[str, Any]
Handler = Callable[[Json, Any], Json]


def handler_of(function: str) -> Handler:
    handler: Handler = importlib.import_module(f"functions.{function}.app").handler
    return handler


@dataclass(frozen=True)
class Answer:
    """What a client gets."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


def call(
    method: str,
    path: str,
    body: Any = None,
    *,
    raw: str | bytes | None = None,
    base64: bool = False,
    headers: dict[str, str] | None = None,
    handler: Handler | None = None,
    query: dict[str, str] | None = None,
) -> Answer:
    """Send a request with a body of Python data, or as it stands in `raw`.

    Bytes go as base64, as the gateway sends them; `base64` says that `raw` is that already.
    """
    text = raw if raw is not None or body is None else json.dumps(body)
    event = {
        "version": "2.0",
        "routeKey": f"{method} {path}",
        "rawPath": path,
        "rawQueryString": urlencode(query or {}),
        "queryStringParameters": query,
        "headers": {"content-type": "application/json"} if headers is None else headers,
        "requestContext": {
            "stage": "$default",
            "http": {"method": method, "path": path, "sourceIp": "127.0.0.1"},
        },
        "body": b64encode(text).decode() if isinstance(text, bytes) else text,
        "isBase64Encoded": base64 or isinstance(text, bytes),
    }
    answer = (handler or handler_of("score"))(event, None)
    assert not answer["isBase64Encoded"]
    return Answer(answer["statusCode"], answer["headers"], answer["body"])


def assert_problem(answer: Answer, status: int, code: str) -> None:
    """A problem document, whole, of just this kind."""
    assert (answer.status, answer.json["code"]) == (status, code), answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json["status"] == status
    assert answer.json["type"] == "about:blank"
    assert answer.json["title"]
    assert answer.json["detail"]


def fields(answer: Answer) -> list[str]:
    """The fields that a refused request is told of."""
    return [error["field"] for error in answer.json["errors"]]
