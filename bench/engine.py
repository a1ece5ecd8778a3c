"""The evaluator of poker hands beside those of others, and the shuffle beside Python's own."""

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, repeat, starmap
from typing import Any

import eval7
import phevaluator
import pkrbot
import treys

from bench.measure import Row, race, seconds
from croupier.engine.cards import DECK, NAMES
from croupier.engine.poker import board_ranks, rank
from croupier.engine.shuffle import Shuffler, match_key

BOARDS = 50

# The ranks of many hands.
Ranks = Callable[[Iterable[list[Any]]], Iterable[int]]

TREYS = treys.Evaluator()

# How each peer makes a card of a name, and how it ranks many hands. All get their cards ready-made,
# in the form that they are quickest with, and all loops run in C: what counts is the evaluator.
PEERS: dict[str, tuple[Callable[[str], Any], Ranks]] = {
    "treys": (treys.Card.new, lambda hands: map(TREYS.evaluate, hands, repeat([]))),
    "pkrbot": (pkrbot.Card, lambda hands: map(pkrbot.evaluate, hands)),
    "eval7": (eval7.Card, lambda hands: map(eval7.evaluate, hands)),
    "phevaluator": (
        lambda name: phevaluator.Card(name).id_,
        lambda hands: starmap(phevaluator.evaluate_cards, hands),
    ),
}


def yardstick() -> float:
    """Seconds in which treys ranks a hand on this machine: how fast the machine is."""
    rng = random.Random(1)
    size = 200
    hands = [[treys.Card.new(NAMES[card]) for card in rng.sample(DECK, 5)] for _ in range(size)]
    ranks = PEERS["treys"][1]
    return min(seconds(lambda: deque(ranks(hands), maxlen=0)) for _ in range(50)) / size


def lines(board: Sequence[Any]) -> tuple[list[Any], ...]:
    """The 12 lines of a peer's board, written out as ours are: the quickest way in Python."""
    (
        a1, a2, a3, a4, a5,
        b1, b2, b3, b4, b5,
        c1, c2, c3, c4, c5,
        d1, d2, d3, d4, d5,
        e1, e2, e3, e4, e5,
    ) = board  # fmt: skip
    return (
        [a1, a2, a3, a4, a5],
        [b1, b2, b3, b4, b5],
        [c1, c2, c3, c4, c5],
        [d1, d2, d3, d4, d5],
        [e1, e2, e3, e4, e5],
        [a1, b1, c1, d1, e1],
        [a2, b2, c2, d2, e2],
        [a3, b3, c3, d3, e3],
        [a4, b4, c4, d4, e4],
        [a5, b5, c5, d5, e5],
        [a1, b2, c3, d4, e5],
        [a5, b4, c3, d2, e1],
    )


def evaluator() -> Iterator[Row]:
    """One poker hand, and the 12 lines of a board."""
    rng = random.Random(25)
    boards = [rng.sample(DECK, 25) for _ in range(BOARDS)]
    hands = [tuple(board[:5]) for board in boards]
    on_hands: dict[str, Callable[[], object]] = {}
    on_boards: dict[str, Callable[[], object]] = {}
    for peer, (card, ranks) in PEERS.items():
        theirs = [[card(NAMES[each]) for each in board] for board in boards]
        on_hands[peer] = partial(on_each, ranks, [board[:5] for board in theirs])
        on_boards[peer] = partial(on_lines, ranks, theirs)
    yield from race(
        "a poker hand",
        lambda: forget(starmap(rank, hands)),
        on_hands,
        must={"treys": 3.0},
        size=BOARDS,
    )
    yield from race(
        "12 lines of a board",
        lambda: forget(map(board_ranks, boards)),
        on_boards,
        must={"treys": 4.5, "pkrbot": 1.3},
        size=BOARDS,
    )


def on_each(ranks: Ranks, hands: list[list[Any]]) -> None:
    """A peer's ranks of some hands."""
    forget(ranks(hands))


def on_lines(ranks: Ranks, boards: list[list[Any]]) -> None:
    """A peer's ranks of the lines of some boards."""
    forget(ranks(chain.from_iterable(map(lines, boards))))


def forget(results: Iterable[object]) -> None:
    """Run to the end and keep nothing, so that keeping costs nobody."""
    deque(results, maxlen=0)


def shuffle() -> Iterator[Row]:
    """A deck of 52. Nothing is to be reached: the peer's order cannot be redone elsewhere."""
    shuffler, rng, deck = Shuffler(match_key(bytes(32), [])), random.Random(1), list(DECK)
    yield from race(
        "a shuffle of 52 cards",
        lambda: shuffler.shuffle(DECK),
        {"random.shuffle": lambda: rng.shuffle(deck)},
    )
