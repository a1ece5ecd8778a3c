"""A match as it stood before."""

from dataclasses import replace

from croupier.store import matches as store
from croupier.store.matches import Hand, Match


def hand_with(match: Match, move: int) -> Hand:
    """The hand in which the move of that number was made; KeyError if none was."""
    hand = match.hand
    if hand is None or not 0 < move <= hand.earlier + len(hand.moves):
        raise KeyError(move)
    while move <= hand.earlier:
        hand = store.load_hand(match.id, hand.number - 1)
    return hand


def first_moves(hand: Hand, move: int) -> Hand:
    """A hand as it was after that many moves of the match."""
    return replace(hand, moves=hand.moves[: move - hand.earlier])
