"""Z3 on the SMT-LIB text of a problem: integers by its SMT core, bit-vectors by its SAT core.

Z3 (L. de Moura and N. Bjørner, "Z3: An efficient SMT solver", TACAS 2008) reads what
encodings/problems/smtlib.py writes, the same text that goes into a file.

    z3-int    an integer per variable, in the SMT core: conflict-driven search over the equations of
              variables and values, with the theory of linear arithmetic at its side
    z3-bv     a bit-vector per variable, in the logic QF_FD: all is turned into clauses, and Z3's
              own SAT solver searches

A solution is excluded by a clause before the next is looked for, and Z3 keeps what it has learnt.
Of an objective a better value is demanded instead, and Z3 has no part in optimising: its own
`Optimize` calls values the best that are not, in some versions since 4.13.  For audits
`z3-int:best=optimize` asks that: it ends with one solution, and claims that nothing is better.
It reacts neither to signals nor to the time of a Budget: its search runs in a thread, which is
interrupted when the time is over or Ctrl-C comes.  Each run has a context of its own.

Measured: docs/solvers/smt.md.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

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
from accord.solvers.handover import Handover, handed_over
from accord.solvers.interface import (
    Budget,
    GaveUpError,
    Problem,
    Solution,
    UnsupportedError,
)
from accord.solvers.optimizing import variable_of
from accord.solvers.settings import Limit

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
    best: Literal["demanded", "optimize"] = "demanded",
) -> Iterator[Solution]:
    """Z3 on integers: its SMT core, with the theory of linear arithmetic."""
    import z3

    budget.enter("encode")
    said = formula(problem, differ=constraints, places=places)
    if best == "optimize" and problem.goal is not None:
        if seed or conflicts:
            raise UnsupportedError(
                "best=optimize: found a seed or a limit of conflicts, expected none"
            )
        yield from _optimum(z3.Optimize(ctx=z3.Context()), said, budget)
        return
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


def _optimum(solver: Any, said: SmtScript, budget: Budget) -> Iterator[Solution]:
    """The solution that Z3's own `Optimize` calls a best one."""
    import z3

    problem = said.problem
    assert problem.goal is not None
    solver.from_string("".join(script(said, distinct=True)))
    variables = [z3.Int(name, solver.ctx) for name in symbols(problem)]
    ask = solver.minimize if problem.goal.sense == "minimize" else solver.maximize
    ask(variables[variable_of(problem)])

    def search(handover: Handover) -> Any:
        return solver.check()

    budget.enter("search")
    status = yield from handed_over("Z3", search, solver.ctx.interrupt, budget)
    if status == z3.sat:
        budget.enter("decode")
        model = solver.model()
        numbers = [model.eval(each, model_completion=True) for each in variables]
        yield problem.solution(said.least + number.as_long() for number in numbers)
    elif status != z3.unsat:
        raise GaveUpError(solver.reason_unknown())


def _solutions(
    solver: Any, said: SmtScript, seed: int, conflicts: int, budget: Budget
) -> Iterator[Solution]:
    """The solutions that a solver finds of a formula, each once."""
    import z3

    solver.set(ctrl_c=False, random_seed=seed, max_conflicts=conflicts or ENDLESS)
    solver.from_string("".join(script(said, distinct=True)))
    sort = z3.BitVecSort(said.bits, solver.ctx) if said.bits else z3.IntSort(solver.ctx)
    variables = [z3.Const(name, sort) for name in symbols(said.problem)]
    yield from _models(solver, variables, said.problem, said.least, budget)


def _models(
    solver: Any, variables: list[Any], problem: Problem, least: int, budget: Budget
) -> Iterator[Solution]:
    """The solutions in all models, those with other shown values; or ever better ones."""
    import z3

    def search(handover: Handover) -> Any:
        return solver.check()

    budget.enter("search")
    try:
        while (
            status := (yield from handed_over("Z3", search, solver.ctx.interrupt, budget))
        ) == z3.sat:
            budget.enter("decode")
            model = solver.model()
            numbers = [model.eval(each, model_completion=True) for each in variables]
            yield problem.solution(least + number.as_long() for number in numbers)
            if problem.goal is not None:
                best = variable_of(problem)
                pair = variables[best], numbers[best]
                less, other = pair if problem.goal.sense == "minimize" else pair[::-1]
                solver.add(z3.ULT(less, other) if z3.is_bv(less) else less < other)
                continue
            different = (variables[each] != numbers[each] for each in problem.shown)
            solver.add(z3.Or(z3.BoolVal(False, solver.ctx), *different))
    finally:
        _count(solver.statistics(), budget)
    if status != z3.unsat:
        raise GaveUpError(solver.reason_unknown())


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
        optimizes="variable",
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
        optimizes="variable",
        pairwise=BIT_POSTS.without(AllDifferent),
    ),
}
