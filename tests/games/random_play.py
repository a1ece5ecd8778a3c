"""Matches of Texas Bingo for the tests: stacked decks, random set-ups, random moves."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from croupier.engine.cards import CARDS, NAMES
from croupier.engine.shuffle import Shuffler
from croupier.games import texas_bingo
from croupier.games.texas_bingo.options import Events, Options
from croupier.games.texas_bingo.play import State
from tests.games import naive_texas_bingo as naive

T = TypeVar("T")

SETUPS = [
    *(("standard", seats) for seats in range(2, 9)),
    ("solo", 1),
    *(("cooperative", seats) for seats in range(1, 9)),
    *(("competitive", seats) for seats in range(2, 9)),
]

JUNK = [
    "", " ", "@", ":", "Qh", "Qh@", "@c3", "Qh@c3 ", " Qh@c3", "qh@c3", "QH@c3", "Qh@C3", "Qh@f1",
    "Qh@a0", "Qh@a6", "Qh@3c", "10h@a1", "Qh@a1@a2", "Qh@@a1", "tunnel", "tunnel@", "Tunnel@a1",
    "tunnel@f6", "sandstorm@a1", "crossroads@a1", "None@a1", "0@a1", "reveal ", "REVEAL",
    "reveal@a1", "deal", "place", "choose", "0:reveal", "jackpot ", "Jackpot", "no-such-mission",
    "resign ", "Resign", "resign@a1", "\x00", "\n", "💣@a1", "Qh@٣", "a" * 10_000, "@" * 1_000,
]  # fmt: skip

UNIVERSE = [
    *(f"{card}@{cell}" for card in naive.CARDS for cell in naive.CELLS),
    *(f"tunnel@{cell}" for cell in naive.CELLS),
    *naive.MISSIONS,
    "reveal",
    *JUNK,
]  # all that is ever a move, and much that never is


class Stacked(Shuffler):
    """A shuffler whose orders are given beforehand."""

    def __init__(self, *orders: Iterable[Any]) -> None:
        super().__init__(b"")
        self.orders = [list(order) for order in orders]

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """The next of the given orders, which must be one of these items."""
        order = self.orders.pop(0)
        assert sorted(map(str, order)) == sorted(map(str, items))
        return order


def stacked(
    options: Options,
    seats: int,
    deck: list[str],
    starter: int = 0,
    missions: list[str] | None = None,
) -> State:
    """A match whose deck lies in this order, the first on top."""
    shuffler = Stacked(
        [CARDS.get(card, card) for card in deck],
        [starter, *(seat for seat in range(seats) if seat != starter)],
        missions or list(naive.MISSIONS),
    )
    return texas_bingo.start(options, seats, shuffler, None)


def deck_beginning(top: str, events: Events, boards: int) -> list[str]:
    """A whole deck with these on top; the events that are left lie at the bottom."""
    first = top.split()
    counts = events.model_dump()
    if boards == 8 and counts["tunnel"]:
        counts["tunnel"] -= 1
    rest = [card for card in naive.CARDS if card not in first]
    below = [name for name, count in counts.items() for _ in range(count - first.count(name))]
    return first + rest + below


def random_options(rng: Random, mode: str, seats: int) -> Options:
    """A set-up that lasts; one in four has the usual events and red cells."""
    options: dict[str, Any] = {
        "mode": mode,
        "auto_reveal": rng.random() < 0.6,
        "tunnel_owner_sees": rng.random() < 0.4,
        "ties_win_lines": rng.random() < 0.6,
    }
    if rng.random() < 0.75:
        options["red_cells"] = rng.sample(naive.CELLS, 9)
        while True:
            crossroads, tunnel, sandstorm = (
                rng.choice([0, 12, rng.randrange(13), rng.randrange(6)]) for _ in range(3)
            )
            boards = naive.board_count(mode, seats)
            if naive.cards_needed(boards, crossroads, tunnel) <= 52:
                break
        options["events"] = {"crossroads": crossroads, "tunnel": tunnel, "sandstorm": sandstorm}
    return Options.model_validate(options)


@dataclass
class Match:
    """A match, how it came about, and the same kept by the naive implementation."""

    options: Options
    seats: int
    state: State
    shuffler: Shuffler
    deck: list[str]
    naive: naive.Table
    history: list[tuple[int, str]] = field(default_factory=list)

    def play(self, seat: int, move: str) -> list[dict[str, Any]]:
        self.history.append((seat, move))
        self.naive.play(seat, move)
        return texas_bingo.play(self.state, seat, move, self.shuffler)


def random_match(rng: Random, mode: str, seats: int, options: Options | None = None) -> Match:
    """A match just dealt, in which nobody resigns."""
    options = options or random_options(rng, mode, seats)
    shuffler = Shuffler(rng.randbytes(32))
    state = texas_bingo.start(options, seats, shuffler, None)
    deck = [NAMES[card] if isinstance(card, int) else card for card in state.deck]
    table = naive.Table(
        mode=options.mode,
        seats=seats,
        red_cells=options.red_cells,
        auto_reveal=options.auto_reveal,
        tunnel_owner_sees=options.tunnel_owner_sees,
        pile=list(deck),
        starter=state.starter,
        offered=[list(pair) for pair in state.offered],
    )
    return Match(options, seats, state, shuffler, deck, table)


def random_moves(rng: Random, match: Match, leaving: float = 0) -> Iterator[tuple[int, str]]:
    """Random legal moves to the end; whoever takes one plays it.

    Before each, somebody who has not resigned does so with the chance `leaving`.
    """
    while waiting := texas_bingo.to_act(match.state):
        if leaving and rng.random() < leaving:
            yield rng.choice(match.naive.here()), "resign"
            continue
        seat = rng.choice(waiting)
        yield seat, rng.choice(texas_bingo.legal(match.state, seat))


def random_leaving(rng: Random) -> float:
    """How likely somebody resigns before a move: in most matches nobody does."""
    return rng.choice([0, 0, 0, 0.005, 0.03])
