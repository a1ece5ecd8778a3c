"""The examples in docstrings are true."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import croupier

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(croupier.__path__, "croupier.")
    if (spec := importlib.util.find_spec(module.name))
    and spec.origin
    and ">>>" in Path(spec.origin).read_text()
)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_docstrings_are_true(module: str) -> None:
    tried = doctest.testmod(importlib.import_module(module))
    assert tried.attempted
    assert not tried.failed
