"""Programs of users that read FlatZinc: fzn-gecode by a description, and one that says anything.

What the second prints of the problem PAIR is what a test wants.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

import pytest

from accord.bench.make.random_objectives import random_objective
from accord.bench.make.random_problems import KINDS, random_problem
from accord.bench.run.model_file import read_minizinc
from accord.encodings.model import ModelError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.objective import Objective
from accord.puzzles.problem import Problem
from accord.solvers.answer import Answer, Status, answer
from accord.solvers.registry import select
from brute_force import solutions_by_trying
from fake_programs import describing
from optional import absent, program

PAIR = Problem([range(1, 4)] * 2, [AllDifferent((0, 1))], ["a", "b"])
LEAST = Problem(
    PAIR.domains, PAIR.constraints, PAIR.names, objective=Objective("minimize", (Variable(0),))
)
WORDS = {"command": ["{folder}/fake", "-a", "{instance}"], "input": "flatzinc"}
Describe = Callable[..., str]


@pytest.fixture
def gecode(tmp_path: Path) -> str:
    program("minizinc")
    if not which("fzn-gecode"):
        absent("fzn-gecode")
    file = tmp_path / "mine.toml"
    file.write_text(
        'command = ["fzn-gecode", "-a", "{instance}"]\ninput = "flatzinc"\nengine = "gecode"\n'
        'library = "gecode"\n'
    )
    return str(file)


@pytest.fixture
def describe(tmp_path: Path) -> Describe:
    program("minizinc")
    write = describing(tmp_path)
    return lambda script, **keys: write(script, **(WORDS | keys))


def ask(solver: str, problem: Problem = PAIR, **question: Any) -> Answer:
    chosen = select(solver)
    return answer(chosen.backend, problem, **question, **chosen.settings)


def test_a_program_that_is_described_is_right(gecode: str, drawn: int) -> None:
    for seed, kind in enumerate(KINDS, drawn):
        random, problem = Random(seed), random_problem(seed, kind, variables=range(1, 4))
        found = ask(gecode, problem, limit=None)
        assert {*found.solutions} == solutions_by_trying(problem), problem
        assert found.exhausted
        sense = random.choice(("minimize", "maximize"))
        goal = random_objective(random, len(problem.domains), "sum", sense)
        asked = Problem(problem.domains, problem.constraints, objective=goal)
        true, best = solutions_by_trying(asked), ask(gecode, asked)
        assert best.exhausted
        assert true.issuperset(best.solutions), asked
        values = [*map(goal.value, true)]
        assert [*map(goal.value, best.solutions[-1:])] == [goal.best(values)][: len(true)], asked


def test_it_is_asked_the_model_itself_with_its_own_library(gecode: str, tmp_path: Path) -> None:
    library = tmp_path / "mine"
    library.mkdir()
    (library / "fzn_all_different_int.mzn").write_text(
        "predicate fzn_all_different_int(array[int] of var int: x) =\n"
        "  forall(i, j in index_set(x) where i < j)(x[i] != x[j]) /\\ x[min(index_set(x))] = 2;\n"
    )
    model = tmp_path / "model.mzn"
    text = 'include "alldifferent.mzn"; array[1..2] of var 1..2: x; constraint alldifferent(x);'
    model.write_text(text + "solve maximize x[1];")
    problem = read_minizinc(model).problem
    assert ask(f"{gecode}:posts=original", problem).solutions[-1] == (2, 1)
    told = Path(gecode).read_text().replace('library = "gecode"', 'library = "mine"')
    Path(gecode).write_text(told)
    model.write_text(text + "solve satisfy;")
    problem = read_minizinc(model).problem
    found = ask(f"{gecode}:posts=original", problem, limit=None)
    assert (found.solutions, found.exhausted) == (((2, 1),), True)  # its library says so


def said(*pairs: tuple[int, int], end: str = "==========") -> str:
    lines = [f"solution = array1d(1..2, [{a}, {b}]);\n----------" for a, b in pairs]
    return f"print({chr(10).join([*lines, end])!r}, flush=True)\n"


def test_what_it_claims_is_its_claim(describe: Describe) -> None:
    every = [(a, b) for a in range(1, 4) for b in range(1, 4) if a != b]
    found = ask(describe(said(*every)), limit=None)
    assert (sorted(found.solutions), found.exhausted) == (every, True)
    found = ask(describe(said((3, 1), (3, 2), (1, 2))), LEAST)
    assert (found.solutions, found.exhausted) == (((3, 1), (1, 2)), True)
    silent = ask(describe(said((3, 1), end="")), LEAST)
    assert (silent.solutions, silent.exhausted) == (((3, 1),), False)
    assert silent.reason == "stopped without a status after 1 solutions"
    none = ask(describe(said(end="=====UNSATISFIABLE=====")))
    assert none.status is Status.UNSAT
    assert ask(describe(said(end="=====UNSATISFIABLE====="), proves=False)).status is Status.UNKNOWN


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (said((1, 2), end="=====UNSATISFIABLE====="), "found =====UNSATISFIABLE===== after 1"),
        ("raise SystemExit(3)", "exit code 3"),
        (said((1, 2)) + "print('Error: no such constraint')", "Error: no such constraint"),
        (said((1, 2)).replace("2]", "x]"), "found"),
    ],
)
def test_what_is_no_answer_is_an_error(describe: Describe, script: str, complaint: str) -> None:
    with pytest.raises((RuntimeError, ModelError), match=complaint):
        ask(describe(script), limit=None)


def test_told_to_end_it_may_print_its_last_solution(describe: Describe) -> None:
    late = (
        "import signal, sys, time\n"
        f"signal.signal(signal.SIGTERM, lambda *_: [{said((2, 3), end='').strip()}, sys.exit(9)])\n"
        + said((3, 1), end="")
        + "time.sleep(60)\n"
    )
    found = ask(describe(late), LEAST, seconds=2)
    assert (found.solutions, found.exhausted) == (((3, 1), (2, 3)), False)
