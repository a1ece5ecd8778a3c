import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.engine.cards import DECK
from croupier.engine.shuffle import Shuffler, commitment, fisher_yates, match_key

SEED = bytes(range(32))
NONCES = st.lists(st.text(max_size=12), max_size=5)


def redone(seed: bytes, nonces: list[str], n: int, items: list[int]) -> list[int]:
    """The n-th shuffle, redone by somebody who has only read how it is made."""
    message = b""
    for nonce in nonces:
        text = nonce.encode("utf-8")
        message += str(len(text)).encode("ascii") + b":" + text
    key = hmac.new(seed, message, hashlib.sha256).digest()
    stream = b""
    for block in range(2 + len(items) // 4):
        stream += hmac.new(key, f"{n}/{block}".encode("ascii"), hashlib.sha256).digest()
    order = list(items)
    at = 0
    i = len(order) - 1
    while i >= 1:
        word = int.from_bytes(stream[at : at + 4], "big")
        at += 4
        if word >= 2**32 - 2**32 % (i + 1):
            continue
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
        i -= 1
    return order


@given(st.binary(min_size=32, max_size=32), NONCES, st.integers(0, 60), st.integers(1, 4))
@settings(deadline=None)
def test_anybody_can_redo_a_shuffle(seed: bytes, nonces: list[str], size: int, n: int) -> None:
    shuffler = Shuffler(match_key(seed, nonces))
    items = list(range(size))
    for _ in range(n):
        shuffled = shuffler.shuffle(items)
    assert shuffled == redone(seed, nonces, n, items)


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers()))
@settings(deadline=None)
def test_a_shuffle_loses_nothing_and_changes_no_list(seed: bytes, items: list[int]) -> None:
    before = list(items)
    shuffled = Shuffler(match_key(seed, [])).shuffle(items)
    assert items == before
    assert shuffled is not items
    assert sorted(shuffled) == sorted(before)


def test_every_order_is_equally_likely() -> None:
    shuffler = Shuffler(match_key(SEED, ["a", "b"]))
    times, orders = 12_000, list(permutations("wxyz"))
    seen = Counter(tuple(shuffler.shuffle("wxyz")) for _ in range(times))
    expected = times / len(orders)
    chi_square = sum((seen[order] - expected) ** 2 / expected for order in orders)
    assert 5 < chi_square < 50  # 23 degrees of freedom: outside of this once in a thousand


def test_every_card_comes_to_every_place() -> None:
    shuffler = Shuffler(match_key(SEED, []))
    times = 5_200
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(times):
        seen.update(enumerate(shuffler.shuffle(DECK)))
    expected = times / 52
    chi_square = sum(
        (seen[place, card] - expected) ** 2 / expected for place in range(52) for card in DECK
    )
    assert 2_380 < chi_square < 2_830  # 51 · 51 degrees of freedom: 2601 ± 3 deviations of 72


def test_a_word_beyond_the_last_whole_multiple_is_passed_over() -> None:
    def shuffle(*words: int) -> tuple[list[str], list[int]]:
        source: Iterator[int] = iter(words)
        return fisher_yates("xyz", source), list(source)

    # 2**32 is 1 more than a multiple of 3, so of the words for i = 2 only the last is too many;
    # and it is a multiple of 2, so for i = 1 none is.
    last = 2**32 - 1
    assert shuffle(last, last, 0, last) == shuffle(0, last) == (["z", "y", "x"], [])
    assert shuffle(last - 1, last) == (["x", "y", "z"], [])


def test_nothing_to_shuffle_takes_no_word() -> None:
    assert fisher_yates([], iter([])) == []
    assert fisher_yates(["x"], iter([])) == ["x"]


def test_each_shuffle_of_a_match_is_another() -> None:
    shuffler = Shuffler(match_key(SEED, []))
    assert len({tuple(shuffler.shuffle(DECK)) for _ in range(100)}) == 100
    assert shuffler.count == 100


def test_a_shuffler_can_start_after_the_shuffles_that_were() -> None:
    shuffler = Shuffler(match_key(SEED, []))
    shuffler.shuffle(DECK)
    assert Shuffler(shuffler.key, 1).shuffle(DECK) == shuffler.shuffle(DECK)


def test_a_copy_goes_on_by_itself() -> None:
    shuffler = Shuffler(match_key(SEED, []))
    shuffler.shuffle("ab")
    copy = shuffler.copy()
    ahead = [copy.shuffle(DECK), copy.shuffle(DECK)]
    assert shuffler.count == 1
    assert [shuffler.shuffle(DECK), shuffler.shuffle(DECK)] == ahead


def test_a_shuffler_does_not_print_its_key() -> None:
    key = match_key(SEED, [])
    printed = f"{Shuffler(key)!r} {Shuffler(key)}"
    assert key.hex() not in printed
    assert repr(key) not in printed


@given(st.binary(min_size=32, max_size=32), NONCES, NONCES)
@settings(deadline=None)
def test_other_nonces_make_another_key(seed: bytes, nonces: list[str], others: list[str]) -> None:
    assert (match_key(seed, nonces) == match_key(seed, others)) == (nonces == others)


def test_whose_nonce_it_is_matters() -> None:
    assert match_key(SEED, ["a", "b"]) != match_key(SEED, ["b", "a"])
    assert match_key(SEED, ["", "a"]) != match_key(SEED, ["a", ""])


def test_where_one_nonce_ends_and_the_next_begins_matters() -> None:
    keys = [
        match_key(SEED, nonces)
        for nonces in (["ab", "c"], ["a", "bc"], ["abc"], ["", "abc"], ["2:ab1:c"])
    ]
    assert len(set(keys)) == len(keys)


def test_another_seed_makes_another_key() -> None:
    assert match_key(SEED, ["a"]) != match_key(SEED[::-1], ["a"])


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
