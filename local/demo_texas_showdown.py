"""A match of Texas Showdown, told trick by trick."""

from collections.abc import Iterator

from local.client import Json


def tell(names: list[str], answers: Iterator[Json]) -> Iterator[str]:
    """From the answers to all moves: the tricks, who takes them, the points."""
    for answer in answers:
        public = answer["view"]["public"]
        for event in answer["events"]:
            match event["type"]:
                case "dealt":
                    yield f"Hand {public['hand']}, opened by {names[public['leader']]}"
                case "trick-taken":
                    yield _trick(names, public) + f"taken by {names[event['seat']]}"
                case "leader-named":
                    leader = names[event["leader"]]
                    yield f"     {names[event['seat']]} has {leader} open the next trick"
                case "hand-over" | "finished":
                    points = zip(names, public["points"], strict=True)
                    yield "Points: " + ", ".join(f"{name} {count}" for name, count in points)
                    yield ""
    winners = answer["view"]["result"]["winners"]
    yield f"Won by {' and '.join(names[seat] for seat in winners)}."


def _trick(names: list[str], public: Json) -> str:
    plays = (f"{names[played['seat']]} {played['card']}" for played in public["last_trick"])
    return f"{sum(public['taken']):>3}  " + "".join(f"{text:<9}" for text in plays)
