"""What every benchmark needs: the rows of the table, and races in which all take turns."""

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table, in texts with their units.

    `limit` is what must be reached; `reached` is None where nothing must.
    """

    what: str
    ours: str
    peers: str
    limit: str = ""
    reached: bool | None = None
    ratio: str = ""


def race(
    what: str,
    ours: Callable[[], object],
    peers: Mapping[str, Callable[[], object]],
    must: Mapping[str, float] | None = None,
    size: int = 1,
) -> Iterator[Row]:
    """A row for each peer: its time and ours for one of the `size` things that a call does.

    `must` says how many times our time a peer has to need. All take turns in many short rounds, and
    each one's best counts: what else the machine does can only make a round slower, and a round
    of a millisecond is often spared.
    """
    runners = [ours, *peers.values()]
    gc.disable()  # a collection would hit only whoever happens to run
    try:
        rounds = [[seconds(run) for run in runners] for _ in range(ROUNDS)]
    finally:
        gc.enable()
    our_best, *their_best = (min(times) / size for times in zip(*rounds, strict=True))
    for peer, best in zip(peers, their_best, strict=True):
        ratio = best / our_best
        limit = (must or {}).get(peer)
        yield Row(
            what,
            ours=duration(our_best),
            peers=f"{peer} {duration(best)}",
            ratio=f"{ratio:.2f}",
            limit=f"≥ {limit}" if limit else "",
            reached=ratio >= limit if limit else None,
        )


def seconds(run: Callable[[], object]) -> float:
    """How long a call takes that follows another, with its code and data still in the caches."""
    run()
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def duration(seconds: float) -> str:
    """A time in the unit that suits it, such as `1.05 µs`."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.0f} ns"
