"""Programs in a comparison of speed: their lines, their start-up, and how they fail."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from accord.bench.speed import programs as speed_programs
from accord.bench.speed.contestants import (
    UNKNOWN,
    YARDSTICK,
    Contestant,
)
from accord.bench.speed.programs import LineProgram, as_lines, read_line, read_program
from accord.bench.speed.throughput import (
    LONGEST,
    measured,
)
from command_line import accord_here as accord

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

from speed_contestants import FOUR, GRID, UNIQUE, four, lines_of, pretending, written

TWO = "..343412..434321"


@pytest.mark.parametrize(
    ("line", "count", "grids"),
    [
        (GRID, UNKNOWN, [GRID]),
        (f"{UNIQUE}:1:{GRID}", 1, [GRID]),
        (f"{UNIQUE.replace('.', '0')},{GRID}", UNKNOWN, [GRID]),
        (f"{UNIQUE}:2:", 2, []),
        (f"2 ({UNIQUE})", 2, []),
        (f"{UNIQUE}:1:{GRID}:17:0.3", 1, [GRID]),
        (f"{GRID} {GRID[4:] + GRID[:4]}", 2, [GRID, GRID[4:] + GRID[:4]]),
        ("no solution", UNKNOWN, []),
    ],
)
def test_lines_of_programs_are_understood(line: str, count: int, grids: list[str]) -> None:
    found = read_line(line, UNIQUE)
    assert (found.count, found.grids) == (count, grids)
    assert found.has_grid == ("solution" not in line)


def test_puzzles_are_written_as_lines() -> None:
    assert as_lines(four(UNIQUE, TWO).givens, ".").decode() == f"{UNIQUE}\n{TWO}\n"
    assert as_lines(four(UNIQUE).givens, "0").decode() == UNIQUE.replace(".", "0") + "\n"


PROGRAM = """
import os
import sys
from itertools import product

def solutions(puzzle):
    if "." not in puzzle:
        yield puzzle
        return
    c = puzzle.index(".")
    for v in "1234":
        if not any(
            puzzle[d] == v
            for d in range(16)
            if d // 4 == c // 4 or d % 4 == c % 4 or (d // 8, d % 4 // 2) == (c // 8, c % 4 // 2)
        ):
            yield from solutions(puzzle[:c] + v + puzzle[c + 1:])

LINES = [line.strip() for line in (open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin)]
print("# a comment")
for number, line in enumerate(LINES):
    found = [grid for grid, _ in zip(solutions(line), range(2))]
    {say}
"""

HONEST = 'print(f"{line}:{len(found)}:{found[0]}")'


@pytest.fixture
def entered(tmp_path: Path) -> Callable[..., Contestant]:
    """What enters a Python script as a program."""

    def enter(say: str, *arguments: str, name: str = "script") -> Contestant:
        script = tmp_path / "script.py"
        script.write_text(PROGRAM.replace("{say}", say))
        command = " ".join((sys.executable, "-IS", str(script), *arguments))
        return read_program(f"{name}={command}", ".").contestant()

    return enter


def steady(puzzles: int) -> float:
    """Seconds of a run: a start-up and, unless it is the single grid, 1 ms a puzzle."""
    return 0.03 + 0.001 * puzzles * (puzzles > 1)


Clocked = Callable[[Callable[[int], float]], None]


@pytest.fixture
def clocked(monkeypatch: pytest.MonkeyPatch) -> Clocked:
    """Makes up what a run of a program takes, by its number of puzzles; it may really take long."""
    run = LineProgram._run

    def clock(times: Callable[[int], float]) -> None:
        def timed(program: LineProgram, file: Path, givens: "Grids", time_limit: float) -> Any:
            return run(program, file, givens, 600.0)._replace(seconds=times(len(givens)))

        monkeypatch.setattr(LineProgram, "_run", timed)

    return clock


def test_the_time_of_a_program_is_that_of_the_kernel(entered: Callable[..., Contestant]) -> None:
    busy = "import time\n    while len(LINES) > 1 and time.process_time() < 0.3: pass\n    "
    answers = entered(busy + HONEST).ask(FOUR, four().givens, 30.0)
    assert answers.finished
    assert answers.start_up is not None
    assert answers.start_up > 0
    assert answers.seconds + answers.start_up >= 0.3


def test_a_program_of_which_start_up_leaves_nothing_is_unclear(
    entered: Callable[..., Contestant], clocked: Clocked
) -> None:
    calls = 0

    def unsteady(puzzles: int) -> float:
        nonlocal calls
        calls += 1
        return (0.04, 0.02, 0.06, 0.04)[calls % 4] + steady(puzzles) - 0.03  # puzzles come last

    clocked(unsteady)
    measured_sets = measured([four()], [entered(HONEST)], repeat=2, seconds=0.02)
    line = lines_of(measured_sets)["script"]
    assert (line.outcome, line.speed) == ("UNCLEAR", None)
    text = written(measured_sets)
    assert re.search(r"^script +UNCLEAR +- ", text, re.MULTILINE)
    assert "UNCLEAR script on fours: its start-up of 0.04 s of CPU time hides what" in text
    assert " s are left, and start-ups differ by 0.04 s; a longer --time shows more" in text


@pytest.mark.parametrize(
    ("say", "arguments", "remark"),
    [
        (HONEST, (), ""),
        (HONEST, ("{file}",), ""),
        ("print(line, 1, found[0])", (), "stops at the first solution"),
        ("print(found[0])", (), "prints no counts"),
    ],
)
def test_a_program_takes_part_and_is_remarked_where_it_does_less_work(
    entered: Callable[..., Contestant],
    clocked: Clocked,
    say: str,
    arguments: tuple[str, ...],
    remark: str,
) -> None:
    clocked(steady)
    taking_part = [pretending(YARDSTICK, 1.0), entered(say, *arguments)]
    measured_sets = measured([four()], taking_part, repeat=1, seconds=0.02)
    line = lines_of(measured_sets)["script"]
    assert (line.outcome, line.reason) == ("OK", "")
    assert line.speed is not None
    assert line.ratio is not None
    assert line.speed.median == pytest.approx(1000)
    assert {run.start_up for run in line.runs} == {0.03}
    text = written(measured_sets)
    assert re.search(r"script: its start-up, .* \(median\), is subtracted\.", text)
    assert remark in line.remark
    assert bool(remark) == bool(line.remark)


@pytest.mark.parametrize(
    ("say", "outcome", "words"),
    [
        ("print(line, found[0][::-1])", "WRONG", "no solution: r"),
        ("print(line, 2)", "WRONG", "it claims two or more, expected one solution"),
        ("print(found[0]) if number % 3 else None", "ERROR", "lines with an answer, expected"),
        ("print('?'); print(found[0]) if number else None", "ERROR", "it printed '# a comment'"),
        ("print(line, len(found), found[0]); number > 2 and sys.exit(3)", "ERROR", "exit code 3"),
        ("print(line); number > 1 and os.kill(os.getpid(), 11)", "ERROR", "ended by signal 11"),
        ("print(line)", "GAVE UP", "it printed no answer"),
    ],
)
def test_a_program_that_is_wrong_has_no_speed(
    entered: Callable[..., Contestant], clocked: Clocked, say: str, outcome: str, words: str
) -> None:
    clocked(steady)
    line = lines_of(measured([four()], [entered(say)], repeat=1, seconds=0.02))["script"]
    assert (line.outcome, line.speed) == (outcome, None)
    assert words in line.reason


@pytest.mark.parametrize(
    ("wait", "reason", "remark"),
    [
        ("while '.' in line: pass", "a puzzle took more than 0.2 s of wall time", "was stopped"),
        ("number or __import__('time').sleep(60)", "its start-up took more than 0.3 s of", ""),
    ],
)
def test_a_program_that_does_not_end_or_not_start_in_time_is_stopped(
    entered: Callable[..., Contestant],
    monkeypatch: pytest.MonkeyPatch,
    wait: str,
    reason: str,
    remark: str,
) -> None:
    contestant = entered(f"{wait}\n    {HONEST}")
    if not remark:
        monkeypatch.setattr(speed_programs, "LONGEST_START_UP", 0.3)
    line = lines_of(measured([four()], [contestant], repeat=1, seconds=0.02))["script"]
    assert line.outcome == "TOO SLOW"
    assert line.reason.startswith(reason)
    assert (remark in line.remark, bool(line.remark)) == (True, bool(remark))
    assert "prints no counts" not in line.remark


def test_the_time_limit_of_the_puzzles_begins_when_a_program_would_have_started(
    entered: Callable[..., Contestant], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[float] = []

    def run(program: LineProgram, file: Path, givens: "Grids", time_limit: float) -> Any:
        limits.append(time_limit)
        return speed_programs._Ended(0.03, 0.8, [GRID])  # it starts in 0.8 s

    monkeypatch.setattr(LineProgram, "_run", run)
    entered(HONEST).ask(FOUR, four(UNIQUE).givens, 0.5)
    assert limits == [speed_programs.LONGEST_START_UP] * speed_programs.START_UPS + [0.5 + 0.8]


def test_the_help_says_how_long_a_program_may_take() -> None:
    text = " ".join(accord("speed", "--help")[1].split())
    assert f"may take {speed_programs.LONGEST_START_UP:g} s to start" in text
    assert f"then {LONGEST} times --time" in text


@pytest.mark.parametrize("text", ["x", "x=", "=true", "x='", "x=no-such-program-anywhere"])
def test_what_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"found|expected|quotation"):
        read_program(text, ".")
