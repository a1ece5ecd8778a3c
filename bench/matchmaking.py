"""Forming matches: how long it takes, and whom it brings together beside two other ways.

A day of arrivals is simulated, pressed into half an hour: few at its ends, most in its middle.
Ratings are N(1500, 300), every tenth ticket is a party of two, and everybody gives up after a time
of their own. Each matcher meets the same tickets, is called once a second, and has the same windows
and patience, those of the game's standard mode. A wait ends with a match or with giving up.

Of FlexMatch's rules (Amazon GameLift FlexMatch guide, "Customize the match algorithm" and "Allow
requirements to relax over time") these are taken: tickets are put into batches at random; in each
batch a match is built on the oldest ticket, others join by age; a party counts with its average; a
rule keeps the highest and the lowest rating within a distance, which an expansion widens step by
step, and another expansion lowers the least number of players; a match is as large as it can be
when it is made. Expansions go by the age of a match's newest ticket, unless
`expansionAgeSelection` is `oldest`. Ours goes by the oldest too, and that setting has the shorter
waits, so the limits are set against it. The size of a batch is not documented: 100. Beside its
usual order there is one with a rule of type `distanceSort`, by which those nearest to the oldest in
rating join first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, log, pi
from random import Random
from statistics import fmean as mean
from time import perf_counter

from bench.measure import Row, duration
from croupier.matchmaking.forming import Group, Waiting, form
from croupier.matchmaking.rules import Mode, load

LIMIT = 5.0  # seconds for 100,000 tickets
SPREAD_LIMIT = {"high": 0.75, "low": 1.0}

GAMES = ("texas-bingo", "texas-showdown", "card-bingo")
DAY = 1800.0  # seconds
CALLS = 1.0  # seconds from one call of a matcher to the next
TRAFFIC = {"low": (0.1, 8), "high": (2.0, 1)}  # tickets a second on average, and how many days
GIVES_UP = 300.0  # seconds, the mean
BATCH = 100
HARDEST = "FlexMatch, oldest"

Matcher = Callable[[Sequence[Waiting], float, Mode], list[Group]]


def matcher() -> Iterator[Row]:
    """One call for 1,000 to 100,000 tickets, and how its time grows."""
    times = {size: grouping(size, 300) for size in (1_000, 10_000, 100_000)}
    for size, took in times.items():
        limited = size == 100_000
        yield Row(
            f"{size:,} tickets, 2-6 seats",
            ours=duration(took),
            peers=f"{duration(took / (size * log(size)))} per n log n",
            limit=f"≤ {duration(LIMIT)}" if limited else "",
            reached=took <= LIMIT if limited else None,
        )
    yield Row("100,000 that have just come", ours=duration(grouping(100_000, 2)), peers="")
    growth = times[100_000] / times[1_000]
    fair = 100_000 * log(100_000) / (1_000 * log(1_000))
    yield Row(
        "growth from 1,000",
        ours=f"{growth:.0f} ×",
        peers=f"n log n {fair:.0f} ×",
        ratio=f"{growth / fair:.2f}",
        limit="≤ 1",
        reached=growth <= fair,
    )


def grouping(size: int, oldest: float) -> float:
    """Seconds to group so many tickets that have waited for up to so many seconds.

    The best of some calls where they are short.
    """
    rng = Random(size)
    mode = load()["bingo"]["standard"]
    tickets = []
    for number in range(size):
        fewest = rng.randint(2, 6)
        tickets.append(
            Waiting(
                id=str(number),
                players=(f"{number}a", f"{number}b")[: 1 + (rng.random() < 0.1)],
                rating=rng.gauss(1500, 300),
                since=rng.uniform(300 - oldest, 300),
                fewest=fewest,
                most=rng.randint(fewest, 6),
            )
        )
    best = float("inf")
    for _ in range(max(1, 10_000 // size)):
        start = perf_counter()
        form(tickets, 300.0, mode)
        best = min(best, perf_counter() - start)
    return best


def simulation() -> Iterator[Row]:
    """Two rows for each traffic and peer, over all games; and each game beside the harder peer."""
    for traffic, (rate, days) in TRAFFIC.items():
        ours: list[Outcome] = []
        theirs: dict[str, list[Outcome]] = {peer: [] for peer in PEERS}
        for game in GAMES:
            mode = load()[game]["standard"]
            arrivals = arriving(f"{traffic} {game}", mode, rate, days)
            ours.append(outcome(form, arrivals, mode))
            for peer, other in PEERS.items():
                theirs[peer].append(outcome(other, arrivals, mode))
        for peer, outcomes in theirs.items():
            limit = SPREAD_LIMIT[traffic] if peer == HARDEST else None
            yield from beside(f"{traffic} traffic", together(ours), peer, together(outcomes), limit)
        for game, our, their in zip(GAMES, ours, theirs[HARDEST], strict=True):
            yield from beside(f"{traffic}, {game}", our, HARDEST, their)


def beside(
    what: str, ours: "Outcome", peer: str, theirs: "Outcome", limit: float | None = None
) -> Iterator[Row]:
    """How long both let wait, and for what. `limit` is what our spread may be of theirs.

    Equal waits are those that differ by no more than the time between two calls.
    """
    ratio = ours.wait(0.95) / theirs.wait(0.95)
    yield Row(
        f"{what}: wait p50, p95, p99",
        ours=ours.waits(),
        peers=f"{peer}: {theirs.waits()}",
        ratio=f"{ratio:.2f}",
        limit="p95 equal" if limit else "",
        reached=ours.wait(0.95) <= theirs.wait(0.95) + CALLS if limit else None,
    )
    ratio = ours.spread / theirs.spread
    yield Row(
        "  spread, win, unmatched, seats",
        ours=ours.quality(),
        peers=f"{peer}: {theirs.quality()}",
        ratio=f"{ratio:.2f}",
        limit=f"≤ {limit}" if limit else "",
        reached=ratio <= limit if limit else None,
    )


@dataclass(frozen=True, slots=True)
class Arrival:
    """A ticket, the second in which it gives up, and its players' own ratings."""

    ticket: Waiting
    leaves: float
    ratings: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the tickets; waits are in seconds, the others are of each group."""

    waited: list[float]
    unmatched: int
    spreads: list[float]
    win_spreads: list[float]
    seats: list[int]

    @property
    def spread(self) -> float:
        """Points between the lowest and the highest ticket of a group, on average."""
        return mean(self.spreads)

    def wait(self, part: float) -> float:
        """The wait that this part of the tickets did not exceed."""
        return sorted(self.waited)[ceil(part * len(self.waited)) - 1]

    def waits(self) -> str:
        """The percentiles."""
        return ", ".join(f"{self.wait(part):.0f}" for part in (0.5, 0.95, 0.99)) + " s"

    def quality(self) -> str:
        """The rest, in the order of the row's title."""
        unmatched = self.unmatched / len(self.waited)
        win, seats = mean(self.win_spreads), mean(self.seats)
        return f"{self.spread:.0f}, {win:.2f}, {unmatched:.1%}, {seats:.1f}"


def together(outcomes: Sequence[Outcome]) -> Outcome:
    """Those of several games as one."""
    return Outcome(
        waited=[wait for one in outcomes for wait in one.waited],
        unmatched=sum(one.unmatched for one in outcomes),
        spreads=[spread for one in outcomes for spread in one.spreads],
        win_spreads=[spread for one in outcomes for spread in one.win_spreads],
        seats=[seats for one in outcomes for seats in one.seats],
    )


def arriving(seed: str, mode: Mode, rate: float, days: int) -> list[Arrival]:
    """The tickets of some days, by the second of their arrival."""
    rng = Random(seed)
    arrivals: list[Arrival] = []
    now = 0.0
    while (now := now + rng.expovariate(2 * rate)) < days * DAY:
        if 2 * rng.random() > 1 - 0.8 * cos(2 * pi * now / DAY):
            continue
        number = len(arrivals)
        ratings = tuple(rng.gauss(1500, 300) for _ in range(1 + (rng.random() < 0.1)))
        ticket = Waiting(
            id=f"{number:06}",
            players=tuple(f"{number}.{index}" for index in range(len(ratings))),
            rating=sum(ratings) / len(ratings),
            since=now,
            fewest=mode.seats.fewest,
            most=mode.seats.most,
        )
        arrivals.append(Arrival(ticket, now + rng.expovariate(1 / GIVES_UP), ratings))
    return arrivals


def outcome(matcher: Matcher, arrivals: Sequence[Arrival], mode: Mode) -> Outcome:
    """Call the matcher every second until all have left."""
    ratings = {arrival.ticket.id: arrival.ratings for arrival in arrivals}
    waiting: dict[str, Arrival] = {}
    groups: list[Group] = []
    waited: list[float] = []
    unmatched, now, coming = 0, 0.0, list(reversed(arrivals))
    while coming or waiting:
        now += CALLS
        while coming and coming[-1].ticket.since <= now:
            waiting[coming[-1].ticket.id] = coming[-1]
            coming.pop()
        for left in [one for one in waiting.values() if one.leaves <= now]:
            del waiting[left.ticket.id]
            waited.append(left.leaves - left.ticket.since)
            unmatched += 1
        for group in matcher([one.ticket for one in waiting.values()], now, mode):
            groups.append(group)
            for ticket in group.tickets:
                del waiting[ticket.id]
                waited.append(now - ticket.since)
    return Outcome(
        waited=waited,
        unmatched=unmatched,
        spreads=[spread(group) for group in groups],
        win_spreads=[
            win_spread([rating for ticket in group.tickets for rating in ratings[ticket.id]])
            for group in groups
        ],
        seats=[seats_of(group.tickets) for group in groups],
    )


def spread(group: Group) -> float:
    """Points between the highest ticket and the lowest."""
    ratings = [ticket.rating for ticket in group.tickets]
    return max(ratings) - min(ratings)


def win_spread(ratings: Sequence[float]) -> float:
    """How much likelier the best player wins than the worst: Elo's curve for more than two."""
    strengths = [10 ** (rating / 400) for rating in ratings]
    return (max(strengths) - min(strengths)) / sum(strengths)


def first_come(waiting: Sequence[Waiting], now: float, mode: Mode) -> list[Group]:
    """First come, first served, whatever the ratings; not full only after the patience."""
    groups: list[Group] = []
    queue = sorted(waiting, key=lambda one: one.since)
    while queue:
        members: list[Waiting] = []
        for ticket in queue:
            if seats_of([*members, ticket]) <= mode.seats.most:
                members.append(ticket)
        if seats_of(members) < least(mode, now - members[0].since):
            break
        groups.append(Group(tuple(members)))
        queue = [ticket for ticket in queue if ticket not in members]
    return groups


def flexmatch(by: Callable[[float, float], float], *, nearest: bool = False) -> Matcher:
    """FlexMatch's rules; `by` says which counts of the seconds that two tickets came in."""
    rng = Random(1)

    def matcher(waiting: Sequence[Waiting], now: float, mode: Mode) -> list[Group]:
        pool = rng.sample(waiting, len(waiting))
        size = ceil(len(pool) / max(1, ceil(len(pool) / BATCH)))
        groups: list[Group] = []
        for start in range(0, len(pool), size or 1):
            batch = sorted(pool[start : start + size], key=lambda one: one.since)
            while members := first_match(batch, now, mode):
                groups.append(Group(tuple(members)))
                batch = [ticket for ticket in batch if ticket not in members]
        return groups

    def first_match(batch: list[Waiting], now: float, mode: Mode) -> list[Waiting]:
        for oldest in batch:
            members, lowest, highest, since = [oldest], oldest.rating, oldest.rating, oldest.since
            free = mode.seats.most - len(oldest.players)
            for ticket in joining(oldest, batch):
                low, high = min(lowest, ticket.rating), max(highest, ticket.rating)
                age = now - by(since, ticket.since)
                if len(ticket.players) <= free and high - low <= mode.width(age):
                    members.append(ticket)
                    lowest, highest, since = low, high, by(since, ticket.since)
                    free -= len(ticket.players)
            if seats_of(members) >= least(mode, now - since):
                return members
        return []

    def joining(oldest: Waiting, batch: list[Waiting]) -> list[Waiting]:
        if not nearest:
            return batch[batch.index(oldest) + 1 :]
        others = [ticket for ticket in batch if ticket is not oldest]
        return sorted(others, key=lambda ticket: abs(ticket.rating - oldest.rating))

    return matcher


def seats_of(tickets: Sequence[Waiting]) -> int:
    """How many players they are."""
    return sum(len(ticket.players) for ticket in tickets)


def least(mode: Mode, waited: float) -> int:
    """How many players a match needs: all the seats, and after the patience its minimum."""
    return mode.seats.fewest if waited >= mode.patience else mode.seats.most


PEERS: dict[str, Matcher] = {
    "first come": first_come,
    "FlexMatch, newest": flexmatch(max),
    HARDEST: flexmatch(min),
    "FlexMatch, oldest, distanceSort": flexmatch(min, nearest=True),
}
