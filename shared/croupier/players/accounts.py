"""Accounts of guests: made, opened again, moved to another device, renamed."""

import secrets
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest

from croupier.players import tokens
from croupier.store import players as store
from croupier.store.errors import Unavailable
from croupier.store.ids import code
from croupier.store.players import Player

DEVICES = 8  # a ninth signs the oldest out
_TRIES = 5


class NotOpened(Exception):
    """A refresh token or a recovery code that opens no account."""


@dataclass(frozen=True, slots=True)
class Access:
    """A player and what opens the account; the texts are told just once and not stored."""

    player: Player
    token: str
    refresh_token: str
    recovery_code: str | None = None


def create(name: str, now: int) -> Access:
    """A new guest."""
    recovery = _recovery_code()
    player_id = code()
    refresh = _refresh_token(player_id)
    player = Player(
        id=player_id,
        name=name,
        kind="guest",
        created=now,
        recovery=_digest(recovery),
        refresh=(_digest(refresh),),
    )
    store.create(player)
    return Access(player, tokens.issue(player_id, now), refresh, recovery)


def refresh(refresh_token: str, now: int) -> Access:
    """A new token for a device that has been signed in; raises NotOpened."""
    player = store.load(refresh_token.partition(".")[0])
    digest = _digest(refresh_token)
    if player is None or not any(compare_digest(digest, known) for known in player.refresh):
        raise NotOpened
    return Access(player, tokens.issue(player.id, now), refresh_token)


def recover(recovery_code: str, now: int) -> Access:
    """Sign another device in with the recovery code; raises NotOpened."""
    recovery = _digest(_plain(recovery_code))
    player_id = store.recovered_by(recovery)
    if player_id is None:
        raise NotOpened
    for _ in range(_TRIES):
        player = store.load(player_id)
        if player is None or player.recovery != recovery:
            raise NotOpened
        added = _refresh_token(player_id)
        devices = (*player.refresh, _digest(added))[-DEVICES:]
        if _save(replace(player, refresh=devices), player):
            return Access(player, tokens.issue(player_id, now), added)
    raise Unavailable


def change(
    player_id: str, *, name: str | None, new_recovery_code: bool
) -> tuple[Player, str | None] | None:
    """Rename a player or replace the recovery code; the player, and the new code if any.

    None if there is no such player.
    """
    for _ in range(_TRIES):
        player = store.load(player_id)
        if player is None:
            return None
        changed = replace(player, name=name) if name else player
        recovery = _recovery_code() if new_recovery_code else None
        if recovery:
            changed = replace(changed, recovery=_digest(recovery))
        if changed == player or _save(changed, player):
            return changed, recovery
    raise Unavailable


def _save(changed: Player, before: Player) -> bool:
    return store.save(replace(changed, version=before.version + 1), before)


def _refresh_token(player_id: str) -> str:
    return f"{player_id}.{secrets.token_urlsafe(32)}"


def _recovery_code() -> str:
    """20 characters in groups of four, to be copied by hand: 100 bits."""
    text = code(100)
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))


def _plain(recovery_code: str) -> str:
    """A recovery code as it was given out, from how somebody typed it."""
    text = "".join(recovery_code.lower().split()).replace("-", "")
    text = text.replace("o", "0").replace("i", "1").replace("l", "1")
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
