"""Croupier on this machine, until Ctrl-C: `make run`."""

import argparse
import sys
from pathlib import Path
from time import sleep

from local import emulator
from local.deployment import deployment, until_interrupted
from local.processes import Failure


def main() -> None:
    """Deploy, say where, and stay."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=4566)
    parser.add_argument("--home", type=Path, default=emulator.ROOT / ".local")
    arguments = parser.parse_args()
    home: Path = arguments.home.resolve()
    with until_interrupted(), deployment(home, arguments.port) as base_url:
        print(f"\nCroupier is at {base_url}/\nCtrl-C stops it; what it knows is kept.", flush=True)
        while emulator.runs(home):
            sleep(0.5)
        raise Failure(
            f"The emulator has ended; {home / 'emulator.log'} may tell why. "
            "Start again with: make run"
        )


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"\n{failure}")
