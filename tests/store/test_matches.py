"""Matches as items: nothing is lost on the way, little is written."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.games import texas_bingo
from croupier.matches import answered, tables
from croupier.matches.answered import Answered
from croupier.matches.replay import Carry, deal
from croupier.store import matches as store
from croupier.store import table
from croupier.store.matches import Hand, Match, Seat, Stale
from tests.flow.service import everything

pytestmark = pytest.mark.usefixtures("service")

WRITE_UNIT = 1024  # bytes

MATCH = Match(
    id="0123456789abcdef",
    game="texas-bingo",
    rules=1,
    options={},
    seed=bytes(range(32)),
    invite="0123456789",
    public=False,
    fewest=2,
    most=2,
    created=1_900_000_000,
    expires_at=4_000_000_000,
    seats=(Seat("ada", "Ada"), None),
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
json = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
hands = st.builds(
    Hand,
    number=st.integers(1, 9999),
    earlier=st.integers(0, 10**6),
    shuffles=st.integers(0, 10**6),
    carry=st.none() | st.dictionaries(texts, json, max_size=3),
    moves=st.lists(st.from_regex(r"[0-9]:[!-~]{1,9}", fullmatch=True), min_size=1).map(tuple),
)
matches = st.builds(
    Match,
    id=st.from_regex("[0-9a-z]{1,16}", fullmatch=True),
    game=texts,
    rules=st.integers(1, 99),
    options=st.dictionaries(texts, json, max_size=3),
    seed=st.binary(min_size=32, max_size=32),
    invite=texts,
    public=st.booleans(),
    fewest=st.integers(1, 8),
    most=st.integers(1, 8),
    created=st.integers(0, 2**40),
    expires_at=st.integers(2**35, 2**40),
    seats=st.lists(
        st.none() | st.builds(Seat, texts.filter(bool), texts, texts),
        min_size=1,
        max_size=8,
        unique_by=lambda seat: seat.player if seat else object(),  # nobody sits twice
    ).map(tuple),
    request=texts,
    removed=st.lists(texts, max_size=3).map(tuple),
    version=st.integers(1, 2**40),
    status=st.sampled_from(["open", "playing", "finished"]),
    hand=st.none() | hands,
    answered=st.binary(max_size=90),
    result=st.none() | st.dictionaries(texts, json, max_size=3),
)


@settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(matches, st.integers(0, 9))
def test_a_match_is_read_as_it_was_written(match: Match, salt: int) -> None:
    match = replace(match, id=f"{match.id}{salt}"[:16])
    before = store.load(match.id)
    if before:
        store.save(match, expected=before.version)
    else:
        store.create(match)
    for consistent in (True, False):
        assert store.load(match.id, consistent=consistent) == match
    assert store.load_many([match.id, "none"]) == [match]


def test_a_match_is_written_on_the_version_that_it_was_read_at() -> None:
    store.create(MATCH)
    second = replace(MATCH, version=2, status="playing")
    store.save(second, expected=1)
    with pytest.raises(Stale) as stale:
        store.save(replace(MATCH, version=2), expected=1)
    assert stale.value.current == second
    assert store.load(MATCH.id) == second


def test_a_match_is_created_once() -> None:
    store.create(MATCH)
    with pytest.raises(Stale) as stale:
        store.create(replace(MATCH, seed=bytes(32)))
    assert stale.value.current == MATCH
    assert store.memberships("bob") == []


def test_what_belongs_together_is_written_together_or_not_at_all() -> None:
    store.create(MATCH)
    hand = Hand(1, 0, 0, None, ("0:deal",))
    joined = replace(MATCH, version=2, seats=(*MATCH.seats[:1], Seat("bob", "Bob")))
    with pytest.raises(Stale):
        store.save(joined, expected=9, joined="bob", closed=hand, left=["ada"])
    assert (store.memberships("ada"), store.memberships("bob")) == ([MATCH.id], [])
    with pytest.raises(KeyError):
        store.load_hand(MATCH.id, 1)
    store.save(joined, expected=1, joined="bob", closed=hand, left=["ada"])
    assert (store.memberships("ada"), store.memberships("bob")) == ([], [MATCH.id])
    assert store.load_hand(MATCH.id, 1) == hand


def test_an_id_that_is_none_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """DynamoDB raises for a key of more than 2,048 bytes; moto does not."""
    monkeypatch.setattr(table, "get", lambda *_, **__: pytest.fail("asked"))
    assert store.load("x" * 41) is None
    assert store.load("é" * 1500) is None


def test_the_index_has_open_public_matches_with_a_free_seat() -> None:
    public = replace(MATCH, public=True)
    full = (Seat("ada", "Ada"), Seat("bob", "Bob"))
    for number, (match, listed) in enumerate(
        [
            (public, True),
            (MATCH, False),
            (replace(public, seats=full), False),
            (replace(public, status="playing"), False),
            (replace(public, status="finished"), False),
        ]
    ):
        match = replace(match, id=f"match{number}", game=f"game{number}")
        store.create(match)
        found = store.open_matches(match.game, before="", limit=9)
        assert found == ([f"1900000000#{match.id}"] if listed else [])


def test_open_matches_come_newest_first_from_all_shards() -> None:
    made = []
    for number in range(30):
        match = replace(MATCH, id=f"match{number}", public=True, created=1_900_000_000 + number)
        store.create(match)
        made.append(f"{match.created}#{match.id}")
    shards = {item["open_game"]["S"] for item in everything() if "open_game" in item}
    assert len(shards) == store.SHARDS
    newest = made[::-1]
    assert store.open_matches("texas-bingo", before="", limit=7) == newest[:7]
    assert store.open_matches("texas-bingo", before=newest[6], limit=7) == newest[7:14]
    assert store.open_matches("texas-bingo", before=newest[27], limit=7) == newest[28:]
    assert store.open_matches("bingo", before="", limit=7) == []


def texas_bingo_match(seats: int) -> Match:
    names = tuple(Seat(f"{number:016}", f"Player number {number}") for number in range(seats))
    return replace(MATCH, seats=names, status="playing", fewest=seats, most=seats)


def random_hand(match: Match, moves: int) -> Hand:
    rng, made = Random(moves), ["0:deal"]
    dealt = deal(tables.header(match), Carry())
    state: Any = dealt.state
    while len(made) < moves and (waiting := texas_bingo.to_act(state)):
        seat = rng.choice(waiting)
        move = rng.choice(texas_bingo.legal(state, seat))
        made.append(f"{seat}:{move}")
        texas_bingo.play(state, seat, move, dealt.shuffler)
    return Hand(1, 0, 0, None, tuple(made))


def size(item: Any) -> int:
    """As DynamoDB counts: names and values, numbers at most two digits a byte and one more."""
    return sum(
        len(name) + (len(text) // 2 + 2 if kind == "N" else len(text))
        for name, value in item.items()
        for kind, text in value.items()
    )


@pytest.mark.parametrize(("seats", "moves"), [(4, 1 + 4 + 12 * 4), (2, 1000)])
def test_a_match_of_four_in_its_middle_is_written_with_one_unit(seats: int, moves: int) -> None:
    match = texas_bingo_match(seats)
    entries = b""
    for seat in range(seats):
        for number in range(3):
            key, body = answered.digests(f"{seat} {number}", "")
            entries = answered.add(entries, Answered(seat, key, body, number, number))
    match = replace(match, hand=random_hand(match, moves), answered=entries)
    store.create(match)
    (item,) = (item for item in everything() if item["sk"]["S"] == "MATCH")
    assert size(item) <= WRITE_UNIT


def test_of_the_answered_requests_each_seat_keeps_three() -> None:
    entries = b""
    rng = Random(1)
    made: list[Answered] = []
    for number in range(60):
        key, body = answered.digests(f"{number}", f"body {number}")
        made.append(Answered(rng.randrange(4), key, body, number, number + 1))
        entries = answered.add(entries, made[-1])
    for seat in range(4):
        own = [entry for entry in made if entry.seat == seat]
        for entry in own[:-3]:
            assert answered.find(entries, seat, entry.key) is None
        for entry in own[-3:]:
            assert answered.find(entries, seat, entry.key) == entry
            assert answered.find(entries, seat + 1, entry.key) is None
    assert len(entries) == 4 * 3 * 18
