"""Puzzles by a seed: one solution, as many clues as asked for, and the same for ever."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.make.full_grid import NoGridError, full_grid
from accord.bench.make.generate import generate
from accord.bench.make.generated import puzzles
from accord.bench.make.patterns import is_connected, jigsaw
from accord.bench.make.recipe import Recipe
from accord.puzzles import Grid, Puzzle, Shape, shape
from accord.solvers.deciding import first_two
from optional import slow
from puzzle_facts import clues_of, fingerprint, is_minimal, solutions_of

SHAPES = {
    "order 1": shape(1),
    "4x4": shape(4),
    "4x4 diagonals": shape(4, rules=["diagonals"]),
    "4x4 windoku": shape(4, rules=["windoku"]),
    "5x5 latin": shape(5, rules=["latin"]),
    "5x5 jigsaw": shape(5, regions=jigsaw(5, 0)),
    "6x6, boxes 2x3": shape(6),
    "6x6, boxes 3x2": shape(6, (3, 2)),
    "6x6 diagonals": shape(6, rules=["diagonals"]),
    "8x8, boxes 2x4": shape(8),
    "9x9": shape(9),
}

# The fingerprint of the givens: a seed means this for ever.
PINNED = {
    ("4x4", 0): "2eaad13f83975538",
    ("6x6, boxes 3x2", 7): "7895eba811ad5874",
    ("6x6 diagonals", 1): "63079d8afb6da1a1",
    ("5x5 jigsaw", 2): "a8cca9bba850c19a",
    ("5x5 latin", 3): "5c9e68796a44ad8d",
    ("9x9", 0): "344ec852e1e0cf22",
    ("9x9", 2**40): "b35172416b59ec4a",
}


@settings(max_examples=25)
@given(st.sampled_from([*SHAPES.values()]), st.integers(0, 2**64), st.data())
def test_there_is_one_solution_with_as_many_clues_as_asked_for_or_as_are_needed(
    figure: Shape, seed: int, data: st.DataObject
) -> None:
    slow()
    minimal = generate(figure, seed)
    assert minimal.shape is figure
    (solution,) = solutions_of(minimal)
    assert not list(minimal.violations(solution))
    assert is_minimal(minimal)
    clues = data.draw(st.integers(0, len(figure.cells)))
    denser = generate(figure, seed, clues)
    assert clues_of(denser) == max(clues, clues_of(minimal))
    both = zip(minimal.givens, denser.givens, solution, strict=True)
    assert all(given in (0, more) and more in (0, value) for given, more, value in both)


@pytest.mark.parametrize(
    "figure",
    [
        shape(9, rules=["windoku"]),
        shape(9, regions=jigsaw(9, 3)),
        shape(10),
        shape(12),
        shape(25),
    ],
    ids=str,
)
def test_larger_shapes_have_one_solution_too_and_at_25x25_half_of_the_cells(figure: Shape) -> None:
    puzzle = generate(figure, 1)
    assert len(solutions_of(puzzle)) == 1
    assert (clues_of(puzzle) == 313) == (figure.size == 25)


@pytest.mark.parametrize(("name", "seed"), PINNED)
def test_a_seed_means_the_same_puzzle_for_ever(name: str, seed: int) -> None:
    assert fingerprint(str(generate(SHAPES[name], seed))) == PINNED[name, seed]


def test_only_random_of_the_generator_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything() -> Sequence[object]:
        recipe = Recipe(6, climb=2, jigsaw=True)
        return generate(shape(4), 0), jigsaw(5, 0), *puzzles(recipe, 1), *puzzles(Recipe(4), 1, 3)

    def refuse(*_: object) -> None:
        raise AssertionError("this method may change between versions of Python")

    expected = everything()
    for method in ("shuffle", "choice", "sample", "randrange", "getrandbits", "randbytes"):
        monkeypatch.setattr(Random, method, refuse)
    assert everything() == expected


@pytest.mark.parametrize(
    ("size", "rules"), [(16, ["diagonals"]), (16, ["windoku"]), (20, []), (25, []), (10, ["latin"])]
)
def test_large_grids_are_found_and_obey_the_rules(size: int, rules: list[str]) -> None:
    figure = shape(size, rules=rules)
    grid = full_grid(figure, Random(0))
    assert not list(Puzzle(figure, grid).violations(grid))


def test_what_has_no_grid_or_is_out_of_range_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    split = [int(number) for number in "1112132233423444"]
    for figure in (shape(3, rules=["latin", "diagonals"]), shape(4, regions=split)):
        with pytest.raises(NoGridError, match="no grid obeys"):
            generate(figure, 0)
    for bad, message in (
        ((-1,), "found the seed -1, expected 0 or more"),
        ((0, -1), r"found -1 clues, expected 0\.\.16"),
        ((0, 17), r"found 17 clues, expected 0\.\.16"),
    ):
        with pytest.raises(ValueError, match=message):
            generate(shape(4), *bad)
    monkeypatch.setattr("accord.bench.make.full_grid.FIRST_CONFLICTS", 1)
    monkeypatch.setattr("accord.bench.make.full_grid.ATTEMPTS", 2)
    with pytest.raises(NoGridError, match="found no grid in 3 conflicts"):
        full_grid(shape(25, rules=["windoku"]), Random(0))


@pytest.mark.parametrize(("givens", "count"), [([0] * 16, 2), ([1, 1] + [0] * 14, 0)])
def test_uniqueness_is_denied_with_two_solutions_or_none(givens: list[int], count: int) -> None:
    assert len(set(first_two(Puzzle(shape(4), Grid(givens))))) == count


@settings(max_examples=30)
@given(st.integers(1, 10), st.integers(0, 2**64))
def test_regions_are_connected_and_of_equal_size(size: int, seed: int) -> None:
    regions = jigsaw(size, seed)
    assert regions == jigsaw(size, seed)
    for region in range(size):
        assert regions.count(region) == size
        assert is_connected(regions, region, size)


def test_regions_differ_from_boxes_and_from_seed_to_seed() -> None:
    drawings = {jigsaw(9, seed) for seed in range(10)}
    boxes = tuple(cell // 27 * 3 + cell % 9 // 3 for cell in range(81))
    assert len(drawings) == 10
    assert boxes not in drawings
    assert not is_connected([0, 1, 1, 0], 0, 2)
    assert is_connected([0, 0, 1, 1], 0, 2)
