"""Card Bingo by examples: the deal, the calls, the marks, the win, the rounds."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from pydantic import ValidationError

from croupier.engine.shuffle import Shuffler
from croupier.games import card_bingo
from croupier.games.card_bingo import Deal, Options, Place, Reveal, State
from croupier.games.protocol import IllegalMove
from tests.games import naive_card_bingo as naive
from tests.games.random_card_bingo import play, stacked

ANY_STATE: Any = None  # it makes no difference

ADA, BEN, CLEO = (
    "Qh 2c 3c 4c 5c",
    "Qh 2d 3d 4d 5d",
    "Qs 2h 3h 4h 5h",
)


def refusal(state: State, entry: str) -> tuple[str, str]:
    """The rule and the code with which a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        play(state, entry)
    assert str(refused.value).endswith(".")
    return refused.value.rule, refused.value.code


def public(state: State) -> Any:
    shown, private = card_bingo.view(state, 0)
    assert private == {}
    return shown


def win(state: State, seat: int) -> State:
    """Make this seat win, which marks before the others do."""
    while state.winner is None:
        first = min(card_bingo.to_act(state), key=lambda other: other != seat)
        play(state, f"{first}:{card_bingo.legal(state, first)[0]}")
    assert state.winner == seat
    return state


def test_cards_are_dealt_from_two_decks_and_called_from_a_third() -> None:
    shuffled: list[list[Any]] = []

    class Seen(Shuffler):
        def shuffle(self, items: Iterable[Any]) -> list[Any]:
            shuffled.append(super().shuffle(items))
            return shuffled[-1]

    state = card_bingo.start(Options(), 8, Seen(bytes(32)), None)
    deal_deck, call_deck = shuffled
    assert Counter(deal_deck) == dict.fromkeys(naive.CARDS, 2)
    assert Counter(call_deck) == dict.fromkeys(naive.CARDS, 1)
    assert [list(hand) for hand in state.hands] == [
        deal_deck[first : first + 5] for first in range(0, 40, 5)
    ]
    assert list(state.pile) == call_deck


def test_two_to_eight_play() -> None:
    assert card_bingo.seats(Options()) == (2, 8)


def test_everybody_sees_all_hands_face_up_and_no_call() -> None:
    state = stacked([ADA, BEN])
    assert public(state) == {
        "phase": "calling",
        "round": 1,
        "caller": 0,
        "calls": [],
        "hands": [
            [{"card": card, "face_up": True} for card in hand.split()] for hand in (ADA, BEN)
        ],
        "wins": [0, 0],
        "winner": None,
    }
    assert card_bingo.view(state, 1) == card_bingo.view(state, None) == (public(state), {})


def test_only_the_caller_calls() -> None:
    state = stacked([ADA, BEN], "Ks")
    assert card_bingo.to_act(state) == [0]
    assert [card_bingo.legal(state, seat) for seat in (0, 1)] == [["call"], []]
    assert refusal(state, "1:call") == ("CB-4", "not-your-turn")
    assert play(state, "0:call") == [{"type": "called", "card": "Ks", "call": 1}]


def test_calls_are_numbered_and_kept_newest_first() -> None:
    state = stacked([ADA, BEN], "Ks Kd Kc")
    assert [event["call"] for event in play(state, *["0:call"] * 3)] == [1, 2, 3]
    assert public(state)["calls"] == ["Kc", "Kd", "Ks"]


def test_one_call_lets_all_who_hold_the_card_mark_it_in_any_order() -> None:
    for order in (["0:Qh", "1:Qh"], ["1:Qh", "0:Qh"]):
        state = stacked([ADA, BEN, CLEO], "Qh")
        play(state, "0:call")
        assert public(state)["phase"] == "marking"
        assert card_bingo.to_act(state) == [0, 1]
        assert [card_bingo.legal(state, seat) for seat in range(3)] == [["Qh"], ["Qh"], []]
        assert play(state, *order) == [
            {"type": "marked", "seat": int(entry[0]), "card": "Qh"} for entry in order
        ]
        assert card_bingo.to_act(state) == [0]


def test_the_next_call_waits_for_the_last_mark_even_if_the_caller_has_none_to_make() -> None:
    state = stacked([CLEO, ADA, BEN], "Qh")
    play(state, "0:call")
    for mark in ("1:Qh", "2:Qh"):
        assert card_bingo.legal(state, 0) == []
        assert refusal(state, "0:call") == ("CB-4", "illegal-move")
        play(state, mark)
    assert card_bingo.legal(state, 0) == ["call"]


def test_a_mark_needs_an_own_face_up_card_of_the_latest_calls_rank_and_suit() -> None:
    state = stacked([ADA, BEN, CLEO], "Qh 2c")
    assert refusal(state, "0:Qh") == ("CB-5", "illegal-move")  # nothing has been called
    play(state, "0:call")
    for entry in ("2:Qh", "2:Qs", "0:2c", "0:Qs", "0:7c"):
        assert refusal(state, entry) == ("CB-5", "illegal-move"), entry
    play(state, "0:Qh")
    assert refusal(state, "0:Qh") == ("CB-5", "illegal-move")  # it lies face down
    play(state, "1:Qh", "0:call")
    assert refusal(state, "1:Qh") == ("CB-5", "illegal-move")


def test_who_holds_a_card_twice_marks_both_before_the_next_call() -> None:
    state = stacked(["Qh 2c Qh 4c 5c", BEN.replace("Qh", "As")], "Qh")
    play(state, "0:call")
    assert card_bingo.legal(state, 0) == ["Qh"]
    play(state, "0:Qh")
    assert card_bingo.score(state, None)["face_up"] == [4, 5]
    assert [card["face_up"] for card in public(state)["hands"][0]].count(False) == 1
    assert card_bingo.legal(state, 0) == ["Qh"]
    assert refusal(state, "0:call") == ("CB-4", "illegal-move")
    play(state, "0:Qh")
    assert [card["face_up"] for card in public(state)["hands"][0]] == [
        False,
        True,
        False,
        True,
        True,
    ]
    assert card_bingo.legal(state, 0) == ["call"]


def test_the_last_mark_wins_and_ends_the_round_at_once() -> None:
    state = stacked([ADA, CLEO], "2h 3h 4h 5h Qs")
    for card in ["2h", "3h", "4h", "5h"]:
        assert play(state, "0:call", f"1:{card}")[-1]["type"] == "marked"
        assert card_bingo.result(state) is None
    assert play(state, "0:call", "1:Qs")[1:] == [
        {"type": "marked", "seat": 1, "card": "Qs"},
        {"type": "finished", "seat": 1},
    ]
    assert card_bingo.result(state) == {
        "reason": "completed",
        "winners": [1],
        "totals": [0, 1],
    }
    assert card_bingo.to_act(state) == []
    assert [card_bingo.legal(state, seat) for seat in (0, 1)] == [[], []]
    assert public(state)["phase"] == "over"
    assert public(state)["winner"] == 1
    assert card_bingo.score(state, None) == {
        "final": True,
        "round": 1,
        "face_up": [5, 0],
        "wins": [0, 1],
        "winners": [1],
    }


def test_the_caller_can_win() -> None:
    assert win(stacked([ADA, CLEO], "Qh 2c 3c 4c 5c"), 0).calls == 5


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_who_finish_on_the_same_call_the_first_mark_wins(first: int) -> None:
    state = stacked([ADA, ADA], "5c 4c 3c 2c Qh")
    for card in ["5c", "4c", "3c", "2c"]:
        play(state, "0:call", f"0:{card}", f"1:{card}")
    play(state, "0:call", f"{first}:Qh")
    assert state.winner == first
    assert refusal(state, f"{1 - first}:Qh") == ("CB-7", "not-your-turn")
    assert card_bingo.score(state, None)["face_up"][1 - first] == 1


def test_no_more_than_52_calls_are_needed() -> None:
    ada, cleo = ADA.split(), CLEO.split()
    others = [card for card in naive.CARDS if card not in ada + cleo]
    assert win(stacked([ADA, CLEO], " ".join(others + ada + cleo)), 0).calls == 47
    assert win(stacked([ADA, CLEO], " ".join(others + cleo[1:] + ada + cleo[:1])), 0).calls == 51
    assert win(stacked([ADA, ADA], " ".join(others + cleo + ada)), 1).calls == 52


def test_a_hand_of_six_is_won_by_the_sixth_mark() -> None:
    state = stacked([f"{ADA} 6c", f"{CLEO} 6h"], f"{ADA} 6c", hand_size=6)
    assert [len(hand) for hand in public(state)["hands"]] == [6, 6]
    assert win(state, 0).calls == 6


def test_by_rank_alone_every_card_of_the_rank_is_called_and_stays_to_be_marked() -> None:
    state = stacked(["Qh Qd 3c 4c 5c", BEN, CLEO], "Qc 3s", rank_only=True)
    play(state, "0:call")
    assert [card_bingo.legal(state, seat) for seat in range(3)] == [["Qh", "Qd"], ["Qh"], ["Qs"]]
    assert refusal(state, "0:Qs") == ("CB-5", "illegal-move")
    play(state, "0:Qd", "2:Qs", "0:Qh")
    assert refusal(state, "0:call") == ("CB-4", "illegal-move")
    play(state, "1:Qh", "0:call")
    assert card_bingo.to_act(state) == [0, 1, 2]


def test_by_rank_alone_a_second_call_of_a_rank_finds_nobody() -> None:
    state = stacked([ADA, CLEO], "Qc Qh", rank_only=True)
    play(state, "0:call", "0:Qh", "1:Qs", "0:call")
    assert card_bingo.to_act(state) == [0]


def session(winners: list[int], seats: int, best_of: int) -> State:
    """A match in which these win the rounds."""
    hands = [ADA, BEN.replace("Qh", "Qd"), CLEO][:seats]
    state = win(stacked(hands, hands[winners[0]], best_of=best_of), winners[0])
    for winner in winners[1:]:
        assert card_bingo.result(state) is None
        carry = card_bingo.carry(state)
        state = win(stacked(hands, hands[winner], carry, best_of=best_of), winner)
    return state


def test_between_two_rounds_anybody_deals_and_nobody_else_can_do_anything() -> None:
    state = session([1], 3, best_of=3)
    assert card_bingo.to_act(state) == [0, 1, 2]
    assert [card_bingo.legal(state, seat) for seat in range(3)] == [["deal"]] * 3
    assert refusal(state, "0:call") == refusal(state, "0:deal") == ("CB-7", "not-your-turn")
    assert public(state)["phase"] == "between-rounds"
    assert card_bingo.score(state, None)["final"] is False
    assert card_bingo.score(state, None)["winners"] == []


def test_a_round_that_is_not_the_last_one_ends_with_another_event() -> None:
    state = stacked([ADA, CLEO], ADA, best_of=3)
    play(state, *(f"0:{move}" for card in ADA.split()[:4] for move in ("call", card)), "0:call")
    assert play(state, "0:5c")[1:] == [{"type": "round-won", "seat": 0}]


def test_the_caller_goes_round_the_table_and_calls_alone() -> None:
    callers, carry = [], None
    for number in range(4):
        state = stacked([ADA, CLEO, "As Ks Js Ts 9s"], ADA, carry, best_of=7)
        callers.append(card_bingo.to_act(state))
        assert public(state)["round"] == number + 1
        assert refusal(state, f"{(number + 1) % 3}:call") == ("CB-4", "not-your-turn")
        carry = card_bingo.carry(win(state, 0))
    assert callers == [[0], [1], [2], [0]]


@pytest.mark.parametrize(
    ("winners", "seats", "best_of", "totals", "best"),
    [
        ([1], 2, 1, [0, 1], [1]),
        ([1, 1], 2, 3, [0, 2], [1]),
        ([1, 0, 0], 2, 3, [2, 1], [0]),
        ([1, 0, 2], 3, 3, [1, 1, 1], [0, 1, 2]),
        ([0, 0, 0], 3, 5, [3, 0, 0], [0]),
        ([0, 0, 1, 0], 3, 5, [3, 1, 0], [0]),
        ([0, 0, 1, 2, 1], 3, 5, [2, 2, 1], [0, 1]),
        ([0, 1, 2, 0, 0], 3, 5, [3, 1, 1], [0]),
    ],
)
def test_a_session_ends_once_nobody_can_catch_up_and_the_most_rounds_win(
    winners: list[int], seats: int, best_of: int, totals: list[int], best: list[int]
) -> None:
    result = card_bingo.result(session(winners, seats, best_of))
    assert result == {"reason": "completed", "winners": best, "totals": totals}


@pytest.mark.parametrize(("winners", "best_of"), [([0], 3), ([0, 0], 5), ([0, 0, 1, 2], 5)])
def test_a_session_goes_on_while_somebody_can_still_draw_level(
    winners: list[int], best_of: int
) -> None:
    state = session(winners, 3, best_of)
    assert card_bingo.result(state) is None
    assert card_bingo.score(state, None)["wins"] == [winners.count(seat) for seat in range(3)]


def test_a_rematch_moves_the_caller_on_and_keeps_no_score() -> None:
    state = session([1, 1], 3, best_of=3)
    again = stacked([ADA, CLEO, "As Ks Js Ts 9s"], ADA, card_bingo.rematch(state), best_of=3)
    assert public(again)["caller"] == 2
    assert public(again)["round"] == 1
    assert card_bingo.turn(again) == 0
    assert public(again)["wins"] == [0, 0, 0]
    third = stacked([ADA, CLEO, BEN], "", card_bingo.rematch(win(again, 0)))
    assert public(third)["caller"] == 0


def test_no_two_situations_have_the_same_turn() -> None:
    state = stacked([ADA, CLEO], ADA, best_of=3)
    turns = [card_bingo.turn(state)]
    for card in ADA.split():
        play(state, "0:call")
        turns.append(card_bingo.turn(state))
        play(state, f"0:{card}")
        assert card_bingo.turn(state) == turns[-1]
    state = stacked([ADA, CLEO], ADA, card_bingo.carry(state), best_of=3)
    assert [*turns, card_bingo.turn(state)] == list(range(7))
    play(state, "1:call")
    assert card_bingo.turn(state) == 7


def test_a_copy_goes_its_own_way() -> None:
    state = stacked([ADA, BEN], "Qh")
    play(state, "0:call")
    before = card_bingo.view(state, None)
    other = card_bingo.copy(state)
    assert other == state
    play(other, "1:Qh", "0:Qh", "0:call")
    assert card_bingo.view(state, None) == before
    assert other != state


def test_what_was_shown_before_does_not_change_with_the_next_move() -> None:
    state = stacked([ADA, CLEO], ADA, best_of=3)
    shown = public(state), card_bingo.score(state, 0)
    again = public(state), card_bingo.score(state, 0)
    carry = card_bingo.carry(win(state, 0))
    assert shown == again
    win(stacked([ADA, CLEO], ADA, carry, best_of=3), 0)
    assert carry["wins"] == [1, 0]


@pytest.mark.parametrize(
    "options",
    [
        {"hand_size": 4},
        {"hand_size": 7},
        {"hand_size": 5.0},
        {"hand_size": "5"},
        {"rank_only": 1},
        {"rank_only": None},
        {"best_of": 0},
        {"best_of": -1},
        {"best_of": 2},
        {"best_of": 27},
        {"best_of": True},
        {"best_off": 3},
    ],
)
def test_an_option_that_is_none_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Options.model_validate(options)


def test_the_house_rules_are_off_by_default() -> None:
    assert Options() == Options(hand_size=5, rank_only=False, best_of=1)


@pytest.mark.parametrize(
    ("move", "verb", "body"),
    [
        ("deal", "deal", {}),
        ("call", "reveal", {}),
        *((card, "place", {"card": card}) for card in naive.CARDS),
    ],
)
def test_every_move_has_a_request_and_back(move: str, verb: str, body: dict[str, Any]) -> None:
    assert card_bingo.to_request(move) == (verb, body)
    request: Any = card_bingo.VERBS[verb].model_validate(body)
    assert card_bingo.to_move(ANY_STATE, 0, request) == move


def test_each_verb_has_its_move() -> None:
    assert card_bingo.VERBS.keys() == {"deal", "reveal", "place"}
    moves = [
        card_bingo.to_move(ANY_STATE, 0, body) for body in (Deal(), Reveal(), Place(card="Qh"))
    ]
    assert moves == ["deal", "call", "Qh"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"card": None},
        {"card": "call"},
        {"card": "deal"},
        {"card": "qh"},
        {"card": "10h"},
        {"card": "Qh\n"},
        {"card": "Qh", "cell": "a1"},
        {"card": ["Qh"]},
    ],
)
def test_a_mark_names_one_card(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Place.model_validate(body)
