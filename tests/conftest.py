"""What tests of several folders share."""

import secrets
from collections.abc import Iterator
from random import Random

import pytest
from moto import mock_aws

from croupier.store import pausing
from tests.flow.service import ENVIRONMENT, aws


@pytest.fixture(scope="module")
def _moto() -> Iterator[None]:
    """To start moto takes longer than most tests: once for those of a file."""
    with mock_aws():
        yield


@pytest.fixture
def service(_moto: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A service of this test's own: no pause between two tries, the same decks in every run."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(pausing, "_LONGEST", 0.0)
    monkeypatch.setattr(secrets, "token_bytes", Random(1).randbytes)
    with aws():
        yield
