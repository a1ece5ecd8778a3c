"""The score of full boards (TB-23 to TB-28): the examples of the rules, and the naive judge."""

from random import Random

import pytest

from croupier.engine.poker import LINES
from tests.games import naive_texas_bingo as naive
from tests.games.random_tables import full_boards, score

G = naive.board(
    "Th Jh Qh Kh Ah / 9s Ts Js Qs Ks / 2c 2d 2h 2s 3c / 4c 4d 4h 5c 5d / 6c 7d 8h 9c Td"
)


def with_row_a(hand: str) -> dict[str, str]:
    """A board with this hand in row a, and nothing but what is left of a fixed order below."""
    cards = hand.split()
    rest = [card for card in naive.CARDS[::2] + naive.CARDS[1::2] if card not in cards]
    return naive.board(" ".join(cards + rest[:20]))


@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_board_g_by_the_points_table(mode: str) -> None:
    done = score([G], mode=mode)
    assert dict(zip(LINES, done.line_points[0], strict=True)) == {
        **dict(zip("abcde", [12, 12, 10, 8, 5], strict=True)),
        **dict.fromkeys("12345", 0),
        "a1-e5": 3,
        "a5-e1": 0,
    }
    assert done.totals == [50]
    assert done.winners == []
    assert done.completed == [None]


def test_board_g_against_its_transpose_shares_the_win() -> None:
    done = score([G, naive.transposed(G)])
    winners = dict(zip(LINES, done.line_winners, strict=True))
    assert winners == {
        **{row: [0] for row in "abcde"},
        **{column: [1] for column in "12345"},
        "a1-e5": [0, 1],
        "a5-e1": [0, 1],
    }
    assert done.totals == [7, 7]
    assert done.winners == [0, 1]


def test_the_missions_of_board_g() -> None:
    for mission, points in naive.MISSIONS.items():
        done = score([G, naive.transposed(G)], [mission, None])
        if mission in (
            "straight-master",
            "flush-collector",
            "jackpot",
            "full-house-collector",
            "strategic-fold",
        ):
            assert done.completed == [True, None], mission
            assert done.totals == [7 + points, 7], mission
            assert done.winners == [0], mission
        if mission in (
            "two-pair-collector",
            "combination-collector",
            "ambitious-x",
            "central-dominator",
        ):
            assert done.completed == [False, None], mission
            assert done.totals == [7, 7], mission


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("Ah 2c 3d 4s 5h", "2h 3c 4d 5s 6h"),  # the lowest straight
        ("Qh Kd As 2c 3h", "2h 2c 3d 4s 5d"),  # no straight: an ace is never in the middle
        ("8c 8s Ad Kh 2c", "8h 8d As Kc 3h"),  # the last kicker
        ("Kh Kd Qh Qd Jh", "Ks Kc Qs Qc Ah"),
        ("3h 3d 2h 2d Ah", "4s 4c 2s 2c 3s"),
        ("2h 2d 2s Ah Kh", "3h 3d 3s 2c 4c"),
        ("2h 2d 2s Ah Ad", "3h 3d 3s 2c 2d"),
        ("9h Jh Qh Kh Ah", "2c 2d 2h 3c 3d"),
        ("2h 3h 4h 5h 7h", "2c 3c 4c 5c 8c"),
        ("Tc Jd Qh Ks Ac", "2h 3h 4h 5h 7h"),
        ("2c 2d 2h 2s 3c", "Ah 2h 3h 4h 5h"),
        ("2c 2d 2h 2s Ac", "3c 3d 3h 3s 2c"),
        ("Kc 9c Tc Jc Qc", "Tc Jc Qc Kc Ac"),
        ("3c 4d 5h 6s 8c", "2c 2d 3h 4s 5c"),
        ("Ac Ad Kc Kd Qc", "2c 2d 2h 3s 4c"),
        ("Ac Ad Ah Ks Qc", "Ac 2d 3h 4s 5c"),
    ],
)
def test_of_two_hands_on_a_line_the_stronger_wins_it(lower: str, higher: str) -> None:
    for hands in [[lower, higher], [higher, lower]]:
        done = score([with_row_a(hand) for hand in hands])
        assert done.line_winners[0] == [hands.index(higher)]
        assert [points[0] for points in done.line_points] == [int(h == higher) for h in hands]


@pytest.mark.parametrize(
    "hands",
    [
        ["Ah Kd 9s 5c 3h", "Ac Kc 9c 5d 3c"],
        ["2h 3h 4h 5h 7h", "2s 3s 4s 5s 7s"],
        ["Th Jh Qh Kh Ah", "Ts Js Qs Ks As"],
        ["8h 8d As Kc 3h", "8c 8s Ad Kh 3c"],
    ],
)
def test_a_tie_earns_the_point_for_both_and_suits_never_break_it(hands: list[str]) -> None:
    done = score([with_row_a(hand) for hand in hands])
    assert done.line_winners[0] == [0, 1]
    assert [points[0] for points in done.line_points] == [1, 1]


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Ah Kd 9s 5c 3h", 0),
        ("Qh Kd As 2c 3h", 0),
        ("Ah Ad 9s 5c 3h", 1),
        ("Ah Ad 9s 9c 3h", 2),
        ("Ah Ad As 5c 3h", 3),
        ("Ah 2d 3s 4c 5h", 5),
        ("2h 9h 3h 4h 5h", 6),
        ("Ah Ad As 5c 5h", 8),
        ("Ah Ad As Ac 5h", 10),
        ("Ah 2h 3h 4h 5h", 12),
        ("Th Jh Qh Kh Ah", 12),
    ],
)
def test_the_points_table(hand: str, points: int) -> None:
    assert score([with_row_a(hand)], mode="solo").line_points[0][0] == points
    both = score([with_row_a(hand), with_row_a("2c 2d 2h 3c 3d")], mode="competitive")
    assert [own[0] for own in both.line_points] == [points, 8]


def test_on_a_tied_total_the_single_strongest_line_of_the_tied_wins() -> None:
    """A third player with the strongest line of all, but fewer points, has no say."""
    found = 0
    for number in range(300):
        rng = Random(f"tied totals {number}")
        boards = full_boards(rng, 3)
        done = score(boards, mode="competitive")
        leaders = [seat for seat in range(3) if done.totals[seat] == max(done.totals)]
        if len(leaders) > 1:
            found += 1
            best = [max(line[1:] for line in naive.lines(board).values()) for board in boards]
            top = max(best[seat] for seat in leaders)
            assert done.winners == [seat for seat in leaders if best[seat] == top], number
    assert found >= 5


def test_kickers_decide_a_tied_total_and_equal_kickers_share_the_win() -> None:
    """The only pair is that of aces in row a."""
    below = "5h Jc 9d 8s 3s / 6d 4s Ts 9c 7d / 7c 3d 6s 2d 5d / 2c 7s Jh 5c 4c"
    queen, ten, other_queen = (
        naive.board(f"{row} / {below}")
        for row in ("Ah Ad Kh Qd 9s", "Ah Ad Kh Td 9s", "As Ad Kh Qd 9s")
    )
    assert score([ten, queen], mode="competitive").totals == [1, 1]
    assert score([ten, queen], mode="competitive").winners == [1]
    assert score([queen, ten], mode="competitive").winners == [0]
    assert score([queen, ten, other_queen], mode="competitive").winners == [0, 2]


def test_tables_score_as_the_naive_judge_scores_them() -> None:
    for number in range(600):
        seed = f"tables {number}"
        rng = Random(seed)
        mode = rng.choice(["standard", "standard", "competitive", "solo", "cooperative"])
        count = 1 if mode in ("solo", "cooperative") else rng.randrange(2, 5)
        boards = full_boards(rng, count)
        missions: list[str | None] = [None] * count
        if mode == "standard":
            missions = [rng.choice([None, *naive.MISSIONS]) for _ in range(count)]
        ties = rng.random() < 0.5
        expected = naive.judge(mode, boards, missions, ties)
        done = score(boards, missions, mode=mode, ties_win_lines=ties)
        assert dict(zip(LINES, done.line_winners, strict=True)) == expected.winners_of, seed
        assert [
            dict(zip(LINES, points, strict=True)) for points in done.line_points
        ] == expected.points, seed
        assert done.completed == expected.completed, seed
        assert done.totals == expected.totals, seed
        assert done.winners == expected.winners, seed
