"""Scripts for solvers of linear programs: bounds of whole-number columns, and rows over them.

HiGHS is asked anew for each solution, with a row for each one that is known, as the backend does;
SCIP likewise, where the backend collects them in one search.  For the best value both are asked
once, without gaps, and answer with the values of all columns.
"""

from accord.bench.hunt.reproducers.script import constant
from accord.encodings.problems import integer_program
from accord.puzzles.problem import Problem

_COMMON = """\
BOUNDS = {bounds}  # of each column
ROWS = [  # (weights by column, lowest and highest sum)
{rows}]
VALUES = [  # of each variable: by value the column that is 1 if it has it; ~column: that is 0
{values}]

{find}

def solutions():
    rows = list(ROWS)
    while (values := find(rows)) is not None:
        true = [round(each) == 1 for each in values]
        solution = [
            next(value for value, at in known.items() if (true[at] if at >= 0 else not true[~at]))
            for known in VALUES
        ]
        yield solution
        chosen = [known[value] for known, value in zip(VALUES, solution)]
        if not chosen:
            return
        weights, most = {{}}, len(chosen) - 1
        for column in chosen:
            own, weight = (column, 1) if column >= 0 else (~column, -1)
            weights[own] = weights.get(own, 0) + weight
            most -= column < 0
        rows.append((weights, None, most))
"""
_BEST = """\
BOUNDS = {bounds}  # of each column
ROWS = [  # (weights by column, lowest and highest sum)
{rows}]
OBJECTIVE = {column}  # the column with the value

{find}

def solutions():
    if (values := find(ROWS)) is not None:
        yield map(round, values)
"""
_HIGHS = """\
import highspy


def find(rows):
    highs = highspy.Highs()
    options = {{"output_flag": False, "threads": 1, "presolve": "on", "random_seed": 0}}
    options |= {{"mip_feasibility_tolerance": {tolerance}}}
    options |= {{"primal_feasibility_tolerance": {tolerance}}}
    for option, value in options.items():
        highs.setOptionValue(option, value)
    for low, high in BOUNDS:
        highs.addVar(low, high)
    for column in range(len(BOUNDS)):
        highs.changeColIntegrality(column, highspy.HighsVarType.kInteger)
    for weights, low, high in rows:
        low = -highspy.kHighsInf if low is None else low
        high = highspy.kHighsInf if high is None else high
        values = [float(each) for each in weights.values()]
        highs.addRow(low, high, len(weights), [*weights], values)
{goal}    highs.run()
    if highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        highs.clearSolver()
        highs.setOptionValue("presolve", "off")
        highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    assert status == highspy.HighsModelStatus.kOptimal, status
    return highs.getSolution().col_value

"""
_SCIP = """\
from pyscipopt import Model, quicksum


def find(rows):
    model = Model()
    model.hideOutput()
    model.setParam("numerics/feastol", {tolerance})
    columns = [model.addVar(vtype="I", lb=low, ub=high) for low, high in BOUNDS]
    for weights, low, high in rows:
        total = quicksum(weight * columns[at] for at, weight in weights.items())
        total += 0 * columns[0]
        if low is not None:
            model.addCons(total >= low)
        if high is not None:
            model.addCons(total <= high)
{goal}    model.optimize()
    if model.getStatus() == "infeasible":
        return None
    assert model.getStatus() == "optimal", model.getStatus()
    return [model.getVal(column) for column in columns]

"""


_GOALS = {
    "highs": """\
    for gap in ("mip_rel_gap", "mip_abs_gap"):
        highs.setOptionValue(gap, 0.0)
    highs.changeColCost(OBJECTIVE, 1.0)
    highs.changeObjectiveSense(highspy.ObjSense.k{sense})
""",
    "scip": """\
    model.setObjective(columns[OBJECTIVE], "{sense}")
""",
}


def body(name: str, problem: Problem) -> str | None:
    """The body for a solver of linear programs; None where it is none."""
    if name not in (find := {"highs": _HIGHS, "scip": _SCIP}):
        return None
    program = integer_program.encode(problem, all_by_value=problem.goal is None)
    bounds = constant(program.bounds)
    rows = "".join(f"    {(row.weights, row.low, row.high)},\n" for row in program.rows)
    if program.objective is not None:
        sense, column = program.objective
        goal = _GOALS[name].format(sense=sense.capitalize() if name == "highs" else sense)
        made = find[name].format(tolerance=integer_program.TOLERANCE, goal=goal)
        return _BEST.format(bounds=bounds, rows=rows, column=column, find=made)
    values = [program.literals(variable) for variable in range(len(problem.domains))]
    return _COMMON.format(
        bounds=bounds,
        rows=rows,
        values="".join(f"    {each},\n" for each in values),
        find=find[name].format(tolerance=integer_program.TOLERANCE, goal=""),
    )
