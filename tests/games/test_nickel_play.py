"""Nickel played at random to the end, beside the rules written down a second time."""

import json
from collections import Counter
from random import Random

import pytest

from croupier.games import nickel
from croupier.games.nickel.options import Options
from croupier.games.protocol import IllegalMove
from tests.games import naive_nickel as naive
from tests.games.random_nickel import (
    NO_SHUFFLE,
    Match,
    after,
    random_leaving,
    random_match,
    random_move,
    random_options,
)

SEATS = range(2, 6)


def code(match: Match, seat: int, move: str) -> str:
    """`played`, or the code of the refusal."""
    try:
        nickel.play(match.state, seat, move, NO_SHUFFLE)
    except IllegalMove as refused:
        return refused.code if refused.rule.startswith("NK-") else refused.rule
    return "played"


def are_refused(match: Match, seat: int, moves: list[str]) -> None:
    """Each of the moves, with nothing changed by any."""
    before = nickel.copy(match.state)
    on_turn = seat in match.table.to_act() and not match.table.round_over()
    expected = "illegal-move" if on_turn else "not-your-turn"
    for move in moves:
        assert code(match, seat, move) == expected, move
    assert match.state == before


def money_sums_to_zero(match: Match) -> None:
    balance = nickel.score(match.state, None).get("balance")
    assert balance == match.table.money().get("balance")
    assert sum(balance or []) == 0


def stands_as_by_the_rules(match: Match) -> None:
    """Everything that can be asked of the state, beside the naive table."""
    state, table = match.state, match.table
    table.every_card_is_there()
    assert nickel.to_act(state) == table.to_act()
    assert nickel.turn(state) == table.situations
    public, private = nickel.view(state, None)
    assert private == {}
    hands = public.pop("hands", None)
    assert (hands is not None) == table.round_over()
    assert public == json.loads(json.dumps(public))
    assert public == table.shown()
    for seat, hand in enumerate(table.hands):
        legal = nickel.legal(state, seat)
        assert len(legal) == len(set(legal))
        assert set(legal) == table.legal(seat)
        again, own = nickel.view(state, seat)
        assert again.pop("hands", None) == hands
        assert again == public
        assert sorted(own["hand"]) == sorted(hand)
        if seat in table.put_down:
            assert own["best"] is None
        else:
            table.is_best(hand, own["best"])
        assert hands is None or hands[seat] == own["best"]
        on_turn = not table.round_over() and table.to_act() == [seat]
        discarding = on_turn and not table.to_draw
        assert own.keys() - {"hand", "best"} == ({"drawn", "nickel"} if discarding else set())
        if discarding:
            assert set(own["nickel"]) == table.goes_out_with(seat)
            assert own["drawn"] == hand[-1]
    winners = table.winners()
    money = table.money()
    totals = table.totals
    result = {
        "reason": "resigned" if table.given_up() else "completed",
        "winners": winners,
        "totals": totals,
        **money,
        **({"resigned": table.gone} if table.gone else {}),
    }
    assert nickel.result(state) == (result if winners else None)
    assert nickel.score(state, None) == nickel.score(state, 0)
    assert nickel.score(state, None) == {
        "final": table.over(),
        "round": table.dealt - 2,
        "points": totals,
        "nickels": [table.called.count(seat) for seat in range(match.seats)],
        "winners": winners,
        **money,
    }


@pytest.mark.parametrize("seats", SEATS)
def test_random_matches_go_to_their_end_as_by_the_rules(seats: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(500):
        rng = Random(f"to the end {seats} {number}")
        match = random_match(rng, seats)
        skill, leaving = rng.choice([0, 0.5, 1]), random_leaving(rng)
        while True:
            while not (match.table.round_over() or match.table.over()):
                money_sums_to_zero(match)
                if rng.random() < 0.015:
                    stands_as_by_the_rules(match)
                    seat = rng.randrange(seats)
                    moves = set(rng.sample(naive.UNIVERSE, 6)) - match.table.legal(seat)
                    are_refused(match, seat, sorted(moves))
                for event in match.play(*random_move(rng, match.state, skill, leaving=leaving)):
                    seen[event["type"]] += 1
            if leaving and not match.table.over() and rng.random() < 0.3:
                match.play(rng.choice(match.table.here()), "resign")
            seen["given up"] += match.table.given_up()
            money_sums_to_zero(match)
            if rng.random() < 0.07:
                stands_as_by_the_rules(match)
            seen["no nickel"] += match.table.caller is None
            here = match.table.here()
            melded = [seat for seat in here if not match.table.penalty(seat)]
            seen["melds too"] += match.table.caller is not None and len(melded) > 1
            if match.table.over():
                break
            match.deal(json.loads(json.dumps(nickel.carry(match.state))))
        stands_as_by_the_rules(match)
        seen["shared"] += len(match.table.winners()) > 1
        assert nickel.legal(match.state, 0) == []
    assert seen["nickel"] > 180
    assert seen["no nickel"] > 100
    assert seen["melds too"] > 10
    assert seen["shared"] > 5
    assert seen["given up"] > 10


@pytest.mark.parametrize("seats", SEATS)
def test_whole_matches_go_through_eleven_rounds(seats: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(2):
        rng = Random(f"whole {seats} {number}")
        options = Options(nickel_stake=5, game_stake=25, turn_limit=rng.choice([12, 60]))
        match = random_match(rng, seats, options)
        for round_ in range(1, 12):
            stands_as_by_the_rules(match)
            assert match.table.dealt == round_ + 2
            while not match.table.round_over():
                money_sums_to_zero(match)
                for event in match.play(*random_move(rng, match.state, 0.95)):
                    seen[event["type"]] += 1
            stands_as_by_the_rules(match)
            if round_ < 11:
                match.deal(nickel.carry(match.state))
        assert match.table.over()
    assert seen["nickel"] > 11


@pytest.mark.parametrize("seats", SEATS)
def test_play_takes_what_is_listed_and_nothing_else(seats: int) -> None:
    """Every move that there is, from every seat, before every move of some rounds."""
    calls = 0
    for number in range(4):
        rng = Random(f"all moves {seats} {number}")
        options = random_options(rng).model_copy(update={"turn_limit": 5, "rounds": [1, 2]})
        match = random_match(rng, seats, options)
        while True:
            stands_as_by_the_rules(match)
            if number and not match.table.over() and rng.random() < 0.02:
                match.play(rng.choice(match.table.here()), "resign")
            for seat in range(seats):
                legal = [move for move in nickel.legal(match.state, seat) if move != "deal"]
                are_refused(match, seat, [move for move in naive.UNIVERSE if move not in legal])
                for move in legal:
                    copy = nickel.copy(match.state)
                    assert nickel.play(copy, seat, move, match.shuffler.copy())
                    assert copy != match.state
                    calls += move.endswith("!")
            if match.table.over():
                break
            if match.table.round_over():
                match.deal(nickel.carry(match.state))
            else:
                match.play(*random_move(rng, match.state, 0.5))
    assert calls > 0


def test_late_in_long_rounds_it_is_so_too() -> None:
    """Stocks that ran out several times, hands of thirteen cards."""
    reshuffled = 0
    for number in range(12):
        rng = Random(f"long {number}")
        seats = 2 + number % 4
        options = Options(rounds=[9 + number % 3, 11], jokers_per_deck=number % 5)
        match = random_match(rng, seats, options)
        while not match.table.round_over():
            events = match.play(*random_move(rng, match.state, 0, calls=0))
            if {"type": "reshuffled"} in events:
                reshuffled += 1
                assert match.state.stock
                stands_as_by_the_rules(match)
        stands_as_by_the_rules(match)
    assert reshuffled > 20


def test_a_copy_and_its_original_go_on_apart() -> None:
    for number in range(60):
        rng = Random(f"copies {number}")
        match = after(rng, random_match(rng, rng.choice(SEATS)), rng.randrange(12))
        if match.table.round_over():
            continue
        before = repr(match.state)
        copy = nickel.copy(match.state)
        assert copy == match.state
        views = [nickel.view(match.state, seat) for seat in range(match.seats)]
        carry = nickel.carry(match.state)
        kept = json.dumps([views, carry])
        while not copy.done:
            nickel.play(copy, *random_move(rng, copy, 0.5), match.shuffler.copy())
        assert repr(match.state) == before
        after(rng, match, 1_000)
        assert json.dumps([views, carry]) == kept  # what was handed out stays as it was


@pytest.mark.parametrize("moves", [7, 100])
def test_who_changes_a_view_changes_nothing_else(moves: int) -> None:
    rng = Random("views")
    match = after(rng, random_match(rng, 3, Options(rounds=[4, 4], turn_limit=3)), moves)
    kept = json.dumps(nickel.view(match.state, 0))
    public, private = nickel.view(match.state, 0)
    for shown in [public["points"], *public["taken"], private["hand"]]:
        shown.clear()
    for best in [private["best"], *public.get("hands", [])]:
        for cards in [*best["melds"], best["melds"], best["left"]]:
            cards.clear()
    assert json.dumps(nickel.view(match.state, 0)) == kept


def test_what_a_round_starts_from_stays_as_it_was() -> None:
    """It is kept, so that the round can be replayed."""
    rng = Random("carry")
    options = Options(rounds=[1, 3], nickel_stake=5)
    match = after(rng, random_match(rng, 4, options), 10_000, skill=1)
    carry = nickel.carry(match.state)
    kept = json.dumps(carry)
    match.deal(carry)
    after(rng, match, 10_000, skill=1)
    assert json.dumps(carry) == kept
    assert nickel.carry(match.state)["round"] == 3


@pytest.mark.parametrize("seats", SEATS)
def test_a_turn_is_never_counted_twice_in_a_match(seats: int) -> None:
    rng = Random(f"turns {seats}")
    match = random_match(rng, seats, Options(rounds=[1, 4], turn_limit=3))
    turns = [nickel.turn(match.state)]
    while not match.table.over():
        if match.table.round_over():
            match.deal(nickel.carry(match.state))
        elif seats > 2 and match.table.dealt == 4 and len(match.table.here()) == seats:
            match.play(*rng.choice([(s, "resign") for s in match.table.to_act()]))
        else:
            match.play(*random_move(rng, match.state, 0.2))
        turns.append(nickel.turn(match.state))
        assert nickel.since(match.state, "stock") == turns[-1]
    assert turns == list(range(1, len(turns) + 1))
