"""OPB, the format of the pseudo-Boolean competitions: weighted sums of literals, compared.

    * #variable= 4 #constraint= 2
    * a comment
    min: +1 x1 -2 x2 x3 ;
    +2 x1 +3 ~x2 >= 3 ;
    +1 x1 +1 x2 +1 x4 = 2 ;

Roussel and Manquinho, "Input/output format and solver requirements for the competitions of
pseudo-Boolean solvers", 2012.  `~x2` is 1 - x2, and literals beside each other are multiplied.
Read besides are `<=`, `max:`, and a file without its first line.

A sum of literals is a Linear, each variable once in it; where literals are multiplied it is an
Expression, in which a product is 1 where all its literals are true.  A constraint is called by its
line.  Soft constraints, as `[3] +1 x1 >= 1 ;`, are another language (WBO) and refused.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.formats.competitions.formulas import (
    Product,
    WrittenLiterals,
    integer,
    misread,
    objective_of,
    sum_of,
    terms_of,
    text_of,
)
from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.original import keep
from accord.puzzles.objective import Objective, Sense
from accord.puzzles.outside_data import collector_paused
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle

SENSES: dict[str, Sense] = {"min:": "minimize", "max:": "maximize"}
COMPARISONS: dict[str, tuple[Comparison, str]] = {  # of a Linear, and of terms
    ">=": (">=", "ge"), "<=": ("<=", "le"), "=": ("=", "eq"),
}  # fmt: skip
_BEGINNING = re.compile(
    r"\ufeff?(?:\s*+(?!\*\s*#\s*variable)\*[^\n]*+\n)*+\s*+"
    r"(?:\*\s*#\s*variable\s*=|(?:min|max):\s*(?:[+-]?[0-9]+\s+~?x[0-9]|;)|[+-]?[0-9]+\s+~?x[0-9])"
)
_HEADER = re.compile(r"\*\s*#variable=\s*([0-9]+)\s+#constraint=\s*([0-9]+)\b", re.ASCII)


@collector_paused()
def read_opb(text: str, first: int = 1) -> Problem:
    """The problem that a file says.

    Args:
        text: of the file.
        first: the number of its first line.

    Raises:
        MalformedPuzzleError: it says none; names the line, what was found and expected.
    """
    lines = text.split("\n")
    literals = WrittenLiterals(r"(~?)x([1-9][0-9]{0,17})", "a literal such as x1 or ~x1", text)
    comments = takewhile(lambda line: line[1][:1] in ("*", "", "\r"), enumerate(lines, first))
    headers = ((number, match) for number, line in comments if (match := _HEADER.match(line)))
    at, header = next(headers, (0, None))
    if header:
        literals.declare(at, header[1])
    constraints: list[Constraint] = []
    objective: Objective | None = None
    is_first = True
    for line, words in _statements(lines, first):
        literals.line = line
        if not words or words[0] not in SENSES:
            constraints.append(_constraint(words, literals))
        elif is_first:
            objective = objective_of(SENSES[words[0]], _products(words[1:], literals))
        else:
            raise misread(line, words[0], "one objective, before the constraints")
        is_first = False
    if header and integer(at, header[2]) != len(constraints):
        number = f"#constraint= {header[2]}"
        raise misread(at, number, f"{len(constraints)}, as many as there are")
    return keep(text.encode("utf-8", "replace"), literals.problem(constraints, objective))


def _statements(lines: Sequence[str], first: int) -> Iterator[tuple[int, list[str]]]:
    """The words before each semicolon, with the number of the line where they begin."""
    words: list[str] = []
    begun = first
    for number, line in enumerate(lines, first):
        if line.startswith("*"):
            continue
        *ended, rest = line.split(";")
        for part in ended:
            yield (begun if words else number), words + part.split()
            words = []
        if more := rest.split():
            begun = begun if words else number
            words += more
    if words:
        raise misread(begun, words[0], "a ';' that ends what begins here")


def _constraint(words: list[str], literals: WrittenLiterals) -> Constraint:
    """The constraint that stands before a semicolon."""
    line, name = literals.line, f"line {literals.line}"
    if len(words) < 2 or words[-2] not in COMPARISONS:
        found = " ".join(words[-2:]) or ";"
        raise misread(line, found, "a sum, then >=, <= or =, and a whole number")
    operator, in_terms = COMPARISONS[words[-2]]
    right = integer(line, words[-1])
    weights, terms, constant = sum_of(_products(words[:-2], literals))
    if not terms:
        coefficients = tuple(weights.values())
        return Linear(tuple(weights), operator, right - constant, coefficients, name=name)
    left = Operation("add", terms_of(weights, terms, constant))
    return Expression(Operation(in_terms, (left, right)), name=name)


def _products(words: list[str], literals: WrittenLiterals) -> list[Product]:
    """The terms of a sum."""
    products: list[Product] = []
    own: list[int] | None = None  # the literals of the last
    for word in words:
        if "x" not in word:
            if own is not None and not own:
                break
            own = []
            products.append((integer(literals.line, word), own))
        elif own is not None:
            own.append(literals[word])
        else:
            raise misread(literals.line, word, "a coefficient before it")
    if own is not None and not own:
        raise misread(literals.line, str(products[-1][0]), "a literal after it")
    return products


def _write(puzzle: Puzzle) -> str:
    raise FormatError(
        "found a puzzle to be written as opb, which is read only; expected json, "
        "or `accord show PUZZLE --as opb`"
    )


FORMATS = {
    "opb": Format(
        "OPB of the pseudo-Boolean competitions. Read only.",
        lambda source: read_opb(source.raw, source.first),
        _write,
        lambda source: bool(_BEGINNING.match(source.raw)),
        rank=6,
        chunks=lambda chunks: read_opb(text_of(chunks)),
        endings=(".opb",),
    )
}
