"""Whole matches of random moves, beside the naive implementation (BG-1 to BG-9)."""

import re
from random import Random
from typing import Any

import pytest

from croupier.games import bingo
from croupier.games.bingo import Options
from croupier.games.bingo.play import State, marked
from croupier.games.protocol import IllegalMove
from tests.games import naive_bingo as naive
from tests.games.random_bingo import (
    OTHER,
    PLAIN,
    UNIVERSE,
    Match,
    called,
    is_mark,
    random_leaving,
    random_match,
    random_moves,
)
from tests.games.random_play import Stacked

SEATS = range(1, 9)


def refused(state: State, seat: int, moves: list[str]) -> None:
    """None of the moves is taken, and none changes anything."""
    table = bingo.copy(state)
    for move in moves:
        try:
            bingo.play(table, seat, move, Stacked())
        except IllegalMove:
            continue
        raise AssertionError(move)
    assert table == state, moves


def taken(state: State, seat: int) -> None:
    """All that is listed is taken, and changes something."""
    for move in bingo.legal(state, seat):
        table = bingo.copy(state)
        assert bingo.play(table, seat, move, Stacked())
        assert table != state, move


def plausible(rng: Random, match: Match, seat: int) -> list[str]:
    """Moves that could be a seat's, and are not: other numbers, other evidence."""
    hall = match.hall
    moves = set(rng.sample(UNIVERSE, 20)) | {"draw", "pass"}
    other = rng.randrange(match.seats)
    moves |= bingo_moves_of(hall, other)
    marked = hall.marked[seat]
    index = rng.randrange(len(marked))
    undrawn = [
        cell
        for cell, ball in hall.cards[seat][index].items()
        if ball not in hall.drawn and ball != "free"
    ]
    lost, early = [set(cells) for cells in marked], [set(cells) for cells in marked]
    lost[index].remove(rng.choice(sorted(marked[index])))
    moves |= {naive.on_paper(lost), naive.on_paper([*marked, {"c3"}]), naive.on_paper(marked[1:])}
    if undrawn:
        early[index].add(rng.choice(undrawn))
        moves.add(naive.on_paper(early))
    return sorted(move for move in moves - hall.legal(seat) if not is_evidence(hall, seat, move))


def bingo_moves_of(hall: naive.Hall, seat: int) -> set[str]:
    return {ball for card in hall.cards[seat] for ball in card.values()} | hall.legal(seat)


def is_evidence(hall: naive.Hall, seat: int, move: str) -> bool:
    """Whether it is a claim that the hall could take: on other drawn squares than are marked."""
    known = hall.marked[seat]
    form = "bingo@" + r"\.".join(["[01][0-9a-f]{6}"] * len(known))
    if not (re.fullmatch(form, move) and hall.may_shout(seat)):
        return False
    unmarked = hall.to_mark(seat)
    shown = [
        {cell for at, cell in enumerate(naive.CELLS) if int(digits, 16) >> at & 1}
        for digits in move.removeprefix("bingo@").split(".")
    ]
    return all(
        (cells if hall.auto_mark else {"c3"})
        <= shown[index]
        <= cells | {cell for card, cell in unmarked if card == index}
        for index, cells in enumerate(known)
    )


def stands_as_in_the_hall(match: Match, seed: str) -> None:
    """Everything that can be asked of the state, beside the naive hall."""
    state, hall = match.state, match.hall
    assert bingo.to_act(state) == ([] if hall.over() else [hall.caller]), seed
    assert bingo.turn(state) == len(hall.drawn) + len(hall.given), seed
    public = hall.shown()
    assert bingo.view(state, None) == (public, {}), seed
    seats = range(match.seats)
    for seat in seats if match.seats < 10 else Random(seed).sample(seats, 4):
        moves = bingo.legal(state, seat)
        assert len(moves) == len(set(moves)), seed
        assert set(moves) == hall.legal(seat), seed
        assert bingo.view(state, seat) == (public, hall.own(seat)), seed
    assert bingo.score(state, None) == {
        "final": hall.over(),
        "prizes": hall.board(),
        "false_claims": public["false_claims"],
        "winners": winners(hall) if hall.over() else [],
    }
    assert bingo.result(state) == (
        {
            "reason": "resigned" if hall.given_up() else "completed",
            "winners": winners(hall),
            "totals": hall.totals(),
            "prizes": hall.board(),
            **({"resigned": hall.gone} if hall.gone else {}),
        }
        if hall.over()
        else None
    ), seed


def winners(hall: naive.Hall) -> list[int]:
    if hall.given_up():
        return hall.here()
    totals = {seat: hall.totals()[seat] for seat in hall.here()}
    return [seat for seat, total in totals.items() if total and total == max(totals.values())]


def play_to_the_end(rng: Random, match: Match, seed: str, often: float) -> None:
    """Play, comparing events after every move and everything now and then."""
    for seat, move in random_moves(rng, match, random_leaving(rng)):
        if rng.random() < often:
            stands_as_in_the_hall(match, seed)
            for asker in {seat, rng.randrange(match.seats)}:
                refused(match.state, asker, plausible(rng, match, asker))
                taken(match.state, asker)
        match.play(seat, move)
    stands_as_in_the_hall(match, seed)
    refused(match.state, rng.randrange(match.seats), rng.sample(UNIVERSE, 20))


@pytest.mark.parametrize("seats", SEATS)
def test_random_matches_go_to_their_end_as_in_a_hall(seats: int) -> None:
    prizes, nobodys, shared = 0, 0, 0
    for number in range(45):
        seed = f"hall {seats} {number}"
        rng = Random(seed)
        match = random_match(rng, seats)
        play_to_the_end(rng, match, seed, often=0.005)
        for won in match.hall.given:
            prizes, nobodys, shared = prizes + 1, nobodys + (not won), shared + (len(won) > 1)
    assert prizes > 35
    assert nobodys
    assert shared or seats == 1


def test_many_short_matches_go_as_in_a_hall() -> None:
    for number in range(300):
        seed = f"short {number}"
        rng = Random(seed)
        pattern: Any = rng.choice(["postage-stamp", "four-corners", ["b2"], "line"])
        options = Options(
            pattern=pattern,
            auto_mark=True,
            first_claim_wins=rng.random() < 0.3,
            must_include_last_call=rng.random() < 0.3,
        )
        match = random_match(rng, number % 3 + 1, options)
        for seat, move in random_moves(rng, match, random_leaving(rng)):
            match.play(seat, move)
        assert bingo.view(match.state, None)[0] == match.hall.shown(), seed


def test_a_hundred_can_play() -> None:
    for number in range(3):
        seed = f"hundred {number}"
        rng = Random(seed)
        match = random_match(rng, 100)
        play_to_the_end(rng, match, seed, often=0.005)


def test_play_takes_what_is_listed_and_nothing_else() -> None:
    """Every move that there is, from every seat, before every draw of a match."""
    for cards in (1, 2):
        rng = Random(f"all moves {cards}")
        match = random_match(rng, 2, Options(cards_per_player=cards, false_claim_penalty=3))
        for seat, move in random_moves(rng, match):
            if move == "draw":
                for each in range(2):
                    legal = match.hall.legal(each)
                    refused(
                        match.state,
                        each,
                        [
                            m
                            for m in UNIVERSE
                            if m not in legal and not is_evidence(match.hall, each, m)
                        ],
                    )
                    taken(match.state, each)
            match.play(seat, move)


def test_a_claim_is_judged_by_its_evidence_alone_whatever_else_is_marked() -> None:
    row = "B3 I18 G48 O63"
    known = called(row, PLAIN, OTHER)
    assert bingo.play(known, 0, "bingo@0001c00", Stacked()) == [{"type": "false-claim", "seat": 0}]
    assert marked(known, 0) == (0x7C00,)
    unknown = called(row, PLAIN, OTHER, marks=False)
    assert bingo.play(unknown, 0, "bingo@0007c00", Stacked()) == [{"type": "bingo", "seat": 0}]
    assert marked(unknown, 0) == (0x7C00,)


def test_more_evidence_than_is_marked_is_like_marking_it_first() -> None:
    compared = 0
    for number in range(40):
        rng = Random(f"more evidence {number}")
        match = random_match(rng, rng.randrange(1, 5))
        for seat, move in random_moves(rng, match):
            asker = rng.randrange(match.seats)
            marks = [move for move in bingo.legal(match.state, asker) if is_mark(move)]
            if marks and match.hall.may_shout(asker) and rng.random() < 0.2:
                some = rng.sample(marks, rng.randrange(1, len(marks) + 1))
                marked = bingo.with_marks(match.state, asker, some)
                (claim,) = (m for m in bingo.legal(marked, asker) if m.startswith("bingo"))
                direct = bingo.copy(match.state)
                events = bingo.play(direct, asker, claim, Stacked())
                assert events == bingo.play(marked, asker, claim, Stacked())
                assert direct == marked
                compared += 1
            match.play(seat, move)
    assert compared > 100
