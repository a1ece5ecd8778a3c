"""Leaderboards and histories, as clients are shown them."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from croupier.ratings import boards
from croupier.ratings.settle import settle
from croupier.store import ratings as stored
from croupier.store import table
from croupier.store.ratings import Board, Entry, Place, Rating
from tests.flow.client import Json, assert_problem, fields
from tests.flow.service import Player, guests, send
from tests.ratings.finished import finished, store
from tests.ratings.replayed import assert_that_histories_replay
from tests.store.faults import Call, strict, wrapped

pytestmark = pytest.mark.usefixtures("service", "season")

GAME = "card-bingo"
BOARD = "/v1/leaderboards/card-bingo"


@pytest.fixture
def season(service: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEASON", "1")


def rated(worths: Sequence[int], season: int = 1) -> list[Player]:
    """Players whose ratings are worth so much."""
    players = guests(len(worths))
    for at in range(0, len(worths), 30):  # as many as go into a transaction
        entries = {
            player.id: entry(worth)
            for player, worth in zip(players[at : at + 30], worths[at : at + 30], strict=True)
        }
        stored.settle(finished(list(entries)), Board(season, GAME, "standard"), entries)
    return players


def entry(worth: int) -> Entry:
    before, after = Rating(1500.0, 500.0), Rating(float(worth), 0.0, 1)
    return Entry("m", before, after, rank=1, players=2, total=3, settled=4)


def play(players: Sequence[Player], totals: Sequence[int] = (), **more: str) -> str:
    """A match that has been played and settled; its id."""
    match_id = store(finished([player.id for player in players], totals, **more))
    assert settle(match_id, 1_900_000_000) == "settled"
    return match_id


def board(player: Player | None = None, **query: str) -> Json:
    ask = player.send if player else send
    answer = ask("GET", BOARD, query=query)
    assert answer.status == 200, answer.text
    shown: Json = answer.json
    return shown


def history(player: Player, asker: Player | None = None, **query: str) -> Json:
    ask = asker.send if asker else send
    path = f"/v1/players/{player.id}/history"
    answer = ask("GET", path, query={"game": GAME, **query})
    assert answer.status == 200, answer.text
    shown: Json = answer.json
    return shown


def true_rank(worth: int, worths: Sequence[int]) -> int:
    return 1 + sum(other > worth for other in worths)


def test_a_leaderboard_of_nobody() -> None:
    assert board() == {
        "game": GAME,
        "mode": "standard",
        "season": 1,
        "current_season": 1,
        "top": [],
    }
    (player,) = guests(1)
    assert board(player) == board()


def test_a_row_tells_who_it_is_and_what_the_rating_is() -> None:
    players = guests(2)
    play(players, [4, 2])
    top = board()["top"]
    assert [row["name"] for row in top] == ["Player 0", "Player 1"]
    assert top[0] == {
        "rank": 1,
        "player_id": players[0].id,
        "name": "Player 0",
        "played": 1,
        "rating": round(top[0]["mean"] - 3 * top[0]["deviation"]),
        "mean": top[0]["mean"],
        "deviation": top[0]["deviation"],
    }
    assert top[0]["mean"] > 1500 > top[1]["mean"]


def test_equals_share_a_rank_and_the_next_one_is_missing() -> None:
    rated([70, 90, 90, -5, 70, 70, 120])
    rows = board()["top"]
    assert [(row["rank"], row["rating"]) for row in rows] == [
        (1, 120), (2, 90), (2, 90), (4, 70), (4, 70), (4, 70), (7, -5),
    ]  # fmt: skip


@pytest.mark.parametrize("spread", [4, 1000])
def test_everybody_sees_the_nearest_players_above_and_below(spread: int) -> None:
    rng = Random(spread)
    worths = [rng.randrange(spread) for _ in range(15)]
    players = rated(worths)
    worth = {player.id: rating for player, rating in zip(players, worths, strict=True)}
    whole = board(limit="100")["top"]
    assert [row["rating"] for row in whole] == sorted(worths, reverse=True)
    assert all(row["rating"] == worth[row["player_id"]] for row in whole)
    assert all(row["rank"] == true_rank(row["rating"], worths) for row in whole)
    order = [row["player_id"] for row in whole]
    for at in (0, 1, 5, 7, 14):
        player = next(player for player in players if player.id == order[at])
        with wrapped(strict):
            seen = board(player, limit="1")
        assert seen["top"] == whole[:1]
        assert seen["you"] == whole[at]
        assert seen["neighbours"] == whole[max(0, at - 5) : at] + whole[at + 1 : at + 6]


def test_more_equals_than_are_shown_are_counted() -> None:
    players = rated([10] * 14 + [20, 20, 5])
    ranks = {20: 1, 10: 3, 5: 17}
    order = [row["player_id"] for row in board()["top"]]
    for player in players[:14]:
        if order.index(player.id) in (2, 9, 15):
            seen = board(player)
            assert seen["you"]["rank"] == 3
            assert all(row["rank"] == ranks[row["rating"]] for row in seen["neighbours"])


def test_who_is_too_far_down_is_told_the_neighbours_without_ranks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stored, "COUNTED", 1)
    players = rated(list(range(12)))
    last = board(players[0])
    assert last["you"]["rank"] is None
    assert [row["rating"] for row in last["neighbours"]] == [5, 4, 3, 2, 1]
    assert {row["rank"] for row in last["neighbours"]} == {None}
    assert board(players[11])["you"]["rank"] == 1


def test_a_board_is_cheap_however_many_are_on_it() -> None:
    players = rated(list(range(15)))
    calls: list[int] = []

    def count(operation: str, request: Json, call: Call) -> Json:
        answer = call()
        items = answer.get("Items", answer.get("Responses", {}).get("croupier", [1]))
        calls.append(len(items))
        return answer

    with wrapped(count):
        board(limit="2")
        strangers = len(calls)
        board(players[8], limit="2")
    assert strangers == stored.SHARDS + 1
    assert len(calls) - strangers == strangers + 1 + 4 * stored.SHARDS + 1
    assert max(calls) <= 11


def test_the_limit_is_kept() -> None:
    rated(list(range(22)))
    assert len(board()["top"]) == 20
    for limit in (1, 7, 22, 100):
        assert len(board(limit=str(limit))["top"]) == min(limit, 22)
    for wrong in ("0", "101", "-1", "x", "1.5"):
        answer = send("GET", BOARD, query={"limit": wrong})
        assert_problem(answer, 422, "invalid-request")
        assert fields(answer) == ["limit"]


def test_the_own_place_of_before_is_nobody_s_neighbour() -> None:
    """The index of leaderboards is a moment behind the ratings."""
    players = rated([10, 20, 30])
    own = Place(players[0].id, Rating(25.0, 0.0, 2))
    rows = boards._around(Board(1, GAME, "standard"), own)
    assert [row.place.player for row in rows] == [players[2].id, players[0].id, players[1].id]


def test_whose_account_is_gone_is_not_shown() -> None:
    players = rated([10, 20, 30])
    key = {"pk": {"S": f"PLAYER#{players[1].id}"}, "sk": {"S": "PROFILE"}}
    table.call("delete_item", TableName=table.name(), Key=key)
    assert [row["player_id"] for row in board()["top"]] == [players[2].id, players[0].id]
    assert [row["player_id"] for row in board(players[0])["neighbours"]] == [players[2].id]
    gone = board(players[1])
    assert "you" not in gone
    answer = send("GET", f"/v1/players/{players[1].id}/history", query={"game": GAME})
    assert_problem(answer, 404, "unknown-player")


def test_seasons_stay_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    players = guests(2)
    play(players, [2, 1])
    first, entries = board(), history(players[0])["history"]
    monkeypatch.setenv("SEASON", "2")
    assert board()["top"] == []
    assert board()["season"] == 2
    assert "you" not in board(players[0])
    assert board(season="1") == {**first, "current_season": 2}
    play(players, [1, 2])
    assert [row["player_id"] for row in board()["top"]] == [players[1].id, players[0].id]
    assert board(players[0])["you"]["rank"] == 2
    assert board(players[0], season="1")["you"]["rank"] == 1
    assert history(players[0], season="1")["history"] == entries
    assert len(history(players[0])["history"]) == 1
    for path in (BOARD, f"/v1/players/{players[0].id}/history"):
        for unknown in ("3", "999999"):
            answer = send("GET", path, query={"game": GAME, "season": unknown})
            assert_problem(answer, 404, "unknown-season")
        for none in ("0", "-1", "one", "1000000"):
            answer = send("GET", path, query={"game": GAME, "season": none})
            assert_problem(answer, 422, "invalid-request")


def test_modes_have_leaderboards_of_their_own() -> None:
    players = guests(2)
    play(players[:1], [31], game="texas-bingo", mode="solo")
    play(players, [1, 2], game="texas-bingo", mode="competitive")
    path = "/v1/leaderboards/texas-bingo"
    assert send("GET", path).json["top"] == []
    solo = send("GET", path, query={"mode": "solo"}).json
    (row,) = solo["top"]
    assert (row["rating"], row["mean"], row["deviation"], row["played"]) == (31, 31, 0, 1)
    rows = send("GET", path, query={"mode": "competitive"}).json["top"]
    assert [row["player_id"] for row in rows] == [players[1].id, players[0].id]


@pytest.mark.parametrize(
    ("game", "mode", "code"),
    [
        ("chess", "standard", "unknown-game"),
        ("x" * 5000, "standard", "unknown-game"),
        ("texas-bingo", "", "unknown-mode"),
        ("nickel", "solo", "unknown-mode"),
        ("nickel", "standard#0", "unknown-mode"),
    ],
)
def test_there_is_no_leaderboard_of(game: str, mode: str, code: str) -> None:
    (player,) = guests(1)
    answer = send("GET", f"/v1/leaderboards/{game}", query={"mode": mode})
    assert_problem(answer, 404, code)
    path = f"/v1/players/{player.id}/history"
    answer = send("GET", path, query={"game": game, "mode": mode})
    if len(game) > 40:
        assert_problem(answer, 422, "invalid-request")
    else:
        assert_problem(answer, 404, code)


def test_a_token_is_not_needed_but_must_be_a_good_one() -> None:
    (player,) = guests(1)
    for path in (BOARD, f"/v1/players/{player.id}/history"):
        answer = send("GET", path, token="nonsense", query={"game": GAME})
        assert_problem(answer, 401, "token-invalid")


def test_a_history_tells_what_each_match_has_done() -> None:
    players = guests(3)
    matches = [play(players, totals) for totals in ([1, 2, 3], [3, 2, 1], [1, 1, 1])]
    told = history(players[0], players[0])
    assert {name: told[name] for name in told if name != "history"} == {
        "player_id": players[0].id,
        "name": "Player 0",
        "game": GAME,
        "mode": "standard",
        "season": 1,
        "current_season": 1,
    }
    entries = told["history"]
    assert [each["match_id"] for each in entries] == matches[::-1]
    assert [each["played"] for each in entries] == [3, 2, 1]
    assert [each["rank"] for each in entries] == [1, 1, 3]
    assert [each["total"] for each in entries] == [1, 3, 1]
    assert {each["players"] for each in entries} == {3}
    assert {each["settled"] for each in entries} == {1_900_000_000}
    assert entries[-1]["before"] == {"rating": 0, "mean": 1500, "deviation": 500}
    for later, earlier in pairwise(entries):
        assert later["before"] == earlier["after"]
    row = board(players[0])["you"]
    assert {name: row[name] for name in entries[0]["after"]} == entries[0]["after"]
    assert_that_histories_replay(
        {player.id: history(player, player)["history"][::-1] for player in players}
    )


def test_which_matches_they_were_is_told_to_the_player_alone() -> None:
    players = guests(2)
    match_id = play(players)
    own = history(players[0], players[0])
    assert players[0].send("GET", "/v1/players/me/history", query={"game": GAME}).json == own
    assert own["history"][0].pop("match_id") == match_id
    for asker in (None, players[1]):
        assert history(players[0], asker) == own
        assert match_id not in str(history(players[0], asker))
    answer = send("GET", "/v1/players/me/history", query={"game": GAME})
    assert_problem(answer, 401, "token-missing")


def test_a_history_comes_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "PAGE", 3)
    players = guests(2)
    for _ in range(7):
        play(players)
    seen = []
    page: Json = {"next": 8}
    while "next" in page:
        page = history(players[0], after=str(page["next"]))
        seen.append([each["played"] for each in page["history"]])
    assert seen == [[7, 6, 5], [4, 3, 2], [1]]
    assert history(players[0])["history"][0]["played"] == 7
    assert history(players[0], after="1")["history"] == []
    for after in ("0", "x", "1000000"):
        path = f"/v1/players/{players[0].id}/history"
        answer = send("GET", path, query={"game": GAME, "after": after})
        assert_problem(answer, 422, "invalid-request")


def test_a_history_needs_a_player_and_a_game() -> None:
    (player,) = guests(1)
    for unknown in ("nobody", "x" * 41, "x" * 5000):
        with wrapped(strict):
            answer = send("GET", f"/v1/players/{unknown}/history", query={"game": GAME})
        assert_problem(answer, 404, "unknown-player")
    answer = send("GET", f"/v1/players/{player.id}/history")
    assert_problem(answer, 422, "invalid-request")
    assert fields(answer) == ["game"]
    assert history(player)["history"] == []


def test_nothing_of_these_is_cached() -> None:
    assert send("GET", BOARD).headers["Cache-Control"] == "no-store"
