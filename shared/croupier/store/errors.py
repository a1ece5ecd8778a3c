"""How the store fails, and how a deployment can be wrong."""

from typing import Any


class Unavailable(Exception):
    """The store did not say whether it did what it was asked; asking again may tell."""


class Conflict(Exception):
    """Another writer was first and nothing was written; `item` is what stands there, if told."""

    def __init__(self, item: dict[str, Any] | None = None) -> None:
        super().__init__("another writer was first")
        self.item = item


class Misconfigured(ValueError):
    """A parameter of the deployment is wrong.

    The message tells whoever deployed it what, and holds nothing of any request.
    """
