"""Python's expressions over whole numbers, as terms: what models in Python say as text.

A text means what Python says of it when each name has the value of its variable.  Sums, products,
abs, min, max, comparisons (also in chains) and logical operators are terms of the same meaning, of
numbers of any length; where a number stands, a comparison is 0 or 1.  The rest has none: division
rounds down in Python and toward zero in a term, and `and` and `or` are one of their operands where
a number stands.
"""

import ast
from collections.abc import Mapping
from itertools import pairwise

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.terms import Operation, Term

_SIGNS: Mapping[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}  # fmt: skip
_FUNCTIONS = {"abs": range(1, 2), "min": range(2, 100), "max": range(2, 100)}  # operands


class NoTermError(Exception):
    """No term means the same as the expression."""


def truth_term(node: ast.expr, variables: Mapping[str, int]) -> Operation:
    """The term that is true where Python takes the value of an expression for true.

    Args:
        node: the expression.
        variables: by their names their numbers.

    Raises:
        NoTermError: there is none.
    """
    if isinstance(node, ast.BoolOp):
        operator = "and" if isinstance(node.op, ast.And) else "or"
        return Operation(operator, tuple(truth_term(each, variables) for each in node.values))
    term = _number_term(node, variables)
    is_truth = isinstance(term, Operation) and term.is_truth
    return term if is_truth else Operation("ne", (term, 0))  # type: ignore[return-value]


def _number_term(node: ast.expr, variables: Mapping[str, int]) -> Term:
    """The term that is worth what the expression is worth."""

    def number(each: ast.expr) -> Term:
        return _number_term(each, variables)

    match node:
        case ast.Constant(value=int() as value):
            return int(value)
        case ast.Name(id=name) if name in variables:
            return Variable(variables[name])
        case ast.UnaryOp(op=ast.USub()):
            return Operation("neg", (number(node.operand),))
        case ast.UnaryOp(op=ast.Not()):
            return Operation("not", (truth_term(node.operand, variables),))
        case ast.BinOp() if type(node.op) in _SIGNS:
            return _chain(node, variables)
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name not in variables:
            if len(node.args) in _FUNCTIONS.get(name, ()):
                return Operation(name, tuple(map(number, node.args)))
        case ast.Compare() if {*map(type, node.ops)} <= _COMPARISONS.keys():
            pairs = pairwise(map(number, (node.left, *node.comparators)))
            parts = [
                Operation(_COMPARISONS[type(operator)], pair)
                for operator, pair in zip(node.ops, pairs, strict=True)
            ]
            return parts[0] if len(parts) == 1 else Operation("and", tuple(parts))
    raise NoTermError


def _chain(node: ast.expr, variables: Mapping[str, int]) -> Term:
    """Sums and products as Python nests them, a + b - c in (a + b), of any length."""
    parts = list[tuple[str, ast.expr]]()
    while isinstance(node, ast.BinOp) and type(node.op) in _SIGNS:
        parts.append((_SIGNS[type(node.op)], node.right))
        node = node.left
    term = _number_term(node, variables)
    for sign, each in reversed(parts):
        operand, before = _number_term(each, variables), getattr(term, "operator", "")
        if before == "add" and sign == "sub":
            sign, operand = "add", Operation("neg", (operand,))
        is_longer = before == sign != "sub"
        operands = (*term.operands, operand) if is_longer else (term, operand)  # type: ignore[union-attr]
        term = Operation(sign, operands)
    return term
