"""What a seat may not know changes nothing of what it gets: non-interference (NK-14).

A round is played again with the cards in other places, but for those that a seat (or a spectator)
has come to see. The moves are the same, and whatever the seat gets must be so too, to the byte.
"""

import json
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from croupier.engine.shuffle import Shuffler
from croupier.games import nickel
from croupier.games.nickel.options import Options
from croupier.games.nickel.play import State
from croupier.games.protocol import IllegalMove
from tests.games import naive_nickel as naive
from tests.games.random_nickel import (
    answer,
    dealt,
    given_to,
    play,
    random_move,
    random_options,
)
from tests.games.random_play import Stacked

Orders = list[list[Any]]  # of each shuffle: of the seats, of the deck, of the discards

SEATS = range(2, 6)


class Recorder(Shuffler):
    """A shuffler that notes the orders."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.orders: Orders = []

    def shuffle(self, items: Any) -> list[Any]:
        order = super().shuffle(items)
        self.orders.append(order.copy())
        return order


class Round:
    """A first round, played at random and stopped somewhere."""

    def __init__(
        self,
        rng: Random,
        seats: int,
        options: Options,
        stop: int,
        skill: float,
        calls: float,
        leaving: float = 0,
    ) -> None:
        shuffler = Recorder(rng.randbytes(32))
        self.seats = seats
        self.options = options
        self.state = nickel.start(options, seats, shuffler, None)
        self.moves: list[tuple[int, str]] = []
        while len(self.moves) < stop and not (self.state.done or self.state.over):
            seat, move = random_move(rng, self.state, skill, calls, leaving)
            nickel.play(self.state, seat, move, shuffler)
            self.moves.append((seat, move))
        self.orders = shuffler.orders

    def again(self, orders: Orders) -> Iterator[tuple[State, list[dict[str, Any]]]]:
        """The same moves with other shuffles: the state after each, and the events."""
        shuffler = Stacked(*orders)
        state = nickel.start(self.options, self.seats, shuffler, None)
        yield state, []
        for seat, move in self.moves:
            yield state, nickel.play(state, seat, move, shuffler)

    def can_be_played(self, orders: Orders) -> bool:
        try:
            return bool(list(self.again(orders)))
        except IllegalMove:
            return False

    def unseen(self, seat: int | None) -> list[list[int]]:
        """For each shuffle the places of the cards that the seat has not come to see."""
        size = self.state.dealt
        seen_by = {seat}
        if self.state.done:
            seen_by |= set(range(self.seats)) - set(self.state.face_down)
        unseen = [set(range(len(order))) for order in self.orders]
        unseen[0] = set()  # who deals is public
        unseen[1].discard(self.seats * size)  # turned up
        for own in seen_by - {None}:
            unseen[1] -= set(range(own * size, (own + 1) * size))  # type: ignore[operator]
        number = 1
        stock = list(range(self.seats * size + 1, len(self.orders[1])))
        for mover, move in self.moves:
            if move == "stock":
                if not stock:
                    number += 1
                    stock = list(range(len(self.orders[number])))
                place = stock.pop()
                if mover in seen_by:
                    unseen[number].discard(place)
        return [sorted(places) for places in unseen]

    def otherwise(self, rng: Random, seat: int | None) -> Orders:
        """Other shuffles that the seat cannot tell from these: cards change places that may."""
        orders = [order.copy() for order in self.orders]
        unseen = self.unseen(seat)
        for _ in range(40):
            number = rng.randrange(1, len(orders))
            if len(unseen[number]) > 1:
                one, other = rng.sample(unseen[number], 2)
                order = orders[number]
                order[one], order[other] = order[other], order[one]
                if not self.can_be_played(orders):
                    order[one], order[other] = order[other], order[one]
        return orders

    def course(self, orders: Orders, seat: int | None) -> Iterator[str]:
        """What a seat gets from the deal on, and in the end what comes of any move."""
        for count, (state, events) in enumerate(self.again(orders)):
            yield json.dumps(events)
            yield given_to(state, self.moves[:count], seat)
        if seat is not None:
            yield from (answer(state, seat, move) for move in [*naive.UNIVERSE, "resign"])

    def end(self, orders: Orders) -> State:
        *_, (state, _) = self.again(orders)
        return state


def is_the_same_to(rng: Random, played: Round, seat: int | None) -> State:
    """The state in which another round ended of which the seat was given the same."""
    other = played.otherwise(rng, seat)
    assert list(played.course(other, seat)) == list(played.course(played.orders, seat))
    return played.end(other)


@pytest.mark.parametrize("seats", SEATS)
def test_the_cards_may_lie_otherwise_and_a_seat_gets_the_same(seats: int) -> None:
    hands, stocks, called, done = 0, 0, 0, 0
    for number in range(32):
        rng = Random(f"otherwise {seats} {number}")
        options = random_options(rng, 1, 11)
        skill, calls = rng.choice([0, 0.7, 1]), rng.choice([0, 0.8, 0.8])
        leaving = rng.choice([0, 0, 0.03])
        played = Round(rng, seats, options, rng.randrange(40), skill, calls, leaving)
        for seat in (None, rng.randrange(seats)):
            other = is_the_same_to(rng, played, seat)
            hands += other.hands != played.state.hands
            stocks += other.stock != played.state.stock
        called += played.state.caller is not None
        done += played.state.done
    assert hands > 20
    assert stocks > 50
    assert called > 2
    assert done > 2


@pytest.mark.parametrize("seats", [2, 3])
def test_it_is_so_after_the_stock_has_run_out(seats: int) -> None:
    differed = 0
    for number in range(4):
        rng = Random(f"ran out {seats} {number}")
        options = Options(rounds=[11, 11])
        stop = 2 * 60 * seats - rng.randrange(1, 40)
        played = Round(rng, seats, options, stop, skill=0, calls=0)
        assert len(played.orders) > 2
        for seat in (None, rng.randrange(seats)):
            other = is_the_same_to(rng, played, seat)
            differed += other.stock != played.state.stock
    assert differed > 6


def test_what_one_draws_from_the_stock_shows_in_nobody_elses_view() -> None:
    told = [set[str](), set[str](), set[str]()]
    looked_on = set()
    for draw in ["Ah", "2h", "9s", "**", "7c", "5c"]:
        state = dealt(["2c 3c 5d 9d", "7h 7s 7d 7c", "8c 8d Js Qs"], draws=draw, dealer=0)
        events = json.dumps(play(state, "1:stock"))
        for seat in range(3):
            told[seat].add(events + given_to(state, [(1, "stock")], seat))
        looked_on.add(events + given_to(state, [(1, "stock")], None))
        assert nickel.view(state, 1)[1]["nickel"]  # that it can go out shows nowhere either
    assert list(map(len, told)) == [1, 6, 1]
    assert len(looked_on) == 1


def test_no_card_can_be_followed_through_a_reshuffle() -> None:
    pile = ["4c", "Kd", "Js", "9d"]
    told = set()
    for order in permutations(pile):
        state = dealt(
            ["2c 3c 5d 9d", "7h 7s 9c Kd", "8c 8d Js Qs"], draws="7d Ah 6s 2s", face="4c", dealer=0
        )
        del state.stock[:-4]
        play(state, "1:stock", "1:Kd", "2:stock", "2:Js", "0:stock", "0:9d", "1:stock")
        events = nickel.play(state, 1, "9c", Stacked(order))
        assert events[-1] == {"type": "reshuffled"}
        assert sorted(state.stock) == sorted(pile)
        told.add(
            json.dumps(events) + "".join(given_to(state, [], each) for each in (None, 0, 1, 2))
        )
    assert len(told) == 1


def test_hands_are_shown_when_the_round_is_over_and_not_before() -> None:
    for number in range(20):
        rng = Random(f"shown {number}")
        played = Round(rng, 3, Options(rounds=[2, 3], turn_limit=2), 100, skill=0, calls=0)
        for state, _ in played.again(played.orders):
            public, _ = nickel.view(state, None)
            assert ("hands" in public) == state.done
        for seat, hand in enumerate(state.hands):
            shown = public["hands"][seat]
            cards = [*shown["left"], *(card for meld in shown["melds"] for card in meld)]
            assert sorted(cards) == sorted(hand)


def test_all_moves_are_known_to_everybody() -> None:
    rng = Random("known")
    played = Round(rng, 3, Options(rounds=[2, 3]), 100, skill=0.9, calls=1)
    entries = ["0:deal", *(f"{seat}:{move}" for seat, move in played.moves)]
    assert any(entry.endswith("!") for entry in entries)
    for seat in (None, 0, 1, 2):
        assert nickel.known(played.state, entries, seat) == entries


def test_what_was_seen_in_the_past_may_be_seen_again() -> None:
    rng = Random("past")
    for calls in (0, 1):
        played = Round(rng, 3, Options(rounds=[2, 3], turn_limit=4), 100, skill=0.9, calls=calls)
        assert played.state.done
        for state, _ in played.again(played.orders):
            for seat in (None, 0, 1, 2):
                assert nickel.past(state, played.state, seat) == nickel.view(state, seat)
