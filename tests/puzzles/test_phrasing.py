"""Numbers as people read them."""

from math import inf, nan

import pytest

from accord.puzzles.phrasing import interval, number, ratio


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.0, "0"),
        (3.217e-7, "3.22e-07"),
        (0.000953, "0.000953"),
        (0.0523, "0.0523"),
        (0.447, "0.45"),
        (0.9871, "0.987"),
        (1.0, "1.00"),
        (1.0042, "1.004"),
        (9.876, "9.88"),
        (23.44, "23.4"),
        (1234.0, "1,234"),
        (2.5e6, "2e+06"),
        (inf, "inf"),
        (nan, "-"),
    ],
)
def test_a_ratio_is_written_with_its_first_digits(value: float, shown: str) -> None:
    assert ratio(value) == shown
    assert interval(0.00025, 0.004) == "0.00025 to 0.004"
    assert ratio(value, ">=") == (shown if shown == "-" else f">={shown}")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(-0.001, "0.00"), (-0.0, "0.00"), (-0.5, "-0.50"), (-12.34, "-12.3"), (-1234.6, "-1,235")],
)
def test_a_number_below_0_has_three_digits_and_none_is_minus_0(value: float, shown: str) -> None:
    assert number(value) == shown
