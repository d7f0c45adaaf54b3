"""Fork servers are started here as users start them, but for what is asked of workers alone."""

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from warm_fork_servers import as_users_do

# What these test does not depend on how workers are started.
ABOVE = {"test_check", "test_memoisation", "test_minizinc_models", "test_model_file"}


@pytest.fixture(scope="module", autouse=True)
def _fork_servers(request: pytest.FixtureRequest) -> Iterator[None]:
    with nullcontext() if request.path.stem in ABOVE else as_users_do():
        yield
