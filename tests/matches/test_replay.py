"""The same record gives the same match, wherever it is replayed."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from croupier.games.protocol import IllegalMove
from croupier.matches.record import Record, from_text, to_text
from croupier.matches.replay import Carry, deal, replay, replay_hand
from tests.games.random_play import SETUPS
from tests.matches.random_records import digest, random_record, some_records

ROOT = Path(__file__).resolve().parents[2]

REPLAY_ALL = """
import json, sys
from croupier.matches.record import from_text
from croupier.matches.replay import replay
from tests.matches.random_records import digest
print(json.dumps([digest(replay(from_text(text))) for text in json.load(sys.stdin)]))
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295"])
def test_another_process_replays_a_record_to_the_same_state(hash_seed: str) -> None:
    records = some_records("another process")
    ours = [digest(replay(record)) for record in records]
    assert len(set(ours)) == len(ours)
    process = subprocess.run(
        [sys.executable, "-c", REPLAY_ALL],
        input=json.dumps([to_text(record) for record in records]),
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
    assert json.loads(process.stdout) == ours


def test_a_replay_is_the_match_as_it_was_played() -> None:
    for mode, seats in SETUPS:
        rng = Random(f"as it was played {mode} {seats}")
        record = random_record(rng, mode, seats)
        header, (hand,) = record.header, record.hands
        table = deal(header, Carry())
        stops = {rng.randrange(1, len(hand)), len(hand)}
        for count, entry in enumerate(hand, 1):
            if count > 1:
                seat, _, move = entry.partition(":")
                table.game.play(table.state, int(seat), move, table.shuffler)
            if count in stops:
                again = replay(Record(header, (hand[:count],)))
                assert again.state == table.state
                assert again.shuffler.count == table.shuffler.count
        assert table.game.result(table.state)


def test_to_replay_the_rest_on_a_copy_is_to_replay_all_and_leaves_the_kept_table_alone() -> None:
    for mode, seats in SETUPS:
        rng = Random(f"the rest {mode} {seats}")
        record = random_record(rng, mode, seats)
        (hand,) = record.hands
        known = rng.randrange(1, len(hand))
        kept = replay_hand(record.header, Carry(), hand[:known])
        before = digest(kept)
        table = kept.copy()
        for entry in hand[known:]:
            seat, _, move = entry.partition(":")
            table.game.play(table.state, int(seat), move, table.shuffler)
        assert digest(table) == digest(replay(record))
        assert digest(kept) == before
        assert kept.state == replay_hand(record.header, Carry(), hand[:known]).state


def test_every_bit_of_the_seed_and_every_nonce_makes_another_match() -> None:
    record = random_record(Random("another match"), "competitive", 3, most_moves=1)
    header = record.header
    others = [
        replace(header, seed=bytes([header.seed[0] ^ 1, *header.seed[1:]])),
        replace(header, seed=bytes([*header.seed[:31], header.seed[31] ^ 128])),
        replace(header, nonces=("a", "b", "")),
        replace(header, nonces=("ab", "", "")),
        replace(header, nonces=("", "a", "b")),
    ]
    decks = {replay(Record(other, record.hands)).state.deck for other in [header, *others]}
    assert len(decks) == 6


def test_a_match_that_was_not_dealt_has_no_state() -> None:
    record = random_record(Random("not dealt"), "solo", 1)
    with pytest.raises(ValueError, match="not been dealt"):
        replay(Record(record.header, ()))
    for hand in [(), ("0:reveal",), record.hands[0][1:]]:
        with pytest.raises(ValueError, match="begins with its deal"):
            replay(Record(record.header, (hand,)))


def test_a_move_that_the_rules_do_not_allow_is_in_no_record() -> None:
    record = random_record(Random("not allowed"), "competitive", 2)
    (hand,) = record.hands
    for broken in [
        (*hand[:5], hand[4], *hand[5:]),
        (*hand[:5], *hand[6:]),
        (*hand[:5], "0:deal", *hand[5:]),
        (*hand, hand[-1]),
    ]:
        with pytest.raises(IllegalMove):
            replay(Record(record.header, (broken,)))


def test_the_text_of_a_record_is_enough_to_redo_the_match() -> None:
    for record in some_records("the text"):
        assert from_text(to_text(record)) == record
        assert digest(replay(from_text(to_text(record)))) == digest(replay(record))
