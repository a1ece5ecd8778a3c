"""Many who look for a match at once, against a deployment: each ticket has one fate."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

from local.client import Client, guest

CLIENTS, TICKETS = 32, 500
GAMES = [
    ("card-bingo", {"min": 2, "max": 2}),
    ("nickel", {"min": 2, "max": 4}),
    ("texas-showdown", {"min": 3, "max": 3}),
]
PATH = "/v1/matchmaking/tickets"

Fate = tuple[str, str, str | None]  # the player, how it ended, the match


def tickets_of(client: Client, number: int) -> list[Fate]:
    """One ticket after the other; some are cancelled at once, some after a look or two."""
    rng = Random(number)
    player = client.insist("GET", "/v1/players/me").json["player_id"]
    fates = []
    for _ in range(TICKETS // CLIENTS + (number < TICKETS % CLIENTS)):
        game, seats = rng.choice(GAMES)
        wish = {"game": game, "seats": seats}
        made = client.insist("POST", PATH, wish)
        assert made.status == 201, made.text
        path = f"{PATH}/{made.json['ticket_id']}"
        patience = rng.choice([0, 1, 2, 40, 40, 40, 40, 40])
        for _ in range(patience):
            told = client.insist("GET", path).json
            if told["status"] != "waiting":
                break
        else:
            cancelled = client.insist("DELETE", path)
            assert cancelled.status == 200 or cancelled.json["code"] == "already-matched"
            told = client.insist("GET", path).json
        fates.append((player, told["status"], told.get("match_id")))
    return fates


def test_of_500_tickets_each_is_matched_once_or_cancelled(base_url: str) -> None:
    clients = [guest(base_url, f"P{number}") for number in range(CLIENTS)]
    for client in clients:
        client.timeout = 240
    with ThreadPoolExecutor(CLIENTS) as threads:
        fates = [
            fate
            for all_of_one in threads.map(tickets_of, clients, range(CLIENTS))
            for fate in all_of_one
        ]
    assert len(fates) == TICKETS
    ends = Counter(status for _, status, _ in fates)
    assert ends["matched"] + ends["cancelled"] == TICKETS
    assert ends["matched"] > 100
    assert ends["cancelled"] > 30
    brought = Counter((player, match) for player, status, match in fates if status == "matched")
    assert set(brought.values()) == {1}
    seated: Counter[tuple[str, str | None]] = Counter()
    for client in clients:
        after = ""
        while True:
            page = client.insist("GET", f"/v1/players/me/matches{after}").json
            player = client.insist("GET", "/v1/players/me").json["player_id"]
            for match in page["matches"]:
                assert match["status"] == "playing"
                seated[player, match["match_id"]] += 1
            if "next" not in page:
                break
            after = f"?after={page['next']}"
    assert seated == brought
