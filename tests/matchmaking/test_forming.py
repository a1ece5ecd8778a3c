"""Who plays with whom: every rule against a second, slower one, over tickets of all kinds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from croupier.matchmaking import forming
from croupier.matchmaking.forming import Group, Waiting, form
from croupier.matchmaking.rules import Mode
from tests.matchmaking.naive_forming import (
    Never,
    faults,
    fitting,
    mode,
    seats,
    some_mode,
    some_never,
    some_tickets,
    spread,
    ticket,
)

NOW = 100.0

Case = tuple[str, list[Waiting], Mode, Never]


def some_cases(name: str, cases: int, most: int) -> Iterator[Case]:
    for number in range(cases):
        seed = f"{name} {number}"
        rng = Random(seed)
        waiting = some_tickets(rng, rng.randint(1, most), rng.choice([0, 60, 300]))
        yield seed, waiting, some_mode(rng), some_never(rng, waiting, rng.choice([0, 0.1, 0.4]))


def names(groups: Sequence[Group]) -> list[list[str]]:
    return [sorted(one.id for one in group.tickets) for group in groups]


def oldest_of(tickets: Sequence[Waiting]) -> Waiting:
    return min(tickets, key=lambda one: one.since)


# Whatever the tickets are.


def test_nothing_is_wrong_with_any_group_and_nobody_is_in_two() -> None:
    formed = 0
    for seed, waiting, rules, never in some_cases("nothing wrong", 400, 40):
        groups = form(waiting, NOW, rules, never)
        for group in groups:
            assert not faults(group, NOW, rules, never), seed
            assert set(group.tickets) <= set(waiting), seed
        placed = [one.id for group in groups for one in group.tickets]
        assert len(set(placed)) == len(placed), seed
        formed += len(groups)
    assert formed > 1000


def test_the_order_of_the_tickets_and_of_the_pairs_makes_no_difference() -> None:
    for seed, waiting, rules, never in some_cases("order", 100, 40):
        groups = form(waiting, NOW, rules, never)
        rng = Random(seed)
        mixed = rng.sample(waiting, len(waiting))
        assert form(mixed, NOW, rules, rng.sample(list(never), len(never))) == groups, seed


def test_names_make_no_difference() -> None:
    for seed, waiting, rules, never in some_cases("names", 100, 40):
        waiting = [
            replace(one, rating=one.rating + index / 64) for index, one in enumerate(waiting)
        ]
        others = Random(seed).sample([one.id for one in waiting], len(waiting))
        new = dict(zip((one.id for one in waiting), others, strict=True))
        renamed = [replace(one, id=new[one.id]) for one in waiting]
        expected = [
            Group(tuple(replace(one, id=new[one.id]) for one in group.tickets), group.bots)
            for group in form(waiting, NOW, rules, never)
        ]
        assert form(renamed, NOW, rules, never) == expected, seed


def test_the_tickets_are_not_changed_and_a_group_holds_them_by_rating() -> None:
    for seed, waiting, rules, never in some_cases("by rating", 50, 40):
        before = list(waiting)
        for group in form(waiting, NOW, rules, never):
            ratings = [one.rating for one in group.tickets]
            assert ratings == sorted(ratings), seed
        assert waiting == before


def test_the_oldest_gets_the_closest_of_the_largest_groups_that_it_could_be_in() -> None:
    found = 0
    for seed, waiting, rules, never in some_cases("oldest", 400, 8):
        oldest = oldest_of(waiting)
        could = [one for one in fitting(waiting, NOW, rules, never) if oldest in one.tickets]
        best = min(((-seats(one), spread(one)) for one in could), default=None)
        got = [one for one in form(waiting, NOW, rules, never) if oldest in one.tickets]
        if got and not got[0].bots:
            assert (-seats(got[0]), spread(got[0])) == best, seed
            found += 1
        elif best:
            assert not got, f"{seed}: bots where humans could be"
            assert NOW - oldest.since < rules.patience, f"{seed}: passed over"
    assert found > 100


def test_of_those_left_after_the_patience_no_group_would_fit() -> None:
    for seed, waiting, rules, never in some_cases("left", 300, 9):
        rules = rules.model_copy(update={"patience": 0.0})
        placed = {one for group in form(waiting, NOW, rules, never) for one in group.tickets}
        left = [one for one in waiting if one not in placed]
        assert next(fitting(left, NOW, rules, never), None) is None, seed


def test_bots_come_in_only_where_no_humans_fit_and_as_few_as_can_be() -> None:
    found = 0
    for seed, waiting, rules, never in some_cases("bots", 600, 7):
        oldest = oldest_of(waiting)
        for group in form(waiting, NOW, rules, never):
            if group.bots and oldest in group.tickets:
                found += 1
                assert not any(
                    oldest in one.tickets for one in fitting(waiting, NOW, rules, never)
                ), seed
    assert found > 50


# Windows.


def test_the_window_is_that_of_the_oldest_in_the_group() -> None:
    rules = mode(2, 2, [(0, 100), (10, 200)], patience=0)
    young, old = ticket("young", 1500, since=99), ticket("old", 1650, since=90)
    assert form([young, old], 99.9, rules) == []
    assert names(form([young, old], 100, rules)) == [["old", "young"]]
    assert form([young, replace(old, since=91.0)], 100, rules) == []
    assert form([young, replace(old, rating=1701.0)], 100, rules) == []
    assert names(form([young, replace(old, rating=1700.0)], 100, rules)) == [["old", "young"]]


@pytest.mark.parametrize("narrow", [["one"], ["two"], ["one", "two"]])
def test_no_ticket_is_in_a_group_that_is_wider_than_it_accepts(narrow: list[str]) -> None:
    rules = mode(2, 4, [(0, None)], patience=0)
    pair = [ticket("one", 1500), ticket("two", 1560, since=1)]
    for window, expected in ((59, []), (60, [["one", "two"]])):
        tickets = [replace(one, window=window) if one.id in narrow else one for one in pair]
        assert names(form(tickets, 1e6, rules)) == expected


def test_the_spread_is_that_of_the_whole_group_not_the_distance_to_the_oldest() -> None:
    rules = mode(3, 3, [(0, 100)], patience=0)
    tickets = [ticket("middle", 1500), ticket("low", 1440, 1), ticket("high", 1560, 1)]
    assert form(tickets, NOW, rules) == []
    nearer = [*tickets[:2], ticket("high", 1540, 1)]
    assert names(form(nearer, NOW, rules)) == [["high", "low", "middle"]]


def test_a_clock_that_is_behind_finds_the_first_window() -> None:
    rules = mode(2, 2, [(0, 100), (10, 200)], patience=20)
    tickets = [ticket("one", 1500, since=105), ticket("two", 1500, since=103)]
    assert names(form(tickets, NOW, rules)) == [["one", "two"]]
    assert form([tickets[0], replace(tickets[1], rating=1501.0)], NOW, rules) == []


# Chances.


def test_two_that_have_waited_past_their_last_step_match_with_no_third_arriving() -> None:
    rules = mode(2, 6, [(0, 50), (30, 100), (90, None)], patience=20)
    tickets = [ticket("one", 0, since=0), ticket("two", 4000, since=5)]
    assert form(tickets, 89, rules) == []
    for later in (90, 95, 1e4, 1e7):
        assert names(form(tickets, later, rules)) == [["one", "two"]]


def test_two_among_many_who_fit_nobody_find_each_other_in_the_end() -> None:
    rules = mode(2, 2, [(0, None)], patience=0)
    crowd = [ticket(f"alone {number}", 1500 + number, window=0.1) for number in range(300)]
    pair = [ticket("one", 1500.25), ticket("two", 1799.75)]
    calls = [form([*crowd, *pair], now, rules) for now in range(1, 100)]
    assert any(names(groups) == [["one", "two"]] for groups in calls)


def test_three_who_may_meet_among_many_who_keep_apart_find_each_other_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only two others may meet, only the oldest has a window for them, and its tries are few."""
    monkeypatch.setattr(forming, "STEPS", 3)
    rules = mode(3, 3, [(0, 0), (50, None)], patience=0)
    oldest = ticket("oldest", 1500, since=0)
    found = 0
    for now in range(50, 90):
        crowd = [ticket(f"{number}.", 1501 + number, since=now - 1) for number in range(24)]
        never = [
            frozenset((*one.players, *other.players))
            for one, other in combinations(crowd, 2)
            if {one.id, other.id} != {"13.", "17."}
        ]
        groups = form([*crowd, oldest], now, rules, never)
        found += names(groups) == [["13.", "17.", "oldest"]]
    assert found


def test_a_party_is_not_starved_by_singles() -> None:
    """Singles would be four by themselves; they keep coming, one a second."""
    rules = mode(4, 4, [(0, 200)], patience=10)
    party = ticket("party", 1500, since=0, size=3)
    for now in range(1, 60):
        singles = [ticket(f"{number}.", 1500, since=now - 0.5) for number in range(8)]
        groups = form([*singles, party], now, rules)
        assert party in groups[0].tickets


def test_a_ticket_far_from_all_others_is_served_first_once_its_window_is_wide_enough() -> None:
    rules = mode(4, 4, [(0, 100), (60, None)], patience=20)
    far = ticket("far", 2600, since=0)
    for now in (59, 60):
        near = [ticket(f"{number}.", 1500, since=now - 1) for number in range(4)]
        groups = form([far, *near], now, rules)
        assert (far in groups[0].tickets) == (now == 60)


# Parties.


def test_a_party_stays_together_and_counts_once() -> None:
    rules = mode(4, 4, [(0, 100)], patience=0)
    party = ticket("party", 1500, size=3)
    pair = ticket("pair", 1500, since=1, size=2)
    single = ticket("single", 1580, since=2)
    assert form([party, pair], NOW, rules) == []
    assert names(form([party, pair, single], NOW, rules)) == [["party", "single"]]


def test_a_party_larger_than_a_match_waits_in_peace() -> None:
    rules = mode(2, 2, patience=0)
    tickets = [ticket("party", size=3, bots=0), ticket("one", since=1), ticket("two", since=2)]
    assert names(form(tickets, NOW, rules)) == [["one", "two"]]


def test_a_party_that_fills_a_match_plays_at_once() -> None:
    tickets = [ticket("party", size=4, since=NOW)]
    assert names(form(tickets, NOW, mode(2, 4, patience=20))) == [["party"]]


def test_parties_are_combined_so_that_the_seats_come_out() -> None:
    """The two nearest are singles, with whom the party would not fit in."""
    rules = mode(5, 5, [(0, 100)], patience=0)
    tickets = [
        ticket("oldest", 1500),
        ticket("one", 1501, since=1),
        ticket("two", 1502, since=1),
        ticket("party", 1503, since=1, size=3),
    ]
    (group,) = form(tickets, NOW, rules)
    assert {tickets[0], tickets[3]} < set(group.tickets)


# Those who must never meet.


def test_two_who_must_never_meet_do_not_whatever_they_waited() -> None:
    rules = mode(2, 4, patience=0)
    tickets = [ticket("one", size=2), ticket("two", since=1), ticket("three", since=2)]
    never = [frozenset(("one1", "two0"))]
    for now in (NOW, 1e6):
        assert names(form(tickets, now, rules, never)) == [["one", "three"]]
    assert names(form(tickets, NOW, rules, [frozenset(("one1", "stranger"))])) == [
        ["one", "three", "two"]
    ]


def test_a_third_does_not_bring_together_two_who_must_never_meet() -> None:
    rules = mode(3, 3, patience=0)
    tickets = [ticket("oldest"), ticket("one", since=1), ticket("two", since=2)]
    never = [frozenset(("one0", "two0"))]
    assert form(tickets, NOW, rules, never) == []
    fourth = ticket("far", 1590, since=3)
    (group,) = form([*tickets, fourth], NOW, rules, never)
    assert {tickets[0], fourth} < set(group.tickets)


def test_bots_do_not_bring_together_two_who_must_never_meet() -> None:
    rules = mode(3, 3, patience=0)
    tickets = [ticket("one", bots=0), ticket("two", since=1, bots=0)]
    assert names(form(tickets, NOW, rules)) == [["one", "two"]]
    apart = form(tickets, NOW, rules, [frozenset(("one0", "two0"))])
    assert names(apart) == [["one"], ["two"]]
    assert [group.bots for group in apart] == [2, 2]


def test_who_keeps_away_from_themselves_alone_plays() -> None:
    tickets = [ticket("one"), ticket("two", since=1)]
    never = [frozenset({"one0"}), frozenset()]
    assert form(tickets, NOW, mode(), never) == form(tickets, NOW, mode())


def test_a_party_that_must_never_meet_itself_does_not_play() -> None:
    rules = mode(2, 2, patience=0)
    party = ticket("party", size=2)
    assert form([party], NOW, rules, [frozenset(party.players)]) == []


def test_of_two_tickets_of_one_player_the_older_is_taken() -> None:
    rules = mode(2, 2, patience=0)
    old = ticket("old", since=0)
    again = replace(ticket("again", since=1), players=old.players)
    other = ticket("other", since=2)
    assert form([again, old], NOW, rules) == []
    assert names(form([again, old, other], NOW, rules)) == [["old", "other"]]


# Seats.


def test_every_ticket_gets_the_number_of_seats_that_it_wants() -> None:
    rules = mode(2, 4, patience=0)
    duel = [ticket("one", seats=(2, 2)), ticket("two", since=1, seats=(2, 3))]
    table = [ticket("three", since=2, seats=(4, 9)), ticket("four", since=3, seats=(3, 4))]
    assert names(form([*duel, *table], NOW, rules)) == [["one", "two"]]
    more = [ticket("five", since=4), ticket("six", since=5)]
    assert names(form([*table, *more], NOW, rules)) == [["five", "four", "six", "three"]]


def test_no_more_sit_down_than_the_mode_has_seats() -> None:
    tickets = [ticket(f"{number}.", since=number) for number in range(9)]
    groups = form(tickets, NOW, mode(2, 4, patience=0))
    assert [seats(group) for group in groups] == [4, 4]


# When a match starts.


def test_a_full_match_of_equals_starts_at_once() -> None:
    tickets = [ticket(f"{number}.", since=NOW) for number in range(4)]
    assert [seats(group) for group in form(tickets, NOW, mode(2, 4))] == [4]


def test_without_patience_whoever_fits_starts_at_once() -> None:
    tickets = [ticket("one", 1500, since=NOW), ticket("two", 1590, since=NOW)]
    assert names(form(tickets, NOW, mode(2, 4, patience=0))) == [["one", "two"]]


def test_a_wider_spread_is_waited_with_for_longer_but_never_past_the_patience() -> None:
    """The window at the end of the patience is 200; half of the wait is a quarter of that."""
    rules = mode(2, 2, [(0, 100), (10, 200), (60, None)], patience=20)
    for apart, starts in ((0, 0.0), (50, 10.0), (128, 16.0), (200, 20.0)):
        tickets = [ticket("one", 1500), ticket("two", 1500 + apart)]
        assert names(form(tickets, starts, rules)) == [["one", "two"]]
        if starts:
            assert form(tickets, starts - 0.01, rules) == []


def test_a_match_starts_at_its_minimum_when_too_few_come_to_fill_it_in_time() -> None:
    """Two of four after half of the patience: as many again will be there only at its end."""
    rules = mode(2, 4, patience=20)
    pair = [ticket("one", since=0), ticket("two", since=4)]
    assert form(pair, 9.99, rules) == []
    assert names(form(pair, 10, rules)) == [["one", "two"]]
    third = ticket("three", since=9)
    assert form([*pair, third], 14.99, rules) == []
    assert names(form([*pair, third], 15, rules)) == [["one", "three", "two"]]
    fourth = ticket("four", since=12)
    assert seats(form([*pair, third, fourth], 12, rules)[0]) == 4


def test_a_match_waits_for_those_whom_a_wider_window_will_let_in() -> None:
    rules = mode(2, 4, [(0, 100), (15, 200)], patience=20)
    pair = [ticket("one", since=0), ticket("two", since=0)]
    outside = [ticket("three", 1650, since=11), ticket("four", 1660, since=11)]
    assert names(form(pair, 12, rules)) == [["one", "two"]]
    assert form([*pair, *outside], 12, rules) == []
    assert seats(form([*pair, *outside], 20, rules)[0]) == 4


def test_nobody_waits_for_those_who_are_further_away_than_they_accept() -> None:
    rules = mode(2, 4, [(0, 100), (15, 200)], patience=20)
    pair = [ticket("one", since=0, window=100), ticket("two", since=0)]
    outside = [ticket("three", 1650, since=11), ticket("four", 1660, since=11)]
    assert names(form([*pair, *outside], 12, rules)) == [["one", "two"]]


def test_no_small_match_is_made_of_those_who_fill_one_that_is_not_close_enough_yet() -> None:
    """The oldest waits for closer ones; two of the others alone would have waited long enough."""
    rules = mode(2, 4, [(0, 50), (15, 100), (28, 400)], patience=30)
    oldest = ticket("oldest", 1890, since=71)
    others = [ticket(name, 1501, since=80) for name in ("one", "two")]
    fourth = ticket("four", 1880, since=99)
    assert names(form(others, NOW, rules)) == [["one", "two"]]
    assert form([oldest, *others, fourth], NOW, rules) == []
    assert seats(form([oldest, *others, fourth], NOW + 1, rules)[0]) == 4


def test_a_full_match_is_found_behind_those_who_want_a_smaller_one() -> None:
    rules = mode(2, 4, [(0, 400)], patience=20)
    duels = [ticket(f"duel {n}", 1500 + n, since=1, seats=(2, 2), size=1) for n in range(1, 9)]
    others = [ticket(name, 1600, since=1, seats=(4, 4)) for name in ("one", "two", "three")]
    groups = form([ticket("oldest", 1500), *duels, *others], NOW, rules)
    assert names(groups)[0] == ["oldest", "one", "three", "two"]


def test_a_small_match_is_as_large_as_it_can_be() -> None:
    rules = mode(2, 6, [(0, 100)], patience=20)
    tickets = [ticket(f"{number}.", 1500 + 30 * number, since=number) for number in range(4)]
    (group,) = form(tickets, NOW, rules)
    assert seats(group) == 4


# Bots.


def test_bots_fill_a_match_up_to_its_minimum_once_all_accept_them() -> None:
    rules = mode(3, 6, patience=20)
    one = ticket("one", since=0, bots=30)
    two = ticket("two", since=10, bots=30)
    never = ticket("never", since=5)
    assert form([one, two], 29.9, rules) == []
    assert form([one, two], 30, rules) == [Group((one,), bots=2)]
    assert form([one, two], 40, rules) == [Group((one, two), bots=1)]
    assert form([never], 1e6, rules) == []
    with_never = form([one, two, never], 40, rules)
    assert with_never == [Group((one, never, two))]


def test_bots_come_when_the_ticket_says_however_long_the_patience() -> None:
    one = ticket("one", bots=2)
    assert form([one], 1.9, mode(2, 4, patience=20)) == []
    assert form([one], 2, mode(2, 4, patience=20)) == [Group((one,), bots=1)]


def test_humans_who_are_about_to_play_are_not_given_bots() -> None:
    rules = mode(2, 4, patience=20)
    tickets = [ticket("one", since=95, bots=0), ticket("two", since=96, bots=0)]
    assert form(tickets, NOW, rules) == []


def test_who_is_about_to_play_with_somebody_older_is_not_given_bots() -> None:
    """Only the older one's window reaches the other; they start as they would without bots."""
    rules = mode(2, 2, [(0, 100), (20, 400)], patience=30)
    starts = []
    for bots in (None, 5):
        tickets = [ticket("old", 1500), ticket("young", 1750, since=15, bots=bots)]
        starts.append(next(now for now in range(15, 40) if form(tickets, now, rules)))
        assert form(tickets, starts[-1], rules) == [Group(tuple(tickets))]
    assert starts[0] == starts[1] > 20
    (alone,) = form(tickets[1:], 20, rules)
    assert alone.bots == 1


def test_humans_who_accept_bots_play_together_before_each_plays_with_bots_alone() -> None:
    rules = mode(2, 4, patience=0)
    for few, more in ((0, 1), (1, 0)):
        one = ticket("one", since=few, seats=(2, 4), bots=0)
        two = ticket("two", since=more, seats=(3, 4), bots=0)
        (group,) = form([one, two], NOW, rules)
        assert (set(group.tickets), group.bots) == ({one, two}, 1)


def test_the_minimum_that_bots_fill_up_to_is_the_tickets_own_where_that_is_more() -> None:
    one = ticket("one", seats=(4, 6), bots=0)
    assert form([one], NOW, mode(2, 6)) == [Group((one,), bots=3)]


def test_bots_do_not_widen_a_window() -> None:
    rules = mode(3, 3, [(0, 100)], patience=0)
    tickets = [ticket("one", 1500, bots=0), ticket("two", 1601, since=1, bots=0)]
    assert [group.bots for group in form(tickets, NOW, rules)] == [2, 2]


# How much is looked at.


@pytest.mark.parametrize(
    "kind", ["windows of nothing", "parties", "apart", "upwards", "downwards", "bots"]
)
def test_what_a_ticket_looks_at_is_bounded(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0
    fits = forming._Pool.fits

    def counted(pool: forming._Pool, one: int, other: int) -> bool:
        nonlocal looks
        looks += 1
        return fits(pool, one, other)

    monkeypatch.setattr(forming._Pool, "fits", counted)
    rules = mode(3, 5, [(0, None)], patience=0)
    count = 1000
    tickets = [
        ticket(
            f"{number}.",
            1500 + number,
            since=count - number if kind == "downwards" else number,
            size=4 if kind == "parties" else 1,
            window=0.5 if kind in ("windows of nothing", "bots") else None,
            bots=0 if kind == "bots" else None,
        )
        for number in range(count)
    ]
    never = [
        frozenset((f"{number}.0", f"{number + apart}.0"))
        for number in range(count)
        for apart in range(1, 100)
        if kind == "apart"
    ]
    groups = form(tickets, 1e6, rules, never)
    assert looks <= 5 * forming.LOOKS * count
    if kind.endswith("wards"):
        assert len(groups) == count / 5
        assert looks <= 2 * rules.seats.most * len(groups), "those who left are still looked at"


def test_what_is_tried_with_those_who_keep_apart_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four camps, in each of which nobody may meet: no five can play, and no number shows it."""
    steps = 0

    class Counted(dict[int, set[int]]):
        def get(self, one: int, default: Any = None) -> Any:
            nonlocal steps
            steps += 1
            return super().get(one, default)

    made = forming._Pool.__init__

    def making(pool: forming._Pool, *arguments: Any) -> None:
        made(pool, *arguments)
        pool.apart = Counted(pool.apart)

    monkeypatch.setattr(forming._Pool, "__init__", making)
    tickets = [ticket(f"{number}.", 1500 + number, since=number) for number in range(60)]
    never = [
        frozenset((*one.players, *other.players))
        for (at, one), (there, other) in combinations(enumerate(tickets), 2)
        if at % 4 == there % 4
    ]
    assert form(tickets, NOW, mode(5, 6, [(0, None)], patience=0), never) == []
    assert len(tickets) < steps <= len(tickets) * 3200
