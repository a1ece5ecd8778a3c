"""A store that shows old items, fails, loses answers; other writers at every point in between."""

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from croupier.store import matches as stored_matches
from croupier.store import slates as stored_slates
from tests.flow.client import Answer, Handler, Json, assert_problem, call, handler_of
from tests.flow.service import (
    Match,
    Player,
    everything,
    guests,
    match_of,
    options,
    play_on,
    routed,
)
from tests.store.faults import FAULTS, Failing, Interleaved, Stale, unanswered, wrapped
from tests.template import ROOT

pytestmark = pytest.mark.usefixtures("service")

NO_EVENTS = {"crossroads": 0, "tunnel": 0, "sandstorm": 0}
PLAN = {"game": "texas-bingo", "seats": 2, **options("competitive", events=NO_EVENTS)}


@dataclass(frozen=True)
class Sent:
    """What a client that asks again when it is told to has got."""

    answer: Answer
    tries: int


def insist(player: Player, method: str, path: str, body: Any = None, **headers: str) -> Sent:
    """Send, and send the same again as long as the service is busy."""
    tries = 1
    while (answer := player.send(method, path, body, **headers)).status == 503:
        assert_problem(answer, 503, "busy")
        assert answer.headers["Retry-After"]
        assert tries < 5
        tries += 1
    return Sent(answer, tries)


def short_match(host: Player, other: Player) -> list[Sent]:
    """Created, joined, a nonce set, dealt, a turn placed, with nothing but legal requests."""
    sent = [insist(host, "POST", "/v1/matches", PLAN)]
    made = sent[0].answer.json
    path = f"/v1/matches/{made['match_id']}"
    sent.append(insist(other, "POST", f"{path}/join", {"invite": made["invite"]}))
    sent.append(insist(other, "PUT", f"{path}/nonce", {"nonce": "x"}))
    sent.append(insist(host, "POST", f"{path}/deal", {"turn": 0}))
    (card,) = sent[-1].answer.json["view"]["public"]["turns"][-1]["cards"]
    for player, cell in ((host, "a1"), (other, "b2")):
        body = {"turn": 1, "card": card, "cell": cell}
        sent.append(insist(player, "POST", f"{path}/place", body))
    return sent


def assert_that_all_was_done_once(sent: list[Sent], host: Player, other: Player) -> None:
    """Each request was granted and took effect once."""
    assert [each.answer.status for each in sent] == [201, *[200] * 5], [
        each.answer.text[:200] for each in sent
    ]
    assert [each.answer.json["version"] for each in sent] == list(range(1, 7))
    match_id = sent[0].answer.json["match_id"]
    stored = stored_matches.load(match_id, consistent=True)
    assert stored
    assert stored.hand
    assert stored.version == 6
    assert [seat and (seat.player, seat.nonce) for seat in stored.seats] == [
        (host.id, ""),
        (other.id, "x"),
    ]
    first, *placed = stored.hand.moves
    assert first == "0:deal"
    assert [(move[0], move[-2:]) for move in placed] == [("0", "a1"), ("1", "b2")]
    for player in (host, other):
        assert match_id in stored_matches.memberships(player.id)


def matches_there_are() -> int:
    return sum(item["sk"]["S"] == "MATCH" for item in everything())


@pytest.mark.parametrize("fault", ["lost", "unanswered", "contended"])
def test_one_bad_call_anywhere_loses_nothing_and_doubles_nothing(fault: str) -> None:
    host, other = guests(2)
    counting = Failing(FAULTS[fault], 10_000)
    with wrapped(counting):
        short_match(host, other)
    assert counting.calls == 2 + 3 + 4 * 2
    # When the name of who comes cannot be read, the client is told to ask again.
    profiles = {0, 2}
    for number in range(counting.calls):
        before = matches_there_are()
        with wrapped(Failing(FAULTS[fault], number)):
            sent = short_match(host, other)
        assert_that_all_was_done_once(sent, host, other)
        assert matches_there_are() == before + 1
        busy = [each.tries - 1 for each in sent]
        assert sum(busy) <= (number in profiles), (number, busy)


@pytest.mark.parametrize("writes_ago", [1, 2, 3, 99])
def test_old_items_refuse_nothing(writes_ago: int) -> None:
    host, other = guests(2)
    stale = Stale(writes_ago)
    with wrapped(stale):
        sent = short_match(host, other)
    assert stale.shown
    assert_that_all_was_done_once(sent, host, other)
    assert all(each.tries == 1 for each in sent)


def test_a_whole_match_is_played_on_old_items() -> None:
    players = guests(2)
    stale = Stale(2)
    with wrapped(stale):
        match = match_of(players)
        play_on(match, Random(3), turns=6)
    assert match.view(0)["turn"] == 6
    assert match.view(0)["move"] == 1 + 2 + 5 * 2
    assert stale.shown > 10


@pytest.mark.parametrize("fault", FAULTS)
def test_three_bad_calls_in_a_row_do_not_stop_a_move(fault: str) -> None:
    match = match_of(guests(2), **options("competitive", events=NO_EVENTS))
    request = match.view(0)["legal"][0]
    with wrapped(Failing(FAULTS[fault], 0, 2)):
        moved = match.move(0, request["verb"], request["body"])
    assert moved["version"] == 4
    assert match.view(0) == moved["view"]


@pytest.mark.parametrize("key", ["k", None])
@pytest.mark.parametrize("fault", ["throttled", "unreachable", "unanswered"])
def test_when_the_store_is_down_the_player_is_told_to_try_again(fault: str, key: str) -> None:
    match = match_of(guests(2), **options("competitive", events=NO_EVENTS))
    body = match.view(0)["legal"][0]["body"]
    headers = {"idempotency_key": key} if key else {}
    failing = Failing(FAULTS[fault], 0, 10_000)
    with wrapped(failing):
        assert_problem(match.send(0, "place", body, **headers), 503, "busy")
    assert failing.calls < 10
    moved = match.move(0, "place", body, **headers)
    assert (moved["version"], moved["view"]["move"]) == (4, 2)


def test_a_move_that_was_made_but_not_answered_is_answered_when_it_is_sent_again() -> None:
    match = match_of(guests(2), **options("competitive", events=NO_EVENTS))
    body = match.view(0)["legal"][0]["body"]
    failing = Failing(
        unanswered, 1, 10_000
    )  # the write goes through, and nothing after it is heard
    with wrapped(failing):
        assert_problem(match.send(0, "place", body, idempotency_key="k"), 503, "busy")
    match.move(1, "place", body)
    again = match.move(0, "place", body, idempotency_key="k")
    assert (again["version"], again["view"]["turn"]) == (4, 1)
    assert match.view(0)["version"] == 5


@pytest.mark.parametrize("fault", ["lost", "unanswered"])
def test_one_bad_call_does_not_keep_anybody_in_the_lobby(fault: str) -> None:
    """To leave, to take out, to close: done once, whoever else comes and goes."""
    for number in range(2):
        players = guests(3)
        match = match_of(players, dealt=False, seats=4)
        with wrapped(Failing(FAULTS[fault], number)):
            assert match.send(2, "leave").status == 200
        with wrapped(Failing(FAULTS[fault], number)):
            assert match.send(0, "leave", {"seat": 1}).status == 200
        view = match.view(0)
        assert ([seat["seat"] for seat in view["seats"]], view["version"]) == ([0], 5)
        with wrapped(Failing(FAULTS[fault], number)):
            assert match.players[0].send("DELETE", match.path).status == 200
        assert match.view(0)["version"] == 6
        last = match_of(players[:1], dealt=False, seats=2)
        with wrapped(Failing(FAULTS[fault], number)):
            assert last.send(0, "leave").json["status"] == "finished"


@cache
def elsewhere(folder: str) -> Handler:
    """The handler of another instance of a function."""
    path = ROOT / "functions" / folder / "app.py"
    spec = importlib.util.spec_from_file_location(f"elsewhere_{folder}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    handler: Handler = module.handler
    return handler


Request = tuple[int, str, str, Any, dict[str, str]]  # seat, method, path below, body, headers


def asked(seat: int, method: str, what: str, body: Any = None, **headers: str) -> Request:
    return seat, method, what, body, headers


def there(match: Match, request: Request) -> Answer:
    """Send a request to an instance of its own."""
    seat, method, what, body, headers = request
    path = match.path + what
    sent = {"authorization": f"Bearer {match.players[seat].token}"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    return call(method, path, body, headers=sent, handler=elsewhere(routed(method, path)))


def here(match: Match, request: Request) -> Answer:
    seat, method, what, body, headers = request
    return match.players[seat].send(method, match.path + what, body, **headers)


def lobby(players: list[Player], seats: int | None = None, sitting: int = 2, **plan: Any) -> Match:
    """Some sit, the others of the players do not yet."""
    match = match_of(players[:sitting], dealt=False, seats=seats, visibility="public", **plan)
    return Match(match.id, match.invite, players)


def dealt(players: list[Player]) -> Match:
    return match_of(players[:2], **options("competitive", events=NO_EVENTS))


def placing(match: Match, seat: int, cell: str, **headers: str) -> Request:
    (card,) = match.view(0)["public"]["turns"][-1]["cards"]
    return asked(seat, "POST", "/place", {"turn": 1, "card": card, "cell": cell}, **headers)


def place_and_place(match: Match) -> list[Request]:
    return [placing(match, 0, "a1"), placing(match, 1, "b1")]


def double_tap(match: Match) -> list[Request]:
    return [placing(match, 0, "a1"), placing(match, 0, "a1")]


def two_cells(match: Match) -> list[Request]:
    return [placing(match, 0, "a1"), placing(match, 0, "a2")]


def same_key(match: Match) -> list[Request]:
    return [placing(match, 0, "a1", idempotency_key="k")] * 2


def same_key_for_two(match: Match) -> list[Request]:
    return [placing(match, seat, "a1", idempotency_key="k") for seat in range(2)]


def same_key_two_cells(match: Match) -> list[Request]:
    return [placing(match, 0, cell, idempotency_key="k") for cell in ("a1", "a2")]


def same_version(match: Match) -> list[Request]:
    version = f'"{match.view(0)["version"]}"'
    return [placing(match, 0, "a1", if_match=version), placing(match, 1, "b1", if_match=version)]


def bingo(players: list[Player]) -> Match:
    """Twenty numbers are drawn, some of them on each of the two cards; nothing is marked."""
    match = match_of(players[:2], game="bingo")
    for _ in range(20):
        match.move(0, "reveal")
    return match


def marking(match: Match, seat: int, nth: int = 0, **headers: str) -> Request:
    marks = [move for move in match.view(seat)["legal"] if move["verb"] == "place"]
    return asked(seat, "POST", "/place", marks[nth]["body"], **headers)


def claiming(match: Match, seat: int) -> Request:
    return asked(seat, "POST", "/claim", {})


DRAWING = asked(0, "POST", "/reveal", {})
JOIN, DEAL = "/join", "/deal"
RACES: dict[str, tuple[Callable[[list[Player]], Match], Callable[[Match], list[Request]]]] = {
    "two place": (dealt, place_and_place),
    "one taps twice": (dealt, double_tap),
    "one places on two cells": (dealt, two_cells),
    "one request twice": (dealt, same_key),
    "two use one key": (dealt, same_key_for_two),
    "one key for two requests": (dealt, same_key_two_cells),
    "two move on one version": (dealt, same_version),
    "two join for the last seat": (
        lambda players: lobby(players, 3),
        lambda _: [asked(2, "POST", JOIN, {}), asked(3, "POST", JOIN, {})],
    ),
    "one joins twice": (
        lambda players: lobby(players, 4),
        lambda _: [asked(2, "POST", JOIN, {}), asked(2, "POST", JOIN, {})],
    ),
    "two join": (
        lambda players: lobby(players, 4),
        lambda _: [asked(2, "POST", JOIN, {}), asked(3, "POST", JOIN, {})],
    ),
    "a join and the deal": (
        lambda players: lobby(players, None),
        lambda _: [asked(2, "POST", JOIN, {}), asked(0, "POST", DEAL, {})],
    ),
    "a join and the end": (
        lambda players: lobby(players, None),
        lambda _: [asked(2, "POST", JOIN, {}), asked(0, "DELETE", "")],
    ),
    "the last leaves and one joins": (
        lambda players: lobby(players, None, sitting=1),
        lambda _: [asked(0, "POST", "/leave", {}), asked(2, "POST", JOIN, {})],
    ),
    "a leave and the deal": (
        lambda players: lobby(players, None, sitting=3),
        lambda _: [asked(1, "POST", "/leave", {}), asked(0, "POST", DEAL, {})],
    ),
    "one is taken out and the deal": (
        lambda players: lobby(players, None, sitting=3),
        lambda _: [asked(0, "POST", "/leave", {"seat": 1}), asked(0, "POST", DEAL, {})],
    ),
    "the host leaves and is about to deal": (
        lambda players: lobby(players, None, sitting=3),
        lambda _: [asked(0, "POST", "/leave", {}), asked(0, "POST", DEAL, {})],
    ),
    "the host leaves and the next deals": (
        lambda players: lobby(players, None, sitting=3),
        lambda _: [asked(0, "POST", "/leave", {}), asked(1, "POST", DEAL, {})],
    ),
    "two leave": (
        lambda players: lobby(players, None),
        lambda _: [asked(0, "POST", "/leave", {}), asked(1, "POST", "/leave", {})],
    ),
    "a nonce and the deal": (
        lambda players: lobby(players, None),
        lambda _: [asked(1, "PUT", "/nonce", {"nonce": "x"}), asked(0, "POST", DEAL, {})],
    ),
    "two nonces": (
        lambda players: lobby(players, None),
        lambda _: [asked(seat, "PUT", "/nonce", {"nonce": "x"}) for seat in range(2)],
    ),
    "two players mark": (bingo, lambda match: [marking(match, 0), marking(match, 1)]),
    "one player marks two": (bingo, lambda match: [marking(match, 0), marking(match, 0, 1)]),
    "one marks one twice": (bingo, lambda match: [marking(match, 0)] * 2),
    "one mark comes twice": (bingo, lambda match: [marking(match, 0, idempotency_key="k")] * 2),
    "one key for two marks": (
        bingo,
        lambda match: [marking(match, 0, nth, idempotency_key="k") for nth in (0, 1)],
    ),
    "a mark and a draw": (bingo, lambda match: [marking(match, 1), DRAWING]),
    "a mark and a claim": (bingo, lambda match: [marking(match, 1), claiming(match, 1)]),
    "two claims": (bingo, lambda match: [claiming(match, 0), claiming(match, 1)]),
    "a claim and a draw": (bingo, lambda match: [claiming(match, 1), DRAWING]),
    "two deals": (
        lambda players: lobby(players, None),
        lambda _: [asked(0, "POST", DEAL, {}), asked(0, "POST", DEAL, {})],
    ),
    "the deal and the end": (
        lambda players: lobby(players, None),
        lambda _: [asked(0, "POST", DEAL, {}), asked(0, "DELETE", "")],
    ),
}


def comparable(move: str) -> str:
    """What of a move does not depend on the deal: the cell; how much a claim of bingo shows."""
    what, _, where = move.partition("@")
    return f"{what} {int(where, 16).bit_count()}" if what.endswith("bingo") else where or what


def outcome(match: Match, answers: list[Answer]) -> Json:
    """What came of two requests, in words that another match can be compared by."""
    stored = stored_matches.load(match.id, consistent=True)
    assert stored
    return {
        "answers": [(answer.status, answer.json.get("code")) for answer in answers],
        "version": stored.version,
        "status": stored.status,
        "seats": [seat and (seat.player, seat.nonce) for seat in stored.seats],
        "moves": stored.hand and sorted(map(comparable, stored.hand.moves)),
        "marks": [(slate.seat, len(slate.moves)) for slate in stored_slates.load_all(match.id)],
        "members": {
            player.id
            for player in match.players
            if match.id in stored_matches.memberships(player.id)
        },
    }


@pytest.mark.parametrize("race", RACES)
def test_two_requests_end_as_if_one_had_come_after_the_other(race: str) -> None:
    players = guests(4)
    make, requests = RACES[race]
    serial = []
    for first in (0, 1):
        match = make(players)
        both = requests(match)
        answers = {first: here(match, both[first])}
        answers[1 - first] = here(match, both[1 - first])
        serial.append(outcome(match, [answers[0], answers[1]]))
    for slow in (0, 1):
        match = make(players)
        both = requests(match)
        between = Interleaved(partial(there, match, both[1 - slow]))
        with wrapped(between):
            answers = {slow: here(match, both[slow])}
        # Who is refused writes nothing, and has left no gap.
        answers[1 - slow] = between.came or here(match, both[1 - slow])
        assert outcome(match, [answers[0], answers[1]]) in serial


def test_one_request_sent_twice_at_once_is_answered_the_same() -> None:
    match = match_of(guests(2))
    request = match.view(0)["legal"][0]
    both = asked(0, "POST", "/choose", request["body"], idempotency_key="k")
    between = Interleaved(partial(there, match, both))
    with wrapped(between):
        slow = here(match, both)
    assert slow == between.came


def test_one_creation_sent_twice_at_once_makes_one_match() -> None:
    (player,) = guests(1)
    headers = {"authorization": f"Bearer {player.token}", "idempotency-key": "k"}
    create = partial(call, "POST", "/v1/matches", PLAN, headers=headers)
    between = Interleaved(partial(create, handler=elsewhere("matches")))
    with wrapped(between):
        slow = create(handler=handler_of("matches"))
    assert slow.status == 201
    assert slow == between.came
    assert matches_there_are() == 1


def test_who_is_taken_out_is_whom_the_host_saw_wherever_he_sits_now() -> None:
    players = guests(4)
    match = lobby(players, sitting=3)

    def change_seats() -> None:
        for seat in (1, 2):
            assert there(match, asked(seat, "POST", "/leave", {})).status == 200
        assert there(match, asked(2, "POST", JOIN, {})).json["seat"] == 1
        assert there(match, asked(3, "POST", JOIN, {})).json["seat"] == 2

    with wrapped(Interleaved(change_seats)):
        assert match.send(0, "leave", {"seat": 2}).status == 200
    assert [seat["player_id"] for seat in match.view(0)["seats"]] == [players[0].id, players[3].id]
    assert_problem(match.send(2, "join"), 403, "removed")


def test_who_came_meanwhile_is_not_taken_out_in_place_of_who_went() -> None:
    players = guests(3)
    match = lobby(players)

    def change_seats() -> None:
        assert there(match, asked(1, "POST", "/leave", {})).status == 200
        assert there(match, asked(2, "POST", JOIN, {})).json["seat"] == 1

    with wrapped(Interleaved(change_seats)):
        assert match.send(0, "leave", {"seat": 1}).status == 200
    assert [seat["player_id"] for seat in match.view(0)["seats"]] == [players[0].id, players[2].id]


def test_a_move_is_judged_again_as_often_as_others_are_quicker() -> None:
    """Seven others place between this player's read and write, one each time it tries."""
    match = match_of(guests(8), **options("competitive", events=NO_EVENTS))
    requests = [placing(match, seat, "a1") for seat in range(8)]
    others = iter(requests[1:])
    deep = [False]

    def before_each_write(operation: str, request: Json, call: Callable[[], Json]) -> Json:
        if operation == "put_item" and not deep[0] and (other := next(others, None)):
            deep[0] = True
            assert there(match, other).status == 200
            deep[0] = False
        return call()

    with wrapped(before_each_write):
        assert here(match, requests[0]).status == 200
    view = match.view(0)
    assert (view["turn"], view["move"]) == (2, 9)
