"""The longest rounds of Nickel and the fullest matches of Bingo, as they are deployed."""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from statistics import median

from bench.handlers import Answers, in_process
from bench.measure import Row, duration
from croupier.games import nickel as game
from croupier.matches import tables
from croupier.matches.replay import Table, deal
from croupier.store import matches as store
from croupier.store import table
from croupier.store.matches import Hand, Match
from local.client import Client, guest, match_of

SEATS = 5
LAST = 11
TURN_LIMIT = 60
CROWD = 100
DRAWS = 40
DRAW_LIMIT = 5e-3  # seconds


def nickel(base_url: str) -> Iterator[Row]:
    """What a move of random players writes in the first and the last round, and at their limit."""
    answers = Answers(table.client())
    players = [guest(base_url, f"Player {seat}") for seat in range(SEATS)]
    first, last = [], []
    for number in range(3):
        path = f"/v1/matches/{match_of(players, 'nickel', {})}"
        chance = Random(number)
        in_process(path, players[0], "deal", {})
        first += _round(path, players, chance, answers, nickel=True)
        _skip_to_last_round(path, chance)
        last += _round(path, players, chance, answers, nickel=True)
    path = f"/v1/matches/{match_of(players, 'nickel', {})}"
    in_process(path, players[0], "deal", {})
    _skip_to_last_round(path, Random(1))
    longest = _round(path, players, Random(1), answers, nickel=False)
    answers.close()
    for name, sizes in (("round 1", first), (f"round {LAST}", last)):
        units = math.ceil(median(sizes) / 1024)
        yield Row(
            f"a Nickel move, {name}",
            ours=f"{units} WU",
            peers=f"{median(sizes):.0f} bytes, median of {len(sizes)}",
            limit="≤ 1",
            reached=units <= 1,
        )
    yield Row(
        f"the same, move {len(longest)}",
        ours=f"{math.ceil(longest[-1] / 1024)} WU",
        peers=f"{longest[-1]} bytes at the limit",
    )


def _round(
    path: str, players: list[Client], chance: Random, answers: Answers, *, nickel: bool
) -> list[int]:
    """Play the round to its end by the handlers; the bytes that each move writes."""
    sizes = []
    while not (state := _table(_stored(path)).state).done:
        (seat,) = game.to_act(state)
        moves = [move for move in game.legal(state, seat) if nickel or not move.endswith("!")]
        in_process(path, players[seat], *game.to_request(chance.choice(moves)))
        sizes.append(answers.written)
    return sizes


def _skip_to_last_round(path: str, chance: Random) -> None:
    """Play the other rounds without the service, and store the last one just dealt."""
    match = _stored(path)
    header = tables.header(match)
    played = _table(match)
    moves = 0
    while played.state.round < LAST:
        while not played.state.done:
            (seat,) = game.to_act(played.state)
            move = chance.choice(game.legal(played.state, seat))
            game.play(played.state, seat, move, played.shuffler)
            moves += 1
        carry = played.carry()
        played = deal(header, carry)
    hand = Hand(LAST, moves, carry.shuffles, carry.game, ("0:deal",))
    version = match.version + moves
    store.save(replace(match, version=version, hand=hand), expected=match.version)


def _stored(path: str) -> Match:
    match = store.load(path.rpartition("/")[2], consistent=True)
    if match is None or match.hand is None:
        raise RuntimeError(f"{path} is not being played")
    return match


def _table(match: Match) -> Table:
    if match.hand is None:
        raise RuntimeError(f"{match.id} is not being played")
    return tables.table_of(match, match.hand).copy()


def bingo(base_url: str) -> Iterator[Row]:
    """The handler of `reveal` in this process, warm, in a match of a hundred players."""
    answers = Answers(table.client())
    with ThreadPoolExecutor(4) as threads:
        players = list(threads.map(lambda n: guest(base_url, f"Player {n}"), range(CROWD)))
    path = f"/v1/matches/{match_of(players, 'bingo', {'pattern': 'blackout'})}"
    in_process(path, players[0], "deal", {})
    own, library = [], []
    for _ in range(DRAWS):
        answers.waited = answers.called = 0.0
        own.append(in_process(path, players[0], "reveal", {}) - answers.waited)
        library.append(answers.called - answers.waited)
    answers.close()
    yield Row(
        f"a Bingo draw, {CROWD} players",
        ours=duration(median(own)),
        peers=f"of it boto3 {duration(median(library))}; {answers.written} bytes",
        limit=f"≤ {duration(DRAW_LIMIT)}",
        reached=median(own) <= DRAW_LIMIT,
    )
