"""The order of the decks changes nothing of what anybody gets: non-interference (CB-2)."""

import json
from random import Random

import pytest

from croupier.games import card_bingo
from croupier.games.card_bingo import State
from tests.games import naive_card_bingo as naive
from tests.games.random_card_bingo import (
    OPTIONS,
    UNIVERSE,
    answer,
    given_to,
    random_match,
    random_moves,
)
from tests.games.random_play import Stacked


def with_other_decks(rng: Random, state: State, history: list[tuple[int, str]]) -> State:
    """The same round with all that nobody has seen of the decks in another order."""
    dealt = [card for hand in state.hands for card in hand]
    undealt = naive.CARDS * 2
    for card in dealt:
        undealt.remove(card)
    rng.shuffle(undealt)
    uncalled = list(state.pile[state.calls :])
    rng.shuffle(uncalled)
    carry = {
        "games": state.games,
        "rounds": state.rounds,
        "turns": state.earlier,
        "wins": state.wins,
        "resigned": [],
    }
    decks = Stacked([*dealt, *undealt], [*state.pile[: state.calls], *uncalled])
    other = card_bingo.start(state.options, len(state.hands), decks, carry)
    for seat, move in history:
        card_bingo.play(other, seat, move, Stacked())
    return other


@pytest.mark.parametrize("seats", range(2, 9))
def test_nobody_learns_the_order_of_a_deck(seats: int) -> None:
    others = 0
    for options in OPTIONS:
        for number in range(2):
            seed = f"decks {seats} {options} {number}"
            rng = Random(seed)
            match = random_match(rng, options, seats)
            leaving = rng.choice([0, 0.03])
            for _ in range(rng.randrange(2) if options.best_of > 1 else 0):
                for seat, move in random_moves(rng, match):
                    match.play(seat, move)
                match.next_round()
            stop = rng.randrange(150)
            for seat, move in random_moves(rng, match, leaving):
                if len(match.history) >= stop:
                    break
                match.play(seat, move)
            state = match.state
            other = with_other_decks(rng, state, match.history)
            others += other.pile != state.pile
            for asker in [None, *range(seats)]:
                told = given_to(state, match.history, asker)
                assert given_to(other, match.history, asker) == told, (seed, asker)
            for seat in rng.sample(range(seats), 2):
                for move in [*UNIVERSE, "resign"]:
                    mine, theirs = answer(state, seat, move), answer(other, seat, move)
                    if "called" in mine and move == "call" and mine[:2] == "[{":
                        mine, theirs = without_the_card(mine), without_the_card(theirs)
                    assert mine == theirs, (seed, seat, move)
    assert others > len(OPTIONS)  # else the test would pass on anything


def without_the_card(called: str) -> str:
    """A call but for its card, which lies otherwise in the other match."""
    (event,) = json.loads(called)
    assert event.pop("card") in naive.CARDS
    return json.dumps(event)


def test_the_card_of_a_call_is_all_that_it_tells_of_the_deck() -> None:
    for number in range(40):
        rng = Random(number)
        match = random_match(rng, rng.choice(OPTIONS), 4)
        for seat, move in random_moves(rng, match):
            match.play(seat, move)
            uncalled = match.state.pile[match.state.calls :]
            told = given_to(match.state, [], None)
            held = {card for hand in match.state.hands for card in hand}
            assert not [card for card in uncalled if card not in held and card in told], number
