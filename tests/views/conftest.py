"""One browser for all tests of views, launched for the first test that opens a page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    from browser import launched  # skips where there is none

    with launched() as browser:
        yield browser


@pytest.fixture
def pages(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens pages of recordings, which must have done nothing wrong when the test ends."""
    from player_pages import Pages

    pages = Pages(browser, tmp_path)
    yield pages
    pages.close()
