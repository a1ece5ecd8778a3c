"""The declared rules: what is shipped is sound, what a deployment changes is checked."""

import json
from math import inf
from typing import Any

import pytest

from croupier.games import GAMES
from croupier.matchmaking.rules import SEATS, Mode, load
from croupier.store.errors import Misconfigured


def changed(**changes: Any) -> str:
    """A change of one mode."""
    return json.dumps({"texas-bingo": {"standard": changes}})


def test_every_game_has_a_standard_mode_that_it_can_be_played_in() -> None:
    rules = load()
    assert set(rules) == set(GAMES)
    for slug, modes in rules.items():
        assert "standard" in modes
        for mode in modes.values():
            game = GAMES[slug]
            fewest, most = game.seats(game.Options.model_validate(mode.options))
            assert fewest <= mode.seats.fewest <= mode.seats.most <= min(most, SEATS)
            assert mode.seats.most > 1
            assert mode.width(1e9) == inf, "the last step brings any two together"


def test_the_window_widens_step_by_step() -> None:
    mode = Mode.model_validate(
        {
            "seats": {"fewest": 2, "most": 4},
            "steps": [
                {"after": 0.0, "width": 100.0},
                {"after": 15.0, "width": 200.0},
                {"after": 40.0, "width": None},
            ],
            "patience": 20.0,
        }
    )
    times = (-5, 0, 14.9, 15, 39.9, 40, 1e9)
    assert [mode.width(waited) for waited in times] == [100, 100, 100, 200, 200, inf, inf]


def test_a_deployment_changes_what_it_names_and_nothing_else() -> None:
    ours, theirs = load(), load(changed(patience=45, seats={"most": 6}))
    mode = theirs["texas-bingo"]["standard"]
    assert (mode.patience, mode.seats.fewest, mode.seats.most) == (45, 2, 6)
    assert mode.steps == ours["texas-bingo"]["standard"].steps
    assert theirs["nickel"] == ours["nickel"]
    assert theirs["texas-bingo"]["competitive"] == ours["texas-bingo"]["competitive"]
    assert load() == ours


def test_a_deployment_adds_modes_and_takes_out_modes_and_games() -> None:
    duel = {
        "options": {"best_of": 3},
        "seats": {"fewest": 2, "most": 2},
        "steps": [{"after": 0, "width": None}],
        "patience": 5,
    }
    rules = load(json.dumps({"card-bingo": {"duel": duel}, "nickel": None, "bingo": {}}))
    assert set(rules["card-bingo"]) == {"standard", "duel"}
    assert rules["card-bingo"]["duel"].options == {"best_of": 3}
    assert rules["card-bingo"]["duel"].shards == 1
    assert "nickel" not in rules
    assert rules["bingo"] == load()["bingo"]


def test_a_list_is_replaced_and_null_in_it_stays() -> None:
    rules = load(changed(steps=[{"after": 0, "width": 10}, {"after": 5, "width": None}]))
    assert [step.width for step in rules["texas-bingo"]["standard"].steps] == [10, None]


def test_no_changes_are_no_changes() -> None:
    assert load("") == load("{}") == load()


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ("{", "are not JSON: "),
        ("9" * 5000, "are not JSON: "),
        ("[" * 100_000, "are not JSON: "),
        ("[]", "wrong at the top: Input should be "),
        ('{"chess": {"standard": {}}}', "wrong at chess.standard.seats: Field required."),
        ('{"nickel": 7}', "wrong at nickel: Input should be an object."),
        (changed(pace=1), "texas-bingo.standard.pace: Extra inputs are not permitted."),
        (
            changed(patience="long"),
            "texas-bingo.standard.patience: Input should be a valid number.",
        ),
        (changed(patience=-1), "texas-bingo.standard.patience: "),
        (changed(shards=0), "texas-bingo.standard.shards: "),
        (changed(seats={"most": 17}), "texas-bingo.standard.seats.most: "),
        (changed(seats={"fewest": 5}), "seats: the fewest seats must not be more than the most."),
        (changed(seats={"most": 9}), "texas-bingo.standard: 2 to 8 can play with these options."),
        (changed(seats={"fewest": 1}), "texas-bingo.standard: 2 to 8 can play with these options."),
        (changed(options={"mode": "solo"}), "texas-bingo.standard: 1 to 1 can play with"),
        (changed(options={"mode": "chess"}), "texas-bingo.standard: options mode: Input should be"),
        (changed(options={"wild": True}), "options wild: Extra inputs are not permitted."),
        (changed(steps=[]), "texas-bingo.standard.steps: "),
        (changed(steps=[{"after": 1, "width": 9}]), "the first step must be after 0 seconds."),
        (
            changed(steps=[{"after": 0, "width": 9}, {"after": 0, "width": 10}]),
            "each step must come later than the one before it, and be wider.",
        ),
        (
            changed(steps=[{"after": 0, "width": 9}, {"after": 5, "width": 9}]),
            "each step must come later than the one before it, and be wider.",
        ),
        (
            changed(steps=[{"after": 0, "width": None}, {"after": 5, "width": 9}]),
            "each step must come later than the one before it, and be wider.",
        ),
    ],
)
def test_wrong_rules_are_refused_with_a_sentence(override: str, sentence: str) -> None:
    with pytest.raises(Misconfigured, match=r"(?s)^The matchmaking rules .*\.$") as refused:
        load(override)
    assert sentence in str(refused.value)


def test_options_that_name_a_default_are_those_that_leave_it_out() -> None:
    named = {"nickel": {"short": {"options": {"turn_limit": 60}}}}
    assert load(json.dumps(named)) == load()


def test_a_game_that_is_not_there_is_refused() -> None:
    mode = load()["nickel"]["standard"].model_dump()
    with pytest.raises(Misconfigured, match=r"wrong at chess\.standard: there is no such game\."):
        load(json.dumps({"chess": {"standard": mode}}))


def test_a_set_up_that_could_run_out_of_cards_is_refused() -> None:
    override = changed(options={"events": {"tunnel": 6}}, seats={"most": 8})
    with pytest.raises(Misconfigured, match=r"wrong at texas-bingo\.standard: with . seats: .*52"):
        load(override)
