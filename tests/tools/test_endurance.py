"""A campaign that is killed again and again has the rows of one that was left alone."""

import sys

import pytest

from developer_tools import tool
from optional import slow


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a daemon is not found again")
def test_a_campaign_survives_kills(capfd: pytest.CaptureFixture[str]) -> None:
    slow()
    assert tool("endurance").main(runs=600, kills=2) == 0
    printed = capfd.readouterr().out
    assert "600 rows, 0 differences; alive: nothing" in printed
    assert ", 2 of 2 kills: " in printed
