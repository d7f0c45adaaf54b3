"""All different: what is wrong with a grid that breaks it."""

from accord.puzzles import AllDifferent, Grid


def test_each_repeated_value_is_one_sentence() -> None:
    row = AllDifferent((0, 1, 2, 3), "row 1")
    rest = [0] * 12
    assert list(row.violations(Grid([1, 2, 1, 2, *rest]))) == [
        "row 1 repeats 1 at r1c1, r1c3",
        "row 1 repeats 2 at r1c2, r1c4",
    ]
    assert list(row.violations(Grid([1, 2, 3, 1, *rest]))) == ["row 1 repeats 1 at r1c1, r1c4"]
    assert list(row.violations(Grid([1, 2, 3, 4, *rest]))) == []
