"""Texas Showdown: take as few tricks as you can, and follow any colour that is in the trick.

Rulings on a seat that has resigned: the service plays on for it, so that the others' hand is not
spoilt. It plays the lowest card that may be played, and where it has to name a leader it names
itself, within the move that made it its turn. It is dealt to in later hands too, where it may open,
in the deal itself. Events say that it has played and not which card: they are told again when the
move is sent again, and an older trick lies face down (TS-10). The trick in the view shows it. Its
tricks count, and may end the match (TS-8), but of those who are left the fewest points win.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from croupier.engine.shuffle import Shuffler
from croupier.games.protocol import RESIGN, IllegalMove, Json, Move, Strict
from croupier.games.resigning import Resigned, deserted, gone, leave, remaining, told

slug = "texas-showdown"
title = "Texas Showdown"
summary = (
    "A trick-taking game in eight colours: follow any colour of the trick, and take few of them."
)
resigning = (
    "The service plays on for who has left, the lowest card that may be played, so that the "
    "hand is not spoilt for the others. The fewest points of those who are left win."
)
version = 1

COLOURS = {
    "black": range(11),
    "red": range(11, 21),
    "blue": range(21, 30),
    "brown": range(31, 39),
    "green": range(41, 48),
    "yellow": range(51, 57),
    "purple": range(61, 66),
    "grey": range(71, 75),
}  # TS-1
CARDS = [str(card) for cards in COLOURS.values() for card in cards]
NUMBER = {card: int(card) for card in CARDS}
COLOUR = {str(card): colour for colour, cards in COLOURS.items() for card in cards}
TOP_CARDS = frozenset(str(cards[-1]) for cards in COLOURS.values())

DEAL = "deal"
NAME = "leader"  # and a seat: the move that names who opens the next trick
_TARGETS = {3: 15, 4: 15, 5: 12, 6: 10}  # TS-8


class Options(Strict):
    """The options of a match of Texas Showdown (TS-11)."""

    target: int | None = Field(
        None,
        ge=1,
        le=100,
        description="Penalty points that end the match after the hand in which somebody has them; "
        "left out, 15 with three or four players, 12 with five, 10 with six.",
    )
    hands: int | None = Field(
        None, ge=1, le=20, description="A fixed number of hands instead, whatever the points."
    )


class Deal(Strict):
    """Shuffle and deal: the match starts, or its next hand."""


class PlayCard(Strict):
    """Play a card to the trick."""

    card: str = Field(pattern="^(0|[1-9][0-9]?)$", description="The card's number, 0 to 74.")


class Choose(Strict):
    """Say who opens the next trick, having taken one with the top card of a colour."""

    leader: int = Field(ge=0, le=5, description="The seat; your own is one of them.")


VERBS: dict[str, type[Strict]] = {"deal": Deal, "play-card": PlayCard, "choose": Choose}
APART: frozenset[str] = frozenset()


@dataclass(slots=True)
class State:
    """A hand between two moves. A card is its number as text, the form that it has in moves."""

    options: Options
    hands: list[list[str]]  # by seat, ascending
    points: list[int]  # by seat, of the whole match: one for each trick (TS-8)
    taken: list[int]  # by seat, tricks of this hand
    target: int | None  # points that end the match (TS-8); None with a fixed number of hands
    number: int  # of this hand, from 1
    leader: int  # who opened the trick, or is to open or name when no card lies
    mover: int  # whose move it is; after the last trick who took it
    naming: bool  # whether the leader is to name another one first (TS-7)
    trick: list[Json]  # the plays from the leader on, as everybody sees them
    colours: list[str]  # theirs
    last: list[Json]  # those of the last complete trick of this hand
    done: bool  # whether the hand is over
    resigned: Resigned


def seats(options: Options) -> tuple[int, int]:
    """The fewest and the most who can play (TS-2)."""
    return 3, 6


def check(options: Options, seats: int) -> None:
    """Every set-up can be played to its end."""


def deck(seats: int) -> list[str]:
    """The cards that so many players play with, ascending (TS-2)."""
    left_out = ("black", "grey") if seats == 3 else ()
    return [card for card in CARDS if COLOUR[card] not in left_out]


def start(options: Options, seats: int, shuffler: Shuffler, carry: Json | None) -> State:
    """Shuffle and deal out; the holder of the lowest card opens (TS-2, TS-3)."""
    cards = deck(seats)
    shuffled = shuffler.shuffle(cards)
    hands = [sorted(shuffled[seat::seats], key=NUMBER.__getitem__) for seat in range(seats)]
    before = carry or {"points": [0] * seats, "hands": 0}
    leader = next(seat for seat, hand in enumerate(hands) if hand[0] == cards[0])
    state = State(
        options=options,
        hands=hands,
        points=list(before["points"]),
        taken=[0] * seats,
        target=None if options.hands else options.target or _TARGETS[seats],
        number=before["hands"] + 1,
        leader=leader,
        mover=leader,
        naming=False,
        trick=[],
        colours=[],
        last=[],
        done=False,
        resigned=tuple(before.get("resigned", ())),
    )
    _play_on(state)
    return state


def copy(state: State) -> State:
    """A state of its own, equal to this one."""
    return State(
        options=state.options,
        hands=[hand.copy() for hand in state.hands],
        points=state.points.copy(),
        taken=state.taken.copy(),
        target=state.target,
        number=state.number,
        leader=state.leader,
        mover=state.mover,
        naming=state.naming,
        trick=state.trick.copy(),
        colours=state.colours.copy(),
        last=state.last,  # no play changes it
        done=state.done,
        resigned=state.resigned,
    )


def turn(state: State) -> int:
    """The trick that the players answer, counted through the match from 1."""
    return sum(state.points) + 1


def since(state: State, move: Move) -> int:
    """A move answers the turn that it is made in."""
    return turn(state)


def to_act(state: State) -> list[int]:
    """The seat whose turn it is; all who are left between two hands, since anybody may deal."""
    if state.done:
        return [] if _over(state) else _left(state)
    return [state.mover]


def legal(state: State, seat: int) -> list[Move]:
    """Every move of this seat: a card, `leader2` to name a leader, `deal` between two hands."""
    if state.done:
        return [] if _over(state) or seat in state.resigned else [DEAL]
    if seat != state.mover:
        return []
    if state.naming:
        return [f"{NAME}{other}" for other in range(len(state.hands))]
    hand = state.hands[seat]
    if state.trick:
        return _following(hand, state.colours) or hand.copy()
    return hand.copy() if state.last else hand[:1]  # TS-3: the lowest card of all opens


def play(state: State, seat: int, move: Move, shuffler: Shuffler) -> list[Json]:
    """Play a card (`15`), name who leads (`leader2`), or leave the match (`resign`)."""
    if move == RESIGN:
        return _resign(state, seat)
    if state.done or seat != state.mover:
        raise _not_now(state, seat)
    events = _move(state, seat, move)
    return events + _play_on(state)


def _not_now(state: State, seat: int) -> IllegalMove:
    if seat in state.resigned:
        return gone("TS-4")
    if state.done:
        return IllegalMove("TS-8", "The hand is over.", "not-your-turn")
    return IllegalMove("TS-4", "It is another player's turn.", "not-your-turn")


def _resign(state: State, seat: int) -> list[Json]:
    state.resigned = leave(state.resigned, seat, "TS-4", over=state.done and _over(state))
    events: list[Json] = [{"type": "resigned", "seat": seat}]
    if _deserted(state):
        state.done = True
        return [*events, {"type": "finished"}]
    return events + _play_on(state)


def _play_on(state: State) -> list[Json]:
    """Move for those who have resigned, until it is the turn of one who has not."""
    events: list[Json] = []
    while state.mover in state.resigned and not state.done:
        seat = state.mover
        events += _move(state, seat, f"{NAME}{seat}" if state.naming else legal(state, seat)[0])
    for event in events:
        event.pop("card", None)
    return events


def _move(state: State, seat: int, move: Move) -> list[Json]:
    if state.naming:
        return _name_leader(state, seat, move)
    hand, colours = state.hands[seat], state.colours
    if move not in hand:
        raise _no_card(move)
    colour = COLOUR[move]
    followed = colour in colours or not colours
    if not followed and _following(hand, colours):
        raise IllegalMove("TS-4", "You can follow a colour of the trick, so you have to.")
    if not (colours or state.last or move == hand[0]):
        raise IllegalMove("TS-3", f"The hand is opened with the {hand[0]}.")
    hand.remove(move)
    colours.append(colour)
    state.trick.append({"seat": seat, "card": move, "followed": followed})
    events: list[Json] = [{"type": "card-played", "seat": seat, "card": move}]
    if len(colours) == len(state.hands):
        return events + _take(state)
    state.mover = (seat + 1) % len(state.hands)
    return events


def _no_card(move: Move) -> IllegalMove:
    if move.startswith(NAME):
        return IllegalMove("TS-7", "There is no leader to name now.")
    return IllegalMove("TS-4", "You do not hold that card.")


def _name_leader(state: State, seat: int, move: Move) -> list[Json]:
    if not move.startswith(NAME):
        raise IllegalMove("TS-7", "First say who opens the next trick.")
    named = move.removeprefix(NAME)
    if named not in map(str, range(len(state.hands))):
        raise IllegalMove("TS-6", "Nobody sits there.")
    state.leader = state.mover = int(named)
    state.naming = False
    return [{"type": "leader-named", "seat": seat, "leader": state.leader}]


def _following(hand: list[str], colours: list[str]) -> list[str]:
    return [card for card in hand if COLOUR[card] in colours]


def _take(state: State) -> list[Json]:
    took = state.trick[taking([played["card"] for played in state.trick])]
    taker = took["seat"]
    state.last, state.trick, state.colours = state.trick, [], []
    state.taken[taker] += 1
    state.points[taker] += 1
    state.leader = state.mover = taker
    state.done = not state.hands[taker]
    state.naming = took["card"] in TOP_CARDS and not state.done
    events: list[Json] = [{"type": "trick-taken", "seat": taker}]
    if state.done:
        events.append({"type": "finished" if _over(state) else "hand-over"})
    return events


def taking(cards: Sequence[str]) -> int:
    """Which of a trick's cards takes it: the highest of the most frequent colours (TS-5).

    >>> taking(["14", "52", "53", "12", "33"])
    2
    """
    colours = [COLOUR[card] for card in cards]
    # How many cards its colour has decides, then its number, which is below 100.
    ranks = [100 * colours.count(COLOUR[card]) + NUMBER[card] for card in cards]
    return ranks.index(max(ranks))


def _left(state: State) -> list[int]:
    """The seats that have not resigned."""
    return remaining(len(state.hands), state.resigned)


def _deserted(state: State) -> bool:
    return deserted(len(state.hands), state.resigned)


def _over(state: State) -> bool:
    """Whether the match ends with this hand, which is done (TS-8, TS-11)."""
    if _deserted(state):
        return True
    if state.target is None:
        return state.number == state.options.hands
    return max(state.points) >= state.target


def carry(state: State) -> Json:
    """The points, how many hands there have been, and who has left."""
    return {"points": state.points.copy(), "hands": state.number, **told(state.resigned)}


def rematch(state: State) -> None:
    """A rematch starts afresh."""


def result(state: State) -> Json | None:
    """The fewest points of those who are left win, ties share (TS-9)."""
    if not (state.done and _over(state)):
        return None
    fewest = min(state.points[seat] for seat in _left(state))
    return {
        "reason": "resigned" if _deserted(state) else "completed",
        "winners": [seat for seat in _left(state) if state.points[seat] == fewest],
        "totals": state.points.copy(),
        **told(state.resigned),
    }


def view(state: State, seat: int | None) -> tuple[Json, Json]:
    """The trick, the last one, who has taken how many; and one's own hand (TS-10)."""
    public: Json = {
        "phase": _phase(state),
        "hand": state.number,
        "leader": state.leader,
        "trick": state.trick.copy(),
        "last_trick": state.last,
        "cards_left": list(map(len, state.hands)),
        "taken": state.taken.copy(),
        "points": state.points.copy(),
    }
    if state.target is not None:
        public["target"] = state.target
    if state.resigned:
        public |= told(state.resigned)
    return public, {} if seat is None else {"hand": state.hands[seat].copy()}


def past(state: State, now: State, seat: int | None) -> tuple[Json, Json]:
    """While the hand runs, what is not shown of a trick any more is left out (TS-10)."""
    public, private = view(state, seat)
    if not now.done:
        shown = [*now.last, *now.trick]
        for name in ("trick", "last_trick"):
            public[name] = [
                played if played in shown or played["seat"] == seat else {"seat": played["seat"]}
                for played in public[name]
            ]
    return public, private


def score(state: State, seat: int | None) -> Json:
    """The tricks of this hand and the points of all; everybody may know them."""
    final = result(state)
    return {
        "final": final is not None,
        "hand": state.number,
        "taken": state.taken.copy(),
        "points": state.points.copy(),
        "winners": final["winners"] if final else [],
    }


def known(state: State, moves: Sequence[str], seat: int | None) -> list[str]:
    """While the hand runs, the cards of older tricks are shown to nobody else (TS-10)."""
    if state.done:
        return list(moves)
    older = COLOUR.keys() - {played["card"] for played in (*state.last, *state.trick)}
    entries = [entry.partition(":") for entry in moves]
    return [
        f"{mover}:{'play-card' if move in older and mover != str(seat) else move}"
        for mover, _, move in entries
    ]


def to_move(state: State, seat: int, body: Deal | PlayCard | Choose) -> Move:
    """The move that a request means: `15`, `leader2`, `deal`."""
    match body:
        case PlayCard():
            return body.card
        case Choose():
            return f"{NAME}{body.leader}"
        case Deal():
            return DEAL


def to_request(move: Move) -> tuple[str, Json]:
    """The verb and the body of the request for a move.

    >>> to_request("15")
    ('play-card', {'card': '15'})
    """
    if move == DEAL:
        return "deal", {}
    if move.startswith(NAME):
        return "choose", {"leader": int(move.removeprefix(NAME))}
    return "play-card", {"card": move}


def _phase(state: State) -> str:
    if state.done:
        return "over" if _over(state) else "between-hands"
    return "naming" if state.naming else "trick"
