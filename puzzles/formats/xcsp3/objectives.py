"""The objective of an XCSP3 file.

    <minimize> x </minimize>     <maximize type="sum"> <list> x y </list> <coeffs> 2 3 </coeffs>

A file may have one; of several, in which order they count is another question than XCSP3-core asks.
"""

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.formats.xcsp3 import lists
from accord.puzzles.formats.xcsp3.declarations import Declarations
from accord.puzzles.formats.xcsp3.elements import (
    NotXcsp3Error,
    UnknownError,
    XmlElement,
    expect_attributes,
    expect_no_children,
    expect_no_text,
)
from accord.puzzles.formats.xcsp3.functional import term_of
from accord.puzzles.formats.xcsp3.parts import EVERYWHERE
from accord.puzzles.objective import MeasureName, Objective, Sense

SENSES: dict[str, Sense] = {"minimize": "minimize", "maximize": "maximize"}
MEASURES: dict[str, MeasureName] = {
    "sum": "sum",
    "product": "product",
    "minimum": "minimum",
    "maximum": "maximum",
    "nValues": "n-values",
    "lex": "lex",
}


def objective_of(element: XmlElement, to: Declarations) -> Objective:
    """The objective that an element says.

    Raises:
        NotXcsp3Error: it says none; UnknownError: it has something that is not known.
    """
    if element.tag not in SENSES:
        raise UnknownError(element.line, f"found <{element.tag}>, expected minimize or maximize")
    expect_attributes(element, (*EVERYWHERE, "type"))
    sense, kind = SENSES[element.tag], element.attributes.get("type", "expression")
    if kind == "expression":
        expect_no_children(element)
        return Objective(sense, (term_of(element.text, to, element.line),))
    if kind not in MEASURES:
        raise UnknownError(element.line, f"found an objective of the type {kind!r}, not known")
    children = {child.tag: child for child in element.children}
    if {*children} - {"list", "coeffs"} or len(children) != len(element.children):
        raise UnknownError(element.line, "found something else than one list and its coefficients")
    for child in element.children:
        expect_attributes(child, ())
        expect_no_children(child)
    if children:
        expect_no_text(element)
    listed = children.get("list", element)
    terms = [term for word in lists.words(listed.text) for term in _terms(word, to, listed.line)]
    if "coeffs" in children:
        terms = _weighted(terms, children["coeffs"], to)
    if not terms:
        raise NotXcsp3Error(element.line, f"found <{element.tag}> of nothing, expected terms")
    return Objective(sense, tuple(terms), MEASURES[kind])


def _terms(word: str, to: Declarations, line: int) -> list[Term]:
    """The terms of a word: one, or the variables of an array."""
    if "(" in word or word in to.numbers or "[" not in word:
        return [term_of(word, to, line)]
    return [*map(Variable, to.variables(word, line))]


def _weighted(terms: list[Term], element: XmlElement, to: Declarations) -> list[Term]:
    beside: list[object] = []
    weights = lists.items(element.text, to, element.line, beside)  # type: ignore[arg-type]
    lists.same_number(element.line, "coefficients", weights, len(terms))
    pairs = zip(weights, terms, strict=True)
    return [term if weight == 1 else Operation("mul", (weight, term)) for weight, term in pairs]
