"""The record of a match: a header and the moves, hand by hand. All else is computed from it.

Its text form is for people, for files and for whoever wants to redo a match:

    croupier record 1
    game texas-bingo 1
    options {"mode":"solo"}
    seed 00…1f
    nonce "lucky"
    hand 1
    0:deal
    0:Qh@c3

A `nonce` line stands for each seat, in their order, and so tells how many there are. In a
rematch a `carry` line may tell what it starts from. A move is `seat:move`.
"""

import json
from dataclasses import dataclass
from typing import Any

from croupier.games.protocol import Json

FORMAT = "croupier record 1"


@dataclass(frozen=True, slots=True)
class Header:
    """All of a match that is settled before the first deal."""

    game: str  # slug
    version: int  # of the game's rules
    options: Json
    seed: bytes  # 32 bytes; a secret until the match is over
    nonces: tuple[str, ...]  # by seat, empty where none was set
    carry: Json | None = None  # what a rematch starts from, where that makes a difference

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.nonces)


@dataclass(frozen=True, slots=True)
class Record:
    """A header and its hands; each hand is the moves from one deal to the next."""

    header: Header
    hands: tuple[tuple[str, ...], ...]


def split(entry: str) -> tuple[int, str]:
    """The seat and the move of an entry such as `2:Qh@c3`; ValueError if it is none."""
    seat, colon, move = entry.partition(":")
    if not (colon and move and seat.isascii() and seat.isdigit()):
        raise ValueError(f"{entry[:40]!r} is not a move: write the seat, a colon and the move.")
    return int(seat), move


def to_text(record: Record) -> str:
    """The text form of a record."""
    header = record.header
    lines = [
        FORMAT,
        f"game {header.game} {header.version}",
        f"options {_json(header.options)}",
        *([f"carry {_json(header.carry)}"] if header.carry is not None else []),
        f"seed {header.seed.hex()}",
        *(f"nonce {_json(nonce)}" for nonce in header.nonces),
    ]
    for number, hand in enumerate(record.hands, 1):
        lines += [f"hand {number}", *hand]
    return "\n".join(lines) + "\n"


def from_text(text: str) -> Record:
    """The record that a text form says; ValueError names the line that says none."""
    lines = text.split("\n")
    fields: dict[str, Any] = {}
    nonces: list[str] = []
    hands: list[list[str]] = []
    for number, line in enumerate(lines, 1):
        try:
            if number == 1:
                if line != FORMAT:
                    raise ValueError(f"a record begins with {FORMAT!r}")
            elif line:
                _read(line, fields, nonces, hands)
        except (ValueError, RecursionError) as error:  # JSON can be nested too deeply
            raise ValueError(f"Line {number} of the record: {error}") from None
    missing = [name for name in ("game", "options", "seed") if name not in fields]
    if missing or not nonces:
        raise ValueError(f"The record has no {(missing or ['nonce'])[0]} line.")
    slug, version = fields["game"]
    header = Header(
        slug, version, fields["options"], fields["seed"], tuple(nonces), fields.get("carry")
    )
    return Record(header, tuple(tuple(hand) for hand in hands))


def _read(line: str, fields: dict[str, Any], nonces: list[str], hands: list[list[str]]) -> None:
    name, _, value = line.partition(" ")
    if name in fields:
        raise ValueError(f"a second {name} line")
    match name:
        case "game":
            slug, _, version = value.partition(" ")
            fields[name] = slug, int(version)
        case "options" | "carry":
            fields[name] = _parsed(value, dict, "an object")
        case "seed":
            fields[name] = bytes.fromhex(value)
            if len(fields[name]) != 32:
                raise ValueError("a seed is 32 bytes, 64 hex digits")
        case "nonce":
            nonces.append(_parsed(value, str, "a string"))
        case "hand":
            if value != str(len(hands) + 1):
                raise ValueError(f"hand {len(hands) + 1} was to come")
            hands.append([])
        case _:
            seat, _ = split(line)
            if not hands:
                raise ValueError("a move before the first hand")
            if seat >= len(nonces):
                raise ValueError(f"there is no seat {seat}: each has a nonce line, above the hands")
            hands[-1].append(line)


def _parsed(text: str, kind: type[object], name: str) -> Any:
    value = json.loads(text)
    if not isinstance(value, kind):
        raise ValueError(f"{text[:40]!r} is not {name} in JSON")
    return value


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)
