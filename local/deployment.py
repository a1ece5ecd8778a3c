"""A deployment of the template on this machine, from its start to its end."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType

from local import emulator, processes, stack
from local.processes import Failure


@contextmanager
def deployment(home: Path, port: int) -> Iterator[str]:
    """Deploy the template, and stop everything when the block is left: the base URL.

    Everything that it keeps is in `home`, where one deployment runs at a time; the next one
    there goes on with its data.
    """
    with ExitStack() as ending:
        if not ending.enter_context(processes.locked(home / "run.lock")):
            raise Failure(f"A deployment already runs in {home}. Stop it first (Ctrl-C).")
        _clear_away(home)
        with _step("Starting the emulator"):
            ending.enter_context(emulator.running(home, port))
        with _step("Building"):
            stack.build(home, port)
        with _step("Deploying"):
            stack.deploy(home, port)
        base_url = stack.url(port)
        ending.callback((home / "url").unlink, missing_ok=True)
        # Renamed, not written: a script that waits for the file must not find it empty.
        (home / "url.new").write_text(base_url)
        (home / "url.new").replace(home / "url")
        yield base_url


@contextmanager
def until_interrupted() -> Iterator[None]:
    """Leave the block, and no more than that, on Ctrl-C, an ended terminal or a SIGTERM."""

    def leave(number: int, frame: FrameType | None) -> None:
        for name in signals:  # a second one must not cut the tidying up short
            signal.signal(name, signal.SIG_IGN)
        raise KeyboardInterrupt

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for name in signals:
        signal.signal(name, leave)
    try:
        yield
    except KeyboardInterrupt:
        print("\nStopped.", flush=True)


def _clear_away(home: Path) -> None:
    (home / "url").unlink(missing_ok=True)
    left = [processes.stop(home / "sam.lock", patience=5), emulator.stop(home)]
    if any(left):
        print("Cleared away what an earlier start had left running.", flush=True)


@contextmanager
def _step(title: str) -> Iterator[None]:
    print(f"{title} ...", end=" ", flush=True)
    start = monotonic()
    try:
        yield
    except BaseException:
        print(flush=True)
        raise
    print(f"{monotonic() - start:.1f} s", flush=True)
