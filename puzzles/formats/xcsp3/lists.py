"""The texts of XCSP3's elements: lists of variables, numbers and terms, tuples and conditions.

    x a[0][1..2] add(y,1)        variables; a term is a fresh variable, and so is a constant
    1 5x3 2..4                   numbers: 5x3 is 5 5 5, and where values are listed 2..4 is 2 3 4
    (1,2)(*,red)                 tuples
    (le,x) (in,1..5)             conditions: an operator and what it compares with

Words end at spaces; spaces beside a parenthesis, a brace or a comma count for nothing.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.linear import Comparison
from accord.puzzles.constraints.table import STAR, Entry
from accord.puzzles.domain import Domain
from accord.puzzles.formats.xcsp3.declarations import INTEGER, INTERVAL, Declarations, interval
from accord.puzzles.formats.xcsp3.elements import (
    A_NUMBER,
    A_TUPLE,
    NotXcsp3Error,
    UnknownError,
    XmlElement,
    quoted,
)
from accord.puzzles.formats.xcsp3.functional import variable_of

_SPACES = re.compile(r"(?<=[(,{])\s++|(?<!\s)\s++(?=[),}])")
REPEATED = re.compile(r"([+-]?[0-9]{1,4000})x([0-9]{1,12})", re.ASCII)
_TUPLES = re.compile(r"\s*+(?:\([^()]*+\)\s*+)*+")
_TUPLE = re.compile(r"\(([^()]*+)\)")
_WORD, _BLANKS = r"[^\s(),]++", str.maketrans("(,)", "   ")
AT_ONCE = 1000  # tuples, so that their words take little memory
_CONDITION = re.compile(r"\((\w+),(.+)\)", re.ASCII | re.DOTALL)
OPERATORS: dict[str, Comparison] = {
    "lt": "<", "le": "<=", "ge": ">=", "gt": ">", "ne": "!=", "eq": "=",
}  # fmt: skip

Item = int | Variable


class Condition(NamedTuple):
    """A comparison of a number with a constant, a variable or a set of values."""

    operator: Comparison
    right: Item
    among: Domain | None = None  # `in` these values, or with `!=` in none of them


def words(text: str) -> list[str]:
    """The words of a text; spaces beside a parenthesis, a brace or a comma count for nothing."""
    return (_SPACES.sub("", text) if "(" in text or "{" in text else text).split()


def variables(
    text: str, to: Declarations, line: int, beside: list[Constraint] | None = None
) -> tuple[int, ...]:
    """The variables of a list.

    Args:
        text: the list.
        to: what is declared.
        line: of the element.
        beside: takes what makes fresh variables equal to terms; None where only variables stand.

    Raises:
        NotXcsp3Error: a word is none.
    """
    found: list[int] = []
    for word in words(text):
        if (number := to.numbers.get(word)) is not None:
            found.append(number)
        elif beside is not None and ("(" in word or INTEGER.fullmatch(word)):
            variable, said = variable_of(word, to, line)
            found.append(variable)
            beside += said
        else:
            found += to.variables(word, line)
    to.effort.spend(len(found), "items", line)
    return tuple(found)


def items(text: str, to: Declarations, line: int, beside: list[Constraint]) -> tuple[Item, ...]:
    """The constants and variables of a list; a term is a fresh variable."""
    found: list[Item] = []
    for word in words(text):
        if INTEGER.fullmatch(word):
            found.append(int(word))
        elif match := REPEATED.fullmatch(word):
            to.effort.spend(int(match[2]), "items", line)
            found += [int(match[1])] * int(match[2])
        elif to.is_symbol(word, line):
            found.append(to.constant(word, line))
        else:
            found += map(Variable, variables(word, to, line, beside))
    to.effort.spend(len(found), "items", line)
    return tuple(found)


def integers(text: str, to: Declarations, line: int) -> tuple[int, ...]:
    """The whole numbers and symbols of a list."""
    beside: list[Constraint] = []
    found = items(text, to, line, beside)
    for each in found:
        if isinstance(each, Variable):
            raise UnknownError(line, f"found a variable in {quoted(text)}, expected numbers")
    return tuple(each for each in found if isinstance(each, int))


def values(text: str, to: Declarations, line: int) -> tuple[int, ...]:
    """The values of a list in which 2..4 is 2 3 4."""
    found: list[int] = []
    for word in words(text):
        if INTERVAL.fullmatch(word):
            low, high = interval(word, line)
            to.effort.spend(A_NUMBER * (high - low + 1), "items", line)
            found += range(low, high + 1)
        else:
            found += integers(word, to, line)
    return tuple(found)


def tuples(element: XmlElement, to: Declarations) -> tuple[tuple[Entry, ...], ...]:
    """The tuples of numbers, symbols and stars in an element; they are made once."""
    if "tuples" not in element.kept:
        number, entries = element.text.count("("), element.text.count(",")
        to.effort.spend(entries + A_TUPLE * number, "items", element.line)
        element.kept["tuples"] = to.shared(_tuples(element, to))
    found: tuple[tuple[Entry, ...], ...] = element.kept["tuples"]
    return found


def _tuples(element: XmlElement, to: Declarations) -> list[tuple[Entry, ...]]:
    """The tuples; many at a time, as long as they are as long as the first and have no blanks."""
    found: list[tuple[Entry, ...]] = []
    entry, text, place = _Entries(to, element.line).__getitem__, element.text.strip(), 0
    width = text.partition(")")[0].count(",") + 1
    plain = re.compile(rf"(?:\({_WORD}(?:,{_WORD}){{{width - 1}}}\)\s*+){{1,{AT_ONCE}}}+")
    while match := plain.match(text, place):
        entries = map(entry, match[0].translate(_BLANKS).split())
        found += zip(*[entries] * width, strict=True)
        place = match.end()
    found += (tuple(map(entry, row)) for row in rows(text[place:], element.line))
    return found


class _Entries(dict[str, Entry]):
    """The entries of a table by their words; each is made once."""

    def __init__(self, to: Declarations, line: int) -> None:
        super().__init__({STAR: STAR})
        self._to, self._line = to, line

    def __missing__(self, word: str) -> int:
        self[word] = found = self._to.constant(word, self._line)
        return found


def rows(text: str, line: int) -> Iterator[list[str]]:
    """The words of each pair of parentheses in a text that has nothing else.

    Raises:
        NotXcsp3Error: it has.
    """
    if not _TUPLES.fullmatch(text):
        raise NotXcsp3Error(line, f"found {quoted(text)}, expected tuples as (1,2)(3,4)")
    for match in _TUPLE.finditer(text):
        found = match[1].split()
        if len(found) > 1:
            found = words(f"({match[1]})")
            if len(found) > 1:
                raise NotXcsp3Error(line, f"found {quoted(match[0])}, expected commas as in (1,2)")
            found = [found[0][1:-1]]
        yield found[0].split(",") if found else []


def condition(element: XmlElement, to: Declarations, beside: list[Constraint]) -> Condition:
    """The condition that an element says, such as (le,5) or (in,{1,3}).

    Raises:
        NotXcsp3Error: it says none.
    """
    text, line = " ".join(words(element.text)), element.line
    match = _CONDITION.fullmatch(text)
    if match is None:
        raise NotXcsp3Error(line, f"found the condition {quoted(text)}, expected it as (le,5)")
    operator, right = match[1], match[2]
    if operator in OPERATORS:
        found = items(right, to, line, beside)
        if len(found) != 1:
            raise NotXcsp3Error(line, f"found the condition {quoted(text)}, expected one number")
        return Condition(OPERATORS[operator], found[0])
    if operator not in ("in", "notin"):
        raise UnknownError(line, f"found the operator {operator!r}, not known in a condition")
    listed = right[1:-1].replace(",", " ") if right[0] == "{" and right[-1] == "}" else right
    among = Domain(tuple(_intervals(listed, to, line)))
    return Condition("=" if operator == "in" else "!=", 0, among)


def _intervals(text: str, to: Declarations, line: int) -> Iterator[tuple[int, int]]:
    for word in text.split():
        if INTERVAL.fullmatch(word):
            yield interval(word, line)
        else:
            value = to.constant(word, line)
            yield value, value


def same_number(line: int, what: str, found: Sequence[object], expected: int) -> None:
    """Refuse a list of another length."""
    if len(found) != expected:
        raise NotXcsp3Error(line, f"found {len(found)} {what}, expected {expected}")
