"""What every game is: pure functions over a state, and the data that describes it.

A game is a module with the names of `Game`. A *move* is a short text such as `Qh@c3`; who
makes it stands beside it. Events are facts that everybody may know; what one seat alone may
know is in its view. Chance comes in as the shuffler, and nothing else comes in.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict

from croupier.engine.shuffle import Shuffler

Json = dict[str, Any]
Move = str

RESIGN = "resign"
"""The move of a seat that leaves the match for good (`games.resigning`).

`play` takes it from a seat that has not resigned, until the match is over, between two hands too;
`legal` lists nothing that ends a match early. Its events are `resigned` with the seat, and after it
what follows from that.
"""


def mode_of(options: Json) -> str:
    """The mode that options are of; a game without this option has but one.

    >>> mode_of({"mode": "solo"}), mode_of({"rounds": [1, 4]})
    ('solo', 'standard')
    """
    mode: str = options.get("mode", "standard")
    return mode


class IllegalMove(Exception):
    """A move that the rules do not allow; nothing has changed.

    The message is one sentence that a player could read, `rule` names what it rests on
    (`TB-19`), `code` is for the client: `illegal-move` or `not-your-turn`.
    """

    def __init__(self, rule: str, message: str, code: str = "illegal-move") -> None:
        super().__init__(message)
        self.rule = rule
        self.code = code


class Strict(BaseModel):
    """The base of what comes from outside: nothing unknown, nothing coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Game(Protocol):
    """One game; its state is its own affair, and so is `Any` to everybody else."""

    @property
    def slug(self) -> str:
        """Its name in paths and records."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def summary(self) -> str:
        """One sentence for somebody who does not know it."""

    @property
    def resigning(self) -> str:
        """How the others go on once somebody has resigned, in a sentence or two for players."""

    @property
    def version(self) -> int:
        """Of the rules; a record names the one that it was played by."""

    @property
    def Options(self) -> type[BaseModel]:  # noqa: N802 - a class of the game's module
        """What can be chosen for a match; the defaults are a match as it is usually played."""

    @property
    def VERBS(self) -> Mapping[str, type[Strict]]:  # noqa: N802 - a constant of the game's module
        """For each verb the body of its request; the body's docstring says what it does."""

    def seats(self, options: Any) -> tuple[int, int]:
        """The fewest and the most who can play with these options."""

    def check(self, options: Any, seats: int) -> None:
        """Refuse (ValueError, a sentence) a set-up that cannot be played to its end."""

    def start(self, options: Any, seats: int, shuffler: Shuffler, carry: Json | None) -> Any:
        """The state of a hand just dealt.

        `carry` comes from the hand before, for the first of a rematch from `rematch`; it is
        None for the first of any other match.
        """

    def legal(self, state: Any, seat: int) -> list[Move]:
        """Every move that `play` would take from this seat now, but for `resign`.

        Between two hands that is `deal`, the one move that `play` does not make: it is a new
        `start`, with the `carry` of the hand before.
        """

    def play(self, state: Any, seat: int, move: Move, shuffler: Shuffler) -> list[Json]:
        """Change the state and return the events, or raise IllegalMove with nothing changed."""

    @property
    def APART(self) -> frozenset[str]:  # noqa: N802 - a constant of the game's module
        """Verbs whose moves touch nothing but the mover's own part of the game.

        They commute with the moves of others, so many players can make them at once.
        """

    def turn(self, state: Any) -> int:
        """The number of the situation that the players answer now."""

    def since(self, state: Any, move: Move) -> int:
        """The first turn whose answer this move can still be; in most games that is this turn."""

    def to_act(self, state: Any) -> list[int]:
        """The seats that hold the match up; none that has resigned."""

    def view(self, state: Any, seat: int | None) -> tuple[Json, Json]:
        """What everybody may see, and what this seat alone may; None is a spectator."""

    def past(self, state: Any, now: Any, seat: int | None) -> tuple[Json, Json]:
        """The view of an earlier state of a hand, as far as this seat may still see it `now`."""

    def score(self, state: Any, seat: int | None) -> Json:
        """The score sheet as it stands for whoever asks."""

    def carry(self, state: Any) -> Json:
        """What the next hand starts from."""

    def rematch(self, state: Any) -> Json | None:
        """What the first hand of a rematch starts from, if that makes a difference."""

    def result(self, state: Any) -> Json | None:
        """Once the match is over its winners (seats) and totals, until then None.

        Its `reason` is `resigned` where it ended because nobody was left to play on, else
        `completed`. `resigned` is there where somebody has: the seats in the order of leaving.
        """

    def to_move(self, state: Any, seat: int, body: Any) -> Move:
        """The move that a seat's request means, from a body of `VERBS`."""

    def to_request(self, move: Move) -> tuple[str, Json]:
        """The verb and the body of the request for a move: `to_move` backwards."""

    def known(self, state: Any, moves: Sequence[str], seat: int | None) -> list[str]:
        """A hand's moves (`seat:move`) as this seat may know them while the match runs.

        What it may not know of a move is left out; the verb always stands there, and so does
        `resign`.
        """

    def copy(self, state: Any) -> Any:
        """A state of its own, equal to this one."""


class MarkedGame(Game, Protocol):
    """A game with moves of `APART`."""

    def with_marks(self, state: Any, seat: int, marks: Iterable[Move]) -> Any:
        """A state of its own in which this seat has made these moves too, where it had not."""
