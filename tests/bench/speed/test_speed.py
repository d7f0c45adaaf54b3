"""Comparisons of speed: paired, judged, and complete.  How fast anybody is stands nowhere here."""

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import numpy
import pytest
from rich.console import Console

from accord.bench.speed import programs as speed_programs
from accord.bench.speed.contestants import (
    LIMIT,
    UNKNOWN,
    YARDSTICK,
    Contestant,
    TimedAnswers,
    handwritten,
    in_process,
    yardstick,
)
from accord.bench.speed.forms import PuzzleSet, forms, puzzle_sets
from accord.bench.speed.programs import LineProgram, as_lines, read_line, read_program
from accord.bench.speed.throughput import (
    LONGEST,
    MeasuredSet,
    SpeedLine,
    SpeedRun,
    measured,
    ranked,
)
from accord.bench.speed.truth import fault, probes, solutions_of
from accord.puzzles import Grid, MalformedPuzzleError, Puzzle, shape
from accord.puzzles.files.read import read
from accord.solvers.answer import answer
from accord.solvers.backend import Need
from accord.solvers.many import Answers
from accord.solvers.registry import Selection, backends, usable
from accord.views.tables.speed import SpeedComparison, as_json, as_text
from command_line import accord_here as accord
from places import SUPPORT

if TYPE_CHECKING:
    from accord.puzzles.sudoku.shape import Shape
    from accord.solvers.many import Grids

FOUR = shape(4)
GRID = "1234341221434321"
UNIQUE = "1...34...1..4..1"  # and what is blanked or filled of it below
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    NINE,
)


@pytest.fixture(autouse=True)
def _with_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each question all that pytest keeps would be looked through: most of the time."""
    monkeypatch.setattr("accord.bench.speed.contestants.gc", Mock())


def four(*lines: str) -> PuzzleSet:
    return puzzle_sets("fours", map(read, lines or blanked()))[0]


def blanked() -> list[str]:
    """4x4 puzzles with one solution, of many different numbers of clues."""
    texts = (
        "".join("." if (c * 7 + blanks) % 16 < blanks else GRID[c] for c in range(16))
        for blanks in range(1, 11)
    )
    return [text for text in texts if len(solutions_of(read(text))) == 1]


def honest(figure: "Shape", givens: "Grids", times: Callable[["Grids"], Any]) -> TimedAnswers:
    """The truth, and made-up times."""
    found = [solve_four(tuple(row)) for row in givens.tolist()]
    shown = numpy.array([[*grids, *[[0] * 16] * 2][:2] for grids in found], numpy.uint8)
    counts, guesses = numpy.array([*map(len, found)]), numpy.zeros(len(found), numpy.int64)
    each = times(givens)
    return TimedAnswers(counts, shown[:, 0], shown[:, 1], guesses, float(each.sum()), each)


@cache
def solve_four(row: tuple[int, ...]) -> tuple[Grid, ...]:
    return answer(backends()["backtracking-mrv"], Puzzle(FOUR, Grid(row))).grids


def pretending(name: str, factor: float, **changes: Any) -> Contestant:
    """One that is always right and takes the more time the more blanks there are."""

    def ask(figure: "Shape", givens: "Grids", time_limit: float) -> TimedAnswers:
        answers = honest(figure, givens, lambda rows: factor * 0.01 * (1 + (rows == 0).sum(axis=1)))
        if changes and len(givens) > 1:
            return replace(answers, **{key: make(answers) for key, make in changes.items()})
        return answers

    return Contestant(name, ask, "one by one")


def lines_of(measured_sets: tuple[MeasuredSet, ...]) -> dict[str, SpeedLine]:
    return {line.solver: line for measured_set in measured_sets for line in measured_set.lines}


def test_figures_are_medians_over_repetitions_with_the_extremes() -> None:
    each = [(0.5, 2.0), (0.25, 2.0), (1.0, 6.0)]  # seconds for a puzzle, and of the yardstick
    runs = [SpeedRun(n, 10, 4, 40 * own, True, n, other) for n, (own, other) in enumerate(each)]
    line = SpeedLine("easy", "x", "array", "", runs=runs)
    assert line.speed is not None
    assert line.ratio is not None
    assert (line.speed.median, line.speed.least, line.speed.greatest) == (2, 1, 4)
    assert (line.ratio.median, line.ratio.least, line.ratio.greatest) == (6, 4, 8)
    assert line.guesses == 1
    assert not line.stopped
    line.outcome = "WRONG"
    assert [line.speed, line.ratio, line.guesses].count(None) == 3


def test_ratios_are_of_the_same_puzzles() -> None:
    """Times differ much from puzzle to puzzle and ratios do not, if they are paired."""
    taking_part = [
        pretending("slow", 7.0),
        pretending(YARDSTICK, 1.0),
        pretending("fast", 0.05),
        pretending("slower", 30.0),
    ]
    measured_sets = measured([four()], taking_part, repeat=2, seed=3)
    lines = lines_of(measured_sets)
    asked = {name: {(run.puzzles, run.copies) for run in line.runs} for name, line in lines.items()}
    assert {len(each) for each in asked.values()} == {1}, "settled before the repetitions"
    ((part, _),) = asked[YARDSTICK]
    ((of_fast, copies),) = asked["fast"]
    ((of_slow, once),) = asked["slow"]
    assert of_fast == part == measured_sets[0].part
    assert copies > 10
    assert of_slow < part
    assert once == 1
    for name, expected in {"slow": 1 / 7, YARDSTICK: 1, "fast": 20, "slower": 1 / 30}.items():
        ratio = lines[name].ratio
        assert ratio is not None
        assert ratio.least == pytest.approx(expected)
        assert ratio.greatest == pytest.approx(expected)
    assert [line.solver for line in ranked(measured_sets[0].lines)] == [
        "fast",
        YARDSTICK,
        "slow",
        "slower",
    ]


def test_a_seed_repeats_the_comparison_and_another_does_not() -> None:
    def asked(seed: int) -> list[Any]:
        rows: list[Any] = []

        def times(givens: "Grids") -> Any:
            rows.append(givens.tolist())
            return numpy.full(len(givens), 0.05)

        def ask(figure: "Shape", givens: "Grids", time_limit: float) -> TimedAnswers:
            return honest(figure, givens, times)

        only = Contestant(YARDSTICK, ask, "one by one")
        measured([four()], [only], repeat=2, seed=seed, seconds=0.3)
        return rows

    assert asked(1) == asked(1) != asked(2)


def test_forms_are_solved_by_as_many_grids_and_hardly_any_is_asked_twice() -> None:
    sample = puzzle_sets("easy", map(read, EASY))[0]
    found = forms(sample.shape, sample.givens, 500, Random(5))
    assert found.shape == (1000, 81)
    for row in range(6):
        moved = Puzzle(sample.shape, Grid(found[row].tolist()))
        assert sum(map(bool, moved.givens)) == sum(map(bool, sample.givens[row % 2].tolist()))
        assert len(solutions_of(moved)) == 1
    assert len(numpy.unique(found, axis=0)) > 990


@pytest.mark.parametrize("figure", [shape(4), shape(9), shape(6), shape(5, rules=["latin"])])
def test_probes_have_two_solutions_or_none(figure: "Shape") -> None:
    blank = Puzzle(figure, Grid([0] * len(figure.cells)))
    givens, counts = probes(figure, solutions_of(blank)[0], Random(1))
    true = [len(solutions_of(Puzzle(figure, Grid(row)))) for row in givens.tolist()]
    assert counts == true
    assert set(counts) == {0, LIMIT}


def first_row_shifted(answers: TimedAnswers) -> "Grids":
    grids = answers.solutions.copy()
    grids[0] = grids[0] % 4 + 1
    return grids


WITHOUT: dict[str, Any] = {"others": lambda a: None}
SHOWN = "it shows ................, no solution"
LIES: dict[str, tuple[dict[str, Any], str]] = {
    "a grid that breaks rules": ({"solutions": first_row_shifted}, "no solution: r1c1 holds"),
    "other givens": ({"solutions": lambda a: a.solutions % 4 + (a.solutions > 0)}, " is given"),
    "two, and one of them": ({"others": lambda a: a.others * 0}, f"{SHOWN}: r1c1 holds 0"),
    "no grid": ({"solutions": lambda a: a.solutions * 0}, "no solution: r1c1 holds 0"),
    "the same grid twice": ({"others": lambda a: a.solutions}, "shows the same solution"),
    "one of two": ({"counts": lambda a: a.counts.clip(max=1)}, "it claims one solution, expected"),
    "none of any": (
        {"counts": lambda a: a.counts * 0, "solutions": lambda a: a.solutions * 0},
        "it claims no solution, expected",
    ),
    "two of one": ({"counts": lambda a: a.counts * 0 + 2, **WITHOUT}, SHOWN),
    "three of two": ({"counts": lambda a: a.counts * 2, **WITHOUT}, "it claims 4 solutions, expec"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_contestant_is_named_with_the_puzzle_and_has_no_speed(lie: str) -> None:
    changes, words = LIES[lie]
    taking_part = [pretending(YARDSTICK, 1.0), pretending("wrong", 0.1, **changes)]
    lines = lines_of(measured([four()], taking_part, repeat=2, seconds=0.3))
    assert lines["wrong"].outcome == "WRONG"
    assert re.match(r"[1-4.]{16}: ", lines["wrong"].reason)
    assert words in lines["wrong"].reason
    assert (lines["wrong"].speed, lines["wrong"].ratio) == (None, None)
    assert lines[YARDSTICK].speed is not None


def test_a_contestant_wrong_in_a_late_repetition_loses_what_was_measured_before() -> None:
    calls = 0

    def later(answers: TimedAnswers) -> "Grids":
        nonlocal calls
        calls += 1
        return first_row_shifted(answers) if calls > 4 else answers.solutions

    taking_part = [pretending(YARDSTICK, 1.0), pretending("wrong", 2.0, solutions=later)]
    line = lines_of(measured([four()], taking_part, repeat=5, seconds=0.3))["wrong"]
    assert line.runs
    assert (line.outcome, line.speed) == ("WRONG", None)


def test_two_different_grids_outrank_the_arbiter() -> None:
    givens = four("..343412..434321").givens
    (two,) = [solve_four(tuple(row)) for row in givens.tolist()]
    answers = honest(FOUR, givens, lambda rows: numpy.ones(len(rows)))
    assert len(two) == 2
    assert not fault(FOUR, givens, [1], answers)
    assert fault(FOUR, givens, [1], replace(answers, others=None))


def test_a_contestant_that_is_too_slow_is_named_and_asked_no_more() -> None:
    asked: list[int] = []

    def never(figure: "Shape", givens: "Grids", time_limit: float) -> TimedAnswers:
        blank = (givens == 0).any(axis=1).all() and len(asked) > 0
        asked.append(len(givens))
        answers = honest(figure, givens, lambda rows: numpy.full(len(rows), time_limit))
        return replace(answers, finished=not blank)

    taking_part = [pretending(YARDSTICK, 1.0), Contestant("snail", never, "one by one")]
    measured_sets = measured([four()], taking_part, repeat=3, seconds=0.5)
    line = lines_of(measured_sets)["snail"]
    assert (line.outcome, line.reason) == ("TOO SLOW", "a puzzle took more than 5 s of wall time")
    assert len(asked) == 2
    text = written(measured_sets)
    assert "TOO SLOW snail on fours: a puzzle took more than 5 s of" in text
    assert re.search(r"^snail +TOO SLOW +- ", text, re.MULTILINE)


def test_a_contestant_that_does_not_finish_its_part_is_bounded_from_above() -> None:
    def stuck(answers: TimedAnswers) -> bool:
        return len(answers.counts) < 200  # while it is estimated, and not in a repetition

    taking_part = [pretending(YARDSTICK, 1.0), pretending("stuck", 0.02, finished=stuck)]
    measured_sets = measured([four()], taking_part, repeat=3, seconds=0.3)
    lines = lines_of(measured_sets)
    (run,) = lines["stuck"].runs
    assert (run.finished, lines["stuck"].stopped) == (False, True)
    assert len(lines[YARDSTICK].runs) == 3
    assert re.search(r"^stuck +<=[\d,]+ +- +<=50.0 ", written(measured_sets), re.MULTILINE)
    assert as_json(SpeedComparison(measured_sets, 3, 0, 1.0, {}))["sets"][0]["lines"][0]["bound"]


def written(measured_sets: tuple[MeasuredSet, ...]) -> str:
    """What a person reads."""
    facts = {"packages": {"accord": "1"}, "commit": "", "python": "CPython", "cpu": "a CPU"}
    console = Console(width=200, highlight=False, color_system=None)
    with console.capture() as captured:
        for thing in as_text(SpeedComparison(measured_sets, 2, 0, 0.5, facts)):
            console.print(thing, markup=False)
    return captured.get()


def test_every_handwritten_backend_takes_part_and_no_library_does() -> None:
    found = handwritten(backends())
    declared = {n for n, b in backends().items() if b.engine == "handwritten"}
    assert declared <= set(found)
    own = {"backtracking-naive", "backtracking-bitset", "backtracking-kernel", "dancing-links"}
    assert own <= set(found)
    assert not {"sat-pycosat", "cpsat", "external", "logic"} & set(found)


def test_contestants_answer_the_probes_one_by_one_and_as_an_array() -> None:
    sample = puzzle_sets("nine", [read(NINE)])[0]
    givens, counts = probes(sample.shape, solutions_of(read(NINE))[0], Random(2))
    own = in_process(usable("backtracking-mrv")), in_process(usable("backtracking-bitset"))
    assert {each.how for each in own} == {"one by one", "array"}
    for contestant in (*own, yardstick()):
        answers = contestant.ask(sample.shape, givens, 30.0)
        assert not fault(sample.shape, givens, counts, answers)
        assert answers.seconds > 0
        assert answers.finished


def test_a_backend_with_an_array_call_is_asked_by_it_and_its_errors_are_errors() -> None:
    def many(figure: "Shape", givens: "Grids", limit: int | None, threads: int) -> Answers:
        assert (limit, threads) == (LIMIT, 1)
        answers = honest(figure, givens[1:], lambda rows: numpy.ones(len(rows)))
        return Answers(answers.solutions, answers.counts, answers.guesses)

    backend = replace(backends()["backtracking-mrv"], many=many)
    short = in_process(Selection("short", backend, "", "1"))
    assert short.how == "array"
    line = lines_of(measured([four()], [short], repeat=1))["short"]
    assert (line.outcome, line.speed) == ("ERROR", None)
    assert re.fullmatch(r"ValueError: found \d+ answers, expected \d+", line.reason)


def test_a_solver_that_gives_up_has_no_speed() -> None:
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    logic = in_process(usable("logic"))
    line = lines_of(measured(puzzle_sets("hard", [read(hard)]), [logic], repeat=1))["logic"]
    assert line.outcome == "GAVE UP"
    assert line.speed is None


def test_puzzles_of_several_shapes_are_several_sets() -> None:
    found = puzzle_sets("mixed", [read(GRID), read(NINE), read(UNIQUE)])
    assert [each.name for each in found] == ["mixed, 4x4 2x2 boxes", "mixed, 9x9 3x3 boxes"]
    assert [len(each.givens) for each in found] == [2, 1]
    with pytest.raises(MalformedPuzzleError, match="found no puzzle"):
        puzzle_sets("nothing", [])
    marked = Puzzle(FOUR, Grid([0] * 16), (frozenset({1, 2}),) * 16)
    with pytest.raises(MalformedPuzzleError, match="found candidates in puzzle 1"):
        puzzle_sets("marks", [marked])


def test_the_yardstick_says_what_it_cannot_be_asked() -> None:
    lines = lines_of(measured([four()], [yardstick(), pretending("x", 1.0)], repeat=1))
    assert lines[YARDSTICK].outcome == "UNSUPPORTED"
    assert lines["x"].speed is not None
    assert lines["x"].ratio is None


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
    """Makes up what a run of a program takes, by its number of puzzles."""
    run = LineProgram._run

    def clock(times: Callable[[int], float]) -> None:
        def timed(program: LineProgram, file: Path, givens: "Grids", time_limit: float) -> Any:
            return run(program, file, givens, time_limit)._replace(seconds=times(len(givens)))

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
    entered: Callable[..., Contestant], say: str, outcome: str, words: str
) -> None:
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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "easy.txt"
    path.write_text("\n".join(EASY) + "\n")
    return path


def test_the_command_compares_and_says_all_of_it(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "speed.json"
    solvers = ("exact-cover-bits", "backtracking-mrv:filter=hidden")
    options = ("--time", "20ms", "--repeat", "2", "--seed", "4", "-o", out)
    code, text, progress = accord("speed", file, "-s", solvers[0], "-s", solvers[1], *options)
    assert code == 0
    assert "repetition 2 of 2: " in progress
    assert text.splitlines()[0].endswith("easy.txt: 2 puzzles of 9x9")
    assert all(word in text for word in ("norvig", "exact-cover-bits", "filter=hidden", "seed 4"))
    found = json.loads(out.read_text())
    assert {line["solver"] for line in found["sets"][0]["lines"]} == {YARDSTICK, *solvers}
    for line in found["sets"][0]["lines"]:
        ratios = [
            run["yardstick"] * run["puzzles"] * run["copies"] / run["seconds"]
            for run in line["runs"]
        ]
        assert line["ratio"]["least"] == pytest.approx(min(ratios))
        assert line["ratio"]["greatest"] == pytest.approx(max(ratios))


def test_a_wrong_solver_ends_the_command_with_1(file: Path) -> None:
    wrong = f"{SUPPORT / 'wrong_solvers.py'}:stops_after_one"
    code, text, _ = accord("speed", file, "-s", wrong, "--time", "5ms", "--repeat", "1", "-q")
    assert code == 1
    assert "WRONG" in text
    assert "it claims one solution, expected two or more" in text


DIES = """
import os, sys

def aborts(puzzle, budget):
    os.abort()
    yield

def exits(puzzle, budget):
    print("this is no JSON")
    sys.exit(3)
    yield
"""


def test_a_solver_that_ends_its_process_is_named_and_the_others_go_on(
    file: Path, tmp_path: Path
) -> None:
    (source := tmp_path / "dies.py").write_text(DIES)
    solvers = (f"{source}:aborts", f"{source}:exits", "exact-cover-bits")
    options = [word for name in solvers for word in ("-s", name)]
    code, text, _ = accord(
        "speed", file, file_again(file), *options, "--time", "5ms", "--repeat", "1", "-q", "--json"
    )
    assert code == 1
    for each in json.loads(text)["sets"]:
        found = {line["solver"]: line for line in each["lines"]}
        assert found[solvers[0]]["outcome"] == found[solvers[1]]["outcome"] == "ERROR"
        assert found[solvers[0]]["reason"] == "ended by the signal SIGABRT"
        assert found[solvers[1]]["reason"] == "SystemExit: 3"
        assert found[solvers[2]]["speed"]


def file_again(file: Path) -> Path:
    (again := file.with_name("again.txt")).write_text(NINE)
    return again


def test_what_needs_an_extra_is_named_with_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = backends()["exact-cover-bits"]
    gone = replace(some, needs=(Need("no_such_module", ("z3-solver",)),))
    known = {"exact-cover-bits": some, "gone": gone}
    monkeypatch.setattr("importlib.metadata.requires", lambda _: ['z3-solver>=4; extra == "smt"'])
    monkeypatch.setattr("accord.bench.speed.contestants.handwritten", lambda all_: known)
    _, text, _ = accord("speed", file, "--time", "5ms", "--repeat", "1", "-q")
    assert "not installed: gone needs z3-solver: pip install 'z3-solver>=4'." in text
