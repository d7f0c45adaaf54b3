"""A problem in SMT-LIB 2: a constant for each variable, and what SMT-LIB says of each kind.

SMT, satisfiability modulo theories, asks for a model of a formula in which some symbols have a
fixed meaning.  SMT-LIB is the language that its solvers share (C. Barrett, P. Fontaine and C.
Tinelli, "The SMT-LIB Standard: Version 2.6", 2017).  `smtlib` has the theory of integers:

    (declare-const x Int)  (assert (or (= x (- 2)) (<= 1 x 5)))
    (assert (distinct x y z))
    (assert (<= (+ (* 2 x) (- y)) 7))
    (assert (or (and (= x 1) (= y 2)) (and (= x 3) (= y 4))))        a table
    (assert (or (and (= x 0) (= y 5)) (and (= x 1) (= y z))))        an element
    (assert (=> (and (< (quotient x y) z) (distinct y 0)) (= (abs x) 3)))
    (assert (or (= x 4) (= y 4) (= z 4)))                            4 has a place in a full scope

SMT-LIB's integers have no limits, and nothing is undefined in it: x / 0 is some value.  So the
nearest comparison says that the divisor is not 0 (total.py).  Its `div` and `mod` leave a remainder
that is not negative; the quotient here truncates toward zero and the remainder has the dividend's
sign, as the file defines them.  Powers become tables.

In `smtlib-bv` a variable is a vector of bits, as few as its values need: the value less the least
value of all variables.  Solvers turn each bit into a variable of SAT, the log encoding of K. Iwama
and S. Miyazaki ("SAT-variable complexity of hard combinatorial problems", IFIP 1994).  It says
all-different, sums, tables and elements; the rest is decomposed into these.

In `+disequalities` all-different is taken apart, `(distinct x y)` for each pair.  Every value has a
place in all of them.  A blank Sudoku of N = n*n cells, h houses and p pairs in these has

    encoding                 assertions     4x4     9x9     16x16     25x25
    ----------------------   -----------   ----   -----   -------   -------
    smtlib                   h + h n         60     270       816     1,950
    smtlib+disequalities     p + h n        120   1,215     6,528    24,375

besides one for each domain.  Bounds as domains, and places left out: docs/encodings/others.md.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

from accord.encodings.encoding import Codec, Encoding, Size
from accord.encodings.model import solution_of
from accord.encodings.naming import (
    Words,
    columns_of,
    identifiers,
    in_one_line,
    in_rows,
    remarks,
    size_in,
    titled,
    words,
)
from accord.encodings.posts import Flat, Posts, over_truth_values, sides, without_exceptions
from accord.encodings.problems.total import Totality
from accord.encodings.scopes import full_scope
from accord.encodings.smt_output import numbers
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.expression import members_of
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem, Solution

POSTS = Posts("smtlib")
BIT_POSTS = Posts("smtlib-bv")
Differ = Literal["distinct", "disequalities"]  # how an all-different is said
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
abs and as assert concat distinct div echo error exists exit extract false forall ite let match mod
model not or par pop push repeat reset sat timeout true unknown unsat value xor"""
RESERVED = {*WORDS.split(), *DEFINED.values()}


@dataclass(frozen=True)
class SmtScript:
    """A problem in kinds that one of the theories says, and the words for it.

    Args:
        problem: what is asked.
        posts: what is said as it is.
        flat: the problem in these kinds.
        to: what the constants are called.
        least: the value that the number 0 stands for.
        bits: of a number; 0 where it is an integer.
        places: whether every value of a full scope is said to have a place.
    """

    problem: Problem
    posts: Posts
    flat: Flat
    to: Words
    least: int = 0
    bits: int = 0
    places: bool = True

    def number(self, value: int) -> str:
        """A value as a literal of the theory; empty where the bits have no number for it."""
        if not self.bits:
            return str(value) if value >= 0 else f"(- {-value})"
        number = value - self.least
        return f"#b{number:0{self.bits}b}" if 0 <= number < 1 << self.bits else ""

    @property
    def names(self) -> list[str]:
        """The names of all constants."""
        return self.to.names

    def of(self, scope: Iterable[int]) -> list[str]:
        """The names of the constants of a scope."""
        return self.to.of(scope)

    def atom(self, atom: int | Variable) -> str:
        """A variable's name, or a value as a literal."""
        return self.names[atom.number] if isinstance(atom, Variable) else self.number(atom)

    def within(self, name: str, domain: Domain, listed: bool = False) -> str:
        """The formula that a constant is in a domain; with `listed` value by value."""
        if listed:
            return _some(f"(= {name} {self.number(value)})" for value in domain)
        return _some(self._between(name, low, high) for low, high in domain.intervals)

    def _between(self, name: str, low: int, high: int) -> str:
        if low == high:
            return f"(= {name} {self.number(low)})"
        if not self.bits:
            return f"(<= {self.number(low)} {name} {self.number(high)})"
        ends = [f"(bvule {self.number(low)} {name})"] * (low > self.least)
        ends += [f"(bvule {name} {self.number(high)})"] * (high - self.least + 1 < 1 << self.bits)
        return _every(ends)

    def placed(self) -> dict[AllDifferent, dict[int, list[int]]]:
        """By full scope and open value, the variables that may take the value."""
        if not self.places:
            return {}
        found, domains = {}, self.flat.domains
        for each in dict.fromkeys((*self.problem.constraints, *self.flat.constraints)):
            if not isinstance(each, AllDifferent) or len(each.scope) ** 2 > LARGEST:
                continue
            if where := full_scope(each, domains):
                found[each] = {
                    value: variables
                    for value, variables in where.items()
                    if all(domains[variable].size > 1 for variable in variables)
                }
        return found


def formula(
    problem: Problem, *, bits: bool = False, differ: Differ = "distinct", places: bool = True
) -> SmtScript:
    """A problem in the theory of integers or of bit-vectors.

    Args:
        problem: what is asked.
        bits: whether its variables are vectors of bits.
        differ: how an all-different is said.
        places: say that every value of a full scope has a place.

    Raises:
        UnsupportedError: it cannot say some constraint.
    """
    posts = BIT_POSTS if bits else POSTS
    if differ == "disequalities":
        posts = posts.without(AllDifferent)
    flat = posts.flatten(problem)
    to = words(problem, flat, spell)
    if not bits:
        return SmtScript(problem, posts, flat, to, places=places)
    ends = [end for each in flat.fresh.different() if each for end in (each.min, each.max)]
    least, most = min(ends, default=0), max(ends, default=0)
    width = max(1, (most - least).bit_length())
    return SmtScript(problem, posts, flat, to, least, width, places)


def script(said: SmtScript, distinct: bool) -> Iterator[str]:
    """The text of an SMT-LIB 2 file whose models are the solutions of the problem."""
    problem, flat, names = said.problem, said.flat, said.names
    used = {operator for each in flat.constraints for operator in _operators(each)}
    logic = "QF_BV" if said.bits else "QF_NIA" if used.intersection(NONLINEAR) else "QF_LIA"
    sort = f"(_ BitVec {said.bits})" if said.bits else "Int"
    yield "; For one solution: z3 FILE, or cvc5 FILE\n"
    if said.bits:
        least = said.least
        yield f"; {said.number(least)} is the value {least}, and one more is the next\n"
    yield f"(set-option :produce-models true)\n(set-logic {logic})\n"
    for operator, (name, parameters, body) in DEFINITIONS.items():
        if operator in used:
            of = " ".join(f"({each} Int)" for each in parameters.split())
            yield f"(define-fun {name} ({of}) Int {body})\n"
    yield "\n"
    placed = said.placed()
    listed = {each for constraint in placed for each in constraint.scope if not said.bits}
    notes = remarks(problem, names)
    for place, (name, domain) in enumerate(zip(names, flat.domains, strict=True)):
        note = notes[place] if place < len(notes) else ""
        within = said.within(name, domain, place in listed)
        yield f"(declare-const {name} {sort})" + f"  (assert {within})" * (within != "true")
        yield f"  ; {note}\n" if note else "\n"
    for title, parts in titled(problem, flat, distinct):
        yield f"\n; {title}\n" if title else "\n"
        for constraint in parts:
            yield from (f"(assert {each})\n" for each in said.posts.post(constraint, said))
    before: set[str] = set()
    for scope, where in placed.items():
        name = in_one_line(scope.name).rstrip(",") or "all-different"
        heading = f"\n; {name}: every value has a place\n"
        for value, variables in where.items():
            among = _some(f"(= {each} {said.number(value)})" for each in said.of(variables))
            if not (distinct and among in before):
                yield f"{heading}(assert {among})\n"
                heading = ""
                before.add(among)
    yield "\n(check-sat)\n"
    if problem.domains:
        rows = (" ".join(row) for row in in_rows(problem, names, columns_of(problem) or ROW))
        yield "(get-value (" + "\n            ".join(rows) + "))\n"


def spell(name: str) -> str | None:
    """A name as a symbol: as it is, or between bars."""
    if (
        name in RESERVED
        or name.startswith("bv")
        or not re.fullmatch(r"[A-Za-z0-9][ -\[\]-{}~]*", name)
    ):
        return None
    return name if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) else f"|{name}|"


def symbols(problem: Problem) -> list[str]:
    """The constants of a problem's variables, without bars."""
    return [name.strip("|") for name in identifiers(problem, spell)]


def read(said: SmtScript, text: str) -> Solution:
    """The solution that a solver printed.

    Raises:
        UnsatisfiableError: it says `unsat`.
        ModelError: it says neither, leaves a variable without a value, or gives it two.
    """
    problem = said.problem
    places = {name: place for place, name in enumerate(symbols(problem))}
    found = numbers(text, places)
    return solution_of(problem, ((places[name], said.least + number) for name, number in found))


def size(said: SmtScript) -> Size:
    """The size of a script: its constraints, and the places of values."""
    own = size_in(said.posts)(said.problem)
    clauses = [(value, *at) for where in said.placed().values() for value, at in where.items()]
    return Size(
        own.variables,
        own.constraints + len(clauses),
        own.distinct + len({*clauses}),
        own.literals + sum(len(each) - 1 for each in clauses),
    )


def _operators(constraint: Constraint) -> Iterator[str]:
    """The operators of an expression."""
    terms: list[Term] = [constraint.term] if isinstance(constraint, Expression) else []
    while terms:
        if isinstance(term := terms.pop(), Operation):
            yield term.operator
            terms += term.operands


def _equal(one: str, other: str) -> str:
    """The formula that two expressions are equal; `false` where one is empty."""
    return f"(= {one} {other})" if one and other else "false"


def _some(formulas: Iterable[str]) -> str:
    several = [*formulas]
    return several[0] if len(several) == 1 else f"(or {' '.join(several)})" if several else "false"


def _every(formulas: Iterable[str]) -> str:
    several = [*formulas]
    return several[0] if len(several) == 1 else f"(and {' '.join(several)})" if several else "true"


@POSTS(AllDifferent, when=without_exceptions)
def post_all_different(said: SmtScript, constraint: AllDifferent) -> Iterator[str]:
    if len(constraint.scope) > 1:
        yield f"(distinct {' '.join(said.of(constraint.scope))})"


@POSTS(Linear)
def post_linear(said: SmtScript, constraint: Linear) -> Iterator[str]:
    def text(term: str | int) -> str:
        return term if isinstance(term, str) else said.number(term)

    def total(terms: list[str | int]) -> str:
        return f"(+ {' '.join(map(text, terms))})"

    one, other = map(text, sides(constraint, said.names, total, "(* {} {})".format))
    operator = {"!=": "distinct"}.get(constraint.operator, constraint.operator)
    yield f"({operator} {one} {other})"


@POSTS(Table)
def post_table(said: SmtScript, constraint: Table) -> Iterator[str]:
    names = said.of(constraint.scope)
    rows = [
        _every(_equal(x, said.number(v)) for x, v in zip(names, entries, strict=True) if v != STAR)
        for entries in constraint.tuples
    ]
    if constraint.forbidden:
        yield from (f"(not {row})" for row in rows)
    else:
        yield _some(rows)


@POSTS(Clauses, when=over_truth_values)
def post_clauses(said: SmtScript, constraint: Clauses) -> Iterator[str]:
    names = said.of(constraint.scope)
    one, zero = ([_equal(x, said.number(value)) for x in names] for value in (1, 0))
    yield from map(_some, constraint.said(one, zero))


@POSTS(Element)
def post_element(said: SmtScript, constraint: Element) -> Iterator[str]:
    index, value = said.names[constraint.index], said.atom(constraint.value)
    items = enumerate(constraint.items, constraint.start)
    same = "" if value else constraint.value  # of a constant for which bits have no number
    yield _some(
        f"(and {_equal(index, said.number(at))} "
        f"{'true' if item == same else _equal(value, said.atom(item))})"
        for at, item in items
    )


def _without_powers(constraint: Expression, fresh: Fresh) -> bool:
    return "pow" not in _operators(constraint)


@POSTS(Expression, when=_without_powers)
def post_expression(said: SmtScript, constraint: Expression) -> Iterator[str]:
    yield _truth(said, Totality(said.flat.fresh, eager=False).truth(constraint.term))


def _truth(said: SmtScript, term: Term) -> str:
    """A formula."""
    assert isinstance(term, Operation)
    if term.operator == "in":
        member, among = _term(said, term.operands[0]), Domain.of(members_of(term))
        if isinstance(term.operands[0], Variable):
            return said.within(member, among)
        return f"(let ((value {member})) {said.within('value', among)})"
    part = _truth if term.operator in CONNECTIVES else _term
    parts = [part(said, each) for each in term.operands]
    word = {**CONNECTIVES, **COMPARISONS}[term.operator]
    return f"({word} {' '.join(parts)})"


def _term(said: SmtScript, term: Term) -> str:
    """An integer."""
    if not isinstance(term, Operation):
        return said.atom(term)
    if term.is_truth:
        return f"(ite {_truth(said, term)} 1 0)"
    if term.operator == "if":
        condition, *branches = term.operands
        chosen, other = (_term(said, each) for each in branches)
        return f"(ite {_truth(said, condition)} {chosen} {other})"
    parts = [_term(said, each) for each in term.operands]
    if term.operator == "sqr":
        return f"({DEFINED['sqr']} {parts[0]})"
    if term.operator in DEFINED:
        return reduce(lambda x, y: f"({DEFINED[term.operator]} {x} {y})", parts)
    return NUMBERS[term.operator](*parts)


CONNECTIVES = {"not": "not", "and": "and", "or": "or", "xor": "xor", "iff": "=", "imp": "=>"}
COMPARISONS = {"lt": "<", "le": "<=", "ge": ">=", "gt": ">", "ne": "distinct", "eq": "="}
BIT_COMPARISONS = {"=": "=", "!=": "distinct"}
BIT_COMPARISONS |= {"<": "bvult", "<=": "bvule", ">": "bvugt", ">=": "bvuge"}
NUMBERS: dict[str, Callable[..., str]] = {
    "neg": lambda x: f"(- {x})",
    "abs": lambda x: f"(abs {x})",
    "add": lambda *each: f"(+ {' '.join(each)})",
    "sub": lambda x, y: f"(- {x} {y})",
    "mul": lambda *each: f"(* {' '.join(each)})",
    "dist": lambda x, y: f"(abs (- {x} {y}))",
}


@BIT_POSTS(Linear)
def post_linear_bits(said: SmtScript, constraint: Linear) -> Iterator[str]:
    """Say a sum without signs: negative terms stand on the other side, in bits enough for both."""
    weights = constraint.weights
    right = constraint.constant - said.least * sum(weights.values())
    sides = [
        ({each: sign * weight for each, weight in weights.items() if sign * weight > 0}, rest)
        for sign, rest in ((1, max(0, -right)), (-1, max(0, right)))
    ]
    largest = (1 << said.bits) - 1
    ends = [sum(terms.values()) * largest + rest for terms, rest in sides]
    width = max(said.bits, *(end.bit_length() for end in ends))
    one, other = (_sum(said, terms, rest, width) for terms, rest in sides)
    yield f"({BIT_COMPARISONS[constraint.operator]} {one} {other})"


def _sum(said: SmtScript, weights: Mapping[int, int], rest: int, width: int) -> str:
    """A weighted sum of numbers and a constant in so many bits."""
    parts = []
    for name, weight in zip(said.of(weights), weights.values(), strict=True):
        wide = f"((_ zero_extend {width - said.bits}) {name})" if width > said.bits else name
        parts.append(wide if weight == 1 else f"(bvmul #b{weight:0{width}b} {wide})")
    if rest or not parts:
        parts.append(f"#b{rest:0{width}b}")
    return reduce(lambda total, part: f"(bvadd {total} {part})", parts)


SAME = (AllDifferent, Clauses, Table, Element)  # kinds that both theories say alike
BIT_POSTS.functions.update({kind: POSTS.functions[kind] for kind in SAME})


def _encoding(about: str, **how: Any) -> Encoding:
    def write(problem: Problem, distinct: bool = False) -> Iterator[str]:
        yield from script(formula(problem, **how), distinct)

    write.__doc__ = f"SMT-LIB 2, {about}, and every value has a place."
    codec = Codec(
        write,
        lambda problem, text: read(formula(problem, **how), text),
        lambda problem: size(formula(problem, **how)),
    )
    return Encoding("SMT-LIB 2", ".smt2", codec)


INTEGER, BITS = "an integer per variable", "a bit-vector per variable"
PAIRS = "all-different two and two"
ENCODINGS = {
    "smtlib": _encoding(INTEGER),
    "smtlib+disequalities": _encoding(f"{INTEGER}: {PAIRS}", differ="disequalities"),
    "smtlib-bv": _encoding(BITS, bits=True),
    "smtlib-bv+disequalities": _encoding(f"{BITS}: {PAIRS}", bits=True, differ="disequalities"),
}
