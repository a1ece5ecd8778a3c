"""How each mode of each game finds its players: one file, which a deployment may change.

`rules.json` holds, by game and mode, what a match is played with and when a group is good enough.
A deployment gives its changes as a JSON Merge Patch (RFC 7396): a member that it names replaces
ours, null takes one out, and a list is replaced as a whole.
"""

import json
import os
from functools import cache
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, TypeAdapter, ValidationError, model_validator

from croupier.games import GAMES
from croupier.games.protocol import Json, Strict
from croupier.store.errors import Misconfigured

SEATS = 16  # at most in a match that is made here; a match by invitation may have more

_FILE = Path(__file__).with_name("rules.json")

Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]
Points = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Name = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]


class Seats(Strict):
    """The fewest and the most players of a match."""

    fewest: int = Field(ge=1, le=SEATS)
    most: int = Field(ge=2, le=SEATS)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.fewest > self.most:
            raise ValueError("the fewest seats must not be more than the most")
        return self


class Step(Strict):
    """From `after` seconds on the ratings of a group may be `width` points apart; null is any."""

    after: Seconds
    width: Points | None


class Mode(Strict):
    """A named way to play a game with strangers.

    `options` are the match's, `steps` say how far apart ratings may be, by how long the oldest
    ticket of a group has waited. For `patience` seconds at most a ticket waits for a group that is
    closer or fuller than the one at hand. `shards` are the partitions of its queue.
    """

    options: Json = Field(default_factory=dict)
    seats: Seats
    steps: list[Step] = Field(min_length=1)
    patience: Seconds
    shards: int = Field(1, ge=1, le=100)

    @model_validator(mode="after")
    def _widening(self) -> Self:
        if self.steps[0].after != 0:
            raise ValueError("the first step must be after 0 seconds")
        for step, later in pairwise(self.steps):
            if step.after >= later.after or _width(step) >= _width(later):
                raise ValueError("each step must come later than the one before it, and be wider")
        return self

    def width(self, waited: float) -> float:
        """How far apart the ratings of a group may be whose oldest ticket waited so long.

        In points; a clock that runs behind the ticket's finds the first step.
        """
        return next(
            (_width(step) for step in reversed(self.steps) if step.after <= waited),
            _width(self.steps[0]),
        )


Rules = dict[str, dict[Name, Mode]]


def deployed() -> Rules:
    """The rules of this deployment: ours, with the changes in `MATCHMAKING_RULES`."""
    return load(os.environ.get("MATCHMAKING_RULES") or None)


@cache
def load(override: str | None = None) -> Rules:
    """The modes of each game, by name, with a deployment's changes.

    Raises Misconfigured with a sentence for everything that is wrong.
    """
    declared = json.loads(_FILE.read_text(encoding="utf-8"))
    if override:
        try:
            changes = json.loads(override)
        except (ValueError, RecursionError) as error:
            raise Misconfigured(f"The matchmaking rules are not JSON: {error}.") from None
        declared = _patched(declared, changes)
    try:
        rules = TypeAdapter(Rules).validate_json(json.dumps(declared))
    except ValidationError as error:
        faults = [_sentence(one["loc"], one["msg"]) for one in error.errors()]
        raise Misconfigured("\n".join(faults)) from None
    faults = [
        _sentence((game, name), fault)
        for game, modes in rules.items()
        for name, mode in modes.items()
        for fault in _faults(game, mode)
    ]
    if faults:
        raise Misconfigured("\n".join(faults))
    return {
        game: {name: _without_defaults(game, mode) for name, mode in modes.items()}
        for game, modes in rules.items()
    }


def _without_defaults(slug: str, mode: Mode) -> Mode:
    """With the options as a match has them, so that the same ones are equal."""
    options = GAMES[slug].Options.model_validate_json(json.dumps(mode.options))
    return mode.model_copy(
        update={"options": options.model_dump(mode="json", exclude_defaults=True)}
    )


def _faults(slug: str, mode: Mode) -> list[str]:
    """What the game has against this mode."""
    if slug not in GAMES:
        return ["there is no such game"]
    game = GAMES[slug]
    try:
        options = game.Options.model_validate_json(json.dumps(mode.options))
    except ValidationError as error:
        return [f"options {'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
    fewest, most = game.seats(options)
    if mode.seats.fewest < fewest or mode.seats.most > most:
        return [f"{fewest} to {most} can play with these options"]
    try:
        for seats in range(mode.seats.fewest, mode.seats.most + 1):
            game.check(options, seats)
    except ValueError as error:
        return [f"with {seats} seats: {error}"]
    return []


def _sentence(path: tuple[int | str, ...], fault: str) -> str:
    where = ".".join(map(str, path)) or "the top"
    what = fault.removeprefix("Value error, ").rstrip(".")
    return f"The matchmaking rules are wrong at {where}: {what}."


def _patched(target: Any, patch: Any) -> Any:
    """RFC 7396, section 2."""
    if not isinstance(patch, dict):
        return patch
    kept = target if isinstance(target, dict) else {}
    merged = {**kept, **{key: _patched(kept.get(key), value) for key, value in patch.items()}}
    return {key: value for key, value in merged.items() if key not in patch or value is not None}


def _width(step: Step) -> float:
    return inf if step.width is None else step.width
