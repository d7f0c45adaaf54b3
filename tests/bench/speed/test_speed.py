"""Comparisons of speed: paired, judged, and complete.  How fast anybody is stands nowhere here."""

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import numpy
import pytest

from accord.bench.speed.contestants import (
    LIMIT,
    YARDSTICK,
    Contestant,
    TimedAnswers,
    handwritten,
    in_process,
    yardstick,
)
from accord.bench.speed.forms import forms, puzzle_sets
from accord.bench.speed.throughput import (
    SpeedLine,
    SpeedRun,
    measured,
    ranked,
)
from accord.bench.speed.truth import fault, probes, solutions_of
from accord.puzzles import Grid, MalformedPuzzleError, Puzzle, shape
from accord.puzzles.files.texts import read
from accord.solvers.interface import Answers
from accord.solvers.registry import Selection, backends, usable
from accord.views.tables.speed import SpeedComparison, as_json

if TYPE_CHECKING:
    from accord.puzzles.sudoku.shape import Shape
    from accord.solvers.interface import Grids

from speed_contestants import (
    EASY,
    FOUR,
    GRID,
    NINE,
    UNIQUE,
    four,
    honest,
    lines_of,
    pretending,
    solve_four,
    written,
)


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
