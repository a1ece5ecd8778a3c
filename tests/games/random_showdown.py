"""Matches of Texas Showdown for the tests: hands dealt as wished, and random moves."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from croupier.engine.shuffle import Shuffler
from croupier.games import texas_showdown
from croupier.games.texas_showdown import Options, State
from tests.games import naive_texas_showdown as naive
from tests.games.random_play import Stacked

NO_SHUFFLE = Shuffler(b"")


def dealt(cards: list[list[str]], **chosen: Any) -> State:
    """The first hand of a match, of these cards."""
    order = [card for round_ in zip(*cards, strict=True) for card in round_]
    return texas_showdown.start(Options(**chosen), len(cards), Stacked(order), None)


def dealt_with(rng: Random, cards: list[str], seats: int = 4, leader: int = 0) -> State:
    """A hand in which the seats from `leader` on hold these cards each, and chance the rest."""
    held = [text.split() for text in cards] + [[] for _ in range(seats - len(cards))]
    left = [str(card) for card in naive.deck(seats) if str(card) not in " ".join(cards).split()]
    rng.shuffle(left)
    hands: list[list[str]] = [[] for _ in range(seats)]
    for at, own in enumerate(held):
        more = naive.HAND_SIZE[seats] - len(own)
        hands[(leader + at) % seats] = own + left[:more]
        del left[:more]
    return dealt(hands)


def random_options(rng: Random) -> Options:
    """Half of the matches as usual; the others are short or go on for some hands."""
    return rng.choice(
        [
            Options(),
            Options(),
            Options(target=rng.randrange(1, 50)),
            Options(hands=rng.randrange(1, 5)),
        ]
    )


@dataclass
class Match:
    """A match and the same kept by the naive implementation; `moves` are of the hand."""

    options: Options
    seats: int
    shuffler: Shuffler
    state: State = field(init=False)
    table: naive.Table = field(init=False)
    moves: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = naive.Table(self.seats, self.options.target, self.options.hands)
        self.deal(None)

    def deal(self, carry: dict[str, Any] | None) -> None:
        self.state = texas_showdown.start(self.options, self.seats, self.shuffler, carry)
        played = [*self.state.last, *self.state.trick]  # by the service, for who has left
        hands = [set(map(int, hand)) for hand in self.state.hands]
        for play in played:
            hands[play["seat"]].add(int(play["card"]))
        self.table.deal(hands)
        self.moves = []

    def play(self, seat: int, move: str) -> list[dict[str, Any]]:
        events = texas_showdown.play(self.state, seat, move, self.shuffler)
        assert events == self.table.play(seat, move)
        self.moves.append((seat, move))
        return events


def random_match(rng: Random, seats: int, options: Options | None = None) -> Match:
    """A match just dealt."""
    return Match(options or random_options(rng), seats, Shuffler(rng.randbytes(32)))


def random_leaving(rng: Random) -> float:
    """How likely somebody resigns before a move: in most matches nobody does."""
    return rng.choice([0, 0, 0, 0.005, 0.02])


def random_move(rng: Random, state: State, leaving: float = 0) -> tuple[int, str]:
    """A legal move, or with that chance the resignation of anybody who has not resigned."""
    if leaving and rng.random() < leaving:
        here = [seat for seat in range(len(state.hands)) if seat not in state.resigned]
        return rng.choice(here), "resign"
    (seat,) = texas_showdown.to_act(state)
    return seat, rng.choice(texas_showdown.legal(state, seat))


def after(rng: Random, match: Match, moves: int, leaving: float = 0) -> Match:
    """The match so many random moves later, or at the end of its hand."""
    for _ in range(moves):
        if match.table.hand_over():
            break
        match.play(*random_move(rng, match.state, leaving))
    return match
