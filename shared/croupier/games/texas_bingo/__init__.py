"""Texas Bingo: 25 turns, a tile a turn on every board, and poker on the twelve lines."""

from pydantic import Field, field_validator

from croupier.games.protocol import Json, Move, Strict
from croupier.games.texas_bingo.missions import MISSIONS
from croupier.games.texas_bingo.options import Cell, Options, check, seats
from croupier.games.texas_bingo.play import (
    REVEAL,
    State,
    copy,
    legal,
    play,
    since,
    start,
    to_act,
    turn,
)
from croupier.games.texas_bingo.view import known, past, result, score, view

slug = "texas-bingo"
title = "Texas Bingo"
summary = (
    "Place 25 revealed cards on a board of five by five: its rows, columns and diagonals are "
    "poker hands."
)
resigning = (
    "Nobody waits for who has left. The board stays as it is, is compared with no other and "
    "totals 0; a shared one is filled by those who are left."
)
version = 1


class Deal(Strict):
    """Shuffle and deal: the match starts."""


class Reveal(Strict):
    """Turn up the next card, in a match where that is not done by itself."""


class Place(Strict):
    """Put this turn's tile on an empty cell of your board."""

    card: str = Field(
        pattern="^([2-9TJQKA][cdhs]|tunnel)$",
        description="The card's name, or `tunnel` where it lies face down.",
    )
    cell: Cell = Field(description="Row and column, `a1` top left to `e5` bottom right.")


class Choose(Strict):
    """Keep one of the two missions that you were dealt."""

    mission: str = Field(
        description="The slug of the mission to keep.",
        json_schema_extra={"enum": list(MISSIONS)},
    )

    @field_validator("mission")
    @classmethod
    def known_mission(cls, mission: str) -> str:
        """A mission and nothing else: other moves have verbs of their own."""
        if mission not in MISSIONS:
            raise ValueError("There is no such mission.")
        return mission


VERBS: dict[str, type[Strict]] = {
    "deal": Deal,
    "reveal": Reveal,
    "place": Place,
    "choose": Choose,
}
APART: frozenset[str] = frozenset()


def to_move(state: State, seat: int, body: Deal | Reveal | Place | Choose) -> Move:
    """The move that a request means: `Qh@c3`, `reveal`, `jackpot`."""
    match body:
        case Place():
            return f"{body.card}@{body.cell}"
        case Choose():
            return body.mission
        case Reveal():
            return REVEAL
        case Deal():
            return "deal"


def to_request(move: Move) -> tuple[str, Json]:
    """The verb and the body of the request for a move.

    >>> to_request("Qh@c3")
    ('place', {'card': 'Qh', 'cell': 'c3'})
    """
    if move in ("deal", REVEAL):
        return move, {}
    if move in MISSIONS:
        return "choose", {"mission": move}
    card, cell = move.split("@")
    return "place", {"card": card, "cell": cell}


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
]
