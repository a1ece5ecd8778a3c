"""The 52 playing cards.

A card is an int made for the evaluator of poker hands: its rank's key, shifted left by eight bits,
plus its suit's code. The sum of five cards tells their hand (`croupier.engine.poker`), so a card
has this one form everywhere, and a name only where it is written down. Cards sort by rank, then by
suit.

The 2 of clubs is 0: ask whether `card is None`, never whether a card is true.
"""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

# Five ranks, at most four of them alike, have a sum of keys that no other five have.
RANK_KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)

# Five suits all alike have a sum of codes that no other five have; no five exceed a byte.
SUIT_CODES: Final = (0, 1, 6, 31)

CARDS: Final[dict[str, int]] = {
    rank + suit: key << 8 | code
    for rank, key in zip(RANKS, RANK_KEYS, strict=True)
    for suit, code in zip(SUITS, SUIT_CODES, strict=True)
}
"""The card of each name."""

NAMES: Final[dict[int, str]] = {card: name for name, card in CARDS.items()}
"""The name of each card."""

DECK: Final[tuple[int, ...]] = tuple(CARDS.values())
"""The 52 cards in ascending order: 2c 2d 2h 2s 3c … As."""


def parse(text: str) -> int:
    """The card that `text` names: a rank of `RANKS`, then a suit of `SUITS`, in just that case.

    Raises ValueError, with a sentence for whoever wrote the text, if it names no card.

    >>> parse("Ah") == DECK[-2]
    True
    >>> parse("1h")
    Traceback (most recent call last):
    ValueError: '1h' is not a card: write one of 23456789TJQKA and one of cdhs, such as Ah.
    """
    card = CARDS.get(text)
    if card is None:
        raise ValueError(
            f"{text!r} is not a card: write one of {RANKS} and one of {SUITS}, such as Ah."
        )
    return card


def name(card: int) -> str:
    """The name of a card; KeyError if the int is none.

    >>> name(DECK[-2])
    'Ah'
    """
    return NAMES[card]
