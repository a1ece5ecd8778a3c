"""A record of Nickel with several rounds gives the same match, wherever it is replayed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from croupier.games import nickel
from croupier.matches.record import Header, Record, from_text, to_text
from croupier.matches.replay import Carry, Table, deal, replay
from tests.games.random_nickel import given_to, random_move, random_options

ROOT = Path(__file__).resolve().parents[2]

REPLAY_ALL = """
import json, sys
from croupier.matches.record import from_text
from croupier.matches.replay import replay
from tests.games.test_nickel_records import seen
print(json.dumps([seen(replay(from_text(text))) for text in json.load(sys.stdin)]))
"""


def seen(table: Table) -> str:
    """All that can be seen of a match, now and when it goes on."""
    state = table.state
    told = [given_to(state, [], seat) for seat in (None, *range(len(state.hands)))]
    return json.dumps([told, state.stock, state.discards, state.turns_left, table.shuffler.count])


def random_record(rng: Random, seats: int, rounds: int, long: bool = False) -> tuple[Record, Table]:
    """A match to its end, or stopped in the middle of its round of that number."""
    options = random_options(rng).model_dump(mode="json", exclude_defaults=True)
    options |= {"rounds": [10, 11], "turn_limit": 60} if long else {"rounds": [1, 4]}
    skill, calls = (0, 0) if long else (0.5, 0.8)
    nonces = tuple(rng.choice(["", "lucky", "żółw", "\n"]) for _ in range(seats))
    leaving = 0 if long else rng.choice([0, 0.01])
    header = Header("nickel", 1, options, rng.randbytes(32), nonces)
    hands: list[tuple[str, ...]] = []
    start = Carry()
    while True:
        table = deal(header, start)
        moves = [f"{rng.randrange(seats)}:deal"]
        stop = rng.randrange(1, 30) if len(hands) + 1 == rounds else 1000
        while len(moves) < stop and not (table.state.done or table.state.over):
            seat, move = random_move(rng, table.state, skill, calls, leaving)
            nickel.play(table.state, seat, move, table.shuffler)
            moves.append(f"{seat}:{move}")
        hands.append(tuple(moves))
        if not table.state.done or nickel.result(table.state):
            return Record(header, tuple(hands)), table
        start = table.carry()


def some_records() -> list[tuple[Record, Table]]:
    rng = Random("records")
    short = [random_record(rng, seats, rounds) for seats in range(2, 6) for rounds in (1, 3, 9)]
    return [*short, *(random_record(rng, seats, 9, long=True) for seats in (2, 3))]


def reshuffles(record: Record, table: Table) -> int:
    """The shuffles but for the dealer's and those of the deals."""
    return table.shuffler.count - 1 - len(record.hands)


def test_a_replay_is_the_match_as_it_was_played() -> None:
    records = some_records()
    for record, table in records:
        again = replay(record)
        assert again.state == table.state
        assert again.shuffler.count == table.shuffler.count
        assert again.carry() == table.carry()
    assert max(len(record.hands) for record, _ in records) > 3
    assert sum("!" in move for record, _ in records for hand in record.hands for move in hand) > 5
    assert max(reshuffles(record, table) for record, table in records) > 2


def test_the_text_of_a_record_is_enough_to_redo_the_match() -> None:
    for record, table in some_records():
        assert from_text(to_text(record)) == record
        assert seen(replay(from_text(to_text(record)))) == seen(table)


@pytest.mark.parametrize("hash_seed", ["0", "4294967295"])
def test_another_process_replays_a_record_to_the_same_state(hash_seed: str) -> None:
    records = some_records()
    process = subprocess.run(
        [sys.executable, "-c", REPLAY_ALL],
        input=json.dumps([to_text(record) for record, _ in records]),
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "shared"), str(ROOT)]),
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stderr
    ours = [seen(table) for _, table in records]
    assert json.loads(process.stdout) == ours
    assert len(set(ours)) == len(ours)


def test_every_round_has_a_deck_of_its_own() -> None:
    rng = Random("decks")
    record, _ = random_record(rng, 2, 9, long=True)
    states = [
        replay(Record(record.header, (*record.hands[:number], record.hands[number][:1]))).state
        for number in range(len(record.hands))
    ]
    assert len(states) == 2
    assert sorted(states[0].stock[-20:]) != sorted(states[1].stock[-20:])
