"""A solver is compared with itself without the calls of traces: all the rest, none of them."""

import ast
import sys
from importlib import import_module
from math import inf
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from accord.bench.instances.collection import instances_of
from accord.solvers.registry import select
from developer_tools import tool

trace_cost = tool("trace_cost")
SOLVERS = trace_cost.traced_solvers()
EVERYBODY = {"accord.solvers.answer", "accord.solvers.budget"}  # mention it for all solvers


def parsed(module: ModuleType) -> ast.Module:
    """The syntax tree of a module as it is written."""
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def names(code: CodeType) -> set[str]:
    """Every name in compiled code, that of functions in it included."""
    found = {*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars}
    return found.union(*(names(each) for each in code.co_consts if isinstance(each, CodeType)))


@pytest.mark.parametrize("name", SOLVERS)
def test_nothing_is_left_of_the_calls(name: str) -> None:
    before = {*sys.modules}
    with trace_cost.asker(select(name), trace_cost.stripped) as asked:
        for instance in instances_of("4x4"):
            asked(instance.puzzle)  # loads what is loaded when it is asked
        loaded = {
            f"accord.solvers.{each.partition('.')[2]}": module
            for each, module in sys.modules.items()
            if each not in before and each.startswith("solvers_")
        }
    assert {select(name).backend.solve.__module__, *EVERYBODY} <= {*loaded}
    assert not {"accord.solvers.traces.trace", "accord.solvers.traces.events"} & {*loaded}
    calls = {each for each, module in loaded.items() if trace_cost.mentions(parsed(module))}
    assert calls > EVERYBODY  # there was something to strip
    for module in loaded.values():
        code = compile(trace_cost.stripped(parsed(module)), str(module.__file__), "exec")
        assert trace_cost.NAME not in names(code)


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
    assert ast.unparse(trace_cost.stripped(ast.parse(written))) == ast.unparse(ast.parse(left))
    for name in ("search.rules", "search.network", "logic.engine.engine"):
        tree = parsed(import_module(f"accord.solvers.{name}"))
        before = ast.dump(tree)
        assert ast.dump(trace_cost.stripped(tree)) == before


@pytest.mark.parametrize("name", [name for name in SOLVERS if not select(name).backend.needs])
def test_both_count_the_same_and_the_table_says_what_it_cost(name: str) -> None:
    puzzles = [instance.puzzle for instance in instances_of("4x4")][:2]
    before = [*sys.modules]
    found = trace_cost.cost(name, puzzles, rounds=1, slowest=inf)  # raises where a counter differs
    assert (found.puzzles, len(found.ratios)) == (2, 1)
    assert found.interval[0] <= found.ratio <= found.interval[1]
    assert (found.nodes > 0) == (name != "logic")
    heading, line = trace_cost.table(iter([found]))
    assert line.split()[:3] == [name, "2", str(found.nodes)]
    assert len(heading.split()) > 5
    assert not [each for each in {*sys.modules} - {*before} if each.startswith("solvers_")]


def test_counters_that_differ_are_an_error() -> None:
    def miscounting(tree: ast.Module) -> ast.Module:
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "nodes":
                node.value = ast.Constant(2)
        stripped: ast.Module = trace_cost.stripped(tree)
        return stripped

    puzzles = [next(instances_of("4x4")).puzzle]
    with pytest.raises(AssertionError, match="backtracking-mrv counts"):
        trace_cost.cost("backtracking-mrv", puzzles, 1, slowest=inf, without=miscounting)
