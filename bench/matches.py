"""Moves as they are deployed: our own time, what the table charges, and many matches at once."""

import importlib
import json
import math
import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from bench.measure import Row, duration
from local import stack
from local.client import Client, guest, match_of
from local.deployment import deployment
from local.emulator import environment, free_port

AT_ONCE = 20
MIDDLE = range(12, 15)
LAST = range(25, 26)


def moves() -> Iterator[Row]:
    """All of it, against a deployment made for the purpose."""
    with TemporaryDirectory() as home, deployment(Path(home), free_port()) as base_url:
        port = urlsplit(base_url).port or 80
        os.environ.update(environment(port))
        outputs = stack.outputs(port)
        os.environ |= {
            "TABLE_NAME": outputs["TableName"],
            "TOKEN_SECRET": outputs["TokenSecret"],
            "POWERTOOLS_LOG_LEVEL": "CRITICAL",
        }
        yield from _one_match(base_url, 4)
        yield from _one_match(base_url, 8)
        yield from _many_matches(base_url)


def _one_match(base_url: str, seats: int) -> Iterator[Row]:
    """The handler of `place` in this process, warm, over the table of the deployment."""
    from croupier.store import table

    handler = importlib.import_module("functions.place.app").handler
    answers = _Answers(table.client())
    players = [guest(base_url, f"Player {seat}") for seat in range(seats)]
    path = _dealt(players)
    chance = random.Random(seats)
    own: dict[int, list[float]] = defaultdict(list)
    size: dict[int, list[int]] = defaultdict(list)
    for turn in range(1, 26):
        for player in players:
            body = chance.choice(player.ask("GET", path)["legal"])["body"]
            event = _event(path, player, body)
            answers.reset()
            start = time.perf_counter()
            answer = handler(event, None)
            own[turn].append(time.perf_counter() - start - answers.waited)
            if answer["statusCode"] != 200:
                raise RuntimeError(answer["body"])
            size[turn].append(answers.written)
    answers.close()
    for name, turns in (("mid-match", MIDDLE), ("the last turn", LAST)):
        median = statistics.median(each for turn in turns for each in size[turn])
        write = math.ceil(median / 1024)
        read = math.ceil(median / 4096) / 2
        wanted = seats == 4 and turns is MIDDLE
        yield Row(
            f"a place, {seats} players, {name}",
            ours=f"{write} WU {read} RU",
            peers=f"{median:.0f} bytes",
            limit="≤ 1, ≤ 0.5" if wanted else "",
            reached=(write <= 1 and read <= 0.5) if wanted else None,
        )
    median = statistics.median(spent for turn in MIDDLE for spent in own[turn])
    yield Row(
        f"own time, {seats} players",
        ours=duration(median),
        peers="all but the store's answers",
        limit="≤ 3 ms" if seats == 8 else "",
        reached=median <= 3e-3 if seats == 8 else None,
    )


class _Answers:
    """Listens to a boto3 client: how long it waits for answers, and how much it writes."""

    def __init__(self, client: Any) -> None:
        self.waited = 0.0
        self.written = 0
        self._endpoint = client._endpoint
        self._send = client._endpoint._send
        self._endpoint._send = self._timed
        client.meta.events.register("provide-client-params.dynamodb.PutItem", self._weigh)

    def reset(self) -> None:
        self.waited = 0.0

    def close(self) -> None:
        self._endpoint._send = self._send

    def _timed(self, request: Any) -> Any:
        start = time.perf_counter()
        try:
            return self._send(request)
        finally:
            self.waited += time.perf_counter() - start

    def _weigh(self, params: dict[str, Any], **_: Any) -> None:
        self.written = size_of(params["Item"])


def size_of(item: dict[str, dict[str, Any]]) -> int:
    """Bytes of a flat item, as DynamoDB counts them.

    https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
    """
    size = 0
    for name, typed in item.items():
        ((kind, value),) = typed.items()
        size += len(name.encode())
        size += math.ceil(len(value) / 2) + 1 if kind == "N" else len(_bytes(value))
    return size


def _bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


def _event(path: str, player: Client, body: Any) -> dict[str, Any]:
    return {
        "version": "2.0",
        "routeKey": "POST /v1/matches/{match}/place",
        "rawPath": f"{path}/place",
        "rawQueryString": "",
        "headers": {"authorization": f"Bearer {player.token}"},
        "requestContext": {
            "stage": "$default",
            "http": {"method": "POST", "path": f"{path}/place", "sourceIp": "127.0.0.1"},
        },
        "body": json.dumps(body),
        "isBase64Encoded": False,
    }


def _dealt(players: list[Client]) -> str:
    path = f"/v1/matches/{match_of(players, 'texas-bingo', {})}"
    players[0].ask("POST", f"{path}/deal", {})
    for player in players:
        player.ask("POST", f"{path}/choose", player.ask("GET", path)["legal"][0]["body"])
    return path


def _many_matches(base_url: str) -> Iterator[Row]:
    """Matches of four random players, all at once over HTTP."""
    times: dict[str, list[float]] = defaultdict(list)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        for done in threads.map(lambda number: _whole_match(base_url, number), range(AT_ONCE)):
            for verb, seconds in done:
                times[verb].append(seconds)
    for verb, taken in sorted(times.items()):
        ranked = sorted(taken)
        p99 = ranked[min(len(ranked) - 1, math.ceil(len(ranked) * 0.99) - 1)]
        yield Row(
            f"{AT_ONCE} matches at once: {verb}",
            ours=duration(statistics.median(taken)),
            peers=f"p99 {duration(p99)}, {len(taken)} requests",
        )


def _whole_match(base_url: str, number: int) -> list[tuple[str, float]]:
    chance = random.Random(number)
    players = [guest(base_url, f"Player {seat}") for seat in range(4)]
    path = f"/v1/matches/{match_of(players, 'texas-bingo', {})}"
    times = []

    def timed(player: Client, verb: str, body: Any) -> dict[str, Any]:
        start = time.perf_counter()
        method, target = ("GET", path) if verb == "look" else ("POST", f"{path}/{verb}")
        answer = player.ask(method, target, body)
        times.append((verb, time.perf_counter() - start))
        return answer

    timed(players[0], "deal", {})
    playing = True
    while playing:
        for player in players:
            view = timed(player, "look", None)
            playing = view["status"] == "playing"
            if view["legal"]:
                move = chance.choice(view["legal"])
                timed(player, move["verb"], move["body"])
    return times
