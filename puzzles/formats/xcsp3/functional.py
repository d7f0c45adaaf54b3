"""Terms in XCSP3's functional form, such as le(add(x,2),y), and fresh variables for them.

Where a list of a constraint holds a term, the constraint is about a variable that is equal to it: a
fresh one, called as the term is written, whose values are those that the term can have.
"""

import re
from contextlib import suppress
from itertools import product
from math import prod

from accord.puzzles.constraints import terms
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.decompositions.expression import FEW, ends_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.formats.xcsp3.declarations import Declarations
from accord.puzzles.formats.xcsp3.elements import A_TOKEN, NotXcsp3Error, UnknownError, quoted

_SPACES = re.compile(r"(?<=[(,])\s++|(?<!\s)\s++(?=[(),])")
_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:\[[0-9]+\])*|[+-]?[0-9]+|[(),]", re.ASCII)
_ATOM = re.compile(r"([A-Za-z][A-Za-z0-9_]*+(?:\[[0-9]+\])*+(?!\s*\()|[+-]?[0-9]++)")
DEEPEST = 150  # operations in each other
"""Of more, an evaluation of the term would end in Python's limit for calls in each other."""


def expression_of(text: str, to: Declarations, line: int, name: str) -> Expression:
    """The constraint that a term is true.

    A text that differs in its constants and variables alone from an earlier one is read as that.

    Raises:
        NotXcsp3Error: it says no term; UnknownError where an operator is not known.
    """
    parts = _ATOM.split(text)
    around, words = tuple(parts[::2]), parts[1::2]
    if (form := to.forms.get(around)) is not None:
        like, tokens = form
        to.effort.spend(A_TOKEN * tokens, "items", line)
        return like.with_atoms([to.atom(word, line) for word in words], name)
    term = term_of(text, to, line)
    if not isinstance(term, Operation) or not (term.is_truth or term.operator == "if"):
        return Expression(Operation("ne", (term, 0)), name=name)
    made = Expression(term, name=name)
    if "set" not in text:  # the operands of which have to be constants
        to.forms[around] = made, len(_TOKEN.findall(text))
    return made


def term_of(text: str, to: Declarations, line: int) -> Term:
    """The term that a text says.

    Raises:
        NotXcsp3Error: it says none; UnknownError where an operator is not known.
    """
    waiting: list[
        tuple[str, list[Term | _Terms]]
    ] = []  # operations that have begun, with their operands
    last: Term | _Terms | None = None  # what stands before this token
    name, place = "", 0
    tokens = _TOKEN.findall(text := _SPACES.sub("", text).strip())
    to.effort.spend(A_TOKEN * len(tokens), "items", line)
    for token in tokens:
        if not text.startswith(token, place):
            raise _wrong(text, place, line)
        place += len(token)
        if token == "(" and name:
            if len(waiting) == DEEPEST:
                raise UnknownError(line, f"found more than {DEEPEST} operations in each other")
            waiting.append((name, []))
            name = ""
        elif token in ",)" and waiting:
            operator, operands = waiting[-1]
            if name:
                last, name = to.atom(name, line), ""
            if last is not None:
                operands.append(last)
                last = None
            elif token == "," or operands or operator != "set":
                raise _wrong(text, place - 1, line)
            if token == ")":
                waiting.pop()
                last = _operation(operator, operands, line)
        elif name or last is not None or token in "(,)":
            raise _wrong(text, place - len(token), line)
        else:
            name = token
    if place < len(text):
        raise _wrong(text, place, line)
    if waiting or (last is None) == (not name) or isinstance(last, _Terms):
        raise NotXcsp3Error(line, f"found {quoted(text)}, expected a term that ends")
    return to.atom(name, line) if last is None else last


class _Terms(tuple[Term, ...]):
    """A set of terms that are not all constants."""


def _wrong(text: str, place: int, line: int) -> NotXcsp3Error:
    return NotXcsp3Error(line, f"found {quoted(text[place:])} in {quoted(text)}, expected a term")


def _operation(operator: str, operands: list[Term | _Terms], line: int) -> Term | _Terms:
    try:
        terms.operands_of(operator)
    except MalformedConstraintError:
        raise UnknownError(line, f"found the operator {operator!r}, not known") from None
    sets = [each for each in operands if isinstance(each, _Terms)]
    own = [each for each in operands if not isinstance(each, _Terms)]
    try:
        if operator == "set" and not sets and not all(isinstance(each, int) for each in own):
            return _Terms(own)
        if operator in ("in", "notin") and len(operands) == 2 and isinstance(operands[1], _Terms):
            return _member(operator, own[0], sets[0])
        if not sets:
            return Operation(operator, tuple(own))
    except MalformedConstraintError as error:
        raise NotXcsp3Error(line, str(error)) from None
    raise NotXcsp3Error(line, f"found a set in {operator}, expected it behind in(x,...)")


def _member(operator: str, term: Term, among: _Terms) -> Operation:
    """The term that one is equal to one of others, or to none of them."""
    either = Operation("or", tuple(Operation("eq", (term, each)) for each in among))
    return either if operator == "in" else Operation("not", (either,))


def variable_of(word: str, to: Declarations, line: int) -> tuple[int, list[Expression]]:
    """The variable that a term in a list is, and what makes it so.

    Raises:
        NotXcsp3Error: it is no term.
    """
    term = term_of(word, to, line)
    if isinstance(term, Variable):
        return term.number, []
    if isinstance(term, int):
        return to.held(term, line), []
    return fresh_for(term, to, line)


def fresh_for(term: Operation, to: Declarations, line: int) -> tuple[int, list[Expression]]:
    """A fresh variable that is equal to a term, and what makes it so, where it is new."""
    name = terms.as_text(term, to.names)
    if name in to.numbers:
        return to.numbers[name], []
    variable = to.fresh(_values(term, to), line, name)
    return variable, [Expression(Operation("eq", (Variable(variable), term)))]


def _values(term: Operation, to: Declarations) -> Domain:
    """The values that a term can have: of few assignments these, else their interval."""
    scope = [*dict.fromkeys(terms.variables_of(term))]
    domains = [to.domains[variable] for variable in scope]
    ends = ends_of(term, to.domains)  # which refuses a power that is too large to be computed
    if prod(domain.size for domain in domains) > FEW:
        return Domain((ends,))
    found = set[int]()
    for values in product(*domains):
        with suppress(terms.UndefinedError):
            found.add(terms.number(term, dict(zip(scope, values, strict=True))))
    return Domain.of(found)
