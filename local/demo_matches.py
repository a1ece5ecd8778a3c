"""Whole matches over HTTP, turn by turn, by players who pick any move that they are offered."""

import random
from collections.abc import Iterator

from local import demo_bingo, demo_card_bingo, demo_nickel, demo_texas_bingo, demo_texas_showdown
from local.client import Client, Json, guest, match_of

NAMES = ["Ada", "Ben", "Cleo", "Dov"]

MATCHES: list[tuple[str, int, Json]] = [
    ("texas-bingo", 3, {"mode": "standard"}),
    ("texas-bingo", 1, {"mode": "solo"}),
    ("texas-bingo", 2, {"mode": "cooperative"}),
    ("texas-bingo", 3, {"mode": "competitive", "tunnel_owner_sees": True}),
    ("texas-showdown", 4, {"hands": 2}),
    ("card-bingo", 3, {"best_of": 3}),
    ("bingo", 4, {"pattern": ["line", "four-corners"]}),
    ("nickel", 3, {"rounds": [1, 3], "nickel_stake": 5, "game_stake": 25}),
]


def play(base_url: str) -> Iterator[str]:
    """The lines that tell of a match of each game, and of Texas Bingo in each mode."""
    chance = random.Random(1)
    for game, seats, options in MATCHES:
        names = NAMES[:seats]
        players = [guest(base_url, name) for name in names]
        match_id = match_of(players, game, options)
        path = f"/v1/matches/{match_id}"
        chosen = ", ".join(f"{option} {value}" for option, value in options.items())
        yield f"== {game}, {chosen}: {' '.join(names)} (match {match_id})"
        yield ""
        match game:
            case "texas-bingo":
                yield from demo_texas_bingo.tell(names, players, path, chance)
            case "texas-showdown":
                yield from demo_texas_showdown.tell(names, _moves(players, path, chance))
            case "card-bingo":
                yield from demo_card_bingo.tell(names, _moves(players, path, chance))
            case "bingo":
                yield from demo_bingo.tell(names, _moves(players, path, chance))
            case "nickel":
                yield from demo_nickel.tell(names, _moves(players, path, chance))
        yield ""


def _moves(players: list[Client], path: str, chance: random.Random) -> Iterator[Json]:
    """Move until the match is over; the answer to each move, from the first deal on."""
    answer = players[0].ask("POST", f"{path}/deal", {})
    yield answer
    view = answer["view"]
    while view["status"] == "playing":
        # Somebody whom the match waits for, or anybody: in Bingo others may move too.
        seat = chance.choice([*view["to_act"], chance.randrange(len(players))])
        if view["you"] != seat:
            view = players[seat].ask("GET", path)
        if not view["legal"]:
            continue
        # Who claims bingo by chance has mostly not got it, so that is tried seldom.
        moves = [move for move in view["legal"] if move["verb"] != "claim"]
        move = chance.choice(moves if moves and chance.random() < 0.9 else view["legal"])
        answer = players[seat].ask("POST", f"{path}/{move['verb']}", move["body"])
        yield answer
        view = answer["view"]
