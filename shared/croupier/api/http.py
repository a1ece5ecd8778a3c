"""From an event of an HTTP API (payload 2.0) to its answer, for every function alike.

A function is `app = resolver()`, its routes on `app`, and `handler = lambda_handler(app)`.
"""

import traceback
from base64 import b64decode
from collections.abc import Callable
from time import perf_counter
from typing import Any, NoReturn

from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayHttpResolver
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from pydantic_core import from_json

from croupier.api.problems import Problem, http_answer, problem_of
from croupier.store.errors import Misconfigured

MAX_BODY = 64 * 1024
"""Bytes of a request's body. The largest honest one, a table of eight boards, has two thousand."""

INNERMOST = 8  # frames of a fault that are logged; before them it is all Powertools

Event = dict[str, Any]
Answer = dict[str, Any]

_logger = Logger(service="croupier", location=None)


def resolver() -> APIGatewayHttpResolver:
    """A resolver for typed routes; whatever they raise comes out of `resolve`."""
    app = APIGatewayHttpResolver(
        enable_validation=True,
        # Without it Powertools blames the client, with a 422, for a wrong answer of ours.
        response_validation_error_http_code=500,
        json_body_deserializer=_json_object,
    )

    @app.not_found
    def no_route(_: NotFoundError) -> NoReturn:
        path = app.current_event.path
        routes = app._static_routes + app._dynamic_routes  # Powertools has no public list
        methods = ", ".join(sorted({route.method for route in routes if route.rule.match(path)}))
        if methods:
            raise Problem(
                405, "method-not-allowed", f"This path takes {methods}.", {"Allow": methods}
            )
        raise Problem(404, "not-found", "There is nothing at this path.")

    # Otherwise Powertools logs an exception with its text, which can hold what came in.
    app.exception_handler(Exception)(_let_out)
    return app


def lambda_handler(app: APIGatewayHttpResolver) -> Callable[[Event, Any], Answer]:
    """The entry point of a function: an answer whatever happens, and one line in the log."""

    def handler(event: Event, context: Any) -> Answer:
        started = perf_counter()
        code: str | None = None
        failure: Exception | None = None
        try:
            answer = app.resolve(_with_text_body(event), context)
        except Exception as error:
            problem, failure = problem_of(error), error
            code, answer = problem.code, http_answer(problem)
        _log(event, answer["statusCode"], code, failure, perf_counter() - started)
        return answer

    return handler


def _let_out(error: Exception) -> NoReturn:
    raise error


def _with_text_body(event: Event) -> Event:
    """The event with its body, if any, as text that is read as JSON whatever it is declared as.

    Powertools would take forms as well, and `curl -d` declares one; and it fails on base64 that
    is none.
    """
    body = event.get("body")
    if not body:
        return event
    try:
        raw = b64decode(body, validate=True) if event.get("isBase64Encoded") else body.encode()
        text = raw.decode()
    except ValueError:
        raise Problem(400, "invalid-json", "The body is not JSON in UTF-8.") from None
    if len(raw) > MAX_BODY:
        raise Problem(413, "too-large", f"A body has at most {MAX_BODY} bytes.")
    headers = event.get("headers") or {}
    others = {name: headers[name] for name in headers if name.lower() != "content-type"}
    return {**event, "body": text, "isBase64Encoded": False, "headers": others}


def _json_object(text: str) -> Any:
    """The object or null of a body.

    The parser is pydantic's, for the standard library's takes NaN, halves of surrogate pairs,
    and raises RecursionError.
    """
    try:
        value = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        raise Problem(400, "invalid-json", f"The body is not JSON: {error}.") from None
    # Of a list Powertools would take the first element.
    if isinstance(value, dict | None):
        return value
    errors = [{"field": "body", "message": "Input should be an object"}]
    raise Problem(422, "invalid-request", "The body is not a JSON object.", errors=errors)


def _log(
    event: Event, status: int, code: str | None, failure: Exception | None, seconds: float
) -> None:
    """One line, of names and numbers only: no path, header, body or text of an exception.

    The text of Misconfigured is the exception: it is for who deployed the service.
    """
    line: dict[str, Any] = {
        "route": event.get("routeKey"),
        "method": event.get("requestContext", {}).get("http", {}).get("method"),
        "status": status,
        "code": code,
        "ms": round(seconds * 1000, 1),
    }
    if failure is None or status < 500:
        _logger.info("request", **line)
        return
    cause = failure.__cause__ or failure
    frames = traceback.extract_tb(cause.__traceback__)[-INNERMOST:]
    line["error"] = type(cause).__name__
    line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    if isinstance(cause, Misconfigured):
        line["detail"] = str(cause)
    _logger.error("request", **line)
