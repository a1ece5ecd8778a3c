"""What a match of Nickel comes to, in points and in cents (NK-9 to NK-11, NK-13)."""

from croupier.games.nickel.hands import best
from croupier.games.nickel.play import State, turn
from croupier.games.protocol import Json
from croupier.games.resigning import following, told


def points(state: State) -> list[int]:
    """By seat, with those of this round once it is over, for the hands that are not face down."""
    points = state.points.copy()
    if state.done:
        for seat, hand in enumerate(state.hands):
            if seat not in state.face_down:
                points[seat] += best(hand, state.dealt, state.options).penalty
    return points


def nickels(state: State) -> list[int]:
    """The calls by seat, with that of this round once it or the match is over."""
    called = state.nickels.copy()
    if state.caller is not None and (state.done or state.over):
        called[state.caller] += 1
    return called


def winners(state: State) -> list[int]:
    """Those with the fewest points when the match is over, of those who are left."""
    if not state.over:
        return []
    totals = points(state)
    fewest = min(totals[seat] for seat in state.left)
    return [seat for seat in state.left if totals[seat] == fewest]


def balance(state: State) -> list[int]:
    """The cents that each seat has won or, below zero, lost."""
    stake, pot = state.options.nickel_stake, state.options.game_stake
    seats = len(state.hands)
    calls = nickels(state)
    cents = [stake * (seats * called - sum(calls)) for called in calls]
    if won := winners(state):
        share, odd = divmod(pot * (seats - len(won)), len(won))
        for seat in range(seats):
            cents[seat] += share + (won.index(seat) < odd) if seat in won else -pot
    return cents


def money(state: State) -> Json:
    """The balance of a match with stakes; of any other nothing is said."""
    stakes = state.options.nickel_stake or state.options.game_stake
    return {"balance": balance(state)} if stakes else {}


def carry(state: State) -> Json:
    """The next round and its dealer (NK-2), the turns, the points and the calls so far."""
    return {
        "round": state.round + 1,
        "dealer": following(state.dealer, len(state.hands), state.resigned),
        "turns": turn(state),
        "points": points(state),
        "nickels": nickels(state),
        **told(state.resigned),
    }


def result(state: State) -> Json | None:
    """The fewest points win, ties share; with stakes, what that comes to."""
    if not state.over:
        return None
    return {
        "reason": "resigned" if state.deserted else "completed",
        "winners": winners(state),
        "totals": points(state),
        **money(state),
        **told(state.resigned),
    }


def score(state: State, seat: int | None) -> Json:
    """Points, calls of Nickel and money after the rounds that are over; all of it is public."""
    return {
        "final": state.over,
        "round": state.round,
        "points": points(state),
        "nickels": nickels(state),
        "winners": winners(state),
        **money(state),
    }
