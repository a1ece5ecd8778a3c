"""Croupier beside its peers, measured in the same run: `python bench/run.py [section…]`.

A benchmark is no test: it says which limits were missed, and ends well all the same.
"""

import platform
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0:1] = [str(ROOT), str(ROOT / "shared")]  # in place of this file's folder

from bench import (  # noqa: E402
    bingo,
    card_bingo,
    engine,
    imports,
    matches,
    matchmaking,
    melds,
    nickel,
    texas_bingo,
    texas_showdown,
)
from bench.measure import Row, duration  # noqa: E402

REFERENCE = 362e-9  # seconds that treys takes for a hand where the limits were set

SECTIONS: dict[str, Callable[[], Iterable[Row]]] = {
    "evaluator": engine.evaluator,
    "shuffle": engine.shuffle,
    "texas-bingo": texas_bingo.whole_matches,
    "texas-showdown": texas_showdown.whole_matches,
    "card-bingo": card_bingo.whole_matches,
    "bingo": bingo.whole_matches,
    "nickel-solver": melds.solver,
    "nickel": nickel.whole_matches,
    "matcher": matchmaking.matcher,
    "matchmaking": matchmaking.simulation,
    "imports": imports.imports,
    "moves": matches.moves,
}

COLUMNS = "{:<26} {:>10}   {:<24} {:>6}   {:<10} {}".format


def main(names: list[str]) -> None:
    """Print the table of these sections, or of all, row by row."""
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        sys.exit(f"No section {', '.join(unknown)}: there are {', '.join(SECTIONS)}.")
    missed = []
    print(f"Python {platform.python_version()} on {platform.machine()}")
    here = engine.yardstick()
    print(
        f"treys ranks a hand in {duration(here)}. The limits in seconds come from a machine where "
        f"it takes {duration(REFERENCE)}: this one takes {here / REFERENCE:.1f} times as long.\n"
    )
    print(COLUMNS("what", "ours", "peer", "ratio", "must reach", "reached"))
    for name in names or SECTIONS:
        print(f"measuring: {name} …", file=sys.stderr, flush=True)
        for row in SECTIONS[name]():
            reached = {True: "yes", False: "NO", None: ""}[row.reached]
            print(COLUMNS(row.what, row.ours, row.peers, row.ratio, row.limit, reached), flush=True)
            if row.reached is False:
                missed.append(f"{row.what}, {row.peers}")
    print("\nMissed: " + "; ".join(missed) if missed else "\nEvery limit was reached.")


if __name__ == "__main__":
    main(sys.argv[1:])
