"""Tricks of Texas Showdown, scored."""

from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, Field, model_validator

from croupier.api.problems import field_error
from croupier.api.scoring.repeats import repeat
from croupier.games import texas_showdown
from croupier.games.protocol import Strict


def _showdown_card(number: int) -> int:
    if str(number) not in texas_showdown.COLOUR:
        raise ValueError(f"There is no card {number}.")
    return number


class TexasShowdownTrick(Strict):
    """A trick of a real table."""

    leader: int = Field(ge=0, le=5, description="The seat that opened it.")
    cards: list[
        Annotated[
            int,
            Field(ge=0, le=74, description="The card's number."),
            AfterValidator(_showdown_card),
        ]
    ] = Field(min_length=3, max_length=6, description="From the leader on, one of each seat.")


class TexasShowdownTable(Strict):
    """Tricks of one hand; who led, and who should have followed, is not judged."""

    seats: int = Field(ge=3, le=6)
    tricks: list[TexasShowdownTrick] = Field(min_length=1, max_length=15)

    @model_validator(mode="after")
    def of_one_hand(self) -> Self:
        """So many tricks as a hand has, a card from each seat, each card of the deck once."""
        deck = texas_showdown.deck(self.seats)
        most = len(deck) // self.seats
        if len(self.tricks) > most:
            raise field_error("tricks", f"With {self.seats} seats a hand has {most} tricks.")
        for at, trick in enumerate(self.tricks):
            if trick.leader >= self.seats:
                raise field_error(f"tricks.{at}.leader", f"There are {self.seats} seats.")
            if len(trick.cards) != self.seats:
                raise field_error(f"tricks.{at}.cards", f"There must be {self.seats} cards.")
        played = [
            (f"tricks.{at}.cards.{nth}", card)
            for at, trick in enumerate(self.tricks)
            for nth, card in enumerate(trick.cards)
        ]
        for field, card in played:
            if str(card) not in deck:
                raise field_error(field, f"With {self.seats} seats the {card} stays out.")
        if (again := repeat(card for _, card in played)) is not None:
            raise field_error(played[again][0], f"The {played[again][1]} is there twice.")
        return self


class TexasShowdownTaken(BaseModel):
    """How a trick ended."""

    taker: int = Field(description="The seat that took it.")
    card: int = Field(description="The card that took it.")
    names_leader: bool = Field(
        description="Whether that is the top card of a colour, so that its player says who opens "
        "the next trick, if there is one."
    )


class TexasShowdownScore(BaseModel):
    """Who took which trick, and with what."""

    tricks: list[TexasShowdownTaken]
    points: list[int] = Field(description="By seat: one for each trick that it took.")


def score_texas_showdown(table: TexasShowdownTable) -> TexasShowdownScore:
    """Find the takers (TS-5, TS-7) and count the tricks (TS-8)."""
    taken = []
    points = [0] * table.seats
    for trick in table.tricks:
        names = [str(card) for card in trick.cards]
        at = texas_showdown.taking(names)
        taker = (trick.leader + at) % table.seats
        points[taker] += 1
        taken.append(
            TexasShowdownTaken(
                taker=taker,
                card=trick.cards[at],
                names_leader=names[at] in texas_showdown.TOP_CARDS,
            )
        )
    return TexasShowdownScore(tricks=taken, points=points)
