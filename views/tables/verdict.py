"""A verdict with its evidence, as text and as the object that `accord check --json` prints."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from accord.bench.judge.judge import Judgement, Verdict
from accord.bench.run.asked_again import TRANSLATION
from accord.bench.run.cores import cores
from accord.bench.run.cutoff import NOT_WAITED_FOR
from accord.bench.run.report import ReportedClaim
from accord.puzzles.constraints.record import constraints_in_json
from accord.puzzles.grid import Grid
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.objective import Value, value_text
from accord.puzzles.phrasing import UNKNOWN, counted, integer, listed, seconds
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Puzzle, is_plain
from accord.solvers.backend import POSTS_ORIGINAL, READS_ITSELF
from accord.views.tables.text import as_table

if TYPE_CHECKING:
    from rich.table import Table

SHOWN = 2  # solutions that are printed
REASONS = 5  # of a refutation
MISTRANSLATED = "TranslationError: "  # how the reason of solvers/cp/minizinc_original.py begins
SPENT = ("wall_time", "cpu_time", "first_solution_time", "peak_memory")
HEADINGS = ("solver", "answer", "result", "wall", "cpu", "nodes")
OF_BEST = ("solver", "value", "result", "bound", "best after", "wall")  # where that is asked for
WIDTHS = (22, 19, 8, 8, 11)  # characters of the columns behind the solver, if rows come one by one
WIDTHS_OF_BEST = (6, 15, 6, 10, 8)


def runs_table(verdict: Verdict) -> "Table":
    """One line for each solver that was asked: its answer, what became of it, what it cost."""
    rows = (row(*each) for each in reported(verdict) if each[0].category != "missing")
    return as_table(headings(verdict.problem), rows, left=3)


def headings(problem: Problem) -> tuple[str, ...]:
    """The headings of a table of runs: of a problem with an objective others."""
    return HEADINGS if problem.goal is None else OF_BEST


def printed_rows(
    solvers: Iterable[str], room: int, problem: Problem
) -> tuple[Callable[[Sequence[str]], str], Sequence[str]]:
    """A function that writes a row of a table of these solvers as a line, before all are known.

    Where there is no room for columns, they are left out; their headings are returned, too.
    """
    from accord.views.tables.fitting import BETWEEN

    own = WIDTHS if problem.goal is None else WIDTHS_OF_BEST
    widths = (max(map(len, ("solver", *solvers))), *own)
    ends = [*accumulate(BETWEEN + width for width in widths)]
    shown = max(1, sum(end - BETWEEN <= room for end in ends))

    def written(texts: Sequence[str]) -> str:
        sides = zip(texts, widths, "<<<>>>", strict=True)
        cells = [f"{text:{side}{width}}" for text, width, side in sides]
        return (" " * BETWEEN).join(cells[:shown]).rstrip()

    return written, headings(problem)[shown:]


def evidence(verdict: Verdict) -> Iterator[str]:
    """The solutions, the solvers without an answer, and the refuted ones with the reasons."""
    yield from _solutions(verdict)
    if not is_plain(verdict.problem):
        yield from carrying(verdict)
    yield from unanswered(verdict)
    yield from flagged(verdict)
    yield from refutations(verdict)


def refutations(verdict: Verdict) -> Iterator[str]:
    """Lines on the refuted solvers, with the reasons."""
    for solver, reasons in verdict.refuted.items():
        different = list(dict.fromkeys(reasons))
        for reason in different[:REASONS]:
            yield f"REFUTED {solver}: {reason}"
        if (more := len(different) - REASONS) > 0:
            yield f"REFUTED {solver}: and {counted(more, 'more such claim')}"


def _solutions(verdict: Verdict) -> Iterator[str]:
    """Lines on the solutions: the first ones and their number, or the best one."""
    if verdict.problem.goal is not None:
        yield from (f"solution: {verdict.problem.worded(each)}" for each in verdict.witnesses[:1])
        return
    for place, witness in enumerate(verdict.witnesses[:SHOWN], 1):
        which = "solution" if verdict.count == 1 else f"solution {place}"
        yield f"{which}: {verdict.problem.worded(witness)}"
    if verdict.count > 1 and verdict.exhausted:
        yield f"solutions: {verdict.count} in all ({verdict.count_grade})"
    elif verdict.count > SHOWN:
        yield f"solutions: {verdict.count} or more"


def carrying(verdict: Verdict) -> Iterator[str]:
    """Lines on the claims that carry that there are no other solutions, or on what these share."""
    if verdict.carriers:
        yield f"independent: {listed(verdict.carriers)}{_reading(verdict)}"
    if verdict.shared:
        yield f"not independent: {verdict.shared}"


def _reading(verdict: Verdict) -> str:
    """The end of the line on independent solvers: which reading of a file or model they share.

    Empty where the problem comes from no file, or one of them has read that itself.
    """
    problem = verdict.problem
    asks_it = any(
        word in each for each in verdict.carriers for word in (READS_ITSELF, POSTS_ORIGINAL)
    )
    if MiniZincModel.of(problem) is not None:
        return f", of what minizinc {'' if asks_it else 'and accord '}made of the model"
    return "" if problem.original is None or asks_it else ", of what accord has read"


def unanswered(verdict: Verdict) -> Iterator[str]:
    """A line for each reason why solvers have no answer, with those that have it."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for judgement, run in reported(verdict):
        ended = run.outcome not in ("OK", "TIMEOUT") or run.report.cut is not None
        ended_found = ended and judgement.category == "found"
        if judgement.disputed:
            for why in judgement.disputed:
                kind = "TRANSLATION" if why.endswith(TRANSLATION) else "DISPUTED"
                reasons.setdefault((kind, why), []).append(run.label)
        elif ended_found or judgement.category in ("unknown", "error", "missing"):
            kind = "GAVE UP" if run.outcome == "OK" else run.outcome
            limit, why = run.terms.limits.seconds, run.report.reason
            if why.startswith(MISTRANSLATED):
                kind, why = "TRANSLATION", why.removeprefix(MISTRANSLATED)
            if run.report.cut is not None:
                kind, limit, why = NOT_WAITED_FOR, round(limit, 2), "the verdict was certified"
            kind += f" ({limit:g} s)" if run.outcome == "TIMEOUT" else ""
            reasons.setdefault((kind, why), []).append(run.label)
    for (kind, reason), labels in reasons.items():
        yield f"{kind} {', '.join(labels)}: {reason}"


def flagged(verdict: Verdict) -> Iterator[str]:
    """The solvers whose times are not to be trusted, and why."""
    for _, run in reported(verdict):
        if run.report.flags:
            yield f"FLAGGED {run.label}: {run.report.reason}"
        if (wanted := run.solver.cores) > cores():
            yield f"CORES {run.label}: it works on {wanted}, and this machine has {cores()}"


def reported(verdict: Verdict) -> Iterator[tuple[Judgement, ReportedClaim]]:
    """The judgements of solvers that were asked in processes of their own, with what these said."""
    for judgement in verdict.runs:
        if isinstance(judgement.run, ReportedClaim):
            yield judgement, judgement.run


def row(judgement: Judgement, run: ReportedClaim) -> tuple[str, ...]:
    """The line of the table for one run; of a best value with the bound, and when it was found."""
    result = judgement.category
    grids, cost = run.report.grids, run.report.cost.get
    if grids.problem.goal is not None:
        result += f" ({run.outcome})" if run.outcome != "OK" and run.report.cut is None else ""
        found = grids.value
        value = "none" if run.exhausted and found is None else _value_text(found)
        bound = _value_text(found if run.exhausted else run.bound)
        after = seconds(grids.incumbents[-1][0]) if grids.incumbents else UNKNOWN
        return (run.label, value, result, bound, after, seconds(cost("wall_time")))
    if run.report.cut is not None and result in ("unknown", "found"):
        result = NOT_WAITED_FOR if result == "unknown" else f"{result} ({NOT_WAITED_FOR})"
    elif run.outcome != "OK":
        result = f"{result} ({run.outcome})"
    times = map(seconds, (cost("wall_time"), cost("cpu_time")))
    return (run.label, _answer(run), result, *times, integer(cost("nodes")))


def _answer(run: ReportedClaim) -> str:
    """The claims of a run in a few words: 2 solutions, no more."""
    found = counted(run.count, "solution") if run.count else ""
    if run.exhausted:
        return f"{found}, no more" if found else "no solution"
    return found or "?"


def _value_text(value: Value | None) -> str:
    return UNKNOWN if value is None else value_text(value)


def as_json(verdict: Verdict, name: str) -> dict[str, Any]:
    """A verdict as an object for JSON."""
    return {
        "instance": name,
        **puzzle_as_json(verdict.problem),
        **verdict_as_json(verdict, SHOWN),
        "refuted": list(verdict.refuted),
        "runs": [_run(*each) for each in reported(verdict)],
    }


def verdict_as_json(verdict: Verdict, shown: int | None = None) -> dict[str, Any]:
    """Solutions and refuted solvers as an object for JSON."""
    return {
        "verdict": verdict.answer,
        "grade": verdict.grade,
        **_best_as_json(verdict),
        "count": verdict.count,
        "count_grade": verdict.count_grade,
        "exhausted": verdict.exhausted,
        "solutions": [solution_as_json(each) for each in verdict.witnesses[:shown]],
        "refutations": {solver: list(why) for solver, why in verdict.refuted.items()},
    }


def _best_as_json(verdict: Verdict) -> dict[str, Any]:
    """The value and the bound, with its grade, where the best is asked for."""
    if verdict.problem.goal is None:
        return {}
    return {
        "value": verdict.value,
        "bound": verdict.bound,
        "bound_grade": verdict.bound_grade,
        "bounded_by": list(verdict.bounded_by),
    }


def solution_as_json(solution: Solution) -> str | list[int]:
    """A grid as text, the values of another problem as numbers."""
    return str(solution) if isinstance(solution, Grid) else [*solution]


def puzzle_as_json(problem: Problem) -> dict[str, Any]:
    """A puzzle or problem as an object for JSON."""
    if not isinstance(problem, Puzzle):
        return {"problem": problem.record(), "hash": problem.digest}
    record: dict[str, Any] = {"puzzle": str(problem), "hash": problem.digest}
    record |= {"size": problem.size, "box": problem.box and list(problem.box)}
    if problem.rules:
        record["rules"] = sorted(problem.rules)
    if problem.regions is not None:
        record["regions"] = list(problem.regions)
    if problem.shape.extra:
        record |= constraints_in_json(problem.shape.extra, problem.names)
    if problem.candidates is not None:
        record["candidates"] = [sorted(marks) for marks in problem.candidates]
    return record


def _run(judgement: Judgement, run: ReportedClaim) -> dict[str, Any]:
    report, solver = run.report, run.solver
    status = "SAT" if run.count else "UNSAT" if run.exhausted else "UNKNOWN"
    return {
        "solver": run.label,
        "version": solver.version,
        "family": solver.family,
        "engine": run.engine,
        "model": run.model,
        "status": status,
        "count": run.count,
        "exhausted": run.exhausted,
        **_improvements_as_json(run),
        "outcome": run.outcome,
        "reason": report.reason,
        "flags": ", ".join(report.flags),
        "category": judgement.category,
        "time_limit": run.terms.limits.seconds,
        "not_waited_for": run.report.cut is not None,
        "refutations": list(judgement.refutations),
        **{name: report.cost.get(name) for name in SPENT},
        "phases": report.phases,
        "counters": report.counters,
    }


def _improvements_as_json(run: ReportedClaim) -> dict[str, Any]:
    """The values and bounds on the way to the best, with the seconds at which they came."""
    report = run.report
    if report.grids.problem.goal is None:
        return {}
    ends = {"value": report.grids.value, "bound": report.bound}
    return ends | {"incumbents": report.grids.incumbents, "bounds": report.bounds}
