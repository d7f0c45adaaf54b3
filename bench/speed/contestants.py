"""The contestants in a comparison of speed, and how each of them is asked.

    contestant                  asked                         the clock runs
    -------------------------   ---------------------------   ------------------------------
    a backend with `many`       all puzzles in one call,      from the call to its return
                                one thread
    any other backend           one by one, as `accord.solve` while it works, and while its
                                does, limit 2                 budget and its answer are made
    the yardstick (norvig.py)   one by one, limit 2           while it works
    a program (programs.py)     one run, a line a puzzle      from its start to its end, less
                                                              its start-up

The clock is CPU time of the solver's process with its children: this one, or one of its own
(own_process.py).  Not counted are imports, compilation, what
a backend prepares for a shape, the making of the Puzzle objects, and the checking of answers.  Of
contestants that are asked one by one the time of each puzzle is taken.  Details:
docs/explanation/measuring.md.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy
from numpy.typing import NDArray

from accord.bench.speed import norvig
from accord.puzzles import Grid, Puzzle, Shape, shape
from accord.puzzles.batch import Batch
from accord.solvers.answer import Answer, answer
from accord.solvers.backend import Backend
from accord.solvers.budget import OUT_OF_TIME, now
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import Selection

if TYPE_CHECKING:
    from accord.solvers.interface import Grids, Numbers

LIMIT = 2  # solutions asked for: one is the answer, the other one would refute that it is the only
UNKNOWN = -1  # a count, or guesses, of which nothing is known
YARDSTICK = "norvig"  # what the port is called

Question = TypeVar("Question")
Found = TypeVar("Found")


class NoSpeedError(Exception):
    """A contestant has no speed: outcome and reason."""

    def __init__(self, outcome: str, reason: str) -> None:
        super().__init__(outcome, reason)
        self.outcome = outcome  # WRONG, ERROR, GAVE UP, TOO SLOW, UNCLEAR, UNSUPPORTED
        self.reason = reason


@dataclass(frozen=True)
class TimedAnswers:
    """The answers of a contestant about N puzzles, and the time they took."""

    counts: Numbers  # N: solutions, no more than LIMIT; UNKNOWN where it gave none
    solutions: Grids  # N x cells: the first one of each puzzle, zeros where there is none
    others: Grids | None  # N x cells: the second one of each; None where they are not shown
    guesses: Numbers  # N; UNKNOWN where it does not count them
    seconds: float  # CPU time
    each: NDArray[numpy.float64] | None = None  # N: CPU seconds of each puzzle, where taken
    finished: bool = True  # it was not stopped because it took too long
    gave_up: str = ""  # why it decided nothing about some puzzle, though it had time
    start_up: float | None = None  # CPU seconds that have been subtracted
    start_up_spread: float = 0.0  # CPU seconds by which start-ups differ
    must_show: bool = True  # a count without a grid is wrong


# Called with a shape, N x cells givens, and the seconds after which it may be stopped.
Ask = Callable[[Shape, "Grids", float], TimedAnswers]


@dataclass(frozen=True)
class Contestant:
    """A solver or program in a comparison of speed."""

    name: str
    ask: Ask
    how: str  # one by one, array or program
    version: str = ""
    unsupported: Callable[[Puzzle], str] = lambda puzzle: ""  # why it cannot be asked this
    limit_known: bool = True  # it is asked for two solutions, so that it has to find them
    end: Callable[[], None] = lambda: None  # called when it is asked no more


def handwritten(known: Mapping[str, Backend]) -> dict[str, Backend]:
    """The backends whose search is accord's own, available or not, by name.

    They say so, or stand alone: a backend that needs no library and no program, and decides every
    puzzle in the end.
    """
    chosen = {name: backend.chosen_by({}) for name, backend in known.items()}
    return {
        name: backend
        for name, backend in chosen.items()
        if backend.complete and (backend.engine == "handwritten" or not backend.needs)
    }


def yardstick() -> Contestant:
    """The port of Norvig's solver; it takes 9x9 puzzles with boxes of 3x3 and no further rules."""

    def ask(figure: Shape, givens: Grids, time_limit: float) -> TimedAnswers:
        found, each = _timed(
            givens.tolist(), lambda row, left: norvig.solve(row, LIMIT), time_limit
        )
        claims = [Answer(tuple(map(Grid, grids)), len(grids) < LIMIT) for grids in found]
        return _timed_answers(claims, each, givens)

    def unsupported(puzzle: Puzzle) -> str:
        return "" if puzzle.shape == shape(9) else "it takes 9x9 puzzles with 3x3 boxes only"

    return Contestant(YARDSTICK, ask, "one by one", unsupported=unsupported)


def in_process(chosen: Selection) -> Contestant:
    """A backend of accord, or another solver, in this process."""
    backend = chosen.backend
    ask = _in_one_call(backend) if chosen.takes_arrays else _one_by_one(chosen)
    how = "array" if chosen.takes_arrays else "one by one"
    return Contestant(str(chosen), ask, how, chosen.version, backend.unsupported)


def _in_one_call(backend: Backend) -> Ask:
    def ask(figure: Shape, givens: Grids, time_limit: float) -> TimedAnswers:
        start = now().cpu
        found = backend.answers(Batch(figure, givens), LIMIT)
        seconds = now().cpu - start
        if found.solutions.shape != givens.shape or found.counts.shape != givens.shape[:1]:
            raise ValueError(f"found {len(found.counts)} answers, expected {len(givens)}")
        return TimedAnswers(found.counts, found.solutions, None, found.guesses, seconds)

    return ask


def _one_by_one(chosen: Selection) -> Ask:
    backend, settings = chosen.backend, chosen.settings

    def asked(puzzle: Puzzle, left: float) -> Answer:
        return answer(backend, puzzle, limit=LIMIT, seconds=left, **settings)

    def ask(figure: Shape, givens: Grids, time_limit: float) -> TimedAnswers:
        puzzles = [Puzzle(figure, Grid(row)) for row in givens.tolist()]
        if backend.prepare is not None and puzzles:
            backend.prepare(puzzles[0], **settings)
        return _timed_answers(*_timed(puzzles, asked, time_limit), givens)

    return ask


def _timed(
    questions: Iterable[Question], ask: Callable[[Question, float], Found], time_limit: float
) -> tuple[list[Found], list[float]]:
    """The answers to the questions, one by one, and the CPU seconds of each.

    There are fewer of both where the time limit is over before the last question.
    """
    found, each, spent = list[Found](), list[float](), 0.0
    last = now().cpu
    for question in questions:
        if spent >= time_limit:
            break
        found.append(ask(question, time_limit - spent))
        since, last = last, now().cpu
        each.append(last - since)
        spent += last - since
    return found, each


def _timed_answers(claims: Sequence[Answer], each: Sequence[float], givens: Grids) -> TimedAnswers:
    """The answers as arrays; of puzzles that were not asked any more nothing is known."""
    number, cells = givens.shape
    counts, guesses = (numpy.full(number, UNKNOWN, numpy.int64) for _ in range(2))
    solutions, others = (numpy.zeros((number, cells), numpy.uint8) for _ in range(2))
    for place, claim in enumerate(claims):
        if claim.exhausted or len(claim.solutions) >= LIMIT:
            counts[place] = len(claim.solutions)
        guesses[place] = claim.counters.get("guesses", UNKNOWN)
        for grid, rows in zip(claim.grids, (solutions, others), strict=False):
            rows[place] = _row(grid, cells)
    reasons = [claim.reason for place, claim in enumerate(claims) if counts[place] == UNKNOWN]
    return TimedAnswers(
        counts,
        solutions,
        others,
        guesses,
        sum(each),
        numpy.array(each) if len(each) == number else None,
        finished=len(claims) == number and OUT_OF_TIME not in reasons,
        gave_up=next((reason for reason in reasons if reason != OUT_OF_TIME), ""),
    )


def _row(grid: Grid, cells: int) -> Sequence[int]:
    """A grid as a row of an array; one that fits into none is blank, which is no solution."""
    fits = len(grid) == cells and min(grid) >= 0 and max(grid) < 256
    return grid if fits else [0] * cells


def asked_without_garbage(
    contestant: Contestant, figure: Shape, givens: Grids, time_limit: float
) -> TimedAnswers:
    """The contestant's answers, timed while no garbage of the harness is left to collect.

    Raises:
        NoSpeedError: it raised something, which may be anything.
    """
    gc.collect()
    gc.freeze()
    try:
        return contestant.ask(figure, givens.copy(), time_limit)
    except NoSpeedError:
        raise
    except UnsupportedError as error:
        raise NoSpeedError("UNSUPPORTED", str(error)) from None
    except Exception as error:
        raise NoSpeedError("ERROR", f"{type(error).__name__}: {error}") from None
    finally:
        gc.unfreeze()
