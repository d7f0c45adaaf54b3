"""A problem as a MiniZinc model: a variable each, and what MiniZinc says of each kind.

    var -2..5: x0;  constraint x0 in {-2} union 1..5;
    constraint alldifferent([x0, x1, x2]);
    constraint 2*x0 + -1*x1 <= 7;
    constraint table([x0, x1], [|1,2|3,4|]);
    constraint array1d(-1..1, [5, x2, 9])[x0] = x1;
    constraint (x0 div x1 < x2) -> (abs(x0) = 3);

An expression is MiniZinc's own: its quotient truncates, its remainder has the dividend's sign, and
what is undefined makes the nearest Boolean false (Frisch and Stuckey, "The proper treatment of
undefinedness in constraint languages", CP 2009).  Powers become tables.  The solvers have integers
of 32 bits, so that whatever could leave them is refused.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from accord.encodings.model import ModelError
from accord.encodings.posts import (
    Posts,
    both,
    matrices,
    of_two_or_more,
    right_within,
    several_uncovered,
    sums_within,
    without_exceptions,
    without_intervals,
    without_lengths,
)
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import TooLargeError, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.decompositions.expression import AS_LINEAR, largest, members_of
from accord.puzzles.constraints.decompositions.fresh import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.table import allowed
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import LOGIC, MEMBERSHIP, Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem, Solution

MOST = 2_147_483_646  # the largest integer of Gecode
POSTS = Posts("minizinc", LARGEST, range(-MOST, MOST + 1), foreign=("minizinc",))
OPENING = """\
% For one solution: minizinc FILE; for all of them: minizinc -a FILE
include "alldifferent.mzn";
include "all_equal.mzn";
include "among.mzn";
include "arg_max.mzn";
include "arg_min.mzn";
include "global_cardinality.mzn";
include "global_cardinality_closed.mzn";
include "increasing.mzn";
include "decreasing.mzn";
include "lex_less.mzn";
include "lex_lesseq.mzn";
include "nvalue.mzn";
include "strictly_decreasing.mzn";
include "strictly_increasing.mzn";
include "table.mzn";
include "value_precede_chain.mzn";

"""


def model(problem: Problem) -> Iterator[str]:
    """The model, with an array `solution` of the problem's variables.

    Raises:
        UnsupportedError: it cannot say some constraint, or a value is too large.
    """
    flat = POSTS.flatten(problem)
    yield OPENING
    for number, domain in enumerate(flat.domains):
        low, high = (domain.min, domain.max) if domain else (0, 0)
        yield f"var {low}..{high}: x{number};"
        one = len(domain.intervals) == 1
        yield "\n" if one else f"  constraint x{number} in {_set(domain)};\n"
    for constraint in flat.constraints:
        for formula in POSTS.post(constraint, flat.fresh):
            yield f"constraint {formula};\n"
    own = _list(range(len(problem.domains)))
    yield f"array[1..{len(problem.domains)}] of var int: solution :: add_to_output;\n"
    yield f"constraint solution = {own};\nsolve satisfy;\noutput [show(solution)];\n"


def read(problem: Problem, text: str) -> Solution:
    """The values of a solution that a solver printed: `solution = array1d(1..2, [5, -1]);`.

    Raises:
        ModelError: there is another number of values.
    """
    found = re.search(r"\[([-0-9, ]*)\]", text)
    values = [int(word) for word in found[1].replace(",", " ").split()] if found else []
    if len(values) != len(problem.domains):
        raise ModelError(f"found {len(values)} values, expected {len(problem.domains)}")
    return problem.solution(values)


def _set(domain: Domain) -> str:
    parts = (f"{{{a}}}" if a == b else f"{a}..{b}" for a, b in domain.intervals)
    return " union ".join(parts) or "{}"


def _list(scope: Sequence[int]) -> str:
    return f"[{', '.join(f'x{each}' for each in scope)}]"


def _atom(atom: int | Variable) -> str:
    return f"x{atom.number}" if isinstance(atom, Variable) else f"({atom})"


@POSTS(AllDifferent, when=without_exceptions)
def _(fresh: Fresh, constraint: AllDifferent) -> Iterator[str]:
    if len(constraint.scope) > 1:
        yield f"alldifferent({_list(constraint.scope)})"


@POSTS(Linear, when=sums_within(MOST))
def _(fresh: Fresh, constraint: Linear) -> Iterator[str]:
    terms = zip(constraint.coefficients, constraint.scope, strict=True)
    total = " + ".join(f"{weight}*x{each}" for weight, each in terms) or "0"
    yield f"{total} {constraint.operator} {constraint.constant}"


def _is_short(constraint: Table, fresh: Fresh) -> bool:
    """Whether few of its tuples are left without stars."""
    try:
        return constraint.forbidden or len(allowed(constraint, fresh)) <= LARGEST
    except TooLargeError:
        return False


@POSTS(Table, when=_is_short)
def _(fresh: Fresh, constraint: Table) -> Iterator[str]:
    if constraint.forbidden:
        for entries in constraint.tuples:
            pairs = zip(constraint.scope, entries, strict=True)
            yield " \\/ ".join(f"x{x} != {entry}" for x, entry in pairs if entry != STAR) or "false"
        return
    tuples = allowed(constraint, fresh)
    if not tuples:
        yield "false"
    elif constraint.scope:
        rows = "|".join(",".join(map(str, values)) for values in tuples)
        yield f"table({_list(constraint.scope)}, [|{rows}|])"


@POSTS(Element)
def _(fresh: Fresh, constraint: Element) -> Iterator[str]:
    if not constraint.items:
        yield "false"
        return
    last = constraint.start + len(constraint.items) - 1
    items = f"array1d({constraint.start}..{last}, [{', '.join(map(_atom, constraint.items))}])"
    yield f"{items}[x{constraint.index}] = {_atom(constraint.value)}"


def _is_of_something(constraint: Count | Cardinality, fresh: Fresh) -> bool:
    """Whether there are variables and values, and no value is too large."""
    values = constraint.values
    return bool(constraint.variables and values) and max(map(abs, values)) <= MOST


def _compared(measured: str, constraint: Measure) -> str:
    """That what is measured compares with the right side."""
    return f"{measured} {constraint.operator} {_atom(constraint.right)}"


@POSTS(Maximum, when=right_within(MOST))
@POSTS(Minimum, when=right_within(MOST))
def _(fresh: Fresh, constraint: Maximum | Minimum) -> Iterator[str]:
    extreme = "max" if isinstance(constraint, Maximum) else "min"
    yield _compared(f"{extreme}({_list(constraint.variables)})", constraint)


@POSTS(Count, when=both(_is_of_something, right_within(MOST)))
def _(fresh: Fresh, constraint: Count) -> Iterator[str]:
    values = _set(Domain.of(constraint.values))
    yield _number_of(lambda number, own: f"among({number}, {own}, {values})", constraint)


def _without_exceptions(constraint: NValues, fresh: Fresh) -> bool:
    return bool(constraint.variables) and not constraint.excepted


@POSTS(NValues, when=both(_without_exceptions, right_within(MOST)))
def _(fresh: Fresh, constraint: NValues) -> Iterator[str]:
    yield _number_of(lambda number, own: f"nvalue({number}, {own})", constraint)


def _number_of(said: Callable[[str, str], str], constraint: Measure) -> str:
    """What a predicate says of the number, which compares with the right side."""
    own = _list(constraint.variables)
    if constraint.operator == "=":
        return said(_atom(constraint.right), own)
    compared = _compared("n", constraint)
    return f"let {{ var 0..{len(constraint.variables)}: n }} in {said('n', own)} /\\ {compared}"


@POSTS(Cardinality, when=both(without_intervals, _is_of_something))
def _(fresh: Fresh, constraint: Cardinality) -> Iterator[str]:
    own, values = _list(constraint.variables), f"[{', '.join(map(str, constraint.values))}]"
    times = [_atom(each) for each in constraint.occurrences if not isinstance(each, tuple)]
    name = "global_cardinality" + "_closed" * constraint.closed
    yield f"{name}({own}, {values}, [{', '.join(times)}])"


@POSTS(AllEqual)
def _(fresh: Fresh, constraint: AllEqual) -> Iterator[str]:
    if len(constraint.scope) > 1:
        yield f"all_equal({_list(constraint.scope)})"


ORDERED = {
    "<": "strictly_increasing",
    "<=": "increasing",
    ">=": "decreasing",
    ">": "strictly_decreasing",
}


@POSTS(Ordered, when=without_lengths)
def _(fresh: Fresh, constraint: Ordered) -> Iterator[str]:
    yield f"{ORDERED[constraint.operator]}({_list(constraint.variables)})"


@POSTS(Lex, when=of_two_or_more)
def _(fresh: Fresh, constraint: Lex) -> Iterator[str]:
    name = "lex_less" if constraint.operator in ("<", ">") else "lex_lesseq"
    for lists in matrices(constraint):
        for one, other in pairwise(lists):
            yield f"{name}({_list(one)}, {_list(other)})"


@POSTS(Precedence, when=several_uncovered)
def _(fresh: Fresh, constraint: Precedence) -> Iterator[str]:
    values = ", ".join(map(str, constraint.values))
    yield f"value_precede_chain([{values}], {_list(constraint.scope)})"


def _is_first(constraint: ArgMaximum | ArgMinimum, fresh: Fresh) -> bool:
    return constraint.rank == "first"


@POSTS(ArgMaximum, when=_is_first)
@POSTS(ArgMinimum, when=_is_first)
def _(fresh: Fresh, constraint: ArgMaximum | ArgMinimum) -> Iterator[str]:
    name = "arg_max" if isinstance(constraint, ArgMaximum) else "arg_min"
    last = constraint.start + len(constraint.variables) - 1
    items = f"array1d({constraint.start}..{last}, {_list(constraint.variables)})"
    yield f"{name}({items}) = x{constraint.index}"


def _is_sayable(constraint: Expression, fresh: Fresh) -> bool:
    """Whether it has no powers, and fits into 32 bits."""
    try:
        return not _has_power(constraint.term) and largest(constraint.term, fresh) <= MOST
    except TooLargeError:
        return False


def _has_power(term: Term) -> bool:
    return isinstance(term, Operation) and (
        term.operator == "pow" or any(map(_has_power, term.operands))
    )


@POSTS(Expression, when=_is_sayable)
def _(fresh: Fresh, constraint: Expression) -> Iterator[str]:
    yield _truth(constraint.term)


def _truth(term: Term) -> str:
    """A Boolean expression."""
    if not isinstance(term, Operation) or not term.is_truth:
        return f"({_number(term)} != 0)"
    if term.operator in LOGIC:
        return f"({BOOLEANS[term.operator]([*map(_truth, term.operands)])})"
    if term.operator in MEMBERSHIP:
        number, among = _number(term.operands[0]), Domain.of(members_of(term))
        negated = "not " if term.operator == "notin" else ""
        return f"(let {{ var int: v = {number} }} in {negated}(v in {_set(among)}))"
    numbers = [*map(_number, term.operands)]
    operator = AS_LINEAR[term.operator]
    pairs = pairwise(numbers)
    return "(" + " /\\ ".join(f"{one} {operator} {other}" for one, other in pairs) + ")"


def _number(term: Term) -> str:
    """An integer expression."""
    if not isinstance(term, Operation):
        return _atom(term)
    if term.is_truth:
        return f"bool2int{_truth(term)}"
    if term.operator == "if":
        condition, *branches = term.operands
        chosen, other = map(_number, branches)
        return f"(if {_truth(condition)} then {chosen} else {other} endif)"
    return f"({NUMBERS[term.operator](*map(_number, term.operands))})"


def _joined(word: str) -> Callable[..., str]:
    return lambda *each: f" {word} ".join(each)


BOOLEANS: dict[str, Callable[[list[str]], str]] = {
    "not": lambda each: f"not {each[0]}",
    "and": lambda each: " /\\ ".join(each),
    "or": lambda each: " \\/ ".join(each),
    "xor": lambda each: " xor ".join(each),
    "iff": lambda each: " /\\ ".join(f"({each[0]} <-> {other})" for other in each[1:]),
    "imp": lambda each: " -> ".join(each),
}
NUMBERS: dict[str, Callable[..., str]] = {
    "neg": lambda x: f"-{x}",
    "abs": lambda x: f"abs({x})",
    "add": _joined("+"),
    "sub": _joined("-"),
    "mul": _joined("*"),
    "div": _joined("div"),
    "mod": _joined("mod"),
    "sqr": lambda x: f"{x} * {x}",
    "min": lambda *each: f"min([{', '.join(each)}])",
    "max": lambda *each: f"max([{', '.join(each)}])",
    "dist": lambda x, y: f"abs({x} - {y})",
}
