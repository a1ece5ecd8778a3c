"""Whole matches of random moves, beside the naive implementation."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from croupier.engine.cards import NAMES
from croupier.games import texas_bingo
from croupier.games.protocol import IllegalMove
from croupier.games.texas_bingo.options import Options
from tests.games import naive_texas_bingo as naive
from tests.games.random_play import (
    SETUPS,
    UNIVERSE,
    Match,
    random_leaving,
    random_match,
    random_moves,
)

every_setup = pytest.mark.parametrize(("mode", "seats"), SETUPS)


@cache
def finished(mode: str, seats: int, number: int) -> Match:
    rng = Random(f"{mode} {seats} {number}")
    match = random_match(rng, mode, seats)
    leaving = random_leaving(rng)
    for seat, move in random_moves(rng, match, leaving):
        match.play(seat, move)
    return match


def completed(mode: str, seats: int, count: int) -> Iterator[tuple[str, Match]]:
    """Matches that went through all of their turns, with a text to see each again."""
    for number in range(count):
        match = finished(mode, seats, number)
        if not match.naive.given_up():
            yield f"{mode} {seats} {number}", match


def names(board: list[int | None]) -> list[str | None]:
    return [None if card is None else NAMES[card] for card in board]


@every_setup
def test_a_match_goes_as_it_does_with_real_cards(mode: str, seats: int) -> None:
    for number in range(40):
        seed = f"as with real cards, {mode} {seats} {number}"
        rng = Random(seed)
        match = random_match(rng, mode, seats)
        state, table = match.state, match.naive
        for seat, move in random_moves(rng, match, random_leaving(rng)):
            assert sorted(texas_bingo.legal(state, seat)) == sorted(table.moves(seat)), seed
            if rng.random() < 1 / seats / len(table.boards):
                moves = [table.moves(other) for other in range(seats)]
                for other in range(seats):
                    assert sorted(texas_bingo.legal(state, other)) == sorted(moves[other]), seed
                waiting = [other for other in range(seats) if moves[other]]
                assert texas_bingo.to_act(state) == waiting, seed
            match.play(seat, move)
            assert texas_bingo.turn(state) == table.turn, seed
        assert table.over(), seed
        assert [texas_bingo.legal(state, seat) for seat in range(seats)] == [[]] * seats, seed
        for board, own in zip(table.boards, state.boards, strict=True):
            assert [board.get(cell) for cell in naive.CELLS] == names(own), seed
        for index in table.boards_in_play():
            assert table.given_up() or len(table.boards[index]) == 25, seed


@every_setup
def test_after_25_turns_every_board_holds_25_cards_of_its_own(mode: str, seats: int) -> None:
    for seed, match in completed(mode, seats, 30):
        public, _ = texas_bingo.view(match.state, None)
        assert texas_bingo.turn(match.state) == len(public["turns"]) == 25, seed
        boards = [[card for row in rows for card in row] for rows in public["boards"]]
        assert len(boards) == (seats if mode in ("standard", "competitive") else 1), seed
        for index, board in enumerate(boards):
            cards = [card for card in board if card]
            assert len(set(cards)) == len(cards), seed
            assert len(cards) == 25 or index not in match.naive.boards_in_play(), seed
            assert all(card in naive.CARDS for card in cards), seed
        revealed = {card for turn in public["turns"] for card in turn["cards"]}
        met = Counter(card for board in boards for card in board)
        shared = {card for card, times in met.items() if times > 1 and card}
        assert shared <= revealed, seed


@every_setup
def test_the_deck_holds_every_card_and_the_chosen_events(mode: str, seats: int) -> None:
    for number in range(20):
        seed = f"deck, {mode} {seats} {number}"
        match = random_match(Random(seed), mode, seats)
        events = match.options.events
        tunnels = events.tunnel
        if seats == 8 and mode in ("standard", "competitive") and tunnels:
            tunnels -= 1  # TB-9
        assert Counter(match.deck) == Counter(
            [
                *naive.CARDS,
                *["crossroads"] * events.crossroads,
                *["tunnel"] * tunnels,
                *["sandstorm"] * events.sandstorm,
            ]
        ), seed


def test_the_starting_player_is_anybody() -> None:
    starters = {
        texas_bingo.view(random_match(Random(f"starter {n}"), "standard", 8).state, None)[0][
            "starting_seat"
        ]
        for n in range(100)
    }
    assert starters == set(range(8))


def test_missions_are_dealt_two_each_and_none_twice() -> None:
    met = set()
    for number in range(30):
        match = random_match(Random(f"missions {number}"), "standard", 8)
        dealt = [mission for pair in match.state.offered for mission in pair]
        assert len(dealt) == len(set(dealt)) == 16
        met |= set(dealt)
    assert met == set(naive.MISSIONS)


@every_setup
def test_scores_are_those_of_the_naive_implementation(mode: str, seats: int) -> None:
    for seed, match in completed(mode, seats, 40):
        table = match.naive
        judged = table.boards_in_play()  # a board that was left is as if it were not there
        boards = [table.boards[board] for board in judged]
        missions = [table.kept[board] if mode == "standard" else None for board in judged]
        expected = naive.judge(mode, boards, missions, match.options.ties_win_lines)
        winners = [judged[place] for place in expected.winners]
        totals = dict(zip(judged, expected.totals, strict=True))
        assert texas_bingo.result(match.state) == {
            "reason": "completed",
            "winners": winners,
            "totals": [
                0 if seat in table.gone else totals[table.board_of(seat)] for seat in range(seats)
            ],
            **({"resigned": table.gone} if table.gone else {}),
        }, seed
        sheet = texas_bingo.score(match.state, None)
        assert sheet["final"], seed
        assert sheet["winners"] == winners, seed
        assert sheet["players"].keys() == set(map(str, judged)), seed
        for line in naive.LINES:
            assert sheet["lines"][line] == {
                "winners": [judged[place] for place in expected.winners_of[line]],
                "hands": {
                    str(board): {
                        "category": naive.lines(boards[place])[line][0],
                        "points": expected.points[place][line],
                    }
                    for place, board in enumerate(judged)
                },
            }, (seed, line)
        for place, board in enumerate(judged):
            player: dict[str, Any] = {
                "line_points": sum(expected.points[place].values()),
                "total": expected.totals[place],
            }
            mission = missions[place]
            if mission:
                player |= {
                    "mission": mission,
                    "mission_completed": expected.completed[place],
                    "mission_points": naive.MISSIONS[mission] * bool(expected.completed[place]),
                }
            assert sheet["players"][str(board)] == player, seed
        for seat in range(seats):
            assert texas_bingo.score(match.state, seat) == sheet, seed


@every_setup
def test_legal_and_play_agree(mode: str, seats: int) -> None:
    for number in range(4):
        seed = f"legal and play, {mode} {seats} {number}"
        rng = Random(seed)
        match = random_match(rng, mode, seats)
        for seat, move in random_moves(rng, match, random_leaving(rng)):
            if rng.random() < 0.3 / seats / len(match.state.boards):
                legal_and_play_agree(match, rng.randrange(seats), seed)
            match.play(seat, move)
        legal_and_play_agree(match, rng.randrange(seats), seed)


def refusal(match: Match, seat: int, move: str) -> IllegalMove | None:
    try:
        texas_bingo.play(match.state, seat, move, match.shuffler)
    except IllegalMove as refused:
        return refused
    return None


def legal_and_play_agree(match: Match, seat: int, seed: str) -> None:
    state = match.state
    before = texas_bingo.copy(state)
    legal = texas_bingo.legal(state, seat)
    assert len(set(legal)) == len(legal), seed
    assert set(legal) <= set(UNIVERSE), seed
    for move in UNIVERSE:
        if move in legal:
            state_after = texas_bingo.copy(state)
            texas_bingo.play(state_after, seat, move, match.shuffler.copy())
            assert state_after != before, (seed, seat, move)
        else:
            refused = refusal(match, seat, move)
            assert refused is not None, (seed, seat, move)
            assert refused.rule.startswith("TB-")
            assert refused.code in ("illegal-move", "not-your-turn")
            assert len(str(refused)) < 200
    assert state == before, seed


@every_setup
def test_a_copy_goes_its_own_way(mode: str, seats: int) -> None:
    seed = f"copy, {mode} {seats}"
    rng = Random(seed)
    match = random_match(rng, mode, seats)
    for seat, move in random_moves(rng, match, leaving=0.02):
        kept = texas_bingo.copy(match.state)
        assert kept == match.state, seed
        seen = [texas_bingo.view(kept, seat) for seat in range(seats)]
        match.play(seat, move)
        assert kept != match.state, seed
        assert [texas_bingo.view(kept, seat) for seat in range(seats)] == seen, seed
        texas_bingo.play(kept, seat, move, match.shuffler.copy())
        assert kept == match.state, seed


@every_setup
def test_the_view_says_how_the_match_stands(mode: str, seats: int) -> None:
    for number in range(6):
        seed = f"view, {mode} {seats} {number}"
        rng = Random(seed)
        match = random_match(rng, mode, seats)
        table = match.naive
        for seat, move in random_moves(rng, match, random_leaving(rng)):
            match.play(seat, move)
            public, private = texas_bingo.view(match.state, seat)
            assert public["mode"] == mode
            assert public["starting_seat"] == table.starter
            assert set(public["red_cells"]) == set(table.red_cells), seed
            assert public["turns"] == [
                {"event": turn.event, "cards": turn.revealed, "discarded": turn.discarded}
                for turn in table.turns[: table.turn]
            ], seed
            own = [table.board_of(seat) for seat in range(seats)]
            assert public["filled"] == [len(table.boards[board]) for board in own], seed
            between = all(table.placed)
            playing = table.boards_in_play()
            assert public["placed"] == [
                b in playing and table.placed[b] and not between for b in own
            ], seed
            assert public.get("resigned", []) == table.gone, seed
            assert ("resigned" in public) == bool(table.gone), seed
            if table.over():
                assert public["phase"] == "over", seed
            elif table.choosing():
                assert public["phase"] == "missions", seed
            else:
                assert public["phase"] == ("revealing" if between else "placing"), seed
            if mode == "standard":
                assert public["missions_kept"] == [s in table.kept for s in range(seats)], seed
                expected = [table.kept[seat]] if seat in table.kept else table.offered[seat]
                shown = [offer["mission"] for offer in private["missions"]]
                assert shown == expected, seed
                points = [offer["points"] for offer in private["missions"]]
                assert points == [naive.MISSIONS[mission] for mission in expected], seed
            board = table.board_of(seat)
            tiles = [] if table.placed[board] or table.over() else list(table.tiles(board))
            assert private["tiles"] == tiles, seed


@every_setup
def test_every_legal_move_is_a_request_and_back(mode: str, seats: int) -> None:
    seed = f"requests, {mode} {seats}"
    rng = Random(seed)
    match = random_match(rng, mode, seats)
    for seat, move in random_moves(rng, match):
        for other in range(seats):
            for legal in texas_bingo.legal(match.state, other):
                verb, body = texas_bingo.to_request(legal)
                assert verb in ("choose", "reveal", "place"), (seed, legal)
                request: Any = texas_bingo.VERBS[verb].model_validate(body)
                assert texas_bingo.to_move(match.state, other, request) == legal, seed
        match.play(seat, move)


def test_options_that_are_left_out_are_the_rules() -> None:
    assert Options().model_dump() == {
        "mode": "standard",
        "events": {"crossroads": 3, "tunnel": 4, "sandstorm": 5},
        "red_cells": sorted(naive.RED_CELLS),
        "tunnel_owner_sees": False,
        "auto_reveal": True,
        "ties_win_lines": True,
    }
