"""Run a module with the base URL of a deployment as its last argument.

The deployment is the one of `make run` if that runs, else one of its own for as long.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from local import stack
from local.deployment import deployment, until_interrupted
from local.emulator import ROOT, free_port
from local.processes import Failure

URL = ROOT / ".local/url"


@contextmanager
def visited() -> Iterator[str]:
    """The base URL of the deployment that runs, else of one made for the purpose."""
    if URL.exists() and stack.answers(base_url := URL.read_text()):
        yield base_url
        return
    print("Croupier does not run here (make run): starting it for this once.", flush=True)
    with TemporaryDirectory() as home, deployment(Path(home), free_port()) as base_url:
        yield base_url


def run(command: Sequence[str]) -> int:
    """Run a command to its end, or until we are interrupted and it has tidied up: its status."""
    # In a session of its own, so that a terminal's Ctrl-C reaches it once, from here.
    child = subprocess.Popen(command, start_new_session=True)
    try:
        return child.wait()
    except KeyboardInterrupt:
        os.killpg(child.pid, signal.SIGINT)
        child.wait()
        raise


def main() -> int:
    """The status of the module that was run, 130 if it was interrupted."""
    with until_interrupted(), visited() as base_url:
        return run([sys.executable, "-m", *sys.argv[1:], base_url])
    return 130


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"\n{failure}")
