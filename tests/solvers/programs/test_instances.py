"""Programs that read XCSP3: what is believed of their lines, and that ACE and Choco are right.

The fake program is a Python script that tries every assignment of an instance of all-differents,
then says what the test wants.
"""

import re
from typing import Any

import pytest

from accord.bench.hunt.problems import Extent, audit_problems
from accord.bench.hunt.truth import solutions_of
from accord.bench.make.random_problems import random_arithmetic
from accord.encodings.problems import xcsp3
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.files.texts import read_problem
from accord.puzzles.problem import Problem
from accord.solvers.answer import Answer, answer
from accord.solvers.budget import Budget
from accord.solvers.interface import UnsupportedError
from accord.solvers.programs.instance_posts import POSTS
from accord.solvers.programs.instances import SHIPPED
from accord.solvers.registry import UnknownSolverError, backends, select
from fake_programs import Describe, describing
from optional import library, program, slow

READ = """
import re, sys
from itertools import product
text = open(sys.argv[1]).read()
declared = re.findall('<var id="([a-z0-9]+)"> ([0-9]+)(?:[.][.]([0-9]+))? </var>', text)
names = [name for name, _, _ in declared]
conflicts = re.findall("<list> ([a-z0-9 ]+) </list> <conflicts> (.*) </conflicts>", text)
apart = [each.split() for each in re.findall("<allDifferent> (.*) </allDifferent>", text)]
def right(found):
    forbidden = ("({})".format(",".join(str(found[name]) for name in which.split()))
                 == row for which, row in conflicts)
    return all(len({found[x] for x in xs}) == len(xs) for xs in apart) and not any(forbidden)
ranges = [range(int(low), int(high or low) + 1) for _, low, high in declared]
every = [found for values in product(*ranges)
         if right(found := dict(zip(names, values)))]
def say(found, keep=lambda name: True):
    kept = [name for name in names if keep(name)]
    print("v <instantiation>", "<list>", *kept, "</list>")
    print("v <values>", *(found[name] for name in kept), "</values>", "</instantiation>")
"""
ONE = """
if every:
    say(every[0])
print("s SATISFIABLE" if every else "s UNSATISFIABLE")
"""
ALL = """
for found in every:
    say(found)
print("s SATISFIABLE" if every else "s UNSATISFIABLE")
if every:
    say(every[-1])
print("d COMPLETE")
"""
PAIR = Problem([range(1, 4)] * 2, [AllDifferent((0, 1))], ["a", "b"])
NONE = Problem([range(1, 2)] * 2, [AllDifferent((0, 1))], ["a", "b"])
WITH_FREE = Problem([range(1, 3)] * 3, [AllDifferent((0, 1))], ["a", "b", "c"])
EVERY = {"all": ["-a"], "exhausted": "^d COMPLETE"}


@pytest.fixture
def describe(tmp_path: Any) -> Describe:
    write = describing(tmp_path)

    def described(script: str, **keys: Any) -> str:
        said = {"command": ["{folder}/fake", "{instance}"], "input": "xcsp3"}
        return write(script, **(said | keys))

    return described


def ask(solver: str, problem: Problem = PAIR, **question: Any) -> Answer:
    chosen = select(solver)
    return answer(chosen.backend, problem, **question, **chosen.settings)


@pytest.mark.parametrize(("ending", "keys"), [(ONE, {}), (ALL, EVERY)])
def test_a_program_is_asked_again_or_tells_all_at_once(
    describe: Describe, ending: str, keys: dict[str, Any]
) -> None:
    solver = describe(READ + ending, **keys)
    for problem in (PAIR, NONE, WITH_FREE):
        found = ask(solver, problem, limit=None)
        assert sorted(found.solutions) == solutions_of(problem)
        assert len(set(found.solutions)) == len(found.solutions)
        assert found.exhausted


@pytest.mark.parametrize("before", ["c ERROR x", "s UNSATISFIABLE", "s UNKNOWN"])
def test_no_solution_is_believed_behind_an_error(describe: Describe, before: str) -> None:
    script = f"{READ}print('{before}')\n{ALL}"
    with pytest.raises(RuntimeError, match="expected one status that fits them"):
        ask(describe(script, **EVERY), limit=2)


def test_the_start_of_a_program_that_proves_nothing_is_measured(describe: Describe) -> None:
    chosen = select(describe(READ + ONE, proves=False))
    assert chosen.backend.start_up is not None
    chosen.backend.start_up(Budget())
    assert answer(chosen.backend, PAIR, limit=None).reason == "it proves nothing"


STARS = """
print("\\033[92mv\\033[0m <instantiation> <list> a b c </list> <values> 1 2 * </values>")
print("v </instantiation>")
print("v <instantiation> <list> a b </list> <values> 2 1 </values> </instantiation>")
print("s SATISFIABLE")
print("d COMPLETE")
"""


def test_a_star_and_what_no_constraint_mentions_is_any_value(describe: Describe) -> None:
    found = ask(describe(STARS, **EVERY), WITH_FREE, limit=None)
    assert sorted(found.solutions) == solutions_of(WITH_FREE)
    assert found.exhausted


SAID = "print('v <instantiation> <list> a b </list> <values> 1 2 </values> </instantiation>')\n"


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (SAID + "print('s UNSATISFIABLE')", "found 'UNSATISFIABLE' and 1 instantiations"),
        ("print('s SATISFIABLE\\ns UNSATISFIABLE')", "'SATISFIABLE' and 'UNSATISFIABLE'"),
        ("print('s UNSATISFIABLE'); raise SystemExit(3)", "exit code 3"),
        (SAID.replace(" b <", " z <") + "print('s SATISFIABLE')", "no value of b"),
        (SAID.replace("1 2", "1") + "print('s SATISFIABLE')", "1 values for 2 variables"),
        (SAID.replace("1 2", "1 x") + "print('s SATISFIABLE')", "found the value 'x'"),
        ("print('s SATISFIABLE')", "found 'SATISFIABLE' and 0 instantiations with exit code 0"),
        ("print('v <instantiation>')", "no status and 0 instantiations and the beginning of one"),
        ("print('s MAYBE')", "found 'MAYBE'"),
        ("print('! ERROR:\\n  Use -ev')", "exit code 0; it reports: ! ERROR: Use -ev"),
        ("print('c ERROR x')\n" + SAID + "print('s SATISFIABLE')", "1 .* it reports: c ERROR x"),
        ("print('c ERROR x\\ns UNKNOWN')", "'UNKNOWN' .* it reports: c ERROR x"),
        ("print('c ERROR x\\ns UNSATISFIABLE')", "'UNSATISFIABLE' .* it reports: c ERROR x"),
        (
            "import sys\nprint('java.lang.Exception\\n\\tat a.B.c(B.java:1)', file=sys.stderr)",
            "exit code 0; it reports: java.lang.Exception at a.B.c",
        ),
        (
            "import sys\nprint('ValueError: x', '.' * 20_000, file=sys.stderr, sep='\\n')",
            "exit code 0; it reports: ValueError: x",
        ),
    ],
)
def test_lines_that_do_not_agree_are_an_error(
    describe: Describe, script: str, complaint: str
) -> None:
    with pytest.raises((RuntimeError, ValueError), match=complaint):
        ask(describe(script), limit=1)


@pytest.mark.parametrize(
    "script", ["print('s UNKNOWN')", "", "print('c no errors')", "print('Warning: error in x')"]
)
def test_what_says_nothing_has_given_up(describe: Describe, script: str) -> None:
    found = ask(describe(script))
    assert (found.solutions, found.exhausted) == ((), False)
    assert found.reason == "fake does not know: exit code 0"


def test_a_run_that_does_not_say_that_these_are_all_proves_nothing(describe: Describe) -> None:
    found = ask(describe(READ + ALL.replace("COMPLETE", "STOPPED"), **EVERY), limit=None)
    assert (len(found.solutions), found.exhausted) == (6, False)
    assert found.reason == "fake does not say that these are all"


def test_a_program_may_refuse_an_instance(describe: Describe) -> None:
    with pytest.raises(UnsupportedError, match="fake says that it cannot read the instance"):
        ask(describe("print('s UNSUPPORTED')"))


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ({"command": ["x", "{cnf}"]}, 'found {cnf}, expected it with input = "dimacs" only'),
        ({"command": ["x"]}, "found no {instance}, expected it where"),
        ({"all": ["-a"]}, "found `all` or `exhausted` alone, expected both"),
        ({"all": ["-a"], "exhausted": "(d) ALL"}, "a regular expression without groups"),
        ({"blank": "0"}, "found the key 'blank', expected it with input = \"puzzle\" only"),
        ({"command": ["x", "{jar}", "{instance}"]}, "found {jar} in the command or the key"),
        ({"command": ["x", "{jar}", "{instance}"], "jar": "x.jar"}, "found no `distribution`"),
    ],
)
def test_a_description_that_is_wrong_is_refused(
    describe: Describe, keys: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(UnknownSolverError, match=re.escape(complaint)):
        select(describe("", **keys))


# The programs whose descriptions ship.

X, Y, Z = map(Variable, range(3))
MISREAD = {"abs": (X,), "dist": (X, Y), "div": (X, 2), "mod": (X, 2), "pow": (X, 2)}


@pytest.mark.parametrize("operator", MISREAD)
def test_what_the_programs_misread_is_written_in_another_way(operator: str) -> None:
    """Compared, nested and reified; numbers that are not negative are written as they are."""
    term = Operation(operator, MISREAD[operator])
    compared = Operation("eq", (term, Z))
    nested = Operation("lt", (Operation("add", (term, Y)), 1))
    reified = Operation("iff", (nested, Operation("ne", (Z, 1))))
    for low, is_written in ((-2, False), (0, operator not in ("pow",))):
        for said in (compared, nested, reified):
            problem = Problem([range(low, 3)] * 3, [Expression(said)])
            assert (f"{operator}(" in "".join(xcsp3.write(problem, posts=POSTS))) is is_written


@pytest.mark.parametrize("turn", range(7))
def test_arithmetic_that_is_written_for_the_programs_means_the_same(turn: int) -> None:
    for seed in range(6):
        problem = random_arithmetic(seed, turn)
        written = read_problem("".join(xcsp3.write(problem, posts=POSTS)))
        found = answer(backends()["backtracking-mrv"], written, limit=None)
        assert found.exhausted
        assert sorted(each[:3] for each in found.solutions) == solutions_of(problem)


STOPPED_ACE = [  # column and number of an audit
    ("all-different-matrix", 5),
    ("count", 13),
    ("cumulative", 6),
    ("mixed", 8),
    ("no-overlap", 19),
    ("precedence", 4),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("column", "number"), STOPPED_ACE)
def test_ace_answers_what_it_stops_at_if_it_is_written_plainly(column: str, number: int) -> None:
    program("java")
    chosen = select("xcsp3")
    if chosen.backend.missing:
        library("pycsp3")  # which skips: it is not imported
    slow()
    extent = Extent([column], problems=1, seed=number, classics=0)
    (problem,) = (each.instance.problem for each in audit_problems(extent))
    found = answer(chosen.backend, problem, limit=None, **chosen.settings)
    assert found.exhausted
    assert {*found.solutions} == {*solutions_of(problem)}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", SHIPPED)
def test_ace_and_choco_find_all_solutions_of_random_problems(name: str, seed: int) -> None:
    program("java")
    chosen = select(f"xcsp3:{name}")
    if chosen.backend.missing:
        library(SHIPPED[name].distribution)  # which skips: it is not imported
    slow()  # a Java machine for each
    asked, stopped = [*audit_problems(Extent(problems=1, seed=seed, classics=0))][seed::6], 0
    for problem in (each.instance.problem for each in asked):
        try:
            found = answer(chosen.backend, problem, limit=None, **chosen.settings)
        except RuntimeError:  # it ends with an error of its own, and claims nothing
            stopped += 1
            continue
        truth = {*solutions_of(problem)}
        if problem.goal and found.exhausted:  # of equals any is a best one
            assert {*map(problem.goal.value, found.solutions[-1:])} == {
                *map(problem.goal.value, truth)
            }
        elif not problem.goal:
            assert {*found.solutions} == truth if found.exhausted else {*found.solutions} <= truth
        stopped += not found.exhausted
    assert stopped <= 1
