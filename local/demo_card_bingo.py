"""A match of Card Bingo, told call by call."""

from collections.abc import Iterator

from local.client import Json


def tell(names: list[str], answers: Iterator[Json]) -> Iterator[str]:
    """From the answers to all moves: the hands, the calls and who marks them, the rounds won.

    Calls that nobody marks stand on the line of the next one that somebody does.
    """
    called: list[str] = []
    marked: list[str] = []
    for answer in answers:
        public = answer["view"]["public"]
        for event in answer["events"]:
            if marked and event["type"] != "marked":
                yield f"{' '.join(called)}: {' and '.join(marked)}"
                called, marked = [], []
            match event["type"]:
                case "dealt":
                    yield f"Round {public['round']}, called by {names[public['caller']]}"
                    for name, hand in zip(names, public["hands"], strict=True):
                        yield f"{name:<6}{' '.join(tile['card'] for tile in hand)}"
                case "called":
                    called.append(event["card"])
                case "marked":
                    marked.append(names[event["seat"]])
                case "round-won" | "finished":
                    yield f"{names[event['seat']]} has marked every card."
                    wins = zip(names, public["wins"], strict=True)
                    yield "Rounds: " + ", ".join(f"{name} {won}" for name, won in wins)
                    yield ""
    winners = answer["view"]["result"]["winners"]
    yield f"Won by {' and '.join(names[seat] for seat in winners)}."
