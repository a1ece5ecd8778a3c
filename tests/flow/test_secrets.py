"""What leaves the service, searched for what the one whom it goes to may not know."""

import io
import logging
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

import pytest

from croupier.engine.cards import NAMES
from croupier.engine.shuffle import Shuffler, commitment, match_key
from croupier.games import texas_bingo
from croupier.games.texas_bingo.missions import MISSIONS
from croupier.games.texas_bingo.options import CELLS, Options
from croupier.games.texas_bingo.play import State
from croupier.matches import moves, replay, tables
from croupier.store import matches as stored_matches
from tests.flow.client import Answer, Json, handler_of
from tests.flow.service import Match, Player, any_move, everything, guest, guests, match_of, send

pytestmark = pytest.mark.usefixtures("service")

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
MISSION = re.compile("|".join(MISSIONS))
MOVE = re.compile(r"(\d+):(?:[^\s\"\\]*@|" + "|".join(MISSIONS) + ")")


@dataclass
class Recipient:
    """Somebody to whom answers go, of a seat or of none, and what they said."""

    seat: int | None
    player: Player | None
    heard: list[str] = field(default_factory=list)

    def ask(self, method: str, path: str, body: Any = None, **headers: Any) -> Answer:
        sender = self.player.send if self.player else send
        answer = sender(method, path, body, **headers)
        self.heard.append(f"{answer.headers}\n{answer.text}")
        return answer


def stored(match: Match) -> stored_matches.Match:
    found = stored_matches.load(match.id, consistent=True)
    assert found
    return found


def state_of(match: Match) -> State:
    found = stored(match)
    assert found.hand
    state: State = tables.table_of(found, found.hand).state
    return state


def spellings(secret: bytes) -> list[str]:
    """How bytes could show up in a text."""
    return [
        secret.hex(),
        b64encode(secret).decode().rstrip("="),
        urlsafe_b64encode(secret).decode().rstrip("="),
        repr(secret)[2:-1],
        str(int.from_bytes(secret)),
        str(int.from_bytes(secret, "little")),
    ]


def secrets_of(match: Match) -> list[str]:
    """What nobody may be told while the match runs."""
    found = stored(match)
    key = match_key(found.seed, tables.header(found).nonces)
    digests = [item["digests"]["S"] for item in everything() if "digests" in item]
    return [*spellings(found.seed), *spellings(key), *re.findall("[0-9a-f]{64}", str(digests))]


def keys_of(player: Player) -> list[str]:
    """What opens an account, and the parts of it that do."""
    return [
        *player.token.split(".")[1:],
        *player.refresh_token.split(".")[1:],
        player.recovery_code,
        player.recovery_code.replace("-", ""),
    ]


def hidden_cards(state: State, seat: int | None) -> set[str]:
    """Cards that this seat may not have seen: in the deck, and from Tunnels."""
    hidden = [card for card in state.deck[state.drawn :] if isinstance(card, int)]
    for board, cells in enumerate(state.face_down):
        own = seat is not None and state.board_of[seat] == board
        if not (own and state.options.tunnel_owner_sees):
            hidden += [card for cell in cells if (card := state.boards[board][cell]) is not None]
            if state.turns and state.turns[-1].event == "tunnel":
                hidden += state.offers[board].values()
    return {NAMES[card] for card in hidden}


def assert_that_no_secret_was_heard(
    match: Match, recipient: Recipient, state: State, secrets: list[str]
) -> None:
    """In what was said since the match came to this state, which is then forgotten."""
    text = "\n".join(recipient.heard)
    recipient.heard.clear()
    seat = recipient.seat
    assert not hidden_cards(state, seat) & set(CARD.findall(text))
    own = state.offered[seat] if state.offered and seat is not None else ()
    assert set(MISSION.findall(text)) <= set(own)
    team = state.options.mode == "cooperative" and seat is not None
    assert all(team or int(mover) == seat for mover in MOVE.findall(text))
    others = [player for player in match.players if player is not recipient.player]
    for secret in [*secrets, *(key for player in others for key in keys_of(player))]:
        assert secret not in text
    if seat is None:
        assert match.invite not in text


WITH_CARDS = [("private", "board"), ("private", "tiles"), ("public", "turns")]


def assert_that_a_view_has_the_own_board_alone(view: Json, state: State, seat: int | None) -> None:
    for path, value in leaves(view):
        if value in CELLS:
            assert path[:2] == ("public", "red_cells") or path[0] == "legal"
        if value in NAMES.values() or value == "tunnel":
            assert path[:2] in WITH_CARDS or path[0] == "legal"
    if seat is None:
        assert view["private"] == {}
        return
    tiles = [tile for row in view["private"]["board"] for tile in row]
    for tile, card in zip(tiles, state.boards[state.board_of[seat]], strict=True):
        assert (tile is None) if card is None else (tile in ("tunnel", NAMES[card]))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))
    else:
        yield path, value


def provoke(rng: Random, match: Match, recipient: Recipient, state: State) -> None:
    """Look, and ask for what is refused, naming cards and missions that one may not know."""
    recipient.ask("GET", match.path + rng.choice(["/score", "/record"]))
    card, cell = rng.choice(sorted(hidden_cards(state, recipient.seat))), rng.choice(CELLS)
    verb, body = rng.choice(
        [
            ("place", {"card": card, "cell": cell}),
            ("place", {"card": "tunnel", "cell": cell, "turn": 99}),
            ("place", {"card": card, "cell": cell, "extra": card}),
            ("place", {"card": card + card, "cell": cell}),
            ("choose", {"mission": rng.choice(sorted(MISSIONS))}),
            ("reveal", {"turn": 99}),
            ("deal", {}),
            ("draw", {"card": card}),
            ("join", {"invite": "x", "nonce": "x"}),
            ("leave", {"seat": 1}),
        ]
    )
    # Should the move be right by chance, it is refused for its version.
    answer = recipient.ask("POST", f"{match.path}/{verb}", body, if_match='"0"')
    assert answer.status >= 400 or (verb == "join" and recipient.seat is not None)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What is logged meanwhile."""
    handler_of("matches")  # whatever is imported first makes the logger
    stream = io.StringIO()
    for handler in logging.getLogger("croupier").handlers:
        monkeypatch.setattr(handler, "stream", stream)
    return stream


@pytest.mark.parametrize(
    ("mode", "chosen"),
    [
        ("standard", {}),
        ("competitive", {"tunnel_owner_sees": True, "auto_reveal": False}),
        ("cooperative", {}),
    ],
)
def test_nothing_that_leaves_tells_a_secret(mode: str, chosen: Json, log: io.StringIO) -> None:
    events = {"crossroads": 3, "tunnel": 9, "sandstorm": 2}
    options = {"mode": mode, "events": events, **chosen}
    match = match_of(guests(2), visibility="public", nonce="a nonce", options=options)
    seated = [Recipient(seat, player) for seat, player in enumerate(match.players)]
    others = cycle([*seated, Recipient(None, None), Recipient(None, guest())])
    secrets, rng = secrets_of(match), Random(mode)
    state = state_of(match)
    while not state.over:
        recipient = next(others)
        provoke(rng, match, recipient, state)
        view = recipient.ask("GET", match.path).json
        assert_that_a_view_has_the_own_board_alone(view, state, recipient.seat)
        assert_that_no_secret_was_heard(match, recipient, state, secrets)

        mover = seated[rng.choice(texas_bingo.to_act(state))]
        verb, body = any_move(rng, match.view(mover.seat))
        assert mover.ask("POST", f"{match.path}/{verb}", body).status == 200
        state = state_of(match)
        if not state.over:
            assert_that_no_secret_was_heard(match, mover, state, secrets)
    lines = log.getvalue()
    assert lines.count("\n") > 100
    assert_that_it_names_nothing(lines, match, secrets)


def assert_that_it_names_nothing(lines: str, match: Match, secrets: list[str]) -> None:
    # Here the route is the path; the gateway's has the template's name of the id.
    text = lines.replace(match.id, "ID")
    assert not CARD.findall(text)
    assert not MISSION.findall(text)
    names = [match.invite, "a nonce", *(player.name for player in match.players)]
    keys = [key for player in match.players for key in (*keys_of(player), player.id)]
    for secret in [*secrets, *names, *keys]:
        assert secret not in text


def test_before_the_deal_a_spectator_is_not_told_how_to_join() -> None:
    match = match_of(guests(2), dealt=False, seats=4, visibility="public")
    texts = [send("GET", match.path + what).text for what in ("", "/record", "/score")]
    texts.append(send("GET", "/v1/matches", query={"game": "texas-bingo"}).text)
    for secret in [match.invite, *secrets_of(match)]:
        assert all(secret not in text for text in texts)


def test_a_match_that_is_closed_shows_its_seed_and_one_that_is_open_does_not() -> None:
    match = match_of(guests(2), dealt=False)
    seed = stored(match).seed.hex()
    assert seed not in match.players[0].send("GET", f"{match.path}/record").text
    match.players[0].send("DELETE", match.path)
    assert match.record()["seed"] == seed


ORDERS: dict[bytes, list[list[Any]]] = {}  # by key, what the shuffles of a match give
EVENTS = {"crossroads": 6, "sandstorm": 4, "tunnel": 8}


class Stacked(Shuffler):
    """A shuffler whose orders were written down beforehand."""

    def shuffle(self, items: Any) -> list[Any]:
        self.count += 1
        return list(ORDERS[self.key][self.count - 1])

    def copy(self) -> "Stacked":
        return Stacked(self.key, self.count)


def hidden_differently(rng: Random, orders: list[list[Any]], seat: int) -> list[list[Any]]:
    """Orders that give other Tunnel cards, other missions to others, and another deck below."""
    deck, starter, missions = orders
    ORDERS[b""] = orders
    state = texas_bingo.start(Options.model_validate({"events": EVENTS}), 2, Stacked(b""), None)
    while not state.over:
        mover = texas_bingo.to_act(state)[0]
        texas_bingo.play(state, mover, texas_bingo.legal(state, mover)[0], Stacked(b""))
    shown = {card for turn in state.turns for card in turn.cards}
    hidden = [card for card in deck if isinstance(card, int) and card not in shown]
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    top, below = deck[: state.drawn], deck[state.drawn :]
    deck = [other.get(card, card) for card in [*top, *rng.sample(below, len(below))]]
    own = missions[2 * seat : 2 * seat + 2]
    rest = [mission for mission in missions if mission not in own]
    rest = rng.sample(rest, len(rest))
    return [deck, starter, [*rest[: 2 * seat], *own, *rest[2 * seat :]]]


@pytest.mark.parametrize("observer", [0, 1, None])
def test_what_one_may_not_know_makes_no_difference_to_what_one_is_told(
    observer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two matches that differ in nothing else give byte for byte the same answers."""
    monkeypatch.setattr(replay, "Shuffler", Stacked)
    rng = Random(str(observer))
    players = guests(2)
    plan: Json = {"options": {"events": EVENTS}, "visibility": "public", "dealt": False}
    pair = match_of(players, **plan), match_of(players, **plan)
    deck: list[Any] = [*NAMES, *(name for name, count in EVENTS.items() for _ in range(count))]
    deck = ["tunnel", *rng.sample(deck[:-1], len(deck) - 1)]
    orders = [deck, [1, 0], rng.sample(list(MISSIONS), len(MISSIONS))]
    for match, order in zip(
        pair, (orders, hidden_differently(rng, orders, observer or 0)), strict=True
    ):
        ORDERS[match_key(stored(match).seed, ["", ""])] = order
        match.move(0, "deal")
    teller = Recipient(observer, None if observer is None else players[observer])

    def told(method: str, what: str, body: Any = None) -> None:
        texts = [neutral(match, teller.ask(method, match.path + what, body)) for match in pair]
        assert texts[0] == texts[1]

    while (state := state_of(pair[0])) and len(state.turns) < 12:
        told("GET", rng.choice(["", "/score", "/record"]))
        card = rng.choice(list(NAMES.values()))
        told("POST", "/place", {"card": card, "cell": rng.choice(CELLS), "turn": 99})
        seat = rng.choice(texas_bingo.to_act(state))
        if seat == observer:
            verb, body = any_move(rng, pair[0].view(seat))
            told("POST", f"/{verb}", body)
        else:
            for match in pair:
                move_unseen(rng, match, seat)
    states = [state_of(match) for match in pair]
    assert states[0].boards != states[1].boards


def move_unseen(rng: Random, match: Match, seat: int) -> None:
    """Any move of this seat; what it is differs from match to match."""
    state = state_of(match)
    verb, body = texas_bingo.to_request(rng.choice(texas_bingo.legal(state, seat)))
    key = str(rng.random())
    moves.make(match.id, moves.Request(match.players[seat].id, verb, body, key))


def neutral(match: Match, answer: Answer) -> str:
    """An answer without what names the match."""
    text = f"{answer.status} {answer.headers} {answer.text}"
    for name in (match.id, match.invite, commitment(stored(match).seed)):
        text = text.replace(name, "…")
    return text
