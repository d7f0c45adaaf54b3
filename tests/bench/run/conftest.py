"""Fork servers are started here as users start them."""

from collections.abc import Iterator

import pytest

from warm_fork_servers import as_users_do


@pytest.fixture(scope="module", autouse=True)
def _fork_servers() -> Iterator[None]:
    with as_users_do():
        yield
