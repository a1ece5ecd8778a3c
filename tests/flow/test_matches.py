"""Whole matches through the real handlers, from guest accounts to the record."""

import hashlib
from random import Random
from typing import Any

import pytest

from croupier.games import GAMES
from croupier.matches.record import Record, from_text
from croupier.matches.replay import replay
from croupier.store.matches import load
from tests.flow.client import Json, call
from tests.flow.service import (
    Match,
    any_move,
    choose_missions,
    guest,
    guests,
    match_of,
    options,
    play_on,
    send,
)

pytestmark = pytest.mark.usefixtures("service")

FULL_OF_EVENTS = {"crossroads": 9, "tunnel": 9, "sandstorm": 9}
SETUPS: list[tuple[str, int, Json]] = [
    ("standard", 2, {}),
    ("standard", 3, {"auto_reveal": False, "ties_win_lines": False}),
    ("solo", 1, {"events": FULL_OF_EVENTS}),
    ("cooperative", 2, {"tunnel_owner_sees": True, "events": FULL_OF_EVENTS}),
    ("cooperative", 1, {"auto_reveal": False}),
    ("competitive", 2, {"events": FULL_OF_EVENTS}),
]


class Client:
    """Knows no game: for each seat it looks, and picks from what the view says is legal."""

    def __init__(self, match: Match, rng: Random) -> None:
        self.match = match
        self.rng = rng
        self.views = [match.view(seat) for seat in range(len(match.players))]
        self.moves: list[str] = []

    def play(self) -> None:
        """To the end, the seats in a new order each round."""
        while True:
            seats = list(range(len(self.views)))
            self.rng.shuffle(seats)
            for seat in seats:
                view = self.views[seat] = self.match.view(seat)
                self.check(view, seat)
                if view["legal"]:
                    self.move(seat, view)
            if self.views[0]["status"] == "finished":
                return

    def check(self, view: Json, seat: int) -> None:
        assert view["you"] == seat
        assert (seat in view["to_act"]) <= bool(view["legal"])
        assert bool(view["to_act"]) == (view["status"] != "finished")

    def move(self, seat: int, view: Json) -> None:
        verb, body = any_move(self.rng, view)
        assert body["turn"] == view["turn"]
        answer = self.match.send(seat, verb, body)
        assert answer.status == 200, answer.text
        moved = answer.json
        assert moved.keys() == {"version", "events", "view"}
        assert moved["version"] == moved["view"]["version"] == view["version"] + 1
        assert moved["view"]["move"] == view["move"] + 1
        assert answer.headers["ETag"] == f'"{moved["version"]}"'
        assert moved["events"]
        if self.rng.random() < 0.1:
            assert moved["view"] == self.match.view(seat)
        self.moves.append(f"{seat}:{verb}")


@pytest.mark.parametrize(("mode", "seats", "chosen"), SETUPS)
def test_a_client_that_only_picks_from_legal_plays_to_the_end(
    mode: str, seats: int, chosen: Json
) -> None:
    players = guests(seats)
    match = match_of(players, dealt=False, nonce="lucky", **options(mode, **chosen))
    client = Client(match, Random(seats))
    commitment = client.views[0]["commitment"]
    client.play()

    view = match.view(0)
    assert view["status"] == "finished"
    assert (view["turn"], view["to_act"], view["legal"]) == (25, [], [])
    assert view["result"]["reason"] == "completed"
    assert len(view["result"]["totals"]) == seats
    assert bool(view["result"]["winners"]) == (mode in ("standard", "competitive"))
    the_record_replays_to(match, view, client.moves, commitment)
    the_score_is_that_of_the_boards(match, view)


def the_record_replays_to(match: Match, view: Json, moves: list[str], commitment: str) -> None:
    record = match.record()
    assert hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest() == commitment
    assert record["nonces"] == ["lucky", *[""] * (len(match.players) - 1)]
    ((first, *rest),) = record["hands"]
    assert first == "0:deal"
    seats = [entry.partition(":")[0] for entry in rest]
    assert [
        "0:deal",
        *(f"{seat}:{verb}" for seat, verb in zip(seats, verbs(rest), strict=True)),
    ] == moves
    text = from_text(record["text"])
    assert text == Record(text.header, tuple(tuple(hand) for hand in record["hands"]))
    assert text.header.seed.hex() == record["seed"]
    assert text.header.game == record["game"] == view["game"]
    assert text.header.options == record["options"] == view["options"]
    table = replay(text)
    assert table.game.result(table.state) == view["result"]
    assert table.game.view(table.state, 0) == (view["public"], view["private"])


def verbs(entries: list[str]) -> list[str]:
    game = GAMES["texas-bingo"]
    return [game.to_request(entry.partition(":")[2])[0] for entry in entries]


def the_score_is_that_of_the_boards(match: Match, view: Json) -> None:
    """The same as the stateless function makes of the boards and missions that all now see."""
    mode = view["public"]["mode"]
    missions = view["public"].get("missions", [None] * 8)
    boards = [
        {"player": str(number), "rows": [" ".join(row) for row in board]}
        | ({"mission": missions[number]} if missions[number] else {})
        for number, board in enumerate(view["public"]["boards"])
    ]
    body = {"mode": mode, "boards": boards, "options": view["options"]}
    table = call("POST", "/v1/score/texas-bingo", body).json
    sheet = match.players[0].send("GET", f"{match.path}/score").json
    assert sheet["final"] is True
    for line, scored in table["lines"].items():
        assert [str(board) for board in sheet["lines"][line]["winners"]] == scored["winners"]
        assert sheet["lines"][line]["hands"] == scored["hands"]
    assert [str(board) for board in sheet["winners"]] == table["winners"]
    for board, player in table["players"].items():
        assert player.items() <= sheet["players"][board].items()
    totals = [table["players"][str(min(seat, len(boards) - 1))]["total"] for seat in range(8)]
    assert view["result"]["totals"] == totals[: len(match.players)]


def test_eight_players_take_their_turns_in_any_order() -> None:
    match = match_of(guests(8), **options("competitive"))
    play_on(match, Random(8), turns=4)
    assert match.view(3)["move"] == 1 + 3 * 8
    assert [sum(bool(tile) for row in match.view(seat)["private"]["board"] for tile in row)
            for seat in range(8)] == [3] * 8  # fmt: skip


def test_with_auto_reveal_off_the_starting_player_reveals_first_and_anybody_later() -> None:
    match = match_of(guests(2), **options("competitive", auto_reveal=False))
    starter = match.view(0)["public"]["starting_seat"]
    assert match.view(0)["to_act"] == [starter]
    assert match.view(1 - starter)["legal"] == []
    refused = match.send(1 - starter, "reveal", {"turn": 0})
    assert (refused.status, refused.json["code"]) == (409, "not-your-turn")
    assert match.move(starter, "reveal", {"turn": 0})["events"][0]["type"] == "revealed"
    for seat in range(2):
        match.move(seat, *any_move(Random(0), match.view(seat)))
    assert match.view(0)["to_act"] == [0, 1]
    match.move(1 - starter, "reveal", {"turn": 1})
    again = match.send(starter, "reveal", {"turn": 1})
    assert (again.status, again.json["code"]) == (409, "stale-turn")


def test_the_team_sees_one_board_and_any_of_it_fills_the_turn() -> None:
    match = match_of(guests(2), **options("cooperative"))
    verb, body = any_move(Random(0), match.view(1))
    match.move(1, verb, body)
    assert match.view(0)["private"] == match.view(1)["private"]
    late = match.send(0, verb, body)
    assert (late.status, late.json["code"]) == (409, "stale-turn")
    known = match.players[0].send("GET", f"{match.path}/record").json["hands"][0]
    assert known == ["0:deal", f"1:{body['card']}@{body['cell']}"]


def test_before_the_end_a_record_shows_the_own_moves_and_that_others_moved() -> None:
    match = match_of(guests(2), visibility="public")
    play_on(match, Random(5), turns=4)
    stored = load(match.id)
    assert stored
    assert stored.hand
    first, *made = stored.hand.moves
    for seat, sender in ((0, match.players[0].send), (1, match.players[1].send), (None, send)):
        record = sender("GET", f"{match.path}/record").json
        assert record.keys() == {
            "match_id", "game", "rules_version", "options", "seats", "status", "version", "hands"
        }  # fmt: skip
        movers = [entry.partition(":")[0] for entry in made]
        assert record["hands"] == [
            [
                first,
                *(
                    entry if mover == str(seat) else f"{mover}:{verb}"
                    for entry, mover, verb in zip(made, movers, verbs(made), strict=True)
                ),
            ]
        ]


def test_a_score_sheet_shows_the_asker_the_own_complete_lines_alone() -> None:
    match = match_of(guests(2), **options("competitive", events=no_events()))
    row_a = ["a1", "a2", "a3", "a4", "a5"]
    for cell in row_a:
        for seat in range(2):
            card = match.view(seat)["private"]["tiles"][0]
            match.move(seat, "place", {"card": card, "cell": cell if seat == 0 else f"b{cell[1]}"})
    sheet = match.players[0].send("GET", f"{match.path}/score").json
    assert sheet["final"] is False
    assert list(sheet["lines"]) == ["a"]
    assert list(sheet["lines"]["a"]["hands"]) == ["0"]
    assert list(match.players[1].send("GET", f"{match.path}/score").json["lines"]) == ["b"]


def no_events() -> Json:
    return {"crossroads": 0, "tunnel": 0, "sandstorm": 0}


def test_a_score_before_the_deal_is_refused() -> None:
    match = match_of(guests(2), dealt=False)
    answer = match.players[0].send("GET", f"{match.path}/score")
    assert (answer.status, answer.json["code"]) == (409, "not-dealt")


def test_a_record_before_the_deal_has_no_hands() -> None:
    match = match_of(guests(2), dealt=False)
    assert match.record()["hands"] == []
    assert "seed" not in match.record()


def test_a_view_has_what_the_contract_says() -> None:
    match = match_of(guests(2))
    choose_missions(match)
    view = match.view(1)
    assert view.keys() == {
        "match_id", "game", "status", "version", "options", "seats", "you", "turn", "move",
        "to_act", "commitment", "legal", "public", "private",
    }  # fmt: skip
    assert view["match_id"] == match.id
    assert view["seats"] == [
        {"seat": seat, "name": player.name, "kind": "human", "player_id": player.id}
        for seat, player in enumerate(match.players)
    ]
    for request in view["legal"]:
        assert request.keys() == {"verb", "body"}
        assert request["verb"] in GAMES["texas-bingo"].VERBS


def test_a_client_that_has_this_version_is_not_told_it_again() -> None:
    match = match_of(guests(2))
    player = match.players[0]
    seen = player.send("GET", match.path)
    tags: dict[str, Any] = {
        "exact": seen.headers["ETag"],
        "weak": f"W/{seen.headers['ETag']}",
        "one of some": f'"1", {seen.headers["ETag"]}',
    }
    for tag in tags.values():
        again = player.send("GET", match.path, if_none_match=tag)
        assert (again.status, again.text) == (304, "")
        assert again.headers["ETag"] == seen.headers["ETag"]
    for tag in ('"999"', "x", "", '"', '"x"', '"' + "9" * 5000 + '"'):
        assert player.send("GET", match.path, if_none_match=tag).status == 200
    choose_missions(match)
    assert player.send("GET", match.path, if_none_match=seen.headers["ETag"]).status == 200
    stranger = guest().send("GET", match.path, if_none_match=seen.headers["ETag"])
    assert stranger.status == 403
