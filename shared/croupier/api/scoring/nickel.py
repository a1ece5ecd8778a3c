"""A hand of Nickel, scored."""

from collections import Counter
from typing import Self

from pydantic import BaseModel, Field, model_validator

from croupier.api.problems import field_error
from croupier.games.nickel.hands import best, told
from croupier.games.nickel.options import CardName, HouseRules
from croupier.games.protocol import Strict

DECKS = 3  # a hand of the rules' examples, 9s 9s 9s 2d 2h, has a card three times


class NickelHand(Strict):
    """A hand of a real table of Nickel, perhaps with the card just drawn."""

    dealt: int = Field(ge=3, le=13, description="How many cards the round deals to each player.")
    hand: list[CardName] = Field(
        max_length=14, description="As many cards as dealt, or one more; a card twice, or thrice."
    )
    options: HouseRules = Field(default_factory=HouseRules)

    @model_validator(mode="after")
    def as_can_be_held(self) -> Self:
        """A hand of the round's size (NK-2), with no card or joker more often than it is there."""
        if len(self.hand) not in (self.dealt, self.dealt + 1):
            wanted = f"{self.dealt} or {self.dealt + 1}"
            raise field_error("hand", f"There must be {wanted} cards, not {len(self.hand)}.")
        jokers = DECKS * self.options.jokers_per_deck
        held: Counter[str] = Counter()
        for at, card in enumerate(self.hand):
            held[card] += 1
            most = jokers if card == "**" else DECKS
            if held[card] > most:
                raise field_error(f"hand.{at}", f"The decks hold only {most} of {card}.")
        return self


class NickelScore(BaseModel):
    """The best arrangement of a hand. What is about the discard is there with a card more."""

    penalty: int = Field(description="The points of the cards left over.")
    melds: list[list[str]] = Field(description="Sets and runs, the cards of a run as they lie.")
    left: list[str] = Field(description="What is in none of them, after the discard.")
    discard: str | None = Field(
        None, description="The best discard.", exclude_if=lambda value: value is None
    )
    nickel: bool | None = Field(
        None,
        description="Whether Nickel can be called with it.",
        exclude_if=lambda value: value is None,
    )


def score_nickel(hand: NickelHand) -> NickelScore:
    """Find the arrangement with the fewest penalty points (NK-9, NK-10), and the best discard."""
    arranged = best(hand.hand, hand.dealt, hand.options)
    nickel = None if arranged.discard is None else arranged.nickel
    return NickelScore(**told(arranged), nickel=nickel)
