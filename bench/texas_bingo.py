"""Whole matches of Texas Bingo: replayed from a record, and played at random. There is no peer."""

import gc
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from statistics import mean

from bench.measure import Row, duration, seconds
from croupier.engine.shuffle import Shuffler
from croupier.games import texas_bingo
from croupier.games.texas_bingo.options import Options
from croupier.games.texas_bingo.play import State
from croupier.matches.record import Header, Record
from croupier.matches.replay import replay

ROUNDS = 40
MATCHES = 20

REPLAY_LIMIT = 1.5e-3  # seconds
PLAY_LIMIT = 500  # matches a second


def whole_matches() -> Iterator[Row]:
    """The replay of an 8-player match, and random 4-player matches to the score."""
    took = best(partial(replay, random_record(8, number)) for number in range(MATCHES))
    yield Row(
        "replay, 8 players",
        ours=duration(took),
        peers="",
        limit=f"≤ {duration(REPLAY_LIMIT)}",
        reached=took <= REPLAY_LIMIT,
    )
    took = best(partial(random_match, 4, number) for number in range(MATCHES))
    yield Row(
        "random match, 4 players",
        ours=f"{1 / took:.0f}/s",
        peers="",
        limit=f"≥ {PLAY_LIMIT}/s",
        reached=1 / took >= PLAY_LIMIT,
    )


def best(runs: Iterable[Callable[[], object]]) -> float:
    """The mean time of some runs, each in the best of many rounds."""
    gc.disable()
    try:
        return mean(min(seconds(run) for _ in range(ROUNDS)) for run in runs)
    finally:
        gc.enable()


def random_record(seats: int, number: int) -> Record:
    """A whole match of random moves."""
    header = Header("texas-bingo", 1, {}, number.to_bytes(32, "big"), ("",) * seats)
    table = replay(Record(header, (("0:deal",),)))
    moves = random_moves(table.state, table.shuffler, Random(number))
    return Record(header, (("0:deal", *moves),))


def random_match(seats: int, number: int) -> object:
    """A match from the deal to its score."""
    shuffler = Shuffler(number.to_bytes(32, "big"))
    state = texas_bingo.start(Options(), seats, shuffler, None)
    random_moves(state, shuffler, Random(number))
    return texas_bingo.result(state)


def random_moves(state: State, shuffler: Shuffler, rng: Random) -> list[str]:
    """Play to the end, each move taken from all that are legal; the moves as a record has them."""
    moves = []
    while seats := texas_bingo.to_act(state):
        for seat in seats:
            move = rng.choice(texas_bingo.legal(state, seat))
            texas_bingo.play(state, seat, move, shuffler)
            moves.append(f"{seat}:{move}")
    return moves
