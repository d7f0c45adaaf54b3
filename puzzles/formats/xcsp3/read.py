"""Reading an XCSP3 file: a problem, element by element.

What is not known is refused by element and line, never left out.  Annotations say how to search and
nothing of the problem; they are passed over.  The name of a constraint is its note, its identifier
or its class, or that of the group or block around it.

The file stays with the problem, compressed (original.py).  A program that reads it itself prints
the names that stand there: `declared` reads the variables alone, to know them again.
"""

from collections.abc import Iterable, Iterator

import accord.puzzles.formats.xcsp3.kinds  # noqa: F401  (registers them)
from accord.puzzles.constraints.constraint import Constraint, TooLargeError
from accord.puzzles.errors import InputError
from accord.puzzles.formats.original import Keeping
from accord.puzzles.formats.xcsp3.declarations import Declarations
from accord.puzzles.formats.xcsp3.elements import (
    Effort,
    NotXcsp3Error,
    UnknownError,
    XmlElement,
    XmlEvent,
    events,
    expect_attributes,
)
from accord.puzzles.formats.xcsp3.naming import IDENTIFIER, unescaped
from accord.puzzles.formats.xcsp3.objectives import objective_of
from accord.puzzles.formats.xcsp3.parts import EVERYWHERE, constraints_of
from accord.puzzles.formats.xcsp3.templates import Template, arguments_of, slide
from accord.puzzles.objective import Objective
from accord.puzzles.outside_data import collector_paused
from accord.puzzles.problem import Problem

TYPES = ("CSP", "COP")


@collector_paused()
def read_xcsp3(chunks: Iterable[bytes], encoding: str | None = None) -> Problem:
    """The problem that a file says.

    Args:
        chunks: its bytes, decompressed, in parts of any size.
        encoding: in which they are; by default what the file says.

    Raises:
        NotXcsp3Error: it says none; UnknownError: it has something that is not known here;
            TooMuchWorkError: it is too large.  Each says in which line.
    """
    effort, keeping = Effort(), Keeping()
    reading = _Reading(Declarations(effort))
    for event in events(keeping.passed(chunks), effort, encoding):
        reading.take(event)
    problem = reading.problem()
    vars(problem)["packed"] = keeping.packed()
    return problem


def declared(original: bytes) -> Declarations:
    """The variables that a file declares, numbered as in the problem it says.

    Args:
        original: of a problem that was read.
    """
    to, outer = Declarations(effort := Effort()), ""
    for what, element in events([original], effort):
        if (what, element.tag) == ("close", "variables"):
            break
        if what == "whole" and outer == "variables":
            to.declare(element)
        outer = element.tag if what == "open" else outer
    return to


class _Reading:
    """The state of reading a file: declarations, constraints and objective so far."""

    def __init__(self, declarations: Declarations) -> None:
        self._to = declarations
        self._constraints: list[Constraint] = []
        self._objectives: list[Objective] = []
        self._around: list[XmlElement] = []  # the elements that are open
        self._template: Template | None = None
        self._is_complete = False

    def problem(self) -> Problem:
        to = self._to
        if not self._is_complete:
            raise NotXcsp3Error(1, "found no <instance>, expected an XCSP3 file")
        objective = self._objectives[0] if self._objectives else None
        names = [unescaped(id_) if IDENTIFIER.fullmatch(id_) else id_ for id_ in to.names]
        return Problem(
            to.domains, self._constraints, names, objective=objective, symbols=to.symbols
        )

    def take(self, event: XmlEvent) -> None:
        """Take what follows in the file."""
        what, element = event
        if what == "open":
            self._open(element)
        elif what == "close":
            self._around.pop()
            if element.tag == "group" and self._template is None:
                raise NotXcsp3Error(element.line, "found <group> of nothing, expected a constraint")
            self._is_complete = not self._around
        else:
            try:
                self._whole(element)
            except NotXcsp3Error:
                raise
            except InputError as error:
                raise _located(error, element) from None

    def _open(self, element: XmlElement) -> None:
        outer = self._around[-1].tag if self._around else ""
        known = {
            "instance": ("",),
            "block": ("constraints", "block"),
            "group": ("constraints", "block"),
        }.get(element.tag, ("instance",))
        if outer not in known:
            if not outer:
                raise NotXcsp3Error(element.line, f"found <{element.tag}>, expected <instance>")
            raise UnknownError(element.line, f"found <{element.tag}> in <{outer}>, not known")
        if element.tag == "instance":
            _expect_instance(element)
        else:
            expect_attributes(element, EVERYWHERE)
        self._template = None
        self._around.append(element)

    def _whole(self, element: XmlElement) -> None:
        outer = self._around[-1].tag if self._around else ""
        if outer == "variables":
            self._to.declare(element)
        elif outer == "objectives":
            self._objectives.append(objective_of(element, self._to))
            if len(self._objectives) > 1:
                raise UnknownError(element.line, "found a second objective, expected one")
        elif outer == "group":
            self._constraints += self._of_group(element)
        elif outer in ("constraints", "block"):
            self._constraints += self._constraints_of(element)
        elif not outer:
            raise NotXcsp3Error(element.line, f"found <{element.tag}>, expected <instance>")
        elif outer != "annotations":
            raise UnknownError(element.line, f"found <{element.tag}> in <{outer}>, not known")

    def _of_group(self, element: XmlElement) -> Iterator[Constraint]:
        if self._template is None:
            if element.tag == "slide":
                raise UnknownError(element.line, "found <slide> in <group>, which is not known")
            self._template = Template(element)
            return
        if element.tag != "args":
            raise UnknownError(element.line, f"found <{element.tag}> in <group>, expected <args>")
        expect_attributes(element, ())
        name = self._name(self._template.element)
        yield from self._template.constraints(arguments_of(element, self._to), self._to, name)

    def _constraints_of(self, element: XmlElement) -> Iterable[Constraint]:
        name = self._name(element)
        if element.tag == "slide":
            return slide(element, self._to, name)
        return constraints_of(element, self._to, name)

    def _name(self, element: XmlElement) -> str:
        """The name of a constraint: its note, id or class, or that of the element around it."""
        for each in (element, *reversed(self._around)):
            for key in ("note", "id", "class") if each.attributes else ():
                if name := each.attributes.get(key, ""):
                    return name
        return ""


def _expect_instance(element: XmlElement) -> None:
    """Refuse another format than XCSP3, and types of problems besides CSP and COP."""
    expect_attributes(element, (*EVERYWHERE, "format", "type"))
    form, kind = (element.attributes.get(key, "") for key in ("format", "type"))
    if form != "XCSP3":
        raise UnknownError(element.line, f"found the format {form!r}, expected XCSP3")
    if kind not in TYPES:
        raise UnknownError(element.line, f"found an instance of the type {kind!r}, not known")


def _located(error: InputError, element: XmlElement) -> NotXcsp3Error:
    """An error about a constraint with the line of its element."""
    kind = UnknownError if isinstance(error, TooLargeError) else NotXcsp3Error
    return kind(element.line, f"<{element.tag}>: {error}")
