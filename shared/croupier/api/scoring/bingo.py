"""A card of Bingo and what was called, scored."""

from itertools import accumulate
from operator import or_
from typing import Annotated

from pydantic import BaseModel, Field, field_validator

from croupier.api.problems import field_error
from croupier.api.scoring.repeats import repeat
from croupier.games.bingo.cards import (
    CENTRE,
    FREE,
    NUMBER_PATTERN,
    NumberName,
    fills,
    lines,
)
from croupier.games.bingo.options import Pattern, ways
from croupier.games.protocol import Strict

Square = Annotated[
    str,
    Field(
        pattern=f"^({NUMBER_PATTERN}|{FREE})$",
        description="A number with the letter of its column, or `free` in the centre.",
        examples=["B7"],
    ),
]
Row = Annotated[list[Square], Field(min_length=5, max_length=5)]


class BingoCard(Strict):
    """A card of a real table, what was called, and what is to be filled."""

    card: list[Row] = Field(min_length=5, max_length=5, description="Its rows, from the top.")
    calls: list[NumberName] = Field(max_length=75, description="From the first one on.")
    pattern: Pattern = Field("line", description="One pattern, as in the options of a match.")

    @field_validator("card")
    @classmethod
    def as_printed(cls, card: list[list[str]]) -> list[list[str]]:
        """Each column its own numbers, none twice, and the centre free (BG-1)."""
        printed = [square for row in card for square in row]
        for at, square in enumerate(printed):
            place = f"{at // 5}.{at % 5}"
            if (square == FREE) != (1 << at == CENTRE):
                raise field_error(place, "The centre, and no other square, is free.")
            if square != FREE and square[0] != "BINGO"[at % 5]:
                raise field_error(place, f"{square} is not for this column.")
        if (again := repeat(printed)) is not None:
            raise field_error(f"{again // 5}.{again % 5}", f"{printed[again]} is there twice.")
        return card

    @field_validator("calls")
    @classmethod
    def drawn_once(cls, calls: list[str]) -> list[str]:
        """A number is drawn once (BG-2)."""
        if (at := repeat(calls)) is not None:
            raise field_error(str(at), f"{calls[at]} has been called before.")
        return calls


class BingoScore(BaseModel):
    """What the calls have filled."""

    bingo: bool = Field(description="Whether the pattern is complete.")
    lines: list[str] = Field(
        description="The complete lines, whatever the pattern: rows `row-1` to `row-5` from the "
        "top, columns `column-1` to `column-5`, diagonals `a1-e5` and `a5-e1`."
    )
    at_call: int | None = Field(
        description="After which call, from 1, the pattern was complete: 0 if it is the free "
        "centre alone; null while it is not."
    )


def score_bingo(table: BingoCard) -> BingoScore:
    """Mark all calls on the card (BG-3 to BG-5)."""
    names = [name for row in table.card for name in row]
    square = {name: 1 << at for at, name in enumerate(names)}
    after = list(accumulate((square.get(call, 0) for call in table.calls), or_, initial=CENTRE))
    pattern = ways(table.pattern)
    at_call = next((call for call, marked in enumerate(after) if fills(marked, pattern)), None)
    return BingoScore(bingo=at_call is not None, lines=lines(after[-1]), at_call=at_call)
