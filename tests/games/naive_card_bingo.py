"""Card Bingo as with real cards, written from the rules alone: slow and plain."""

from collections.abc import Sequence
from dataclasses import dataclass, field

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def is_for(called: str, card: str, rank_only: bool) -> bool:
    """Whether a call is for a card: rank and suit, or by house rule the rank alone."""
    return called[0] == card[0] and (rank_only or called[1] == card[1])


@dataclass
class Round:
    """The cards on the table, and the call deck face down beside them."""

    hands: list[list[str]]
    call_deck: list[str]
    caller: int
    rank_only: bool
    gone: list[int]  # who has left the session, one after another
    called: list[str] = field(default_factory=list)
    winner: int | None = None

    def here(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.gone]

    def to_mark(self, seat: int) -> list[str]:
        latest = self.called[-1:]
        return [
            card
            for card in self.hands[seat]
            if any(is_for(called, card, self.rank_only) for called in latest)
        ]

    def moves(self) -> list[set[str]]:
        """What each player may do, without the deal of the next round."""
        seats = range(len(self.hands))
        if self.winner is not None or len(self.here()) == 1:
            return [set() for _ in seats]
        marks = [set() if seat in self.gone else set(self.to_mark(seat)) for seat in seats]
        if any(marks):
            return marks
        return [{"call"} if seat == self.caller else set() for seat in seats]

    def play(self, seat: int, move: str) -> None:
        if move == "resign":
            self.gone.append(seat)
            while self.caller in self.gone and len(self.here()) > 1:
                self.caller = (self.caller + 1) % len(self.hands)
        elif move == "call":
            self.called.append(self.call_deck.pop(0))
        else:
            self.hands[seat].remove(move)
            if self.hands[seat] == []:
                self.winner = seat


@dataclass
class Session:
    """Who has won how many of the rounds."""

    seats: int
    best_of: int
    games_before: int = 0  # in those that this one is a rematch of
    winners: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)

    def caller(self) -> int:
        """Of the round that is next or running: the first to call is seat 0, then it goes round."""
        seat = 0
        for _ in range(self.games_before + len(self.winners)):
            seat = seat + 1 if seat + 1 < self.seats else 0
        while seat in self.gone:
            seat = seat + 1 if seat + 1 < self.seats else 0
        return seat

    def score(self) -> list[int]:
        return [self.winners.count(seat) for seat in range(self.seats)]

    def best(self) -> list[int]:
        here = [seat for seat in range(self.seats) if seat not in self.gone]
        return [seat for seat in here if all(self.score()[seat] >= self.score()[s] for s in here)]

    def over(self) -> bool:
        """All rounds are played, or whoever wins all the others would still be behind."""
        left = self.best_of - len(self.winners)
        if left == 0 or len(self.gone) + 1 == self.seats:
            return True
        leader = self.best()[0]
        return all(
            self.score()[seat] + left < self.score()[leader]
            for seat in range(self.seats)
            if seat != leader and seat not in self.gone
        )


def first_finish(
    hands: Sequence[Sequence[str]], calls: Sequence[str], rank_only: bool = False
) -> tuple[int | None, list[int]]:
    """The first call (from 1) after which somebody has no card left, and who that is."""
    for count in range(1, len(calls) + 1):
        done = [
            seat
            for seat, hand in enumerate(hands)
            if all(any(is_for(call, card, rank_only) for call in calls[:count]) for card in hand)
        ]
        if done:
            return count, done
    return None, []
