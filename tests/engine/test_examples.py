import doctest
from types import ModuleType

import pytest

from croupier.engine import cards, poker, shuffle


@pytest.mark.parametrize("module", [cards, poker, shuffle])
def test_the_examples_in_the_docstrings_are_true(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
