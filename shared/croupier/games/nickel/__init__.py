"""Nickel: a rummy of eleven rounds, each with a wild rank of its own; collect the fewest points.

The shuffles of a match, for whoever redoes them: of the seats, the first of which then deals first;
of the deck for each round, as `start` deals it; of the discards each time that the stock runs out.
"""

from typing import Literal

from pydantic import Field

from croupier.games.nickel.options import CardName, Options, check, seats
from croupier.games.nickel.play import (
    NICKEL,
    PILE,
    STOCK,
    State,
    copy,
    legal,
    play,
    since,
    start,
    to_act,
    turn,
)
from croupier.games.nickel.scoring import carry, result, score
from croupier.games.nickel.view import known, past, view
from croupier.games.protocol import Json, Move, Strict

slug = "nickel"
title = "Nickel"
summary = (
    "A rummy of eleven rounds, from three cards to thirteen: meld your hand in sets and runs, "
    "with another wild rank each round."
)
resigning = (
    "The turns of who has left are skipped, and they are dealt no more cards. Their points "
    "stay as they are, and they go on paying the stakes."
)
version = 1


class Deal(Strict):
    """Shuffle and deal: the match starts, or its next round."""


class Draw(Strict):
    """Begin your turn: draw the top card of the stock, or take the top discard."""

    source: Literal["stock", "discard"] = Field(alias="from")


class PlayCard(Strict):
    """End your turn with a discard; with all your other cards in melds you may call Nickel."""

    card: CardName
    nickel: bool = Field(False, description="Whether you call Nickel.")


VERBS: dict[str, type[Strict]] = {"deal": Deal, "draw": Draw, "play-card": PlayCard}
APART: frozenset[str] = frozenset()


def to_move(state: State | None, seat: int, body: Deal | Draw | PlayCard) -> Move:
    """The move that a request means: `stock`, `pile`, `9h`, `9h!`, `deal`."""
    match body:
        case Draw():
            return STOCK if body.source == "stock" else PILE
        case PlayCard():
            return body.card + NICKEL if body.nickel else body.card
        case Deal():
            return "deal"


def to_request(move: Move) -> tuple[str, Json]:
    """The verb and the body of the request for a move.

    >>> to_request("9h"), to_request("9h!")
    (('play-card', {'card': '9h'}), ('play-card', {'card': '9h', 'nickel': True}))
    >>> to_request("pile")
    ('draw', {'from': 'discard'})
    """
    if move == "deal":
        return "deal", {}
    if move in (STOCK, PILE):
        return "draw", {"from": "stock" if move == STOCK else "discard"}
    card = move.removesuffix(NICKEL)
    return "play-card", {"card": card} if card == move else {"card": card, "nickel": True}


def rematch(state: State) -> None:
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
]
