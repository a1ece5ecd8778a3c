"""Players and their recovery codes, as items of the table."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from croupier.store import table
from croupier.store.errors import Conflict
from croupier.store.table import Item, at_version, new


@dataclass(frozen=True, slots=True)
class Player:
    """A player as stored. Of what opens the account there are only SHA-256 digests, in hex."""

    id: str
    name: str
    kind: str  # guest
    created: int  # seconds since 1970
    recovery: str
    refresh: tuple[str, ...]  # one for each device, the newest last
    version: int = 1


def load(player_id: str) -> Player | None:
    """A player as he is now; None if there is none."""
    return _player(table.get(f"PLAYER#{player_id}", "PROFILE", consistent=True))


def load_many(player_ids: Iterable[str]) -> dict[str, Player]:
    """Those of at most 100 players who exist, by id."""
    items = table.get_many([(f"PLAYER#{player_id}", "PROFILE") for player_id in player_ids])
    return {player.id: player for item in items if (player := _player(item))}


def recovered_by(recovery: str) -> str | None:
    """The id of the player whose recovery code has this digest."""
    item = table.get(f"RECOVERY#{recovery}", "RECOVERY", consistent=True)
    return item["player"]["S"] if item else None


def create(player: Player) -> None:
    """Write a new player, to be found by the recovery code too."""
    table.transact(
        table.putting(_item(player), **new()), table.putting(_recovery_item(player), **new())
    )


def save(player: Player, before: Player) -> bool:
    """Write a player who has changed, one version on; False if the stored one is not `before`."""
    steps = [table.putting(_item(player), **at_version(before.version))]
    if player.recovery != before.recovery:
        steps.append(table.putting(_recovery_item(player), **new()))
        steps.append(table.deleting(f"RECOVERY#{before.recovery}", "RECOVERY"))
    try:
        table.transact(*steps)
    except Conflict:
        return False
    return True


def _item(player: Player) -> Item:
    secrets = {"recovery": player.recovery, "refresh": player.refresh}
    return {
        "pk": {"S": f"PLAYER#{player.id}"},
        "sk": {"S": "PROFILE"},
        "name": {"S": player.name},
        "kind": {"S": player.kind},
        "created": {"N": str(player.created)},
        "digests": {"S": json.dumps(secrets)},
        "version": {"N": str(player.version)},
    }


def _player(item: Item | None) -> Player | None:
    if item is None:
        return None
    secrets = json.loads(item["digests"]["S"])
    return Player(
        id=item["pk"]["S"].removeprefix("PLAYER#"),
        name=item["name"]["S"],
        kind=item["kind"]["S"],
        created=int(item["created"]["N"]),
        recovery=secrets["recovery"],
        refresh=tuple(secrets["refresh"]),
        version=int(item["version"]["N"]),
    )


def _recovery_item(player: Player) -> Item:
    return {
        "pk": {"S": f"RECOVERY#{player.recovery}"},
        "sk": {"S": "RECOVERY"},
        "player": {"S": player.id},
    }
