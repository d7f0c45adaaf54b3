"""The encodings of a puzzle, side by side: what each costs, and what unit propagation sees."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from accord.encodings.clauses.propagation import candidates, propagate, solved
from accord.encodings.encoding import Encoding, Size
from accord.puzzles.phrasing import seconds
from accord.puzzles.puzzle import Puzzle
from accord.views.tables.text import as_table

if TYPE_CHECKING:
    from rich.table import Table

    from accord.encodings.clauses.clauses import CNF

End = Literal["solved", "conflict", "search"]


@dataclass(frozen=True)
class Propagated:
    """How far unit propagation comes at the root."""

    candidates: int  # left, in all cells
    end: End  # "search": nothing is decided


@dataclass(frozen=True)
class Encoded:
    """A puzzle in one encoding."""

    name: str
    encoding: Encoding
    size: Size
    encode_time: float  # CPU seconds, to make the clauses, or the text where it is not of clauses
    write_time: float  # CPU seconds, to make and write the file
    propagated: Propagated | None  # of clauses only


def propagated(formula: "CNF") -> Propagated:
    """How far unit propagation comes."""
    fixed = propagate(formula)
    left = sum(map(len, candidates(formula, fixed)))
    end: End = "search"
    if fixed.conflict:
        end = "conflict"
    elif solved(formula, fixed):
        end = "solved"
    return Propagated(left, end)


def table(rows: Iterable[Encoded]) -> "Table":
    """One line per encoding."""
    headings = (
        "encoding", "language", "variables", "constraints", "distinct", "literals", "encode",
        "file", "candidates", "propagation",
    )  # fmt: skip
    return as_table(headings, map(_cells, rows), left=2)


def _cells(row: Encoded) -> tuple[str, ...]:
    found = row.propagated
    return (
        row.name,
        row.encoding.language,
        *(f"{number:,}" for number in row.size),
        seconds(row.encode_time),
        seconds(row.write_time),
        f"{found.candidates:,}" if found else "-",
        found.end if found else "-",
    )


def legend(puzzle: Puzzle) -> str:
    """What the columns of the table mean, for this puzzle."""
    possible = sum(map(len, puzzle.domains))
    return "\n".join(
        (
            "constraints: as published; distinct: those of them that say something new",
            "encode: CPU time to make the clauses, or the text of the other languages; of clauses, "
            "those of the rules are kept from the first time; file: and to write it",
            f"candidates: of {possible:,}, those that unit propagation leaves (only of clauses)",
            "propagation: it solves the puzzle, finds a conflict, or leaves it to search",
        )
    )


def as_json(row: Encoded) -> dict[str, Any]:
    """One line as an object that a machine may read."""
    found = row.propagated
    return {
        "name": row.name,
        "language": row.encoding.language,
        "suffix": row.encoding.suffix,
        "about": row.encoding.about,
        **row.size._asdict(),
        "encode_time": row.encode_time,
        "write_time": row.write_time,
        "candidates": found.candidates if found else None,
        "propagation": found.end if found else None,
    }
