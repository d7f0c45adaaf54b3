"""SCIP: branch and cut on an integer linear program, all solutions in one search tree.

SCIP is by Tobias Achterberg and many others in Berlin: "SCIP: solving constraint integer programs",
Mathematical Programming Computation 1, 2009.  It is made of constraint handlers, which propagate as
in constraint programming and separate as in linear programming.  `emphasis=cpsolver` is its own
setting for the first half without the second: propagation, conflicts, and no linear relaxation.

Further solutions come in one of two ways.  `native` adds a constraint handler that records every
solution and accepts none: the search goes on, past a nogood for each, and is interrupted so that
each is yielded at once.  `forbid` starts again from the beginning with all solutions forbidden.

The program is that of encodings/problems/integer_program.py.

One status is a proof, and that in floating point: infeasible.  "Infeasible or unbounded" is none.
Of an objective an optimum is claimed as best_search.py says.

Measured, and why countsols is not used: docs/solvers/milp.md.
"""

from collections.abc import Callable, Generator
from contextlib import closing
from typing import Annotated, Any, Literal, NamedTuple

from accord.encodings.problems import integer_program
from accord.encodings.problems.integer_program import IntegerProgram, ProgramSum
from accord.puzzles.problem import Problem, Solution
from accord.solvers.backend import Backend, Need
from accord.solvers.handover import Handover, handed_over
from accord.solvers.interface import OUT_OF_TIME, Budget, GaveUpError
from accord.solvers.milp.best_search import BestSearch
from accord.solvers.settings import Limit

LAST = -(10**7)  # the priority of a constraint handler that is asked after all others
KEEP_EVERY_SOLUTION: dict[str, bool | int] = {
    "misc/allowstrongdualreds": False,
    "misc/allowweakdualreds": False,
    "misc/usesymmetry": 0,
    "constraints/components/maxprerounds": 0,
    "constraints/components/propfreq": -1,
}


class Stated(NamedTuple):
    """SCIP with a program in it, and the way between the values of its variables and solutions."""

    model: Any
    variables: list[Any]
    decode: Callable[[list[float]], Solution]
    nogood: Callable[[Any], ProgramSum]
    """The row that forbids a solution; without variables where there is no other."""


def solve(
    problem: Problem,
    budget: Budget,
    *,
    enumeration: Literal["native", "forbid"] = "native",
    emphasis: Literal["default", "cpsolver"] = "default",
    seed: Annotated[int, range(2**31)] = 0,
    nodes: Limit = 0,
) -> Generator[Solution, None, None]:
    """SCIP: branch and cut on a linear program, all solutions in one search tree."""
    budget.enter("encode")
    if not all(problem.domains):
        return
    program = integer_program.encode(problem, all_by_value=problem.goal is None)
    stated = _stated(_model(emphasis, seed), program)
    if nodes:
        stated.model.setParam("limits/nodes", nodes)
    try:
        if program.objective is not None:
            sense, column = program.objective
            stated.model.setObjective(stated.variables[column], sense)
            found = _improve(stated, problem, program, budget)
        else:
            found = (_enumerate if enumeration == "native" else _forbid)(stated, budget)
        with closing(found):  # before its memory is freed
            yield from map(problem.solution, found)
    finally:
        stated.model.freeProb()


def _stated(model: Any, program: IntegerProgram) -> Stated:
    """SCIP with the columns and rows of a program."""
    variables = [model.addVar(vtype="I", lb=low, ub=high) for low, high in program.bounds]
    for row in program.rows:
        _add(model, row, variables.__getitem__)

    def decode(values: list[float]) -> Solution:
        return integer_program.decode(program, values)

    def nogood(solution: Solution) -> ProgramSum:
        literals = integer_program.chosen(program, solution)
        return integer_program.at_most(literals, len(literals) - 1)

    return Stated(model, variables, decode, nogood)


def _model(emphasis: str, seed: int) -> Any:
    from pyscipopt import SCIP_PARAMEMPHASIS, Model

    model = Model()
    if emphasis == "cpsolver":
        model.setEmphasis(SCIP_PARAMEMPHASIS.CPSOLVER)
    model.hideOutput()
    model.setParam("randomization/randomseedshift", seed)
    model.setParam("misc/catchctrlc", False)
    model.setParam("numerics/feastol", integer_program.TOLERANCE)
    return model


def _add(model: Any, row: ProgramSum, variable: Callable[[int], Any]) -> None:
    """Add a row over the variables of columns, or of what these became in presolving."""
    from pyscipopt import quicksum

    if not row.weights:
        if (row.low or 0) > 0 or (row.high or 0) < 0:  # it is false
            model.addCons(model.addVar(vtype="B", lb=0, ub=0) >= 1)
        return
    total = quicksum(weight * variable(column) for column, weight in row.weights.items())
    if row.low == row.high:
        model.addCons(total == row.high)
        return
    if row.high is not None:
        model.addCons(total <= row.high)
    if row.low is not None:
        model.addCons(total >= row.low)


def _enumerate(stated: Stated, budget: Budget) -> Generator[Solution, None, None]:
    """All solutions in one search tree, each cut off where it is found."""
    from pyscipopt import SCIP_PARAMSETTING

    model = stated.model
    for name, value in KEEP_EVERY_SOLUTION.items():
        model.setParam(name, value)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    handler = _collector(stated)
    model.includeConshdlr(
        handler, "collector", "all solutions", enfopriority=LAST, chckpriority=LAST, needscons=False
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


def _collector(stated: Stated) -> Any:
    """A constraint that no solution satisfies, and that remembers those it has seen."""
    from pyscipopt import SCIP_RESULT, Conshdlr

    variables = stated.variables

    class Collector(Conshdlr):  # type: ignore[misc]
        def __init__(self) -> None:
            self.found: list[Solution] = []
            self._seen: set[Solution] = set()
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
            """Say that whichever way a variable moves, a solution may be lost."""
            both = positive + negative
            for variable in variables:
                self.model.addVarLocks(variable, both, both)

        def _look(self, solution: Any = None) -> Solution:
            values = [self.model.getSolVal(solution, variable) for variable in variables]
            found = stated.decode(values)
            if found not in self._seen:
                self._seen.add(found)
                self.found.append(found)
                self.model.interruptSolve()
            return found

        def _cut_off(self) -> Any:
            row = stated.nogood(self._look())
            if not row.weights:
                return SCIP_RESULT.CUTOFF
            _add(self.model, row, lambda at: self.model.getTransformedVar(variables[at]))
            return SCIP_RESULT.CONSADDED

        def _guard(self, act: Any, *of: Any) -> Any:
            try:
                return act(*of)
            except BaseException as error:
                self.error = error
                self.model.interruptSolve()
                return SCIP_RESULT.INFEASIBLE

    return Collector()


def _forbid(stated: Stated, budget: Budget) -> Generator[Solution, None, None]:
    """Solve, forbid the solution, solve again from the beginning."""
    model = stated.model
    while True:
        status = _run(model, budget)
        budget.spent.update(nodes=model.getNTotalNodes())
        if status == "infeasible":
            return
        if status != "optimal":
            raise _not_proved(status)
        budget.enter("decode")
        found = stated.decode([*map(model.getVal, stated.variables)])
        yield found
        row = stated.nogood(found)
        if not row.weights:
            return
        model.freeTransform()
        _add(model, row, stated.variables.__getitem__)


def _improve(
    stated: Stated, problem: Problem, program: IntegerProgram, budget: Budget
) -> Generator[Solution, None, None]:
    """Ever better solutions, the last of them the best as far as SCIP's bound can be believed.

    SCIP is not interrupted at each to go on afterwards: that makes SCIP 10 call the interrupted
    value the best.
    """
    from pyscipopt import SCIP_EVENTTYPE, Eventhdlr

    model, searches = stated.model, list[BestSearch]()

    def values() -> list[float] | None:
        found = model.getBestSol() if model.getNSols() else None
        return found and [model.getSolVal(found, each) for each in stated.variables]

    def run(handover: Handover) -> str:
        searches.append(search := BestSearch(problem, program, handover))

        class Watcher(Eventhdlr):  # type: ignore[misc]
            def eventinit(self) -> None:
                for each in (SCIP_EVENTTYPE.BESTSOLFOUND, SCIP_EVENTTYPE.NODESOLVED):
                    self.model.catchEvent(each, self)

            def eventexec(self, event: Any) -> None:
                is_new = event.getType() == SCIP_EVENTTYPE.BESTSOLFOUND
                if search.look(values() if is_new else None, model.getDualbound()):
                    model.interruptSolve()

        model.includeEventhdlr(Watcher(), "watcher", "hands over better solutions")
        model.optimizeNogil()
        if (status := str(model.getStatus())) == "optimal":
            search.look(values(), model.getDualbound())
        search.end()
        return status

    def interrupt() -> None:  # from outside SCIP may not be told to stop at any time
        for each in searches:
            each.is_stopped = True

    budget.enter("search")
    model.setParam("limits/time", min(budget.seconds_left(), 1e20))
    status = yield from handed_over("SCIP", run, interrupt, budget)
    budget.spent["nodes"] = model.getNTotalNodes()
    if status not in ("optimal", "infeasible"):
        raise _not_proved(status)
    searches[0].expect_proved("SCIP", is_infeasible=status == "infeasible")


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
        posts=integer_program.POSTS,
        optimizes="variable",
    )
}
