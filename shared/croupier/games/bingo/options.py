"""What can be chosen for a match of Bingo, and what there is to fill (BG-5 to BG-8)."""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from croupier.games.bingo.cards import CELLS, LINES, Squares, squares
from croupier.games.protocol import Strict

NAMED: dict[str, tuple[Squares, ...]] = {
    "line": tuple(LINES.values()),
    "four-corners": (squares(["a1", "a5", "e1", "e5"]),),
    "postage-stamp": (
        squares(["a1", "a2", "b1", "b2"]),
        squares(["a4", "a5", "b4", "b5"]),
        squares(["d1", "d2", "e1", "e2"]),
        squares(["d4", "d5", "e4", "e5"]),
    ),
    "x": (LINES["a1-e5"] | LINES["a5-e1"],),
    "plus": (LINES["row-3"] | LINES["column-3"],),
    "frame": (LINES["row-1"] | LINES["row-5"] | LINES["column-1"] | LINES["column-5"],),
    "blackout": (squares(CELLS),),
}
MOST_PRIZES = 10


def _one(pattern: object) -> object:
    if isinstance(pattern, str):
        if pattern not in NAMED:
            raise ValueError(f"There is no pattern {pattern[:20]!r}: there are {', '.join(NAMED)}.")
        return pattern
    if not isinstance(pattern, list):
        raise ValueError("A pattern is a name, or a list of cells.")
    if not (0 < len(pattern) <= len(CELLS) and _are_cells(pattern)):
        raise ValueError("A pattern of your own is a list of 1 to 25 cells, a1 to e5.")
    if len(set(pattern)) < len(pattern):
        raise ValueError("A cell stands twice in the pattern.")
    return pattern


def _one_or_several(pattern: object) -> object:
    """A list of cells and nothing else is one pattern; any other list is one of patterns."""
    if not isinstance(pattern, list) or _are_cells(pattern):
        return _one(pattern)
    if len(pattern) > MOST_PRIZES:
        raise ValueError(f"There can be {MOST_PRIZES} patterns, not {len(pattern)}.")
    return [_one(each) for each in pattern]


def _are_cells(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) and value in CELLS for value in values)


_NAME_SCHEMA = {"type": "string", "enum": list(NAMED)}
_CELLS_SCHEMA = {
    "type": "array",
    "items": {"type": "string", "pattern": "^[a-e][1-5]$"},
    "minItems": 1,
    "maxItems": len(CELLS),
    "uniqueItems": True,
}
_PATTERN_SCHEMA: dict[str, Any] = {"anyOf": [_NAME_SCHEMA, _CELLS_SCHEMA]}
_PATTERNS_SCHEMA = {
    "type": "array",
    "items": _PATTERN_SCHEMA,
    "minItems": 1,
    "maxItems": MOST_PRIZES,
}

Pattern = Annotated[str | list[str], BeforeValidator(_one), WithJsonSchema(_PATTERN_SCHEMA)]
Patterns = Annotated[
    str | list[str | list[str]],
    BeforeValidator(_one_or_several),
    WithJsonSchema({"anyOf": [_NAME_SCHEMA, _CELLS_SCHEMA, _PATTERNS_SCHEMA]}),
]


class Options(Strict):
    """The options of a match of Bingo."""

    pattern: Patterns = Field(
        "line",
        description="What to fill on a card: the name of a pattern, or a list of cells (a1 top "
        "left to e5 bottom right) for a pattern of your own. A list of names and of lists of cells "
        "is played one pattern after another, each for a prize.",
    )
    cards_per_player: int = Field(1, ge=1, le=6, description="Cards that each player holds.")
    auto_mark: bool = Field(
        False, description="Whether numbers are marked for everybody as they are drawn."
    )
    first_claim_wins: bool = Field(
        False,
        description="Whether the first valid claim takes the prize at once; otherwise all that "
        "come before the next draw share it.",
    )
    must_include_last_call: bool = Field(
        False, description="Whether the last number drawn has to be in what is claimed for."
    )
    false_claim_penalty: int = Field(
        0, ge=0, le=75, description="Draws to sit out after a false claim before the next claim."
    )


def prizes(options: Options) -> list[str | list[str]]:
    """The patterns that are played for, in their order.

    >>> prizes(Options(pattern=["a1", "c3"])), prizes(Options(pattern=["line", ["a1", "c3"]]))
    ([['a1', 'c3']], ['line', ['a1', 'c3']])
    """
    pattern: Any = options.pattern
    if isinstance(pattern, str) or _are_cells(pattern):
        return [pattern]
    return list(pattern)


def ways(pattern: str | list[str]) -> tuple[Squares, ...]:
    """The sets of squares of which one has to be marked to fill a pattern."""
    return NAMED[pattern] if isinstance(pattern, str) else (squares(pattern),)
