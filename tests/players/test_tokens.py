import time
from types import SimpleNamespace

import pytest

from croupier.players import keys
from croupier.players.tokens import LIFETIME, BadToken, issue, player_of
from tests.flow.service import new_key
from tests.players.bad_tokens import bad, expired, good, signed

pytestmark = pytest.mark.usefixtures("service")


def now() -> int:
    return int(time.time())


def test_a_token_stands_for_its_player() -> None:
    assert player_of(issue("ada", now())) == "ada"


def test_a_token_made_by_hand_with_the_key_is_one() -> None:
    """So whatever is refused below is refused for what is wrong with it."""
    assert player_of(good("ada")) == "ada"


def test_a_token_that_proves_nothing_is_refused() -> None:
    for what, token in bad("ada").items():
        with pytest.raises(BadToken) as refused:
            pytest.fail(f"{what} is taken for {player_of(token)}")
        assert not refused.value.expired, what


def test_a_token_expires() -> None:
    assert player_of(issue("ada", now() - LIFETIME + 60)) == "ada"
    for token in (issue("ada", now() - LIFETIME - 60), expired("ada")):
        with pytest.raises(BadToken) as refused:
            player_of(token)
        assert refused.value.expired


def test_a_token_that_was_taken_before_expires_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    token = issue("ada", now())
    assert player_of(token) == "ada"
    later = time.time() + LIFETIME
    monkeypatch.setattr("croupier.players.tokens.time", SimpleNamespace(time=lambda: later))
    with pytest.raises(BadToken) as refused:
        player_of(token)
    assert refused.value.expired


def test_an_expired_token_that_is_forged_is_not_called_expired() -> None:
    with pytest.raises(BadToken) as refused:
        player_of(expired("ada")[:-4] + "AAAA")
    assert not refused.value.expired


def test_a_token_tells_no_key() -> None:
    header, claims, _ = issue("ada", now()).split(".")
    assert len(header) < 80
    assert len(claims) < 120
    assert signed({}, {}, "k") != signed({}, {}, "l")


def test_the_current_and_the_previous_key_verify_and_the_one_before_does_not() -> None:
    first = issue("ada", now())
    new_key("the-second-key-of-this-test-and-of-no-other")
    keys.forget()
    second = issue("bob", now())
    assert (player_of(first), player_of(second)) == ("ada", "bob")
    new_key("the-third-key-of-this-test-and-of-no-other!")
    keys.forget()
    third = issue("eve", now())
    assert (player_of(second), player_of(third)) == ("bob", "eve")
    with pytest.raises(BadToken):
        player_of(first)
