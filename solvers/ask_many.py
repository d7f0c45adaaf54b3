"""Asking one solver many puzzles, in this process, and verifying what it says.

A backend that takes arrays (`Backend.many`) gets them whole; any other one is asked puzzle by
puzzle, and the arrays are filled here.  Either way every solution that is handed on has been
verified, and a count below the limit is the solver's claim that there are no more: one that gave
up before that ends the call with an error, as an array has no place for "unknown".
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from accord.puzzles.batch import Batch
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.answer import Answer, WrongAnswerError, answer, verified
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.check_many import broken, faulty
from accord.solvers.interface import UnsupportedError
from accord.solvers.many import Answers, Many
from accord.solvers.registry import Selection

if TYPE_CHECKING:
    from collections.abc import Sequence


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
        WrongAnswerError: a grid is no solution; names the puzzle by its number, from one.
        GaveUpError: the solver stopped without a proof; names the puzzle.
    """
    from numpy import concatenate

    Budget(limit=limit)  # complains of a limit below one
    if threads < 1:
        raise ValueError(f"found {threads} threads, expected at least 1")
    if threads > 1 and many_of(chosen) is None:
        raise UnsupportedError(f"{chosen}: found {threads} threads, expected 1: it takes no arrays")
    found: list[Answers] = []
    number = 1
    for part in parts:
        _check_size(part, found, number)
        _check_supported(chosen, part)
        if isinstance(part, Batch) and (many := many_of(chosen)):
            answers = _asked(chosen, many, part, limit, threads, number)
        else:
            answers = _one_by_one(chosen, part, limit, number)
        found.append(answers)
        number += len(answers.counts)
    if not found:
        raise MalformedPuzzleError("found no puzzle, expected at least one")
    if len(found) == 1:
        return found[0]
    return Answers(
        concatenate([answers.solutions for answers in found]),
        concatenate([answers.counts for answers in found]),
        concatenate([answers.guesses for answers in found]),
    )


def many_of(chosen: Selection) -> Many | None:
    """What takes arrays of puzzles, if this solver with these settings does."""
    return None if chosen.settings_text else chosen.backend.many


def unverified(many: Many, batch: Batch, limit: int | None, threads: int) -> Answers:
    """What a solver says of a batch, of which it gets a copy that it may write to.

    Raises:
        WrongAnswerError: the arrays do not fit together, or the counts exceed the limit.
    """
    from numpy import array

    answers = many(batch.shape, array(batch.givens), limit, threads)
    number, cells = batch.givens.shape
    shapes = answers.solutions.shape, answers.counts.shape, answers.guesses.shape
    if shapes != ((number, cells), (number,), (number,)):
        raise WrongAnswerError(f"found arrays of {shapes}, expected answers to {number} puzzles")
    least, most = (answers.counts.min(), answers.counts.max()) if number else (0, 0)
    if least < 0 or (limit is not None and most > limit):
        expected = "0 or more" if limit is None else f"0 to {limit}"
        raise WrongAnswerError(f"found counts of {least} to {most}, expected {expected}")
    return answers


def wrong_rows(batch: Batch, answers: Answers) -> "Sequence[int]":
    """The rows in which something is handed on as a solution and is none."""
    from numpy import flatnonzero

    return faulty(batch, answers.solutions, flatnonzero(answers.counts))


def _asked(
    chosen: Selection, many: Many, batch: Batch, limit: int | None, threads: int, number: int
) -> Answers:
    answers = unverified(many, batch, limit, threads)
    for row in wrong_rows(batch, answers):
        wrong = "; ".join(list(broken(batch, answers.solutions, row))[:3])
        grid = Grid(answers.solutions[row].tolist())
        raise WrongAnswerError(
            f"puzzle {number + row}: {chosen} yields {grid}, no solution: {wrong}"
        )
    return answers


def _one_by_one(chosen: Selection, part: Batch | Puzzle, limit: int | None, number: int) -> Answers:
    from numpy import array, int64, uint8, zeros

    cells = part.shape.size * part.shape.size
    size = len(part) if isinstance(part, Batch) else 1
    solutions = zeros((size, cells), uint8)
    counts, guesses = [], []
    for row, puzzle in enumerate(_puzzles(part)):
        said = _answer(chosen, puzzle, limit, number + row)
        if said.solutions:
            solutions[row] = said.solutions[0]
        counts.append(len(said.solutions))
        guesses.append(said.counters.get("guesses", -1))
    return Answers(solutions, array(counts, int64), array(guesses, int64))


def _puzzles(part: Batch | Puzzle) -> Iterator[Puzzle]:
    return map(part.puzzle, range(len(part))) if isinstance(part, Batch) else iter([part])


def _answer(chosen: Selection, puzzle: Puzzle, limit: int | None, number: int) -> Answer:
    said = answer(chosen.backend.solve, puzzle, limit=limit, **chosen.settings)
    try:
        verified(said, puzzle, str(chosen))
    except WrongAnswerError as error:
        raise WrongAnswerError(f"puzzle {number}: {error}") from None
    if not said.exhausted and (limit is None or len(said.solutions) < limit):
        raise GaveUpError(f"puzzle {number}: {chosen} gave up: {said.reason}")
    return said


def _check_size(part: Batch | Puzzle, found: "Sequence[Answers]", number: int) -> None:
    cells = part.shape.size * part.shape.size
    if found and cells != (expected := found[0].solutions.shape[1]):
        raise MalformedPuzzleError(
            f"puzzle {number}: found {cells} cells, expected {expected} as in those before it"
        )


def _check_supported(chosen: Selection, part: Batch | Puzzle) -> None:
    puzzle = part.blank if isinstance(part, Batch) else part
    if reason := chosen.backend.unsupported(puzzle):
        raise UnsupportedError(f"{chosen.name}: {reason}")
