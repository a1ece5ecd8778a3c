"""A move in a match: judged by the rules, written once, answered the same when asked again."""

import json
from dataclasses import dataclass, replace

from pydantic import ValidationError

from croupier.games import GAMES
from croupier.games.protocol import IllegalMove, Json
from croupier.matches import answered, tables
from croupier.matches.answered import Answered
from croupier.matches.change import Change, change
from croupier.matches.record import split
from croupier.matches.refused import InvalidBody, Refused
from croupier.matches.replay import DEAL, Carry, Table, deal
from croupier.matches.view import can_be_dealt, dealers, moves_made, seat_of, title, view
from croupier.store import matches as store
from croupier.store.matches import Hand, Match


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
    table: Table
    events: list[Json]
    closed: Hand | None = None


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
        if before := answered.find(match.answered, seat, key):
            if before.body != body:
                raise Refused("key-reused", "This Idempotency-Key came with another request.")
            made = _again(match, before)
            return Change(match)
        if request.if_match not in (None, match.version):
            raise Refused("version-changed", "The match has moved on since you looked.")
        made = _play(match, seat, request)
        after = made.match
        entry = Answered(
            seat=seat_of(after, request.player) or 0,  # the first deal closes the gaps
            key=key,
            body=body,
            move=moves_made(after),
            version=after.version,
        )
        made = replace(made, match=replace(after, answered=answered.add(match.answered, entry)))
        return Change(made.match, closed=made.closed)

    change(match_id, judge)
    assert made  # noqa: S101 - judge has run, or change has raised
    hand = made.match.hand
    if hand:
        tables.remember(match_id, hand, made.table)
    seat = seat_of(made.match, request.player)
    return Answer(made.match.version, made.events, view(made.match, made.table, seat))


def _play(match: Match, seat: int, request: Request) -> _Made:
    if match.status == "finished":
        raise Refused("match-over", "The match is over.")
    if match.hand is None:
        return _first_deal(match, seat, request)
    current = tables.table_of(match, match.hand)
    game = current.game
    move = _move(match, request)
    if request.body.get("turn") not in (None, game.turn(current.state)):
        raise Refused("stale-turn", "That turn has passed.")
    if move == DEAL:
        if DEAL not in game.legal(current.state, seat):
            raise Refused("illegal-move", "The cards have been dealt.")
        return _next_deal(match, match.hand, seat, current)
    table = current.copy()
    try:
        events = game.play(table.state, seat, move, table.shuffler)
    except IllegalMove as illegal:
        raise Refused(illegal.code, str(illegal), illegal.rule) from None
    hand = replace(match.hand, moves=(*match.hand.moves, f"{seat}:{move}"))
    result = game.result(table.state)
    after = replace(
        match,
        version=match.version + 1,
        hand=hand,
        status="playing" if result is None else "finished",
        result=result,
    )
    return _Made(after, table, events)


def _move(match: Match, request: Request) -> str:
    game = GAMES[match.game]
    model = game.VERBS.get(request.verb)
    if model is None:
        raise Refused("wrong-verb", f"{game.title} has no {request.verb}.")
    body = {name: value for name, value in request.body.items() if name != "turn"}
    try:
        return game.to_move(model.model_validate(body))
    except ValidationError as error:
        raise InvalidBody(error) from None


def _first_deal(match: Match, seat: int, request: Request) -> _Made:
    if _move(match, request) != DEAL:
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
    table = deal(tables.header(match), Carry(hand.carry, hand.shuffles))
    after = replace(match, version=match.version + 1, hand=hand)
    return _Made(after, table, [{"type": "dealt", "hand": hand.number}])


def _again(match: Match, before: Answered) -> _Made:
    """The move that was made before, and the match as it stood right after it."""
    hand = hand_with(match, before.move)
    then = replace(hand, moves=hand.moves[: before.move - hand.earlier])
    match = replace(
        match, version=before.version, hand=then, status="playing", result=None, rematch=""
    )
    if len(then.moves) == 1:
        return replace(_dealt(match, then), match=match)
    table = tables.table_of(match, replace(then, moves=then.moves[:-1])).copy()
    seat, move = split(then.moves[-1])
    events = table.game.play(table.state, seat, move, table.shuffler)
    if result := table.game.result(table.state):
        match = replace(match, status="finished", result=result)
    return _Made(match, table, events)


def hand_with(match: Match, move: int) -> Hand:
    """The hand in which the move of that number was made."""
    hand = match.hand
    if hand is None:
        raise KeyError(move)
    while move <= hand.earlier:
        hand = store.load_hand(match.id, hand.number - 1)
    return hand
