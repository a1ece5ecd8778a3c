"""Changing a stored match while others do: read, judge, write, and judge again if it moved."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from croupier.matches.refused import Busy, Refused
from croupier.store import matches as store
from croupier.store import slates
from croupier.store.errors import Unavailable
from croupier.store.matches import Hand, Match, Stale
from croupier.store.pausing import pause
from croupier.store.slates import Slate, StaleSlate

_CONFLICTS = 12  # besides two for each seat
_OUTAGES = 3


@dataclass(frozen=True, slots=True)
class Change:
    """A match as it is to be; the match that was judged itself if there is nothing to write."""

    match: Match
    closed: Hand | None = None
    slate: Slate | None = None  # to be written instead of the match, with one move more
    rematch: Match | None = None
    joined: str | None = None
    left: Iterable[str] = ()


def change(match_id: str, judge: Callable[[Match], Change], *, consistent: bool = False) -> Match:
    """Write what `judge` makes of a match, and return it.

    `judge` raises Refused. What it refuses on a stale read is judged again on a consistent one;
    what it grants and another writer forestalls is judged again on what that one wrote. A write
    whose fate is unknown is judged again too: `judge` has to know its own work when it sees it.
    Raises Busy when the store or the other writers leave no gap.
    """
    match = None
    fresh = consistent
    conflicts = outages = 0
    while True:
        try:
            match = match or store.load(match_id, consistent=fresh)
            if match is None:
                raise Refused("unknown-match", "There is no such match.")
            done = judge(match)
            if done.slate:
                before = len(done.slate.moves) - 1
                slates.save(done.slate, expected=before, expires_at=match.expires_at)
            elif done.match is not match:
                store.save(
                    done.match,
                    expected=match.version,
                    closed=done.closed,
                    over=match.status == "playing" and done.match.status == "finished",
                    rematch=done.rematch,
                    joined=done.joined,
                    left=done.left,
                )
            return done.match
        except Refused:
            if fresh:
                raise
            match, fresh = None, True
            continue
        except Stale as stale:
            match, fresh = stale.current, True
            conflicts += 1
        except StaleSlate:
            match, fresh = None, True
            conflicts += 1
        except Unavailable:
            match, fresh = None, True
            outages += 1
        if outages > _OUTAGES or conflicts > _CONFLICTS + 2 * (len(match.seats) if match else 0):
            raise Busy
        pause(conflicts + outages)
