"""A round of Nickel: the deal, the turns, the call that ends it (NK-2 to NK-8, NK-12, NK-15)."""

from dataclasses import dataclass, replace

from croupier.engine.shuffle import Shuffler
from croupier.games.nickel.hands import best, in_order, melds_without
from croupier.games.nickel.options import Options, deck
from croupier.games.protocol import IllegalMove, Json, Move

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
    plays: int  # draws and discards in this round
    ends: int  # after how many of them the round is over
    caller: int | None  # who called Nickel
    earlier: int  # draws and discards in the rounds before, and a turn between any two rounds
    points: list[int]  # by seat, from the rounds before
    nickels: list[int]  # by seat, calls in the rounds before

    @property
    def dealt(self) -> int:
        """How many cards each was dealt (NK-2)."""
        return self.round + 2

    @property
    def mover(self) -> int:
        """Whose turn it is, from the dealer's left on (NK-3)."""
        return (self.dealer + 1 + self.plays // 2) % len(self.hands)

    @property
    def drawn(self) -> bool:
        """Whether the mover has drawn and is to discard."""
        return self.plays % 2 == 1

    @property
    def done(self) -> bool:
        """Whether the round is over (NK-8, NK-15)."""
        return self.plays == self.ends

    @property
    def over(self) -> bool:
        """Whether the match is (NK-11)."""
        return self.done and self.round == self.options.rounds[1]


def start(options: Options, seats: int, shuffler: Shuffler, carry: Json | None) -> State:
    """Deal to each seat, from seat 0 on, turn the next card up; the rest is the stock.

    NK-2, NK-3. The last of the shuffled cards is the first that is drawn.
    """
    before = carry or {
        "round": options.rounds[0],
        "dealer": shuffler.shuffle(range(seats))[0],
        "turns": 0,
        "points": [0] * seats,
        "nickels": [0] * seats,
    }
    size = before["round"] + 2
    shuffled = shuffler.shuffle(deck(options, seats))
    return State(
        options=options,
        round=before["round"],
        dealer=before["dealer"],
        hands=[shuffled[seat * size : (seat + 1) * size] for seat in range(seats)],
        stock=shuffled[seats * size + 1 :],
        discards=[shuffled[seats * size]],
        taken=[[] for _ in range(seats)],
        plays=0,
        ends=2 * seats * options.turn_limit,
        caller=None,
        earlier=before["turns"],
        points=before["points"],
        nickels=before["nickels"],
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
    """The seat whose turn it is; everybody between two rounds, since anybody may deal."""
    if state.done:
        return [] if state.over else list(range(len(state.hands)))
    return [state.mover]


def legal(state: State, seat: int) -> list[Move]:
    """Every move of this seat.

    `stock` or `pile` to draw; `9h` to discard, `9h!` to call Nickel with it; `deal` between rounds.
    """
    if state.done:
        return [] if state.over else ["deal"]
    if seat != state.mover:
        return []
    if not state.drawn:
        return [STOCK, PILE]
    discards = dict.fromkeys(in_order(state.hands[seat]))
    return [*discards, *(card + NICKEL for card in going_out(state))]


def going_out(state: State) -> list[str]:
    """The cards with which the mover, who has drawn, can call Nickel (NK-7, NK-8)."""
    hand = state.hands[state.mover]
    rules = state.options
    if state.caller is not None or not best(hand, state.dealt, rules).nickel:
        return []
    discards = dict.fromkeys(in_order(hand))
    return [card for card in discards if melds_without(hand, card, state.dealt, rules)]


def play(state: State, seat: int, move: Move, shuffler: Shuffler) -> list[Json]:
    """Draw (`stock`, `pile`), or discard (`9h`), perhaps with a call of Nickel (`9h!`)."""
    if state.done:
        raise IllegalMove("NK-8", "The round is over.", "not-your-turn")
    if seat != state.mover:
        raise IllegalMove("NK-6", "It is another player's turn.", "not-your-turn")
    if state.drawn:
        return _discard(state, seat, move, shuffler)
    return _draw(state, seat, move)


def _draw(state: State, seat: int, move: Move) -> list[Json]:
    if move == STOCK:
        card = state.stock.pop()
        event: Json = {"type": "drew", "seat": seat, "from": "stock"}
    elif move == PILE:
        card = state.discards.pop()
        state.taken[seat].append(card)
        event = {"type": "drew", "seat": seat, "from": "discard", "card": card}
    else:
        raise IllegalMove("NK-6", "First draw a card, from the stock or the discards.")
    state.hands[seat].append(card)
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
    state.plays += 1
    events: list[Json] = [{"type": "discarded", "seat": seat, "card": card}]
    if nickel:
        state.caller = seat
        state.ends = state.plays + 2 * (len(state.hands) - 1)
        events.append({"type": "nickel", "seat": seat})
    if state.done:
        events.append({"type": "finished" if state.over else "round-over"})
    elif not state.stock:
        events.append(_reshuffle(state, shuffler))
    return events


def _reshuffle(state: State, shuffler: Shuffler) -> Json:
    """A new stock for the next player: all discards but the top one (NK-12)."""
    *discards, top = state.discards
    state.stock = shuffler.shuffle(discards)
    state.discards = [top]
    return {"type": "reshuffled"}
