"""Programs that look for the best: what is believed of their lines, and real ones are right."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from accord.bench.make.random_objectives import with_objective
from accord.bench.make.random_problems import random_problem
from accord.bench.run.check import check
from accord.bench.run.terms import Limits, Terms
from accord.constraints import (
    Constraint,
    Expression,
    Linear,
    Maximum,
    Minimum,
    Operation,
    Variable,
)
from accord.puzzles import Problem
from accord.puzzles.files.texts import read_problem
from accord.puzzles.objective import Objective
from accord.solvers.answer import Answer, answer, verified
from accord.solvers.registry import select
from brute_force import solutions_by_trying
from fake_programs import Describe, describing
from optional import library, program, slow

X, Y = Variable(0), Variable(1)
LEAST = Problem(
    [range(2)] * 2,
    [Linear((0, 1), ">=", 1)],
    "xy",
    objective=Objective("minimize", (Operation("mul", (2, X)), Operation("mul", (3, Y)))),
)  # x or y: the best is x alone, with 2
FILES = {
    "opb": b"* #variable= 2 #constraint= 1\nmin: 2 x1 3 x2 ;\n1 x1 1 x2 >= 1 ;\n",
    "wcnf": b"p wcnf 2 3 9\n9 1 2 0\n2 -1 0\n3 -2 0\n",
    "xcsp3": b"""<instance format="XCSP3" type="COP"><variables> <var id="x"> 0 1 </var>
    <var id="y"> 0 1 </var> </variables> <constraints> <intension> or(eq(x,1),eq(y,1)) </intension>
    </constraints> <objectives> <minimize type="sum"> <list> x y </list> <coeffs> 2 3 </coeffs>
    </minimize> </objectives> </instance>""",
}
MODELS = {  # lines of the solutions with 5, 3, and 2
    "opb": ("v x1 x2", "v -x1 x2", "v x1 -x2"),
    "wcnf": ("v 11", "v -1 2 0", "v 10"),
    "xcsp3": tuple(
        f"v <instantiation> <list> x y </list>\nv <values> {values} </values>\nv </instantiation>"
        for values in ("1 1", "0 1", "1 0")
    ),
}


@pytest.fixture
def describe(tmp_path: Path) -> Describe:
    write = describing(tmp_path)

    def described(script: str, language: str, **keys: Any) -> str:
        command = ["{folder}/fake", "{instance}"]
        return write(script, command=command, input=language, **keys)

    return described


def asked(solver: str, language: str, **question: Any) -> Answer:
    """The answer about the file itself."""
    chosen = select(f"{solver}:reads=itself")
    problem = read_problem(FILES[language].decode())
    return answer(chosen.backend, problem, **question, **chosen.settings)


def printing(*lines: str, code: int = 0) -> str:
    return f"print({chr(10).join(lines)!r})\nraise SystemExit({code})"


@pytest.mark.parametrize("language", FILES)
def test_solutions_count_as_they_are_printed_and_an_optimum_is_a_proof(
    describe: Describe, language: str
) -> None:
    first, second, best = MODELS[language]
    lines = "o 5", first, "o 3", second, "c again", second, "o 2", best, "s OPTIMUM FOUND"
    found = asked(describe(printing(*lines), language), language)
    assert (found.value, found.exhausted, len(found.solutions)) == (2, True, 3)
    assert found.counters["dropped"] == 1
    found = asked(describe(printing(*lines[:3], "s SATISFIABLE"), language), language)
    assert (found.value, found.exhausted) == (5, False)
    assert found.reason.endswith(
        "says SATISFIABLE, and not OPTIMUM FOUND; it says the value 3, without a solution"
    )
    assert asked(describe(printing("s UNSATISFIABLE"), language), language).exhausted
    found = asked(describe(printing("o 1", "s UNKNOWN"), language), language)
    assert (found.solutions, found.bound) == ((), None)
    assert "it says the value 1, without a solution" in found.reason


@pytest.mark.parametrize("language", FILES)
@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("o 1", "s OPTIMUM FOUND", "says the value 1, and its solution has 2"),
        ("o 3", "s OPTIMUM FOUND", "says the value 3, and its solution has 2"),
        ("o 2", "s UNSATISFIABLE", "found 'UNSATISFIABLE' and 1 solutions"),
        ("s SATISFIABLE", "s OPTIMUM FOUND", "'OPTIMUM FOUND' and 'SATISFIABLE'"),
        ("c a word that nobody knows", "s SATISFIABLE so far", "found 'SATISFIABLE so far' and 1"),
        ("c", "s optimum found", "found 'optimum found' and 1 solutions"),
        ("c ERROR out of memory", "s OPTIMUM FOUND", "it reports: c ERROR out of memory"),
    ],
)
def test_what_contradicts_itself_is_an_error(
    describe: Describe, language: str, before: str, after: str, complaint: str
) -> None:
    solver = describe(printing(before, MODELS[language][2], after), language)
    with pytest.raises(RuntimeError, match=complaint):
        asked(solver, language)


@pytest.mark.parametrize("language", FILES)
def test_no_solution_or_a_code_of_failure_is_no_optimum(describe: Describe, language: str) -> None:
    for lines, code in (
        (("s OPTIMUM FOUND",), 0),
        (("o 2", "s UNSATISFIABLE"), 0),
        ((MODELS[language][2], "s OPTIMUM FOUND"), 3),
    ):
        with pytest.raises(RuntimeError, match="expected one status that fits them"):
            asked(describe(printing(*lines, code=code), language), language)


TOLD = """
import signal, sys, time
def told(*_):
    print({last!r}, flush=True)
    if {late}:
        time.sleep(9)
    print("s SATISFIABLE", flush=True)
    sys.exit(0)
signal.signal(signal.SIGTERM, told)
print({first!r}, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("language", FILES)
@pytest.mark.parametrize("late", [False, True])
def test_a_program_is_told_to_end_and_may_print_its_last_solution_until_its_limit(
    describe: Describe, language: str, late: bool
) -> None:
    first, _, last = MODELS[language]
    script = TOLD.format(first=f"{first}\no 5", last=last, late=late)
    chosen = f"{describe(script, language)}:reads=itself"
    verdict = check(read_problem(FILES[language].decode()), [chosen], Terms(Limits(3.0)))
    (run,) = verdict.runs
    assert (run.category, run.run.exhausted) == ("found", False)
    found = 5 if late and language == "opb" else 2  # its line was not over
    assert run.run.outcome == ("TIMEOUT" if late else "OK")
    assert verdict.value in (2, found)


def test_a_program_that_is_told_to_end_before_it_has_begun_makes_no_error(
    describe: Describe,
) -> None:
    """As ACE does, whose thread for the end fails where there is no search yet."""
    script = (
        "import signal, sys, time\n"
        "def told(*_):\n"
        "    print('Exception in thread \"Thread-1\" java.lang.NullPointerException',"
        " file=sys.stderr)\n"
        "    sys.exit(143)\n"
        "signal.signal(signal.SIGTERM, told)\n"
        "time.sleep(60)\n"
    )
    chosen = f"{describe(script, 'xcsp3')}:reads=itself"
    (run,) = check(read_problem(FILES["xcsp3"].decode()), [chosen], Terms(Limits(3.0))).runs
    assert (run.category, run.run.outcome) == ("unknown", "OK")


@pytest.mark.parametrize(
    ("language", "cut"), [("opb", "v x1"), ("wcnf", "v 1"), ("xcsp3", "v <in")]
)
def test_a_solution_that_is_cut_off_is_none(describe: Describe, language: str, cut: str) -> None:
    script = f"print({MODELS[language][0]!r}); print('o 5'); print({cut!r}, end='', flush=True)"
    found = f"{script}\nimport os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    with pytest.raises(RuntimeError, match=r"signal 9|found the values of 1 variables, expected 2"):
        asked(describe(found, language), language)


@pytest.mark.parametrize(
    ("name", "command", "language"),
    [
        ("clasp", ["clasp", "{instance}", "--seed={seed}"], "opb"),
        ("clasp", ["clasp", "{instance}", "--seed={seed}"], "wcnf"),
        ("minisat+", ["minisat+", "{instance}"], "opb"),
    ],
)
def test_programs_of_debian_find_the_best_of_random_problems(
    name: str, command: list[str], language: str, tmp_path: Path, drawn: int
) -> None:
    slow()
    program(name)
    solver = describing(tmp_path)("", command=command, input=language, engine=name)
    chosen = select(solver)
    decided = 0
    for seed in range(drawn, drawn + 12):
        problem = with_objective(seed)
        if chosen.backend.unsupported(problem):
            continue
        found = verified(answer(chosen.backend, problem), problem, name)
        goal = problem.goal
        assert goal is not None
        best = goal.best(map(goal.value, solutions_by_trying(problem)))
        # Of soft clauses that all hold as they stand clasp says that it looked for nothing.
        is_trivial = name == "clasp" and "says SATISFIABLE" in found.reason
        assert (found.value, found.exhausted) == (best, not is_trivial), seed
        decided += found.exhausted
        without = random_problem(Random(seed), variables=range(2, 4))
        if not chosen.backend.unsupported(without):
            any_one = answer(chosen.backend, without, limit=1)
            assert bool(any_one.solutions) is bool(solutions_by_trying(without))
    assert decided > 4
    itself = asked(solver, language)
    assert (itself.value, itself.exhausted) == (2, True)


@pytest.mark.parametrize("engine", ["ace", "choco"])
def test_ace_and_choco_find_the_best(engine: str) -> None:
    slow()
    program("java")
    lex = Objective("minimize", (X, Operation("neg", (Y,))), "lex")
    cases = [
        (Problem([range(4)] * 2, [Linear((0, 1), ">=", 4)], "xy", objective=lex), (1, -3)),
        (LEAST, 2),
        (Problem([range(2)] * 2, [Linear((0, 1), ">", 4)], "xy", objective=LEAST.objective), None),
    ]
    chosen = select(f"xcsp3:{engine}")
    if chosen.backend.missing:
        library("pycsp3")  # which skips: it is not imported
    for problem, value in cases:
        found = verified(answer(chosen.backend, problem, **chosen.settings), problem, engine)
        assert (found.value, found.exhausted) == (value, True)
    own = select(f"xcsp3:program={engine},reads=itself")
    found = answer(own.backend, read_problem(FILES["xcsp3"].decode()), **own.settings)
    assert (found.value, found.exhausted) == (2, True)


def bounded(operator: str, extreme: str, number: int) -> Operation:
    return Operation(operator, (Operation(extreme, (X, Y)), number))


STOPPED_ACE: dict[str, list[Constraint]] = {
    "no constraint": [],
    "of one variable": [Linear((0,), "<=", 2)],
    "minimum": [Minimum((0, 1), "<=", 1)],
    "maximum": [Maximum((0, 1), ">", 6)],
    "min": [Expression(bounded("lt", "min", 2))],
    "not more": [Expression(Operation("not", (bounded("gt", "min", 1),)))],
    "not equal": [Expression(Operation("not", (bounded("eq", "max", 7),)))],
}


@pytest.mark.parametrize("case", [*STOPPED_ACE, "constants"])
def test_what_stops_ace_at_an_objective_is_said_in_another_way(case: str) -> None:
    """The faults ace-objective-without-constraints, -of-constants and ace-extreme-out-of-reach."""
    slow()
    program("java")
    chosen = select("xcsp3")
    if chosen.backend.missing:
        library("pycsp3")  # which skips: it is not imported
    domains = [[3], [2]] if case == "constants" else [range(6), range(2, 8)]
    goal = Objective("maximize", (Operation("sub", (X, Y)),))
    names = ["x", "spare2"]  # which the variable that is added would have
    problem = Problem(domains, STOPPED_ACE.get(case, ()), names, objective=goal)
    found = verified(answer(chosen.backend, problem), problem, "ace")
    best = goal.best(map(goal.value, solutions_by_trying(problem)))
    assert (found.value, found.exhausted) == (best, True)
