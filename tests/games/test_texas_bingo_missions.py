"""The eighteen missions (TB-29): each completed, and each missed by one change of the table."""

from functools import cache
from random import Random

import pytest

from croupier.games.texas_bingo.missions import MISSIONS
from tests.games import naive_texas_bingo as naive
from tests.games.random_tables import full_boards, neighbour, score

Boards = list[dict[str, str]]

# Twelve high cards, none higher than a nine.
LOW = "6h 5s 2h 7s 3d / 5h 8s 4h 6d 2c / 2s 6s 7h 4d 8h / 7d 9c 8c 3h 6c / 4c 3s 9s 2d 5c"
EXAMPLES_EACH = 4


def completed(mission: str, boards: Boards, ties_win_lines: bool = True) -> bool:
    done = score(boards, [mission, *[None] * (len(boards) - 1)], ties_win_lines=ties_win_lines)
    assert done.completed[1:] == [None] * (len(boards) - 1)
    assert done.mission_points[0] == naive.MISSIONS[mission] * bool(done.completed[0])
    assert done.totals[0] == sum(done.line_points[0]) + done.mission_points[0]
    return bool(done.completed[0])


@cache
def just_missed() -> dict[tuple[str, bool], list[tuple[str, Boards, Boards]]]:
    """Pairs of tables by mission and `ties_win_lines`: the first completes it, and the second,
    one change away, does not, as the naive judge has it.
    """
    found: dict[tuple[str, bool], list[tuple[str, Boards, Boards]]] = {
        (mission, ties_win_lines): []
        for mission in naive.MISSIONS
        for ties_win_lines in (True, False)
    }
    number = 0
    while wanted := [key for key, pairs in found.items() if len(pairs) < EXAMPLES_EACH]:
        number += 1
        seed = f"missions {number}"
        rng = Random(seed)
        boards = full_boards(rng, rng.choice([2, 2, 3]))
        if rng.random() < 0.3:
            boards[1] = dict(boards[0])  # ties on every line
            boards = neighbour(rng, boards)
        table = [naive.lines(board) for board in boards]
        completed = [key for key in wanted if naive.is_completed(key[0], 0, table, key[1])]
        for _ in range(10):
            changed = neighbour(rng, boards)
            table = [naive.lines(board) for board in changed]
            for mission, ties_win_lines in completed:
                if not naive.is_completed(mission, 0, table, ties_win_lines):
                    found[mission, ties_win_lines].append((seed, boards, changed))
    return found


def test_there_are_14_missions_of_one_point_and_4_of_two() -> None:
    assert {slug: mission.points for slug, mission in MISSIONS.items()} == naive.MISSIONS
    assert sorted(mission.points for mission in MISSIONS.values()) == [1] * 14 + [2] * 4


@pytest.mark.parametrize("ties_win_lines", [True, False])
@pytest.mark.parametrize("mission", naive.MISSIONS)
def test_a_mission_is_completed_and_one_change_away_it_is_missed(
    mission: str, ties_win_lines: bool
) -> None:
    pairs = just_missed()[mission, ties_win_lines]
    assert len(pairs) >= EXAMPLES_EACH
    for seed, boards, missed in pairs:
        assert completed(mission, boards, ties_win_lines), seed
        assert not completed(mission, missed, ties_win_lines), seed


def table(mine: str, *others: str) -> Boards:
    return [naive.board(rows) for rows in (mine, *others)]


def other_than(board: str, cell: str, card: str) -> str:
    """The board with another card on one cell; if it was elsewhere, the two change places."""
    cards = naive.board(board)
    for place in naive.CELLS:
        if cards[place] == card:
            cards[place] = cards[cell]
    cards[cell] = card
    return " ".join(cards.values())


def categories(board: str) -> dict[str, str]:
    """What is on the lines of a board that are more than a high card."""
    lines = naive.lines(naive.board(board))
    return {line: own[0] for line, own in lines.items() if own[0] != "high-card"}


def test_early_advantage_is_row_a_and_solid_foundation_row_e() -> None:
    for mission, cell, elsewhere in [
        ("early-advantage", "a1", "e5"),
        ("solid-foundation", "e5", "a1"),
    ]:
        assert completed(mission, table(other_than(LOW, cell, "Ah"), LOW))
        assert not completed(mission, table(other_than(LOW, elsewhere, "Ah"), LOW), False)
        assert not completed(
            mission, table(other_than(LOW, cell, "Kh"), other_than(LOW, cell, "Ah"))
        )


def test_a_tied_line_is_won_unless_the_option_says_otherwise() -> None:
    for mission in ["early-advantage", "solid-foundation", "lucky-day", "thrilling-victory"]:
        assert completed(mission, table(LOW, LOW), ties_win_lines=True)
        assert not completed(mission, table(LOW, LOW), ties_win_lines=False)
    alone = table(other_than(LOW, "a1", "Ah"), LOW)
    assert completed("early-advantage", alone, ties_win_lines=False)


def test_a_tied_line_is_not_lost_even_where_it_is_not_won() -> None:
    straights = "Tc Jd Qh Ks Ac / 5d 6d 7s 8d 9d / Kc 3h 2d Td 7d / 3d 5c 9h 7c Jh / 4d 2c 6c Jc 3s"
    higher_b = "Th Jh Qs Kc As / 6c 7d 8s 9s Td / Kd Qd 2d Ad 7c / 7h 4s 3s 6s Ks / 5c 2s Jc Qc 4h"
    royal_a = higher_b.replace("Th Jh Qs Kc As", "Th Jh Qh Kh Ah")
    assert categories(straights) == categories(higher_b) == dict.fromkeys("ab", "straight")
    for ties_win_lines in (True, False):
        assert not completed("unlucky-loser", table(straights, straights), ties_win_lines)
        # Row b is lost, row a is tied: that is one.
        assert not completed("unlucky-loser", table(straights, higher_b), ties_win_lines)
        assert completed("unlucky-loser", table(straights, royal_a), ties_win_lines)


def test_a_full_house_is_neither_three_of_a_kind_nor_a_pair() -> None:
    alone = "Ac Ad Ah Kc Kd / Qs 7c 4d As 3s / 7s 6c 5h Td 2d / 4s 2c 7d 3d Qd / 9c 5c Jc 8s 4h"
    assert categories(alone) == {"a": "full-house"}
    assert completed("full-house-collector", table(alone, LOW))
    assert not completed("two-pair-collector", table(alone, LOW))
    with_pairs = (
        "Ac Ad Ah Kc Kd / Qc Qd Jc Jd 2s / Tc Td 4h 6s 8h / Kh 8c 6c 7h Jh / 7c 9c 8d 2c 3d"
    )
    assert categories(with_pairs) == {"a": "full-house", "b": "two-pair", "c": "one-pair"}
    assert not completed("combination-collector", table(with_pairs, LOW))
    three = other_than(with_pairs, "a4", "Qs")
    assert categories(three) == {"a": "three-of-a-kind", "b": "two-pair", "c": "one-pair"}
    assert completed("combination-collector", table(three, LOW))
    assert not completed("full-house-collector", table(three, LOW))


def test_two_pair_is_not_one_pair_and_four_are_not_three() -> None:
    three = "Ac Ad Kh Kc 2d / 3c 3d 3h 5s 7c / 9c 9d 4h 6s 8c / 4c Td 8d Qd 2s / 8h 5c As Th Jh"
    assert categories(three) == {
        "a": "two-pair", "b": "three-of-a-kind", "c": "one-pair", "5": "one-pair",
    }  # fmt: skip
    assert completed("combination-collector", table(three, LOW))
    assert completed("two-pair-collector", table(three, LOW))
    assert not completed("jackpot", table(three, LOW))
    four = other_than(three, "b4", "3s")
    assert categories(four)["b"] == "four-of-a-kind"
    assert not completed("combination-collector", table(four, LOW))
    assert completed("jackpot", table(four, LOW))
    no_pair = other_than(other_than(three, "c2", "Jc"), "d5", "3s")
    assert categories(no_pair) == {"a": "two-pair", "b": "three-of-a-kind"}
    assert not completed("combination-collector", table(no_pair, LOW))


def test_straight_flushes_and_royal_flushes_count_as_straights_and_as_flushes() -> None:
    both = "Th Jh Qh Kh Ah / 9s Ts Js Qs Ks / 2c 4d 6s 8s 2d / 4h 6c 8d 3s 5c / 7c 2s 4c 6d 8c"
    royal = other_than(both, "b5", "3d")
    neither = other_than(royal, "a1", "3h")
    assert [categories(board)["a"] for board in (both, royal)] == ["royal-flush"] * 2
    assert categories(both)["b"] == "straight-flush"
    assert "b" not in categories(royal)
    assert categories(neither)["a"] == "flush"
    for mission in ["straight-master", "flush-collector"]:
        assert completed(mission, table(both, LOW))
        assert not completed(mission, table(royal, LOW))
    assert completed("straight-collector", table(royal, LOW))
    assert not completed("straight-collector", table(neither, LOW))


def test_a_flush_is_not_a_straight_and_a_straight_is_not_a_flush() -> None:
    flushes = "2h 5h 7h Jh Kh / 3s 6s 8s Qs As / 4d 3h Td 8h 6c / 9d 2c Jc 7d Ts / Jd 8c Ah 6h 9h"
    straights = "2h 3s 4h 5s 6d / 7h 8s 9h Ts Jd / 5c Td Jc 2c 7s / 6s 5d 8h 3c Ks / As Qc Kd 7d 9d"
    assert categories(flushes) == dict.fromkeys("ab", "flush")
    assert categories(straights) == dict.fromkeys("ab", "straight")
    assert completed("flush-collector", table(flushes, LOW))
    assert not completed("straight-collector", table(flushes, LOW))
    assert completed("straight-master", table(straights, LOW))
    assert not completed("flush-collector", table(straights, LOW))


def test_born_fighter_must_win_one_of_the_lines_that_are_high() -> None:
    mine = "5c Td Jc 2c 7s / 2h 3s 4h 5s 6d / 6s 5d 8h 3c Ks / 7h 8s 9h Ts Jd / As Qc Kd 7d 9d"
    assert categories(mine) == {"b": "straight", "d": "straight", "a5-e1": "one-pair"}
    flushes = "2c 4d 6h 8s 9c / 2h 5h 7h Jh Kh / 3d 4h 6s 8d 9h / 3s 5s 8c Qs As / 2d 5c 7c Jd Kc"
    assert categories(flushes)["b"] == "flush"
    assert completed("born-fighter", table(mine, flushes))  # row d is won
    both = flushes.replace("8c", "Ts")
    assert categories(both)["d"] == "flush"
    assert not completed("born-fighter", table(mine, both))
    # Columns 2 and 4 are won, but they are no straights.
    weak_columns = (
        "9c 2c Td 4c Jd / Jh 3h Kh 2h 5h / 9d 7d Tc 6d Jc / Qs 5s As 3s 6s / 9h 8c Kd 8d 4d"
    )
    assert completed("lucky-day", table(mine, weak_columns), ties_win_lines=False)
    assert not completed("born-fighter", table(mine, weak_columns))


def test_top_dog_shares_the_strongest_line_even_where_ties_win_nothing() -> None:
    pair = other_than(LOW, "a1", "7c")
    assert "one-pair" in categories(pair).values()
    for ties_win_lines in (True, False):
        assert completed("top-dog", table(pair, pair), ties_win_lines)
        assert not completed("top-dog", table(LOW, pair), ties_win_lines)
        assert not completed("top-dog", table(LOW, LOW, pair), ties_win_lines)
