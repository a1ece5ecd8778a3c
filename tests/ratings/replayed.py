"""Ratings computed a second time from nothing but the histories that the service tells."""

from collections import defaultdict
from typing import Any

from tests.ratings.naive_plackett_luce import rated

Json = dict[str, Any]


def assert_that_histories_replay(histories: dict[str, list[Json]]) -> None:
    """Each match, with what its players had before, gives what they have after.

    The histories are those of all players of these matches, as their owners are told them.
    """
    matches: dict[str, dict[str, Json]] = defaultdict(dict)
    for player, entries in histories.items():
        for entry in entries:
            matches[entry["match_id"]][player] = entry
    for match_id, seated in matches.items():
        told = list(seated.values())
        assert {entry["players"] for entry in told} == {len(told)}, match_id
        before = [(entry["before"]["mean"], entry["before"]["deviation"]) for entry in told]
        again = rated(before, [entry["rank"] for entry in told])
        for entry, (mean, deviation) in zip(told, again, strict=True):
            after = entry["after"]
            assert abs(after["mean"] - mean) < 0.0051, match_id
            assert abs(after["deviation"] - deviation) < 0.0051, match_id
            assert after["rating"] == round(after["mean"] - 3 * after["deviation"])
