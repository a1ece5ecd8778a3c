"""Matches of Card Bingo for the tests: stacked decks, random matches, what anybody is given."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from croupier.engine.shuffle import Shuffler
from croupier.games import card_bingo
from croupier.games.card_bingo import Options, State
from croupier.games.protocol import IllegalMove
from tests.games import naive_card_bingo as naive
from tests.games.random_play import Stacked

Json = dict[str, Any]

JUNK = [
    "", " ", "call ", "Call", "CALL", "deal", "place", "reveal", "Q", "h", "qh", "QH", "Qh ", " Qh",
    "Qh Qh", "QhQh", "10h", "1h", "Qx", "hQ", "0", "None", "0:call", "0:Qh", "Qh@c3", "\x00", "\n",
    "resign ", "Resign", "ＱＨ", "Q♥", "🂡", "a" * 10_000,
]  # fmt: skip

UNIVERSE = [*naive.CARDS, "call", *JUNK]  # all that is ever a move, and much that never is

OPTIONS = [
    Options(hand_size=hand_size, rank_only=rank_only, best_of=best_of)
    for hand_size in (5, 6)
    for rank_only in (False, True)
    for best_of in (1, 3, 5)
]


def stacked(hands: list[str], calls: str = "", carry: Json | None = None, **options: Any) -> State:
    """A round in which these hands are dealt and these cards are called first."""
    dealt = " ".join(hands).split()
    rest = naive.CARDS * 2
    for card in dealt:
        rest.remove(card)
    pile = [*calls.split(), *(card for card in naive.CARDS if card not in calls.split())]
    decks = Stacked([*dealt, *rest], pile)
    return card_bingo.start(Options(**options), len(hands), decks, carry)


def play(state: State, *moves: str) -> list[Json]:
    """Make the moves (`seat:move`) and return the events of them all."""
    events = []
    for entry in moves:
        seat, _, move = entry.partition(":")
        events += card_bingo.play(state, int(seat), move, Stacked())
    return events


@dataclass
class Match:
    """A match, and the same kept by the naive implementation."""

    options: Options
    session: naive.Session
    shuffler: Shuffler
    state: State
    round: naive.Round
    history: list[tuple[int, str]] = field(default_factory=list)  # of this round

    def play(self, seat: int, move: str) -> list[Json]:
        self.history.append((seat, move))
        won_before = self.round.winner is not None
        self.round.play(seat, move)
        if self.round.winner is not None and not won_before:
            self.session.winners.append(self.round.winner)
        return card_bingo.play(self.state, seat, move, self.shuffler)

    def next_round(self) -> None:
        carry = card_bingo.carry(self.state)
        self.state = card_bingo.start(self.options, self.session.seats, self.shuffler, carry)
        self.round = _round(self.session, self.state)
        self.history = []


def random_match(
    rng: Random, options: Options, seats: int, before: naive.Session | None = None
) -> Match:
    """A match just dealt; a rematch, if there was a match before."""
    shuffler = Shuffler(rng.randbytes(32))
    games, carry = 0, None
    if before:
        games = before.games_before + len(before.winners)
        carry = {"games": games}
    session = naive.Session(seats, options.best_of, games)
    state = card_bingo.start(options, seats, shuffler, carry)
    return Match(options, session, shuffler, state, _round(session, state))


def _round(session: naive.Session, state: State) -> naive.Round:
    hands = [list(hand) for hand in state.hands]
    rank_only = state.options.rank_only
    return naive.Round(hands, list(state.pile), session.caller(), rank_only, session.gone)


def random_moves(rng: Random, match: Match, leaving: float = 0) -> Iterator[tuple[int, str]]:
    """Random legal moves to the end of the round; whoever takes one plays it.

    Before each, somebody who has not resigned does so with the chance `leaving`.
    """
    while match.round.winner is None and len(match.round.here()) > 1:
        if leaving and rng.random() < leaving:
            yield rng.choice(match.round.here()), "resign"
            continue
        seat = rng.choice(card_bingo.to_act(match.state))
        yield seat, rng.choice(card_bingo.legal(match.state, seat))


def answer(state: State, seat: int, move: str) -> str:
    """What comes of a move on a copy: its events, or its refusal."""
    try:
        return json.dumps(card_bingo.play(card_bingo.copy(state), seat, move, Stacked()))
    except IllegalMove as refused:
        return json.dumps([refused.rule, refused.code, str(refused)])


def given_to(state: State, history: list[tuple[int, str]], seat: int | None) -> str:
    """All that a seat or a spectator gets of a match without making a move."""
    entries = [f"{mover}:{move}" for mover, move in history]
    return json.dumps(
        {
            "view": card_bingo.view(state, seat),
            "legal": None if seat is None else card_bingo.legal(state, seat),
            "to_act": card_bingo.to_act(state),
            "turn": card_bingo.turn(state),
            "score": card_bingo.score(state, seat),
            "result": card_bingo.result(state),
            "known": card_bingo.known(state, ["0:deal", *entries], seat),
        }
    )
