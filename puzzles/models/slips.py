"""Slips: what Python decides at once where a model was to decide it later.

    model += x == 1 and y == 2        adds one of both: Python asks for the truth of the other

CPMpy's expressions have no truth while a model is made; it lets some be asked all the same, and
half a constraint is gone without a word.  Whoever asks is watched (`watched`), and the syntax tree
at that line says by which word it was asked and what to write (`advice`).
"""

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

MOST_TEXT = 60  # characters of a piece of source
OF_PYTHON = {"any": True, "all": True, "max": True, "min": True, "sorted": False}  # is CPMpy's too
EARLY = "at once, before a variable has a value"


@dataclass
class Slips:
    """The lines of a file that asked an expression for its truth, each with advice."""

    file: str
    tree: ast.Module
    found: dict[int, str] = field(default_factory=dict)

    def watch(self, kind: Any) -> None:
        """Note whoever asks an object of this class of CPMpy's for its truth."""
        ask: Callable[[Any], bool] = kind.__bool__

        def watched(asked: Any) -> bool:
            frame = sys._getframe(1)
            if frame.f_code.co_filename == self.file:
                said = advice(self.tree, frame.f_lineno, asked)
                if said:
                    self.found.setdefault(frame.f_lineno, said)
            return ask(asked)

        kind.__bool__ = watched


def advice(tree: ast.Module, line: int, asked: Any) -> str:
    """What a line asked an expression for, and what to write; "" where that may be meant.

    Args:
        tree: of the file.
        line: that asks.
        asked: the expression.
    """
    for node in _smallest_first(tree, line):
        if isinstance(node, ast.Compare) and any(
            isinstance(each, ast.In | ast.NotIn) for each in node.ops
        ):
            if all(hasattr(each, "args") or hasattr(each, "lb") for each in asked.args):
                return ""  # whether a variable is one of some variables
            own, among = map(_text, (node.left, node.comparators[0]))
            sign = "~" if isinstance(node.ops[0], ast.NotIn) else ""
            return f"Python decides `in` {EARLY}; write {sign}cpmpy.InDomain({own}, {among})"
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            sides = [node.left, *node.comparators]
            pairs = [
                f"({_text(ast.Compare(sides[place], [each], [sides[place + 1]]))})"
                for place, each in enumerate(node.ops)
            ]
            return f"Python keeps one of these comparisons alone; write {' & '.join(pairs)}"
        if isinstance(node, ast.BoolOp):
            word, sign = ("and", "&") if isinstance(node.op, ast.And) else ("or", "|")
            parts = [f"({_text(each)})" for each in node.values]
            return f"Python's `{word}` keeps one side alone; write {f' {sign} '.join(parts)}"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"Python decides `not` {EARLY}; write ~({_text(node.operand)})"
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            word = type(node).__name__.lower().removesuffix("exp")
            return f"Python decides `{word}` {EARLY}; write ({_text(node.test)}).implies(...)"
        if isinstance(node, ast.comprehension) and node.ifs:
            return f"Python decides `if` {EARLY}; write .implies(...)"
        if isinstance(node, ast.Call) and (name := _text(node.func)) in OF_PYTHON:
            instead = f"; write cpmpy.{name}(...)" if OF_PYTHON[name] else ""
            return f"Python's {name} decides {EARLY}{instead}"
    return f"Python decides this {EARLY}"


def _smallest_first(tree: ast.Module, line: int) -> Iterator[ast.AST]:
    """The nodes on a line, those with the least text first; a branch counts by its condition."""

    def span(node: Any) -> tuple[int, int]:
        test = getattr(node, "test", node)
        if isinstance(node, ast.comprehension):
            test = node.ifs[0] if node.ifs else node.iter
        return getattr(test, "lineno", 0), getattr(test, "end_lineno", 0)

    there = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.expr | ast.stmt | ast.comprehension)
        and span(node)[0] <= line <= span(node)[1]
    ]
    yield from sorted(there, key=_length)


def _length(node: ast.AST) -> int:
    return len(ast.unparse(node))


def _text(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node))
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}..."
