"""The clauses of any small puzzle: as many models as grids, where an encoding claims so.

tests/encodings/test_audit.py asks what all encodings have in common.
"""

from itertools import islice, product

import pycosat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.hunt.conformance import CASES
from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, decode, nogood
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, Solution, shape
from brute_force import brute_force

EVERY = pytest.mark.parametrize("encoding", cnf.NAMES)
(NINE,) = (case.puzzle for case in CASES if case.name == "two solutions, 9x9")


def grids(formula: CNF) -> set[Solution]:
    """What the models say, distinguished by the nogoods of the grids alone; none comes twice."""
    found: list[Solution] = []
    clauses = list(formula.clauses)
    while (model := pycosat.solve(clauses, vars=formula.variables)) != "UNSAT":
        found.append(decode(formula, model))
        if not (forbidden := nogood(formula, found[-1])):
            break
        clauses.append(forbidden)
    assert len(found) == len(set(found))
    return set(found)


def audit(puzzle: Puzzle, encoding: str) -> set[Solution]:
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


@settings(max_examples=150)
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
