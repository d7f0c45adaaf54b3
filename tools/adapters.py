"""Adapters: what a library costs through accord, compared with the same library called by hand.

`python tools/adapters.py [SOLVER ...]` asks each library the same puzzles both ways, to proof of
uniqueness: through its adapter, as `accord solve` asks it, and by hand, in the fewest calls that
its manual shows.  By hand is the same model for the same search with the same options: variables
over the candidates, the same constraints in the same order, the solutions read out as lists of
numbers.  What both ways leave out is what a campaign leaves out of its times: imports, and what a
backend prepares for a shape.  What the adapter does besides is to hold the clock, to keep a limit
of time, to count, and to hand over grids one by one.

A pair is both ways, one right after the other, in an order that changes from pair to pair, on one
puzzle; its ratio is of CPU times.  Printed is the median of these of each puzzle that takes SHORT
to LONG by hand, MOST of a collection, then the median over puzzles with the least and the greatest.
"""

import gc
import sys
from collections.abc import Callable, Sequence
from itertools import accumulate
from resource import RUSAGE_SELF, getrusage
from statistics import median
from typing import Any

from accord.bench.instances.collection import instances_of
from accord.encodings import linear
from accord.encodings.asp import ENCODINGS
from accord.encodings.clauses import cnf
from accord.puzzles.puzzle import Puzzle, expect_puzzle
from accord.solvers.answer import answer
from accord.solvers.registry import registered

COLLECTIONS = ("9x9", "16x16", "25x25")
PAIRS = 9
SHORT = 2e-3  # seconds of CPU time
LONG = 0.5  # a puzzle that takes longer is left out
MOST = 4  # puzzles of a collection
LIMIT = 2
Rows = list[list[int]]


def by_cpsat(puzzle: Puzzle) -> Rows:
    """The solutions of a puzzle, by CP-SAT called by hand."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    domains = {each: cp_model.Domain.from_values([*each]) for each in {*puzzle.domains}}
    cells = [model.new_int_var_from_domain(domains[each], "") for each in puzzle.domains]
    for constraint in puzzle.constraints:
        model.add_all_different([cells[cell] for cell in constraint.scope])
    return _enumerated(model, cells)


def _enumerated(model: Any, cells: Sequence[Any]) -> Rows:
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found: Rows = []

        def on_solution_callback(self) -> None:
            self.found.append([self.value(cell) for cell in cells])
            if len(self.found) == LIMIT:
                self.stop_search()

    solver, collector = cp_model.CpSolver(), Collector()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.random_seed = 0
    solver.parameters.catch_sigint_signal = False
    solver.solve(model, collector)
    return collector.found


def by_python_constraint(puzzle: Puzzle) -> Rows:
    """The solutions of a puzzle, by python-constraint called by hand."""
    import constraint

    problem = constraint.Problem(constraint.BacktrackingSolver())
    for cell, domain in enumerate(puzzle.domains):
        problem.addVariable(cell, sorted(domain))
    for each in puzzle.constraints:
        problem.addConstraint(constraint.AllDifferentConstraint(), each.scope)
    found: Rows = []
    for solution in problem.getSolutionIter():
        found.append([solution[cell] for cell in range(len(puzzle.domains))])
        if len(found) == LIMIT:
            break
    return found


def _clauses(puzzle: Puzzle) -> tuple[list[Sequence[int]], int, int]:
    """The rules' clauses, which a backend prepares, and a unit for each given; variables; size."""
    rules, size = cnf.skeleton(puzzle, "extended"), puzzle.size
    units = [
        [size * cell + min(domain)] if len(domain) == 1 else [-(size * cell + value)]
        for cell, domain in enumerate(puzzle.domains)
        for value in ([0] if len(domain) == 1 else range(1, size + 1))
        if value not in domain
    ]
    return [*units, *rules.clauses], rules.variables, size


def _cells(model: Sequence[int], size: int) -> list[int]:
    return [(each - 1) % size + 1 for each in model[: size**3] if each > 0]


def by_pycosat(puzzle: Puzzle) -> Rows:
    """The solutions of a puzzle, by PicoSAT called by hand."""
    import pycosat

    clauses, variables, size = _clauses(puzzle)
    found: Rows = []
    for model in pycosat.itersolve(clauses, vars=variables):
        found.append(_cells(model, size))
        if len(found) == LIMIT:
            break
    return found


def _by_pysat(name: str) -> Callable[[Puzzle], Rows]:
    def by_pysat(puzzle: Puzzle) -> Rows:
        from pysat.solvers import Solver

        clauses, _, size = _clauses(puzzle)
        found: Rows = []
        with Solver(name, bootstrap_with=clauses) as solver:
            while len(found) < LIMIT and solver.solve():
                model = solver.get_model()
                found.append(_cells(model, size))
                solver.add_clause([-each for each in model[: size**3] if each > 0])
        return found

    return by_pysat


def by_z3(puzzle: Puzzle) -> Rows:
    """The solutions of a puzzle, by Z3 (integers) called by hand."""
    import z3

    from accord.encodings.smtlib import integers, script

    context = z3.Context()
    solver = z3.SimpleSolver(ctx=context)
    solver.set(random_seed=0)
    solver.from_string("".join(script(puzzle, integers(), "distinct", places=True)))
    cells = [z3.Int(name, context) for name in puzzle.names]
    found: Rows = []
    while len(found) < LIMIT and solver.check() == z3.sat:
        model = solver.model()
        values = [model[cell].as_long() for cell in cells]
        found.append(values)
        solver.add(z3.Or([cell != value for cell, value in zip(cells, values, strict=True)]))
    return found


def by_highs(puzzle: Puzzle) -> Rows:
    """The solutions of a puzzle, by HiGHS called by hand."""
    import highspy

    program = linear.encode(puzzle)
    columns, rows = program.size**3, program.rows
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = columns, len(rows)
    model.col_cost_ = [0.0] * columns
    model.col_lower_, model.col_upper_ = _bounds(program)
    model.integrality_ = [highspy.HighsVarType.kInteger] * columns
    model.row_lower_, model.row_upper_ = [float(row.exactly) for row in rows], [1.0] * len(rows)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = [0, *accumulate(len(row.variables) for row in rows)]
    model.a_matrix_.index_ = [column for row in rows for column in row.variables]
    model.a_matrix_.value_ = [1.0] * model.a_matrix_.start_[-1]
    highs = highspy.Highs()
    for option, value in {"output_flag": False, "threads": 1, "random_seed": 0}.items():
        highs.setOptionValue(option, value)
    highs.passModel(model)
    found: Rows = []
    while len(found) < LIMIT:
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            break
        ones = [at for at, x in enumerate(highs.getSolution().col_value) if x > 0.5]
        found.append([one % program.size + 1 for one in ones])
        highs.addRow(0.0, len(ones) - 1.0, len(ones), ones, [1.0] * len(ones))
    return found


def _bounds(program: Any) -> tuple[list[float], list[float]]:
    columns = range(program.size**3)
    low = [float(program.fixed.get(column, 0)) for column in columns]
    return low, [float(program.fixed.get(column, 1)) for column in columns]


def by_choco(puzzle: Puzzle) -> Rows:
    """The solutions of a puzzle, by Choco called by hand."""
    from pychoco.model import Model

    model = Model()
    cells = [model.intvar(sorted(domain)) for domain in puzzle.domains]
    for each in puzzle.constraints:
        model.all_different([cells[cell] for cell in each.scope], "AC").post()
    solver = model.get_solver()
    found: Rows = []
    while len(found) < LIMIT and solver.solve():
        found.append([cell.get_value() for cell in cells])
    return found


def by_clingo(puzzle: Puzzle) -> Rows:
    """The solutions of a puzzle, by clingo called by hand."""
    import clingo

    control = clingo.Control(["--models=2", "--configuration=auto"])
    control.add("base", [], "".join(ENCODINGS["asp"].write(puzzle, False)))
    control.ground([("base", [])])
    found: Rows = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            placed = sorted(
                [each.number for each in symbol.arguments] for symbol in model.symbols(shown=True)
            )
            found.append([value for *_, value in placed])
    return found


BY_HAND: dict[str, Callable[[Puzzle], Rows]] = {
    "cpsat": by_cpsat,
    "python-constraint": by_python_constraint,
    "sat-pycosat": by_pycosat,
    "sat-cadical": _by_pysat("cadical195"),
    "sat-glucose": _by_pysat("glucose42"),
    "sat-minisat": _by_pysat("minisat22"),
    "z3-int": by_z3,
    "highs": by_highs,
    "choco": by_choco,
    "clingo": by_clingo,
}


def cpu(act: Callable[[], object]) -> tuple[float, Any]:
    """CPU seconds of all threads of this process meanwhile, and what it returned."""
    before = getrusage(RUSAGE_SELF)
    value = act()
    after = getrusage(RUSAGE_SELF)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, value


def ratios(solver: str, puzzles: Sequence[Puzzle]) -> list[tuple[float, float, float]]:
    """For each puzzle CPU seconds by hand, through the adapter, and the median ratio.

    Raises:
        SystemExit: the two ways do not find the same.
    """
    chosen = registered(solver)
    backend, by_hand = chosen.backend, BY_HAND[solver]
    measured: list[tuple[float, float, float]] = []
    for puzzle in puzzles:
        if len(measured) == MOST:
            break
        puzzle.domains, puzzle.constraints  # noqa: B018
        if backend.prepare is not None:
            backend.prepare(puzzle)

        def hand(puzzle: Puzzle = puzzle) -> Rows:
            return by_hand(puzzle)

        def adapter(puzzle: Puzzle = puzzle) -> Rows:
            return [[*each] for each in answer(backend, puzzle, limit=LIMIT).solutions]

        (seconds, mine), (_, theirs) = cpu(hand), cpu(adapter)
        if sorted(mine) != sorted(theirs):
            raise SystemExit(f"{solver}: found {mine} by hand, {theirs} through the adapter")
        if not SHORT <= seconds <= LONG:
            continue
        gc.collect()
        pairs = []
        for number in range(PAIRS):
            order = (adapter, hand) if number % 2 else (hand, adapter)
            spent = {each: cpu(each)[0] for each in order}
            pairs.append((spent[hand], spent[adapter], spent[adapter] / spent[hand]))
        alone, through, ratio = map(median, zip(*pairs, strict=True))
        measured.append((alone, through, ratio))
    return measured


def main(solvers: Sequence[str]) -> None:
    """Print a line for each solver."""
    print(
        f"{'solver':18} {'puzzles':>7} {'by hand, ms':>12} {'adapter, ms':>12} {'ratio':>6}  spread"
    )
    for solver in solvers:
        found = []
        for collection in COLLECTIONS:
            puzzles = [expect_puzzle(each.puzzle, solver) for each in instances_of(collection)]
            found += ratios(solver, puzzles)
        if not found:
            print(f"{solver:18} {0:7}")
            continue
        alone, through, ratio = ([row[at] for row in found] for at in range(3))
        print(
            f"{solver:18} {len(found):7} {1e3 * median(alone):12.1f} {1e3 * median(through):12.1f} "
            f"{median(ratio):6.2f}  {min(ratio):.2f} to {max(ratio):.2f}",
            flush=True,
        )


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    main(sys.argv[1:] or list(BY_HAND))
