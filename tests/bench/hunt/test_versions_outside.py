"""A wrong answer with versions that a library does not expect is not held against this library.

The metadata of CPMpy are others here, which expect an OR-Tools that is not installed.
"""

import json
from dataclasses import replace
from html import escape
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from accord.bench.hunt.ask import JudgedAnswer
from accord.bench.hunt.audit import wrong_answers
from accord.bench.hunt.case_report import report as case_report
from accord.bench.hunt.dispute import Dispute, Parties, dispute
from accord.bench.hunt.explore import found_on
from accord.bench.hunt.finding import Finding, keep, kept
from accord.bench.hunt.fuzz import SolverFuzzed
from accord.bench.hunt.problems import AuditProblem
from accord.bench.hunt.record import Answered, AuditRow, AuditSession, matrix_of
from accord.bench.hunt.reproducers.reproducer import reproducer
from accord.bench.hunt.settle import DisputeCase
from accord.bench.run.doctor import Package, packages
from accord.bench.run.report import Declaration
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from accord.solvers.backend import outside_of
from accord.solvers.registry import backends, registered, select
from accord.views.audit.page import page
from accord.views.tables.audit import report as audit_report
from accord.views.tables.findings import case_lines
from accord.views.tables.findings import report as fuzz_report

LARGE = Problem([range(100)] * 9, [])  # too many assignments to try them
METADATA = """\
Metadata-Version: 2.1
Name: cpmpy
Version: 7.0
Provides-Extra: ortools
Provides-Extra: sat
Requires-Dist: click>=8
Requires-Dist: numpy<1; python_version < "3"
Requires-Dist: ortools<9,>=8.1; extra == "ortools"
Requires-Dist: pycosat<0.1; extra == "sat" and python_version >= "3"
Requires-Dist: pandas; extra == "sat"
Requires-Dist: nobody-has-this<3; extra == "sat"
"""


def sentence(package: str, expected: str) -> str:
    found = metadata.version(package)
    said = f"cpmpy 7.0 expects {package}{expected}, found {found}"
    return f"{said}: with it a wrong answer is no fault of cpmpy"


ORTOOLS, PYCOSAT = sentence("ortools", "<9,>=8.1"), sentence("pycosat", "<0.1")


@pytest.fixture(autouse=True)
def unfit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cpmpy-7.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(METADATA)
    monkeypatch.syspath_prepend(tmp_path)


def test_what_is_expected_is_read_from_metadata() -> None:
    assert outside_of("cpmpy") == {"ortools": ORTOOLS, "pycosat": PYCOSAT}
    assert outside_of("nobody-has-this") == {}
    said = {name: registered(name).backend.outside for name in ("cpmpy", "cpsat", "sat-pycosat")}
    assert said == {"cpmpy": ORTOOLS, "cpsat": "", "sat-pycosat": ""}


def test_the_doctor_says_so_of_each_package() -> None:
    found = packages(["click>=8", "pycosat>=0.6"], [backends()["cpsat"]])
    version = metadata.version("pycosat")
    assert found[-1] == Package("pycosat", version, ">=0.6", "", PYCOSAT)
    assert [each.outside for each in found] == ["", ORTOOLS, PYCOSAT]  # click, ortools, pycosat


def test_a_reproducer_says_so() -> None:
    problem = Problem([range(2)], [])
    said, fits = (reproducer(name, problem, [(0,), (1,)]) for name in ("cpmpy", "cpsat"))
    assert said is not None
    assert f"{ORTOOLS}." in said.splitlines()
    assert fits is not None
    assert "expects" not in fits


SESSION = AuditSession({"cpmpy": "7"}, {"cpmpy": ""}, {"cpmpy": "cpmpy 7.0"}, 1.0)
ROW = AuditRow("linear", "large", LARGE.digest, None, {"cpmpy": Answered("wrong", "why")})


def of_an_audit() -> Finding:
    asked = AuditProblem("linear", Instance("large", LARGE))
    (found,) = wrong_answers([(SESSION, ROW)], [asked], Terms(Limits(1.0)))
    return found


def of_fuzzing() -> Finding:
    answered = JudgedAnswer(LARGE, "wrong", "why")
    asker: Any = SimpleNamespace(
        ask=lambda *_: [answered], declared=Declaration.of(select("cpmpy"))
    )
    found = found_on(asker, "linear", LARGE)
    assert found is not None
    return found


def test_a_finding_says_so_and_is_no_known_fault(tmp_path: Path) -> None:
    for found, solver in ((of_an_audit(), ""), (of_fuzzing(), "cpmpy")):
        assert found.outside == ORTOOLS
        own = keep(found, tmp_path)
        assert json.loads((own / "finding.json").read_text())["outside"] == ORTOOLS
        assert not (own / "fault.toml").exists()
        assert [*kept(tmp_path, solver)] == [found]
        keep(replace(found, outside=""), tmp_path)
        assert (own / "fault.toml").exists()


def test_what_is_shown_of_it_says_so(tmp_path: Path) -> None:
    matrix, found = matrix_of([(SESSION, ROW)]), of_an_audit()
    fuzzed = SolverFuzzed("cpmpy")
    fuzzed.found.append(of_fuzzing())
    assert any(ORTOOLS in line for line in audit_report(matrix, [found]).notes)
    assert any(ORTOOLS in line for line in fuzz_report([fuzzed], tmp_path).notes)
    assert escape(ORTOOLS) in page(matrix, [(SESSION, ROW)], [found])


def test_a_case_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with Parties(("backtracking-mrv", "cpmpy"), Terms(Limits(60.0), None)) as two:
        found = dispute(Problem([range(2)], []), two, 1, 5)
    monkeypatch.setattr(Dispute, "refuted", ("cpmpy",))  # as if it were
    case = DisputeCase("as-if", found, found, None, 1, two.terms)
    assert [*case_lines(case, None)].count(ORTOOLS) == 1
    (said,) = (line for line in case_report(case, ()) if line.startswith("- cpmpy: "))
    assert said.endswith(f", cpmpy 7.0; {ORTOOLS}")
