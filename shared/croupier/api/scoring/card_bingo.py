"""Hands of Card Bingo and what was called, scored."""

from collections import Counter
from typing import Annotated, Self

from pydantic import BaseModel, Field, field_validator, model_validator

from croupier.api.problems import field_error
from croupier.api.scoring.repeats import repeat
from croupier.games import card_bingo
from croupier.games.protocol import Strict


class CardBingoTable(Strict):
    """The hands of a real table of Card Bingo as dealt, and what was called."""

    hands: list[Annotated[list[card_bingo.CardName], Field(max_length=6)]] = Field(
        min_length=2, max_length=8, description="By seat; from two decks."
    )
    calls: list[card_bingo.CardName] = Field(max_length=52, description="From the first one on.")
    options: card_bingo.HouseRules = Field(default_factory=card_bingo.HouseRules)

    @field_validator("calls")
    @classmethod
    def from_one_deck(cls, calls: list[str]) -> list[str]:
        """A card is called once (CB-1)."""
        if (at := repeat(calls)) is not None:
            raise field_error(str(at), f"{calls[at]} has been called before.")
        return calls

    @model_validator(mode="after")
    def as_dealt(self) -> Self:
        """Hands of the size that is played with, from two decks (CB-1, CB-2)."""
        size = self.options.hand_size
        dealt: Counter[str] = Counter()
        for seat, hand in enumerate(self.hands):
            if len(hand) != size:
                raise field_error(f"hands.{seat}", f"There must be {size} cards, not {len(hand)}.")
            for at, card in enumerate(hand):
                dealt[card] += 1
                if dealt[card] > 2:
                    raise field_error(f"hands.{seat}.{at}", f"Two decks hold {card} only twice.")
        return self


class CardBingoScore(BaseModel):
    """Who has turned all cards down, and when."""

    face_up: list[int] = Field(description="By seat, the cards left after all calls were marked.")
    winners: list[int] = Field(description="The seats that finish first, all on the same call.")
    at_call: int | None = Field(description="Which call that is, from 1; null while nobody has.")


def score_card_bingo(table: CardBingoTable) -> CardBingoScore:
    """Mark every call in every hand (CB-5 to CB-7).

    In a match the first to mark wins, of several who finish on the same call; cards do not tell.
    """
    face_up = [hand.copy() for hand in table.hands]
    winners: list[int] = []
    at_call = None
    for number, called in enumerate(table.calls, 1):
        for cards_left in face_up:
            for card in card_bingo.matching(cards_left, called, table.options):
                cards_left.remove(card)
        if not winners and (winners := [seat for seat, left in enumerate(face_up) if not left]):
            at_call = number
    return CardBingoScore(
        face_up=[len(cards_left) for cards_left in face_up], winners=winners, at_call=at_call
    )
