"""Why a match does not do what it was asked to."""

from pydantic import ValidationError


class Refused(Exception):
    """A request that cannot be granted; nothing has changed.

    `code` is stable and for the client, the message is one sentence for the player, `rule` is
    the game's rule that it rests on, if it is one.
    """

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule


class InvalidBody(Refused):
    """A part of the body, `where`, that is not what this game takes; `error` says why."""

    def __init__(self, error: ValidationError, *where: str) -> None:
        super().__init__("invalid-request", "The body is not what this game takes.")
        self.error = error
        self.where = where


class Busy(Exception):
    """The store could not be reached or the match was too busy: asking again is safe."""
