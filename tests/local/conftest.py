"""A deployment of the template for the tests, apart from whatever else runs here."""

from collections.abc import Iterator

import pytest

from local.deployment import deployment
from local.emulator import free_port


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a deployment of the tests' own, without a trailing slash."""
    with deployment(tmp_path_factory.mktemp("deployment"), free_port()) as url:
        yield url
