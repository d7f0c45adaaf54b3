"""A planned run: a puzzle in one of its forms and a solver, on the way from plan to job to row.

A puzzle may be asked as an isomorph of itself (puzzles/sudoku/symmetry.py; of another problem
puzzles/derived_problems.py), which the campaign's seed draws.  What is found there is moved back
to the puzzle before it becomes a row.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from accord.bench.campaigns.run import PHASES, Run
from accord.bench.judge.claim import Grids
from accord.bench.run.report import Declaration, Report
from accord.bench.run.schedule import Job
from accord.bench.run.terms import Question, Terms
from accord.puzzles.derived_problems import Reordering, reordering
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.symmetry import Symmetry, isomorph
from accord.solvers.backend import POSTS_ORIGINAL
from accord.solvers.budget import COUNTERS


@dataclass(frozen=True)
class PlannedRun:
    """A planned run: solver, problem, isomorph and repetition."""

    instance: Instance
    solver: Declaration
    repetition: int = 0
    isomorph: int = 0  # of the instance's puzzle, or that itself
    is_large: bool = False  # the problem, which is read when it is needed
    symmetry: Symmetry | Reordering | None = None  # that leads to the isomorph, once it is drawn


def jobs_of(runs: Iterable[PlannedRun], terms: Terms, seed: int) -> Iterator[Job[PlannedRun]]:
    """Jobs for the schedule, each with the isomorph that is asked."""
    for run in runs:
        problem, form = run.instance.problem, run
        if run.isomorph:
            problem, symmetry = isomorph_of(problem, seed, run.isomorph)
            form = replace(run, symmetry=symmetry)
        yield Job(Question(problem, terms), run.solver, form, is_large=run.is_large)


def isomorph_of(problem: Problem, seed: int, number: int) -> tuple[Problem, Symmetry | Reordering]:
    """A random isomorph of a problem, and the symmetry that leads to it."""
    if isinstance(problem, Puzzle):
        return isomorph(problem, seed, number)
    return reordering(problem, seed, number)


def as_run(planned: PlannedRun, report: Report, terms: Terms, **circumstances: Any) -> Run:
    """The row of a report; solutions of an isomorph are moved back to the original.

    Args:
        planned: what was asked.
        report: what came of it.
        terms: on which it was asked.
        circumstances: the other columns: seed, host, environment, jobs.
    """
    solver, grids = planned.solver, report.grids
    is_compiled_again = POSTS_ORIGINAL in solver.settings.split(",")  # by the solver, in its time
    if planned.symmetry is not None:
        grids = grids.moved(planned.symmetry.inverse)
    known = {name: value for name, value in report.cost.items() if name in _COST}
    return Run(
        puzzle=planned.instance.problem.digest,
        instance=planned.instance.name,
        solver=solver.name,
        solver_version=solver.version,
        settings=solver.settings,
        family=solver.family,
        engine=solver.engine,
        model=solver.model,
        repetition=planned.repetition,
        isomorph=planned.isomorph,
        **terms.columns_on(planned.instance.problem),
        limits=report.limits,
        outcome=report.outcome,
        reason=report.reason,
        exhausted=report.exhausted,
        **grids.claimed,
        contradictory=report.contradictory,
        cores=solver.cores,
        source=solver.source,
        assignments=_assignments(grids),
        **_improvements(grids, report),
        passed=report.passed,
        compile_time=None if is_compiled_again else planned.instance.compile_time,
        flags=", ".join(report.flags),
        started=report.started,
        **known,
        **circumstances,
    )


def _assignments(grids: Grids) -> str | None:
    """The solutions of a problem as JSON for its row; None of a puzzle, whose row has grids."""
    if isinstance(grids.problem, Puzzle):
        return None
    return f"[{','.join(map(grids.problem.text, grids.claimed['solutions']))}]"


def _improvements(grids: Grids, report: Report) -> dict[str, Any]:
    """The columns of a run that was asked for the best; none of any other."""
    if grids.problem.goal is None:
        return {}
    found = {"incumbents": json.dumps(grids.incumbents), "bounds": json.dumps(report.bounds)}
    ends = {"value": grids.value, "bound": report.bound}
    return found | {name: json.dumps(end) for name, end in ends.items() if end is not None}


_COST = {  # columns that a report may fill
    *COUNTERS,
    *("wall_time", "cpu_time", "first_solution_time", "peak_memory", "inner_repetitions"),
    *("time_error", "prepare_time", "startup_time"),
    *(f"{phase}_{clock}" for phase in PHASES for clock in ("time", "cpu_time")),
}
