"""What is stored of a match of Bingo: one order for what concerns all, each seat's marks apart."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

from croupier.engine.shuffle import Shuffler
from croupier.games import bingo
from croupier.games.bingo import Options
from croupier.games.bingo.play import State
from tests.games.random_bingo import (
    Match,
    Moves,
    given_to,
    is_mark,
    random_leaving,
    random_match,
    random_moves,
    random_options,
)
from tests.games.random_play import Stacked

ROOT = Path(__file__).resolve().parents[2]

REPLAY_ALL = """
import json, sys
from tests.games.test_bingo_records import seen, replayed
print(json.dumps([seen(replayed(*match)) for match in json.load(sys.stdin)]))
"""


def after(rng: Random, match: Match, moves: int) -> Match:
    """The match so many random moves later, or at its end."""
    for seat, move in random_moves(rng, match, random_leaving(rng)):
        if len(match.moves) >= moves:
            break
        match.play(seat, move)
    return match


def dealt_again(match: Match) -> State:
    """The match as it was dealt."""
    return bingo.start(match.state.options, match.seats, Shuffler(match.shuffler.key), None)


def without_marks(match: Match) -> State:
    """The match after all of its moves but the marks."""
    state = dealt_again(match)
    for seat, move in match.moves:
        if not is_mark(move):
            bingo.play(state, seat, move, Stacked())
    return state


def marks_of(match: Match, seat: int) -> list[str]:
    return [move for mover, move in match.moves if mover == seat and is_mark(move)]


def some_matches(name: str) -> list[Match]:
    """Whole ones and some that are stopped in the middle."""
    matches = []
    for number in range(48):
        rng = Random(f"{name} {number}")
        match = random_match(rng, number % 8 + 1)
        matches.append(after(rng, match, rng.choice([20, 100, 200, 10_000])))
    return matches


def test_a_replay_without_marks_shows_everybody_the_same() -> None:
    claims = 0
    for match in some_matches("without marks"):
        state = without_marks(match)
        assert given_to(state, match.moves, None) == given_to(match.state, match.moves, None)
        claims += sum(map(len, state.won)) + sum(state.false_claims)
    assert claims > 40


def test_with_the_own_marks_it_shows_and_offers_each_seat_the_same() -> None:
    for match in some_matches("own marks"):
        state = without_marks(match)
        for seat in range(match.seats):
            own = bingo.with_marks(state, seat, marks_of(match, seat))
            moves = [(m, move) for m, move in match.moves if m == seat or not is_mark(move)]
            assert given_to(own, moves, seat) == given_to(match.state, moves, seat)
            claim = bingo.VERBS["claim"]()
            assert bingo.to_move(own, seat, claim) == bingo.to_move(match.state, seat, claim)  # type: ignore[arg-type]


def test_marks_can_come_in_any_order_with_what_others_do() -> None:
    """Between the draw before it and the own claim after it a mark has no place of its own."""
    moved = 0
    for match in some_matches("any order"):
        rng = Random(len(match.moves))
        moves = shuffled(rng, match.moves)
        moved += moves != match.moves
        state = dealt_again(match)
        for seat, move in moves:
            bingo.play(state, seat, move, Stacked())
        assert state == match.state
    assert moved > 15


def shuffled(rng: Random, moves: Moves) -> Moves:
    """The moves with many marks made earlier, though after the draw and the claim before."""
    order = list(moves)
    for at in range(len(order)):
        while at and rng.random() < 0.8:
            seat, move = order[at]
            other, before = order[at - 1]
            if not is_mark(move) or before == "draw" or (other == seat and not is_mark(before)):
                break
            order[at - 1 : at + 1] = [order[at], order[at - 1]]
            at -= 1
    return order


def replayed(options: dict[str, object], key: str, seats: int, moves: Moves) -> State:
    """A match from what is stored of it."""
    shuffler = Shuffler(bytes.fromhex(key))
    state = bingo.start(Options.model_validate(options), seats, shuffler, None)
    for seat, move in moves:
        bingo.play(state, seat, move, shuffler)
    return state


def seen(state: State) -> str:
    """All that can be seen of a match, and what is still to come."""
    seats = [None, *range(len(state.cards))]
    told = [given_to(state, [], seat) for seat in seats]
    return json.dumps([told, state.cards, state.order, state.marks])


def test_another_process_replays_a_match_to_the_same_state() -> None:
    matches = some_matches("another process")[:12]
    stored = [
        [
            match.state.options.model_dump(mode="json", exclude_defaults=True),
            match.shuffler.key.hex(),
            match.seats,
            match.moves,
        ]
        for match in matches
    ]
    process = subprocess.run(
        [sys.executable, "-c", REPLAY_ALL],
        input=json.dumps(stored),
        env={
            **os.environ,
            "PYTHONHASHSEED": "4294967295",
            "PYTHONPATH": os.pathsep.join([str(ROOT / "shared"), str(ROOT)]),
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == [seen(match.state) for match in matches]


def test_random_options_are_stored_and_read_again() -> None:
    rng = Random("options")
    for _ in range(500):
        options = random_options(rng)
        stored = json.loads(json.dumps(options.model_dump(mode="json", exclude_defaults=True)))
        assert Options.model_validate(stored) == options
