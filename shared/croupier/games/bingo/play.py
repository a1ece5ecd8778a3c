"""How Bingo is dealt and played (BG-1 to BG-9).

The shuffles of a match, for whoever redoes them. The first, of 1 to 75, is the order of the draws.
Then each card has one, again of 1 to 75: the cards of seat 0, of seat 1, and so on. A column of a
card holds, from the top, the first of its numbers in that order: five of 1 to 15, five of 16 to 30,
four of 31 to 45 with the free centre in their middle, five of 46 to 60, five of 61 to 75. A card
that has been dealt in this match already is thrown away and shuffled anew.

A claim carries its evidence, the squares that its player has marked: `bingo@0021084`, or with two
cards `bingo@0021084.0001000`. Each card is a number in seven hex digits; a1 is its bit 0, a5 its
bit 4, e5 its bit 24, and the free centre is always in. So claims are judged without the marks that
went before them, which are kept elsewhere: the evidence alone counts. It may hold drawn squares of
which the state does not know that they were marked, and lack one that was marked at the same moment
as the claim came. Played after all its marks a claim gives the same as played with none of them.

Two rulings on when a prize is decided (BG-6):

- A valid claim is open to all who may still claim for that prize. It is decided once they all have
  claimed or passed. A false claim is no answer, for its player may still find what is missing; but
  whoever may not claim before the next draw (BG-7) is not waited for.
- Passing is an answer to a valid claim; before there is one there is nothing to pass.

Rulings on a seat that has resigned (BG-9):

- Its cards are out of the game: it claims nothing more, and a claim of its own that stands is void.
  Where that was the only one, who had passed on it may claim again.
- Nobody waits for it, so that a prize may be decided by its leaving. Prizes that it has won before
  stay its own, but the match is won by the most prizes among those who are left.
- If it was the caller, the next seat that is left draws.
- A valid claim of the last seat that is left has its prize, since all others have left.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from croupier.engine.shuffle import Shuffler
from croupier.games.bingo.cards import CENTRE, NAMES, NUMBER, NUMBERS, Card, Squares, card_from
from croupier.games.bingo.options import Options, prizes, ways
from croupier.games.protocol import RESIGN, IllegalMove, Json, Move
from croupier.games.resigning import Resigned, deserted, following, gone, leave

DEAL = "deal"
DRAW = "draw"
PASS = "pass"  # noqa: S105 - no password
BINGO = "bingo@"  # and the evidence

MOST_FALSE_CLAIMS = 50  # of a seat, so that no record grows without end

_EVIDENCE = re.compile("[0-9a-f]{7}")


@dataclass(slots=True)
class State:
    """A match between two moves."""

    options: Options
    patterns: tuple[tuple[Squares, ...], ...]  # for each prize, the ways to win it
    cards: tuple[tuple[Card, ...], ...]  # by seat
    holders: tuple[tuple[tuple[int, Squares], ...], ...]  # by number, the cards and their squares
    order: tuple[int, ...]  # of the draws; the first `draws` of it are drawn
    draws: int
    drawn: list[Squares]  # by card, counted over all seats: what is drawn of it, with the centre
    marks: list[tuple[Squares, ...]]  # by seat and card; with `auto_mark` none but the centre
    caller: int
    claims: list[int]  # the seats whose valid claims for this prize stand
    passed: list[int]  # those that have passed on them
    won: list[list[int]]  # for each decided prize the seats that won it
    began: int  # the turn with which this prize began
    false_claims: list[int]  # by seat
    sits_out: list[int]  # by seat, the number of draws before which it may not claim (BG-7)
    resigned: Resigned

    @property
    def deserted(self) -> bool:
        """Whether too few are left to play on."""
        return deserted(len(self.cards), self.resigned)

    @property
    def over(self) -> bool:
        """Whether all prizes are decided, or none will be any more."""
        return len(self.won) == len(self.patterns) or self.deserted


def seats(options: Options) -> tuple[int, int]:
    """The fewest and the most who can play."""
    return 1, 100


def check(options: Options, seats: int) -> None:
    """Every set-up can be played to its end: after the last draw all prizes are closed (BG-6)."""


def start(options: Options, seats: int, shuffler: Shuffler, carry: Json | None) -> State:
    """Lay down the order of the draws and deal the cards, no two alike (BG-1, BG-2, BG-8)."""
    order = tuple(shuffler.shuffle(NUMBERS))
    per_seat = options.cards_per_player
    dealt: dict[Card, None] = {}  # in the order of the deal
    while len(dealt) < seats * per_seat:
        dealt.setdefault(card_from(shuffler.shuffle(NUMBERS)))
    cards = list(dealt)
    holders: list[list[tuple[int, Squares]]] = [[] for _ in NAMES]
    for index, card in enumerate(cards):
        for square, number in enumerate(card):
            holders[number].append((index, 1 << square))
    return State(
        options=options,
        patterns=tuple(ways(pattern) for pattern in prizes(options)),
        cards=tuple(tuple(cards[at : at + per_seat]) for at in range(0, len(cards), per_seat)),
        holders=tuple(map(tuple, holders)),
        order=order,
        draws=0,
        drawn=[CENTRE] * len(cards),
        marks=[(CENTRE,) * per_seat] * seats,
        caller=0,
        claims=[],
        passed=[],
        won=[],
        began=0,
        false_claims=[0] * seats,
        sits_out=[0] * seats,
        resigned=(),
    )


def copy(state: State) -> State:
    """A state of its own, equal to this one; what no move changes is shared."""
    return replace(
        state,
        drawn=state.drawn.copy(),
        marks=state.marks.copy(),
        claims=state.claims.copy(),
        passed=state.passed.copy(),
        won=state.won.copy(),
        false_claims=state.false_claims.copy(),
        sits_out=state.sits_out.copy(),
    )


def turn(state: State) -> int:
    """Each draw begins a turn, and so does each prize after the first; the deal is turn 0."""
    return state.draws + len(state.won)


def since(state: State, move: Move) -> int:
    """A mark, a claim or a pass answers the prize, however many draws it crosses on its way."""
    return turn(state) if move in (DEAL, DRAW) else state.began


def to_act(state: State) -> list[int]:
    """The caller alone: whom the match waits for tells nothing of anybody's card (BG-9)."""
    return [] if state.over else [state.caller]


def legal(state: State, seat: int) -> list[Move]:
    """Every move of this seat: its marks, its claim with what it has marked, `pass`, `draw`.

    `play` takes claims with other evidence as well, if that was drawn; no request makes one.
    """
    if state.over or seat in state.resigned:
        return []
    moves = _marking(state, seat)
    if not _refusal(state, seat):
        moves.append(claim(state, seat))
        if state.claims:
            moves.append(PASS)
    if seat == state.caller:
        moves.append(DRAW)
    return moves


def claim(state: State, seat: int) -> Move:
    """The claim of a seat with all that it has marked as its evidence."""
    return BINGO + ".".join(f"{squares:07x}" for squares in marked(state, seat))


def marked(state: State, seat: int) -> tuple[Squares, ...]:
    """The marked squares of each card of a seat (BG-3, BG-5)."""
    if state.options.auto_mark:
        return _drawn(state, seat)
    return state.marks[seat]


def play(state: State, seat: int, move: Move, shuffler: Shuffler) -> list[Json]:
    """Draw (`draw`), mark (`B7`, on the second card `B7@1`), claim (`bingo@…`), pass, or resign."""
    if move == RESIGN:
        return _resign(state, seat)
    if seat in state.resigned:
        raise gone("BG-9")
    if state.over:
        raise IllegalMove("BG-6", "The match is over.", "not-your-turn")
    if move == DRAW:
        return _draw(state, seat)
    if move == PASS:
        return _pass(state, seat)
    if move.startswith(BINGO):
        return _claim(state, seat, move.removeprefix(BINGO))
    return _mark(state, seat, move)


def with_marks(state: State, seat: int, marks: Iterable[Move]) -> State:
    """A copy in which a seat has these marks too, even once the match is over.

    Those that it has already, since the evidence of a claim brought them, are passed over.
    Raises IllegalMove for one that can never have been made.
    """
    state = copy(state)
    for mark in marks:
        card, square = _square(state, seat, mark)
        _set(state, seat, card, square)
    return state


def _resign(state: State, seat: int) -> list[Json]:
    state.resigned = leave(state.resigned, seat, "BG-9", over=state.over)
    events: list[Json] = [{"type": "resigned", "seat": seat}]
    if seat in state.claims:
        state.claims.remove(seat)
        if not state.claims:
            state.passed.clear()
    if seat == state.caller and not state.deserted:
        state.caller = following(seat, len(state.cards), state.resigned)
        events.append({"type": "new-caller", "seat": state.caller})
    decided = _decide_if_all_answered(state)
    if state.over and not decided:
        return [*events, {"type": "finished"}]
    return events + decided


def _draw(state: State, seat: int) -> list[Json]:
    if seat != state.caller:
        raise IllegalMove("BG-9", "Another player draws the numbers.", "not-your-turn")
    all_drawn = state.draws == len(NUMBERS)
    events: list[Json] = []
    while not state.over and (state.claims or all_drawn):
        events += _decide(state)
    if state.over:
        return events
    state.draws += 1
    number = state.order[state.draws - 1]
    for card, square in state.holders[number]:
        state.drawn[card] |= square
    return [*events, {"type": "drawn", "number": NAMES[number], "draw": state.draws}]


def _mark(state: State, seat: int, mark: Move) -> list[Json]:
    card, square = _square(state, seat, mark)
    if marked(state, seat)[card] & square:
        raise IllegalMove("BG-3", "That number is marked already.")
    _set(state, seat, card, square)
    return [{"type": "marked", "seat": seat, "number": mark.partition("@")[0], "card": card}]


def _claim(state: State, seat: int, evidence: str) -> list[Json]:
    if refusal := _refusal(state, seat):
        raise refusal
    shown = _shown(state, seat, evidence)
    if not state.options.auto_mark:
        before = state.marks[seat]
        state.marks[seat] = tuple(a | b for a, b in zip(before, shown, strict=True))
    if _wins(state, seat, shown):
        state.claims.append(seat)
        return [{"type": "bingo", "seat": seat}, *_decide_if_all_answered(state)]
    state.false_claims[seat] += 1
    state.sits_out[seat] = state.draws + state.options.false_claim_penalty
    return [{"type": "false-claim", "seat": seat}, *_decide_if_all_answered(state)]


def _pass(state: State, seat: int) -> list[Json]:
    if not state.claims:
        raise IllegalMove("BG-6", "Nobody has bingo yet, so there is nothing to pass on.")
    if refusal := _refusal(state, seat):
        raise refusal
    state.passed.append(seat)
    return [{"type": "passed", "seat": seat}, *_decide_if_all_answered(state)]


def _refusal(state: State, seat: int) -> IllegalMove | None:
    """Why a seat has nothing to say on this prize before the next draw, if so (BG-6, BG-7)."""
    if seat in state.resigned:
        return gone("BG-9")
    if seat in state.claims:
        return IllegalMove("BG-6", "You have claimed this prize already.")
    if seat in state.passed:
        return IllegalMove("BG-6", "You have passed on this prize.")
    if state.false_claims[seat] >= MOST_FALSE_CLAIMS:
        return IllegalMove("BG-7", "You have claimed falsely too often in this match.")
    if state.sits_out[seat] > state.draws:
        return IllegalMove(
            "BG-7", f"After a false claim you sit out until draw {state.sits_out[seat]}."
        )
    return None


def _decide_if_all_answered(state: State) -> list[Json]:
    """Decide the prize early, once nobody is left who could share it (BG-6)."""
    if not state.claims:
        return []
    if state.options.first_claim_wins or all(
        _refusal(state, seat) for seat in range(len(state.cards))
    ):
        return _decide(state)
    return []


def _decide(state: State) -> list[Json]:
    """Give the prize to those who claimed it, or close it without any (BG-6)."""
    winners = sorted(state.claims)
    state.won.append(winners)
    state.claims.clear()
    state.passed.clear()
    state.began = turn(state)
    prize = len(state.won)
    events: list[Json] = [
        {"type": "prize-won", "prize": prize, "seats": winners}
        if winners
        else {"type": "prize-unclaimed", "prize": prize}
    ]
    return [*events, {"type": "finished"}] if state.over else events


def _wins(state: State, seat: int, shown: Sequence[Squares]) -> bool:
    """Whether the evidence fills the pattern on one of the cards (BG-4 to BG-6)."""
    pattern = state.patterns[len(state.won)]
    any_way_does = not state.options.must_include_last_call
    return any(
        way & squares == way and (any_way_does or way & _latest(state, card))
        for card, squares in zip(state.cards[seat], shown, strict=True)
        for way in pattern
    )


def _latest(state: State, card: Card) -> Squares:
    """The square of the last number drawn, where the card has it."""
    number = state.order[state.draws - 1] if state.draws else None
    return 1 << card.index(number) if number in card else 0


def _drawn(state: State, seat: int) -> tuple[Squares, ...]:
    """What is drawn of each card of a seat."""
    per_seat = len(state.cards[seat])
    return tuple(state.drawn[seat * per_seat : (seat + 1) * per_seat])


def _marking(state: State, seat: int) -> list[Move]:
    """The marks that a seat can make."""
    moves = []
    cards = zip(state.cards[seat], _drawn(state, seat), marked(state, seat), strict=True)
    for index, (card, drawn, done) in enumerate(cards):
        left = drawn & ~done
        names = [NAMES[number] for square, number in enumerate(card) if left >> square & 1]
        moves += [f"{name}@{index}" if index else name for name in names]
    return moves


def _square(state: State, seat: int, mark: Move) -> tuple[int, Squares]:
    """Which card a mark is for, and its square there (BG-3)."""
    name, at, index = mark.partition("@")
    cards = state.cards[seat]
    if at and index not in map(str, range(1, len(cards))):
        raise IllegalMove("BG-8", "You have no such card.")
    card = int(index or 0)
    number = NUMBER.get(name)
    if number not in cards[card]:
        raise IllegalMove("BG-3", "That number is not on the card.")
    square = 1 << cards[card].index(number)
    if not _drawn(state, seat)[card] & square:
        raise IllegalMove("BG-3", "That number has not been drawn.")
    return card, square


def _set(state: State, seat: int, card: int, square: Squares) -> None:
    marks = list(state.marks[seat])
    marks[card] |= square
    state.marks[seat] = tuple(marks)


def _shown(state: State, seat: int, evidence: str) -> tuple[Squares, ...]:
    """The squares that a claim's evidence shows (BG-5)."""
    texts = evidence.split(".")
    drawn = _drawn(state, seat)
    if len(texts) != len(drawn) or not all(map(_EVIDENCE.fullmatch, texts)):
        raise IllegalMove("BG-5", "A claim shows the squares that are marked on each card.")
    shown = tuple(int(text, 16) for text in texts)
    for squares, most in zip(shown, drawn, strict=True):
        least = most if state.options.auto_mark else CENTRE
        if squares & ~most or least & ~squares:
            raise IllegalMove("BG-5", "A claim shows what is marked, and only drawn numbers.")
    return shown
