"""Resigning by examples: what becomes of the cards, turns and points of who has left."""

from random import Random
from typing import Any

import pytest

from croupier.engine.shuffle import Shuffler
from croupier.games import bingo, card_bingo, nickel, texas_bingo, texas_showdown
from croupier.games.protocol import RESIGN, Game, IllegalMove
from tests.games import random_bingo, random_card_bingo, random_nickel, random_showdown
from tests.games.random_play import Stacked, deck_beginning, stacked

Json = dict[str, Any]


def public(game: Game, state: Any) -> Json:
    return game.view(state, None)[0]


# Texas Bingo


def texas(top: str, seats: int = 3, starter: int = 0, **chosen: Any) -> Any:
    options = texas_bingo.Options.model_validate({"mode": "competitive"} | chosen)
    boards = 1 if options.mode in ("solo", "cooperative") else seats
    return stacked(options, seats, deck_beginning(top, options.events, boards), starter)


def on_table(state: Any, *entries: str) -> list[Json]:
    events = []
    for entry in entries:
        seat, _, move = entry.partition(":")
        events += texas_bingo.play(state, int(seat), move, Stacked())
    return events


def test_the_next_card_is_revealed_when_the_last_who_had_not_placed_leaves() -> None:
    state = texas("2c 3c 4c")
    on_table(state, "0:2c@a1", "2:2c@b2")
    events = on_table(state, "1:resign")
    assert [event["type"] for event in events] == ["resigned", "revealed"]
    assert texas_bingo.to_act(state) == [0, 2]
    assert public(texas_bingo, state)["placed"] == [False, False, False]
    on_table(state, "0:3c@a2")
    assert public(texas_bingo, state)["placed"] == [True, False, False]
    assert public(texas_bingo, state)["filled"] == [2, 0, 1]


def test_the_first_card_is_revealed_when_the_last_without_a_mission_leaves() -> None:
    state = texas("2c 3c 4c", mode="standard")
    for seat in (0, 2):
        on_table(state, f"{seat}:{texas_bingo.legal(state, seat)[0]}")
    assert [event["type"] for event in on_table(state, "1:resign")] == ["resigned", "revealed"]
    assert public(texas_bingo, state)["missions_kept"] == [True, False, True]
    assert len(texas_bingo.view(state, 1)[1]["missions"]) == 2  # as it was dealt to it alone


def test_no_mission_is_kept_any_more_once_all_others_have_left() -> None:
    state = texas("2c 3c 4c", seats=2, mode="standard")
    mission = texas_bingo.legal(state, 0)[0]
    on_table(state, "1:resign")
    assert (texas_bingo.legal(state, 0), texas_bingo.to_act(state)) == ([], [])
    with pytest.raises(IllegalMove, match="no mission to choose"):
        on_table(state, f"0:{mission}")
    assert texas_bingo.result(state) == {
        "reason": "resigned",
        "winners": [0],
        "totals": [0, 0],
        "resigned": [1],
    }


def test_no_tunnel_card_is_drawn_for_a_board_that_was_left() -> None:
    state = texas("tunnel 2c 3c 4c 5c", tunnel_owner_sees=True)
    assert [texas_bingo.view(state, seat)[1]["tiles"] for seat in range(3)] == [
        ["2c"], ["3c"], ["4c"],
    ]  # fmt: skip
    state = texas("2c tunnel 3c 4c 5c", tunnel_owner_sees=True)
    on_table(state, "0:resign", "1:2c@a1", "2:2c@a1")
    assert [texas_bingo.view(state, seat)[1]["tiles"] for seat in range(3)] == [[], ["3c"], ["4c"]]
    on_table(state, "1:3c@a2", "2:4c@a2")
    assert public(texas_bingo, state)["turns"][-1]["cards"] == ["5c"]


@pytest.mark.parametrize(
    ("starter", "leaving", "next_"), [(0, [0], 1), (2, [2, 3], 0), (1, [0], 1)]
)
def test_the_next_seat_round_makes_the_first_reveal_for_a_starter_who_left(
    starter: int, leaving: list[int], next_: int
) -> None:
    state = texas("2c 3c", seats=4, starter=starter, auto_reveal=False)
    on_table(state, *(f"{seat}:resign" for seat in leaving))
    assert texas_bingo.to_act(state) == [next_]
    assert [texas_bingo.legal(state, seat) for seat in range(4)].count(["reveal"]) == 1
    assert public(texas_bingo, state)["starting_seat"] == starter
    on_table(state, f"{next_}:reveal")


def test_a_board_that_was_left_takes_no_line_from_anybody() -> None:
    state = texas("2c 3c", mode="standard")
    for seat in range(3):
        on_table(state, f"{seat}:{texas_bingo.legal(state, seat)[0]}")
    rng = Random("lines")
    while texas_bingo.turn(state) < 25 or len(texas_bingo.to_act(state)) == 3:
        seat = rng.choice(texas_bingo.to_act(state))
        on_table(state, f"{seat}:{rng.choice(texas_bingo.legal(state, seat))}")
    (full,) = (seat for seat in range(3) if not texas_bingo.legal(state, seat))
    on_table(state, f"{full}:resign")  # its board is full, and out of the comparison all the same
    while waiting := texas_bingo.to_act(state):
        on_table(state, f"{waiting[0]}:{texas_bingo.legal(state, waiting[0])[0]}")
    sheet = texas_bingo.score(state, None)
    left = {str(seat) for seat in range(3) if seat != full}
    assert sheet["players"].keys() == left
    assert all(line["hands"].keys() == left and line["winners"] for line in sheet["lines"].values())
    result = texas_bingo.result(state)
    assert result
    assert result["totals"][full] == 0
    assert result["reason"] == "completed"


@pytest.mark.parametrize("seats", [1, 3])
def test_a_team_goes_on_with_its_board_until_all_have_left(seats: int) -> None:
    state = texas("2c 3c 4c", seats=seats, mode="cooperative")
    on_table(state, *(f"{seat}:resign" for seat in range(1, seats)))
    assert texas_bingo.to_act(state) == [0]
    assert texas_bingo.legal(state, seats - 1) == ([] if seats > 1 else texas_bingo.legal(state, 0))
    on_table(state, "0:2c@a1")
    assert on_table(state, "0:resign") == [{"type": "resigned", "seat": 0}, {"type": "finished"}]
    assert texas_bingo.result(state) == {
        "reason": "resigned",
        "winners": [],
        "totals": [0] * seats,
        "resigned": [*range(1, seats), 0],
    }
    assert public(texas_bingo, state)["phase"] == "over"
    assert texas_bingo.score(state, 0) == {"final": True, "lines": {}, "players": {}, "winners": []}


def test_who_left_a_team_has_no_part_in_its_total() -> None:
    state = texas("2c 3c 4c", seats=2, mode="cooperative")
    on_table(state, "1:resign")
    while texas_bingo.to_act(state):
        on_table(state, f"0:{texas_bingo.legal(state, 0)[0]}")
    result = texas_bingo.result(state)
    assert result
    assert (result["reason"], result["winners"], result["resigned"]) == ("completed", [], [1])
    assert result["totals"][0] == texas_bingo.score(state, None)["players"]["0"]["total"] > 0
    assert result["totals"][1] == 0


# Texas Showdown


def at_table(state: Any, *entries: str) -> list[Json]:
    events = []
    for entry in entries:
        seat, _, move = entry.partition(":")
        events += texas_showdown.play(state, int(seat), move, random_showdown.NO_SHUFFLE)
    return events


def showdown(cards: str) -> Any:
    return random_showdown.dealt_with(Random(cards), [*cards.split("/")])


def test_the_service_plays_the_lowest_card_that_may_be_played_at_once() -> None:
    state = showdown("0 6 20/5 7 1 2/10 8 4/3 9")
    assert at_table(state, "1:resign") == [{"type": "resigned", "seat": 1}]
    assert at_table(state, "0:0") == [
        {"type": "card-played", "seat": 0, "card": "0"},
        {"type": "card-played", "seat": 1},
    ]
    assert texas_showdown.to_act(state) == [2]
    assert [play["card"] for play in public(texas_showdown, state)["trick"]] == ["0", "1"]


def test_who_leaves_at_its_turn_has_played_by_it_and_names_itself() -> None:
    state = showdown("0 6 20/5 7/10 8 4/3 9 1 2")
    at_table(state, "0:0", "1:5", "2:10", "3:3")
    assert texas_showdown.to_act(state) == [2]
    lowest = next(card for card in state.hands[2] if card != "10")
    assert at_table(state, "2:resign") == [
        {"type": "resigned", "seat": 2},
        {"type": "leader-named", "seat": 2, "leader": 2},
        {"type": "card-played", "seat": 2},
    ]
    assert [play["card"] for play in public(texas_showdown, state)["trick"]] == [lowest]
    assert texas_showdown.to_act(state) == [3]
    assert public(texas_showdown, state)["leader"] == 2


def test_two_who_have_left_play_one_after_the_other() -> None:
    state = showdown("0 6 20/5 7 1/10 8 2/3 9 4")
    at_table(state, "1:resign")
    at_table(state, "2:resign")
    events = at_table(state, "0:0")
    assert [event["seat"] for event in events] == [0, 1, 2]
    assert [play["card"] for play in public(texas_showdown, state)["trick"]] == ["0", "1", "2"]
    assert texas_showdown.to_act(state) == [3]


def test_who_has_left_opens_a_later_hand_in_its_deal() -> None:
    for number in range(40):
        carry = {"points": [1, 2, 3, 4], "hands": 1, "resigned": [2]}
        state = texas_showdown.start(
            texas_showdown.Options(), 4, Shuffler(number.to_bytes(1, "big")), carry
        )
        opened = state.leader == 2
        assert [played["card"] for played in state.trick] == (["0"] if opened else [])
        assert texas_showdown.to_act(state) == [3 if opened else state.leader]
        if opened:
            break
    assert opened


def test_points_of_who_has_left_end_the_match_and_never_win_it() -> None:
    options = texas_showdown.Options(target=20)
    carry = {"points": [5, 0, 6, 4], "hands": 1, "resigned": [1]}
    state = texas_showdown.start(options, 4, Shuffler(b"points"), carry)
    rng = Random("points")
    while waiting := texas_showdown.to_act(state):
        if state.done:
            break
        at_table(state, f"{waiting[0]}:{rng.choice(texas_showdown.legal(state, waiting[0]))}")
    state.points = [19, 1, 3, 7]
    assert texas_showdown.result(state) is None
    assert texas_showdown.to_act(state) == [0, 2, 3]
    state.points = [5, 20, 3, 2]
    result = texas_showdown.result(state)
    assert result
    assert (result["winners"], result["totals"]) == ([3], [5, 20, 3, 2])
    state.points = [25, 1, 3, 3]
    result = texas_showdown.result(state)
    assert result
    assert (result["reason"], result["winners"]) == ("completed", [2, 3])


# Card Bingo


def test_the_call_passes_to_the_next_seat_that_is_left() -> None:
    hands = ["2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d", "2h 3h 4h 5h 6h"]
    state = random_card_bingo.stacked(hands, "2d 7c")
    assert random_card_bingo.play(state, "0:call", "0:resign") == [
        {"type": "called", "card": "2d", "call": 1},
        {"type": "resigned", "seat": 0},
        {"type": "new-caller", "seat": 1},
    ]
    assert card_bingo.to_act(state) == [1]
    assert card_bingo.legal(state, 1) == ["2d"]
    random_card_bingo.play(state, "1:2d", "1:call")
    assert random_card_bingo.play(state, "2:resign")[-1] == {"type": "finished"}


def test_a_card_of_who_has_left_holds_nobody_up() -> None:
    state = random_card_bingo.stacked(["2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d", "2h 3h 4h 5h 6h"], "2d")
    random_card_bingo.play(state, "0:call")
    assert card_bingo.to_act(state) == [1]
    assert random_card_bingo.play(state, "1:resign") == [{"type": "resigned", "seat": 1}]
    assert card_bingo.to_act(state) == [0]
    assert card_bingo.legal(state, 0) == ["call"]


def test_between_two_rounds_nobody_calls_and_the_lead_may_be_decided() -> None:
    hands = ["2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d", "2h 3h 4h 5h 6h"]
    carry = {"games": 3, "rounds": 3, "turns": 9, "wins": [1, 2, 0]}
    state = random_card_bingo.stacked(hands, "2d 3d 4d 5d 6d", carry, best_of=5)
    state.caller = 0
    for card in hands[1].split():
        random_card_bingo.play(state, "0:call", f"1:{card}")
    assert card_bingo.result(state) == {"reason": "completed", "winners": [1], "totals": [1, 3, 0]}
    carry = {"games": 3, "rounds": 3, "turns": 9, "wins": [2, 1, 0]}
    state = random_card_bingo.stacked(hands, "2d 3d 4d 5d 6d", carry, best_of=5)
    for card in hands[1].split():
        random_card_bingo.play(state, "0:call", f"1:{card}")
    assert card_bingo.result(state) is None
    assert random_card_bingo.play(card_bingo.copy(state), "2:resign") == [
        {"type": "resigned", "seat": 2}
    ]
    assert random_card_bingo.play(state, "0:resign") == [
        {"type": "resigned", "seat": 0},
        {"type": "finished"},
    ]
    assert card_bingo.result(state) == {
        "reason": "completed",
        "winners": [1],
        "totals": [2, 2, 0],
        "resigned": [0],
    }


def test_who_has_left_calls_no_later_round_either() -> None:
    for gone, caller in [([], 2), ([2], 3), ([2, 3], 0), ([3], 2)]:
        carry = {"games": 2, "rounds": 1, "turns": 9, "wins": [1, 1, 0, 0], "resigned": gone}
        state = card_bingo.start(card_bingo.Options(best_of=5), 4, Shuffler(b""), carry)
        assert state.caller == caller


# Bingo


def hall(**chosen: Any) -> Any:
    """Three players, of whom seats 0 and 1 have row 3 as soon as its numbers are drawn."""
    third = random_bingo.THIRD
    twin = random_bingo.TWIN
    return random_bingo.called(random_bingo.ROW_3, random_bingo.PLAIN, twin, third, **chosen)


def test_a_prize_is_decided_when_the_last_who_could_share_it_leaves() -> None:
    state = hall(pattern=["line", "blackout"])
    random_bingo.play(state, "0:claim", "1:pass")
    assert random_bingo.play(state, "2:resign") == [
        {"type": "resigned", "seat": 2},
        {"type": "prize-won", "prize": 1, "seats": [0]},
    ]
    assert bingo.result(state) is None


def test_a_standing_claim_of_who_leaves_is_void_and_who_passed_on_it_may_claim() -> None:
    state = hall(pattern=["line", "blackout"])
    random_bingo.play(state, "0:claim", "1:pass")
    assert random_bingo.claims(state, 1) == []
    assert random_bingo.play(state, "0:resign") == [
        {"type": "resigned", "seat": 0},
        {"type": "new-caller", "seat": 1},
    ]
    assert public(bingo, state)["claims"] == public(bingo, state)["passed"] == []
    assert public(bingo, state)["phase"] == "drawing"
    assert random_bingo.claims(state, 1)
    assert random_bingo.play(state, "1:claim") == [{"type": "bingo", "seat": 1}]


def test_while_another_claim_stands_who_has_passed_has_passed() -> None:
    state = hall(pattern=["line", "blackout"])
    random_bingo.play(state, "0:claim", "1:claim")
    assert random_bingo.play(bingo.copy(state), "1:resign") == [{"type": "resigned", "seat": 1}]
    random_bingo.play(state, "2:pass")  # all have answered
    assert public(bingo, state)["prizes"][0]["winners"] == [0, 1]
    four = random_bingo.dealt([[random_bingo.PLAIN], [random_bingo.TWIN],
        [random_bingo.THIRD], [random_bingo.OTHER]], random_bingo.ROW_3)  # fmt: skip
    for number in random_bingo.ROW_3.split():
        random_bingo.play(four, "0:draw", f"0:{number}", f"1:{number}")
    random_bingo.play(four, "0:claim", "1:claim", "2:pass", "0:resign")
    assert public(bingo, four)["claims"] == [1]
    assert public(bingo, four)["passed"] == [2]
    assert random_bingo.play(four, "3:resign")[1] == {"type": "prize-won", "prize": 1, "seats": [1]}


def test_a_valid_claim_of_the_last_who_is_left_has_its_prize() -> None:
    state = hall(pattern=["line", "blackout"])
    random_bingo.play(state, "1:claim", "2:resign")
    assert random_bingo.play(state, "0:resign") == [
        {"type": "resigned", "seat": 0},
        {"type": "prize-won", "prize": 1, "seats": [1]},
        {"type": "finished"},
    ]
    result = bingo.result(state)
    assert result
    assert (result["reason"], result["winners"], result["totals"]) == ("resigned", [1], [0, 1, 0])
    assert result["prizes"][1]["winners"] is None


def test_prizes_stay_with_who_has_left_and_the_match_with_the_others() -> None:
    state = hall(pattern=["line", ["c1"]])
    random_bingo.play(state, "1:claim", "0:pass", "2:pass", "1:resign")
    random_bingo.play(state, "0:claim", "2:pass")
    result = bingo.result(state)
    assert result
    assert (result["winners"], result["totals"]) == ([0], [1, 1, 0])
    assert result["reason"] == "completed"


def test_nobody_wins_where_only_who_has_left_won_a_prize() -> None:
    state = hall(pattern=["line", "blackout"])
    random_bingo.play(state, "1:claim", "0:pass", "2:pass", "1:resign")
    while bingo.to_act(state):
        random_bingo.play(state, f"{bingo.to_act(state)[0]}:draw")
    result = bingo.result(state)
    assert result
    assert (result["reason"], result["winners"], result["totals"]) == ("completed", [], [0, 1, 0])


def test_how_much_is_undrawn_of_who_has_left_stays_public() -> None:
    state = hall()
    before = public(bingo, state)["undrawn"]
    random_bingo.play(state, "1:resign", "0:draw")
    after = public(bingo, state)["undrawn"]
    assert all(0 <= b[0] - a[0] <= 1 for b, a in zip(before, after, strict=True))
    assert "cards" not in public(bingo, state)


def test_ninety_nine_of_a_hundred_can_leave() -> None:
    state = bingo.start(bingo.Options(), 100, Shuffler(b"hundred"), None)
    for seat in range(99):
        assert bingo.to_act(state) == [seat]
        events = random_bingo.play(state, f"{seat}:resign")
    assert events[-1] == {"type": "finished"}
    result = bingo.result(state)
    assert result
    assert result["winners"] == [99]


# Nickel


def three_at_nickel(**chosen: Any) -> Any:
    hands = ["2c 3c 5d 9d", "7h 7s 9c Kd", "8c 8d Js Qs"]
    return random_nickel.dealt(hands, draws="7d Ah 6s 2s", face="4c", **chosen)


def test_a_turn_is_broken_off_and_the_card_drawn_goes_along() -> None:
    state = three_at_nickel()
    random_nickel.play(state, "1:stock")
    turn = nickel.turn(state)
    assert random_nickel.play(state, "1:resign") == [{"type": "resigned", "seat": 1}]
    assert nickel.to_act(state) == [2]
    assert nickel.legal(state, 2) == ["stock", "pile"]
    assert public(nickel, state)["cards_left"] == [4, 5, 4]
    assert nickel.turn(state) == turn + 1
    random_nickel.play(state, "2:stock", "2:Js")
    assert nickel.to_act(state) == [0]


def test_who_leaves_out_of_turn_is_skipped_from_then_on() -> None:
    state = three_at_nickel()
    turn = nickel.turn(state)
    random_nickel.play(state, "2:resign")
    assert nickel.turn(state) == turn
    random_nickel.play(state, "1:stock", "1:Kd")
    assert nickel.to_act(state) == [0]
    random_nickel.play(state, "0:stock", "0:9d")
    assert nickel.to_act(state) == [1]


def test_with_no_discard_left_the_next_draws_from_the_stock() -> None:
    state = three_at_nickel()
    random_nickel.play(state, "1:pile", "1:resign")
    assert public(nickel, state)["discard"] is None
    assert nickel.legal(state, 2) == ["stock"]
    with pytest.raises(IllegalMove, match="There is no discard to take") as refused:
        random_nickel.play(state, "2:pile")
    assert refused.value.rule == "NK-6"
    random_nickel.play(state, "2:stock", "2:Js")
    assert nickel.legal(state, 0) == ["stock", "pile"]


def test_a_stock_whose_last_card_went_along_is_made_anew() -> None:
    state = three_at_nickel()
    del state.stock[:-2]
    random_nickel.play(state, "1:stock", "1:Kd", "2:stock")
    events = nickel.play(state, 2, RESIGN, Stacked(["4c"]))
    assert events == [{"type": "resigned", "seat": 2}, {"type": "reshuffled"}]
    assert (state.stock, state.discards) == (["4c"], ["Kd"])


def test_the_turns_that_are_left_are_those_of_who_remains() -> None:
    state = three_at_nickel(turn_limit=2)
    left = [public(nickel, state)["turns_left"]]
    for entry in ("1:stock", "1:Kd", "1:resign", "2:resign"):
        random_nickel.play(state, entry)
        left.append(public(nickel, state)["turns_left"])
    assert left == [6, 6, 5, 4, 4]  # with the last but one gone the match is over
    for leaver, turns in [(0, 4), (1, 4), (2, 4)]:
        state = three_at_nickel(turn_limit=2)
        random_nickel.play(state, f"{leaver}:resign")
        assert public(nickel, state)["turns_left"] == turns


def nickel_called(**chosen: Any) -> Any:
    state = random_nickel.dealt(
        ["2c 3c 5d 9d", "7h 7s 9c Kd", "8c 8d Js Qs", "Tc Jc Ks 4h"],
        draws="7d Ah 6s 2s",
        face="4c",
        nickel_stake=5,
        game_stake=25,
        **chosen,
    )
    random_nickel.play(state, "1:stock")
    state.hands[1] = ["7h", "7s", "7c", "7d", "Kd"]
    assert random_nickel.play(state, "1:Kd!")[-1] == {"type": "nickel", "seat": 1}
    return state


def test_after_a_nickel_only_those_who_remain_have_a_last_turn() -> None:
    state = nickel_called()
    assert public(nickel, state)["turns_left"] == 3
    random_nickel.play(state, "3:resign")
    assert public(nickel, state)["turns_left"] == 2
    random_nickel.play(state, "2:stock", "2:Js", "0:stock")
    assert random_nickel.play(state, "0:9d") == [
        {"type": "discarded", "seat": 0, "card": "9d"},
        {"type": "round-over"},
    ]
    assert public(nickel, state)["hands"][3] is None
    assert public(nickel, state)["points"][3] == 0


def test_the_last_to_have_a_turn_can_end_the_round_by_leaving() -> None:
    state = nickel_called()
    random_nickel.play(state, "2:stock", "2:Js", "3:stock", "3:Ks", "0:stock")
    assert random_nickel.play(state, "0:resign") == [
        {"type": "resigned", "seat": 0},
        {"type": "round-over"},
    ]
    shown = public(nickel, state)
    assert [hand is None for hand in shown["hands"]] == [True, False, False, False]
    assert shown["points"][0] == 0
    assert nickel.to_act(state) == [1, 2, 3]


def test_a_nickel_stands_though_its_caller_leaves() -> None:
    state = nickel_called()
    random_nickel.play(state, "1:resign")
    assert public(nickel, state)["turns_left"] == 3
    random_nickel.play(state, "2:stock", "2:Js", "3:stock", "3:Ks", "0:stock", "0:9d")
    shown = public(nickel, state)
    assert (shown["phase"], shown["nickel"]) == ("between-rounds", 1)
    assert shown["balance"] == [-5, 15, -5, -5]
    assert nickel.score(state, None)["nickels"] == [0, 1, 0, 0]


def test_leaving_saves_nobody_the_stakes() -> None:
    state = nickel_called()
    random_nickel.play(state, "2:resign", "3:resign")
    assert random_nickel.play(state, "0:resign")[-1] == {"type": "finished"}
    result = nickel.result(state)
    assert result
    assert result["winners"] == [1]
    assert result["balance"] == [-30, 90, -30, -30]
    assert result["totals"] == [0, 0, 0, 0]  # a round that was not played to its end has no points
    assert "hands" not in public(nickel, state)


def test_in_later_rounds_nothing_is_dealt_to_who_has_left_and_its_points_stay() -> None:
    state = three_at_nickel(turn_limit=1, nickel_stake=5)
    random_nickel.play(state, "1:stock", "1:Kd", "2:stock", "2:Js", "0:stock", "0:9d")
    points = public(nickel, state)["points"]
    random_nickel.play(state, "1:resign")
    assert public(nickel, state)["points"] == points
    assert None not in public(nickel, state)["hands"]  # it was in play to the end of this round
    carry = nickel.carry(state)
    assert (carry["points"], carry["dealer"], carry["resigned"]) == (points, 2, [1])
    following = nickel.start(state.options, 3, Shuffler(b"next"), carry)
    assert public(nickel, following)["cards_left"] == [5, 0, 5]
    assert len(following.stock) == 2 * 54 - 11
    assert nickel.to_act(following) == [0]
    assert public(nickel, following)["turns_left"] == 2
    assert nickel.view(following, 1)[1] == {"hand": [], "best": None}
    for seat in (0, 2):
        random_nickel.play(following, f"{seat}:stock", f"{seat}:{following.hands[seat][0]}")
    assert public(nickel, following)["points"][1] == points[1]
    assert public(nickel, following)["hands"][1] is None


def test_the_fewest_points_win_of_those_who_are_left() -> None:
    options = nickel.Options(rounds=[1, 1], turn_limit=1, game_stake=25)
    state = nickel.start(options, 3, Shuffler(b"fewest"), None)
    leaver = next(seat for seat in range(3) if seat != state.mover)
    random_nickel.play(state, f"{leaver}:resign")
    while waiting := nickel.to_act(state):
        seat = waiting[0]
        random_nickel.play(state, f"{seat}:stock", f"{seat}:{state.hands[seat][0]}")
    result = nickel.result(state)
    assert result
    left = [seat for seat in range(3) if seat != leaver]
    assert result["totals"][leaver] == 0 < min(result["totals"][seat] for seat in left)
    assert leaver not in result["winners"]
    assert result["balance"][leaver] == -25
    assert sum(result["balance"]) == 0
