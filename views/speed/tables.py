"""Tables of a recorded comparison of speed: each solver beside the kernel and each program.

A figure is a median with the quartiles over the repetitions in parentheses.  `>=` stands before
one of a solver that was stopped; one that has no speed has its outcome in place of a time.
"""

from accord.bench.speed.recorded import RecordedSet, RecordedSpeed, times, versus
from accord.bench.speed.throughput import SpeedLine
from accord.puzzles.phrasing import UNKNOWN, counted, number, ratio, seconds
from accord.views.tables.circumstances import made_by
from accord.views.tables.speed import outcomes
from accord.views.tables.text import markdown_list, markdown_table

KERNEL = "backtracking-kernel"


def set_table(found: RecordedSet) -> str:
    """A line for each contestant, the fastest first."""
    others = references(found)
    headings = ("solver", "CPU time", *(f"x {each.solver}" for each in others), "guesses", "asked")
    return markdown_table(headings, [_row(line, others) for line in found.lines])


def references(found: RecordedSet) -> list[SpeedLine]:
    """Those whom all are compared with: the kernel and the programs, as far as they have speed."""
    lines = [found.line(KERNEL), *(line for line in found.lines if line.how == "program")]
    return [line for line in lines if line is not None and line.counting and not line.stopped]


def _row(line: SpeedLine, others: list[SpeedLine]) -> tuple[str, ...]:
    spent = times(line)
    if spent is None:
        return (line.solver, line.outcome, *[UNKNOWN] * (len(others) + 2))
    bound, last = ">=" if line.stopped else "", line.runs[-1]
    quotients = (_quotient(line, other, bound) for other in others)
    asked = f"{last.puzzles:,} x {last.copies:,}"
    return line.solver, seconds(spent.median, bound), *quotients, number(line.guesses), asked


def _quotient(line: SpeedLine, other: SpeedLine, bound: str) -> str:
    found = versus(line, other)
    if line.solver == other.solver or found is None:
        return "1" if line.solver == other.solver else UNKNOWN
    if bound:
        return ratio(found.median, bound)
    return f"{ratio(found.median)} ({ratio(found.first)} to {ratio(found.third)})"


def remarks(found: RecordedSpeed) -> str:
    """Why some have no speed, and what is to be known about the speed of others."""
    return markdown_list(outcomes([line for each in found.sets for line in each.lines]))


def circumstances(found: RecordedSpeed) -> str:
    """Date, versions, commit, machine and how it was measured, in a sentence or two."""
    facts, packages = found.environment, found.environment["packages"]
    libraries = [f"{name} {packages[name]}" for name in ("numba", "llvmlite") if name in packages]
    loads = [f"{load:.2f}" for ends in found.load for load in ends[:1]]
    return (
        f"Recorded {found.began[:10]} with "
        f"{', '.join((made_by(packages.get('accord', ''), facts), *libraries))} on "
        f"{facts['cpu']}, {counted(int(facts['threads']), 'thread')}, {facts['system']}; "
        f"{counted(found.repeat, 'repetition')} of {found.slice:g} s of CPU time, seed {found.seed}"
        f"{f'; load {loads[0]} before, {loads[1]} after' if len(loads) == 2 else ''}."
    )
