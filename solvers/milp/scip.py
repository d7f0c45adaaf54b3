"""SCIP: branch and cut on the 0/1 linear program, all solutions in one search tree.

SCIP is by Tobias Achterberg and many others in Berlin: "SCIP: solving constraint integer programs",
Mathematical Programming Computation 1, 2009.  It is made of constraint handlers, which propagate as
in constraint programming and separate as in linear programming.  `emphasis=cpsolver` is its own
setting for the first half without the second: propagation, conflicts, and no linear relaxation.

Further solutions come in one of two ways.  `native` adds a constraint handler that records every
solution and accepts none: the search goes on, past a nogood for each, and is interrupted so that
each grid is yielded at once.  `forbid` starts again from the beginning with all grids forbidden.

One status is a proof, and that in floating point: infeasible.  "Infeasible or unbounded" is none.

Measured, and why countsols is not used: docs/solvers/milp.md.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from accord.encodings import linear
from accord.encodings.linear import LinearProgram
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import OUT_OF_TIME, Budget, GaveUpError, Grid, Puzzle
from accord.solvers.settings import Limit

LAST = -(10**7)  # the priority of a constraint handler that is asked after all others
KEEP_EVERY_SOLUTION: dict[str, bool | int] = {
    "misc/allowstrongdualreds": False,
    "misc/allowweakdualreds": False,
    "misc/usesymmetry": 0,
    "constraints/components/maxprerounds": 0,
    "constraints/components/propfreq": -1,
}


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    enumeration: Literal["native", "forbid"] = "native",
    emphasis: Literal["default", "cpsolver"] = "default",
    seed: Annotated[int, range(2**31)] = 0,
    nodes: Limit = 0,
) -> Iterator[Grid]:
    """SCIP: branch and cut on the 0/1 linear program, all solutions in one search tree."""
    budget.enter("encode")
    program = linear.encode(puzzle)
    model, variables = _load(program, emphasis, seed)
    if nodes:
        model.setParam("limits/nodes", nodes)
    try:
        ways = {"native": _enumerate, "forbid": _forbid}
        yield from ways[enumeration](model, program, variables, budget)
    finally:
        model.freeProb()


def _load(program: LinearProgram, emphasis: str, seed: int) -> tuple[Any, list[Any]]:
    """SCIP with the program in it, and its variables."""
    from pyscipopt import SCIP_PARAMEMPHASIS, Model, quicksum

    model = Model()
    if emphasis == "cpsolver":
        model.setEmphasis(SCIP_PARAMEMPHASIS.CPSOLVER)
    model.hideOutput()
    model.setParam("randomization/randomseedshift", seed)
    model.setParam("misc/catchctrlc", False)
    fixed = program.fixed
    variables = [
        model.addVar(vtype="B", lb=fixed.get(v, 0), ub=fixed.get(v, 1))
        for v in range(program.size**3)
    ]
    for row in program.rows:
        total = quicksum(variables[variable] for variable in row.variables)
        model.addCons(total == 1 if row.exactly else total <= 1)
    return model, variables


def _enumerate(
    model: Any, program: LinearProgram, variables: list[Any], budget: Budget
) -> Iterator[Grid]:
    """All grids in one search tree, each cut off where it is found."""
    from pyscipopt import SCIP_PARAMSETTING

    for name, value in KEEP_EVERY_SOLUTION.items():
        model.setParam(name, value)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    handler = _collector(program, variables)
    model.includeConshdlr(
        handler, "collector", "all grids", enfopriority=LAST, chckpriority=LAST, needscons=False
    )
    yielded = 0
    while True:
        status = _run(model, budget)
        budget.spent["nodes"] = model.getNTotalNodes()
        if handler.error is not None:
            raise handler.error
        found = handler.found[yielded:]
        yield from found
        yielded += len(found)
        if status == "infeasible":
            return
        if status != "userinterrupt" or not found:
            raise _not_proved(status)


def _collector(program: LinearProgram, variables: list[Any]) -> Any:
    """A constraint that no grid satisfies, and that remembers the grids it has seen."""
    from pyscipopt import SCIP_RESULT, Conshdlr, quicksum

    class Collector(Conshdlr):  # type: ignore[misc]
        def __init__(self) -> None:
            self.found: list[Grid] = []
            self._seen: set[Grid] = set()
            self.error: BaseException | None = None  # SCIP would print it and go on

        def conscheck(
            self, constraints: Any, solution: Any, whole: bool, rows: bool, why: bool, all_: bool
        ) -> dict[str, Any]:
            if not all_:  # asked for the first complaint: the other constraints have none
                self._guard(self._look, solution)
            return {"result": SCIP_RESULT.INFEASIBLE}

        def consenfolp(self, constraints: Any, useful: int, infeasible: bool) -> dict[str, Any]:
            if infeasible:  # another constraint says so
                return {"result": SCIP_RESULT.FEASIBLE}
            return {"result": self._guard(self._cut_off)}

        def consenfops(
            self, constraints: Any, useful: int, infeasible: bool, objective: bool
        ) -> dict[str, Any]:
            return self.consenfolp(constraints, useful, infeasible)

        def conslock(self, constraint: Any, kind: Any, positive: int, negative: int) -> None:
            """Say that whichever way a variable moves, a grid may be lost."""
            both = positive + negative
            for variable in variables:
                self.model.addVarLocks(variable, both, both)

        def _look(self, solution: Any = None) -> Grid:
            values = (self.model.getSolVal(solution, variable) for variable in variables)
            grid = linear.decode(program, (v for v, x in enumerate(values) if linear.is_one(x)))
            if grid not in self._seen:
                self._seen.add(grid)
                self.found.append(grid)
                self.model.interruptSolve()
            return grid

        def _cut_off(self) -> Any:
            ones = linear.nogood(program, self._look())
            if not ones:
                return SCIP_RESULT.CUTOFF
            total = quicksum(self.model.getTransformedVar(variables[v]) for v in ones)
            self.model.addCons(total <= len(ones) - 1)
            return SCIP_RESULT.CONSADDED

        def _guard(self, act: Any, *of: Any) -> Any:
            try:
                return act(*of)
            except BaseException as error:
                self.error = error
                self.model.interruptSolve()
                return SCIP_RESULT.INFEASIBLE

    return Collector()


def _forbid(
    model: Any, program: LinearProgram, variables: list[Any], budget: Budget
) -> Iterator[Grid]:
    """Solve, forbid the grid, solve again from the beginning."""
    from pyscipopt import quicksum

    while True:
        status = _run(model, budget)
        budget.spent.update(nodes=model.getNTotalNodes())
        if status == "infeasible":
            return
        if status != "optimal":
            raise _not_proved(status)
        budget.enter("decode")
        values = enumerate(map(model.getVal, variables))
        grid = linear.decode(program, (v for v, value in values if linear.is_one(value)))
        yield grid
        ones = linear.nogood(program, grid)
        if not ones:
            return
        model.freeTransform()
        model.addCons(quicksum(variables[v] for v in ones) <= len(ones) - 1)


def _run(model: Any, budget: Budget) -> str:
    """SCIP's status after searching on, in the time that is left."""
    budget.enter("search")
    seconds = model.getSolvingTime() + budget.seconds_left()
    model.setParam("limits/time", min(seconds, 1e20))
    model.optimize()
    return str(model.getStatus())


def _not_proved(status: str) -> GaveUpError:
    return GaveUpError(OUT_OF_TIME if status == "timelimit" else f"SCIP: {status}")


SOLVERS = {
    "scip": Backend(
        solve,
        engine="scip",
        model="linear",
        family="milp",
        needs=(Need("pyscipopt", ("pyscipopt",)),),
        prepare=linear.prepare,
    )
}
