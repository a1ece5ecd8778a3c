"""What a seat and a spectator may see of a match of Bingo (BG-8).

A view is built up from nothing: what is not written here stays hidden.
"""

from collections.abc import Sequence

from croupier.games.bingo.cards import NAMES, NUMBERS, Card, cells, fills
from croupier.games.bingo.options import prizes
from croupier.games.bingo.play import BINGO, DEAL, DRAW, MOST_FALSE_CLAIMS, PASS, State, marked
from croupier.games.protocol import RESIGN, Json
from croupier.games.resigning import remaining, told


def view(state: State, seat: int | None) -> tuple[Json, Json]:
    """The draws and how far everybody is; one's own cards; when it is over, all cards."""
    return _public(state), {} if seat is None else _private(state, seat)


def _public(state: State) -> Json:
    per_seat = state.options.cards_per_player
    undrawn = [25 - squares.bit_count() for squares in state.drawn]
    drawn = state.order[: state.draws]
    prize = min(len(state.won), len(state.patterns) - 1)
    public: Json = {
        "phase": _phase(state),
        "caller": state.caller,
        "draws": [NAMES[number] for number in reversed(drawn)],
        "prize": prize + 1,
        "pattern": prizes(state.options)[prize],
        "prizes": _prizes(state),
        "claims": sorted(state.claims),
        "passed": sorted(state.passed),
        "undrawn": [undrawn[at : at + per_seat] for at in range(0, len(undrawn), per_seat)],
        "false_claims": state.false_claims.copy(),
        "sits_out": _sits_out(state),
        **told(state.resigned),
    }
    if state.over:
        public["cards"] = [[_rows(card) for card in cards] for cards in state.cards]
    return public


def _private(state: State, seat: int) -> Json:
    ways = state.patterns[min(len(state.won), len(state.patterns) - 1)]
    return {
        "cards": [
            {
                "rows": _rows(card),
                "marked": cells(squares),
                "complete": fills(squares, ways),
            }
            for card, squares in zip(state.cards[seat], marked(state, seat), strict=True)
        ]
    }


def past(state: State, now: State, seat: int | None) -> tuple[Json, Json]:
    """What this seat saw then."""
    return view(state, seat)


def score(state: State, seat: int | None) -> Json:
    """The prizes and the false claims (BG-7); everybody may know them."""
    final = result(state)
    return {
        "final": final is not None,
        "prizes": _prizes(state),
        "false_claims": state.false_claims.copy(),
        "winners": final["winners"] if final else [],
    }


def result(state: State) -> Json | None:
    """The most prizes of those who are left win, shared ones count for each.

    Nobody wins where none of them won a prize, unless all others have left.
    """
    if not state.over:
        return None
    totals = [sum(seat in winners for winners in state.won) for seat in range(len(state.cards))]
    left = remaining(len(state.cards), state.resigned)
    most = max((totals[seat] for seat in left), default=0)
    return {
        "reason": "resigned" if state.deserted else "completed",
        "winners": [seat for seat in left if totals[seat] == most and (most or state.deserted)],
        "totals": totals,
        "prizes": _prizes(state),
        **told(state.resigned),
    }


def known(state: State, moves: Sequence[str], seat: int | None) -> list[str]:
    """Others' marks and the evidence of their claims are secret while the match runs (BG-8)."""
    if state.over:
        return list(moves)
    known = []
    for entry in moves:
        mover, _, move = entry.partition(":")
        if mover == str(seat) or move in (DEAL, DRAW, PASS, RESIGN):
            known.append(entry)
        elif move.startswith(BINGO):
            known.append(f"{mover}:claim")
    return known


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.claims:
        return "claimed"
    return "drawing" if state.draws < len(NUMBERS) else "all-drawn"


def _prizes(state: State) -> list[Json]:
    """Each prize with its winners; null while it is open."""
    undecided = [None] * (len(state.patterns) - len(state.won))
    return [
        {"pattern": pattern, "winners": winners}
        for pattern, winners in zip(prizes(state.options), [*state.won, *undecided], strict=True)
    ]


def _sits_out(state: State) -> list[Json]:
    """Who may not claim before which draw; null for never again (BG-7)."""
    return [
        {"seat": seat, "until_draw": None if claims >= MOST_FALSE_CLAIMS else until}
        for seat, (claims, until) in enumerate(zip(state.false_claims, state.sits_out, strict=True))
        if claims >= MOST_FALSE_CLAIMS or until > state.draws
    ]


def _rows(card: Card) -> list[list[str]]:
    return [[NAMES[number] for number in card[at : at + 5]] for at in range(0, 25, 5)]
