"""Five SAT solvers through PySAT, which packs them as one library.

PySAT is Ignatiev, Morgado and Marques-Silva, "PySAT: a Python toolkit for prototyping with SAT
oracles", SAT 2018.  All five learn clauses from conflicts: Marques-Silva and Sakallah, "GRASP: a
search algorithm for propositional satisfiability", IEEE Transactions on Computers 48, 1999, with
the watched literals and the activities of Moskewicz et al., "Chaff", DAC 2001.

    name              whose                                                            engine
    ---------------   --------------------------------------------------------------   ---------
    sat-cadical       Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt, "CaDiCaL   cadical
                      2.0", CAV 2024; here 1.9.5
    sat-lingeling     Biere, "Lingeling, Plingeling, PicoSAT and PrecoSAT at SAT       lingeling
                      Race 2010"
    sat-minisat       Een and Sörensson, "An extensible SAT-solver", SAT 2003; 2.2     minisat
    sat-glucose       Audemard and Simon, "Predicting learnt clauses quality in        minisat
                      modern SAT solvers", IJCAI 2009; 4.2.1
    sat-maplechrono   Nadel and Ryvchin, "Chronological backtracking", SAT 2018        minisat

Independence is counted by engine, and the last three are one: Glucose is MiniSat with other
restarts and another choice of the clauses to forget, MapleChrono descends from Glucose, and an
error in what they share would be an error of all three.  Biere's solvers share no code.

Solving goes on with what was learnt after a grid was forbidden (solvers/sat/added_clauses.py).

Measured, and how each can be interrupted: docs/solvers/sat.md.
"""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, Clause
from accord.encodings.clauses.kinds.integers import TRUE
from accord.encodings.clauses.kinds.problem import POSTS
from accord.encodings.model import UnsatisfiableError
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import (
    Budget,
    GaveUpError,
    Problem,
    Solution,
    Solver,
    UnsupportedError,
)
from accord.solvers.programs.originals import OwnReader, Reads, file_of
from accord.solvers.sat.added_clauses import completed, every_grid, of_file
from accord.solvers.settings import Limit

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from accord.solvers.sat.cadical_listener import Listener
    from accord.solvers.traces.trace import Trace


class Engine(NamedTuple):
    """A solver of PySAT's."""

    library: str  # its class there
    lineage: str
    about: str
    interruptible: bool = False
    seeded: bool = False
    reports: bool = False  # what it does while it searches, to a trace


ENGINES = {
    "sat-cadical": Engine(
        "Cadical195", "cadical", "CaDiCaL 1.9.5 through PySAT", seeded=True, reports=True
    ),
    "sat-glucose": Engine(
        "Glucose42", "minisat", "Glucose 4.2.1 through PySAT", interruptible=True
    ),
    "sat-lingeling": Engine("Lingeling", "lingeling", "Lingeling through PySAT"),
    "sat-maplechrono": Engine(
        "MapleChrono", "minisat", "MapleLCMDistChronoBT through PySAT", interruptible=True
    ),
    "sat-minisat": Engine("Minisat22", "minisat", "MiniSat 2.2 through PySAT", interruptible=True),
}


def _solver(name: str, engine: Engine) -> Solver:
    """The `solve` of this name; one for each, as each has a declaration of its own."""

    def solve(
        problem: Problem,
        budget: Budget,
        *,
        encoding: cnf.Name = cnf.DEFAULT,
        sum: cnf.SumWay = cnf.SUM,
        reads: Reads = "ours",
    ) -> Iterator[Solution]:
        return _grids(name, problem, budget, encoding, sum, reads)

    def solve_limited(
        problem: Problem,
        budget: Budget,
        *,
        encoding: cnf.Name = cnf.DEFAULT,
        sum: cnf.SumWay = cnf.SUM,
        conflicts: Limit = 0,
        reads: Reads = "ours",
    ) -> Iterator[Solution]:
        return _grids(name, problem, budget, encoding, sum, reads, conflicts)

    def solve_seeded(
        problem: Problem,
        budget: Budget,
        *,
        encoding: cnf.Name = cnf.DEFAULT,
        sum: cnf.SumWay = cnf.SUM,
        seed: Annotated[int, range(2**31)] = 0,
        conflicts: Limit = 0,
        reads: Reads = "ours",
    ) -> Iterator[Solution]:
        return _grids(name, problem, budget, encoding, sum, reads, conflicts, seed)

    chosen = solve_seeded if engine.seeded else solve_limited if engine.interruptible else solve
    chosen.__doc__ = engine.about + "."
    return chosen


def _grids(
    name: str,
    problem: Problem,
    budget: Budget,
    encoding: str,
    sum: str,
    reads: Reads,
    conflicts: int = 0,
    seed: int = 0,
) -> Iterator[Solution]:
    engine, trace = ENGINES[name], budget.trace if ENGINES[name].reports else None
    if trace and trace.timed:  # a film of solutions and bounds
        trace = None
    if trace:
        _expect_traceable(name, encoding)
    with _new(name, trace) as solver, _thread(engine, trace) as thread:
        if seed:
            solver.configure({"seed": seed})
        budget.enter("encode")
        formula = _read(problem) if reads == "itself" else cnf.encode(problem, encoding, sum)
        budget.check_time()
        if trace and formula.of is not None:
            from accord.solvers.sat.cadical_listener import expect_values

            if budget.limit != 1:  # what it does while a solution is forbidden, it does not tell
                raise UnsupportedError(
                    f"{name} writes traces of a problem that is no puzzle up to the first "
                    f"solution; found {budget.limit or 'all'} to be looked for"
                )
            expect_values(formula, name)
            clauses = [each for each in formula.clauses if each != (TRUE,)]
            formula = formula._replace(clauses=clauses)
        listener = _listener(solver, formula, budget, trace) if trace else None
        if thread:  # Ctrl-C inside a callback of the listener would leave CaDiCaL half changed
            thread.submit(solver.append_formula, formula.clauses).result()
        else:
            solver.append_formula(formula.clauses)
        oracle = Oracle(solver, thread, budget, conflicts, listener)
        model = oracle.model if reads == "ours" else lambda: completed(oracle.model(), formula)
        yield from every_grid(formula, budget, model, oracle.forbid)


def _read(problem: Problem) -> CNF:
    """The file that a problem was read from, by PySAT's own reader."""
    from pysat import formula

    file = file_of(problem, "dimacs").decode()
    try:
        read = formula.CNF(from_string=file)
    except ValueError as error:  # it wants one clause a line
        raise UnsupportedError(f"reads=itself: PySAT's reader: {error}") from None
    return of_file(problem, read.nv, read.clauses)


def _expect_traceable(name: str, encoding: str) -> None:
    """Refuse to write a trace that could not be justified step by step.

    Raises:
        UnsupportedError: in this encoding, or on this system; says which ones can.
    """
    from accord.solvers.sat.cadical_listener import ENCODINGS, unsupported_reason

    if encoding not in ENCODINGS:
        traced, why = " and ".join(ENCODINGS), unsupported_reason(encoding)
        raise UnsupportedError(f"{name} writes a trace in {traced}: in {encoding} {why}")
    if sys.platform == "win32":  # nothing reads a file elsewhere than where its writer stands
        raise UnsupportedError(f"{name} writes no trace on Windows")


def _new(name: str, trace: "Trace | None") -> Any:
    """A solver of PySAT's, which frees its memory at the end of a `with`."""
    from pysat import solvers

    wanted = ENGINES[name].library  # the version is looked up only where it is wrong: 0.5 ms
    if (library := getattr(solvers, wanted, None)) is None:
        raise UnsupportedError(f"{SOLVERS[name].version} has no {wanted}")
    if trace and not hasattr(library, "connect_propagator"):
        raise UnsupportedError(f"{SOLVERS[name].version} does not report what {wanted} does")
    return library(with_proof=True) if trace else library()


def _thread(
    engine: Engine, trace: "Trace | None"
) -> "AbstractContextManager[ThreadPoolExecutor | None]":
    """A thread for what can be interrupted there, which ends with a `with`."""
    from concurrent.futures import ThreadPoolExecutor

    there = engine.interruptible or trace
    return ThreadPoolExecutor(1, engine.library) if there else nullcontext()


def _listener(solver: Any, formula: CNF, budget: Budget, trace: "Trace") -> "Listener":
    """Connect the listener that writes CaDiCaL's trace; before there are clauses.

    Else it would receive what they say at once in the order of the variables.
    """
    from pysat.solvers import pysolvers

    from accord.solvers.sat.added_clauses import LearntClauses
    from accord.solvers.sat.cadical_listener import Listener

    trace.figures.update(variables=formula.variables, clauses=len(formula.clauses))
    learnt = LearntClauses(solver.prfile.fileno(), lambda: pysolvers.flushpr(solver.prfp))
    listener = Listener(formula, trace, learnt, late=lambda: not budget.seconds_left())
    solver.connect_propagator(listener)
    for variable in range(1, formula.variables + 1):
        solver.observe(variable)
    return listener


class Oracle:
    """A library solver that is asked for a model, perhaps in another thread."""

    def __init__(
        self,
        solver: Any,
        thread: "ThreadPoolExecutor | None",
        budget: Budget,
        conflicts: int,
        listener: "Listener | None" = None,
    ) -> None:
        self._solver, self._thread, self._budget = solver, thread, budget
        self._listener = listener
        self._conflicts = conflicts  # that each search may meet; 0 for as many as it likes

    def model(self) -> list[int]:
        """The literals of a model.

        Raises:
            UnsatisfiableError: it is proved that there is none.
            GaveUpError: it is not.
        """
        if self._conflicts:
            self._solver.conf_budget(self._conflicts)
        status = self._interruptibly(self._thread) if self._thread else self._in_one_go()
        for name, count in self._solver.accum_stats().items():
            self._budget.spent[name] = count  # in all calls together
        if self._listener:
            status = self._listener.ended(status)
        if status is True:
            return list(self._solver.get_model())
        if status is False:
            raise UnsatisfiableError("proved")
        self._budget.check_time()
        limit = f" after {self._conflicts} conflicts" if self._conflicts else ""
        raise GaveUpError(f"stopped before its time was over{limit}")

    def forbid(self, clause: Clause) -> None:
        """Take a clause that further models have to satisfy."""
        self._solver.add_clause(clause)
        if self._listener:
            self._listener.forbade(clause)

    def _in_one_go(self) -> bool | None:
        from pysat.solvers import pysolvers

        try:
            solver = self._solver
            status: bool | None = solver.solve_limited() if self._conflicts else solver.solve()
        except pysolvers.error:  # its handler of SIGINT is the only thing that raises it
            solver.delete = lambda: None  # it jumped out of whatever the engine had half changed
            raise KeyboardInterrupt from None
        return status

    def _interruptibly(self, thread: "ThreadPoolExecutor") -> bool | None:
        """Whether there is a model; None when the time is over."""
        from concurrent.futures import Future, wait

        timeout = self._budget.timeout
        search = self._listener or self._solver
        begun: list[Future[bool | None]] = []
        try:
            begun.append(thread.submit(self._solver.solve_limited, expect_interrupt=True))
            wait(begun, timeout)
        finally:  # where Ctrl-C came in between, it searches and is not known here
            search.interrupt()
            if begun:
                wait(begun)
                search.clear_interrupt()
        return begun[0].result()


SOLVERS = {
    name: Backend(
        _solver(name, engine),
        engine=engine.lineage,
        model="cnf",
        family="sat",
        needs=(Need("pysat", ("python-sat",)),),
        traces=engine.reports,
        traces_problems=engine.reports,
        films_best=engine.reports,
        prepare=cnf.prepare,
        posts=POSTS,
        own_reader=OwnReader("pysat-reader", languages=("dimacs",)),
        optimizes="variable",
        projects=True,
    )
    for name, engine in ENGINES.items()
}
