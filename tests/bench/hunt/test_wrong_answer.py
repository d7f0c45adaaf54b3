"""A backend with a broken encoding, from its rows to a script and an entry of the known faults."""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import SpecifierSet

from accord.bench.hunt import ask
from accord.bench.hunt.audit import wrong_answers
from accord.bench.hunt.finding import keep, kept
from accord.bench.hunt.problems import AuditProblem
from accord.bench.hunt.record import Answered, AuditRow, AuditSession
from accord.bench.hunt.reproducers.reproducer import run
from accord.bench.hunt.truth import solutions_of
from accord.bench.judge.claim import Grids
from accord.bench.run.report import Declaration, Report
from accord.bench.run.terms import Limits, Question, Terms
from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.formats.xcsp3.read import read_xcsp3
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from accord.solvers.answer import answer
from accord.solvers.known_faults import Fault
from accord.solvers.registry import select
from optional import library

SOLVER = "sat-pycosat"
PROBLEM = Problem([range(3)] * 4, [Linear((0, 1), ">=", 2), AllDifferent((0, 1, 2))])


class InThisProcess:
    """Asks a solver here, where its encoding is broken."""

    def __init__(self, solver: str, fork_servers: object) -> None:
        self.solver, self.chosen = solver, select(solver)

    def close(self) -> None: ...

    def start(self, import_limit: float) -> Declaration:
        return Declaration.of(self.chosen)

    def ask_all(self, questions: Sequence[Question]) -> Iterator[tuple[int, Report]]:
        for place, (problem, _) in enumerate(questions):
            grids = Grids(problem)
            for solution in answer(self.chosen.backend, problem, limit=None).solutions:
                grids.add(solution)
            yield place, Report(grids, exhausted=True)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clauses of AllDifferent get lost: those that say that two variables are not both 2."""
    library("pycosat")
    sound = cnf.encode

    def encode(problem: Problem, *settings: Any) -> CNF:
        formula = sound(problem, *settings)
        last = {cell[2] for cell in formula.cells if 2 in cell}
        twos = {-literal for literals in last for literal in literals}
        kept = [each for each in formula.clauses if len(each) != 2 or not {*each} <= twos]
        return formula._replace(clauses=kept)

    monkeypatch.setattr(cnf, "encode", encode)
    monkeypatch.setattr(ask, "Worker", InThisProcess)


@pytest.mark.usefixtures("broken")
def test_a_broken_encoding_leads_to_a_small_script_that_shows_it(tmp_path: Path) -> None:
    needs = {SOLVER: "pycosat 0.6.6"}
    session = AuditSession({SOLVER: "pycosat 0.6.6"}, {SOLVER: ""}, needs, 5.0)
    row = AuditRow("mine", "first", PROBLEM.digest, 4, {SOLVER: Answered("wrong", "as it seems")})
    problems = [AuditProblem("mine", Instance("first", PROBLEM))]
    (wrong,) = wrong_answers([(session, row)], problems, Terms(Limits(5.0)))
    assert wrong.problem.constraints == (AllDifferent((0, 1)),)
    assert [2 in each and len(each) for each in wrong.problem.domains] == [2, 2]
    assert wrong.is_reproduced
    own = keep(wrong, tmp_path)
    assert [*kept(tmp_path)] == [wrong]
    said = run((own / "reproducer.py").read_text())
    number = len(solutions_of(wrong.problem))
    assert said.text == f"found, and no solution: (2, 2)\nfound {number + 1}, expected {number}"
    assert read_xcsp3([(own / "problem.xml").read_bytes()]) == wrong.problem
    (entry,) = tomllib.loads((own / "fault.toml").read_text())["fault"]
    fault = Fault(**entry)
    assert (fault.package, fault.evidence) == ("pycosat", "reproduced")
    assert SpecifierSet(fault.versions).contains("0.6.6")
