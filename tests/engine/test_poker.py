from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from treys import Card, Evaluator

from croupier.engine.cards import DECK, NAMES, parse
from croupier.engine.poker import (
    CATEGORIES,
    LINE_CELLS,
    LINES,
    board_ranks,
    category,
    rank,
)

HANDS = st.permutations(DECK).map(lambda deck: deck[:5])


def hand_rank(names: str) -> int:
    return rank(*map(parse, names.split()))


def test_the_order_of_all_hands_is_that_of_an_independent_evaluator() -> None:
    theirs = [Card.new(NAMES[card]) for card in DECK]
    evaluate = Evaluator().evaluate  # 1 for the royal flush to 7462
    hands = zip(combinations(DECK, 5), combinations(theirs, 5), strict=True)
    differs = (hand for hand, their in hands if rank(*hand) != 7463 - evaluate(their, ()))
    assert next(differs, None) is None


def test_every_category_has_its_share_of_all_hands() -> None:
    hands = Counter(rank(*hand) for hand in combinations(DECK, 5))
    assert sorted(hands) == list(range(1, 7463))
    share: Counter[str] = Counter()
    for each, number in hands.items():
        share[category(each)] += number
    assert share == {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pair": 123_552,
        "one-pair": 1_098_240,
        "high-card": 1_302_540,
    }


def test_categories_rise_with_the_rank() -> None:
    order = [CATEGORIES.index(category(each)) for each in range(1, 7463)]
    assert order == sorted(order)
    assert set(order) == set(range(10))


@pytest.mark.parametrize(
    ("better", "worse"),
    list(
        pairwise(
            [
                "Ah Kh Qh Jh Th",  # royal flush
                "Kd Qd Jd Td 9d",
                "5s 4s 3s 2s As",  # the ace is low, and this the lowest straight flush
                "Ac Ad Ah As 2c",
                "2c 2d 2h 2s Ac",
                "Ac Ad Ah Kc Kd",
                "Kc Kd Kh Ac Ad",  # the three decide
                "Ac Kc Qc Jc 9c",
                "7c 5c 4c 3c 2c",
                "Ac Kd Qh Js Tc",
                "6c 5d 4h 3s 2c",
                "5c 4d 3h 2s Ac",
                "Ac Ad Ah Kc Qd",
                "2c 2d 2h 4c 3d",
                "Ac Ad Kh Ks Qc",
                "Ac Ad Kh Ks Jc",  # the kicker decides
                "3c 3d 2h 2s 4c",
                "Ac Ad Kh Qs Jc",
                "2c 2d 5h 4s 3c",
                "Ac Kd Qh Js 9c",
                "Ac Kd Qh 3s 2c",  # no straight goes round the ace
                "7c 5d 4h 3s 2c",
            ]
        )
    ),
)
def test_hands_beat_each_other_as_in_tb_24(better: str, worse: str) -> None:
    assert hand_rank(better) > hand_rank(worse)


@given(HANDS, st.permutations(range(5)))
@settings(deadline=None)
def test_the_order_of_the_cards_does_not_matter(hand: list[int], order: list[int]) -> None:
    assert rank(*hand) == rank(*(hand[i] for i in order))


@given(HANDS, st.permutations("cdhs"))
@settings(deadline=None)
def test_no_suit_is_better_than_another(hand: list[int], suits: list[str]) -> None:
    exchange = dict(zip("cdhs", suits, strict=True))
    exchanged = [parse(NAMES[card][0] + exchange[NAMES[card][1]]) for card in hand]
    assert rank(*hand) == rank(*exchanged)


def cells_named(line: str) -> list[str]:
    """The cells of a line in the words of the rules: a row, a column, or from corner to corner."""
    if "-" not in line:
        return [f"{row}{column}" for row in "abcde" for column in "12345" if line in (row, column)]
    columns = "12345" if line == "a1-e5" else "54321"
    return [f"{row}{column}" for row, column in zip("abcde", columns, strict=True)]


def test_the_lines_are_the_rows_the_columns_and_the_diagonals() -> None:
    cells = [f"{row}{column}" for row in "abcde" for column in "12345"]
    named = [[cells[index] for index in line] for line in LINE_CELLS]
    assert named == [cells_named(line) for line in LINES]
    assert len(set(LINES)) == 12


@given(st.permutations(DECK).map(lambda deck: deck[:25]))
@settings(deadline=None)
def test_a_board_has_the_rank_of_each_of_its_lines(board: list[int]) -> None:
    cells = [f"{row}{column}" for row in "abcde" for column in "12345"]
    card_at = dict(zip(cells, board, strict=True))
    assert board_ranks(board) == tuple(
        rank(*(card_at[cell] for cell in cells_named(line))) for line in LINES
    )


@pytest.mark.parametrize("cards", [24, 26])
def test_a_board_has_25_cards(cards: int) -> None:
    with pytest.raises(ValueError, match="unpack"):
        board_ranks(DECK[:cards])
