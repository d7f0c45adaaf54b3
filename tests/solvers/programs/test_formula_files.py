"""Files of clauses and of pseudo-Boolean sums, asked as they are of those who read them."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest

import accord
from accord.bench.campaigns.large_problems import LARGE, PROBLEMS
from accord.bench.run.check import asked_originals, check
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.files.texts import read_problem
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from accord.solvers.answer import answer
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import backends, select
from fake_programs import SOLVER, TRUTH, describing
from optional import library, program

READERS = ["cpmpy", "sat-cadical", "sat-minisat", "external:cadical", "external:minisat"]
VARIABLES = 5


def clauses(random: Random, number: int) -> list[list[int]]:
    return [
        [random.choice((-1, 1)) * each for each in random.sample(range(1, VARIABLES + 1), 3)][
            : random.randint(1, 3)
        ]
        for _ in range(number)
    ]


def cnf(random: Random) -> str:
    """A formula with hidden variables; PySAT takes a clause a line, no more and no less."""
    own = clauses(random, random.randint(3, 9))
    text = "".join(f"{' '.join(map(str, each))} 0\n" for each in own)
    return f"c {random.random()}\nc p show 1 3 4 0\np cnf {VARIABLES} {len(own)}\n{text}"


def opb(random: Random) -> str:
    names = [f"{sign}x{n}" for n in range(1, VARIABLES + 1) for sign in ("", "~")]

    def total() -> str:
        some = [random.sample(names, 2)[: random.randint(1, 2)] for _ in range(3)]
        return " ".join(f"{random.randint(-4, 5):+} {' '.join(each)}" for each in some)

    rows = [f"{total()} >= {random.randint(-2, 2)} ;" for _ in range(2)]
    rows.append(" ".join(f"+1 x{n}" for n in range(1, VARIABLES + 1)) + " >= 1 ;")
    return f"* #variable= {VARIABLES} #constraint= 3\nmin: {total()} ;\n" + "\n".join(rows) + "\n"


def wcnf(random: Random) -> str:
    rows = [("h", each) for each in clauses(random, random.choice((0, 3)))]
    rows += [(str(random.randint(1, 9)), each) for each in clauses(random, 6)]
    random.shuffle(rows)
    return "".join(f"{weight} {' '.join(map(str, each))} 0\n" for weight, each in rows)


def found(problem: Problem, solver: str, limit: int | None) -> list[tuple[int, ...]]:
    chosen = select(solver)
    answered = answer(chosen.backend, problem, limit=limit, **chosen.settings)
    assert answered.exhausted, (solver, answered.reason)
    return [problem.projected(each) for each in answered.solutions]


def by_trying(problem: Problem) -> set[tuple[int, ...]]:
    every = product(*problem.domains)
    return {problem.projected(each) for each in every if not any(problem.violations(each))}


@pytest.mark.parametrize("solver", READERS)
def test_each_reader_of_a_formula_finds_its_solutions(solver: str, drawn: int) -> None:
    backend = backends()[solver.partition(":")[0]]
    if "external" in solver:
        program(solver.partition(":")[2])
    elif backend.missing:
        library("pysat")
    for seed in range(drawn, drawn + 8):
        problem = read_problem(cnf(Random(seed)))
        chosen = f"{solver}{',' if ':' in solver else ':'}reads=itself"
        solutions = found(problem, chosen, None)
        assert len({*solutions}) == len(solutions)
        assert {*solutions} == by_trying(problem), seed


@pytest.mark.parametrize(("solver", "write"), [("cpmpy", opb), ("cpmpy", wcnf), ("rc2", wcnf)])
def test_each_reader_finds_the_best(
    solver: str, write: Callable[[Random], str], drawn: int
) -> None:
    if backends()[solver].missing:
        library("pysat")
    several = 0
    for seed in range(drawn, drawn + 12):
        problem = read_problem(write(Random(seed)), format=write.__name__)
        assert problem.goal is not None
        values = [problem.goal.value(each) for each in by_trying(problem)]
        best = [problem.goal.value(each) for each in found(problem, f"{solver}:reads=itself", 0)]
        assert best[-1:] == ([problem.goal.best(values)] if values else []), seed
        several += len({*values}) > 1
    assert several


def test_a_reader_that_drops_a_clause_is_named(tmp_path: Path) -> None:
    drops = SOLVER.replace("solve(clauses, set())", "solve(clauses[:-1], set())")
    liar = describing(tmp_path)(drops + TRUTH, name="liar")
    honest = describing(tmp_path)(SOLVER + TRUTH, name="honest")
    problem = read_problem("p cnf 2 3\n1 2 0\n-1 2 0\n-2 0\n")
    solvers = [f"{liar}:reads=itself", f"{honest}:reads=itself", "cpmpy:reads=itself", "cpsat"]
    verdict = check(problem, solvers, Terms(Limits(60.0), 1))
    assert [*verdict.refuted] == solvers[:1]
    assert verdict.answer == "none"


def test_a_file_that_is_not_there_or_that_readers_do_not_take_is_refused_by_name() -> None:
    said = "p cnf 2 1\n1 -2 0\n"
    for problem, why in (
        (read_problem(said).changed(), "found no file in dimacs, opb or wcnf"),
        (read_problem(f"{said}%\n0\n"), "found a line % at the end"),
        (accord.problem("1..............."), "found no file in dimacs, opb or wcnf"),
    ):
        with pytest.raises(UnsupportedError, match=why):
            found(problem, "cpmpy:reads=itself", 1)
        assert not [*asked_originals(problem, 1)]
    assert "cpmpy:solver=ortools,reads=itself" in [*asked_originals(read_problem(said), 1)]


def test_a_campaign_keeps_the_files_and_asks_them(tmp_path: Path) -> None:
    texts = {"small": "p cnf 2 1\n1 -2 0\n", "large": f"c {'-' * LARGE}\np cnf 2 1\n1 2 0\n"}
    instances = [Instance(name, read_problem(text)) for name, text in texts.items()]
    for _ in range(2):
        accord.run(tmp_path / "out", instances, ["cpmpy:reads=itself"], limit=None)
        rows = accord.load(tmp_path / "out").to_dict("records")
        assert [(row["outcome"], row["count"]) for row in rows] == [("OK", 3)] * 2
        assert {row["passed"] for row in rows} == {'[[1,"cpmpy","cpmpy-reader clauses"]]'}
    assert [path.name[-7:] for path in (tmp_path / "out" / PROBLEMS).iterdir()] == [".cnf.gz"]
