"""The games. Each is a module behind one protocol: pure, with no clock and no dice of its own."""

from croupier.games import texas_bingo
from croupier.games.protocol import Game

GAMES: dict[str, Game] = {game.slug: game for game in (texas_bingo,)}
