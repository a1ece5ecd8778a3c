"""A match of Texas Bingo in play: the deal, the turns, and what a seat may do (TB-9 to TB-21)."""

from dataclasses import dataclass
from typing import NamedTuple

from croupier.engine.cards import DECK, NAMES
from croupier.engine.shuffle import Shuffler
from croupier.games.protocol import IllegalMove, Json, Move
from croupier.games.texas_bingo import options as setup
from croupier.games.texas_bingo.missions import MISSIONS
from croupier.games.texas_bingo.options import CELLS, Options

TURNS = 25
EVENTS = ("crossroads", "tunnel", "sandstorm")
FACE_DOWN = "tunnel"  # how a tile is named that its owner may not see
REVEAL = "reveal"

_CELL_INDEX = {cell: index for index, cell in enumerate(CELLS)}
_AT = tuple("@" + cell for cell in CELLS)

Offer = dict[str, int]  # each card by the name under which its owner places it


class Turn(NamedTuple):
    """What was revealed for one turn."""

    event: str | None
    cards: tuple[int, ...]  # face up, for every board; none in a Tunnel
    discarded: tuple[str, ...]  # events that turned up while one was resolved (TB-20)


@dataclass(slots=True)
class State:
    """A match between two moves."""

    options: Options
    seats: int
    board_of: tuple[int, ...]  # by seat, the index of its board; a shared one is 0 for all (TB-8)
    red: frozenset[int]
    deck: tuple[int | str, ...]  # cards, and the names of events
    drawn: int  # how many of the deck are gone
    starter: int
    offered: list[tuple[str, str]]  # two missions a seat; empty where there are none
    kept: list[str | None]
    boards: list[list[int | None]]
    face_down: list[frozenset[int]]  # the cells whose tile came from a Tunnel
    offers: list[Offer]  # by board, the tiles of which it gets one; none once it has it
    turns: list[Turn]

    @property
    def choosing(self) -> bool:
        """Whether missions are still to be kept (TB-12)."""
        return bool(self.offered) and None in self.kept

    @property
    def placing(self) -> bool:
        """Whether a tile is revealed that some board has not placed."""
        return any(self.offers)

    @property
    def over(self) -> bool:
        """Whether all boards are full (TB-23)."""
        return len(self.turns) == TURNS and not self.placing


def start(options: Options, seats: int, shuffler: Shuffler, carry: Json | None) -> State:
    """Shuffle the deck, deal the missions, draw the starting player (TB-9, TB-11, TB-13)."""
    events = options.events
    deck: list[int | str] = [
        *DECK,
        *["crossroads"] * events.crossroads,
        *["tunnel"] * setup.tunnels(options, seats),
        *["sandstorm"] * events.sandstorm,
    ]
    shuffled = shuffler.shuffle(deck)
    starter = shuffler.shuffle(range(seats))[0]
    offered = []
    if options.mode == "standard":
        missions = shuffler.shuffle(MISSIONS)
        offered = [(missions[2 * seat], missions[2 * seat + 1]) for seat in range(seats)]
    boards = setup.boards(options, seats)
    state = State(
        options=options,
        seats=seats,
        board_of=tuple(min(seat, boards - 1) for seat in range(seats)),
        red=frozenset(_CELL_INDEX[cell] for cell in options.red_cells),
        deck=tuple(shuffled),
        drawn=0,
        starter=starter,
        offered=offered,
        kept=[None] * seats,
        boards=[[None] * TURNS for _ in range(boards)],
        face_down=[frozenset()] * boards,
        offers=[{}] * boards,
        turns=[],
    )
    if not offered:
        _reveal_by_itself(state)
    return state


def copy(state: State) -> State:
    """A state of its own, equal to this one."""
    return State(
        options=state.options,
        seats=state.seats,
        board_of=state.board_of,
        red=state.red,
        deck=state.deck,
        drawn=state.drawn,
        starter=state.starter,
        offered=state.offered,
        kept=state.kept.copy(),
        boards=[board.copy() for board in state.boards],
        face_down=state.face_down.copy(),
        offers=state.offers.copy(),
        turns=state.turns.copy(),
    )


def turn(state: State) -> int:
    """The turn that the players answer, 1 to 25; 0 before the first reveal."""
    return len(state.turns)


def since(state: State, move: Move) -> int:
    """A move answers the turn that it is made in."""
    return turn(state)


def to_act(state: State) -> list[int]:
    """The seats that hold the match up."""
    if state.over:
        return []
    if state.choosing:
        return [seat for seat, mission in enumerate(state.kept) if mission is None]
    if not state.placing:
        return _revealers(state)
    return [seat for seat, board in enumerate(state.board_of) if state.offers[board]]


def legal(state: State, seat: int) -> list[Move]:
    """Every move that `play` would take from this seat now."""
    if state.placing:
        board = state.board_of[seat]
        offer = state.offers[board]
        cells = _open_cells(state, board) if offer else []
        return [tile + _AT[cell] for tile in offer for cell in cells]
    if state.choosing:
        return list(state.offered[seat]) if state.kept[seat] is None else []
    return [REVEAL] if seat in to_act(state) else []


def play(state: State, seat: int, move: Move, shuffler: Shuffler) -> list[Json]:
    """Make a move: keep a mission (its slug), `reveal`, or place a tile (`Qh@c3`)."""
    if move == REVEAL:
        return _play_reveal(state, seat)
    if "@" in move:
        return _place(state, seat, move)
    return _keep(state, seat, move)


def _keep(state: State, seat: int, mission: str) -> list[Json]:
    if not state.choosing or state.kept[seat] is not None:
        raise IllegalMove("TB-11", "You have no mission to choose now.", "not-your-turn")
    if mission not in state.offered[seat]:
        raise IllegalMove("TB-11", "Keep one of the two missions that you were dealt.")
    state.kept[seat] = mission
    kept: list[Json] = [{"type": "kept", "seat": seat}]
    return kept if state.choosing else kept + _reveal_by_itself(state)


def _play_reveal(state: State, seat: int) -> list[Json]:
    if state.over:
        raise IllegalMove("TB-23", "The match is over.", "not-your-turn")
    if state.choosing:
        raise IllegalMove("TB-12", "First every player keeps a mission.", "not-your-turn")
    if state.placing:
        raise IllegalMove("TB-14", "First every player places the tile of this turn.")
    if seat not in _revealers(state):
        raise IllegalMove("TB-14", "The starting player reveals the first card.", "not-your-turn")
    return [_reveal(state)]


def _place(state: State, seat: int, move: Move) -> list[Json]:
    tile, at = move.split("@", 1)
    board = state.board_of[seat]
    offer = state.offers[board]
    if not offer:
        raise IllegalMove("TB-15", "You have no tile to place now.", "not-your-turn")
    event = state.turns[-1].event
    card = offer.get(tile)
    if card is None:
        rule = {"crossroads": "TB-16", "tunnel": "TB-17"}.get(event or "", "TB-15")
        raise IllegalMove(rule, "That is not a card of this turn.")
    cell = _CELL_INDEX.get(at)
    if cell is None:
        raise IllegalMove("TB-3", "A board has the cells a1 to e5.")
    if state.boards[board][cell] is not None:
        raise IllegalMove("TB-15", f"There is a tile on {at} already, and tiles never move.")
    if event == "sandstorm" and cell in state.red and cell not in _open_cells(state, board):
        raise IllegalMove("TB-19", f"A Sandstorm is on and {at} is red: choose another space.")
    state.boards[board][cell] = card
    state.offers[board] = {}
    if event == "tunnel":
        state.face_down[board] |= {cell}
    placed: list[Json] = [{"type": "placed", "seat": seat}]
    if state.placing:
        return placed
    if len(state.turns) == TURNS:
        return [*placed, {"type": "finished"}]
    return placed + _reveal_by_itself(state)


def _open_cells(state: State, board: int) -> list[int]:
    """The cells that take this turn's tile: in a Sandstorm the red ones last (TB-19)."""
    free = [cell for cell, card in enumerate(state.boards[board]) if card is None]
    if state.turns[-1].event != "sandstorm":
        return free
    return [cell for cell in free if cell not in state.red] or free


def _revealers(state: State) -> list[int]:
    """Who may turn up the next card when it is not done by itself (TB-14)."""
    return list(range(state.seats)) if state.turns else [state.starter]


def _reveal_by_itself(state: State) -> list[Json]:
    return [_reveal(state)] if state.options.auto_reveal else []


def _reveal(state: State) -> Json:
    """Turn up the next card and resolve it if it is an event (TB-15 to TB-20)."""
    first = _draw(state)
    event = first if isinstance(first, str) else None
    discarded: list[str] = []
    tunnel: list[int] = []
    if isinstance(first, int):
        cards = [first]
    elif event == "tunnel":
        cards = []
        tunnel = [_playing_card(state, discarded) for _ in state.boards]
    else:
        cards = [_playing_card(state, discarded) for _ in range(2 if event == "crossroads" else 1)]
    state.turns.append(Turn(event, tuple(cards), tuple(discarded)))
    if not tunnel:
        state.offers = [{NAMES[card]: card for card in cards}] * len(state.boards)
    elif state.options.tunnel_owner_sees:
        state.offers = [{NAMES[card]: card} for card in tunnel]
    else:
        state.offers = [{FACE_DOWN: card} for card in tunnel]
    return {"type": "revealed", "turn": len(state.turns), **shown(state.turns[-1])}


def shown(turn: Turn) -> Json:
    """What everybody sees of a turn."""
    return {
        "event": turn.event,
        "cards": [NAMES[card] for card in turn.cards],
        "discarded": list(turn.discarded),
    }


def _draw(state: State) -> int | str:
    card = state.deck[state.drawn]
    state.drawn += 1
    return card


def _playing_card(state: State, discarded: list[str]) -> int:
    """The next playing card of the deck; the events before it go (TB-20)."""
    while isinstance(card := _draw(state), str):
        discarded.append(card)
    return card
