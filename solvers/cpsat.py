"""CP-SAT, the lazy-clause-generation solver of OR-Tools: one AllDifferent per constraint.

The model is the puzzle said in CP: an integer variable per cell over its domain, and the
constraints as they are.  CP-SAT is by Laurent Perron, Frédéric Didier and others at Google; the
idea is Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation", Constraints 2009.

Further solutions come in one of two ways.  `native` lets CP-SAT enumerate: all 288 grids of order 4
in 0.04 s.  `forbid` solves again with the grids found so far forbidden, the same in 3.5 s, and is
there to compare.  Enumeration does without parts of presolve and takes one worker only, so that
the question for a single solution, and any with more workers, goes by `forbid` whatever is set.

CP-SAT runs in a thread of its own that hands over grid by grid: a run that is killed has told what
it found.  It stands still while its grid is looked at, because the clock does, too; that is why
the time is kept here and not by `max_time_in_seconds`.  Closing the generator stops the search and
joins the thread; so does the end of the program, which would otherwise abort in the middle of C++.
SIGINT stays with Python; CP-SAT's own handler would turn it into a status.

Two statuses are proofs: INFEASIBLE, and OPTIMAL of an enumeration.  One that was stopped may call
itself OPTIMAL as well (when it was stopped at the last solution), so it is never asked.

One worker is the default, so that times compare with the single-threaded backends and runs repeat.
"""

import atexit
from collections.abc import Generator, Iterator
from math import inf
from queue import Empty, SimpleQueue
from threading import Event, Semaphore, Thread
from typing import Annotated, Any, Literal

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend, Need
from accord.solvers.budget import OUT_OF_TIME
from accord.solvers.interface import Budget, GaveUpError, UnsupportedError

STOP_AGAIN = 0.01  # seconds; a stop that comes before the search has begun is lost


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    enumeration: Literal["native", "forbid"] = "native",
    workers: Annotated[int, range(1, 2**31)] = 1,
    seed: Annotated[int, range(2**31)] = 0,
) -> Iterator[Grid]:
    """CP-SAT of OR-Tools: an integer variable per cell, an AllDifferent per constraint."""
    from ortools.sat.python import cp_model

    if reason := SOLVERS["cpsat"].unsupported(puzzle):
        raise UnsupportedError(reason)
    budget.enter("encode")
    budget.check_time()
    if not all(puzzle.domains):
        return  # CP-SAT would call the model invalid
    model, cells = _model(puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    solver.parameters.catch_sigint_signal = False
    budget.enter("search")
    if enumeration == "native" and workers == 1 and budget.limit != 1:
        yield from _enumerate(solver, model, cells, budget)
    else:
        yield from _forbid(solver, model, cells, budget)


def _model(puzzle: Puzzle) -> tuple[Any, list[Any]]:
    """The model, and its variables in the order of the cells."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    ranges = {domain: cp_model.Domain.from_values(sorted(domain)) for domain in set(puzzle.domains)}
    cells = [model.new_int_var_from_domain(ranges[domain], "") for domain in puzzle.domains]
    for constraint in puzzle.constraints:
        model.add_all_different([cells[cell] for cell in constraint.cells])
    return model, cells


def _enumerate(solver: Any, model: Any, cells: list[Any], budget: Budget) -> Iterator[Grid]:
    """All solutions, by CP-SAT's own enumeration."""
    from ortools.sat.python import cp_model

    solver.parameters.enumerate_all_solutions = True
    status = yield from _run(solver, model, cells, budget)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise _not_proved(solver, model, status)


def _forbid(solver: Any, model: Any, cells: list[Any], budget: Budget) -> Iterator[Grid]:
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
        model.add_forbidden_assignments(cells, [grid])


def _run(solver: Any, model: Any, tell: Any, budget: Budget) -> Generator[Grid, None, Any]:
    """Run CP-SAT in a thread, yield the values of the variables `tell` in each of its solutions.

    Returns:
        CP-SAT's status.

    Raises:
        GaveUpError: the time is over.
    """
    from ortools.sat.python import cp_model

    told: SimpleQueue[Any] = SimpleQueue()  # grids, then the status or an exception
    go_on, closing = Semaphore(0), Event()

    class Teller(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            if not closing.is_set():
                told.put(Grid(map(self.value, tell)))
                go_on.acquire()
            if closing.is_set():
                self.stop_search()

    def run() -> None:
        try:
            status = solver.solve(model, Teller() if tell else None)
            _count(solver.response_proto, budget)
            told.put(status)
        except BaseException as error:
            told.put(error)

    def stop() -> None:
        closing.set()
        go_on.release()
        while thread.is_alive():
            solver.stop_search()
            thread.join(STOP_AGAIN)

    thread = Thread(target=run, name="CP-SAT", daemon=True)
    atexit.register(stop)
    try:
        thread.start()
        while isinstance(event := _next(told, budget), Grid):
            yield event
            go_on.release()
    finally:
        stop()
        atexit.unregister(stop)
    if isinstance(event, BaseException):
        raise event
    return event


def _next(told: SimpleQueue[Any], budget: Budget) -> Any:
    seconds = budget.seconds_left()
    try:
        return told.get(timeout=None if seconds == inf else seconds)
    except Empty:
        raise GaveUpError(OUT_OF_TIME) from None


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


SOLVERS = {
    "cpsat": Backend(
        solve,
        engine="or-tools",
        model="cpsat",
        family="cp-sat",
        needs=(Need("ortools.sat.python.cp_model", ("ortools",)),),
    )
}
