"""Hands and matches of Texas Showdown: played at random, and replayed. There is no peer."""

from collections.abc import Iterator
from functools import partial
from random import Random

from bench.measure import Row, duration
from bench.texas_bingo import best
from croupier.engine.shuffle import Shuffler
from croupier.games import texas_showdown
from croupier.games.texas_showdown import Options, State
from croupier.matches.record import Header, Record
from croupier.matches.replay import Carry, deal, replay

SAMPLES = 20

HAND_LIMIT = 0.3e-3  # seconds
VIEWS_LIMIT = 0.6e-3
REPLAY_LIMIT = 0.4e-3


def whole_matches() -> Iterator[Row]:
    """A hand alone, with what everybody sees of it, and replayed; and matches to their end."""
    took = best(partial(random_hand, number) for number in range(SAMPLES))
    yield limited("random hand, 4 players", took, HAND_LIMIT)
    took = best(partial(viewed_hand, number) for number in range(SAMPLES))
    yield limited("the same with 4 views each", took, VIEWS_LIMIT)
    records = [random_record(6, number) for number in range(SAMPLES)]
    took = best(partial(replay, record) for record in records)
    yield limited("replay of a hand, 6 seats", took, REPLAY_LIMIT)
    took = best(partial(random_match, 4, number) for number in range(SAMPLES))
    yield Row("random match, 4 players", ours=f"{1 / took:.0f}/s", peers="")


def limited(what: str, took: float, limit: float) -> Row:
    """A row with a time that must not be longer."""
    return Row(
        what, ours=duration(took), peers="", limit=f"≤ {duration(limit)}", reached=took <= limit
    )


def random_moves(state: State, shuffler: Shuffler, rng: Random) -> Iterator[str]:
    """Play the hand to its end, each move taken from all that are legal, as a record has it."""
    while not state.done:
        (seat,) = texas_showdown.to_act(state)
        move = rng.choice(texas_showdown.legal(state, seat))
        texas_showdown.play(state, seat, move, shuffler)
        yield f"{seat}:{move}"


def random_hand(number: int) -> None:
    """From the deal to the last trick."""
    shuffler = Shuffler(number.to_bytes(32, "big"))
    state = texas_showdown.start(Options(), 4, shuffler, None)
    for _ in random_moves(state, shuffler, Random(number)):
        pass


def viewed_hand(number: int) -> None:
    """The same, looked at by everybody after every move."""
    shuffler = Shuffler(number.to_bytes(32, "big"))
    state = texas_showdown.start(Options(), 4, shuffler, None)
    for _ in random_moves(state, shuffler, Random(number)):
        for seat in range(4):
            texas_showdown.view(state, seat)


def random_record(seats: int, number: int) -> Record:
    """One hand of random moves."""
    header = Header("texas-showdown", 1, {}, number.to_bytes(32, "big"), ("",) * seats)
    table = deal(header, Carry())
    moves = random_moves(table.state, table.shuffler, Random(number))
    return Record(header, (("0:deal", *moves),))


def random_match(seats: int, number: int) -> None:
    """Hands until somebody has the points that end it."""
    shuffler, rng = Shuffler(number.to_bytes(32, "big")), Random(number)
    carry = None
    while True:
        state = texas_showdown.start(Options(), seats, shuffler, carry)
        for _ in random_moves(state, shuffler, rng):
            pass
        if texas_showdown.result(state):
            return
        carry = texas_showdown.carry(state)
