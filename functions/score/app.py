"""What needs no account and no state: scoring a real table's cards, the list of games, health.

Whatever path no other function has comes here too, for its problem document.
"""

from croupier.api.catalogue import GameDescription, GameList, describe_game, list_games
from croupier.api.http import lambda_handler, resolver
from croupier.api.scoring.bingo import BingoCard, BingoScore, score_bingo
from croupier.api.scoring.card_bingo import CardBingoScore, CardBingoTable, score_card_bingo
from croupier.api.scoring.nickel import NickelHand, NickelScore, score_nickel
from croupier.api.scoring.poker import PokerScore, PokerTable, score_poker
from croupier.api.scoring.texas_bingo import TexasBingoScore, TexasBingoTable, score_texas_bingo
from croupier.api.scoring.texas_showdown import (
    TexasShowdownScore,
    TexasShowdownTable,
    score_texas_showdown,
)

app = resolver()
handler = lambda_handler(app)


@app.post("/v1/score/poker")
def poker(table: PokerTable) -> PokerScore:
    """Rank poker hands of five cards and find the best."""
    return score_poker(table)


@app.post("/v1/score/texas-bingo")
def texas_bingo(table: TexasBingoTable) -> TexasBingoScore:
    """Score full boards of Texas Bingo, line by line."""
    return score_texas_bingo(table)


@app.post("/v1/score/card-bingo")
def card_bingo(table: CardBingoTable) -> CardBingoScore:
    """Mark the calls in the hands of Card Bingo and find who finishes first."""
    return score_card_bingo(table)


@app.post("/v1/score/texas-showdown")
def texas_showdown(table: TexasShowdownTable) -> TexasShowdownScore:
    """Find who took each trick of Texas Showdown, and count."""
    return score_texas_showdown(table)


@app.post("/v1/score/bingo")
def bingo(card: BingoCard) -> BingoScore:
    """Mark the calls on a card of Bingo, and find its lines."""
    return score_bingo(card)


@app.post("/v1/score/nickel")
def nickel(hand: NickelHand) -> NickelScore:
    """Arrange a hand of Nickel as well as can be."""
    return score_nickel(hand)


@app.get("/v1/games", cache_control="public, max-age=300")
def games() -> GameList:
    """The games that can be played."""
    return list_games()


@app.get("/v1/games/<game>", cache_control="public, max-age=300")
def game(game: str) -> GameDescription:
    """What a form for a new match of a game needs: options, seats, verbs."""
    return describe_game(game)


@app.get("/health")
def health() -> dict[str, str]:
    """Whether the service answers at all."""
    return {"status": "ok"}
