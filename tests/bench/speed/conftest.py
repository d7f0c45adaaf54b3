"""What holds for every comparison of speed."""

from unittest.mock import Mock

import pytest


@pytest.fixture(autouse=True)
def _with_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each question all that pytest keeps would be looked through: most of the time."""
    monkeypatch.setattr("accord.bench.speed.contestants.gc", Mock())
