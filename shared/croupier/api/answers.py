"""Answers about a match, with the headers that caches and retries go by."""

from typing import Any

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from pydantic_core import to_json

from croupier.api.problems import Problem


def answer(
    body: dict[str, Any], *, status: int = 200, version: int | None = None, **headers: str
) -> Response[str]:
    """A JSON answer; `version` is that of the match and becomes the ETag.

    The body goes out as text: Powertools would walk through all of it to make it JSON that it is.
    """
    if version is not None:
        headers |= {"ETag": f'"{version}"'}
    return Response(
        status_code=status,
        content_type="application/json",
        body=to_json(body).decode(),
        headers={"Cache-Control": "no-store", **headers},
    )


def unchanged(app: APIGatewayHttpResolver, version: int) -> Response[str] | None:
    """304 for a client that has this version already (`If-None-Match`), else None."""
    known = app.current_event.headers.get("if-none-match", "")
    if version not in _versions(known):
        return None
    headers = {"ETag": f'"{version}"', "Cache-Control": "no-store"}
    return Response(status_code=304, body="", headers=headers)


def wanted_version(app: APIGatewayHttpResolver) -> int | None:
    """The version that `If-Match` asks for; -1, which none has, for one that we never gave."""
    header = app.current_event.headers.get("if-match")
    if header is None or header.strip() == "*":
        return None
    return next(iter(_versions(header)), -1)


def idempotency_key(app: APIGatewayHttpResolver) -> str | None:
    """The `Idempotency-Key` of the request, 1 to 255 of ASCII; 422 for anything else."""
    key = app.current_event.headers.get("idempotency-key")
    if key is not None and not (0 < len(key) <= 255 and key.isascii()):
        raise Problem(422, "invalid-key", "An Idempotency-Key has 1 to 255 characters of ASCII.")
    return key


def _versions(header: str) -> list[int]:
    tags = [tag.strip().removeprefix("W/").strip('"') for tag in header.split(",")]
    return [int(tag) for tag in tags if tag.isascii() and tag.isdigit() and len(tag) < 10]
