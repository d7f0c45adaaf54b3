"""A record: one puzzle of a file, perhaps with its name and what is expected of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accord.puzzles.formats.draft import Draft
from accord.puzzles.instance import Expected
from accord.puzzles.problem import Problem
from accord.puzzles.sudoku.shape import MalformedPuzzleError

Complain = Callable[[MalformedPuzzleError], None]  # called for a record that cannot be read


@dataclass(frozen=True)
class Record:
    """What a file says of one puzzle."""

    draft: Draft | Problem
    name: str = ""
    expected: Expected | None = None
    source: str = ""
    line: int = 1  # of the file
    notes: Mapping[str, Any] = field(default_factory=dict)  # what else it says, by its names


def give_up(error: MalformedPuzzleError) -> None:
    """Raise the error: the default for a record that cannot be read."""
    raise error from None


def the_only(records: Iterable[Record]) -> Draft | Problem:
    """The puzzle or problem of the one record that there is.

    Raises:
        MalformedPuzzleError: there is none, or more than one.
    """
    found = list(records)
    if len(found) != 1:
        raise MalformedPuzzleError(f"found {len(found)} puzzles, expected one")
    return found[0].draft
