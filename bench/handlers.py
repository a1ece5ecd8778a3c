"""Moves by the handlers in this process, over a deployment's table: their time, their writes."""

import importlib
import json
import math
import time
from typing import Any

from local.client import Client


def in_process(path: str, player: Client, verb: str, body: Any) -> float:
    """Send a move to its handler in this process: the seconds that it took."""
    handler = importlib.import_module(f"functions.{verb.replace('-', '_')}.app").handler
    event = _event(f"{path}/{verb}", player, body)
    start = time.perf_counter()
    answer = handler(event, None)
    took = time.perf_counter() - start
    if answer["statusCode"] != 200:
        raise RuntimeError(answer["body"])
    return took


class Answers:
    """Listens to a boto3 client: how long calls take, and wait for answers; what is written."""

    def __init__(self, client: Any) -> None:
        self.waited = 0.0
        self.called = 0.0
        self.written = 0
        self._endpoint = client._endpoint
        self._send = client._endpoint._send
        self._endpoint._send = self._timed
        self._call = client._make_api_call
        client._make_api_call = self._timed_call
        self._client = client
        client.meta.events.register("provide-client-params.dynamodb.PutItem", self._weigh)

    def close(self) -> None:
        """Stop listening."""
        self._endpoint._send = self._send
        self._client._make_api_call = self._call

    def _timed(self, request: Any) -> Any:
        start = time.perf_counter()
        try:
            return self._send(request)
        finally:
            self.waited += time.perf_counter() - start

    def _timed_call(self, operation: str, params: Any) -> Any:
        start = time.perf_counter()
        try:
            return self._call(operation, params)
        finally:
            self.called += time.perf_counter() - start

    def _weigh(self, params: dict[str, Any], **_: Any) -> None:
        self.written = size_of(params["Item"])


def size_of(item: dict[str, dict[str, Any]]) -> int:
    """Bytes of a flat item, as DynamoDB counts them.

    https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
    """
    size = 0
    for name, typed in item.items():
        ((kind, value),) = typed.items()
        size += len(name.encode())
        size += math.ceil(len(value) / 2) + 1 if kind == "N" else len(_bytes(value))
    return size


def _bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


def _event(path: str, player: Client, body: Any) -> dict[str, Any]:
    return {
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": path,
        "rawQueryString": "",
        "headers": {"authorization": f"Bearer {player.token}"},
        "requestContext": {
            "stage": "$default",
            "http": {"method": "POST", "path": path, "sourceIp": "127.0.0.1"},
        },
        "body": json.dumps(body),
        "isBase64Encoded": False,
    }
