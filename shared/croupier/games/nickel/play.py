"""A round of Nickel: the deal, the turns, the call that ends it (NK-2 to NK-8, NK-12, NK-15).

Rulings on a seat that has resigned:

- Its turns are skipped, those after a Nickel and those up to the limit too, and so is its deal. Who
  leaves in the middle of a turn takes the card drawn along. If that was the only discard, the next
  player draws from the stock.
- Its hand stays out of play, face down, and is not scored in this round; in later ones it is dealt
  none. Its points stay as they stand. The number of decks is that of the match (NK-1).
- Its call of Nickel stands, and the round goes to its end as called.
- It pays the stakes like everybody else who does not get them (NK-13), those for Nickels in later
  rounds too; what it is owed for its own Nickels is paid. So leaving saves nobody a cent, and the
  sums stay zero. A Nickel is paid for even where the match ends before its round does, which is not
  scored then.
"""

from dataclasses import dataclass, replace

from croupier.engine.shuffle import Shuffler
from croupier.games.nickel.hands import best, in_order, melds_without
from croupier.games.nickel.options import Options, deck
from croupier.games.protocol import RESIGN, IllegalMove, Json, Move
from croupier.games.resigning import Resigned, deserted, following, gone, leave, remaining

STOCK = "stock"
PILE = "pile"  # of discards
NICKEL = "!"  # after the discard that it is called with


@dataclass(slots=True)
class State:
    """A round between two moves. A card is its name, the form that it has in moves."""

    options: Options
    round: int  # 1 to 11
    dealer: int
    hands: list[list[str]]  # by seat, a card just drawn at the end
    stock: list[str]  # the last is on top
    discards: list[str]  # the last is on top
    taken: list[list[str]]  # by seat, the discards that it has drawn in this round
    mover: int | None  # whose turn it is, from the dealer's left on (NK-3); None if nobody's
    drawn: bool  # whether the mover has drawn and is to discard
    turns_left: int  # in this round, with the one that runs
    plays: int  # draws, discards and turns broken off in this round
    caller: int | None  # who called Nickel
    earlier: int  # plays in the rounds before, and a turn between any two rounds
    points: list[int]  # by seat, from the rounds before
    nickels: list[int]  # by seat, calls in the rounds before
    resigned: Resigned
    face_down: Resigned  # those of them that left before this round was over

    @property
    def dealt(self) -> int:
        """How many cards each was dealt (NK-2)."""
        return self.round + 2

    @property
    def left(self) -> list[int]:
        """The seats that have not resigned."""
        return remaining(len(self.hands), self.resigned)

    @property
    def done(self) -> bool:
        """Whether the round is played to its end (NK-8, NK-15)."""
        return not self.turns_left

    @property
    def deserted(self) -> bool:
        """Whether too few are left to play on."""
        return deserted(len(self.hands), self.resigned)

    @property
    def over(self) -> bool:
        """Whether the match is (NK-11)."""
        return (self.done and self.round == self.options.rounds[1]) or self.deserted


def start(options: Options, seats: int, shuffler: Shuffler, carry: Json | None) -> State:
    """Deal to each seat that is left, from seat 0 on, turn the next card up; the rest is the stock.

    NK-2, NK-3. The last of the shuffled cards is the first that is drawn.
    """
    before = carry or {
        "round": options.rounds[0],
        "dealer": shuffler.shuffle(range(seats))[0],
        "turns": 0,
        "points": [0] * seats,
        "nickels": [0] * seats,
    }
    resigned = tuple(before.get("resigned", ()))
    playing = remaining(seats, resigned)
    size = before["round"] + 2
    shuffled = shuffler.shuffle(deck(options, seats))
    hands: list[list[str]] = [[] for _ in range(seats)]
    for place, seat in enumerate(playing):
        hands[seat] = shuffled[place * size : (place + 1) * size]
    return State(
        options=options,
        round=before["round"],
        dealer=before["dealer"],
        hands=hands,
        stock=shuffled[len(playing) * size + 1 :],
        discards=[shuffled[len(playing) * size]],
        taken=[[] for _ in range(seats)],
        mover=following(before["dealer"], seats, resigned),
        drawn=False,
        turns_left=len(playing) * options.turn_limit,
        plays=0,
        caller=None,
        earlier=before["turns"],
        points=before["points"],
        nickels=before["nickels"],
        resigned=resigned,
        face_down=resigned,
    )


def copy(state: State) -> State:
    """A state of its own, equal to this one."""
    return replace(
        state,
        hands=[hand.copy() for hand in state.hands],
        stock=state.stock.copy(),
        discards=state.discards.copy(),
        taken=[cards.copy() for cards in state.taken],
    )


def turn(state: State) -> int:
    """Each draw and each discard answers a turn of its own, from 1 on through the match."""
    return state.earlier + state.plays + 1


def since(state: State, move: Move) -> int:
    """A move answers the turn that it is made in."""
    return turn(state)


def to_act(state: State) -> list[int]:
    """The seat whose turn it is; all who are left between two rounds, since anybody may deal."""
    if state.mover is not None:
        return [state.mover]
    return [] if state.over else state.left


def legal(state: State, seat: int) -> list[Move]:
    """Every move of this seat.

    `stock` or `pile` to draw; `9h` to discard, `9h!` to call Nickel with it; `deal` between rounds.
    """
    if seat != state.mover:
        return ["deal"] if state.mover is None and seat in to_act(state) else []
    if not state.drawn:
        return [STOCK, PILE] if state.discards else [STOCK]
    discards = dict.fromkeys(in_order(state.hands[seat]))
    return [*discards, *(card + NICKEL for card in going_out(state, seat))]


def going_out(state: State, seat: int) -> list[str]:
    """The cards with which a seat that has drawn can call Nickel (NK-7, NK-8)."""
    hand = state.hands[seat]
    rules = state.options
    if state.caller is not None or not best(hand, state.dealt, rules).nickel:
        return []
    discards = dict.fromkeys(in_order(hand))
    return [card for card in discards if melds_without(hand, card, state.dealt, rules)]


def play(state: State, seat: int, move: Move, shuffler: Shuffler) -> list[Json]:
    """Draw (`stock`, `pile`), discard (`9h`), call Nickel with it (`9h!`), or leave (`resign`)."""
    if move == RESIGN:
        return _resign(state, seat, shuffler)
    if seat != state.mover:
        raise _not_now(state, seat)
    if state.drawn:
        return _discard(state, seat, move, shuffler)
    return _draw(state, seat, move)


def _not_now(state: State, seat: int) -> IllegalMove:
    if seat in state.resigned:
        return gone("NK-6")
    if state.mover is None:
        return IllegalMove("NK-8", "The round is over.", "not-your-turn")
    return IllegalMove("NK-6", "It is another player's turn.", "not-your-turn")


def _draw(state: State, seat: int, move: Move) -> list[Json]:
    if move == STOCK:
        card = state.stock.pop()
        event: Json = {"type": "drew", "seat": seat, "from": "stock"}
    elif move == PILE and not state.discards:
        raise IllegalMove("NK-6", "There is no discard to take.")
    elif move == PILE:
        card = state.discards.pop()
        state.taken[seat].append(card)
        event = {"type": "drew", "seat": seat, "from": "discard", "card": card}
    else:
        raise IllegalMove("NK-6", "First draw a card, from the stock or the discards.")
    state.hands[seat].append(card)
    state.drawn = True
    state.plays += 1
    return [event]


def _discard(state: State, seat: int, move: Move, shuffler: Shuffler) -> list[Json]:
    if move in (STOCK, PILE):
        raise IllegalMove("NK-6", "You have drawn a card, so now discard one.")
    hand = state.hands[seat]
    card = move.removesuffix(NICKEL)
    if card not in hand:
        raise IllegalMove("NK-6", "You do not hold that card.")
    nickel = card != move
    if nickel and state.caller is not None:
        raise IllegalMove("NK-8", "Nickel has been called in this round.")
    if nickel and not melds_without(hand, card, state.dealt, state.options):
        raise IllegalMove("NK-7", "Your other cards do not all fit into sets and runs.")
    hand.remove(card)
    state.discards.append(card)
    state.turns_left -= 1
    events: list[Json] = [{"type": "discarded", "seat": seat, "card": card}]
    if nickel:
        state.caller = seat
        state.turns_left = len(state.hands) - len(state.resigned) - 1
        events.append({"type": "nickel", "seat": seat})
    return events + _end_turn(state, seat, shuffler)


def _end_turn(state: State, seat: int, shuffler: Shuffler) -> list[Json]:
    """The next player is to draw, if the round goes on."""
    state.drawn = False
    state.plays += 1
    if state.done:
        state.mover = None
        return [{"type": "finished" if state.over else "round-over"}]
    state.mover = following(seat, len(state.hands), state.resigned)
    return [] if state.stock else [_reshuffle(state, shuffler)]


def _resign(state: State, seat: int, shuffler: Shuffler) -> list[Json]:
    playing, mover = state.left, state.mover
    state.resigned = leave(state.resigned, seat, "NK-6", over=state.over)
    events: list[Json] = [{"type": "resigned", "seat": seat}]
    if mover is not None:
        state.face_down = state.resigned
    if state.deserted:
        state.mover = None
        return [*events, {"type": "finished"}]
    if mover is None:
        return events
    ahead = (playing.index(seat) - playing.index(mover)) % len(playing)
    state.turns_left -= len(range(ahead, state.turns_left, len(playing)))
    return events + _end_turn(state, seat, shuffler) if seat == mover else events


def _reshuffle(state: State, shuffler: Shuffler) -> Json:
    """A new stock for the next player: all discards but the top one (NK-12)."""
    *discards, top = state.discards
    state.stock = shuffler.shuffle(discards)
    state.discards = [top]
    return {"type": "reshuffled"}
