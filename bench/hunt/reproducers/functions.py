"""A constraint as a function of Python, in text: `lambda x, y: 2 * x + y <= 7`.

For python-constraint, which takes functions.  Sums and expressions are written as Python has them,
but for quotients, remainders and powers, where Python differs; tables by their tuples; whatever
else has few combinations of values by those that are allowed.
"""

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any

from accord.bench.hunt.reproducers.recording import CallRecording, text_of
from accord.encodings.naming import Words
from accord.encodings.posts import sides
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.constraints.table import Table, has_stars
from accord.puzzles.constraints.terms import PARTIAL, Operation, Term

MOST = 10_000  # combinations of values that are looked through
_WRITTEN: dict[str, Callable[..., str]] = {
    "neg": lambda x: f"-{x}",
    "abs": lambda x: f"abs({x})",
    "add": lambda *each: f"({' + '.join(each)})",
    "sub": lambda x, y: f"({x} - {y})",
    "mul": lambda *each: f"({' * '.join(each)})",
    "sqr": lambda x: f"({x} * {x})",
    "min": lambda *each: f"min([{', '.join(each)}])",
    "max": lambda *each: f"max([{', '.join(each)}])",
    "dist": lambda x, y: f"abs({x} - {y})",
    "if": lambda x, y, z: f"({y} if {x} else {z})",
    "lt": lambda x, y: f"({x} < {y})",
    "le": lambda x, y: f"({x} <= {y})",
    "ge": lambda x, y: f"({x} >= {y})",
    "gt": lambda x, y: f"({x} > {y})",
    "ne": lambda x, y: f"({x} != {y})",
    "eq": lambda *each: f"({' == '.join(each)})",
    "in": lambda x, among: f"({x} in {among})",
    "notin": lambda x, among: f"({x} not in {among})",
    "set": lambda *each: f"[{', '.join(each)}]",
    "not": lambda x: f"(not {x})",
    "and": lambda *each: f"({' and '.join(each)})",
    "or": lambda *each: f"({' or '.join(each)})",
    "xor": lambda *each: f"(({' + '.join(each)}) % 2 == 1)",
    "iff": lambda *each: f"({' == '.join(each)})",
    "imp": lambda x, y: f"(not {x} or {y})",
}
_OF_TRUTHS = ("not", "and", "or", "xor", "iff", "imp")


def is_written(constraint: Constraint, fresh: Fresh) -> bool:
    """Whether `function` writes a constraint."""
    if isinstance(constraint, Linear) or _is_tuples(constraint) or _is_pythons(constraint):
        return True
    return prod(fresh.domains[each].size for each in {*constraint.scope}) <= MOST


def function(constraint: Constraint, to: Words) -> tuple[str, list[int]]:
    """The text of a function, and the variables whose values it takes.

    Args:
        constraint: one that `is_written`.
        to: the problem's variables, of which the names are identifiers.
    """
    scope = [*dict.fromkeys(constraint.scope)]
    of = f"lambda {', '.join(to.of(scope))}: "
    if isinstance(constraint, Linear):
        script = CallRecording()
        one, other = sides(constraint, [*map(script.name, to.names)])
        return of + text_of(COMPARISONS[constraint.operator](one, other)), scope
    if isinstance(constraint, Expression) and _is_pythons(constraint):
        text = _text(constraint.term, to.names)
        return of + (text[1:-1] if text.startswith("(") else text), scope
    if isinstance(constraint, Table) and _is_tuples(constraint):
        values = "".join(f"{name}, " for name in to.of(constraint.scope))
        within = "not in" if constraint.forbidden else "in"
        return f"{of}({values.strip()}) {within} {[*constraint.tuples]}", scope
    places = [scope.index(variable) for variable in constraint.scope]
    among = product(*to.fresh.of(scope))
    allowed = [each for each in among if constraint.holds([each[place] for place in places])]
    return f"lambda *values: values in {allowed}", scope


def _is_tuples(constraint: Constraint) -> bool:
    return isinstance(constraint, Table) and not has_stars(constraint.tuples)


def _is_pythons(constraint: Constraint) -> bool:
    """Whether it is an expression that Python understands alike."""
    terms: list[Any] = [constraint.term] if isinstance(constraint, Expression) else []
    for term in terms:  # which grows
        if isinstance(term, Operation):
            if term.operator in PARTIAL:
                return False
            terms += term.operands
    return bool(terms)


def _text(term: Term, names: Sequence[str]) -> str:
    if isinstance(term, Variable):
        return names[term.number]
    if not isinstance(term, Operation):
        return f"({term})" if term < 0 else str(term)
    operands = [_text(each, names) for each in term.operands]
    truths = len(operands) if term.operator in _OF_TRUTHS else term.operator == "if"
    for place, each in enumerate(term.operands[:truths]):
        if not (isinstance(each, Operation) and each.is_truth):
            operands[place] = f"({operands[place]} != 0)"
    return _WRITTEN[term.operator](*operands)
