"""The encodings of a problem, side by side: what each costs, and what unit propagation sees."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from accord.encodings.clauses.propagation import Root
from accord.encodings.encoding import Encoding, Size
from accord.puzzles.phrasing import counted, seconds
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.views.tables.text import PrintedReport, TextTable

LARGEST_SHOWN = 9  # puzzle whose line is shown


@dataclass(frozen=True)
class Encoded:
    """A puzzle in one encoding."""

    name: str
    encoding: Encoding
    size: Size
    encode_time: float  # CPU seconds, to make the clauses, or the text where it is not of clauses
    write_time: float  # CPU seconds, to make and write the file
    root: Root | None  # by unit propagation, of clauses only


@dataclass(frozen=True)
class Refused:
    """An encoding that cannot say it."""

    name: str
    encoding: Encoding
    reason: str


def report(problem: Problem, rows: Sequence[Encoded | Refused]) -> PrintedReport:
    """One line for each encoding that says it, what the columns mean, and the refusals."""
    headings = (
        "encoding", "language", "variables", "constraints", "distinct", "literals", "encode",
        "file", "candidates", "propagation",
    )  # fmt: skip
    said = [_cells(row) for row in rows if isinstance(row, Encoded)]
    notes = [f"measured: {_measured(problem)}", *legend(problem), *refusals(rows)]
    record = [_record(row) for row in rows]
    return PrintedReport([TextTable(headings, said, 2)], notes, record=record, close=True)


def _measured(problem: Problem) -> str:
    """A problem in words, of a small puzzle with its line."""
    if not isinstance(problem, Puzzle):
        return f"a problem of {problem}"
    size, givens = problem.size, sum(map(bool, problem.givens))
    board = f"{size}x{size}"
    if not givens:
        return f"a blank {board}"
    line = f": {problem}" if size <= LARGEST_SHOWN else ""
    return f"a {board} with {counted(givens, 'given')}{line}"


def _cells(row: Encoded) -> tuple[str, ...]:
    numbers = (f"{number:,}" for number in row.size)
    times = map(seconds, (row.encode_time, row.write_time))
    root = (f"{row.root.candidates:,}", row.root.end) if row.root else ("-", "-")
    return (row.name, row.encoding.language, *numbers, *times, *root)


def refusals(rows: Iterable[Encoded | Refused]) -> Iterator[str]:
    """A line for each reason, with the encodings that have it."""
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if isinstance(row, Refused):
            reasons.setdefault(row.reason, []).append(row.name)
    for reason, names in reasons.items():
        yield f"REFUSED by {', '.join(names)}: {reason}"


def legend(problem: Problem) -> tuple[str, ...]:
    """Sentences that define the columns, for this puzzle."""
    possible = sum(map(len, problem.domains))
    return (
        "constraints: as published; distinct: those of them that say something new",
        "encode: CPU time to make the clauses, or the text of the other languages; of clauses, "
        "those of the rules are kept from the first time; file: and to write it",
        f"candidates: of {possible:,}, those that unit propagation leaves (only of clauses)",
        "propagation: it solves the puzzle, finds a conflict, or leaves it to search",
    )


def _record(row: Encoded | Refused) -> dict[str, Any]:
    """One line as an object that a machine may read; of a refusal most is null."""
    if isinstance(row, Refused):
        figures = (*Size._fields, "encode_time", "write_time", "candidates", "propagation")
        nothing = dict.fromkeys(figures)
        return {**_language(row), **nothing, "refused": row.reason}
    return {
        **_language(row),
        **row.size._asdict(),
        "encode_time": row.encode_time,
        "write_time": row.write_time,
        "candidates": row.root.candidates if row.root else None,
        "propagation": row.root.end if row.root else None,
        "refused": None,
    }


def _language(row: Encoded | Refused) -> dict[str, str]:
    return {
        "name": row.name,
        "language": row.encoding.language,
        "suffix": row.encoding.suffix,
        "about": row.encoding.about,
    }
