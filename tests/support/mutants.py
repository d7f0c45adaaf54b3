"""Mutants of a module: its source with one small mistake each, for tests that have to notice it.

Each mutant changes one thing: a comparison, a sign, a sum, a number, a condition, a part of a
condition, or a statement that is left out.  A loop that a mutant makes endless is broken off.

R. DeMillo, R. Lipton, F. Sayward, "Hints on test data selection", IEEE Computer 11(4), 1978.
"""

import ast
from collections.abc import Iterator
from copy import copy
from types import CodeType
from typing import Any

ROUNDS = 10_000  # of all `while` loops together
_COUNT = "_count"  # a name that no module uses
_OTHER: dict[type[ast.AST], ast.AST] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.And: ast.Or(),
    ast.Or: ast.And(),
}
_LEFT_OUT = ast.Expr | ast.Assign | ast.AugAssign | ast.Return | ast.Raise


class EndlessError(Exception):
    """A loop went on for too long."""


def mutants(source: str) -> Iterator[tuple[str, CodeType]]:
    """What is changed in each mutant, `add: a < b -> a <= b` with the function's name; its code."""
    tree = _counted(source)
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        for parent, field, place, node in list(_inner(function)):
            for other in _changed(node):
                shown, before = (
                    (parent, _said(parent)) if _is_number(node) else (other, _said(node))
                )
                _put(
                    parent, field, place, ast.fix_missing_locations(ast.copy_location(other, node))
                )
                words = f"{function.name}: {before} -> {_said(shown)}"
                yield words, compile(tree, "mutant", "exec")
                _put(parent, field, place, node)


def unchanged(source: str) -> CodeType:
    """The code of a source that makes no mistake but its own."""
    return compile(_counted(source), "unchanged", "exec")


def defined(code: CodeType) -> dict[str, Any]:
    """What the code defines; a loop that goes on for too long raises `EndlessError`."""
    rounds = iter(range(ROUNDS))

    def count() -> None:
        if next(rounds, None) is None:
            raise EndlessError

    namespace: dict[str, Any] = {"__name__": "mutant", _COUNT: count}
    exec(code, namespace)
    return namespace


def _counted(source: str) -> ast.Module:
    """The source, whose loops are counted."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            node.body[:0] = ast.parse(f"{_COUNT}()").body
    return ast.fix_missing_locations(tree)


def _inner(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, int, ast.AST]]:
    """Each node of a function's body, its parent, and where it stands there (-1: not in a list)."""
    todo: list[ast.AST] = [function]
    while todo:
        parent = todo.pop()
        for field, value in ast.iter_fields(parent):
            if parent is function and field != "body":
                continue
            inner = value if isinstance(value, list) else [value]
            for place, node in enumerate(inner):
                if isinstance(node, ast.AST) and _said(node) != f"{_COUNT}()":
                    todo.append(node)
                    yield parent, field, place if isinstance(value, list) else -1, node


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _put(parent: ast.AST, field: str, place: int, node: ast.AST) -> None:
    if place < 0:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[place] = node


def _said(node: ast.AST) -> str:
    return ast.unparse(node).split("\n")[0]


def _with(node: ast.AST, **fields: object) -> ast.AST:
    """A copy with other fields."""
    copied = copy(node)
    for name, value in fields.items():
        setattr(copied, name, value)
    return copied


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER:
        yield _with(node, ops=[_OTHER[type(node.ops[0])], *node.ops[1:]])
    if isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign) and type(node.op) in _OTHER:
        yield _with(node, op=_OTHER[type(node.op)])
    if isinstance(node, ast.BoolOp):
        yield from node.values
    if isinstance(node, ast.UnaryOp):
        yield node.operand
    if isinstance(node, ast.Constant) and type(node.value) is int:  # as in `_is_number`
        yield ast.Constant(node.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        for value in (True, False):
            if _said(node.test) != str(value):
                yield _with(node, test=ast.Constant(value))
    if isinstance(node, _LEFT_OUT) and not (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ):
        yield ast.Pass()
