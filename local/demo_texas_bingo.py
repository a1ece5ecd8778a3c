"""A match of Texas Bingo over HTTP, told turn by turn."""

import random
from collections.abc import Iterator
from itertools import groupby

from local.client import Client, Json


def tell(
    names: list[str], players: list[Client], path: str, chance: random.Random
) -> Iterator[str]:
    """Play random moves turn by turn: what was revealed, what each did, and the score sheet."""
    players[0].ask("POST", f"{path}/deal", {})
    told: list[tuple[int, str]] = []  # the turn, and what was done in it
    view: Json = {"status": "playing"}
    while view["status"] == "playing":
        for name, player in zip(names, players, strict=True):
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
    yield from _score_sheet(names, view, players[0].ask("GET", f"{path}/score"))


def _revealed(turn: Json) -> str:
    discarded = f" ({', '.join(turn['discarded'])} discarded)" if turn["discarded"] else ""
    return " ".join([turn["event"] or "", *turn["cards"]]).strip() + discarded


def _score_sheet(names: list[str], view: Json, sheet: Json) -> Iterator[str]:
    owners = [names[int(board)] for board in sheet["players"]]
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
        yield f"Won by {' and '.join(names[seat] for seat in sheet['winners'])}."
