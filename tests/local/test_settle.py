"""Matches that end on a deployment change the ratings of their players, each of them once."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from local import stack
from local.client import Client, Json, guest, match_of
from local.emulator import client
from tests.ratings.replayed import assert_that_histories_replay

GAME = "card-bingo"
MATCHES = 6
PATIENCE = 120.0  # seconds


def play(players: list[Client], match_id: str) -> None:
    """Deal a match and make moves of it until it is over."""
    path = f"/v1/matches/{match_id}"
    rng = Random(match_id)
    view = players[0].ask("POST", f"{path}/deal", {})["view"]
    while view["status"] == "playing":
        mover = players[rng.choice(view["to_act"])]
        move = rng.choice(mover.ask("GET", path)["legal"])
        view = mover.ask("POST", f"{path}/{move['verb']}", move["body"])["view"]


def histories(players: list[Client], expected: int) -> dict[str, list[Json]]:
    """The histories of players, oldest first, once they have as many entries."""
    found: dict[str, list[Json]] = {}

    def are_there() -> bool:
        answers = [player.ask("GET", f"/v1/players/me/history?game={GAME}") for player in players]
        found.update({answer["player_id"]: answer["history"][::-1] for answer in answers})
        return all(len(each) >= expected for each in found.values())

    assert eventually(are_there), found
    return found


@pytest.fixture(scope="module")
def players(base_url: str) -> list[Client]:
    return [guest(base_url, f"P{number}") for number in range(3)]


@pytest.fixture(scope="module")
def played(players: list[Client]) -> list[str]:
    """The ids of matches of the same players that end in the same moments."""
    ids = [match_of(players, GAME, {}) for _ in range(MATCHES)]
    # A client is no more than its token, so it can be used from several threads.
    with ThreadPoolExecutor(MATCHES) as threads:
        list(threads.map(lambda match_id: play([replace(p) for p in players], match_id), ids))
    return ids


def test_matches_that_end_together_count_once_each(
    players: list[Client], played: list[str]
) -> None:
    found = histories(players, MATCHES)
    for entries in found.values():
        assert [entry["played"] for entry in entries] == [*range(1, MATCHES + 1)]
        assert sorted(entry["match_id"] for entry in entries) == sorted(played)
        for before, after in pairwise(entries):
            assert after["before"] == before["after"]
    assert_that_histories_replay(found)
    for player in players:
        # Other tests play this game too.
        board = player.ask("GET", f"/v1/leaderboards/{GAME}?limit=100")
        assert board["you"]["played"] == MATCHES
        own = found[board["you"]["player_id"]][-1]["after"]
        assert {name: board["you"][name] for name in own} == own
        assert board["you"] in board["top"]
        ours = [row["played"] for row in board["top"] if row["player_id"] in found]
        assert sum(ours) == MATCHES * len(players)


def test_a_match_that_the_queue_tells_again_is_not_counted_again(
    base_url: str, players: list[Client], played: list[str]
) -> None:
    before = histories(players, MATCHES)
    sqs, queue = queue_of(base_url, "SettleQueue")
    for told in (*played, "no-match"):
        sqs.send_message(QueueUrl=queue, MessageBody=told)
    play(players, match_of(players, GAME, {}))
    after = histories(players, MATCHES + 1)
    assert eventually(lambda: not waiting(sqs, queue))
    assert histories(players, MATCHES + 1) == after
    for player, entries in before.items():
        assert after[player][:-1] == entries


def test_what_cannot_be_settled_holds_nothing_up_and_becomes_a_dead_letter(
    base_url: str, players: list[Client]
) -> None:
    sqs, queue = queue_of(base_url, "SettleQueue")
    _, dead_letters = queue_of(base_url, "SettleDeadLetters")
    policy = sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["RedrivePolicy"])
    twice = {**json.loads(policy["Attributes"]["RedrivePolicy"]), "maxReceiveCount": 2}
    impatient = {"VisibilityTimeout": "1", "RedrivePolicy": json.dumps(twice)}
    sqs.set_queue_attributes(QueueUrl=queue, Attributes=impatient)
    port = urlsplit(base_url).port or 0
    for kind in ("MATCH", "OVER"):  # a match with nothing in it
        broken = {"pk": {"S": "MATCH#broken"}, "sk": {"S": kind}}
        client("dynamodb", port).put_item(TableName=stack.outputs(port)["TableName"], Item=broken)
    count = max(map(len, histories(players, 0).values()))
    play(players, match_of(players, GAME, {}))
    assert {len(entries) for entries in histories(players, count + 1).values()} == {count + 1}
    assert eventually(lambda: waiting(sqs, dead_letters) and not waiting(sqs, queue))
    (message,) = sqs.receive_message(QueueUrl=dead_letters)["Messages"]
    assert message["Body"] == "broken"


def queue_of(base_url: str, name: str) -> tuple[Any, str]:
    """A client of the emulator's queues, and the address of one of the deployment's."""
    sqs = client("sqs", urlsplit(base_url).port or 0)
    (url,) = sqs.list_queues(QueueNamePrefix=f"{stack.STACK}-{name}")["QueueUrls"]
    return sqs, url


def waiting(sqs: Any, queue: str) -> int:
    """How many messages a queue has, those that are not to be seen now among them."""
    kinds = ("", "Delayed", "NotVisible")
    names = [f"ApproximateNumberOfMessages{kind}" for kind in kinds]
    answer = sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=names)
    return sum(map(int, answer["Attributes"].values()))


def eventually(happens: Callable[[], object]) -> bool:
    """Whether something happens, which is looked for with patience."""
    until = time.monotonic() + PATIENCE
    while not happens():
        if time.monotonic() > until:
            return False
    return True
