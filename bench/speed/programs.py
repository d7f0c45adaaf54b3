"""Programs that take part in a comparison of speed: any that reads puzzles and prints a line each.

It is run once for thousands of puzzles, without a shell.  It finds a puzzle a line, on its standard
input or in the file that stands for `{file}` in its command, blanks as `.` or `0`.  For each, in
this order, it prints a line, whose fields are separated by blanks or any of `: , ; | = ( )` or
quotation marks:

    field                                             it means
    -----------------------------------------------   --------------------------------------------
    as long as the puzzle, with blanks                the puzzle again, or that there is no grid
    as long as the puzzle, without blanks             a solution; a second one may follow
    the first of the others that is a whole number    how many solutions it found, 2 or more: many

So `solution`, `puzzle,solution` and `puzzle:count:solution` are understood, and so is a count
without a grid.  A line without any of the three is passed over as a comment.  If there are not as
many lines as puzzles, or the program does not end with code 0, it has no speed.  Its answers are
judged like those of any contestant; its time is CPU time without its start-up, the median of
START_UPS runs on a solved grid.  Details, and an example: docs/explanation/measuring.md.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import numpy

from accord.bench.speed.contestants import UNKNOWN, Contestant, NoSpeedError, TimedAnswers
from accord.bench.speed.truth import any_grid
from accord.puzzles import Puzzle, Shape
from accord.puzzles.grid import SYMBOLS
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.programs.program import path_of, run, version_of

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

START_UPS = 3
LONGEST_START_UP = 20.0  # seconds of wall time
FILE = "{file}"
_BETWEEN = re.compile(r"[\s:,;|=()\"']+")
_NUMBER = re.compile(r"[0-9]{1,18}")
_BLANK = str.maketrans("0*_", "...")


@dataclass(frozen=True)
class LineProgram:
    """A program as --program names it: NAME=COMMAND."""

    name: str
    command: tuple[str, ...]
    blank: str = "."

    @property
    def path(self) -> str:
        """The path of the program; empty where it is not found."""
        return path_of(self.command[0])

    def contestant(self) -> Contestant:
        """The program as one that takes part."""
        return Contestant(
            self.name,
            self._ask,
            "program",
            version_of(self.path, ()),
            _unsupported,
            limit_known=False,
        )

    def _ask(self, shape: Shape, givens: Grids, time_limit: float) -> TimedAnswers:
        with TemporaryDirectory(prefix="accord-speed-") as folder:
            file = Path(folder, "puzzles.txt")
            solved = numpy.array([any_grid(shape)], numpy.uint8)
            start_ups = [self._start_up(file, solved, time_limit) for _ in range(START_UPS)]
            ended = self._run(file, givens, time_limit + max(each.wall for each in start_ups))
        spent = [each.seconds for each in start_ups]
        return replace(
            _timed_answers(ended.lines, givens),
            seconds=max(0.0, ended.seconds - median(spent)),
            start_up=median(spent),
            start_up_spread=max(spent) - min(spent),
        )

    def _start_up(self, file: Path, solved: Grids, time_limit: float) -> _Ended:
        """A run on a solved grid.

        Raises:
            NoSpeedError: it did not end.
        """
        seconds = max(time_limit, LONGEST_START_UP)
        ended = self._run(file, solved, seconds)
        if ended.lines is None:
            reason = f"its start-up took more than {seconds:g} s of wall time"
            raise NoSpeedError("TOO SLOW", reason)
        return ended

    def _run(self, file: Path, givens: Grids, time_limit: float) -> _Ended:
        file.write_bytes(as_lines(givens, self.blank))
        command = [part.replace(FILE, str(file)) for part in self.command]
        stdin = None if any(FILE in part for part in self.command) else file
        meter = _Meter(time_limit)
        meter.resume()
        try:
            ended = run([self.path, *command[1:]], meter, stdin)
        except GaveUpError:
            return _Ended(meter.used, meter.worked, None)
        except RuntimeError as error:
            raise NoSpeedError("ERROR", str(error)) from None
        if ended.code:
            raise NoSpeedError("ERROR", f"it ended with {ended.manner}")
        return _Ended(meter.used, meter.worked, ended.output.splitlines())


class _Ended(NamedTuple):
    seconds: float  # CPU time
    wall: float  # seconds
    lines: list[str] | None  # None where it was stopped


class _Meter(Budget):
    """A budget that knows what the programs alone have used."""

    used = 0.0  # CPU seconds

    @property
    def worked(self) -> float:
        """Seconds of wall time until now, when it ends."""
        self.pause()
        return self.total.wall

    def waited_for(self, cpu: float, memory: int) -> None:
        self.used += cpu
        super().waited_for(cpu, memory)


def read_program(text: str, blank: str) -> LineProgram:
    """The program that NAME=COMMAND says.

    Raises:
        ValueError: it says none, or there is no such program.
    """
    name, separator, command = text.partition("=")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise ValueError(f"{text!r}: {error}") from None
    if not separator or not name.strip() or not words:
        raise ValueError(f"found {text!r}, expected NAME=COMMAND")
    program = LineProgram(name.strip(), words, blank)
    if not program.path:
        raise ValueError(f"{name.strip()}: found no program {words[0]!r}")
    return program


def as_lines(givens: Grids, blank: str) -> bytes:
    """Puzzles of up to 35 values as text, a line each.

    Args:
        givens: N x cells.
        blank: the character of a blank.
    """
    symbols = numpy.frombuffer((blank + SYMBOLS[1:]).encode(), numpy.uint8)
    text = numpy.full((len(givens), givens.shape[1] + 1), ord("\n"), numpy.uint8)
    text[:, :-1] = symbols[givens]
    return text.tobytes()


@dataclass(frozen=True)
class _LineAnswer:
    """The answer in a line of a program's output."""

    count: int  # UNKNOWN where it does not say
    grids: list[str]
    has_grid: bool  # a puzzle or a grid stands in it


def read_line(line: str, puzzle: str) -> _LineAnswer:
    """The answer in a line of a program's output.

    Args:
        line: of its output.
        puzzle: with `.` for a blank.
    """
    grids, count, has_grid = list[str](), UNKNOWN, False
    for field in filter(None, _BETWEEN.split(line)):
        if len(field) == len(puzzle):
            has_grid = True
            text = field.upper().translate(_BLANK)
            grids += [] if "." in text else [text]
        elif count == UNKNOWN and _NUMBER.fullmatch(field):
            count = int(field)
    if len(grids) > 1 and grids[0] == puzzle:  # solved when it was asked
        grids = grids[1:]
    if count == UNKNOWN and len(set(grids)) > 1:
        count = len(set(grids))
    return _LineAnswer(count, grids, has_grid)


def _line_answers(lines: Sequence[str], givens: Grids) -> list[_LineAnswer]:
    """The answers in the lines, puzzle by puzzle.

    Raises:
        NoSpeedError: there are not as many as puzzles.
    """
    puzzles = as_lines(givens, ".").decode().split()
    found: list[_LineAnswer] = []
    others: list[str] = []
    for line in lines:
        puzzle = puzzles[min(len(found), len(puzzles) - 1)]
        answer = read_line(line, puzzle)
        if answer.has_grid or answer.count != UNKNOWN:
            found.append(answer)
        elif line.strip():
            others.append(line.strip())
    if len(found) != len(puzzles):
        words = f"; it printed {others[0]!r:.80}" if others else ""
        reason = f"found {len(found):,} lines with an answer, expected {len(puzzles):,}{words}"
        raise NoSpeedError("ERROR", reason)
    return found


def _timed_answers(lines: Sequence[str] | None, givens: Grids) -> TimedAnswers:
    """The answers in a program's lines; None for the lines where it was stopped."""
    number, cells = givens.shape
    unknown = numpy.full(number, UNKNOWN, numpy.int64)
    if lines is None:
        return TimedAnswers(unknown, numpy.zeros_like(givens), None, unknown, 0.0, finished=False)
    answers = _line_answers(lines, givens)
    unanswered = any(answer.count == UNKNOWN and not answer.grids for answer in answers)
    return TimedAnswers(
        counts=numpy.array([min(answer.count, 2) for answer in answers], numpy.int64),
        solutions=_rows(answers, 0, cells),
        others=_rows(answers, 1, cells) if any(len(a.grids) > 1 for a in answers) else None,
        guesses=unknown,
        seconds=0.0,
        gave_up="it printed no answer" if unanswered else "",
        must_show=False,
    )


def _rows(answers: Sequence[_LineAnswer], which: int, cells: int) -> Grids:
    """The first or the second grid of each answer; zeros where there is none."""
    blank = "0" * cells
    shown = (a.grids[which] if len(a.grids) > which else blank for a in answers)
    text = numpy.frombuffer("".join(shown).encode("ascii", "replace"), numpy.uint8)
    values = numpy.full(256, 255, numpy.uint8)  # a character that is no value is no solution
    values[numpy.frombuffer(SYMBOLS.encode(), numpy.uint8)] = numpy.arange(len(SYMBOLS))
    return values[text].reshape(-1, cells)


def _unsupported(puzzle: Puzzle) -> str:
    if puzzle.size >= len(SYMBOLS):
        return f"size {puzzle.size}: a line of characters holds values up to {len(SYMBOLS) - 1}"
    return ""
