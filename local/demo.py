"""Score the tables in events/ and play whole matches, over HTTP, and print all of it.

python -m local.demo BASE_URL
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from local import demo_matches
from local.client import Refused

EVENTS = Path(__file__).parents[1] / "events"

Json = dict[str, Any]


def score(base_url: str, event: Json) -> Json:
    """What the service answers to the request of a sample event."""
    request = Request(  # noqa: S310 - whoever runs this names the address
        base_url.rstrip("/") + event["rawPath"],
        data=event["body"].encode(),
        headers={"Content-Type": "application/json"},
    )
    with urlopen(request, timeout=30) as answer:  # noqa: S310
        result: Json = json.load(answer)
    return result


def poker(table: Json, score: Json) -> Iterable[str]:
    """The hands with what they are, the best marked."""
    for index, (hand, judged) in enumerate(zip(table["hands"], score["hands"], strict=True)):
        mark = "  wins" if index in score["winners"] else ""
        yield f"{hand}   {_words(judged['category']):<16}{judged['rank']:>5}{mark}"


def texas_bingo(table: Json, score: Json) -> Iterable[str]:
    """The boards, the twelve lines compared, the totals."""
    boards = table["boards"]
    names = [board["player"] for board in boards]
    yield _line("", names)
    for row, letter in enumerate("abcde"):
        yield _line(letter, [board["rows"][row] for board in boards])
    yield ""
    for name, line in score["lines"].items():
        hands = [line["hands"][player] for player in names]
        cells = [f"{_words(hand['category'])} {hand['points'] or ''}" for hand in hands]
        yield _line(name, [*cells, " and ".join(line["winners"])])
    yield ""
    players = [score["players"][player] for player in names]
    yield _line("lines", [str(player["line_points"]) for player in players])
    for board, player in zip(boards, players, strict=True):
        if "mission" in board:
            outcome = "completed" if player["mission_completed"] else "missed"
            points = player["mission_points"]
            yield f"{board['player']}'s mission, {_words(board['mission'])}: {outcome}, {points}"
    yield _line("total", [str(player["total"]) for player in players])
    if score["winners"]:
        yield f"Won by {' and '.join(score['winners'])}."


def texas_showdown(table: Json, score: Json) -> Iterable[str]:
    """The tricks with who led and who took them, and the points."""
    for trick, taken in zip(table["tricks"], score["tricks"], strict=True):
        cards = " ".join(f"{card:>2}" for card in trick["cards"])
        names = ", who names the next leader" if taken["names_leader"] else ""
        took = f"the {taken['card']} takes it for seat {taken['taker']}{names}"
        yield f"seat {trick['leader']} leads   {cards}   {took}"
    yield "points by seat: " + " ".join(map(str, score["points"]))


def card_bingo(table: Json, score: Json) -> Iterable[str]:
    """The calls, the hands with what is left face up, and who finishes first."""
    yield f"calls   {' '.join(table['calls'])}"
    for seat, (hand, left) in enumerate(zip(table["hands"], score["face_up"], strict=True)):
        wins = f", wins at call {score['at_call']}" if seat in score["winners"] else ""
        yield f"seat {seat}  {' '.join(hand)}   {left} left face up{wins}"


def bingo(card: Json, score: Json) -> Iterable[str]:
    """The calls, the card, and the lines that they make."""
    yield f"calls   {' '.join(card['calls'])}"
    for row in card["card"]:
        yield " ".join(f"{square:<4}" for square in row).rstrip()
    if score["bingo"]:
        yield f"Bingo at call {score['at_call']}: {' '.join(score['lines'])}"


def nickel(hand: Json, score: Json) -> Iterable[str]:
    """The hand, its melds, what is left, and whether Nickel can be called."""
    yield f"hand    {' '.join(hand['hand'])}   (round of {hand['dealt']} cards)"
    yield f"melds   {'   '.join(' '.join(meld) for meld in score['melds'])}"
    yield f"left    {' '.join(score['left'])}   {score['penalty']} points"
    if "discard" in score:
        yield f"discard {score['discard']}{', and Nickel' if score['nickel'] else ''}"


SHOWN = {
    "/v1/score/bingo": bingo,
    "/v1/score/card-bingo": card_bingo,
    "/v1/score/nickel": nickel,
    "/v1/score/poker": poker,
    "/v1/score/texas-bingo": texas_bingo,
    "/v1/score/texas-showdown": texas_showdown,
}


def _line(title: str, cells: list[str]) -> str:
    return (f"{title:<7}" + "".join(f"{cell:<22}" for cell in cells)).rstrip()


def _words(slug: str) -> str:
    return slug.replace("-", " ")


def main(base_url: str) -> None:
    """Score and print every table, then play and print a match of each game."""
    for path in sorted(EVENTS.glob("score-*.json")):
        event: Json = json.loads(path.read_text())
        show = SHOWN.get(event["rawPath"])
        if show is None:
            continue
        table = json.loads(event["body"])
        mode = f", {table['mode']}" if "mode" in table else ""
        lines = show(table, score(base_url, event))
        print(f"== POST {event['rawPath']}{mode} (events/{path.name})\n", *lines, "", sep="\n")
    for line in demo_matches.play(base_url):
        print(line, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1])
    except HTTPError as error:
        sys.exit(f"{error.url} answered {error.code}: {error.read().decode(errors='replace')}")
    except Refused as refused:
        sys.exit(str(refused))
    except OSError as error:
        sys.exit(f"Nothing answers at {sys.argv[1]} ({error}). Start it with: make run")
