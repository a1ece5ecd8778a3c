"""From a record to the state of the match: the same moves give the same state, anywhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from croupier.engine.shuffle import Shuffler, match_key
from croupier.games import GAMES
from croupier.games.protocol import Game, Json
from croupier.matches.record import Header, Record, split

DEAL = "deal"


@dataclass(frozen=True, slots=True)
class Carry:
    """What a hand starts from: the game's own part, and how many shuffles came before."""

    game: Json | None = None
    shuffles: int = 0


@dataclass(slots=True)
class Table:
    """A hand in play: the rules, the state, and the shuffles still to come."""

    game: Game
    state: Any
    shuffler: Shuffler

    def copy(self) -> "Table":
        """A table of its own, equal to this one."""
        return Table(self.game, self.game.copy(self.state), self.shuffler.copy())

    def carry(self) -> Carry:
        """What the next hand starts from."""
        return Carry(self.game.carry(self.state), self.shuffler.count)


def deal(header: Header, carry: Carry) -> Table:
    """A hand just dealt."""
    game = GAMES[header.game]
    shuffler = Shuffler(match_key(header.seed, header.nonces), carry.shuffles)
    options = game.Options.model_validate(header.options)
    return Table(game, game.start(options, header.seats, shuffler, carry.game), shuffler)


def replay_hand(header: Header, carry: Carry, hand: Iterable[str]) -> Table:
    """A hand after its moves, of which the first is the deal."""
    moves = iter(hand)
    if split(next(moves, "0:none"))[1] != DEAL:
        raise ValueError("A hand begins with its deal.")
    table = deal(header, carry)
    play, state, shuffler = table.game.play, table.state, table.shuffler
    for entry in moves:
        seat, move = split(entry)
        play(state, seat, move, shuffler)
    return table


def replay(record: Record) -> Table:
    """A match after all of its moves; ValueError before the first deal."""
    if not record.hands:
        raise ValueError("The match has not been dealt.")
    carry = Carry(record.header.carry)
    for hand in record.hands:
        table = replay_hand(record.header, carry, hand)
        carry = table.carry()
    return table
