"""Stateless scoring of Card Bingo over HTTP: who finishes first, and what a table cannot be."""

from random import Random
from typing import Any

import pytest

from tests.flow.client import Json, assert_problem, call, fields
from tests.games import naive_card_bingo as naive

PATH = "/v1/score/card-bingo"

ADA = ["Qh", "2c", "3c", "4c", "5c"]
BEN = ["Qh", "2d", "3d", "4d", "5d"]
CLEO = ["Qs", "2h", "3h", "4h", "5h"]


def score(hands: list[list[str]], calls: list[str], **options: Any) -> Json:
    body = {"hands": hands, "calls": calls} | ({"options": options} if options else {})
    answer = call("POST", PATH, body)
    assert answer.status == 200, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    scored: Json = answer.json
    return scored


def test_before_the_first_call_all_cards_are_face_up() -> None:
    assert score([ADA, BEN, CLEO], []) == {"face_up": [5, 5, 5], "winners": [], "at_call": None}


def test_a_call_is_marked_in_every_hand_that_holds_the_card() -> None:
    scored = score([ADA, BEN, CLEO], ["Qh", "Ks", "4h"])
    assert scored == {"face_up": [4, 4, 4], "winners": [], "at_call": None}


def test_who_has_no_card_left_has_won_at_that_call() -> None:
    scored = score([CLEO, ADA], ["9s", *ADA, "2h"])
    assert scored == {"face_up": [4, 0], "winners": [1], "at_call": 6}


def test_those_who_finish_later_have_not_won() -> None:
    scored = score([CLEO, ADA], [*ADA, *CLEO])
    assert scored == {"face_up": [0, 0], "winners": [1], "at_call": 5}


def test_several_finish_on_the_same_call() -> None:
    scored = score([ADA, CLEO, BEN], [*ADA[1:], *BEN[1:], "Qh"])
    assert scored == {"face_up": [0, 5, 0], "winners": [0, 2], "at_call": 9}


def test_a_card_that_is_twice_in_a_hand_is_marked_twice() -> None:
    twice = ["Qh", "Qh", "3c", "4c", "5c"]
    assert score([twice, CLEO], ["Qh"])["face_up"] == [3, 5]
    assert score([twice, CLEO], twice[1:]) == {"face_up": [0, 5], "winners": [0], "at_call": 4}


def test_hands_of_six() -> None:
    scored = score([[*ADA, "6c"], [*CLEO, "6h"]], [*ADA, "6c"], hand_size=6)
    assert scored == {"face_up": [0, 6], "winners": [0], "at_call": 6}


def test_by_rank_alone() -> None:
    hands, calls = [ADA, CLEO, BEN], ["Qd", "2s", "3s", "4s"]
    assert score(hands, calls) == {"face_up": [5, 5, 5], "winners": [], "at_call": None}
    by_rank = score(hands, [*calls, "5s"], rank_only=True)
    assert by_rank == {"face_up": [0, 0, 0], "winners": [0, 1, 2], "at_call": 5}
    assert score(hands, calls, rank_only=True)["face_up"] == [1, 1, 1]


def test_options_may_say_what_is_so_anyway() -> None:
    assert score([ADA, CLEO], ADA, hand_size=5, rank_only=False) == score([ADA, CLEO], ADA)


@pytest.mark.parametrize("rank_only", [False, True])
@pytest.mark.parametrize("hand_size", [5, 6])
def test_any_table_is_scored_as_with_real_cards(hand_size: int, rank_only: bool) -> None:
    for number in range(100):
        rng = Random(f"score {number}")
        seats = rng.randrange(2, 9)
        deck = rng.sample(naive.CARDS * 2, seats * hand_size)
        hands = [deck[seat::seats] for seat in range(seats)]
        calls = rng.sample(naive.CARDS, rng.choice([52, rng.randrange(53)]))
        at_call, winners = naive.first_finish(hands, calls, rank_only)
        left = [
            sum(not any(naive.is_for(called, card, rank_only) for called in calls) for card in hand)
            for hand in hands
        ]
        scored = score(hands, calls, hand_size=hand_size, rank_only=rank_only)
        assert scored == {"face_up": left, "winners": winners, "at_call": at_call}, number


def test_two_and_eight_hands_and_all_52_calls_are_taken() -> None:
    eight = [naive.CARDS[first : first + 5] for first in range(0, 40, 5)]
    for hands in (eight, eight[:2]):
        scored = score(hands, naive.CARDS)
        assert scored == {"face_up": [0] * len(hands), "winners": [0], "at_call": 5}


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"hands": []}, "hands", "2 items"),
        ({"hands": [ADA]}, "hands", "2 items"),
        ({"hands": [ADA] * 9}, "hands", "8 items"),
        ({"hands": [ADA, BEN[:4]]}, "hands.1", "5 cards, not 4"),
        ({"hands": [[*ADA, "9s"], BEN]}, "hands.0", "5 cards, not 6"),
        ({"hands": [[*ADA, "9s", "9h"], BEN]}, "hands.0", "6 items"),
        ({"hands": [ADA, []]}, "hands.1", "5 cards, not 0"),
        ({"options": {"hand_size": 6}}, "hands.0", "6 cards, not 5"),
        ({"hands": [ADA, BEN, ["Qh", *CLEO[1:]]]}, "hands.2.0", "Qh only twice"),
        ({"hands": [["Qh", "Qh", "Qh", "4c", "5c"], BEN]}, "hands.0.2", "Qh only twice"),
        ({"hands": [ADA, ["10h", *BEN[1:]]]}, "hands.1.0", "pattern"),
        ({"hands": [ADA, ["qh", *BEN[1:]]]}, "hands.1.0", "pattern"),
        ({"hands": [ADA, [None, *BEN[1:]]]}, "hands.1.0", "string"),
        ({"hands": [ADA, "Qh 2d 3d 4d 5d"]}, "hands.1", "list"),
        ({"calls": ["Qh", "9s", "Qh"]}, "calls.2", "Qh has been called"),
        ({"calls": ["Qh", "joker"]}, "calls.1", "pattern"),
        ({"calls": [*naive.CARDS, "Qh"]}, "calls", "52 items"),
        ({"calls": "Qh"}, "calls", "list"),
        ({"calls": None}, "calls", "list"),
        ({"options": None}, "options", ""),
        ({"options": {"hand_size": 7}}, "options.hand_size", "6"),
        ({"options": {"hand_size": True}}, "options.hand_size", "integer"),
        ({"options": {"rank_only": 1}}, "options.rank_only", "boolean"),
        ({"options": {"best_of": 3}}, "options.best_of", "not permitted"),
        ({"options": {"rank": True}}, "options.rank", "not permitted"),
        ({"winner": 0}, "winner", "not permitted"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_field_and_the_reason(
    changes: Json, field: str, reason: str
) -> None:
    answer = call("POST", PATH, {"hands": [ADA, BEN], "calls": ["Qh"], **changes})
    assert_problem(answer, 422, "invalid-request")
    assert fields(answer) == [field]
    assert reason in answer.json["errors"][0]["message"]


@pytest.mark.parametrize("missing", ["hands", "calls"])
def test_hands_and_calls_are_needed(missing: str) -> None:
    body = {"hands": [ADA, BEN], "calls": ["Qh"]}
    del body[missing]
    answer = call("POST", PATH, body)
    assert_problem(answer, 422, "invalid-request")
    assert fields(answer) == [missing]
