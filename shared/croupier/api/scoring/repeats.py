"""What stands twice where it may stand once."""

from collections.abc import Hashable, Iterable


def repeat(values: Iterable[Hashable]) -> int | None:
    """Where the first value stands that stood before it already."""
    seen = set()
    for index, value in enumerate(values):
        if value in seen:
            return index
        seen.add(value)
    return None
