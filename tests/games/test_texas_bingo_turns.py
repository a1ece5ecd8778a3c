"""The turns of Texas Bingo with decks whose order is known (TB-9 to TB-22)."""

from collections.abc import Sequence
from typing import Any

import pytest

from croupier.engine.shuffle import Shuffler
from croupier.games import texas_bingo
from croupier.games.protocol import IllegalMove
from croupier.games.texas_bingo.options import Options
from croupier.games.texas_bingo.play import State
from tests.games import naive_texas_bingo as naive
from tests.games.random_play import deck_beginning, stacked

NO_SHUFFLE = Shuffler(b"")
NOT_RED = [cell for cell in naive.CELLS if cell not in naive.RED_CELLS]


def match_of(top: str, seats: int = 2, starter: int = 0, **chosen: Any) -> State:
    """A match whose deck begins with these; by the points table unless a mode is chosen."""
    options = Options.model_validate({"mode": "competitive"} | chosen)
    boards = naive.board_count(options.mode, seats)
    return stacked(options, seats, deck_beginning(top, options.events, boards), starter)


def play(state: State, seat: int, move: str) -> list[dict[str, Any]]:
    return texas_bingo.play(state, seat, move, NO_SHUFFLE)


def all_place(state: State, cell: str) -> None:
    """Every board puts the first tile that it may take on the cell."""
    turn = texas_bingo.turn(state)
    for seat in range(state.seats):
        if seat in texas_bingo.to_act(state) and texas_bingo.turn(state) == turn:
            tile = texas_bingo.view(state, seat)[1]["tiles"][0]
            play(state, seat, f"{tile}@{cell}")


def refusal(state: State, seat: int, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        play(state, seat, move)
    return refused.value


def cells_for(state: State, seat: int, tile: str) -> list[str]:
    moves = [move.split("@") for move in texas_bingo.legal(state, seat)]
    return [cell for card, cell in moves if card == tile]


def shown(state: State) -> dict[str, Any]:
    turn: dict[str, Any] = texas_bingo.view(state, None)[0]["turns"][-1]
    return turn


def board(state: State, seat: int) -> dict[str, str]:
    rows = texas_bingo.view(state, seat)[1]["board"]
    cards = [card for row in rows for card in row]
    return {cell: card for cell, card in zip(naive.CELLS, cards, strict=True) if card}


def deck_of(state: State) -> Sequence[object]:
    return state.deck


def test_everybody_places_the_revealed_card_in_any_order() -> None:
    state = match_of("Qh 2c", seats=3)
    assert shown(state) == {"event": None, "cards": ["Qh"], "discarded": []}
    assert play(state, 2, "Qh@c3") == [{"type": "placed", "seat": 2}]
    assert texas_bingo.to_act(state) == [0, 1]
    assert play(state, 0, "Qh@a1") == [{"type": "placed", "seat": 0}]
    assert play(state, 1, "Qh@c3") == [
        {"type": "placed", "seat": 1},
        {"type": "revealed", "turn": 2, "event": None, "cards": ["2c"], "discarded": []},
    ]
    assert [board(state, seat) for seat in range(3)] == [{"a1": "Qh"}, {"c3": "Qh"}, {"c3": "Qh"}]


def test_a_seat_places_once_a_turn_and_never_on_a_tile() -> None:
    state = match_of("Qh 2c")
    play(state, 0, "Qh@c3")
    again = refusal(state, 0, "Qh@c4")
    assert (again.rule, again.code) == ("TB-15", "not-your-turn")
    play(state, 1, "Qh@a1")
    on_it = refusal(state, 0, "2c@c3")
    assert (on_it.rule, on_it.code) == ("TB-15", "illegal-move")
    assert "c3" in str(on_it)
    assert refusal(state, 0, "Qh@c4").rule == "TB-15"


def test_at_a_crossroads_each_places_one_of_two_and_loses_the_other() -> None:
    state = match_of("crossroads Qh 2c 3d")
    assert shown(state) == {"event": "crossroads", "cards": ["Qh", "2c"], "discarded": []}
    assert cells_for(state, 0, "Qh") == cells_for(state, 0, "2c") == naive.CELLS
    assert refusal(state, 0, "3d@a1").rule == "TB-16"
    assert play(state, 0, "2c@a1") == [{"type": "placed", "seat": 0}]
    play(state, 1, "Qh@a1")
    assert shown(state)["cards"] == ["3d"]
    assert refusal(state, 0, "Qh@a2").rule == "TB-15"


def test_a_tunnel_gives_each_board_a_card_in_the_order_of_the_seats() -> None:
    state = match_of("tunnel 2c 3d 4h 5s", seats=3, tunnel_owner_sees=True)
    assert shown(state) == {"event": "tunnel", "cards": [], "discarded": []}
    tiles = [texas_bingo.view(state, seat)[1]["tiles"] for seat in range(3)]
    assert tiles == [["2c"], ["3d"], ["4h"]]
    assert refusal(state, 0, "3d@a1").rule == "TB-17"
    assert refusal(state, 0, "tunnel@a1").rule == "TB-17"
    all_place(state, "b2")
    assert [board(state, seat)["b2"] for seat in range(3)] == ["2c", "3d", "4h"]
    assert shown(state)["cards"] == ["5s"]


def test_a_tunnel_card_is_secret_until_the_end_from_its_owner_too() -> None:
    state = match_of("tunnel 2c 3d", seats=2)
    assert texas_bingo.view(state, 0)[1]["tiles"] == ["tunnel"]
    assert cells_for(state, 0, "tunnel") == naive.CELLS
    assert refusal(state, 0, "2c@a1").rule == "TB-17"
    assert play(state, 0, "tunnel@a1") == [{"type": "placed", "seat": 0}]
    assert board(state, 0) == {"a1": "tunnel"}
    all_place(state, "a1")
    for cell in naive.CELLS[1:]:
        assert board(state, 0)["a1"] == "tunnel"
        all_place(state, cell)
    assert board(state, 0)["a1"] == "2c"
    assert board(state, 1)["a1"] == "3d"


def test_a_shared_board_draws_one_tunnel_card() -> None:
    state = match_of("tunnel 2c 3d", seats=3, mode="cooperative", tunnel_owner_sees=True)
    assert [texas_bingo.view(state, seat)[1]["tiles"] for seat in range(3)] == [["2c"]] * 3
    play(state, 1, "2c@a1")
    assert shown(state)["cards"] == ["3d"]


def test_in_a_sandstorm_the_red_cells_are_closed() -> None:
    state = match_of("sandstorm Qh")
    assert shown(state) == {"event": "sandstorm", "cards": ["Qh"], "discarded": []}
    assert cells_for(state, 0, "Qh") == NOT_RED
    refused = refusal(state, 0, "Qh@c3")
    assert (refused.rule, refused.code) == ("TB-19", "illegal-move")
    assert "c3" in str(refused)
    play(state, 0, "Qh@a2")


def test_in_a_sandstorm_other_red_cells_may_be_chosen_for_a_match() -> None:
    red = [*naive.CELLS[:9]]
    state = match_of("sandstorm Qh", red_cells=red)
    assert cells_for(state, 0, "Qh") == naive.CELLS[9:]


def test_a_board_with_red_cells_only_left_takes_the_sandstorm_there_and_no_other_does() -> None:
    cards = " ".join(naive.CARDS[:16])
    state = match_of(f"{cards} sandstorm Qh Kh", seats=2)
    for number in range(16):
        card = naive.CARDS[number]
        play(state, 0, f"{card}@{NOT_RED[number]}")
        play(state, 1, f"{card}@{[*naive.RED_CELLS, *NOT_RED][number]}")
    assert cells_for(state, 0, "Qh") == sorted(naive.RED_CELLS)
    assert cells_for(state, 1, "Qh") == NOT_RED[7:]
    play(state, 0, "Qh@c3")
    play(state, 1, f"Qh@{NOT_RED[7]}")
    assert shown(state)["cards"] == ["Kh"]


def test_a_sandstorm_is_over_after_its_turn() -> None:
    state = match_of("sandstorm Qh Kh")
    all_place(state, "a2")
    assert cells_for(state, 0, "Kh") == [cell for cell in naive.CELLS if cell != "a2"]


def test_a_tunnel_card_may_go_on_red_where_a_sandstorm_meets_it() -> None:
    after = match_of("sandstorm Qh tunnel 2c 3d")
    all_place(after, "a2")
    assert "c3" in cells_for(after, 0, "tunnel")  # the storm was over
    within = match_of("tunnel sandstorm 2c 3d")
    assert shown(within)["discarded"] == ["sandstorm"]
    assert cells_for(within, 0, "tunnel") == naive.CELLS


@pytest.mark.parametrize(
    ("top", "event", "cards", "discarded"),
    [
        ("crossroads sandstorm Qh 2c", "crossroads", ["Qh", "2c"], ["sandstorm"]),
        ("crossroads Qh tunnel 2c", "crossroads", ["Qh", "2c"], ["tunnel"]),
        (
            "crossroads crossroads tunnel Qh sandstorm crossroads 2c",
            "crossroads",
            ["Qh", "2c"],
            ["crossroads", "tunnel", "sandstorm", "crossroads"],
        ),
        ("sandstorm tunnel sandstorm Qh", "sandstorm", ["Qh"], ["tunnel", "sandstorm"]),
        ("tunnel crossroads 2c tunnel sandstorm 3d", "tunnel", [], None),
    ],
)
def test_events_within_an_event_are_discarded(
    top: str, event: str, cards: list[str], discarded: list[str] | None
) -> None:
    state = match_of(f"{top} 9h", tunnel_owner_sees=True)
    if discarded is None:
        assert [texas_bingo.view(state, seat)[1]["tiles"] for seat in (0, 1)] == [["2c"], ["3d"]]
        discarded = ["crossroads", "tunnel", "sandstorm"]
    assert shown(state) == {"event": event, "cards": cards, "discarded": discarded}
    all_place(state, "a2")
    assert shown(state) == {"event": None, "cards": ["9h"], "discarded": []}


def test_a_plain_card_after_an_event_lets_the_next_event_count() -> None:
    state = match_of("sandstorm Qh crossroads 2c 3d")
    all_place(state, "a2")
    assert shown(state)["event"] == "crossroads"


@pytest.mark.parametrize(("mode", "seats", "tunnels"), [
    ("standard", 7, 4), ("standard", 8, 3), ("competitive", 8, 3), ("cooperative", 8, 4),
])  # fmt: skip
def test_with_eight_boards_there_is_one_tunnel_less(mode: str, seats: int, tunnels: int) -> None:
    state = match_of("", seats=seats, mode=mode)
    assert deck_of(state).count("tunnel") == tunnels
    assert deck_of(state).count("crossroads") == 3
    assert deck_of(state).count("sandstorm") == 5


def test_with_eight_boards_and_no_tunnel_there_is_none_to_remove() -> None:
    state = match_of("", seats=8, events={"crossroads": 3, "tunnel": 0, "sandstorm": 5})
    assert len(deck_of(state)) == 52 + 3 + 5


def test_all_missions_are_kept_before_the_first_reveal() -> None:
    state = match_of("Qh", mode="standard")
    assert texas_bingo.turn(state) == 0
    assert texas_bingo.to_act(state) == [0, 1]
    slugs = list(naive.MISSIONS)
    assert [texas_bingo.legal(state, seat) for seat in (0, 1)] == [slugs[:2], slugs[2:4]]
    assert refusal(state, 0, "Qh@a1").code == "not-your-turn"
    early = refusal(state, 0, "reveal")
    assert (early.rule, early.code) == ("TB-12", "not-your-turn")
    assert refusal(state, 0, slugs[2]).rule == "TB-11"  # the other's
    assert play(state, 1, slugs[3]) == [{"type": "kept", "seat": 1}]
    assert refusal(state, 1, slugs[2]).code == "not-your-turn"  # kept is kept
    assert texas_bingo.to_act(state) == [0]
    assert play(state, 0, slugs[0]) == [
        {"type": "kept", "seat": 0},
        {"type": "revealed", "turn": 1, "event": None, "cards": ["Qh"], "discarded": []},
    ]
    assert texas_bingo.view(state, 1)[1]["missions"][0]["mission"] == slugs[3]


@pytest.mark.parametrize("mode", ["competitive", "cooperative"])
def test_without_missions_the_first_card_is_there_at_once(mode: str) -> None:
    state = match_of("Qh", mode=mode)
    assert texas_bingo.turn(state) == 1
    assert "missions" not in texas_bingo.view(state, 0)[1]
    assert "missions_kept" not in texas_bingo.view(state, 0)[0]
    assert refusal(state, 0, "jackpot").code == "not-your-turn"


@pytest.mark.parametrize("mode", ["standard", "competitive"])
def test_without_auto_reveal_the_starter_reveals_first_and_then_anybody(mode: str) -> None:
    state = match_of("Qh 2c", seats=3, starter=1, mode=mode, auto_reveal=False)
    if mode == "standard":
        for seat in range(3):
            events = play(state, seat, texas_bingo.legal(state, seat)[0])
            assert events == [{"type": "kept", "seat": seat}]
    assert texas_bingo.turn(state) == 0
    assert texas_bingo.to_act(state) == [1]
    assert [texas_bingo.legal(state, seat) for seat in range(3)] == [[], ["reveal"], []]
    refused = refusal(state, 0, "reveal")
    assert (refused.rule, refused.code) == ("TB-14", "not-your-turn")
    assert play(state, 1, "reveal") == [
        {"type": "revealed", "turn": 1, "event": None, "cards": ["Qh"], "discarded": []}
    ]
    assert refusal(state, 1, "reveal").rule == "TB-14"
    for seat in range(3):
        assert play(state, seat, "Qh@a1") == [{"type": "placed", "seat": seat}]
    assert texas_bingo.turn(state) == 1
    assert texas_bingo.to_act(state) == [0, 1, 2]
    play(state, 2, "reveal")
    assert shown(state)["cards"] == ["2c"]


def test_on_a_shared_board_the_first_placement_fills_the_turn() -> None:
    state = match_of("Qh 2c", seats=3, mode="cooperative")
    assert texas_bingo.to_act(state) == [0, 1, 2]
    assert play(state, 2, "Qh@c3")[0] == {"type": "placed", "seat": 2}
    assert refusal(state, 0, "Qh@c4").rule == "TB-15"
    assert [board(state, seat) for seat in range(3)] == [{"c3": "Qh"}] * 3
    assert refusal(state, 1, "2c@c3").rule == "TB-15"
    assert texas_bingo.view(state, None)[0]["filled"] == [1, 1, 1]


def test_the_last_placement_ends_the_match_and_opens_everything() -> None:
    state = match_of("Qh", mode="standard")
    for seat in (0, 1):
        play(state, seat, texas_bingo.legal(state, seat)[0])
    for cell in naive.CELLS[:-1]:
        all_place(state, cell)
    assert texas_bingo.result(state) is None
    assert "boards" not in texas_bingo.view(state, None)[0]
    last = texas_bingo.view(state, 0)[1]["tiles"][0]
    play(state, 1, f"{last}@e5")
    assert texas_bingo.result(state) is None
    assert play(state, 0, f"{last}@e5") == [
        {"type": "placed", "seat": 0},
        {"type": "finished"},
    ]
    public, private = texas_bingo.view(state, None)
    assert private == {}
    assert public["boards"][0] == public["boards"][1] == texas_bingo.view(state, 0)[1]["board"]
    assert public["missions"] == ["early-advantage", "central-dominator"]
    assert texas_bingo.to_act(state) == []
    over = refusal(state, 0, "reveal")
    assert (over.rule, over.code) == ("TB-23", "not-your-turn")
    assert texas_bingo.result(state) == {
        "reason": "completed",
        "winners": [0, 1] if texas_bingo.score(state, 0)["players"]["0"]["total"]
        == texas_bingo.score(state, 0)["players"]["1"]["total"] else [0],
        "totals": [texas_bingo.score(state, 0)["players"][seat]["total"] for seat in "01"],
    }  # fmt: skip


def test_the_score_so_far_is_that_of_the_own_lines_that_are_full() -> None:
    state = match_of("2c 2d 2h 2s 3c")
    for cell in ["a1", "a2", "a3", "a4"]:
        all_place(state, cell)
    assert texas_bingo.score(state, 0) == {"final": False, "lines": {}}
    play(state, 0, "3c@a5")
    play(state, 1, "3c@b5")
    hand = {"category": "four-of-a-kind", "points": 10}
    assert texas_bingo.score(state, 0) == {"final": False, "lines": {"a": {"hands": {"0": hand}}}}
    assert texas_bingo.score(state, 1) == {"final": False, "lines": {}}
    assert texas_bingo.score(state, None) == {"final": False, "lines": {}}


def test_the_score_so_far_of_a_team_stands_where_the_final_one_does() -> None:
    state = match_of("2c 2d 2h 2s 3c", seats=3, mode="cooperative")
    for cell in ["a1", "a2", "a3", "a4", "a5"]:
        all_place(state, cell)
    so_far = texas_bingo.score(state, 2)
    assert so_far["lines"]["a"]["hands"] == {"0": {"category": "four-of-a-kind", "points": 10}}


def test_in_standard_a_line_has_no_points_before_all_are_compared() -> None:
    state = match_of("2c 2d 2h 2s 3c", mode="standard")
    for seat in (0, 1):
        play(state, seat, texas_bingo.legal(state, seat)[0])
    for cell in ["a1", "b2", "c3", "d4", "e5"]:
        all_place(state, cell)
    assert texas_bingo.score(state, 1)["lines"] == {
        "a1-e5": {"hands": {"1": {"category": "four-of-a-kind"}}}
    }


def test_a_line_with_a_face_down_tile_is_not_scored_before_the_end() -> None:
    state = match_of("tunnel 2c 3d 4h 5s 6c 7d")
    for cell in ["a1", "a2", "a3", "a4", "a5"]:
        all_place(state, cell)
    assert texas_bingo.score(state, 0)["lines"] == {}
    seen = match_of("tunnel 2c 3d 4h 5s 6c 7d", tunnel_owner_sees=True)
    for cell in ["a1", "a2", "a3", "a4", "a5"]:
        all_place(seen, cell)
    assert list(texas_bingo.score(seen, 0)["lines"]) == ["a"]
