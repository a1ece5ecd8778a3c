"""Stateless scoring of Bingo over HTTP: lines, patterns, calls, and whatever is no card."""

from random import Random
from typing import Any

import pytest

from tests.flow.client import Json, assert_problem, call, fields
from tests.games import naive_bingo as naive

PATH = "/v1/score/bingo"

CARD = [
    ["B7", "I16", "N31", "G46", "O61"],
    ["B2", "I17", "N32", "G47", "O75"],
    ["B3", "I30", "free", "G60", "O63"],
    ["B15", "I19", "N33", "G49", "O64"],
    ["B1", "I20", "N45", "G50", "O65"],
]


def score(calls: list[str], **more: Any) -> Json:
    answer = call("POST", PATH, {"card": CARD, "calls": calls, **more})
    assert answer.status == 200, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    scored: Json = answer.json
    return scored


def refused(body: Any, field: str, reason: str = "") -> None:
    answer = call("POST", PATH, body)
    assert_problem(answer, 422, "invalid-request")
    assert field in fields(answer), answer.text
    assert reason in answer.text
    for inside in ("Traceback", ".py", "pydantic", "croupier", "Value error"):
        assert inside not in answer.text


def card(row: int, column: int, square: object) -> Json:
    """A body whose card has this in one square."""
    rows: list[list[Any]] = [list(each) for each in CARD]
    rows[row][column] = square
    return {"card": rows, "calls": []}


def test_before_the_first_call_nothing_is_complete() -> None:
    assert score([]) == {"bingo": False, "lines": [], "at_call": None}


def test_a_row_is_complete_with_its_last_call() -> None:
    assert score(["B3", "O61", "I30", "G60", "O63", "B7"]) == {
        "bingo": True,
        "lines": ["row-3"],
        "at_call": 5,
    }
    assert score(["B3", "O61", "I30", "G60"])["bingo"] is False


@pytest.mark.parametrize(
    ("line", "name"), [*zip(naive.LINES, naive.LINE_NAMES, strict=True)], ids=naive.LINE_NAMES
)
def test_every_line_has_its_name(line: set[str], name: str) -> None:
    calls = [ball for cell, ball in naive.printed(CARD).items() if cell in line - {"c3"}]
    assert score(calls) == {"bingo": True, "lines": [name], "at_call": len(calls)}


def test_after_all_calls_all_lines_are_told() -> None:
    assert score(naive.BALLS)["lines"] == naive.LINE_NAMES


def test_by_another_pattern_bingo_goes_by_it_and_the_lines_are_told_all_the_same() -> None:
    corners = ["B7", "O61", "B1", "O65"]
    assert score(corners, pattern="four-corners") == {"bingo": True, "lines": [], "at_call": 4}
    assert score(corners, pattern=["a1", "c3", "e1"]) == {"bingo": True, "lines": [], "at_call": 3}
    row = ["B3", "I30", "G60", "O63"]
    assert score(row, pattern="x") == {"bingo": False, "lines": ["row-3"], "at_call": None}
    assert score(row, pattern=["c3"]) == {"bingo": True, "lines": ["row-3"], "at_call": 0}


def test_any_card_is_scored_as_in_a_hall() -> None:
    rng = Random("score")
    for _ in range(100):
        columns = [rng.sample(naive.BALLS[at : at + 15], 5) for at in range(0, 75, 15)]
        rows = [[column[row] for column in columns] for row in range(5)]
        rows[2][2] = "free"
        calls = rng.sample(naive.BALLS, rng.randrange(76))
        pattern: Any = rng.choice([*naive.PATTERNS, rng.sample(naive.CELLS, rng.randrange(1, 9))])
        answer = call("POST", PATH, {"card": rows, "calls": calls, "pattern": pattern})
        cells = {ball: cell for cell, ball in naive.printed(rows).items()}
        marked = {"c3"} | {cells[ball] for ball in calls if ball in cells}
        at_call = None
        for count in range(len(calls), -1, -1):
            then = {"c3"} | {cells[ball] for ball in calls[:count] if ball in cells}
            at_call = count if any(way <= then for way in naive.ways(pattern)) else at_call
        assert answer.json == {
            "bingo": at_call is not None,
            "lines": [
                name
                for name, line in zip(naive.LINE_NAMES, naive.LINES, strict=True)
                if line <= marked
            ],
            "at_call": at_call,
        }


def test_a_number_stands_in_its_column() -> None:
    refused(card(1, 0, "I18"), "card.1.0", "I18 is not for this column.")
    refused(card(4, 4, "B8"), "card.4.4")


def test_a_number_stands_on_a_card_once() -> None:
    refused(card(1, 0, "B7"), "card.1.0", "B7 is there twice.")
    refused(card(4, 2, "N31"), "card.4.2")


def test_the_centre_and_nothing_else_is_free() -> None:
    refused(card(2, 2, "N34"), "card.2.2", "The centre, and no other square, is free.")
    refused(card(0, 0, "free"), "card.0.0", "The centre, and no other square, is free.")


@pytest.mark.parametrize(
    "square",
    ["B0", "B16", "I15", "b7", "7", 7, "", None, "FREE", "B7 ", "B07", [], {}, "x" * 9_999],
)
def test_a_square_that_does_not_exist_is_refused(square: object) -> None:
    refused(card(1, 0, square), "card.1.0")


@pytest.mark.parametrize("rows", [[], CARD[:4], [*CARD, CARD[0]], None, "card", {}, CARD * 100])
def test_a_card_has_five_rows(rows: object) -> None:
    refused({"card": rows, "calls": []}, "card")


@pytest.mark.parametrize("row", [[], CARD[0][:4], [*CARD[0], "O66"], None, "B7", 7, ["B7"] * 9_999])
def test_a_row_has_five_squares(row: object) -> None:
    refused({"card": [row, *CARD[1:]], "calls": []}, "card.0")


def test_a_number_is_called_once() -> None:
    refused({"card": CARD, "calls": ["B7", "I16", "B7"]}, "calls.2", "B7 has been called before.")


@pytest.mark.parametrize("number", ["free", "B16", "O76", "I9", "b7", 7, None, "", [], "B7\n"])
def test_a_call_that_does_not_exist_is_refused(number: object) -> None:
    refused({"card": CARD, "calls": ["I16", number]}, "calls.1")


@pytest.mark.parametrize("calls", [None, "B7", {}, ["B7"] * 76, naive.BALLS * 100])
def test_calls_are_a_list_of_at_most_all_numbers(calls: object) -> None:
    refused({"card": CARD, "calls": calls}, "calls")


@pytest.mark.parametrize(
    "pattern",
    [
        "Line", "", "lines", [], ["a1", "a1"], ["a6"], ["line"], ["line", "x"], [["a1"]], None, 1,
        {}, [None], ["a1", 1], "x" * 9_999, naive.CELLS * 100,
    ],
    ids=lambda pattern: str(pattern)[:30],
)  # fmt: skip
def test_a_pattern_that_does_not_exist_is_refused(pattern: object) -> None:
    refused({"card": CARD, "calls": [], "pattern": pattern}, "pattern")


@pytest.mark.parametrize("missing", ["card", "calls"])
def test_a_table_without_its_parts_is_none(missing: str) -> None:
    refused(
        {name: part for name, part in (("card", CARD), ("calls", [])) if name != missing}, missing
    )


def test_nothing_else_is_taken() -> None:
    refused({"card": CARD, "calls": [], "marks": []}, "marks")
    refused([], "body")
