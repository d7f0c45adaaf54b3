"""HiGHS: presolving, then branch and cut where it is needed, on an integer linear program.

HiGHS is by Qi Huangfu, Julian Hall, Leona Gottwald and others in Edinburgh; its simplex method is
Huangfu and Hall, "Parallelizing the dual revised simplex method", Mathematical Programming
Computation 10, 2018.  The program of encodings/problems/integer_program.py goes in as arrays; one
thread works.

The next solution is asked for by a nogood: of the literals that are true in a solution, at most all
but one may be true.  A set of solutions of which two are known is divided by a variable in which
these differ, and in each half one solution is known (H. W. Hamacher and M. Queyranne, "K best
solutions to combinatorial optimization problems", Annals of Operations Research 4, 1985).  So there
is one nogood at a time.  Each solution has a fresh HiGHS: asked again after rows were added, HiGHS
has lost solutions and called the rest complete.

One status is a proof, and that in floating point: Infeasible, and only without presolving.  With it
HiGHS 1.14.0 says so of some programs that have solutions, and is therefore asked again without.
Where a solution is known, it is asked without presolving first, up to the root: of easy puzzles
propagation proves there that it is the only one.  A solution has to be whole, and to satisfy every
row when it is rounded.

The best value of an objective is looked for in a thread, without gaps: 1e-4 of a value is HiGHS's
own, within which it calls 1,126,020 the best where 1,126,000 is.

Measured: docs/solvers/milp.md.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import accumulate
from math import inf
from typing import Annotated, Any, Literal

from accord.encodings.problems import integer_program
from accord.encodings.problems.integer_program import IntegerProgram, ProgramSum
from accord.puzzles.problem import Problem, Solution
from accord.solvers.backend import Backend, Need
from accord.solvers.handover import Handover, handed_over
from accord.solvers.interface import OUT_OF_TIME, Budget, GaveUpError
from accord.solvers.milp.best_search import BestSearch
from accord.solvers.settings import Limit

TOLERANCES = {
    "mip_feasibility_tolerance": integer_program.TOLERANCE,
    "primal_feasibility_tolerance": integer_program.TOLERANCE,
}
WITHOUT_GAPS = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0}
Fixed = dict[integer_program.Column, int]  # to 0 or 1


def solve(
    problem: Problem,
    budget: Budget,
    *,
    presolve: Literal["on", "off"] = "on",
    seed: Annotated[int, range(2**31)] = 0,
    nodes: Limit = 0,
) -> Iterator[Solution]:
    """HiGHS: branch and cut on a linear program, further solutions by halving the rest."""
    budget.enter("encode")
    if all(problem.domains):
        settings = {"presolve": presolve, "random_seed": seed, "mip_max_nodes": nodes}
        found = _solutions if problem.goal is None else _improving
        with closing(found(problem, settings, budget)) as solutions:
            yield from map(problem.solution, solutions)


def _solutions(
    problem: Problem, settings: Mapping[str, Any], budget: Budget
) -> Generator[Solution, None, None]:
    """The solutions, by halving: of each set with a known solution another one is sought.

    A set is bounds of 0/1 columns, divided by one of these.
    """
    program = integer_program.encode(problem)
    first = _other(program, settings, {}, None, budget)
    sets: list[tuple[Fixed, Solution]] = []
    if first is not None:
        yield first
        sets.append(({}, first))
    while sets:
        fixed, known = sets.pop()
        if not integer_program.chosen(program, known):
            return
        other = _other(program, settings, fixed, known, budget)
        if other is not None:
            yield other
            mine, its = (integer_program.chosen(program, each) for each in (known, other))
            apart = next(one for one, two in zip(mine, its, strict=True) if one != two)
            sets += [({**fixed, **_as(apart, 1)}, known), ({**fixed, **_as(apart, 0)}, other)]


def _improving(
    problem: Problem, settings: Mapping[str, Any], budget: Budget
) -> Generator[Solution, None, None]:
    """Ever better solutions, the last of them the best as far as HiGHS's bound can be believed.

    Raises:
        GaveUpError: the time is over, or no bound has met the value of the best solution.
        ModelError: what HiGHS found is no solution.
    """
    from highspy import HighsModelStatus, ObjSense

    program = integer_program.encode(problem, all_by_value=False)
    assert program.objective is not None
    sense, column = program.objective
    highs = _load(program, program.rows, {}, {**settings, **WITHOUT_GAPS})
    highs.changeColCost(column, 1.0)
    highs.changeObjectiveSense(getattr(ObjSense, f"k{sense.capitalize()}"))
    searches: list[BestSearch] = []

    def run(handover: Handover) -> Any:
        searches.append(search := BestSearch(problem, program, handover))

        def look(event: Any) -> None:
            values = event.data_out.mip_solution if len(event.data_out.mip_solution) else None
            if search.look(values, event.data_out.mip_dual_bound):
                event.data_in.user_interrupt = True

        callbacks = highs.cbMipImprovingSolution, highs.cbMipInterrupt
        for each in callbacks:
            each.subscribe(look)
        highs.run()
        for each in callbacks:
            each.clear()
        status = highs.getModelStatus()
        if status == HighsModelStatus.kOptimal:
            search.look(highs.getSolution().col_value, highs.getInfo().mip_dual_bound)
        search.end()
        return status

    def interrupt() -> None:
        for each in searches:
            each.is_stopped = True

    budget.enter("search")
    try:
        for presolve in dict.fromkeys((settings["presolve"], "off")):
            _check(highs.setOptionValue("presolve", presolve), "the option presolve")
            status = yield from handed_over("HiGHS", run, interrupt, budget)
            budget.spent.update(nodes=max(0, int(highs.getInfo().mip_node_count)))
            if status != HighsModelStatus.kInfeasible:
                break
            highs.clearSolver()  # and once more without presolving
        is_infeasible = status == HighsModelStatus.kInfeasible
        if status != HighsModelStatus.kOptimal and not is_infeasible:
            raise GaveUpError(f"HiGHS: {highs.modelStatusToString(status)}")
        searches[-1].expect_proved("HiGHS", is_infeasible=is_infeasible)
    finally:
        highs.clear()


def _as(literal: integer_program.Literal, value: int) -> Fixed:
    """The column of a literal, and its value where the literal is true."""
    return {literal: value} if literal >= 0 else {~literal: 1 - value}


def _other(
    program: IntegerProgram,
    settings: Mapping[str, Any],
    fixed: Fixed,
    known: Solution | None,
    budget: Budget,
) -> Solution | None:
    """A solution with these columns fixed, other than the one that is known; None: proved none."""
    rows = program.rows
    if known is not None:
        budget.enter("search")
        literals = integer_program.chosen(program, known)
        rows = [*rows, integer_program.at_most(literals, len(literals) - 1)]
    highs = _load(program, rows, fixed, settings)
    try:
        if known is not None and _propagated_away(highs, budget):
            return None
        return _find(highs, program, budget)
    finally:
        highs.clear()


def _load(
    program: IntegerProgram, rows: Sequence[ProgramSum], fixed: Fixed, settings: Mapping[str, Any]
) -> Any:
    """HiGHS with the columns of a program and these rows, as arrays, one after the other."""
    import highspy

    model = highspy.HighsLp()
    columns = len(program.bounds)
    model.num_col_, model.num_row_ = columns, len(rows)
    model.col_cost_ = [0.0] * columns
    model.col_lower_ = [float(fixed.get(at, low)) for at, (low, _) in enumerate(program.bounds)]
    model.col_upper_ = [float(fixed.get(at, high)) for at, (_, high) in enumerate(program.bounds)]
    model.integrality_ = [highspy.HighsVarType.kInteger] * columns
    model.row_lower_ = [-inf if row.low is None else float(row.low) for row in rows]
    model.row_upper_ = [inf if row.high is None else float(row.high) for row in rows]
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_ = [0, *accumulate(len(row.weights) for row in rows)]
    matrix.index_ = [column for row in rows for column in row.weights]
    matrix.value_ = [float(weight) for row in rows for weight in row.weights.values()]
    highs = _fresh({**settings, **TOLERANCES})
    _check(highs.passModel(model), "the model")
    return highs


def _find(highs: Any, program: IntegerProgram, budget: Budget) -> Solution | None:
    """A solution; None where HiGHS has proved that there is none.

    Raises:
        GaveUpError: it has done neither.
        ModelError: what it found is no solution.
    """
    values = _run(highs, budget)
    return None if values is None else integer_program.decode(program, values)


def _fresh(settings: Mapping[str, Any]) -> Any:
    """HiGHS without a program; a limit of 0 is none."""
    import highspy

    highs = highspy.Highs()
    options = {"output_flag": False, "threads": 1, **settings}
    if not options["mip_max_nodes"]:
        del options["mip_max_nodes"]
    for option, value in options.items():
        _check(highs.setOptionValue(option, value), f"the option {option}")
    return highs


def _run(highs: Any, budget: Budget) -> Any:
    """The values of the columns; None where HiGHS has proved that there are none.

    Raises:
        GaveUpError: it has done neither.
    """
    from highspy import HighsModelStatus

    budget.enter("search")
    status = _status(highs, budget)
    if status == HighsModelStatus.kInfeasible and _presolves(highs):
        highs.clearSolver()
        status = _status(highs, budget, presolve="off")
    if status == HighsModelStatus.kInfeasible:
        return None
    if status == HighsModelStatus.kTimeLimit:
        raise GaveUpError(OUT_OF_TIME)
    if status != HighsModelStatus.kOptimal:
        raise GaveUpError(f"HiGHS: {highs.modelStatusToString(status)}")
    budget.enter("decode")
    return highs.getSolution().col_value


def _propagated_away(highs: Any, budget: Budget) -> bool:
    """Whether HiGHS proves at the root, and without presolving, that there is no solution."""
    from highspy import HighsModelStatus

    if not _presolves(highs):
        return False  # the search begins in the same way
    status = _status(highs, budget, presolve="off", mip_max_nodes=0)
    highs.clearSolver()
    return bool(status == HighsModelStatus.kInfeasible)


def _presolves(highs: Any) -> bool:
    return bool(highs.getOptionValue("presolve")[1] != "off")


def _status(highs: Any, budget: Budget, **options: Any) -> Any:
    """The status of a run within the time left; the options are for this run alone."""
    before = {option: highs.getOptionValue(option)[1] for option in options}
    for option, value in {"time_limit": budget.seconds_left(), **options}.items():
        highs.setOptionValue(option, value)
    highs.run()
    status = highs.getModelStatus()
    budget.spent.update(nodes=max(0, int(highs.getInfo().mip_node_count)))
    for option, value in before.items():
        highs.setOptionValue(option, value)
    return status


def _check(status: Any, what: str) -> None:
    from highspy import HighsStatus

    if status != HighsStatus.kOk:
        raise RuntimeError(f"HiGHS does not take {what}: {status.name}")


SOLVERS = {
    "highs": Backend(
        solve,
        engine="highs",
        model="linear",
        family="milp",
        needs=(Need("highspy", ("highspy",)),),
        posts=integer_program.POSTS,
        optimizes="variable",
    )
}
