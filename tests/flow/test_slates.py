"""Marks of Bingo: each seat's in an item of its own, and the record whole all the same."""

from random import Random

import pytest

from croupier.matches.record import from_text
from croupier.matches.replay import replay
from croupier.store import matches as stored_matches
from croupier.store import slates
from tests.flow.client import Json, assert_problem
from tests.flow.service import Match, any_move, everything, guests, match_of
from tests.store.faults import FAULTS, Failing, Interleaved, wrapped

pytestmark = pytest.mark.usefixtures("service")


def drawn(seats: int = 2, draws: int = 20, **options: object) -> Match:
    """A match in which some numbers are drawn and nothing is marked."""
    match = match_of(guests(seats), game="bingo", options=options, visibility="public")
    for _ in range(draws):
        match.move(0, "reveal")
    return match


def marks(match: Match, seat: int) -> list[Json]:
    """The bodies of the marks that a seat can make."""
    return [move["body"] for move in match.view(seat)["legal"] if move["verb"] == "place"]


def marked(view: Json) -> list[str]:
    cells: list[str] = view["private"]["cards"][0]["marked"]
    return cells


def play(match: Match, rng: Random, claims: float = 0.2) -> None:
    """Random moves to the end, with claims now and then."""
    while True:
        for seat in rng.sample(range(len(match.players)), len(match.players)):
            view = match.view(seat)
            if view["status"] == "finished":
                return
            for move in rng.sample(view["legal"], len(view["legal"])):
                chance = {"place": 0.8, "claim": claims, "reveal": 0.6}[move["verb"]]
                if rng.random() < chance:
                    match.send(seat, move["verb"], move["body"])


def test_a_mark_changes_what_its_owner_sees_and_nothing_else() -> None:
    match = drawn()
    tags = [player.send("GET", match.path).headers["ETag"] for player in match.players]
    others = match.view(1), match.view(None)
    items = {str(item["sk"]): item for item in everything() if item["pk"]["S"].startswith("MATCH")}
    before = match.view(0)
    moved = match.move(0, "place", marks(match, 0)[0])
    assert moved["version"] == before["version"] + 1 == moved["view"]["version"]
    assert moved["view"] == match.view(0)
    assert len(marked(moved["view"])) == len(marked(before)) + 1
    assert (match.view(1), match.view(None)) == others
    assert moved["view"]["move"] == before["move"]
    for seat, status in ((0, 200), (1, 304)):
        got = match.players[seat].send("GET", match.path, if_none_match=tags[seat])
        assert (got.status, got.headers["ETag"] == tags[seat]) == (status, status == 304)
    after = {str(item["sk"]): item for item in everything() if item["pk"]["S"].startswith("MATCH")}
    assert after.keys() - items.keys() == {"{'S': 'SLATE#000'}"}
    assert {sk: after[sk] for sk in items} == items


def test_every_version_that_a_player_is_shown_is_greater_than_the_one_before() -> None:
    match = drawn(2, 10)
    rng = Random(3)
    last = match.view(0)["version"]
    for _ in range(60):
        seat = rng.randrange(2)
        verb, body = any_move(rng, match.view(seat))
        moved = match.move(seat, verb, body)
        seen = match.view(0)["version"]
        assert seen == last + (1 if seat == 0 or verb != "place" else 0)
        assert seat == 1 or moved["version"] == seen
        last = seen
        if match.view(0)["status"] == "finished":
            break
    (listed,) = match.players[0].send("GET", "/v1/players/me/matches").json["matches"]
    assert listed["version"] == last
    assert slates.load(match.id, 0).moves


def test_a_mark_for_a_version_that_has_passed_is_refused_and_the_present_one_is_taken() -> None:
    match = drawn()
    first, second, *_ = marks(match, 0)
    version = match.view(0)["version"]
    match.move(0, "place", first, if_match=f'"{version}"')
    assert_problem(match.send(0, "place", second, if_match=f'"{version}"'), 412, "version-changed")
    assert_problem(match.send(0, "claim", if_match=f'"{version}"'), 412, "version-changed")
    match.move(0, "place", second, if_match=f'"{version + 1}"')
    match.move(0, "claim", if_match=f'"{version + 2}"')


def test_a_mark_sent_again_is_made_once_and_answered_the_same_whatever_came_after() -> None:
    match = drawn()
    first, second, third, *_ = marks(match, 0)
    answers = [
        (verb, body, match.send(0, verb, body, idempotency_key=key).text)
        for key, verb, body in (
            ("a", "place", first),
            ("b", "reveal", {}),
            ("c", "place", second),
            ("d", "claim", {}),
        )
    ]
    match.move(1, "place", marks(match, 1)[0])
    for key, (verb, body, text) in zip("abcd", answers, strict=True):
        assert match.send(0, verb, body, idempotency_key=key).text == text
    for key in "abcd":
        assert_problem(match.send(0, "place", third, idempotency_key=key), 422, "key-reused")
    assert len(slates.load(match.id, 0).moves) == 2
    match.move(0, "place", third, idempotency_key="e")


def test_a_mark_that_a_draw_overtook_counts_and_a_draw_that_one_overtook_does_not() -> None:
    match = drawn()
    body = marks(match, 1)[0]
    draw = next(move for move in match.view(0)["legal"] if move["verb"] == "reveal")
    match.move(0, "reveal", draw["body"])
    match.move(1, "place", body)
    assert_problem(match.send(0, "reveal", draw["body"]), 409, "stale-turn")


def test_what_cannot_be_marked_is_refused_and_changes_nothing() -> None:
    match = drawn(2, 5, cards_per_player=2)
    before = everything()
    names = [name for row in match.view(0)["private"]["cards"][0]["rows"] for name in row]
    drawn_now = match.view(0)["public"]["draws"]
    undrawn = next(name for name in names if name not in [*drawn_now, "free"])
    foreign = next(name for name in drawn_now if name not in names)
    for body, status in (
        ({"number": undrawn}, 409),
        ({"number": foreign}, 409),
        ({"number": undrawn, "card": 2}, 409),
        ({"number": "B16"}, 422),
        ({"number": "free"}, 422),
        ({"number": undrawn, "card": 6}, 422),
        ({"number": undrawn, "card": -1}, 422),
        ({"card": 0}, 422),
        ({}, 422),
    ):
        answer = match.send(0, "place", body)
        assert_problem(answer, status, "illegal-move" if status == 409 else "invalid-request")
        assert ("rule" in answer.json) == (status == 409)
    assert everything() == before


def test_the_record_has_every_mark_at_its_place_and_replays_to_the_result() -> None:
    setups: list[Json] = [{}, {"cards_per_player": 2}, {"pattern": ["line", "x", ["a1", "c3"]]}]
    for seed in range(3):
        match = drawn(2, 20, **setups[seed])
        play(match, Random(seed))
        record = match.record()
        replayed = replay(from_text(record["text"]))
        assert replayed.game.result(replayed.state) == match.view(0)["result"]
        moves = [entry.partition(":")[2] for entry in record["hands"][0]]
        placed = [move for move in moves if move[0] in "BINGO"]
        assert len(placed) == sum(len(slate.moves) for slate in slates.load_all(match.id)) > 10
        for seat in range(2):
            view = match.view(seat)
            assert view["private"] == replayed.game.view(replayed.state, seat)[1]
        assert_problem(match.send(0, "place", {"number": "B1"}), 409, "match-over")


def test_a_mark_made_while_its_players_claim_is_under_way_has_its_place_too() -> None:
    match = drawn(1, 75)
    first, second, *_ = marks(match, 0)
    match.move(0, "place", first)

    def mark() -> None:
        assert match.send(0, "place", second).status == 200

    with wrapped(Interleaved(mark)):
        claimed = match.move(0, "claim")
    assert claimed["events"] == [{"type": "false-claim", "seat": 0}]
    match.move(0, "reveal")
    record = match.record()
    placed = [entry for entry in record["hands"][0] if entry[2:] == second["number"]]
    assert len(placed) == 1
    replayed = replay(from_text(record["text"]))
    assert replayed.game.result(replayed.state) == match.view(0)["result"]
    assert replayed.game.view(replayed.state, 0)[1] == match.view(0)["private"]


def test_while_the_match_runs_the_record_has_ones_own_marks_and_no_others() -> None:
    match = drawn(2)
    for seat in (0, 1):
        for body in marks(match, seat)[:3]:
            match.move(seat, "place", body)
    match.move(1, "claim")
    for seat in (0, 1):
        (moves,) = match.players[seat].send("GET", f"{match.path}/record").json["hands"]
        assert {move for move in moves if move[2] in "BINGO"} == {
            f"{seat}:{entry.partition(':')[2]}" for entry in slates.load(match.id, seat).moves
        }
        assert ("1:claim" in moves) == (seat == 0)
        assert any(move.startswith("1:bingo@") for move in moves) == (seat == 1)


def test_looking_back_shows_the_marks_that_were_made_by_then() -> None:
    match = drawn(2)
    rng = Random(4)
    views = [match.view(seat) for seat in (0, 1)]
    seen = {}
    for _ in range(30):
        seat = rng.randrange(2)
        if views[seat]["status"] == "finished":
            break
        match.move(seat, *any_move(rng, views[seat]))
        views = [match.view(seat) for seat in (0, 1)]
        seen[views[0]["move"]] = views  # the last one that has so many moves
    assert len(seen) > 3
    for move, views in seen.items():
        for seat, before in enumerate(views):
            query = {"at": str(move)}
            then = match.players[seat].send("GET", match.path, query=query).json
            assert then["private"] == before["private"]
            assert then["public"] == before["public"]
    assert len({str(views[0]["private"]) for views in seen.values()}) > 2


@pytest.mark.parametrize("fault", ["lost", "unanswered", "contended"])
def test_one_bad_call_anywhere_loses_no_mark_and_makes_none_twice(fault: str) -> None:
    counting = Failing(FAULTS[fault], 10_000)
    match = drawn(1, 30)
    bodies = marks(match, 0)[:2]
    with wrapped(counting):
        match.move(0, "place", bodies[0])
    assert counting.calls == 3
    for number in range(counting.calls):
        match = drawn(1, 30)
        bodies = marks(match, 0)[:2]
        for body in bodies:
            with wrapped(Failing(FAULTS[fault], number)):
                moved = match.move(0, "place", body)
        assert moved["view"] == match.view(0)
        moves = slates.load(match.id, 0).moves
        assert [move.partition(":")[2] for move in moves] == [body["number"] for body in bodies]


def test_marks_of_a_hundred_seats_and_six_cards_stay_small() -> None:
    match = drawn(2, 75, cards_per_player=6)
    for body in marks(match, 1):
        match.move(1, "place", body)
    slate = slates.load(match.id, 1)
    assert len(slate.moves) == 6 * 24
    (item,) = (item for item in everything() if item["sk"]["S"] == "SLATE#001")
    assert len(str(item)) < 2000
    found = stored_matches.load(match.id)
    assert found
    assert found.hand
    assert len(found.hand.moves) == 76
