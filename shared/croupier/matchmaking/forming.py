"""Forming matches out of waiting tickets: a pure function of them, the time and the rules.

The oldest ticket chooses first. Around it, in the order of ratings, the closest group that fits is
looked for. A group *fits* when

- the number of its seats is one that the mode and every ticket of it will play with,
- its ratings spread no further than the mode allows after the wait of its oldest ticket, and no
  further than any of its tickets accepts,
- no two of its players must never meet.

It is *full* when one of its tickets, or the mode, takes no more seats. A group that fits starts as
soon as waiting for a better one no longer pays (`_due`), at the latest when its oldest ticket has
waited for the mode's patience.

What a ticket looks at is bounded, so that forming takes n log n whatever the tickets are: its
nearest neighbours, and if those do not fill a match, up to `LOOKS` more of its window. Where these
are not all, or where many players keep apart, a call can miss a group. It never misses it for ever:
which ones are looked at, and in which order, changes with `now`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from random import Random

from croupier.matchmaking.rules import Mode

LOOKS = 64  # tickets that one ticket is compared with, besides its nearest
STEPS = 200  # to find players who may all meet, in one stretch of the ratings
BUDGET = 400  # of them that led nowhere, for one number of seats: then chance picks a stretch


@dataclass(frozen=True, slots=True)
class Waiting:
    """A waiting ticket: one player, or a party that stays together and counts once.

    `rating` is a party's mean, `since` the second in which it began to wait; it plays in a match of
    `fewest` to `most` seats whose ratings spread no further than `window` points (None: as the mode
    has it), and with bots once it has waited for `bots` seconds (None: never).
    """

    id: str
    players: tuple[str, ...]
    rating: float
    since: float
    fewest: int
    most: int
    window: float | None = None
    bots: float | None = None

    @property
    def size(self) -> int:
        """The seats that it takes."""
        return len(self.players)


@dataclass(frozen=True, slots=True)
class Group:
    """A match to be: its tickets, the lowest rating first, and how many bots fill it up."""

    tickets: tuple[Waiting, ...]
    bots: int = 0


def form(
    waiting: Iterable[Waiting], now: float, mode: Mode, never: Iterable[frozenset[str]] = ()
) -> list[Group]:
    """The matches that start now, that of the oldest ticket first; what is left goes on waiting.

    `never` are pairs of players who must not meet. The order of `waiting` makes no difference. Of
    several tickets that a player has, only the oldest is looked at.
    """
    pool = _Pool(waiting, now, mode, never)
    groups = []
    promised: set[int] = set()  # who will play without bots once it is due
    for oldest in pool.by_age:
        if pool.free[oldest]:
            members, bots = _search(pool, oldest)
            starts = promised.isdisjoint(members) if bots else members and _due(pool, members)
            if starts:
                pool.remove(members)
                groups.append(Group(tuple(pool.tickets[one] for one in members), bots))
            elif not bots:
                promised.update(members)
    return groups


class _Pool:
    """The tickets in the order of their ratings; a ticket's place in it is its number here."""

    def __init__(
        self, waiting: Iterable[Waiting], now: float, mode: Mode, never: Iterable[frozenset[str]]
    ) -> None:
        self.tickets = sorted(waiting, key=lambda one: (one.rating, one.since, one.id))
        self.now, self.mode = now, mode
        self.rng = Random(now)  # noqa: S311 - no secret: it varies what a bounded search looks at
        self.by_age = sorted(range(len(self.tickets)), key=lambda one: self.tickets[one].since)
        self.ratings = [one.rating for one in self.tickets]
        self.sizes = [len(one.players) for one in self.tickets]
        self.fewest = [max(one.fewest, mode.seats.fewest) for one in self.tickets]
        self.most = [min(one.most, mode.seats.most) for one in self.tickets]
        self.windows = [inf if one.window is None else one.window for one in self.tickets]
        self.free = [True] * len(self.tickets)
        self.below = list(range(-1, len(self.tickets) - 1))  # the next that is free, or -1
        self.above = [*range(1, len(self.tickets)), -1]
        self.apart: dict[int, set[int]] = {}
        self.spent = 0  # steps that led nowhere
        ticket_of: dict[str, int] = {}
        for one in self.by_age:
            players = self.tickets[one].players
            if ticket_of.keys().isdisjoint(players):
                ticket_of.update(dict.fromkeys(players, one))
            else:
                self.remove([one])
        for pair in never:
            for first, second in combinations([ticket_of.get(one, -1) for one in pair], 2):
                if first == second != -1:
                    self.remove([first])
                else:
                    self.apart.setdefault(first, set()).add(second)
                    self.apart.setdefault(second, set()).add(first)

    def waited(self, one: int) -> float:
        return self.now - self.tickets[one].since

    def width(self, one: int) -> float:
        """How far the ratings may spread of a group whose oldest ticket this is."""
        return min(self.mode.width(self.waited(one)), self.windows[one])

    def fits(self, one: int, other: int) -> bool:
        """Whether the two could be in a match of some size, whoever else is in it."""
        return (
            self.free[other]
            and abs(self.ratings[one] - self.ratings[other]) <= self.windows[other]
            and max(self.fewest[one], self.fewest[other], self.sizes[one] + self.sizes[other])
            <= min(self.most[one], self.most[other])
            and other not in self.apart.get(one, ())
        )

    def full(self, members: Sequence[int]) -> bool:
        """Whether one of them takes no more seats than they have together."""
        seats = sum(self.sizes[one] for one in members)
        return any(self.most[one] == seats for one in members)

    def remove(self, members: Iterable[int]) -> None:
        """They wait no longer."""
        for one in members:
            if self.free[one]:
                self.free[one] = False
                below, above = self.below[one], self.above[one]
                if below != -1:
                    self.above[below] = above
                if above != -1:
                    self.below[above] = below


def _search(pool: _Pool, oldest: int) -> tuple[list[int], int]:
    """The best group around a ticket, and its bots; nobody if none fits."""
    fewest, most, own = pool.fewest[oldest], pool.most[oldest], pool.sizes[oldest]
    if fewest > most:
        return [], 0
    candidates, others = _nearest(pool, oldest, pool.width(oldest))
    members = _largest(pool, oldest, candidates)
    if others and sum(pool.sizes[one] for one in members) < most:
        candidates = _more(pool, oldest, candidates)
        members = _largest(pool, oldest, candidates) or members
    if members or not _takes_bots(pool, oldest):
        return members, 0
    candidates = [one for one in candidates if one == oldest or _takes_bots(pool, one)]
    for humans in range(most - 1, own - 1, -1):
        for seats in range(max(fewest, humans + 1), most + 1):
            members = _closest(pool, oldest, candidates, humans, seats)
            if members:
                return members, seats - humans
    return [], 0


def _takes_bots(pool: _Pool, one: int) -> bool:
    after = pool.tickets[one].bots
    return after is not None and pool.waited(one) >= after


def _nearest(pool: _Pool, oldest: int, width: float) -> tuple[list[int], bool]:
    """The tickets that could join, nearest in rating, itself among them; and if there are more.

    On each side enough to fill a match; all are in the order of ratings.
    """
    rating = pool.ratings[oldest]
    sides: list[list[int]] = []
    others = False
    for step in (pool.below, pool.above):
        side: list[int] = []
        one = step[oldest]
        for _ in range(LOOKS):
            if one == -1 or abs(pool.ratings[one] - rating) > width:
                break
            if len(side) == pool.most[oldest]:
                others = True
                break
            if pool.fits(oldest, one):
                side.append(one)
            one = step[one]
        else:
            others = True
        sides.append(side)
    below, above = sides
    return [*reversed(below), oldest, *above], others


def _more(pool: _Pool, oldest: int, nearest: list[int]) -> list[int]:
    """These, and tickets from everywhere in the window that could join too."""
    width, rating = pool.width(oldest), pool.ratings[oldest]
    window = range(
        bisect_left(pool.ratings, rating - width), bisect_right(pool.ratings, rating + width)
    )
    looked_at = window if len(window) <= LOOKS else pool.rng.sample(window, LOOKS)
    return sorted({*nearest, *(one for one in looked_at if pool.fits(oldest, one))})


def _largest(pool: _Pool, oldest: int, candidates: list[int]) -> list[int]:
    """Of the groups with the most seats the closest one; nobody if none fits."""
    for seats in range(pool.most[oldest], pool.fewest[oldest] - 1, -1):
        members = _closest(pool, oldest, candidates, seats, seats)
        if members:
            return members
    return []


def _closest(pool: _Pool, oldest: int, candidates: list[int], humans: int, seats: int) -> list[int]:
    """The group of so many humans at so many seats whose ratings spread least; nobody if none."""
    run = [one for one in candidates if pool.fewest[one] <= seats <= pool.most[one]]
    at = run.index(oldest)
    sizes, ratings = pool.sizes, pool.ratings
    own = 1 << sizes[oldest]
    if not _sums(own, (sizes[one] for one in run if one != oldest)) >> humans & 1:
        return []
    limit = pool.width(oldest)
    best: list[int] = []
    pool.spent = 0
    for left in range(at, -1, -1):
        low = ratings[run[left]]
        if ratings[oldest] - low > limit:
            break
        sums = own
        for right in range(left, len(run)):
            spread = max(ratings[run[right]], ratings[oldest]) - low
            if spread > limit or (best and spread == limit):
                break
            if right != at:
                sums |= sums << sizes[run[right]]
            if right >= at and sums >> humans & 1:
                if pool.spent > BUDGET:
                    return best or _by_chance(pool, oldest, run, humans, limit)
                members = _exactly(pool, oldest, run[left : right + 1], humans, spread)
                if members:
                    limit, best = spread, members
                    break
    return best


def _by_chance(pool: _Pool, oldest: int, run: list[int], humans: int, limit: float) -> list[int]:
    """A group of so many humans in one stretch of a run, whichever it is; nobody if none fits."""
    at = run.index(oldest)
    left, right = pool.rng.randint(0, at), pool.rng.randint(at, len(run) - 1)
    spread = pool.ratings[run[right]] - pool.ratings[run[left]]
    if spread > limit:
        return []
    return _exactly(pool, oldest, run[left : right + 1], humans, spread)


def _sums(sums: int, sizes: Iterable[int]) -> int:
    """Bit n says whether some of these sizes make n, with one of the sums before them."""
    for size in sizes:
        sums |= sums << size
    return sums


def _exactly(pool: _Pool, oldest: int, run: list[int], humans: int, spread: float) -> list[int]:
    """Tickets of a run, the oldest among them, with so many players who all may meet."""
    rest = [one for one in run if one != oldest and pool.windows[one] >= spread]
    pool.rng.shuffle(rest)
    # What each of the rest and those behind it can have together.
    sums = [1]
    for one in reversed(rest):
        sums.append(_sums(sums[-1], [pool.sizes[one]]))
    sums.reverse()
    steps = 0

    def extended(members: list[int], missing: int, start: int) -> list[int]:
        nonlocal steps
        if not missing:
            return members
        for place in range(start, len(rest)):
            if steps == STEPS or not sums[place] >> missing & 1:
                break
            steps += 1
            one = rest[place]
            if pool.sizes[one] <= missing and pool.apart.get(one, set()).isdisjoint(members):
                group = extended([*members, one], missing - pool.sizes[one], place + 1)
                if group:
                    return group
        return []

    group = extended([oldest], humans - pool.sizes[oldest], 0)
    if not group:
        pool.spent += steps
    return sorted(group)


def _due(pool: _Pool, members: list[int]) -> bool:
    """Whether a group starts now, or waits for a closer or a fuller one.

    The spread that is close enough grows with the square of the wait, and at the end of the
    patience is the window of then: where many wait, close groups come early.

    What a group that is not full can hope for are the seats within that window, which came while
    its oldest ticket waited. If at this pace it is not full before the patience ends, it starts.
    """
    oldest = min(members, key=lambda one: pool.tickets[one].since)
    waited, patience = max(0.0, pool.waited(oldest)), pool.mode.patience
    if waited >= patience:
        return True
    window = pool.mode.width(patience)
    spread = pool.ratings[members[-1]] - pool.ratings[members[0]]
    if spread and spread / window > (waited / patience) ** 2:
        return False
    if pool.full(members):
        return True
    near, _ = _nearest(pool, oldest, min(window, pool.windows[oldest]))
    seats = sum(pool.sizes[one] for one in near)
    return waited / patience >= seats / pool.most[oldest]
