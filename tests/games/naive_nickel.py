"""Nickel written down from the rules a second time, as people play it, with no eye to speed.

Piles lie with their top first, those who are still to have a turn stand in a queue, and money goes
from purse to purse.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.engine import naive_melds
from tests.engine.naive_melds import RANKS, is_run, is_set

Json = dict[str, Any]

ONE_DECK = [rank + suit for rank in RANKS for suit in "cdhs"]

JUNK = [
    "", " ", "!", "!!", "deal", "deal!", "draw", "discard", "play-card", "nickel", "Stock", "PILE",
    "stock!", "pile!", "stock ", " pile", "*", "***", "**!!", "!**", "9", "h", "9H", "9h ", " 9h",
    "9h!!", "9h !", "!9h", "9h9h", "h9", "10h", "1h", "0h", "9x", "9♥", "９h", "9h@a1", "0:9h",
    "joker", "resign!", "Resign", "None", "\x00", "\n", "🂡", "9" * 10_000,
]  # fmt: skip

# All that is ever a move, and much that never is.
UNIVERSE = [
    *("stock", "pile"),
    *(card + call for card in [*ONE_DECK, "**"] for call in ("", "!")),
    *JUNK,
]


def deck(seats: int, jokers_per_deck: int) -> list[str]:
    decks = 1 if seats == 2 else 2
    return sorted(decks * (ONE_DECK + ["**"] * jokers_per_deck))


def penalty(hand: Iterable[str], dealt: int, joker_points: int | None = None) -> int:
    """The fewest points, and once looked for they are remembered."""
    return _penalty(tuple(sorted(hand)), dealt, joker_points)


@cache
def _penalty(hand: tuple[str, ...], dealt: int, joker_points: int | None) -> int:
    return naive_melds.penalty(hand, dealt, joker_points)


def without(hand: Sequence[str], card: str) -> list[str]:
    place = list(hand).index(card)
    return [*hand[:place], *hand[place + 1 :]]


@dataclass
class Table:
    """A match: what each has in hand, on paper and in the purse."""

    seats: int
    rounds: tuple[int, int]
    nickel_stake: int
    game_stake: int
    joker_points: int | None
    jokers_per_deck: int
    turn_limit: int
    situations: int = 0
    dealt: int = 0
    dealer: int = -1
    totals: list[int] = field(default_factory=list)
    purses: list[int] = field(default_factory=list)
    called: list[int] = field(default_factory=list)  # who, Nickel after Nickel
    gone: list[int] = field(default_factory=list)  # who has left, one after another

    def deal(self, dealer: int, hands: list[list[str]], face: str, stock: list[str]) -> None:
        """The next round as the cards have been dealt, the top of the stock first."""
        if self.dealt:
            assert dealer == self.left_of(self.dealer)
            self.dealt += 1
        else:
            self.dealt = self.rounds[0] + 2
            self.totals, self.purses = [0] * self.seats, [0] * self.seats
        sizes = [0 if seat in self.gone else self.dealt for seat in range(self.seats)]
        assert [len(hand) for hand in hands] == sizes
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.stock, self.discards = deque(stock), deque([face])
        self.taken: list[list[str]] = [[] for _ in hands]
        self.queue: deque[int] = deque()
        for _ in range(self.turn_limit):
            self.queue.extend(self.from_left_of(dealer, len(self.here())))
        self.put_down = set(self.gone)  # whose cards are out of play in this round
        self.to_draw = True
        self.caller: int | None = None
        self.to_restock: list[str] = []
        self.situations += 1
        self.every_card_is_there()

    def here(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def left_of(self, seat: int) -> int:
        later = [other for other in self.here() if other > seat]
        return later[0] if later else self.here()[0]

    def from_left_of(self, seat: int, number: int) -> list[int]:
        walk = []
        for _ in range(number):
            seat = self.left_of(seat)
            walk.append(seat)
        return walk

    def every_card_is_there(self) -> None:
        cards = [*self.stock, *self.discards, *self.to_restock]
        for hand in self.hands:
            cards += hand
        assert sorted(cards) == deck(self.seats, self.jokers_per_deck)

    def round_over(self) -> bool:
        return not self.queue

    def given_up(self) -> bool:
        return len(self.here()) == 1

    def over(self) -> bool:
        return self.given_up() or (self.round_over() and self.dealt == self.rounds[1] + 2)

    def to_act(self) -> list[int]:
        if self.over():
            return []
        return [self.queue[0]] if self.queue else self.here()

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act():
            return set()
        if self.round_over():
            return {"deal"}
        if self.to_draw:
            return {"stock", "pile"} if self.discards else {"stock"}
        return {*self.hands[seat], *(f"{card}!" for card in self.goes_out_with(seat))}

    def goes_out_with(self, seat: int) -> set[str]:
        """The discards that leave a hand of melds; a joker that is left is given a point here."""
        if self.caller is not None:
            return set()
        hand = self.hands[seat]
        return {card for card in hand if not penalty(without(hand, card), self.dealt, 1)}

    def play(self, seat: int, move: str) -> list[Json]:
        """Make a move that is legal, or leave; what everybody learns of it."""
        if move == "resign":
            return self.leave(seat)
        self.situations += 1
        hand = self.hands[seat]
        if self.to_draw:
            self.to_draw = False
            pile = self.stock if move == "stock" else self.discards
            hand.append(pile.popleft())
            if move == "stock":
                return [{"type": "drew", "seat": seat, "from": "stock"}]
            self.taken[seat].append(hand[-1])
            return [{"type": "drew", "seat": seat, "from": "discard", "card": hand[-1]}]
        card = move[:2]
        hand.remove(card)
        self.discards.appendleft(card)
        learnt: list[Json] = [{"type": "discarded", "seat": seat, "card": card}]
        self.queue.popleft()
        self.to_draw = True
        if move.endswith("!"):
            self.caller = seat
            self.queue = deque(self.from_left_of(seat, len(self.here()) - 1))
            learnt.append({"type": "nickel", "seat": seat})
        return learnt + self.next_turn()

    def next_turn(self) -> list[Json]:
        if self.round_over():
            self.settle()
            return [{"type": "finished" if self.over() else "round-over"}]
        if self.stock:
            return []
        while len(self.discards) > 1:
            self.to_restock.append(self.discards.pop())
        return [{"type": "reshuffled"}]

    def leave(self, seat: int) -> list[Json]:
        learnt: list[Json] = [{"type": "resigned", "seat": seat}]
        playing, on_turn = not self.round_over(), self.queue and self.queue[0] == seat
        self.gone.append(seat)
        if playing:
            self.put_down.add(seat)
        if self.given_up():
            if playing:
                self.pay_for_nickel()
            self.pay_for_game()
            return [*learnt, {"type": "finished"}]
        self.queue = deque(other for other in self.queue if other != seat)
        if not on_turn:
            return learnt
        self.situations += 1
        self.to_draw = True
        return learnt + self.next_turn()

    def restock(self, stock: list[str]) -> None:
        """The discards under the top have been shuffled and lie like this, the top first."""
        assert Counter(stock) == Counter(self.to_restock)
        self.stock, self.to_restock = deque(stock), []

    def settle(self) -> None:
        for seat in range(self.seats):
            if seat not in self.put_down:
                self.totals[seat] += self.penalty(seat)
        self.pay_for_nickel()
        if self.over():
            self.pay_for_game()

    def pay_for_nickel(self) -> None:
        if self.caller is not None:
            self.called.append(self.caller)
            for seat in range(self.seats):
                self.purses[seat] -= self.nickel_stake
                self.purses[self.caller] += self.nickel_stake

    def pay_for_game(self) -> None:
        winners = self.winners()
        pot = 0
        for seat in range(self.seats):
            if seat not in winners:
                self.purses[seat] -= self.game_stake
                pot += self.game_stake
        for cent in range(pot):
            self.purses[winners[cent % len(winners)]] += 1

    def penalty(self, seat: int) -> int:
        return penalty(self.hands[seat], self.dealt, self.joker_points)

    def winners(self) -> list[int]:
        if not self.over():
            return []
        here = self.here()
        return [s for s in here if all(self.totals[s] <= self.totals[other] for other in here)]

    def shown(self) -> Json:
        """What lies open on the table, but for how the hands are arranged in the end."""
        if self.over():
            phase = "over"
        elif self.round_over():
            phase = "between-rounds"
        else:
            phase = "drawing" if self.to_draw else "discarding"
        return {
            "phase": phase,
            "round": self.dealt - 2,
            "dealt": self.dealt,
            "wild": RANKS[self.dealt - 1],
            "dealer": self.dealer,
            "player": self.queue[0] if self.queue and not self.over() else None,
            "turns_left": len(self.queue),
            "stock": len(self.stock),
            "discard": self.discards[0] if self.discards else None,
            "taken": self.taken,
            "cards_left": [len(hand) for hand in self.hands],
            "nickel": self.caller,
            "points": self.totals,
            **({"resigned": self.gone} if self.gone else {}),
        } | self.money()

    def money(self) -> Json:
        return {"balance": self.purses} if self.nickel_stake + self.game_stake else {}

    def is_best(self, hand: list[str], best: Json) -> None:
        """Whether it is an arrangement of the hand, by the rules, and none is better."""
        thrown = [best["discard"]] if "discard" in best else []
        assert len(thrown) == len(hand) - self.dealt
        laid = [card for meld in best["melds"] for card in meld]
        assert sorted([*laid, *best["left"], *thrown]) == sorted(hand)
        for meld in best["melds"]:
            assert is_set(meld, self.dealt) or is_run(meld, self.dealt), meld
        points = [naive_melds.points(card, self.dealt, self.joker_points) for card in best["left"]]
        assert best["penalty"] == sum(points)
        kept = [without(hand, card) for card in set(hand)] if thrown else [hand]
        fewest = min(penalty(cards, self.dealt, self.joker_points) for cards in kept)
        assert best["penalty"] == fewest
