"""Puzzles by recipe: one solution, the pattern asked for, and the same whoever proves it."""

import re
import tomllib
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.bench.make import filling, thinning
from accord.bench.make.chance import source
from accord.bench.make.climbing import RATED
from accord.bench.make.filling import full_grids
from accord.bench.make.full_grid import NoGridError
from accord.bench.make.generate import blanked
from accord.bench.make.generated import Generated, OutOfAttemptsError, puzzles
from accord.bench.make.patterns import SYMMETRIES, Symmetry, is_connected, orbits, possible_clues
from accord.bench.make.rating import guesses
from accord.bench.make.recipe import Recipe
from accord.bench.make.thinning import random_orders, thinned
from accord.puzzles import Grid, MalformedPuzzleError, Puzzle, shape
from accord.puzzles.sudoku.symmetry import isomorph
from accord.solvers.registry import backends
from optional import library, slow
from puzzle_facts import clues_of, fingerprint, is_minimal, solutions_of

DIAGONALS = frozenset(["diagonals"])
SMALL = (
    Recipe(1),
    Recipe(4),
    Recipe(4, rules=DIAGONALS),
    Recipe(5, rules=frozenset(["latin"])),
    Recipe(5, jigsaw=True),
    Recipe(6),
    Recipe(6, (3, 2), DIAGONALS),
    Recipe(8),
    Recipe(9),
)

# The first 16 hexadecimal digits of the SHA-256 of two puzzles: a seed means them for ever.
PINNED = {
    Recipe(4): "fd82a51935649a49",
    Recipe(9): "31f8319939ad2246",
    Recipe(9, symmetry="rotational", clues=30): "e5da5d37c98398dc",
    Recipe(6, (3, 2), DIAGONALS, symmetry="full"): "8cd95dd91595df78",
    Recipe(6, jigsaw=True, minimal=True): "b7ad442ff93d65dc",
    Recipe(9, difficulty="medium"): "76654d6d02343212",
    Recipe(6, climb=3, symmetry="mirror"): "6bd2c226578bb8e7",
    Recipe(6, clues=9): "f281cc7d6e991a4b",
}


@settings(max_examples=12)
@given(st.sampled_from(SMALL), st.integers(0, 2**63 - 1))
def test_there_is_exactly_one_solution_and_no_given_can_be_spared(
    recipe: Recipe, seed: int
) -> None:
    (made,) = puzzles(recipe, seed)
    assert solutions_of(made.puzzle) == (made.solution,)
    assert not list(made.puzzle.violations(made.solution))
    assert is_minimal(made.puzzle)


def test_a_longer_list_begins_with_the_shorter_one() -> None:
    slow()
    for recipe in (Recipe(4), Recipe(4, difficulty="easy"), Recipe(5, jigsaw=True)):
        many = [*islice(puzzles(recipe, 1, None), 12)]
        assert len({made.puzzle.digest for made in many}) == 12
        for count in (0, 1, 2, 7, 12):
            assert [*puzzles(recipe, 1, count)] == many[:count]


@pytest.mark.parametrize("recipe", PINNED, ids=range(len(PINNED)))
def test_a_seed_means_the_same_puzzles_for_ever(recipe: Recipe) -> None:
    made = [made.puzzle.digest for made in puzzles(recipe, 5, 2)]
    assert fingerprint(*made) == PINNED[recipe]


@pytest.mark.parametrize(
    "prover", ["exact-cover-bits", "cpsat", "backtracking-kernel", "the one that learns"]
)
@pytest.mark.parametrize(
    "recipe",
    [Recipe(6), Recipe(4, clues=5), Recipe(4, climb=3, symmetry="mirror"), Recipe(5, jigsaw=True)],
    ids=["plain", "few clues", "climb", "jigsaw"],
)
def test_who_counts_the_solutions_changes_nothing(
    recipe: Recipe, prover: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if prover == "backtracking-kernel":
        library("numba")
    expected = [*puzzles(recipe, 3, 3)]
    if prover == "the one that learns":
        monkeypatch.setattr("accord.solvers.deciding.SECONDS", 0.0)
    quick = backends().get(prover, backends()["dancing-links"])
    monkeypatch.setattr("accord.solvers.deciding.exact", lambda: quick)
    assert [*puzzles(recipe, 3, 3)] == expected


@settings(max_examples=20)
@given(
    st.sampled_from(SYMMETRIES),
    st.sampled_from([Recipe(4), Recipe(6), Recipe(5, jigsaw=True)]),
    st.integers(0, 999),
)
def test_patterns_are_symmetric_and_no_orbit_can_be_spared(
    symmetry: Symmetry, plain: Recipe, seed: int
) -> None:
    recipe = Recipe(plain.size, jigsaw=plain.jigsaw, symmetry=symmetry)
    (made,) = puzzles(recipe, seed)
    n, given = recipe.size, [bool(value) for value in made.puzzle.givens]
    rows = [given[row * n : row * n + n] for row in range(n)]
    if symmetry == "rotational":
        assert rows == [row[::-1] for row in rows[::-1]]
    if symmetry in ("diagonal", "full"):
        assert rows == [[*column] for column in zip(*rows, strict=True)]
    if symmetry in ("mirror", "full"):
        assert rows == [row[::-1] for row in rows]
    for cells in orbits(n, symmetry):
        if given[cells[0]]:
            assert len(solutions_of(blanked(made.puzzle, cells))) == 2


@pytest.mark.parametrize(
    ("symmetry", "orbits_of_9x9"),
    [("none", 81), ("rotational", 41), ("diagonal", 45), ("mirror", 45), ("full", 15)],
)
def test_orbits_are_as_many_as_burnside_counts_them(symmetry: Symmetry, orbits_of_9x9: int) -> None:
    sets = orbits(9, symmetry)
    assert len(sets) == orbits_of_9x9
    assert sorted(cell for cells in sets for cell in cells) == [*range(81)]


@settings(max_examples=20)
@given(st.sampled_from(SYMMETRIES), st.integers(0, 99), st.data())
def test_exactly_as_many_clues_as_asked_for(
    symmetry: Symmetry, seed: int, data: st.DataObject
) -> None:
    clues = data.draw(st.sampled_from(sorted(c for c in possible_clues(6, symmetry) if c > 19)))
    (made,) = puzzles(Recipe(6, symmetry=symmetry, clues=clues), seed)
    assert clues_of(made.puzzle) == clues
    assert solutions_of(made.puzzle) == (made.solution,)


def test_few_clues_are_searched_for_where_thinning_ends_above_them() -> None:
    (found,), (thinned_alone,) = puzzles(Recipe(6, clues=9), 0), puzzles(Recipe(6), 0)
    assert clues_of(found.puzzle) == 9 < clues_of(thinned_alone.puzzle)


@pytest.mark.parametrize(
    "recipe", [Recipe(6, clues=11, minimal=True), Recipe(6, symmetry="rotational", minimal=True)]
)
def test_minimal_means_every_single_given_with_clues_or_symmetry_too(recipe: Recipe) -> None:
    (made,) = puzzles(recipe, 0)
    assert clues_of(made.puzzle) == (recipe.clues or clues_of(made.puzzle))
    assert is_minimal(made.puzzle)


def test_each_jigsaw_has_regions_of_its_own() -> None:
    made = [each.puzzle for each in puzzles(Recipe(6, jigsaw=True), 0, 5)]
    assert len({puzzle.regions for puzzle in made}) == 5
    for puzzle in made:
        assert puzzle.regions is not None
        assert all(is_connected(puzzle.regions, region, 6) for region in range(6))


def test_beyond_12x12_a_part_of_the_cells_is_given() -> None:
    recipe = Recipe(16)
    (made,) = puzzles(recipe, 0)
    assert clues_of(made.puzzle) == recipe.stop == 111
    assert solutions_of(made.puzzle) == (made.solution,)


def test_thinning_many_at_once_ends_where_one_by_one_ends() -> None:
    import numpy as np

    figure, sets = shape(6), orbits(6, "diagonal")
    membership = np.array([[cell in cells for cell in figure.cells] for cells in sets])
    sources = [source(0, number, 0) for number in range(6)]
    grids = full_grids(figure, sources)
    orders = random_orders(sources, len(sets))
    for clues in (0, 14, 15):
        found = thinned(figure, grids, orders, membership, clues)
        for row, (grid, order) in enumerate(zip(grids.tolist(), orders.tolist(), strict=True)):
            expected = Puzzle(figure, Grid(grid))
            for cells in (sets[number] for number in order):
                sparser = blanked(expected, cells)
                enough = clues_of(sparser) >= clues
                if enough and len(solutions_of(sparser)) == 1:
                    expected = sparser
            assert tuple(found[row].tolist()) == expected.givens


@pytest.mark.parametrize("symmetry", ["none", "rotational"])
def test_the_kernel_makes_the_puzzles_that_are_made_without_it(
    symmetry: Symmetry, monkeypatch: pytest.MonkeyPatch
) -> None:
    library("numba")

    def made() -> list[Generated]:
        recipes = Recipe(symmetry=symmetry), Recipe(symmetry=symmetry, clues=32)
        return [each for recipe in recipes for each in puzzles(recipe, seed=3, count=150)]

    compiled = made()
    for room in (filling, thinning):
        monkeypatch.setattr(room, "in_nine", lambda figure: False)
    assert made() == compiled


def cycles(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The lengths of the cycles of the permutation from one line to another."""
    to = dict(zip(one, other, strict=True))
    lengths = []
    while to:
        value, length = next(iter(to)), 0
        while value in to:
            value, length = to.pop(value), length + 1
        lengths.append(length)
    return tuple(sorted(lengths))


def trait(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """What isomorphs have in common: the cycles between the lines of each band and each stack."""
    return tuple(
        sorted(
            cycles(lines[band + one], lines[band + other])
            for lines in (grid.rows, tuple(zip(*grid.rows, strict=True)))
            for band in (0, 3, 6)
            for one, other in ((0, 1), (0, 2), (1, 2))
        )
    )


def test_grids_come_from_many_classes() -> None:
    grids = full_grids(shape(9), [source(0, number, 0) for number in range(12)])
    found = [Grid(grid) for grid in grids.tolist()]
    for grid in found:
        assert not list(Puzzle(shape(9), grid).violations(grid))
    assert len({trait(grid) for grid in found}) == 12
    moved, _ = isomorph(Puzzle(shape(9), found[0]), 0, 1)
    assert trait(moved.givens) == trait(found[0])


TABLE = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("wanted", "message"), TABLE["recipes"])
def test_what_no_puzzle_can_be_is_an_error(wanted: dict[str, Any], message: str) -> None:
    if "rules" in wanted:
        wanted = wanted | {"rules": frozenset(wanted["rules"])}
    with pytest.raises(MalformedPuzzleError, match=message):
        Recipe(**wanted)


def test_rules_that_no_grid_obeys_are_an_error() -> None:
    with pytest.raises(NoGridError, match="no grid obeys"):
        next(puzzles(Recipe(3, rules=frozenset(["latin", "diagonals"]))))


def test_what_was_found_is_said_when_the_attempts_are_over() -> None:
    slow()
    wanted = Recipe(4, clues=3, attempts=1)
    with pytest.raises(OutOfAttemptsError, match=r"puzzle 1: found in 1 attempts \d+ clues"):
        next(puzzles(wanted, 1))
    with pytest.raises(OutOfAttemptsError, match=r"of the last 2 2 easy; expected extreme"):
        next(puzzles(Recipe(4, difficulty="extreme", attempts=2), 1))


def test_puzzles_before_the_one_that_failed_are_given() -> None:
    made: list[Generated] = []
    stream = puzzles(Recipe(9, difficulty="easy", attempts=2), 0, None)
    with pytest.raises(OutOfAttemptsError) as error:
        made.extend(stream)  # keeps what comes before the error
    assert f"puzzle {len(made) + 1}:" in str(error.value)


class OverError(Exception):
    """The end that a watch makes."""


def ended_at_call(number: int, recipe: Recipe, count: int = 1) -> tuple[str, list[Generated]]:
    """What is known of a puzzle when the watch ends the making at this call, and what is made."""
    closest: list[str] = []
    made: list[Generated] = []

    def watch(known: Callable[[], str]) -> None:
        closest.append(known())
        if len(closest) == number:
            raise OverError

    with pytest.raises(OverError):
        made.extend(puzzles(recipe, 1, count, watch))  # keeps what comes before the error
    assert len(closest) == number
    return closest[-1], made


def test_a_watch_can_make_an_end_between_puzzles_and_in_a_search_or_climb() -> None:
    slow()
    _, made = ended_at_call(30, Recipe(4), 1000)
    assert made
    assert made == [*puzzles(Recipe(4), 1, len(made))]
    wanted = Recipe(6, clues=6, attempts=1)
    assert ended_at_call(1, wanted) == ("", [])
    found = re.fullmatch(r"puzzle 1: found (\d+) clues, expected 6", ended_at_call(50, wanted)[0])
    assert found
    assert 6 < int(found[1]) < 16
    known, _ = ended_at_call(60, Recipe(4, climb=1000))
    assert re.fullmatch(r"puzzle 1: \d+ guesses of exact-cover-bits after \d+ of 1000 steps", known)


@pytest.mark.parametrize("seed", range(2))
def test_more_steps_never_end_lower_and_end_higher(seed: int) -> None:
    slow()
    ends = [next(puzzles(Recipe(6, climb=steps), seed)) for steps in (1, 2, 12)]
    reached = [end.guesses or 0 for end in ends]
    assert reached == sorted(reached)
    assert reached[-1] > reached[0]
    for end in ends:
        counted = sorted(guesses(end.puzzle, form) for form in RATED)
        assert end.guesses == counted[len(counted) // 2]
        assert solutions_of(end.puzzle) == (end.solution,)


def test_the_face_makes_what_the_command_makes() -> None:
    made = list(accord.generate(6, symmetry="rotational", count=2, seed=5))
    recipe = Recipe(6, symmetry="rotational")
    assert made == [each.puzzle for each in puzzles(recipe, seed=5, count=2)]
    (drawn,) = accord.generate(5, rules=["jigsaw"], seed=5)
    assert drawn.regions is not None
    (again,) = accord.generate(5, regions=drawn.regions, seed=6)
    assert again.regions == drawn.regions
    with pytest.raises(accord.MalformedPuzzleError, match="expected at least 17"):
        accord.generate(clues=16)
