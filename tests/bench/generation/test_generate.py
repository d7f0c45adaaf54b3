"""Generated puzzles: one solution, by another engine's word; the same for the same seed."""

from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.generation.generate import (
    NoGridError,
    blanked,
    full_grid,
    generate,
    shuffled,
    thinned,
)
from accord.bench.generation.regions import is_connected, jigsaw
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.answer import answer
from accord.solvers.deciding import first_two, is_unique
from accord.solvers.registry import backends, usable

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
LARGER = {
    "9x9 windoku": shape(9, rules=["windoku"]),
    "9x9 jigsaw": shape(9, regions=jigsaw(9, 3)),
    "10x10": shape(10),
    "12x12": shape(12),
}

# The first 16 hexadecimal digits of the SHA-256 of the givens: a seed means this for ever.
PINNED = {
    ("4x4", 0): "2eaad13f83975538",
    ("6x6, boxes 3x2", 7): "7895eba811ad5874",
    ("6x6 diagonals", 1): "63079d8afb6da1a1",
    ("5x5 jigsaw", 2): "a8cca9bba850c19a",
    ("5x5 latin", 3): "5c9e68796a44ad8d",
    ("9x9", 0): "344ec852e1e0cf22",
    ("9x9", 2**40): "b35172416b59ec4a",
}


def fingerprint(puzzle: Puzzle) -> str:
    return sha256(str(puzzle).encode()).hexdigest()[:16]


def solutions_by_cpsat(puzzle: Puzzle) -> tuple[Grid, ...]:
    found = answer(usable("cpsat").backend.solve, puzzle, limit=2)
    assert found.exhausted or len(found.solutions) == 2
    return found.solutions


def clues_of(puzzle: Puzzle) -> int:
    return sum(map(bool, puzzle.givens))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([*SHAPES.values()]), st.integers(0, 2**64))
def test_there_is_exactly_one_solution_and_it_obeys_the_rules(figure: Shape, seed: int) -> None:
    puzzle = generate(figure, seed)
    assert puzzle.shape is figure
    (solution,) = solutions_by_cpsat(puzzle)
    assert not list(puzzle.violations(solution))


@pytest.mark.parametrize("figure", LARGER.values(), ids=LARGER.keys())
def test_larger_shapes_have_exactly_one_solution_too(figure: Shape) -> None:
    assert len(solutions_by_cpsat(generate(figure, 1))) == 1


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from([SHAPES["4x4"], SHAPES["6x6 diagonals"], SHAPES["5x5 latin"]]), st.integers(0)
)
def test_no_given_of_a_minimal_puzzle_can_be_spared(figure: Shape, seed: int) -> None:
    puzzle = generate(figure, seed)
    for cell in figure.cells:
        if puzzle.givens[cell]:
            assert len(solutions_by_cpsat(blanked(puzzle, [cell]))) == 2


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([*SHAPES.values()]), st.integers(0, 99), st.data())
def test_as_many_clues_as_asked_for_or_no_fewer_than_needed(
    figure: Shape, seed: int, data: st.DataObject
) -> None:
    least = clues_of(generate(figure, seed))
    clues = data.draw(st.integers(0, len(figure.cells)))
    assert clues_of(generate(figure, seed, clues)) == max(clues, least)


def test_sparser_puzzles_of_a_seed_have_the_givens_of_denser_ones() -> None:
    puzzles = [generate(shape(9), 5, clues) for clues in (81, 60, 40, 30, 0)]
    for dense, sparse in pairwise(puzzles):
        assert all(a == b for a, b in zip(sparse.givens, dense.givens, strict=True) if a)


@pytest.mark.parametrize("seed", range(5))
def test_blanking_many_at_once_ends_where_one_by_one_ends(seed: int) -> None:
    random = Random(seed)
    figure = shape(6)
    puzzle = Puzzle(figure, full_grid(figure, random))
    order = shuffled(figure.cells, random)
    expected = puzzle
    for cell in order:
        if len(solutions_by_cpsat(blanked(expected, [cell]))) == 1:
            expected = blanked(expected, [cell])
    assert thinned(puzzle, order, 0) == expected


@pytest.mark.parametrize(("name", "seed"), PINNED)
def test_a_seed_means_the_same_puzzle_for_ever(name: str, seed: int) -> None:
    assert fingerprint(generate(SHAPES[name], seed)) == PINNED[name, seed]


@pytest.mark.parametrize("prover", ["backtracking-mrv", "backtracking-bitset", "cpsat"])
def test_who_proves_uniqueness_changes_nothing(
    prover: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = generate(shape(9), 3)
    monkeypatch.setattr("accord.solvers.deciding.exact", lambda: backends()[prover])
    assert generate(shape(9), 3) == expected


def test_a_search_out_of_time_hands_over_to_one_that_learns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = generate(shape(9), 4)
    monkeypatch.setattr("accord.solvers.deciding.SECONDS", 0.0)
    assert generate(shape(9), 4) == expected


def test_only_random_of_the_generator_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("this method may change between versions of Python")

    expected = generate(shape(4), 0), jigsaw(5, 0)
    for method in ("shuffle", "choice", "sample", "randrange", "getrandbits", "randbytes"):
        monkeypatch.setattr(Random, method, refuse)
    assert (generate(shape(4), 0), jigsaw(5, 0)) == expected


@pytest.mark.parametrize(
    ("size", "rules"),
    [(16, []), (16, ["diagonals"]), (16, ["windoku"]), (20, []), (25, []), (10, ["latin"])],
)
def test_large_grids_are_found_and_obey_the_rules(size: int, rules: list[str]) -> None:
    figure = shape(size, rules=rules)
    grid = full_grid(figure, Random(0))
    assert not list(Puzzle(figure, grid).violations(grid))


def test_25x25_puzzles_have_half_of_the_cells_given() -> None:
    puzzle = generate(shape(25), 1)
    assert clues_of(puzzle) == 313
    assert len(solutions_by_cpsat(puzzle)) == 1


@pytest.mark.parametrize(
    "figure",
    [
        shape(3, rules=["latin", "diagonals"]),
        shape(4, regions=[int(number) for number in "1112132233423444"]),
    ],
)
def test_rules_that_no_grid_obeys_are_an_error(figure: Shape) -> None:
    with pytest.raises(NoGridError, match="no grid obeys"):
        generate(figure, 0)


def test_a_search_that_does_not_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.bench.generation.generate.PATIENCE", 1)
    monkeypatch.setattr("accord.bench.generation.generate.ATTEMPTS", 2)
    with pytest.raises(NoGridError, match="found no grid in 3 conflicts"):
        full_grid(shape(25, rules=["windoku"]), Random(0))


def test_what_is_out_of_range_is_an_error() -> None:
    with pytest.raises(ValueError, match="found the seed -1, expected 0 or more"):
        generate(shape(4), -1)
    for clues in (-1, 17):
        with pytest.raises(ValueError, match=rf"found {clues} clues, expected 0\.\.16"):
            generate(shape(4), 0, clues)


def test_uniqueness_is_denied_with_two_solutions_or_none() -> None:
    empty = Puzzle(shape(4), Grid([0] * 16))
    clash = Puzzle(shape(4), Grid([1, 1] + [0] * 14))
    assert len(set(first_two(empty))) == 2
    assert not is_unique(empty)
    assert first_two(clash) == ()
    assert not is_unique(clash)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 10), st.integers(0, 2**64))
def test_regions_are_connected_and_of_equal_size(size: int, seed: int) -> None:
    regions = jigsaw(size, seed)
    assert regions == jigsaw(size, seed)
    for region in range(size):
        assert regions.count(region) == size
        assert is_connected(regions, region, size)


def test_regions_differ_from_boxes_and_from_seed_to_seed() -> None:
    drawings = {shape(9, regions=jigsaw(9, seed)).regions for seed in range(20)}
    boxes = tuple(cell // 27 * 3 + cell % 9 // 3 for cell in range(81))
    assert len(drawings) == 20
    assert boxes not in drawings


def test_a_region_in_two_pieces_is_not_connected() -> None:
    assert not is_connected([0, 1, 1, 0], 0, 2)
    assert is_connected([0, 0, 1, 1], 0, 2)
