"""An encoding: a language in which a problem is written, its file, and the way back.

A module of this floor that ends in `ENCODINGS = {name: Encoding(...)}` is one, or several; every
table, test and command finds it by `encodings()`, and there is no list of their names.  All of it
is pure functions.  What an outside solver prints is a claim and nothing else: `read` turns it into
values that are still to be verified.  A puzzle is written as the problem that it is; some encodings
say nothing but puzzles.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from accord.encodings.clauses.clauses import CNF
from accord.encodings.model import UnsupportedError
from accord.puzzles import Problem, Puzzle, Solution, is_plain
from accord.puzzles.discovery import members
from accord.puzzles.phrasing import similar


class Size(NamedTuple):
    """The size of a problem in a language."""

    variables: int
    constraints: int  # clauses, options, inequalities, ...: whatever the language is made of
    distinct: int  # of these, without repeats
    literals: int  # occurrences of variables in all constraints


class Codec(NamedTuple):
    """There and back: the functions of an encoding, of problems or of puzzles only."""

    write: Callable[[Any, bool], Iterator[str]]
    """The text in pieces.  Of what is asked; true leaves out repeated constraints.
    Raises UnsupportedError: a constraint that the language cannot say, or a domain."""
    read: Callable[[Any, str], Solution]
    """The values in what a solver of this language printed, as `Problem.solution` holds them: of a
    puzzle a Grid.  Raises ModelError."""
    size: Callable[[Any], Size]
    """Raises UnsupportedError."""


@dataclass(frozen=True)
class Encoding:
    """A language, there and back."""

    language: str  # what the file is: DIMACS CNF, SMT-LIB 2, ...
    suffix: str  # of such files, with the dot
    codec: Codec
    formula: Callable[[Problem], CNF] | None = None  # the clauses, where it is made of clauses
    puzzles_only: bool = False  # of all-different alone; other problems are refused
    objectives: bool = False  # whether it says what is minimised or maximised

    def write(self, problem: Problem, distinct: bool) -> Iterator[str]:
        """The text of a problem in pieces; repeated constraints are left out where asked for.

        Raises:
            UnsupportedError: the language cannot say it; also while the pieces are taken.
        """
        self._expect_sayable(problem)
        return self.codec.write(problem, distinct)

    def read(self, problem: Problem, text: str) -> Solution:
        """The values in what a solver printed, still to be verified; of a puzzle a Grid.

        Raises:
            UnsatisfiableError: the solver says that there are none.
            ModelError: it is no model.
            UnsupportedError: the language cannot say the problem.
        """
        self._expect_sayable(problem)
        return self.codec.read(problem, text)

    def size(self, problem: Problem) -> Size:
        """The size of a problem in this language.

        Raises:
            UnsupportedError: the language cannot say it.
        """
        self._expect_sayable(problem)
        return self.codec.size(problem)

    @property
    def about(self) -> str:
        """The encoding in one line, for tables: the first line of the docstring of `write`."""
        return (self.codec.write.__doc__ or "").strip().partition("\n")[0]

    def _expect_sayable(self, problem: Problem) -> None:
        """Refuse what this encoding cannot say: an objective, or other than plain puzzles.

        Raises:
            UnsupportedError: as `write`.
        """
        if self.puzzles_only and not is_plain(problem):
            found = "a problem without n x n cells"
            if isinstance(problem, Puzzle):
                found = f"a constraint of the kind {problem.shape.others[0].kind}"
            raise UnsupportedError(f"found {found}, expected a puzzle of all-different alone")
        if problem.goal is not None and not self.objectives:
            raise UnsupportedError(
                f"found an objective, which {self.language} has no words for; expected "
                "--ignore-objective, or in Python problem.without_objective()"
            )
        if problem.goal is not None and problem.goal.measure == "lex":
            raise UnsupportedError(
                "found an objective of several values (lex), expected one of a single value"
            )


SHORT = {"dimacs": "cnf-extended", "lp": "linear"}  # what people call two of them


class UnknownEncodingError(ValueError):
    """No encoding has this name."""


@cache
def encodings() -> dict[str, Encoding]:
    """Every encoding by name, sorted by name; variants with `+` after all others."""
    found = members("ENCODINGS", "accord.encodings")
    return dict(sorted(found.items(), key=lambda item: "+" in item[0]))


def encoding(name: str) -> Encoding:
    """The encoding with this name.

    Raises:
        UnknownEncodingError: there is none; names the nearest.
    """
    known = encodings()
    if (own := SHORT.get(name, name)) in known:
        return known[own]
    near = "".join(f"{each}; " for each in similar(name, known))
    plain = ", ".join(each for each in known if "+" not in each)
    raise UnknownEncodingError(f"found the encoding {name!r}, expected {near}one of {plain}")
