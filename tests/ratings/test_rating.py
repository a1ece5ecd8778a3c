"""What a match does to ratings: as the paper says, and as players expect."""

from itertools import pairwise, permutations
from random import Random

import pytest

from croupier.ratings.rating import rate
from croupier.ratings.seasons import START, carried
from croupier.store.ratings import Rating
from tests.ratings.naive_plackett_luce import rated


def some_ratings(rng: Random, count: int) -> list[Rating]:
    return [
        Rating(round(rng.gauss(1500, 300), 2), round(rng.uniform(60, 500), 2), rng.randrange(90))
        for _ in range(count)
    ]


def some_ranks(rng: Random, count: int) -> list[int]:
    """As a match gives them: equals share one, and the next is missing."""
    standings = [rng.randrange(1 + rng.randrange(2 * count)) for _ in range(count)]
    return [1 + sum(other < own for other in standings) for own in standings]


@pytest.mark.parametrize("seats", range(2, 9))
def test_ratings_are_those_of_the_paper(seats: int) -> None:
    for seed in range(60):
        rng = Random(f"{seats} {seed}")
        before, ranks = some_ratings(rng, seats), some_ranks(rng, seats)
        expected = rated([(rating.mean, rating.deviation) for rating in before], ranks)
        for rating, was, (mean, deviation) in zip(
            rate(before, ranks), before, expected, strict=True
        ):
            assert rating.mean == pytest.approx(mean, abs=0.0051), seed
            assert rating.deviation == pytest.approx(deviation, abs=0.0051), seed
            assert rating.played == was.played + 1


def test_it_does_not_matter_in_which_order_the_players_sit() -> None:
    rng = Random(5)
    before, ranks = some_ratings(rng, 4), [1, 2, 2, 4]
    expected = rate(before, ranks)
    for order in permutations(range(4)):
        after = rate([before[n] for n in order], [ranks[n] for n in order])
        for n, rating in zip(order, after, strict=True):
            assert rating.mean == pytest.approx(expected[n].mean, abs=0.011)
            assert rating.deviation == pytest.approx(expected[n].deviation, abs=0.011)


@pytest.mark.parametrize("seats", range(2, 9))
def test_of_equals_the_first_gain_the_last_lose_and_each_place_is_worth_more(seats: int) -> None:
    after = rate([START] * seats, range(1, seats + 1))
    assert after[0].mean > START.mean > after[-1].mean
    assert all(better.mean > worse.mean for better, worse in pairwise(after))
    assert all(rating.deviation < START.deviation for rating in after)
    assert sum(rating.mean for rating in after) == pytest.approx(seats * START.mean, abs=0.05)


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_tie_of_equals_changes_nobody_s_mean(seats: int) -> None:
    after = rate([START] * seats, [1] * seats)
    assert {rating.mean for rating in after} == {START.mean}
    assert len(set(after)) == 1


def test_a_tie_brings_two_closer() -> None:
    strong, weak = Rating(1800.0, 100.0), Rating(1200.0, 100.0)
    after = rate([strong, weak], [1, 1])
    assert strong.mean > after[0].mean > after[1].mean > weak.mean


def test_what_was_not_expected_changes_more() -> None:
    strong, weak = Rating(1800.0, 100.0), Rating(1200.0, 100.0)
    expected = rate([strong, weak], [1, 2])[0].mean - strong.mean
    surprise = rate([strong, weak], [2, 1])[1].mean - weak.mean
    assert 0 < expected < surprise


def test_the_more_somebody_has_played_the_surer_is_the_rating() -> None:
    ratings = [START, START]
    rng = Random(3)
    deviations = [START.deviation]
    for played in range(1, 101):
        ratings = rate(ratings, rng.choice([(1, 2), (2, 1), (1, 1)]))
        deviations.append(ratings[0].deviation)
        assert ratings[0].played == played
    assert all(later < earlier for earlier, later in pairwise(deviations[:40]))
    assert deviations[-1] < 150


def test_players_come_to_be_rated_in_the_order_of_their_skill() -> None:
    skills = [900.0, 1300.0, 1500.0, 1700.0, 2100.0]
    ratings = [START] * 5
    rng = Random(4)
    for _ in range(120):
        four = rng.sample(range(5), 4)
        shown = {n: rng.gauss(skills[n], 250) for n in four}
        ranks = [1 + sum(other > shown[n] for other in shown.values()) for n in four]
        for n, rating in zip(four, rate([ratings[n] for n in four], ranks), strict=True):
            ratings[n] = rating
    means = [rating.mean for rating in ratings]
    assert means == sorted(means)
    assert all(rating.worth < rating.mean for rating in ratings)


def test_what_is_stored_is_hundredths() -> None:
    for rating in rate([Rating(1234.56, 78.9), START, START], [2, 1, 3]):
        assert rating.mean == round(rating.mean, 2)
        assert rating.deviation == round(rating.deviation, 2)


def test_a_rating_is_worth_its_mean_less_three_deviations() -> None:
    assert START.worth == 0
    assert Rating(1612.4, 100.0).worth == 1312
    assert Rating(900.0, 400.2).worth == -301
    assert Rating(37.0, 0.0).worth == 37


def test_a_new_season_keeps_the_mean_and_doubts_it_the_more_the_longer_ago_it_was() -> None:
    rating = Rating(1712.34, 90.0, 55)
    later = [carried(rating, seasons) for seasons in range(1, 20)]
    assert {each.mean for each in later} == {rating.mean}
    assert {each.played for each in later} == {0}
    deviations = [each.deviation for each in later]
    assert deviations == sorted(deviations)
    assert deviations[0] == pytest.approx((90**2 + 200**2) ** 0.5, abs=0.01)
    assert carried(carried(rating, 1), 1).deviation == pytest.approx(deviations[1], abs=0.02)
    assert deviations[-1] == START.deviation
