"""Stateless scoring of Nickel over HTTP: the best arrangement, and what no hand can be."""

from random import Random
from typing import Any

import pytest

from tests.engine.naive_melds import RANKS, is_run, is_set, points
from tests.flow.client import Json, assert_problem, call, fields
from tests.games import naive_nickel as naive

PATH = "/v1/score/nickel"


def score(dealt: int, hand: str | list[str], **options: Any) -> Json:
    cards = hand.split() if isinstance(hand, str) else hand
    body = {"dealt": dealt, "hand": cards} | ({"options": options} if options else {})
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
    ("hand", "penalty"),
    [
        ("3d Ks Kh", 0),
        ("3d Ks 4h", 17),
        ("** Ks 4h", 17),
        ("** 3c 3s", 0),
        ("Qs Ks As 9d", 30),
        ("Qs Ks 4d Ah", 1),
        ("9s 9s 9s 2d 2h", 4),
        ("4s 5s 6s 7s 7h 7d 2c Kd", 12),
        ("Js Jh Jd 2c 2d 8h 8s 4c 9d Kd 6c", 19),
        ("5s 4h 6s Th 3h Jh 5h 9h 2h 4s", 0),
        ("8h 8s 9h Th Qd Qc 7d Ad 4c", 38),
    ],
)
def test_the_hands_of_the_rules_examples(hand: str, penalty: int) -> None:
    scored = score(len(hand.split()), hand)
    assert scored["penalty"] == penalty
    assert scored.keys() == {"penalty", "melds", "left"}


@pytest.mark.parametrize("dealt", range(3, 14))
def test_random_hands_are_arranged_as_by_the_naive_rules(dealt: int) -> None:
    for number in range(14):
        rng = Random(f"score {dealt} {number}")
        jokers, chosen = rng.randrange(5), rng.choice(["wild-rank", 0, 25])
        joker_points = chosen if isinstance(chosen, int) else None
        hand = rng.sample(naive.deck(3, jokers), dealt + number % 2)
        scored = score(dealt, hand, jokers_per_deck=jokers, joker_points=chosen)
        laid = [card for meld in scored["melds"] for card in meld]
        assert all(is_set(meld, dealt) or is_run(meld, dealt) for meld in scored["melds"])
        assert scored["penalty"] == sum(
            points(card, dealt, joker_points) for card in scored["left"]
        )
        if len(hand) == dealt:
            assert scored.keys() == {"penalty", "melds", "left"}
            assert sorted([*laid, *scored["left"]]) == sorted(hand)
            assert scored["penalty"] == naive.penalty(hand, dealt, joker_points)
        else:
            assert scored.keys() == {"penalty", "melds", "left", "discard", "nickel"}
            assert sorted([*laid, *scored["left"], scored["discard"]]) == sorted(hand)
            kept = [naive.without(hand, card) for card in set(hand)]
            assert scored["penalty"] == min(naive.penalty(k, dealt, joker_points) for k in kept)
            assert scored["nickel"] is any(naive.penalty(k, dealt, 1) == 0 for k in kept)


def test_with_a_card_more_the_best_discard_is_told() -> None:
    assert score(4, "7h 7s 7d Kd 4c") == {
        "penalty": 0,
        "melds": [["7d", "7h", "7s", "4c"]],
        "left": [],
        "discard": "Kd",
        "nickel": True,
    }
    scored = score(3, "Ks Qd 9c 2h")
    assert (scored["penalty"], scored["nickel"]) == (21, False)
    assert scored["discard"] in ("Ks", "Qd")


def test_a_joker_left_over_counts_what_the_options_say() -> None:
    assert score(3, "** Ks 4h")["penalty"] == 17
    assert score(3, "** Ks 4h", joker_points="wild-rank")["penalty"] == 17
    assert score(3, "** Ks 4h", joker_points=25)["penalty"] == 39
    assert score(3, "** Ks 4h", joker_points=0)["penalty"] == 14
    assert score(3, "** 9s 9h 4d", joker_points=0)["nickel"] is True
    assert score(3, "** 9s 8h 4d", joker_points=0)["nickel"] is False


def test_a_hand_is_scored_in_whatever_order_it_is_held() -> None:
    rng = Random("order")
    hand = ["4s", "5s", "6s", "7s", "7h", "7d", "2c", "Kd"]
    for _ in range(10):
        rng.shuffle(hand)
        assert score(8, hand)["penalty"] == 12


@pytest.mark.parametrize("dealt", [2, 14, 0, -3, 3.0, "3", None, True, [], 10**4000])
def test_three_to_thirteen_cards_are_dealt(dealt: object) -> None:
    refused({"dealt": dealt, "hand": ["9h", "9s", "9d"]}, "dealt")


@pytest.mark.parametrize("dealt", range(3, 14))
def test_a_hand_has_as_many_cards_as_dealt_or_one_more(dealt: int) -> None:
    cards = [rank + suit for suit in "cd" for rank in RANKS]
    for size in range(18):
        if size in (dealt, dealt + 1):
            score(dealt, cards[:size])
        else:
            refused({"dealt": dealt, "hand": cards[:size]}, "hand")


@pytest.mark.parametrize("hand", [[], None, "9h 9s 9d", {}, 9, ["9h"] * 5_000])
def test_a_hand_is_a_list_of_cards(hand: object) -> None:
    refused({"dealt": 3, "hand": hand}, "hand")


@pytest.mark.parametrize(
    "card",
    [
        *("", " ", "9", "h", "9H", "h9", "10h", "1h", "9x", "9h ", "9h\n", "９h", "9♥", "*", "***"),
        *(9, 9.5, None, True, [], {}, "x" * 50_000),
    ],
)
def test_a_card_that_does_not_exist_is_refused(card: object) -> None:
    refused({"dealt": 3, "hand": ["9h", card, "9d"]}, "hand.1")


def test_every_card_that_exists_is_taken() -> None:
    for card in [*naive.ONE_DECK, "**"]:
        score(3, [card, "9s", "2d"])


def test_a_card_is_held_as_often_as_the_examples_have_it_and_no_more() -> None:
    assert score(4, "9h 9h 2c 2c")["penalty"] == 22
    assert score(4, "9h 9h 9h 2c")["penalty"] == 2
    refused({"dealt": 4, "hand": ["9h", "9h", "9h", "9h"]}, "hand.3")
    refused({"dealt": 5, "hand": ["9h", "2c", "9h", "9h", "9h"]}, "hand.4")


@pytest.mark.parametrize("jokers", range(5))
def test_no_more_jokers_are_held_than_there_are(jokers: int) -> None:
    options = {"jokers_per_deck": jokers}
    most = 3 * jokers
    rest = [rank + "c" for rank in RANKS]
    scored = score(13, (["**"] * most + rest)[:13], **options)
    assert scored["penalty"] == 0
    hand = (["**"] * (most + 1) + rest)[:13]
    refused({"dealt": 13, "hand": hand, "options": options}, f"hand.{most}")


NOT_OFFERED: dict[str, list[Any]] = {
    "jokers_per_deck": [-1, 5, 2.0, "2", None, True],
    "joker_points": [-1, 51, 2.0, "25", "wild", None, True, [], {}, "x" * 50_000, 10**4000],
    "rounds": [[1, 3]],
    "turn_limit": [60],
    "nickel_stake": [5],
    "variant": ["x"],
}


@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option, values in NOT_OFFERED.items() for value in values],
)
def test_only_what_scoring_depends_on_can_be_chosen(option: str, value: object) -> None:
    body = {"dealt": 3, "hand": ["9h", "9s", "9d"], "options": {option: value}}
    refused(body, f"options.{option}")


@pytest.mark.parametrize("options", [None, [], "wild-rank", 5])
def test_options_are_an_object(options: object) -> None:
    refused({"dealt": 3, "hand": ["9h", "9s", "9d"], "options": options}, "options")


@pytest.mark.parametrize("missing", ["dealt", "hand"])
def test_a_hand_without_its_parts_is_none(missing: str) -> None:
    body = {"dealt": 3, "hand": ["9h", "9s", "9d"]}
    del body[missing]
    refused(body, missing)


def test_nothing_else_is_taken() -> None:
    refused({"dealt": 3, "hand": ["9h", "9s", "9d"], "wild": "3"}, "wild")
