"""Players: guest accounts, their tokens, their profile, their matches."""

import time
from typing import Annotated, Any

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from pydantic import AfterValidator, Field, model_validator

from croupier.api import identity
from croupier.api.answers import answer
from croupier.api.problems import Problem
from croupier.games.protocol import Strict
from croupier.players import accounts
from croupier.players.accounts import Access, NotOpened
from croupier.players.tokens import LIFETIME
from croupier.store.players import Player

JOINERS = "\u200c\u200d"  # Persian is written with one, families of emoji with the other


def _printable(name: str) -> str:
    name = " ".join(name.split())
    if not name.strip(JOINERS):
        raise ValueError("A name has at least one character.")
    if not all(character.isprintable() or character in JOINERS for character in name):
        raise ValueError("A name has no control characters.")
    return name


Name = Annotated[str, Field(min_length=1, max_length=32), AfterValidator(_printable)]
Secret = Annotated[str, Field(min_length=1, max_length=200)]


class NewPlayer(Strict):
    """A guest."""

    name: Name = "Guest"


class Reopening(Strict):
    """What opens an account again: one of the two."""

    refresh_token: Secret | None = None
    recovery_code: Secret | None = None

    @model_validator(mode="after")
    def one_of_the_two(self) -> "Reopening":
        """Refuse both and neither."""
        if (self.refresh_token is None) == (self.recovery_code is None):
            raise ValueError("Send either refresh_token or recovery_code.")
        return self


class ProfileChange(Strict):
    """What is to change."""

    name: Name | None = None
    new_recovery_code: bool = Field(
        False, description="Whether to replace the recovery code; the old one then opens nothing."
    )


def create(body: NewPlayer) -> Response[str]:
    """Make a guest account."""
    access = accounts.create(body.name, _now())
    return answer({**_access(access), "recovery_code": access.recovery_code}, status=201)


def reopen(body: Reopening) -> Response[str]:
    """A new token, on a device that was signed in or on another one."""
    try:
        if body.recovery_code is not None:
            access = accounts.recover(body.recovery_code, _now())
        else:
            access = accounts.refresh(body.refresh_token or "", _now())
    except NotOpened:
        raise Problem(401, "not-recognized", "That opens no account.") from None
    return answer(_access(access))


def profile(app: APIGatewayHttpResolver) -> Response[str]:
    """The own profile."""
    return answer(_profile(identity.account(app)))


def change(app: APIGatewayHttpResolver, body: ProfileChange) -> Response[str]:
    """Change the own profile."""
    changed = accounts.change(
        identity.player(app), name=body.name, new_recovery_code=body.new_recovery_code
    )
    if changed is None:
        raise identity.gone()
    player, recovery_code = changed
    return answer(_profile(player) | ({"recovery_code": recovery_code} if recovery_code else {}))


def _access(access: Access) -> dict[str, Any]:
    return {
        **_profile(access.player),
        "token": access.token,
        "expires_in": LIFETIME,
        "refresh_token": access.refresh_token,
    }


def _profile(player: Player) -> dict[str, Any]:
    return {
        "player_id": player.id,
        "name": player.name,
        "kind": player.kind,
        "created": player.created,
    }


def _now() -> int:
    return int(time.time())
