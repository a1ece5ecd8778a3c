"""The games. Each is a module behind one protocol: pure, with no clock and no dice of its own."""

from croupier.games import bingo, card_bingo, nickel, texas_bingo, texas_showdown
from croupier.games.protocol import Game

_ALL: tuple[Game, ...] = (texas_bingo, texas_showdown, card_bingo, bingo, nickel)

GAMES = {game.slug: game for game in _ALL}
