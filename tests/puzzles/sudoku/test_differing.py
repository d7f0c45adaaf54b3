"""A set of cells has different values, or one twice: as sets of Python say it."""

from random import Random

import pytest

from accord.puzzles.sudoku.differing import TABLE, differing


@pytest.mark.parametrize("size", range(1, 18))
def test_a_value_that_is_twice_in_some_set_is_found_whatever_the_size(size: int) -> None:
    random = Random(size)
    cells = range(size * size)
    for _ in range(200):
        lengths = [random.randint(0, size) for _ in range(random.randint(0, 2 * size))]
        sets = tuple(tuple(random.sample(cells, length)) for length in lengths)
        grid = [random.randint(1, size) for _ in cells]
        expected = all(len({grid[cell] for cell in each}) == len(each) for each in sets)
        assert differing(sets, size)(grid) == expected


@pytest.mark.parametrize("size", [2, 9, 11, 12])
def test_each_pair_of_equal_values_is_found_in_rows_of_all_values(size: int) -> None:
    rows = (range(row * size, row * size + size) for row in range(size))
    differ = differing(tuple(map(tuple, rows)), size)
    right = [*range(1, size + 1)] * size
    assert differ(right)
    assert differ(bytes(right))
    for cell in range(size * size):
        for value in {*range(1, size + 1)} - {right[cell]}:
            assert not differ([*right[:cell], value, *right[cell + 1 :]])


def test_a_grid_as_a_table_has_room_up_to_11x11() -> None:
    assert 2 * 11**2 <= TABLE < 2 * 12**2


def test_numbers_of_other_kinds_are_compared_by_value() -> None:
    differ = differing(((0, 1), (2, 3)), 2)
    assert differ([1.0, 2.0, 2.0, 1.0])  # type: ignore[list-item]
    assert not differ([1.0, 1.0, 2.0, 1.0])  # type: ignore[list-item]
