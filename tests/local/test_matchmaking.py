"""Many who look for a match at once, against a deployment: each ticket has one fate."""

from local.crowd import look_for_matches


def test_of_500_tickets_each_is_matched_once_or_cancelled(base_url: str) -> None:
    outcome = look_for_matches(base_url, clients=32, tickets=500)
    assert outcome.matched + outcome.cancelled == 500
    assert outcome.matched > 100
    assert outcome.cancelled > 30
    assert set(outcome.brought.values()) == {1}
    assert outcome.seated == outcome.brought
