"""Matches that are over, without the trouble of playing them."""

from collections.abc import Sequence
from typing import Any

from croupier.store import matches
from croupier.store.ids import code
from croupier.store.matches import Match, Seat


def finished(
    players: Sequence[str],
    totals: Sequence[int] | None = None,
    *,
    game: str = "card-bingo",
    mode: str = "",
    **result: Any,
) -> Match:
    """A match of these players with these totals, of which the greatest have won."""
    points = list(totals or range(len(players), 0, -1))
    winners = [seat for seat, total in enumerate(points) if total == max(points)]
    return Match(
        id=code(),
        game=game,
        rules=1,
        options={"mode": mode} if mode else {},
        seed=bytes(32),
        invite="invite",
        public=False,
        fewest=len(players),
        most=len(players),
        created=1_900_000_000,
        expires_at=4_000_000_000,
        seats=tuple(Seat(player, "Somebody") for player in players),
        status="finished",
        result={"reason": "completed", "winners": winners, "totals": points, **result},
    )


def store(match: Match) -> str:
    """Write a match as if it had been played; its id."""
    matches.create(match)
    return match.id
