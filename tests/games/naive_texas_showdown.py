"""Texas Showdown written down from the rules a second time, with no eye to speed."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby

SPANS = {
    "black": (0, 10),
    "red": (11, 20),
    "blue": (21, 29),
    "brown": (31, 38),
    "green": (41, 47),
    "yellow": (51, 56),
    "purple": (61, 65),
    "grey": (71, 74),
}
ALL = [card for low, high in SPANS.values() for card in range(low, high + 1)]
COLOURS = {card: name for name, (low, high) in SPANS.items() for card in range(low, high + 1)}
TOPS = {10, 20, 29, 38, 47, 56, 65, 74}
HAND_SIZE = {3: 15, 4: 15, 5: 12, 6: 10}
TARGET = {3: 15, 4: 15, 5: 12, 6: 10}

# All that is ever a move, and much that never is.
JUNK = [
    "", " ", "deal", "reveal", "play-card", "leader", "leader-1", "leader6", "leader7", "leader00",
    "leader01", "leader 1", "Leader1", "leader1 ", "leader٣", "leader²", "leaderleader1", "1leader",
    "30", "39", "40", "48", "57", "66", "70", "75", "99", "100", "-1", "+1", "00", "05", "5 ", " 5",
    "5.0", "5e0", "٥", "0x5", "True", "None", "0:5", "5@a1", "Qh", "Qh@c3", "\x00", "\n", "💣",
    "resign ", "Resign", "9" * 10_000,
]  # fmt: skip
UNIVERSE = [*map(str, ALL), *(f"leader{seat}" for seat in range(6)), *JUNK]

Play = tuple[int, int]  # a seat and its card


def colour(card: int) -> str:
    return COLOURS[card]


def deck(seats: int) -> list[int]:
    return [card for card in ALL if seats > 3 or colour(card) not in ("black", "grey")]


def taken_by(cards: list[int]) -> int:
    """The card that takes a trick."""
    by_frequency = Counter(map(colour, cards)).most_common()
    _, deciding = next(groupby(by_frequency, key=lambda pair: pair[1]))
    colours = {name for name, _ in deciding}
    return max(card for card in cards if colour(card) in colours)


def may_play(hand: set[int], trick: list[int]) -> set[int]:
    """What follows one of the trick's colours; without any of them, anything."""
    colours = set(map(colour, trick))
    return {card for card in hand if colour(card) in colours} or hand


@dataclass
class Table:
    """A match, kept as people do: hands, and a pile of tricks for each seat."""

    seats: int
    target: int | None = None
    hands_to_play: int | None = None
    totals: list[int] = field(default_factory=list)
    hand_number: int = 0
    tricks_before: int = 0
    gone: list[int] = field(default_factory=list)  # who has left, one after another

    def deal(self, hands: list[set[int]]) -> None:
        assert sorted(card for hand in hands for card in hand) == deck(self.seats)
        assert {len(hand) for hand in hands} == {HAND_SIZE[self.seats]}
        if self.hand_number:
            self.tricks_before += HAND_SIZE[self.seats]
            self.totals = self.scores()
        else:
            self.totals = [0] * self.seats
        self.hand_number += 1
        self.hands = [set(hand) for hand in hands]
        self.plays: list[Play] = []  # in the order of the hand
        self.piles: list[list[list[Play]]] = [[] for _ in hands]
        self.trick: list[Play] = []
        self.last: list[Play] = []
        self.namer: int | None = None
        lowest = 0 if self.seats > 3 else 11
        (self.opener,) = (seat for seat, hand in enumerate(hands) if lowest in hand)
        self.first: set[int] = {lowest}
        self.stand_in()

    def here(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def resign(self, seat: int) -> list[dict[str, object]]:
        self.gone.append(seat)
        learnt: list[dict[str, object]] = [{"type": "resigned", "seat": seat}]
        return [*learnt, {"type": "finished"}] if self.given_up() else learnt + self.stand_in()

    def stand_in(self) -> list[dict[str, object]]:
        """Play for those who are gone: the lowest card that may be, themselves as leaders."""
        learnt: list[dict[str, object]] = []
        while not self.hand_over() and self.next() in self.gone:
            seat = self.next()
            options = self.may(seat)
            own = f"leader{seat}"
            learnt += self.make(seat, own if own in options else min(options, key=int))
        return [{name: it for name, it in each.items() if name != "card"} for each in learnt]

    def given_up(self) -> bool:
        return len(self.here()) == 1

    def scores(self) -> list[int]:
        return [a + len(b) for a, b in zip(self.totals, self.piles, strict=True)]

    def hand_over(self) -> bool:
        return self.given_up() or sum(map(len, self.piles)) == HAND_SIZE[self.seats]

    def over(self) -> bool:
        if not self.hand_over():
            return False
        if self.given_up():
            return True
        if self.hands_to_play:
            return self.hand_number == self.hands_to_play
        return any(score >= (self.target or TARGET[self.seats]) for score in self.scores())

    def winners(self) -> list[int]:
        scores = self.scores()
        return [s for s in self.here() if all(scores[s] <= scores[other] for other in self.here())]

    def to_act(self) -> list[int]:
        if self.over():
            return []
        return self.here() if self.hand_over() else [self.next()]

    def next(self) -> int:
        if self.namer is not None:
            return self.namer
        return (self.trick[-1][0] + 1) % self.seats if self.trick else self.opener

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act():
            return set()
        return {"deal"} if self.hand_over() else self.may(seat)

    def may(self, seat: int) -> set[str]:
        """What whoever is next may do."""
        if self.namer is not None:
            return {f"leader{other}" for other in range(self.seats)}
        return set(
            map(str, self.first or may_play(self.hands[seat], [card for _, card in self.trick]))
        )

    def play(self, seat: int, move: str) -> list[dict[str, object]]:
        """Make a move that is legal, or leave; what everybody learns of it."""
        if move == "resign":
            return self.resign(seat)
        return self.make(seat, move) + self.stand_in()

    def make(self, seat: int, move: str) -> list[dict[str, object]]:
        if self.namer is not None:
            self.opener, self.namer = int(move[-1]), None
            return [{"type": "leader-named", "seat": seat, "leader": self.opener}]
        card = int(move)
        self.first = set()
        self.hands[seat].discard(card)
        self.trick.append((seat, card))
        self.plays.append((seat, card))
        learnt: list[dict[str, object]] = [{"type": "card-played", "seat": seat, "card": move}]
        if len(self.trick) == self.seats:
            best = taken_by([played for _, played in self.trick])
            taker = {played: player for player, played in self.trick}[best]
            self.piles[taker].append(self.trick)
            self.trick, self.last, self.opener = [], self.trick, taker
            learnt.append({"type": "trick-taken", "seat": taker})
            if best in TOPS and not self.hand_over():
                self.namer = taker
            if self.hand_over():
                learnt.append({"type": "finished" if self.over() else "hand-over"})
        return learnt

    def shown(self) -> dict[str, object]:
        """What lies open on the table."""

        def plays(trick: list[Play]) -> list[dict[str, object]]:
            return [
                {
                    "seat": seat,
                    "card": str(card),
                    "followed": at == 0 or colour(card) in {colour(c) for _, c in trick[:at]},
                }
                for at, (seat, card) in enumerate(trick)
            ]

        phase = "naming" if self.namer is not None else "trick"
        if self.hand_over():
            phase = "over" if self.over() else "between-hands"
        shown: dict[str, object] = {
            "phase": phase,
            "hand": self.hand_number,
            "leader": self.trick[0][0] if self.trick else self.opener,
            "trick": plays(self.trick),
            "last_trick": plays(self.last),
            "cards_left": [len(hand) for hand in self.hands],
            "taken": [len(pile) for pile in self.piles],
            "points": self.scores(),
        }
        if not self.hands_to_play:
            shown["target"] = self.target or TARGET[self.seats]
        if self.gone:
            shown["resigned"] = self.gone
        return shown
