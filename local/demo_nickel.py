"""A match of Nickel, told call by call."""

from collections.abc import Iterator

from local.client import Json


def tell(names: list[str], answers: Iterator[Json]) -> Iterator[str]:
    """From the answers to all moves: the rounds, who goes out, all hands in the end, the points."""
    for answer in answers:
        public = answer["view"]["public"]
        for event in answer["events"]:
            match event["type"]:
                case "dealt":
                    yield f"Round {public['round']}: {public['dealt']} cards each, " + (
                        f"{public['wild']} is wild, dealt by {names[public['dealer']]}"
                    )
                case "reshuffled":
                    yield "The discards are shuffled into a new stock."
                case "nickel":
                    yield f"{names[event['seat']]} calls Nickel."
                case "round-over" | "finished":
                    if public["nickel"] is None:
                        yield "Nobody has called Nickel."
                    for name, hand in zip(names, public["hands"], strict=True):
                        yield f"{name:<6}{hand['penalty']:>3}  {_laid(hand)}".rstrip()
                    points = zip(names, public["points"], strict=True)
                    yield "Points: " + ", ".join(f"{name} {count}" for name, count in points)
                    yield ""
    result = answer["view"]["result"]
    yield f"Won by {' and '.join(names[seat] for seat in result['winners'])}."


def _laid(hand: Json) -> str:
    """The melds and, after a bar, what is left: `2c 3c 4c, 9h 9s 9d | Kd`."""
    melds = ", ".join(" ".join(meld) for meld in hand["melds"])
    return f"{melds} | {' '.join(hand['left'])}" if hand["left"] else melds
