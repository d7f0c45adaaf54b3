"""`accord fuzz`: what it prints, what it keeps, and how it ends."""

import json
from importlib import util
from pathlib import Path
from typing import Any

import pytest

from command_line import run_here as accord
from optional import slow

LESS = """
from itertools import product

def solve(problem, budget):
    for values in product(*problem.domains):
        if all(holds(each, values) for each in problem.constraints):
            yield values

def holds(each, values):
    own = [values[variable] for variable in each.scope]
    if each.kind == "linear" and each.operator == "<":
        return each.value(own) <= each.constant
    return each.holds(own)
"""


@pytest.fixture
def solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """One that reads < as <=."""
    monkeypatch.setenv("ACCORD_DATA", str(tmp_path / "data"))
    (tmp_path / "mine.py").write_text(LESS)
    return f"{tmp_path}/mine.py:solve"


def test_a_finding_is_told_kept_and_asked_again_first(solver: str, tmp_path: Path) -> None:
    slow()
    asked = ("fuzz", "-s", solver, "--kind", "linear", "--problems")
    done = accord(*asked, 24)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert f"FOUND {solver}, " in done.stdout
    assert any(line.startswith("  expected: ") and "by trying" in line for line in lines)
    folder = Path(next(line for line in lines if "kept in" in line).partition("kept in ")[2])
    assert folder.parent == tmp_path / "data" / "fuzz"
    named = json.loads((folder / "problem.json").read_text())
    assert named["constraints"][0]["operator"] == "<"
    checked = accord("check", folder / "problem.json", "-n", "all", "-s", solver, "-s", "cpsat")
    assert f"REFUTED {solver}" in checked.stdout

    again = accord(*asked, 0)
    assert again.returncode == 1
    assert f"STILL {solver}, " in again.stdout

    (tmp_path / "mine.py").write_text(LESS.replace("<= each", "< each"))
    mended = accord(*asked, 0, "--json")
    assert mended.returncode == 0
    (said,) = json.loads(mended.stdout)["solvers"]
    assert [each["seen"] for each in said["again"]] == [0] * len(said["again"]) != []
    assert f"NO LONGER {solver}, " in accord(*asked, 0).stdout


def test_who_is_right_ends_with_0(tmp_path: Path) -> None:
    done = accord("fuzz", "-s", "backtracking-mrv", "--problems", 12, "-o", tmp_path, "--json")
    assert done.returncode == 0
    said: dict[str, Any] = json.loads(done.stdout)
    assert (said["found"], said["solvers"][0]["findings"]) == (False, [])
    assert sum(said["solvers"][0]["problems"].values()) == 12


def test_without_hypothesis_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from accord.bench.hunt import explore

    monkeypatch.setattr(explore, "find_spec", lambda name: None)
    assert util.find_spec("click")
    done = accord("fuzz", "-s", "cpsat")
    assert done.returncode == 3
    assert "found no hypothesis, expected what draws random problems: pip install" in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "found no -s, expected one solver at least"),
        (("-s", "cpsat", "--kind", "tabel"), "found --kind tabel, expected one of"),
        (("-s", "cpsat", "--time", "x"), "expected a time like"),
        (("-s", "cpsta"), "found the solver 'cpsta', expected cpsat"),
    ],
)
def test_what_is_refused(options: tuple[str, ...], said: str) -> None:
    done = accord("fuzz", *options)
    assert done.returncode == 2
    assert said in done.stderr
