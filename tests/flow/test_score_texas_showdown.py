"""Stateless scoring of Texas Showdown over HTTP: takers, points, and whatever is no table."""

from random import Random
from typing import Any

import pytest

from tests.flow.client import Json, assert_problem, call, fields
from tests.games import naive_texas_showdown as naive

PATH = "/v1/score/texas-showdown"


def score(seats: int, *tricks: tuple[int, list[int]]) -> Json:
    body = {"seats": seats, "tricks": [{"leader": lead, "cards": cards} for lead, cards in tricks]}
    answer = call("POST", PATH, body)
    assert answer.status == 200, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    scored: Json = answer.json
    return scored


def refused(body: Any, field: str) -> None:
    answer = call("POST", PATH, body)
    assert_problem(answer, 422, "invalid-request")
    assert field in fields(answer), answer.text
    for inside in ("Traceback", ".py", "pydantic", "croupier", "Value error"):
        assert inside not in answer.text


@pytest.mark.parametrize(
    ("cards", "seat", "card", "names"),
    [
        ([0, 5, 15, 3], 1, 5, False),
        ([0, 5, 10, 3], 2, 10, True),
        ([12, 13, 65], 1, 13, False),
        ([45, 3, 61, 22], 2, 61, False),
        ([12, 20, 74, 71], 2, 74, True),
        ([14, 52, 53, 12, 33], 2, 53, False),
        ([0, 20, 19, 10, 9, 71], 3, 10, True),
    ],
)
def test_the_tricks_of_the_rules_examples(
    cards: list[int], seat: int, card: int, names: bool
) -> None:
    seats = len(cards)
    for leader in range(seats):
        taker = (leader + seat) % seats
        assert score(seats, (leader, cards)) == {
            "tricks": [{"taker": taker, "card": card, "names_leader": names}],
            "points": [int(each == taker) for each in range(seats)],
        }


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_whole_hand_is_scored_as_by_the_naive_rules(seats: int) -> None:
    rng = Random(f"whole hand {seats}")
    for _ in range(10):
        order = rng.sample(naive.deck(seats), len(naive.deck(seats)))
        tricks = [
            (rng.randrange(seats), order[at : at + seats]) for at in range(0, len(order), seats)
        ]
        scored = score(seats, *tricks)
        points = [0] * seats
        for (leader, cards), trick in zip(tricks, scored["tricks"], strict=True):
            card = naive.taken_by(cards)
            taker = (leader + cards.index(card)) % seats
            points[taker] += 1
            assert trick == {"taker": taker, "card": card, "names_leader": card in naive.TOPS}
        assert scored["points"] == points
        assert sum(points) == naive.HAND_SIZE[seats]


def test_a_top_card_names_by_itself_after_the_last_trick_too() -> None:
    order = [card for card in naive.ALL if card not in (0, 1, 2, 10)] + [0, 1, 10, 2]
    tricks = [(0, order[at : at + 4]) for at in range(0, 60, 4)]
    assert score(4, *tricks)["tricks"][-1] == {"taker": 2, "card": 10, "names_leader": True}


def table(**changed: Any) -> Json:
    return {
        "seats": 4,
        "tricks": [{"leader": 0, "cards": [0, 5, 10, 3]}, {"leader": 1, "cards": [45, 4, 61, 22]}],
    } | changed


def trick(**changed: Any) -> Json:
    return {"leader": 0, "cards": [0, 5, 10, 3]} | changed


@pytest.mark.parametrize("seats", [2, 7, 0, -4, 4.0, "4", None, True, [], 10**4000])
def test_three_to_six_seats_are_scored(seats: object) -> None:
    refused(table(seats=seats), "seats")


@pytest.mark.parametrize(
    "card",
    [
        *(-1, 75, 30, 39, 40, 48, 49, 50, 57, 58, 59, 60, 66, 67, 68, 69, 70, 10**4000),
        *(5.0, 5.5, "5", "", None, True, False, [], {}, "x" * 50_000),
    ],
)
def test_a_card_that_does_not_exist_is_refused(card: object) -> None:
    refused(table(tricks=[trick(cards=[0, card, 10, 3])]), "tricks.0.cards.1")


def test_every_card_that_exists_is_taken() -> None:
    for card in naive.ALL:
        others = [other for other in naive.ALL if other != card][:3]
        score(4, (0, [card, *others]))


@pytest.mark.parametrize("card", [0, 10, 71, 74])
def test_black_and_grey_stay_out_with_three_seats(card: int) -> None:
    refused(
        {
            "seats": 3,
            "tricks": [trick(cards=[11, 12, 13]), trick(cards=[21, 22, card])],
        },
        "tricks.1.cards.2",
    )


def test_a_card_is_played_once_in_a_hand() -> None:
    refused(table(tricks=[trick(cards=[0, 5, 10, 5])]), "tricks.0.cards.3")
    twice = [trick(), trick(cards=[11, 12, 13, 14]), trick(cards=[15, 3, 16, 17])]
    refused(table(tricks=twice), "tricks.2.cards.1")


@pytest.mark.parametrize("cards", [[0, 5, 10], [0, 5, 10, 3, 4], [0, 5, 10, 3, 4, 6]])
def test_a_trick_has_a_card_of_every_seat(cards: list[int]) -> None:
    refused(table(tricks=[trick(cards=cards)]), "tricks.0.cards")


@pytest.mark.parametrize("cards", [[], [0], None, "0 5 10 3", {}, 5, list(range(5_000))])
def test_a_trick_is_a_list_of_cards(cards: object) -> None:
    refused(table(tricks=[trick(cards=cards)]), "tricks.0.cards")


@pytest.mark.parametrize("leader", [4, 5, 6, -1, 0.0, "0", None, True, []])
def test_the_leader_is_one_of_the_seats(leader: object) -> None:
    refused(table(tricks=[trick(leader=leader)]), "tricks.0.leader")


@pytest.mark.parametrize("tricks", [[], None, {}, "x", [trick()] * 1_000])
def test_a_hand_has_tricks(tricks: object) -> None:
    refused(table(tricks=tricks), "tricks")


@pytest.mark.parametrize(("seats", "most"), [(3, 15), (4, 15), (5, 12), (6, 10)])
def test_a_hand_has_no_more_tricks_than_there_are_cards(seats: int, most: int) -> None:
    deck = naive.deck(seats)
    tricks = [trick(cards=deck[at : at + seats]) for at in range(0, len(deck), seats)]
    assert call("POST", PATH, {"seats": seats, "tricks": tricks}).status == 200
    assert len(tricks) == most
    refused({"seats": seats, "tricks": [*tricks, tricks[0]]}, "tricks")


@pytest.mark.parametrize("missing", ["leader", "cards"])
def test_a_trick_without_its_parts_is_none(missing: str) -> None:
    part = {name: value for name, value in trick().items() if name != missing}
    refused(table(tricks=[part]), f"tricks.0.{missing}")


@pytest.mark.parametrize("missing", ["seats", "tricks"])
def test_a_table_without_its_parts_is_none(missing: str) -> None:
    refused({name: value for name, value in table().items() if name != missing}, missing)


def test_nothing_else_is_taken() -> None:
    refused(table(points=[0, 0, 0, 0]), "points")
    refused(table(tricks=[trick(taker=2)]), "tricks.0.taker")
