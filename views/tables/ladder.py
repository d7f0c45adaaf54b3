"""The ladder of a puzzle's models as a table, in sentences, and for machines."""

from collections.abc import Iterator
from typing import Any

from accord.bench.analysis.ladder import Ladder, Rung
from accord.encodings.encoding import Size
from accord.puzzles.phrasing import counted, integer, seconds, solutions_text
from accord.views.tables.text import PrintedReport, TextTable
from accord.views.tables.verdict import evidence, puzzle_as_json, verdict_as_json

HEADINGS = ("model", "variables", "constraints", "literals", "left", "nodes", "conflicts", "CPU")
ENDS = {"TIMEOUT": "time-out", "MEMOUT": "mem-out", "UNSUPPORTED": "unsupported"}


def report(found: Ladder) -> PrintedReport:
    """The models from weak to strong, and whether they agree; times are in seconds."""
    record = {
        **puzzle_as_json(found.problem),
        "candidates": sum(map(len, found.problem.domains)),
        "limit": found.limit,
        "same": found.same,
        **verdict_as_json(found.verdict),
        "rungs": [_rung(rung) for rung in found.rungs],
    }
    notes = [*legend(found), *sentences(found)]
    return PrintedReport([table(found)], notes, record=record, close=True)


def table(found: Ladder) -> TextTable:
    """One line for each model, under one for each group that says who searches; no refusals."""
    rows: list[tuple[str, ...]] = []
    able = [rung for rung in found.rungs if not rung.refused]
    for group in dict.fromkeys(rung.group for rung in able):
        own = [rung for rung in able if rung.group == group]
        rows += [(_heading(group, own), *[""] * (len(HEADINGS) - 1)), *map(_cells, own)]
    return TextTable(HEADINGS, rows, spare=("literals", "variables"))


def _heading(group: str, rungs: list[Rung]) -> str:
    """The group, and its solver where there is one for all of its models."""
    solvers = {rung.solver.partition(":")[0] for rung in rungs}
    (solver,) = solvers if len(solvers) == 1 else ("",)
    return f"{group}: {solver}" if solver not in ("", group) else group


def _cells(rung: Rung) -> tuple[str, ...]:
    size = rung.size
    assert size, "what is refused is no line"
    left = rung.root.candidates if rung.root else None
    counts = (size.variables, size.constraints, size.literals, left, rung.nodes, rung.conflicts)
    return (f"  {rung.model}", *map(integer, counts), _cost(rung))


def _cost(rung: Rung) -> str:
    """The CPU time of a model that answered, or what became of it."""
    if rung.missing:
        return "missing"
    run = rung.run
    if rung.answered or run is None:
        return seconds(rung.cpu_time)
    if rung.wrong:
        return "wrong"
    return ENDS.get(run.outcome, "gave up" if run.outcome == "OK" else "crashed")


def legend(found: Ladder) -> tuple[str, ...]:
    """Sentences that define the columns, for this puzzle."""
    possible = sum(map(len, found.problem.domains))
    asked = solutions_text(found.limit)
    return (
        f"left: of {possible:,} candidates, those that the model's own propagation leaves "
        "before any search;",
        "  forward checking, arc consistency, unit propagation ... (--json names it); -: not known",
        "nodes: of the search tree, or decisions; conflicts: or backtracks; "
        "-: the solver does not count",
        f"CPU: to make the model and to search, when asked for {asked}",
        "Inside a group read downwards: what a model says more, the search need not find out.",
    )


def sentences(found: Ladder) -> Iterator[str]:
    """Sentences on the solutions, on whether the models agree, and on those that are missing."""
    yield from evidence(found.verdict)
    able = [rung for rung in found.rungs if not rung.refused]
    for missing in dict.fromkeys(rung.missing for rung in able if rung.missing):
        yield f"MISSING {missing}"
    for reason in dict.fromkeys(rung.refused for rung in found.rungs if rung.refused):
        names = [f"{rung.group} / {rung.model}" for rung in found.rungs if rung.refused == reason]
        yield f"REFUSED by {', '.join(names)}: {reason}"
    yield agreement(found)


def agreement(found: Ladder) -> str:
    """A sentence on whether the models have the same solutions."""
    answered = sum(rung.answered for rung in found.rungs)
    able = sum(not rung.refused for rung in found.rungs)
    models, verdict = counted(answered, "model"), found.verdict
    if found.same is False:
        wrong = ", ".join(f"{rung.group} / {rung.model}" for rung in found.rungs if rung.wrong)
        return f"DIFFERENT: the models do not have the same solutions: {wrong}"
    if found.same:
        what = counted(verdict.count, "solution") if verdict.count else "none"
        each = f"each has {what} ({verdict.count_grade})"
        return f"same solutions: {models} of {able} answered, and {each}"
    if not answered:
        return "no model answered: give them more time with -t"
    return (
        f"{models} of {able} answered with {counted(found.limit or 0, 'solution')} "
        "each, which need not be the same ones; -n all compares all of them"
    )


def _category(rung: Rung) -> str:
    if rung.judged:
        return rung.judged.category
    return "refused" if rung.refused else "missing"


def _rung(rung: Rung) -> dict[str, Any]:
    run = rung.run
    return {
        **{name: getattr(rung, name) for name in ("group", "model", "solver")},
        **(rung.size._asdict() if rung.size else dict.fromkeys(Size._fields)),
        "propagation": rung.propagation or None,
        "left": rung.root.candidates if rung.root else None,
        "end": rung.root.end if rung.root else None,
        "missing": rung.missing or None,
        "refused": rung.refused or None,
        "category": _category(rung),
        "outcome": run.outcome if run else None,
        "reason": run.report.reason if run else None,
        "count": run.count if run else None,
        "exhausted": run.exhausted if run else None,
        "nodes": rung.nodes,
        "conflicts": rung.conflicts,
        "counters": run.report.counters if run else {},
        "cpu_time": rung.cpu_time,
        "wall_time": run.report.cost.get("wall_time") if run else None,
    }
