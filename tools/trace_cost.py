"""What traces cost when none is asked for: `python tools/trace_cost.py [ROUNDS] [SOLVER ...]`.

Each solver that can write a trace is compared with itself without the calls.  Its modules, and all
of accord.solvers that they import, are compiled twice from their source, as they are and stripped:
every `if ... trace is not None` is cut out of the syntax tree, and so is everything that is there
for its sake, parameters, arguments, fields and imports, so that no name `trace` is left.

Both are asked the same puzzles in pairs of runs.  A round compiles both anew and is the unit: of
each the median of the ratios of CPU times, of all rounds the median of these, with the interval of
the order statistics.  The counters of both have to be equal.  The last line of the table is a
solver against itself, as it is both times: the noise.
Why it is measured so, and what was found: docs/explanation/measuring.md.
"""

import ast
import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from itertools import count, product
from math import comb, inf
from pathlib import Path
from statistics import median
from time import process_time
from types import ModuleType
from typing import Any

from accord.bench.generation.generate import generate
from accord.bench.instances.collection import instances_of
from accord.puzzles import Puzzle, shape
from accord.puzzles.puzzle import expect_puzzle
from accord.solvers.registry import Selection, available, registered

GENERATED = 8  # puzzles of each kind
CLUES = (0, 40)  # minimal ones, and easy ones
FIRST_SEED = 20_000  # no puzzle that ships has it
SLOWEST = 0.1  # CPU seconds that a run may take
BUSY = 20  # times as many seconds have to pass until a run is too slow on a busy machine
ROUNDS = 15
ENOUGH = 6  # rounds for an interval
TIMES = 3  # that each puzzle is asked in a round, twice each
LIMIT = 2  # solutions
NAME = "trace"  # what must not be left
FOLDER = "accord.solvers"
_NUMBERS = count()  # of copies

Recompile = Callable[[ast.Module], ast.Module]
Asker = Callable[..., tuple[float, dict[str, int]]]
"""Called with a puzzle, and how many seconds it may take: the CPU seconds, and the counters."""


class Strip(ast.NodeTransformer):
    """Cuts the calls out, and what there is for their sake."""

    def visit_If(self, node: ast.If) -> Any:
        """What is done for a trace is not done, and the other branch always."""
        needed = needs_trace(node.test)
        self.generic_visit(node)
        return (node.orelse or None) if needed else node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        """The same with values."""
        needed = needs_trace(node.test)
        self.generic_visit(node)
        return node.orelse if needed else node

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        """Of `this or trace` this is left."""
        if isinstance(node.op, ast.Or):
            node.values = [each for each in node.values if not mentions(each)] or node.values
        self.generic_visit(node)
        return node if len(node.values) > 1 else node.values[0]

    def visit_Assign(self, node: ast.Assign) -> Any:
        """`trace = ...` is gone, also where other things are assigned beside it."""
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            kept = [place for place, name in enumerate(target.elts) if not is_trace(name)]
            target.elts = [target.elts[place] for place in kept]
            value.elts = [value.elts[place] for place in kept]
        return None if is_trace(target) else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """`trace: ...` is gone, a field or a variable."""
        return None if is_trace(node.target) else self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        """Imports of what writes traces are gone."""
        return None if NAME in (node.module or "") else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Functions that need a trace are gone; from others the parameter is."""
        arguments = [*node.args.posonlyargs, *node.args.args]
        if any(map(is_required, arguments)):
            return None
        without_default = len(arguments) - len(node.args.defaults)
        for place in reversed(range(len(arguments))):
            if arguments[place].arg == NAME and place >= without_default:
                del node.args.defaults[place - without_default]
        node.args.args = [each for each in node.args.args if each.arg != NAME]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        """The argument is gone."""
        node.args = [each for each in node.args if not is_trace(each)]
        node.keywords = [each for each in node.keywords if each.arg != NAME]
        return self.generic_visit(node)


def is_trace(node: ast.AST) -> bool:
    """Whether this is `trace`, or an attribute of that name."""
    return (isinstance(node, ast.Name) and node.id == NAME) or (
        isinstance(node, ast.Attribute) and node.attr == NAME
    )


def mentions(node: ast.AST) -> bool:
    """Whether `trace` occurs here."""
    return any(map(is_trace, ast.walk(node)))


def needs_trace(test: ast.expr) -> bool:
    """Whether a condition does not hold without a trace."""
    either = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or)
    return mentions(test) and not either


def is_required(parameter: ast.arg) -> bool:
    """Whether a parameter is a trace, and not perhaps None."""
    if parameter.arg != NAME or parameter.annotation is None:
        return False
    return "None" not in ast.unparse(parameter.annotation)


def stripped(tree: ast.Module) -> ast.Module:
    """A module without the calls; blocks that have nothing else do nothing."""
    tree = Strip().visit(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.FunctionDef, ast.ClassDef)):
            node.body = node.body or [ast.Pass()]
    return ast.fix_missing_locations(tree)


def as_it_is(tree: ast.Module) -> ast.Module:
    """The same module."""
    return tree


class Copy(MetaPathFinder, Loader):
    """Finds and loads the modules of accord.solvers once more, recompiled, under another name."""

    def __init__(self, recompile: Recompile) -> None:
        self.recompile = recompile
        self.name = f"solvers_{next(_NUMBERS)}"

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the original of a module stands."""
        if fullname.partition(".")[0] != self.name:
            return None
        original = find_spec(FOLDER + fullname.removeprefix(self.name))
        if original is None:
            return None
        package = original.submodule_search_locations is not None
        spec = ModuleSpec(fullname, self, origin=original.origin, is_package=package)
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the recompiled source of the original, where all of them have the new name."""
        source = Path(str(module.__file__))
        tree = ast.parse(source.read_text(encoding="utf-8").replace(FOLDER, self.name))
        exec(compile(self.recompile(tree), source, "exec", dont_inherit=True), vars(module))


@contextmanager
def asker(chosen: Selection, recompile: Recompile) -> Iterator[Asker]:
    """What asks a solver whose modules are recompiled; they are forgotten in the end."""
    copy = Copy(recompile)
    sys.meta_path.append(copy)
    try:
        home = chosen.backend.solve.__module__.removeprefix(FOLDER)
        backend = import_module(copy.name + home).SOLVERS[chosen.name]
        ask = import_module(f"{copy.name}.answer").ask
        budget_of = import_module(f"{copy.name}.budget").Budget

        def asked(puzzle: Puzzle, seconds: float = inf) -> tuple[float, dict[str, int]]:
            budget = budget_of(seconds, LIMIT)
            start = process_time()
            for _ in ask(backend, puzzle, budget, chosen.settings):
                pass
            return process_time() - start, dict(budget.spent)

        yield asked
    finally:
        sys.meta_path.remove(copy)
        for name in [each for each in sys.modules if each.partition(".")[0] == copy.name]:
            del sys.modules[name]


@dataclass(frozen=True)
class Cost:
    """What the calls cost a solver."""

    solver: str
    puzzles: int
    seconds: float  # CPU time of the stripped solver on all of them, the median
    nodes: int
    ratios: tuple[float, ...]  # of the rounds, sorted

    @property
    def ratio(self) -> float:
        """The median."""
        return median(self.ratios)

    @property
    def interval(self) -> tuple[float, float]:
        """In which the true median is, 19 times out of 20; of fewer than 6 rounds the range."""
        number, tail, place = len(self.ratios), 0.0, 0
        while (tail := tail + comb(number, place) / 2**number) < 0.025:
            place += 1
        return self.ratios[max(place - 1, 0)], self.ratios[min(number - place, number - 1)]


def traced_solvers() -> list[str]:
    """The solvers that can write a trace here, and the filters of backtracking-mrv."""
    names = [name for name, each in available().items() if each.traces]
    filters = ("check", "forward", "hidden", "pairs", "gac")
    return [*names, *(f"backtracking-mrv:filter={each}" for each in filters)]


def puzzles() -> list[Puzzle]:
    """The seeds, and generated ones: minimal, and easy enough for those that never look ahead."""
    seeds = range(FIRST_SEED, FIRST_SEED + GENERATED)
    made = (generate(shape(9), seed, clues) for seed, clues in product(seeds, CLUES))
    return [*(expect_puzzle(each.puzzle, "this") for each in instances_of("seeds")), *made]


def cost(
    name: str,
    asked: Sequence[Puzzle],
    rounds: int = ROUNDS,
    slowest: float = SLOWEST,
    without: Recompile = stripped,
) -> Cost:
    """What the calls cost a solver without a trace.

    Args:
        name: of the solver, with its settings.
        asked: the puzzles.
        rounds: how often the modules are compiled.
        slowest: the CPU seconds that a run may take; puzzles that take longer are left out.
        without: what makes the modules that it is compared with.

    Raises:
        AssertionError: the calls change a counter.
    """
    chosen = registered(name)
    with asker(chosen, without) as ask:
        ask(asked[0], slowest)  # loads what is loaded when it is asked
        kept = [puzzle for puzzle in asked if ask(puzzle, BUSY * slowest)[0] <= slowest]
    ratios, spent, nodes = [], [], 0
    for turn in range(rounds):
        step = -1 if turn % 2 else 1  # which is compiled first
        with ExitStack() as stack:
            ways = (as_it_is, without)[::step]
            full, bare = [stack.enter_context(asker(chosen, way)) for way in ways][::step]
            counts = [_same_counts(name, (full, bare), puzzle) for puzzle in kept]
            pairs = list(_pairs(full, bare, kept * TIMES))
        nodes = sum(each.get("nodes", 0) for each in counts)
        ratios.append(median(own / other for own, other in pairs))
        spent.append(sum(other for _, other in pairs) / TIMES / 2)
    return Cost(name, len(kept), median(spent), nodes, tuple(sorted(ratios)))


def _same_counts(name: str, askers: Sequence[Asker], puzzle: Puzzle) -> dict[str, int]:
    """What all of them count, once each is warm."""
    first, *others = (asker(puzzle)[1] for asker in askers)
    for other in others:
        assert first == other, f"{name} counts {first} and {other} on {puzzle}"
    return first


def _pairs(full: Asker, bare: Asker, puzzles: Sequence[Puzzle]) -> Iterator[tuple[float, float]]:
    """For each puzzle the CPU seconds of two runs with the calls, and of two without.

    The one that begins also ends, and they begin in turn.
    """
    gc.collect()
    gc.disable()
    try:
        for turn, puzzle in enumerate(puzzles):
            outer, inner = (full, bare) if turn % 2 == 0 else (bare, full)
            first, second = outer(puzzle)[0], inner(puzzle)[0]
            third, fourth = inner(puzzle)[0], outer(puzzle)[0]
            pair = first + fourth, second + third
            yield pair if outer is full else pair[::-1]
    finally:
        gc.enable()


def table(costs: Iterator[Cost]) -> Iterator[str]:
    """The lines of the table."""
    yield f"{'solver':30}  {'puzzles':>7}  {'nodes':>7}  {'ms':>7}  {'ratio':>6}  95 % interval"
    for each in costs:
        low, high = each.interval
        few = f" (range of {len(each.ratios)})" if len(each.ratios) < ENOUGH else ""
        yield (
            f"{each.solver:30}  {each.puzzles:7}  {each.nodes:7}  {each.seconds * 1000:7.1f}  "
            f"{each.ratio:6.3f}  {low:.3f} to {high:.3f}{few}"
        )


def costs(wanted: Sequence[str], rounds: int) -> Iterator[Cost]:
    """The cost of each solver, then that of nothing."""
    asked = puzzles()
    for name in wanted:
        yield cost(name, asked, rounds)
    noise = cost("backtracking-mrv", asked, rounds, without=as_it_is)
    yield replace(noise, solver="(no difference)")


def main(words: Sequence[str]) -> None:
    """Print the table for these solvers, or for all of these."""
    rounds = int(words[0]) if words and words[0].isdigit() else ROUNDS
    wanted = [word for word in words if not word.isdigit()] or traced_solvers()
    for line in table(costs(wanted, rounds)):
        print(line, flush=True)


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    main(sys.argv[1:])
