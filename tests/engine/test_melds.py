from collections.abc import Sequence
from itertools import chain, product
from random import Random

import pytest

from croupier.engine.melds import JOKER, Arrangement, arrange, name, parse, points
from tests.engine import naive_melds
from tests.engine.naive_melds import RANKS, is_run, is_set, is_wild

ROUNDS = range(3, 14)
DECKS = (1, 2)
SUITS = ("cdhs", "ch")
HANDS = 720  # of each kind below, more than 20,000 of up to 9 cards


def kinds(rounds: range) -> list[tuple[int, int, str]]:
    return list(product(rounds, DECKS, SUITS))


def names(cards: Sequence[int]) -> list[str]:
    return [name(card) for card in cards]


def arranged(hand: Sequence[str], dealt: int, joker_points: int | None = None) -> Arrangement:
    """The arrangement of a hand, once it is known to keep the rules and to add up."""
    best = arrange([parse(card) for card in hand], dealt, joker_points)
    placed = [names(meld) for meld in best.melds]
    left = names(best.left)
    thrown = [] if best.discard is None else [name(best.discard)]
    assert all(is_set(meld, dealt) or is_run(meld, dealt) for meld in placed), (hand, dealt, placed)
    assert sorted([*chain(*placed), *left, *thrown]) == sorted(hand), (hand, dealt, best)
    assert len(thrown) == len(hand) - dealt
    assert best.penalty == sum(naive_melds.points(card, dealt, joker_points) for card in left)
    return best


def random_hand(
    rng: Random, dealt: int, decks: int, suits: str, size: int, least_wilds: int = 0
) -> list[str]:
    """A hand of up to six wild cards, of the wild rank or jokers."""
    deck = [rank + suit for rank, suit in product(RANKS, suits)] * decks
    wild = [card for card in deck if is_wild(card, dealt)] + ["**"] * 6
    naturals = [card for card in deck if not is_wild(card, dealt)]
    wilds = rng.randint(least_wilds, min(6, size))
    return rng.sample(naturals, size - wilds) + rng.sample(wild, wilds)


@pytest.mark.parametrize(
    ("dealt", "hand", "penalty"),
    [
        (3, "3d Ks Kh", 0),
        (3, "3d Ks 4h", 17),
        (3, "** Ks 4h", 17),
        (3, "** 3c 3s", 0),
        (4, "Qs Ks As 9d", 30),
        (4, "Qs Ks 4d Ah", 1),
        (5, "9s 9s 9s 2d 2h", 4),
        (8, "4s 5s 6s 7s 7h 7d 2c Kd", 12),
        (9, "8h 8s 9h Th Qd Qc 7d Ad 4c", 38),
        (10, "5s 4h 6s Th 3h Jh 5h 9h 2h 4s", 0),
        (11, "Js Jh Jd 2c 2d 8h 8s 4c 9d Kd 6c", 19),
    ],
)
def test_the_examples_of_the_rules_have_their_penalties(
    dealt: int, hand: str, penalty: int
) -> None:
    best = arranged(hand.split(), dealt)
    assert best.penalty == penalty
    assert best.discard is None
    assert not best.nickel


@pytest.mark.parametrize(("dealt", "decks", "suits"), kinds(range(3, 10)))
def test_no_arrangement_has_fewer_points(dealt: int, decks: int, suits: str) -> None:
    rng = Random(f"{dealt} {decks} {suits}")
    for _ in range(HANDS):
        hand = random_hand(rng, dealt, decks, suits, dealt)
        joker_points = rng.choice((None, None, 0, 25))
        best = arranged(hand, dealt, joker_points)
        assert best.penalty == naive_melds.penalty(hand, dealt, joker_points), (hand, dealt, best)


@pytest.mark.parametrize(("dealt", "decks", "suits"), kinds(range(10, 14)))
def test_nor_in_the_last_rounds(dealt: int, decks: int, suits: str) -> None:
    rng = Random(f"{dealt} {decks} {suits}")
    for _ in range(HANDS // 12):
        hand = random_hand(rng, dealt, decks, suits, dealt)
        best = arranged(hand, dealt)
        assert best.penalty == naive_melds.penalty(hand, dealt), (hand, dealt, best)


@pytest.mark.parametrize(("dealt", "decks", "suits"), kinds(range(3, 9)))
def test_no_discard_leaves_fewer_points(dealt: int, decks: int, suits: str) -> None:
    rng = Random(f"{dealt} {decks} {suits}")
    for _ in range(HANDS // 6):
        hand = random_hand(rng, dealt, decks, suits, dealt + 1)
        joker_points = rng.choice((None, None, 0, 25))
        best = arranged(hand, dealt, joker_points)
        fewest = naive_melds.penalty_after_discard(hand, dealt, joker_points)
        assert best.penalty == fewest, (hand, dealt, best)


@pytest.mark.parametrize("dealt", [5, 8])
def test_nor_where_every_card_is_in_a_meld_of_three(dealt: int) -> None:
    rng = Random(dealt)
    for _ in range(HANDS // 5):
        suits, hand = rng.choice(SUITS), list[str]()
        while len(hand) <= dealt:
            suit, first = rng.choice(suits), rng.randrange(11)
            run = [rank + suit for rank in RANKS[first : first + 3]]
            hand += rng.choice((run, [RANKS[first] + rng.choice(suits) for _ in run]))
        best = arranged(hand, dealt)
        assert best.penalty == naive_melds.penalty_after_discard(hand, dealt), (hand, dealt, best)


@pytest.mark.parametrize("dealt", ROUNDS)
def test_the_discard_costs_no_more_than_any_other(dealt: int) -> None:
    rng = Random(dealt)
    for decks, suits in product(DECKS, SUITS):
        for _ in range(20):
            hand = random_hand(rng, dealt, decks, suits, dealt + 1)
            best = arranged(hand, dealt)
            others = [arranged([*hand[:at], *hand[at + 1 :]], dealt) for at in range(len(hand))]
            assert best.penalty == min(other.penalty for other in others), (hand, dealt, best)
            assert best.nickel == any(not other.left for other in others), (hand, dealt, best)


@pytest.mark.parametrize(
    ("dealt", "hand", "melds"),
    [
        (3, "** ** **", ["** ** **"]),
        (3, "** ** 9c", ["9c ** **"]),
        (4, "4c 4d 4h 4s", ["4s 4h 4d 4c"]),  # the wild rank
        (4, "Qs Ks ** 4c", ["Ts Js Qs Ks"]),  # no ace above the king
        (5, "As 2s ** ** **", ["As 2s 3s 4s 5s"]),  # and none but the ace below the two
        (3, "Ac 2c 3c", ["Ac 2c 3c"]),  # a wild card as itself
        (6, "9c 9c 9d 9d 9h 9h", ["9c 9c 9d 9d 9h 9h"]),
    ],
)
def test_wild_cards_and_identical_ones_go_where_they_may(
    dealt: int, hand: str, melds: list[str]
) -> None:
    best = arranged(hand.split(), dealt)
    assert best.left == []
    assert [len(meld) for meld in best.melds] == [len(meld.split()) for meld in melds]
    for meld, expected in zip(best.melds, melds, strict=True):
        for card, place in zip(names(meld), expected.split(), strict=True):
            assert card == place or is_wild(card, dealt)


def test_a_wild_card_lies_in_its_own_place_in_a_run() -> None:
    best = arranged(["3c", "4c", "5c", "**"], 4)
    assert [names(meld) for meld in best.melds] == [["3c", "4c", "5c", "**"]]


def test_a_run_does_not_wrap_from_king_to_ace() -> None:
    assert arranged(["Qs", "Ks", "As", "2s"], 4).penalty == 10 + 10 + 1 + 2


def test_a_run_holds_no_place_twice() -> None:
    assert arranged(["6s", "7s", "7s", "8s", "Kd"], 5).penalty == 7 + 10


def test_thirteen_cards_may_be_one_run_of_the_whole_suit() -> None:
    hand = ["Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh"]
    for run in (hand, [*hand[3:12], *["**"] * 4], ["**", *hand[1:12], "**"]):
        assert arranged(run, 13).left == []


@pytest.mark.parametrize(
    ("joker_points", "penalty"), [(None, 4 + 9 + 3), (0, 4 + 9), (25, 4 + 9 + 25)]
)
def test_a_joker_left_counts_as_the_option_says(joker_points: int | None, penalty: int) -> None:
    assert arranged(["**", "4c", "9h"], 3, joker_points).penalty == penalty
    assert points(JOKER, 3, joker_points) == penalty - 13
    assert points(parse("3c"), 3, joker_points) == 3


def test_a_joker_that_no_meld_takes_is_thrown_if_it_costs_most() -> None:
    assert arranged(["**", "4c", "7h", "Kd"], 3, 25).discard == JOKER
    assert arranged(["**", "4c", "7h", "Kd"], 3).discard == parse("Kd")


def test_a_discard_may_have_to_come_out_of_a_meld() -> None:
    best = arranged(["Ks", "Kd", "Kc", "2s", "2d", "2c"], 5)
    assert best.penalty == 4
    assert best.discard in [parse(card) for card in ("2s", "2d", "2c")]
    assert not best.nickel
    assert arranged(["Ks", "Kd", "Kc", "Kh", "2s", "2d", "2c"], 6).nickel
    assert arranged(["9s", "Ts", "Js", "Qs", "2s", "2d", "2c"], 6).nickel
    assert arranged(["Ks", "Kd", "Kc", "**", "2s", "2d", "2c"], 6).nickel
    assert arranged(["**", "**", "3c", "3d"], 3).nickel


def test_a_greedy_choice_is_not_the_best_one() -> None:
    best = arranged(["8h", "8s", "9h", "Th", "Qd", "Qc", "7d", "Ad", "4c"], 9)
    assert [sorted(names(meld)) for meld in best.melds] == [["9h", "Qc", "Qd"]]


@pytest.mark.parametrize(("dealt", "size"), [(3, 2), (3, 5), (13, 15), (2, 2), (14, 14)])
def test_a_hand_of_another_size_is_refused(dealt: int, size: int) -> None:
    with pytest.raises(ValueError, match=f"hand of {size} cards .* deals {dealt}.$"):
        arrange([JOKER] * size, dealt)


def test_a_joker_is_written_as_two_stars() -> None:
    assert parse("**") == JOKER
    assert name(JOKER) == "**"
    assert name(parse("Td")) == "Td"
    with pytest.raises(ValueError, match="is not a card"):
        parse("*")
