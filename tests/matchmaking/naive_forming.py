"""What a group must be, written down once more and slowly, and tickets to form groups of."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from random import Random

from croupier.matchmaking.forming import Group, Waiting
from croupier.matchmaking.rules import Mode

Never = Collection[frozenset[str]]


def mode(
    fewest: int = 2,
    most: int = 4,
    steps: Sequence[tuple[float, float | None]] = ((0, 100), (10, 200), (60, None)),
    patience: float = 20,
) -> Mode:
    return Mode.model_validate(
        {
            "seats": {"fewest": fewest, "most": most},
            "steps": [{"after": float(after), "width": width} for after, width in steps],
            "patience": float(patience),
        }
    )


def ticket(
    name: str,
    rating: float = 1500,
    since: float = 0,
    seats: tuple[int, int] = (1, 16),
    size: int = 1,
    window: float | None = None,
    bots: float | None = None,
) -> Waiting:
    players = tuple(f"{name}{number}" for number in range(size))
    return Waiting(name, players, rating, since, *seats, window, bots)


def faults(group: Group, now: float, rules: Mode, never: Never = ()) -> list[str]:
    """All that is wrong with a group."""
    tickets = group.tickets
    players = [player for one in tickets for player in one.players]
    table = len(players) + group.bots
    spread = max(one.rating for one in tickets) - min(one.rating for one in tickets)
    longest = max(now - min(one.since for one in tickets), 0)
    found = []
    for step in rules.steps:
        if step.after <= longest:
            width = step.width
    if width is not None and spread > width:
        found.append("further apart than the steps allow")
    for one in tickets:
        if one.window is not None and spread > one.window:
            found.append(f"further apart than {one.id} accepts")
        if not one.fewest <= table <= one.most:
            found.append(f"not the seats that {one.id} wants")
    if not rules.seats.fewest <= table <= rules.seats.most:
        found.append("not the seats of the mode")
    if len(set(players)) < len(players):
        found.append("somebody is there twice")
    if any(set(pair) <= set(players) for pair in never):
        found.append("two who must never meet")
    if group.bots:
        if any(one.bots is None or now - one.since < one.bots for one in tickets):
            found.append("bots that somebody does not accept")
        if table > max(rules.seats.fewest, *(one.fewest for one in tickets)):
            found.append("more bots than the minimum needs")
    return found


def fitting(
    waiting: Sequence[Waiting], now: float, rules: Mode, never: Never = ()
) -> Iterator[Group]:
    """Every group without bots that nothing is wrong with."""
    for size in range(1, len(waiting) + 1):
        for tickets in combinations(waiting, size):
            if not faults(Group(tickets), now, rules, never):
                yield Group(tickets)


def seats(group: Group) -> int:
    return sum(len(one.players) for one in group.tickets)


def spread(group: Group) -> float:
    return max(one.rating for one in group.tickets) - min(one.rating for one in group.tickets)


def some_tickets(rng: Random, count: int, scale: float) -> list[Waiting]:
    """Tickets of all kinds that have waited up to 100 seconds, at 100; no two equally long."""
    tickets = []
    for number in range(count):
        size = rng.choice([1, 1, 1, 1, 2, 2, 3])
        fewest = rng.choice([1, 1, 2, 3, 4])
        tickets.append(
            ticket(
                f"{number}.",
                rating=round(rng.gauss(1500, scale)),
                since=rng.uniform(0, 100),
                seats=(fewest, rng.randint(max(fewest, size), 8)),
                size=size,
                window=rng.choice([None, None, None, 50, 150, 400]),
                bots=rng.choice([None, None, None, 0, 30, 90]),
            )
        )
    return tickets


def some_never(rng: Random, waiting: Sequence[Waiting], share: float) -> list[frozenset[str]]:
    """This share of all pairs of players, those of one party left out."""
    return [
        frozenset((first, second))
        for one, other in combinations(waiting, 2)
        for first in one.players
        for second in other.players
        if rng.random() < share
    ]


def some_mode(rng: Random) -> Mode:
    fewest = rng.randint(1, 3)
    last = rng.choice([None, 800])
    return mode(
        fewest,
        rng.randint(max(2, fewest), 6),
        [(0, rng.choice([0, 50, 100])), (20, 200), (60, last)],
        patience=rng.choice([0, 10, 30, 80]),
    )
