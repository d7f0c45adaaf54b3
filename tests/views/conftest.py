"""Pages of recordings, opened in the browser of all tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def pages(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens pages of recordings, which must have done nothing wrong when the test ends."""
    from player_pages import Pages

    pages = Pages(browser, tmp_path)
    yield pages
    pages.close()
