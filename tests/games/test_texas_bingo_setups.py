"""Which set-ups last to the 25th turn (TB-4 to TB-9)."""

import re
from typing import Any

import pytest
from pydantic import ValidationError

from croupier.engine.shuffle import Shuffler
from croupier.games import texas_bingo
from croupier.games.texas_bingo.options import Options
from tests.games import naive_texas_bingo as naive
from tests.games.random_play import SETUPS, stacked

every_setup = pytest.mark.parametrize(("mode", "seats"), SETUPS)


def setup(mode: str, crossroads: int, tunnel: int, sandstorm: int = 5) -> Options:
    events = {"crossroads": crossroads, "tunnel": tunnel, "sandstorm": sandstorm}
    return Options.model_validate({"mode": mode, "events": events})


def play_the_hungriest_deck(options: Options, seats: int, sandstorm: int = 0) -> int:
    """Play a deck with all that takes more than one card on top: how many cards it took."""
    boards = naive.board_count(options.mode, seats)
    tunnels = options.events.tunnel - (boards == 8 and options.events.tunnel > 0)
    cards = iter(naive.CARDS)
    deck = []
    for _ in range(options.events.crossroads):
        deck += ["crossroads", next(cards), next(cards)]
    for _ in range(tunnels):
        deck += ["tunnel", *[next(cards, "") for _ in range(boards)]]
    deck = [*filter(None, deck), *cards, *["sandstorm"] * sandstorm]
    state = stacked(options, seats, deck)
    while waiting := texas_bingo.to_act(state):
        move = texas_bingo.legal(state, waiting[0])[0]
        texas_bingo.play(state, waiting[0], move, Shuffler(b""))
    assert texas_bingo.turn(state) == 25
    return sum(isinstance(card, int) for card in state.deck[: state.drawn])


@every_setup
def test_a_set_up_is_refused_if_and_only_if_its_cards_could_run_out(mode: str, seats: int) -> None:
    boards = naive.board_count(mode, seats)
    for crossroads in range(13):
        for tunnel in range(13):
            needed = naive.cards_needed(boards, crossroads, tunnel)
            options = setup(mode, crossroads, tunnel)
            if needed <= 52:
                texas_bingo.check(options, seats)
            else:
                with pytest.raises(ValueError, match=rf"\b{needed}\b") as refusal:
                    texas_bingo.check(options, seats)
                assert re.search(r"\b52\b", str(refusal.value))


@every_setup
def test_the_usual_events_last_for_every_number_of_players(mode: str, seats: int) -> None:
    texas_bingo.check(Options.model_validate({"mode": mode}), seats)


@every_setup
def test_a_set_up_of_52_cards_lasts_with_the_worst_of_decks(mode: str, seats: int) -> None:
    boards = naive.board_count(mode, seats)
    for crossroads in range(13):
        for tunnel in range(13):
            if naive.cards_needed(boards, crossroads, tunnel) == 52:
                options = setup(mode, crossroads, tunnel, sandstorm=0)
                texas_bingo.check(options, seats)
                assert play_the_hungriest_deck(options, seats) == 52


def test_a_set_up_of_53_cards_is_refused_because_it_really_runs_out() -> None:
    for boards, crossroads, tunnel in [(3, 4, 12), (5, 0, 7), (8, 7, 4), (6, 3, 5)]:
        options = setup("competitive", crossroads, tunnel, sandstorm=0)
        assert naive.cards_needed(boards, crossroads, tunnel) == 53
        with pytest.raises(ValueError, match="53"):
            texas_bingo.check(options, boards)
        with pytest.raises(IndexError):
            play_the_hungriest_deck(options, boards)


@pytest.mark.parametrize(("mode", "least", "most"), [
    ("standard", 2, 8), ("solo", 1, 1), ("cooperative", 1, 8), ("competitive", 2, 8),
])  # fmt: skip
def test_every_mode_has_its_numbers_of_players(mode: str, least: int, most: int) -> None:
    assert texas_bingo.seats(Options.model_validate({"mode": mode})) == (least, most)


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"mode": "duel"}, "mode"),
        ({"mode": None}, "mode"),
        ({"events": {"tunnel": 13}}, "events"),
        ({"events": {"tunnel": -1}}, "events"),
        ({"events": {"tunnel": "4"}}, "events"),
        ({"events": {"tunnel": 4.0}}, "events"),
        ({"events": {"tunnel": True}}, "events"),
        ({"events": {"storm": 1}}, "events"),
        ({"events": []}, "events"),
        ({"red_cells": naive.RED_CELLS[:8]}, "red_cells"),
        ({"red_cells": naive.CELLS[:10]}, "red_cells"),
        ({"red_cells": [*naive.RED_CELLS[:8], "a1"]}, "red_cells"),
        ({"red_cells": [*naive.RED_CELLS[:8], "f1"]}, "red_cells"),
        ({"red_cells": [*naive.RED_CELLS[:8], "b3\n"]}, "red_cells"),
        ({"red_cells": [*naive.RED_CELLS[:8], 7]}, "red_cells"),
        ({"red_cells": "a1"}, "red_cells"),
        ({"auto_reveal": 1}, "auto_reveal"),
        ({"ties_win_lines": "yes"}, "ties_win_lines"),
        ({"tunnel_owner_sees": None}, "tunnel_owner_sees"),
        ({"jokers": 2}, "jokers"),
    ],
)
def test_options_that_are_none_are_refused_by_name(chosen: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        Options.model_validate(chosen)
    assert refusal.value.errors()[0]["loc"][0] == field


def test_events_that_are_left_out_are_as_many_as_usual() -> None:
    options = Options.model_validate({"events": {"tunnel": 0}})
    assert options.events.model_dump() == {"crossroads": 3, "tunnel": 0, "sandstorm": 5}


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("place", {}),
        ("place", {"card": "Qh"}),
        ("place", {"card": "Qh", "cell": "f1"}),
        ("place", {"card": "Qh", "cell": "a1\n"}),
        ("place", {"card": "QH", "cell": "a1"}),
        ("place", {"card": "reveal", "cell": "a1"}),
        ("place", {"card": None, "cell": "a1"}),
        ("place", {"card": "Qh", "cell": "a1", "seat": 1}),
        ("choose", {}),
        ("choose", {"mission": 3}),
        ("choose", {"mission": "x" * 10_000}),
        ("choose", {"mission": "no-such-mission"}),
        ("choose", {"mission": "reveal"}),
        ("choose", {"mission": "deal"}),
        ("choose", {"mission": "Qh@c3"}),
        ("choose", {"mission": "jackpot\n"}),
        ("reveal", {"card": "Qh"}),
        ("deal", {"seed": "00"}),
    ],
)
def test_a_body_means_a_move_of_its_own_verb_or_is_refused(verb: str, body: Any) -> None:
    with pytest.raises(ValidationError):
        texas_bingo.VERBS[verb].model_validate(body)


def test_a_deal_is_a_request_and_back_though_it_is_the_service_that_deals() -> None:
    request: Any = texas_bingo.VERBS["deal"].model_validate({})
    state = texas_bingo.start(Options(), 2, Shuffler(bytes(32)), None)
    assert texas_bingo.to_move(state, 0, request) == "deal"
    assert texas_bingo.to_request("deal") == ("deal", {})
