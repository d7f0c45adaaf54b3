"""The judge refutes every wrong solver, through real worker processes, for the right reason."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from accord.bench.judge.judge import Judgement
from accord.bench.run.check import check_all
from accord.bench.run.report import ReportedClaim
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.files.texts import read
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from places import ROOT, SUPPORT

WRONG_SOLVERS = SUPPORT / "wrong_solvers.py"
HONEST = ("backtracking-mrv", "sat-pycosat")

UNIQUE = read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLVED = "1234341221434321"
TWO = read("..34 3412 ..43 4321".replace(" ", ""))
TINY = [read(SOLVED[:cell] + "." + SOLVED[cell + 1 :]) for cell in range(6)]  # asked repeatedly
EMPTY = read("." * 16)
SIX = read("." * 36)
X = Puzzle(shape(4, rules=["diagonals"]), Grid([0] * 16))
MARKED = Puzzle(shape(4), Grid([0] * 16), (frozenset({1, 2}),) * 2 + (frozenset(range(1, 5)),) * 14)
MANY = [
    Puzzle(shape(4), Grid([a, b, 0, 0, 0, 0, c, 0, *[0] * 8]))
    for a in range(5)
    for b in range(5)
    for c in range(5)
    if not a or a != b
]
SEVERAL = [EMPTY, X, UNIQUE, TWO, UNIQUE, TWO, SIX]


class Lie(NamedTuple):
    """What to ask a wrong solver, and what must become of it."""

    puzzles: list[Puzzle]
    outcome: str
    by: str  # what the refutation says, or the reason of the outcome
    limit: int | None = 2


REFUTED = {
    "shifts_the_boxes": Lie(SEVERAL, "OK", "box 1 repeats"),
    "drops_the_boxes": Lie([EMPTY, MARKED], "OK", "box 1 repeats", None),
    "drops_the_diagonals": Lie(SEVERAL, "OK", "diagonal from top"),
    "says_no_solution": Lie([UNIQUE], "OK", "claims no solution, but"),
    "repeats_its_first_answer": Lie(SEVERAL, "OK", "values, expected"),
    "repeats_a_grid": Lie([UNIQUE], "OK", "more than once"),
    "repeats_the_150th_grid": Lie([EMPTY, MARKED], "OK", "more than once", None),
    "changes_a_given": Lie([UNIQUE], "OK", "is given"),
    "stops_after_one": Lie(SEVERAL, "OK", "claims no solution besides its 1"),
    "stops_one_grid_early": Lie([EMPTY, MARKED], "OK", "besides its 287", None),
    "lies_when_there_are_several": Lie(SEVERAL, "OK", "is given"),
    "lies_once_in_twenty": Lie(MANY, "OK", "claims no solution, but"),
    "lies_on_boxes_of_two_by_three": Lie(SEVERAL, "OK", "repeats"),
    "lies_after_fifty_calls": Lie(MANY, "OK", "repeats"),
    "lies_every_other_call": Lie(TINY, "OK", "yields another when it is asked again"),
    "takes_its_first_answer_back": Lie(TINY, "ERROR", "claims no solution, but"),
    "raises_after_its_first_answer": Lie(TINY, "ERROR", "claims no solution, but"),
    "drops_a_grid_every_fiftieth_call": Lie(TINY, "OK", "yields another when it is asked"),
    "ignores_candidates": Lie([EMPTY, MARKED], "OK", "but its candidates are 1 2", None),
    "leaves_a_blank": Lie([UNIQUE], "OK", "holds 0, expected 1..9"),
    "forgets_a_cell": Lie([UNIQUE], "OK", "found 80 values, expected 81"),
}
FAILED = {
    "sleeps": Lie([UNIQUE], "TIMEOUT", "ended from outside"),
    "answers_late": Lie([UNIQUE], "TIMEOUT", "overran its limit"),
    "ignores_signals_and_spins": Lie([UNIQUE], "TIMEOUT", "ended from outside"),
    "yields_and_then_sleeps": Lie([UNIQUE], "TIMEOUT", "ended from outside"),
    "crashes": Lie([UNIQUE], "ERROR", "SIGSEGV"),
    "leaves_without_a_word": Lie([UNIQUE], "ERROR", "exited with code 0"),
    "leaves_a_child_behind": Lie([UNIQUE], "ERROR", "exited with code 3"),
    "begins_again_and_again": Lie([UNIQUE], "ERROR", "protocol"),
    "counts_below_zero": Lie([UNIQUE], "ERROR", "spent nodes=-5"),
    "counts_beyond_all_numbers": Lie([UNIQUE], "ERROR", "expected whole numbers"),
    "raises_what_cannot_be_printed": Lie([UNIQUE], "ERROR", r"LookupError: ? \x1b[31m verdict:"),
    "runs_out_of_memory": Lie([UNIQUE], "MEMOUT", "memory"),
    "raises": Lie([UNIQUE], "ERROR", "lost the thread"),
    "closes_every_pipe": Lie([UNIQUE], "ERROR", "Bad file descriptor"),
    "writes_garbage_to_every_pipe": Lie([UNIQUE], "ERROR", "protocol"),
    "yields_words": Lie([UNIQUE], "ERROR", "expected integers"),
    "returns_a_list": Lie([UNIQUE], "ERROR", "expected a generator"),
    "sleeps_in_its_grid": Lie([UNIQUE], "TIMEOUT", "ended from outside"),
}


@cache
def judgements(
    puzzles: tuple[Puzzle, ...], seconds: float, limit: int | None, names: tuple[str, ...]
) -> dict[str, list[Judgement]]:
    """Those of wrong solvers that are asked together with honest ones, which are not refuted."""
    instances = [Instance(f"#{number}", puzzle) for number, puzzle in enumerate(puzzles)]
    solvers = [f"{WRONG_SOLVERS}:{name}" for name in names]
    found: dict[str, list[Judgement]] = {name: [] for name in names}
    terms = Terms(Limits(seconds), limit, once=puzzles != tuple(TINY))
    for _, verdict in check_all(instances, [*HONEST, *solvers], terms):
        for honest in verdict.runs[: len(HONEST)]:
            assert honest.category == "correct", honest
        assert verdict.grade in ("agreed", "certified")
        for name, solver, suspect in zip(names, solvers, verdict.runs[2:], strict=True):
            assert (solver in verdict.refuted) == (suspect.category == "wrong")
            assert solver not in verdict.supporters or suspect.category == "correct"
            found[name].append(suspect)
    return found


def asked(lie: Lie) -> tuple[tuple[Puzzle, ...], float, int | None]:
    return tuple(lie.puzzles), 2.0 if lie.outcome == "TIMEOUT" else 60.0, lie.limit


def runs_of(name: str, lie: Lie) -> list[Judgement]:
    """The judgements of a wrong solver; those that are asked the same are asked at once."""
    alike = [each for each, other in (REFUTED | FAILED).items() if asked(other) == asked(lie)]
    return judgements(*asked(lie), tuple(alike))[name]


@pytest.mark.parametrize("name", REFUTED)
def test_a_wrong_answer_is_refuted_by_name(name: str) -> None:
    lie = REFUTED[name]
    wrong = [run for run in runs_of(name, lie) if run.category == "wrong"]
    assert {run.run.outcome for run in wrong} <= {"OK", lie.outcome}
    named = [run for run in wrong if run.run.outcome == lie.outcome]  # if not late
    assert any(lie.by in reason for run in named for reason in run.refutations)


@pytest.mark.parametrize("name", FAILED)
def test_a_failure_is_no_answer(name: str) -> None:
    lie = FAILED[name]
    (suspect,) = runs_of(name, lie)
    assert suspect.run.outcome == lie.outcome
    assert suspect.category == ("unknown" if lie.outcome == "TIMEOUT" else "error")
    assert not suspect.run.exhausted
    assert isinstance(suspect.run, ReportedClaim)
    assert lie.by in suspect.run.report.reason


def test_what_was_yielded_in_time_remains_evidence() -> None:
    solver = f"{WRONG_SOLVERS}:yields_and_then_sleeps"
    ((_, verdict),) = check_all([Instance("two", TWO)], [solver], Terms(Limits(6.0), None))
    assert verdict.runs[0].run.outcome == "TIMEOUT"
    assert verdict.said == "multiple (certified: 1 solver, 1 engine)"


NO_LIES = {
    "prints_a_flood": "correct",
    "counts_what_nobody_asked": "correct",
    "answers_twice_over": "correct",  # what its copy writes is left out
    "gives_up": "unknown",
}


@pytest.mark.parametrize("name", NO_LIES)
def test_noise_and_giving_up_are_no_lies(name: str) -> None:
    found = judgements((UNIQUE, TWO), 60.0, 2, tuple(NO_LIES))[name]
    assert [each.category for each in found] == [NO_LIES[name]] * 2


ENDLESS = """
from accord.solvers.interface import GaveUpError, UnsupportedError

def talks(puzzle, budget):
    raise GaveUpError("x" * 10**7)
    yield

def refuses(puzzle, budget):
    raise UnsupportedError("x" * 10**7)
    yield

def spreads(puzzle, budget):
    yield (1,) * 10**6
"""


def test_what_a_solver_says_takes_little_room_in_a_row(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    solvers = [f"{tmp_path}/endless.py:{name}" for name in ("talks", "refuses", "spreads")]
    instances = [Instance("#0", EMPTY)]
    ((_, verdict),) = check_all(instances, [*HONEST, *solvers], Terms(Limits(60.0)))
    talks, refuses, spreads = (each.run for each in verdict.runs[2:])
    assert isinstance(talks, ReportedClaim)
    assert isinstance(refuses, ReportedClaim)
    assert (talks.outcome, refuses.outcome) == ("OK", "UNSUPPORTED")
    assert (talks.report.flags, talks.exhausted) == ((), False)
    assert len(talks.report.reason) == len(refuses.report.reason) == 500
    assert len(spreads.solutions[0]) == 17
    assert [*verdict.refuted] == [solvers[2]]


@pytest.mark.parametrize(("limit", "outcome"), [(2, "ERROR"), (None, "TIMEOUT")])
def test_a_solver_that_writes_grids_without_end_is_ended(limit: int | None, outcome: str) -> None:
    solver = f"{WRONG_SOLVERS}:talks_without_end"
    ((_, verdict),) = check_all([Instance("one", UNIQUE)], [solver], Terms(Limits(0.2), limit))
    assert verdict.runs[0].run.outcome == outcome


def test_the_page_on_verdicts_states_the_detection_rate() -> None:
    """All of them: each has a test above."""
    page = (ROOT / "docs" / "explanation" / "verdicts.md").read_text(encoding="utf-8")
    for lies, ending in ((REFUTED, "wrong solvers are refuted"), (FAILED, "failures are named")):
        assert f"{len(lies)} of {len(lies)} {ending}" in " ".join(page.split())
