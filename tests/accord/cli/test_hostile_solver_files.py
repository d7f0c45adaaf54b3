"""Solver files that attack what judges them: none is believed, and none stops a command.

Each stands beside an honest solver, which must not be called wrong for anything they do.
"""

import json
import re
import shlex
from pathlib import Path

import pytest

from called_functions import posing
from command_line import run_here
from optional import slow

FOUR = "3..1..2......4.."
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ALL_ONES = """
def solve(problem, budget):
    yield [1] * len(problem.domains)
"""
# Everything that judges, wherever it is imported already: it finds nothing wrong any more.
PATCHES = f"""
import gc, sys
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
for each in (Problem, Puzzle):
    each.violations = lambda self, *_: iter(())
for each in (AllDifferent, Linear):
    each.holds = lambda self, *_: True
    each.violations = lambda self, *_: iter(())
for name, module in [*sys.modules.items()]:
    if name.startswith("accord."):
        for known in ("fault", "judge", "wrong_rows", "conformance", "verified", "is_tried"):
            if hasattr(module, known):
                setattr(module, known, lambda *_, **__: "")
        if hasattr(module, "are_solutions"):
            module.are_solutions = lambda batch, grids: (grids == grids).all(axis=1)
{ALL_ONES}"""
# Whatever it finds open it sends a pickle that makes a file, a message of a connection of
# multiprocessing with one, and that all has ended well.
SENDS = """
import gc, json, os, pickle, socket, struct
from pathlib import Path
class Makes:
    def __reduce__(self):
        return os.system, (f"touch {Path(__file__).parent / 'made'}",)
pickled = pickle.dumps(Makes())
said = [
    {"said": {"how": "array", "prepares": False}, "of": 0},
    {"returned": True, "of": 0},
    {"end": {"exhausted": True}, "of": 0, "leaving": False},
]
texts = [json.dumps(each).encode() + b"\\n" for each in said]
def attack():
    for descriptor in range(3, 64):
        for text in (pickled, struct.pack("!i", len(pickled)) + pickled, *texts):
            try:
                os.set_blocking(descriptor, False)
                os.write(descriptor, text)
            except OSError:
                pass
    for each in gc.get_objects():
        if type(each).__name__ == "Connection":
            each.send(Makes())
AT_ONCE
def solve(problem, budget):
    attack()
    yield [1] * len(problem.domains)
"""
# It says of each check in its process that nothing was found.
FORGES = """
import accord.bench.run.worker as worker
def call(self, asked):
    if asked.function.__name__ != "_in_its_process":
        return honest(self, asked)
    self.send(returned=True, at_once=True)
    self._number += 1
honest = worker.Responder.call
worker.Responder.call = call
"""
CHANGES = """
from accord.solvers.search import backtracking_mrv
def solve(problem, budget):
    found = [*backtracking_mrv.solve(problem, budget)]
    problem.__dict__["domains"] = ()
    yield from found
"""
FILES = {
    "patches": PATCHES,
    "loops": "while True:\n    pass\n",
    "exits": "import os\nos._exit(0)\n",
    "exits_later": "import os\ndef solve(problem, budget):\n    os._exit(0)\n    yield\n",
    "sleeps": "import time\ndef solve(problem, budget):\n    time.sleep(1e5)\n    yield\n",
    "sends": SENDS.replace("AT_ONCE", ""),
    "sends_at_once": SENDS.replace("AT_ONCE", "attack()"),
    "poses": posing("logic"),  # so that this is refuted in its place
}
COMMANDS = {  # with the places of the file and of the honest solver
    "bench": "bench four.txt -s {} -s logic -t 1s -q -o {}-campaign",
    "check": f"check {FOUR} -s {{}} -s logic -t 1s",
    "conformance": "conformance {} -t 50ms",
    "dispute": f"dispute {FOUR} -s {{}} -s logic -t 1s --times 1 --most 20 -o {{}}-case",
    "fuzz": "fuzz -s {} --problems 2 --kind linear -t 200ms -o {}-findings",
    "solve": f"solve {FOUR} -s {{}} -t 1s",
    "speed": "speed nine.txt -s {} -s backtracking-bitset --time 2ms --repeat 1 -q",
    "verify": f"verify {FOUR} 3241412323141432 --unique -s {{}} -t 1s",
}
MAY_BE_SLOW = {"bench", "check", "fuzz", "speed"}  # for whom it is no fault to take too long
CASES = [(command, name) for command in COMMANDS for name in FILES]
TAKING_LONG = [
    *(("dispute", name) for name in ("patches", "sends")),
    *(("speed", name) for name in ("exits_later", "patches", "sends", "sleeps")),
]
# Each attack on each of the two that judge and time by themselves, and each command by one attack.
EACH = sorted(
    {("check", name) for name in FILES}
    | {("conformance", name) for name in FILES}
    | {(command, "poses") for command in COMMANDS}
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    for name, text in FILES.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "four.txt").write_text(f"{FOUR}\n")
    (folder / "nine.txt").write_text(f"{NINE}\n")
    return folder


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("command", "name"), sorted({*CASES} - {*TAKING_LONG} - {*EACH}))
def test_a_hostile_file_is_not_believed_by_another_command(
    command: str, name: str, folder: Path
) -> None:
    expect_no_belief(command, name, folder)


@pytest.mark.parametrize(("command", "name"), EACH)
def test_a_hostile_file_is_not_believed_and_ends(command: str, name: str, folder: Path) -> None:
    expect_no_belief(command, name, folder)


@pytest.mark.parametrize(("command", "name"), TAKING_LONG)
def test_nor_is_one_with_which_a_command_takes_long(command: str, name: str, folder: Path) -> None:
    slow()
    expect_no_belief(command, name, folder)


def test_what_a_solver_s_own_word_is_all_there_is_is_said(folder: Path) -> None:
    (folder / "forged.py").write_text(FORGES + CHANGES)
    done = run_here("conformance", "forged.py:solve", cwd=folder)
    found = "in its own process, by its own word, also: leaves the puzzle alone, leaves no thread\n"
    assert (done.returncode, done.stdout.partition("; ")[2]) == (0, found)


def expect_no_belief(command: str, name: str, folder: Path) -> None:
    """Ask about a hostile file: the command ends, and believes nothing that it says."""
    line = COMMANDS[command].replace("{}", f"{name}.py:solve", 1).replace("{}", name)
    soon = ["--import-limit", "1s"] if name == "loops" else []
    done = run_here(*shlex.split(line), *soon, cwd=folder)
    printed = done.stdout + done.stderr
    assert done.returncode != 0 or (name == "sleeps" and command in MAY_BE_SLOW), printed
    assert not printed.startswith("Traceback")
    assert not (folder / "made").exists()
    assert not [
        line
        for line in printed.splitlines()
        if line.startswith(("REFUTED logic", "logic is refuted")) or " passes " in line
    ]
    if name == "patches":
        assert any(word in printed for word in ("REFUTED", "WRONG", "wrong", "but ", "repeats"))
    if command == "speed":
        assert re.search(r"^backtracking-bitset +[0-9,]+ ", printed, re.MULTILINE)
        assert not re.search(r"(WRONG|ERROR) backtracking-bitset", printed)
    if command == "dispute":
        case = folder / f"{name}-case"
        assert case.exists() or name != "patches"
        if case.exists():
            expect_report(case, f"{name}.py:solve", name)


def expect_report(case: Path, liar: str, name: str) -> None:
    """See that the report of a dispute holds nothing against the honest solver."""
    found = json.loads((case / "dispute.json").read_text())
    for part in (found, found["smaller"] or {"refuted": {}}):
        assert "logic" not in part["refuted"]
    assert "logic" not in found["flaky"]
    text = (case / "report.md").read_text()
    title, *_ = text.splitlines()
    assert re.search(r"^- `logic`: .*\n(?!  - )", text, re.MULTILINE)
    if name == "patches":
        assert found["refuted"][liar]
        assert title == f"# {liar}: a wrong answer"
    else:
        assert not title.startswith("# logic")
