"""What an SMT solver prints, back to values.

The file asks `(check-sat)` and then for the values of its constants.  A solver answers `sat` and a
list of pairs; asked for the model instead, with a definition or an equation for each constant:

    sat                          sat                                      sat
    ((r1c1 5)                    ((define-fun r1c1 () Int 5)              (= r1c1 #b0100)
     (r1c2 #b0010) ...)           (define-fun r1c2 () Int 3) ...)         (= r1c2 #b0010) ...

The answer is text in the syntax of the question: S-expressions, that is names, numbers and lists of
them in parentheses (C. Barrett, P. Fontaine and C. Tinelli, "The SMT-LIB Standard: Version 2.6",
2017, chapter 3).  Lists can be nested deeper than Python's recursion goes, so a stack holds those
that are open.  Several models are an error.
"""

import re
from collections.abc import Container, Iterator
from typing import Any

from accord.encodings.model import ModelError, UnsatisfiableError
from accord.puzzles.phrasing import listed

Expression = Any  # str, or list of expressions

TOKEN = re.compile(
    r"""(?P<space> \s+ | ;[^\n]*) | (?P<bracket> [()])
    | (?P<word> "(?:[^"]|"")*" | \|[^|]*\| | [^\s()";|]+)""",
    re.VERBOSE,
)
NUMBER = re.compile(
    r"(?P<decimal>[0-9]{1,4000}) | \#b(?P<binary>[01]{1,999}) | \#x(?P<hex>[0-9a-fA-F]{1,999})",
    re.X,
)
INDEXED = re.compile(r"bv([0-9]{1,999})")  # of (_ bv5 4): the number 5 in four bits
STATUSES = ("sat", "unsat", "unknown", "timeout")
EXPECTED = "expected `sat` and the values of the constants"


def numbers(text: str, names: Container[str]) -> list[tuple[str, int]]:
    """The constants with one of these names, and what a solver printed as their numbers.

    Raises:
        UnsatisfiableError: the solver says `unsat`.
        ModelError: it says neither `sat` nor `unsat`, or it complains and has no numbers.
    """
    printed = list(expressions(text))
    _expect_sat(printed)
    pairs = (pair for expression in printed for pair in _pairs(expression))
    found = [(name, number) for name, number in pairs if name in names]
    if not found and (error := _error(printed)):
        raise ModelError(f"found {error}, {EXPECTED}")
    return found


def expressions(text: str) -> Iterator[Expression]:
    """The S-expressions of a text, comments left out.

    Raises:
        ModelError: a parenthesis or a quotation mark has no partner.
    """
    stack: list[list[Expression]] = [[]]
    at = 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            raise ModelError(f"found {text[at : at + 20]!r}, expected the end of a quotation")
        at = token.end()
        if token["bracket"] == "(":
            stack.append([])
        elif token["bracket"]:
            if len(stack) == 1:
                raise ModelError("found a closing parenthesis, expected one that is open")
            closed = stack.pop()
            stack[-1].append(closed)
        elif token["word"]:
            stack[-1].append(token["word"])
        if len(stack) == 1:
            yield from stack[0]
            stack[0].clear()
    if len(stack) > 1:
        missing = f"{len(stack) - 1} closing parentheses"
        raise ModelError(f"found the end of the text, expected {missing}")


def _expect_sat(printed: list[Expression]) -> None:
    """Complain unless the solver says that there is a model."""
    statuses = dict.fromkeys(word for word in printed if isinstance(word, str) and word in STATUSES)
    if len(statuses) > 1:
        raise ModelError(f"found {listed(f'`{word}`' for word in statuses)}, {EXPECTED}")
    status = next(iter(statuses), "")
    if status == "unsat":
        raise UnsatisfiableError("the solver says `unsat`: there is no model")
    if status != "sat":
        found = _error(printed) or (f"`{status}`" if status else "no status")
        raise ModelError(f"found {found}, {EXPECTED}")


def _error(printed: list[Expression]) -> str:
    """The first complaint of the solver, if it has one."""
    for expression in printed:
        match expression:
            case ["error", *words]:
                return f"the error {' '.join(map(str, words))}"
    return ""


def _pairs(expression: Expression) -> Iterator[tuple[str, int]]:
    """The constants that an expression, or a member of it, gives a number."""
    if isinstance(expression, str):
        return
    for part in (expression, *expression):
        match part:
            case (
                ["define-fun", str(name), [], _, term] | ["=", str(name), term] | [str(name), term]
            ):
                number = _number(term)
                if number is not None:
                    yield name.strip("|"), number


def _number(term: Expression) -> int | None:
    """The whole number that a term writes; None if it writes something else."""
    match term:
        case ["-", str(digits)] if re.fullmatch(r"[0-9]{1,4000}", digits):
            return -int(digits)
        case ["_", str(word), _] if match := INDEXED.fullmatch(word):
            return int(match[1])
        case str(word) if match := NUMBER.fullmatch(word):
            bases = (("decimal", 10), ("binary", 2), ("hex", 16))
            return next(int(match[kind], base) for kind, base in bases if match[kind])
    return None
