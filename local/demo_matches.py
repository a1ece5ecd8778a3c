"""Whole matches over HTTP, turn by turn, by players who pick any move that they are offered."""

import random
from collections.abc import Iterator
from itertools import groupby

from local.client import Client, Json, guest, match_of

NAMES = ["Ada", "Ben", "Cleo", "Dov"]

TEXAS_BINGO: list[tuple[str, int, Json]] = [
    ("standard", 3, {}),
    ("solo", 1, {"mode": "solo"}),
    ("cooperative", 2, {"mode": "cooperative"}),
    ("competitive", 3, {"mode": "competitive", "tunnel_owner_sees": True}),
]


def play(base_url: str) -> Iterator[str]:
    """The lines that tell of a match in each mode of Texas Bingo."""
    chance = random.Random(1)
    for mode, seats, options in TEXAS_BINGO:
        players = [guest(base_url, name) for name in NAMES[:seats]]
        match_id = match_of(players, "texas-bingo", options)
        yield f"== Texas Bingo, {mode}: {' '.join(NAMES[:seats])} (match {match_id})"
        yield ""
        yield from _texas_bingo(players, match_id, chance)
        yield ""


def _texas_bingo(players: list[Client], match_id: str, chance: random.Random) -> Iterator[str]:
    path = f"/v1/matches/{match_id}"
    players[0].ask("POST", f"{path}/deal", {})
    told: list[tuple[int, str]] = []  # the turn, and what was done in it
    view: Json = {"status": "playing"}
    while view["status"] == "playing":
        for name, player in zip(NAMES, players, strict=False):
            view = player.ask("GET", path)
            if not view["legal"]:
                continue
            move = chance.choice(view["legal"])
            player.ask("POST", f"{path}/{move['verb']}", move["body"])
            body = move["body"]
            done = body.get("mission") or f"{body['card']} {body['cell']}"
            told.append((view["turn"], f"{name} {done}"))
    for number, done in groupby(told, key=lambda each: each[0]):
        cards = _revealed(view["public"]["turns"][number - 1]) if number else "missions"
        yield f"{number:>3}  {cards:<32}" + "".join(f"{text:<26}" for _, text in done).rstrip()
    yield from _score_sheet(view, players[0].ask("GET", f"{path}/score"))


def _revealed(turn: Json) -> str:
    discarded = f" ({', '.join(turn['discarded'])} discarded)" if turn["discarded"] else ""
    return " ".join([turn["event"] or "", *turn["cards"]]).strip() + discarded


def _score_sheet(view: Json, sheet: Json) -> Iterator[str]:
    owners = [NAMES[int(board)] for board in sheet["players"]]
    yield ""
    yield "     " + "".join(f"{owner:<22}" for owner in owners).rstrip()
    for index, letter in enumerate("abcde"):
        rows = (" ".join(board[index]) for board in view["public"]["boards"])
        yield f"{letter:<5}" + "".join(f"{row:<22}" for row in rows).rstrip()
    yield ""
    for line, told in sheet["lines"].items():
        hands = (f"{hand['category']} {hand['points'] or ''}" for hand in told["hands"].values())
        yield f"{line:<6}" + "".join(f"{hand:<22}" for hand in hands).rstrip()
    for owner, player in zip(owners, sheet["players"].values(), strict=True):
        mission = ""
        if "mission" in player:
            outcome = "completed" if player["mission_completed"] else "missed"
            mission = f", {player['mission']} {outcome}: {player['mission_points']}"
        yield f"{owner}: lines {player['line_points']}{mission}, total {player['total']}"
    if sheet["winners"]:
        yield f"Won by {' and '.join(NAMES[seat] for seat in sheet['winners'])}."
