"""Many clients at once against a deployment: nothing is lost, nothing is done twice."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import TypeVar

import pytest

from croupier.matches.record import from_text, split
from croupier.matches.replay import replay
from local.client import Answer, Client, guest, match_of

T = TypeVar("T")


def at_once(calls: Sequence[Callable[[], T]]) -> list[T]:
    """Each call from a thread of its own, all released at the same instant."""
    gate = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        gate.wait(timeout=60)
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


@pytest.fixture(scope="module")
def players(base_url: str) -> list[Client]:
    return [guest(base_url, f"P{number}") for number in range(8)]


def dealt(players: list[Client], options: dict[str, object]) -> str:
    """The path of a match in which all have kept a mission, if there are any."""
    path = f"/v1/matches/{match_of(players, 'texas-bingo', options)}"
    players[0].ask("POST", f"{path}/deal", {})
    for player in players:
        for move in player.ask("GET", path)["legal"][:1]:
            if move["verb"] == "choose":
                player.ask("POST", f"{path}/choose", move["body"])
    return path


def entries(players: list[Client], path: str) -> list[str]:
    """The moves of a match that is over."""
    moves: list[str] = players[0].ask("GET", f"{path}/record")["hands"][0]
    return moves


def test_of_eight_who_place_at_the_same_instant_each_is_taken_once(players: list[Client]) -> None:
    chance = random.Random(8)
    for _ in range(2):
        path = dealt(players, {})
        sent = []
        for turn in range(1, 26):
            views = [player.ask("GET", path) for player in players]
            bodies = [chance.choice(view["legal"])["body"] for view in views]
            assert [body["turn"] for body in bodies] == [turn] * 8
            answers = at_once(
                [
                    partial(player.send, "POST", f"{path}/place", body)
                    for player, body in zip(players, bodies, strict=True)
                ]
            )
            assert [answer.status for answer in answers] == [200] * 8
            assert len({answer.json["version"] for answer in answers}) == 8
            sent += [f"{seat}:{body['card']}@{body['cell']}" for seat, body in enumerate(bodies)]
        placed = [entry for entry in entries(players, path) if "@" in entry]
        assert sorted(placed) == sorted(sent)
        by_turn = [placed[at : at + 8] for at in range(0, 200, 8)]
        assert all(sorted(split(entry)[0] for entry in turn) == [*range(8)] for turn in by_turn)
        record = players[0].ask("GET", f"{path}/record")
        assert players[0].ask("GET", path)["result"] == _result(record["text"])


def _result(text: str) -> object:
    table = replay(from_text(text))
    return table.game.result(table.state)


def test_the_same_request_sent_twice_at_once_plays_once_and_answers_the_same(
    base_url: str, players: list[Client]
) -> None:
    path = dealt(players[:2], {"mode": "competitive"})
    twin = Client(base_url, players[0].token)
    for turn in range(1, 11):
        move = players[0].ask("GET", path)["legal"][0]
        tap = ("POST", f"{path}/place", move["body"], {"Idempotency-Key": f"tap-{turn}"})
        first, second = at_once([partial(players[0].send, *tap), partial(twin.send, *tap)])
        assert (first.status, first.text) == (200, second.text)
        other = players[0].send(tap[0], tap[1], {"card": "2c", "cell": "a1"}, tap[3])
        assert (other.status, other.json["code"]) == (422, "key-reused")
        view = players[1].ask("GET", path)
        players[1].ask("POST", f"{path}/place", view["legal"][0]["body"])
        assert twin.send(*tap).text == first.text
    assert players[0].ask("GET", path)["turn"] == 11


def test_a_double_tap_places_one_tile(base_url: str, players: list[Client]) -> None:
    path = dealt(players[:1], {"mode": "solo"})
    twin = Client(base_url, players[0].token)
    for _ in range(25):
        legal = players[0].ask("GET", path)["legal"]
        bodies = [legal[0]["body"], legal[-1]["body"]]
        answers = at_once(
            [
                partial(players[0].send, "POST", f"{path}/place", bodies[0]),
                partial(twin.send, "POST", f"{path}/place", bodies[1]),
            ]
        )
        refused = [answer.json["code"] for answer in answers if answer.status != 200]
        assert len(refused) == 1
        assert refused[0] in ("stale-turn", "match-over")
    assert len(entries(players, path)) == 26


def test_of_two_who_join_for_the_last_seat_one_gets_it(players: list[Client]) -> None:
    for _ in range(10):
        path, invite = _open_match(players[0], 2)
        answers = at_once([partial(_join, one, path, invite) for one in players[1:3]])
        assert sorted(answer.status for answer in answers) == [200, 409]
        refused = next(answer for answer in answers if answer.status == 409)
        assert refused.json["code"] == "match-full"


def test_of_eight_who_join_at_once_nobody_loses_a_seat(
    base_url: str, players: list[Client]
) -> None:
    host = guest(base_url, "Host")
    for _ in range(100):
        path, invite = _open_match(host, 8)
        answers = at_once([partial(_join, one, path, invite) for one in players])
        seated = {answer.json["seat"] for answer in answers if answer.status == 200}
        assert sorted(answer.status for answer in answers) == [200] * 7 + [409]
        assert seated == set(range(1, 8))
        shown = host.ask("GET", path)["seats"]
        told = {
            answer.json["seat"]: answer.json["view"]["you"]
            for answer in answers
            if answer.status == 200
        }
        assert [seat["seat"] for seat in shown] == [*range(8)]
        assert all(seat == you for seat, you in told.items())
        assert len({seat["player_id"] for seat in shown}) == 8


def test_a_retry_of_a_creation_is_the_same_match(base_url: str, players: list[Client]) -> None:
    twin = Client(base_url, players[0].token)
    plan = {"game": "texas-bingo", "seats": 2}
    for number in range(10):
        headers = {"Idempotency-Key": f"create-{number}"}
        first, second = at_once(
            [
                partial(players[0].send, "POST", "/v1/matches", plan, headers),
                partial(twin.send, "POST", "/v1/matches", plan, headers),
            ]
        )
        assert (first.status, first.text) == (201, second.text)


def _open_match(host: Client, seats: int) -> tuple[str, str]:
    made = host.ask("POST", "/v1/matches", {"game": "texas-bingo", "seats": seats})
    return f"/v1/matches/{made['match_id']}", made["invite"]


def _join(player: Client, path: str, invite: str) -> Answer:
    return player.send("POST", f"{path}/join", {"invite": invite})


def test_a_move_for_an_older_version_is_refused(players: list[Client]) -> None:
    path = dealt(players[:2], {"mode": "competitive"})
    looked = players[0].send("GET", path)
    body = looked.json["legal"][0]["body"]
    players[1].ask("POST", f"{path}/place", players[1].ask("GET", path)["legal"][0]["body"])
    old = {"If-Match": looked.headers["etag"], "Idempotency-Key": "for-an-older-version"}
    refused = players[0].send("POST", f"{path}/place", body, old)
    assert (refused.status, refused.json["code"]) == (412, "version-changed")
    new = {**old, "If-Match": players[0].send("GET", path).headers["etag"]}
    taken = players[0].send("POST", f"{path}/place", body, new)
    assert taken.status == 200
    assert players[0].send("POST", f"{path}/place", body, new).text == taken.text


def test_a_rematch_that_all_ask_for_at_once_is_one_match(players: list[Client]) -> None:
    path = f"/v1/matches/{match_of(players, 'card-bingo', {})}"
    players[0].ask("POST", f"{path}/deal", {})
    assert players[0].send("POST", f"{path}/rematch", {}).json["code"] == "not-over"
    while players[0].ask("GET", path)["status"] == "playing":
        for player in players:
            for move in player.ask("GET", path)["legal"][:1]:
                player.send("POST", f"{path}/{move['verb']}", move["body"])
    answers = at_once([partial(player.ask, "POST", f"{path}/rematch", {}) for player in players])
    assert len({answer["match_id"] for answer in answers}) == 1
    assert [answer["seat"] for answer in answers] == [*range(8)]
    view = players[0].ask("GET", f"/v1/matches/{answers[0]['match_id']}")
    assert [seat["seat"] for seat in view["seats"]] == [*range(8)]


def test_of_two_cards_played_at_once_by_one_seat_the_trick_gets_one(
    base_url: str, players: list[Client]
) -> None:
    path = f"/v1/matches/{match_of(players[:4], 'texas-showdown', {'hands': 1})}"
    twins = [Client(base_url, player.token) for player in players[:4]]
    players[0].ask("POST", f"{path}/deal", {})
    doubled = 0
    while (view := players[0].ask("GET", path))["status"] == "playing":
        (seat,) = view["to_act"]
        legal = players[seat].ask("GET", path)["legal"]
        first, second = (
            partial(client.send, "POST", f"{path}/{move['verb']}", move["body"])
            for client, move in ((players[seat], legal[0]), (twins[seat], legal[-1]))
        )
        answers = at_once([first, second])
        taken = [answer for answer in answers if answer.status == 200]
        refused = [answer.json["code"] for answer in answers if answer.status == 409]
        assert (len(taken), len(refused)) == (1, 1)
        assert refused[0] in ("not-your-turn", "stale-turn", "match-over", "illegal-move")
        doubled += len(legal) > 1
    assert doubled > 20
    moves = players[0].ask("GET", f"{path}/record")["hands"][0]
    cards = [split(entry) for entry in moves if split(entry)[1].isdigit()]
    assert len({card for _, card in cards}) == 60
    for at in range(0, 60, 4):
        leader = cards[at][0]
        assert [seat for seat, _ in cards[at : at + 4]] == [(leader + n) % 4 for n in range(4)]
    assert sum(view["public"]["points"]) == 15


def test_marks_of_one_rank_made_at_the_same_instant_count_once_each(
    base_url: str, players: list[Client]
) -> None:
    options = {"rank_only": True, "hand_size": 6}
    path = f"/v1/matches/{match_of(players, 'card-bingo', options)}"
    players[0].ask("POST", f"{path}/deal", {})
    accepted: list[str] = []
    crowded = 0
    while (view := players[0].ask("GET", path))["status"] == "playing":
        if view["public"]["phase"] == "calling":
            players[view["public"]["caller"]].ask("POST", f"{path}/reveal", {})
            continue
        early = players[view["public"]["caller"]].send("POST", f"{path}/reveal", {})
        assert (early.status, early.json["rule"]) == (409, "CB-4")
        marks = [
            (seat, move["body"]["card"])
            for seat, player in enumerate(players)
            for move in player.ask("GET", path)["legal"]
        ]
        answers = at_once(
            [
                partial(
                    Client(base_url, players[seat].token).send,
                    "POST",
                    f"{path}/place",
                    {"card": card, "turn": view["turn"]},
                )
                for seat, card in marks
            ]
        )
        crowded = max(crowded, len(marks))
        for (seat, card), answer in zip(marks, answers, strict=True):
            if answer.status == 200:
                accepted.append(f"{seat}:{card}")
            else:
                assert (answer.status, answer.json["code"]) == (409, "match-over")
    assert crowded >= 3
    moves = entries(players, path)
    marked = [entry for entry in moves if split(entry)[1] not in ("deal", "call")]
    assert sorted(marked) == sorted(accepted)
    winner = split(marked[-1])[0]  # the round ends at once: the last mark was the winner's
    assert view["result"]["winners"] == [winner]
    left = view["public"]["hands"]
    finished = [seat for seat, hand in enumerate(left) if not any(c["face_up"] for c in hand)]
    assert finished == [winner]


def test_a_hundred_players_who_mark_at_the_same_instant_all_have_marked(base_url: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        crowd = list(threads.map(lambda number: guest(base_url, f"P{number}"), range(100)))
    for player in crowd:
        player.timeout = 240
    path = f"/v1/matches/{match_of(crowd, 'bingo', {'pattern': 'blackout'})}"
    crowd[0].ask("POST", f"{path}/deal", {})
    for _ in range(45):
        view = crowd[0].ask("POST", f"{path}/reveal", {})["view"]
    with ThreadPoolExecutor(8) as threads:
        views = list(threads.map(lambda player: player.ask("GET", path), crowd))
    marks = [[move for move in view["legal"] if move["verb"] == "place"] for view in views]
    sent = []
    for wave in range(2):
        # Every wave crosses a draw, which is no reason to refuse a mark.
        calls = [partial(crowd[0].insist, "POST", f"{path}/reveal", {})]
        for seat, player in enumerate(crowd):
            body = marks[seat][wave]["body"]
            calls.append(partial(player.insist, "POST", f"{path}/place", body))
            sent.append(f"{seat}:{body['number']}")
        answers = at_once(calls)
        assert [answer.status for answer in answers] == [200] * 101
        assert len(answers[0].json["view"]["public"]["draws"]) == 46 + wave
    while view["status"] == "playing":
        view = crowd[0].ask("POST", f"{path}/reveal", {})["view"]
    record = crowd[0].ask("GET", f"{path}/record")
    marked = [entry for entry in record["hands"][0] if entry.partition(":")[2][0] in "BINGO"]
    assert sorted(marked) == sorted(sent)
    assert view["result"] == _result(record["text"])


def test_of_two_who_claim_before_the_next_draw_both_win(base_url: str) -> None:
    players = [guest(base_url, name) for name in ("Ada", "Ben", "Cleo")]
    path = f"/v1/matches/{match_of(players, 'bingo', {'pattern': ['a1']})}"
    players[0].ask("POST", f"{path}/deal", {})
    marked: set[int] = set()
    while len(marked) < 2:
        players[0].ask("POST", f"{path}/reveal", {})
        for seat in {0, 1, 2} - marked:
            for move in players[seat].ask("GET", path)["legal"]:
                corner = players[seat].ask("GET", path)["private"]["cards"][0]["rows"][0][0]
                if move["verb"] == "place" and move["body"]["number"] == corner:
                    players[seat].ask("POST", f"{path}/place", move["body"])
                    marked.add(seat)
    ready = sorted(marked)[:2]
    claims = at_once([partial(players[seat].send, "POST", f"{path}/claim", {}) for seat in ready])
    assert [answer.status for answer in claims] == [200, 200]
    view = players[0].ask("GET", path)
    if view["status"] == "playing":
        assert view["public"]["claims"] == ready
        view = players[0].ask("POST", f"{path}/reveal", {})["view"]
    assert view["result"]["winners"] == ready
