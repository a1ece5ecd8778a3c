"""Looking back: a match as it was after so many moves, as far as the asker may still see it."""

from random import Random
from typing import Any

import pytest

from tests.flow.client import Json, assert_problem
from tests.flow.service import Match, any_move, guests, match_of, send

pytestmark = pytest.mark.usefixtures("service")

SHOWN = ("turn", "move", "to_act", "public", "private", "status", "commitment")


def then(match: Match, seat: int | None, move: Any) -> Json:
    asker = send if seat is None else match.players[seat].send
    answer = asker("GET", match.path, query={"at": str(move)})
    assert answer.status == 200, answer.text
    view: Json = answer.json
    return view


def play(match: Match, rng: Random, moves: int) -> list[list[Json]]:
    """Random moves, as many or to the end; after each what every seat and a stranger see."""
    seen = []
    for _ in range(moves):
        views = [match.view(seat) for seat in [*range(len(match.players)), None]]
        seen.append(views)
        if views[0]["status"] == "finished":
            break
        seat = rng.choice(views[0]["to_act"])
        match.move(seat, *any_move(rng, views[seat]))
    return seen


def cards(view: Json, seat: int | None) -> set[str]:
    """The cards in both tricks of a view that others than this seat have played."""
    tricks = [*view["public"]["trick"], *view["public"]["last_trick"]]
    return {play["card"] for play in tricks if "card" in play and play["seat"] != seat}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("texas-bingo", {"events": {"tunnel": 6}}),
        ("texas-bingo", {"mode": "solo"}),
        ("card-bingo", {"best_of": 3}),
        ("texas-showdown", {"hands": 2}),
    ],
)
def test_a_match_that_is_over_looks_in_each_of_its_moves_as_it_did_then(
    game: str, options: Json
) -> None:
    seats = {"solo": 1}.get(options.get("mode", ""), 3)
    match = match_of(guests(seats), game=game, options=options, visibility="public")
    seen = play(match, Random(game), 400)
    assert seen[-1][0]["status"] == "finished"
    for number in Random(1).sample(range(len(seen)), 25):
        for seat, before in zip([*range(seats), None], seen[number], strict=True):
            view = then(match, seat, number + 1)
            assert [view[name] for name in SHOWN] == [before[name] for name in SHOWN]
            assert view["legal"] == []
            assert view["version"] == seen[-1][0]["version"]
            assert ("result" in view) == (number == len(seen) - 1)


def test_looking_back_within_a_hand_shows_no_card_of_a_trick_that_lies_face_down() -> None:
    match = match_of(guests(3), game="texas-showdown", visibility="public")
    seen = play(match, Random(2), 30)
    for seat in (0, 1, 2, None):
        open_now = cards(match.view(seat), seat)
        hidden = 0
        for number, views in enumerate(seen, 1):
            before = views[-1 if seat is None else seat]
            view = then(match, seat, number)
            assert cards(view, seat) == cards(before, seat) & open_now
            assert view["private"] == before["private"]
            hidden += cards(view, seat) < cards(before, seat)
        assert hidden > 15
    # The hand once over, its tricks are open.
    for _ in range(400):
        if (view := match.view(0))["public"]["phase"] in ("between-hands", "over"):
            break
        seat = view["to_act"][0]
        match.move(seat, *any_move(Random(3), match.view(seat)))
    assert [cards(then(match, 0, number), 0) for number in range(1, len(seen) + 1)] == [
        cards(views[0], 0) for views in seen
    ]


@pytest.mark.parametrize("resigned", [[], [1]])
def test_a_request_sent_again_shows_no_card_of_a_trick_that_lies_face_down_by_now(
    resigned: list[int],
) -> None:
    match = match_of(guests(4), game="texas-showdown")
    rng = Random(5)
    for seat in resigned:
        match.move(seat, "resign")
    answers = []
    for number in range(12):
        seat = match.view(0)["to_act"][0]
        verb, body = any_move(rng, match.view(seat))
        headers = {"idempotency_key": str(number)}
        answers.append((seat, verb, body, headers, match.move(seat, verb, body, **headers)))
    checked = 0
    for seat, verb, body, headers, answer in answers[-6:]:
        again = match.move(seat, verb, body, **headers)
        open_now = cards(match.view(seat), seat)
        assert again["events"] == answer["events"]
        assert again["version"] == answer["version"]
        told = {event["card"] for event in again["events"] if "card" in event}
        assert told <= ({body["card"]} if verb == "play-card" else set())
        assert cards(again["view"], seat) == cards(answer["view"], seat) & open_now
        checked += cards(again["view"], seat) < cards(answer["view"], seat)
    assert checked


def test_a_number_of_moves_that_there_is_not_is_told() -> None:
    match = match_of(guests(2), game="card-bingo", dealt=False)
    asker = match.players[0].send
    assert_problem(asker("GET", match.path, query={"at": "1"}), 404, "unknown-move")
    match.move(0, "deal")
    assert then(match, 0, 1)["move"] == 1
    for at, status, code in [
        ("2", 404, "unknown-move"),
        ("0", 422, "invalid-request"),
        ("-1", 422, "invalid-request"),
        ("1.5", 422, "invalid-request"),
        ("last", 422, "invalid-request"),
        ("9" * 30, 422, "invalid-request"),
    ]:
        assert_problem(asker("GET", match.path, query={"at": at}), status, code)
    assert_problem(guests(1)[0].send("GET", match.path, query={"at": "1"}), 403, "not-seated")
