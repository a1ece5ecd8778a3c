"""Child processes that can be found again after a crash.

A child holds a lock file open for as long as it lives, and the file holds its id. Whoever comes
later can take the lock, and then the child is gone, or cannot, and then the id is still its own.
"""

import fcntl
import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep


class Failure(Exception):
    """What a person has to know and do, in sentences."""


@contextmanager
def locked(file: Path) -> Iterator[bool]:
    """Hold the lock of a file, if nobody else holds it: whether that is so."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as stream:
        yield _lock(stream.fileno())


def start(
    lock: Path, command: Sequence[str | Path], environment: Mapping[str, str], log: Path
) -> subprocess.Popen[bytes]:
    """Start a command in a session of its own, out of reach of a terminal's Ctrl-C."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held, log.open("ab") as output:
        if not _lock(held.fileno()):
            raise Failure(f"Another process holds {lock}: stop it first.")
        # The child writes its id itself: we may be killed before we could.
        return subprocess.Popen(
            ["sh", "-c", 'echo $$ > "$0"; exec "$@"', lock, *command],
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=[held.fileno()],
        )


def runs(lock: Path) -> bool:
    """Whether a process holds a lock."""
    with locked(lock) as free:
        return not free


def stop(lock: Path, patience: float) -> bool:
    """End the process that holds a lock, with all that it started; whether there was one.

    It is asked to end, and after `patience` seconds it is made to.
    """
    if not runs(lock):
        return False
    _wait(lambda: bool(lock.read_text()), 5)
    for demand, seconds in ((signal.SIGTERM, patience), (signal.SIGKILL, 10)):
        with suppress(ProcessLookupError):
            os.killpg(int(lock.read_text()), demand)
        if _wait(lambda: not runs(lock), seconds):
            return True
    raise Failure(f"Process {lock.read_text().strip()} does not end. End it, then try again.")


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    end = monotonic() + seconds
    while not (met := condition()) and monotonic() < end:
        sleep(0.05)
    return met


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
