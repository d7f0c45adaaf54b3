"""What is particular to MiniZinc, Choco, Pumpkin and CPMpy: traps, proofs, what stays behind."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest

from accord.bench.hunt.conformance import CASES, EVERY_4X4
from accord.bench.make.instances.collection import instances_of
from accord.bench.make.random_problems import random_problem
from accord.encodings.problems.minizinc import read
from accord.puzzles import Grid, Problem, Puzzle, Solution, shape
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.solvers.answer import Status, answer
from accord.solvers.budget import Budget
from accord.solvers.cp import choco as cp_choco
from accord.solvers.cp import cpmpy as cp_cpmpy
from accord.solvers.cp import flatzinc_program, minizinc, python_constraint
from accord.solvers.cp.choco_posts import MOST
from accord.solvers.interface import GaveUpError
from accord.solvers.registry import available, backends, select
from brute_force import solutions_by_trying
from children import children
from optional import absent, library, program
from puzzle_facts import puzzle_of

BLANK_9X9 = Puzzle(shape(9), Grid([0] * 81))
TWO = next(case.puzzle for case in CASES if case.name == "two solutions")
HARD = next(puzzle_of(each) for each in instances_of("25x25") if each.name == "25x25-hard-6")


# MiniZinc.


@pytest.fixture
def gecode() -> None:
    program("minizinc")
    if missing := select("minizinc").backend.missing:
        absent(missing)


def test_a_minizinc_that_does_not_answer_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in ("exit 1", "echo no JSON", "echo '[1]'", "echo '{}'"):
        folder = tmp_path / str(len(words))
        folder.mkdir()
        fake = folder / "minizinc"
        fake.write_text(f"#!/bin/sh\n{words}\n", encoding="ascii")
        fake.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        minizinc._configurations.cache_clear()
        try:
            assert "minizinc" not in available()
        finally:
            minizinc._configurations.cache_clear()


def every_9x9() -> Any:
    """A run that goes on and on: there are 6,670,903,752,021,072,936,960 of them."""
    return closing(backends()["minizinc"].solve(BLANK_9X9, Budget()))


def flat(constraints: minizinc.Constraints) -> str:
    model = minizinc._model(BLANK_9X9, constraints, "default")
    with minizinc._flat(model, "gecode", Budget()) as file:
        return file.read().decode()


@pytest.mark.usefixtures("gecode")
def test_gecode_is_given_what_the_setting_says() -> None:
    assert len(re.findall(r"all_different_int\(.*:: domain;", flat("alldifferent"))) == 27
    assert len(re.findall(r"all_different_int\(\w+\);", flat("unannotated"))) == 27
    assert flat("disequalities").count("constraint int_lin_ne(") == 810


@pytest.mark.usefixtures("gecode")
def test_without_the_missing_definition_alldifferents_are_taken_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Why it is added where it is missing."""
    needed = flatzinc_program._takes_alldifferent_apart()
    monkeypatch.setattr(flatzinc_program, "_takes_alldifferent_apart", lambda: False)
    assert (flat("unannotated").count("constraint int_lin_ne(") >= 810) is needed


@pytest.mark.usefixtures("gecode")
def test_a_solver_of_minizinc_ends_when_it_is_closed() -> None:
    before = children()
    with every_9x9() as grids:
        found = list(islice(grids, 3))
        (child,) = [each for each in children() if each not in before]
        assert child.name() == "fzn-gecode"
        files = [file.path for file in child.open_files()]
        assert all("(deleted)" in file or not Path(file).exists() for file in files)
    assert len(set(found)) == 3
    assert child not in children()


@pytest.mark.usefixtures("gecode")
def test_its_solver_is_in_the_process_group_that_the_harness_kills() -> None:
    before = children()
    with every_9x9() as grids:
        next(grids)
        (child,) = [each for each in children() if each not in before]
        assert os.getpgid(child.pid) == os.getpgid(0)


def printed(*lines: str) -> Iterator[Solution]:
    return flatzinc_program.solutions(iter(lines), 5, Budget(limit=5), partial(read, EVERY_4X4))


ROWS = ("1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1", "----------")


@pytest.mark.parametrize(
    ("lines", "number", "reason"),
    [
        ((), 0, "stopped without a status after 0 solutions"),
        (("=====UNKNOWN=====",), 0, "=====UNKNOWN====="),
        (ROWS, 1, "stopped without a status after 1 solutions"),
        (ROWS[:4], 0, "stopped without a status after 0 solutions"),
        ((*ROWS, "=====UNKNOWN====="), 1, "=====UNKNOWN====="),
    ],
)
def test_a_solver_of_minizinc_proves_nothing_in_silence(
    lines: tuple[str, ...], number: int, reason: str
) -> None:
    grids = printed(*lines)
    assert len(list(islice(grids, number))) == number
    with pytest.raises(GaveUpError, match=reason):
        next(grids)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("==========",), "found ========== after 0"),
        (("=====ERROR=====",), "found =====ERROR===== after 0"),
        ((*ROWS, "=====UNSATISFIABLE====="), "found =====UNSATISFIABLE===== after 1"),
        ((*ROWS, "==========", "=====UNKNOWN====="), "found =====UNKNOWN===== after 1"),
    ],
)
def test_a_solver_of_minizinc_that_contradicts_itself_is_an_error(
    lines: tuple[str, ...], found: str
) -> None:
    with pytest.raises(RuntimeError, match=found):
        list(printed(*lines))


@pytest.mark.parametrize("stream", [1, 2])
def test_a_solver_of_minizinc_that_reports_an_error_and_ends_with_0_is_one(
    tmp_path: Path, stream: int
) -> None:
    said = f"echo 'Error: registry of constraints is broken' >&{stream}; echo =========="
    with (
        (tmp_path / "flat.fzn").open("w+b") as file,
        pytest.raises(RuntimeError, match="Error: registry of constraints is broken"),
    ):
        list(flatzinc_program.lines(["sh", "-c", said], Budget(seconds=20), file))


def test_a_solver_of_minizinc_proves_what_it_says() -> None:
    assert list(printed("=====UNSATISFIABLE=====")) == []
    assert len(list(printed(*ROWS, "=========="))) == 1


@pytest.mark.usefixtures("gecode")
def test_minizinc_says_what_went_wrong() -> None:
    with pytest.raises(RuntimeError, match=r"(?s)minizinc: exit code 1.*undefined identifier"):
        minizinc._flat("constraint x = 1; solve satisfy;", "gecode", Budget())
    command = [*minizinc._command("gecode", 1), "-nonsense"]
    with (
        minizinc._flat("solve satisfy;", "gecode", Budget()) as file,
        pytest.raises(RuntimeError, match=r"fzn-gecode: exit code 1; .*Usage"),
    ):
        list(flatzinc_program.lines(command, Budget(), file))


GAPS = Problem([[-1, 3], [1, 2], [1, 2]], [Linear((1, 0), "=", 0, (1, -1))])
GAPS_IN_BOTH = Problem([[1, 2, 4], [0, 3], [1, 2]], [AllEqual((0, 1))])
ITEM = Element((Variable(0), 3), 2, 3, 1)


@pytest.mark.usefixtures("gecode")
@pytest.mark.parametrize(
    "problem",
    [
        *(Problem(each.domains, [*each.constraints, ITEM]) for each in (GAPS, GAPS_IN_BOTH)),
        random_problem(12287058, "arg-maximum"),
    ],
)
def test_minizinc_sees_that_two_equal_variables_have_no_value(problem: Problem) -> None:
    assert not solutions_by_trying(problem)
    assert answer(backends()["minizinc"], problem).status is Status.UNSAT


@pytest.mark.usefixtures("gecode")
def test_finds_another_solver_where_minizinc_knows_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Gecode under the name of Chuffed, without the option for a number of solutions."""
    known = minizinc._configurations()["gecode"]
    options = {key: known[key] for key in ("mznlib", "executable", "supportsFzn")}
    options |= {"id": "org.chuffed.chuffed", "name": "Stand-in", "version": "1.2"}
    options |= {"tags": [], "stdFlags": ["-a"]}
    (tmp_path / "chuffed.msc").write_text(json.dumps(options), encoding="utf-8")
    monkeypatch.setenv("MZN_SOLVER_PATH", str(tmp_path))
    minizinc._configurations.cache_clear()
    try:
        chosen = select("minizinc:chuffed")
        assert (chosen.backend.missing, chosen.backend.engine) == ("", "chuffed")
        assert chosen.version.endswith(" with Stand-in 1.2")
        found = answer(backends()["minizinc"], TWO, limit=3, solver="chuffed")
        assert (len(set(found.solutions)), found.exhausted) == (2, True)
    finally:
        minizinc._configurations.cache_clear()


@pytest.mark.usefixtures("gecode")
def test_names_minizinc_and_its_solver_or_what_is_missing() -> None:
    assert re.fullmatch(r"minizinc [\d.]+ with Gecode [\d.]+", select("minizinc").version)
    missing = select("minizinc:chuffed").backend.missing
    assert missing in ("", "needs the solver chuffed for MiniZinc")


# Choco.


class Searching:
    """A search of Choco that finds nothing."""

    _handle = None

    def __init__(self, seconds: float, state: str) -> None:
        self.seconds, self.state, self.asked = seconds, state, 0

    def solve(self) -> bool:
        return False

    def get_time_count(self) -> float:
        return self.seconds

    def get_search_state(self) -> str:
        self.asked += 1
        return self.state


def test_choco_is_asked_for_its_state_when_time_may_have_stopped_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cp_choco, "_count", lambda solver, budget: None)
    for spent, state, asked in [(0.5, "", 0), (0.995, "TERMINATED", 1), (2.0, "TERMINATED", 1)]:
        search = Searching(spent, state)
        assert not cp_choco._solved(search, 1.0, Budget())
        assert search.asked == asked
    for spent in (0.995, 1.0, 2.0):
        with pytest.raises(GaveUpError, match="search is STOPPED"):
            cp_choco._solved(Searching(spent, "STOPPED"), 1.0, Budget())


def test_choco_survives_a_budget_of_less_than_it_can_be_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library("pychoco")
    monkeypatch.setattr(Budget, "seconds_left", lambda budget: 0.0004)
    with pytest.raises(GaveUpError, match="search is STOPPED"):
        next(cp_choco.solve(HARD, Budget()))


@pytest.mark.parametrize("search", cp_choco.SEARCHES)
def test_choco_searches_the_variables_of_decompositions_too(search: str) -> None:
    """What a search that is chosen does not branch on Choco leaves open, in a "solution"."""
    library("pychoco")
    forbidden = Table((1, 0, 2), (("*", 1, "*"), (2, 3, "*")), forbidden=True)
    problem = Problem([[-2, -1, 1, 3], [-2, 1, 2, 3], [0, 1]], [forbidden])
    found = answer(backends()["choco"], problem, limit=None, search=search)
    assert {*found.solutions} == solutions_by_trying(problem)
    assert len(found.solutions) == 22


def test_choco_counts_values_far_apart_as_cheaply_as_near_ones() -> None:
    library("pychoco")

    def counters(far: int, variables: int) -> Mapping[str, int]:
        domains = [[-far, 0, far]] * variables
        problem = Problem(domains, [AllDifferent(tuple(range(variables)))])
        found = answer(backends()["choco"], problem, limit=None, seconds=600)
        assert (found.exhausted, len(found.solutions)) == (True, 6 if variables == 3 else 0)
        return found.counters

    near = counters(9, 3), counters(9, 4)
    before = process_time()
    assert (counters(MOST, 3), counters(MOST, 4)) == near
    assert process_time() - before < 5  # with arrays over the spread it took 40 s
    assert near[1]["nodes"] == 1  # bounds alone would not refute it at once


def test_choco_does_not_keep_its_models() -> None:
    library("pychoco")
    code = """
import psutil
from accord.bench.hunt.conformance import USUAL
from accord.solvers.answer import answer
from accord.solvers.cp.choco import SOLVERS

def megabytes():
    for _ in range(400):
        answer(SOLVERS["choco"], USUAL, seconds=60)
    return psutil.Process().memory_info().rss / 2**20

first = megabytes()
print(megabytes() + megabytes() - 2 * first)
"""
    grown = subprocess.check_output([sys.executable, "-c", code], text=True, timeout=600)
    assert float(grown) < 60  # 150 with `Model.all_different`, or with a question for each state


def test_an_exception_of_java_ends_the_process() -> None:
    """Why nothing that is empty is said to Choco."""
    library("pychoco")
    for said in ("intvar([])", "all_different([])", "get_solver().limit_time('0.000s')"):
        code = f"from pychoco.model import Model; Model().{said}; print('still here')"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode
        assert "still here" not in done.stdout


# Pumpkin.


def test_pumpkin_takes_alldifferents_apart(tmp_path: Path) -> None:
    """Why it has no setting for disequalities."""
    model_of = library("pumpkin_solver").Model
    proof = tmp_path / "proof.drcp"
    library("pumpkin_solver").Model = lambda seed: model_of(proof=str(proof), seed=seed)
    try:
        puzzle = next(c.puzzle for c in CASES if c.name == "a clash that shows late, 9x9")
        assert answer(backends()["pumpkin"], puzzle).status is Status.UNSAT
    finally:
        library("pumpkin_solver").Model = model_of
    written = proof.read_text(encoding="utf-8")
    assert written.splitlines()[-1] == "c UNSAT"
    labels = set(re.findall(r"l:(\w+)", written)) - {"initial_domain", "nogood"}
    assert labels == {"binary_not_equals"}


def test_pumpkin_repeats_itself_and_varies_with_the_seed() -> None:
    library("pumpkin_solver")

    def first() -> list[Any]:
        return [
            answer(backends()["pumpkin"], EVERY_4X4, limit=1, seed=n).solutions for n in range(5)
        ]

    assert first() == first()
    assert len(set(first())) > 1


# CPMpy.


@pytest.mark.parametrize(
    ("status", "left", "reason"),
    [
        ("UNKNOWN", 60.0, "CPMpy says UNKNOWN$"),
        ("NOT_RUN", 60.0, "CPMpy says NOT_RUN$"),
        ("ERROR", 60.0, "CPMpy says ERROR$"),
        ("UNSATISFIABLE", 0.009, "CPMpy says UNSATISFIABLE when the time is over"),
        ("UNSATISFIABLE", 60.0, ""),
    ],
)
def test_what_cpmpy_returns_is_no_proof(
    monkeypatch: pytest.MonkeyPatch, status: str, left: float, reason: str
) -> None:
    exit_status = library("cpmpy.solvers.solver_interface").ExitStatus
    said = SimpleNamespace(exitstatus=exit_status[status])
    asked = SimpleNamespace(solve=lambda **options: False, status=lambda: said)
    monkeypatch.setattr(cp_cpmpy, "_posted", lambda puzzle, solver, found: (asked, []))
    monkeypatch.setattr(Budget, "seconds_left", lambda budget: left)
    if reason:
        with pytest.raises(GaveUpError, match=reason):
            list(cp_cpmpy.solve(TWO, Budget()))
    else:
        assert list(cp_cpmpy.solve(TWO, Budget())) == []


def test_cpmpy_takes_a_stopped_search_of_choco_for_a_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Why its word is not taken in the last moment."""
    library("pychoco")
    status = library("cpmpy.solvers.solver_interface").ExitStatus
    asked, _ = cp_cpmpy._posted(HARD, "choco", [])
    # as if no time were lost between the two clocks; Choco's counts whole milliseconds
    monkeypatch.setattr(library("cpmpy.solvers.choco"), "time", SimpleNamespace(time=lambda: 0.0))
    assert not asked.solve(time_limit=0.0209)  # it needs some tenths of a second
    assert asked.status().exitstatus is status.UNSATISFIABLE
    found = answer(backends()["cpmpy"], HARD, limit=1, seconds=0.02, solver="choco")
    assert found.status is not Status.UNSAT
    assert not found.exhausted


@pytest.mark.parametrize(
    ("constraint", "domain"),
    [
        (NoOverlap((0, 1), (1, 1)), range(-2, 1)),
        (Cumulative((0, 1), (2, 1), (1, 1), 1), range(-2, 1)),
        (Regular((0,), (("a", 1, "b"), ("b", 1, "b")), "a", ("b",)), range(3)),
        (MDD((0,), (("a", 0, "b"),)), range(1)),
    ],
    ids=lambda each: getattr(each, "kind", ""),
)
def test_cpmpy_leads_around_what_it_or_pumpkin_gets_wrong(
    constraint: Constraint, domain: range
) -> None:
    library("cpmpy")
    library("pumpkin_solver")
    problem = Problem([domain] * 2, [constraint])
    found = answer(backends()["cpmpy"], problem, limit=None, solver="pumpkin")
    assert found.exhausted
    assert sorted(found.solutions) == sorted(solutions_by_trying(problem))


def test_cpmpy_yields_once_what_choco_finds_again() -> None:
    """Choco leaves the end of a task open that uses nothing, and finds a solution for each end."""
    library("cpmpy")
    library("pychoco")
    task = Cumulative((0,), (Variable(1),), (Variable(2),), 1)
    problem = Problem([range(4), [1], [0]], [task])
    found = answer(backends()["cpmpy"], problem, limit=None, solver="choco")
    assert sorted(found.solutions) == [(origin, 1, 0) for origin in range(4)]
    assert found.exhausted


@pytest.mark.parametrize("name", ["cpmpy", "cpmpy:choco", "cpmpy:pumpkin"])
def test_cpmpy_asks_for_as_many_as_it_knows(
    name: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    chosen = select(name)
    known: list[int] = []
    posted = cp_cpmpy._posted

    def recorded(puzzle: Puzzle, solver: str, found: list[Solution]) -> Any:
        known.append(len(found))
        return posted(puzzle, solver, found)

    monkeypatch.setattr(cp_cpmpy, "_posted", recorded)
    found = answer(chosen.backend, EVERY_4X4, limit=None, **chosen.settings)
    assert (len(set(found.solutions)), found.exhausted) == (288, True)
    assert known == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 288]
    known.clear()
    assert len(answer(chosen.backend, EVERY_4X4, limit=6, **chosen.settings).solutions) == 6
    assert known == [0, 1, 2, 4]
    assert capfd.readouterr() == ("", "")


# python-constraint.


@pytest.mark.parametrize(("constraints", "number"), [("alldifferent", 27), ("disequalities", 810)])
def test_python_constraint_is_told_each_constraint_once(constraints: str, number: int) -> None:
    search = python_constraint._search("backtracking", 0)
    problem = python_constraint._model(BLANK_9X9, search, constraints)
    assert len(problem._constraints) == number
