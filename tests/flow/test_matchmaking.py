"""Tickets over HTTP: taken, joined, looked at, cancelled, and turned into matches."""

from collections.abc import Callable
from functools import partial

import pytest

from croupier.store import matches as stored_matches
from tests.flow.client import Answer, Json, assert_problem
from tests.flow.service import Match, Player, everything, guests, send
from tests.flow.test_bad_input import BAD, NOT_JSON, at, is_refused, paths, replaced
from tests.flow.tickets import (
    PAIR,
    PATH,
    Clock,
    ask,
    assert_that_all_agree,
    cancel,
    join,
    look,
    matches,
    run_clock,
    stored,
    waiting,
)
from tests.store.faults import FAULTS, Failing, Interleaved, wrapped

pytestmark = pytest.mark.usefixtures("service", "clock")


def test_two_who_want_the_same_get_one_match_that_is_dealt(clock: Clock) -> None:
    ada, ben = guests(2)
    first = ask(ada, {**PAIR, "nonce": "lucky"})
    assert first["status"] == "waiting"
    assert look(ada, first)["status"] == "waiting"
    clock.forward()
    second = ask(ben)
    assert second["status"] == "waiting"
    told = [look(ada, first), look(ben, second)]
    assert [each["status"] for each in told] == ["matched", "matched"]
    assert told[0]["match_id"] == told[1]["match_id"]
    view = ada.send("GET", f"/v1/matches/{told[0]['match_id']}").json
    assert view["status"] == "playing"
    assert {seat["player_id"] for seat in view["seats"]} == {ada.id, ben.id}
    assert {seat["name"] for seat in view["seats"]} == {ada.name, ben.name}
    assert view["public"]["phase"] == "calling"
    found = stored_matches.load(told[0]["match_id"])
    assert found
    assert {(seat.player, seat.nonce) for seat in found.seats if seat} == {
        (ada.id, "lucky"),
        (ben.id, ""),
    }
    assert_that_all_agree([ada, ben], [first, second])
    (mine,) = ben.send("GET", "/v1/players/me/matches").json["matches"]
    assert mine["match_id"] == told[0]["match_id"]


def test_a_match_of_matchmaking_is_played_like_any_other(clock: Clock) -> None:
    ada, ben = guests(2)
    first = ask(ada)
    clock.forward()
    ask(ben)
    match_id = look(ada, first)["match_id"]
    players = {player.id: player for player in (ada, ben)}
    seats = ada.send("GET", f"/v1/matches/{match_id}").json["seats"]
    match = Match(match_id, "", [players[seat["player_id"]] for seat in seats])
    view = match.view(0)
    caller = view["public"]["caller"]
    assert match.move(caller, "reveal")["view"]["public"]["calls"]


def test_the_ticket_says_what_it_waits_for(clock: Clock) -> None:
    (ada,) = guests(1)
    ticket = ask(ada, {"game": "texas-bingo", "mode": "competitive", "rating_window": 250})
    told = look(ada, ticket)
    assert told["options"] == {"mode": "competitive"}
    assert (told["game"], told["mode"]) == ("texas-bingo", "competitive")
    assert told["waiting_since"] == int(clock.now)
    assert 0 < told["window"] <= 250
    assert told["estimate"] is None
    clock.forward(100_000)
    assert look(ada, ticket)["window"] == 250
    other = ask(ada)
    clock.forward(100_000)
    assert look(ada, other)["window"] is None


def test_the_estimate_comes_from_those_who_were_matched_before(clock: Clock) -> None:
    ada, ben, cleo = guests(3)
    ask(ada)
    clock.forward(40)
    ask(ben)
    clock.forward()
    ticket = ask(cleo)
    assert 30 <= look(cleo, ticket)["estimate"] <= 45
    clock.forward(1000)
    assert look(cleo, ticket)["estimate"] == 0


def test_nobody_waits_twice_for_a_game_and_one_may_wait_for_two(clock: Clock) -> None:
    ada, ben = guests(2)
    first = ask(ada)
    refused = ada.send("POST", PATH, PAIR)
    assert_problem(refused, 409, "already-waiting")
    assert refused.json["ticket_id"] == first["ticket_id"]
    other = {**PAIR, "seats": {"min": 3, "max": 3}}
    assert_problem(ada.send("POST", PATH, other), 409, "already-waiting")
    ask(ada, {"game": "nickel"})
    assert cancel(ada, first).json["status"] == "cancelled"
    again = ask(ada)
    clock.forward()
    ask(ben)
    assert look(ada, again)["status"] == "matched"
    ask(ada)


def test_the_same_request_with_the_same_key_is_one_ticket(clock: Clock) -> None:
    ada, ben = guests(2)
    first = ask(ada, idempotency_key="k")
    assert ask(ada, idempotency_key="k")["ticket_id"] == first["ticket_id"]
    answer = ada.send("POST", PATH, {"game": "nickel"}, idempotency_key="k")
    assert_problem(answer, 422, "key-reused")
    clock.forward()
    ask(ben, idempotency_key="k")
    assert look(ada, first)["status"] == "matched"
    assert ask(ada, idempotency_key="k")["status"] == "matched"
    assert len(matches([ada, ben])) == 1


def test_a_cancelled_ticket_never_plays(clock: Clock) -> None:
    ada, ben, cleo = guests(3)
    first = ask(ada)
    assert cancel(ada, first).json["status"] == "cancelled"
    assert cancel(ada, first).json["status"] == "cancelled"
    clock.forward()
    second = ask(ben)
    clock.forward(1000)
    assert look(ben, second)["status"] == "waiting"
    third = ask(cleo)
    clock.forward()
    assert look(ben, second)["status"] == look(cleo, third)["status"] == "matched"
    assert_problem(cancel(ben, second), 409, "already-matched")
    assert look(ada, first)["status"] == "cancelled"
    assert_that_all_agree([ada, ben, cleo], [first, second, third])


def test_a_party_waits_for_all_of_it_and_stays_together(clock: Clock) -> None:
    ada, ben, cleo, dov = guests(4)
    wish = {"game": "texas-showdown", "seats": {"min": 3, "max": 3}, "party": 2}
    ticket = ask(ada, wish)
    assert ticket["party"]["joined"] == [ada.id]
    others = [ask(player, {**wish, "party": 1}) for player in (cleo, dov)]
    clock.forward(1000)
    assert look(ada, ticket)["status"] == "waiting"
    assert_problem(join(ben, ticket, invite="0000000000"), 403, "wrong-invite")
    assert_problem(join(cleo, ticket, invite=ticket["party"]["invite"]), 409, "already-waiting")
    joined = join(ben, ticket, invite=ticket["party"]["invite"], nonce="ben")
    assert (joined.status, joined.json["party"]["joined"]) == (200, [ada.id, ben.id])
    assert join(ben, ticket, invite=ticket["party"]["invite"]).status == 200
    clock.forward(1000)
    told = look(ben, ticket)
    assert told["status"] == "matched"
    assert {ada.id, ben.id} < set(matches([ada])[told["match_id"]])
    assert sorted(look(p, t)["status"] for p, t in zip((cleo, dov), others, strict=True)) == [
        "matched",
        "waiting",
    ]
    assert_that_all_agree([ada, ben, cleo, dov], [ticket, *others])


def test_any_member_cancels_a_party_and_all_are_free(clock: Clock) -> None:
    ada, ben, cleo = guests(3)
    ticket = ask(ada, {"game": "nickel", "party": 2})
    assert join(ben, ticket, invite=ticket["party"]["invite"]).status == 200
    assert_problem(join(cleo, ticket, invite=ticket["party"]["invite"]), 409, "party-full")
    assert_problem(cancel(cleo, ticket), 403, "not-your-ticket")
    assert cancel(ben, ticket).json["status"] == "cancelled"
    assert look(ada, ticket)["status"] == "cancelled"
    assert_problem(join(cleo, ticket, invite=ticket["party"]["invite"]), 409, "ticket-cancelled")
    ask(ada, {"game": "nickel"})
    ask(ben, {"game": "nickel"})
    assert_that_all_agree([ada, ben, cleo], [ticket])


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"game": "nickel", "mode": "blitz"}, "unknown-mode"),
        ({"game": "nickel", "mode": "standard", "options": {}}, "unknown-mode"),
        ({"game": "nickel", "options": {"rounds": [0, 1]}}, "invalid-request"),
        ({"game": "nickel", "seats": {"min": 3, "max": 2}}, "wrong-seats"),
        ({"game": "nickel", "seats": {"min": 6}}, "wrong-seats"),
        ({"game": "nickel", "seats": {"max": 1}}, "invalid-request"),
        ({"game": "bingo", "seats": {"max": 17}}, "invalid-request"),
        ({"game": "nickel", "party": 5}, "wrong-seats"),
        ({"game": "nickel", "party": 0}, "invalid-request"),
        ({"game": "nickel", "rating_window": 0}, "invalid-request"),
        ({"game": "nickel", "bots": True}, "invalid-request"),
        ({"game": "texas-bingo", "options": {"mode": "solo"}}, "wrong-seats"),
        ({"game": "texas-bingo", "options": {"events": {"tunnel": 11}}}, "impossible-options"),
        ({}, "invalid-request"),
    ],
)
def test_a_wish_that_cannot_come_true_is_refused(wish: Json, code: str) -> None:
    (ada,) = guests(1)
    before = everything()
    assert_problem(ada.send("POST", PATH, wish), 422, code)
    assert everything() == before


def test_whatever_is_wrong_with_a_body_is_refused_and_changes_nothing() -> None:
    ada, ben = guests(2)
    right = {
        "game": "nickel",
        "mode": "short",
        "seats": {"min": 2, "max": 3},
        "party": 2,
        "rating_window": 100,
        "nonce": "x",
    }
    ticket = ask(ben, right)
    coming = f"{PATH}/{ticket['ticket_id']}/join"
    joining = {"invite": ticket["party"]["invite"], "nonce": "x"}
    before = everything()
    for path, body in ((PATH, right), (coming, joining)):
        for place in paths(body):
            for value in BAD:
                if type(value) is type(at(body, place)) or value is None:
                    continue
                is_refused(ada.send("POST", path, replaced(body, place, value)))
            if isinstance(at(body, place), dict):
                answer = ada.send("POST", path, replaced(body, (*place, "extra"), 1))
                assert_problem(answer, 422, "invalid-request")
        for raw in (*NOT_JSON.values(), "", "null", "[]"):
            if isinstance(raw, str):
                is_refused(ada.send("POST", path, None, raw=raw))
        assert_problem(send("POST", path, body), 401, "token-missing")
    assert everything() == before


def test_a_ticket_is_its_players_affair() -> None:
    ada, ben = guests(2)
    ticket = ask(ada)
    for method in ("GET", "DELETE"):
        path = f"{PATH}/{ticket['ticket_id']}"
        assert_problem(ben.send(method, path), 403, "not-your-ticket")
        assert_problem(send(method, path), 401, "token-missing")
        assert_problem(ada.send(method, f"{PATH}/nonsense"), 404, "unknown-ticket")
        assert_problem(ada.send(method, f"{PATH}/{'x' * 3000}"), 404, "unknown-ticket")
    assert_problem(join(ben, ticket, invite=""), 403, "wrong-invite")


def test_options_that_a_mode_has_wait_in_its_queue_and_others_in_their_own(clock: Clock) -> None:
    ada, ben, cleo, dov = guests(4)
    seats = {"min": 2, "max": 2}
    one = ask(ada, {"game": "nickel", "mode": "short", "seats": seats})
    same = {"rounds": [1, 4], "turn_limit": 60}  # the limit is the usual one
    clock.forward()
    two = ask(ben, {"game": "nickel", "options": same, "seats": seats})
    assert look(ada, one)["match_id"] == look(ben, two)["match_id"]
    other = {"rounds": [2, 4]}
    clock.forward()
    three = ask(cleo, {"game": "nickel", "options": other, "seats": seats})
    assert three["mode"] is None
    clock.forward()
    four = ask(dov, {"game": "nickel", "options": other, "seats": seats})
    assert look(cleo, three)["match_id"] == look(dov, four)["match_id"]
    found = stored_matches.load(look(dov, four)["match_id"])
    assert found
    assert found.options == other


def test_the_clock_makes_the_matches_of_those_who_are_away(clock: Clock) -> None:
    players = guests(7)
    seats = {"min": 2, "max": 2}
    tickets = [
        *waiting(players[:2], {"game": "nickel", "options": {"rounds": [3, 3]}}, clock),
        *waiting(players[2:4], {"game": "bingo", "seats": seats}, clock),
        *waiting(players[4:], PAIR, clock),
    ]
    assert not matches(players)
    run_clock()
    assert len(matches(players)) == 3
    assert_that_all_agree(players, tickets)
    before = everything()
    run_clock()
    assert {item["pk"]["S"] for item in before} == {item["pk"]["S"] for item in everything()}


def test_the_clock_stops_in_time_and_writes_nothing_where_nobody_waits(clock: Clock) -> None:
    players = guests(2)
    tickets = waiting(players, PAIR, clock)
    run_clock(seconds=1)
    assert not matches(players)
    run_clock()
    before = everything()
    clock.forward(1000)
    run_clock()
    assert everything() == before
    assert_that_all_agree(players, tickets)


def test_a_poll_while_the_queue_rests_reads_twice_and_writes_nothing(clock: Clock) -> None:
    (ada,) = guests(1)
    ticket = ask(ada)
    calls: list[str] = []

    def counted(operation: str, request: Json, call: Callable[[], Json]) -> Json:
        calls.append(operation)
        return call()

    with wrapped(counted):
        for _ in range(5):
            assert look(ada, ticket)["status"] == "waiting"
    assert calls == 5 * ["get_item"] * 2  # the ticket and the queue


class Crash(BaseException):
    """The process dies."""


def crash(operation: str, request: Json, call: Callable[[], Json]) -> Json:
    raise Crash


def crash_after(operation: str, request: Json, call: Callable[[], Json]) -> Json:
    call()
    raise Crash


@pytest.mark.parametrize("fault", ["lost", "unanswered", "contended", "crash_after"])
def test_a_matcher_that_fails_at_any_call_leaves_nothing_half_done(
    fault: str, clock: Clock
) -> None:
    around = {**FAULTS, "crash": crash, "crash_after": crash_after}[fault]
    calls = 20  # at most, until it is known
    for number in [99, *range(20)]:
        if number in range(calls, 99):
            break
        players = guests(3)
        tickets = waiting(players, {**PAIR, "seats": {"min": 3, "max": 3}}, clock)
        failing = Failing(around, number)
        with wrapped(failing):
            try:
                answer = players[0].send("GET", f"{PATH}/{tickets[0]['ticket_id']}")
                assert answer.status in (200, 503)
            except Crash:
                pass
        calls = failing.calls if number == 99 else calls
        assert_that_all_agree(players, tickets)
        clock.forward(1000)
        for player, ticket in zip(players, tickets, strict=True):
            assert look(player, ticket)["status"] == "matched"
        assert_that_all_agree(players, tickets)
    assert 6 < calls < 20


@pytest.mark.parametrize("slow", ["matcher", "canceller"])
def test_a_cancel_at_the_same_moment_is_before_the_match_or_after_it(
    slow: str, clock: Clock
) -> None:
    ada, ben = guests(2)
    first = ask(ada)
    clock.forward()

    def cancelling() -> Answer:
        return cancel(ada, first)

    def matching() -> Json:
        clock.forward()
        return ask(ben)

    if slow == "matcher":
        # Between the matcher's read of the queue and its claim.
        between = Interleaved(cancelling)
        ticket = ask_while(ben, between)
        assert between.came.status == 200
        assert stored(first).status == "cancelled"
    else:
        between = Interleaved(matching)
        with wrapped(between):
            assert_problem(cancel(ada, first), 409, "already-matched")
        ticket = between.came
        assert stored(first).status == "matched"
    assert_that_all_agree([ada, ben], [first, ticket])


def ask_while(player: Player, between: Interleaved) -> Json:
    """Ask for a ticket; `between` happens just before the claim."""

    def around(operation: str, request: Json, call: Callable[[], Json]) -> Json:
        claims = operation == "transact_write_items" and len(request["TransactItems"]) > 2
        return between(operation, request, call) if claims else call()

    with wrapped(around):
        return ask(player)


def test_two_matchers_at_once_never_put_a_ticket_into_two_matches(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the lease held nobody back."""
    players = guests(4)
    tickets = waiting(players, PAIR, clock)
    monkeypatch.setattr("croupier.store.tickets.lease", lambda queue, expires_at: True)
    between = Interleaved(partial(look, players[1], tickets[1]))

    def around(operation: str, request: Json, call: Callable[[], Json]) -> Json:
        claims = operation == "transact_write_items"
        return between(operation, request, call) if claims else call()

    with wrapped(around):
        look(players[0], tickets[0])
    assert between.came
    assert_that_all_agree(players, tickets)
    for player, ticket in zip(players, tickets, strict=True):
        assert look(player, ticket)["status"] == "matched"
    assert_that_all_agree(players, tickets)
    assert len(matches(players)) == 2
