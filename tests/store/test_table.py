"""The table: what it returns, and what its failures mean."""

from types import SimpleNamespace
from typing import Any

import pytest

from croupier.store import table
from croupier.store.errors import Conflict, Unavailable
from tests.flow.service import everything
from tests.store.faults import (
    FAULTS,
    Failing,
    Json,
    broken,
    contended,
    error,
    lost,
    throttled,
    unreachable,
    wrapped,
)

pytestmark = pytest.mark.usefixtures("service")


def item(sk: str = "x", **attributes: Any) -> Json:
    return {"pk": {"S": "P"}, "sk": {"S": sk}, "version": {"N": "1"}, **attributes}


@pytest.mark.parametrize("fault", [broken, lost, throttled, unreachable])
def test_what_may_pass_is_unavailable(fault: Any) -> None:
    for request in (
        lambda: table.get("P", "x"),
        lambda: table.put(item()),
        lambda: table.transact(table.putting(item()), table.deleting("P", "y")),
        lambda: table.get_many([("P", "x")]),
    ):
        with wrapped(Failing(fault, 0)), pytest.raises(Unavailable):
            request()
    assert everything() == []


@pytest.mark.parametrize(
    "request_of",
    [
        lambda: table.put(item()),
        lambda: table.transact(table.putting(item()), table.deleting("P", "y")),
    ],
)
def test_another_transaction_at_that_moment_is_a_conflict(request_of: Any) -> None:
    with wrapped(Failing(contended, 0)), pytest.raises(Conflict) as conflict:
        request_of()
    assert conflict.value.item is None
    assert everything() == []


def test_what_is_a_fault_of_ours_is_not_dressed_up() -> None:
    def refused(operation: str, request: Json, call: Any) -> Json:
        raise error("ValidationException")

    with wrapped(refused), pytest.raises(Exception, match="ValidationException"):
        table.get("P", "x")


def test_every_fault_of_these_tests_is_one_for_the_table() -> None:
    assert {fault.__name__ for fault in (broken, contended, lost, throttled, unreachable)} | {
        "unanswered"
    } == set(FAULTS)


def test_a_condition_that_fails_gives_what_stands_there() -> None:
    table.put(item(), **table.new())
    newer = item() | {"version": {"N": "2"}}
    with pytest.raises(Conflict) as conflict:
        table.put(newer, **table.new())
    assert conflict.value.item == item()
    table.put(newer, **table.at_version(1))
    with pytest.raises(Conflict) as conflict:
        table.transact(table.putting(item(), **table.at_version(1)), table.putting(item("y")))
    assert conflict.value.item == newer
    assert everything() == [newer]


def test_a_transaction_puts_and_deletes() -> None:
    table.put(item("gone"))
    table.transact(
        table.putting(item("new"), **table.new()),
        table.deleting("P", "gone"),
        table.deleting("P", "never"),
    )
    assert everything() == [item("new")]


def test_an_item_that_has_expired_is_gone_though_it_is_still_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table.put(item("mortal", expires_at={"N": "1000"}))
    table.put(item("immortal"))
    keys = [("P", "mortal"), ("P", "immortal")]
    monkeypatch.setattr("croupier.store.table.time", SimpleNamespace(time=lambda: 999.5))
    assert table.get("P", "mortal")
    assert len(table.get_many(keys)) == 2
    for sk in ("mortal", "immortal"):
        with pytest.raises(Conflict):
            table.put(item(sk), **table.new())
    monkeypatch.setattr("croupier.store.table.time", SimpleNamespace(time=lambda: 1000.0))
    assert table.get("P", "mortal") is None
    assert table.get("P", "mortal", consistent=True) is None
    assert table.get_many(keys) == [item("immortal")]
    table.put(item("mortal"), **table.new())
    assert table.get("P", "mortal")


def test_many_items_come_in_the_order_of_their_keys_each_once() -> None:
    for sk in "abc":
        table.put(item(sk))
    keys = [("P", sk) for sk in "cxacb"]
    assert [each["sk"]["S"] for each in table.get_many(keys)] == ["c", "a", "b"]
    assert table.get_many([]) == []


def test_what_is_left_of_many_is_asked_for_again() -> None:
    """A batch of more than 16 MB, or of a busy partition, comes in parts."""
    for sk in "abc":
        table.put(item(sk))
    asked: list[int] = []

    def one_at_a_time(operation: str, request: Json, call: Any) -> Json:
        keys = request["RequestItems"]["croupier"]["Keys"]
        asked.append(len(keys))
        answer: Json = call()
        items = sorted(answer["Responses"]["croupier"], key=lambda each: each["sk"]["S"])
        left = [key for key in keys if key["sk"] != items[0]["sk"]]
        unprocessed = {"croupier": {"Keys": left, "ConsistentRead": True}} if left else {}
        return {"Responses": {"croupier": items[:1]}, "UnprocessedKeys": unprocessed}

    keys = [("P", sk) for sk in "abc"]
    with wrapped(one_at_a_time):
        assert [each["sk"]["S"] for each in table.get_many(keys)] == ["a", "b", "c"]
    assert asked == [3, 2, 1]


def test_a_batch_that_does_not_move_is_unavailable() -> None:
    def nothing(operation: str, request: Json, call: Any) -> Json:
        return {"Responses": {}, "UnprocessedKeys": request["RequestItems"]}

    with wrapped(nothing), pytest.raises(Unavailable):
        table.get_many([("P", "x")])
