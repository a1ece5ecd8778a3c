"""The text form of a record."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.matches.record import FORMAT, Header, Record, from_text, split, to_text

SEED = bytes(range(32))

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
HEADERS = st.builds(
    Header,
    game=st.from_regex(r"[a-z]+(-[a-z]+)*", fullmatch=True),
    version=st.integers(min_value=1),
    options=st.dictionaries(st.text(), JSON, max_size=4),
    seed=st.binary(min_size=32, max_size=32),
    nonces=st.lists(st.text(), min_size=1, max_size=9).map(tuple),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    header = draw(HEADERS)
    seat = st.integers(min_value=0, max_value=header.seats - 1)
    move = st.text(st.characters(blacklist_characters="\n", codec="utf-8"), min_size=1)
    entry = st.builds(lambda seat, move: f"{seat}:{move}", seat, move)
    hands = draw(st.lists(st.lists(entry, max_size=5).map(tuple), max_size=4))
    return Record(header, tuple(hands))


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(records())
def test_any_record_survives_its_text_form(record: Record) -> None:
    text = to_text(record)
    assert from_text(text) == record
    assert from_text(text.removesuffix("\n")) == record
    assert from_text(text.encode().decode()) == record
    assert to_text(from_text(text)) == text


def test_the_text_form_can_be_read_by_people() -> None:
    header = Header("texas-bingo", 1, {"mode": "cooperative"}, SEED, ("lucky", "", 'ż"\n'))
    record = Record(header, (("0:deal", "2:Qh@c3"), ("1:deal",)))
    assert to_text(record) == (
        "croupier record 1\n"
        "game texas-bingo 1\n"
        'options {"mode":"cooperative"}\n'
        "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
        'nonce "lucky"\n'
        'nonce ""\n'
        'nonce "\\u017c\\"\\n"\n'
        "hand 1\n"
        "0:deal\n"
        "2:Qh@c3\n"
        "hand 2\n"
        "1:deal\n"
    )
    assert header.seats == 3


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        (1, "croupier record 2"),
        (1, ""),
        (1, f"{FORMAT}\r"),
        (2, "game texas-bingo"),
        (2, "game texas-bingo one"),
        (2, "game"),
        (3, "options"),
        (3, "options {mode: solo}"),
        (3, "options []"),
        (3, "options null"),
        (3, 'options {"a":' + "[" * 100_000),
        (4, "seed"),
        (4, "seed 00"),
        (4, "seed " + "0" * 62 + "0x"),
        (4, "seed " + "00" * 33),
        (5, "nonce"),
        (5, "nonce lucky"),
        (5, "nonce 7"),
        (5, "nonce null"),
        (5, 'nonce ["lucky"]'),
        (6, "game texas-bingo 1"),
        (6, "options {}"),
        (6, "seed " + "00" * 32),
        (6, "0:deal"),
        (6, "colour red"),
        (7, "hand 2"),
        (7, "hand"),
        (7, "hand one"),
        (8, "deal"),
        (8, ":deal"),
        (8, "0:"),
        (8, "0"),
        (8, "-1:deal"),
        (8, "x:deal"),
        (8, "٣:deal"),
        (8, "²:deal"),
        (8, " 0:deal"),
        (8, "2:deal"),
        (8, "9" * 5_000 + ":deal"),
        (9, "hand 3"),
        (9, "hand 1"),
        (9, "Qh@c3"),
    ],
)
def test_broken_text_is_refused_with_the_line_that_is_broken(line: int, broken: str) -> None:
    lines = [
        FORMAT,
        "game texas-bingo 1",
        "options {}",
        f"seed {SEED.hex()}",
        'nonce "lucky"',
        'nonce ""',
        "hand 1",
        "0:deal",
        "1:Qh@c3",
    ]
    from_text("\n".join(lines))
    lines[line - 1] = broken
    with pytest.raises(ValueError, match=rf"^Line {line} ") as refusal:
        from_text("\n".join(lines))
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("missing", ["game", "options", "seed", "nonce"])
def test_a_text_without_one_of_the_header_lines_is_refused_by_its_name(missing: str) -> None:
    lines = [FORMAT, "game bingo 1", "options {}", f"seed {SEED.hex()}", 'nonce ""']
    from_text("\n".join(lines))
    left = [line for line in lines if not line.startswith(missing)]
    with pytest.raises(ValueError, match=rf"no {missing} line"):
        from_text("\n".join(left))


def test_no_text_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="Line 1"):
        from_text("")


def test_a_move_may_hold_a_colon() -> None:
    assert split("12:a:b") == (12, "a:b")
