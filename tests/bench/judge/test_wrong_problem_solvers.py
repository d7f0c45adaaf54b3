"""The judge refutes every wrong solver of problems, and names the constraint that it broke."""

from functools import cache
from itertools import product

import pytest

from accord.bench.judge.judge import Judgement
from accord.bench.run.check import check_all
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.constraints.constraint import Variable, examples, kinds
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from misread_kinds import MISREAD, problem_of
from optional import slow
from places import SUPPORT

FILE = SUPPORT / "wrong_problem_solvers.py"
PROBLEM = Problem(
    [range(1, 4), [-2, 1, 2], [0, 1, 300, 301]],
    [
        Table((0, 1), ((1, STAR), (2, -2), (3, 2)), name="allowed pairs"),
        Linear((0, 1), "<", 3, name="small"),
        Linear((0, 1, 0), ">=", 0, name="twice"),
        Linear((2, 0), "<=", 200, (1, -300), name="large"),
        Linear((2,), "!=", Variable(1)),
    ],
    names=["x", "y", "z"],
)
BROKEN = {
    "ignores_tables": "allowed pairs: found (3, -2) at (x, y), which is no allowed tuple",
    "reads_less_as_at_most": "small: x + y < 3: found 3",
    "drops_stars": "claims no solution besides its ",
    "forgets_that_a_variable_occurs_twice": "claims no solution besides its ",
    "wraps_large_numbers": "claims no solution besides its ",
    "repeats_what_a_fresh_variable_tells_apart": "more than once",
    "leaves_a_variable_out": "found 2 values, expected 3",
    "has_no_solution": "claims no solution, but x=1, y=",
}


@cache
def judgements() -> dict[str, Judgement]:
    names = ["honest", *BROKEN, "yields_fractions"]
    terms = Terms(Limits(60.0), limit=None)
    solvers = [f"{FILE}:{name}" for name in names]
    ((_, verdict),) = check_all([Instance("wrong", PROBLEM)], solvers, terms)
    return dict(zip(names, verdict.runs, strict=True))


@pytest.mark.parametrize("name", BROKEN)
def test_a_wrong_solver_of_problems_is_refuted(name: str) -> None:
    honest, wrong = judgements()["honest"], judgements()[name]
    assert honest.category == "correct"
    assert honest.run.count > 1
    assert wrong.category == "wrong"
    assert any(BROKEN[name] in why for why in wrong.refutations), wrong.refutations


def test_who_ignores_a_kind_is_refuted_with_what_is_broken() -> None:
    slow()
    problems = {name: Problem([range(1, 4)] * 4, [each]) for name, each in examples().items()}
    solvers = [f"{FILE}:{name}" for name in ("honest", "ignores_constraints")]
    instances = [Instance(name, problem) for name, problem in problems.items()]
    for instance, verdict in check_all(instances, solvers, Terms(Limits(60.0), limit=None)):
        honest, wrong = verdict.runs
        assert (honest.category, wrong.category) == ("correct", "wrong"), instance.name
        problem = problems[instance.name]
        broken = {said for each in product(*problem.domains) for said in problem.violations(each)}
        assert any(said in why for said in broken for why in wrong.refutations), instance.name


@cache
def misreadings() -> dict[str, tuple[Judgement, Judgement]]:
    solvers = [f"{FILE}:honest", f"{SUPPORT / 'misread_kinds.py'}:misreads"]
    instances = [Instance(reading, problem_of(reading)) for reading in MISREAD]
    found = check_all(instances, solvers, Terms(Limits(60.0), limit=None))
    return {instance.name: (verdict.runs[0], verdict.runs[1]) for instance, verdict in found}


@pytest.mark.parametrize("reading", MISREAD)
def test_who_takes_a_constraint_for_another_is_refuted_by_what_that_adds_or_loses(
    reading: str,
) -> None:
    honest, wrong = misreadings()[reading]
    meant, taken = MISREAD[reading]
    problem = problem_of(reading)
    every = list(product(*problem.domains))
    here, there = (
        {values for values in every if each.holds([values[v] for v in each.scope])}
        for each in (meant, taken)
    )
    assert honest.category == "correct"
    assert honest.run.count == len(here)
    assert wrong.category == "wrong"
    if more := there - here:
        broken = {said for values in more for said in problem.violations(values)}
        assert any(said in why for said in broken for why in wrong.refutations)
    else:
        assert any("claims no solution besides its " in why for why in wrong.refutations)


def test_each_kind_is_misread() -> None:
    assert {meant.kind for meant, _ in MISREAD.values()} == {*kinds()}


def test_what_is_no_whole_number_is_an_error() -> None:
    slow()
    assert judgements()["yields_fractions"].category == "error"
