"""What can be chosen for a match of Nickel, and the cards that it is played with."""

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, field_validator

from croupier.engine.cards import CARDS
from croupier.games.protocol import Strict

CardName = Annotated[
    str,
    Field(
        pattern=r"^([2-9TJQKA][cdhs]|\*\*)$",
        description="A card: its rank (A23456789TJQK) and its suit (cdhs); `**` is a joker.",
        examples=["9h"],
    ),
]
Cents = Annotated[int, Field(ge=0, le=1_000_000)]


class HouseRules(Strict):
    """What the points of a hand depend on (NK-1, NK-9)."""

    jokers_per_deck: int = Field(2, ge=0, le=4, description="Jokers that come with each 52 cards.")
    joker_points: Literal["wild-rank"] | Annotated[int, Field(ge=0, le=50)] = Field(
        "wild-rank",
        description="The points of a joker left over: those of the round's wild rank, or a number.",
    )

    @field_validator("joker_points", mode="wrap")
    @classmethod
    def word_or_number(cls, value: object, validate: ValidatorFunctionWrapHandler) -> Any:
        """One sentence, where there would be one for the word and one for the number."""
        try:
            return validate(value)
        except ValidationError:
            raise ValueError("It must be `wild-rank` or a whole number from 0 to 50.") from None


class Options(HouseRules):
    """The options of a match of Nickel (NK-1, NK-9, NK-11, NK-13, NK-15)."""

    rounds: list[Annotated[int, Field(ge=1, le=11)]] = Field(
        [1, 11],
        min_length=2,
        max_length=2,
        description="The first round and the last; round 1 deals three cards, round 11 thirteen.",
    )
    nickel_stake: Cents = Field(
        0, description="Cents that every other player pays to whoever called Nickel in a round."
    )
    game_stake: Cents = Field(
        0, description="Cents that every other player pays to the winner; co-winners share them."
    )
    turn_limit: int = Field(
        60,
        ge=1,
        le=200,
        description="A round in which everybody has had so many turns ends without a Nickel.",
    )

    @field_validator("rounds")
    @classmethod
    def in_order(cls, rounds: list[int]) -> list[int]:
        """The first comes first (NK-11)."""
        if rounds[0] > rounds[1]:
            raise ValueError("The first round must not come after the last.")
        return rounds


def seats(options: Options) -> tuple[int, int]:
    """The fewest and the most who can play (NK-1)."""
    return 2, 5


def check(options: Options, seats: int) -> None:
    """Every set-up can be played to its end.

    At least 26 cards are in nobody's hand (two players, thirteen cards each, no jokers). So there
    are discards to shuffle whenever the stock is empty, and nobody has to take one (NK-12).
    """


def deck(options: Options, seats: int) -> list[str]:
    """The cards that so many players play with (NK-1)."""
    decks = 1 if seats == 2 else 2
    return decks * [*CARDS, *["**"] * options.jokers_per_deck]
