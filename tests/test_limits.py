"""Limits make sense, or are refused."""

from math import inf, nan

import pytest

from accord.bench.limits import LimitError, Limits


@pytest.mark.parametrize(
    ("nonsense", "named"),
    [
        ((inf,), "found a time limit of inf s, expected a finite one above 0"),
        ((nan,), "found a time limit of nan s"),
        ((-1.0,), "found a time limit of -1 s"),
        ((0.0,), "found a time limit of 0 s"),
        ((1.0, 2**20), "found a memory limit of 1048576 bytes, expected at least 64M"),
        ((1.0, None, nan), "found a CPU time limit of nan s"),
        ((1.0, None, -2.0), "found a CPU time limit of -2 s"),
    ],
)
def test_limits_that_make_no_sense_are_refused(
    nonsense: tuple[float, int | None, float | None], named: str
) -> None:
    with pytest.raises(LimitError) as caught:
        Limits(*nonsense)
    assert named in str(caught.value)
