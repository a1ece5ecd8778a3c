"""Weng and Lin's algorithm 4 written down from the paper, for players without teams.

"A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), page 288: the sums as they
stand there. The library adds that the deviation grows by tau before a match.
"""

from collections.abc import Sequence
from math import exp, sqrt

BETA, TAU = 250.0, 5.0
KAPPA = 0.0001

Pair = tuple[float, float]  # mean, deviation


def rated(before: Sequence[Pair], ranks: Sequence[int]) -> list[Pair]:
    everybody = range(len(before))
    means = [mean for mean, _ in before]
    variances = [deviation**2 + TAU**2 for _, deviation in before]
    c = sqrt(sum(variance + BETA**2 for variance in variances))

    def chance(i: int, q: int) -> float:
        """That i wins among those who came no earlier than q."""
        return exp(means[i] / c) / sum(exp(means[s] / c) for s in everybody if ranks[s] >= ranks[q])

    def tied(q: int) -> int:
        return sum(ranks[s] == ranks[q] for s in everybody)

    after = []
    for i in everybody:
        earlier = [q for q in everybody if ranks[q] <= ranks[i]]
        omega = sum(((q == i) - chance(i, q)) / tied(q) for q in earlier) * variances[i] / c
        gamma = sqrt(variances[i]) / c
        eta = gamma * variances[i] / c**2
        delta = eta * sum(chance(i, q) * (1 - chance(i, q)) / tied(q) for q in earlier)
        after.append((means[i] + omega, sqrt(variances[i] * max(1 - delta, KAPPA))))
    return after
