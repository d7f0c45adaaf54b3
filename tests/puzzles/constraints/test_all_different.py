"""AllDifferent says which values are repeated, and where."""

from accord.puzzles.constraints.all_different import AllDifferent

NAMES = ("r1c1", "r1c2", "r1c3", "r1c4")


def test_each_repeated_value_is_one_sentence() -> None:
    row = AllDifferent((0, 1, 2, 3), "row 1")
    assert list(row.violations([1, 2, 1, 2], NAMES)) == [
        "row 1 repeats 1 at r1c1, r1c3",
        "row 1 repeats 2 at r1c2, r1c4",
    ]
    assert list(row.violations([1, 2, 3, 1], NAMES)) == ["row 1 repeats 1 at r1c1, r1c4"]
    assert list(row.violations([1, 2, 3, 4], NAMES)) == []
