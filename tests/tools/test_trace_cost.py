"""What a solver is compared with is itself without the calls: all the rest, and nothing of them."""

import ast
import sys
from importlib import import_module
from math import inf
from pathlib import Path
from types import ModuleType

import pytest

from accord.bench.instances.collection import instances_of
from accord.bench.trace_cost import (
    NAME,
    ModuleSet,
    cost,
    mentions,
    names,
    speakers,
    stripped,
    table,
)
from accord.solvers.registry import select

HANDWRITTEN = [name for name in speakers() if not select(name).backend.needs]


EVERYBODY = {"accord.solvers.answer", "accord.solvers.budget"}  # mention it for everybody


def parsed(module: ModuleType) -> ast.Module:
    """The syntax tree of a module as it is written."""
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def bare(name: str) -> ModuleSet:
    """The stripped modules of a solver, those included that it loads when it is asked."""
    modules = ModuleSet(stripped)
    asked = modules.asker(select(name))
    for instance in instances_of("4x4"):
        asked(instance.puzzle)
    return modules


@pytest.mark.parametrize("name", speakers())
def test_nothing_is_left_of_the_calls(name: str) -> None:
    loaded = bare(name).loaded
    assert {select(name).backend.solve.__module__, *EVERYBODY} <= {*loaded}
    assert not {"accord.solvers.traces.trace", "accord.solvers.traces.events"} & {*loaded}
    calls = {each for each, module in loaded.items() if mentions(parsed(module))}
    assert calls > EVERYBODY  # there was something to strip
    for module in loaded.values():
        assert NAME not in names(compile(stripped(parsed(module)), str(module.__file__), "exec"))


def test_what_has_no_calls_stays_as_it_is() -> None:
    for name in ("orders", "rules", "gac", "network", "logic.engine", "backtracking_bitset"):
        tree = parsed(import_module(f"accord.solvers.{name}"))
        before = ast.dump(tree)
        assert ast.dump(stripped(tree)) == before


def test_the_calls_are_cut_out_and_the_rest_is_kept() -> None:
    written = """
class Search:
    order: str
    trace: Trace | None = None

def search(cells, trace: Trace | None = None, limit=1):
    trace = budget.trace
    order, trace, cells = 1, budget.trace, (2 if trace is not None else 3)
    if trace is not None and cells:
        trace.begin()
    for cell in cells:
        if budget.trace is not None:
            budget.trace.seen(cell)
        elif cell or trace is not None:
            yield cell
    found = look(cells, trace, order=1, trace=self.trace)
    if found:
        if trace is not None:
            trace.found()
    elif trace is not None:
        trace.lost()
"""
    left = """
class Search:
    order: str

def search(cells, limit=1):
    order, cells = 1, 3
    for cell in cells:
        if cell:
            yield cell
    found = look(cells, order=1)
    if found:
        pass
"""
    assert ast.unparse(stripped(ast.parse(written))) == ast.unparse(ast.parse(left))


@pytest.mark.parametrize("name", HANDWRITTEN)
def test_both_count_the_same_and_the_table_says_what_it_cost(name: str) -> None:
    puzzles = [instance.puzzle for instance in instances_of("6x6")][:6]
    loaded = {each: module for each, module in sys.modules.items() if "accord" in each}
    found = cost(name, puzzles, rounds=2, slowest=inf)  # raises where a counter differs
    assert found.puzzles == 6
    assert len(found.ratios) == 2
    assert found.interval[0] <= found.ratio <= found.interval[1]
    assert (found.nodes > 0) == (name != "logic")
    heading, line = table(iter([found]))
    assert line.split()[:3] == [name, "6", str(found.nodes)]
    assert len(heading.split()) > 5
    after = {each: module for each, module in sys.modules.items() if each in loaded}
    assert after == loaded  # whatever was imported before is there again


def test_counters_that_differ_are_an_error() -> None:
    def miscounting(tree: ast.Module) -> ast.Module:
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "nodes":
                node.value = ast.Constant(2)
        return stripped(tree)

    puzzles = [next(instances_of("4x4")).puzzle]
    with pytest.raises(AssertionError, match="backtracking-mrv counts"):
        cost("backtracking-mrv", puzzles, 1, slowest=inf, without=miscounting)
