"""Known values of problems, from a table of somebody's: what is verified may contradict them.

    problem,best,bound,source
    ft06,55,55,Carlier and Pinson 1989
    sequence-20,26,,a talk

`problem` is the name of an instance or the hash of its problem; `best` the value of the best
solution that is known, and no solution is better than `bound`.  One of the two may be empty, and
so may the source, which is the file then.  Such values are no evidence: they refute no solver.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from accord.bench.judge.judge import Verdict
from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import OutsideFileError, read_outside
from accord.puzzles.objective import value_text

COLUMNS = ("problem", "best", "bound", "source")
ENDING = ".csv"


class KnownValuesError(InputError):
    """A table of known values cannot be used; says the file and line."""


@dataclass(frozen=True)
class KnownValue:
    """A line of the table: what somebody says of a problem."""

    best: int | None
    bound: int | None
    source: str


@dataclass
class KnownValues:
    """The lines of a table, by problem."""

    file: str = ""
    by_problem: dict[str, KnownValue] = field(default_factory=dict)
    used: bool = False  # whether a line is about any problem that was looked at

    def of(self, name: str, digest: str) -> KnownValue | None:
        """The line about the problem with a name or a hash; None where the table has none."""
        known = self.by_problem.get(name) or self.by_problem.get(digest)
        self.used |= known is not None
        return known

    def surprises(self, name: str, verdict: Verdict) -> Iterator[str]:
        """Sentences on what is known of an instance and the evidence contradicts."""
        goal, known = verdict.problem.goal, self.of(name, verdict.problem.digest)
        if known is None or goal is None or not goal.fits(known.best or known.bound or 0):
            return
        best, value, bound = known.best, verdict.value, verdict.bound
        proved = verdict.bound_grade == "certified" and bound is not None
        says = f"{known.source} says that the best is {best}, but"
        if best is not None and value is not None and goal.is_better(value, best):
            yield f"{says} {value_text(value)} is verified"
        elif best is not None and proved and bound != best and goal.is_better(best, bound or 0):
            yield f"{says} nothing is better than {value_text(bound or 0)} (certified)"
        elif best is not None and verdict.answer == "none" and verdict.grade == "certified":
            yield f"{says} there is no solution (certified)"
        if known.bound is not None and value is not None and goal.is_better(value, known.bound):
            says = f"{known.source} says that nothing is better than {known.bound}"
            yield f"{says}, but {value_text(value)} is verified"

    def expect_used(self) -> None:
        """Raise a KnownValuesError where a table has lines, and none about a problem looked at."""
        if self.file and not self.used:
            raise KnownValuesError(
                f"{self.file}: found none of the problems asked about, expected their names or "
                f"hashes, not {next(iter(self.by_problem))!r}"
            )


def known_values(file: str) -> KnownValues:
    """The table in a file.

    Raises:
        KnownValuesError: it cannot be read; says the line, what was found and what was expected.
    """
    try:
        text = read_outside(Path(file)).decode("utf-8-sig")
    except FileNotFoundError:
        raise KnownValuesError(f"{file}: found no such file") from None
    except (OutsideFileError, UnicodeDecodeError) as error:
        raise KnownValuesError(f"{file}: found no table: {error}") from None
    lines = csv.reader(text.splitlines(), strict=True)
    found = KnownValues(file)
    try:
        for row in lines:
            cells = [cell.strip() for cell in row]
            if lines.line_num == 1 and cells != list(COLUMNS):
                raise ValueError(f"found {','.join(cells)!r}, expected {','.join(COLUMNS)}")
            if lines.line_num > 1 and any(cells):
                problem, value = _line(cells, file)
                if problem in found.by_problem:
                    raise ValueError(f"found {problem!r} again, expected each problem once")
                found.by_problem[problem] = value
    except (csv.Error, ValueError) as error:
        raise KnownValuesError(f"{file}: line {lines.line_num}: {error}") from None
    if not found.by_problem:
        raise KnownValuesError(f"{file}: found no line, expected {','.join(COLUMNS)} and some")
    return found


def _line(cells: list[str], file: str) -> tuple[str, KnownValue]:
    if len(cells) != len(COLUMNS) or not cells[0]:
        raise ValueError(f"found {','.join(cells)!r}, expected {','.join(COLUMNS)}")
    problem, *numbers, source = cells
    for name, text in zip(COLUMNS[1:], numbers, strict=False):
        if not re.fullmatch(r"-?\d{1,18}|", text, re.ASCII):
            raise ValueError(f"found the {name} {text!r}, expected a whole number or nothing")
    best, bound = (int(text) if text else None for text in numbers)
    if best is None and bound is None:
        raise ValueError(f"found neither best nor bound of {problem!r}, expected one of them")
    return problem, KnownValue(best, bound, source or file)
