"""What a client reads when something is wrong: problem details for HTTP APIs (RFC 9457).

Whoever refuses a request raises `Problem`; `croupier.api.http` makes the answer of it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError
from pydantic_core import PydanticCustomError

from croupier.matches.refused import Busy, InvalidBody, Refused
from croupier.store.errors import Unavailable

MOST_ERRORS = 20  # listed in one answer; a hostile body can hold ten thousand


_Place = tuple[str | int, ...]  # of a fault in a body

# Whatever else is refused is not possible as the match stands: 409.
_REFUSALS = {
    "impossible-options": 422,
    "invalid-request": 422,
    "key-reused": 422,
    "not-host": 403,
    "not-your-ticket": 403,
    "not-seated": 403,
    "removed": 403,
    "reserved": 403,
    "unknown-game": 422,
    "unknown-match": 404,
    "unknown-mode": 422,
    "unknown-move": 404,
    "unknown-ticket": 404,
    "version-changed": 412,
    "wrong-invite": 403,
    "wrong-seats": 422,
}


class Problem(Exception):
    """A request refused.

    `code` is the stable name that a program acts on, `detail` a sentence for people.
    `headers` go with the answer, `extra` into the document.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers or {}
        self.extra = extra


def field_error(field: str, message: str) -> PydanticCustomError:
    """What a validator raises that knows which `field`, below its own, is at fault."""
    return PydanticCustomError("field_error", "{message}", {"message": message, "field": field})


def problem_of(error: Exception) -> Problem:
    """The problem that a client is told of when `error` ended its request."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, RequestValidationError):
        # The first of each place says body, path or query.
        return _invalid(error.errors(), lambda loc: loc[1:])
    if isinstance(error, InvalidBody):
        where = error.where
        return _invalid(error.error.errors(), lambda loc: (*where, *loc))
    if isinstance(error, Refused):
        return Problem(_REFUSALS.get(error.code, 409), error.code, str(error), **error.more)
    if isinstance(error, Busy | Unavailable):
        detail = "The service is busy. Nothing is lost: send the same request again."
        return Problem(503, "busy", detail, {"Retry-After": "1"})
    return Problem(500, "internal", "Something went wrong here. It is not your request's fault.")


def http_answer(problem: Problem) -> dict[str, Any]:
    """The answer of a Lambda function behind an HTTP API (payload 2.0)."""
    document = {
        "type": "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": problem.detail,
        "code": problem.code,
        **problem.extra,
    }
    return {
        "statusCode": problem.status,
        "headers": {"Content-Type": "application/problem+json", **problem.headers},
        "body": json.dumps(document),
        "isBase64Encoded": False,
    }


def _invalid(errors: Sequence[Any], place: Callable[[_Place], _Place]) -> Problem:
    """From errors of pydantic; their `input` is the client's own text and stays out."""
    told = []
    for error in errors[:MOST_ERRORS]:
        below = error.get("ctx", {}).get("field", "")
        parts = [_short(str(part), 40) for part in (*place(error["loc"]), below) if part != ""]
        message = error["msg"].removeprefix("Value error, ")
        told.append(
            {"field": _short(".".join(parts), 200) or "body", "message": _short(message, 200)}
        )
    first = f"{told[0]['field']}: {told[0]['message']}"
    return Problem(422, "invalid-request", first, errors=told)


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
