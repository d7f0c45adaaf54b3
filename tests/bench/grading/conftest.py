"""What the tests of grading share."""

import pytest

from accord.bench.grading.sandbox import obstacle
from optional import program


@pytest.fixture
def namespaces() -> None:
    program("bwrap")
    if why := obstacle():
        pytest.skip(f"needs a sandbox: {why}")
