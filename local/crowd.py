"""A crowd that looks for matches: many clients with one ticket after the other, all at once."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

from local.client import Client, Refused, guest

PATH = "/v1/matchmaking/tickets"
GAMES = [
    ("card-bingo", {"min": 2, "max": 2}),
    ("nickel", {"min": 2, "max": 4}),
    ("texas-showdown", {"min": 3, "max": 3}),
]

Seated = Counter[tuple[str, str]]  # how often a player, in a match


@dataclass(frozen=True)
class Outcome:
    """What became of a crowd's tickets, and where its players sit."""

    matched: int
    cancelled: int
    brought: Seated  # by the tickets
    seated: Seated  # by the lists of their own matches


def look_for_matches(base_url: str, clients: int, tickets: int) -> Outcome:
    """So many clients take so many tickets between them; some of these are cancelled."""
    crowd = [guest(base_url, f"P{number}") for number in range(clients)]
    for client in crowd:
        client.timeout = 240
    shares = [tickets // clients + (number < tickets % clients) for number in range(clients)]
    with ThreadPoolExecutor(clients) as threads:
        fates = [
            fate
            for all_of_one in threads.map(_tickets_of, crowd, range(clients), shares)
            for fate in all_of_one
        ]
    matched = [(player, match) for player, match in fates if match]
    return Outcome(
        matched=len(matched),
        cancelled=len(fates) - len(matched),
        brought=Counter(matched),
        seated=Counter(place for client in crowd for place in _places_of(client)),
    )


def _tickets_of(client: Client, number: int, count: int) -> list[tuple[str, str]]:
    """The player and the match of each ticket, which is empty if that was cancelled.

    Some are cancelled at once, some after a look or two, some when nobody comes.
    """
    rng = Random(number)
    player = _id_of(client)
    fates = []
    for _ in range(count):
        game, seats = rng.choice(GAMES)
        made = client.insist("POST", PATH, {"game": game, "seats": seats})
        if made.status != 201:
            raise Refused(made.text)
        path = f"{PATH}/{made.json['ticket_id']}"
        for _ in range(rng.choice([0, 1, 2, 40, 40, 40, 40, 40])):
            told = client.insist("GET", path).json
            if told["status"] != "waiting":
                break
        else:
            cancelled = client.insist("DELETE", path)
            if cancelled.status != 200 and cancelled.json["code"] != "already-matched":
                raise Refused(cancelled.text)
            told = client.insist("GET", path).json
        if told["status"] == "waiting":
            raise Refused(f"{path} still waits")
        fates.append((player, told.get("match_id", "")))
    return fates


def _places_of(client: Client) -> list[tuple[str, str]]:
    player = _id_of(client)
    places: list[tuple[str, str]] = []
    after = ""
    while True:
        page = client.insist("GET", f"/v1/players/me/matches{after}").json
        places += [(player, match["match_id"]) for match in page["matches"]]
        if "next" not in page:
            return places
        after = f"?after={page['next']}"


def _id_of(client: Client) -> str:
    player: str = client.insist("GET", "/v1/players/me").json["player_id"]
    return player
