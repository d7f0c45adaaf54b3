"""Running CP-SAT: one by one or all at once, in a thread that waits while a grid is processed.

A backend passes its model and, for each cell, an expression of its value.  Further solutions come
in one of two ways: `native` lets CP-SAT enumerate, `forbid` solves again with the grids found so
far forbidden.  Enumeration takes one worker only and does without parts of presolve, so that a
search for a single solution, and any with more workers, uses `forbid` whatever is set.

The thread hands over one grid at a time (solvers/handover.py): the clock of the run is stopped
meanwhile, which is why the time is kept here and not by `max_time_in_seconds`.

Of a model with an objective it hands over each better grid, and each bound.  Bounds come as floats,
which are exact below 2**53; the last one, of the response, is a whole number.

Two statuses are proofs: INFEASIBLE, and OPTIMAL of a search that had an objective, or was to find
all and was not stopped.

What is made anew for each puzzle costs as much as a small search, so that classes are made once.

Measured, and more on threads and Ctrl-C: docs/solvers/cp.md.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import cache
from typing import Any, Literal

from accord.solvers.cp import cpsat_log
from accord.solvers.handover import Handover, handed_over
from accord.solvers.interface import Budget, GaveUpError, Grid

Enumeration = Literal["native", "forbid"]
Forbid = Callable[[Grid], object]

EXACT = 2.0**53  # above it not every whole number is a float


def new_model() -> Any:
    """A model without variables."""
    return _lean_model()()


@cache
def _lean_model() -> Any:
    """The class of models, without the former names of its methods: 0.2 ms for each model."""
    from ortools.sat.python import cp_model

    class LeanModel(cp_model.CpModel):
        may_repeat = False  # whether CP-SAT may enumerate a solution several times
        is_fixed = False  # whether its search is that of its decision strategies

        def add_automaton(self, *arguments: Any) -> Any:
            self.may_repeat = True
            return super().add_automaton(*arguments)

        def _add_pre_pep8_methods(self) -> None:
            pass

    return LeanModel


@cache
def _solution_callback() -> Any:
    """The class of callbacks that hand over a grid and wait until the next one is wanted."""
    from ortools.sat.python import cp_model

    class SolutionCallback(cp_model.CpSolverSolutionCallback):
        def __init__(self, values: Any, handover: Handover) -> None:
            super().__init__()
            self.values, self.handover = values, handover

        def on_solution_callback(self) -> None:
            if not self.handover.closing:
                self.handover.offer(Grid(map(self.value, self.values)))
            if self.handover.closing:
                self.stop_search()

    return SolutionCallback


def solutions(
    model: Any,
    cells: list[Any],
    budget: Budget,
    enumeration: Enumeration,
    workers: int,
    seed: int,
    conflicts: int,
    forbid: Forbid | None = None,
) -> Iterator[Grid]:
    """All solutions of a model, in the way that is set or, where it cannot be, the other.

    Of a model with an objective each is better than the last, and there is one way only.

    Args:
        model: what is to be solved.
        cells: an expression for each cell, its value in the grid.
        budget: with a limit of 1 there is no enumeration.
        enumeration: the way.
        workers: threads that search; with several there is no enumeration either.
        seed: of CP-SAT's random numbers.
        conflicts: that each of its searches may meet; 0 for as many as it likes.
        forbid: adds to the model that a grid is no solution; by default a table over the cells,
            which have to be variables.

    Raises:
        GaveUpError: the time is over, or CP-SAT has no proof.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    if conflicts:
        solver.parameters.max_number_of_conflicts = conflicts
    solver.parameters.catch_sigint_signal = False
    if model.is_fixed:
        solver.parameters.search_branching = solver.parameters.FIXED_SEARCH
        solver.parameters.keep_all_feasible_solutions_in_presolve = True
    budget.enter("search")
    if model.has_objective():
        yield from improved(solver, model, cells, budget)
    elif enumeration == "native" and workers == 1 and budget.limit != 1:
        yield from enumerated(solver, model, cells, budget)
    else:
        yield from one_by_one(solver, model, cells, budget, forbid)


def enumerated(solver: Any, model: Any, cells: list[Any], budget: Budget) -> Iterator[Grid]:
    """All solutions, by CP-SAT's own enumeration."""
    from ortools.sat.python import cp_model

    solver.parameters.enumerate_all_solutions = True
    run = _run(solver, model, cells, budget)
    status = yield from _each_once(run, budget) if model.may_repeat else run
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise _not_proved(solver, model, status)


def _each_once(run: Generator[Grid, None, Any], budget: Budget) -> Generator[Grid, None, Any]:
    """What a run yields, without what has come before: that is dropped and counted.

    The states that CP-SAT adds for an automaton are not always determined by its variables (seen in
    9.15), so that an enumeration yields some solutions once for each way through.
    """
    seen: set[Grid] = set()
    with closing(run):
        while True:
            try:
                grid = next(run)
            except StopIteration as end:
                return end.value
            if grid in seen:
                budget.spend(dropped=1)
                continue
            seen.add(grid)
            yield grid


def improved(solver: Any, model: Any, cells: list[Any], budget: Budget) -> Iterator[Grid]:
    """Ever better solutions of a model with an objective, as CP-SAT finds them."""
    from ortools.sat.python import cp_model

    sign = -1 if model.proto.objective.scaling_factor < 0 else 1  # it minimises, or the negative
    status = yield from _run(solver, model, cells, budget)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        budget.bound(sign * solver.response_proto.inner_objective_lower_bound)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise _not_proved(solver, model, status)


def one_by_one(
    solver: Any, model: Any, cells: list[Any], budget: Budget, forbid: Forbid | None = None
) -> Iterator[Grid]:
    """Solve, forbid the solution, solve again, until CP-SAT proves that there is none left."""
    from ortools.sat.python import cp_model

    while True:
        status = yield from _run(solver, model, (), budget)
        if status == cp_model.INFEASIBLE:
            return
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise _not_proved(solver, model, status)
        grid = Grid(map(solver.value, cells))
        yield grid
        if forbid is None:
            model.add_forbidden_assignments(cells, [grid])
        else:
            forbid(grid)


def _run(solver: Any, model: Any, values: Any, budget: Budget) -> Generator[Grid, None, Any]:
    """Run CP-SAT in a thread, yield the values of these expressions in each of its solutions.

    The bounds of an objective are claimed.

    Returns:
        CP-SAT's status.

    Raises:
        GaveUpError: the time is over.
    """
    log = cpsat_log.listen(solver) if budget.trace is not None else []

    def search(handover: Handover) -> Any:
        if model.has_objective():
            solver.best_bound_callback = lambda bound: _claim(handover, float(bound))
        status = solver.solve(model, _solution_callback()(values, handover) if values else None)
        _count(solver.response_proto, budget)
        if budget.trace is not None:
            searches = budget.trace.figures.setdefault("searches", [])
            named = solver.status_name(status)
            searches.append(cpsat_log.figures(log, solver.response_proto, named))
        return status

    return (yield from handed_over("CP-SAT", search, solver.stop_search, budget))


def _claim(handover: Handover, bound: float) -> None:
    if abs(bound) < EXACT:
        handover.bound(round(bound))


def _count(response: Any, budget: Budget) -> None:
    budget.spent.update(
        conflicts=response.num_conflicts,
        decisions=response.num_branches,
        propagations=response.num_binary_propagations + response.num_integer_propagations,
        restarts=response.num_restarts,
    )


def _not_proved(solver: Any, model: Any, status: Any) -> Exception:
    from ortools.sat.python import cp_model

    if status == cp_model.MODEL_INVALID:
        return RuntimeError(f"CP-SAT calls the model invalid: {model.validate()}")
    return GaveUpError(solver.status_name(status))
