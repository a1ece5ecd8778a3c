"""What a seat and a spectator may see of a match of Nickel (NK-14).

A view is built up from nothing: what is not written here stays hidden.
"""

from collections.abc import Sequence

from croupier.games.nickel import hands
from croupier.games.nickel.hands import RANKS, best, in_order
from croupier.games.nickel.play import State, going_out
from croupier.games.nickel.scoring import money, points
from croupier.games.protocol import Json
from croupier.games.resigning import told


def view(state: State, seat: int | None) -> tuple[Json, Json]:
    """What lies open and who took what; one's own hand at its best (NK-10)."""
    return _public(state), {} if seat is None else _private(state, seat)


def _public(state: State) -> Json:
    public: Json = {
        "phase": _phase(state),
        "round": state.round,
        "dealt": state.dealt,
        "wild": RANKS[state.dealt - 1],
        "dealer": state.dealer,
        "player": state.mover,
        "turns_left": state.turns_left,
        "stock": len(state.stock),
        "discard": state.discards[-1] if state.discards else None,
        "taken": [cards.copy() for cards in state.taken],
        "cards_left": [len(hand) for hand in state.hands],
        "nickel": state.caller,
        "points": points(state),
        **money(state),
        **told(state.resigned),
    }
    if state.done:
        public["hands"] = [_arranged(state, seat) for seat in range(len(state.hands))]
    return public


def _private(state: State, seat: int) -> Json:
    hand = state.hands[seat]
    private: Json = {"hand": in_order(hand), "best": _arranged(state, seat)}
    if state.drawn and seat == state.mover:
        private["drawn"] = hand[-1]
        private["nickel"] = going_out(state, seat)
    return private


def _arranged(state: State, seat: int) -> Json | None:
    """A hand at its best; None for one that is out of play."""
    if seat in state.face_down:
        return None
    return hands.told(best(state.hands[seat], state.dealt, state.options))


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.done:
        return "between-rounds"
    return "discarding" if state.drawn else "drawing"


def past(state: State, now: State, seat: int | None) -> tuple[Json, Json]:
    """What this seat saw then; nothing of it has become a secret."""
    return view(state, seat)


def known(state: State, moves: Sequence[str], seat: int | None) -> list[str]:
    """All moves are public: that of a draw from the stock does not say the card."""
    return list(moves)
