"""Outside programs: what is believed, what is not, and what they leave behind.

The fake programs are Python scripts (tests/support/fake_programs.py): a small honest SAT solver,
and endings that tell the truth, or do not.
"""

import re
import signal
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from accord.bench.analysis.exports.benchexec import write as write_benchexec
from accord.bench.campaigns.store import opened
from accord.bench.hunt.conformance import CASES, EVERY_4X4
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.puzzle import Instance
from accord.solvers.answer import Answer, answer
from accord.solvers.budget import COUNTERS, OUT_OF_TIME, Budget
from accord.solvers.interface import UnsupportedError
from accord.solvers.programs import program
from accord.solvers.programs.external import SHIPPED
from accord.solvers.registry import available, backends, select
from command_line import run_here as accord
from fake_programs import SOLVER, TRUTH, Describe, describing, line_program
from optional import program as installed
from optional import slow
from small_campaigns import run

TWO = next(case.puzzle for case in CASES if case.name == "two solutions")
FULL = next(case.puzzle for case in CASES if case.name == "a full grid")
CLASH = next(case.puzzle for case in CASES if case.name == "givens clash")
ONE = next(case.puzzle for case in CASES if case.name == "one solution")
HARD = next(case.puzzle for case in CASES if case.name == "diagonals, 9x9")
REFUSED = tomllib.loads(Path(__file__).with_name("endings.toml").read_text(encoding="utf-8"))
LINE, SOLUTION = "1.....2..3.....4", "1243342143122134"


@pytest.fixture(autouse=True)
def _no_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After every test no file is left but the locks of cores, which are for all processes."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    yield
    assert [each for each in folder.iterdir() if not each.name.startswith("accord-cores")] == []


@pytest.fixture
def _no_process_is_left(tmp_path: Path) -> Iterator[None]:
    """After the test no program of its folder runs, nor what one has started."""
    yield
    assert not [words for words in map(_words, psutil.process_iter()) if str(tmp_path) in words]


def _words(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())  # of a zombie there are none
    except psutil.Error:
        return ""


@pytest.fixture
def describe(tmp_path: Path) -> Describe:
    return describing(tmp_path)


def ask(solver: str, puzzle: Puzzle = TWO, **question: Any) -> Answer:
    chosen = select(solver)
    return answer(chosen.backend, puzzle, **question, **chosen.settings)


# Clauses.


def test_a_program_is_asked_until_it_has_told_every_grid(describe: Describe) -> None:
    solver = describe(SOLVER + TRUTH)
    for encoding in ("extended", "reduced", "log"):
        for puzzle, count in ((TWO, 2), (ONE, 1), (FULL, 1), (CLASH, 0)):
            found = ask(f"{solver}:{encoding}", puzzle, limit=None)
            assert (len(set(found.solutions)), found.exhausted) == (count, True)
            assert not any(any(puzzle.violations(grid)) for grid in found.solutions)


@pytest.mark.parametrize(("ending", "complaint"), REFUSED["endings"])
def test_signs_that_do_not_agree_are_an_error(
    describe: Describe, ending: str, complaint: str
) -> None:
    with pytest.raises(RuntimeError, match=f"fake: .*{complaint}"):
        ask(describe(SOLVER + ending), limit=1)


def test_comments_that_name_failures_refute_no_status(describe: Describe) -> None:
    comments = "c unknown option --x ignored\nc fatal: 0\nc out of memory: no\nc ERROR 0"
    ending = f"print({comments!r}); print('s UNSATISFIABLE'); sys.exit(20)"
    found = ask(describe(SOLVER + ending), CLASH)
    assert (found.solutions, found.exhausted) == ((), True)


@pytest.mark.parametrize("ending", ["print('s UNKNOWN')", "print('s INDETERMINATE')", ""])
def test_a_program_that_does_not_know_has_given_up(describe: Describe, ending: str) -> None:
    found = ask(describe(SOLVER + ending + "\nsys.stderr.write('too hard')"))
    assert (found.solutions, found.exhausted) == ((), False)
    assert found.reason == "fake does not know: exit code 0; its last output: too hard"


HANGS = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)", sys.argv[1]])
print("s UNSATISFIABLE", flush=True)
time.sleep(3600)
"""


@pytest.mark.usefixtures("_no_process_is_left")
def test_a_program_that_hangs_is_killed_with_what_it_started(describe: Describe) -> None:
    began = time.monotonic()
    found = ask(describe(HANGS), seconds=1)
    assert (found.solutions, found.exhausted, found.reason) == ((), False, OUT_OF_TIME)
    assert time.monotonic() - began >= 1


@pytest.mark.usefixtures("_no_process_is_left")
def test_a_program_that_closes_its_output_and_goes_on_is_killed(describe: Describe) -> None:
    script = "import os, time\nos.close(1); os.close(2); time.sleep(3600)"
    assert ask(describe(script), seconds=1).reason == OUT_OF_TIME


def test_a_program_is_not_waited_for_when_only_its_children_hold_its_output(
    describe: Describe,
) -> None:
    script = "import subprocess\nsubprocess.Popen(['sleep', '600'])\n"
    began = time.monotonic()
    found = ask(describe(SOLVER + script + TRUTH), limit=1, seconds=1200)
    assert len(found.solutions) == 1
    assert time.monotonic() - began < 600


@pytest.mark.usefixtures("_no_process_is_left")
def test_ctrl_c_kills_the_program(describe: Describe) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        with pytest.raises(KeyboardInterrupt):
            ask(describe(HANGS))
    finally:
        signal.signal(signal.SIGALRM, before)


def test_closing_a_run_half_way_removes_its_files(describe: Describe) -> None:
    solve: Any = select(describe(SOLVER + TRUTH)).backend.solve
    with closing(solve(TWO, Budget())) as grids:
        next(grids)
        assert len(list(Path(tempfile.gettempdir()).iterdir())) == 1
    assert list(Path(tempfile.gettempdir()).iterdir()) == []


NOISE = """
for _ in range(40):
    print("c " + "vs 1 0 " * 20_000)
    sys.stderr.write("e" * 100_000)
"""


def test_noise_is_read_and_not_kept(describe: Describe) -> None:
    found = ask(describe(SOLVER + NOISE + TRUTH), limit=1)
    assert len(found.solutions) == 1


@pytest.mark.usefixtures("_no_process_is_left")
def test_noise_without_end_is_an_error(describe: Describe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "LONGEST_OUTPUT", 2**20)
    with pytest.raises(RuntimeError, match="fake: it printed more than 1 MiB"):
        ask(describe("while True: print('s SATISFIABLE')"))


def test_the_last_words_are_short(describe: Describe) -> None:
    with pytest.raises(RuntimeError) as error:
        ask(describe(SOLVER + "sys.exit('e' * 100_000 + 'the end')"))
    assert str(error.value).count("e") < 400
    assert "the end" in str(error.value)


RESULT = """
print("SATISFIABLE" if found else "UNSATISFIABLE")
with open(sys.argv[2], "w") as result:
    result.write("UNSAT\\n" if found is None else "SAT\\n" + " ".join(map(str, model)) + " 0\\n")
sys.exit(20 if found is None else 10)
"""


@pytest.mark.parametrize("program", ["{folder}/fake", "./fake"])
def test_a_model_may_stand_in_a_result_file(describe: Describe, program: str) -> None:
    command = [program, "{cnf}", "{result}"]
    found = ask(describe(SOLVER + RESULT, command=command), limit=None)
    assert (len(set(found.solutions)), found.exhausted) == (2, True)


@pytest.mark.parametrize(("result", "complaint"), REFUSED["results"])
def test_a_result_file_is_held_against_the_exit_code(
    describe: Describe, result: str, complaint: str
) -> None:
    script = f"{SOLVER}{result}\nprint('s SATISFIABLE'); print('v', *model, 0); sys.exit(10)"
    solver = describe(script, command=["{folder}/fake", "{cnf}", "{result}"])
    with pytest.raises(RuntimeError, match=complaint):
        ask(solver, limit=1)


def test_a_result_file_is_not_read_twice(describe: Describe, tmp_path: Path) -> None:
    script = f"{SOLVER}if os.path.exists(sys.argv[3]): sys.exit(10)\nopen(sys.argv[3], 'w')"
    command = ["{folder}/fake", "{cnf}", "{result}", str(tmp_path / "has run")]
    with pytest.raises(RuntimeError, match="no status with exit code 10"):
        ask(describe(script + RESULT, command=command), limit=2)


def test_what_a_program_cannot_is_said_in_its_description(describe: Describe) -> None:
    found = ask(describe(SOLVER + TRUTH, enumerates=False), limit=None)
    assert (len(found.solutions), found.exhausted) == (1, False)
    assert found.reason == "it cannot be asked for more than one solution"
    found = ask(describe(SOLVER + TRUTH, proves=False, complete=False), limit=None)
    assert (len(found.solutions), found.exhausted, found.reason) == (2, False, "it proves nothing")
    chosen = select(describe(SOLVER + TRUTH, sizes=[9, 16], family="other", complete=False)).backend
    assert (chosen.family, chosen.engine, chosen.model) == ("other", "fake", "cnf")
    assert (chosen.complete, chosen.sizes) == (False, range(9, 17))
    with pytest.raises(UnsupportedError, match="size 4 is outside its sizes 9 to 16"):
        chosen.grids(TWO, Budget(), {})


def test_a_program_gets_the_seed_and_tells_its_counters(describe: Describe) -> None:
    script = SOLVER + "print(f'c {len(sys.argv)} of {sys.argv[2]}')" + TRUTH
    command = ["{folder}/fake", "{cnf}", "--seed={seed}"]
    counters = {"nodes": "^c ([0-9]+) of", "restarts": "--seed=([0-9]+)$", "guesses": "no (x)"}
    solver = describe(script, command=command, counters=counters)
    assert ask(f"{solver}:seed=5", limit=None).counters == {"nodes": 9, "restarts": 15}
    with pytest.raises(UnsupportedError, match="fake takes no seed"):
        ask(f"{describe(script)}:seed=5")


# Lines.


def test_a_program_that_takes_a_line_prints_one_grid(describe: Describe) -> None:
    script = f"import sys\nprint('1', sys.argv[1] + ',{SOLUTION}' * (sys.argv[1] == '{LINE}'))"
    found = ask(line_program(describe, script), ONE, limit=None)
    assert list(map(str, found.solutions)) == [SOLUTION]
    assert (found.exhausted, found.reason) == (
        False,
        "it prints one grid and no more: ask for 1 solution",
    )


def test_a_line_may_come_on_standard_input_with_blanks_of_another_kind(describe: Describe) -> None:
    line = LINE.replace(".", "0")
    script = f"print('{SOLUTION}' if input() == '{line}' else 'No grid')"
    keys = {"command": ["{folder}/fake"], "stdin": "puzzle", "blank": "0"}
    found = ask(line_program(describe, script, **keys), ONE, limit=1)
    assert list(map(str, found.solutions)) == [SOLUTION]


def test_letters_stand_for_values_above_nine(describe: Describe) -> None:
    case = next(case for case in CASES if case.name == "16x16")
    (grid,) = backends()["sat-pycosat"].solve(case.puzzle, Budget())
    found = ask(line_program(describe, f"print('{str(grid).lower()}')"), case.puzzle, limit=1)
    assert found.solutions == (grid,)


def test_a_program_may_claim_that_there_is_no_grid(describe: Describe) -> None:
    found = ask(line_program(describe, "print('sorry: No grid.')"), ONE)
    assert (found.solutions, found.exhausted) == ((), True)
    unproved = line_program(describe, "print('sorry: No grid.')", proves=False)
    assert ask(unproved, ONE).reason == "it proves nothing"


@pytest.mark.parametrize(
    "script", ["", "print('1243')", f"print('{LINE}')", f"print('{SOLUTION}1')", "print('0' * 16)"]
)
def test_a_program_that_prints_no_grid_has_given_up(describe: Describe, script: str) -> None:
    found = ask(line_program(describe, script), ONE)
    assert (found.solutions, found.exhausted) == ((), False)
    assert found.reason == "fake printed no grid of 16 values: exit code 0"


def test_what_a_program_prints_when_there_is_no_grid_may_call_itself_an_error(
    describe: Describe,
) -> None:
    assert ask(line_program(describe, "print('Error: no')", no_solution="Error: no")).exhausted


def test_a_program_that_contradicts_itself_or_fails_is_an_error(describe: Describe) -> None:
    for script in ("print('Error: x')", f"print('Error: x'); print('{SOLUTION}')"):
        with pytest.raises(RuntimeError, match="exit code 0; it reports: Error: x"):
            ask(line_program(describe, script), ONE)
    with pytest.raises(RuntimeError, match="found a grid and 'No grid', expected one"):
        ask(line_program(describe, f"print('{SOLUTION}'); print('No grid')"), ONE)
    with pytest.raises(RuntimeError, match="exit code 3; expected exit code 0"):
        ask(line_program(describe, f"print('{SOLUTION}'); raise SystemExit(3)"), ONE)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(shape(4, rules=["diagonals"]), EVERY_4X4.givens),
        Puzzle(shape(4, rules=["latin"]), EVERY_4X4.givens),
        Puzzle(shape(6, box=(3, 2)), Grid([0] * 36)),
        Puzzle(shape(4), EVERY_4X4.givens, (frozenset({1, 2}), *[frozenset({1, 2, 3, 4})] * 15)),
    ],
)
def test_what_a_line_cannot_say_is_refused(describe: Describe, puzzle: Puzzle) -> None:
    backend = select(line_program(describe, f"print('{SOLUTION}')")).backend
    assert "a line says nothing of" in backend.unsupported(puzzle)
    with pytest.raises(UnsupportedError, match="a line says nothing of"):
        backend.grids(puzzle, Budget(), {})


# Through the harness.


ALL_TRUE = "model = list(map(abs, model)); found = model" + TRUTH


def test_programs_that_lie_are_named(describe: Describe) -> None:
    slow()
    command = ["{folder}/transposed", "{puzzle}"]
    transposed = f"print('{SOLUTION[::-1]}')"
    wrong_ones = [
        describe(SOLVER + "print('s UNSATISFIABLE'); sys.exit(20)", "denies") + ":natural",
        describe(SOLVER + ALL_TRUE, "all-true") + ":natural",
        describe(transposed, "transposed", input="puzzle", command=command),
    ]
    honest = [describe(SOLVER + TRUTH, "honest") + ":natural", "backtracking-mrv"]
    chosen = [word for solver in (*wrong_ones, *honest) for word in ("-s", solver)]
    done = accord("check", LINE, *chosen, "-t", "20s")
    assert done.returncode == 1, done.stderr
    refuted = [line for line in done.stdout.splitlines() if line.startswith("REFUTED")]
    assert {line.split()[1].partition(":")[0] for line in refuted} == {
        solver.partition(":")[0] for solver in wrong_ones
    }
    assert done.stdout.splitlines()[-1] == "verdict: unique (certified)"


def test_a_program_solves_at_the_command_line_and_in_a_campaign(
    describe: Describe, tmp_path: Path
) -> None:
    slow()
    solver = describe(SOLVER + TRUTH)
    done = accord("solve", LINE, "-s", f"{solver}:reduced", "--format", "line")
    assert (done.stdout, done.returncode) == (SOLUTION + "\n", 0)
    solvers = [f"{solver}:reduced", "backtracking-mrv"]
    instances = [Instance("two", TWO), Instance("clash", CLASH)]
    run(tmp_path / "results", instances, solvers)
    with opened(tmp_path / "results") as connection:
        query = f"select solver_version, outcome, count from runs where solver = '{solver}'"
        found = connection.execute(query + " order by count").fetchall()
    assert found == [(select(solver).version, "OK", 0), (select(solver).version, "OK", 2)]


# The programs whose descriptions ship.


def test_five_descriptions_ship_and_cadical_is_the_default() -> None:
    engines = {name: each.engine for name, each in SHIPPED.items()}
    assert engines == {
        "cadical": "cadical",
        "cryptominisat": "minisat",
        "kissat": "cadical",
        "minisat": "minisat",
        "picosat": "picosat",
    }
    backend = backends()["external"]
    assert {name: each.engine for name, each in backend.variants.items()} == engines
    assert select("external").backend.engine == "cadical"
    assert ("external" in available()) == (not SHIPPED["cadical"].need.missing)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_program_that_ships_described_is_as_described(name: str) -> None:
    installed(SHIPPED[name].need.path or SHIPPED[name].name)
    for puzzle, count in ((TWO, 2), (FULL, 1), (CLASH, 0), (HARD, 1)):
        for encoding in ("reduced", "log"):
            found = ask(f"external:{name},encoding={encoding}", puzzle, limit=None)
            assert (len(set(found.solutions)), found.exhausted) == (count, True)
            assert not any(any(puzzle.violations(grid)) for grid in found.solutions)
    counters = ask(f"external:{name},encoding=minimal", HARD, limit=1).counters
    assert {*counters} == {"conflicts", "decisions", "propagations", "restarts"} <= {*COUNTERS}
    assert all(counters.values())
    version = select(f"external:{name}").version
    assert version.startswith(f"{SHIPPED[name].name} ")
    assert any(character.isdigit() for character in version)
    if SHIPPED[name].takes("seed"):
        assert ask(f"external:{name},seed=7", TWO, limit=None).exhausted
    else:
        with pytest.raises(UnsupportedError, match="takes no seed"):
            ask(f"external:{name},seed=7")


def test_an_error_with_exit_code_0_is_one_in_the_campaign_and_for_benchexec(
    describe: Describe, tmp_path: Path
) -> None:
    solvers = [
        describe("print('c ERROR: no room for clauses')\nprint('s UNKNOWN')", "sat"),
        describe(
            "print('! ERROR:\\n  use -ev')",
            "xml",
            command=["{folder}/xml", "{instance}"],
            input="xcsp3",
        ),
        describe("print('s UNKNOWN')", "idle"),
    ]
    run(tmp_path / "campaign", [Instance("two", TWO)], solvers)
    files = write_benchexec(tmp_path / "campaign", tmp_path / "out")
    text = "\n".join(map(Path.read_text, files))
    found = sorted(re.findall('title="status" value="([^(",]*)[^"]*; it reports: ([^;"(]*)', text))
    assert [(status, said.strip()) for status, said in found] == [
        ("ERROR ", "! ERROR: use -ev"),
        ("ERROR ", "c ERROR: no room for clauses"),
    ]
    assert 'title="status" value="unknown"' in text
