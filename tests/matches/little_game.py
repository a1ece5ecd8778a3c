"""A game of several hands, as small as can be: the higher card of a hand takes its point.

Each hand every seat draws the next card of a shuffled pack of eight; the third hand is the last.
"""

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from croupier.engine.shuffle import Shuffler
from croupier.games.protocol import IllegalMove, Json, Strict

HANDS = 3


class Options(Strict):
    """There are none."""


class Deal(Strict):
    """Shuffle the pack."""


class Draw(Strict):
    """Draw the next card."""


@dataclass
class State:
    seats: int
    hand: int
    points: list[int]
    pack: tuple[int, ...]
    drawn: dict[int, int]

    @property
    def done(self) -> bool:
        return len(self.drawn) == self.seats


def start(options: Options, seats: int, shuffler: Shuffler, carry: Json | None) -> State:
    carry = carry or {"hand": 0, "points": [0] * seats}
    return State(seats, carry["hand"] + 1, carry["points"], tuple(shuffler.shuffle(range(8))), {})


def legal(state: State, seat: int) -> list[str]:
    if state.done:
        return ["deal"] if state.hand < HANDS else []
    return [] if seat in state.drawn else ["draw"]


def play(state: State, seat: int, move: str, shuffler: Shuffler) -> list[Json]:
    if move not in legal(state, seat):
        raise IllegalMove("LG-1", "That cannot be done now.")
    state.drawn[seat] = state.pack[len(state.drawn)]
    return [{"type": "drawn", "seat": seat, "card": state.drawn[seat]}]


def carry(state: State) -> Json:
    best = max(state.drawn.values())
    points = [points + (state.drawn[seat] == best) for seat, points in enumerate(state.points)]
    return {"hand": state.hand, "points": points}


def result(state: State) -> Json | None:
    if not state.done or state.hand < HANDS:
        return None
    totals = carry(state)["points"]
    winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return {"reason": "completed", "winners": winners, "totals": totals}


def view(state: State, seat: int | None) -> tuple[Json, Json]:
    drawn = [state.drawn.get(each) for each in range(state.seats)]
    return {"hand": state.hand, "points": state.points, "drawn": drawn}, {}


GAME: Any = SimpleNamespace(
    slug="little-game",
    title="Little Game",
    summary="The higher card takes a point.",
    resigning="Nobody leaves.",
    version=1,
    Options=Options,
    VERBS={"deal": Deal, "draw": Draw},
    seats=lambda options: (2, 2),
    check=lambda options, seats: None,
    start=start,
    legal=legal,
    play=play,
    APART=frozenset(),
    turn=lambda state: state.hand,
    since=lambda state, move: state.hand,
    to_act=lambda state: [seat for seat in range(state.seats) if legal(state, seat)],
    view=view,
    past=lambda state, now, seat: view(state, seat),
    score=lambda state, seat: {"points": state.points},
    carry=carry,
    result=result,
    to_move=lambda state, seat, body: "deal" if isinstance(body, Deal) else "draw",
    to_request=lambda move: (move, {}),
    known=lambda state, moves, seat: list(moves),
    copy=lambda state: replace(state, drawn=dict(state.drawn)),
)
