"""CPMpy's models mean in our kinds what CPMpy's own `argval` says, on every assignment."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from multiprocessing import Pipe, get_context
from typing import Any

import pytest

import accord
from accord.bench.reasons.broken import broken
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.models.cpmpy import UnreadableModelError, problem_of
from accord.puzzles.models.cpmpy_reading import NUMBERS, TRUTHS
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.deciding import completed
from accord.solvers.registry import backends
from accord.views.boards.problems import problem_text
from cpmpy_models import CONSTRAINTS, RandomExpressions
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


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", CONSTRAINTS)
def test_a_constraint_its_negation_and_what_contains_one_mean_what_cpmpy_computes(
    name: str, drawn: int, pytestconfig: pytest.Config
) -> None:
    number = 35 if pytestconfig.option.grid == "all" else 3
    for seed in range(drawn, drawn + number):
        draw = RandomExpressions(seed)
        own = [*draw.integers, *draw.booleans]
        expect_the_same(draw.constraint(name, draw.random.randrange(3)), own)
        expect_the_same(~draw.constraint(name, draw.random.randrange(3)), own)
        expect_the_same(draw.truth(3), own)


def test_what_is_broken_is_what_cpmpy_calls_false(drawn: int) -> None:
    argval = library("cpmpy.expressions.utils").argval
    named = 0
    for seed in range(drawn, drawn + 12):
        draw = RandomExpressions(seed)
        own = [*draw.integers, *draw.booleans]
        model = cpmpy.Model([draw.truth(2) for _ in range(4)])
        problem = problem_of(model, own)
        for values in draw.random.sample([*assignments(own)], 6):
            for variable, value in zip(own, values, strict=True):
                variable._value = bool(value) if variable.is_bool() else value
            false = {str(each)[:200] for each in model.constraints if not argval(each)}
            whole = completed(problem, values)
            said = [*broken(problem, values)] if whole is None else []
            assert (whole is None) == bool(false), (seed, values)
            labels = [str(each)[:200] for each in model.constraints]
            told = {max((one for one in labels if each.startswith(one)), key=len) for each in said}
            assert told == false, (seed, values, said)
            named += len(false)
    assert named > 12


def test_what_cpmpy_has_found_is_verified_as_it_stands() -> None:
    x = cpmpy.intvar(0, 3, shape=(2, 2), name="x")
    model = cpmpy.Model(cpmpy.AllDifferent(x), x[0, 0] * x[1, 1] > 2)
    assert model.solve()
    assert accord.verify(model, {"x": x.value()}) == []
    assert len(accord.verify(model, {"x": ((1, 0), (0, 2))})) == 2


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


def test_models_have_the_solutions_that_cpmpy_finds_where_it_finds_those_of_its_own_values(
    drawn: int, pytestconfig: pytest.Config
) -> None:
    slow()
    argval = library("cpmpy.expressions.utils").argval
    number = 300 if pytestconfig.option.grid == "all" else 20
    agreed = 0
    for seed in range(drawn, drawn + number):
        draw = RandomExpressions(seed)
        own = [*draw.integers, *draw.booleans]
        model = cpmpy.Model([draw.truth(2), draw.truth(2), draw.constraint("AllDifferent", 1)])
        true = {held for held in assignments(own) if all(map(argval, model.constraints))}
        problem = problem_of(model, own)
        ours = answer(backends()["backtracking-mrv"], problem, limit=None)
        assert {problem.projected(each) for each in ours.solutions} == true, seed

        agreed += found_by_cpmpy(model, own) == true
    assert agreed > number / 2


def found_by_cpmpy(model: Any, own: Sequence[Any]) -> set[tuple[int, ...]] | None:
    """Its solutions, or None; in a process of its own, as some models make CP-SAT abort."""
    reader, writer = Pipe(duplex=False)

    def values() -> tuple[int, ...]:
        return tuple(int(each.value()) for each in own)

    def solve() -> None:
        found = set[tuple[int, ...]]()
        with suppress(Exception):  # what its transformations cannot do
            solver = cpmpy.SolverLookup.get("ortools", model)
            solver.user_vars.update(own)
            solver.solveAll(display=lambda: found.add(values()), num_workers=1)
        writer.send(found)

    process = get_context("fork").Process(target=solve)
    process.start()
    process.join()
    return None if process.exitcode else reader.recv()


X, Y = cpmpy.intvar(0, 3, name="x"), cpmpy.intvar(-1, 2, name="y")


Mine = type("Mine", (cpmpy.expressions.globalconstraints.GlobalConstraint,), {})
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
        lambda: cpmpy.AllDifferent(X, cpmpy.intvar(0, 1, name="x")),
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
    "a weight that is a float": (
        lambda: cpmpy.expressions.core.Operator("wsum", ([0.5, 1], [X, Y])) < 2,
        "0.5: found a float, expected an expression of CPMpy or a whole number",
    ),
    "a text": (lambda: "x < y", "x < y: found a str, expected an expression of CPMpy"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_what_has_no_meaning_or_two_is_refused_by_its_text(case: str) -> None:
    make, expected = REFUSALS[case]
    with pytest.raises(UnreadableModelError) as raised:
        problem_of([make()])
    assert expected in str(raised.value)


def test_shown_are_the_arrays_that_are_named_and_else_what_constraints_name() -> None:
    cells, unused = cpmpy.intvar(1, 4, shape=(2, 2), name="cells"), cpmpy.boolvar(name="free")
    model = cpmpy.Model(cpmpy.AllDifferent(cells + 1), cells[0, 0] > X)
    problem = problem_of(model, [cells, unused])
    assert [problem.names[each] for each in problem.shown] == [
        *("cells[0,0]", "cells[0,1]", "cells[1,0]", "cells[1,1]"),
        "free",
    ]
    assert problem.value_text(4, 0) == "false"
    own = problem_of(model)
    assert {own.names[each] for each in own.shown} == {*(str(each) for each in cells.flat), "x"}
    assert len(own.domains) > len(own.shown)
    with pytest.raises(UnreadableModelError, match="expected variables of CPMpy"):
        problem_of(model, [X + 1])


def test_a_name_out_of_a_list_is_a_text() -> None:
    problem = problem_of([cpmpy.AllDifferent(cpmpy.intvar(1, 2, shape=2, name=["a", "b"]))])
    assert {*map(type, problem.names)} == {str}


def test_added_variables_have_names_that_the_model_has_not() -> None:
    for own, added in (("y", "x + 1"), ("x + 1", "_1"), ("_1", "x + 1")):
        said = cpmpy.AllDifferent(X + 1, cpmpy.intvar(0, 3, name=own))
        assert problem_of(cpmpy.Model(said)).names == ("x", own, added)


def test_a_square_of_variables_is_drawn_as_one() -> None:
    cells = cpmpy.intvar(1, 2, shape=(2, 3), name="cells")
    model = cpmpy.Model(cpmpy.AllDifferent(cells[0, 0] + 1, cells[1, 1]), cells[1] > cells[0])
    for problem in (problem_of(model, cells), problem_of(model)):
        assert len(problem.domains) == 7
        drawn = problem_text(problem, (1, 2, 1, 2, 1, 2, 2)).splitlines()
        assert [line.split() for line in drawn if any(map(str.isdigit, line))] == [
            ["1", "2", "1"],
            ["2", "1", "2"],
        ]
    assert problem_of(cpmpy.Model(cells[0, 0] < cells[1, 1])).layout is None


def test_of_tasks_of_fixed_length_without_ends_nothing_is_said_but_that_they_are_apart() -> None:
    begins = cpmpy.intvar(0, 9, shape=3, name="begin")
    problem = problem_of(cpmpy.Model(cpmpy.NoOverlap(begins, [2, 3, 1])))
    assert [each.kind for each in problem.constraints] == ["no-overlap"]


def test_a_broken_constraint_is_named_by_its_text() -> None:
    first, second = problem_of([cpmpy.AllDifferent(X, Y), X + 2 * Y < 3]).violations((2, 2))
    assert first.startswith("alldifferent(x,y) repeats 2")
    assert second == "sum([1, 2] * [x, y]) < 3: x + 2 y < 3: found 6"


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_the_best_is_what_trying_everything_finds(sense: str, drawn: int) -> None:
    """Of objectives that may be undefined, too: such assignments are no solutions then."""
    argval = library("cpmpy.expressions.utils").argval
    undefined = library("cpmpy.exceptions").IncompleteFunctionError
    for seed in range(drawn, drawn + 8):
        draw = RandomExpressions(seed)
        own = [*draw.integers, *draw.booleans]
        model, goal = cpmpy.Model(draw.truth(1)), draw.number(2)
        getattr(model, sense)(goal)
        try:
            problem = problem_of(model, own)
        except UnreadableModelError:
            continue
        values = []
        for held in assignments(own):
            if not argval(model.constraints[0]):
                continue
            try:
                values.append(goal.value())
            except undefined:
                assert completions(problem, held) == 1  # with the objective ignored it is one
        found = answer(backends()["backtracking-mrv"], problem, limit=None)
        assert found.exhausted
        objective = problem.objective
        assert objective is not None
        last = objective.value(found.solutions[-1]) if found.solutions else None
        assert last == objective.best(values), (seed, str(goal))


def test_a_float_objective_is_refused() -> None:
    model = cpmpy.Model(X < 2)
    model.objective_ = cpmpy.expressions.globalfunctions.FloatSum([0.5], [X])
    model.objective_is_min = True
    with pytest.raises(UnreadableModelError, match="floats, expected whole numbers"):
        problem_of(model)
