from itertools import product

import pytest

from croupier.engine.cards import CARDS, DECK, NAMES, name, parse


def test_the_deck_is_the_52_cards_by_rank_then_by_suit() -> None:
    assert [name(card) for card in DECK] == [
        rank + suit for rank, suit in product("23456789TJQKA", "cdhs")
    ]
    assert list(DECK) == sorted(set(DECK))


def test_a_name_and_its_card_are_one_to_one() -> None:
    assert all(parse(name(card)) == card for card in DECK)
    assert {NAMES[card]: card for card in DECK} == CARDS


@pytest.mark.parametrize(
    "text", ["", "A", "h", "1h", "10h", "ah", "AH", "hA", "AhX", " Ah", "Ah ", "Ax", "**", "Аh"]
)
def test_what_is_no_card_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r" is not a card: .+\.$") as refusal:
        parse(text)
    assert str(refusal.value).startswith(repr(text))


def test_an_int_that_is_no_card_has_no_name() -> None:
    with pytest.raises(KeyError):
        name(DECK[-1] + 1)
