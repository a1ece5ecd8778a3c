"""Records of random matches, and a digest of all that can be seen of one."""

import hashlib
import json
from random import Random

from croupier.matches.record import Header, Record
from croupier.matches.replay import DEAL, Carry, Table, deal
from tests.games.random_play import SETUPS, random_options

NONCES = ["", "lucky", "7:seven", "żółw", "🂡", "\n\u2028", '"quoted"', "0:"]


def random_record(rng: Random, mode: str, seats: int, most_moves: int = 1000) -> Record:
    """A match of random moves, stopped after so many of them if it is not over before."""
    options = random_options(rng, mode, seats).model_dump(mode="json")
    nonces = tuple(rng.choice(NONCES) for _ in range(seats))
    header = Header("texas-bingo", 1, options, rng.randbytes(32), nonces)
    table = deal(header, Carry())
    moves = [f"{rng.randrange(seats)}:{DEAL}"]
    while len(moves) < most_moves and (waiting := table.game.to_act(table.state)):
        seat = rng.choice(waiting)
        move = rng.choice(table.game.legal(table.state, seat))
        table.game.play(table.state, seat, move, table.shuffler)
        moves.append(f"{seat}:{move}")
    return Record(header, (tuple(moves),))


def some_records(name: str) -> list[Record]:
    """Two for every mode and number of players: a whole match and one in its middle."""
    records = []
    for mode, seats in SETUPS:
        rng = Random(f"{name} {mode} {seats}")
        records.append(random_record(rng, mode, seats))
        records.append(random_record(rng, mode, seats, most_moves=rng.randrange(1, 40)))
    return records


def digest(table: Table) -> str:
    """Of everything that anybody can see of a match, now and when it goes on."""
    game, state = table.game, table.state
    seats = [None, *range(state.seats)]
    seen = {
        "views": [game.view(state, seat) for seat in seats],
        "scores": [game.score(state, seat) for seat in seats],
        "legal": [game.legal(state, seat) for seat in seats if seat is not None],
        "to_act": game.to_act(state),
        "turn": game.turn(state),
        "result": game.result(state),
        "deck": state.deck[state.drawn :],
        "boards": state.boards,
        "kept": state.kept,
        "shuffles": table.shuffler.count,
    }
    return hashlib.sha256(json.dumps(seen).encode()).hexdigest()
