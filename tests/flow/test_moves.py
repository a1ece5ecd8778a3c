"""Moves over HTTP: which turn they answer, sent twice, for an old version, of another game."""

from itertools import count
from random import Random

import pytest

from croupier.games import GAMES
from croupier.matches import tables
from croupier.matches.record import from_text
from croupier.matches.replay import replay
from croupier.store.matches import load, load_hand
from tests.flow.client import Answer, Json, assert_problem
from tests.flow.service import (
    Match,
    any_move,
    everything,
    guests,
    match_of,
    options,
    play_on,
    send,
)
from tests.matches.little_game import GAME
from tests.store.faults import Failing, Stale, unanswered, wrapped

pytestmark = pytest.mark.usefixtures("service")

NO_EVENTS = {"crossroads": 0, "tunnel": 0, "sandstorm": 0}


def dealt(seats: int = 2) -> Match:
    """Everybody places the same card on any cell."""
    return match_of(guests(seats), **options("competitive", events=NO_EVENTS))


def placing(match: Match, cell: str) -> Json:
    view = match.view(0)
    return {"turn": view["turn"], "card": view["public"]["turns"][-1]["cards"][0], "cell": cell}


def test_a_move_is_answered_with_what_happened_and_how_it_stands_then() -> None:
    match = dealt()
    first = match.send(0, "place", placing(match, "a1"))
    assert first.json["events"] == [{"type": "placed", "seat": 0}]
    assert first.headers["ETag"] == f'"{first.json["version"]}"'
    assert first.headers["Cache-Control"] == "no-store"
    second = match.move(1, "place", placing(match, "e5"))
    assert [event["type"] for event in second["events"]] == ["placed", "revealed"]
    assert second["view"]["turn"] == 2


def test_a_double_tap_that_lands_in_the_next_turn_is_stale() -> None:
    match = dealt()
    body = placing(match, "a1")
    match.move(1, "place", body)
    match.move(0, "place", body)
    before = everything()
    assert_problem(match.send(0, "place", body), 409, "stale-turn")
    assert everything() == before


def test_a_double_tap_within_the_turn_finds_nothing_to_place() -> None:
    match = dealt()
    body = placing(match, "a1")
    match.move(0, "place", body)
    assert_problem(match.send(0, "place", body), 409, "not-your-turn")


def test_a_move_for_a_turn_to_come_is_refused_as_well() -> None:
    match = dealt()
    assert_problem(match.send(0, "place", placing(match, "a1") | {"turn": 2}), 409, "stale-turn")


def test_a_move_need_not_say_its_turn() -> None:
    match = dealt()
    body = placing(match, "a1")
    del body["turn"]
    match.move(0, "place", body)
    match.move(1, "place", body | {"turn": None})


def test_a_move_on_an_old_version_is_refused() -> None:
    match = dealt()
    body, version = placing(match, "a1"), match.view(0)["version"]
    match.move(1, "place", body)
    before = everything()
    for old in (f'"{version}"', f'W/"{version}"', str(version), '"x"', "x", '"-1"', "", '"' * 99):
        assert_problem(match.send(0, "place", body, if_match=old), 412, "version-changed")
    assert everything() == before
    assert match.move(0, "place", body, if_match=f'"{version + 1}"')["version"] == version + 2


def test_a_star_takes_any_version() -> None:
    match = dealt()
    match.move(0, "place", placing(match, "a1"), if_match="*")


def test_the_same_request_sent_again_is_answered_the_same_though_its_version_is_old() -> None:
    match = dealt()
    body, version = placing(match, "a1"), match.view(0)["version"]
    headers = {"idempotency_key": "k", "if_match": f'"{version}"'}
    first = match.send(0, "place", body, **headers)
    match.move(1, "place", body)
    before = everything()
    assert match.send(0, "place", body, **headers) == first
    assert everything() == before


@pytest.mark.parametrize(("mode", "seats", "turns"), [("standard", 2, 6), ("solo", 1, 99)])
def test_requests_sent_again_after_others_are_answered_the_same(
    mode: str, seats: int, turns: int
) -> None:
    """With a move or two of the same seat in between, and the match over in the end."""
    match = match_of(guests(seats), dealt=False, **options(mode))
    sent: list[tuple[int, str, Json, str, Answer]] = []
    rng = Random(4)
    view = match.view(0)
    while view["to_act"] and view["turn"] < turns:
        seat = rng.choice(view["to_act"])
        verb, body = any_move(rng, match.view(seat))
        key = f"key {len(sent)}"
        sent.append((seat, verb, body, key, match.send(seat, verb, body, idempotency_key=key)))
        assert sent[-1][-1].status == 200
        view = sent[-1][-1].json["view"]
        again(match, *rng.choice(sent[-3:]))
    before = everything()
    for request in sent[-3:]:
        again(match, *request)
    assert everything() == before


def again(match: Match, seat: int, verb: str, body: Json, key: str, answer: Answer) -> None:
    assert match.send(seat, verb, body, idempotency_key=key) == answer


def test_a_key_with_another_request_is_refused() -> None:
    match = dealt()
    body = placing(match, "a1")
    match.move(0, "place", body, idempotency_key="k")
    before = everything()
    no_turn = {name: value for name, value in body.items() if name != "turn"}
    for verb, other in (
        ("place", body | {"cell": "a2"}),
        ("place", body | {"turn": 2}),
        ("place", no_turn),
        ("place", {}),
        ("reveal", body),
        ("draw", {}),
        ("deal", {}),
    ):
        answer = match.send(0, verb, other, idempotency_key="k")
        assert_problem(answer, 422, "key-reused")
    assert everything() == before


def test_the_order_of_the_fields_makes_no_other_request() -> None:
    match = dealt()
    body = placing(match, "a1")
    first = match.send(0, "place", body, idempotency_key="k")
    turned = dict(reversed(body.items()))
    assert match.send(0, "place", turned, idempotency_key="k") == first


def test_keys_are_of_a_player_in_a_match() -> None:
    match = dealt()
    body = placing(match, "a1")
    match.move(0, "place", body, idempotency_key="k")
    assert match.move(1, "place", body, idempotency_key="k")["view"]["you"] == 1
    other = match_of(match.players, **options("competitive", events=NO_EVENTS))
    assert other.move(0, "place", placing(other, "b1"), idempotency_key="k")


def test_a_refused_request_keeps_no_key() -> None:
    match = dealt()
    body = placing(match, "a1")
    refused = match.send(0, "place", body | {"card": "tunnel"}, idempotency_key="k")
    assert_problem(refused, 409, "illegal-move")
    match.move(0, "place", body, idempotency_key="k")


def test_each_seat_has_its_last_three_keys() -> None:
    match = dealt()
    bodies, answers = [], []
    for cell in ("a1", "a2", "a3", "a4"):
        bodies.append(placing(match, cell))
        for seat in range(2):
            answer = match.send(seat, "place", bodies[-1], idempotency_key=cell)
            answers.append(answer)
            assert answer.status == 200
    for index, cell in enumerate(("a1", "a2", "a3", "a4")):
        for seat in range(2):
            again = match.send(seat, "place", bodies[index], idempotency_key=cell)
            if index == 0:
                assert_problem(again, 409, "stale-turn")
            else:
                assert again == answers[2 * index + seat]


@pytest.mark.parametrize("key", ["", "k" * 256, "ключ", "\ud800"])
def test_a_key_that_is_none_is_refused(key: str) -> None:
    match = dealt()
    before = everything()
    answer = match.send(0, "place", placing(match, "a1"), idempotency_key=key)
    assert_problem(answer, 422, "invalid-key")
    creation = {"game": "texas-bingo"}
    answer = match.players[0].send("POST", "/v1/matches", creation, idempotency_key=key)
    assert_problem(answer, 422, "invalid-key")
    assert everything() == before


def test_a_key_of_255_characters_and_one_of_one_are_keys() -> None:
    match = dealt()
    for seat, key in enumerate(("k" * 255, " ")):
        first = match.send(seat, "place", placing(match, "a1"), idempotency_key=key)
        assert first.status == 200


@pytest.mark.parametrize("verb", ["play-card", "draw", "claim"])
@pytest.mark.parametrize("body", [{}, {"turn": 1}, {"card": "Qh"}])
def test_a_verb_that_the_game_does_not_have_is_told_so(verb: str, body: Json) -> None:
    for match in (dealt(), match_of(guests(2), dealt=False)):
        before = everything()
        answer = match.send(0, verb, body)
        assert_problem(answer, 409, "wrong-verb")
        assert f"Texas Bingo has no {verb}" in answer.json["detail"]
        assert everything() == before


def test_a_rule_that_refuses_a_move_is_named() -> None:
    match = match_of(guests(2))
    answer = match.send(0, "choose", {"mission": "no-such-mission"})
    assert_problem(answer, 422, "invalid-request")
    own = match.view(0)["private"]["missions"]
    others = [mission["mission"] for mission in match.view(1)["private"]["missions"]]
    assert {mission["mission"] for mission in own}.isdisjoint(others)
    answer = match.send(0, "choose", {"mission": others[0]})
    assert_problem(answer, 409, "illegal-move")
    assert answer.json["rule"] == "TB-11"


def test_a_taken_cell_a_card_that_is_not_there_and_a_cell_off_the_board_are_refused() -> None:
    match = dealt(1 + 1)
    body = placing(match, "c3")
    for seat in range(2):
        match.move(seat, "place", body)
    body = placing(match, "c3")
    before = everything()
    other = "2c" if body["card"] != "2c" else "2d"
    for wrong, status, code in (
        ({}, 409, "illegal-move"),
        ({"cell": "a1", "card": other}, 409, "illegal-move"),
        ({"cell": "a1", "card": "tunnel"}, 409, "illegal-move"),
        ({"cell": "f1"}, 422, "invalid-request"),
        ({"cell": "a6"}, 422, "invalid-request"),
        ({"cell": "A1"}, 422, "invalid-request"),
        ({"cell": "a1", "card": "1c"}, 422, "invalid-request"),
        ({"cell": "a1", "card": "QH"}, 422, "invalid-request"),
        ({"cell": "a1\n"}, 422, "invalid-request"),
    ):
        assert_problem(match.send(0, "place", body | wrong), status, code)
    assert everything() == before


def test_nothing_moves_in_a_match_that_is_over() -> None:
    match = match_of(guests(1), **options("solo"))
    play_on(match, Random(0))
    before = everything()
    for verb, body in {
        "place": {"card": "2c", "cell": "a1"},
        "reveal": {},
        "choose": {"mission": "jackpot"},
        "deal": {},
        "draw": {},
    }.items():
        assert_problem(match.send(0, verb, body), 409, "match-over")
    assert everything() == before


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of a game of three hands, dealt."""
    monkeypatch.setitem(GAMES, "little-game", GAME)
    return match_of(guests(2), game="little-game", visibility="public")


numbers = count()


def played(match: Match, *steps: str) -> list[tuple[int, str, str, Answer]]:
    """Moves written as `seat verb`, each with a key of its own, and their answers."""
    done = []
    for step in steps:
        seat, verb, key = int(step[0]), step[2:], f"key {next(numbers)}"
        answer = match.send(seat, verb, {}, idempotency_key=key)
        assert answer.status == 200, answer.text
        done.append((seat, verb, key, answer))
    return done


def hands_stored(match: Match) -> list[str]:
    return [
        item["sk"]["S"]
        for item in everything()
        if item["pk"]["S"] == f"MATCH#{match.id}" and item["sk"]["S"].startswith("HAND#")
    ]


def test_a_deal_closes_the_hand_before_it(little: Match) -> None:
    played(little, "0 draw", "1 draw")
    assert hands_stored(little) == []
    assert little.view(1)["legal"] == [{"verb": "deal", "body": {"turn": 1}}]
    answer = little.move(1, "deal", {"turn": 1})
    assert answer["events"] == [{"type": "dealt", "hand": 2}]
    assert hands_stored(little) == ["HAND#0001"]
    assert load_hand(little.id, 1).moves == ("0:deal", "0:draw", "1:draw")
    stored = load(little.id)
    assert stored
    assert stored.hand
    assert stored.hand.moves == ("1:deal",)
    assert (stored.hand.number, stored.hand.earlier, stored.hand.shuffles) == (2, 3, 1)
    assert stored.hand.carry == {"hand": 1, "points": little.view(0)["public"]["points"]}
    assert little.view(0)["move"] == 4
    with pytest.raises(KeyError):
        load_hand(little.id, 2)


def test_a_second_deal_is_refused_until_the_hand_is_over(little: Match) -> None:
    played(little, "0 draw")
    assert_problem(little.send(0, "deal"), 409, "illegal-move")
    played(little, "1 draw")
    little.move(0, "deal", {"turn": 1})
    before = everything()
    assert_problem(little.send(1, "deal", {"turn": 1}), 409, "stale-turn")
    assert_problem(little.send(1, "deal"), 409, "illegal-move")
    assert everything() == before


def test_the_record_of_many_hands_replays_to_the_result(little: Match) -> None:
    played(little, "0 draw", "1 draw", "1 deal", "1 draw", "0 draw", "0 deal", "0 draw", "1 draw")
    view = little.view(0)
    assert (view["status"], view["move"]) == ("finished", 9)
    assert sum(view["result"]["totals"]) == 3
    record = little.record()
    assert record["hands"] == [
        ["0:deal", "0:draw", "1:draw"],
        ["1:deal", "1:draw", "0:draw"],
        ["0:deal", "0:draw", "1:draw"],
    ]
    table = replay(from_text(record["text"]))
    assert table.game.result(table.state) == view["result"]
    assert table.shuffler.count == 3


@pytest.mark.parametrize("writes_ago", [0, 1])
def test_requests_of_earlier_hands_are_answered_the_same(little: Match, writes_ago: int) -> None:
    """Also where a hand that has just been closed cannot be seen yet."""
    stale = Stale(writes_ago)
    with wrapped(stale):
        done = played(little, "0 draw", "1 draw", "1 deal", "0 draw", "1 draw", "0 deal")
        tables.forget()  # as another instance of the function
        before = everything()
        for seat, verb, key, answer in done:
            again(little, seat, verb, {}, key, answer)
        assert len(little.record()["hands"]) == 3
    assert everything() == before


def test_a_record_of_many_hands_shows_the_earlier_ones_while_the_match_runs(little: Match) -> None:
    played(little, "0 draw", "1 draw", "1 deal", "0 draw")
    record = send("GET", f"{little.path}/record").json
    assert record["hands"] == [["0:deal", "0:draw", "1:draw"], ["1:deal", "0:draw"]]


def test_the_match_item_does_not_grow_with_its_hands(
    little: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.matches.little_game.HANDS", 7)
    sizes = []
    for _ in range(6):
        played(little, "0 draw", "1 draw", "0 deal")
        (item,) = (item for item in everything() if item["sk"]["S"] == "MATCH")
        sizes.append(sum(len(text) for value in item.values() for text in value.values()))
    assert max(sizes) <= sizes[0] + 60
    assert len(hands_stored(little)) == 6


def test_an_unanswered_deal_that_closed_a_hand_is_not_made_twice(little: Match) -> None:
    played(little, "0 draw", "1 draw")
    for number in range(2):
        with wrapped(Failing(unanswered, number)):
            moved = little.move(0, "deal")
        assert moved["view"]["move"] == 4 + 3 * number
        played(little, "0 draw", "1 draw")
    assert hands_stored(little) == ["HAND#0001", "HAND#0002"]
