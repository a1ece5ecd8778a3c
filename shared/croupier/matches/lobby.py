"""A match before its first deal: created, listed, joined, left, closed."""

import json
import secrets
from dataclasses import asdict, dataclass, replace
from hashlib import sha256

from pydantic import ValidationError

from croupier.games import GAMES
from croupier.games.protocol import Json
from croupier.matches.change import Change, change
from croupier.matches.refused import Busy, InvalidBody, Refused
from croupier.matches.view import host, seat_of
from croupier.store import matches as store
from croupier.store.errors import Unavailable
from croupier.store.ids import code, code_of
from croupier.store.matches import Match, Seat, Stale
from croupier.store.pausing import pause

PAGE = 20
_TRIES = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody wants to play."""

    game: str
    options: Json
    seats: int | None  # the number to play with; None is the most that the game takes
    public: bool
    nonce: str


def create(
    player: str, name: str, plan: Plan, *, key: str | None, now: int, retention_days: int
) -> Match:
    """A new match in which the creator has seat 0.

    With a key, the same creation asked for again gives the same match. Raises Refused: a game
    or a number of seats that is not offered, options that cannot be played to the end.
    """
    if plan.game not in GAMES:
        raise Refused("unknown-game", "There is no such game.")
    game = GAMES[plan.game]
    try:
        options = game.Options.model_validate(plan.options)
    except ValidationError as error:
        raise InvalidBody(error, "options") from None
    fewest, most = game.seats(options)
    if plan.seats is not None:
        if not fewest <= plan.seats <= most:
            raise Refused(
                "wrong-seats", f"{game.title} with these options takes {_span(fewest, most)}."
            )
        fewest = most = plan.seats
    for seats in range(fewest, most + 1):
        try:
            game.check(options, seats)
        except ValueError as error:
            raise Refused("impossible-options", f"With {seats} seats {error}.") from None
    match = Match(
        id=code_of(f"{player}/{key}".encode()) if key else code(),
        game=plan.game,
        rules=game.version,
        options=options.model_dump(mode="json", exclude_defaults=True),
        seed=secrets.token_bytes(32),
        invite=code(50),
        public=plan.public,
        fewest=fewest,
        most=most,
        created=now,
        expires_at=now + retention_days * 86_400,
        seats=(Seat(player, name, plan.nonce), *[None] * (most - 1)),
        request=_digest(plan) if key else "",
    )
    for tries in range(_TRIES):
        try:
            store.create(match)
        except Unavailable:
            pause(tries)  # perhaps it was written; then the next try finds it
        except Stale as stale:
            if before := stale.current or store.load(match.id, consistent=True):
                if before.request != match.request:
                    raise Refused(
                        "key-reused", "This Idempotency-Key came with another request."
                    ) from None
                return before
            pause(tries)  # the same request is under way twice
        else:
            return match
    raise Busy


def join(match_id: str, player: str, name: str, *, invite: str | None, nonce: str) -> Match:
    """Take the lowest free seat; who sits there already keeps the seat."""

    def judge(match: Match) -> Change:
        if seat_of(match, player) is not None:
            return Change(match)
        if match.reserved:
            _before_the_deal(match)
            if player not in match.reserved:
                raise Refused("reserved", "The seats are kept for the players of the match before.")
            own = match.reserved.index(player)
            return Change(_seated(match, own, Seat(player, name, nonce)), joined=player)
        if not match.public and invite != match.invite:
            raise Refused("wrong-invite", "This match is by invitation, and that is not its code.")
        _before_the_deal(match)
        if player in match.removed:
            raise Refused("removed", "The host has taken you out of this match.")
        if None not in match.seats:
            raise Refused("match-full", "All seats are taken.")
        free = match.seats.index(None)
        return Change(_seated(match, free, Seat(player, name, nonce)), joined=player)

    return change(match_id, judge, consistent=True)


def leave(match_id: str, player: str, *, seat: int | None = None) -> Match:
    """Free one's own seat, or as the host that of somebody else, who may then not come back.

    The last to leave closes the match.
    """
    gone: str | None = None  # whom it is about; on that seat there may soon be somebody else

    def judge(match: Match) -> Change:
        nonlocal gone
        if gone and seat_of(match, gone) is None:
            return Change(match)
        own = _own_seat(match, player)
        _before_the_deal(match)
        gone = gone or _sitting(match, own if seat is None else seat)
        if gone != player and own != host(match):
            raise Refused("not-host", "Only the host can take another player out.")
        if gone is None:
            raise Refused("empty-seat", "Nobody sits there.")
        after = _seated(match, seat_of(match, gone) or 0, None)
        if gone != player:
            after = replace(after, removed=(*match.removed, gone))
        if not any(after.seats) and not match.reserved:
            after = _closed(after)
        return Change(after, left=[gone])

    return change(match_id, judge, consistent=True)


def close(match_id: str, player: str) -> Match:
    """As the host, end the match before it has begun."""

    def judge(match: Match) -> Change:
        own = _own_seat(match, player)
        if match.result == {"reason": "closed"}:
            return Change(match)
        _before_the_deal(match)
        if own != host(match):
            raise Refused("not-host", "Only the host can close the match.")
        return Change(_closed(replace(match, version=match.version + 1)))

    return change(match_id, judge, consistent=True)


def set_nonce(match_id: str, player: str, nonce: str) -> Match:
    """Set what the own seat adds to the shuffles."""

    def judge(match: Match) -> Change:
        own = _own_seat(match, player)
        _before_the_deal(match)
        seat = match.seats[own]
        if seat is None or seat.nonce == nonce:
            return Change(match)
        return Change(_seated(match, own, replace(seat, nonce=nonce)))

    return change(match_id, judge, consistent=True)


def open_matches(game: str, before: str) -> tuple[list[Match], str | None]:
    """A page of the public matches that can be joined, newest first, and where the next begins."""
    if game not in GAMES:
        raise Refused("unknown-game", "There is no such game.")
    places = store.open_matches(game, before=before, limit=PAGE)
    found = store.load_many(place.partition("#")[2] for place in places)
    following = places[-1] if len(places) == PAGE else None
    return [match for match in found if match.status == "open" and None in match.seats], following


def _seated(match: Match, number: int, seat: Seat | None) -> Match:
    seats = (*match.seats[:number], seat, *match.seats[number + 1 :])
    return replace(match, version=match.version + 1, seats=seats)


def _sitting(match: Match, number: int) -> str | None:
    seat = match.seats[number] if number < len(match.seats) else None
    return seat.player if seat else None


def _closed(match: Match) -> Match:
    return replace(match, status="finished", result={"reason": "closed"})


def _own_seat(match: Match, player: str) -> int:
    own = seat_of(match, player)
    if own is None:
        raise Refused("not-seated", "You do not sit in this match.")
    return own


def _before_the_deal(match: Match) -> None:
    if match.status == "finished":
        raise Refused("match-over", "The match is over.")
    if match.status != "open":
        raise Refused("already-dealt", "The match has been dealt.")


def _digest(plan: Plan) -> str:
    return sha256(json.dumps(asdict(plan), sort_keys=True).encode()).hexdigest()[:12]


def _span(fewest: int, most: int) -> str:
    return f"{fewest} to {most} seats" if fewest < most else f"{most} seat{'s' * (most > 1)}"
