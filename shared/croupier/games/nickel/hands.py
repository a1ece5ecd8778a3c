"""Hands of Nickel by the names of their cards, and how they are best arranged (NK-10)."""

from collections.abc import Sequence
from functools import lru_cache

from croupier.engine.cards import CARDS
from croupier.engine.melds import JOKER, Arrangement, arrange, name
from croupier.games.nickel.options import HouseRules
from croupier.games.protocol import Json

RANKS = "A23456789TJQK"  # aces are low

_CARDS = {**CARDS, "**": JOKER}
_IN_ORDER = [*(rank + suit for rank in RANKS for suit in "cdhs"), "**"]
_PLACES = {card: place for place, card in enumerate(_IN_ORDER)}


def in_order(hand: Sequence[str]) -> list[str]:
    """A hand by rank, the jokers last."""
    return sorted(hand, key=_PLACES.__getitem__)


def best(hand: Sequence[str], dealt: int, rules: HouseRules) -> Arrangement:
    """The best arrangement of a hand of a round that deals so many cards.

    With a card more it is that after the best discard. ValueError if the hand has another size.
    """
    joker_points = None if rules.joker_points == "wild-rank" else rules.joker_points
    return _best(tuple(hand), dealt, joker_points)


@lru_cache(maxsize=256)
def _best(hand: tuple[str, ...], dealt: int, joker_points: int | None) -> Arrangement:
    # A request asks about a hand for its view, its legal moves and its call of Nickel.
    return arrange([_CARDS[card] for card in hand], dealt, joker_points)


def melds_without(hand: Sequence[str], card: str, dealt: int, rules: HouseRules) -> bool:
    """Whether all of a hand but this card of it fits into melds (NK-7)."""
    others = list(hand)
    others.remove(card)
    return not best(others, dealt, rules).left


def told(arrangement: Arrangement) -> Json:
    """An arrangement in the names of cards; a `discard` is there only if there is one."""
    shown: Json = {
        "penalty": arrangement.penalty,
        "melds": [[name(card) for card in meld] for meld in arrangement.melds],
        "left": [name(card) for card in arrangement.left],
    }
    if arrangement.discard is not None:
        shown["discard"] = name(arrangement.discard)
    return shown
