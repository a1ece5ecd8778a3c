"""What a seat may not know changes nothing of what it gets: non-interference (TB-11 to TB-22).

A match is stopped somewhere, and another one is played beside it that is the same as far as one
seat (or a spectator) may know: the cards that nobody saw lie otherwise, the others hold other
missions, chose otherwise at the Crossroads and filled their boards otherwise. Whatever that seat
gets of the one and of the other must be the same to the byte.
"""

import json
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from croupier.engine.cards import CARDS
from croupier.games import texas_bingo
from croupier.games.protocol import IllegalMove
from croupier.games.texas_bingo.options import Options
from croupier.games.texas_bingo.play import State
from tests.games import naive_texas_bingo as naive
from tests.games.random_play import (
    SETUPS,
    UNIVERSE,
    Match,
    Stacked,
    random_leaving,
    random_match,
    random_moves,
    random_options,
)


def to_bytes(value: Any) -> str:
    return json.dumps(value)


def given_to(state: State, history: list[tuple[int, str]], seat: int | None) -> str:
    """All that a seat or a spectator gets of a match without making a move."""
    entries = [f"{mover}:{move}" for mover, move in history]
    return to_bytes(
        {
            "view": texas_bingo.view(state, seat),
            "legal": None if seat is None else texas_bingo.legal(state, seat),
            "to_act": texas_bingo.to_act(state),
            "turn": texas_bingo.turn(state),
            "score": texas_bingo.score(state, seat),
            "result": texas_bingo.result(state),
            "known": texas_bingo.known(state, ["0:deal", *entries], seat),
        }
    )


def answer(state: State, seat: int, move: str) -> str:
    """What comes of a move on a copy: its events, or its refusal."""
    try:
        events = texas_bingo.play(texas_bingo.copy(state), seat, move, Stacked())
    except IllegalMove as refused:
        return to_bytes([refused.rule, refused.code, str(refused)])
    return to_bytes(events)


def without_reveals(answers: Iterable[str]) -> set[str]:
    """The answers but for the next card, which lies otherwise in the other match."""
    return {
        to_bytes([event for event in json.loads(text) if event["type"] != "revealed"])
        for text in answers
    }


def shares_a_board(match: Match, seat: int | None, other: int) -> bool:
    """Whether a seat knows how another one places."""
    return seat is not None and match.naive.board_of(seat) == match.naive.board_of(other)


def hidden_cards(match: Match, seat: int | None) -> list[str]:
    """The Tunnel cards that are on boards or about to be, and that the seat may not know."""
    own = None if seat is None else match.naive.board_of(seat)
    return [
        card
        for turn in match.naive.turns[: match.naive.turn]
        for board, card in turn.tunnel.items()
        if board != own or not match.options.tunnel_owner_sees
    ]


def another_deck(rng: Random, match: Match, seat: int | None) -> list[str]:
    """The deck with all that the seat may not know of it in another order."""
    hidden = hidden_cards(match, seat)
    drawn, undrawn = match.deck[: match.state.drawn], match.deck[match.state.drawn :]
    cards = hidden + [card for card in undrawn if card in naive.CARDS]
    events = [card for card in undrawn if card not in naive.CARDS]
    rng.shuffle(cards)
    for card in hidden:
        drawn[match.deck.index(card)] = cards.pop()
    undrawn = cards + events
    rng.shuffle(undrawn)
    return drawn + undrawn


def other_missions(rng: Random, match: Match, seat: int | None) -> list[str]:
    """The missions with all but the seat's own two in another order."""
    offered = match.naive.offered
    own = offered[seat] if offered and seat is not None else []
    rest = [mission for mission in naive.MISSIONS if mission not in own]
    rng.shuffle(rest)
    if own:
        rest[2 * (seat or 0) : 2 * (seat or 0)] = own
    return rest


def another_match(
    rng: Random, match: Match, seat: int | None
) -> tuple[State, list[tuple[int, str]]]:
    """A match that is the same to the seat, with the same moves of its own."""
    starter = match.naive.starter
    state = texas_bingo.start(
        match.options,
        match.seats,
        Stacked(
            [CARDS.get(card, card) for card in another_deck(rng, match, seat)],
            [starter, *(other for other in range(match.seats) if other != starter)],
            other_missions(rng, match, seat),
        ),
        None,
    )
    history = []
    for mover, move in match.history:
        own = mover == seat or shares_a_board(match, seat, mover)
        if not own and move not in ("reveal", "resign"):
            move = rng.choice(texas_bingo.legal(state, mover))
        texas_bingo.play(state, mover, move, Stacked())
        history.append((mover, move))
    return state, history


def stopped_match(rng: Random, mode: str, seats: int, options: Options) -> Match:
    """A match that is stopped before one of its moves, the first and the last among them."""
    match = random_match(rng, mode, seats, options)
    leaving = random_leaving(rng)
    moves = 25 * len(match.naive.boards) + (25 if not options.auto_reveal else 0)
    moves += seats if mode == "standard" else 0
    last = rng.choice([rng.randrange(moves), rng.randrange(moves), moves - 1])
    for count, (seat, move) in enumerate(random_moves(rng, match, leaving)):
        if count == last or (leaving and "finished" in answer(match.state, seat, move)):
            break
        match.play(seat, move)
    return match


def with_hiding_events(rng: Random, mode: str, seats: int) -> Options:
    """Random options, half of them with as many Tunnels and Crossroads as last."""
    options = random_options(rng, mode, seats)
    if rng.random() < 0.5:
        return options
    most = (52 - 25 - 2) // max(1, naive.board_count(mode, seats) - 1)
    events = {"crossroads": 2, "tunnel": min(12, most), "sandstorm": 3}
    return Options.model_validate({**options.model_dump(), "events": events})


@pytest.mark.parametrize("tunnel_owner_sees", [False, True])
@pytest.mark.parametrize("auto_reveal", [True, False])
@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_nobody_gets_anything_of_what_they_may_not_know(
    mode: str, seats: int, auto_reveal: bool, tunnel_owner_sees: bool
) -> None:
    for number in range(4):
        seed = f"secrets {mode} {seats} {auto_reveal} {tunnel_owner_sees} {number}"
        rng = Random(seed)
        chosen = {"auto_reveal": auto_reveal, "tunnel_owner_sees": tunnel_owner_sees}
        options = Options.model_validate(
            {**with_hiding_events(rng, mode, seats).model_dump(), **chosen}
        )
        match = stopped_match(rng, mode, seats, options)
        state = match.state
        for seat in {None, rng.randrange(seats), rng.randrange(seats)}:
            other, history = another_match(rng, match, seat)
            here = given_to(state, match.history, seat)
            assert given_to(other, history, seat) == here, (seed, seat)
            if seat is not None:
                legal = texas_bingo.legal(state, seat)
                refused = [move for move in rng.sample(UNIVERSE, 60) if move not in legal]
                refused += ["resign"] * (seat in match.naive.gone)
                for move in refused:
                    assert answer(other, seat, move) == answer(state, seat, move), (seed, move)
                for move in rng.sample(legal, min(5, len(legal))):
                    answers = [answer(state, seat, move)], [answer(other, seat, move)]
                    assert without_reveals(answers[0]) == without_reveals(answers[1]), (seed, move)
            for mover in {rng.randrange(seats), *texas_bingo.to_act(state)[:2]} - {seat}:
                told = {answer(state, mover, move) for move in texas_bingo.legal(state, mover)}
                other_told = {
                    answer(other, mover, move) for move in texas_bingo.legal(other, mover)
                }
                assert len(told) <= 1, (seed, mover)  # which of its moves it was is not told
                assert without_reveals(told) == without_reveals(other_told), (seed, mover)
            leaver = rng.choice(match.naive.here())
            left = {answer(state, leaver, "resign")}, {answer(other, leaver, "resign")}
            assert without_reveals(left[0]) == without_reveals(left[1]), (seed, leaver)


@pytest.mark.parametrize("tunnel_owner_sees", [False, True])
@pytest.mark.parametrize(("mode", "seats"), [("standard", 3), ("cooperative", 2), ("solo", 1)])
def test_the_events_on_the_way_are_the_same_too(
    mode: str, seats: int, tunnel_owner_sees: bool
) -> None:
    for number in range(10):
        seed = f"events {mode} {seats} {tunnel_owner_sees} {number}"
        rng = Random(seed)
        options = Options.model_validate(
            {
                **with_hiding_events(rng, mode, seats).model_dump(),
                "tunnel_owner_sees": tunnel_owner_sees,
            }
        )
        whole = random_match(rng, mode, seats, options)
        seat = rng.choice([None, *range(seats)])
        told = []
        for mover, move in random_moves(rng, whole, leaving=rng.choice([0, 0.03])):
            events = to_bytes(whole.play(mover, move))
            if whole.naive.over():
                break
            told.append((events, given_to(whole.state, whole.history, seat)))
        moves, whole.history = whole.history[:-1], []
        other, _ = another_match(rng, whole, seat)
        history = []
        for (mover, move), (events, given) in zip(moves, told, strict=True):
            own = mover == seat or shares_a_board(whole, seat, mover)
            if not own and move not in ("reveal", "resign"):
                move = rng.choice(texas_bingo.legal(other, mover))
            history.append((mover, move))
            assert to_bytes(texas_bingo.play(other, mover, move, Stacked())) == events, seed
            assert given_to(other, history, seat) == given, (seed, len(history))


def test_the_other_match_is_really_another() -> None:
    """Else the tests above would pass on anything."""
    differences = set()
    for number in range(30):
        rng = Random(f"really another {number}")
        options = Options.model_validate({"mode": "standard"})
        match = stopped_match(rng, "standard", 4, options)
        other, _ = another_match(rng, match, 0)
        assert other.boards[0] == match.state.boards[0] or other.face_down[0]
        for name in ("deck", "offered", "kept", "boards", "offers", "face_down"):
            if getattr(other, name) != getattr(match.state, name):
                differences.add(name)
    assert differences == {"deck", "offered", "kept", "boards", "offers", "face_down"}
