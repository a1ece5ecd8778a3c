"""Matches of Nickel for the tests: rounds dealt as wished, and players who may want to win."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from croupier.engine.melds import name
from croupier.engine.shuffle import Shuffler
from croupier.games import nickel
from croupier.games.nickel.hands import best
from croupier.games.nickel.options import Options
from croupier.games.nickel.play import State
from croupier.games.protocol import IllegalMove
from tests.games import naive_nickel as naive
from tests.games.random_play import Stacked

Json = dict[str, Any]

NO_SHUFFLE = Stacked()  # fails if it is asked for one


def dealt(
    hands: list[str], draws: str = "", face: str = "", dealer: int = 0, **chosen: Any
) -> State:
    """The first round of a match, with these hands, and these draws from the stock first."""
    seats = len(hands)
    size = len(hands[0].split())
    options = Options.model_validate({"rounds": [size - 2, 11]} | chosen)
    first = " ".join(hands).split()
    rest = naive.deck(seats, options.jokers_per_deck)
    for card in [*first, *draws.split(), *face.split()]:
        rest.remove(card)
    order = [*first, face or rest.pop(), *rest, *reversed(draws.split())]
    dealers = [dealer, *(seat for seat in range(seats) if seat != dealer)]
    return nickel.start(options, seats, Stacked(dealers, order), None)


def play(state: State, *entries: str) -> list[Json]:
    """Make the moves (`seat:move`) and return the events of them all."""
    events = []
    for entry in entries:
        seat, _, move = entry.partition(":")
        events += nickel.play(state, int(seat), move, NO_SHUFFLE)
    return events


def random_options(rng: Random, first: int = 1, last: int = 3) -> Options:
    """Some rounds within these; half of the matches for money, many of few turns."""
    begin = rng.randint(first, last)
    chosen: Json = {
        "rounds": [begin, rng.randint(begin, last)],
        "jokers_per_deck": rng.choice([0, 1, 2, 2, 4]),
        "joker_points": rng.choice(["wild-rank", "wild-rank", 0, 7, 50]),
        "turn_limit": rng.choice([1, 2, 4, 8, 16]),
    }
    if rng.random() < 0.5:
        chosen |= {"nickel_stake": rng.choice([0, 5]), "game_stake": rng.choice([0, 25, 7])}
    return Options.model_validate(chosen)


@dataclass
class Match:
    """A match and the same kept by the naive implementation; `moves` are of the round."""

    options: Options
    seats: int
    shuffler: Shuffler
    state: State = field(init=False)
    table: naive.Table = field(init=False)
    moves: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        options = self.options
        self.table = naive.Table(
            seats=self.seats,
            rounds=(options.rounds[0], options.rounds[1]),
            nickel_stake=options.nickel_stake,
            game_stake=options.game_stake,
            joker_points=None if options.joker_points == "wild-rank" else options.joker_points,
            jokers_per_deck=options.jokers_per_deck,
            turn_limit=options.turn_limit,
        )
        self.deal(None)

    def deal(self, carry: Json | None) -> None:
        self.state = state = nickel.start(self.options, self.seats, self.shuffler, carry)
        (face,) = state.discards
        self.table.deal(state.dealer, state.hands, face, state.stock[::-1])
        self.moves = []

    def play(self, seat: int, move: str) -> list[Json]:
        events = nickel.play(self.state, seat, move, self.shuffler)
        assert events == self.table.play(seat, move)
        if self.table.to_restock:
            self.table.restock(self.state.stock[::-1])
        self.moves.append((seat, move))
        return events


def random_match(rng: Random, seats: int, options: Options | None = None) -> Match:
    """A match just dealt."""
    return Match(options or random_options(rng), seats, Shuffler(rng.randbytes(32)))


def random_leaving(rng: Random) -> float:
    """How likely somebody resigns before a move: in most matches nobody does."""
    return rng.choice([0, 0, 0, 0.01, 0.05])


def random_move(
    rng: Random, state: State, skill: float, calls: float = 0.8, leaving: float = 0
) -> tuple[int, str]:
    """A legal move: with these chances a good one, and a call of Nickel where one is possible.

    With the chance `leaving` it is the resignation of anybody who has not resigned.
    """
    if leaving and rng.random() < leaving:
        here = [seat for seat in range(len(state.hands)) if seat not in state.resigned]
        return rng.choice(here), "resign"
    (seat,) = nickel.to_act(state)
    moves = nickel.legal(state, seat)
    called = [move for move in moves if move.endswith("!")]
    if called and rng.random() < calls:
        return seat, rng.choice(called)
    if rng.random() >= skill:
        return seat, rng.choice([move for move in moves if move not in called])
    hand = state.hands[seat]
    if state.drawn:
        discard = best(hand, state.dealt, state.options).discard
        return seat, name(discard or 0)
    if not state.discards:
        return seat, "stock"
    with_it = [*hand, state.discards[-1]]
    before, after = (best(each, state.dealt, state.options).penalty for each in (hand, with_it))
    return seat, "pile" if after < before else "stock"


def after(rng: Random, match: Match, moves: int, skill: float = 0.5) -> Match:
    """The match so many moves later, or at the end of its round."""
    for _ in range(moves):
        if match.table.round_over() or match.table.over():
            break
        match.play(*random_move(rng, match.state, skill))
    return match


def given_to(state: State, moves: list[tuple[int, str]], seat: int | None) -> str:
    """All that a seat or a spectator gets of a match without making a move."""
    entries = [f"{mover}:{move}" for mover, move in moves]
    return json.dumps(
        {
            "view": nickel.view(state, seat),
            "legal": None if seat is None else nickel.legal(state, seat),
            "to_act": nickel.to_act(state),
            "turn": nickel.turn(state),
            "score": nickel.score(state, seat),
            "result": nickel.result(state),
            "known": nickel.known(state, ["0:deal", *entries], seat),
        }
    )


def answer(state: State, seat: int, move: str) -> str:
    """What comes of a move on a copy: its events, or its refusal."""
    try:
        return json.dumps(nickel.play(nickel.copy(state), seat, move, Shuffler(b"")))
    except IllegalMove as refused:
        return json.dumps([refused.rule, refused.code, str(refused)])
