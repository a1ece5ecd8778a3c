"""Leaderboards, and how a player's rating has come about."""

from typing import Any

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response

from croupier.api import identity
from croupier.api.answers import answer
from croupier.api.problems import Problem
from croupier.games import GAMES
from croupier.ratings import counting, seasons
from croupier.ratings.boards import Row, standings
from croupier.store import players
from croupier.store import ratings as store
from croupier.store.ratings import Board, Entry, Rating

_LONGEST_ID = 40  # DynamoDB fails on keys of more than 2,048 bytes; ours are much shorter


def show(
    app: APIGatewayHttpResolver, game: str, mode: str, season: int | None, limit: int
) -> Response[str]:
    """A leaderboard as whoever asks sees it."""
    player = identity.visitor(app)
    board = _board(game, mode, season)
    seen = standings(board, player, limit)
    shown = {**_named(board), "top": list(map(_row, seen.top))}
    if seen.you:
        shown |= {"you": _row(seen.you), "neighbours": list(map(_row, seen.neighbours))}
    return answer(shown)


def history(
    app: APIGatewayHttpResolver,
    player_id: str,
    game: str,
    mode: str,
    season: int | None,
    before: int | None,
) -> Response[str]:
    """A page of the matches that have made a player's rating; which they were only he is told."""
    own = identity.account(app) if player_id == "me" else None
    asker = own.id if own else identity.visitor(app)
    board = _board(game, mode, season)
    profile = own or (players.load(player_id) if len(player_id) <= _LONGEST_ID else None)
    if profile is None:
        raise Problem(404, "unknown-player", "There is no such player.")
    entries = store.history(profile.id, board, before=before)
    shown = {
        "player_id": profile.id,
        "name": profile.name,
        **_named(board),
        "history": [_entry(entry, own=profile.id == asker) for entry in entries],
    }
    if len(entries) == store.PAGE:
        shown["next"] = entries[-1].after.played
    return answer(shown)


def _board(game: str, mode: str, season: int | None) -> Board:
    if game not in GAMES:
        raise Problem(404, "unknown-game", "There is no such game. /v1/games has the list.")
    modes = counting.modes(GAMES[game])
    if mode not in modes:
        raise Problem(404, "unknown-mode", f"There are leaderboards for {', '.join(modes)}.")
    running = seasons.running()
    if season is not None and season > running:
        raise Problem(404, "unknown-season", f"Season {running} is the last one so far.")
    return Board(season or running, game, mode)


def _named(board: Board) -> dict[str, Any]:
    return {
        "game": board.game,
        "mode": board.mode,
        "season": board.season,
        "current_season": seasons.running(),
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player_id": row.place.player,
        "name": row.name,
        "played": row.place.rating.played,
        **_rating(row.place.rating),
    }


def _rating(rating: Rating) -> dict[str, Any]:
    return {"rating": rating.worth, "mean": rating.mean, "deviation": rating.deviation}


def _entry(entry: Entry, *, own: bool) -> dict[str, Any]:
    return {
        "played": entry.after.played,
        "rank": entry.rank,
        "players": entry.players,
        "total": entry.total,
        "before": _rating(entry.before),
        "after": _rating(entry.after),
        "settled": entry.settled,
        **({"match_id": entry.match} if own else {}),
    }
