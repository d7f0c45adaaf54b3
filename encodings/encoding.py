"""An encoding: a language in which a problem is written, its file, and the way back.

A module of this floor that ends in `ENCODINGS = {name: Encoding(...)}` is one, or several; every
table, test and command finds it (encodings/registry.py).  All of it is pure functions.  What an
outside solver prints is a claim and nothing else: `read` turns it into values that are still to be
verified.

An encoding has two codecs: one for plain puzzles, of all-different alone, whose cells it may say in
a way of its own, and one for every other problem, unless it says puzzles only.  `Encoding.codec` is
the one place that chooses.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from accord.encodings.clauses.clauses import CNF
from accord.encodings.model import UnsupportedError
from accord.puzzles import Problem, Puzzle, Solution, is_plain
from accord.puzzles.problem import expect_no_objective

Asked = TypeVar("Asked", bound=Problem, contravariant=True)


class Size(NamedTuple):
    """What an encoding of a problem costs."""

    variables: int
    constraints: int  # clauses, options, inequalities, ...: whatever the language is made of
    distinct: int  # of these, without repeats
    literals: int  # occurrences of variables in all constraints


@dataclass(frozen=True)
class Codec(Generic[Asked]):
    """There and back: the functions of an encoding for plain puzzles, or for problems."""

    write: Callable[[Asked, bool], Iterator[str]]
    """The text in pieces.  Of what is asked; true leaves out repeated constraints.
    Raises UnsupportedError: a constraint that the language cannot say, or a domain."""
    read: Callable[[Asked, str], Solution]
    """The values in what a solver of this language printed, as `Problem.solution` holds them: of a
    puzzle a Grid.  Raises ModelError."""
    size: Callable[[Asked], Size]
    """Raises UnsupportedError."""


@dataclass(frozen=True)
class Encoding:
    """A language, there and back."""

    language: str  # what the file is: DIMACS CNF, SMT-LIB 2, ...
    suffix: str  # of such files, with the dot
    puzzles: Codec[Puzzle]  # of all-different alone
    problems: Codec[Problem] | None = None  # all others, puzzles too; None: they are refused
    formula: Callable[[Problem], CNF] | None = None  # the clauses, where it is made of clauses
    objectives: bool = False  # whether it says what is minimised or maximised

    def codec(self, problem: Problem) -> Codec[Any]:
        """The functions that say a problem.

        Raises:
            UnsupportedError: it is no plain puzzle, and this encoding says no others.
            HasObjectiveError: it has an objective, and this encoding says none.
        """
        if is_plain(problem):
            return self.puzzles
        if not self.objectives:
            expect_no_objective(problem)
        if self.problems is None:
            found = "a problem without n x n cells"
            if isinstance(problem, Puzzle):
                found = f"a constraint of the kind {problem.shape.others[0].kind}"
            raise UnsupportedError(f"found {found}, expected a puzzle of all-different alone")
        return self.problems

    def write(self, problem: Problem, distinct: bool) -> Iterator[str]:
        """The text of a problem in pieces; repeated constraints are left out where asked for.

        Raises:
            UnsupportedError: the language cannot say it; also while the pieces are taken.
        """
        return self.codec(problem).write(problem, distinct)

    def read(self, problem: Problem, text: str) -> Solution:
        """The values in what a solver printed, still to be verified; of a puzzle a Grid.

        Raises:
            UnsatisfiableError: the solver says that there are none.
            ModelError: it is no model.
            UnsupportedError: the language cannot say the problem.
        """
        return self.codec(problem).read(problem, text)

    def size(self, problem: Problem) -> Size:
        """What the problem costs.

        Raises:
            UnsupportedError: the language cannot say it.
        """
        return self.codec(problem).size(problem)

    @property
    def about(self) -> str:
        """The first line of what it says of its text of a puzzle."""
        return (self.puzzles.write.__doc__ or "").strip().partition("\n")[0]
