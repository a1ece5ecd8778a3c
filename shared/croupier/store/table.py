"""The table: one client for the life of the process, and what its failures mean to us."""

import os
import time
from functools import cache
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

from croupier.store.errors import Conflict, Unavailable

Item = dict[str, Any]  # attribute name → DynamoDB's typed value

# DynamoDB answers in milliseconds: what takes longer is lost, and asked again while the player
# still waits. Who asks tries more often than the client here does.
CONFIG = Config(
    connect_timeout=1,
    read_timeout=1.5,
    retries={"mode": "standard", "total_max_attempts": 2},
    account_id_endpoint_mode="disabled",  # one name for the table's address is enough
    parameter_validation=False,  # what we send is our own, and AWS checks it anyway
)

LOST = (HTTPClientError, NoConnection)  # the request, or the answer to it

_TEMPORARY = {
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingException",
    "TransactionInProgressException",
}


@cache
def client() -> Any:
    """The DynamoDB client, made when first used."""
    return boto3.client("dynamodb", config=CONFIG)


@cache
def name() -> str:
    """The table's name, from `TABLE_NAME`."""
    return os.environ["TABLE_NAME"]


def call(operation: str, **request: Any) -> Item:
    """Ask DynamoDB; raises Conflict where others wrote first, Unavailable where it may pass."""
    try:
        answer: Item = getattr(client(), operation)(**request)
    except LOST as error:
        raise Unavailable from error
    except ClientError as error:
        response: Any = error.response  # its type knows neither items nor reasons
        code = response["Error"]["Code"]
        if code == "ConditionalCheckFailedException":
            raise Conflict(response.get("Item")) from None
        if code == "TransactionConflictException":
            raise Conflict from None
        if code == "TransactionCanceledException":
            raise _cancelled(response.get("CancellationReasons", [])) from None
        if is_temporary(error):
            raise Unavailable from error
        raise
    return answer


def is_temporary(error: ClientError) -> bool:
    """Whether AWS may answer better when asked again."""
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    return status >= 500 or error.response["Error"]["Code"] in _TEMPORARY


def _cancelled(reasons: list[Item]) -> Exception:
    for reason in reasons:
        if reason.get("Code") == "ConditionalCheckFailed":
            return Conflict(reason.get("Item"))
    if any(reason.get("Code") == "TransactionConflict" for reason in reasons):
        return Conflict()  # another one was at work at that moment
    return Unavailable()


def get(pk: str, sk: str, *, consistent: bool = False) -> Item | None:
    """One item, perhaps as it was a moment ago unless `consistent`; None if there is none."""
    answer = call(
        "get_item",
        TableName=name(),
        Key={"pk": {"S": pk}, "sk": {"S": sk}},
        ConsistentRead=consistent,
    )
    return _alive(answer.get("Item"))


def _alive(item: Item | None) -> Item | None:
    """DynamoDB deletes expired items hours late; to us they are gone at once."""
    if item and "expires_at" in item and int(item["expires_at"]["N"]) <= time.time():
        return None
    return item


def put(item: Item, **condition: Any) -> None:
    """Write one item; a condition that fails raises Conflict with the item that stands there."""
    call("put_item", **_put(item, condition))


def transact(*steps: Item) -> None:
    """Write several items or none; the steps come from `putting` and `deleting`."""
    call("transact_write_items", TransactItems=list(steps))


def putting(item: Item, **condition: Any) -> Item:
    """A step of a transaction: a put."""
    return {"Put": _put(item, condition)}


def deleting(pk: str, sk: str, **condition: Any) -> Item:
    """A step of a transaction: a delete, of nothing if there is nothing."""
    return {"Delete": {"TableName": name(), "Key": {"pk": {"S": pk}, "sk": {"S": sk}}, **condition}}


def _put(item: Item, condition: dict[str, Any]) -> Item:
    request: Item = {"TableName": name(), "Item": item}
    if condition:
        request |= condition | {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
    return request


def new() -> Item:
    """The condition that there is no such item, or one that has expired."""
    return {
        "ConditionExpression": "attribute_not_exists(pk) OR expires_at <= :now",
        "ExpressionAttributeValues": {":now": {"N": str(int(time.time()))}},
    }


def at_version(version: int) -> Item:
    """The condition that an item has not been written since it was read."""
    return {
        "ConditionExpression": "version = :was",
        "ExpressionAttributeValues": {":was": {"N": str(version)}},
    }


def get_many(keys: list[tuple[str, str]]) -> list[Item]:
    """Those of the items that exist, in the order of the keys; at most 100."""
    wanted = [{"pk": {"S": pk}, "sk": {"S": sk}} for pk, sk in dict.fromkeys(keys)]
    found: dict[tuple[str, str], Item] = {}
    while wanted:
        answer = call(
            "batch_get_item", RequestItems={name(): {"Keys": wanted, "ConsistentRead": True}}
        )
        items = answer["Responses"].get(name(), [])
        found |= {(item["pk"]["S"], item["sk"]["S"]): item for item in items if _alive(item)}
        left = answer.get("UnprocessedKeys", {}).get(name(), {}).get("Keys", [])
        if left and not items:
            raise Unavailable
        wanted = left
    return [found[key] for key in dict.fromkeys(keys) if key in found]
