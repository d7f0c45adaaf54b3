"""A solver's file never runs in the process of a command: not when it is named, not from a row.

Each command is run on a file that notes in which process it was imported.  A command that asks no
solver gets a folder whose rows name that file, or the file itself as what it reads.
"""

import os
import shlex
import sys
from pathlib import Path

import pytest

import accord
from accord.solvers import registry
from command_line import run_here
from places import ROOT

FOUR = "3..1..2......4.."
NOTED = """\
import os
from pathlib import Path
from accord.solvers.search import backtracking_mrv
with open(Path(__file__).with_suffix(".processes"), "a") as file:
    print(os.getpid(), file=file)
solve = backtracking_mrv.solve
traced = backtracking_mrv.SOLVERS["backtracking-mrv"]
"""
PROGRAM = """\
import os
from pathlib import Path
with open(Path(__file__).with_suffix(".processes"), "a") as file:
    print(os.getppid(), file=file)
print("3241412323141432")
"""
DESCRIBED = """\
command = [{python!r}, "{{folder}}/started.py"]
input = "puzzle"
stdin = "puzzle"
engine = "noted"
version = ["--version"]
"""
TASKS = """
title = "Four"
[[task]]
name = "4x4"
public = "4x4"
most = 1
points = 1
"""
CLAIM = """
solver = "noted.py:solve"
against = "started.toml"
collection = "4x4"
at_least = {}
"""
ASKED = "asked"  # the solver in the file, or the program that is described
ROWS = "rows"  # of a folder name the file, and the program; none is asked
READ = "read"  # the file is what it reads, or a name that it refuses
BENCH = shlex.split("bench 4x4 -s noted.py:solve -s started.toml -q -o first")
# Of each command how it is run.  `noted.py` is the file, `first` a campaign with rows of it.
RUN: dict[str, list[tuple[str, str]]] = {
    "audit": [(ROWS, "--recorded -o audited")],  # `folder` asks
    "bench": [
        (ASKED, "4x4 -s noted.py:solve -s logic --reference noted.py:solve -q -o bench"),
        (READ, "4x4 --same-search -s noted.py:solve -s backtracking-mrv -q -o same"),
    ],
    "certificate": [(READ, "noted.py")],
    "certify": [(READ, f"{FOUR} --with noted.py:solve"), (ROWS, "first --at-most 2")],
    "check": [(ASKED, f"{FOUR} -s noted.py:solve -s logic")],
    "claim": [(ROWS, "claim.toml first")],
    "collections": [(READ, "noted.py")],
    "compare": [(ROWS, "first first")],
    "conformance": [(ASKED, "noted.py:solve")],
    "convert": [(READ, "noted.py --format json")],
    "decode": [(READ, f"{FOUR} --from noted.py")],
    "deduce": [(READ, "noted.py")],
    "dispute": [
        (ASKED, f"{FOUR} -s noted.py:solve -s logic --times 1 --no-folder"),
        (ASKED, f"{FOUR} -s started.toml -s logic --times 1 -o case"),
    ],
    "doctor": [(READ, "")],
    "encodings": [(READ, "noted.py")],
    "explain": [(READ, "noted.py")],
    "export": [(ROWS, "first --format benchexec -o exported")],
    "fetch": [(READ, "noted.py")],
    "flatzinc": [(ASKED, "three.fzn --ask noted.py:solve"), (READ, "noted.py")],
    "fuzz": [(ASKED, "-s noted.py:solve --problems 1 --kind linear -o findings")],
    "generate": [(READ, "--rules noted.py")],
    "grade": [(READ, "noted.py --tasks tasks.toml")],
    "hint": [(READ, "noted.py")],
    "ladder": [(READ, f"{FOUR} --only noted.py:solve")],
    "merge": [(ROWS, "first -o merged")],
    "rank": [(READ, "noted.py")],
    "repair": [(ROWS, "first")],
    "report": [(ROWS, "first -o report.html")],
    "scores": [(ROWS, "first")],  # it has no objective
    "show": [
        (ASKED, f"{FOUR} -s noted.py:traced --html page.html"),
        (READ, "noted.py"),
        (READ, "noted.py --as cnf-extended"),
    ],
    "solve": [(ASKED, f"{FOUR} -s noted.py:solve"), (ASKED, f"{FOUR} -s started.toml")],
    "solvers": [(READ, "noted.py:solve")],
    "speed": [(ASKED, "four.txt -s noted.py:solve --time 1ms --repeat 1 -q")],
    "stats": [(ROWS, "first -s noted.py:solve")],
    "table": [(ROWS, "first"), (ROWS, "first --json"), (ROWS, "first --reference noted.py:solve")],
    "trace": [(ASKED, f"{FOUR} -s noted.py:traced"), (ASKED, f"{FOUR} -s noted.py:solve")],
    "verify": [(ASKED, f"{FOUR} 3241412323141432 --unique -s noted.py:solve")],
    "why": [(READ, "noted.py")],
}
CASES = [(name, kind, line) for name, lines in RUN.items() for kind, line in lines]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the solver's file, a described program, and a campaign and an audit of both."""
    folder = tmp_path_factory.mktemp("noted")
    files = {
        "noted.py": NOTED,
        "started.py": PROGRAM,
        "started.toml": DESCRIBED.format(python=sys.executable),
        "four.txt": f"{FOUR}\n",
        "three.fzn": "var 1..3: x :: output_var;\nsolve satisfy;\n",
        "tasks.toml": TASKS,
        "claim.toml": CLAIM.format(0.001),
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    assert "started.toml" in run_here(*BENCH, cwd=folder).stdout
    assert len(processes(folder)) > 1
    for each in folder.glob("*.processes"):
        each.unlink()
    asked = shlex.split("-s noted.py:solve --kind linear --problems 1 -o audited")
    assert run_here("audit", *asked, cwd=folder).returncode == 0
    assert len(processes(folder) - {os.getpid()}) == len(processes(folder)) > 0
    return folder


def processes(folder: Path) -> set[int]:
    """In which processes the file was imported, and those that started the program."""
    noted = [folder / f"{name}.processes" for name in ("noted", "started")]
    return {int(line) for each in noted if each.is_file() for line in each.read_text().split()}


def test_each_command_is_run_here() -> None:
    files = (ROOT / "accord" / "cli" / "commands").glob("[a-z]*.py")
    assert {*RUN} == {each.stem for each in files}


@pytest.mark.parametrize(("command", "kind", "line"), CASES)
def test_no_command_imports_a_solver_s_file(
    command: str, kind: str, line: str, folder: Path
) -> None:
    for each in folder.glob("*.processes"):
        each.unlink()
    registry._load_file.cache_clear()  # or one that was imported before would not be again
    done = run_here(command, *shlex.split(line), cwd=folder)
    found = processes(folder)
    assert os.getpid() not in found
    assert bool(found) == (kind == ASKED), done.stderr
    assert "Traceback" not in done.stderr


def test_only_python_itself_asks_in_its_own_process(folder: Path) -> None:
    registry._load_file.cache_clear()
    accord.solve(FOUR, f"{folder / 'noted.py'}:solve")
    assert os.getpid() in processes(folder)


COMPILED = """
from accord.solvers.backend import Backend
from accord.solvers.search.backtracking_mrv import SOLVERS

honest, chosen = SOLVERS["backtracking-mrv"].solve, []

def prepare(problem, **settings):
    chosen.append(settings)

def solve(problem, budget, *, workers: int = 1):
    assert not budget.total.wall and chosen == [{"workers": 2}]
    yield from honest(problem, budget)

SOLVER = Backend(
    solve, engine="mine", model="mine", family="search", prepare=prepare, compiled=True
)
"""


def test_what_is_compiled_here_is_prepared_before_the_clock_starts(tmp_path: Path) -> None:
    tmp_path.joinpath("kernel.py").write_text(COMPILED, encoding="utf-8")
    found = accord.solve(FOUR, f"{tmp_path / 'kernel.py'}:SOLVER:workers=2")
    assert found.solutions
