"""Bingo with 75 balls: mark what is drawn, and claim once you have a line."""

from pydantic import Field

from croupier.games.bingo.cards import NumberName
from croupier.games.bingo.options import Options
from croupier.games.bingo.play import (
    BINGO,
    DEAL,
    DRAW,
    PASS,
    State,
    check,
    claim,
    copy,
    legal,
    play,
    seats,
    since,
    start,
    to_act,
    turn,
    with_marks,
)
from croupier.games.bingo.view import known, past, result, score, view
from croupier.games.protocol import Json, Move, Strict

slug = "bingo"
title = "Bingo"
summary = (
    "Numbers from 1 to 75 are drawn; mark them on your card, and claim as soon as you have a line."
)
resigning = (
    "The cards of who has left are out of the game, and the next seat draws for a caller. "
    "Prizes stay theirs, but the match is among those who are left."
)
version = 1


class Deal(Strict):
    """Deal the cards: the match starts."""


class Reveal(Strict):
    """As the caller, draw the next number; after the 75th, close all prizes that are open."""


class Place(Strict):
    """Mark a drawn number on a card of yours."""

    number: NumberName
    card: int = Field(0, ge=0, le=5, description="Which of your cards, from 0.")


class Claim(Strict):
    """Call bingo, with what you have marked, or pass on the claims of others."""

    pass_: bool = Field(
        False, alias="pass", description="Whether to let a standing claim have the prize instead."
    )


VERBS: dict[str, type[Strict]] = {
    "deal": Deal,
    "reveal": Reveal,
    "place": Place,
    "claim": Claim,
}
APART = frozenset({"place"})


def to_move(state: State, seat: int, body: Deal | Reveal | Place | Claim) -> Move:
    """The move that a request means: `B7`, `B7@1`, `bingo@…` with the seat's marks, `pass`."""
    match body:
        case Place():
            return f"{body.number}@{body.card}" if body.card else body.number
        case Claim():
            return PASS if body.pass_ else claim(state, seat)
        case Reveal():
            return DRAW
        case Deal():
            return DEAL


def to_request(move: Move) -> tuple[str, Json]:
    """The verb and the body of the request for a move.

    >>> to_request("B7@1")
    ('place', {'number': 'B7', 'card': 1})
    """
    if move == DEAL:
        return "deal", {}
    if move == DRAW:
        return "reveal", {}
    if move == PASS:
        return "claim", {"pass": True}
    if move.startswith(BINGO):
        return "claim", {}
    number, _, card = move.partition("@")
    return "place", {"number": number, "card": int(card)} if card else {"number": number}


def carry(state: object) -> Json:
    """Nothing: a match is one hand."""
    return {}


def rematch(state: object) -> None:
    """A rematch starts afresh."""


__all__ = [
    "APART",
    "VERBS",
    "Options",
    "carry",
    "check",
    "copy",
    "known",
    "legal",
    "past",
    "play",
    "rematch",
    "resigning",
    "result",
    "score",
    "seats",
    "since",
    "slug",
    "start",
    "summary",
    "title",
    "to_act",
    "to_move",
    "to_request",
    "turn",
    "version",
    "view",
    "with_marks",
]
