"""Nickel with cards that are known: the examples of the rules, every refusal, how rounds end."""

import json
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from croupier.engine.shuffle import Shuffler
from croupier.games import nickel
from croupier.games.nickel.options import Options
from croupier.games.nickel.play import State
from croupier.games.protocol import IllegalMove
from tests.engine.naive_melds import RANKS
from tests.games import naive_nickel as naive
from tests.games.random_nickel import NO_SHUFFLE, dealt, play
from tests.games.random_play import Stacked

Json = dict[str, Any]

SEATS = range(2, 6)


def refusal(state: State, seat: int, move: str) -> IllegalMove:
    before = nickel.copy(state)
    with pytest.raises(IllegalMove) as refused:
        nickel.play(state, seat, move, NO_SHUFFLE)
    assert state == before
    return refused.value


def ended(hand: str, **chosen: Any) -> State:
    """A round, the last of the match, in which seat 0 has been left with this hand."""
    cards = hand.split()
    round_ = len(cards) - 2
    options = Options.model_validate({"rounds": [round_, round_]} | chosen)
    state = nickel.start(options, 3, Shuffler(b"ended"), None)
    state.hands[0] = cards
    state.turns_left, state.mover = 0, None
    return state


@pytest.mark.parametrize(
    ("hand", "penalty"),
    [
        ("3d Ks Kh", 0),
        ("3d Ks 4h", 17),
        ("** Ks 4h", 17),
        ("** 3c 3s", 0),
        ("Qs Ks As 9d", 30),
        ("Qs Ks 4d Ah", 1),
        ("9s 9s 9s 2d 2h", 4),
        ("4s 5s 6s 7s 7h 7d 2c Kd", 12),
        ("Js Jh Jd 2c 2d 8h 8s 4c 9d Kd 6c", 19),
        ("5s 4h 6s Th 3h Jh 5h 9h 2h 4s", 0),
    ],
)
def test_the_examples_of_the_rules_have_their_penalties(hand: str, penalty: int) -> None:
    state = ended(hand)
    public, private = nickel.view(state, 0)
    assert private["best"] == public["hands"][0]
    assert private["best"]["penalty"] == public["points"][0] == penalty
    assert private["best"].keys() == {"penalty", "melds", "left"}
    assert nickel.carry(state)["points"][0] == penalty
    assert nickel.score(state, None)["points"][0] == penalty
    result = nickel.result(state)
    assert result
    assert result["totals"][0] == penalty


@pytest.mark.parametrize(
    ("hand", "points", "penalty"),
    [
        ("** Ks 4h", "wild-rank", 17),
        ("** Ks 4h", 0, 14),
        ("** Ks 4h", 50, 64),
        ("** ** 2c 2d 9h", 20, 4),
        ("** ** 2c 2d 9h Kd Jc", 20, None),
        ("** Ks 2h 4d 6c 8h 9s Tc Jd Qc As 7h 5d", "wild-rank", None),
    ],
)
def test_a_joker_left_over_counts_what_is_chosen(
    hand: str, points: Any, penalty: int | None
) -> None:
    state = ended(hand, joker_points=points)
    told = nickel.view(state, 0)[0]["hands"][0]
    joker_points = None if points == "wild-rank" else points
    expected = naive.penalty(hand.split(), len(hand.split()), joker_points)
    assert told["penalty"] == expected
    assert penalty in (None, expected)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("round_", range(1, 12))
def test_a_round_deals_its_cards_and_turns_one_up(round_: int, seats: int) -> None:
    for jokers in (0, 2, 4):
        options = Options(rounds=[round_, 11], jokers_per_deck=jokers)
        state = nickel.start(options, seats, Shuffler(b"deal"), None)
        public, _ = nickel.view(state, None)
        assert (public["round"], public["dealt"]) == (round_, round_ + 2)
        assert public["wild"] == RANKS[round_ + 1]
        assert public["cards_left"] == [round_ + 2] * seats
        cards = (1 if seats == 2 else 2) * (52 + jokers)
        assert public["stock"] == cards - seats * (round_ + 2) - 1 >= 25
        assert len(state.discards) == 1
        held = [card for hand in state.hands for card in hand]
        assert sorted([*held, *state.stock, *state.discards]) == naive.deck(seats, jokers)
        assert public["turns_left"] == 60 * seats


def test_the_deal_can_be_redone_from_the_shuffles() -> None:
    shuffler = Shuffler(b"redo")
    state = nickel.start(Options(), 3, shuffler, None)
    again = Shuffler(b"redo")
    assert state.dealer == again.shuffle([0, 1, 2])[0]
    suited = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    cards = again.shuffle([*suited, "**", "**", *suited, "**", "**"])
    assert state.hands == [cards[:3], cards[3:6], cards[6:9]]
    assert state.discards == cards[9:10]
    assert state.stock == cards[10:]
    assert shuffler.count == again.count == 2
    play(state, f"{state.mover}:stock")
    assert state.hands[(state.dealer + 1) % 3][-1] == cards[-1]


@pytest.mark.parametrize("seats", SEATS)
def test_anybody_may_be_the_first_dealer_and_the_deal_passes_to_the_left(seats: int) -> None:
    first = set()
    for number in range(40):
        shuffler = Shuffler(number.to_bytes(2, "big"))
        state = nickel.start(Options(turn_limit=1), seats, shuffler, None)
        first.add(state.dealer)
        for _ in range(seats + 1):
            dealer = nickel.view(state, None)[0]["dealer"]
            for turn in range(1, seats + 1):
                mover = (dealer + turn) % seats
                assert nickel.to_act(state) == [mover]
                assert nickel.view(state, None)[0]["player"] == mover
                play(state, f"{mover}:stock", f"{mover}:{state.hands[mover][0]}")
            count = shuffler.count
            state = nickel.start(state.options, seats, shuffler, nickel.carry(state))
            assert shuffler.count == count + 1  # the dealer is not drawn again
            assert state.dealer == (dealer + 1) % seats
    assert first == set(range(seats))


def middle(**chosen: Any) -> State:
    """Four cards each, so that fours are wild; seat 1 begins."""
    hands = ["2c 3c 5d 9d", "7h 7s 9c Kd", "8c 8d Js Qs"]
    return dealt(hands, draws="7d Ah 6s", face="4c", **chosen)


def test_a_turn_is_a_draw_and_a_discard() -> None:
    state = middle()
    assert [nickel.legal(state, seat) for seat in range(3)] == [[], ["stock", "pile"], []]
    assert refusal(state, 1, "9c").rule == "NK-6"
    assert "draw" in str(refusal(state, 1, "9c"))
    other = refusal(state, 0, "stock")
    assert (other.rule, other.code) == ("NK-6", "not-your-turn")
    assert play(state, "1:stock") == [{"type": "drew", "seat": 1, "from": "stock"}]
    public, private = nickel.view(state, 1)
    assert public["phase"] == "discarding"
    assert private["hand"] == ["7d", "7h", "7s", "9c", "Kd"]
    assert private["drawn"] == "7d"
    assert nickel.legal(state, 1) == ["7d", "7h", "7s", "9c", "Kd"]
    for move in ("stock", "pile"):
        assert "discard" in str(refusal(state, 1, move))
    assert refusal(state, 1, "2c").rule == "NK-6"
    assert refusal(state, 0, "2c").code == "not-your-turn"
    assert play(state, "1:Kd") == [{"type": "discarded", "seat": 1, "card": "Kd"}]
    public, private = nickel.view(state, 1)
    assert (public["phase"], public["discard"], public["player"]) == ("drawing", "Kd", 2)
    assert private.keys() == {"hand", "best"}
    assert nickel.to_act(state) == [2]


def test_the_top_discard_may_be_taken_and_thrown_back() -> None:
    state = middle()
    assert play(state, "1:pile") == [{"type": "drew", "seat": 1, "from": "discard", "card": "4c"}]
    public, private = nickel.view(state, 1)
    assert public["discard"] is None
    assert public["taken"] == [[], ["4c"], []]
    assert private["drawn"] == "4c"
    assert play(state, "1:4c") == [{"type": "discarded", "seat": 1, "card": "4c"}]
    public, _ = nickel.view(state, None)
    assert public["discard"] == "4c"
    assert public["taken"] == [[], ["4c"], []]
    play(state, "2:stock", "2:Js", "0:pile")
    assert nickel.view(state, None)[0]["taken"] == [["Js"], ["4c"], []]
    assert nickel.view(state, None)[0]["discard"] == "4c"


def test_of_two_cards_alike_one_is_discarded() -> None:
    state = dealt(["2c 2c 9d", "7h 7s 9c", "8c 8d Js"], draws="2d", dealer=2)
    play(state, "0:stock")
    assert nickel.legal(state, 0) == ["2c", "2d", "9d", "9d!"]
    play(state, "0:2c")
    assert nickel.view(state, 0)[1]["hand"] == ["2c", "2d", "9d"]


def test_nickel_is_called_with_the_card_that_is_in_no_meld() -> None:
    state = middle()
    play(state, "1:pile")  # the four is wild: 7h 7s 4c, and 9c Kd
    assert nickel.legal(state, 1) == ["4c", "7h", "7s", "9c", "Kd"]
    assert nickel.view(state, 1)[1]["nickel"] == []
    false = refusal(state, 1, "Kd!")
    assert (false.rule, false.code) == ("NK-7", "illegal-move")
    play(state, "1:Kd", "2:stock", "2:Js", "0:stock", "0:9d", "1:stock")
    assert refusal(state, 1, "6s!").rule == "NK-7"
    state.hands[1][-1] = "9s"  # 7h 7s 4c 9c 9s: nothing melds but the sevens
    assert refusal(state, 1, "9s!").rule == "NK-7"
    state.hands[1][-1] = "7d"
    assert nickel.view(state, 1)[1]["nickel"] == ["9c"]
    assert nickel.legal(state, 1) == ["4c", "7d", "7h", "7s", "9c", "9c!"]
    assert {refusal(state, 1, card).rule for card in ("4c!", "7d!", "7s!")} == {"NK-7"}
    assert refusal(state, 1, "Kd!").rule == "NK-6"
    assert play(state, "1:9c!") == [
        {"type": "discarded", "seat": 1, "card": "9c"},
        {"type": "nickel", "seat": 1},
    ]
    assert nickel.view(state, None)[0]["nickel"] == 1


def test_the_discard_may_be_one_that_could_be_melded() -> None:
    """A set of five; a run of five, of which the ends can go and its middle cannot."""
    state = dealt(["2c 2d 2h 2s", "9h 9s 9c Kd", "8c 8d Js Qs"], draws="2c", dealer=2)
    play(state, "0:stock")
    assert nickel.view(state, 0)[1]["nickel"] == ["2c", "2d", "2h", "2s"]
    state = dealt(["5c 6c 7c 8c", "9h 9s Ts Kd", "8c 8d Js Qs"], draws="9c", dealer=2)
    play(state, "0:stock")
    assert nickel.view(state, 0)[1]["nickel"] == ["5c", "9c"]
    assert {refusal(state, 0, f"{rank}c!").rule for rank in "678"} == {"NK-7"}
    assert nickel.legal(state, 0) == ["5c", "6c", "7c", "8c", "9c", "5c!", "9c!"]


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("7c 8c 9c 9d 9h 9s", ["7c 8c 9c", "9d 9h 9s"]),
        ("9c 9d 9h Tc Jc Qc", ["9c 9d 9h", "Tc Jc Qc"]),
        ("7c 8c 9c Tc Td Th", ["7c 8c 9c", "Tc Td Th"]),
        ("9c 9d 9h 9c Tc Jc", ["9c 9d 9h", "9c Tc Jc"]),
        ("7c 8c 9c Tc 9d 9h", None),  # the run needs the nine in its middle, and so does the set
        ("7c 8c 9c 9d 9h Jd", None),
    ],
)
def test_a_card_that_fits_a_set_and_a_run_is_in_one_of_them(
    hand: str, melds: list[str] | None
) -> None:
    state = dealt([hand, "2s 3d 5s 8d Ts Kd", "2c 3s Js Qd Ks Ac"], draws="2h", dealer=2)
    play(state, "0:stock")
    assert nickel.view(state, 0)[1]["nickel"] == (["2h"] if melds else [])
    if melds is None:
        assert refusal(state, 0, "2h!").rule == "NK-7"
        return
    play(state, "0:2h!")
    best = nickel.view(state, 0)[1]["best"]
    assert (best["penalty"], best["left"]) == (0, [])
    assert sorted(" ".join(meld) for meld in best["melds"]) == melds


def test_a_joker_worth_nothing_must_be_melded_all_the_same() -> None:
    state = dealt(["5c ** 9h", "2d 7s Ts", "4h Jd Qc"], draws="Kd", dealer=2, joker_points=0)
    play(state, "0:stock")
    assert not any(move.endswith("!") for move in nickel.legal(state, 0))
    state.hands[0] = ["**", "**", "5c", "9h"]
    assert nickel.view(state, 0)[1]["nickel"] == ["5c", "9h"]
    assert refusal(state, 0, "**!").rule == "NK-7"


def called(seats: int, caller: int, **chosen: Any) -> State:
    """A round whose first player, the caller, has just called Nickel; all others hold threes."""
    run, rest = "Ac 2c 4c", ["5d 7s 9h", "5h 7d 9s", "5s 7h 9d", "6d 8s Th"]
    hands = rest[: seats - 1]
    hands.insert(caller, run)
    draws = "Kd Js Jd Tc Qh"
    chosen = {"rounds": [1, 1]} | chosen
    state = dealt(hands, draws=draws, face="Qd", dealer=(caller - 1) % seats, **chosen)
    state.hands[caller][2] = "3c"  # the wild rank is a card as well
    play(state, f"{caller}:stock", f"{caller}:Kd!")
    return state


@pytest.mark.parametrize("seats", SEATS)
def test_everybody_else_has_one_more_turn_and_then_the_round_is_over(seats: int) -> None:
    for caller in range(seats):
        state = called(seats, caller)
        for turn in range(1, seats):
            other = (caller + turn) % seats
            assert nickel.to_act(state) == [other]
            public, _ = nickel.view(state, caller)
            assert public["turns_left"] == seats - turn
            assert "hands" not in public
            assert public["points"] == [0] * seats
            assert nickel.legal(state, other) == ["stock", "pile"]
            play(state, f"{other}:{'pile' if turn == 1 else 'stock'}")
            assert nickel.view(state, caller)[0]["turns_left"] == seats - turn
            events = play(state, f"{other}:{state.hands[other][-1]}")
        assert events[-1] == {"type": "finished"}
        assert nickel.to_act(state) == []
        public, _ = nickel.view(state, None)
        assert public["phase"] == "over"
        assert public["nickel"] == caller
        assert public["player"] is None
        assert public["turns_left"] == 0
        expected = [0 if seat == caller else 21 for seat in range(seats)]
        if seats == 5:
            expected[3 if caller == 4 else 4] = 24
        assert public["points"] == expected
        assert [hand["penalty"] for hand in public["hands"]] == expected
        assert refusal(state, caller, "stock").rule == "NK-8"
        assert refusal(state, 0, "deal").code == "not-your-turn"


def test_who_could_go_out_in_the_last_turns_cannot_call() -> None:
    state = called(3, 0)
    state.hands[1] = ["8h", "8d", "8c"]
    play(state, "1:stock")
    assert nickel.legal(state, 1) == ["8c", "8d", "8h", "Js"]
    assert nickel.view(state, 1)[1]["nickel"] == []
    assert refusal(state, 1, "Js!").rule == "NK-8"
    play(state, "1:Js", "2:stock", "2:Jd")
    result = nickel.result(state)
    assert result
    assert (result["winners"], result["totals"]) == ([0, 1], [0, 0, 21])
    assert nickel.score(state, None)["nickels"] == [1, 0, 0]


def test_nickel_in_the_last_turn_of_the_limit_leaves_the_others_theirs() -> None:
    state = dealt(["2c 2d 9h", "5d 7s 9c"], draws="8s 8h 2h 6d", turn_limit=1, dealer=0)
    play(state, "1:stock", "1:8s", "0:stock")
    state.hands[0][-1] = "2s"
    events = play(state, "0:9h!")
    assert [event["type"] for event in events] == ["discarded", "nickel"]
    assert nickel.to_act(state) == [1]
    assert nickel.view(state, 1)[0]["turns_left"] == 1
    assert play(state, "1:stock", "1:2h")[-1] == {"type": "round-over"}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("limit", [1, 2, 7])
def test_a_round_ends_when_all_have_had_their_turns(seats: int, limit: int) -> None:
    options = Options(turn_limit=limit, rounds=[5, 6], nickel_stake=5)
    state = nickel.start(options, seats, Shuffler(b"limit"), None)
    for turn in range(seats * limit):
        assert nickel.view(state, None)[0]["turns_left"] == seats * limit - turn
        assert not state.done
        (seat,) = nickel.to_act(state)
        events = play(state, f"{seat}:stock", f"{seat}:{state.hands[seat][0]}")
    assert events[-1] == {"type": "round-over"}
    public, _ = nickel.view(state, None)
    assert (public["phase"], public["nickel"]) == ("between-rounds", None)
    assert public["balance"] == [0] * seats
    assert public["points"] == [hand["penalty"] for hand in public["hands"]]
    assert [nickel.legal(state, seat) for seat in range(seats)] == [["deal"]] * seats
    assert nickel.to_act(state) == list(range(seats))
    assert nickel.result(state) is None
    assert refusal(state, 0, "deal").code == "not-your-turn"


def test_an_empty_stock_is_made_of_all_discards_but_the_top() -> None:
    state = middle()
    del state.stock[:-2]
    play(state, "1:stock", "1:Kd", "2:stock")
    public, _ = nickel.view(state, 0)
    assert (public["stock"], public["discard"]) == (0, "Kd")
    with pytest.raises(IndexError):  # the stacked shuffler has no order left
        play(nickel.copy(state), "2:Js")
    new_stock = Stacked(["Kd", "4c"])
    assert nickel.play(state, 2, "Js", new_stock) == [
        {"type": "discarded", "seat": 2, "card": "Js"},
        {"type": "reshuffled"},
    ]
    public, _ = nickel.view(state, 0)
    assert (public["stock"], public["discard"], public["phase"]) == (2, "Js", "drawing")
    assert state.stock == ["Kd", "4c"]
    assert state.discards == ["Js"]
    play(state, "0:stock")
    assert nickel.view(state, 0)[1]["drawn"] == "4c"


def test_the_new_stock_is_the_matchs_next_shuffle_of_the_discards_in_their_order() -> None:
    options = Options(rounds=[11, 11])
    shuffler = Shuffler(b"reshuffle")
    state = nickel.start(options, 2, shuffler, None)
    rng = Random(3)
    events: list[Json] = []
    while {"type": "reshuffled"} not in events:
        pile, count = state.discards.copy(), shuffler.count
        (seat,) = nickel.to_act(state)
        move = rng.choice(state.hands[seat]) if state.drawn else "stock"
        events = nickel.play(state, seat, move, shuffler)
    assert shuffler.count == count + 1 == 3
    assert state.stock == Shuffler(b"reshuffle", count).shuffle(pile)
    assert state.stock != pile
    assert state.discards == [move]


def test_no_stock_is_made_once_the_round_is_over() -> None:
    state = middle(turn_limit=1)
    del state.stock[:-3]
    play(state, "1:stock", "1:Kd", "2:stock", "2:Js", "0:stock")
    assert play(state, "0:9d")[-1] == {"type": "round-over"}
    assert nickel.view(state, 0)[0]["stock"] == 0


def test_a_stake_of_five_and_one_of_25_bring_80_cents() -> None:
    """Eleven rounds: seat 0 melds all of its cards in each, and calls in three of them."""
    options = Options(nickel_stake=5, game_stake=25)
    callers = [1, 2, 0, 3, 1, 0, 2, 2, 3, 0, 1]
    carry = None
    balance = [0] * 4
    for number, caller in enumerate(callers, 1):
        state = nickel.start(options, 4, Shuffler(number.to_bytes(1, "big")), carry)
        for seat, suit in ((0, "c"), (caller, "s")):
            state.hands[seat] = [rank + suit for rank in RANKS[: state.dealt]]
        while not state.done:
            (seat,) = nickel.to_act(state)
            play(state, f"{seat}:stock")
            call = "!" if seat == caller and state.caller is None else ""
            play(state, f"{seat}:{state.hands[seat][-1]}{call}")
            public, _ = nickel.view(state, None)
            assert sum(public["balance"]) == 0
            if not state.done:
                assert public["balance"] == balance
        balance = public["balance"]
        carry = json.loads(json.dumps(nickel.carry(state)))
    assert nickel.score(state, None)["nickels"] == [3, 3, 3, 2]
    assert nickel.result(state) == {
        "reason": "completed",
        "winners": [0],
        "totals": public["points"],
        "balance": [80, -20, -20, -40],
    }
    assert public["points"][0] == 0
    assert min(public["points"][1:]) > 0


def final(points: list[int], nickels: list[int], **chosen: Any) -> State:
    """The end of the last round, in which nobody has called and each was left the same hand."""
    seats = len(points)
    carry = {"round": 1, "dealer": 0, "turns": 9, "points": points, "nickels": nickels}
    options = Options.model_validate({"rounds": [1, 1]} | chosen)
    state = nickel.start(options, seats, Shuffler(b"final"), carry)
    state.hands = [["2c", "4d", "9h"] for _ in points]
    state.turns_left, state.mover = 0, None
    return state


@pytest.mark.parametrize(
    ("points", "winners", "balance"),
    [
        ([5, 0, 5, 5, 5], [1], [-7, 28, -7, -7, -7]),
        ([0, 5, 0, 5, 5], [0, 2], [11, -7, 10, -7, -7]),
        ([5, 0, 0, 5, 0], [1, 2, 4], [-7, 5, 5, -7, 4]),
        ([0, 0, 5, 0, 0], [0, 1, 3, 4], [2, 2, -7, 2, 1]),
        ([5, 5, 5, 5, 5], [0, 1, 2, 3, 4], [0, 0, 0, 0, 0]),
    ],
)
def test_co_winners_split_the_stakes_odd_cents_in_seat_order(
    points: list[int], winners: list[int], balance: list[int]
) -> None:
    state = final(points, [0] * 5, game_stake=7)
    result = nickel.result(state)
    assert result
    assert (result["winners"], result["balance"]) == (winners, balance)
    assert nickel.view(state, 3)[0]["balance"] == nickel.score(state, 3)["balance"] == balance


def test_who_calls_is_paid_by_every_other_player() -> None:
    state = final([1, 2, 3], [2, 0, 1], nickel_stake=10)
    assert nickel.view(state, None)[0]["balance"] == [30, -30, 0]
    state.caller = 1
    assert nickel.view(state, None)[0]["balance"] == [20, -10, -10]


def test_without_stakes_nothing_is_said_of_money() -> None:
    state = final([1, 2, 3], [2, 0, 1])
    assert "balance" not in nickel.view(state, 0)[0]
    assert "balance" not in nickel.score(state, 0)
    assert nickel.result(state) == {
        "reason": "completed",
        "winners": [0],
        "totals": [16, 17, 18],
    }


def test_a_shorter_match_ends_with_its_last_round() -> None:
    options = Options(rounds=[4, 5], turn_limit=1)
    state = nickel.start(options, 2, Shuffler(b"short"), None)
    assert nickel.view(state, None)[0]["wild"] == "6"
    for expected in ("round-over", "finished"):
        for _ in range(2):
            (seat,) = nickel.to_act(state)
            events = play(state, f"{seat}:stock", f"{seat}:{state.hands[seat][0]}")
        assert events[-1] == {"type": expected}
        if expected == "round-over":
            state = nickel.start(options, 2, Shuffler(b"more"), nickel.carry(state))
            assert nickel.view(state, None)[0]["wild"] == "7"


def test_points_add_up_over_the_rounds() -> None:
    state = final([10, 20, 30], [1, 0, 0], rounds=[1, 2])
    assert nickel.carry(state) == {
        "round": 2,
        "dealer": 1,
        "turns": nickel.turn(state),
        "points": [25, 35, 45],
        "nickels": [1, 0, 0],
    }


def test_two_to_five_play_and_a_rematch_starts_afresh() -> None:
    assert nickel.seats(Options()) == (2, 5)
    for seats in SEATS:
        nickel.check(Options(), seats)
    assert nickel.rematch(final([1, 2], [0, 0])) is None  # type: ignore[func-returns-value]


NOT_OFFERED: dict[str, list[Any]] = {
    "jokers_per_deck": [-1, 5, 2.0, "2", None, True],
    "rounds": [
        *([], [1], [1, 2, 3], [0, 3], [3, 12], [2, 1], [1.0, 2], ["1", 2], [True, 2], [[1], 2]),
        *(3, "1-3", None, {"1": 2}),
    ],
    "nickel_stake": [-1, 0.5, "5", 1_000_001, None, 10**400],
    "game_stake": [-1, 0.5, "5", 1_000_001, None, 10**400],
    "joker_points": [-1, 51, 1.0, "25", "wild", "", None, True, []],
    "turn_limit": [0, 201, 60.0, "60", None, False],
    "variant": [1],
}


@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option, values in NOT_OFFERED.items() for value in values],
)
def test_no_other_options_exist(option: str, value: Any) -> None:
    with pytest.raises(ValidationError) as refused:
        Options.model_validate({option: value})
    (error,) = refused.value.errors()
    assert error["loc"][0] == option
    assert len(error["loc"]) <= 2


@pytest.mark.parametrize(
    "options",
    [
        {},
        *({"jokers_per_deck": jokers} for jokers in (0, 4)),
        *({"rounds": rounds} for rounds in ([1, 1], [11, 11], [1, 10], [2, 11])),
        *({"nickel_stake": cents} for cents in (1, 1_000_000)),
        *({"game_stake": cents} for cents in (1, 1_000_000)),
        *({"joker_points": points} for points in (0, 50)),
        *({"turn_limit": turns} for turns in (1, 200)),
    ],
)
def test_the_ends_of_the_options_exist_and_are_stored_without_the_defaults(options: Json) -> None:
    stored = Options.model_validate(options).model_dump(mode="json", exclude_defaults=True)
    assert stored == options
    again = Options.model_validate(json.loads(json.dumps(stored)))
    assert again == Options.model_validate(options)
    defaults = {
        "jokers_per_deck": 2,
        "joker_points": "wild-rank",
        "rounds": [1, 11],
        "nickel_stake": 0,
        "game_stake": 0,
        "turn_limit": 60,
    }
    assert again.model_dump(mode="json") == defaults | options
    assert Options.model_validate(defaults).model_dump(mode="json", exclude_defaults=True) == {}


def test_moves_and_requests_are_the_same_said_twice() -> None:
    cards = [*naive.ONE_DECK, "**"]
    verbs = set()
    for move in ["deal", "stock", "pile", *cards, *(f"{card}!" for card in cards)]:
        verb, body = nickel.to_request(move)
        request = nickel.VERBS[verb].model_validate(json.loads(json.dumps(body)))
        assert nickel.to_move(None, 0, request) == move  # type: ignore[arg-type]
        verbs.add(verb)
    assert verbs == set(nickel.VERBS)
    assert nickel.to_request("9h!") == ("play-card", {"card": "9h", "nickel": True})
    assert nickel.to_request("9h") == ("play-card", {"card": "9h"})
    assert nickel.to_request("stock") == ("draw", {"from": "stock"})
    plain = nickel.VERBS["play-card"].model_validate({"card": "9h", "nickel": False})
    assert nickel.to_move(None, 0, plain) == "9h"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        *(("draw", body) for body in ({}, {"from": "pile"}, {"from": ""}, {"from": None})),
        *(("draw", body) for body in ({"source": "stock"}, {"from": "stock", "card": "9h"})),
        *(
            ("play-card", {"card": card})
            for card in ("9H", "10h", "*", "***", "9h!", "9h\n", "", 9)
        ),
        *(("play-card", {"card": "9h", "nickel": call}) for call in (1, "true", None)),
        ("play-card", {"nickel": True}),
        ("deal", {"from": "stock"}),
    ],
)
def test_a_request_that_is_no_move_is_refused(verb: str, body: Json) -> None:
    with pytest.raises(ValidationError):
        nickel.VERBS[verb].model_validate(body)
