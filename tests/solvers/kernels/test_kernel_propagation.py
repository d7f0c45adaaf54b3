"""What the 9x9 kernel concludes, against the rules written down with sets."""

from collections.abc import Callable
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.puzzles import Grid, Puzzle, ValueSet, shape
from known_puzzles import regular_grid
from naive_propagation import fixed_point
from optional import library

library("numba")
numpy = library("numpy")

import nine_steps  # noqa: E402
from accord.solvers.kernels import nine  # noqa: E402
from accord.solvers.kernels.vectors import busiest  # noqa: E402

NINE = shape(9)
HOUSES = [frozenset(house.cells) for house in NINE.houses]
ROWS, COLUMNS, BOXES = HOUSES[:9], HOUSES[9:18], HOUSES[18:]
EVERY = frozenset(range(1, 10))

Places = list[set[int]]  # for each value 1..9 the cells that may have it


def boards(seed: int, more: float, lies: float) -> list[ValueSet]:
    """Domains around a grid: other values at some rate, and its own left out at another."""
    random = Random(seed)
    names = random.sample(sorted(EVERY), 9)
    return [
        frozenset(v for v in EVERY if random.random() < more)
        | (frozenset() if random.random() < lies else {names[value - 1]})
        for value in regular_grid(3, 3)
    ]


def puzzle_of(domains: list[ValueSet]) -> Puzzle:
    return Puzzle(NINE, Grid([0] * 81), tuple(domains))


def places_of(domains: list[ValueSet]) -> Places:
    return [{cell for cell in NINE.cells if value in domains[cell]} for value in range(1, 10)]


def by_kernel(step: Callable[..., Any], domains: list[ValueSet]) -> Places:
    board = nine_steps.applied(step, nine.board_of(puzzle_of(domains)))
    return [set(numpy.flatnonzero(plane).tolist()) for plane in board]


def in_permutations(cells: set[int], across: list[frozenset[int]]) -> set[int]:
    """The cells in some choice of one box and line each, three boxes that share three lines."""
    kept: set[int] = set()
    for first in range(0, 9, 3):
        lines = across[first : first + 3]
        boxes = [box for box in BOXES if box <= frozenset().union(*lines)]
        for order in permutations(boxes):
            parts = [cells & line & box for line, box in zip(lines, order, strict=True)]
            if all(parts):
                kept.update(*parts)
    return kept


def paired(cells: set[int], houses: list[frozenset[int]]) -> set[int]:
    """The cells that are one of two in their house, the other one being in another box."""
    pairs = [cells & house for house in houses if len(cells & house) == 2]
    return {c for pair in pairs if not any(pair <= box for box in BOXES) for c in pair}


def linked_in_boxes(places: Places) -> Places:
    """For each value the cells that are one of two in their box."""
    return [{c for box in BOXES if len(cells & box) == 2 for c in cells & box} for cells in places]


SEEDS = st.integers(0, 1 << 32)
RATES = st.sampled_from([0.05, 0.15, 0.3, 0.6])


@settings(max_examples=60)
@given(SEEDS, RATES, st.sampled_from([0.0, 0.05, 0.3]))
def test_minirows_and_minicolumns_are_those_of_permutations(
    seed: int, more: float, lies: float
) -> None:
    domains = boards(seed, more, lies)
    places = places_of(domains)
    assert by_kernel(nine.minirows, domains) == [in_permutations(c, ROWS) for c in places]
    assert by_kernel(nine.minicolumns, domains) == [in_permutations(c, COLUMNS) for c in places]


@settings(max_examples=60)
@given(SEEDS, RATES, st.sampled_from([0.0, 0.05]))
def test_a_naked_single_is_the_only_place_of_its_value_in_its_box(
    seed: int, more: float, lies: float
) -> None:
    domains = boards(seed, more, lies)
    places = places_of(domains)
    for cells in places:
        for box in BOXES:
            if alone := [c for c in sorted(cells & box) if len(domains[c]) == 1]:
                cells -= box - {alone[0]}
    assert by_kernel(nine.naked_singles, domains) == places


@settings(max_examples=60)
@given(SEEDS, RATES)
def test_a_hidden_single_is_the_only_value_of_its_cell(seed: int, more: float) -> None:
    domains = boards(seed, more, 0)
    places = places_of(domains)
    needed = [
        {c for box in BOXES if len(cells & box) == 1 for c in cells & box} for cells in places
    ]
    for value, cells in enumerate(places):
        others = (n for other, n in enumerate(needed) if other != value)
        cells.difference_update(*others)
    assert by_kernel(nine.hidden_singles, domains) == places


@settings(max_examples=60)
@given(SEEDS, RATES)
def test_links_are_one_of_two(seed: int, more: float) -> None:
    domains = boards(seed, more, 0)
    places = places_of(domains)
    in_boxes = linked_in_boxes(places)
    assert by_kernel(nine.links_in_boxes, domains) == in_boxes
    assert by_kernel(nine.links_in_rows, domains) == [paired(cells, ROWS) for cells in places]
    assert by_kernel(nine.links_in_columns, domains) == [paired(c, COLUMNS) for c in places]


@settings(max_examples=60)
@given(SEEDS, RATES)
def test_two_values_with_the_same_two_places_in_a_box_leave_no_room_for_others(
    seed: int, more: float
) -> None:
    domains = boards(seed, more, 0)
    places = places_of(domains)
    pairs: dict[int, set[int]] = {}  # by cell, the values that it is kept for
    for box in BOXES:
        for one, two in combinations(range(9), 2):
            if places[one] & box == places[two] & box and len(places[one] & box) == 2:
                for cell in places[one] & box:
                    pairs.setdefault(cell, set()).update((one, two))
    for value, cells in enumerate(places):
        cells -= {cell for cell, values in pairs.items() if value not in values}
    assert by_kernel(nine.hidden_pairs, domains) == places


@settings(max_examples=60)
@given(SEEDS, RATES)
def test_the_busiest_values_have_most_candidates_and_links(seed: int, more: float) -> None:
    domains = boards(seed, more, 0)
    places = places_of(domains)
    linked = linked_in_boxes(places)
    totals = [(len(cells) + 3 * len(linked[v]), v) for v, cells in enumerate(places)]
    chosen = {value for _, value in sorted(totals)[-2:]}
    expected = [cells if value in chosen else set() for value, cells in enumerate(places)]
    assert by_kernel(busiest, domains) == expected


@settings(max_examples=100)
@given(SEEDS, RATES, st.sampled_from([0.0, 0.0, 0.05]))
def test_propagation_ends_where_singles_and_locked_candidates_do(
    seed: int, more: float, lies: float
) -> None:
    domains = boards(seed, more, lies)
    concluded = nine_steps.concluded(puzzle_of(domains))
    expected = fixed_point(NINE, [set(domain) for domain in domains])
    assert concluded == (None if expected is None else tuple(map(frozenset, expected)))


@pytest.mark.parametrize("cell", [0, 40, 80])
def test_planes_and_candidates_are_each_others_inverse(cell: int) -> None:
    board = numpy.zeros((9, 81), numpy.bool_)
    board[cell % 9, cell] = True
    assert (nine.candidates(nine.words(board)) == board).all()
