"""The queues: all who want the same wait in one, or in one of its shards."""

import json
from hashlib import sha256

from croupier.games import GAMES
from croupier.games.protocol import Json
from croupier.matchmaking.rules import SEATS, Mode, Rules, Seats


def queue_of(game: str, mode: str, options: Json, shards: int, player: str) -> str:
    """The queue for a mode, empty where these options have no name.

    The options are in it too: who came before a deployment changed a mode's plays as was asked.
    Of several shards it is the one that goes by the player: those of two shards never meet.
    """
    what = sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()[:16]
    shard = int(sha256(player.encode()).hexdigest(), 16) % shards
    return f"{game}#{mode}#{what}#{shard}"


def mode_for(rules: Rules, game: str, options: Json, preferred: str) -> tuple[str, Mode]:
    """The mode that has these options, and its name: empty if none has them.

    Of several it is the preferred one, or the first.
    """
    modes = rules[game]
    for name in (preferred, *modes):
        if name in modes and modes[name].options == options:
            return name, modes[name]
    return "", unnamed(rules, game)


def mode_at(rules: Rules, queue: str) -> Mode | None:
    """The rules of a queue; None if a deployment has taken the game out."""
    game, mode, *_ = queue.split("#")
    if not rules.get(game):
        return None
    return rules[game].get(mode) or unnamed(rules, game)


def unnamed(rules: Rules, game: str) -> Mode:
    """What holds for options that no mode has: the rules of the game's first, with any seats."""
    first = next(iter(rules[game].values()))
    return first.model_copy(update={"seats": Seats(fewest=2, most=SEATS)})


def seats_of(game: str, options: Json, mode: Mode) -> tuple[int, int]:
    """The fewest and the most who can play with strangers."""
    least, greatest = GAMES[game].seats(GAMES[game].Options.model_validate(options))
    return max(least, mode.seats.fewest, 2), min(greatest, mode.seats.most)
