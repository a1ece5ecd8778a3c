"""How long a function takes to import, in a fresh process, beside the least that it could be."""

import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Row, duration

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 15
MOST = 1.5

# A handler that does nothing yet, on what a function without a table stands on.
EMPTY = """
from aws_lambda_powertools.event_handler import APIGatewayHttpResolver
app = APIGatewayHttpResolver(enable_validation=True)
def handler(event, context):
    return app.resolve(event, context)
"""

# The same with a client of the table.
EMPTY_WITH_TABLE = (
    """
import boto3
client = boto3.client("dynamodb", region_name="eu-central-1")
"""
    + EMPTY
)

# For each function what it could be at best.
FLOORS = {"score": EMPTY, "place": EMPTY_WITH_TABLE}

CLOCK = """
import sys, time
sys.path[:0] = {paths}
start = time.perf_counter()
{body}
handler
print(time.perf_counter() - start)
"""


def imports() -> Iterator[Row]:
    """Each function, from its first line to a ready handler, against an empty one."""
    for function, floor in FLOORS.items():
        code = ROOT / "functions" / function
        ours, empty = _medians(_script("from app import handler", code), _script(floor))
        yield Row(
            f"import functions/{function}",
            ours=duration(ours),
            peers=f"an empty one {duration(empty)}",
            ratio=f"{ours / empty:.2f}",
            limit=f"≤ {MOST}",
            reached=ours / empty <= MOST,
        )


def _script(body: str, *paths: Path) -> str:
    return CLOCK.format(paths=[*map(str, paths), str(ROOT / "shared")], body=body)


def _medians(*scripts: str) -> list[float]:
    """The median time of each, all taking turns; a first round fills the caches of bytecode."""
    rounds = [[_run(script) for script in scripts] for _ in range(1 + ROUNDS)][1:]
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


def _run(script: str) -> float:
    """The seconds that a script in a process of its own says it took."""
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    return float(done.stdout)
