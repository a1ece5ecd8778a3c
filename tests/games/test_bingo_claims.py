"""Bingo by examples: claims and passes, shared prizes, false claims, one prize after another."""

from typing import Any

import pytest

from croupier.games import bingo
from tests.games.random_bingo import (
    COLUMN_1,
    OTHER,
    PLAIN,
    ROW_3,
    THIRD,
    TWIN,
    called,
    claims,
    dealt,
    play,
    public,
    refusal,
)


def test_a_mark_that_completes_two_lines_wins_once() -> None:
    state = called(f"{COLUMN_1} I18 G48 O63".replace("B3 ", "") + " B3", PLAIN, OTHER, THIRD)
    assert play(state, "0:claim") == [{"type": "bingo", "seat": 0}]
    assert refusal(state, "0:claim") == ("BG-6", "illegal-move")
    assert not claims(state, 0)
    assert play(state, "1:pass", "2:pass")[2:] == [
        {"type": "prize-won", "prize": 1, "seats": [0]},
        {"type": "finished"},
    ]
    assert bingo.result(state) == {
        "reason": "completed",
        "winners": [0],
        "totals": [1, 0, 0],
        "prizes": [{"pattern": "line", "winners": [0]}],
    }


def test_two_valid_claims_before_the_next_draw_are_both_winners() -> None:
    state = called(ROW_3, OTHER, TWIN, PLAIN)
    play(state, "2:claim", "1:claim")
    assert public(state)["phase"] == "claimed"
    assert public(state)["claims"] == [1, 2]
    assert bingo.result(state) is None
    assert play(state, "0:draw") == [
        {"type": "prize-won", "prize": 1, "seats": [1, 2]},
        {"type": "finished"},
    ]
    assert state.draws == 4  # the draw that ends the match brings no number
    result = bingo.result(state)
    assert result
    assert (result["winners"], result["totals"]) == ([1, 2], [0, 1, 1])


def test_a_prize_is_decided_once_all_others_have_claimed_or_passed() -> None:
    state = called(ROW_3, PLAIN, TWIN, OTHER, THIRD)
    play(state, "1:claim", "3:pass", "2:pass")
    assert public(state)["passed"] == [2, 3]
    assert bingo.result(state) is None
    assert play(state, "0:claim") == [
        {"type": "bingo", "seat": 0},
        {"type": "prize-won", "prize": 1, "seats": [0, 1]},
        {"type": "finished"},
    ]


def test_a_single_player_wins_at_once() -> None:
    state = called(ROW_3, PLAIN)
    assert [event["type"] for event in play(state, "0:claim")] == ["bingo", "prize-won", "finished"]


def test_with_first_claim_wins_nobody_shares() -> None:
    state = called(ROW_3, PLAIN, TWIN, first_claim_wins=True)
    assert play(state, "1:claim")[1:] == [
        {"type": "prize-won", "prize": 1, "seats": [1]},
        {"type": "finished"},
    ]
    assert refusal(state, "0:claim") == ("BG-6", "not-your-turn")


def test_there_is_nothing_to_pass_before_a_valid_claim_stands() -> None:
    state = called(ROW_3, PLAIN, OTHER, THIRD)
    assert "pass" not in bingo.legal(state, 1)
    assert refusal(state, "1:pass") == ("BG-6", "illegal-move")
    play(state, "1:claim")  # a false one
    assert refusal(state, "2:pass") == ("BG-6", "illegal-move")
    play(state, "0:claim")
    assert "pass" in bingo.legal(state, 1)
    assert play(state, "1:pass") == [{"type": "passed", "seat": 1}]


def test_a_pass_is_final_for_its_prize_and_marks_go_on() -> None:
    state = called(ROW_3, PLAIN, OTHER, TWIN, marks=False)
    play(state, *(f"0:{name}" for name in ROW_3.split()), "0:claim", "2:pass")
    assert refusal(state, "2:claim") == refusal(state, "2:pass") == ("BG-6", "illegal-move")
    assert refusal(state, "0:pass") == ("BG-6", "illegal-move")
    assert bingo.legal(state, 2) == ROW_3.split()
    play(state, "2:B3")


def test_a_false_claim_does_not_answer_a_valid_one() -> None:
    state = called(ROW_3, PLAIN, TWIN, marks=False)
    play(state, *(f"0:{name}" for name in ROW_3.split()), "1:B3", "1:claim", "0:claim")
    assert bingo.result(state) is None
    assert play(state, "1:claim") == [{"type": "false-claim", "seat": 1}]
    assert bingo.result(state) is None
    play(state, "1:I18", "1:G48", "1:O63", "1:claim")  # and finds what was missing
    result = bingo.result(state)
    assert result
    assert result["winners"] == [0, 1]
    assert public(state)["false_claims"] == [0, 2]


def test_who_may_not_claim_before_the_next_draw_is_not_waited_for() -> None:
    state = called(ROW_3, PLAIN, OTHER, THIRD, false_claim_penalty=1)
    play(state, "1:claim", "0:claim")
    assert bingo.result(state) is None
    assert play(state, "2:claim") == [
        {"type": "false-claim", "seat": 2},
        {"type": "prize-won", "prize": 1, "seats": [0]},
        {"type": "finished"},
    ]


@pytest.mark.parametrize("penalty", [1, 2, 5])
def test_after_a_false_claim_a_player_sits_out_as_many_draws_as_agreed(penalty: int) -> None:
    state = called("B3 I18", PLAIN, OTHER, false_claim_penalty=penalty)
    assert play(state, "1:claim") == [{"type": "false-claim", "seat": 1}]
    for _ in range(penalty):
        assert public(state)["sits_out"] == [{"seat": 1, "until_draw": 2 + penalty}]
        assert not claims(state, 1)
        assert refusal(state, "1:claim") == ("BG-7", "illegal-move")
        play(state, "0:draw")
    assert public(state)["sits_out"] == []
    assert claims(state, 1) == ["bingo@0001000"]
    assert play(state, "1:claim") == [{"type": "false-claim", "seat": 1}]
    assert public(state)["false_claims"] == [0, 2]


def test_without_a_penalty_one_claims_again_at_once_fifty_times() -> None:
    state = called(ROW_3, PLAIN, OTHER)
    for _ in range(50):
        assert claims(state, 1)
        play(state, "1:claim")
    assert not claims(state, 1)
    assert refusal(state, "1:claim") == ("BG-7", "illegal-move")
    assert public(state)["sits_out"] == [{"seat": 1, "until_draw": None}]
    assert play(state, "0:claim")[-1] == {"type": "finished"}  # nobody else can claim


def test_a_false_claim_lets_play_go_on_for_everybody() -> None:
    state = called(ROW_3, PLAIN, OTHER)
    play(state, "1:claim")
    assert public(state)["phase"] == "drawing"
    assert public(state)["claims"] == []
    assert play(state, "0:claim")[0] == {"type": "bingo", "seat": 0}


def test_a_late_claim_stays_valid_while_nobody_else_has_won() -> None:
    state = called(f"{ROW_3} O75 O74", PLAIN, OTHER)
    assert play(state, "0:claim")[0] == {"type": "bingo", "seat": 0}


def test_with_must_include_last_call_a_late_claim_has_lost_its_line() -> None:
    rule: Any = {"must_include_last_call": True}
    assert play(called(ROW_3, PLAIN, OTHER, **rule), "0:claim")[0]["type"] == "bingo"
    for late in ("O75", "B1"):  # on no card, and on the card but in another line
        state = called(f"{ROW_3} {late}", PLAIN, OTHER, **rule)
        assert play(state, "0:claim") == [{"type": "false-claim", "seat": 0}]
    state = called(f"{ROW_3} {COLUMN_1.replace(' B3', '')}", PLAIN, OTHER, **rule)
    assert play(state, "0:claim")[0]["type"] == "bingo"  # with the other line


def test_the_last_call_has_to_be_in_the_line_of_the_same_card() -> None:
    state = dealt([[PLAIN, OTHER]], f"{ROW_3} B6", must_include_last_call=True)
    play(state, *["0:draw"] * 5, *(f"0:{name}" for name in ROW_3.split()), "0:B6@1")
    assert play(state, "0:claim") == [{"type": "false-claim", "seat": 0}]


def test_before_the_first_draw_no_pattern_includes_the_last_call() -> None:
    state = dealt([[PLAIN]], pattern=["c3"], must_include_last_call=True)
    assert play(state, "0:claim") == [{"type": "false-claim", "seat": 0}]


def test_after_the_75th_number_one_more_draw_closes_all_prizes() -> None:
    state = dealt([[PLAIN], [OTHER], [THIRD]], pattern=["line", "x", "blackout"], auto_mark=True)
    play(state, *["0:draw"] * 75)
    assert public(state)["phase"] == "all-drawn"
    assert "draw" in bingo.legal(state, 0)
    play(state, "1:claim")
    assert play(state, "0:draw") == [
        {"type": "prize-won", "prize": 1, "seats": [1]},
        {"type": "prize-unclaimed", "prize": 2},
        {"type": "prize-unclaimed", "prize": 3},
        {"type": "finished"},
    ]
    assert bingo.result(state) == {
        "reason": "completed",
        "winners": [1],
        "totals": [0, 1, 0],
        "prizes": [
            {"pattern": "line", "winners": [1]},
            {"pattern": "x", "winners": []},
            {"pattern": "blackout", "winners": []},
        ],
    }
    assert [bingo.legal(state, seat) for seat in range(3)] == [[], [], []]
    for entry in ("0:draw", "1:claim", "2:pass", "0:B3", "0:deal"):
        assert refusal(state, entry) == ("BG-6", "not-your-turn")


def test_where_nobody_claims_nobody_wins() -> None:
    state = dealt([[PLAIN], [OTHER]])
    assert play(state, *["0:draw"] * 76)[-2:] == [
        {"type": "prize-unclaimed", "prize": 1},
        {"type": "finished"},
    ]
    result = bingo.result(state)
    assert result
    assert (result["winners"], result["totals"]) == ([], [0, 0])


def test_patterns_are_played_one_after_another_for_a_prize_each() -> None:
    state = called(ROW_3, OTHER, PLAIN, TWIN, pattern=["line", ["a1"], "line"])
    assert public(state)["prizes"] == [
        {"pattern": "line", "winners": None},
        {"pattern": ["a1"], "winners": None},
        {"pattern": "line", "winners": None},
    ]
    play(state, "1:claim", "2:claim")
    # The draw decides the prize and then draws for the next one.
    assert [event["type"] for event in play(state, "0:draw")] == ["prize-won", "drawn"]
    assert state.draws == 5
    assert (public(state)["prize"], public(state)["pattern"]) == (2, ["a1"])
    assert public(state)["claims"] == public(state)["passed"] == []
    assert play(state, "2:claim") == [{"type": "false-claim", "seat": 2}]
    play(state, "1:B1", "1:claim", "0:pass")
    assert play(state, "2:pass")[1:] == [{"type": "prize-won", "prize": 2, "seats": [1]}]
    assert public(state)["prize"] == 3
    assert public(state)["phase"] == "drawing"
    # The third is open to those who won before, with the marks that they have.
    play(state, "2:claim", "0:pass", "1:pass")
    assert bingo.result(state) == {
        "reason": "completed",
        "winners": [1, 2],
        "totals": [0, 2, 2],
        "prizes": [
            {"pattern": "line", "winners": [1, 2]},
            {"pattern": ["a1"], "winners": [1]},
            {"pattern": "line", "winners": [2]},
        ],
    }
    assert public(state)["prize"] == 3


def test_a_penalty_outlasts_the_prize() -> None:
    state = called(ROW_3, PLAIN, OTHER, pattern=["line", "line"], false_claim_penalty=2)
    play(state, "1:claim", "0:claim")
    assert public(state)["prize"] == 2
    assert refusal(state, "1:claim") == ("BG-7", "illegal-move")


def test_a_turn_begins_with_each_draw_and_with_each_prize() -> None:
    state = called(ROW_3, PLAIN, OTHER, pattern=["line", "x", "x"])
    answers = ["B3", "B3@1", "pass", "bingo@0001000"]
    assert bingo.turn(state) == bingo.since(state, "draw") == bingo.since(state, "deal") == 4
    assert {bingo.since(state, move) for move in answers} == {0}
    play(state, "0:claim")
    assert bingo.turn(state) == 4
    play(state, "1:pass")
    assert bingo.turn(state) == 5
    assert {bingo.since(state, move) for move in answers} == {5}
    play(state, "0:draw")
    assert bingo.turn(state) == bingo.since(state, "draw") == 6
    assert {bingo.since(state, move) for move in answers} == {5}


def test_what_answers_a_prize_does_not_answer_the_next_one() -> None:
    state = called(ROW_3, PLAIN, OTHER, pattern=["line", "x"])
    play(state, "0:claim")
    before = bingo.turn(state)
    play(state, "0:draw")
    assert before < bingo.since(state, "B3") <= bingo.turn(state)
