"""Moves as they are deployed: our own time, what the table charges, and many matches at once."""

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

from bench import big_matches
from bench.handlers import Answers, in_process
from bench.measure import Row, duration
from croupier.store import table
from local import stack
from local.client import Client, guest, match_of
from local.crowd import look_for_matches
from local.deployment import deployment
from local.emulator import environment, free_port

AT_ONCE = 20
CLIENTS, TICKETS = 32, 500
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
        yield from _ten_hands(base_url)
        yield from big_matches.nickel(base_url)
        yield from big_matches.bingo(base_url)
        yield from _many_matches(base_url)
        yield from _crowd(base_url)


def _one_match(base_url: str, seats: int) -> Iterator[Row]:
    """The handler of `place` in this process, warm, over the table of the deployment."""
    answers = Answers(table.client())
    players = [guest(base_url, f"Player {seat}") for seat in range(seats)]
    path = _dealt(players)
    chance = random.Random(seats)
    own: dict[int, list[float]] = defaultdict(list)
    library: dict[int, list[float]] = defaultdict(list)
    size: dict[int, list[int]] = defaultdict(list)
    for turn in range(1, 26):
        for player in players:
            body = chance.choice(player.ask("GET", path)["legal"])["body"]
            answers.waited = answers.called = 0.0
            own[turn].append(in_process(path, player, "place", body) - answers.waited)
            library[turn].append(answers.called - answers.waited)
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
    median, boto3 = (
        statistics.median(spent for turn in MIDDLE for spent in times[turn])
        for times in (own, library)
    )
    yield Row(
        f"own time, {seats} players",
        ours=duration(median),
        peers=f"of it boto3 {duration(boto3)}",
        limit="≤ 3 ms" if seats == 8 else "",
        reached=median <= 3e-3 if seats == 8 else None,
    )


def _ten_hands(base_url: str) -> Iterator[Row]:
    """What a play of Texas Showdown writes, in the first hand and in the tenth."""
    answers = Answers(table.client())
    players = [guest(base_url, f"Player {seat}") for seat in range(4)]
    path = f"/v1/matches/{match_of(players, 'texas-showdown', {'hands': 10})}"
    in_process(path, players[0], "deal", {})
    chance = random.Random(4)
    size: dict[int, list[int]] = defaultdict(list)
    while (view := players[0].ask("GET", path))["status"] == "playing":
        player = players[view["to_act"][0]]
        move = chance.choice(player.ask("GET", path)["legal"])
        in_process(path, player, move["verb"], move["body"])
        if move["verb"] == "play-card":
            size[view["public"]["hand"]].append(answers.written)
    answers.close()
    for hand in (1, 10):
        most = max(size[hand])
        units = math.ceil(most / 1024)
        yield Row(
            f"a play, 4 players, hand {hand}",
            ours=f"{units} WU",
            peers=f"{most} bytes at most",
            limit="≤ 1",
            reached=units <= 1,
        )


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


def _crowd(base_url: str) -> Iterator[Row]:
    """Tickets of many clients at once over HTTP, some of them cancelled."""
    start = time.perf_counter()
    outcome = look_for_matches(base_url, CLIENTS, TICKETS)
    took = time.perf_counter() - start
    right = outcome.seated == outcome.brought and set(outcome.brought.values()) == {1}
    yield Row(
        f"{TICKETS} tickets, {CLIENTS} clients",
        ours=duration(took),
        peers=f"{outcome.matched} matched, {outcome.cancelled} cancelled",
        limit="each once",
        reached=right and outcome.matched + outcome.cancelled == TICKETS,
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
