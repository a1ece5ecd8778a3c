"""Why a match does not do what it was asked to."""

from typing import Any

from pydantic import ValidationError


class Refused(Exception):
    """A request that cannot be granted; nothing has changed.

    `code` is stable and for the client, the message is one sentence for the player. What `more`
    there is to tell the client has a name: `rule` is the game's rule that the refusal rests on.
    """

    def __init__(self, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.code = code
        self.more = more


class InvalidBody(Refused):
    """A part of the body, `where`, that is not what this game takes; `error` says why."""

    def __init__(self, error: ValidationError, *where: str) -> None:
        super().__init__("invalid-request", "The body is not what this game takes.")
        self.error = error
        self.where = where


class Busy(Exception):
    """The store could not be reached or the match was too busy: asking again is safe."""
