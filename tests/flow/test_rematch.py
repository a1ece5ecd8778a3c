"""A rematch: one new match for all who ask, with the seats of before."""

import pytest

from croupier.matches.record import from_text
from croupier.matches.replay import replay
from tests.flow.client import Json, assert_problem
from tests.flow.service import Player, guests

pytestmark = pytest.mark.usefixtures("service")


def played(players: list[Player], game: str, options: Json) -> str:
    """The path of a match played to its end, each taking the first move offered."""
    plan = {"game": game, "seats": len(players), "options": options, "visibility": "public"}
    made = players[0].send("POST", "/v1/matches", plan).json
    path = f"/v1/matches/{made['match_id']}"
    for player in players[1:]:
        player.send("POST", f"{path}/join", {"invite": made["invite"]})
    finish(players, path)
    return path


def finish(players: list[Player], path: str) -> None:
    while (view := players[0].send("GET", path).json)["status"] != "finished":
        for player in players:
            for move in player.send("GET", path).json["legal"][:1]:
                done = player.send("POST", f"{path}/{move['verb']}", move["body"])
                assert done.status == 200 or view["game"] == "card-bingo"


def again(player: Player, path: str) -> Json:
    answer = player.send("POST", f"{path}/rematch", {})
    assert answer.status == 200, answer.text
    made: Json = answer.json
    return made


def test_all_who_ask_get_the_same_match_and_the_seats_of_before() -> None:
    players = guests(3)
    path = played(players, "texas-bingo", {"mode": "competitive"})
    asked = [again(player, path) for player in reversed(players)]
    assert len({made["match_id"] for made in asked}) == 1
    assert [made["seat"] for made in asked] == [2, 1, 0]
    assert asked[0]["match_id"] not in path
    old, new = players[0].send("GET", path).json, asked[-1]["view"]
    assert old["rematch"] == new["match_id"]
    assert new["rematch_of"] == old["match_id"]
    assert new["options"] == old["options"]
    assert [seat["player_id"] for seat in new["seats"]] == [player.id for player in players]
    assert new["commitment"] != old["commitment"]


def test_who_asks_again_keeps_the_seat_and_changes_nothing() -> None:
    players = guests(2)
    path = played(players, "texas-bingo", {"mode": "competitive"})
    first, second = again(players[1], path), again(players[1], path)
    assert (first["match_id"], first["seat"], first["version"]) == (
        second["match_id"],
        second["seat"],
        second["version"],
    )


def test_who_does_not_ask_is_not_seated_and_anybody_seated_deals() -> None:
    players = guests(3)
    path = played(players, "texas-bingo", {"mode": "competitive"})
    new = f"/v1/matches/{again(players[2], path)['match_id']}"
    assert players[2].send("GET", new).json["legal"] == []
    again(players[1], path)
    for player in players[1:]:
        assert [move["verb"] for move in player.send("GET", new).json["legal"]] == ["deal"]
    assert players[2].send("POST", f"{new}/deal", {}).status == 200
    assert_problem(players[0].send("POST", f"{path}/rematch", {}), 409, "already-dealt")
    seated = [seat["player_id"] for seat in players[1].send("GET", new).json["seats"]]
    assert seated == [players[1].id, players[2].id]
    finish(players[1:], new)


def test_the_seats_are_kept_for_the_players_of_before() -> None:
    players = guests(3)
    path = played(players[:2], "texas-bingo", {"mode": "competitive"})
    made = again(players[0], path)
    new = f"/v1/matches/{made['match_id']}"
    invite = {"invite": made["view"]["private"]["invite"]}
    assert_problem(players[2].send("POST", f"{new}/join", invite), 403, "reserved")
    listed = players[2].send("GET", "/v1/matches", query={"game": "texas-bingo"}).json
    assert listed["matches"] == []
    assert players[1].send("POST", f"{new}/join", {}).json["seat"] == 1


def test_a_seat_that_was_left_can_be_asked_for_again() -> None:
    players = guests(2)
    path = played(players, "texas-bingo", {"mode": "competitive"})
    new = f"/v1/matches/{again(players[0], path)['match_id']}"
    assert players[0].send("POST", f"{new}/leave", {}).json["status"] == "open"
    assert again(players[1], path)["seat"] == 1
    assert again(players[0], path)["seat"] == 0


def test_a_rematch_is_refused_while_the_match_runs_to_strangers_and_of_nothing() -> None:
    players = guests(3)
    made = players[0].send("POST", "/v1/matches", {"game": "texas-bingo", "seats": 2}).json
    path = f"/v1/matches/{made['match_id']}"
    assert_problem(players[0].send("POST", f"{path}/rematch", {}), 409, "not-over")
    assert_problem(players[2].send("POST", f"{path}/rematch", {}), 403, "not-seated")
    players[0].send("DELETE", path)
    assert_problem(players[0].send("POST", f"{path}/rematch", {}), 409, "not-dealt")
    missing = players[0].send("POST", "/v1/matches/0000000000000000/rematch", {})
    assert_problem(missing, 404, "unknown-match")


def test_the_caller_of_card_bingo_moves_on_by_one_with_each_rematch() -> None:
    players = guests(2)
    path = played(players, "card-bingo", {})
    callers = [players[0].send("GET", path).json["public"]["caller"]]
    for _ in range(3):
        new = [again(player, path)["match_id"] for player in players]
        path = f"/v1/matches/{new[0]}"
        finish(players, path)
        record = players[0].send("GET", f"{path}/record").json
        view = players[0].send("GET", path).json
        callers.append(view["public"]["caller"])
        table = replay(from_text(record["text"]))
        assert table.game.view(table.state, 0)[0] == view["public"]
    assert callers == [0, 1, 0, 1]


def test_showdown_is_played_over_several_hands_and_its_record_replays() -> None:
    players = guests(3)
    path = played(players, "texas-showdown", {"target": 20})
    record = players[0].send("GET", f"{path}/record").json
    assert len(record["hands"]) > 1
    table = replay(from_text(record["text"]))
    assert table.game.result(table.state) == players[0].send("GET", path).json["result"]


def test_a_retry_of_the_last_move_answers_the_same_after_a_rematch_was_asked_for() -> None:
    (player,) = guests(1)
    made = player.send("POST", "/v1/matches", {"game": "texas-bingo", "options": {"mode": "solo"}})
    path = f"/v1/matches/{made.json['match_id']}"
    player.send("POST", f"{path}/deal", {})
    while (view := player.send("GET", path).json)["status"] == "playing":
        move = (f"{path}/place", view["legal"][0]["body"])
        last = player.send("POST", *move, idempotency_key=str(view["turn"]))
    again(player, path)
    assert player.send("POST", *move, idempotency_key="25").text == last.text
