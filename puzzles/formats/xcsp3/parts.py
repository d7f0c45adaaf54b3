"""The parts of a constraint's element, and the registry of what reads them.

A reader is a function from the parts of an element to constraints of accord.  It is registered with
the children and attributes that its element may have, so that whatever else stands there is refused
before it is called.  An element without children says its list, or its term, directly.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from accord.puzzles.constraints.arguments import slip_of, truth_of
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.domain import Domain
from accord.puzzles.formats.xcsp3 import lists
from accord.puzzles.formats.xcsp3.declarations import INTERVAL, Declarations, whole
from accord.puzzles.formats.xcsp3.elements import (
    A_CONSTRAINT,
    NotXcsp3Error,
    UnknownError,
    XmlElement,
    expect_attributes,
    expect_no_children,
    expect_no_text,
)
from accord.puzzles.formats.xcsp3.lists import Condition, Item

EVERYWHERE = ("id", "class", "note")  # attributes that say nothing of the meaning
MOST_EXCLUDED = 10_000  # values that a condition may exclude one by one


@dataclass
class Parts:
    """The element of a constraint with its lists, values and conditions read."""

    element: XmlElement
    to: Declarations
    name: str = ""  # of the constraints that it says
    beside: list[Constraint] = field(default_factory=list)  # what makes fresh variables terms

    @property
    def line(self) -> int:
        """The line in which the element begins."""
        return self.element.line

    def has(self, tag: str) -> bool:
        """Whether there is such a child."""
        return any(child.tag == tag for child in self.element.children)

    def every(self, tag: str) -> list[XmlElement]:
        """The children with this tag."""
        return [child for child in self.element.children if child.tag == tag]

    def the(self, tag: str) -> XmlElement:
        """The only child with this tag."""
        (child,) = self.every(tag)
        return child

    def attribute(self, tag: str, key: str, usual: str = "") -> str:
        """An attribute of the only child with this tag, or of the element itself: ""."""
        return (self.the(tag) if tag else self.element).attributes.get(key, usual)

    def start(self, tag: str = "list", key: str = "startIndex") -> int:
        """The index of the first of a list."""
        return whole(self.attribute(tag, key, "0"), self.line)

    def truth(self, tag: str, key: str, usual: bool) -> bool:
        """An attribute that is true or false."""
        found = self.attribute(tag, key, str(usual).lower())
        if found not in ("true", "false"):
            raise NotXcsp3Error(self.line, f"found {key}={found!r}, expected true or false")
        return found == "true"

    def variables(self, child: XmlElement | str = "list") -> tuple[int, ...]:
        """The variables of a child; terms and constants have fresh ones."""
        child = self.the(child) if isinstance(child, str) else child
        return lists.variables(child.text, self.to, child.line, self.beside)

    def items(self, child: XmlElement | str) -> tuple[Item, ...]:
        """The constants and variables of a child."""
        child = self.the(child) if isinstance(child, str) else child
        return lists.items(child.text, self.to, child.line, self.beside)

    def items_of(self, word: str, child: XmlElement) -> tuple[Item, ...]:
        """The constants and variables of one word of a child."""
        return lists.items(word, self.to, child.line, self.beside)

    def item(self, tag: str) -> Item:
        """The one constant or variable of a child."""
        found = self.items(tag)
        lists.same_number(self.line, f"words in <{tag}>", found, 1)
        return found[0]

    def integers(self, tag: str) -> tuple[int, ...]:
        """The whole numbers of a child; none where it is missing."""
        if not self.has(tag):
            return ()
        child = self.the(tag)
        return lists.integers(child.text, self.to, child.line)

    def values(self, tag: str) -> tuple[int, ...]:
        """The values of a child, in which 2..4 is 2 3 4; none where it is missing."""
        if not self.has(tag):
            return ()
        child = self.the(tag)
        return lists.values(child.text, self.to, child.line)

    def values_or_variables(self, tag: str) -> tuple[Item, ...]:
        """The values of a child, in which 2..4 is 2 3 4, and its variables."""
        child, found = self.the(tag), list[Item]()
        for word in lists.words(child.text):
            if INTERVAL.fullmatch(word):
                found += lists.values(word, self.to, child.line)
            else:
                found += self.items_of(word, child)
        return tuple(found)

    def rows(self, tag: str = "matrix") -> list[tuple[Item, ...]]:
        """The rows of a matrix: tuples, or an array of two dimensions."""
        child = self.the(tag)
        if "(" in child.text:
            rows = lists.rows(child.text, child.line)
            return [lists.items(" ".join(r), self.to, child.line, self.beside) for r in rows]
        if not (word := child.text.strip()):
            return []
        found = self.to.matrix(word, child.line)
        return [tuple(map(Variable, row)) for row in found]

    def variable_rows(self, tag: str = "matrix") -> tuple[tuple[int, ...], ...]:
        """The rows of a matrix of variables; a constant is a fresh one."""
        return tuple(tuple(self.as_variable(each) for each in row) for row in self.rows(tag))

    def as_variable(self, item: Item) -> int:
        """A variable, also for a constant."""
        return item.number if isinstance(item, Variable) else self.to.held(item, self.line)

    def condition(self, child: XmlElement | str = "condition") -> Condition:
        """The condition that a child says."""
        child = self.the(child) if isinstance(child, str) else child
        return lists.condition(child, self.to, self.beside)

    def compared(
        self, condition: Condition, make: Callable[[Comparison, Item], Constraint]
    ) -> Iterator[Constraint]:
        """Constraints: a number that `make` compares fulfils a condition.

        Args:
            condition: of a number.
            make: the constraint that it compares so with a constant or a variable.
        """
        operator, right, among = condition
        if among is None:
            yield make(operator, right)
        elif operator == "!=":
            if among.size > MOST_EXCLUDED:
                raise UnknownError(self.line, f"found more than {MOST_EXCLUDED:,} values excluded")
            for value in among:
                yield make("!=", value)
        elif len(among.intervals) == 1:
            yield make(">=", among.min)
            yield make("<=", among.max)
        else:
            yield make("=", Variable(self.to.fresh(among, self.line)))

    def fulfils(self, variable: int, condition: Condition) -> Iterator[Constraint]:
        """Constraints: a variable fulfils a condition."""
        yield from self.compared(
            condition, lambda operator, right: Linear((variable,), operator, right, name=self.name)
        )

    def domain(self, items: Iterable[Item]) -> Domain:
        """The values that some constants and variables can have together."""
        intervals: list[tuple[int, int]] = []
        for each in items:
            if isinstance(each, Variable):
                intervals += self.to.domains[each.number].intervals
            else:
                intervals.append((each, each))
        return Domain(tuple(intervals))


Reader = Callable[[Parts], Iterator[Constraint]]


class Known(NamedTuple):
    """A reader, and what its element may have."""

    read: Reader
    needs: Sequence[str]
    may: Sequence[str]
    several: Sequence[str]
    attributes: Mapping[str, Sequence[str]]


READERS: dict[str, Known] = {}


def reads(
    tag: str,
    needs: Sequence[str],
    may: Sequence[str] = (),
    several: Sequence[str] = (),
    attributes: Mapping[str, Sequence[str]] | None = None,
) -> Callable[[Reader], Reader]:
    """Register what reads an element.

    Args:
        tag: of the element.
        needs: the children that it has.
        may: those that it may have.
        several: those of both that it may have more than once.
        attributes: of each child those that change the meaning; of the element itself under "".
    """

    def register(read: Reader) -> Reader:
        READERS[tag] = Known(read, needs, may, several, attributes or {})
        return read

    return register


def constraints_of(element: XmlElement, to: Declarations, name: str = "") -> list[Constraint]:
    """The constraints that an element says, and what its fresh variables are.

    Raises:
        UnknownError: the element, or something in it, is not known.
        NotXcsp3Error: it says none.
    """
    return constraints_of_known(expected(element), to, name)


def expected(element: XmlElement) -> XmlElement:
    """An element with the children and attributes that its reader knows, its list a child.

    Raises:
        UnknownError: the element, or something in it, is not known.
        NotXcsp3Error: something is missing.
    """
    if (known := READERS.get(element.tag)) is None:
        raise UnknownError(element.line, f"found <{element.tag}>, not known as a constraint")
    if element.children:
        expect_no_text(element)
    if element.attributes:
        expect_attributes(element, (*EVERYWHERE, *known.attributes.get("", ())))
    if not element.children:
        tag = next(iter((*known.needs, "list")))
        child = XmlElement(tag, {}, element.line, element.text, kept=element.kept)
        element = XmlElement(element.tag, element.attributes, element.line, children=[child])
        if len(known.needs) == 1:
            return element
    _expect_children(element, known)
    return element


def constraints_of_known(element: XmlElement, to: Declarations, name: str = "") -> list[Constraint]:
    """The constraints of an element that is known, as `expected` gives it; see `constraints_of`."""
    known, parts = READERS[element.tag], Parts(element, to, name)
    said = [each for each in known.read(parts) if not _is_always_true(each, to)]
    to.effort.spend(A_CONSTRAINT * (len(said) + len(parts.beside)), "items", element.line)
    return parts.beside + said


def _is_always_true(constraint: Constraint, to: Declarations) -> bool:
    """Whether it says nothing, as a constraint of a group does where constants are its arguments.

    One that is always false stays, and so does its name.
    """
    if (values := to.held_values(constraint.scope)) is not None:
        return constraint.holds(values)
    return slip_of(constraint) != "" and truth_of(constraint)


def _expect_children(element: XmlElement, known: Known) -> None:
    """Refuse an element that has other children, or these with other attributes."""
    seen = set[str]()
    for child in element.children:
        expect_no_children(child)
        if child.tag not in known.needs and child.tag not in known.may:
            inside = f"<{child.tag}> in <{element.tag}>"
            raise UnknownError(child.line, f"found {inside}, which is not known there")
        if child.tag in seen and child.tag not in known.several:
            raise UnknownError(child.line, f"found <{child.tag}> twice in <{element.tag}>")
        seen.add(child.tag)
        expect_attributes(child, tuple(known.attributes.get(child.tag, ())))
    for tag in known.needs:
        if tag not in seen:
            found = f"found <{element.tag}> without <{tag}>, expected one"
            raise NotXcsp3Error(element.line, found)
