"""A script to read has the problem's names, runs by itself, and prints what brute force finds."""

from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest

from accord.bench.hunt.reproducers.shown import SCRIPTS, shown_script
from accord.bench.make.random_objectives import with_objective
from accord.bench.make.random_problems import KINDS, random_problem
from accord.encodings.model import UnsupportedError
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.files.texts import read
from accord.puzzles.objective import Objective
from accord.puzzles.problem import Problem
from brute_force import solutions_by_trying

UNIQUE_9X9 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def printed(script: str) -> list[str]:
    """The lines that a script prints, run in this process."""
    with redirect_stdout(StringIO()) as out:
        exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    return out.getvalue().splitlines()


def of_brute_force(problem: Problem) -> list[str]:
    found = {problem.projected(each) for each in solutions_by_trying(problem)}
    names = [problem.names[variable] for variable in problem.shown]
    said = [", ".join(f"{n}={v}" for n, v in zip(names, values, strict=True)) for values in found]
    return [*sorted(said), f"solutions: {len(found)}"]


@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_script_prints_every_solution(language: str, kind: str, drawn: int) -> None:
    for seed in (drawn, drawn + 1):
        problem = random_problem(seed, kind, (1, 2))
        if not all(problem.domains):
            with pytest.raises(UnsupportedError, match="has no value"):
                shown_script(problem, language)
            continue
        script = shown_script(problem, language)
        *found, number = printed(script)
        assert [*sorted(found), number] == of_brute_force(problem), script


@pytest.mark.parametrize("language", SCRIPTS)
def test_of_an_objective_a_best_solution_is_printed(language: str, drawn: int) -> None:
    for seed in range(drawn, drawn + 6):
        problem = with_objective(seed)
        if not all(problem.domains):
            continue
        assert problem.goal is not None
        if problem.goal.measure == "lex":
            with pytest.raises(UnsupportedError, match=r"several values \(lex\)"):
                shown_script(problem, language)
            continue
        every = {each: problem.goal.value(each) for each in solutions_by_trying(problem)}
        *found, last = printed(shown_script(problem, language))
        if not every:
            assert (found, last) == ([], "solutions: 0")
            continue
        best = problem.goal.best(every.values())
        assert last == f"optimum: {best}"
        values = tuple(int(each.partition("=")[2]) for each in found[0].split(", "))
        assert every[values] == best


@pytest.mark.parametrize("language", SCRIPTS)
def test_two_solutions_that_differ_where_nothing_is_shown_are_one(language: str) -> None:
    problem = Problem([range(3)] * 3, [Linear((0, 1, 2), "<=", 3)], ["x", "y", "z"], shown=[2, 0])
    *found, number = printed(shown_script(problem, language))
    assert [*sorted(found), number] == of_brute_force(problem)
    assert number == "solutions: 8"


@pytest.mark.parametrize("language", SCRIPTS)
def test_any_name_and_label_may_stand_in_a_script(language: str) -> None:
    names = ["x[0,1]", "x_0_1", "v1", "model", "print", "orange juice", "a'b", "\u00e9", "None"]
    label = 'no """quotes"""\nimport os; ' + "\\"
    below = [Linear((at, at + 1), "<", 0, (1, -1), name=label) for at in range(len(names) - 1)]
    problem = Problem([range(len(names) + 1)] * len(names), below, names)
    script = shown_script(problem, language)
    *found, number = printed(script)
    assert number == f"solutions: {len(names) + 1}"
    assert ", ".join(f"{name}={at}" for at, name in enumerate(names)) in found
    assert [line for line in script.splitlines() if line.startswith(("import os", "# no"))] == [
        '# no """quotes"""\\nimport os; \\'
    ]


def test_a_script_is_as_people_write_it() -> None:
    x, y, z = map(Variable, range(3))
    near = ("eq", ("dist", y, z), 1)
    after: Any = Expression(("imp", ("gt", x, 2), near), name="x is late")  # type: ignore[arg-type]
    problem = Problem(
        [range(1, 5)] * 3,
        [
            Linear((0, 1), "!=", -1, (1, -1)),
            Linear((0, 1, 2), "<=", 9, (2, 1, -1), name="sum"),
            after,
        ],
        ["x", "y", "z"],
        objective=Objective("maximize", (z,)),
    )
    assert """
# sum
model.add(2 * x + y <= z + 9)
""" in shown_script(problem, "ortools")
    assert """
x = cpmpy.intvar(1, 4, name='x')
y = cpmpy.intvar(1, 4, name='y')
""" in shown_script(problem, "cpmpy")
    assert """
model.addConstraint(lambda x, y: x != y - 1, ['x', 'y'])

# sum
model.addConstraint(lambda x, y, z: 2 * x + y <= z + 9, ['x', 'y', 'z'])

# x is late
model.addConstraint(lambda x, y, z: not (x > 2) or (abs(y - z) == 1), ['x', 'y', 'z'])
""" in shown_script(problem, "python-constraint")
    assert printed(shown_script(problem, "ortools"))[-1] == "optimum: 4"


def test_a_puzzle_is_a_script_whose_lines_fit() -> None:
    puzzle = read(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    script = shown_script(puzzle, "ortools")
    assert max(map(len, script.splitlines())) <= 100
    assert "\n# row 1\nmodel.add_all_different([r1c1, r1c2, " in script
    assert printed(script)[-1] == "solutions: 1"
