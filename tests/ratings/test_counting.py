"""Which matches count, and in what order their players have come in."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from croupier.games import GAMES
from croupier.matches.record import Header
from croupier.matches.replay import DEAL, Carry, deal
from croupier.ratings.counting import counts, modes, ranks
from tests.ratings.finished import finished

Json = dict[str, Any]
PLAYERS = [f"player{number}" for number in range(9)]
SETUPS = [
    *(("texas-bingo", mode, seats) for mode in ("standard", "competitive") for seats in (2, 5, 8)),
    *(("texas-showdown", None, seats) for seats in (3, 4, 5, 6)),
    *(("card-bingo", None, seats) for seats in (2, 4, 8)),
    *(("bingo", None, seats) for seats in (2, 8)),
    *(("nickel", None, seats) for seats in (2, 4)),
]


def played(game: str, mode: str | None, seats: int, rng: Random) -> Json:
    """The result of a match of random moves."""
    options = {"mode": mode} if mode else {}
    table = deal(Header(game, 1, options, rng.randbytes(32), ("",) * seats), Carry())
    for _ in range(20_000):
        result = table.game.result(table.state)
        if result is not None:
            return result
        seat = rng.choice(table.game.to_act(table.state))
        move = rng.choice(table.game.legal(table.state, seat))
        if move == DEAL:
            table = deal(Header(game, 1, options, rng.randbytes(32), ("",) * seats), table.carry())
        else:
            table.game.play(table.state, seat, move, table.shuffler)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("game", "mode", "seats"), SETUPS)
def test_who_wins_is_first_and_nobody_with_a_better_total_comes_after(
    game: str, mode: str | None, seats: int
) -> None:
    """Whether the most or the fewest points are better is seen from whom the game has win."""
    for seed in range(4):
        result = played(game, mode, seats, Random(f"{game} {mode} {seats} {seed}"))
        ranked, totals, winners = ranks(game, result), result["totals"], result["winners"]
        assert len(ranked) == seats
        first = [seat for seat, rank in enumerate(ranked) if rank == 1]
        assert first == (winners or [seat for seat in range(seats) if totals[seat] == max(totals)])
        best = totals[first[0]]
        others = [seat for seat in range(seats) if seat not in first]
        order = sorted(others, key=lambda seat: (abs(totals[seat] - best), seat))
        assert order == sorted(others, key=lambda seat: (ranked[seat], seat))
        for rank in ranked:
            assert rank == 1 + sum(other < rank for other in ranked)


@pytest.mark.parametrize(
    ("game", "result", "expected"),
    [
        ("texas-bingo", {"winners": [1], "totals": [9, 9, 4]}, [2, 1, 3]),
        ("texas-showdown", {"winners": [0, 2], "totals": [1, 5, 1, 5]}, [1, 3, 1, 3]),
        ("bingo", {"winners": [], "totals": [0, 0, 0]}, [1, 1, 1]),
        # The second to resign has stayed longer, and the total says nothing any more.
        ("card-bingo", {"winners": [3], "totals": [9, 9, 0, 1], "resigned": [1, 0]}, [3, 4, 2, 1]),
        ("nickel", {"winners": [1], "totals": [0, 70, 80], "resigned": [0]}, [3, 1, 2]),
        ("nickel", {"winners": [], "totals": [0, 0], "resigned": [0, 1]}, [2, 1]),
        ("bingo", {"winners": [0], "totals": [1, 0], "resigned": [0]}, [2, 1]),
    ],
)
def test_ranks_of(game: str, result: Json, expected: list[int]) -> None:
    assert ranks(game, result) == expected


@pytest.mark.parametrize(
    ("seats", "game", "mode", "counted"),
    [
        (2, "card-bingo", "", True),
        (8, "card-bingo", "", True),
        (8, "bingo", "", True),
        (9, "bingo", "", False),
        (1, "bingo", "", False),
        (2, "texas-bingo", "", True),
        (2, "texas-bingo", "competitive", True),
        (2, "texas-bingo", "cooperative", True),
        (1, "texas-bingo", "cooperative", True),
        (1, "texas-bingo", "solo", True),
    ],
)
def test_a_match_counts_if_two_to_eight_have_played_it_or_nobody_could_win(
    seats: int, game: str, mode: str, counted: bool
) -> None:
    match = finished(PLAYERS[:seats], game=game, mode=mode)
    assert counts(match) == counted
    assert not counts(replace(match, status="playing", result=None))
    assert not counts(replace(match, result={"reason": "closed"}))


def test_whatever_the_options_it_counts_but_bests_are_among_equals() -> None:
    for mode, counted in [("competitive", True), ("cooperative", False), ("solo", False)]:
        match = finished(PLAYERS[: 1 + counted], game="texas-bingo", mode=mode)
        assert counts(match)
        changed = replace(match, options={**match.options, "red_cells": []})
        assert counts(changed) == counted


def test_modes_with_a_leaderboard() -> None:
    assert {slug: list(modes(game)) for slug, game in GAMES.items()} == {
        "texas-bingo": ["standard", "solo", "cooperative", "competitive"],
        "texas-showdown": ["standard"],
        "card-bingo": ["standard"],
        "bingo": ["standard"],
        "nickel": ["standard"],
    }
