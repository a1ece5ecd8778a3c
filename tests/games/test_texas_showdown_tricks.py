"""Texas Showdown with cards that are known: the examples of the rules, and every refusal."""

from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from croupier.games import texas_showdown
from croupier.games.protocol import IllegalMove
from croupier.games.texas_showdown import Options, State
from tests.games import naive_texas_showdown as naive
from tests.games.random_showdown import NO_SHUFFLE, dealt, dealt_with


def play(state: State, seat: int, move: str) -> list[dict[str, Any]]:
    return texas_showdown.play(state, seat, move, NO_SHUFFLE)


def refusal(state: State, seat: int, move: str) -> IllegalMove:
    before = texas_showdown.copy(state)
    with pytest.raises(IllegalMove) as refused:
        play(state, seat, move)
    assert state == before
    return refused.value


def taker(trick: str) -> str:
    cards = trick.split()
    return cards[texas_showdown.taking(cards)]


@pytest.mark.parametrize(
    ("trick", "card", "names"),
    [
        ("0 5 15 3", "5", False),
        ("0 5 10 3", "10", True),
        ("12 13 65", "13", False),
        ("45 3 61 22", "61", False),
        ("12 20 74 71", "74", True),
        ("14 52 53 12 33", "53", False),
        ("0 20 19 10 9 71", "10", True),
    ],
)
def test_the_tricks_of_the_rules_examples(trick: str, card: str, names: bool) -> None:
    assert taker(trick) == card
    assert (card in texas_showdown.TOP_CARDS) == names


def test_the_deck_has_sixty_cards_in_eight_colours() -> None:
    assert [*map(str, naive.ALL)] == texas_showdown.CARDS == texas_showdown.deck(6)
    assert len(texas_showdown.CARDS) == 60
    assert {card: naive.colour(int(card)) for card in texas_showdown.CARDS} == texas_showdown.COLOUR
    assert {str(card) for card in naive.TOPS} == texas_showdown.TOP_CARDS
    assert len(texas_showdown.deck(3)) == 45


def test_every_order_of_a_trick_is_taken_as_by_the_naive_rules() -> None:
    rng = Random("orders")
    for seats, samples in ((3, 150), (4, 80), (5, 25), (6, 6)):
        for _ in range(samples):
            # Few colours, so that they tie and outnumber each other.
            few = set(rng.sample(list(naive.SPANS), rng.randrange(1, 5)))
            cards = [card for card in naive.ALL if naive.colour(card) in few]
            trick = rng.sample(cards if len(cards) >= seats else naive.ALL, seats)
            expected = str(naive.taken_by(trick))
            for order in permutations(map(str, trick)):
                assert order[texas_showdown.taking(order)] == expected, order


def test_every_trick_of_three_in_a_small_deck_is_taken_as_by_the_naive_rules() -> None:
    small = [0, 9, 10, 11, 20, 63, 65, 71]
    for trick in product(small, repeat=3):
        if len(set(trick)) == 3:
            taken = trick[texas_showdown.taking([*map(str, trick)])]
            assert taken == naive.taken_by(list(trick)), trick


def middle(left: list[str], **chosen: Any) -> State:
    """A hand after some tricks; these cards are left, and seat 0 opens."""
    seats = len(left)
    deck = [str(card) for card in naive.deck(seats)]
    state = dealt([deck[seat::seats] for seat in range(seats)], **chosen)
    state.hands = [cards.split() for cards in left]
    state.last = [{"seat": 0, "card": "0", "followed": True}]
    state.leader = state.mover = 0
    return state


def test_who_has_a_colour_of_the_trick_follows_any_of_them() -> None:
    state = middle(["12 1", "3 15 44 71", "33 45", "3 15 44 71"])
    play(state, 0, "12")
    assert texas_showdown.legal(state, 1) == ["15"]
    assert {refusal(state, 1, card).rule for card in ("3", "44", "71")} == {"TS-4"}
    play(state, 1, "15")
    assert texas_showdown.legal(state, 2) == ["33", "45"]
    play(state, 2, "45")
    assert texas_showdown.legal(state, 3) == ["15", "44"]
    assert {refusal(state, 3, card).rule for card in ("3", "71", "12", "45")} == {"TS-4"}
    play(state, 3, "44")


def test_the_holder_of_the_0_opens_every_hand_with_it() -> None:
    for leader in range(4):
        state = dealt_with(Random(leader), ["0 5 20"], leader=leader)
        assert texas_showdown.to_act(state) == [leader]
        assert texas_showdown.legal(state, leader) == ["0"]
        assert refusal(state, leader, "5").rule == "TS-3"
        other = refusal(state, (leader + 1) % 4, "1")
        assert (other.rule, other.code) == ("TS-4", "not-your-turn")
        play(state, leader, "0")


def test_with_three_players_the_11_opens() -> None:
    state = dealt_with(Random(3), ["12", "11"], seats=3)
    assert texas_showdown.to_act(state) == [1]
    assert texas_showdown.legal(state, 1) == ["11"]
    assert {int(card) for hand in state.hands for card in hand} == set(range(11, 66)) - {
        *(30, 39, 40, 48, 49, 50, 57, 58, 59, 60)
    }


def test_the_taker_opens_the_next_trick_with_any_card() -> None:
    state = dealt_with(Random(4), ["0", "5", "15", "3 22"])
    state.hands[2] = ["15", "33"]  # none of the trick's colours
    for seat, card in enumerate(["0", "5", "15"]):
        play(state, seat, card)
    assert play(state, 3, "3") == [
        {"type": "card-played", "seat": 3, "card": "3"},
        {"type": "trick-taken", "seat": 1},
    ]
    public, _ = texas_showdown.view(state, None)
    assert public["phase"] == "trick"
    assert public["last_trick"] == [
        {"seat": 0, "card": "0", "followed": True},
        {"seat": 1, "card": "5", "followed": True},
        {"seat": 2, "card": "15", "followed": False},
        {"seat": 3, "card": "3", "followed": True},
    ]
    assert public["taken"] == public["points"] == [0, 1, 0, 0]
    assert texas_showdown.to_act(state) == [1]
    assert texas_showdown.legal(state, 1) == state.hands[1]


def test_who_takes_with_a_top_card_says_who_opens() -> None:
    for named in range(4):
        state = dealt_with(Random(5), ["0", "5", "10", "3"])
        assert refusal(state, 0, "leader1").rule == "TS-7"
        for seat, card in enumerate(["0", "5", "10", "3"]):
            play(state, seat, card)
        assert texas_showdown.view(state, 0)[0]["phase"] == "naming"
        assert texas_showdown.to_act(state) == [2]
        assert texas_showdown.legal(state, 2) == ["leader0", "leader1", "leader2", "leader3"]
        assert refusal(state, 2, state.hands[2][0]).rule == "TS-7"
        assert refusal(state, 2, "leader4").rule == "TS-6"
        assert refusal(state, 1, "leader1").code == "not-your-turn"
        assert play(state, 2, f"leader{named}") == [
            {"type": "leader-named", "seat": 2, "leader": named}
        ]
        assert texas_showdown.to_act(state) == [named]
        assert texas_showdown.legal(state, named) == state.hands[named]
        assert refusal(state, named, "leader1").rule == "TS-7"


def test_a_top_card_that_takes_nothing_names_nobody() -> None:
    state = middle(["12 14", "13 15", "65 61"])
    play(state, 0, "12")
    play(state, 1, "13")
    assert play(state, 2, "65")[-1] == {"type": "trick-taken", "seat": 1}
    assert texas_showdown.view(state, 0)[0]["phase"] == "trick"
    assert texas_showdown.to_act(state) == [1]


def last_trick(points: list[int], third: str = "9", **chosen: Any) -> State:
    """A hand with one trick to go, which seat 2 will take."""
    state = middle(["1", "5", third, "3"], **chosen)
    state.points = points
    return state


def play_it(state: State) -> list[dict[str, Any]]:
    """Play the last trick; the events of its last card."""
    for seat in range(4):
        events = play(state, seat, state.hands[seat][0])
    return events


def test_after_the_last_trick_nobody_is_named() -> None:
    state = last_trick([3, 3, 3, 3], third="10")
    assert [event["type"] for event in play_it(state)] == [
        "card-played",
        "trick-taken",
        "hand-over",
    ]
    assert texas_showdown.to_act(state) == [0, 1, 2, 3]
    assert [texas_showdown.legal(state, seat) for seat in range(4)] == [["deal"]] * 4
    assert not state.naming
    assert (refusal(state, 2, "leader1").rule, refusal(state, 2, "deal").rule) == ("TS-8", "TS-8")


@pytest.mark.parametrize(
    ("points", "winners"),
    [
        ([14, 14, 12, 4], None),
        ([15, 9, 8, 12], [1, 2]),
        ([9, 9, 14, 9], [0, 1, 3]),
        ([0, 0, 14, 1], [0, 1]),
    ],
)
def test_the_match_ends_after_the_hand_in_which_somebody_has_15(
    points: list[int], winners: list[int] | None
) -> None:
    state = last_trick(points)
    assert texas_showdown.result(state) is None
    assert texas_showdown.score(state, 0)["final"] is False
    totals = [points[0], points[1], points[2] + 1, points[3]]
    assert play_it(state)[-1] == {"type": "hand-over" if winners is None else "finished"}
    result = texas_showdown.result(state)
    assert (result and result["winners"]) == winners
    if winners is not None:
        assert result == {"reason": "completed", "winners": winners, "totals": totals}
        assert texas_showdown.to_act(state) == []
        assert [texas_showdown.legal(state, seat) for seat in range(4)] == [[]] * 4
        assert refusal(state, 0, "deal").code == "not-your-turn"
    assert texas_showdown.score(state, None) == {
        "final": winners is not None,
        "hand": 1,
        "taken": [0, 0, 1, 0],
        "points": totals,
        "winners": winners or [],
    }


def test_a_threshold_crossed_inside_a_hand_does_not_stop_it() -> None:
    state = dealt_with(Random(8), ["0", "5", "9", "3"], seats=4)
    state.points = [20, 0, 0, 0]
    for seat, card in enumerate(["0", "5", "9", "3"]):
        play(state, seat, card)
    assert texas_showdown.result(state) is None
    assert texas_showdown.to_act(state) == [2]


def test_a_fixed_number_of_hands_is_played_whatever_the_points() -> None:
    state = last_trick([90, 0, 0, 0], hands=2)
    play_it(state)
    assert texas_showdown.result(state) is None
    assert "target" not in texas_showdown.view(state, 0)[0]
    last = last_trick([0, 0, 0, 1], hands=1)
    play_it(last)
    assert texas_showdown.result(last) == {
        "reason": "completed",
        "winners": [0, 1],
        "totals": [0, 0, 1, 1],
    }


@pytest.mark.parametrize(("seats", "target"), [(3, 15), (4, 15), (5, 12), (6, 10)])
def test_the_target_goes_by_the_number_of_players_unless_it_is_chosen(
    seats: int, target: int
) -> None:
    chosen: list[int | None] = [None, 7]
    for wanted in chosen:
        hands = [str(seat) for seat in range(seats)] if seats > 3 else ["11", "12", "13"]
        ends = wanted or target
        for points in (ends - 1, ends):
            state = middle(hands, target=wanted)
            assert texas_showdown.view(state, None)[0]["target"] == ends
            state.points = [points, *[0] * (seats - 2), 0]
            for seat in range(seats):
                play(state, seat, state.hands[seat][0])
            assert bool(texas_showdown.result(state)) == (points == ends)


def test_three_to_six_play() -> None:
    assert texas_showdown.seats(Options()) == (3, 6)


@pytest.mark.parametrize(
    "options",
    [
        *({"target": target} for target in (0, 101, -1, 15.0, "15", True, [15])),
        *({"hands": hands} for hands in (0, 21, -1, 2.0, "2", False)),
        {"variant": 1},
    ],
)
def test_no_other_options_exist(options: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Options.model_validate(options)


def test_the_ends_of_the_options_exist() -> None:
    for options in ({"target": 1}, {"target": 100}, {"hands": 1}, {"hands": 20}, {}):
        Options.model_validate(options)


@pytest.mark.parametrize("body", [{"card": "07"}, {"card": 7}, {"card": "7 "}, {"card": "7\n"},
                                  {"card": "777"}, {"card": ""}, {"card": "-7"}, {"card": "٧"},
                                  {}, {"card": "7", "leader": 1}])  # fmt: skip
def test_a_request_that_is_no_card_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        texas_showdown.VERBS["play-card"].model_validate(body)


@pytest.mark.parametrize("leader", [-1, 6, 1.0, "1", None, True])
def test_a_request_that_is_no_leader_is_refused(leader: object) -> None:
    with pytest.raises(ValidationError):
        texas_showdown.VERBS["choose"].model_validate({"leader": leader})
