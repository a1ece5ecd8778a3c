"""Ratings, histories and leaderboards as items."""

from dataclasses import replace
from random import Random

import pytest

from croupier.store import ratings, table
from croupier.store.errors import Conflict
from croupier.store.ratings import Board, Entry, Place, Rating
from tests.flow.service import everything
from tests.ratings.finished import finished
from tests.store.faults import Call, Json, strict, wrapped

pytestmark = pytest.mark.usefixtures("service")

BOARD = Board(1, "card-bingo", "standard")
START = Rating(1500.0, 500.0)


def account(player: str) -> None:
    table.put({"pk": {"S": f"PLAYER#{player}"}, "sk": {"S": "PROFILE"}})


def entry(before: Rating, after: Rating, match: str = "m", **more: int) -> Entry:
    return Entry(
        match, before, after, **{"rank": 1, "players": 2, "total": 7, "settled": 9, **more}
    )


def put(player: str, rating: Rating, board: Board = BOARD) -> None:
    """The first match of a player who gets an account with it."""
    account(player)
    match = finished([player, "other"])
    ratings.settle(match, board, {player: entry(START, replace(rating, played=1))})


def test_what_is_settled_is_read_again() -> None:
    match = finished(["ada", "bob"])
    after = {"ada": Rating(1658.13, 471.68, 1), "bob": Rating(-41.5, 0.1 + 0.2, 1)}
    entries = {
        player: entry(START, rating, match.id, rank=rank)
        for rank, (player, rating) in enumerate(after.items(), 1)
    }
    for player in entries:
        account(player)
    assert not ratings.is_settled(match.id)
    ratings.settle(match, BOARD, entries)
    assert ratings.is_settled(match.id)
    assert not ratings.is_settled("another")
    found = ratings.load(["bob", "ada", "eve"], [BOARD, replace(BOARD, season=2)])
    assert found == {(player, BOARD): rating for player, rating in after.items()}
    for player, told in entries.items():
        assert ratings.history(player, BOARD, before=None) == [told]
    assert ratings.history("eve", BOARD, before=None) == []


@pytest.mark.parametrize("other", [
    Board(2, "card-bingo", "standard"),
    Board(11, "card-bingo", "standard"),
    Board(1, "card-bing", "standard"),
    Board(1, "card-bingo", "standard2"),
    Board(1, "card-bingo", "solo"),
])  # fmt: skip
def test_boards_keep_their_ratings_apart(other: Board) -> None:
    put("ada", START)
    put("bob", START, other)
    for board, player in ((BOARD, "ada"), (other, "bob")):
        assert ratings.load(["ada", "bob"], [board]).keys() == {(player, board)}
        assert [place.player for place in ratings.best(board, 9)] == [player]
        for each in ("ada", "bob"):
            assert len(ratings.history(each, board, before=None)) == (each == player)


def test_a_match_is_settled_wholly_or_not_at_all() -> None:
    for player in ("ada", "bob"):
        account(player)
    first = Rating(1600.0, 450.0, 1)
    match = finished(["ada", "bob", "eve"])

    def refused(entries: dict[str, Entry]) -> None:
        before = everything()
        with pytest.raises(Conflict):
            ratings.settle(match, BOARD, entries)
        assert everything() == before

    refused({"ada": entry(START, first), "eve": entry(START, first)})  # has no account
    ratings.settle(finished(["ada"]), BOARD, {"ada": entry(START, first)})
    refused({"bob": entry(START, first), "ada": entry(START, first)})
    refused({"bob": entry(START, first), "ada": entry(first, replace(first, played=3))})
    second = replace(first, played=2)
    ratings.settle(match, BOARD, {"bob": entry(START, first), "ada": entry(first, second)})
    refused({"bob": entry(first, second)})  # the match is settled
    match = finished(["bob"])
    refused({"bob": entry(START, first)})  # there is such a rating
    refused({"bob": entry(second, replace(second, played=3))})  # or it is another by now
    table.put({"pk": {"S": "PLAYER#bob"}, "sk": {"S": f"HISTORY#{BOARD}#000002"}})
    refused({"bob": entry(first, second)})  # an entry is never written over
    assert ratings.load(["ada", "bob"], [BOARD]) == {("ada", BOARD): second, ("bob", BOARD): first}


def test_the_mark_of_a_match_goes_with_it_and_ratings_stay() -> None:
    put("ada", START)
    (mark,) = (item for item in everything() if item["sk"]["S"] == "SETTLED")
    assert mark["expires_at"] == {"N": "4000000000"}
    others = [item for item in everything() if item["sk"]["S"] != "SETTLED"]
    assert len(others) == 3
    assert not any("expires_at" in item for item in others)


def test_a_history_comes_newest_first_and_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "PAGE", 5)
    account("ada")
    count = 2 * ratings.PAGE + 3
    before = START
    for played in range(1, count + 1):
        after = Rating(1500.0 + played, 500.0, played)
        match = finished(["ada", "bob"])
        ratings.settle(match, BOARD, {"ada": entry(before, after, match.id)})
        before = after
    seen: list[int] = []
    following = None
    with wrapped(strict):
        while page := ratings.history("ada", BOARD, before=following):
            seen += [each.after.played for each in page]
            assert len(page) == min(ratings.PAGE, count - len(seen) + len(page))
            following = seen[-1]
    assert seen == [*range(count, 0, -1)]


def some_places(rng: Random, count: int) -> list[Place]:
    """In the order of a leaderboard, with many equals, and some worth less than nothing."""
    found = [
        Place(f"player{number}", Rating(float(rng.randrange(-9, 9)), 0.0, 1))
        for number in range(count)
    ]
    for at in range(0, count, 30):  # as many as go into a transaction
        some = found[at : at + 30]
        for place in some:
            account(place.player)
        entries = {place.player: entry(START, place.rating) for place in some}
        ratings.settle(finished(list(entries)), BOARD, entries)
    return sorted(found, key=lambda place: (place.rating.worth, place.player), reverse=True)


def test_a_leaderboard_is_in_the_order_of_worth_over_all_shards() -> None:
    places = some_places(Random(1), 40)
    shards = {item["board"]["S"] for item in everything() if "board" in item}
    assert len(shards) == ratings.SHARDS
    with wrapped(strict):
        for limit in (1, 7, 100):
            assert ratings.best(BOARD, limit) == places[:limit]
        for at in (0, 1, 17, 36, 39):
            place = places[at]
            assert ratings.best(BOARD, 5, below=place.key) == places[at + 1 : at + 6]
            assert ratings.next_above(BOARD, place.key, 5) == places[:at][::-1][:5]
            assert ratings.count_above(BOARD, place) == at
            equals = [each for each in places[:at] if each.rating.worth == place.rating.worth]
            assert ratings.count_above(BOARD, place, equals=True) == len(equals)


def test_worth_sorts_as_numbers_do() -> None:
    worths = [-99_999, -1000, -999, -10, -9, -1, 0, 1, 9, 10, 999, 1000, 99_999]
    keys = [Place("p", Rating(float(worth), 0.0)).key for worth in worths]
    assert keys == sorted(keys)


def test_a_rating_that_changes_moves_on_its_leaderboard() -> None:
    put("ada", Rating(10.0, 0.0))
    put("bob", Rating(20.0, 0.0))
    assert [place.player for place in ratings.best(BOARD, 9)] == ["bob", "ada"]
    after = Rating(30.0, 0.0, 2)
    change = {"ada": entry(Rating(10.0, 0.0, 1), after)}
    ratings.settle(finished(["ada"]), BOARD, change)
    assert ratings.best(BOARD, 9)[0] == Place("ada", after)
    assert len(ratings.best(BOARD, 9)) == 2


def test_who_is_too_far_down_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    places = some_places(Random(2), 16)
    by_shard = [0] * ratings.SHARDS
    monkeypatch.setattr(ratings, "COUNTED", 3)

    def note(operation: str, request: Json, call: Call) -> Json:
        answer = call()
        shard = int(request["ExpressionAttributeValues"][":board"]["S"][-1])
        by_shard[shard] = answer["Count"]
        return answer

    for at, place in enumerate(places):
        with wrapped(note):
            counted = ratings.count_above(BOARD, place)
        assert counted == (at if max(by_shard) < 3 else None)
    assert counted is None


def test_all_that_a_match_of_eight_writes_fits_in_one_transaction() -> None:
    players = [f"player{number}" for number in range(8)]
    for player in players:
        account(player)
    steps: list[int] = []

    def count(operation: str, request: Json, call: Call) -> Json:
        steps.append(len(request["TransactItems"]))
        return call()

    after = Rating(1.0, 1.0, 1)
    with wrapped(count):
        ratings.settle(finished(players), BOARD, dict.fromkeys(players, entry(START, after)))
    assert steps == [1 + 3 * 8]
