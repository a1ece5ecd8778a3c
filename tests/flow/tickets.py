"""Tickets over HTTP: taken, joined, looked at and cancelled, at a time of the tests' own."""

import importlib
import time
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.store import matches as stored_matches
from croupier.store import tickets as stored_tickets
from tests.flow.client import Answer, Json
from tests.flow.service import Player

PATH = "/v1/matchmaking/tickets"
PAIR: Json = {"game": "card-bingo", "seats": {"min": 2, "max": 2}}


class Clock:
    """The time as matchmaking has it; it goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = time.time()

    def forward(self, seconds: float = 1) -> None:
        self.now += seconds


def ask(player: Player, wish: Json = PAIR, **headers: str) -> Json:
    answer = player.send("POST", PATH, wish, **headers)
    assert answer.status == 201, answer.text
    ticket: Json = answer.json
    return ticket


def look(player: Player, ticket: Json) -> Json:
    answer = player.send("GET", f"{PATH}/{ticket['ticket_id']}")
    assert answer.status == 200, answer.text
    told: Json = answer.json
    return told


def cancel(player: Player, ticket: Json) -> Answer:
    return player.send("DELETE", f"{PATH}/{ticket['ticket_id']}")


def join(player: Player, ticket: Json, **body: Any) -> Answer:
    return player.send("POST", f"{PATH}/{ticket['ticket_id']}/join", body)


def stored(ticket: Json) -> stored_tickets.Ticket:
    found = stored_tickets.load(ticket["ticket_id"])
    assert found
    return found


def matches(players: list[Player]) -> dict[str, list[str]]:
    """The players of each match that one of these sits in, by its id."""
    ids = {each for player in players for each in stored_matches.memberships(player.id)}
    return {
        match_id: [seat.player for seat in found.seats if seat]
        for match_id in ids
        if (found := stored_matches.load(match_id, consistent=True))
    }


def assert_that_all_agree(players: list[Player], tickets: list[Json]) -> None:
    """Each ticket has one fate, and nobody sits where no ticket of theirs has brought them."""
    seated = matches(players)
    brought: dict[str, list[str]] = {match_id: [] for match_id in seated}
    for ticket in map(stored, tickets):
        members = [member.player for member in ticket.members]
        for player in members:
            waits = stored_tickets.waiting_of(player, ticket.game)
            assert (waits == ticket.id) == (ticket.status == "waiting")
        assert (ticket.status == "matched") == bool(ticket.match)
        if ticket.match:
            brought[ticket.match] += members
    assert {match_id: sorted(members) for match_id, members in brought.items()} == {
        match_id: sorted(members) for match_id, members in seated.items()
    }


def waiting(players: list[Player], wish: Json, clock: Clock) -> list[Json]:
    """A ticket of each player, for which no match has been tried yet."""
    tickets = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("croupier.api.matchmaking._try", lambda ticket: (0, None))
        for player in players:
            tickets.append(ask(player, wish))
            clock.forward(0.01)
    clock.forward(1000)
    return tickets


def run_clock(seconds: float = 50) -> None:
    context = SimpleNamespace(get_remaining_time_in_millis=lambda: seconds * 1000)
    importlib.import_module("functions.clock.app").handler({}, context)
