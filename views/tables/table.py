"""The comparison table of a campaign, on a terminal, as Markdown and as CSV.

A bound stands before what is only known to be at least (>=) or at most (<=) that, because runs were
not solved within the limit: see bench/analysis/table.py.  A version stands behind a solver that has
several, a host behind every solver where there are several hosts.
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from accord.bench.analysis.table import REFERENCE, Line, Table
from accord.puzzles.phrasing import counted, listed, number, ratio, seconds
from accord.views.tables.circumstances import conditions, sessions
from accord.views.tables.text import as_table

if TYPE_CHECKING:
    from rich.table import Table as RichTable

ANSWERS = ("solver", "family", "solved", "wrong", "time-out", "other", "PAR-2", "ratio", "nodes")
OPTIONAL = {  # columns that few tables need: there if any line has something in these
    **{name: name for name in ("memouts", "prepare", "startup", "spread")},
    "spread_known": "spread",
}
TIMES = ("solver", "mean", "median", "fastest", "slowest", "total", "per second", "per hour")


def as_text(table: Table) -> "tuple[RichTable | str, ...]":
    """Who solved what, how long it took, and what the judge found, to print one below the other."""
    return (
        as_table(ANSWERS, _rows(table, _answers), left=2),
        "",
        as_table(*_all_times(table)),
        "",
        *notes(table),
    )


def notes(table: Table) -> list[str]:
    """The sentences below the table."""
    limits = ", ".join(f"{limit:g} s" for limit in table.time_limits)
    asked = ", ".join("all" if limit is None else str(limit) for limit in table.limits)
    clock = "wall time" if table.measure == "wall" else "CPU time"
    puzzles = counted(table.puzzles, "puzzle")
    said = ", ".join(f"{count} {what}" for what, count in sorted(table.verdicts.items()))
    found = [
        f"{puzzles}, {asked} solutions asked for, {limits} limit; {clock} of the "
        "solver's own work, without start-up and imports."
        if table.runs
        else f"{puzzles}, no runs yet.",
        "PAR-2: mean with 2 x limit for an unsolved run; "
        + (
            f"ratio: geometric mean over the puzzles of time to that of {table.reference}."
            if table.reference
            else f"no ratio: {REFERENCE} did not run, and --reference names no other solver."
        ),
        f"verdicts: {said or 'none'}",
    ]
    found[2:2] = (*conditions(table), *_remarks(table))
    found += sessions(table.sessions)
    found += [f"REFUTED {sentence}" for sentence in table.refutations]
    if more := table.refuted - len(table.refutations):
        found.append(f"REFUTED and {more:,} times more: `accord.load` has every row.")
    found += [f"CONTRADICTED {sentence}" for sentence in table.contradictions]
    if more := table.contradicted - len(table.contradictions):
        found.append(f"CONTRADICTED and {more:,} times more.")
    return found


def _remarks(table: Table) -> Iterator[str]:
    """What not every table needs."""
    if table.shard:
        yield f"shard {table.shard} of a campaign: `accord merge` joins it with the others."
    yield from incomplete(table.runs, table.asked)
    if any(line.errors + line.gave_up + line.missing for line in table.lines):
        memouts = sum(line.memouts for line in table.lines)
        of_memory = f"; {counted(memouts, 'run')} out of memory" if memouts else ""
        yield (
            "other: crashed, gave up, or not asked (outside the solver's sizes and constraints)"
            f"{of_memory}."
        )
    if part := [
        f"{name} ({line.runs} of {line.runs + line.missing} runs)"
        for name, line in zip(names(table), table.lines, strict=True)
        if line.missing
    ]:
        yield f"over the puzzles it takes only, and not comparable with the others: {listed(part)}."
    if table.isomorphs:
        yield (
            f"each puzzle also in {table.isomorphs} isomorphs; spread: median over the puzzles of "
            "the slowest form of a puzzle to the fastest."
        )
    if any(line.cut for line in table.lines):
        known = " (or their CPU time)" if table.measure == "cpu" else ""
        yield f">= and <=: bounds; runs not solved within the limit count as the limit{known}."
    if any(0 < line.nodes_known < line.runs for line in table.lines):
        yield "nodes: per run that told; >= where some runs did not."
    if len(table.hosts) > 1:
        to = f"; each ratio is to {table.reference} on the same host" if table.reference else ""
        yield f"hosts: {listed(table.hosts)}{to}."
    if table.environments > 1:
        yield f"{table.environments} environments (machines, versions, commits): see environments/."
    if any(jobs > 1 for jobs in table.jobs):
        yield f"{listed(table.jobs)} runs at a time: timings are noisier."


def incomplete(runs: int, asked: int) -> Iterator[str]:
    """That some of the runs that were asked for are not there, where it is so."""
    if runs < asked:
        yield f"INCOMPLETE: {runs:,} of {asked:,} runs; solvers may have met different puzzles."


def names(table: Table) -> list[str]:
    """For each line the solver, with what tells it from others of its name."""
    versions = Counter(
        solver for solver, _ in {(each.solver, each.version) for each in table.lines}
    )
    return [
        line.solver
        + (f" ({line.version or 'no version'})" if versions[line.solver] > 1 else "")
        + (f" @ {line.host or 'no host'}" if len(table.hosts) > 1 else "")
        for line in table.lines
    ]


def markdown(table: Table) -> str:
    """The table for a README or a paper's notes."""
    parts = [
        markdown_table(ANSWERS, _rows(table, _answers), left=2),
        markdown_table(*_all_times(table), left=1),
        "\n".join(f"- {_escaped(sentence)}" for sentence in notes(table)),
    ]
    return "\n\n".join(parts) + "\n"


def as_csv(table: Table) -> str:
    """A line per solver, version and host with plain numbers: seconds; `cut` for unsolved runs.

    Columns that few tables need are there if any line has something in them.
    """
    text = io.StringIO()
    names = [
        field.name
        for field in fields(Line)
        if field.name not in OPTIONAL
        or any(getattr(line, OPTIONAL[field.name]) not in (None, 0) for line in table.lines)
    ]
    writer = csv.DictWriter(text, names, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    for line in table.lines:
        writer.writerow(asdict(line))
    return text.getvalue()


def _rows(table: Table, cells: Callable[[Line], tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [(name, *cells(line)) for name, line in zip(names(table), table.lines, strict=True)]


def _answers(line: Line) -> tuple[str, ...]:
    other = line.errors + line.gave_up + line.missing
    return (
        line.family,
        f"{line.solved}/{line.runs}",
        str(line.wrong),
        str(line.timeouts),
        str(other),
        seconds(line.par2),
        _ratio(line),
        number(line.nodes, ">=" if line.cut or line.nodes_known < line.runs else ""),
    )


def _times(line: Line) -> tuple[str, ...]:
    bound = ">=" if line.cut else ""
    return (
        seconds(line.mean, bound),
        seconds(line.median, "" if line.median_known else ">="),
        seconds(line.fastest),
        seconds(line.slowest, bound),
        seconds(line.total, bound),
        number(line.per_second),
        number(line.per_hour),
    )


def _all_times(table: Table) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Headings and rows of the times, with the columns that few tables need."""
    headings: tuple[str, ...] = TIMES
    rows = _rows(table, _times)
    further = {
        "prepare": [seconds(line.prepare) for line in table.lines],
        "start-up": [seconds(line.startup) for line in table.lines],
        "spread": [_spread(line) for line in table.lines],
    }
    for heading, cells in further.items():
        if any(cell != "-" for cell in cells):
            headings = (*headings, heading)
            rows = [(*row, cell) for row, cell in zip(rows, cells, strict=True)]
    return headings, rows


def _spread(line: Line) -> str:
    return number(line.spread, "" if line.spread_known else ">=")


def _ratio(line: Line) -> str:
    if line.ratio_cut and line.reference_cut:
        return "?"
    return ratio(line.ratio, ">=" if line.ratio_cut else "<=" if line.reference_cut else "")


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, left: int) -> str:
    """A table in Markdown; the first `left` columns are words, the others numbers."""
    rule = ["---" if place < left else "---:" for place in range(len(headings))]
    lines = [list(map(_escaped, headings)), rule]
    lines += [[_escaped(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(text: str) -> str:
    line = " ".join(text.splitlines())
    return line.replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;")
