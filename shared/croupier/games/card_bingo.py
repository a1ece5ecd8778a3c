"""Card Bingo: turn your face-up cards down as they are called, and be the first to have none.

Rulings on a seat that has resigned (CB-9): its cards lie as they lay, and nobody waits for them to
be marked. The call that would be its own, in this round or a later one, is that of the next seat
which is left. The rounds that it has won stay on the sheet, but the match is among those who are
left: it ends between two rounds once none of them can catch up with the first of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field, field_validator

from croupier.engine.cards import CARDS
from croupier.engine.shuffle import Shuffler
from croupier.games.protocol import RESIGN, IllegalMove, Json, Move, Strict
from croupier.games.resigning import Resigned, deserted, following, gone, leave, remaining, told

slug = "card-bingo"
title = "Card Bingo"
summary = "Cards are called from a deck of their own; turn yours down, and be the first with none."
resigning = (
    "Nobody waits for the cards of who has left, and the next seat makes their calls. Rounds "
    "that they won count no more: the match is among those who are left."
)
version = 1

CardName = Annotated[
    str,
    Field(
        pattern="^[2-9TJQKA][cdhs]$",
        description="A card: its rank (23456789TJQKA) and its suit (cdhs).",
        examples=["Qh"],
    ),
]

DEAL = "deal"
CALL = "call"


class HouseRules(Strict):
    """How a round is played (CB-10)."""

    hand_size: int = Field(5, ge=5, le=6, description="Cards in each hand: five, or six.")
    rank_only: bool = Field(False, description="Whether a call is for every card of its rank.")


class Options(HouseRules):
    """The options of a match of Card Bingo (CB-10)."""

    best_of: int = Field(
        1,
        ge=1,
        le=25,
        json_schema_extra={"not": {"multipleOf": 2}},
        description="Rounds of the match, an odd number; it ends early once nobody can catch up.",
    )

    @field_validator("best_of")
    @classmethod
    def odd(cls, rounds: int) -> int:
        """An odd number, so that two players cannot tie."""
        if rounds % 2 == 0:
            raise ValueError("best_of must be an odd number")
        return rounds


class Deal(Strict):
    """Shuffle and deal: the match starts, or its next round."""


class Reveal(Strict):
    """As the caller, call the next card, once nobody has to mark the one before."""


class Place(Strict):
    """Mark one of your cards that has just been called."""

    card: CardName


VERBS: dict[str, type[Strict]] = {"deal": Deal, "reveal": Reveal, "place": Place}
APART: frozenset[str] = frozenset()


@dataclass(slots=True)
class State:
    """A round between two moves."""

    options: Options
    hands: list[tuple[str, ...]]  # by seat, as dealt
    face_up: list[list[str]]  # by seat, what is left of the hand
    pile: tuple[str, ...]  # the call deck; the first `calls` of it are called
    calls: int
    caller: int
    games: int  # rounds before this one, in this match and in those that it is a rematch of
    rounds: int  # rounds of this match before this one
    earlier: int  # turns in the rounds before
    wins: list[int]  # by seat, from the rounds before
    winner: int | None
    resigned: Resigned


def seats(options: Options) -> tuple[int, int]:
    """The fewest and the most who can play (CB-1)."""
    return 2, 8


def check(options: Options, seats: int) -> None:
    """Every set-up can be played to its end: all 52 cards are called if need be (CB-8)."""


def start(options: Options, seats: int, shuffler: Shuffler, carry: Json | None) -> State:
    """Deal from two decks, to be called from a third; the caller rotates (CB-1 to CB-3)."""
    before = carry or {}
    dealt = shuffler.shuffle([*CARDS, *CARDS])
    size = options.hand_size
    hands = [tuple(dealt[seat * size : (seat + 1) * size]) for seat in range(seats)]
    games = before.get("games", 0)
    resigned = tuple(before.get("resigned", ()))
    return State(
        options=options,
        hands=hands,
        face_up=[list(hand) for hand in hands],
        pile=tuple(shuffler.shuffle(CARDS)),
        calls=0,
        caller=following((games - 1) % seats, seats, resigned),
        games=games,
        rounds=before.get("rounds", 0),
        earlier=before.get("turns", 0),
        wins=before.get("wins", [0] * seats),
        winner=None,
        resigned=resigned,
    )


def copy(state: State) -> State:
    """A state of its own, equal to this one."""
    return replace(state, face_up=[cards.copy() for cards in state.face_up])


def turn(state: State) -> int:
    """Each call begins a turn, and so does each deal after the first, which is turn 0."""
    return state.earlier + state.calls


def since(state: State, move: Move) -> int:
    """A move answers the turn that it is made in."""
    return turn(state)


def to_act(state: State) -> list[int]:
    """Who has to mark; else the caller (CB-4), and between rounds whoever deals."""
    if _round_over(state):
        return [] if _over(state) else _left(state)
    return _marking(state) or [state.caller]


def legal(state: State, seat: int) -> list[Move]:
    """Every move of this seat: the cards to mark, `call`, `deal` between two rounds."""
    if seat in state.resigned:
        return []
    if _round_over(state):
        return [] if _over(state) else [DEAL]
    marks: list[Move] = list(dict.fromkeys(_matching(state, seat)))
    return [CALL] if not marks and to_act(state) == [seat] == [state.caller] else marks


def play(state: State, seat: int, move: Move, shuffler: Shuffler) -> list[Json]:
    """Call the next card (`call`), mark a card (`Qh`), or leave the match (`resign`)."""
    if move == RESIGN:
        return _resign(state, seat)
    if seat in state.resigned:
        raise gone("CB-9")
    if _round_over(state):
        raise IllegalMove("CB-7", "The round is over.", "not-your-turn")
    if move == CALL:
        return _call(state, seat)
    return _mark(state, seat, move)


def _call(state: State, seat: int) -> list[Json]:
    if seat != state.caller:
        raise IllegalMove("CB-4", "Another player is the caller.", "not-your-turn")
    if _marking(state):
        raise IllegalMove("CB-4", "First everybody marks the card that was called.")
    state.calls += 1
    return [{"type": "called", "card": state.pile[state.calls - 1], "call": state.calls}]


def _mark(state: State, seat: int, card: str) -> list[Json]:
    if card not in state.face_up[seat]:
        raise IllegalMove("CB-5", "You have no such card face up.")
    if card not in _matching(state, seat):
        raise IllegalMove("CB-5", "That card has not just been called.")
    state.face_up[seat].remove(card)
    marked: list[Json] = [{"type": "marked", "seat": seat, "card": card}]
    if state.face_up[seat]:
        return marked
    state.winner = seat
    return [*marked, {"type": "finished" if _over(state) else "round-won", "seat": seat}]


def _resign(state: State, seat: int) -> list[Json]:
    state.resigned = leave(state.resigned, seat, "CB-9", over=_over(state))
    events: list[Json] = [{"type": "resigned", "seat": seat}]
    if _over(state):
        return [*events, {"type": "finished"}]
    if seat == state.caller and not _round_over(state):
        state.caller = following(seat, len(state.hands), state.resigned)
        events.append({"type": "new-caller", "seat": state.caller})
    return events


def _matching(state: State, seat: int) -> list[str]:
    """The face-up cards of a seat that match the latest call."""
    if not state.calls:
        return []
    return matching(state.face_up[seat], state.pile[state.calls - 1], state.options)


def _marking(state: State) -> list[int]:
    """The seats that have to mark before the next call (CB-4)."""
    return [
        seat
        for seat in range(len(state.hands))
        if seat not in state.resigned and _matching(state, seat)
    ]


def matching(cards: Sequence[str], called: str, rules: HouseRules) -> list[str]:
    """Those of the cards that a call is for (CB-5, CB-10).

    >>> matching(["Qh", "9c", "Qh", "Qs"], "Qh", HouseRules())
    ['Qh', 'Qh']
    >>> matching(["Qh", "9c", "Qh", "Qs"], "Qd", HouseRules(rank_only=True))
    ['Qh', 'Qh', 'Qs']
    """
    name = called[0] if rules.rank_only else called
    return [card for card in cards if card.startswith(name)]


def _wins(state: State) -> list[int]:
    return [wins + (seat == state.winner) for seat, wins in enumerate(state.wins)]


def _left(state: State) -> list[int]:
    """The seats that have not resigned."""
    return remaining(len(state.hands), state.resigned)


def _deserted(state: State) -> bool:
    return deserted(len(state.hands), state.resigned)


def _round_over(state: State) -> bool:
    return state.winner is not None or _deserted(state)


def _over(state: State) -> bool:
    """Whether the match is: all rounds are played, the lead out of reach, or one seat is left."""
    if _deserted(state):
        return True
    if state.winner is None:
        return False
    to_play = state.options.best_of - (state.rounds + 1)
    wins = _wins(state)
    first, second = sorted((wins[seat] for seat in _left(state)), reverse=True)[:2]
    return to_play == 0 or first - second > to_play


def carry(state: State) -> Json:
    """What decides on the next caller, counts the turns, and who has won how often."""
    return {
        "games": state.games + 1,
        "rounds": state.rounds + 1,
        "turns": turn(state) + 1,
        "wins": _wins(state),
        **told(state.resigned),
    }


def rematch(state: State) -> Json:
    """What a rematch starts from: the next caller (CB-3)."""
    return {"games": state.games + 1}


def result(state: State) -> Json | None:
    """The most rounds won of those who are left; a tie over all of them is shared."""
    if not _over(state):
        return None
    wins = _wins(state)
    most = max(wins[seat] for seat in _left(state))
    return {
        "reason": "resigned" if _deserted(state) else "completed",
        "winners": [seat for seat in _left(state) if wins[seat] == most],
        "totals": wins,
        **told(state.resigned),
    }


def view(state: State, seat: int | None) -> tuple[Json, Json]:
    """Everything but the order of the decks (CB-2); nothing is for one seat alone."""
    called = state.pile[: state.calls]
    return {
        "phase": _phase(state),
        "round": state.rounds + 1,
        "caller": state.caller,
        "calls": list(reversed(called)),
        "hands": [_hand(state, seat) for seat in range(len(state.hands))],
        "wins": _wins(state),
        "winner": state.winner,
        **told(state.resigned),
    }, {}


def past(state: State, now: State, seat: int | None) -> tuple[Json, Json]:
    """What everybody saw then."""
    return view(state, seat)


def score(state: State, seat: int | None) -> Json:
    """The cards that each has face up, and the rounds won."""
    final = result(state)
    return {
        "final": final is not None,
        "round": state.rounds + 1,
        "face_up": [len(cards) for cards in state.face_up],
        "wins": _wins(state),
        "winners": final["winners"] if final else [],
    }


def known(state: State, moves: Sequence[str], seat: int | None) -> list[str]:
    """All moves are public."""
    return list(moves)


def to_move(state: State, seat: int, body: Deal | Reveal | Place) -> Move:
    """The move that a request means: `Qh`, `call`, `deal`."""
    match body:
        case Place():
            return body.card
        case Reveal():
            return CALL
        case Deal():
            return DEAL


def to_request(move: Move) -> tuple[str, Json]:
    """The verb and the body of the request for a move.

    >>> to_request("Qh")
    ('place', {'card': 'Qh'})
    """
    if move == DEAL:
        return "deal", {}
    return ("reveal", {}) if move == CALL else ("place", {"card": move})


def _phase(state: State) -> str:
    if _round_over(state):
        return "over" if _over(state) else "between-rounds"
    return "marking" if _marking(state) else "calling"


def _hand(state: State, seat: int) -> list[Json]:
    """A hand as dealt, each card with whether it is face up; of two alike one may be."""
    left = state.face_up[seat].copy()
    shown = []
    for card in state.hands[seat]:
        up = card in left
        if up:
            left.remove(card)
        shown.append({"card": card, "face_up": up})
    return shown
