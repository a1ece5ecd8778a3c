from types import SimpleNamespace

import pytest

from tests.flow.tickets import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in ("matchmaking.matching", "api.matchmaking"):
        fake = SimpleNamespace(time=lambda: clock.now)
        monkeypatch.setattr(f"croupier.{module}.time", fake)
    return clock
