"""Asking one solver many puzzles, in this process, and verifying what it claims.

A backend that takes arrays (`Backend.many`) gets them whole; any other one is asked puzzle by
puzzle, and the arrays are filled here.  Either way it gets copies, every solution that is handed on
has been verified, and a count below the limit is the solver's claim that there are no more: one
that gave up before that ends the call with an error, as an array has no place for "unknown".
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from accord.puzzles import MalformedPuzzleError, Shape
from accord.puzzles.batch import Batch
from accord.solvers.answer import Answer, WrongAnswerError, answer, verified
from accord.solvers.backend import Backend
from accord.solvers.budget import expect_limit, expect_whole
from accord.solvers.check_many import are_solutions, is_solution
from accord.solvers.interface import UNDECIDED, Answers, GaveUpError, Grid, Puzzle, UnsupportedError
from accord.solvers.registry import Selection
from accord.solvers.settings import MOST_THREADS, SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 6  # puzzles whose solutions are verified one by one, in less time than as an array


def ask_many(
    chosen: Selection, parts: Iterable[Batch | Puzzle], limit: int | None, threads: int = 1
) -> Answers:
    """The verified answers to all puzzles, in their order.

    Args:
        chosen: the solver, which can run here.
        parts: the puzzles; all have the same number of cells.
        limit: how many solutions of each are asked for; None for all.
        threads: how many may work at a time, of a solver that takes arrays.

    Raises:
        MalformedPuzzleError: they differ in size, or there are none.
        UnsupportedError: the solver cannot be asked this, or not on more than one thread.
        SettingError: that many threads make no sense.
        WrongAnswerError: a grid is no solution; names the puzzle by its number, from one.
        GaveUpError: the solver stopped without a proof; names the puzzle.
    """
    limit = expect_limit(limit)
    expect_whole("threads", threads, most=MOST_THREADS, error=SettingError)
    if threads > 1 and not chosen.takes_arrays:
        raise UnsupportedError(f"{chosen}: found {threads} threads, expected 1: it takes no arrays")
    found: list[Answers] = []
    number = 1
    for part in parts:
        _check_size(part, found, number)
        chosen.check(part.blank if isinstance(part, Batch) else part)
        if isinstance(part, Batch) and chosen.takes_arrays:
            answers = _all_at_once(chosen, part, limit, threads, number)
        else:
            answers = _one_by_one(chosen, part, limit, number)
        found.append(answers)
        number += len(answers.counts)
    if not found:
        raise MalformedPuzzleError("found no puzzle, expected at least one")
    return found[0] if len(found) == 1 else _joined(found)


def _joined(found: "Sequence[Answers]") -> Answers:
    from numpy import concatenate

    arrays = ((each.solutions, each.counts, each.guesses) for each in found)
    return Answers(*map(concatenate, zip(*arrays, strict=True)))


def unverified(
    backend: Backend, batch: Batch, limit: int | None, threads: int, seconds: float | None = None
) -> Answers:
    """The claims of a solver about a copy of a batch, checked for shapes and ranges alone.

    Args:
        backend: the solver, which takes arrays.
        batch: the puzzles.
        limit: how many solutions of each are asked for; None for all.
        threads: how many may work at a time.
        seconds: for each puzzle; what might take longer may be UNDECIDED.

    Raises:
        WrongAnswerError: the arrays do not fit together, or the counts are not of this question.
    """
    answers = backend.answers(batch, limit, threads, seconds)
    number, cells = batch.givens.shape
    shapes = answers.solutions.shape, answers.counts.shape, answers.guesses.shape
    if shapes != ((number, cells), (number,), (number,)):
        raise WrongAnswerError(f"found arrays of {shapes}, expected answers to {number} puzzles")
    if answers.solutions.dtype != "uint8":
        raise WrongAnswerError(f"found solutions of {answers.solutions.dtype}, expected uint8")
    least, most = (answers.counts.min(), answers.counts.max()) if number else (0, 0)
    fewest = 0 if seconds is None else UNDECIDED
    if least < fewest or (limit is not None and most > limit):
        expected = f"{fewest} or more" if limit is None else f"{fewest} to {limit}"
        raise WrongAnswerError(f"found counts of {least} to {most}, expected {expected}")
    return answers


def wrong_rows(batch: Batch, answers: Answers) -> "Sequence[int]":
    """The rows in which a grid is claimed to be a solution and is none."""
    if len(batch) < FEW:
        claimed = enumerate(answers.counts.tolist())
        solutions = answers.solutions
        return [row for row, n in claimed if n > 0 and not is_solution(batch, solutions, row)]
    from numpy import flatnonzero

    wrong = ~are_solutions(batch, answers.solutions) & (answers.counts > 0)
    rows: list[int] = flatnonzero(wrong).tolist()
    return rows


def _all_at_once(
    chosen: Selection, batch: Batch, limit: int | None, threads: int, number: int
) -> Answers:
    trusted = Batch(_trusted(batch.shape), batch.givens)
    answers = unverified(chosen.backend, batch, limit, threads)
    for row in wrong_rows(trusted, answers):
        claimed = Answer((Grid(answers.solutions[row].tolist()),), exhausted=False)
        _verified(claimed, chosen, trusted.puzzle(row), number + row)
    return answers


def _one_by_one(chosen: Selection, part: Batch | Puzzle, limit: int | None, number: int) -> Answers:
    from numpy import array, int64, uint8, zeros

    size = len(part) if isinstance(part, Batch) else 1
    solutions = zeros((size, len(part.shape.cells)), uint8)
    counts, guesses = [], []
    theirs, trusted = part.shape.copy(), _trusted(part.shape)
    for row, puzzle in enumerate(_puzzles(part)):
        given = puzzle.with_shape(theirs)
        found = answer(chosen.backend, given, limit=limit, **chosen.settings)
        _verified(found, chosen, puzzle.with_shape(trusted), number + row)
        count = len(found.solutions)
        if not found.exhausted and (limit is None or count < limit):
            raise GaveUpError(f"puzzle {number + row}: {chosen} gave up: {found.reason}")
        solutions[row] = found.solutions[0] if count else 0
        counts.append(count)
        guesses.append(found.counters.get("guesses", -1))
    return Answers(solutions, array(counts, int64), array(guesses, int64))


@lru_cache(maxsize=64)
def _trusted(shape: Shape) -> Shape:
    """A copy that no solver gets; what is derived from it is kept for the next call."""
    return shape.copy()


def _puzzles(part: Batch | Puzzle) -> Iterator[Puzzle]:
    return map(part.puzzle, range(len(part))) if isinstance(part, Batch) else iter([part])


def _verified(found: Answer, chosen: Selection, puzzle: Puzzle, number: int) -> None:
    try:
        verified(found, puzzle, str(chosen))
    except WrongAnswerError as error:
        raise WrongAnswerError(f"puzzle {number}: {error}") from None


def _check_size(part: Batch | Puzzle, found: "Sequence[Answers]", number: int) -> None:
    cells = len(part.shape.cells)
    if found and cells != (expected := found[0].solutions.shape[1]):
        raise MalformedPuzzleError(
            f"puzzle {number}: found {cells} cells, expected {expected} as in those before it"
        )
