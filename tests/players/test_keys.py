from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, ConnectTimeoutError, ReadTimeoutError

from croupier.players import keys
from croupier.store.errors import Unavailable
from tests.flow.service import SECRET, new_key
from tests.players.bad_tokens import key_id
from tests.store.faults import error

pytestmark = pytest.mark.usefixtures("service")

SECOND = "the-second-key-of-this-test-and-of-no-other"


class Manager:
    """The Secrets Manager, how often it was asked, and what it then raises, if anything."""

    def __init__(self) -> None:
        self.asked = 0
        self.fault: Exception | None = None

    def get_secret_value(self, **request: Any) -> Any:
        self.asked += 1
        if self.fault:
            raise self.fault
        client: Any = boto3.client("secretsmanager")
        return client.get_secret_value(**request)


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    manager = Manager()
    with monkeypatch.context() as patch:
        patch.setattr(keys, "_client", lambda: manager)
        yield manager


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    seconds = [1000.0]
    monkeypatch.setattr("croupier.players.keys.time.monotonic", lambda: seconds[0])
    return seconds


def test_the_current_key_signs() -> None:
    assert keys.signing() == (key_id(SECRET), SECRET)
    new_key(SECOND)
    keys.forget()
    assert keys.signing() == (key_id(SECOND), SECOND)
    assert keys.verifying(key_id(SECRET)) == SECRET


def test_keys_are_read_once_in_five_minutes(manager: Manager, clock: list[float]) -> None:
    for _ in range(5):
        keys.signing()
        assert keys.verifying(key_id(SECRET)) == SECRET
        clock[0] += 59
    assert manager.asked == 2  # the current and the previous
    clock[0] += 10
    keys.signing()
    assert manager.asked == 4


def test_an_unknown_key_is_looked_for_but_not_by_every_request(
    manager: Manager, clock: list[float]
) -> None:
    keys.signing()
    for reads in (2, 4):
        for _ in range(50):
            assert keys.verifying("00000000") is None
            assert manager.asked == reads
            clock[0] += 0.1
        clock[0] += 0.1


def test_a_function_that_knows_the_old_keys_looks_for_the_new_one(
    manager: Manager, clock: list[float]
) -> None:
    keys.signing()
    new_key(SECOND)
    assert keys.verifying(key_id(SECOND)) is None
    clock[0] += 6
    assert keys.verifying(key_id(SECOND)) == SECOND
    assert keys.verifying(key_id(SECRET)) == SECRET


@pytest.mark.parametrize(
    "fault",
    [
        error("ThrottlingException"),
        error("InternalServiceError", 500),
        ReadTimeoutError(endpoint_url="https://nowhere"),
        ConnectTimeoutError(endpoint_url="https://nowhere"),
    ],
)
def test_an_outage_is_one_and_says_nothing_of_the_token(manager: Manager, fault: Exception) -> None:
    manager.fault = fault
    with pytest.raises(Unavailable):
        keys.verifying(key_id(SECRET))
    manager.fault = None
    assert keys.verifying(key_id(SECRET)) == SECRET


def test_an_outage_sends_nobody_away_whose_key_is_known(
    manager: Manager, clock: list[float]
) -> None:
    keys.signing()
    clock[0] += 301
    manager.fault = error("ThrottlingException")
    for _ in range(10):
        assert keys.signing() == (key_id(SECRET), SECRET)
    assert manager.asked == 3
    clock[0] += 6
    manager.fault = None
    new_key(SECOND)
    assert keys.signing() == (key_id(SECOND), SECOND)


def test_a_secret_that_is_not_there_is_a_fault_of_the_deployment(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN_SECRET", "no-such-secret")
    with pytest.raises(ClientError):
        keys.signing()
