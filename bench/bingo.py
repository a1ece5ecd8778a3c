"""Bingo: whole matches at random, and what 100 players take. There is no peer."""

from collections.abc import Iterator
from functools import partial
from random import Random

from bench.measure import Row, duration
from bench.texas_bingo import MATCHES, best
from croupier.engine.shuffle import Shuffler
from croupier.games import bingo
from croupier.games.bingo import Options
from croupier.games.bingo.play import State

PLAYERS = 100
DRAWN = 30  # numbers, before the draw that is measured


def whole_matches() -> Iterator[Row]:
    """Random 4-player matches to their end; the deal and a draw with 100 players."""
    took = best(partial(random_match, 4, number) for number in range(MATCHES))
    yield Row("Bingo match, 4 players", ours=f"{1 / took:.0f}/s", peers="")
    for cards in (1, 6):
        took = best([partial(deal, cards)])
        yield Row(f"deal to 100, {cards} each", ours=duration(took), peers="")
    for cards in (1, 6):
        state = deal(cards)
        for _ in range(DRAWN):
            bingo.play(state, 0, "draw", Shuffler(b""))
        took = best([partial(draw, state)])
        yield Row(f"draw for 100, {cards} each", ours=duration(took), peers="")


def random_match(seats: int, number: int) -> object:
    """A match from the deal to its end, each move taken from all that are legal."""
    shuffler = Shuffler(number.to_bytes(32, "big"))
    state = bingo.start(Options(), seats, shuffler, None)
    rng = Random(number)
    while bingo.to_act(state):
        seat = rng.randrange(seats)
        if moves := bingo.legal(state, seat):
            bingo.play(state, seat, rng.choice(moves), shuffler)
    return bingo.result(state)


def deal(cards: int) -> State:
    """The cards of 100 players."""
    return bingo.start(Options(cards_per_player=cards), PLAYERS, Shuffler(bytes(32)), None)


def draw(state: State) -> object:
    """A draw as the service makes it: on a copy, answered with the caller's view and moves."""
    table = bingo.copy(state)
    events = bingo.play(table, 0, "draw", Shuffler(b""))
    return events, bingo.view(table, 0), bingo.legal(table, 0)
