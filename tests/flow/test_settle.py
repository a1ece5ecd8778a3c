"""Matches that are over change ratings, each once, whatever stream, queue and table do."""

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import boto3
import pytest

from croupier.ratings import seasons
from croupier.ratings import settle as settling
from croupier.ratings.rating import rate
from croupier.ratings.seasons import START, carried
from croupier.store import ratings as stored
from croupier.store import table
from croupier.store.ratings import Board, Rating
from functions.settle import app
from tests.flow.client import Json
from tests.flow.service import Player, everything, guests, match_of, play_on
from tests.ratings.finished import finished, store
from tests.ratings.replayed import assert_that_histories_replay
from tests.store.faults import FAULTS, Failing, Interleaved, Stale, contended, lost, wrapped

pytestmark = pytest.mark.usefixtures("service", "queue")

GAME = "card-bingo"
BOARD = Board(1, GAME, "standard")


class Queue:
    """The queue as it stands, with nothing that is delayed."""

    def __init__(self) -> None:
        self.sqs: Any = boto3.client("sqs")
        self.url = self.sqs.create_queue(QueueName="settle")["QueueUrl"]

    def told(self) -> list[str]:
        """What is in it, which is then not there any more."""
        bodies = []
        while messages := self.sqs.receive_message(QueueUrl=self.url).get("Messages"):
            for message in messages:
                bodies.append(message["Body"])
                self.sqs.delete_message(QueueUrl=self.url, ReceiptHandle=message["ReceiptHandle"])
        return bodies


@pytest.fixture
def queue(service: None, monkeypatch: pytest.MonkeyPatch) -> Queue:
    queue = Queue()
    monkeypatch.setenv("SETTLE_QUEUE", queue.url)
    app._queue.cache_clear()
    return queue


@pytest.fixture
def lines() -> Iterator[list[Json]]:
    """What the function logs."""
    logged: list[Json] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.msg == "settle":  # all functions log to the same
                logged.append(json.loads(app._logger.registered_formatter.format(record)))

    keep = Keep()
    app._logger.addHandler(keep)
    yield logged
    logging.getLogger("croupier").removeHandler(keep)


def tell(*match_ids: str) -> None:
    """A batch of the stream."""
    keys = [{"pk": {"S": f"MATCH#{each}"}, "sk": {"S": "OVER"}} for each in match_ids]
    records = [
        {"eventSource": "aws:dynamodb", "eventName": "INSERT", "dynamodb": {"Keys": each}}
        for each in keys
    ]
    app.handler({"Records": records}, None)


def tell_again(match_id: str) -> None:
    """A message of the queue."""
    app.handler({"Records": [{"eventSource": "aws:sqs", "body": match_id}]}, None)


def match(players: Iterable[Player], totals: Iterable[int] = (), **more: Any) -> str:
    """The id of a match that has been played, and is still to be settled."""
    return store(finished([player.id for player in players], list(totals), **more))


def history(player: Player, board: Board = BOARD) -> list[stored.Entry]:
    """The entries of a player, oldest first."""
    return stored.history(player.id, board, before=None)[::-1]


def rating(player: Player, board: Board = BOARD) -> Rating | None:
    return stored.load([player.id], [board]).get((player.id, board))


def assert_that_each_counts_once(matches: dict[str, list[Player]]) -> None:
    """Ratings, histories and leaderboard are what these matches lead to, in some order."""
    players = {player.id: player for seated in matches.values() for player in seated}
    told: dict[str, list[Json]] = {}
    for player in players.values():
        entries = history(player)
        assert Counter(entry.match for entry in entries) == Counter(
            match_id for match_id, seated in matches.items() if player in seated
        )
        assert [entry.after.played for entry in entries] == [*range(1, len(entries) + 1)]
        assert entries[0].before == START
        for before, after in pairwise(entries):
            assert after.before == before.after
        assert rating(player) == entries[-1].after
        told[player.id] = [
            {
                "match_id": entry.match,
                "rank": entry.rank,
                "players": entry.players,
                "before": shown(entry.before),
                "after": shown(entry.after),
            }
            for entry in entries
        ]
    assert_that_histories_replay(told)
    places = stored.best(BOARD, 100)
    assert {place.player: place.rating for place in places} == {
        player.id: rating(player) for player in players.values()
    }
    assert all(stored.is_settled(match_id) for match_id in matches)


def shown(rating: Rating) -> Json:
    return {"mean": rating.mean, "deviation": rating.deviation, "rating": rating.worth}


def test_a_match_that_has_been_played_is_settled_when_the_stream_tells() -> None:
    players = guests(2)
    played = match_of(players, game=GAME)
    play_on(played, Random(1))
    (over,) = (item for item in everything() if item["sk"]["S"] == "OVER")
    tell(over["pk"]["S"].removeprefix("MATCH#"))
    winners = played.view(0)["result"]["winners"]
    for seat, player in enumerate(players):
        (entry,) = history(player)
        assert entry.rank == (1 if seat in winners else 2)
        assert (entry.after.mean > START.mean) == (seat in winners)
    assert_that_each_counts_once({played.id: players})


def test_entries_tell_how_the_match_went() -> None:
    players = guests(4)
    told = match(players, [5, 9, 9, 2], resigned=[1])
    tell(told)
    entries = [history(player)[0] for player in players]
    assert [entry.rank for entry in entries] == [2, 4, 1, 3]
    assert [entry.total for entry in entries] == [5, 9, 9, 2]
    assert {(entry.match, entry.players) for entry in entries} == {(told, 4)}
    expected = rate([START] * 4, [2, 4, 1, 3])
    assert [entry.after for entry in entries] == expected
    assert len({entry.settled for entry in entries}) == 1


@pytest.mark.parametrize("seed", range(3))
def test_each_match_counts_once_however_often_and_in_whatever_order_it_is_told(seed: int) -> None:
    rng = Random(seed)
    players = guests(5)
    matches = {}
    for _ in range(10):
        seated = rng.sample(players, rng.randint(2, 5))
        matches[match(seated, [rng.randrange(4) for _ in seated])] = seated
    records = [*matches, *rng.choices(list(matches), k=10)]
    rng.shuffle(records)
    while records:
        batch = [records.pop() for _ in range(min(len(records), rng.randint(1, 4)))]
        if len(batch) > 1:
            tell(*batch)
        else:
            tell_again(*batch)
    assert_that_each_counts_once(matches)


def insist(queue: Queue, *match_ids: str) -> int:
    """Tell of matches, and of what the queue tells again; how often it did."""
    tell(*match_ids)
    again = 0
    while bodies := queue.told():
        for body in bodies:
            again += 1
            assert again < 5
            tell_again(body)
    return again


@pytest.mark.parametrize("fault", FAULTS)
def test_one_bad_call_anywhere_loses_nothing_and_counts_nothing_twice(
    fault: str, queue: Queue
) -> None:
    players = guests(3)
    counting = Failing(FAULTS[fault], 10_000)
    with wrapped(counting):
        insist(queue, match(players))
    matches = {entry.match: players for entry in history(players[0])}
    for number in range(counting.calls - 1):  # the first one is the match itself
        told = match(players, Random(number).choices(range(3), k=3))
        with wrapped(Failing(FAULTS[fault], number)):
            insist(queue, told)
        matches[told] = players
    assert len(matches) == counting.calls
    assert_that_each_counts_once(matches)
    assert not queue.told()


@pytest.mark.parametrize("fault", ["lost", "unanswered"])
def test_a_function_that_dies_anywhere_is_told_again(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the queue, which it did not come to reach."""
    players = guests(2)
    monkeypatch.setenv("SETTLE_QUEUE", "http://127.0.0.1:9/none")
    matches = {}
    for number in range(4):
        told = match(players)
        matches[told] = players
        with (
            wrapped(Failing(FAULTS[fault], number)),
            pytest.raises(Exception, match=r"queue|SQS|exist"),
        ):
            tell(told)
        tell(told)
    assert_that_each_counts_once(matches)


def test_two_matches_of_the_same_players_at_once_both_count() -> None:
    players = guests(3)
    for seated in (players, players[:2]):
        first, second = match(players, [3, 2, 1]), match(seated, [1, 2, 3][: len(seated)])
        before = {entry.match: players for entry in history(players[2])}
        before |= {entry.match: players for entry in history(players[0]) if entry.players == 3}
        with wrapped(Interleaved(partial(tell, second))):
            tell(first)
        assert [entry.match for entry in history(players[0])][-2:] == [second, first]
    matches = {
        entry.match: players if entry.players == 3 else players[:2] for entry in history(players[0])
    }
    assert len(matches) == 4
    assert_that_each_counts_once(matches)


def test_as_many_as_ten_others_may_be_quicker(queue: Queue) -> None:
    players = guests(2)
    others = [match(players) for _ in range(10)]
    matches = dict.fromkeys(others, players)
    slow = match(players)
    busy = [False]

    def before_each_write(operation: str, request: Json, call: Callable[[], Json]) -> Json:
        if operation == "transact_write_items" and not busy[0] and others:
            busy[0] = True
            tell(others.pop())
            busy[0] = False
        return call()

    with wrapped(before_each_write):
        tell(slow)
    assert not others
    assert not queue.told()
    assert history(players[0])[-1].match == slow
    assert_that_each_counts_once({**matches, slow: players})


def test_one_match_told_twice_at_once_counts_once(lines: list[Json]) -> None:
    players = guests(2)
    told = match(players)
    with wrapped(Interleaved(partial(tell, told))):
        tell(told)
    assert_that_each_counts_once({told: players})
    assert [line["outcome"] for line in lines] == ["settled", "settled-before"]


def test_old_items_do_not_make_a_match_look_unsettled(queue: Queue, lines: list[Json]) -> None:
    players = guests(2)
    told = match(players)
    with wrapped(Stale(99)):
        tell(told, told)
    assert [line["outcome"] for line in lines] == ["settled", "settled-before"]
    assert_that_each_counts_once({told: players})


def test_an_old_match_does_not_look_as_if_it_still_ran(lines: list[Json]) -> None:
    players = guests(2)
    played = match_of(players, game=GAME)
    with wrapped(Stale(1)):
        play_on(played, Random(1))
        tell(played.id)
    assert lines[-1]["outcome"] == "settled"


def test_what_cannot_be_settled_now_holds_nothing_else_up(
    queue: Queue, lines: list[Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    players = guests(2)
    matches = [match(players) for _ in range(3)]
    real = settling.settle

    def poisoned(match_id: str, now: int) -> str:
        if match_id == matches[1]:
            raise ZeroDivisionError(players[0].name)
        return real(match_id, now)

    monkeypatch.setattr(app, "settle", poisoned)
    tell(*matches)
    assert [entry.match for entry in history(players[0])] == [matches[0], matches[2]]
    assert queue.told() == [matches[1]]
    with pytest.raises(ZeroDivisionError):
        tell_again(matches[1])  # so that the queue tells it again, in the end as a dead letter
    assert not queue.told()
    assert [line.get("outcome") for line in lines] == ["settled", None, "settled", None]
    assert [line["match"] for line in lines] == [*matches, matches[1]]
    assert [line["level"] for line in lines] == ["INFO", "ERROR", "INFO", "ERROR"]
    assert lines[1]["error"] == "ZeroDivisionError"
    assert lines[1]["where"].endswith("poisoned")
    assert not any(player.name in json.dumps(lines) for player in players)
    monkeypatch.setattr(app, "settle", real)
    tell_again(matches[1])
    assert_that_each_counts_once(dict.fromkeys(matches, players))


@pytest.mark.parametrize("fault", [contended, lost])
def test_a_store_that_stays_away_is_not_asked_for_ever(fault: Any, queue: Queue) -> None:
    told = match(guests(2))
    before = everything()
    failing = Failing(fault, 0, 10_000)
    with wrapped(failing):
        tell(told)
    assert failing.calls < 60
    assert queue.told() == [told]
    assert everything() == before


def test_nothing_is_taken_for_done_that_the_queue_did_not_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SETTLE_QUEUE", "http://127.0.0.1:9/none")
    with wrapped(Failing(lost, 0, 10_000)), pytest.raises(Exception, match=r"queue|SQS|exist"):
        tell("m")


def leave(player: Player) -> None:
    """The account is deleted."""
    key = {"pk": {"S": f"PLAYER#{player.id}"}, "sk": {"S": "PROFILE"}}
    table.call("delete_item", TableName=table.name(), Key=key)


@pytest.mark.parametrize("gone", range(3))
def test_whose_account_is_gone_is_left_out(gone: int) -> None:
    players = guests(3)
    told = match(players, [1, 3, 2])
    leave(players[gone])
    tell(told)
    assert rating(players[gone]) is None
    assert history(players[gone]) == []
    left = [seat for seat in range(3) if seat != gone]
    ranks = [[3, 1, 2][seat] for seat in left]
    assert [history(players[seat])[0].rank for seat in left] == ranks
    assert [rating(players[seat]) for seat in left] == rate([START] * 2, ranks)
    assert stored.is_settled(told)


def test_whose_account_goes_at_that_moment_is_left_out() -> None:
    players = guests(3)
    told = match(players, [1, 2, 3])
    with wrapped(Interleaved(partial(leave, players[2]))):
        tell(told)
    assert rating(players[2]) is None
    assert [rating(player) for player in players[:2]] == rate([START] * 2, [2, 1])


def test_a_match_of_which_one_account_is_left_does_not_count(lines: list[Json]) -> None:
    players = guests(2)
    told = match(players)
    leave(players[0])
    tell(told)
    assert rating(players[1]) is None
    assert lines[0]["outcome"] == "uncounted"


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        (9, {"game": "bingo"}),
        (1, {"game": "bingo"}),
        (1, {"game": "texas-bingo", "mode": "solo", "resigned": [0]}),
        (2, {"game": "texas-bingo", "mode": "cooperative", "resigned": [1, 0]}),
    ],
)
def test_what_does_not_count_changes_nothing(seats: int, more: Json, lines: list[Json]) -> None:
    told = match(guests(seats), **more)
    before = everything()
    tell(told)
    tell("no-such-match")
    assert everything() == before
    assert [line["outcome"] for line in lines] == ["uncounted", "gone"]


def test_each_game_and_mode_has_ratings_of_its_own() -> None:
    players = guests(2)
    tell(match(players, game="texas-bingo"), match(players, game="texas-bingo", mode="competitive"))
    tell(match(players, game="bingo"))
    for game, mode in [("texas-bingo", "standard"), ("texas-bingo", "competitive"), ("bingo",) * 2]:
        mode = "standard" if mode == "bingo" else mode
        assert rating(players[0], Board(1, game, mode)) == rate([START] * 2, [1, 2])[0]


def test_of_solo_matches_the_best_counts() -> None:
    (player,) = guests(1)
    board = Board(1, "texas-bingo", "solo")
    totals = [0, 31, 12, 40, 40, 39]
    for total in totals:
        tell(match([player], [total], game="texas-bingo", mode="solo"))
    best = rating(player, board)
    assert best == Rating(40.0, 0.0, 6)
    assert best.worth == 40
    entries = history(player, board)
    assert [entry.total for entry in entries] == totals
    assert [entry.after.worth for entry in entries] == [0, 31, 31, 40, 40, 40]
    assert {(entry.rank, entry.players) for entry in entries} == {(1, 1)}
    assert history(player, Board(1, "texas-bingo", "standard")) == []


def test_of_cooperative_matches_the_best_counts_for_those_who_stayed() -> None:
    players = guests(3)
    board = Board(1, "texas-bingo", "cooperative")
    for totals, resigned in (([30] * 3, []), ([20] * 3, []), ([0, 40, 40], [0])):
        told = {"resigned": resigned} if resigned else {}
        tell(match(players, totals, game="texas-bingo", mode="cooperative", winners=[], **told))
    assert rating(players[0], board) == Rating(30.0, 0.0, 2)
    assert rating(players[1], board) == rating(players[2], board) == Rating(40.0, 0.0, 3)
    assert {(entry.rank, entry.players) for entry in history(players[0], board)} == {(1, 3)}


def test_a_cooperative_match_that_was_played_has_one_best_for_all(lines: list[Json]) -> None:
    players = guests(3)
    played = match_of(players, game="texas-bingo", options={"mode": "cooperative"})
    play_on(played, Random(1))
    tell(played.id)
    assert lines[-1]["outcome"] == "settled"
    (total,) = set(played.view(0)["result"]["totals"])
    board = Board(1, "texas-bingo", "cooperative")
    assert {rating(player, board) for player in players} == {Rating(float(total), 0.0, 1)}


def test_eight_who_have_played_are_settled_at_once() -> None:
    players = guests(8)
    told = match(players)
    tell(told)
    assert_that_each_counts_once({told: players})


def test_a_new_season_starts_from_the_one_before_and_leaves_it_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players = guests(2)
    first = [match(players) for _ in range(3)]
    tell(*first)
    before = [rating(player) for player in players]
    monkeypatch.setenv("SEASON", "2")
    tell(*first)  # again: they have counted in the season before
    second = Board(2, GAME, "standard")
    assert rating(players[0], second) is None
    ids = [player.id for player in players]
    start = seasons.current(ids, second)
    assert [start[player.id] for player in players] == [carried(was, 1) for was in before if was]
    tell(match(players))
    after = [rating(player, second) for player in players]
    assert after == rate(list(start.values()), [1, 2])
    assert [each.played for each in after if each] == [1, 1]
    assert [rating(player) for player in players] == before
    assert {place.player for place in stored.best(second, 9)} == set(ids)
    assert len(history(players[0])) == 3
    (entry,) = history(players[0], second)
    assert entry.before == start[players[0].id]
    # Back in the season before its ratings go on.
    monkeypatch.setenv("SEASON", "1")
    tell(match(players))
    assert history(players[0])[-1].after.played == 4


@pytest.mark.parametrize(("season", "remembered"), [("2", 1), ("3", 2), ("4", 3), ("5", None)])
def test_who_has_not_played_for_long_starts_as_somebody_new(
    season: str, remembered: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (player,) = guests(1)
    was = Rating(1712.0, 90.0, 1)
    entry = stored.Entry("m", START, was, rank=1, players=2, total=3, settled=4)
    stored.settle(finished([player.id]), BOARD, {player.id: entry})
    monkeypatch.setenv("SEASON", season)
    expected = carried(was, remembered) if remembered else START
    board = seasons.board(GAME, "standard")
    assert seasons.current([player.id], board) == {player.id: expected}
    assert seasons.current([], board) == {}


def test_bests_start_anew_with_each_season(monkeypatch: pytest.MonkeyPatch) -> None:
    (player,) = guests(1)
    tell(match([player], [44], game="texas-bingo", mode="solo"))
    monkeypatch.setenv("SEASON", "2")
    tell(match([player], [9], game="texas-bingo", mode="solo"))
    assert rating(player, Board(2, "texas-bingo", "solo")) == Rating(9.0, 0.0, 1)
    assert rating(player, Board(1, "texas-bingo", "solo")) == Rating(44.0, 0.0, 1)
    assert history(player, Board(2, "texas-bingo", "solo"))[0].before == Rating(0.0, 0.0)


def test_matchmaking_is_told_the_ratings_of_now() -> None:
    players = guests(3)
    tell(match(players[:2]))
    known = seasons.current([player.id for player in players], BOARD)
    assert known == {
        players[0].id: rating(players[0]),
        players[1].id: rating(players[1]),
        players[2].id: START,
    }
