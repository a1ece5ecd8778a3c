"""Short codes for people and paths: Crockford's base 32 in lower case, no i, l, o or u.

https://www.crockford.com/base32.html
"""

import hashlib
import secrets
from typing import Final

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_BITS = 80  # 16 characters: nobody guesses one, and no two are alike


def code(bits: int = _BITS) -> str:
    """A random code of `bits` bits, five to a character."""
    return _spell(secrets.randbits(bits), bits)


def code_of(data: bytes) -> str:
    """The code that stands for some data: always the same, and telling nothing of it."""
    return _spell(int.from_bytes(hashlib.sha256(data).digest()[: _BITS // 8]), _BITS)


def _spell(number: int, bits: int) -> str:
    return "".join(ALPHABET[number >> shift & 31] for shift in range(bits - 5, -5, -5))
