"""Resigning, as far as it is the same in all five games."""

import json
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from croupier.engine.shuffle import Shuffler
from croupier.games import GAMES
from croupier.games.protocol import RESIGN, Game, IllegalMove
from croupier.matches.record import Header, Record, from_text, to_text
from croupier.matches.replay import Carry, Table, deal, replay

Json = dict[str, Any]

SETUPS: list[tuple[str, Json, int]] = [
    ("texas-bingo", {}, 4),
    ("texas-bingo", {"auto_reveal": False, "mode": "competitive"}, 3),
    ("texas-bingo", {"mode": "cooperative"}, 3),
    ("texas-bingo", {"mode": "solo"}, 1),
    ("texas-showdown", {"hands": 3}, 4),
    ("card-bingo", {"best_of": 5}, 4),
    ("bingo", {"pattern": ["line", "blackout"], "auto_mark": True}, 4),
    ("bingo", {}, 1),
    ("nickel", {"rounds": [1, 3], "turn_limit": 4, "nickel_stake": 5}, 4),
]

every_setup = pytest.mark.parametrize(("slug", "options", "seats"), SETUPS)


def is_team(options: Json) -> bool:
    return options.get("mode") == "cooperative"


def fewest(options: Json, seats: int) -> int:
    """With how few a match goes on."""
    return 1 if seats == 1 or is_team(options) else 2


def random_header(rng: Random, slug: str, options: Json, seats: int) -> Header:
    return Header(slug, 1, options, rng.randbytes(32), ("",) * seats)


def random_course(
    rng: Random, header: Header, leaving: float = 0
) -> Iterator[tuple[Table, list[list[str]], list[int]]]:
    """A match of random moves: before each the table, the moves by hand, and who has resigned."""
    table, hands, gone = deal(header, Carry()), [["0:deal"]], list[int]()
    game, seats = table.game, header.seats
    while game.result(table.state) is None:
        yield table, hands, gone
        here = [seat for seat in range(seats) if seat not in gone]
        if rng.random() < leaving:
            seat, move = rng.choice(here), RESIGN
            gone.append(seat)
        else:
            seat = rng.choice(game.to_act(table.state))
            move = rng.choice(game.legal(table.state, seat))
        if move == "deal":
            table = deal(header, table.carry())
            hands.append([])
        else:
            game.play(table.state, seat, move, table.shuffler)
        hands[-1].append(f"{seat}:{move}")
    yield table, hands, gone


def refusal(game: Game, state: Any, seat: int, move: str) -> IllegalMove:
    """Why a move is refused, with nothing changed."""
    before = game.copy(state)
    with pytest.raises(IllegalMove) as refused:
        game.play(state, seat, move, Shuffler(b""))
    assert state == before
    assert str(refused.value).endswith(".")
    return refused.value


@every_setup
def test_who_has_resigned_can_do_nothing_and_is_not_waited_for(
    slug: str, options: Json, seats: int
) -> None:
    game = GAMES[slug]
    compared = 0
    for number in range(6):
        rng = Random(f"nothing {slug} {options} {number}")
        for table, _, gone in random_course(rng, random_header(rng, slug, options, seats), 0.03):
            state = table.state
            waiting = game.to_act(state)
            over = game.result(state) is not None
            assert bool(waiting) != over
            assert not set(waiting) & set(gone)
            public, _ = game.view(state, None)
            assert public.get("resigned", []) == gone
            assert ("resigned" in public) == bool(gone)
            for seat in gone:
                assert game.legal(state, seat) == []
            if not over and rng.random() < 0.15:
                moves = {move for seat in range(seats) for move in game.legal(state, seat)}
                assert RESIGN not in moves
                for seat in gone:
                    for move in {RESIGN, *moves} - {"deal"}:
                        refused = refusal(game, state, seat, move)
                        assert refused.code == "not-your-turn"
                        assert str(refused) == "You have left the match."
                    compared += 1
        for seat in range(seats):
            assert game.legal(state, seat) == []
            assert refusal(game, state, seat, RESIGN).code == "not-your-turn"
    assert compared or seats == 1


@every_setup
def test_everybody_else_can_resign_at_any_time(slug: str, options: Json, seats: int) -> None:
    game = GAMES[slug]
    rng = Random(f"any time {slug} {options}")
    between = 0
    for table, _, gone in random_course(rng, random_header(rng, slug, options, seats), 0.02):
        if game.result(table.state) or rng.random() < 0.6:
            continue
        between += "deal" in [m for s in range(seats) for m in game.legal(table.state, s)]
        here = [seat for seat in range(seats) if seat not in gone]
        for seat in here:
            state, before = game.copy(table.state), game.copy(table.state)
            events = game.play(state, seat, RESIGN, table.shuffler.copy())
            assert events[0] == {"type": "resigned", "seat": seat}
            assert state != before == table.state
            ends = len(here) == fewest(options, seats)
            result = game.result(state)
            assert ({"type": "finished"} in events) == (result is not None)
            if ends:
                assert result
                assert result["reason"] == "resigned"
                left = [other for other in here if other != seat]
                assert result["winners"] == left
                assert result["resigned"] == [*gone, seat]
                assert all(type(total) is int for total in result["totals"])
                assert len(result["totals"]) == seats
                for other in here:
                    for move in {*game.legal(before, other)} - {"deal"}:
                        assert refusal(game, state, other, move).code == "not-your-turn"
            else:
                assert result is None or result["reason"] == "completed"


@pytest.mark.parametrize(("slug", "options", "seats"), [s for s in SETUPS if s[2] > 1])
def test_the_last_who_is_left_has_won_in_whatever_order_the_others_leave(
    slug: str, options: Json, seats: int
) -> None:
    game = GAMES[slug]
    rng = Random(f"orders {slug} {options}")
    for stop in (rng.randrange(3), rng.randrange(20)):
        course = random_course(rng, random_header(rng, slug, options, seats))
        table = next(table for at, (table, _, _) in enumerate(course) if at == stop)
        for order in permutations(range(seats), seats - fewest(options, seats) + 1):
            state, shuffler = game.copy(table.state), table.shuffler.copy()
            for seat in order:
                assert game.result(state) is None
                game.play(state, seat, RESIGN, shuffler)
            result = game.result(state)
            assert result
            assert (result["reason"], result["resigned"]) == ("resigned", list(order))
            assert result["winners"] == [seat for seat in range(seats) if seat not in order]
            assert game.score(state, None)["winners"] == result["winners"]


@every_setup
def test_a_record_with_resignations_gives_the_same_match(
    slug: str, options: Json, seats: int
) -> None:
    resigned = set()
    for number in range(8):
        rng = Random(f"record {slug} {options} {number}")
        header = random_header(rng, slug, options, seats)
        stop = rng.choice([20, 60, 10_000])
        for at, (table, hands, gone) in enumerate(random_course(rng, header, 0.02)):  # noqa: B007
            if at == stop:
                break
        record = Record(header, tuple(map(tuple, hands)))
        again = replay(from_text(to_text(record)))
        assert again.state == table.state
        assert again.shuffler.count == table.shuffler.count
        carry = table.carry().game or {}
        assert carry == json.loads(json.dumps(carry))
        if slug in ("texas-showdown", "card-bingo", "nickel"):
            assert carry.get("resigned", []) == gone
            assert ("resigned" in carry) == bool(gone)
        for seat in (None, *range(seats)):
            known = table.game.known(table.state, hands[-1], seat)
            ours = [move for move in hands[-1] if move.endswith(RESIGN)]
            assert [move for move in known if move.endswith(RESIGN)] == ours
        resigned |= set(gone)
    assert resigned


@every_setup
def test_nothing_is_said_of_resigning_where_nobody_has(
    slug: str, options: Json, seats: int
) -> None:
    game = GAMES[slug]
    rng = Random(f"nobody {slug} {options}")
    for table, _, _ in random_course(rng, random_header(rng, slug, options, seats)):
        views = [game.view(table.state, seat) for seat in (None, *range(seats))]
        said = [views, game.score(table.state, 0), game.result(table.state)]
        assert "resigned" not in json.dumps([said, game.carry(table.state)])


@every_setup
def test_a_rematch_starts_with_everybody(slug: str, options: Json, seats: int) -> None:
    game = GAMES[slug]
    rng = Random(f"rematch {slug} {options}")
    for table, _, _ in random_course(rng, random_header(rng, slug, options, seats), 0.1):  # noqa: B007
        pass
    again = game.start(
        game.Options.model_validate(options), seats, Shuffler(b""), game.rematch(table.state)
    )
    assert "resigned" not in game.view(again, None)[0]
