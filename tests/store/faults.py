"""DynamoDB on its bad days: what stands between the code and moto, and can do harm."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

import boto3
from botocore.exceptions import ClientError, ConnectTimeoutError, ReadTimeoutError

from croupier.store import table

Json = dict[str, Any]
Call = Callable[[], Json]
Around = Callable[[str, Json, Call], Json]  # operation, its arguments, how to do it really

WRITES = {"put_item", "transact_write_items"}


@contextmanager
def wrapped(around: Around) -> Iterator[None]:
    """Meanwhile every call to DynamoDB is made by `around`."""
    real = table.client()

    class Client:
        def __getattr__(self, operation: str) -> Callable[..., Json]:
            def invoke(**request: Any) -> Json:
                return around(operation, request, partial(getattr(real, operation), **request))

            return invoke

    with patch.object(table, "client", Client):
        yield


class Failing:
    """The calls from number `first` (0 is the next one) to `last` fail, the others do not."""

    def __init__(self, fault: Around, first: int, last: int | None = None) -> None:
        self.fault = fault
        self.failing = range(first, (first if last is None else last) + 1)
        self.calls = 0

    def __call__(self, operation: str, request: Json, call: Call) -> Json:
        self.calls += 1
        if self.calls - 1 in self.failing:
            return self.fault(operation, request, call)
        return call()


def error(code: str, status: int = 400, **more: Any) -> ClientError:
    answer: Any = {
        "Error": {"Code": code, "Message": "a bad day"},
        "ResponseMetadata": {"HTTPStatusCode": status},
        **more,
    }
    return ClientError(answer, "operation")


def throttled(operation: str, request: Json, call: Call) -> Json:
    if operation == "transact_write_items":
        reasons = [{"Code": "ThrottlingError"}, {"Code": "None"}]
        raise error("TransactionCanceledException", CancellationReasons=reasons)
    raise error("ProvisionedThroughputExceededException")


def broken(operation: str, request: Json, call: Call) -> Json:
    raise error("InternalServerError", 500)


def unreachable(operation: str, request: Json, call: Call) -> Json:
    raise ConnectTimeoutError(endpoint_url="https://nowhere")


def lost(operation: str, request: Json, call: Call) -> Json:
    """The request never arrived, but nobody told."""
    raise ReadTimeoutError(endpoint_url="https://nowhere")


def unanswered(operation: str, request: Json, call: Call) -> Json:
    """The request was done, but nobody told."""
    call()
    raise ReadTimeoutError(endpoint_url="https://nowhere")


def contended(operation: str, request: Json, call: Call) -> Json:
    """Another transaction was at work on the same item."""
    if operation == "transact_write_items":
        reasons = [{"Code": "TransactionConflict"}, {"Code": "None"}]
        raise error("TransactionCanceledException", CancellationReasons=reasons)
    if operation == "put_item":
        raise error("TransactionConflictException")
    return call()


FAULTS: dict[str, Around] = {
    fault.__name__: fault for fault in (throttled, broken, unreachable, lost, unanswered, contended)
}


class Stale:
    """Reads that need not be consistent show an item as it was some writes ago, or not at all."""

    def __init__(self, writes_ago: int) -> None:
        self.writes_ago = writes_ago
        self.before: dict[str, list[Json]] = defaultdict(list)  # by key, oldest first
        self.shown = 0

    def __call__(self, operation: str, request: Json, call: Call) -> Json:
        if operation in WRITES:
            known = [(str(key), _now(key)) for key in _keys(request)]
            answer = call()
            for key, item in known:
                self.before[key].append(item)
            return answer
        if operation == "batch_get_item" and self.writes_ago:
            (of_table,) = request["RequestItems"].values()
            assert of_table["ConsistentRead"], "together only what must not be old is read"
        if operation == "get_item" and not request["ConsistentRead"] and self.writes_ago:
            before = self.before[str(request["Key"])]
            if before:
                self.shown += 1
                return before[-min(self.writes_ago, len(before))]
        return call()


def _now(key: Json) -> Json:
    client: Any = boto3.client("dynamodb")
    answer: Json = client.get_item(TableName=table.name(), Key=key)
    return answer


def _keys(request: Json) -> list[Json]:
    if "Item" in request:
        return [_key(request["Item"])]
    steps = [next(iter(step.items())) for step in request["TransactItems"]]
    return [_key(step["Item"] if kind == "Put" else step["Key"]) for kind, step in steps]


def _key(item: Json) -> Json:
    return {"pk": item["pk"], "sk": item["sk"]}


class Interleaved:
    """Between a read and the write after it an `other` does something once; `came` of it."""

    def __init__(self, other: Callable[[], Any]) -> None:
        self.other = other
        self.done = False
        self.came: Any = None

    def __call__(self, operation: str, request: Json, call: Call) -> Json:
        if operation in WRITES and not self.done:
            self.done = True
            self.came = self.other()
        return call()


def strict(operation: str, request: Json, call: Call) -> Json:
    """Refuses what DynamoDB refuses and moto takes.

    https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
    """
    for key in request.get("Key", {}), request.get("Item", {}):
        for name, longest in (("pk", 2048), ("sk", 1024)):
            if len(key.get(name, {}).get("S", "").encode()) > longest:
                raise error("ValidationException")
    values = request.get("ExpressionAttributeValues", {})
    if ":last" in values and values[":after"]["S"].encode() > values[":last"]["S"].encode():
        raise error("ValidationException")
    return call()
