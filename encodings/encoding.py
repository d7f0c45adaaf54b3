"""An encoding: a language in which a puzzle is written, its file, and the way back.

A module of this floor that ends in `ENCODINGS = {name: Encoding(...)}` is one, or several; every
table, test and command finds it (encodings/registry.py).  All of it is pure functions.  What an
outside solver prints is a claim and nothing else: `read` turns it into a grid that is still to be
verified.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from accord.encodings.clauses.clauses import CNF
from accord.puzzles import Grid, Puzzle


class Size(NamedTuple):
    """What an encoding of a puzzle costs."""

    variables: int
    constraints: int  # clauses, options, inequalities, ...: whatever the language is made of
    distinct: int  # of these, without repeats
    literals: int  # occurrences of variables in all constraints


@dataclass(frozen=True)
class Encoding:
    """A language, there and back."""

    language: str  # what the file is: DIMACS CNF, SMT-LIB 2, ...
    suffix: str  # of such files, with the dot
    write: Callable[[Puzzle, bool], Iterator[str]]
    """The text in pieces.  Of a puzzle; true leaves out repeated constraints.
    Raises UnsupportedError: a constraint is no AllDifferent."""
    read: Callable[[Puzzle, str], Grid]
    """The grid in what a solver of this language printed.  Raises ModelError."""
    size: Callable[[Puzzle], Size]
    formula: Callable[[Puzzle], CNF] | None = None  # the clauses, where it is made of clauses

    @property
    def about(self) -> str:
        """The first line of what `write` says of itself."""
        return (self.write.__doc__ or "").strip().partition("\n")[0]
