"""A match of Texas Bingo in play: the deal, the turns, and what a seat may do (TB-9 to TB-21).

Rulings on a seat that has resigned:

- Nobody waits for it to keep a mission, to place or to reveal. Where the starting player has left
  before the first reveal, the next seat round that is left makes it (TB-14).
- Its own board takes no tile any more, so no Tunnel draws for it, and is compared with nobody's: it
  earns and takes away no line. Its total is 0, that of a board without lines.
- A board that is shared is filled by those of the team who are left. The match is over when all
  have left; who has left before has no part in the total.
- Lines are worth something only on full boards (TB-23): where all but one have left, or the whole
  team has, all totals are 0.
"""

from dataclasses import dataclass
from typing import NamedTuple

from croupier.engine.cards import DECK, NAMES
from croupier.engine.shuffle import Shuffler
from croupier.games.protocol import RESIGN, IllegalMove, Json, Move
from croupier.games.resigning import Resigned, following, gone, leave, remaining
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
    filling: list[int]  # the boards that take tiles: those whose players have not all left
    face_down: list[frozenset[int]]  # the cells whose tile came from a Tunnel
    offers: list[Offer]  # by board, the tiles of which it gets one; none once it has it
    turns: list[Turn]
    resigned: Resigned

    @property
    def choosing(self) -> bool:
        """Whether missions are still to be kept (TB-12)."""
        if not self.offered or None not in self.kept or self.deserted:
            return False
        return any(self.kept[seat] is None for seat in self.left)

    @property
    def placing(self) -> bool:
        """Whether a tile is revealed that some board has not placed."""
        return any(self.offers)

    @property
    def left(self) -> list[int]:
        """The seats that have not resigned."""
        return remaining(self.seats, self.resigned)

    @property
    def deserted(self) -> bool:
        """Whether too few are left to play on: one player, or nobody of a team."""
        return len(self.resigned) == self.seats - (len(self.boards) > 1)

    @property
    def over(self) -> bool:
        """Whether all boards are full (TB-23), or will not be any more."""
        return (len(self.turns) == TURNS and not self.placing) or self.deserted


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
        filling=list(range(boards)),
        face_down=[frozenset()] * boards,
        offers=[{}] * boards,
        turns=[],
        resigned=(),
    )
    _go_on(state)
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
        filling=state.filling,  # no move changes it but for another
        face_down=state.face_down.copy(),
        offers=state.offers.copy(),
        turns=state.turns.copy(),
        resigned=state.resigned,
    )


def turn(state: State) -> int:
    """The turn that the players answer, 1 to 25; 0 before the first reveal."""
    return len(state.turns)


def since(state: State, move: Move) -> int:
    """A move answers the turn that it is made in."""
    return turn(state)


def to_act(state: State) -> list[int]:
    """The seats that hold the match up."""
    if state.placing:
        return [
            seat
            for seat, board in enumerate(state.board_of)
            if state.offers[board] and seat not in state.resigned
        ]
    if state.over:
        return []
    if state.choosing:
        return [seat for seat in state.left if state.kept[seat] is None]
    return _revealers(state)


def legal(state: State, seat: int) -> list[Move]:
    """Every move that `play` would take from this seat now, but for `resign`."""
    if seat in state.resigned:
        return []
    if state.placing:
        board = state.board_of[seat]
        offer = state.offers[board]
        cells = _open_cells(state, board) if offer else []
        return [tile + _AT[cell] for tile in offer for cell in cells]
    if seat not in to_act(state):
        return []
    return list(state.offered[seat]) if state.choosing else [REVEAL]


def play(state: State, seat: int, move: Move, shuffler: Shuffler) -> list[Json]:
    """Make a move: keep a mission (its slug), `reveal`, place a tile (`Qh@c3`), or `resign`."""
    if seat in state.resigned:
        raise gone("TB-14")
    if "@" in move:
        return _place(state, seat, move)
    if move == REVEAL:
        return _play_reveal(state, seat)
    if move == RESIGN:
        return _resign(state, seat)
    return _keep(state, seat, move)


def _resign(state: State, seat: int) -> list[Json]:
    state.resigned = leave(state.resigned, seat, "TB-14", over=state.over)
    state.filling = [] if state.deserted else sorted({state.board_of[one] for one in state.left})
    for board in range(len(state.boards)):
        if board not in state.filling:
            state.offers[board] = {}
    return [{"type": "resigned", "seat": seat}, *_go_on(state)]


def _go_on(state: State) -> list[Json]:
    """What follows once nobody is waited for: the end, or the next card (TB-14, TB-23)."""
    if state.over:
        return [{"type": "finished"}]
    if state.placing or state.choosing or not state.options.auto_reveal:
        return []
    return [_reveal(state)]


def _keep(state: State, seat: int, mission: str) -> list[Json]:
    if not state.choosing or state.kept[seat] is not None:
        raise IllegalMove("TB-11", "You have no mission to choose now.", "not-your-turn")
    if mission not in state.offered[seat]:
        raise IllegalMove("TB-11", "Keep one of the two missions that you were dealt.")
    state.kept[seat] = mission
    return [{"type": "kept", "seat": seat}, *_go_on(state)]


def _match_is_over() -> IllegalMove:
    return IllegalMove("TB-23", "The match is over.", "not-your-turn")


def _play_reveal(state: State, seat: int) -> list[Json]:
    if state.over:
        raise _match_is_over()
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
    return placed if state.placing else placed + _go_on(state)


def _open_cells(state: State, board: int) -> list[int]:
    """The cells that take this turn's tile: in a Sandstorm the red ones last (TB-19)."""
    free = [cell for cell, card in enumerate(state.boards[board]) if card is None]
    if state.turns[-1].event != "sandstorm":
        return free
    return [cell for cell in free if cell not in state.red] or free


def _revealers(state: State) -> list[int]:
    """Who may turn up the next card when it is not done by itself (TB-14)."""
    if state.turns:
        return state.left
    return [following(state.starter - 1, state.seats, state.resigned)]


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
        tunnel = [_playing_card(state, discarded) for _ in state.filling]
    else:
        cards = [_playing_card(state, discarded) for _ in range(2 if event == "crossroads" else 1)]
    state.turns.append(Turn(event, tuple(cards), tuple(discarded)))
    if not tunnel:
        offers = [{NAMES[card]: card for card in cards}] * len(state.filling)
    elif state.options.tunnel_owner_sees:
        offers = [{NAMES[card]: card} for card in tunnel]
    else:
        offers = [{FACE_DOWN: card} for card in tunnel]
    for board, offer in zip(state.filling, offers, strict=True):
        state.offers[board] = offer
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
