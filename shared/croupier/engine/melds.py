"""The best arrangement of a rummy hand with wild cards, exactly: rules NK-4, NK-5, NK-9 and NK-10.

A search over what remains of the hand, the highest rank first. The cards of that rank are melded as
a set or left over, or one of them is the top of a run; then comes the rest. Different choices often
leave the same rest, a *state*, and what the search finds for one is kept.

Why it misses nothing better:

- A wild card fits into every meld, so only their number matters. A meld takes no more than it
  needs. What is spare lengthens any meld: a set has no end, and a run has room for 13 cards.
- Wild cards are left over only where no meld is possible at all, so the search counts the points
  of natural cards alone.
- The cards of one rank that are in no run are best all in one set, or all left over.
- A run has the natural card wherever it can: another meld that had it has a wild card instead.
- The discard is a card left over, or a spare wild card, or it comes out of a set of more than
  three. One out of a longer run is a card left over beside a shorter one.

A state is an int of nibbles, four to a block. Block 0 holds the discards due, 0 or 1, and the
number of wild cards; block 1 the number of each ace, by suit; and so on to block 13, the kings.
Cards taken from a state are an int of the same form.

>>> hand = [parse(name) for name in "8h 8s 9h Th Qd Qc 7d Ad 4c".split()]
>>> best = arrange(hand, dealt=9)
>>> best.penalty, [[name(card) for card in meld] for meld in best.melds]
(38, [['Qc', 'Qd', '9h']])
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from croupier.engine import cards
from croupier.engine.cards import CARDS, SUITS

JOKER: Final = -1
"""A joker, `**` in text. It is no card of the evaluator's and stands outside `cards.DECK`."""

_ORDER = "A23456789TJQK"  # aces are low

# Where the nibble of each card is in a state, and the card there.
_PLACES = {
    CARDS[rank + suit]: 16 * block + 4 * nibble
    for block, rank in enumerate(_ORDER, 1)
    for nibble, suit in enumerate(SUITS)
}
_CARDS = {place: card for card, place in _PLACES.items()}

# For each place the nibbles of the lower cards of its suit.
_BELOW = {
    place: sum(15 << lower for lower in range(place - 16, 15, -16)) for place in _PLACES.values()
}

_RANKS = {card: place >> 4 for card, place in _PLACES.items()}
_DISCARD = 1
_WILD = 1 << 4
_ACES = 1 << 16  # smaller states have no natural cards
_NEVER = 1_000  # more points than any hand has

# For each state the fewest points of what is left over from there on, and the choice that leads to
# them: the cards that make a meld, and those left over, the discard among them.
_Found = dict[int, tuple[int, int, int]]


class Arrangement(NamedTuple):
    """A hand in melds, each a list of its cards as they lie, and the cards `left`.

    `penalty` are the points of those left. `discard` is the card thrown away from a hand with one
    card more than dealt, and None otherwise.
    """

    penalty: int
    melds: list[list[int]]
    left: list[int]
    discard: int | None

    @property
    def nickel(self) -> bool:
        """Whether the discard may be thrown with a call of Nickel: all the rest melds (NK-7)."""
        return self.discard is not None and not self.left


def parse(text: str) -> int:
    """The card or the joker, `**`, that `text` names; ValueError, with a sentence, if none."""
    return JOKER if text == "**" else cards.parse(text)


def name(card: int) -> str:
    """The name of a card or of a joker; KeyError if the int is neither."""
    return "**" if card == JOKER else cards.name(card)


def points(card: int, dealt: int, joker_points: int | None = None) -> int:
    """The penalty points of a card left over in the round that deals so many (NK-9).

    A joker counts `joker_points`, or as the round's wild rank if they are None.
    """
    if card == JOKER and joker_points is not None:
        return joker_points
    return min(dealt if card == JOKER else _RANKS[card], 10)


def arrange(hand: Sequence[int], dealt: int, joker_points: int | None = None) -> Arrangement:
    """The arrangement with the fewest penalty points (NK-10), among equals any.

    A hand of as many cards as are dealt in the round, 3 to 13, is arranged as it is; one of a card
    more is arranged without its best discard. ValueError if the hand has another size.

    >>> arrange([parse(name) for name in "** Ks 4h 4s".split()], dealt=3).nickel
    True
    >>> arrange([], dealt=3)
    Traceback (most recent call last):
    ValueError: A hand of 0 cards does not fit a round that deals 3.
    """
    if not 3 <= dealt <= 13 or not dealt <= len(hand) <= dealt + 1:
        raise ValueError(f"A hand of {len(hand)} cards does not fit a round that deals {dealt}.")
    discards = len(hand) - dealt
    state = discards * _DISCARD
    wilds = []
    for card in hand:
        if card == JOKER or _RANKS[card] == dealt:
            wilds.append(card)
            state += _WILD
        else:
            state += 1 << _PLACES[card]

    groups, left = _best(state)
    if not groups and len(wilds) < 3:
        left += wilds
        wilds = []

    def cost(card: int) -> int:
        return points(card, dealt, joker_points)

    discard = None
    if discards:
        source = left or wilds
        discard = max(source, key=cost)
        source.remove(discard)
    if groups:
        spare = len(wilds) - sum(group // _WILD % 16 for group in groups)
        groups[0] += spare * _WILD
        melds = [_lay(group, wilds) for group in groups]
    else:
        melds = [wilds] if wilds else []
    return Arrangement(sum(map(cost, left)), melds, left, discard)


def _best(state: int) -> tuple[list[int], list[int]]:
    """The melds, as they are in states, and the natural cards in none, the discard among them."""
    found: _Found = {}
    _fewest(state, _NEVER, found)
    groups = []
    left = []
    while state >= _ACES:
        _, group, loose = found[state]
        state -= group + loose
        left += _naturals(loose)
        if group:
            groups.append(group)
    return groups, left


def _fewest(state: int, bound: int, found: _Found) -> int:
    """The fewest points of natural cards left over, or the bound if there is no way to fewer.

    `found` notes this for every state on the way; a bound is noted without a choice.
    """
    if state < _ACES:
        return _NEVER if state == _DISCARD else 0  # a spare wild card may be thrown away
    known = found.get(state)
    if known is not None and (known[0] >= bound or known[1] or known[2]):
        return known[0]
    least, group, loose = bound, 0, 0
    for cost, melded, left in _choices(state):
        if cost < least:
            total = cost + _fewest(state - melded - left, least - cost, found)
            if total < least:
                least, group, loose = total, melded, left
                if not total:
                    break
    found[state] = least, group, loose
    return least


def _choices(state: int) -> Iterator[tuple[int, int, int]]:
    """What may become of the highest rank: points left over, cards melded, cards left over."""
    highest = state.bit_length() - 1
    block = highest & ~15
    cards = state >> block
    alike = cards << block
    number = cards * 0x1111 >> 12 & 15
    wilds = state >> 4 & 15
    discards = state & 1

    missing = 3 - number if number < 3 else 0
    if missing <= wilds:
        yield 0, alike + missing * _WILD, 0
    if discards and number > 3:
        one = 1 << (highest & ~3)
        yield 0, alike - one, one + _DISCARD

    for suit in (0, 4, 8, 12):
        if cards >> suit & 15:
            top = block + suit
            run = 1 << top
            length = 1
            below = state & _BELOW[top]
            while below:
                place = below.bit_length() - 1 & ~3
                below &= _BELOW[place]
                run += 1 << place
                length += 1
                span = (top - place >> 4) + 1
                missing = (span if span > 3 else 3) - length
                if missing <= wilds:
                    yield 0, run + missing * _WILD, 0
                elif span - length > wilds:
                    break

    points = min(block >> 4, 10)
    if discards and number <= 3:
        yield points * (number - 1), 0, alike + _DISCARD
    if number < 3:
        yield points * number, 0, alike


def _naturals(state: int) -> list[int]:
    """The natural cards of a state, in ascending order, aces low."""
    naturals = []
    rest = state - state % _ACES
    while rest:
        place = (rest & -rest).bit_length() - 1 & ~3
        naturals.append(_CARDS[place])
        rest -= 1 << place
    return naturals


def _lay(group: int, wilds: list[int]) -> list[int]:
    """The cards of a meld as they lie, the wild ones taken out of `wilds`."""
    laid = _naturals(group)
    number = group // _WILD % 16
    low, high = _PLACES[laid[0]], _PLACES[laid[-1]]
    if low >> 4 == high >> 4:
        return laid + [wilds.pop() for _ in range(number)]
    ends = len(laid) + number - ((high - low) // 16 + 1)
    above = min(ends, 13 - (high >> 4))
    places = range(low - 16 * (ends - above), high + 16 * above + 1, 16)
    return [
        _CARDS[place] if group >> place & 1 else _take(_CARDS[place], wilds) for place in places
    ]


def _take(card: int, wilds: list[int]) -> int:
    """A wild card taken out of `wilds`: the card itself, if it is one of them."""
    return wilds.pop(wilds.index(card) if card in wilds else -1)
