"""Texas Showdown played at random to the end, beside the rules written down a second time."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.engine.shuffle import Shuffler
from croupier.games import texas_showdown
from croupier.games.protocol import IllegalMove
from croupier.games.texas_showdown import Options
from croupier.matches.record import Header, Record, from_text, to_text
from croupier.matches.replay import Carry, Table, deal, replay
from tests.games import naive_texas_showdown as naive
from tests.games.random_showdown import (
    NO_SHUFFLE,
    Match,
    after,
    random_leaving,
    random_match,
    random_move,
    random_options,
)

ROOT = Path(__file__).resolve().parents[2]
SEATS = range(3, 7)

REPLAY_ALL = """
import json, sys
from croupier.matches.record import from_text
from croupier.matches.replay import replay
print(json.dumps([repr(replay(from_text(text)).state) for text in json.load(sys.stdin)]))
"""


def answer(match: Match, seat: int, move: str) -> str:
    """`played`, or the code of the refusal."""
    try:
        texas_showdown.play(match.state, seat, move, NO_SHUFFLE)
    except IllegalMove as refused:
        return refused.code if refused.rule.startswith("TS-") else refused.rule
    return "played"


def are_refused(match: Match, seat: int, moves: list[str]) -> None:
    """Each of the moves, with nothing changed by any."""
    before = texas_showdown.copy(match.state)
    on_turn = seat in match.table.to_act() and not match.table.hand_over()
    code = "illegal-move" if on_turn else "not-your-turn"
    for move in moves:
        assert answer(match, seat, move) == code, move
    assert match.state == before


def stands_as_by_the_rules(match: Match) -> None:
    """Everything that can be asked of the state, beside the naive table."""
    state, table = match.state, match.table
    assert texas_showdown.to_act(state) == table.to_act()
    assert texas_showdown.turn(state) == table.tricks_before + sum(map(len, table.piles)) + 1
    public, private = texas_showdown.view(state, None)
    assert (public, private) == (table.shown(), {})
    for seat in range(match.seats):
        legal = texas_showdown.legal(state, seat)
        assert len(legal) == len(set(legal))
        assert set(legal) == table.legal(seat)
        cards = [str(card) for card in sorted(table.hands[seat])]
        assert texas_showdown.view(state, seat) == (public, {"hand": cards})
    result = {
        "reason": "resigned" if table.given_up() else "completed",
        "winners": table.winners(),
        "totals": table.scores(),
        **({"resigned": table.gone} if table.gone else {}),
    }
    assert texas_showdown.result(state) == (result if table.over() else None)


@pytest.mark.parametrize("seats", SEATS)
def test_random_matches_go_to_their_end_as_by_the_rules(seats: int) -> None:
    hands = 0
    for number in range(110):
        rng = Random(f"to the end {seats} {number}")
        match = random_match(rng, seats)
        leaving = random_leaving(rng)
        while True:
            hands += 1
            while not match.table.hand_over():
                if rng.random() < 0.05:
                    stands_as_by_the_rules(match)
                    seat = rng.randrange(seats)
                    moves = set(rng.sample(naive.UNIVERSE, 3)) - match.table.legal(seat)
                    are_refused(match, seat, sorted(moves))
                match.play(*random_move(rng, match.state, leaving))
            stands_as_by_the_rules(match)
            carry = texas_showdown.carry(match.state)
            tricks = naive.HAND_SIZE[seats] * carry["hands"]
            assert sum(carry["points"]) == tricks or match.table.given_up()
            if leaving and not match.table.over() and rng.random() < 0.3:
                match.play(rng.choice(match.table.here()), "resign")
                stands_as_by_the_rules(match)
                carry = texas_showdown.carry(match.state)
            if match.table.over():
                break
            match.deal(json.loads(json.dumps(carry)))
            stands_as_by_the_rules(match)
        assert texas_showdown.legal(match.state, 0) == []
    assert hands > 200


@pytest.mark.parametrize("seats", SEATS)
def test_play_takes_what_is_listed_and_nothing_else(seats: int) -> None:
    """Every move that there is, from every seat, before every move of a match."""
    rng = Random(f"all moves {seats}")
    match = random_match(rng, seats, Options(hands=2))
    left_at = rng.randrange(20, 50)
    named = False
    for hand in (1, 2):
        while True:
            stands_as_by_the_rules(match)
            for seat in range(seats):
                legal = [m for m in texas_showdown.legal(match.state, seat) if m != "deal"]
                are_refused(match, seat, [m for m in naive.UNIVERSE if m not in legal])
                for move in legal:
                    copy = texas_showdown.copy(match.state)
                    assert texas_showdown.play(copy, seat, move, NO_SHUFFLE)
                    assert copy != match.state
                    named = named or move == "leader0"
            if match.table.hand_over():
                break
            match.play(*random_move(rng, match.state))
            if hand == 1 and len(match.moves) == left_at:
                match.play(rng.randrange(seats), "resign")
        between = ["deal"] if hand == 1 else []
        for seat in range(seats):
            assert texas_showdown.legal(match.state, seat) == (
                [] if seat in match.table.gone else between
            )
        if hand == 1:
            match.deal(texas_showdown.carry(match.state))
    assert named


@pytest.mark.parametrize("seats", SEATS)
def test_a_leader_is_named_exactly_when_a_top_card_took_and_cards_are_left(seats: int) -> None:
    seen = set()
    for number in range(25):
        rng = Random(f"named {seats} {number}")
        match = after(rng, random_match(rng, seats), 0)
        while not match.table.hand_over():
            seat, move = random_move(rng, match.state)
            took = any(event["type"] == "trick-taken" for event in match.play(seat, move))
            if took:
                public, _ = texas_showdown.view(match.state, None)
                cards = [int(played["card"]) for played in public["last_trick"]]
                top = naive.taken_by(cards) in (10, 20, 29, 38, 47, 56, 65, 74)
                left = public["cards_left"] != [0] * seats
                assert (public["phase"] == "naming") == (top and left)
                assert not left or texas_showdown.to_act(match.state) == [public["leader"]]
                seen.add((top, left))
    assert seen == {(True, True), (True, False), (False, True), (False, False)}


def test_a_copy_and_its_original_go_on_apart() -> None:
    for number in range(60):
        rng = Random(f"copies {number}")
        match = after(rng, random_match(rng, rng.choice(SEATS)), rng.randrange(60))
        if match.table.hand_over():
            continue
        before = repr(match.state)
        copy = texas_showdown.copy(match.state)
        assert copy == match.state
        views = [texas_showdown.view(match.state, seat) for seat in range(match.seats)]
        kept = json.dumps([views, texas_showdown.carry(match.state)])
        carry = texas_showdown.carry(match.state)
        while not copy.done:
            texas_showdown.play(copy, *random_move(rng, copy), NO_SHUFFLE)
        assert repr(match.state) == before
        while not match.table.hand_over():
            match.play(*random_move(rng, match.state))
        assert json.dumps([views, carry]) == kept  # what was handed out stays as it was


def test_what_a_hand_starts_from_stays_as_it_was() -> None:
    """It is kept, so that the hand can be replayed."""
    rng = Random("carry")
    match = after(rng, random_match(rng, 4, Options(hands=2)), 100)
    carry = texas_showdown.carry(match.state)
    kept = json.dumps(carry)
    match.deal(carry)
    after(rng, match, 100)
    assert json.dumps(carry) == kept
    assert texas_showdown.carry(match.state)["hands"] == 2


@pytest.mark.parametrize("seats", SEATS)
def test_moves_and_requests_are_the_same_said_twice(seats: int) -> None:
    moves = {"deal", *map(str, naive.deck(seats)), *(f"leader{seat}" for seat in range(seats))}
    state = texas_showdown.start(Options(), seats, Shuffler(bytes(32)), None)
    verbs = set()
    for move in moves:
        verb, body = texas_showdown.to_request(move)
        request: Any = texas_showdown.VERBS[verb].model_validate(json.loads(json.dumps(body)))
        assert texas_showdown.to_move(state, 0, request) == move
        verbs.add(verb)
    assert verbs == set(texas_showdown.VERBS)


def recorded(rng: Random, seats: int) -> tuple[Record, Table]:
    """A match of several hands from its record's side, and where it ended."""
    options = random_options(rng).model_dump(mode="json") | {"hands": rng.randrange(2, 5)}
    nonces = tuple(rng.choice(["", "lucky", "żółw"]) for _ in range(seats))
    header = Header("texas-showdown", 1, options, rng.randbytes(32), nonces)
    table = deal(header, Carry())
    hands = [[f"{rng.randrange(seats)}:deal"]]
    while waiting := texas_showdown.to_act(table.state):
        seat = rng.choice(waiting)
        move = rng.choice(texas_showdown.legal(table.state, seat))
        if move == "deal":
            if rng.random() < 0.2:
                break
            table = deal(header, table.carry())
            hands.append([])
        else:
            texas_showdown.play(table.state, seat, move, table.shuffler)
        hands[-1].append(f"{seat}:{move}")
        if rng.random() < 0.002:
            break
    return Record(header, tuple(map(tuple, hands))), table


@pytest.mark.parametrize("hash_seed", ["0", "4294967295"])
def test_a_record_of_several_hands_gives_the_same_state_anywhere(hash_seed: str) -> None:
    matches = [recorded(Random(f"record {number}"), 3 + number % 4) for number in range(24)]
    assert max(len(record.hands) for record, _ in matches) == 4
    for record, table in matches:
        assert from_text(to_text(record)) == record
        again = replay(record)
        assert again.state == table.state
        assert again.shuffler.count == table.shuffler.count == len(record.hands)
    done = subprocess.run(
        [sys.executable, "-c", REPLAY_ALL],
        input=json.dumps([to_text(record) for record, _ in matches]),
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": str(ROOT / "shared"),
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [repr(table.state) for _, table in matches]


def test_the_cards_of_a_hand_are_dealt_out_one_by_one() -> None:
    """Whoever redoes the shuffle redoes the deal: a card a seat, round after round."""
    for seats in SEATS:
        shuffler = Shuffler(b"key")
        state = texas_showdown.start(Options(), seats, shuffler, None)
        order = Shuffler(b"key").shuffle([str(c) for c in naive.deck(seats)])
        for at, card in enumerate(order):
            assert card in state.hands[at % seats]
