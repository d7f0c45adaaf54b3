"""A campaign that is killed again and again has the rows of one that was left alone."""

import sys

import pytest

from accord.bench import endurance


@pytest.mark.skipif(sys.platform != "linux", reason="daemons get away here")
def test_a_campaign_survives_whoever_is_killed(capfd: pytest.CaptureFixture[str]) -> None:
    assert endurance.main(runs=1200, kills=4) == 0
    said = capfd.readouterr().out
    assert "1200 rows, 0 differences; alive: nothing" in said
    assert " x " in said
