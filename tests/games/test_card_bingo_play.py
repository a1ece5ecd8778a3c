"""Whole matches of random moves, beside the naive implementation (CB-1 to CB-10)."""

from random import Random

import pytest

from croupier.games import card_bingo
from croupier.games.card_bingo import Options, State
from croupier.games.protocol import IllegalMove
from tests.games import naive_card_bingo as naive
from tests.games.random_card_bingo import OPTIONS, UNIVERSE, Match, random_match, random_moves
from tests.games.random_play import Stacked

every_size = pytest.mark.parametrize("seats", range(2, 9))
MATCHES = 2  # for each size with all options


def taken(state: State, seat: int) -> set[str]:
    """The moves that `play` takes from a seat; those that it refuses must change nothing."""
    moves = set()
    table = card_bingo.copy(state)
    for move in UNIVERSE:
        try:
            card_bingo.play(table, seat, move, Stacked())
        except IllegalMove:
            assert table == state, move
        else:
            assert table != state, move
            moves.add(move)
            table = card_bingo.copy(state)
    return moves


def play_round(rng: Random, match: Match, seed: str, leaving: float) -> None:
    """Play to the end of the round, comparing after every move."""
    seats = range(match.session.seats)
    state, table = match.state, match.round
    for seat, move in random_moves(rng, match, leaving):
        moves = table.moves()
        for other in seats if rng.random() < 0.3 else [seat]:
            assert sorted(card_bingo.legal(state, other)) == sorted(moves[other]), seed
        assert card_bingo.to_act(state) == [other for other in seats if moves[other]], seed
        if rng.random() < 0.01:
            assert taken(state, seat) == moves[seat], seed
            other = rng.choice(seats)
            assert taken(state, other) == moves[other], seed
        match.play(seat, move)
        assert state.caller == table.caller, seed
        assert card_bingo.view(state, None)[0].get("resigned", []) == table.gone, seed
    assert state.winner == table.winner, seed
    assert state.calls == len(table.called) <= 52, seed


def nothing_but(state: State, moves: list[str], seats: int, gone: list[int]) -> None:
    """Nobody who is left can do anything now but these moves, which are not for `play`."""
    for seat in range(seats):
        assert card_bingo.legal(state, seat) == ([] if seat in gone else moves)
    here = [seat for seat in range(seats) if seat not in gone]
    assert card_bingo.to_act(state) == (here if moves else [])
    assert taken(state, seats - 1) == taken(state, 0) == set()


@every_size
def test_a_match_goes_as_it_does_with_real_cards(seats: int) -> None:
    for options in OPTIONS:
        session = None
        for number in range(MATCHES):
            seed = f"as with real cards, {seats} {options} {number}"
            rng = Random(seed)
            match = random_match(rng, options, seats, session)
            session = match.session
            leaving = rng.choice([0, 0, 0, 0.01, 0.05])
            while True:
                assert match.state.caller == session.caller(), seed
                play_round(rng, match, seed, leaving)
                if leaving and not session.over() and rng.random() < 0.4:
                    leaver = rng.choice(match.round.here())
                    ended = match.play(leaver, "resign")[1:]
                    assert ended == ([{"type": "finished"}] if session.over() else []), seed
                assert card_bingo.score(match.state, None)["wins"] == session.score(), seed
                if session.over():
                    break
                assert card_bingo.result(match.state) is None, seed
                nothing_but(match.state, ["deal"], seats, session.gone)
                match.next_round()
            nothing_but(match.state, [], seats, session.gone)
            deserted = len(session.gone) == seats - 1
            assert card_bingo.result(match.state) == {
                "reason": "resigned" if deserted else "completed",
                "winners": session.best(),
                "totals": session.score(),
                **({"resigned": session.gone} if session.gone else {}),
            }, seed


@every_size
def test_the_winner_is_one_of_those_whose_last_card_is_called_first(seats: int) -> None:
    shared = 0
    for number in range(50):
        for rank_only in (False, True):
            rng = Random(f"called first, {seats} {number}")
            match = random_match(rng, Options(rank_only=rank_only), seats)
            hands, pile = match.state.hands, match.state.pile
            for seat, move in random_moves(rng, match):
                match.play(seat, move)
            at_call, finishers = naive.first_finish(hands, pile, rank_only)
            assert match.state.calls == at_call, number
            assert match.state.winner in finishers, number
            shared += len(finishers) > 1
    assert shared  # else it would not matter who marks first


@every_size
def test_a_rematch_starts_from_the_caller_after_the_last_one(seats: int) -> None:
    rng = Random(seats)
    for options in OPTIONS:
        match = random_match(rng, options, seats)
        while True:
            for seat, move in random_moves(rng, match):
                match.play(seat, move)
            if match.session.over():
                break
            match.next_round()
        carry = card_bingo.rematch(match.state)
        again = card_bingo.start(options, seats, match.shuffler, carry)
        assert again.caller == (match.state.caller + 1) % seats
        assert again == as_a_rematch(again, match)


def as_a_rematch(state: State, before: Match) -> State:
    """The state with what a rematch has to start from, whatever was played before."""
    expected = card_bingo.copy(state)
    expected.games = before.session.games_before + len(before.session.winners)
    expected.rounds = expected.earlier = expected.calls = 0
    expected.wins = [0] * before.session.seats
    expected.winner = None
    return expected
