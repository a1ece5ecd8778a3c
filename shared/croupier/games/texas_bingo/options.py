"""What can be chosen for a match of Texas Bingo, and which set-ups can last (TB-4 to TB-9)."""

from typing import Annotated, Literal

from pydantic import Field, field_validator

from croupier.games.protocol import Strict

CELLS = tuple(row + column for row in "abcde" for column in "12345")
DIAGONALS = ("a1", "a5", "b2", "b4", "c3", "d2", "d4", "e1", "e5")

Mode = Literal["standard", "solo", "cooperative", "competitive"]
Cell = Annotated[str, Field(pattern="^[a-e][1-5]$")]
Count = Annotated[int, Field(ge=0, le=12)]


class Events(Strict):
    """How many of each event card are in the deck (TB-4)."""

    crossroads: Count = Field(3, description="Two cards are revealed; each player places one.")
    tunnel: Count = Field(4, description="Each board draws a card of its own, face down.")
    sandstorm: Count = Field(5, description="The next card goes on a space that is not red.")


class Options(Strict):
    """The options of a match of Texas Bingo."""

    mode: Mode = Field(
        "standard",
        description="standard: a point for each line won, and missions. The others score lines by "
        "a points table: solo alone, cooperative on one shared board, competitive one board each.",
    )
    events: Events = Field(Events(), description="The event cards in the deck.")
    red_cells: list[Cell] = Field(
        list(DIAGONALS),
        min_length=9,
        max_length=9,
        json_schema_extra={"uniqueItems": True},
        description="The nine red spaces, which a Sandstorm keeps free as long as it can.",
    )
    tunnel_owner_sees: bool = Field(
        False, description="Whether a player sees the own Tunnel card before placing it."
    )
    auto_reveal: bool = Field(
        True, description="Whether the next card is revealed by itself when all have placed."
    )
    ties_win_lines: bool = Field(
        True, description="Whether a mission counts a line that was tied for as won."
    )

    @field_validator("red_cells")
    @classmethod
    def nine_different(cls, cells: list[str]) -> list[str]:
        """Nine cells that are nine (TB-5)."""
        if len(set(cells)) != len(cells):
            raise ValueError("the red cells must be nine different cells")
        return cells


def seats(options: Options) -> tuple[int, int]:
    """The fewest and the most players of a mode (TB-7, TB-8)."""
    return {"standard": (2, 8), "solo": (1, 1), "cooperative": (1, 8), "competitive": (2, 8)}[
        options.mode
    ]


def boards(options: Options, seats: int) -> int:
    """How many boards are filled (TB-8)."""
    return 1 if options.mode in ("solo", "cooperative") else seats


def tunnels(options: Options, seats: int) -> int:
    """How many Tunnels are shuffled in: with eight boards one less, if there is one (TB-9)."""
    count = options.events.tunnel
    return count - 1 if count and boards(options, seats) == 8 else count


def check(options: Options, seats: int) -> None:
    """Refuse (ValueError) a set-up whose playing cards could run out (TB-6)."""
    need = 25 + options.events.crossroads + (boards(options, seats) - 1) * tunnels(options, seats)
    if need > 52:
        raise ValueError(
            f"this set-up can take {need} playing cards and the deck has 52: 25 turns, "
            f"{options.events.crossroads} for Crossroads, "
            f"{boards(options, seats) - 1} more boards × {tunnels(options, seats)} Tunnels"
        )
