"""Slates as items: each seat's own, written once a move."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from croupier.store import slates, table
from croupier.store.slates import Slate, StaleSlate
from tests.store.faults import Call, Json, wrapped

pytestmark = pytest.mark.usefixtures("service")

NEVER = 4_000_000_000  # seconds since 1970
ONE = Slate("abc", 7, ("1:B7",), b"\x00\xff")


def save(slate: Slate, expected: int | None = None) -> None:
    before = len(slate.moves) - 1 if expected is None else expected
    slates.save(slate, expected=before, expires_at=NEVER)


def test_a_slate_is_empty_until_it_is_written_and_then_what_was_written() -> None:
    assert slates.load("abc", 7) == Slate("abc", 7)
    save(ONE)
    assert slates.load("abc", 7) == ONE
    more = replace(ONE, moves=("1:B7", "2:I16@5"))
    save(more)
    assert slates.load("abc", 7) == more
    assert slates.load("abc", 8) == Slate("abc", 8)
    assert slates.load("abd", 7) == Slate("abd", 7)


@pytest.mark.parametrize("stored", [0, 1, 2])
@pytest.mark.parametrize("expected", [0, 1, 2])
def test_a_slate_that_has_moved_on_is_not_written_over(stored: int, expected: int) -> None:
    moves = ("1:B7", "2:I16", "3:N31")
    for count in range(1, stored + 1):
        save(replace(ONE, moves=moves[:count]))
    before = slates.load("abc", 7)
    after = replace(ONE, moves=(*moves[:expected], "9:O75"))
    if stored == expected:
        save(after)
        assert slates.load("abc", 7) == after
    else:
        with pytest.raises(StaleSlate):
            save(after)
        assert slates.load("abc", 7) == before


def test_all_slates_of_a_match_come_by_seat_and_no_others() -> None:
    written = [Slate("abc", seat, (f"{seat + 1}:B7",), b"x") for seat in (99, 0, 10, 9, 100)]
    for slate in [*written, Slate("abcd", 1, ("1:B7",), b"x")]:
        save(slate)
    assert slates.load_all("abc") == sorted(written, key=lambda slate: slate.seat)
    assert slates.load_all("ab") == []


def test_all_slates_come_even_if_they_are_more_than_one_answer_holds() -> None:
    written = [Slate("abc", seat, ("1:B7",), b"x") for seat in range(7)]
    for slate in written:
        save(slate)

    def two_at_a_time(operation: str, request: Json, call: Call) -> Json:
        if operation == "query" and "Limit" not in request:
            answer: Json = table.client().query(**request, Limit=2)
            return answer
        return call()

    with wrapped(two_at_a_time):
        assert slates.load_all("abc") == written


def test_many_slates_are_read_at_once_where_there_are_some() -> None:
    assert slates.load_many([]) == []
    save(ONE)
    assert slates.load_many([("abc", 6), ("abc", 7), ("abd", 7)]) == [ONE]


def test_an_expired_slate_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    save(ONE)
    monkeypatch.setattr(
        "croupier.store.table.time", SimpleNamespace(time=lambda: float(NEVER), sleep=None)
    )
    assert slates.load("abc", 7) == Slate("abc", 7)
