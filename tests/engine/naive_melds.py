"""Nickel's rules with no thought for speed: every meld there is, every way to choose among them.

Cards are texts, as the rules write them. Nothing is shared with the code under test.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

RANKS = "A23456789TJQK"


def is_wild(card: str, dealt: int) -> bool:
    """NK-4."""
    return card == "**" or RANKS[dealt - 1] == card[0]


def is_set(cards: Sequence[str], dealt: int) -> bool:
    """NK-5, whatever the order."""
    ranks = {card[0] for card in cards if not is_wild(card, dealt)}
    return len(cards) >= 3 and len(ranks) <= 1


def is_run(cards: Sequence[str], dealt: int) -> bool:
    """NK-5, of cards in the order in which they lie."""
    return len(cards) >= 3 and any(
        all(
            is_wild(card, dealt) or card == rank + suit
            for card, rank in zip(cards, RANKS[first:], strict=False)
        )
        for suit in "cdhs"
        for first in range(len(RANKS) - len(cards) + 1)
    )


def points(card: str, dealt: int, joker_points: int | None) -> int:
    """NK-9."""
    if card == "**":
        return min(dealt, 10) if joker_points is None else joker_points
    return min(RANKS.index(card[0]) + 1, 10)


def penalty(hand: Sequence[str], dealt: int, joker_points: int | None = None) -> int:
    """The fewest points left by any choice of melds that share no card."""
    naturals = [card for card in hand if not is_wild(card, dealt)]
    ranks = [RANKS.index(card[0]) for card in naturals]
    wilds = [points(card, dealt, joker_points) for card in hand if is_wild(card, dealt)]
    wilds.sort()  # which of them are in melds is free, so the cheapest stay

    def melds(first: int, others: Sequence[int], held: int) -> Iterator[tuple[set[int], int]]:
        """Every meld of the first card, some of the others and some of the wild cards held."""
        alike = [card for card in others if ranks[card] == ranks[first]]
        for size in range(len(alike) + 1):
            for rest in combinations(alike, size):
                for number in range(max(0, 2 - size), held + 1):
                    yield {first, *rest}, number
        suited = [card for card in others if naturals[card][1] == naturals[first][1]]
        for size in range(len(suited) + 1):
            for rest in combinations(suited, size):
                places = {ranks[first], *(ranks[card] for card in rest)}
                gaps = max(places) - min(places) - size
                if len(places) == size + 1:
                    for number in range(max(gaps, 2 - size), min(held, 12 - size) + 1):
                        yield {first, *rest}, number

    @cache
    def least(cards: tuple[int, ...], held: int) -> int:
        if not cards:
            return 0 if held >= 3 else sum(wilds[:held])
        first, *others = cards
        ways = [min(ranks[first] + 1, 10) + least(cards[1:], held)]
        for meld, number in melds(first, others, held):
            rest = tuple(card for card in others if card not in meld)
            ways.append(least(rest, held - number))
        return min(ways)

    return least(tuple(range(len(naturals))), len(wilds))


def penalty_after_discard(hand: Sequence[str], dealt: int, joker_points: int | None = None) -> int:
    """The same after the best discard, which may be any card."""
    return min(
        penalty([*hand[:place], *hand[place + 1 :]], dealt, joker_points)
        for place in range(len(hand))
    )
