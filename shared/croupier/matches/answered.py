"""The last requests of each seat, so that one that is sent again is played once.

Each entry is packed into 18 bytes: the seat, digests of the request's key and of its body, the
number of the move that it made, and the version of the match that this led to.
"""

from hashlib import sha256
from struct import Struct
from typing import NamedTuple

_ENTRY = Struct(">B6s3sII")
_KEPT = 3  # for each seat: more than a client has under way at once


class Answered(NamedTuple):
    """A request that has been answered."""

    seat: int
    key: bytes
    body: bytes
    move: int
    version: int


def digests(key: str, request: str) -> tuple[bytes, bytes]:
    """The digests that stand for a key and for what was asked with it."""
    return sha256(key.encode()).digest()[:6], sha256(request.encode()).digest()[:3]


def find(entries: bytes, seat: int, key: bytes) -> Answered | None:
    """What this seat's request with this key led to, if it is not too long ago."""
    wanted = bytes([seat]) + key
    for at in range(0, len(entries), _ENTRY.size):
        if entries.startswith(wanted, at):
            return Answered(*_ENTRY.unpack_from(entries, at))
    return None


def add(entries: bytes, new: Answered) -> bytes:
    """The entries with a new one, of which each seat keeps the last few."""
    own = [at for at in range(0, len(entries), _ENTRY.size) if entries[at] == new.seat]
    if len(own) >= _KEPT:
        oldest = own[0]
        entries = entries[:oldest] + entries[oldest + _ENTRY.size :]
    return entries + _ENTRY.pack(*new)
