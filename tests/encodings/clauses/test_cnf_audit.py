"""The audit: in every encoding the models say the grids that obey the rules, and no others.

What is expected comes from brute force, where grids are few enough to try them all, or from counts
on which other solvers agree.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, islice, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.generation.chance import shuffled
from accord.bench.generation.full_grid import full_grid
from accord.bench.generation.generate import blanked
from accord.bench.generation.regions import jigsaw
from accord.bench.judging.conformance import CASES, EVERY_4X4, SMALL_CASES, Case
from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, decode, nogood
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.files.read import read
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.answer import answer
from accord.solvers.registry import backends

pycosat = pytest.importorskip("pycosat", reason="needs pycosat")

EVERY = pytest.mark.parametrize("encoding", cnf.NAMES)
SIX = read("...25. ..5... ..3..2 5..4.. .6.... 2.....".replace(" ", ""))  # has 6 solutions
(NINE,) = (case.puzzle for case in CASES if case.name == "two solutions, 9x9")


@cache
def latin_squares(n: int) -> list[Grid]:
    """Every n x n grid whose rows and columns repeat nothing, by trying all permutations."""
    rows = list(permutations(range(1, n + 1)))

    def extend(above: tuple[tuple[int, ...], ...]) -> Iterator[Grid]:
        if len(above) == n:
            yield Grid(chain.from_iterable(above))
            return
        for row in rows:
            if all(map(int.__ne__, row * len(above), chain.from_iterable(above))):
                yield from extend((*above, row))

    return list(extend(()))


@cache
def brute_force(puzzle: Puzzle) -> set[Grid]:
    return {grid for grid in latin_squares(puzzle.size) if not any(puzzle.violations(grid))}


def grids(formula: CNF) -> set[Grid]:
    """What the models say, told apart by the nogoods of the grids alone; none is told twice."""
    found: list[Grid] = []
    clauses = list(formula.clauses)
    while (model := pycosat.solve(clauses, vars=formula.variables)) != "UNSAT":
        found.append(decode(formula, model))
        if not (forbidden := nogood(formula, found[-1])):
            break
        clauses.append(forbidden)
    assert len(found) == len(set(found))
    return set(found)


def audit(puzzle: Puzzle, encoding: str) -> set[Grid]:
    """The grids of an encoding, which has one model for each where it says so."""
    formula = cnf.encode(puzzle, encoding)
    assert () not in formula.clauses
    used = {abs(literal) for clause in formula.clauses for literal in clause}
    assert used <= set(range(1, formula.variables + 1))
    if not formula.determined:
        return grids(formula)
    models = list(islice(pycosat.itersolve(formula.clauses, vars=formula.variables), 1_000))
    found = {decode(formula, model) for model in models}
    assert len(found) == len(models)
    return found


@EVERY
def test_every_grid_of_order_4(encoding: str) -> None:
    found = audit(EVERY_4X4, encoding)
    assert len(found) == 288
    assert found == brute_force(EVERY_4X4)


@EVERY
def test_small_puzzles_have_the_grids_of_brute_force(encoding: str) -> None:
    for case in SMALL_CASES:
        assert audit(case.puzzle, encoding) == brute_force(case.puzzle), case.name


@EVERY
def test_givens_may_clash_in_a_short_constraint_alone(encoding: str) -> None:
    puzzle = Puzzle(shape(4, extra=[AllDifferent((0, 6))]), Grid.parse("1.....1........."))
    assert audit(puzzle, encoding) == set()


@EVERY
@pytest.mark.parametrize(
    "case", [Case("6x6", SIX, 6), Case("9x9", NINE, 2)], ids=lambda case: case.name
)
def test_larger_puzzles_have_as_many_grids_as_are_known(encoding: str, case: Case) -> None:
    found = audit(case.puzzle, encoding)
    assert len(found) == case.count
    assert not [broken for grid in found for broken in case.puzzle.violations(grid)]


def in_no_full_constraint() -> Puzzle:
    """Two cells that are different, and one that nothing is said about; three values."""
    form: Shape = shape(3, rules=["latin"])
    lonely = Shape(3, None, frozenset({"latin"}))
    lonely.__dict__["houses"] = ()
    lonely.__dict__["constraints"] = (AllDifferent((0, 1)),)
    assert form.constraints != lonely.constraints
    return Puzzle(lonely, Grid([0, 0, 0, 1, 1, 1, 1, 1, 1]))


@EVERY
def test_cells_in_no_full_constraint_take_one_value(encoding: str) -> None:
    every = product((1, 2, 3), repeat=3)
    expected = {Grid((a, b, c, 1, 1, 1, 1, 1, 1)) for a, b, c in every if a != b}
    assert audit(in_no_full_constraint(), encoding) == expected


DOMAINS = st.frozensets(st.integers(1, 4), min_size=1)
SCOPES = st.lists(st.integers(0, 15), max_size=6, unique=True).map(tuple)
PUZZLES = st.builds(
    lambda scopes, givens, marks: Puzzle(
        shape(4, extra=map(AllDifferent, scopes)),
        Grid(givens.get(cell, 0) for cell in range(16)),
        tuple(marks.get(cell, frozenset({1, 2, 3, 4})) for cell in range(16)),
    ),
    st.lists(SCOPES, max_size=3),
    st.dictionaries(st.integers(0, 15), st.integers(1, 4), max_size=3),
    st.dictionaries(st.integers(0, 15), DOMAINS, min_size=2, max_size=12),
)


@settings(max_examples=150, deadline=None)
@given(puzzle=PUZZLES, encoding=st.sampled_from(cnf.NAMES))
def test_any_small_puzzle_has_the_grids_of_brute_force(puzzle: Puzzle, encoding: str) -> None:
    assert audit(puzzle, encoding) == brute_force(puzzle)


@EVERY
def test_all_but_the_reduced_are_determined_over_full_constraints(encoding: str) -> None:
    formula = cnf.encode(NINE, encoding)
    assert formula.determined == (not encoding.startswith("reduced"))


@pytest.mark.parametrize("encoding", [name for name in cnf.NAMES if "+" in name])
def test_a_short_constraint_leaves_some_of_them_a_choice(encoding: str) -> None:
    """They say so, and must: there are more models than grids."""
    puzzle = Puzzle(shape(9, extra=[AllDifferent(tuple(range(7)))]), NINE.givens)
    formula = cnf.encode(puzzle, encoding)
    name, _, at_most_one = encoding.partition("+")
    assert formula.determined == (name != "reduced" and at_most_one in ("ladder", "commander"))
    if name != "reduced":
        models = sum(1 for _ in pycosat.itersolve(formula.clauses, vars=formula.variables))
        assert (models == 2) == formula.determined
    assert len(grids(formula)) == 2


def sampled(figure: Shape, seed: int) -> tuple[Puzzle, set[Grid]]:
    """A random puzzle with 2 to 60 grids, and these as dancing links on an exact cover has them."""
    random = Random(seed)
    full = Puzzle(figure, full_grid(figure, random))
    order = shuffled(figure.cells, random)
    for number in range(10, len(order)):
        puzzle = blanked(full, order[:number])
        found = answer(backends()["dancing-links"], puzzle, limit=61)
        if len(found.solutions) > 1:
            assert found.exhausted
            return puzzle, set(found.solutions)
    raise AssertionError("expected several grids")


FIGURES = (
    shape(6),
    shape(6, (3, 2)),
    shape(6, rules=["diagonals"]),
    shape(6, regions=jigsaw(6, 1)),
    shape(6, extra=[AllDifferent((0, 7, 14, 21, 28))]),
)

SAMPLED = [sampled(figure, seed) for seed, figure in enumerate(FIGURES)]


@EVERY
def test_has_the_grids_of_sampled_6x6(encoding: str) -> None:
    for puzzle, expected in SAMPLED:
        assert 2 <= len(expected) <= 60
        assert grids(cnf.encode(puzzle, encoding)) == expected
