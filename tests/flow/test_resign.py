"""Leaving a match that is being played, over HTTP."""

from random import Random

import pytest

from croupier.games import GAMES
from croupier.matches.record import from_text
from croupier.matches.replay import replay
from tests.flow.client import assert_problem
from tests.flow.service import Match, any_move, everything, guest, guests, match_of

pytestmark = pytest.mark.usefixtures("service")


def play(match: Match, rng: Random, moves: int) -> None:
    for _ in range(moves):
        view = match.view(0)
        if view["status"] == "finished":
            return
        seat = rng.choice(view["to_act"])
        match.move(seat, *any_move(rng, match.view(seat)))


@pytest.mark.parametrize("game", GAMES)
def test_who_resigns_has_lost_and_the_others_go_on(game: str) -> None:
    options = {"rounds": [1, 1]} if game == "nickel" else {}
    match = match_of(guests(3), game=game, options=options)
    rng = Random(game)
    play(match, rng, 5)
    answer = match.move(1, "resign")
    assert answer["events"][0] == {"type": "resigned", "seat": 1}
    assert answer["view"]["public"]["resigned"] == [1]
    assert answer["view"]["legal"] == []
    assert 1 not in answer["view"]["to_act"]
    assert match.view(0)["status"] == "playing"
    assert_problem(match.send(1, "resign"), 409, "not-your-turn")
    assert match.view(1) == answer["view"]
    play(match, rng, 2000)
    view = match.view(0)
    assert view["status"] == "finished"
    assert view["result"]["resigned"] == [1]
    assert 1 not in view["result"]["winners"]
    record = match.record()
    assert "1:resign" in [move for hand in record["hands"] for move in hand]
    replayed = replay(from_text(record["text"]))
    assert replayed.game.result(replayed.state) == view["result"]


@pytest.mark.parametrize("game", GAMES)
def test_the_last_who_stays_has_won(game: str) -> None:
    match = match_of(guests(3), game=game)
    play(match, Random(game), 3)
    match.move(2, "resign")
    answer = match.move(0, "resign", idempotency_key="k")
    view = answer["view"]
    assert (view["status"], view["result"]["reason"]) == ("finished", "resigned")
    assert view["result"]["winners"] == [1]
    assert view["result"]["resigned"] == [2, 0]
    assert match.move(0, "resign", idempotency_key="k") == answer
    assert_problem(match.send(1, "resign"), 409, "match-over")
    over = [item for item in everything() if item["sk"]["S"] == "OVER"]
    assert [item["pk"]["S"] for item in over] == [f"MATCH#{match.id}"]


def test_only_who_plays_can_resign() -> None:
    match = match_of(guests(2), game="nickel", dealt=False, visibility="public")
    assert_problem(match.send(0, "resign"), 409, "not-dealt")
    match.move(0, "deal")
    stranger = guest()
    before = everything()
    answer = stranger.send("POST", f"{match.path}/resign", {})
    assert_problem(answer, 403, "not-seated")
    version = match.view(0)["version"]
    stale = match.send(0, "resign", if_match=f'"{version - 1}"')
    assert_problem(stale, 412, "version-changed")
    assert everything() == before
