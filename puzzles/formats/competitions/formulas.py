"""What OPB and WCNF share: literals, sums of their products, and errors by line.

A literal is a variable 1, 2, ... or minus one, which is its negation.  The variables become x1, x2,
... with the values 0 and 1.
"""

import re
from collections.abc import Iterable
from functools import cache

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.objective import Objective, Sense
from accord.puzzles.outside_data import in_a_line, whole
from accord.puzzles.problem import Problem
from accord.puzzles.sudoku.shape import MalformedPuzzleError

Literal = int
Product = tuple[int, list[Literal]]  # a weight, and the literals that are multiplied; of none 1
MOST_UNUSED = 100_000  # variables besides FOR_A_BYTE for each byte of the file
FOR_A_BYTE = 10  # of which a simplified formula may use few
BOOLEAN = Domain.of(range(2))
_INTEGER = re.compile(r"[+-]?[0-9]+", re.ASCII)
_QUOTED = 20  # characters


def misread(line: int, found: str, expected: str) -> MalformedPuzzleError:
    """The error about a line, with what was found there and what was expected."""
    return MalformedPuzzleError(
        f"line {line}: found {in_a_line(found, _QUOTED)!r}, expected {expected}"
    )


def integer(line: int, word: str) -> int:
    """The whole number that a word says.

    Raises:
        MalformedPuzzleError: it says none, or has thousands of digits.
    """
    if not _INTEGER.fullmatch(word):
        raise misread(line, word, "a whole number")
    try:
        return whole(word)
    except ValueError as error:
        raise MalformedPuzzleError(f"line {line}: {error}") from None


class WrittenLiterals(dict[str, Literal]):
    """The literals of a file by how they are written, each checked where it stands first.

    Args:
        pattern: of a literal: a group for what negates it, and one for the number of its variable.
        example: of literals.
        text: of the file.
    """

    def __init__(self, pattern: str, example: str, text: str) -> None:
        self._pattern = re.compile(pattern, re.ASCII)
        self._example = example
        self._most = MOST_UNUSED + FOR_A_BYTE * len(text)
        self._header = 0  # its line, from 1
        self.line = 1
        """That is read."""
        self.variables = 0
        """The number of variables: that of the header, or the largest that was read."""

    def declare(self, line: int, variables: str) -> None:
        """Take the number of variables that a header says.

        Raises:
            MalformedPuzzleError: it is none, or there are too many for such a short file.
        """
        self._header, self.variables = line, integer(line, variables)
        if not 0 <= self.variables <= self._most:
            raise misread(line, variables, f"0 to {self._most:,} variables in a file of this size")
        self._most = self.variables

    def __missing__(self, word: str) -> Literal:
        match = self._pattern.fullmatch(word)
        if match is None:
            raise misread(self.line, word, self._example)
        variable = int(match[2])
        if variable > self._most:
            why = f"line {self._header} says" if self._header else "a file of this size may say"
            raise misread(self.line, word, f"variables up to {self._most:,}, as {why}")
        self.variables = max(self.variables, variable)
        self[word] = literal = -variable if match[1] else variable
        return literal

    def problem(self, constraints: Iterable[Constraint], objective: Objective | None) -> Problem:
        """The problem over all variables."""
        names = [f"x{number}" for number in range(1, self.variables + 1)]
        return Problem([BOOLEAN] * self.variables, constraints, names, objective=objective)


def sum_of(products: Iterable[Product]) -> tuple[dict[int, int], list[Term], int]:
    """A sum as the weights of variables, numbered from 0, larger products as terms, a constant."""
    weights: dict[int, int] = {}
    terms: list[Term] = []
    constant, truth = 0, cache(_truth)
    for weight, literals in products:
        if len(literals) == 1:
            variable = abs(literals[0]) - 1
            if literals[0] < 0:
                constant += weight
                weight = -weight
            weights[variable] = weights.get(variable, 0) + weight
        elif literals:
            terms.append(_weighted(weight, Operation("and", tuple(map(truth, literals)))))
        else:
            constant += weight
    return weights, terms, constant


def terms_of(weights: dict[int, int], terms: list[Term], constant: int) -> tuple[Term, ...]:
    """The terms of a sum that `sum_of` gave."""
    linear = [_weighted(weight, Variable(each)) for each, weight in weights.items()]
    return (*linear, *terms, *([constant] if constant else []))


def _weighted(weight: int, term: Term) -> Term:
    return term if weight == 1 else Operation("mul", (weight, term))


def _truth(literal: Literal) -> Term:
    variable = Variable(abs(literal) - 1)
    return variable if literal > 0 else Operation("not", (variable,))


def objective_of(sense: Sense, products: Iterable[Product]) -> Objective | None:
    """The sum as an objective; None of one without variables, which all solutions have alike."""
    weights, terms, constant = sum_of(products)
    return Objective(sense, terms_of(weights, terms, constant)) if weights or terms else None


def text_of(chunks: Iterable[bytes]) -> str:
    """The text of a file; what is no UTF-8, as in a comment, is replaced."""
    return b"".join(chunks).decode("utf-8", "replace").removeprefix("\ufeff")
