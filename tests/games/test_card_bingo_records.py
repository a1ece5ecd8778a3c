"""A record of Card Bingo with several rounds gives the same match, wherever it is replayed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from croupier.games import card_bingo
from croupier.games.protocol import Json
from croupier.matches.record import Header, Record, from_text, to_text
from croupier.matches.replay import Carry, Table, deal, replay
from tests.games.random_card_bingo import OPTIONS, given_to

ROOT = Path(__file__).resolve().parents[2]

REPLAY_ALL = """
import json, sys
from croupier.matches.record import from_text
from croupier.matches.replay import replay
from tests.games.test_card_bingo_records import seen
print(json.dumps([seen(replay(from_text(text))) for text in json.load(sys.stdin)]))
"""


def seen(table: Table) -> str:
    """All that can be seen of a match, now and when it goes on."""
    state = table.state
    seats = [None, *range(len(state.hands))]
    told = [given_to(state, [], seat) for seat in seats]
    return json.dumps([told, state.pile, card_bingo.carry(state), table.shuffler.count])


def random_record(
    rng: Random, seats: int, rounds: int = 25, carry: Json | None = None
) -> tuple[Record, Table]:
    """A match to its end, or stopped in the middle of its round of that number."""
    options = rng.choice(OPTIONS).model_dump(mode="json")
    nonces = tuple(rng.choice(["", "lucky", "żółw", "\n"]) for _ in range(seats))
    header = Header("card-bingo", 1, options, rng.randbytes(32), nonces, carry)
    hands: list[tuple[str, ...]] = []
    start = Carry(carry)
    while True:
        table = deal(header, start)
        moves = [f"{rng.randrange(seats)}:deal"]
        stop = rng.randrange(1, 30) if len(hands) + 1 == rounds else 1000
        while len(moves) < stop and table.state.winner is None:
            seat = rng.choice(card_bingo.to_act(table.state))
            move = rng.choice(card_bingo.legal(table.state, seat))
            card_bingo.play(table.state, seat, move, table.shuffler)
            moves.append(f"{seat}:{move}")
        hands.append(tuple(moves))
        if table.state.winner is None or card_bingo.result(table.state):
            return Record(header, tuple(hands)), table
        start = table.carry()


def some_records() -> list[tuple[Record, Table]]:
    rng = Random("records")
    return [random_record(rng, seats, rounds) for seats in range(2, 9) for rounds in (1, 2, 3, 25)]


def test_a_replay_is_the_match_as_it_was_played() -> None:
    for record, table in some_records():
        again = replay(record)
        assert again.state == table.state
        assert again.shuffler.count == table.shuffler.count == 2 * len(record.hands)


def test_the_text_of_a_record_is_enough_to_redo_the_match() -> None:
    for record, table in some_records():
        assert from_text(to_text(record)) == record
        assert seen(replay(from_text(to_text(record)))) == seen(table)


@pytest.mark.parametrize("hash_seed", ["0", "4294967295"])
def test_another_process_replays_a_record_to_the_same_state(hash_seed: str) -> None:
    records = some_records()
    assert max(len(record.hands) for record, _ in records) > 3
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


def test_a_rematch_is_replayed_with_its_caller() -> None:
    rng = Random("rematch")
    _, table = random_record(rng, 3)
    record, again = random_record(rng, 3, carry=card_bingo.rematch(table.state))
    assert replay(Record(record.header, record.hands[:1])).state.caller == (
        (table.state.caller + 1) % 3
    )
    assert replay(record).state == again.state


def test_every_round_has_decks_of_its_own() -> None:
    rng = Random("decks")
    record, _ = max((random_record(rng, 4) for _ in range(8)), key=lambda made: len(made[0].hands))
    states = [
        replay(Record(record.header, record.hands[:count])).state
        for count in range(1, len(record.hands) + 1)
    ]
    assert len(states) >= 3
    assert len({state.pile for state in states}) == len(states)
    assert len({tuple(state.hands) for state in states}) == len(states)
