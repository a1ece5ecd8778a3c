"""The warm cache: what it saves, and that it never says anything but what is stored."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from croupier.games import texas_bingo
from croupier.matches import lobby, moves, tables
from croupier.matches.refused import Busy, Refused
from croupier.matches.replay import Carry, Table, replay_hand
from croupier.matches.tables import table_of
from croupier.store.matches import Hand, Match, load
from tests.store.faults import Failing, Interleaved, lost, unanswered, wrapped

pytestmark = pytest.mark.usefixtures("service")

PLAYERS = ["ada", "bob", "eve"]
NO_EVENTS = {"crossroads": 0, "tunnel": 0, "sandstorm": 0}


def dealt(**options: Any) -> str:
    """The id of a match with three players."""
    plan = lobby.Plan("texas-bingo", {"mode": "competitive", **options}, 3, True, "")
    match = lobby.create(PLAYERS[0], "A", plan, key=None, now=2_000_000_000, retention_days=1)
    for player in PLAYERS[1:]:
        lobby.join(match.id, player, "B", invite=None, nonce="")
    make(match.id, 0, "deal")
    return match.id


def make(match_id: str, seat: int, verb: str, body: Any = None, key: str = "") -> moves.Answer:
    key = key or f"{verb} {body}"
    return moves.make(match_id, moves.Request(PLAYERS[seat], verb, body or {}, key))


def stored(match_id: str) -> tuple[Match, Hand]:
    match = load(match_id, consistent=True)
    assert match
    assert match.hand
    return match, match.hand


def any_request(match_id: str, rng: Random) -> tuple[int, str, Any]:
    """A legal move, from the stored moves alone."""
    match, hand = stored(match_id)
    table = replayed(match, hand)
    seat = rng.choice(table.game.to_act(table.state))
    verb, body = table.game.to_request(rng.choice(table.game.legal(table.state, seat)))
    return seat, verb, {"turn": table.game.turn(table.state), **body}


def replayed(match: Match, hand: Hand) -> Table:
    return replay_hand(tables.header(match), Carry(hand.carry, hand.shuffles), hand.moves)


def assert_that_the_cache_says_what_is_stored(match_id: str) -> None:
    match, hand = stored(match_id)
    assert table_of(match, hand).state == replayed(match, hand).state


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves that the game has been asked to play, replayed ones among them."""
    played: list[str] = []
    really = texas_bingo.play

    def play(state: Any, seat: int, move: str, shuffler: Any) -> Any:
        played.append(f"{seat}:{move}")
        return really(state, seat, move, shuffler)

    monkeypatch.setattr(texas_bingo, "play", play)
    return played


@pytest.fixture
def functions(monkeypatch: pytest.MonkeyPatch) -> Iterator[OrderedDict[Any, Any]]:
    """Two instances with a cache each; whoever takes one is the next to be used."""

    def take_turns() -> Iterator[OrderedDict[Any, Any]]:
        caches: list[OrderedDict[Any, Any]] = [OrderedDict(), OrderedDict()]
        while True:
            for cache in caches:
                monkeypatch.setattr(tables, "_tables", cache)
                yield cache

    return take_turns()


def test_a_warm_function_plays_each_move_once(plays: list[str]) -> None:
    match_id, rng = dealt(), Random(1)
    for _ in range(20):
        request = any_request(match_id, rng)
        plays.clear()
        make(match_id, *request)
        assert len(plays) == 1


def test_a_cold_function_replays_the_hand(plays: list[str]) -> None:
    match_id, rng = dealt(), Random(1)
    for _ in range(5):
        make(match_id, *any_request(match_id, rng))
    request = any_request(match_id, rng)
    tables.forget()
    plays.clear()
    make(match_id, *request)
    assert len(plays) == 5 + 1


def test_two_functions_taking_turns_replay_the_tail_alone(
    plays: list[str], functions: Iterator[OrderedDict[Any, Any]]
) -> None:
    match_id, rng = dealt(), Random(2)
    for number in range(12):
        next(functions)
        request = any_request(match_id, rng)
        plays.clear()
        make(match_id, *request)
        _, hand = stored(match_id)
        # The move that the other one has made since, and the move of now.
        assert plays == list(hand.moves[max(1, number) :])
        assert_that_the_cache_says_what_is_stored(match_id)


def test_a_function_that_slept_replays_what_it_missed(
    plays: list[str], functions: Iterator[OrderedDict[Any, Any]]
) -> None:
    match_id, rng = dealt(), Random(3)
    next(functions)
    make(match_id, *any_request(match_id, rng))
    next(functions)
    for _ in range(6):
        make(match_id, *any_request(match_id, rng))
    next(functions)
    match, hand = stored(match_id)
    plays.clear()
    assert table_of(match, hand).state
    assert plays == list(hand.moves[2:])
    plays.clear()
    table_of(match, hand)
    assert plays == []


def test_a_refused_move_leaves_the_cache_as_it_was(plays: list[str]) -> None:
    match_id, rng = dealt(events=NO_EVENTS), Random(4)
    for _ in range(4):
        make(match_id, *any_request(match_id, rng))
    match, hand = stored(match_id)
    table = table_of(match, hand)
    before = table.copy()
    seat, verb, body = any_request(match_id, rng)
    for wrong in ({"card": "tunnel"}, {"turn": 9}, {"cell": "z9"}):
        with pytest.raises(Refused):
            make(match_id, seat, verb, body | wrong)
    with pytest.raises(Refused):
        make(match_id, seat, "reveal")
    assert table_of(match, hand) is table
    assert table.state == before.state
    plays.clear()
    make(match_id, seat, verb, body)
    assert len(plays) == 1
    assert_that_the_cache_says_what_is_stored(match_id)


def test_a_move_does_not_change_the_table_that_others_were_given() -> None:
    match_id, rng = dealt(), Random(5)
    match, hand = stored(match_id)
    given = table_of(match, hand)
    before = given.copy()
    for _ in range(6):
        make(match_id, *any_request(match_id, rng))
        assert given.state == before.state
        assert given.shuffler.count == before.shuffler.count


def test_a_replay_of_the_tail_does_not_change_the_table_that_others_were_given() -> None:
    match_id, rng = dealt(), Random(5)
    match, hand = stored(match_id)
    tables.forget()
    given = table_of(match, hand)
    before = given.copy()
    for _ in range(3):
        make(match_id, *any_request(match_id, rng))
    newest = tables._tables.copy()
    tables.forget()
    tables.remember(match_id, hand, given)
    assert table_of(*stored(match_id)).state == newest[match_id, 1][1].state
    assert given.state == before.state


@pytest.mark.parametrize("fault", [lost, unanswered])
def test_a_move_whose_writing_failed_is_not_kept(fault: Any) -> None:
    """It may have been written or not; the table that is kept is that of the stored moves."""
    match_id, rng = dealt(), Random(6)
    for _ in range(3):
        make(match_id, *any_request(match_id, rng))
    for _ in range(3):
        request = any_request(match_id, rng)
        with wrapped(Failing(fault, 1, 99)), pytest.raises(Busy):
            make(match_id, *request)
        assert_that_the_cache_says_what_is_stored(match_id)
        make(match_id, *any_request(match_id, rng))
        assert_that_the_cache_says_what_is_stored(match_id)


def test_a_move_that_another_one_forestalled_is_not_kept() -> None:
    match_id, rng = dealt(), Random(7)
    for _ in range(4):
        seat, verb, body = any_request(match_id, rng)
        others = [other for other in range(3) if other != seat]

        def forestall(match_id: str = match_id, others: list[int] = others) -> None:
            match, hand = stored(match_id)
            table = replayed(match, hand)
            for other in others:
                if legal := table.game.legal(table.state, other):
                    make(match_id, other, *table.game.to_request(legal[0]))
                    return

        with wrapped(Interleaved(forestall)):
            make(match_id, seat, verb, body)
        assert_that_the_cache_says_what_is_stored(match_id)


def test_what_is_kept_of_other_moves_is_not_used(plays: list[str]) -> None:
    """Should a match ever be put back to an earlier state, the tables after it are of no use."""
    match_id, rng = dealt(events=NO_EVENTS), Random(8)
    for _ in range(6):
        make(match_id, *any_request(match_id, rng))
    match, hand = stored(match_id)
    table_of(match, hand)
    seat = hand.moves[-1][0]
    cells = {move[-2:] for move in hand.moves if move.startswith(f"{seat}:")}
    free = next(cell for cell in texas_bingo.options.CELLS[::-1] if cell not in cells)
    other = replace(hand, moves=(*hand.moves[:-1], hand.moves[-1][:-2] + free))
    plays.clear()
    assert table_of(match, other).state == replayed(match, other).state
    assert table_of(match, hand).state == replayed(match, hand).state


def test_an_older_state_is_replayed_and_does_not_push_out_the_newer_one(plays: list[str]) -> None:
    match_id, rng = dealt(), Random(9)
    for _ in range(6):
        make(match_id, *any_request(match_id, rng))
    match, hand = stored(match_id)
    older = replace(hand, moves=hand.moves[:4])
    assert table_of(match, older).state == replayed(match, older).state
    plays.clear()
    table_of(match, hand)
    assert plays == []


def test_only_so_many_tables_are_kept_the_last_used_ones(
    plays: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_KEPT", 2)
    rng = Random(10)
    first, second, third = dealt(), dealt(), dealt()
    for match_id in (first, second):
        make(match_id, *any_request(match_id, rng))
    table_of(*stored(first))
    make(third, *any_request(third, rng))
    for match_id, replays in ((first, 0), (third, 0), (second, 1)):
        match, hand = stored(match_id)
        plays.clear()
        table_of(match, hand)
        assert len(plays) == replays
        assert_that_the_cache_says_what_is_stored(match_id)
    assert len(tables._tables) == 2
