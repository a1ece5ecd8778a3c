"""A match of Bingo, told draw by draw."""

from collections.abc import Iterator

from local.client import Json


def tell(names: list[str], answers: Iterator[Json]) -> Iterator[str]:
    """From the answers to all moves: the numbers, who calls bingo and when, the prizes.

    Draws after which nobody says anything stand on one line. At the end all cards are shown, with
    brackets around the numbers that were drawn.
    """
    drawn: list[str] = []
    for answer in answers:
        for event in answer["events"]:
            if event["type"] == "drawn":
                drawn.append(event["number"])
                continue
            said = _said(names, event)
            if said and drawn:
                yield " ".join(drawn)
                drawn = []
            if said:
                yield said
    if drawn:
        yield " ".join(drawn)
    public = answer["view"]["public"]
    for name, cards in zip(names, public["cards"], strict=True):
        yield ""
        yield name
        for rows in cards:
            yield from (_row(row, public["draws"]) for row in rows)
    winners = answer["view"]["result"]["winners"]
    yield ""
    yield f"Won by {' and '.join(names[seat] for seat in winners) or 'nobody'}."


def _said(names: list[str], event: Json) -> str:
    """What is heard in the hall; a mark is heard by nobody."""
    match event["type"]:
        case "bingo":
            return f"{names[event['seat']]}: bingo!"
        case "false-claim":
            return f"{names[event['seat']]}: bingo? Not yet."
        case "passed":
            return f"{names[event['seat']]} passes."
        case "prize-won":
            winners = " and ".join(names[seat] for seat in event["seats"])
            return f"Prize {event['prize']} goes to {winners}."
        case "prize-unclaimed":
            return f"Prize {event['prize']} goes to nobody."
    return ""


def _row(row: list[str], draws: list[str]) -> str:
    shown = (f"[{name}]" if name in draws or name == "free" else name for name in row)
    return "  " + " ".join(f"{square:^6}" for square in shown).rstrip()
