"""A campaign that is killed again and again has the rows of one that was left alone."""

import sys

import pytest

from developer_tools import tool


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a daemon is not found again")
def test_a_campaign_survives_kills(capfd: pytest.CaptureFixture[str]) -> None:
    assert tool("endurance").main(runs=1200, kills=3) == 0
    printed = capfd.readouterr().out
    assert "1200 rows, 0 differences; alive: nothing" in printed
    assert ", 3 of 3 kills: " in printed
