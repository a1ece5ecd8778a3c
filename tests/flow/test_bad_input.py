"""Whatever is wrong with a request: a clear 4xx with a `code`, and never a 500."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from functions.score.app import app
from tests.flow.client import Answer, Json, assert_problem, call, fields
from tests.flow.test_score import TRANSPOSED, G, board

POKER, TEXAS_BINGO = "/v1/score/poker", "/v1/score/texas-bingo"
CARD_BINGO, TEXAS_SHOWDOWN = "/v1/score/card-bingo", "/v1/score/texas-showdown"
BINGO, NICKEL = "/v1/score/bingo", "/v1/score/nickel"

VALID: dict[str, Json] = {
    POKER: {"hands": ["Ah 2c 3d 4s 5h", "2h 3c 4d 5s 6h"]},
    TEXAS_BINGO: {
        "mode": "standard",
        "options": {
            "mode": "standard",
            "events": {"crossroads": 3, "tunnel": 4, "sandstorm": 5},
            "red_cells": ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4"],
            "tunnel_owner_sees": False,
            "auto_reveal": True,
            "ties_win_lines": True,
        },
        "boards": [board("A", G, "jackpot"), board("B", TRANSPOSED, "top-dog")],
    },
    CARD_BINGO: {
        "hands": [["Qh", "Qh", "3c", "4c", "5c"], ["Qs", "2h", "3h", "4h", "5h"]],
        "calls": ["Qh", "9c"],
        "options": {"hand_size": 5, "rank_only": False},
    },
    TEXAS_SHOWDOWN: {"seats": 3, "tricks": [{"leader": 0, "cards": [11, 12, 13]}]},
    BINGO: {
        "card": [
            ["B1", "I16", "N31", "G46", "O61"],
            ["B2", "I17", "N32", "G47", "O62"],
            ["B3", "I18", "free", "G48", "O63"],
            ["B4", "I19", "N34", "G49", "O64"],
            ["B5", "I20", "N35", "G50", "O65"],
        ],
        "calls": ["B3", "I30"],
        "pattern": "line",
    },
    NICKEL: {
        "dealt": 3,
        "hand": ["3d", "Ks", "**", "Kd"],
        "options": {"jokers_per_deck": 2, "joker_points": 25},
    },
}
REQUIRED = {
    "hands",
    "boards",
    "player",
    "rows",
    "calls",
    "seats",
    "tricks",
    "leader",
    "cards",
    "card",
    "dealt",
    "hand",
}
OPTIONAL = {
    "options",
    "pattern",
    *VALID[NICKEL]["options"],
    *VALID[CARD_BINGO]["options"],
    "mission",
    *VALID[TEXAS_BINGO]["options"],
    *VALID[TEXAS_BINGO]["options"]["events"],
}

Path = tuple[str | int, ...]

BAD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    13,
    10**18,
    10**4000,
    0.0,
    1.0,
    2.5,
    1e308,
    -1e-308,
    "",
    " ",
    "x",
    "0",
    "null",
    "\0",
    "\ud800",
    "\u202e🂡",
    "Ah" * 25_000,
    "Ah " * 20_000,
    " " * 50_000,
    [],
    [None],
    [[]],
    [{}],
    ["x"],
    ["Ah 2c 3d 4s 5h"] * 3000,
    [0] * 20_000,
    {},
    {"": ""},
    {"x": 1},
    {"__class__": {}},
    {str(key): key for key in range(3000)},
    json.loads("[" * 150 + "]" * 150),
]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a body."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[key], (*path, key))


def at(body: Any, path: Path) -> Any:
    for step in path:
        body = body[step]
    return body


def replaced(body: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    body = copy.deepcopy(body)
    at(body, path[:-1])[path[-1]] = value
    return body


def deleted(body: Any, path: Path) -> Any:
    body = copy.deepcopy(body)
    del at(body, path[:-1])[path[-1]]
    return body


def is_refused(answer: Answer) -> None:
    """A 4xx that says what is wrong, briefly, and shows nothing of the inside."""
    assert 400 <= answer.status < 500, answer.text[:500]
    assert_problem(answer, answer.status, answer.json["code"])
    assert len(answer.text) < 10_000
    for inside in ("Traceback", 'File \\"', ".py", "pydantic", "croupier", "Value error"):
        assert inside not in answer.text
    if answer.json["code"] == "invalid-request":
        assert all(error["field"] and error["message"] for error in answer.json["errors"])


def test_there_is_a_valid_body_here_for_every_path_that_takes_one() -> None:
    schema = app.get_openapi_schema(title="Croupier", version="1")
    assert {path for path, item in (schema.paths or {}).items() if item.post} == VALID.keys()
    for path, body in VALID.items():
        assert call("POST", path, body).status == 200


@pytest.mark.parametrize("path", VALID)
def test_what_is_of_another_type_or_huge_is_refused_wherever_it_stands(path: str) -> None:
    for place in paths(VALID[path]):
        right = at(VALID[path], place)
        for value in BAD:
            answer = call("POST", path, replaced(VALID[path], place, value))
            if type(value) is not type(right) or len(json.dumps(value)) > 1000:
                is_refused(answer)
            else:
                assert answer.status < 500


@pytest.mark.parametrize("path", VALID)
def test_a_missing_field_is_named(path: str) -> None:
    for place in paths(VALID[path]):
        if place and (place[-1] in REQUIRED or place == ("mode",)):
            answer = call("POST", path, deleted(VALID[path], place))
            is_refused(answer)
            assert fields(answer) == [".".join(map(str, place))]
        elif place and place[-1] in OPTIONAL:
            assert call("POST", path, deleted(VALID[path], place)).status == 200


@pytest.mark.parametrize("path", VALID)
def test_an_unknown_field_is_refused_and_named(path: str) -> None:
    for place in paths(VALID[path]):
        if isinstance(at(VALID[path], place), dict):
            answer = call("POST", path, replaced(VALID[path], (*place, "extra"), 1))
            assert_problem(answer, 422, "invalid-request")
            assert fields(answer) == [".".join(map(str, (*place, "extra")))]


NOT_JSON: dict[str, str | bytes] = {
    "cut off": "{",
    "blank": " ",
    "single quotes": "{'hands': []}",
    "a comma too many": '{"hands": [],}',
    "not a number": '{"hands": [NaN]}',
    "infinity": '{"hands": [-Infinity]}',
    "5000 digits": '{"hands": [' + "9" * 5000 + "]}",
    "half a surrogate pair": '{"hands": ["\\ud800"]}',
    "half a surrogate pair, raw": '{"hands": ["\ud800"]}',
    "60000 brackets": "[" * 60_000,
    "5000 objects deep": '{"a":' * 5000 + "1" + "}" * 5000,
    "two documents": "{} {}",
    "a byte order mark": "\ufeff{}",
    "XML": "<hands/>",
    "a form": "hands=Ah+2c+3d+4s+5h",
    "UTF-16": '{"hands": []}'.encode("utf-16"),
    "not UTF-8": b'{"hands": ["\xff"]}',
    "a NUL": b"{\x00}",
}


@pytest.mark.parametrize("path", VALID)
@pytest.mark.parametrize("raw", NOT_JSON.values(), ids=NOT_JSON)
def test_a_body_that_is_not_json_is_told_so(path: str, raw: str | bytes) -> None:
    answer = call("POST", path, raw=raw)
    assert_problem(answer, 400, "invalid-json")
    is_refused(answer)


@pytest.mark.parametrize("path", VALID)
@pytest.mark.parametrize("raw", ["e30", "e3=0", "{}", "é", "e30=\n"])
def test_base64_that_is_none_is_told_so(path: str, raw: str) -> None:
    assert_problem(call("POST", path, raw=raw, base64=True), 400, "invalid-json")


@pytest.mark.parametrize("path", VALID)
@pytest.mark.parametrize("raw", [None, "", "null", "[]", "true", "0", "1e999", '"x"', "wrapped"])
def test_a_body_that_is_no_object_is_told_so(path: str, raw: str | None) -> None:
    answer = call("POST", path, raw=json.dumps([VALID[path]]) if raw == "wrapped" else raw)
    assert_problem(answer, 422, "invalid-request")
    assert fields(answer) == ["body"]


@pytest.mark.parametrize("path", VALID)
def test_a_body_has_at_most_64_kilobytes(path: str) -> None:
    body = json.dumps(VALID[path])
    largest = body + " " * (64 * 1024 - len(body))
    assert call("POST", path, raw=largest).status == 200
    for larger in (largest + " ", (largest + " ").encode(), body + "\u3000" * 22_000):
        assert_problem(call("POST", path, raw=larger), 413, "too-large")


@pytest.mark.parametrize("path", [*VALID, "/v1/games", "/health", "/nowhere"])
def test_a_body_of_300_kilobytes_is_too_large_wherever_it_goes(path: str) -> None:
    for raw in ("x" * 300_000, b"\xff" * 300_000):
        answer = call("GET" if path not in VALID else "POST", path, raw=raw)
        is_refused(answer)


@settings(deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_no_body_makes_a_fault(body: Any) -> None:
    for path in VALID:
        assert 400 <= call("POST", path, raw=json.dumps(body)).status < 500


@pytest.mark.parametrize(
    ("hands", "field"),
    [
        ([], "hands"),
        (["Ah 2c 3d 4s 5h"] * 101, "hands"),
        (["Ah 2c 3d 4s 5h", "Ah 2c 3d 4s"], "hands.1"),
        (["Ah 2c 3d 4s 5h 6c"], "hands.0"),
        ([""], "hands.0"),
        (["Ah 2c 3d 4s Ah"], "hands.0"),
        (["Ah 2c 3d 4s 1h"], "hands.0"),
        (["Ah 2c 3d 4s 10h"], "hands.0"),
        (["ah 2c 3d 4s 5h"], "hands.0"),
        (["Ah,2c,3d,4s,5h"], "hands.0"),
        (["Ah2c3d4s5h"], "hands.0"),
        (["Ah 2c 3d 4s **"], "hands.0"),
        ([["Ah", "2c", "3d", "4s", "5h"]], "hands.0"),
        ("Ah 2c 3d 4s 5h", "hands"),
    ],
)
def test_a_hand_that_is_none_is_named(hands: Any, field: str) -> None:
    answer = call("POST", POKER, {"hands": hands})
    assert_problem(answer, 422, "invalid-request")
    assert fields(answer) == [field]


def test_a_card_may_be_in_two_hands() -> None:
    assert call("POST", POKER, {"hands": ["Ah 2c 3d 4s 5h", "Ah 2c 3d 4s 5h"]}).status == 200


TWICE = [*G[:4], "6c 7d 8h 9c Th"]


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"boards.0.rows": G[:4]}, "boards.0.rows", "5"),
        ({"boards.0.rows": [*G, G[0]]}, "boards.0.rows", "5"),
        ({"boards.1.rows": TWICE}, "boards.1.rows", "Th is on the board twice"),
        ({"boards.0.rows.3": "4c 4d 4h 5c"}, "boards.0.rows.3", "not 4"),
        ({"boards.0.rows.3": "4c 4c 4h 5c 5d"}, "boards.0.rows.3", "4c is there twice"),
        ({"boards.0.rows.4": "6c 7d 8h 9c Tx"}, "boards.0.rows.4", "'Tx' is not a card"),
        ({"boards.0.mission": "world-peace"}, "boards.0.mission", "no such mission"),
        ({"boards.0.mission": "top-dog"}, "boards.1.mission", "same mission"),
        ({"boards.1.player": "A"}, "boards.1.player", "same player"),
        ({"boards.1.player": " A "}, "boards.1.player", "same player"),
        ({"boards.0.player": "  "}, "boards.0.player", "1 character"),
        ({"boards.0.player": "x" * 65}, "boards.0.player", "64 characters"),
        ({"boards": []}, "boards", "1 item"),
        ({"boards": [board("A", G)]}, "boards", "standard has 2 to 8 boards"),
        ({"boards": [board(str(n), G) for n in range(9)]}, "boards", "8 items"),
        ({"mode": "Standard"}, "mode", "'competitive'"),
        ({"mode": "competitive", "options": {}}, "boards.0.mission", "no missions"),
        ({"mode": "solo", "options": {}}, "boards", "solo has exactly one board"),
        ({"mode": "cooperative", "options": {}}, "boards", "cooperative has exactly one board"),
        ({"options.mode": "solo"}, "options.mode", "another mode"),
        ({"options.events.tunnel": 13}, "options.events.tunnel", "12"),
        ({"options.red_cells": ["a1"] * 9}, "options.red_cells", "nine different cells"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_field_and_the_reason(
    changes: Json, field: str, reason: str
) -> None:
    body = VALID[TEXAS_BINGO]
    for place, value in changes.items():
        steps = tuple(int(step) if step.isdigit() else step for step in place.split("."))
        body = replaced(body, steps, value)
    answer = call("POST", TEXAS_BINGO, body)
    assert_problem(answer, 422, "invalid-request")
    (error,) = answer.json["errors"]
    assert error["field"] == field
    assert reason in error["message"]
    assert answer.json["detail"] == f"{field}: {error['message']}"


def test_a_single_board_of_a_mode_without_missions_may_not_bring_one() -> None:
    answer = call("POST", TEXAS_BINGO, {"mode": "solo", "boards": [board("A", G, "jackpot")]})
    assert_problem(answer, 422, "invalid-request")
    assert fields(answer) == ["boards.0.mission"]


def test_no_more_than_the_start_of_what_was_sent_comes_back() -> None:
    name, card, key = "N" * 1000, "C" * 1000, "K" * 1000
    for answer in (
        call("POST", POKER, {"hands": [f"{card} 2c 3d 4s 5h"], key: 1}),
        call("POST", TEXAS_BINGO, {"mode": name, "boards": [{"player": name, key: {key: key}}]}),
        call("POST", "/v1/games/" + name),
    ):
        is_refused(answer)
        assert all(letter * 50 not in answer.text for letter in "NCK")


def test_all_that_is_wrong_is_told_at_once_but_not_more_than_can_be_read() -> None:
    answer = call("POST", POKER, {"hands": ["x", "Ah 2c 3d 4s 5h", "y"], "z": 1})
    assert fields(answer) == ["hands.0", "hands.2", "z"]
    assert len(fields(call("POST", POKER, {"hands": ["x"] * 100}))) == 20


NOWHERE = [
    "/",
    "/v1",
    "/v1/",
    "/v1/score",
    "/v1/score/chess",
    "/v1/games/",
    "/v1/games/texas-bingo/x",
    "/v2/games",
    "/health/",
    "//health",
    "/HEALTH",
    "/v1/../health",
    "/%00",
]


@pytest.mark.parametrize("path", [*NOWHERE, "/" + "x" * 5000])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_a_path_that_is_not_there_is_not_found(method: str, path: str) -> None:
    answer = call(method, path)
    assert_problem(answer, 404, "not-found")
    assert len(answer.text) < 500


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        (POKER, "POST"),
        (TEXAS_BINGO, "POST"),
        ("/v1/games", "GET"),
        ("/v1/games/x", "GET"),
        ("/health", "GET"),
    ],
)
def test_another_method_than_a_path_takes_is_told_so(path: str, allowed: str) -> None:
    for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"} - {allowed}:
        answer = call(method, path, {})
        assert_problem(answer, 405, "method-not-allowed")
        assert answer.headers["Allow"] == allowed
