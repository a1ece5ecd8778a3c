"""Stateless scoring over HTTP: the contract's shapes and the examples of the rules."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.engine.cards import NAMES
from croupier.engine.poker import LINES
from tests.flow.client import Json, call

# Board G of the rules' examples, and its transpose.
G = ["Th Jh Qh Kh Ah", "9s Ts Js Qs Ks", "2c 2d 2h 2s 3c", "4c 4d 4h 5c 5d", "6c 7d 8h 9c Td"]
TRANSPOSED = [" ".join(column) for column in zip(*(row.split() for row in G), strict=True)]
ROWS, COLUMNS, DIAGONALS = LINES[:5], LINES[5:10], LINES[10:]

hands = st.lists(
    st.lists(st.sampled_from(list(NAMES.values())), min_size=5, max_size=5, unique=True).map(
        " ".join
    ),
    min_size=1,
    max_size=12,
)


def poker(*hands: str) -> Json:
    answer = call("POST", "/v1/score/poker", {"hands": hands})
    assert answer.status == 200, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    score: Json = answer.json
    return score


def board(player: str, rows: list[str], mission: str | None = None) -> Json:
    return {"player": player, "rows": rows} | ({"mission": mission} if mission else {})


def texas_bingo(mode: str, *boards: Json, options: Json | None = None) -> Json:
    body = {"mode": mode, "boards": boards} | ({"options": options} if options else {})
    answer = call("POST", "/v1/score/texas-bingo", body)
    assert answer.status == 200, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    score: Json = answer.json
    return score


def test_the_wheel_is_the_lowest_straight() -> None:
    score = poker("Ah 2c 3d 4s 5h", "2h 3c 4d 5s 6h")
    assert [hand["category"] for hand in score["hands"]] == ["straight", "straight"]
    assert score["hands"][0]["rank"] < score["hands"][1]["rank"]
    assert score["winners"] == [1]


def test_an_ace_is_never_in_the_middle_of_a_straight() -> None:
    assert poker("Qh Kd As 2c 3h")["hands"][0]["category"] == "high-card"


def test_equal_pairs_are_told_apart_by_their_kickers() -> None:
    assert poker("8h 8d As Kc 3h", "8c 8s Ad Kh 2c")["winners"] == [0]


def test_suits_break_no_tie() -> None:
    score = poker("2c 3d 4s 5h 7c", "Ah Kh Qh Jh Th", "As Ks Qs Js Ts")
    assert [hand["category"] for hand in score["hands"]] == ["high-card", *["royal-flush"] * 2]
    assert score["winners"] == [1, 2]


def test_the_best_and_the_worst_hand_have_the_ends_of_the_scale() -> None:
    assert [hand["rank"] for hand in poker("7c 5d 4s 3h 2c", "Ah Kh Qh Jh Th")["hands"]] == [
        1,
        7462,
    ]


@settings(deadline=None)
@given(hands, st.randoms(use_true_random=False))
def test_the_order_of_the_hands_and_of_their_cards_changes_no_judgement(
    hands: list[str], random: Random
) -> None:
    judged = dict(zip(hands, poker(*hands)["hands"], strict=True))
    shuffled = random.sample(hands, len(hands))
    again = poker(*(" ".join(random.sample(hand.split(), 5)) for hand in shuffled))
    assert again["hands"] == [judged[hand] for hand in shuffled]
    best = max(hand["rank"] for hand in judged.values())
    assert again["winners"] == [
        index for index, hand in enumerate(shuffled) if judged[hand]["rank"] == best
    ]


def test_a_board_by_the_points_table() -> None:
    score = texas_bingo("solo", board("A", G))
    points = [score["lines"][line]["hands"]["A"]["points"] for line in LINES]
    assert points == [12, 12, 10, 8, 5, *[0] * 5, 3, 0]
    assert score["lines"]["a"]["hands"]["A"]["category"] == "royal-flush"
    assert score["players"] == {"A": {"line_points": 50, "total": 50}}
    assert score["winners"] == []


def test_a_board_against_its_own_transpose_shares_the_win() -> None:
    score = texas_bingo("standard", board("A", G), board("B", TRANSPOSED))
    won = {line: score["lines"][line]["winners"] for line in LINES}
    assert all(won[line] == ["A"] for line in ROWS)
    assert all(won[line] == ["B"] for line in COLUMNS)
    assert all(won[line] == ["A", "B"] for line in DIAGONALS)
    assert score["players"] == {
        "A": {"line_points": 7, "total": 7},
        "B": {"line_points": 7, "total": 7},
    }
    assert score["winners"] == ["A", "B"]


@pytest.mark.parametrize(
    ("mission", "points"),
    [
        ("straight-master", 2),
        ("flush-collector", 1),
        ("jackpot", 2),
        ("full-house-collector", 1),
        ("strategic-fold", 1),
        ("two-pair-collector", 0),
        ("combination-collector", 0),
        ("ambitious-x", 0),
        ("central-dominator", 0),
    ],
)
def test_the_missions_of_the_example_board(mission: str, points: int) -> None:
    score = texas_bingo("standard", board("G", G, mission), board("B", TRANSPOSED))
    assert score["players"]["G"] == {
        "line_points": 7,
        "mission_completed": points > 0,
        "mission_points": points,
        "total": 7 + points,
    }
    assert score["players"]["B"] == {"line_points": 7, "total": 7}
    assert score["winners"] == (["G"] if points else ["G", "B"])


def test_a_sheet_has_twelve_lines_with_a_hand_of_every_player() -> None:
    score = texas_bingo("standard", board("A", G), board("B", TRANSPOSED), board("C", G))
    assert score.keys() == {"lines", "players", "winners"}
    assert tuple(score["lines"]) == LINES
    for line in score["lines"].values():
        assert line.keys() == {"winners", "hands"}
        assert list(line["hands"]) == ["A", "B", "C"]
        for player, hand in line["hands"].items():
            assert hand.keys() == {"category", "points"}
            assert hand["points"] == (player in line["winners"])


@pytest.mark.parametrize("mode", ["solo", "cooperative", "competitive"])
def test_by_the_points_table_nobody_wins_a_line(mode: str) -> None:
    boards = [board("A", G), board("B", TRANSPOSED)][: 2 if mode == "competitive" else 1]
    score = texas_bingo(mode, *boards)
    assert all(line["winners"] == [] for line in score["lines"].values())
    assert score["players"]["A"] == {"line_points": 50, "total": 50}


def test_competitors_win_and_those_who_play_alone_or_together_do_not() -> None:
    weaker = ["Th 2h Qh Kh Ah", *G[1:2], "2c 2d Jh 2s 3c", *G[3:]]
    assert texas_bingo("competitive", board("A", weaker), board("B", G))["winners"] == ["B"]
    assert texas_bingo("solo", board("A", G))["winners"] == []
    assert texas_bingo("cooperative", board("A", G))["winners"] == []


def test_options_reach_the_score() -> None:
    tied = [board("A", G, "early-advantage"), board("B", G)]
    assert texas_bingo("standard", *tied)["players"]["A"]["mission_completed"] is True
    strict = texas_bingo("standard", *tied, options={"ties_win_lines": False})
    assert strict["players"]["A"]["mission_completed"] is False
    assert strict["players"]["A"]["line_points"] == 12


def test_the_mode_may_stand_among_the_options_too() -> None:
    score = texas_bingo("solo", board("A", G), options={"mode": "solo"})
    assert score == texas_bingo("solo", board("A", G))


def test_spaces_do_not_matter() -> None:
    spaced = [f"  {row.replace(' ', '   ')}\t" for row in G]
    assert texas_bingo("solo", board(" A ", spaced)) == texas_bingo("solo", board("A", G))


def test_a_name_of_one_letter_and_one_of_64_are_names() -> None:
    long = "𝒳" * 64
    score = texas_bingo("competitive", board("x", G), board(long, G))
    assert score["winners"] == ["x", long]


def test_eight_boards_and_a_hundred_hands_are_scored() -> None:
    score = texas_bingo("standard", *(board(str(seat), G) for seat in range(8)))
    assert score["winners"] == [str(seat) for seat in range(8)]
    assert poker(*["Ah 2c 3d 4s 5h"] * 100)["winners"] == list(range(100))


@pytest.mark.parametrize("declared", ["application/json; charset=utf-8", "text/plain", None])
def test_a_body_is_read_as_json_whatever_it_is_declared_as(declared: str | None) -> None:
    headers = {"content-type": declared} if declared else {}
    answer = call("POST", "/v1/score/poker", {"hands": ["Ah 2c 3d 4s 5h"]}, headers=headers)
    assert answer.status == 200


def test_a_body_in_base64_is_read_too() -> None:
    answer = call("POST", "/v1/score/poker", raw=b'{"hands": ["Ah 2c 3d 4s 5h"]}')
    assert answer.status == 200
