"""Tokens: signed, expiring, and good for this deployment alone (JWT, RFC 7519)."""

import time
from functools import lru_cache

import jwt

from croupier.players import keys

LIFETIME = 3600  # seconds
_ISSUER = "croupier"
_ALGORITHM = "HS256"


class BadToken(Exception):
    """A token that proves nothing; `expired` tells the one that did until a while ago."""

    def __init__(self, *, expired: bool = False) -> None:
        super().__init__("the token has expired" if expired else "the token is not valid")
        self.expired = expired


def issue(player: str, now: int) -> str:
    """A token that stands for a player for `LIFETIME` seconds."""
    key_id, key = keys.signing()
    claims = {"iss": _ISSUER, "sub": player, "iat": now, "exp": now + LIFETIME}
    return jwt.encode(claims, key, _ALGORITHM, headers={"kid": key_id})


def player_of(token: str) -> str:
    """The player that a token stands for; raises BadToken."""
    if not token.isascii():
        raise BadToken
    try:
        key = keys.verifying(_key_id(token))
        if key is None:
            raise BadToken
        player, expires = _verified(token, key)
    except jwt.ExpiredSignatureError:
        raise BadToken(expired=True) from None
    except jwt.InvalidTokenError:
        raise BadToken from None
    if expires <= time.time():
        raise BadToken(expired=True)
    return player


# A player comes back with the same token for an hour, and to verify one takes as long as a move.
@lru_cache(maxsize=1024)
def _key_id(token: str) -> str:
    return str(jwt.get_unverified_header(token).get("kid"))


@lru_cache(maxsize=1024)
def _verified(token: str, key: str) -> tuple[str, int]:
    """The player of a token that this key has signed, and the second in which it expires."""
    claims = jwt.decode(
        token,
        key,
        algorithms=[_ALGORITHM],
        issuer=_ISSUER,
        options={"require": ["exp", "iss", "sub"]},
    )
    return claims["sub"], int(claims["exp"])
