"""Playing again: one new match for all who ask, with the same seats and options."""

import secrets
from dataclasses import replace

from croupier.games import GAMES
from croupier.matches import lobby
from croupier.matches.change import Change, change
from croupier.matches.refused import Refused
from croupier.matches.view import seat_of
from croupier.matches.watch import table_now
from croupier.store.ids import code, code_of
from croupier.store.matches import Match


def rematch(match_id: str, player: str, name: str, *, now: int, retention_days: int) -> Match:
    """The match after a match that is over, with the asker in the seat of before.

    It is the same one for all who ask, whenever they do. Who does not ask before it is dealt
    does not sit in it.
    """

    def judge(match: Match) -> Change:
        if seat_of(match, player) is None:
            raise Refused("not-seated", "You do not sit in this match.")
        if match.rematch:
            return Change(match)
        if match.status != "finished":
            raise Refused("not-over", "The match is not over.")
        if match.hand is None:
            raise Refused("not-dealt", "The match was closed before it had begun.")
        following = _following(match, now, now + retention_days * 86_400)
        before = replace(match, version=match.version + 1, rematch=following.id)
        return Change(before, rematch=following)

    before = change(match_id, judge, consistent=True)
    return lobby.join(before.rematch, player, name, invite=None, nonce="")


def _following(match: Match, now: int, expires_at: int) -> Match:
    game = GAMES[match.game]
    table = table_now(match, None)
    return Match(
        id=code_of(f"rematch/{match.id}".encode()),
        game=match.game,
        rules=game.version,
        options=match.options,
        seed=secrets.token_bytes(32),
        invite=code(50),
        public=match.public,
        fewest=game.seats(game.Options.model_validate(match.options))[0],
        most=len(match.seats),
        created=now,
        expires_at=expires_at,
        seats=(None,) * len(match.seats),
        reserved=tuple(seat.player for seat in match.seats if seat),
        rematch_of=match.id,
        start=game.rematch(table.state) if table else None,
    )
