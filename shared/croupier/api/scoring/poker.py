"""Hands of five cards, ranked."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema

from croupier.api.scoring.repeats import repeat
from croupier.engine import cards, poker
from croupier.games.protocol import Strict


def _five_cards(text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise ValueError("Write five cards as one string, such as 'Ah 2c 3d 4s 5h'.")
    names = text.split()
    if len(names) != 5:
        raise ValueError(f"There must be five cards, not {len(names)}.")
    # A long name is no card, and its start is enough for the sentence that says so.
    hand = tuple(cards.parse(name[:10]) for name in names)
    if (at := repeat(hand)) is not None:
        raise ValueError(f"{cards.name(hand[at])} is there twice.")
    return hand


FiveCards = Annotated[
    tuple[int, ...],
    BeforeValidator(_five_cards),
    WithJsonSchema(
        {
            "type": "string",
            "description": "Five different cards: rank (23456789TJQKA) and suit (cdhs) each.",
            "examples": ["Ah 2c 3d 4s 5h"],
        }
    ),
]


class PokerTable(Strict):
    """Poker hands to compare. They are judged apart: a card may be in two of them."""

    hands: list[FiveCards] = Field(min_length=1, max_length=100)


class PokerHand(BaseModel):
    """What a hand is."""

    category: str
    rank: int = Field(description="1 to 7462; the higher one wins, equal ones tie.")


class PokerScore(BaseModel):
    """What each hand is, and which are the best."""

    hands: list[PokerHand]
    winners: list[int] = Field(description="Indexes of the best hands.")


def score_poker(table: PokerTable) -> PokerScore:
    """Rank the hands (TB-24)."""
    ranks = [poker.rank(*hand) for hand in table.hands]
    return PokerScore(
        hands=[PokerHand(category=poker.category(rank), rank=rank) for rank in ranks],
        winners=[index for index, rank in enumerate(ranks) if rank == max(ranks)],
    )
