"""Z3 on the SMT-LIB text of a problem: integers by its SMT core, bit-vectors by its SAT core.

Z3 (L. de Moura and N. Bjørner, "Z3: An efficient SMT solver", TACAS 2008) reads what
encodings/problems/smtlib.py writes, the same text that goes into a file.

    z3-int    an integer per variable, in the SMT core: conflict-driven search over the equations of
              variables and values, with the theory of linear arithmetic at its side
    z3-bv     a bit-vector per variable, in the logic QF_FD: all is turned into clauses, and Z3's
              own SAT solver searches

A solution is excluded by a clause before the next is looked for, and Z3 keeps what it has learnt.
It reacts neither to signals nor to the time of a Budget: its search runs in a thread, which is
interrupted when the time is over or Ctrl-C comes.  Each run has a context of its own.

Measured: docs/solvers/smt.md.
"""

from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Annotated, Any

from accord.encodings.problems.smtlib import (
    BIT_POSTS,
    POSTS,
    Differ,
    SmtScript,
    formula,
    script,
    symbols,
)
from accord.puzzles.constraints.all_different import AllDifferent
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import OUT_OF_TIME, Budget, GaveUpError, Problem, Solution
from accord.solvers.settings import Limit

STOP_AGAIN = 0.01  # seconds; an interruption that comes before the search has begun is lost
ENDLESS = 2**32 - 1  # conflicts: Z3's own default
COUNTED = {  # Z3's names; one that is not there is 0
    "conflicts": ("conflicts", "sat conflicts"),
    "decisions": ("decisions", "sat decisions"),
    "propagations": (
        "propagations",
        "binary propagations",
        "sat propagations 2ary",
        "sat propagations nary",
    ),
    "restarts": ("restarts", "sat restarts"),
}


def solve_integers(
    problem: Problem,
    budget: Budget,
    *,
    constraints: Differ = "distinct",
    places: bool = True,
    seed: Annotated[int, range(2**31)] = 0,
    conflicts: Limit = 0,
) -> Iterator[Solution]:
    """Z3 on integers: its SMT core, with the theory of linear arithmetic."""
    import z3

    budget.enter("encode")
    said = formula(problem, differ=constraints, places=places)
    yield from _solutions(z3.SimpleSolver(ctx=z3.Context()), said, seed, conflicts, budget)


def solve_bit_vectors(
    problem: Problem,
    budget: Budget,
    *,
    constraints: Differ = "distinct",
    places: bool = True,
    seed: Annotated[int, range(2**31)] = 0,
    conflicts: Limit = 0,
) -> Iterator[Solution]:
    """Z3 on bit-vectors, which it turns into clauses for its SAT core."""
    import z3

    budget.enter("encode")
    said = formula(problem, bits=True, differ=constraints, places=places)
    yield from _solutions(z3.SolverFor("QF_FD", ctx=z3.Context()), said, seed, conflicts, budget)


def _solutions(
    solver: Any, said: SmtScript, seed: int, conflicts: int, budget: Budget
) -> Iterator[Solution]:
    """The solutions that a solver finds of a formula, each once."""
    import z3

    solver.set(ctrl_c=False, random_seed=seed, max_conflicts=conflicts or ENDLESS)
    solver.from_string("".join(script(said, distinct=True)))
    sort = z3.BitVecSort(said.bits, solver.ctx) if said.bits else z3.IntSort(solver.ctx)
    variables = [z3.Const(name, sort) for name in symbols(said.problem)]
    for numbers in _models(solver, variables, said.problem.shown, budget):
        yield said.problem.solution(said.least + number for number in numbers)


def _models(
    solver: Any, variables: list[Any], shown: Sequence[int], budget: Budget
) -> Iterator[list[int]]:
    """The numbers of some variables in all models, those of the shown ones each once."""
    import z3

    budget.enter("search")
    try:
        while _has_model(solver, budget):
            budget.enter("decode")
            model = solver.model()
            numbers = [model.eval(each, model_completion=True) for each in variables]
            yield [number.as_long() for number in numbers]
            different = (variables[each] != numbers[each] for each in shown)
            solver.add(z3.Or(z3.BoolVal(False, solver.ctx), *different))
    finally:
        _count(solver.statistics(), budget)


def _has_model(solver: Any, budget: Budget) -> bool:
    """Whether there is a model of what was asserted, as Z3 proves.

    Raises:
        GaveUpError: Z3 does not know, or the time is over.
    """
    import z3

    status = _check(solver, budget)
    if status not in (z3.sat, z3.unsat):
        raise GaveUpError(solver.reason_unknown())
    return bool(status == z3.sat)


def _check(solver: Any, budget: Budget) -> Any:
    """Z3's status, from a thread of its own that is gone when this returns or raises.

    The thread waits for a word before it searches: Ctrl-C may come while it is being started, when
    it is not known yet whether it runs, and Z3 must not search while its counters are read.
    """
    may_search: SimpleQueue[bool] = SimpleQueue()
    ended: SimpleQueue[Any] = SimpleQueue()  # the status, or an exception

    def run() -> None:
        try:
            ended.put(may_search.get() and solver.check())
        except BaseException as error:
            ended.put(error)

    thread = Thread(target=run, name="Z3", daemon=True)
    try:
        thread.start()
        may_search.put(True)
        status = ended.get(timeout=budget.timeout)
    except BaseException as stopped:  # Ctrl-C, too
        may_search.put(False)
        while thread.is_alive():
            solver.ctx.interrupt()
            thread.join(STOP_AGAIN)
        if isinstance(stopped, Empty):
            raise GaveUpError(OUT_OF_TIME) from None
        raise
    thread.join()
    if isinstance(status, BaseException):
        raise status
    return status


def _count(statistics: Any, budget: Budget) -> None:
    """Say what the searches of this solver have cost, all together, as Z3 counts."""
    counted = {name: number for name, number in statistics}  # noqa: C416  # not a mapping
    for name, parts in COUNTED.items():
        budget.spent[name] = sum(int(counted.get(part, 0)) for part in parts)


LIBRARY = Need("z3", ("z3-solver",))
SOLVERS = {
    "z3-int": Backend(
        solve_integers,
        engine="z3",
        model="smtlib",
        family="smt",
        needs=(LIBRARY,),
        posts=POSTS,
        projects=True,
        pairwise=POSTS.without(AllDifferent),
    ),
    "z3-bv": Backend(
        solve_bit_vectors,
        engine="z3",
        model="smtlib-bv",
        family="smt",
        needs=(LIBRARY,),
        posts=BIT_POSTS,
        projects=True,
        pairwise=BIT_POSTS.without(AllDifferent),
    ),
}
