"""A move in a match: judged by the rules, written once, answered the same when asked again."""

import json
from dataclasses import dataclass, replace

from pydantic import ValidationError

from croupier.games import GAMES
from croupier.games.protocol import RESIGN, IllegalMove, Json, Strict
from croupier.matches import answered, past, slates, tables
from croupier.matches.answered import Answered
from croupier.matches.change import Change, change
from croupier.matches.record import split
from croupier.matches.refused import InvalidBody, Refused
from croupier.matches.replay import DEAL, Carry, Table, deal
from croupier.matches.view import can_be_dealt, dealers, moves_made, seat_of, title, view
from croupier.store.matches import Hand, Match
from croupier.store.slates import Slate


@dataclass(frozen=True, slots=True)
class Request:
    """What a player asks for."""

    player: str
    verb: str
    body: Json  # `turn`, if it is there, says which situation it answers
    key: str  # the same for the same request; one of a kind if the client gave none
    if_match: int | None = None  # the version that it was made for


@dataclass(frozen=True, slots=True)
class Answer:
    """What the move led to, as the player may see it."""

    version: int
    events: list[Json]
    view: Json


@dataclass(frozen=True, slots=True)
class _Made:
    """A move made on the table: the match with it, and what happened."""

    match: Match
    seen: Match  # by whoever made it, who sees another version where there is a slate
    table: Table  # as whoever made it knows it
    events: list[Json]
    common: Table | None = None  # the same, where all know as much; to be kept once written
    closed: Hand | None = None
    slate: Slate | None = None  # with the move on it, if it is one that is kept apart
    now: Table | None = None  # how the hand has gone on, if the move was made before


def make(match_id: str, request: Request) -> Answer:
    """Make a move. Raises Refused, or Busy when asking again is safe and might help."""
    asked = f"{request.verb} {json.dumps(request.body, sort_keys=True)}"
    key, body = answered.digests(request.key, asked)
    made: _Made | None = None

    def judge(match: Match) -> Change:
        nonlocal made
        made = None
        seat = seat_of(match, request.player)
        if seat is None:
            raise Refused("not-seated", "You do not sit in this match.")
        slate = slates.own(match, seat)
        entries = match.answered + (slate.answered if slate else b"")
        if before := answered.find(entries, seat, key):
            if before.body != body:
                raise Refused("key-reused", "This Idempotency-Key came with another request.")
            made = _again(match, seat, slate, before, apart=_is_apart(match, request))
            return Change(match)
        if request.if_match not in (None, slates.as_seen(match, slate).version):
            raise Refused("version-changed", "The match has moved on since you looked.")
        made = _play(match, seat, slate, request)
        entry = Answered(
            seat=seat_of(made.match, request.player) or 0,  # the first deal closes the gaps
            key=key,
            body=body,
            move=len(made.slate.moves) if made.slate else moves_made(made.match),
            version=made.seen.version,
        )
        if made.slate:
            kept = answered.add(made.slate.answered, entry)
            return Change(match, slate=replace(made.slate, answered=kept))
        kept = answered.add(match.answered, entry)
        return Change(replace(made.match, answered=kept), closed=made.closed)

    change(match_id, judge)
    assert made  # noqa: S101 - judge has run, or change has raised
    if made.common and made.match.hand:
        tables.remember(match_id, made.match.hand, made.common)
    seat = seat_of(made.match, request.player)
    seen = view(made.seen, made.table, seat, now=made.now)
    return Answer(made.seen.version, made.events, seen)


def _play(match: Match, seat: int, slate: Slate | None, request: Request) -> _Made:
    if match.status == "finished":
        raise Refused("match-over", "The match is over.")
    if match.hand is None:
        return _first_deal(match, seat, request)
    table = slates.table_with(match, match.hand, slate)
    game = table.game
    if request.verb == RESIGN:
        move = RESIGN
    else:
        move = game.to_move(table.state, seat, _body(match, request))
    turn = request.body.get("turn")
    if turn is not None and not game.since(table.state, move) <= turn <= game.turn(table.state):
        raise Refused("stale-turn", "That turn has passed.")
    if move == DEAL:
        if DEAL not in game.legal(table.state, seat):
            raise Refused("illegal-move", "The cards have been dealt.")
        return _next_deal(match, match.hand, seat, table)
    table = table.copy()
    try:
        events = game.play(table.state, seat, move, table.shuffler)
    except IllegalMove as illegal:
        raise Refused(illegal.code, str(illegal), rule=illegal.rule) from None
    if slate and _is_apart(match, request):
        slate = replace(slate, moves=(*slate.moves, f"{moves_made(match)}:{move}"))
        return _Made(match, slates.as_seen(match, slate), table, events, slate=slate)
    result = game.result(table.state)
    after = replace(
        match,
        version=match.version + 1,
        hand=replace(match.hand, moves=(*match.hand.moves, f"{seat}:{move}")),
        status="playing" if result is None else "finished",
        result=result,
    )
    common = None if slate else table
    return _Made(after, slates.as_seen(after, slate), table, events, common=common)


def _is_apart(match: Match, request: Request) -> bool:
    return request.verb in GAMES[match.game].APART


def _body(match: Match, request: Request) -> Strict:
    game = GAMES[match.game]
    model = game.VERBS.get(request.verb)
    if model is None:
        raise Refused("wrong-verb", f"{game.title} has no {request.verb}.")
    body = {name: value for name, value in request.body.items() if name != "turn"}
    try:
        return model.model_validate(body)
    except ValidationError as error:
        raise InvalidBody(error) from None


def _first_deal(match: Match, seat: int, request: Request) -> _Made:
    if request.verb == RESIGN:
        raise Refused("not-dealt", "The match has not been dealt: leave it instead.")
    _body(match, request)
    if request.verb != DEAL:
        raise Refused("not-dealt", "The match has not been dealt.")
    if request.body.get("turn") not in (None, 0):
        raise Refused("stale-turn", "That turn has passed.")
    if seat not in dealers(match):
        raise Refused("not-your-turn", "The player on the lowest seat makes the first deal.")
    if not can_be_dealt(match):
        raise Refused("too-few-players", f"{title(match)} waits for {match.fewest} players here.")
    seats = tuple(taken for taken in match.seats if taken)
    dealer = sum(map(bool, match.seats[:seat]))
    dealt = replace(match, seats=seats, status="playing", removed=(), reserved=())
    return _dealt(dealt, Hand(1, 0, 0, match.start, (f"{dealer}:{DEAL}",)))


def _next_deal(match: Match, hand: Hand, seat: int, table: Table) -> _Made:
    carry = table.carry()
    following = Hand(
        number=hand.number + 1,
        earlier=hand.earlier + len(hand.moves),
        shuffles=carry.shuffles,
        carry=carry.game,
        moves=(f"{seat}:{DEAL}",),
    )
    return replace(_dealt(match, following), closed=hand)


def _dealt(match: Match, hand: Hand) -> _Made:
    after = replace(match, version=match.version + 1, hand=hand)
    table = deal(tables.header(after), Carry(hand.carry, hand.shuffles))
    return _Made(after, after, table, _events_of_deal(hand), common=table)


def _events_of_deal(hand: Hand) -> list[Json]:
    return [{"type": "dealt", "hand": hand.number}]


def _again(match: Match, seat: int, slate: Slate | None, before: Answered, *, apart: bool) -> _Made:
    """The move that was made before, with the match and the table as they were right after it."""
    if slate and apart:
        *earlier, last = slate.moves[: before.move]
        number, move = split(last)
        slate = replace(slate, moves=tuple(earlier))
        hand = past.hand_with(match, number)
    else:
        number = before.move - 1
        slate = slates.until(slate, number)
        hand = past.hand_with(match, before.move)
        _, move = split(hand.moves[number - hand.earlier])
    now = tables.table_of(match, hand)
    then = past.first_moves(hand, number)
    if then.moves:
        table = slates.table_with(match, then, slate).copy()
        events = table.game.play(table.state, seat, move, table.shuffler)
    else:
        table = tables.table_of(match, past.first_moves(hand, before.move))
        events = _events_of_deal(hand)
    result = table.game.result(table.state)
    seen = replace(
        match,
        version=before.version,
        hand=then if apart else past.first_moves(hand, before.move),
        status="playing" if result is None else "finished",
        result=result,
        rematch="",
    )
    return _Made(seen, seen, table, events, now=now)
