"""A match before its first deal: created, found, joined, left, closed, dealt."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.matches import lobby, tables
from croupier.matches.replay import Carry, deal
from croupier.store import matches as stored_matches
from croupier.store.matches import load
from tests.flow.client import Answer, Json, assert_problem
from tests.flow.service import (
    Match,
    Player,
    everything,
    guest,
    guests,
    match_of,
    options,
    send,
)

pytestmark = pytest.mark.usefixtures("service")

NEW = {"game": "texas-bingo"}


def create(player: Player, plan: Any = None, **headers: str) -> Answer:
    return player.send("POST", "/v1/matches", NEW | (plan or {}), **headers)


def taken(match: Match) -> list[int]:
    return [seat["seat"] for seat in match.view(0)["seats"]]


def memberships() -> set[tuple[str, str]]:
    return {
        (item["pk"]["S"].partition("#")[2], item["sk"]["S"].partition("#")[2])
        for item in everything()
        if item["pk"]["S"].startswith("PLAYER#") and item["sk"]["S"].startswith("MATCH#")
    }


def test_a_new_match_has_its_creator_on_seat_0_and_an_address() -> None:
    player = guest("Ada")
    answer = create(player, {"options": {"mode": "competitive"}})
    assert answer.status == 201
    made = answer.json
    assert made.keys() == {"match_id", "invite", "version", "view"}
    assert answer.headers["Location"] == f"/v1/matches/{made['match_id']}"
    assert answer.headers["ETag"] == f'"{made["version"]}"'
    view = made["view"]
    assert view["seats"] == [{"seat": 0, "name": "Ada", "kind": "human", "player_id": player.id}]
    assert (view["status"], view["you"], view["options"]) == ("open", 0, {"mode": "competitive"})
    assert view["private"] == {"invite": made["invite"]}
    assert player.send("GET", answer.headers["Location"]).json == view
    assert memberships() == {(player.id, made["match_id"])}


@pytest.mark.parametrize(
    ("plan", "fewest", "most"),
    [
        ({}, 2, 8),
        ({"seats": 3}, 3, 3),
        ({"options": {"mode": "solo"}}, 1, 1),
        ({"options": {"mode": "cooperative"}}, 1, 8),
        ({"options": {"mode": "cooperative"}, "seats": 1}, 1, 1),
        ({"options": {"mode": "competitive"}, "seats": 8}, 8, 8),
    ],
)
def test_seats_are_the_number_to_play_with_or_up_to_the_most(
    plan: Json, fewest: int, most: int
) -> None:
    view = create(guest(), plan).json["view"]
    assert view["public"] == {"fewest": fewest, "most": most}


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"seats": 1}, "wrong-seats"),
        ({"seats": 9}, "wrong-seats"),
        ({"seats": 0}, "wrong-seats"),
        ({"seats": -1}, "wrong-seats"),
        ({"seats": 10**30}, "wrong-seats"),
        ({"seats": 2, "options": {"mode": "solo"}}, "wrong-seats"),
        ({"options": {"mode": "chess"}}, "invalid-request"),
        ({"options": {"color": "red"}}, "invalid-request"),
        ({"options": {"red_cells": ["a1"] * 9}}, "invalid-request"),
    ],
)
def test_what_is_not_offered_cannot_be_created(plan: Json, code: str) -> None:
    player = guest()
    before = everything()
    assert_problem(create(player, plan), 422, code)
    assert everything() == before


def test_options_that_are_refused_are_named_as_parts_of_the_body() -> None:
    answer = create(guest(), {"options": {"events": {"tunnel": 13}}})
    assert [error["field"] for error in answer.json["errors"]] == ["options.events.tunnel"]


def test_a_set_up_that_cannot_last_is_refused_for_any_number_that_could_be_dealt() -> None:
    player = guest()
    # With four boards the cards suffice, with five 25 + 12 + 4 * 4 are one too many.
    events = {"events": {"crossroads": 12, "tunnel": 4, "sandstorm": 0}}
    assert create(player, {"options": events, "seats": 4}).status == 201
    for plan in ({"seats": 5}, {"seats": 8}, {}):
        answer = create(player, {"options": events, **plan})
        assert_problem(answer, 422, "impossible-options")
    assert "53 playing cards" in answer.json["detail"]
    assert "5 seats" in answer.json["detail"]


def test_seven_boards_can_need_more_cards_than_eight() -> None:
    # TB-9 takes one Tunnel out for eight: 25 + 6 + 7 * 3, but 25 + 6 + 6 * 4 for seven.
    events = {"events": {"crossroads": 6, "tunnel": 4, "sandstorm": 0}}
    assert create(guest(), {"options": events, "seats": 8}).status == 201
    answer = create(guest(), {"options": events})
    assert_problem(answer, 422, "impossible-options")
    assert "With 7 seats" in answer.json["detail"]


def test_a_creation_sent_twice_with_a_key_makes_one_match() -> None:
    player, other = guests(2)
    first = create(player, {"seats": 2}, idempotency_key="k")
    again = create(player, {"seats": 2}, idempotency_key="k")
    assert (again.status, again.text) == (201, first.text)
    assert (
        create(player, {"seats": 2}, idempotency_key="K").json["match_id"] != first.json["match_id"]
    )
    assert (
        create(other, {"seats": 2}, idempotency_key="k").json["match_id"] != first.json["match_id"]
    )
    assert create(player, {"seats": 2}).json["match_id"] != create(player).json["match_id"]
    assert len(memberships()) == 5


@pytest.mark.parametrize(
    "other",
    [{"seats": 3}, {}, {"visibility": "public"}, {"nonce": "x"}, {"options": {"mode": "solo"}}],
)
def test_a_key_of_another_creation_is_refused(other: Json) -> None:
    player = guest()
    create(player, {"seats": 2}, idempotency_key="k")
    before = everything()
    assert_problem(create(player, other, idempotency_key="k"), 422, "key-reused")
    assert everything() == before


def test_a_creation_asked_for_again_later_shows_the_match_as_it_stands() -> None:
    player, other = guests(2)
    made = create(player, {"seats": 2}, idempotency_key="k").json
    match = Match(made["match_id"], made["invite"], [player, other])
    match.send(1, "join", {"invite": match.invite})
    match.move(0, "deal")
    again = create(player, {"seats": 2}, idempotency_key="k")
    assert (again.status, again.json["match_id"]) == (201, match.id)
    assert again.json["view"] == match.view(0)


def test_every_newcomer_gets_the_lowest_free_seat() -> None:
    players = guests(4)
    match = match_of(players[:3], dealt=False, seats=4)
    match.send(1, "leave")
    assert players[3].send("POST", f"{match.path}/join", {"invite": match.invite}).json["seat"] == 1
    assert match.send(1, "join", {"invite": match.invite}).json["seat"] == 3
    assert taken(match) == [0, 1, 2, 3]


def test_who_joins_again_keeps_the_seat() -> None:
    match = match_of(guests(3), dealt=False)
    before = everything()
    again = match.send(1, "join", {"invite": match.invite, "nonce": "another"})
    assert (again.status, again.json["seat"]) == (200, 1)
    assert match.send(1, "join").json["seat"] == 1  # the invitation has been shown before
    assert everything() == before
    match.move(0, "deal")
    assert match.send(2, "join").json["seat"] == 2


def test_a_private_match_takes_its_invitation() -> None:
    match = match_of(guests(2), dealt=False, seats=4)
    stranger = guest()
    before = everything()
    for body in ({}, {"invite": "x"}, {"invite": ""}, {"invite": match.invite.upper() + "x"}):
        answer = stranger.send("POST", f"{match.path}/join", body)
        assert_problem(answer, 403, "wrong-invite")
    assert everything() == before
    assert stranger.send("POST", f"{match.path}/join", {"invite": match.invite}).status == 200


def test_a_public_match_takes_anybody() -> None:
    match = match_of(guests(1), dealt=False, seats=3, visibility="public")
    assert guest().send("POST", f"{match.path}/join", {}).status == 200
    assert guest().send("POST", f"{match.path}/join", {"invite": "whatever"}).status == 200


def test_a_full_match_takes_nobody() -> None:
    match = match_of(guests(2), dealt=False)
    newcomer = guest()
    before = everything()
    answer = newcomer.send("POST", f"{match.path}/join", {"invite": match.invite})
    assert_problem(answer, 409, "match-full")
    assert everything() == before


@pytest.mark.parametrize(("dealt", "code"), [(True, "already-dealt"), (False, "match-over")])
def test_after_the_deal_or_the_end_nothing_of_the_lobby_is_possible(dealt: bool, code: str) -> None:
    match = match_of(guests(2), dealt=dealt, seats=None)
    if not dealt:
        assert match.players[0].send("DELETE", match.path).json["status"] == "finished"
    newcomer = guest()
    before = everything()
    refused = [
        newcomer.send("POST", f"{match.path}/join", {"invite": match.invite}),
        match.send(1, "leave"),
        match.send(0, "leave", {"seat": 1}),
        match.players[0].send("PUT", f"{match.path}/nonce", {"nonce": "late"}),
    ]
    if dealt:
        refused.append(match.players[0].send("DELETE", match.path))
    for answer in refused:
        assert_problem(answer, 409, code)
    assert everything() == before


def test_to_leave_frees_the_seat_and_forgets_the_membership() -> None:
    match = match_of(guests(2), dealt=False)
    answer = match.send(1, "leave")
    assert (answer.status, answer.json["status"]) == (200, "open")
    assert taken(match) == [0]
    assert memberships() == {(match.players[0].id, match.id)}
    assert_problem(match.players[1].send("GET", match.path), 403, "not-seated")
    assert match.send(1, "join", {"invite": match.invite}).json["seat"] == 1


def test_the_host_is_the_player_on_the_lowest_seat() -> None:
    match = match_of(guests(3), dealt=False, seats=None)
    assert match.view(1)["to_act"] == [0]
    match.send(0, "leave")
    assert match.view(1)["to_act"] == [1]
    assert [request["verb"] for request in match.view(1)["legal"]] == ["deal"]
    assert match.view(2)["legal"] == []
    match.send(0, "join", {"invite": match.invite})
    assert match.view(0)["to_act"] == [0]


def test_the_last_to_leave_closes_the_match() -> None:
    match = match_of(guests(2), dealt=False, visibility="public")
    match.send(0, "leave")
    answer = match.send(1, "leave")
    assert (answer.status, answer.json["status"]) == (200, "finished")
    view = match.view()
    assert (view["status"], view["result"], view["seats"]) == ("finished", {"reason": "closed"}, [])
    assert memberships() == set()
    assert_problem(match.send(0, "join"), 409, "match-over")


def test_the_host_takes_a_player_out_who_cannot_come_back() -> None:
    match = match_of(guests(3), dealt=False, visibility="public", seats=4)
    assert match.send(0, "leave", {"seat": 1}).status == 200
    assert taken(match) == [0, 2]
    before = everything()
    assert_problem(match.send(1, "join", {"invite": match.invite}), 403, "removed")
    assert everything() == before
    assert (match.players[1].id, match.id) not in memberships()
    match.send(0, "leave")  # and the next host cannot be asked to forget it
    assert_problem(match.send(1, "join"), 403, "removed")


def test_only_the_host_takes_players_out_and_only_those_who_sit_there() -> None:
    match = match_of(guests(3), dealt=False, seats=4)
    before = everything()
    assert_problem(match.send(1, "leave", {"seat": 2}), 403, "not-host")
    assert_problem(match.send(1, "leave", {"seat": 0}), 403, "not-host")
    assert_problem(match.send(1, "leave", {"seat": 3}), 403, "not-host")
    for seat in (3, 4, 999):
        assert_problem(match.send(0, "leave", {"seat": seat}), 409, "empty-seat")
    assert everything() == before
    assert match.send(1, "leave", {"seat": 1}).status == 200
    assert taken(match) == [0, 2]


def test_the_host_closes_the_match() -> None:
    match = match_of(guests(2), dealt=False)
    assert_problem(match.players[1].send("DELETE", match.path), 403, "not-host")
    answer = match.players[0].send("DELETE", match.path)
    assert (answer.status, answer.json["status"]) == (200, "finished")
    assert match.players[0].send("DELETE", match.path).text == answer.text
    assert match.view(1)["result"] == {"reason": "closed"}
    assert match.view(0)["legal"] == []
    assert_problem(match.send(0, "deal"), 409, "match-over")
    assert match.record()["seed"]


def test_a_nonce_can_be_set_and_changed_until_the_deal() -> None:
    players = guests(3)
    match = match_of(players[:1], dealt=False, seats=3, nonce="first")
    players[1].send("POST", f"{match.path}/join", {"invite": match.invite, "nonce": "second"})
    players[2].send("POST", f"{match.path}/join", {"invite": match.invite})
    version = match.view(0)["version"]
    changed = players[0].send("PUT", f"{match.path}/nonce", {"nonce": "changed"})
    assert (changed.status, changed.json["seat"], changed.json["version"]) == (200, 0, version + 1)
    same = players[0].send("PUT", f"{match.path}/nonce", {"nonce": "changed"})
    assert same.text == changed.text
    players[1].send("PUT", f"{match.path}/nonce", {"nonce": ""})
    players[2].send("PUT", f"{match.path}/nonce", {"nonce": "𝒳\u0000\u202e\n" * 16})
    match.move(0, "deal")
    stored = load(match.id)
    assert stored
    assert [seat and seat.nonce for seat in stored.seats] == ["changed", "", "𝒳\u0000\u202e\n" * 16]


def test_a_nonce_that_was_set_after_the_commitment_changes_the_deal() -> None:
    match = match_of(guests(1), dealt=False, **options("solo"))
    commitment = match.view(0)["commitment"]
    match.players[0].send("PUT", f"{match.path}/nonce", {"nonce": "mine"})
    dealt = match.move(0, "deal")["view"]
    assert dealt["commitment"] == commitment
    stored = load(match.id)
    assert stored
    head = tables.header(stored)
    for nonce, same in (("mine", True), ("", False)):
        table = deal(replace(head, nonces=(nonce,)), Carry())
        assert (table.game.view(table.state, 0)[0] == dealt["public"]) is same


def test_only_the_host_deals_and_only_with_enough_players() -> None:
    match = match_of(guests(2), dealt=False, seats=None)
    before = everything()
    assert_problem(match.send(1, "deal"), 409, "not-your-turn")
    assert everything() == before
    match.send(1, "leave")
    answer = match.send(0, "deal")
    assert_problem(answer, 409, "too-few-players")
    assert "2 players" in answer.json["detail"]
    full = match_of(guests(2), dealt=False, seats=3)
    assert full.view(0)["to_act"] == []
    assert full.view(0)["legal"] == []
    assert_problem(full.send(0, "deal"), 409, "too-few-players")


def test_the_deal_drops_empty_seats() -> None:
    players = guests(4)
    match = match_of(players, dealt=False, seats=None)
    for seat in (0, 2):
        match.send(seat, "leave")
    dealt = match.move(1, "deal", {"turn": 0}, idempotency_key="k")
    view = dealt["view"]
    assert [(seat["seat"], seat["player_id"]) for seat in view["seats"]] == [
        (0, players[1].id),
        (1, players[3].id),
    ]
    assert view["you"] == 0
    assert match.view(3)["you"] == 1
    assert match.view(3)["public"]["filled"] == [0, 0]
    assert match.move(1, "deal", {"turn": 0}, idempotency_key="k") == dealt
    assert players[1].send("GET", f"{match.path}/record").json["hands"] == [["0:deal"]]
    assert_problem(match.send(0, "join", {"invite": match.invite}), 409, "already-dealt")


def test_a_host_off_seat_0_is_the_dealer_in_the_record() -> None:
    match = match_of(guests(3), dealt=False, seats=None, **options("cooperative"))
    match.send(0, "leave")
    match.move(1, "deal")
    assert match.players[2].send("GET", f"{match.path}/record").json["hands"] == [["0:deal"]]


def test_a_match_is_dealt_once() -> None:
    match = match_of(guests(2))
    before = everything()
    for seat in range(2):
        assert_problem(match.send(seat, "deal"), 409, "illegal-move")
        assert_problem(match.send(seat, "deal", {"turn": 0}), 409, "illegal-move")
        assert_problem(match.send(seat, "deal", {"turn": 1}), 409, "stale-turn")
    assert everything() == before


def test_nothing_but_the_deal_is_possible_before_it() -> None:
    match = match_of(guests(2), dealt=False)
    before = everything()
    for verb, body in {
        "place": {"card": "Qh", "cell": "a1"},
        "reveal": {},
        "choose": {"mission": "jackpot"},
    }.items():
        assert_problem(match.send(0, verb, body), 409, "not-dealt")
    assert_problem(match.send(0, "deal", {"turn": 1}), 409, "stale-turn")
    assert everything() == before


def test_spectators_see_public_matches_and_no_others() -> None:
    private = match_of(guests(2))
    public = match_of(guests(2), visibility="public")
    stranger = guest()
    for path in ("", "/score", "/record"):
        for sender in (send, stranger.send):
            assert_problem(sender("GET", private.path + path), 403, "not-seated")
            assert sender("GET", public.path + path).status == 200
    view = public.view()
    assert view == stranger.send("GET", public.path).json
    assert (view["you"], view["legal"], view["private"]) == (None, [], {})


def test_the_invitation_is_for_those_who_sit_in_the_match() -> None:
    match = match_of(guests(1), dealt=False, visibility="public", seats=2)
    assert match.invite not in send("GET", match.path).text
    assert match.invite not in guest().send("GET", match.path).text
    assert match.view(0)["private"]["invite"] == match.invite


def listed(**query: str) -> list[str]:
    answer = send("GET", "/v1/matches", query={"game": "texas-bingo", **query})
    assert answer.status == 200
    return [match["match_id"] for match in answer.json["matches"]]


def test_the_list_of_open_matches_tells_what_one_joins() -> None:
    match = match_of(
        [guest("Ada"), guest("Bob")], dealt=False, visibility="public", seats=3,
        **options("competitive"),
    )  # fmt: skip
    (listed,) = send("GET", "/v1/matches", query={"game": "texas-bingo"}).json["matches"]
    assert listed.pop("created") > 0
    assert listed == {
        "match_id": match.id,
        "game": "texas-bingo",
        "options": {"mode": "competitive"},
        "fewest": 3,
        "most": 3,
        "players": ["Ada", "Bob"],
    }


def test_private_matches_are_not_in_the_list() -> None:
    match_of(guests(1), dealt=False, seats=2)
    assert listed() == []


def test_the_list_of_open_matches_loses_those_that_are_full_dealt_or_closed() -> None:
    public: Json = {"visibility": "public", "dealt": False}
    full = match_of(guests(2), **public)
    dealt = match_of(guests(2), **public, seats=None)
    closed = match_of(guests(2), **public, seats=None)
    deserted = match_of(guests(1), **public, seats=None)
    alone = match_of(guests(1), **public, **options("solo"))
    still = match_of(guests(2), **public, seats=None)
    assert set(listed()) == {m.id for m in (dealt, closed, deserted, still)}
    dealt.move(0, "deal")
    closed.players[0].send("DELETE", closed.path)
    deserted.send(0, "leave")
    assert listed() == [still.id]
    full.send(1, "leave")
    assert set(listed()) == {full.id, still.id}
    assert alone.view(0)["status"] == "open"


def test_what_the_index_still_shows_of_a_full_match_is_not_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The index lags behind: a match that has filled up may still stand there."""
    match = match_of(guests(1), dealt=False, visibility="public", seats=2)
    places = stored_matches.open_matches("texas-bingo", before="", limit=20)
    guest().send("POST", f"{match.path}/join", {})
    monkeypatch.setattr(stored_matches, "open_matches", lambda *_, **__: [*places, "1#gone"])
    assert listed() == []


def test_the_list_of_open_matches_comes_in_pages_the_newest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host = guest()
    clock = iter(range(1_900_000_000, 2_000_000_000))
    monkeypatch.setattr("croupier.api.matches.time", SimpleNamespace(time=lambda: next(clock)))
    monkeypatch.setattr(lobby, "PAGE", 5)
    made = [create(host, {"visibility": "public", "seats": 2}).json["match_id"] for _ in range(12)]
    pages = [page("")]
    while "next" in pages[-1]:
        pages.append(page(pages[-1]["next"]))
    found = [match["match_id"] for page in pages for match in page["matches"]]
    assert found == made[::-1]
    assert [len(page["matches"]) for page in pages] == [5, 5, 2]


def page(after: str) -> Json:
    query = {"game": "texas-bingo", "after": after}
    page: Json = send("GET", "/v1/matches", query=query).json
    return page


def test_the_list_of_a_game_that_is_not_there_is_refused() -> None:
    assert_problem(send("GET", "/v1/matches", query={"game": "chess"}), 422, "unknown-game")
    assert_problem(send("GET", "/v1/matches"), 422, "invalid-request")


def mine(player: Player, **query: str) -> Json:
    answer = player.send("GET", "/v1/players/me/matches", query=query)
    assert answer.status == 200
    mine: Json = answer.json
    return mine


def test_the_list_of_own_matches_tells_how_they_stand_and_which_wait() -> None:
    players = guests(2)
    playing = match_of(players, **options("competitive"))
    match_of(players[::-1], dealt=False, seats=3)
    over = match_of(players, dealt=False)
    players[0].send("DELETE", over.path)
    found = {match["status"]: match for match in mine(players[0])["matches"]}
    assert set(found) == {"open", "playing", "finished"}
    assert found["playing"] == {
        "match_id": playing.id,
        "game": "texas-bingo",
        "status": "playing",
        "version": playing.view(0)["version"],
        "players": ["Player 0", "Player 1"],
        "you": 0,
        "your_turn": True,
    }
    assert (found["open"]["you"], found["open"]["your_turn"]) == (1, False)
    assert found["finished"]["your_turn"] is False
    for status, match in found.items():
        assert mine(players[0], status=status)["matches"] == [match]
    verb, body = "place", playing.view(0)["legal"][0]["body"]
    playing.move(0, verb, body)
    (waiting,) = mine(players[0], status="playing")["matches"]
    assert waiting["your_turn"] is False


def test_a_match_that_was_left_is_not_among_the_own_ones() -> None:
    match = match_of(guests(2), dealt=False)
    match.send(1, "leave")
    assert mine(match.players[1]) == {"matches": []}
    match.send(1, "join", {"invite": match.invite})
    match.send(0, "leave", {"seat": 1})
    assert mine(match.players[1]) == {"matches": []}


def test_the_list_of_own_matches_comes_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    player = guest()
    monkeypatch.setattr(stored_matches, "PAGE", 3)
    made = {create(player, {"seats": 2}).json["match_id"] for _ in range(7)}
    found: list[str] = []
    page = mine(player)
    while True:
        assert len(page["matches"]) <= 3
        found += [match["match_id"] for match in page["matches"]]
        if "next" not in page:
            break
        page = mine(player, after=page["next"])
    assert found == sorted(made)


@pytest.mark.parametrize(
    "act",
    [
        lambda match, player: player.send("POST", f"{match.path}/leave", {}),
        lambda match, player: player.send("DELETE", match.path),
        lambda match, player: player.send("PUT", f"{match.path}/nonce", {"nonce": "x"}),
        lambda match, player: player.send("POST", f"{match.path}/deal", {}),
    ],
)
def test_who_does_not_sit_there_cannot_touch_a_match(
    act: Callable[[Match, Player], Answer],
) -> None:
    match = match_of(guests(2), dealt=False, visibility="public", seats=None)
    stranger = guest()
    before = everything()
    assert_problem(act(match, stranger), 403, "not-seated")
    assert everything() == before
