"""Rounds and matches of Nickel: replayed, and played at random. There is no peer."""

from collections.abc import Iterator
from functools import partial
from random import Random

from bench.measure import Row
from bench.texas_bingo import best
from bench.texas_showdown import limited
from croupier.engine.shuffle import Shuffler
from croupier.games import nickel
from croupier.games.nickel.play import State
from croupier.matches.record import Header, Record
from croupier.matches.replay import Carry, deal, replay

SAMPLES = 20
SEATS = 5
LAST_ROUND = {"rounds": [11, 11]}
SHORT = nickel.Options(rounds=[1, 3])

REPLAY_LIMIT = 4e-3  # seconds


def whole_matches() -> Iterator[Row]:
    """The longest round that there is, replayed; and short matches to their end."""
    records = [longest_record(number) for number in range(SAMPLES)]
    took = best(partial(replay, record) for record in records)
    moves = len(records[0].hands[0]) - 1
    yield limited(f"replay of 13 cards, {SEATS} seats, {moves} moves", took, REPLAY_LIMIT)
    took = best(partial(random_match, number) for number in range(SAMPLES))
    yield Row(f"random match, {SEATS} players, rounds 1-3", ours=f"{1 / took:.0f}/s", peers="")


def random_moves(state: State, shuffler: Shuffler, rng: Random, with_nickel: bool) -> Iterator[str]:
    """Play the round to its end, each move taken from all that are legal, as a record has it."""
    while not state.done:
        (seat,) = nickel.to_act(state)
        moves = nickel.legal(state, seat)
        move = rng.choice([move for move in moves if with_nickel or not move.endswith("!")])
        nickel.play(state, seat, move, shuffler)
        yield f"{seat}:{move}"


def longest_record(number: int) -> Record:
    """A last round in which nobody calls Nickel before the limit of turns."""
    header = Header("nickel", 1, LAST_ROUND, number.to_bytes(32, "big"), ("",) * SEATS)
    table = deal(header, Carry())
    moves = random_moves(table.state, table.shuffler, Random(number), with_nickel=False)
    return Record(header, (("0:deal", *moves),))


def random_match(number: int) -> None:
    """The first three rounds."""
    shuffler, rng = Shuffler(number.to_bytes(32, "big")), Random(number)
    carry = None
    while True:
        state = nickel.start(SHORT, SEATS, shuffler, carry)
        for _ in random_moves(state, shuffler, rng, with_nickel=True):
            pass
        if nickel.result(state):
            return
        carry = nickel.carry(state)
