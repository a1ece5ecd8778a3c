"""What a seat may not know changes nothing of what it gets: non-interference (TS-10).

A hand is stopped somewhere, and others are played beside it that are the same as far as one seat
(or a spectator) may know. Whatever that seat gets of the one and of the others must be the same
to the byte. Two kinds of others:

- The hands lie otherwise, in every way that the plays so far allow: who did not follow holds
  none of the colours that were in the trick then. The moves are the same.
- Older tricks were made of other cards, which nobody is to look up while the hand runs.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from croupier.games import texas_showdown
from croupier.games.protocol import IllegalMove
from croupier.games.texas_showdown import Options, State
from tests.games import naive_texas_showdown as naive
from tests.games.random_showdown import NO_SHUFFLE, Match, after, dealt, random_match

Hands = list[set[int]]
Moves = list[tuple[int, str]]

SEATS = range(3, 7)


def given_to(state: State, moves: Moves, seat: int | None) -> str:
    """All that a seat or a spectator gets of a match without making a move."""
    entries = ["0:deal", *(f"{mover}:{move}" for mover, move in moves)]
    return json.dumps(
        {
            "view": texas_showdown.view(state, seat),
            "legal": None if seat is None else texas_showdown.legal(state, seat),
            "to_act": texas_showdown.to_act(state),
            "turn": texas_showdown.turn(state),
            "score": texas_showdown.score(state, seat),
            "result": texas_showdown.result(state),
            "known": texas_showdown.known(state, entries, seat),
        }
    )


def answers(state: State, seat: int | None) -> list[str]:
    """What comes of every move that there is, from the seat itself."""
    told = []
    for move in naive.UNIVERSE if seat is not None else []:
        copy = texas_showdown.copy(state)
        try:
            told.append(json.dumps(texas_showdown.play(copy, seat or 0, move, NO_SHUFFLE)))
        except IllegalMove as refused:
            told.append(json.dumps([refused.rule, refused.code, str(refused)]))
    return told


def course(hands: Hands, moves: Moves, seat: int | None) -> Iterator[str]:
    """What a seat gets and is told from the deal on, move after move."""
    state = dealt([[str(card) for card in hand] for hand in hands])
    yield given_to(state, [], seat)
    for count, (mover, move) in enumerate(moves, 1):
        yield json.dumps(texas_showdown.play(state, mover, move, NO_SHUFFLE))
        yield given_to(state, moves[:count], seat)
    yield from answers(state, seat)


def dealt_hands(match: Match) -> Hands:
    """The hands as they were dealt."""
    hands = [set(map(int, hand)) for hand in match.state.hands]
    for seat, card in match.table.plays:
        hands[seat].add(card)
    return hands


def voids(match: Match) -> list[set[str]]:
    """By seat, the colours of which everybody has seen that it has none left."""
    without: list[set[str]] = [set() for _ in range(match.seats)]
    trick: list[int] = []
    for seat, card in match.table.plays:
        colours = set(map(naive.colour, trick))
        if trick and naive.colour(card) not in colours:
            without[seat] |= colours
        trick = [*trick, card] if len(trick) < match.seats - 1 else []
    return without


def may_hold(match: Match, without: list[set[str]], seat: int, card: int) -> bool:
    """Whether the plays so far allow it; who opens is known before the first card is played."""
    if not match.moves and card == (0 if match.seats > 3 else 11):
        return [seat] == texas_showdown.to_act(match.state)
    return naive.colour(card) not in without[seat]


def every_other_deal(match: Match, seat: int | None) -> Iterator[Hands]:
    """All deals that a seat cannot tell from this one."""
    left = match.table.hands
    others = [other for other in range(match.seats) if other != seat]
    without = voids(match)

    def shared_out(cards: set[int], to: list[int]) -> Iterator[dict[int, set[int]]]:
        if not to:
            yield {}
            return
        may = sorted(card for card in cards if may_hold(match, without, to[0], card))
        for own in combinations(may, len(left[to[0]])):
            for rest in shared_out(cards - set(own), to[1:]):
                yield {to[0]: set(own), **rest}

    for shares in shared_out({card for other in others for card in left[other]}, others):
        hands = dealt_hands(match)
        for other in others:
            hands[other] = hands[other] - left[other] | shares[other]
        yield hands


def some_other_deal(rng: Random, match: Match, seat: int | None) -> Hands:
    """One of them: cards in hand change places, over and over, where they may."""
    hands = dealt_hands(match)
    left = [set(hand) for hand in match.table.hands]
    others = [other for other in range(match.seats) if other != seat and left[other]]
    without = voids(match)
    for _ in range(60 if len(others) > 1 else 0):
        one, other = rng.sample(others, 2)
        mine, theirs = rng.choice(sorted(left[one])), rng.choice(sorted(left[other]))
        if may_hold(match, without, one, theirs) and may_hold(match, without, other, mine):
            for place in (hands, left):
                place[one] = place[one] - {mine} | {theirs}
                place[other] = place[other] - {theirs} | {mine}
    return hands


def plays_of(hands: Hands, moves: Moves) -> list[Any] | None:
    """What everybody sees of a hand, with the plays for those who have left, if it can be so."""
    state = dealt([[str(card) for card in hand] for hand in hands])
    seen: list[Any] = []
    try:
        for mover, move in moves:
            seen.append(texas_showdown.play(state, mover, move, NO_SHUFFLE))
            seen.append([*state.trick, state.last])
    except IllegalMove:
        return None
    return seen


def stopped(rng: Random, seats: int, cards_left: int | None = None) -> Match:
    """A hand that is stopped somewhere, or when the first to run out has so many cards left."""
    match = random_match(rng, seats)
    if cards_left is None:
        return after(rng, match, rng.randrange(66))
    while min(map(len, match.table.hands)) > cards_left:
        after(rng, match, 1)
    return after(rng, match, rng.choice([0, 0, 1]))


@pytest.mark.parametrize("seats", SEATS)
def test_the_other_hands_may_lie_otherwise_and_a_seat_gets_the_same(seats: int) -> None:
    differed = 0
    for number in range(14):
        rng = Random(f"other deals {seats} {number}")
        match = stopped(rng, seats)
        for seat in (None, rng.randrange(seats)):
            here = list(course(dealt_hands(match), match.moves, seat))
            for _ in range(3):
                hands = some_other_deal(rng, match, seat)
                differed += hands != dealt_hands(match)
                assert list(course(hands, match.moves, seat)) == here, (number, seat)
    assert differed > 40


@pytest.mark.parametrize("seats", SEATS)
def test_it_is_so_after_somebody_has_resigned(seats: int) -> None:
    """The card that is played for who has left is seen; the others of that hand are not."""
    differed = 0
    for number in range(18):
        rng = Random(f"resigned {seats} {number}")
        match = after(rng, random_match(rng, seats, Options()), rng.randrange(40))
        if not match.table.hand_over():
            match.play(rng.randrange(seats), "resign")
        after(rng, match, rng.randrange(20), leaving=0.02 if seats > 4 else 0)
        if match.table.over():
            continue
        seat = rng.choice([None, *range(seats)])
        seen = plays_of(dealt_hands(match), match.moves)
        here = beginnings(course(dealt_hands(match), match.moves, seat))
        for _ in range(6):
            hands = some_other_deal(rng, match, seat)
            if plays_of(hands, match.moves) != seen:
                continue
            assert beginnings(course(hands, match.moves, seat)) == here, (number, seat)
            leaver = rng.choice(match.table.here())
            if leaver not in texas_showdown.to_act(match.state):
                assert resigning(hands, match.moves, leaver) == resigning(
                    dealt_hands(match), match.moves, leaver
                )
            differed += hands != dealt_hands(match)
    assert differed > 10


def beginnings(told: Iterable[str]) -> list[str]:
    """What is told, without what a move leads to: a card may be played for who has left."""
    return [text[: text.find("}")] if text.startswith("[{") else text for text in told]


def resigning(hands: Hands, moves: Moves, seat: int) -> list[Any] | None:
    return plays_of(hands, [*moves, (seat, "resign")])


@pytest.mark.parametrize(("seats", "cards_left"), [(3, 3), (4, 2), (5, 1), (6, 1)])
def test_late_in_a_hand_it_is_so_in_every_way_that_the_plays_allow(
    seats: int, cards_left: int
) -> None:
    ways = 0
    for number in range(4):
        rng = Random(f"every deal {seats} {number}")
        match = stopped(rng, seats, cards_left)
        seat = rng.choice([None, *range(seats)]) if seats < 5 else rng.randrange(seats)
        here = given_to(match.state, match.moves, seat), answers(match.state, seat)
        deals = list(every_other_deal(match, seat))
        assert dealt_hands(match) in deals
        for hands in rng.sample(deals, min(len(deals), 60)):
            texts = [[str(card) for card in hand] for hand in hands]
            state = dealt(texts, **match.options.model_dump())
            for mover, move in match.moves:
                texas_showdown.play(state, mover, move, NO_SHUFFLE)
            assert given_to(state, match.moves, seat) == here[0], (number, seat)
            if ways % 10 == 0:
                assert answers(state, seat) == here[1], (number, seat)
            ways += 1
    assert ways > 20


def swapped(match: Match, one: int, other: int) -> tuple[State, Moves] | None:
    """The hand with two cards in each other's place from the deal on, if it can be played so."""
    places = {one: other, other: one}
    hands = [{places.get(card, card) for card in hand} for hand in dealt_hands(match)]
    names = {str(card): str(place) for card, place in places.items()}
    moves = [(mover, names.get(move, move)) for mover, move in match.moves]
    texts = [[str(card) for card in hand] for hand in hands]
    state = dealt(texts, **match.options.model_dump())
    try:
        for mover, move in moves:
            texas_showdown.play(state, mover, move, NO_SHUFFLE)
    except IllegalMove:
        return None
    return state, moves


def without_cards(public: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in public.items() if name not in ("trick", "last_trick")}


@pytest.mark.parametrize("seats", SEATS)
def test_what_older_tricks_were_made_of_can_be_seen_nowhere(seats: int) -> None:
    compared = 0
    for number in range(12):
        rng = Random(f"older tricks {seats} {number}")
        match = stopped(rng, seats)
        if match.state.done:
            continue
        public, _ = texas_showdown.view(match.state, None)
        shown = {int(play["card"]) for play in public["trick"] + public["last_trick"]}
        hands = dealt_hands(match)
        for seat in (None, rng.randrange(seats)):
            here = given_to(match.state, match.moves, seat), answers(match.state, seat)
            own = set() if seat is None else hands[seat]
            hidden = [card for card in naive.deck(seats) if card not in shown | own]
            for _ in range(25 if len(hidden) > 1 else 0):
                one = rng.randrange(len(hidden) - 1)
                other = swapped(match, hidden[one], hidden[one + 1])
                if other is None:
                    continue
                state, moves = other
                # The same to all who watched: who took which trick, and who stays to move.
                taken = without_cards(texas_showdown.view(state, None)[0])
                if taken != without_cards(public):
                    continue
                assert given_to(state, moves, seat) == here[0], (number, seat, hidden[one])
                if compared % 8 == 0:
                    assert answers(state, seat) == here[1], (number, seat, hidden[one])
                compared += moves != match.moves
    assert compared > 40


def test_while_the_hand_runs_the_moves_of_older_tricks_are_known_to_who_made_them() -> None:
    hands = [["0", "6", "20"], ["5", "7", "33"], ["10", "8", "72"], ["3", "9", "44"]]
    rest = [card for card in map(str, naive.ALL) if not any(card in hand for hand in hands)]
    state = dealt([[*hand, *rest[seat::4]] for seat, hand in enumerate(hands)])
    made = ["0:deal"]

    def play(*entries: str) -> None:
        for entry in entries:
            seat, _, move = entry.partition(":")
            texas_showdown.play(state, int(seat), move, NO_SHUFFLE)
            made.append(entry)

    def known(seat: int | None) -> list[str]:
        return texas_showdown.known(state, made, seat)

    play("0:0", "1:5", "2:10", "3:3", "2:leader0")
    assert known(None) == known(1) == made
    play("0:6")
    assert known(None) == made
    play("1:7", "2:8", "3:9")
    hidden = ["0:play-card", "1:play-card", "2:play-card", "3:play-card"]
    assert known(None) == ["0:deal", *hidden, *made[5:]]
    assert known(1) == ["0:deal", hidden[0], "1:5", *hidden[2:], *made[5:]]


def test_cards_played_for_who_has_left_are_no_moves_and_hide_none_of_the_others() -> None:
    hands = [["0", "6", "20"], ["5", "7", "33"], ["10", "8", "72"], ["3", "9", "44"]]
    rest = [card for card in map(str, naive.ALL) if not any(card in hand for hand in hands)]
    state = dealt([[*hand, *rest[seat::4]] for seat, hand in enumerate(hands)])
    made = ["0:deal"]
    for seat, move in [(0, "0"), (2, "resign"), (1, "5"), (3, "3"), (1, "7"), (3, "9")]:
        texas_showdown.play(state, seat, move, NO_SHUFFLE)
        made.append(f"{seat}:{move}")
    assert [played["card"] for played in state.last] == ["0", "5", "4", "3"]
    assert [played["card"] for played in state.trick] == ["7", "8", "9"]
    assert texas_showdown.known(state, made, None) == made
    texas_showdown.play(state, 0, "6", NO_SHUFFLE)
    hidden = ["0:play-card", "2:resign", "1:play-card", "3:play-card"]
    assert texas_showdown.known(state, [*made, "0:6"], None) == [made[0], *hidden, *made[5:], "0:6"]


def test_when_the_hand_is_over_all_its_moves_are_known() -> None:
    rng = Random("over")
    for seats in SEATS:
        match = after(rng, random_match(rng, seats), 100)
        entries = ["0:deal", *(f"{seat}:{move}" for seat, move in match.moves)]
        assert match.state.done
        for seat in (None, *range(seats)):
            assert texas_showdown.known(match.state, entries, seat) == entries


def test_the_other_deals_are_really_others() -> None:
    """Else the tests above would pass on anything: what is hidden would be seen to differ."""
    rng = Random("others")
    differed = set()
    for _ in range(10):
        match = after(rng, random_match(rng, 4), 20)
        hands = some_other_deal(rng, match, 0)
        assert hands[0] == dealt_hands(match)[0]
        differed |= {seat for seat in range(4) if hands[seat] != dealt_hands(match)[seat]}
        courses = [list(course(deal, match.moves, 1)) for deal in (hands, dealt_hands(match))]
        assert (courses[0] == courses[1]) == (hands[1] == dealt_hands(match)[1])
    assert differed == {1, 2, 3}
