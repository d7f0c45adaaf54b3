"""A problem in SMT-LIB 2: an integer each, and what SMT-LIB says of each kind.

    (declare-const x Int)  (assert (or (= x (- 2)) (<= 1 x 5)))
    (assert (distinct x y z))
    (assert (<= (+ (* 2 x) (- y)) 7))
    (assert (or (and (= x 1) (= y 2)) (and (= x 3) (= y 4))))        a table
    (assert (or (and (= x 0) (= y 5)) (and (= x 1) (= y z))))        an element
    (assert (=> (and (< (quotient x y) z) (distinct y 0)) (= (abs x) 3)))

SMT-LIB's integers have no limits, and nothing is undefined in it: x / 0 is some value.  So the
nearest comparison says that the divisor is not 0 (total.py).  Its `div` and `mod` leave a remainder
that is not negative; the quotient here truncates toward zero and the remainder has the dividend's
sign, as the file defines them.  Powers become tables.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import reduce

from accord.encodings.encoding import Codec
from accord.encodings.model import solution_of
from accord.encodings.posts import Posts, without_exceptions
from accord.encodings.problems.total import Totality
from accord.encodings.problems.words import Words, identifiers, remarks, size_in, titled, words
from accord.encodings.smt_output import numbers
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.expression import members_of
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem, Solution

POSTS = Posts("smtlib")
DEFINITIONS = {  # by operator what the file defines, its parameters apart
    "div": ("quotient", "x y", "(ite (>= x 0) (div x y) (- (div (- x) y)))"),
    "mod": ("remainder", "x y", "(ite (>= x 0) (mod x y) (- (mod (- x) y)))"),
    "min": ("minimum", "x y", "(ite (<= x y) x y)"),
    "max": ("maximum", "x y", "(ite (>= x y) x y)"),
    "sqr": ("square", "x", "(* x x)"),
}
DEFINED = {operator: name for operator, (name, _, _) in DEFINITIONS.items()}
ROW = 9  # names on a line
NONLINEAR = ("mul", "sqr", "div", "mod")
WORDS = """\
abs and as assert distinct div echo error exists exit false forall ite let match mod model not or
par pop push reset sat timeout true unknown unsat value xor"""
RESERVED = {*WORDS.split(), *DEFINED.values()}


def write(problem: Problem, distinct: bool = False) -> Iterator[str]:
    """SMT-LIB 2: an integer each, and an assertion for each constraint.

    Raises:
        UnsupportedError: it cannot say some constraint.
    """
    flat = POSTS.flatten(problem)
    to = words(problem, flat, spell)
    yield "; For one solution: z3 FILE, or cvc5 FILE\n"
    yield "(set-option :produce-models true)\n"
    used = {operator for each in flat.constraints for operator in _operators(each)}
    yield f"(set-logic {'QF_NIA' if used.intersection(NONLINEAR) else 'QF_LIA'})\n"
    for operator, (name, parameters, body) in DEFINITIONS.items():
        if operator in used:
            of = " ".join(f"({each} Int)" for each in parameters.split())
            yield f"(define-fun {name} ({of}) Int {body})\n"
    yield "\n"
    notes = remarks(problem, to.names)
    for place, (name, domain) in enumerate(zip(to.names, flat.domains, strict=True)):
        note = notes[place] if place < len(notes) else ""
        yield f"(declare-const {name} Int)  (assert {_within(name, domain)})"
        yield f"  ; {note}\n" if note else "\n"
    for title, parts in titled(problem, flat, distinct):
        yield f"\n; {title}\n" if title else "\n"
        for constraint in parts:
            yield from (f"(assert {each})\n" for each in POSTS.post(constraint, to))
    yield "\n(check-sat)\n"
    if own := to.names[: len(problem.domains)]:
        rows = (" ".join(own[at : at + ROW]) for at in range(0, len(own), ROW))
        yield "(get-value (" + "\n            ".join(rows) + "))\n"


def spell(name: str) -> str | None:
    """A name as a symbol: as it is, or between bars."""
    if name in RESERVED or not re.fullmatch(r"[A-Za-z0-9][ -\[\]-{}~]*", name):
        return None
    return name if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) else f"|{name}|"


def symbols(problem: Problem) -> list[str]:
    """The constants of a problem's variables, without bars."""
    return [name.strip("|") for name in identifiers(problem, spell)]


def read(problem: Problem, text: str) -> Solution:
    """The solution that a solver printed.

    Raises:
        UnsatisfiableError: it says `unsat`.
        ModelError: it says neither, leaves a variable without a value, or gives it two.
    """
    places = {name: place for place, name in enumerate(symbols(problem))}
    found = numbers(text, places)
    return solution_of(problem, ((places[name], number) for name, number in found))


def _operators(constraint: Constraint) -> Iterator[str]:
    """The operators of an expression."""
    terms: list[Term] = [constraint.term] if isinstance(constraint, Expression) else []
    while terms:
        if isinstance(term := terms.pop(), Operation):
            yield term.operator
            terms += term.operands


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _atom(to: Words, atom: int | Variable) -> str:
    return to.names[atom.number] if isinstance(atom, Variable) else _number(atom)


def _within(name: str, domain: Domain) -> str:
    """That a value is in a domain."""
    return _some(
        f"(= {name} {_number(low)})"
        if low == high
        else f"(<= {_number(low)} {name} {_number(high)})"
        for low, high in domain.intervals
    )


def _some(formulas: Iterable[str]) -> str:
    several = [*formulas]
    return several[0] if len(several) == 1 else f"(or {' '.join(several)})" if several else "false"


def _every(formulas: Iterable[str]) -> str:
    several = [*formulas]
    return several[0] if len(several) == 1 else f"(and {' '.join(several)})" if several else "true"


@POSTS(AllDifferent, when=without_exceptions)
def _(to: Words, constraint: AllDifferent) -> Iterator[str]:
    if len(constraint.scope) > 1:
        yield f"(distinct {' '.join(to.of(constraint.scope))})"


@POSTS(Linear)
def _(to: Words, constraint: Linear) -> Iterator[str]:
    terms = zip(constraint.coefficients, to.of(constraint.scope), strict=True)
    parts = [
        SIGNED.get(weight, f"(* {_number(weight)} $x)").replace("$x", x) for weight, x in terms
    ]
    total = f"(+ {' '.join(parts)})" if len(parts) > 1 else parts[0] if parts else "0"
    operator = {"!=": "distinct"}.get(constraint.operator, constraint.operator)
    yield f"({operator} {total} {_number(constraint.constant)})"


@POSTS(Table)
def _(to: Words, constraint: Table) -> Iterator[str]:
    names = to.of(constraint.scope)
    rows = [
        _every(f"(= {x} {_number(v)})" for x, v in zip(names, entries, strict=True) if v != STAR)
        for entries in constraint.tuples
    ]
    if constraint.forbidden:
        yield from (f"(not {row})" for row in rows)
    else:
        yield _some(rows)


@POSTS(Element)
def _(to: Words, constraint: Element) -> Iterator[str]:
    index, value = to.names[constraint.index], _atom(to, constraint.value)
    items = enumerate(constraint.items, constraint.start)
    yield _some(
        f"(and (= {index} {_number(at)}) (= {value} {_atom(to, item)}))" for at, item in items
    )


def _without_powers(constraint: Expression, fresh: Fresh) -> bool:
    return "pow" not in _operators(constraint)


@POSTS(Expression, when=_without_powers)
def _(to: Words, constraint: Expression) -> Iterator[str]:
    yield _truth(to, Totality(to.fresh, eager=False).truth(constraint.term))


def _truth(to: Words, term: Term) -> str:
    """A formula."""
    assert isinstance(term, Operation)
    if term.operator == "in":
        member, among = _term(to, term.operands[0]), Domain.of(members_of(term))
        if isinstance(term.operands[0], Variable):
            return _within(member, among)
        return f"(let ((value {member})) {_within('value', among)})"
    said = _truth if term.operator in CONNECTIVES else _term
    parts = [said(to, each) for each in term.operands]
    word = {**CONNECTIVES, **COMPARISONS}[term.operator]
    return f"({word} {' '.join(parts)})"


def _term(to: Words, term: Term) -> str:
    """An integer."""
    if not isinstance(term, Operation):
        return _atom(to, term)
    if term.is_truth:
        return f"(ite {_truth(to, term)} 1 0)"
    if term.operator == "if":
        condition, *branches = term.operands
        chosen, other = (_term(to, each) for each in branches)
        return f"(ite {_truth(to, condition)} {chosen} {other})"
    parts = [_term(to, each) for each in term.operands]
    if term.operator == "sqr":
        return f"({DEFINED['sqr']} {parts[0]})"
    if term.operator in DEFINED:
        return reduce(lambda x, y: f"({DEFINED[term.operator]} {x} {y})", parts)
    return NUMBERS[term.operator](*parts)


SIGNED = {1: "$x", -1: "(- $x)"}
CONNECTIVES = {"not": "not", "and": "and", "or": "or", "xor": "xor", "iff": "=", "imp": "=>"}
COMPARISONS = {"lt": "<", "le": "<=", "ge": ">=", "gt": ">", "ne": "distinct", "eq": "="}
NUMBERS: dict[str, Callable[..., str]] = {
    "neg": lambda x: f"(- {x})",
    "abs": lambda x: f"(abs {x})",
    "add": lambda *each: f"(+ {' '.join(each)})",
    "sub": lambda x, y: f"(- {x} {y})",
    "mul": lambda *each: f"(* {' '.join(each)})",
    "dist": lambda x, y: f"(abs (- {x} {y}))",
}


CODEC = Codec(write, read, size_in(POSTS))
