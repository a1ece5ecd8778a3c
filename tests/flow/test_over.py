"""That a match has been played to its end is told in an item of its own, once."""

from random import Random

import pytest

from tests.flow.service import Match, any_move, everything, guests, match_of, play_on
from tests.store.faults import FAULTS, Failing, wrapped

pytestmark = pytest.mark.usefixtures("service")


def over(match: Match) -> int:
    keys = [(item["pk"]["S"], item["sk"]["S"]) for item in everything()]
    return keys.count((f"MATCH#{match.id}", "OVER"))


def nearly_over() -> tuple[Match, int]:
    """A match of Card Bingo, and the seat that has its last card to mark."""
    match = match_of(guests(2), game="card-bingo")
    rng = Random(1)
    while True:
        view = match.view(0)
        seat = rng.choice(view["to_act"])
        last = [sum(card["face_up"] for card in hand) == 1 for hand in view["public"]["hands"]]
        if view["public"]["phase"] == "marking" and last[seat]:
            return match, seat
        match.move(seat, *any_move(rng, match.view(seat)))


def test_the_move_that_ends_a_match_tells_so_and_no_other_does() -> None:
    match, _ = nearly_over()
    assert not over(match)
    play_on(match, Random(2))
    assert match.view(0)["status"] == "finished"
    assert over(match) == 1


def test_a_match_that_is_closed_before_it_was_dealt_was_not_played() -> None:
    match = match_of(guests(2), dealt=False)
    assert match.players[0].send("DELETE", match.path).status == 200
    assert not over(match)


@pytest.mark.parametrize("fault", ["lost", "unanswered", "contended"])
def test_the_end_and_the_word_of_it_are_written_together(fault: str) -> None:
    for number in range(2):
        match, seat = nearly_over()
        request = match.view(seat)["legal"][0]
        with wrapped(Failing(FAULTS[fault], number, 99)):
            match.send(seat, request["verb"], request["body"])
        assert (match.view(0)["status"] == "finished") == bool(over(match))
        if match.view(0)["status"] == "playing":
            match.move(seat, request["verb"], request["body"])
        assert over(match) == 1
