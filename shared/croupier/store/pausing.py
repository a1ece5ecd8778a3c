"""How long to wait before the store is asked again."""

import secrets
import time

_LONGEST = 0.4  # seconds; the first pause is at most 20 ms, and each may be twice as long


def pause(tries: int) -> None:
    """Wait a while by chance, the longer the more tries there have been."""
    time.sleep(min(_LONGEST, 0.02 * 2**tries) * secrets.randbelow(1000) / 1000)
