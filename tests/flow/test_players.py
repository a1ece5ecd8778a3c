"""Accounts of guests over HTTP."""

import time
from functools import partial
from typing import Any

import pytest

from croupier.players import keys
from croupier.players.accounts import DEVICES
from croupier.players.tokens import LIFETIME, issue
from tests.flow.client import Answer, assert_problem, fields
from tests.flow.service import (
    SECRET,
    Player,
    everything,
    guest,
    match_of,
    new_key,
    send,
)
from tests.store.faults import Failing, Interleaved, lost, unanswered, wrapped

pytestmark = pytest.mark.usefixtures("service")


def reopen(**body: Any) -> Answer:
    return send("POST", "/v1/players/token", body)


def me(token: str) -> Answer:
    return send("GET", "/v1/players/me", token=token)


def change(player: Player, **body: Any) -> Answer:
    return player.send("PATCH", "/v1/players/me", body)


def test_a_guest_gets_what_opens_the_account() -> None:
    answer = send("POST", "/v1/players", {"name": "Ada"})
    assert answer.status == 201
    made = answer.json
    assert made.keys() == {
        "player_id", "name", "kind", "created", "token", "expires_in", "refresh_token",
        "recovery_code",
    }  # fmt: skip
    assert (made["name"], made["kind"], made["expires_in"]) == ("Ada", "guest", 3600)
    assert answer.headers["Cache-Control"] == "no-store"
    profile = me(made["token"])
    assert profile.status == 200
    assert profile.json == {name: made[name] for name in ("player_id", "name", "kind", "created")}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("x", "x"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Ada\tL", "Ada L"),
        ("Žofie Ø", "Žofie Ø"),
        ("李", "李"),
        ("🂡", "🂡"),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("x" * 32, "x" * 32),
        ('"><b>', '"><b>'),
    ],
)
def test_a_name_is_kept_without_its_extra_spaces(given: str, kept: str) -> None:
    player = guest(given)
    assert me(player.token).json["name"] == kept
    assert change(player, name=given).json["name"] == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\t\n",
        "a\0b",
        "\x1b[31m",
        "a\u202eb",
        "a\u2066b",
        "\u200f",
        "\u200d",
        "\ufeff",
        "\ue000",
        "x" * 33,
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    player = guest()
    before = everything()
    for answer in (send("POST", "/v1/players", {"name": name}), change(player, name=name)):
        assert_problem(answer, 422, "invalid-request")
        assert fields(answer) == ["name"]
    assert everything() == before


def test_a_name_is_not_needed() -> None:
    assert send("POST", "/v1/players", {}).json["name"] == "Guest"


def test_of_what_opens_an_account_nothing_is_stored_but_digests() -> None:
    player = guest()
    stored = str(everything())
    assert player.id in stored
    for secret in (player.token, player.refresh_token, player.recovery_code):
        assert secret not in stored
        assert secret.split(".")[-1] not in stored
    assert player.recovery_code.replace("-", "") not in stored


def test_a_refresh_token_gives_a_new_token_as_often_as_one_asks() -> None:
    player = guest("Ada")
    for _ in range(2):
        answer = reopen(refresh_token=player.refresh_token)
        assert answer.status == 200
        assert answer.json["refresh_token"] == player.refresh_token
        assert "recovery_code" not in answer.json
        assert me(answer.json["token"]).json["player_id"] == player.id


def test_what_opens_no_account_is_told_so_and_no_more() -> None:
    ada, bob = guest(), guest()
    before = everything()
    wrong: list[dict[str, str]] = [
        {"refresh_token": token}
        for token in (
            "x", ".", "..", f"{ada.id}.", ada.id, ada.token[:200], ada.recovery_code,
            ada.refresh_token + "x", ada.refresh_token[:-1], ada.refresh_token.upper(),
            f"{bob.id}.{ada.refresh_token.partition('.')[2]}", f"nobody.{'x' * 43}", "#" * 200, "é",
        )
    ]  # fmt: skip
    wrong += [
        {"recovery_code": code}
        for code in (
            "x", "-", " ", ada.token[:200], ada.refresh_token, ada.id, ada.recovery_code[:-1],
            ada.recovery_code + "0", "0000-0000-0000-0000-0000", "\u0130" * 200,
        )
    ]  # fmt: skip
    answers = [reopen(**body) for body in wrong]
    for answer in answers:
        assert_problem(answer, 401, "not-recognized")
    assert len({answer.text for answer in answers}) == 1
    assert everything() == before


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"refresh_token": None},
        {"refresh_token": "x", "recovery_code": "x"},
        {"refresh_token": ""},
        {"recovery_code": "x" * 201},
        {"refresh_token": 5},
        {"token": "x"},
    ],
)
def test_one_of_the_two_is_needed_to_open_an_account(body: Any) -> None:
    assert_problem(send("POST", "/v1/players/token", body), 422, "invalid-request")


@pytest.mark.parametrize(
    "typed",
    [
        lambda code: code,
        lambda code: code.upper(),
        lambda code: code.replace("-", ""),
        lambda code: code.replace("-", " "),
        lambda code: f"  {code.upper().replace('-', ' - ')}\n",
        lambda code: code.replace("0", "O").replace("1", "l"),
        lambda code: code.replace("0", "o").replace("1", "I"),
        lambda code: code.replace("1", "i").upper(),
    ],
)
def test_a_recovery_code_signs_another_device_in_however_it_is_typed(typed: Any) -> None:
    player = guest("Ada")
    answer = reopen(recovery_code=typed(player.recovery_code))
    assert answer.status == 200
    opened = answer.json
    assert opened["player_id"] == player.id
    assert opened["refresh_token"] != player.refresh_token
    assert "recovery_code" not in opened
    for refresh_token in (opened["refresh_token"], player.refresh_token):
        assert me(reopen(refresh_token=refresh_token).json["token"]).json["name"] == "Ada"


def test_a_recovery_code_works_more_than_once() -> None:
    player = guest()
    tokens = {reopen(recovery_code=player.recovery_code).json["refresh_token"] for _ in range(3)}
    assert len(tokens) == 3


def test_a_new_recovery_code_voids_the_old_one() -> None:
    player = guest()
    answer = change(player, new_recovery_code=True)
    assert answer.status == 200
    code = answer.json["recovery_code"]
    assert code != player.recovery_code
    assert_problem(reopen(recovery_code=player.recovery_code), 401, "not-recognized")
    assert reopen(recovery_code=code).json["player_id"] == player.id
    assert reopen(refresh_token=player.refresh_token).status == 200
    assert sum(item["sk"]["S"] == "RECOVERY" for item in everything()) == 1


def test_a_ninth_device_signs_the_oldest_out() -> None:
    player = guest()
    devices = [player.refresh_token]
    for _ in range(DEVICES - 1):
        devices.append(reopen(recovery_code=player.recovery_code).json["refresh_token"])
    assert [reopen(refresh_token=device).status for device in devices] == [200] * DEVICES
    devices.append(reopen(recovery_code=player.recovery_code).json["refresh_token"])
    assert [reopen(refresh_token=device).status for device in devices] == [401, *[200] * DEVICES]


def test_a_player_is_renamed_and_is_called_so_in_new_matches() -> None:
    player = guest("Ada")
    old = match_of([player], dealt=False, seats=2)
    answer = change(player, name="Countess")
    assert (answer.status, answer.json["name"]) == (200, "Countess")
    assert "recovery_code" not in answer.json
    assert me(player.token).json["name"] == "Countess"
    assert match_of([player], dealt=False, seats=2).view(0)["seats"][0]["name"] == "Countess"
    assert old.view(0)["seats"][0]["name"] == "Ada"


def test_a_change_of_nothing_changes_nothing() -> None:
    player = guest("Ada")
    before = everything()
    for body in ({}, {"name": "Ada"}, {"name": None}, {"new_recovery_code": False}):
        answer = change(player, **body)
        assert (answer.status, answer.json["name"]) == (200, "Ada")
    assert everything() == before


def test_an_account_that_is_gone_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    player = guest()
    monkeypatch.setattr("croupier.store.players.load", lambda _: None)
    for answer in (
        me(player.token),
        change(player, name="x"),
        player.send("POST", "/v1/matches", {"game": "texas-bingo"}),
        player.send("POST", "/v1/matchmaking/tickets", {"game": "texas-bingo"}),
        player.send("GET", "/v1/players/me/history", query={"game": "nickel"}),
    ):
        assert_problem(answer, 401, "token-invalid")
    assert_problem(reopen(refresh_token=player.refresh_token), 401, "not-recognized")
    assert_problem(reopen(recovery_code=player.recovery_code), 401, "not-recognized")


def test_a_token_that_has_expired_is_told_so() -> None:
    player = guest()
    answer = me(issue(player.id, int(time.time()) - LIFETIME - 10))
    assert_problem(answer, 401, "token-expired")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert me(reopen(refresh_token=player.refresh_token).json["token"]).status == 200


def test_the_key_can_be_replaced_and_nobody_is_sent_away() -> None:
    player = guest()
    for number in range(2):
        new_key(f"key number {number} of this test, as long as it has to be")
        keys.forget()
        assert me(player.token).status == (200 if number == 0 else 401)
        opened = reopen(refresh_token=player.refresh_token).json
        assert me(opened["token"]).status == 200
    assert SECRET not in opened["token"]


def test_two_changes_at_once_are_both_made() -> None:
    player = guest("Ada")
    rename = partial(change, player, name="Countess")
    between = Interleaved(partial(reopen, recovery_code=player.recovery_code))
    with wrapped(between):
        assert rename().json["name"] == "Countess"
    assert reopen(refresh_token=between.came.json["refresh_token"]).status == 200
    between = Interleaved(rename)
    with wrapped(between):
        opened = reopen(recovery_code=player.recovery_code)
    assert reopen(refresh_token=opened.json["refresh_token"]).status == 200
    assert me(player.token).json["name"] == "Countess"


def test_a_code_that_is_voided_while_it_is_used_opens_nothing() -> None:
    player = guest()
    between = Interleaved(partial(change, player, new_recovery_code=True))
    with wrapped(between):
        assert_problem(reopen(recovery_code=player.recovery_code), 401, "not-recognized")
    assert reopen(recovery_code=between.came.json["recovery_code"]).status == 200


@pytest.mark.parametrize("fault", [lost, unanswered])
def test_when_the_store_fails_the_player_is_told_to_try_again(fault: Any) -> None:
    player = guest()
    requests = [
        partial(send, "POST", "/v1/players", {}),
        partial(me, player.token),
        partial(change, player, name="Ada"),
        partial(reopen, recovery_code=player.recovery_code),
        partial(reopen, refresh_token=player.refresh_token),
    ]
    for request in requests:
        with wrapped(Failing(fault, 0, 99)):
            assert_problem(request(), 503, "busy")
        assert request().status in (200, 201)
    with wrapped(Failing(fault, 2, 99)):
        assert_problem(reopen(recovery_code=player.recovery_code), 503, "busy")
