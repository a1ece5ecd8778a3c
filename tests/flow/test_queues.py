"""Queues: what of a ticket reaches the matcher, whose turn it is, and what deployments change."""

import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.matchmaking.matching import OLDEST
from croupier.matchmaking.queues import queue_of
from croupier.store import matches as stored_matches
from croupier.store import ratings as stored_ratings
from croupier.store import tickets as stored_tickets
from croupier.store.ratings import Board, Rating
from tests.flow.client import Answer, Json, assert_problem
from tests.flow.service import Player, everything, guests
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
from tests.ratings.finished import finished
from tests.store.faults import Failing, Interleaved, contended, lost, wrapped

pytestmark = pytest.mark.usefixtures("service", "clock")

DAY = 86_400


def rate(player: Player, mean: float) -> None:
    """Give a player a rating at Card Bingo."""
    rating = Rating(mean, 100.0, 1)
    entry = stored_ratings.Entry("m", rating, rating, rank=1, players=2, total=3, settled=4)
    board = Board(1, "card-bingo", "standard")
    stored_ratings.settle(finished([player.id]), board, {player.id: entry})


def statuses(players: Sequence[Player], tickets: Sequence[Json]) -> list[str]:
    return [look(one, ticket)["status"] for one, ticket in zip(players, tickets, strict=True)]


def rules(monkeypatch: pytest.MonkeyPatch, changes: Json) -> None:
    """Deploy changed rules."""
    monkeypatch.setenv("MATCHMAKING_RULES", json.dumps(changes))


def forward_days(days: float, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Days go by for the table too, of which nothing has been deleted yet."""
    clock.forward(days * DAY)
    fake = SimpleNamespace(time=lambda: clock.now)
    monkeypatch.setattr("croupier.store.table.time", fake)


def lease(ticket: Json, milliseconds: int, clock: Clock) -> None:
    """Somebody has the queue of a ticket for so long, and is never heard of again."""
    until = int(clock.now * 1000) + milliseconds
    held = stored_tickets.Queue(stored(ticket).queue, until, version=1)
    assert stored_tickets.lease(held, int(clock.now))


# What reaches the matcher.


def test_players_of_equal_strength_meet_first(clock: Clock) -> None:
    players = guests(4)
    for player, mean in zip(players, (1900, 1100, 1120, 1890), strict=True):
        rate(player, mean)
    tickets = []
    for player in players:
        tickets.append(ask(player))
        clock.forward()
    clock.forward(17)
    run_clock()
    assert sorted(map(sorted, matches(players).values())) == sorted(
        sorted(each.id for each in pair) for pair in (players[::3], players[1:3])
    )
    assert_that_all_agree(players, tickets)


def test_far_ratings_meet_after_long_and_not_where_one_keeps_to_a_window(clock: Clock) -> None:
    players = guests(3)
    for player, mean in zip(players, (1100, 1400, 1900), strict=True):
        rate(player, mean)
    tickets = [
        ask(players[0], {**PAIR, "rating_window": 299}),
        ask(players[1]),
        ask(players[2]),
    ]
    clock.forward(30)
    run_clock()
    assert statuses(players, tickets) == ["waiting"] * 3
    clock.forward(1000)
    assert statuses(players, tickets) == ["waiting", "matched", "matched"]


def test_a_party_is_as_strong_as_its_players_on_average(clock: Clock) -> None:
    players = guests(4)
    for player, mean in zip(players, (1000, 1800, 1400, 1000), strict=True):
        rate(player, mean)
    seats = {"min": 3, "max": 3}
    party = ask(players[0], {**PAIR, "seats": seats, "party": 2, "rating_window": 10})
    join(players[1], party, invite=party["party"]["invite"])
    tickets = [ask(player, {**PAIR, "seats": seats}) for player in players[2:]]
    clock.forward(1000)
    assert statuses(players, [party, party, *tickets]) == ["matched"] * 3 + ["waiting"]


def test_a_ticket_that_the_index_does_not_know_yet_is_matched(clock: Clock) -> None:
    ada, ben = guests(2)
    ask(ada)
    clock.forward()

    def behind(operation: str, request: Json, call: Callable[[], Json]) -> Json:
        answer = call()
        if request.get("IndexName") == "queue":
            answer["Items"] = answer["Items"][:1]
        return answer

    with wrapped(behind):
        ticket = ask(ben)
    assert stored(ticket).status == "matched"


def test_who_sits_first_is_a_matter_of_chance(clock: Clock) -> None:
    ada, ben = guests(2)
    rate(ada, 1450)  # a group is in the order of ratings
    first = set()
    for _ in range(20):
        tickets = [ask(ada), ask(ben)]
        clock.forward(30)
        match_id = look(ada, tickets[0])["match_id"]
        first.add(matches([ada])[match_id][0])
        clock.forward()
    assert first == {ada.id, ben.id}


def test_a_match_takes_just_its_players_and_lives_as_long_as_any(clock: Clock) -> None:
    ada, ben = guests(2)
    tickets = [ask(ada, {"game": "card-bingo"}), ask(ben, {"game": "card-bingo"})]
    clock.forward(30)
    found = stored_matches.load(look(ada, tickets[0])["match_id"])
    assert found
    assert (found.fewest, found.most, len(found.seats), found.public) == (2, 2, 2, False)
    assert (found.created, found.expires_at) == (int(clock.now), int(clock.now) + 90 * DAY)


def test_a_party_waits_from_when_it_is_complete(clock: Clock) -> None:
    ada, ben = guests(2)
    answer = ada.send("POST", PATH, {"game": "nickel", "party": 2, "seats": {"min": 3}})
    ticket = answer.json
    assert answer.headers["Location"] == f"{PATH}/{ticket['ticket_id']}"
    assert "window" not in ticket
    assert "estimate" not in ticket
    clock.forward(1000)
    joined = join(ben, ticket, invite=ticket["party"]["invite"]).json
    assert joined["waiting_since"] == int(clock.now)
    assert joined["expires_at"] == ticket["expires_at"]
    assert (joined["window"], joined["estimate"]) == (100, None)


def test_who_joins_a_party_that_fills_a_match_is_told_of_the_match(clock: Clock) -> None:
    ada, ben = guests(2)
    ticket = ask(ada, {**PAIR, "party": 2})
    clock.forward()
    joined = join(ben, ticket, invite=ticket["party"]["invite"])
    assert joined.json["status"] == "matched"
    assert joined.json["match_id"] in matches([ada, ben])


def test_sixteen_friends_play_with_nobody_else(clock: Clock) -> None:
    players = guests(16)
    wish = {"game": "bingo", "party": 16, "seats": {"min": 16, "max": 16}, "nonce": "𝄞" * 64}
    ticket = ask(players[0], wish)
    for player in players[1:]:
        join(player, ticket, invite=ticket["party"]["invite"], nonce="𝄞" * 64)
        clock.forward()
    (seated,) = matches(players).values()
    assert sorted(seated) == sorted(player.id for player in players)
    assert_that_all_agree(players, [ticket])


def test_tickets_that_find_no_match_keep_no_others_from_meeting(clock: Clock) -> None:
    first = int(clock.now * 1000)
    for number in range(OLDEST + 10):
        members = [stored_tickets.Member(f"{number}.{each}", rating=1500) for each in range(3)]
        stored_tickets.create(
            stored_tickets.Ticket(
                id=f"party-{number}",
                game="card-bingo",
                mode="standard",
                options={},
                queue=queue_of("card-bingo", "standard", {}, 1, ""),
                fewest=4,
                most=4,
                party=3,
                invite="",
                members=tuple(members),
                since=first + number * 20_000,
                expires_at=int(clock.now) + 86_400,
            ),
        )
    clock.forward((OLDEST + 10) * 20)
    players = guests(2)
    waiting(players, PAIR, clock)
    for _ in range(100):
        run_clock()
        clock.forward(60)
        if found := matches(players):
            assert [set(seated) for seated in found.values()] == [{one.id for one in players}]
            return
    raise AssertionError("The two have not met.")


# Whose turn it is.


def claiming_takes(seconds: float, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    real = stored_tickets.claim

    def slow(*arguments: Any) -> None:
        clock.forward(seconds)
        real(*arguments)

    monkeypatch.setattr("croupier.store.tickets.claim", slow)


def test_a_queue_rests_for_as_long_as_its_matches_took(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = guests(4)
    tickets = waiting(players[:2], PAIR, clock)
    with monkeypatch.context() as patched:
        claiming_takes(3, clock, patched)
        assert look(players[0], tickets[0])["status"] == "matched"
    tickets += waiting(players[2:], PAIR, clock)
    clock.now -= 1000  # which `waiting` lets go by
    clock.forward(2.5)
    assert look(players[2], tickets[2])["status"] == "waiting"
    clock.forward(1)
    assert look(players[2], tickets[2])["status"] == "matched"


def test_a_matcher_whose_lease_has_ended_makes_no_more_matches(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = guests(8)
    tickets = waiting(players, PAIR, clock)
    with monkeypatch.context() as patched:
        claiming_takes(6, clock, patched)
        look(players[0], tickets[0])
    assert len(matches(players)) == 2
    assert_that_all_agree(players, tickets)
    clock.forward(60)
    look(players[7], tickets[7])
    assert len(matches(players)) == 4


def test_who_dies_in_a_queue_is_succeeded_when_the_lease_ends(clock: Clock) -> None:
    players = guests(2)
    tickets = waiting(players, PAIR, clock)
    lease(tickets[0], 10_000, clock)
    clock.forward(9)
    assert look(players[0], tickets[0])["status"] == "waiting"
    clock.forward(2)
    assert look(players[0], tickets[0])["status"] == "matched"


def test_a_lease_from_a_clock_that_is_ahead_stops_nobody(clock: Clock) -> None:
    players = guests(2)
    tickets = waiting(players, PAIR, clock)
    lease(tickets[0], 3_600_000, clock)
    assert look(players[0], tickets[0])["status"] == "matched"


def test_the_estimate_goes_by_many_matches(clock: Clock) -> None:
    players = guests(5)
    for wait, pair in ((40, players[:2]), (0, players[2:4])):
        ask(pair[0])
        clock.forward(wait)
        ask(pair[1])
        clock.forward()
        run_clock()
        clock.forward()
    assert 25 <= ask(players[4])["estimate"] <= 35


@pytest.mark.parametrize("verb", ["create", "join", "look"])
def test_a_queue_that_cannot_be_read_spoils_no_answer(verb: str) -> None:
    ada, ben = guests(2)
    asked: Json = {**PAIR, "party": 2}
    ticket = None if verb == "create" else ask(ada, asked if verb == "join" else PAIR)

    def away(operation: str, request: Json, call: Callable[[], Json]) -> Json:
        if request.get("Key", {}).get("sk") == {"S": "LEASE"}:
            return lost(operation, request, call)
        return call()

    with wrapped(away):
        if ticket is None:
            told = ask(ada)
        elif verb == "join":
            told = join(ben, ticket, invite=ticket["party"]["invite"]).json
        else:
            told = look(ada, ticket)
    assert (told["status"], told["estimate"]) == ("waiting", None)
    assert told["window"] == 100


def test_a_whole_party_may_join_at_once() -> None:
    ada, ben = guests(2)
    ticket = ask(ada, {"game": "bingo", "party": 16})
    with wrapped(Failing(contended, 0, 50)):  # every second one is a read
        joined = join(ben, ticket, invite=ticket["party"]["invite"])
    assert joined.json["party"]["joined"] == [ada.id, ben.id]


def test_a_store_that_stays_away_is_not_asked_for_ever() -> None:
    (ada,) = guests(1)
    failing = Failing(lost, 2, 10_000)  # the account and the rating have been read
    with wrapped(failing):
        assert_problem(ada.send("POST", PATH, PAIR), 503, "busy")
    assert 4 < failing.calls < 12


# The clock.


def test_queues_that_cannot_be_reached_hold_up_no_other(clock: Clock) -> None:
    players = guests(7)
    tickets = waiting(players[:2], PAIR, clock)
    for number, player in enumerate(players[2:]):
        wish = {"game": "nickel", "options": {"rounds": [number + 2, number + 3]}}
        waiting([player], wish, clock)

    def throttled(operation: str, request: Json, call: Callable[[], Json]) -> Json:
        if "IndexName" in request and "nickel" in str(request):
            return lost(operation, request, call)
        return call()

    with wrapped(throttled):
        run_clock()
    assert len(matches(players)) == 1
    assert_that_all_agree(players[:2], tickets)


def test_the_clock_goes_through_the_queues_in_an_order_of_chance(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        stored_tickets.make_known(f"nickel##{number}#0", int(clock.now))
    orders = []
    for _ in range(10):
        visited: list[str] = []

        def noted(queue: str, limit: int, visited: list[str] = visited) -> list[Any]:
            visited.append(queue)
            return []

        monkeypatch.setattr("croupier.store.tickets.oldest", noted)
        run_clock()
        orders.append(tuple(visited))
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(orders[0]))}
    assert len(orders[0]) == 5
    assert len(set(orders)) > 1


def test_a_queue_is_in_the_list_for_as_long_as_its_tickets_wait(clock: Clock) -> None:
    now = int(clock.now)
    for days, listed in ((0, 14), (6.9, 14), (7.1, 21.1), (14, 21.1), (30, 44)):
        before = everything()
        stored_tickets.make_known("q", now + int(days * DAY))
        expected = now + int(listed * DAY)
        (item,) = (each for each in everything() if each["pk"]["S"] == "QUEUES")
        assert int(item["expires_at"]["N"]) == pytest.approx(expected, abs=1)
        assert expected >= now + (days + 7) * DAY - 1
        assert (everything() == before) == (days in (6.9, 14))
    assert list(stored_tickets.queues()) == ["q"]


# Time and deployments.


def test_a_ticket_that_has_expired_is_gone(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, cleo = guests(3)
    party = ask(ada, {**PAIR, "seats": {"min": 3, "max": 3}, "party": 2}, idempotency_key="k")
    forward_days(6.9, clock, monkeypatch)
    assert join(ben, party, invite=party["party"]["invite"]).status == 200
    forward_days(0.2, clock, monkeypatch)
    third = ask(cleo, {**PAIR, "seats": {"min": 3, "max": 3}})
    clock.forward()
    run_clock()
    assert not matches([ada, ben, cleo])
    for answer in (
        ada.send("GET", f"{PATH}/{party['ticket_id']}"),
        cancel(ben, party),
        join(ben, party, invite=party["party"]["invite"]),
    ):
        assert_problem(answer, 404, "unknown-ticket")
    wish = {**PAIR, "seats": {"min": 3, "max": 3}, "party": 2}
    again = ask(ada, wish, idempotency_key="k")
    assert again["ticket_id"] == party["ticket_id"]
    assert join(ben, again, invite=again["party"]["invite"]).status == 200
    clock.forward(100)
    assert look(cleo, third)["status"] == "matched"


def test_an_old_ticket_leaves_a_newer_one_of_its_player_alone(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It expires while it is being cancelled."""
    (ada,) = guests(1)
    old = ask(ada)

    def expire_and_ask_again() -> Json:
        forward_days(8, clock, monkeypatch)
        return ask(ada)

    between = Interleaved(expire_and_ask_again)
    with wrapped(between):
        answer: Answer = cancel(ada, old)
    assert_problem(answer, 404, "unknown-ticket")
    assert stored_tickets.waiting_of(ada.id, "card-bingo") == between.came["ticket_id"]


def test_a_match_is_told_of_for_a_week(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = guests(2)
    first = ask(ada)
    forward_days(6.9, clock, monkeypatch)
    ask(ben)
    clock.forward()
    assert look(ada, first)["status"] == "matched"
    forward_days(6.9, clock, monkeypatch)
    assert stored(first).status == "matched"


def test_a_queue_that_was_forgotten_works_again(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = guests(2)
    old = ask(ada)
    cancel(ada, old)
    forward_days(30, clock, monkeypatch)
    tickets = waiting([ada, ben], PAIR, clock)
    run_clock()
    assert [stored(ticket).status for ticket in tickets] == ["matched"] * 2


def test_players_of_two_shards_meet_once_there_is_one_shard_less(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = guests(8)
    rules(monkeypatch, {"card-bingo": {"standard": {"shards": 2, "seats": {"most": 8}}}})
    tickets = waiting(players, {**PAIR, "seats": {"min": 8, "max": 8}}, clock)
    assert len({stored(ticket).queue for ticket in tickets}) == 2
    for _ in range(3):
        run_clock()
        clock.forward()
    assert not matches(players)
    rules(monkeypatch, {"card-bingo": {"standard": {"seats": {"most": 8}}}})
    for _ in range(3):
        run_clock()
        clock.forward()
    assert statuses(players, tickets) == ["matched"] * 8
    assert_that_all_agree(players, tickets)


def test_a_cancel_while_a_ticket_moves_counts(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = guests(1)
    (ticket,) = waiting([ada], {"game": "nickel", "mode": "short"}, clock)
    rules(monkeypatch, {"nickel": {"short": None}})
    moves = Interleaved(lambda: cancel(ada, ticket))

    def around(operation: str, request: Json, call: Callable[[], Json]) -> Json:
        moving = operation == "transact_write_items" and len(request["TransactItems"]) == 1
        return moves(operation, request, call) if moving else call()

    with wrapped(around):
        run_clock()
    assert moves.came.json["status"] == "cancelled"
    assert stored(ticket).status == "cancelled"
    assert_that_all_agree([ada], [ticket])


def test_a_deployment_that_takes_a_game_out_leaves_its_tickets_to_be_cancelled(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = guests(2)
    tickets = waiting(players, PAIR, clock)
    rules(monkeypatch, {"card-bingo": None})
    for player, ticket in zip(players, tickets, strict=True):
        told = look(player, ticket)
        assert (told["status"], told["window"], told["estimate"]) == ("waiting", 0, None)
    run_clock()
    assert cancel(players[0], tickets[0]).json["status"] == "cancelled"
    assert not matches(players)
    assert_that_all_agree(players, tickets)
    assert_problem(players[0].send("POST", PATH, PAIR), 422, "unknown-game")


def test_who_waits_while_a_deployment_changes_a_mode_plays_as_was_asked(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = guests(4)
    wish = {"game": "nickel", "mode": "short", "seats": {"min": 2, "max": 2}}
    tickets = waiting(players[:1], wish, clock)
    rules(monkeypatch, {"nickel": {"short": {"options": {"rounds": [2, 3]}}}})
    tickets += waiting(players[1:3], wish, clock)
    for player, ticket in zip(players, tickets, strict=False):
        look(player, ticket)
        clock.forward()
    assert [stored(ticket).status for ticket in tickets] == ["waiting", "matched", "matched"]
    monkeypatch.delenv("MATCHMAKING_RULES")
    tickets += waiting(players[3:], wish, clock)
    look(players[0], tickets[0])
    clock.forward()
    found = stored_matches.load(look(players[0], tickets[0])["match_id"])
    assert found
    assert found.options == {"rounds": [1, 4]}
    assert_that_all_agree(players, tickets)
