"""Bingo by examples: the cards, the draws, the marks, the lines, what everybody sees."""

from functools import cache
from typing import Any

import pytest

from croupier.engine.shuffle import Shuffler
from croupier.games import bingo
from croupier.games.bingo import Options
from croupier.games.bingo.play import State
from tests.games import naive_bingo as naive
from tests.games.random_bingo import (
    OTHER,
    PLAIN,
    ROW_3,
    THIRD,
    TWIN,
    called,
    card,
    dealt,
    like,
    machine,
    order_of,
    play,
    public,
    refusal,
)
from tests.games.random_play import Stacked


@cache
def many_cards() -> list[State]:
    """Matches just dealt, with more than ten thousand cards together."""
    chosen = Options(cards_per_player=6, auto_mark=True)
    return [bingo.start(chosen, 100, Shuffler(bytes([n] * 32)), None) for n in range(17)]


def test_every_card_has_the_numbers_of_each_column_and_a_free_centre() -> None:
    columns = {column: naive.BALLS[15 * n : 15 * n + 15] for n, column in enumerate("12345")}
    seen = set()
    squares: set[tuple[str, str]] = set()
    for state in many_cards():
        for seat in range(100):
            for own in bingo.view(state, seat)[1]["cards"]:
                printed = naive.printed(own["rows"])
                assert printed.pop("c3") == "free"
                assert len(set(printed.values())) == 24
                assert all(ball in columns[cell[1]] for cell, ball in printed.items())
                seen.add(tuple(printed.values()))
                squares |= printed.items()
    assert len(seen) == 17 * 600
    assert len(squares) == 24 * 15  # each square can hold each number of its column


def test_no_line_before_the_fourth_draw_and_one_on_every_card_by_the_71st() -> None:
    for state in map(bingo.copy, many_cards()):
        for draws in range(1, 72):
            play(state, "0:draw")
            if draws in (3, 71):
                complete = [
                    own["complete"]
                    for seat in range(100)
                    for own in bingo.view(state, seat)[1]["cards"]
                ]
                assert complete == [draws == 71] * 600


def test_a_line_can_come_with_the_fourth_draw_and_wins() -> None:
    state = called(ROW_3, PLAIN, OTHER)
    assert state.draws == 4
    assert play(state, "0:claim")[0] == {"type": "bingo", "seat": 0}


def test_five_squares_can_keep_every_line_open_and_four_cannot() -> None:
    blocking = ["B1", "I18", "N33", "G47", "O65"]  # one in each row, each column, both diagonals
    blocked = set(naive.CELLS) - {
        cell for cell, ball in naive.printed(PLAIN).items() if ball in blocking
    }
    assert not any(line <= blocked for line in naive.LINES)
    others = [ball for ball in naive.BALLS if ball not in blocking]
    state = called(" ".join(others), PLAIN, auto_mark=True)
    assert state.draws == 70
    assert card(state, 0)["complete"] is False
    play(state, "0:draw")
    assert card(state, 0)["complete"] is True


def test_the_numbers_are_drawn_without_return_by_the_first_shuffle() -> None:
    order = Shuffler(bytes(32)).shuffle(range(1, 76))
    state = bingo.start(Options(), 1, Shuffler(bytes(32)), None)
    drawn = [play(state, "0:draw")[0] for _ in range(75)]
    assert drawn == [
        {"type": "drawn", "number": naive.BALLS[number - 1], "draw": draw}
        for draw, number in enumerate(order, 1)
    ]
    assert public(state)["draws"] == [naive.BALLS[number - 1] for number in reversed(order)]


def test_each_card_has_a_shuffle_of_its_own_in_the_order_of_seats_and_cards() -> None:
    state = dealt([[PLAIN, OTHER], [THIRD, like(PLAIN, "B1", "B15")]])
    assert [[card(state, seat, index)["rows"] for index in (0, 1)] for seat in (0, 1)] == [
        [PLAIN, OTHER],
        [THIRD, like(PLAIN, "B1", "B15")],
    ]
    assert PLAIN[2] == ["B3", "I18", "free", "G48", "O63"]


def test_anybody_can_redo_the_deal() -> None:
    state = bingo.start(Options(cards_per_player=2), 3, Shuffler(bytes(32)), None)
    shuffler = Shuffler(bytes(32), 1)  # the first shuffle is that of the draws
    for seat in range(3):
        for index in range(2):
            order = [naive.BALLS[number - 1] for number in shuffler.shuffle(range(1, 76))]
            columns = [[ball for ball in order if ball[0] == letter][:5] for letter in "BINGO"]
            columns[2][2:] = ["free", *columns[2][2:4]]
            rows = [list(row) for row in zip(*columns, strict=True)]
            assert card(state, seat, index)["rows"] == rows


def test_a_card_that_has_been_dealt_is_shuffled_anew() -> None:
    orders = [order_of(rows) for rows in (PLAIN, PLAIN, OTHER, PLAIN, OTHER, THIRD)]
    shuffler = Stacked(machine(), *orders)
    state = bingo.start(Options(), 3, shuffler, None)
    assert [card(state, seat)["rows"] for seat in range(3)] == [PLAIN, OTHER, THIRD]
    assert shuffler.orders == []


def test_one_to_a_hundred_play() -> None:
    assert bingo.seats(Options()) == (1, 100)


def test_only_the_caller_draws_and_only_the_caller_is_waited_for() -> None:
    state = called(ROW_3, PLAIN, OTHER)
    assert bingo.to_act(state) == [0]
    assert "draw" in bingo.legal(state, 0)
    assert "draw" not in bingo.legal(state, 1)
    assert refusal(state, "1:draw") == ("BG-9", "not-your-turn")
    play(state, "0:claim")
    assert bingo.to_act(state) == [0]
    play(state, "1:pass")
    assert bingo.to_act(state) == []


def test_a_number_is_marked_once_it_is_drawn_and_once() -> None:
    state = dealt([[PLAIN], [OTHER]], "B7 B3")
    assert refusal(state, "0:B3") == ("BG-3", "illegal-move")
    play(state, "0:draw", "0:draw")
    assert bingo.legal(state, 0)[0] == "B3"
    assert play(state, "0:B3") == [{"type": "marked", "seat": 0, "number": "B3", "card": 0}]
    assert card(state, 0)["marked"] == ["c1", "c3"]
    assert refusal(state, "0:B3") == ("BG-3", "illegal-move")
    assert refusal(state, "0:B7") == ("BG-3", "illegal-move")  # it is on another card
    assert refusal(state, "0:free") == ("BG-3", "illegal-move")
    play(state, "0:draw", "1:B7")  # later is early enough
    assert card(state, 1)["marked"] == ["b1", "c3"]


def test_each_card_is_marked_by_itself() -> None:
    state = dealt([[PLAIN, like(PLAIN, "B1", "B9")]], "B3")
    play(state, "0:draw")
    assert bingo.legal(state, 0)[:2] == ["B3", "B3@1"]
    assert play(state, "0:B3@1") == [{"type": "marked", "seat": 0, "number": "B3", "card": 1}]
    assert [card(state, 0, index)["marked"] for index in (0, 1)] == [["c3"], ["c1", "c3"]]
    for entry in ("0:B3@0", "0:B3@2", "0:B3@01", "0:B3@", "0:B3@-1"):
        assert refusal(state, entry) == ("BG-8", "illegal-move")


def test_how_many_squares_are_undrawn_is_public_and_what_is_marked_is_not() -> None:
    state = dealt([[PLAIN, OTHER], [THIRD, like(PLAIN, "B1", "B9")]], "B3 B1 B6")
    assert public(state)["undrawn"] == [[24, 24], [24, 24]]
    play(state, "0:draw", "0:draw", "0:draw")
    before = public(state)
    assert before["undrawn"] == [[22, 23], [24, 23]]
    play(state, "0:B3", "1:B3@1", "0:B6@1")
    assert public(state) == before


def test_with_auto_mark_everybody_has_marked_what_is_drawn() -> None:
    state = called(ROW_3, PLAIN, OTHER, auto_mark=True)
    assert card(state, 0)["marked"] == ["c1", "c2", "c3", "c4", "c5"]
    assert bingo.legal(state, 1) == ["bingo@0001000"]
    assert refusal(state, "0:B3") == ("BG-3", "illegal-move")
    assert play(state, "0:claim")[0]["type"] == "bingo"


def test_a_line_that_is_drawn_and_not_marked_wins_nothing() -> None:
    state = called(ROW_3, PLAIN, OTHER, marks=False)
    play(state, "0:B3", "0:I18", "0:G48")
    assert play(state, "0:claim") == [{"type": "false-claim", "seat": 0}]
    play(state, "0:O63")
    assert play(state, "0:claim") == [{"type": "bingo", "seat": 0}]
    assert public(state)["false_claims"] == [1, 0]
    assert bingo.score(state, 1)["false_claims"] == [1, 0]


@pytest.mark.parametrize("line", naive.LINES, ids=naive.LINE_NAMES)
def test_each_of_the_twelve_lines_wins_and_one_square_less_does_not(line: set[str]) -> None:
    numbers = [ball for cell, ball in naive.printed(PLAIN).items() if cell in line - {"c3"}]
    state = called(" ".join(numbers[:-1]), PLAIN, OTHER)
    assert play(state, "0:claim") == [{"type": "false-claim", "seat": 0}]
    state = called(" ".join(numbers), PLAIN, OTHER)
    assert play(state, "0:claim", "1:pass")[-1] == {"type": "finished"}


@pytest.mark.parametrize("pattern", [*naive.PATTERNS, ["a1", "c3", "e2"], ["b4"]], ids=str)
def test_each_way_of_a_pattern_wins_and_one_square_less_does_not(
    pattern: str | list[str],
) -> None:
    for way in naive.ways(pattern):
        numbers = [ball for cell, ball in naive.printed(PLAIN).items() if cell in way - {"c3"}]
        state = called(" ".join(numbers[:-1]), PLAIN, OTHER, pattern=pattern)
        assert card(state, 0)["complete"] is False
        assert play(state, "0:claim") == [{"type": "false-claim", "seat": 0}]
        state = called(" ".join(numbers), PLAIN, OTHER, pattern=pattern)
        assert card(state, 0)["complete"] is True
        assert play(state, "0:claim") == [{"type": "bingo", "seat": 0}]


def test_the_centre_alone_is_marked_from_the_start() -> None:
    state = dealt([[PLAIN]], pattern=["c3"])
    assert play(state, "0:claim")[0] == {"type": "bingo", "seat": 0}


def test_any_of_several_cards_can_win() -> None:
    state = dealt([[PLAIN, OTHER], [THIRD, like(PLAIN, "B3", "B9")]], "B8 I23 G53 O68")
    play(state, *["0:draw"] * 4, "0:B8@1", "0:I23@1", "0:G53@1")
    assert play(state, "0:claim") == [{"type": "false-claim", "seat": 0}]
    play(state, "0:O68@1")
    assert play(state, "0:claim") == [{"type": "bingo", "seat": 0}]


def test_squares_of_two_cards_make_no_line_together() -> None:
    state = dealt([[PLAIN, OTHER]], "B3 I18 G53 O68")
    play(state, *["0:draw"] * 4, "0:B3", "0:I18", "0:G53@1", "0:O68@1")
    assert play(state, "0:claim") == [{"type": "false-claim", "seat": 0}]


def test_when_it_is_over_everybody_sees_all_cards() -> None:
    state = called(ROW_3, PLAIN, OTHER)
    assert "cards" not in public(state)
    play(state, "0:claim", "1:pass")
    assert public(state)["phase"] == "over"
    assert public(state)["cards"] == [[PLAIN], [OTHER]]
    assert card(state, 0)["marked"] == ["c1", "c2", "c3", "c4", "c5"]


def test_everything_that_everybody_may_see() -> None:
    state = called("O75 B3", PLAIN, OTHER, false_claim_penalty=3)
    play(state, "1:claim")
    assert bingo.view(state, None) == (
        {
            "phase": "drawing",
            "caller": 0,
            "draws": ["B3", "O75"],
            "prize": 1,
            "pattern": "line",
            "prizes": [{"pattern": "line", "winners": None}],
            "claims": [],
            "passed": [],
            "undrawn": [[23], [24]],
            "false_claims": [0, 1],
            "sits_out": [{"seat": 1, "until_draw": 5}],
        },
        {},
    )
    assert bingo.view(state, 0)[1] == {
        "cards": [{"rows": PLAIN, "marked": ["c1", "c3"], "complete": False}]
    }
    assert bingo.score(state, 0) == {
        "final": False,
        "prizes": [{"pattern": "line", "winners": None}],
        "false_claims": [0, 1],
        "winners": [],
    }


def test_a_match_is_one_hand_that_leaves_nothing_to_the_next() -> None:
    state = called(ROW_3, PLAIN)
    play(state, "0:claim")
    assert bingo.carry(state) == {}


def test_a_copy_goes_its_own_way() -> None:
    chosen: dict[str, Any] = {"pattern": ["line", "x"], "false_claim_penalty": 1}
    state = called(ROW_3, PLAIN, TWIN, OTHER, **chosen)
    before = [bingo.view(state, seat) for seat in (None, 0, 1)]
    other = bingo.copy(state)
    assert other == state
    moves = ["0:claim", "2:pass", "1:claim", "2:claim", "0:draw", "0:B1", "1:claim", "0:draw"]
    for move in moves:
        play(other, move)
        assert other != state
        assert [bingo.view(state, seat) for seat in (None, 0, 1)] == before, move


def test_what_was_shown_before_does_not_change_with_the_next_move() -> None:
    state = called(ROW_3, PLAIN, OTHER, pattern=["line", "x"])
    shown = public(state), bingo.score(state, 0)
    again = public(state), bingo.score(state, 0)
    play(state, "1:claim", "0:claim", "1:pass", "0:draw")
    assert shown == again
