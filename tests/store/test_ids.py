import hashlib
from collections import Counter

from croupier.store.ids import ALPHABET, code, code_of


def test_a_code_has_five_bits_a_character() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert set("ilou").isdisjoint(ALPHABET)
    for bits in (50, 80, 100):
        assert len(code(bits)) == bits // 5
        assert set(code(bits)) <= set(ALPHABET)
    assert len(code()) == 16


def test_every_character_of_a_code_is_as_likely() -> None:
    codes = [code(50) for _ in range(3200)]
    assert len(set(codes)) == len(codes)
    for place in range(10):
        counts = Counter(text[place] for text in codes)
        assert set(counts) == set(ALPHABET)
        assert max(counts.values()) < 200  # 100 are expected; ten standard deviations more


def test_the_code_of_data_is_the_first_eighty_bits_of_its_digest() -> None:
    assert code_of(b"ada/k") == code_of(b"ada/k") != code_of(b"ada/l")
    number = 0
    for character in code_of(b"ada/k"):
        number = number * 32 + ALPHABET.index(character)
    assert number.to_bytes(10) == hashlib.sha256(b"ada/k").digest()[:10]
