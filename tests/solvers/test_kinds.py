"""What each backend does with each kind is found by asking it, and agrees with what it answers."""

import pytest

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.kinds import examples, supported
from accord.solvers.registry import backends
from brute_force import solutions_by_trying

SUMS = ("all-different", "linear")
LISTS = ("table", "table forbidden", "element", "element of variables")
ARITHMETIC = ("abs", "mul", "div", "mod", "min", "max")
COUNTS = ("count", "n-values", "cardinality of variables")
ORDERS = ("all-equal", "ordered", "ordered strictly", "lex", "lex of a matrix", "precedence")
TASKS = ("no-overlap", "cumulative")
SCHEDULES = (*TASKS, "no-overlap with lengths", "cumulative of variables", "circuit")
CIRCUITS = ("circuit", "circuit with loops", "circuit of a size")
SCHEDULED = (*SCHEDULES, *CIRCUITS, "no-overlap-2d")
GLOBALS = ("maximum", *COUNTS, *ORDERS, "regular")
INVERSE = ("channel", "channel of two lists")
PACKED = ("bin-packing", "bin-packing with loads", "knapsack")
ALSO = ("channel-value", "mdd")
RANKED = ("arg-maximum first", "arg-minimum last")
NATIVE = {
    "cpsat": (*SUMS, *LISTS, *ARITHMETIC, "maximum", "regular", *INVERSE, *SCHEDULED),
    "choco": (*SUMS, *LISTS, *ARITHMETIC, *GLOBALS, *INVERSE, *PACKED, *RANKED, *ALSO, *SCHEDULED),
    "minizinc": (*SUMS, *LISTS, *ARITHMETIC, *GLOBALS, *PACKED, INVERSE[1], RANKED[0], *SCHEDULED),
    "pumpkin": (*SUMS, *LISTS, "maximum", *TASKS),
    "z3-int": (*SUMS, *ARITHMETIC),
    "clingo": (*SUMS, *COUNTS, *CIRCUITS, "cardinality", "count of variables", "n-values except"),
    "cpmpy": (*SUMS, *GLOBALS, "mdd", *SCHEDULES),
    "highs": SUMS,
    "python-constraint": (*SUMS, "all-equal"),
    "scip": SUMS,
}


@pytest.mark.parametrize("solver", NATIVE)
def test_what_has_to_be_native_is(solver: str) -> None:
    found = supported(backends()[solver])
    assert {kind for kind in NATIVE[solver] if found[kind].how != "native"} == set()


@pytest.mark.parametrize(
    ("solver", "constraint"),
    [
        ("choco", NoOverlap((0, 1), (0, 2), zero_ignored=False)),
        ("cpmpy", NoOverlap((0, 1), (0, 2), zero_ignored=False)),
        ("cpsat", NoOverlap2D(((0, 1), (2, 3)), ((Variable(3), 2), (2, 2)))),
        ("minizinc", Cumulative((0, 1), (Variable(2), 2), (3, 1), 2)),
    ],
)
def test_zero_lengths_that_a_library_reads_otherwise_are_decomposed(
    solver: str, constraint: Constraint
) -> None:
    posts = backends()[solver].posts
    assert posts is not None
    (provenance,) = posts.flatten(Problem([range(3)] * 4, [constraint])).provenance
    assert f"decompose {constraint.kind}" in provenance


def test_who_takes_puzzles_only_says_so() -> None:
    found = supported(backends()["dancing-links"])
    assert {each.how for each in found.values()} == {"refused"}
    assert "puzzles only" in found["linear"].note


@pytest.mark.parametrize("solver", ["choco", "clingo", "cpsat", "python-constraint"])
def test_an_example_is_answered_by_whoever_takes_it(solver: str) -> None:
    backend = backends()[solver]
    for name, support in supported(backend).items():
        if support.how != "refused":
            problem = examples()[name]
            found = answer(backend, problem, limit=None)
            assert set(found.solutions) == solutions_by_trying(problem), name
