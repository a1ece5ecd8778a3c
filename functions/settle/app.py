"""Settles matches that are over: told by the table's stream, or again by the queue.

A match that cannot be settled now goes to the queue, so that it holds up nothing else in the
stream. The queue tells it again, in the end to a person: its dead letters are kept.
"""

import os
import time
import traceback
from functools import cache
from time import perf_counter
from typing import Any

import boto3
from aws_lambda_powertools import Logger

from croupier.ratings.settle import settle
from croupier.store.table import CONFIG

_logger = Logger(service="croupier", location=None)


def handler(event: dict[str, Any], context: object) -> None:
    """Settle the match of each record."""
    for record in event["Records"]:
        if record["eventSource"] == "aws:sqs":
            _settle(record["body"])  # one a batch: what fails alone is told again
            continue
        match_id = record["dynamodb"]["Keys"]["pk"]["S"].removeprefix("MATCH#")
        try:
            _settle(match_id)
        except Exception:
            _queue().send_message(QueueUrl=os.environ["SETTLE_QUEUE"], MessageBody=match_id)


def _settle(match_id: str) -> None:
    """Settle a match, and log one line of it: no text of an exception, which may hold anything."""
    started = perf_counter()
    try:
        outcome = settle(match_id, int(time.time()))
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{last.filename}:{last.lineno} {last.name}"
        _logger.error("settle", match=match_id, error=type(error).__name__, where=where)
        raise
    ms = round((perf_counter() - started) * 1000, 1)
    _logger.info("settle", match=match_id, outcome=outcome, ms=ms)


@cache
def _queue() -> Any:
    """The SQS client, made when first used."""
    return boto3.client("sqs", config=CONFIG)
