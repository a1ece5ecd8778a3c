"""What a seat may not know changes nothing of what it gets: non-interference (BG-8, BG-9).

A match is stopped somewhere, and another is played beside it that is the same as far as one seat
(or a spectator) may know. Whatever that seat gets of both must be the same to the byte. In the
other match

- the squares of all other cards hold other numbers: undrawn ones where they are undrawn, drawn ones
  where they are drawn, so that as many are undrawn as before;
- the other players have marked other squares, but for those that their claims have shown;
- the numbers to come lie in another order.
"""

import json
from random import Random

import pytest

from croupier.games import bingo
from croupier.games.bingo.play import State
from croupier.games.protocol import IllegalMove
from tests.games import naive_bingo as naive
from tests.games.random_bingo import (
    UNIVERSE,
    Match,
    Moves,
    Rows,
    answer,
    entries_of,
    given_to,
    is_claim,
    is_mark,
    order_of,
    random_match,
    random_moves,
)
from tests.games.random_play import Stacked

SEATS = range(1, 9)


def stopped(rng: Random, seats: int) -> Match:
    """A match in its middle."""
    while True:
        match = random_match(rng, seats)
        stop = rng.randrange(250)
        for seat, move in random_moves(rng, match, rng.choice([0, 0.05])):
            if len(match.moves) >= stop:
                return match
            match.play(seat, move)


def other_match(rng: Random, match: Match, seat: int | None) -> tuple[State, Moves]:
    """Another match that this seat cannot tell from this one, and its moves."""
    every = range(match.seats)
    drawn = [int(name[1:]) for name in match.hall.drawn]
    cards = [[own["rows"] for own in bingo.view(match.state, each)[1]["cards"]] for each in every]
    for other in every:
        if other != seat:
            shown = zip(cards[other], shown_squares(match, other), strict=True)
            cards[other] = [other_rows(rng, match, other, rows, fixed) for rows, fixed in shown]
    to_come = [number for number in range(1, 76) if number not in drawn]
    rng.shuffle(to_come)
    orders = [order_of(rows) for own in cards for rows in own]
    state = bingo.start(
        match.state.options, match.seats, Stacked([*drawn, *to_come], *orders), None
    )
    moves: Moves = []
    for mover, move in match.moves:
        if is_mark(move) and mover != seat:
            continue
        bingo.play(state, mover, move, Stacked())
        moves.append((mover, move))
    for other in range(match.seats):
        for mark in bingo.legal(state, other) if other != seat else []:
            if is_mark(mark) and rng.random() < 0.5:
                bingo.play(state, other, mark, Stacked())
                moves.append((other, mark))
    return state, moves


def shown_squares(match: Match, seat: int) -> list[set[str]]:
    """By card, the cells that the claims of a seat have shown."""
    shown: list[set[str]] = [set() for _ in match.hall.cards[seat]]
    for mover, move in match.moves:
        if mover == seat and is_claim(move):
            texts = move.removeprefix("bingo@").split(".")
            for cells, digits in zip(shown, texts, strict=True):
                squares = int(digits, 16)
                cells |= {cell for at, cell in enumerate(naive.CELLS) if squares >> at & 1}
    return shown


def ruled_out(match: Match, seat: int) -> list[str]:
    """With `auto_mark` the numbers that would have been shown by the claims of a seat."""
    drawn, at_last_claim = 0, 0
    for mover, move in match.moves:
        drawn += move == "draw"
        if mover == seat and is_claim(move):
            at_last_claim = drawn
    return match.hall.drawn[:at_last_claim] if match.state.options.auto_mark else []


def other_rows(rng: Random, match: Match, seat: int, rows: Rows, fixed: set[str]) -> Rows:
    """A card with other numbers in the squares that are not fixed."""
    card = naive.printed(rows)
    kept = {ball for cell, ball in card.items() if cell in fixed}
    drawn, unusable = match.hall.drawn, kept | set(ruled_out(match, seat))
    for letter, column in zip("BINGO", naive.COLUMNS, strict=True):
        cells = [row + column for row in naive.ROWS if row + column not in fixed | {"c3"}]
        balls = [ball for ball in naive.BALLS if ball[0] == letter and ball not in unusable]
        for is_drawn in (False, True):
            places = [cell for cell in cells if (card[cell] in drawn) == is_drawn]
            numbers = [ball for ball in balls if (ball in drawn) == is_drawn]
            for cell, ball in zip(places, rng.sample(numbers, len(places)), strict=True):
                card[cell] = ball
    return [[card[row + column] for column in naive.COLUMNS] for row in naive.ROWS]


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_learns_others_cards_or_marks_or_the_numbers_to_come(seats: int) -> None:
    differed = [0, 0, 0]
    for number in range(20):
        seed = f"secrets {seats} {number}"
        rng = Random(seed)
        match = stopped(rng, seats)
        seat = rng.choice([None, *range(seats)])
        state, moves = other_match(rng, match, seat)
        differed[0] += state.order != match.state.order
        differed[1] += state.cards != match.state.cards
        differed[2] += [m for m in moves if is_mark(m[1])] != [
            m for m in match.moves if is_mark(m[1])
        ]
        assert given_to(state, moves, seat) == given_to(match.state, match.moves, seat), seed
        if seat is None:
            continue
        own = bingo.legal(state, seat)
        for move in {*own, *rng.sample(UNIVERSE, 60), "draw", "pass", "resign"}:
            mine, theirs = (answer(each, seat, move) for each in (match.state, state))
            if move == "draw":
                mine, theirs = without_the_number(mine), without_the_number(theirs)
            assert mine == theirs, (seed, move)
    assert differed[0] > 10
    assert min(differed) > 10 or seats == 1  # else the test would pass on anything


def without_the_number(answered: str) -> str:
    """What a draw leads to but for its number, which lies elsewhere in the other match."""
    events = json.loads(answered)
    for event in events:
        if isinstance(event, dict) and event["type"] == "drawn":
            assert event.pop("number") in naive.BALLS
    return json.dumps(events)


@pytest.mark.parametrize("seats", [2, 5])
def test_while_it_runs_others_marks_are_not_known_and_their_claims_without_evidence(
    seats: int,
) -> None:
    for number in range(20):
        rng = Random(f"known {seats} {number}")
        match = stopped(rng, seats)
        entries = entries_of(match.moves)
        for asker in (None, *range(seats)):
            expected = ["0:deal"]
            for seat, move in match.moves:
                if seat == asker or not (is_mark(move) or is_claim(move)):
                    expected.append(f"{seat}:{move}")
                elif is_claim(move):
                    expected.append(f"{seat}:claim")
            assert bingo.known(match.state, entries, asker) == expected


def test_when_it_is_over_all_moves_are_known() -> None:
    rng = Random("over")
    match = random_match(rng, 4)
    for seat, move in random_moves(rng, match):
        match.play(seat, move)
    for asker in (None, *range(4)):
        assert bingo.known(match.state, entries_of(match.moves), asker) == entries_of(match.moves)


def test_no_event_tells_a_square_or_evidence() -> None:
    """Only who marks is told the number and the card of a mark; all else is for everybody."""
    told = {
        "drawn": {"type", "number", "draw"},
        "marked": {"type", "seat", "number", "card"},
        "bingo": {"type", "seat"},
        "false-claim": {"type", "seat"},
        "passed": {"type", "seat"},
        "resigned": {"type", "seat"},
        "new-caller": {"type", "seat"},
        "prize-won": {"type", "prize", "seats"},
        "prize-unclaimed": {"type", "prize"},
        "finished": {"type"},
    }
    seen = set()
    for number in range(40):
        rng = Random(f"events {number}")
        match = random_match(rng, rng.randrange(1, 6))
        for seat, move in random_moves(rng, match, rng.choice([0, 0.05])):
            for event in match.play(seat, move):
                assert event.keys() == told[event["type"]]
                assert event["type"] != "marked" or is_mark(move)
                seen.add(event["type"])
    assert seen == set(told)


def test_a_refusal_is_worded_the_same_whatever_others_hold() -> None:
    """The words name no number, no square and no other seat."""
    words = set()
    for number in range(10):
        rng = Random(f"words {number}")
        match = stopped(rng, 3)
        for seat in range(3):
            for move in UNIVERSE:
                try:
                    bingo.play(bingo.copy(match.state), seat, move, Stacked())
                except IllegalMove as refused:
                    words.add(str(refused).split(" until ")[0])
    assert len(words) <= 11
    assert not any(char.isdigit() for text in words for char in text)
