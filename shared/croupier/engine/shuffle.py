"""Shuffles that anybody can redo, in any language that has HMAC-SHA256.

A match has a seed: 32 secret bytes, drawn when the match is created. Its SHA-256, the commitment,
is public from then on, and the seed itself once the match is over. Each seat may set a nonce, a
text, until the first deal. To redo the n-th shuffle of a match (the first is n = 1):

1. The key. Write the nonce of every seat, in the order of the seats, as its length in UTF-8 bytes
   in decimal digits, a colon, and those bytes (a netstring without its comma; no nonce is `0:`).
   Join them with nothing between. The key is HMAC-SHA256(key = seed, message = that).
2. The words. Block b of the shuffle, b = 0, 1, 2, …, is HMAC-SHA256(key = the key of step 1,
   message = the ASCII text `n/b`, both in decimal digits). Its 32 bytes are eight big-endian
   unsigned words of 32 bits. The words of block 1 follow those of block 0, and so on. Every
   shuffle starts at its own block 0.
3. The shuffle (Fisher and Yates). For i from the last index down to 1: take the next word,
   and the next again for as long as it is not below 2**32 - 2**32 mod (i + 1), so that no remainder
   is likelier than another; let j be the word mod (i + 1); swap the items i and j.

What it proves. Nobody but the operator knows the seed before the end, so no player can choose a
nonce that steers a deal. The commitment binds the operator to the seed before it sees a nonce that
is set after the creation; so the operator cannot steer a deal either, once an honest nonce, one
that it could not foresee, came last. Nonces that came before the seed was drawn, as those of a
matchmaking ticket do, protect against the other players only.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator
from itertools import count
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed in lower-case hex: it binds to the seed and does not tell it."""
    return hashlib.sha256(seed).hexdigest()


def match_key(seed: bytes, nonces: Iterable[str]) -> bytes:
    """The 32-byte key of a match: step 1 above. A seat without a nonce counts as an empty one."""
    texts = [nonce.encode() for nonce in nonces]
    return hmac.digest(seed, b"".join(b"%d:%s" % (len(text), text) for text in texts), "sha256")


def words(key: bytes, n: int) -> Iterator[int]:
    """The endless 32-bit words of a match's n-th shuffle: step 2 above."""
    for block in count():
        yield from struct.unpack(">8I", hmac.digest(key, f"{n}/{block}".encode(), "sha256"))


def fisher_yates(items: Iterable[T], source: Iterator[int]) -> list[T]:
    """The items in the order that the 32-bit words of `source` give them: step 3 above."""
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        limit = 2**32 - 2**32 % (i + 1)
        word = next(source)
        while word >= limit:
            word = next(source)
        j = word % (i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled


class Shuffler:
    """The shuffles of one match, in order: its key, and how many of them there have been."""

    __slots__ = ("count", "key")

    def __init__(self, key: bytes, count: int = 0) -> None:
        self.key = key
        self.count = count

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """The items in a new list, in the order that the match's next shuffle gives them."""
        self.count += 1
        return fisher_yates(items, words(self.key, self.count))

    def copy(self) -> "Shuffler":
        """A shuffler that goes on from here by itself."""
        return Shuffler(self.key, self.count)
