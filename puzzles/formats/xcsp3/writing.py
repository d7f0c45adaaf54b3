"""What writes the elements of constraints: the registry, and the words of variables and terms.

A writer is a function from a constraint to the element that read.py reads as the same constraint.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.table import Entry
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.formats.format import FormatError
from accord.puzzles.formats.xcsp3.lists import OPERATORS
from accord.puzzles.layout import Symbols

WORDS = {operator: word for word, operator in OPERATORS.items()}
SYMBOLIC = ("eq", "ne", "in", "notin")  # where a constant may be a symbol


@dataclass(frozen=True)
class Vocabulary:
    """The identifiers of variables and the names of their values in a file."""

    names: Sequence[str]
    symbols: Symbols | None = None

    def list(self, scope: Iterable[int]) -> str:
        """Variables as words."""
        return " ".join([self.names[variable] for variable in scope])

    def item(self, item: int | Variable) -> str:
        """A constant or a variable."""
        return self.names[item.number] if isinstance(item, Variable) else str(item)

    def items(self, items: Iterable[int | Variable]) -> str:
        """Constants and variables as words."""
        return " ".join(map(self.item, items))

    def value(self, variable: int, value: Entry) -> str:
        """A value of a variable, or a star."""
        if self.symbols is None or not isinstance(value, int):
            return str(value)
        return self.symbols.text(variable, value)

    def condition(self, operator: str, right: int | Variable) -> str:
        """The text of a comparison with a constant or a variable."""
        return tag("condition", f"({WORDS[operator]},{self.item(right)})")  # type: ignore[index]

    def term(self, term: Term) -> str:
        """A term in functional form."""
        if not isinstance(term, Operation):
            return self.item(term)
        symbolic = self._symbolic(term)
        return f"{term.operator}({','.join(self._operand(x, symbolic) for x in term.operands)})"

    def _symbolic(self, term: Operation) -> int | None:
        """A variable of symbols that this operator compares."""
        if self.symbols is None or term.operator not in SYMBOLIC:
            return None
        among = [each.number for each in term.operands if isinstance(each, Variable)]
        return next((each for each in among if self.symbols.of_variable(each)), None)

    def _operand(self, term: Term, symbolic: int | None) -> str:
        if symbolic is not None and isinstance(term, int):
            return self.value(symbolic, term)
        if symbolic is not None and isinstance(term, Operation) and term.operator == "set":
            return f"set({','.join(self._operand(x, symbolic) for x in term.operands)})"
        return self.term(term)


@dataclass(frozen=True)
class Written:
    """An element: its tag, what stands in it, and its attributes."""

    tag: str
    inside: str
    attributes: str = ""

    def text(self, note: str = "") -> str:
        """The element as XML on one line, with a note for people."""
        from xml.sax.saxutils import quoteattr  # which imports urllib.request

        noted = f" note={quoteattr(note)}" if note else ""
        return f"<{self.tag}{self.attributes}{noted}> {self.inside} </{self.tag}>"


@singledispatch
def element_of(constraint: Any, to: Vocabulary) -> Written:
    """The element of a constraint.

    Raises:
        FormatError: XCSP3 has none for it.
    """
    raise FormatError(f"found the constraint {constraint.kind}, which XCSP3 cannot say")


Writer = Callable[[Any, Vocabulary], Written]


def writes(kind: type[Constraint]) -> Callable[[Writer], Writer]:
    """Register what writes a kind."""
    return element_of.register(kind)


def tag(name: str, inside: str, **attributes: object) -> str:
    """A child on one line; attributes that are None are left out."""
    said = "".join(f' {key}="{each}"' for key, each in attributes.items() if each is not None)
    return f"<{name}{said}> {inside} </{name}>"


def spaced(values: Iterable[int | str]) -> str:
    """Numbers and names with spaces between them."""
    return " ".join(map(str, values))


def unless_zero(index: int) -> int | None:
    """The attribute startIndex, where it is not 0."""
    return index or None


def tuples(rows: Iterable[Iterable[object]]) -> str:
    """Rows in parentheses."""
    return "".join(f"({','.join(map(str, row))})" for row in rows)


def intervals(domain: Domain) -> str:
    """The values of a domain."""
    return " ".join(str(low) if low == high else f"{low}..{high}" for low, high in domain.intervals)
