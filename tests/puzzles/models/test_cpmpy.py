"""CPMpy's models mean in our kinds what CPMpy's own `argval` says, on every assignment."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.models import cpmpy as reader
from accord.puzzles.models.cpmpy import UnreadableModelError, problem_of
from accord.puzzles.models.cpmpy_reading import NUMBERS, TRUTHS
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from cpmpy_models import CONSTRAINTS, Drawing
from optional import library, slow

cpmpy = library("cpmpy")
REFUSED = {"DirectConstraint", "FloatSum"}
ABSTRACT = {"GlobalConstraint", "GlobalFunction"}


def completions(problem: Problem, values: Sequence[int]) -> int:
    """In how many ways values of the first variables can be completed; two stand for more."""
    ready = defaultdict[int, list[Constraint]](list)
    for each in problem.constraints:
        ready[max(each.scope, default=-1)].append(each)
    held: list[int] = []

    def holds() -> bool:
        return all(c.holds([held[x] for x in c.scope]) for c in ready[len(held) - 1])

    def ways() -> int:
        if (place := len(held)) == len(problem.domains):
            return 1
        found = 0
        for value in [values[place]] if place < len(values) else problem.domains[place]:
            held.append(value)
            found += ways() if holds() else 0
            held.pop()
            if found > 1:
                break
        return found

    return ways() if holds() else 0


def assignments(own: Sequence[Any]) -> Iterator[tuple[int, ...]]:
    """All assignments of CPMpy's variables, each made in them as well."""
    for values in product(*(range(each.lb, each.ub + 1) for each in own)):
        for variable, value in zip(own, values, strict=True):
            variable._value = bool(value) if variable.is_bool() else value
        yield values


def expect_the_same(found: Any, own: Sequence[Any]) -> None:
    """Each assignment can be completed in one way where CPMpy calls an expression true."""
    argval = library("cpmpy.expressions.utils").argval
    problem = problem_of([found], own)
    for values in assignments(own):
        assert completions(problem, values) == int(argval(found)), (str(found), values)


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_a_constraint_its_negation_and_what_contains_one_mean_what_cpmpy_computes(
    name: str, drawn: int, pytestconfig: pytest.Config
) -> None:
    number = 35 if pytestconfig.option.grid == "all" else 3
    for seed in range(drawn, drawn + number):
        draw = Drawing(seed)
        own = [*draw.integers, *draw.booleans]
        expect_the_same(draw.constraint(name, draw.random.randrange(3)), own)
        expect_the_same(~draw.constraint(name, draw.random.randrange(3)), own)
        expect_the_same(draw.truth(3), own)


def test_every_class_of_cpmpy_is_taken_or_refused_by_name() -> None:
    found = set()
    for module in ("globalconstraints", "globalfunctions", "core"):
        held = vars(library(f"cpmpy.expressions.{module}"))
        found |= {
            name
            for name, each in held.items()
            if isinstance(each, type)
            and each.__module__ == f"cpmpy.expressions.{module}"
            and (issubclass(each, cpmpy.expressions.core.Expression) or name == "FloatSum")
        }
    found -= {"Expression", "BoolVal", *ABSTRACT}
    assert found == {*TRUTHS, *NUMBERS} - {"_IntVarImpl", "_BoolVarImpl", "NegBoolView"} | REFUSED
    assert found - {"Comparison", "Operator", *REFUSED, *NUMBERS} == {*CONSTRAINTS}


def test_models_have_the_solutions_that_cpmpy_finds(
    drawn: int, pytestconfig: pytest.Config
) -> None:
    slow()
    number = 300 if pytestconfig.option.grid == "all" else 20
    compared = 0
    for seed in range(drawn, drawn + number):
        draw, theirs = Drawing(seed), set[tuple[int, ...]]()
        own = [*draw.integers, *draw.booleans]
        model = cpmpy.Model([draw.truth(2), draw.truth(2), draw.constraint("AllDifferent", 1)])

        def keep(own: Sequence[Any] = own, theirs: set[Any] = theirs) -> None:
            theirs.add(tuple(int(each.value()) for each in own))

        try:
            solver = cpmpy.SolverLookup.get("ortools", model)
            solver.user_vars.update(own)
            solver.solveAll(display=keep, num_workers=1)
        except Exception:  # what its transformations cannot do
            continue
        problem = problem_of(model, own)
        ours = answer(backends()["backtracking-mrv"], problem, limit=None)
        assert {problem.projected(each) for each in ours.solutions} == theirs, seed
        compared += 1
    assert compared > number / 2


X, Y = cpmpy.intvar(0, 3, name="x"), cpmpy.intvar(-1, 2, name="y")
B = cpmpy.boolvar(name="b")


class Mine(cpmpy.expressions.globalconstraints.GlobalConstraint):  # type: ignore[misc]
    """A constraint of somebody's own."""


REFUSALS: dict[str, tuple[Callable[[], Any], str]] = {
    "a class of one's own": (
        lambda: Mine("mine", (X,)),
        "mine(x): found the class Mine of your own, expected one of CPMpy's",
    ),
    "a call of one solver": (
        lambda: cpmpy.DirectConstraint("AddThing", (X,)),
        "AddThing(x): found CPMpy's DirectConstraint, expected what has a meaning",
    ),
    "two variables of one name": (
        lambda: X < cpmpy.intvar(0, 1, name="x"),
        "found two variables of the name 'x', expected different names",
    ),
    "nothing that is equal": (lambda: cpmpy.AllEqual([]), "found nothing, expected one or more"),
    "an automaton with two ways": (
        lambda: cpmpy.Regular([X, Y], [("a", 0, "a"), ("a", 0, "b")], "a", ["b"]),
        "found two ways from the state 'a' by 0, expected one",
    ),
    "a truth value without a value": (
        lambda: cpmpy.Abs(X // Y == 1) == 1,
        "(x) div (y) == 1: found a truth value that may be undefined inside of a product",
    ),
