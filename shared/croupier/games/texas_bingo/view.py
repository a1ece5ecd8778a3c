"""What a seat and a spectator may see of a match of Texas Bingo (TB-11, TB-18, TB-22).

A view is built up from nothing: what is not written here stays hidden.
"""

from collections.abc import Sequence

from croupier.engine.cards import NAMES
from croupier.engine.poker import LINE_CELLS, LINES, category, rank
from croupier.games.protocol import Json
from croupier.games.resigning import told
from croupier.games.texas_bingo.missions import MISSIONS
from croupier.games.texas_bingo.options import CELLS
from croupier.games.texas_bingo.play import FACE_DOWN, State, shown
from croupier.games.texas_bingo.scoring import POINTS, Sheet, sheet


def view(state: State, seat: int | None) -> tuple[Json, Json]:
    """The public part and the part of one seat; when the match is over everything is public."""
    return _public(state), {} if seat is None else _private(state, seat)


def _public(state: State) -> Json:
    public: Json = {
        "phase": _phase(state),
        "mode": state.options.mode,
        "starting_seat": state.starter,
        "red_cells": [CELLS[cell] for cell in sorted(state.red)],
        "turns": [shown(turn) for turn in state.turns],
        "placed": [_has_placed(state, board) for board in state.board_of],
        "filled": [_filled(state.boards[board]) for board in state.board_of],
    }
    if state.offered:
        public["missions_kept"] = [mission is not None for mission in state.kept]
    if state.over:
        public["boards"] = [_rows(board, frozenset()) for board in state.boards]
        if state.offered:
            public["missions"] = state.kept.copy()
    return public | told(state.resigned)


def _private(state: State, seat: int) -> Json:
    board = state.board_of[seat]
    private: Json = {"board": _rows(state.boards[board], _concealed(state, board))}
    if state.offered:
        private["missions"] = [
            {"mission": slug, "text": MISSIONS[slug].text, "points": MISSIONS[slug].points}
            for slug in state.offered[seat]
            if state.kept[seat] in (None, slug)
        ]
    private["tiles"] = list(state.offers[board])
    return private


def known(state: State, moves: Sequence[str], seat: int | None) -> list[str]:
    """Which tile went where is for the owners of the board, a mission for its player (TB-22)."""
    own = set() if seat is None else {seat}
    if seat is not None and len(state.boards) < state.seats:
        own = set(range(state.seats))
    entries = [entry.partition(":") for entry in moves]
    return [f"{mover}:{move if int(mover) in own else _verb(move)}" for mover, _, move in entries]


def _verb(move: str) -> str:
    if "@" in move:
        return "place"
    return "choose" if move in MISSIONS else move


def past(state: State, now: State, seat: int | None) -> tuple[Json, Json]:
    """What this seat saw then; nothing is hidden again later."""
    return view(state, seat)


def score(state: State, seat: int | None) -> Json:
    """The score sheet: the asker's complete lines, and the whole of it when all is over.

    A line with a face-down tile counts as incomplete until then (TB-18). A shared board stands
    under seat 0.
    """
    if state.over:
        return final(state)
    lines: Json = {}
    if seat is not None:
        board = state.board_of[seat]
        cells = state.boards[board]
        concealed = _concealed(state, board)
        for line, places in zip(LINES, LINE_CELLS, strict=True):
            cards = [cells[place] for place in places if place not in concealed]
            known = [card for card in cards if card is not None]
            if len(known) == 5:
                hand: Json = {"category": category(rank(*known))}
                if state.options.mode != "standard":
                    hand["points"] = POINTS[hand["category"]]
                lines[line] = {"hands": {str(board): hand}}
    return {"final": False, "lines": lines}


def final(state: State) -> Json:
    """The whole score sheet of a match that is over; only full boards are on it."""
    if state.deserted:
        return {"final": True, "lines": {}, "players": {}, "winners": state.left}
    done = _sheet(state)
    boards = state.filling
    return {
        "final": True,
        "lines": {
            line: {
                "winners": [boards[place] for place in done.line_winners[index]],
                "hands": {
                    str(board): {
                        "category": category(done.ranks[place][index]),
                        "points": done.line_points[place][index],
                    }
                    for place, board in enumerate(boards)
                },
            }
            for index, line in enumerate(LINES)
        },
        "players": {
            str(board): _player(state, done, place, board) for place, board in enumerate(boards)
        },
        "winners": [boards[place] for place in done.winners],
    }


def result(state: State) -> Json | None:
    """The winners (none where nobody competes, TB-28) and the total of every seat."""
    if not state.over:
        return None
    winners, totals = state.left, [0] * state.seats
    if not state.deserted:
        done, boards = _sheet(state), state.filling
        winners = [boards[place] for place in done.winners]
        for seat in state.left:
            totals[seat] = done.totals[boards.index(state.board_of[seat])]
    return {
        "reason": "resigned" if state.deserted else "completed",
        "winners": winners,
        "totals": totals,
        **told(state.resigned),
    }


def _sheet(state: State) -> Sheet:
    """The score of the boards that are full, in their order."""
    boards = [[card for card in state.boards[board] if card is not None] for board in state.filling]
    missions = [state.kept[board] if state.offered else None for board in state.filling]
    return sheet(state.options, boards, missions)


def _player(state: State, done: Sheet, place: int, board: int) -> Json:
    player: Json = {"line_points": sum(done.line_points[place]), "total": done.totals[place]}
    if state.offered:
        player |= {
            "mission": state.kept[board],
            "mission_completed": done.completed[place],
            "mission_points": done.mission_points[place],
        }
    return player


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.choosing:
        return "missions"
    return "placing" if state.placing else "revealing"


def _has_placed(state: State, board: int) -> bool:
    """Whether the board has the tile of this turn, and others have not."""
    return state.placing and board in state.filling and not state.offers[board]


def _filled(board: list[int | None]) -> int:
    return sum(card is not None for card in board)


def _concealed(state: State, board: int) -> frozenset[int]:
    """The cells whose tile its owner may not see yet (TB-18)."""
    if state.over or state.options.tunnel_owner_sees:
        return frozenset()
    return state.face_down[board]


def _rows(board: list[int | None], concealed: frozenset[int]) -> list[list[str | None]]:
    tiles = [
        None if card is None else FACE_DOWN if cell in concealed else NAMES[card]
        for cell, card in enumerate(board)
    ]
    return [tiles[row : row + 5] for row in range(0, 25, 5)]
