"""Matches of Bingo for the tests: cards as wished, random matches, what anybody is given."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from croupier.engine.shuffle import Shuffler
from croupier.games import bingo
from croupier.games.bingo import Options
from croupier.games.bingo.play import State, claim
from croupier.games.protocol import IllegalMove
from tests.games import naive_bingo as naive
from tests.games.random_play import Stacked

Json = dict[str, Any]
Rows = list[list[str]]
Moves = list[tuple[int, str]]

# Three cards without a number in common; the first is B1 to B5, I16 to I20, … from the top down.
PLAIN, OTHER, THIRD = (
    [
        [f"B{b}", f"I{b + 15}", "free" if row == 2 else f"N{n}", f"G{b + 45}", f"O{b + 60}"]
        for row in range(5)
        for b in [first + row]
        for n in [first_n + row - (row > 2)]
    ]
    for first, first_n in ((1, 31), (6, 35), (11, 39))
)

TWIN = [["B15" if name == "B1" else name for name in row] for row in PLAIN]  # but for one square
ROW_3 = "B3 I18 G48 O63"  # of PLAIN, with the free centre
COLUMN_1 = "B1 B2 B3 B4 B5"

JUNK = [
    "", " ", "@", ":", "@1", "draw ", "Draw", "DRAW", "draw@1", "reveal", "deal", "claim", "place",
    "resign ", "Resign", "resign@1", "Pass", "pass ", "pass@1", "bingo", "bingo@", "bingo@ ",
    "bingo@.", "bingo@1000",
    "bingo@00001000", "bingo@000100g", "bingo@ 001000", "bingo@+001000", "bingo@0x01000",
    "bingo@0_01000", "bingo@٠٠٠١٠٠٠", "bingo@0001000\n", "bingo@0001000.", "bingo@.0001000",
    "bingo@0000000", "bingo@2001000", "bingo@f001000", "BINGO@0001000", "bingo@fffffff",
    "bingo@-001000", "bingo@0001000@1", "free", "free@1", "B0", "B16", "I15", "B7 ", " B7", "b7",
    "B07", "B7@", "B7@0", "B7@-1", "B7@01", "B7@1 ", "B7@7", "B7@٣", "B7@1@1", "B7@a1", "7", "O76",
    "B", "None", "0:B7", "Qh@c3", "\x00", "\n", "💣", "9" * 10_000, "bingo@" + "0" * 10_000,
    "bingo@" + "0001000." * 1_000,
]  # fmt: skip

# Most of what is ever a move, and much that never is.
UNIVERSE = [
    *naive.BALLS,
    *(f"{ball}@{card}" for ball in naive.BALLS for card in (1, 2)),
    "draw",
    "pass",
    *(naive.on_paper([{"c3"}] * cards) for cards in (1, 2, 3, 4)),
    *JUNK,
]


def order_of(rows: Rows) -> list[int]:
    """An order of 1 to 75 that gives this card."""
    own = [int(row[column][1:]) for column in range(5) for row in rows if row[column] != "free"]
    return own + [number for number in range(1, 76) if number not in own]


def machine(draws: str = "") -> list[int]:
    """The order of the draws that begins with these."""
    first = [int(name[1:]) for name in draws.split()]
    return first + [number for number in range(1, 76) if number not in first]


def dealt(cards: Sequence[Sequence[Rows]], draws: str = "", **chosen: Any) -> State:
    """A match in which the seats hold these cards and these numbers come first."""
    options = Options(cards_per_player=len(cards[0]), **chosen)
    orders = [order_of(rows) for own in cards for rows in own]
    return bingo.start(options, len(cards), Stacked(machine(draws), *orders), None)


def play(state: State, *entries: str) -> list[Json]:
    """Make the moves (`seat:move`; `claim` is that with all that is marked); all their events."""
    events = []
    for entry in entries:
        seat, _, move = entry.partition(":")
        if move == "claim":
            move = bingo.to_move(state, int(seat), bingo.VERBS["claim"].model_validate({}))  # type: ignore[arg-type]
        events += bingo.play(state, int(seat), move, Stacked())
    return events


def refusal(state: State, entry: str) -> tuple[str, str]:
    """The rule and the code with which a move is refused; nothing has changed."""
    before = bingo.copy(state)
    with pytest.raises(IllegalMove) as refused:
        play(state, entry)
    assert str(refused.value).endswith(".")
    assert state == before
    return refused.value.rule, refused.value.code


def public(state: State) -> Any:
    return bingo.view(state, None)[0]


def card(state: State, seat: int, index: int = 0) -> Any:
    return bingo.view(state, seat)[1]["cards"][index]


def called(numbers: str, *own: Rows, marks: bool = True, **chosen: Any) -> State:
    """A match in which these numbers are drawn and, if so wished, marked by who has them."""
    state = dealt([[rows] for rows in own], numbers, **chosen)
    for number in numbers.split():
        play(state, "0:draw")
        for seat in range(len(own)):
            if marks and number in bingo.legal(state, seat):
                play(state, f"{seat}:{number}")
    return state


def claims(state: State, seat: int) -> list[str]:
    return [move for move in bingo.legal(state, seat) if move.startswith("bingo")]


def like(rows: Rows, number: str, instead: str) -> Rows:
    """The card with another number in one square."""
    return [[instead if name == number else name for name in row] for row in rows]


def random_pattern(rng: Random) -> str | list[str]:
    if rng.random() < 0.25:
        return rng.sample(naive.CELLS, rng.choice([1, 2, 3, 4, 6, 12]))
    return rng.choice([*naive.PATTERNS, "line", "line"])


def random_options(rng: Random) -> Options:
    pattern: Any = random_pattern(rng)
    if rng.random() < 0.4:
        pattern = [random_pattern(rng) for _ in range(rng.randrange(1, 5))]
    return Options(
        pattern=pattern,
        cards_per_player=rng.choice([1, 1, 1, 2, 2, 3]),
        auto_mark=rng.random() < 0.3,
        first_claim_wins=rng.random() < 0.2,
        must_include_last_call=rng.random() < 0.3,
        false_claim_penalty=rng.choice([0, 0, 1, 2, 10, 75]),
    )


@dataclass
class Match:
    """A match, and the same kept by the naive implementation."""

    seats: int
    shuffler: Shuffler
    state: State
    hall: naive.Hall
    moves: Moves = field(default_factory=list)

    def play(self, seat: int, move: str) -> list[Json]:
        self.moves.append((seat, move))
        events = bingo.play(self.state, seat, move, self.shuffler)
        assert events == self.hall.play(seat, move)
        return events


def random_match(rng: Random, seats: int, options: Options | None = None) -> Match:
    """A match just dealt."""
    shuffler = Shuffler(rng.randbytes(32))
    state = bingo.start(options or random_options(rng), seats, shuffler, None)
    return Match(seats, shuffler, state, hall_of(state))


def hall_of(state: State) -> naive.Hall:
    """The hall of a match just dealt."""
    options = state.options
    pattern: Any = options.pattern
    several = isinstance(pattern, list) and not set(map(str, pattern)) <= set(naive.CELLS)
    return naive.Hall(
        cards=[
            [naive.printed(card["rows"]) for card in bingo.view(state, seat)[1]["cards"]]
            for seat in range(len(state.cards))
        ],
        machine=[naive.BALLS[number - 1] for number in state.order],
        prizes=pattern if several else [pattern],
        auto_mark=options.auto_mark,
        first_claim_wins=options.first_claim_wins,
        must_include_last_call=options.must_include_last_call,
        false_claim_penalty=options.false_claim_penalty,
    )


def random_leaving(rng: Random) -> float:
    """How likely somebody resigns before a draw: in most matches nobody does."""
    return rng.choice([0, 0, 0, 0.02, 0.1])


def random_moves(rng: Random, match: Match, leaving: float = 0) -> Iterator[tuple[int, str]]:
    """Moves of players who mark most, claim what they have and now and then what they have not.

    Before a draw, and more often while a claim stands, somebody resigns with the chance `leaving`.
    """
    hall = match.hall
    while not hall.over():
        if leaving and rng.random() < (3 * leaving if hall.shouted else leaving):
            yield rng.choice(hall.here()), "resign"
            continue
        hasty = rng.random() < 0.1
        for seat in rng.sample(range(match.seats), min(match.seats, 3)):
            moves = bingo.legal(match.state, seat)
            for move in moves:
                if is_mark(move) and rng.random() < 0.9:
                    yield seat, move
            answers = [claim(match.state, seat)] * any(map(is_claim, moves))
            if "pass" in moves:
                answers.append("pass")
            if answers:
                move = rng.choice(answers)
                complete = move == "pass" or hall.has_bingo(seat)
                if rng.random() < (0.5 if hasty else 0.8 if complete else 0.02):
                    yield seat, move
            if hall.over():
                return
        if rng.random() < (0.3 if hall.shouted else 0.8):
            yield hall.caller, "draw"


def entries_of(moves: Moves) -> list[str]:
    return ["0:deal", *(f"{seat}:{move}" for seat, move in moves)]


def is_mark(move: str) -> bool:
    return move.partition("@")[0] in naive.BALLS


def is_claim(move: str) -> bool:
    return move.startswith("bingo@")


def answer(state: State, seat: int, move: str) -> str:
    """What comes of a move on a copy: its events, or its refusal."""
    try:
        return json.dumps(bingo.play(bingo.copy(state), seat, move, Stacked()))
    except IllegalMove as refused:
        return json.dumps([refused.rule, refused.code, str(refused)])


def given_to(state: State, moves: Moves, seat: int | None) -> str:
    """All that a seat or a spectator gets of a match without making a move."""
    return json.dumps(
        {
            "view": bingo.view(state, seat),
            "past": bingo.past(state, state, seat),
            "legal": None if seat is None else bingo.legal(state, seat),
            "to_act": bingo.to_act(state),
            "turn": bingo.turn(state),
            "since": [bingo.since(state, move) for move in ("draw", "B7", "pass", "deal")],
            "score": bingo.score(state, seat),
            "result": bingo.result(state),
            "known": bingo.known(state, entries_of(moves), seat),
        }
    )
