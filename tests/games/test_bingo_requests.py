"""What can be asked of a match of Bingo: its options, its requests, the evidence of claims."""

from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from croupier.engine.shuffle import Shuffler
from croupier.games import bingo
from croupier.games.bingo import Options
from croupier.games.bingo.play import claim
from croupier.games.protocol import IllegalMove
from tests.games import naive_bingo as naive
from tests.games.random_bingo import (
    OTHER,
    PLAIN,
    ROW_3,
    TWIN,
    called,
    card,
    dealt,
    play,
    public,
    refusal,
)


def test_marks_kept_elsewhere_are_put_on_a_copy_and_those_of_a_claim_passed_over() -> None:
    state = called(ROW_3, PLAIN, TWIN, marks=False)
    play(state, "0:bingo@0000c00".replace("0000c00", "0001c00"))  # shows B3 and I18
    assert card(state, 0)["marked"] == ["c1", "c2", "c3"]
    marked = bingo.with_marks(state, 0, ["B3", "I18", "G48"])
    assert card(marked, 0)["marked"] == ["c1", "c2", "c3", "c4"]
    assert card(state, 0)["marked"] == ["c1", "c2", "c3"]
    assert card(marked, 1) == card(state, 1)
    for mark in ("B1", "B9", "draw", "B3@1"):
        with pytest.raises(IllegalMove):
            bingo.with_marks(state, 0, ["G48", mark])


def test_marks_can_be_put_on_a_match_that_is_over() -> None:
    state = called(ROW_3, PLAIN, TWIN, marks=False)
    play(state, "0:bingo@0007c00", "1:pass")
    assert bingo.result(state)
    assert card(bingo.with_marks(state, 1, ["B3"]), 1)["marked"] == ["c1", "c3"]


def test_a_claim_shows_what_is_marked_bit_by_bit() -> None:
    state = dealt([[PLAIN, OTHER]], "B1 O61 O65 B6")
    assert bingo.legal(state, 0)[0] == "bingo@0001000.0001000"
    play(state, *["0:draw"] * 4, "0:B1", "0:B6@1")
    assert claim(state, 0) == "bingo@0001001.0001001"
    play(state, "0:O61", "0:O65")
    assert claim(state, 0) == "bingo@1001011.0001001"


@pytest.mark.parametrize(
    "evidence",
    [
        "0000c00",  # lacks the centre
        "0005c00",  # G48, which is not drawn
        "2001c00", "8001c00", "0001c00.0001000", "", "1c00", "0001C00", "00001c00", "0001c0g",
        "0001c00\n", " 001c00", "+001c00", "0x01c00", "٠001c00", "0_01c00",
    ],
)  # fmt: skip
def test_evidence_that_cannot_be_is_refused(evidence: str) -> None:
    state = called("B3 I18", PLAIN, OTHER)
    assert refusal(state, f"0:bingo@{evidence}") == ("BG-5", "illegal-move")
    assert claim(state, 0) == "bingo@0001c00"


def test_random_evidence_never_breaks_anything() -> None:
    rng = Random("evidence")
    state = called("B3 I18", PLAIN, OTHER)
    for _ in range(2_000):
        text = "".join(rng.choice("0123456789abcdef.@\x00é") for _ in range(rng.randrange(12)))
        if text != "0001c00":
            assert refusal(state, f"0:bingo@{text}") == ("BG-5", "illegal-move")


PATTERNS: list[Any] = [
    *naive.PATTERNS,
    ["a1"],
    ["c3"],
    naive.CELLS,
    ["a1", "c3"],
    [["a1", "c3"]],
    ["line"],
    ["line", "line", ["a1", "e5"], "blackout"],
    ["x"] * 10,
    [naive.CELLS] * 10,
]


@pytest.mark.parametrize("pattern", PATTERNS, ids=str)
def test_a_pattern_can_be_chosen_stored_and_read_again(pattern: Any) -> None:
    chosen = Options.model_validate({"pattern": pattern})
    stored = chosen.model_dump(mode="json", exclude_defaults=True)
    assert stored == ({} if pattern == "line" else {"pattern": pattern})
    assert Options.model_validate(stored) == chosen
    several = isinstance(pattern, list) and not (
        isinstance(pattern[0], str) and pattern[0] in naive.CELLS
    )
    state = bingo.start(chosen, 1, Shuffler(b""), None)
    assert [each["pattern"] for each in public(state)["prizes"]] == (
        pattern if several else [pattern]
    )


NO_PATTERNS: list[Any] = [
    "", "Line", "lines", "a1", [], [[]], ["a1", "line"], ["line", "a1"], ["a1", "a1"],
    ["line", ["a1", "a1"]], ["f1"], ["a6"], ["A1"], ["a1 "], [["line"]], [[["a1"]]],
    ["x"] * 11, [*naive.CELLS, "a1"], None, 1, True, {}, {"a1": 1}, [None], [1],
    ["line", None], [["a1", 1]], "x" * 10_000, ["a1"] * 10_000, ("a1", "a2"), [{}],
]  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [
        *({"pattern": pattern} for pattern in NO_PATTERNS),
        *({"cards_per_player": number} for number in (0, 7, -1, 1.0, "1", True, None)),
        *({"false_claim_penalty": number} for number in (-1, 76, 1.0, "1", True, None)),
        *(
            {name: value}
            for name in ("auto_mark", "first_claim_wins", "must_include_last_call")
            for value in (0, 1, "true", None)
        ),
        {"patterns": ["line"]},
    ],
    ids=lambda chosen: str(chosen)[:60],
)  # fmt: skip
def test_an_option_that_is_none_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Options.model_validate(options)


def test_the_options_go_to_their_ends_and_are_off_by_default() -> None:
    assert Options() == Options(
        pattern="line",
        cards_per_player=1,
        auto_mark=False,
        first_claim_wins=False,
        must_include_last_call=False,
        false_claim_penalty=0,
    )
    for chosen in ({"cards_per_player": 6}, {"false_claim_penalty": 75}):
        Options.model_validate(chosen)


@pytest.mark.parametrize(
    ("move", "verb", "body"),
    [
        ("deal", "deal", {}),
        ("draw", "reveal", {}),
        ("pass", "claim", {"pass": True}),
        *((ball, "place", {"number": ball}) for ball in naive.BALLS),
        *((f"O75@{card}", "place", {"number": "O75", "card": card}) for card in range(1, 6)),
    ],
)
def test_every_move_has_a_request_and_back(move: str, verb: str, body: dict[str, Any]) -> None:
    assert bingo.to_request(move) == (verb, body)
    state = dealt([[PLAIN]])
    request: Any = bingo.VERBS[verb].model_validate(body)
    assert bingo.to_move(state, 0, request) == move


def test_a_claim_takes_the_marks_of_its_player_as_evidence() -> None:
    state = called(ROW_3, PLAIN, OTHER)
    for body in ({}, {"pass": False}):
        request: Any = bingo.VERBS["claim"].model_validate(body)
        assert bingo.to_move(state, 0, request) == "bingo@0007c00"
        assert bingo.to_move(state, 1, request) == "bingo@0001000"
    for evidence in ("0001000", "0001000.0001000", "1ffffff"):
        assert bingo.to_request(f"bingo@{evidence}") == ("claim", {})


def test_a_first_deal_needs_no_state() -> None:
    no_state: Any = None
    assert bingo.to_move(no_state, 0, bingo.Deal()) == "deal"


def test_marks_alone_touch_nobody_else() -> None:
    assert bingo.VERBS.keys() == {"deal", "reveal", "place", "claim"}
    assert frozenset({"place"}) == bingo.APART


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("place", {}),
        ("claim", {"pass_": True}),
        ("claim", {"pass": 1}),
        ("claim", {"pass": None}),
        ("claim", {"evidence": "0001000"}),
        ("reveal", {"number": "B1"}),
        *(
            ("place", {"number": number})
            for number in (
                "B0", "B16", "I15", "I31", "N30", "N46", "G45", "G61", "O60", "O76", "B01", "b1",
                "7", 7, None, "B7@1", "B7\n", "", "free", ["B7"], "B٧",
            )
        ),
        *(("place", {"number": "B7", "card": card}) for card in (-1, 6, 1.0, "1", None, True)),
    ],
)  # fmt: skip
def test_a_request_that_is_none_is_refused(verb: str, body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        bingo.VERBS[verb].model_validate(body)
