"""The keys that sign tokens: versions of one secret, which Secrets Manager makes and rotates.

The current version signs. The previous one still verifies, so that a rotation
(`aws secretsmanager put-secret-value` with a new random text) sends nobody away.
"""

import os
import time
from functools import cache
from hashlib import sha256
from typing import Any

import boto3
from botocore.exceptions import ClientError

from croupier.store.errors import Unavailable
from croupier.store.table import CONFIG, LOST, is_temporary

_STAGES = ("AWSCURRENT", "AWSPREVIOUS")
_LIFETIME = 300.0  # seconds for which the keys are trusted to be the newest
_PAUSE = 5.0  # seconds at least between two looks for a key that was unknown

_cached: tuple[float, dict[str, str]] | None = None


@cache
def _client() -> Any:
    return boto3.client("secretsmanager", config=CONFIG)


def signing() -> tuple[str, str]:
    """The id and the text of the key that signs."""
    return next(iter(_keys(_LIFETIME).items()))


def verifying(key_id: str) -> str | None:
    """The text of the key with this id; None if it is neither the current nor the previous."""
    return _keys(_LIFETIME).get(key_id) or _keys(_PAUSE).get(key_id)


def forget() -> None:
    """Drop what is cached."""
    global _cached
    _cached = None
    _client.cache_clear()


def _keys(lifetime: float) -> dict[str, str]:
    """The keys by id, the current one first, read again when older than `lifetime` seconds."""
    global _cached
    if _cached is None or time.monotonic() - _cached[0] > lifetime:
        try:
            texts = [text for stage in _STAGES if (text := _read(stage))]
        except Unavailable:
            if _cached is None:
                raise
            # Keys that may be old are better than none; soon we ask again.
            _cached = time.monotonic() - _LIFETIME + _PAUSE, _cached[1]
        else:
            _cached = time.monotonic(), {_id(text): text for text in texts}
    return _cached[1]


def _read(stage: str) -> str | None:
    try:
        answer = _client().get_secret_value(SecretId=os.environ["TOKEN_SECRET"], VersionStage=stage)
    except LOST as error:
        raise Unavailable from error
    except ClientError as error:
        if is_temporary(error):
            raise Unavailable from error
        if error.response["Error"]["Code"] != "ResourceNotFoundException" or stage == _STAGES[0]:
            raise
        return None  # never rotated
    text: str = answer["SecretString"]
    return text


def _id(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]
