"""The view of a match: the one gate through which anything of it reaches a player.

It is built up from nothing. What a game lets a seat see comes from the game's own view.
"""

from croupier.engine.shuffle import commitment
from croupier.games import GAMES
from croupier.games.protocol import Json
from croupier.matches.replay import DEAL, Table
from croupier.store.matches import Match


def seat_of(match: Match, player: str | None) -> int | None:
    """The seat where a player sits; None for a stranger."""
    if player is not None:
        for number, seat in enumerate(match.seats):
            if seat and seat.player == player:
                return number
    return None


def host(match: Match) -> int | None:
    """The seat that makes the first deal: the lowest that is taken."""
    return next((number for number, seat in enumerate(match.seats) if seat), None)


def dealers(match: Match) -> list[int]:
    """The seats that may make the first deal: the host's, in a rematch that of everybody."""
    if match.reserved:
        return [number for number, seat in enumerate(match.seats) if seat]
    first = host(match)
    return [] if first is None else [first]


def can_be_dealt(match: Match) -> bool:
    """Whether so many sit that the first deal can be made, and the match be played to its end."""
    taken = sum(map(bool, match.seats))
    if match.status != "open" or taken < match.fewest:
        return False
    game = GAMES[match.game]
    try:
        game.check(game.Options.model_validate(match.options), taken)
    except ValueError:
        return False
    return True


def moves_made(match: Match) -> int:
    """How many moves the match has; the number of the last one."""
    return match.hand.earlier + len(match.hand.moves) if match.hand else 0


def view(match: Match, table: Table | None, seat: int | None, *, now: Table | None = None) -> Json:
    """What this seat may see of the match; None is a spectator. No table before the deal.

    Of a match and a table as they were before, with the table `now` at which the hand has arrived
    since, it is what the seat may still see.
    """
    shown: Json = {
        "match_id": match.id,
        "game": match.game,
        "status": match.status,
        "version": match.version,
        "options": match.options,
        "seats": [
            {"seat": number, "name": taken.name, "kind": "human", "player_id": taken.player}
            for number, taken in enumerate(match.seats)
            if taken
        ],
        "you": seat,
        "turn": table.game.turn(table.state) if table else 0,
        "move": moves_made(match),
        "to_act": to_act(match, table),
        "commitment": commitment(match.seed),
        "legal": legal(match, table, seat),
    }
    if table and now:
        shown["public"], shown["private"] = table.game.past(table.state, now.state, seat)
    elif table:
        shown["public"], shown["private"] = table.game.view(table.state, seat)
    else:
        shown["public"], shown["private"] = {"fewest": match.fewest, "most": match.most}, {}
        if seat is not None:
            shown["private"]["invite"] = match.invite
    if match.result is not None:
        shown["result"] = match.result
    if match.rematch:
        shown["rematch"] = match.rematch
    if match.rematch_of:
        shown["rematch_of"] = match.rematch_of
    return shown


def to_act(match: Match, table: Table | None) -> list[int]:
    """The seats that hold the match up."""
    if match.status == "playing" and table:
        return table.game.to_act(table.state)
    return dealers(match) if can_be_dealt(match) else []


def legal(match: Match, table: Table | None, seat: int | None) -> list[Json]:
    """Every request that would be taken from this seat now, each a verb and a body."""
    if seat is None:
        return []
    if match.status == "playing" and table:
        turn = table.game.turn(table.state)
        requests = map(table.game.to_request, table.game.legal(table.state, seat))
        return [{"verb": verb, "body": {"turn": turn, **body}} for verb, body in requests]
    if can_be_dealt(match) and seat in dealers(match):
        return [{"verb": DEAL, "body": {"turn": 0}}]
    return []


def title(match: Match) -> str:
    """The game's name for people."""
    return GAMES[match.game].title
