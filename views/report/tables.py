"""The tables of the report, in the page and as CSV, Markdown and LaTeX.

A cell is what people read and, where it is one, the number behind it: the page sorts by it, and
CSV has it.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from accord.bench.analysis.statistics.overview import Line, Statistics
from accord.bench.analysis.table import Line as Runs
from accord.bench.campaigns.folder import write_whole
from accord.puzzles.phrasing import listed, number, probability, ratio, seconds, share
from accord.views.report.figures.pairwise import interval
from accord.views.report.phrases import words
from accord.views.report.report_data import Material
from accord.views.tables.table import markdown_table, names

Value = float | int | str | None


@dataclass(frozen=True)
class Cell:
    """What is read, and what it is sorted by; None comes last."""

    text: str
    value: Value = None
    mark: str = ""  # bad: it is shown in red
    ends: tuple[float | None, float | None] | None = None  # of an interval


@dataclass(frozen=True)
class Sheet:
    """A table; its first `left` columns are words."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left: int = 1
    note: str = ""


def sheets(made: Material) -> Iterator[Sheet]:
    """All tables."""
    yield comparison(made)
    yield scores(made.statistics)
    yield shares(made.statistics)
    yield compared(made.statistics)


def comparison(made: Material) -> Sheet:
    """Who solved what, and how long it took: over runs."""
    of = made.table
    several = any(line.spread is not None for line in of.lines)
    rows = tuple(
        (*_runs(name, line), *([_spread(line)] * several))
        for name, line in zip(names(of), of.lines, strict=True)
    )
    to = f"; ratio: to {of.reference}, geometric mean over puzzles" if of.reference else ""
    clock = "CPU" if of.measure == "cpu" else "wall"
    note = f"Over runs, {clock} time; PAR-2: mean, an unsolved run counting twice the limit{to}."
    if several:
        note += " Spread: slowest form of a puzzle to the fastest, median over the puzzles."
    columns = (*RUNS, *(["spread"] * several))
    return Sheet("comparison", "Every solver", columns, rows, 2, note)


RUNS = (
    *("solver", "family", "solved", "wrong", "time-out", "other", "PAR-2", "ratio"),
    *("mean", "median", "slowest", "nodes"),
)


def _runs(name: str, line: Runs) -> tuple[Cell, ...]:
    other = line.errors + line.gave_up + line.missing
    cut = ">=" if line.cut else ""
    bound = ">=" if line.ratio_cut else "<=" if line.reference_cut else ""
    unknown = line.ratio_cut and line.reference_cut
    nodes = ">=" if line.cut or line.nodes_known < line.runs else ""
    return (
        Cell(name, name),
        Cell(line.family, line.family),
        Cell(f"{line.solved:,}/{line.runs:,}", line.solved),
        Cell(f"{line.wrong:,}", line.wrong, "bad" if line.wrong else ""),
        Cell(f"{line.timeouts:,}", line.timeouts),
        Cell(f"{other:,}", other),
        Cell(seconds(line.par2), line.par2),
        Cell("?" if unknown else ratio(line.ratio, bound), line.ratio),
        Cell(seconds(line.mean, cut), line.mean),
        Cell(seconds(line.median, "" if line.median_known else ">="), line.median),
        Cell(seconds(line.slowest, cut), line.slowest),
        Cell(number(line.nodes, nodes), line.nodes),
    )


def _spread(line: Runs) -> Cell:
    return Cell(ratio(line.spread, "" if line.spread_known else ">="), line.spread)


def scores(known: Statistics) -> Sheet:
    """The scores of each solver, and the medians of what it counted: over puzzles."""
    score = "Borda" if known.sample.limit is None else "PAR-2"
    note = (
        "Over puzzles, each with the median of its runs; median and 90 %: by when so many puzzles "
        "are solved (Kaplan-Meier, time-outs being censored, with 95 % intervals); Borda: the "
        f"MiniZinc Challenge's score; flips: in how many of {known.resamples:,} resamples of the "
        f"puzzles a solver and the next change places by {score}; near 50 % their order says "
        f"nothing. {known.unsolved_by_all:,} puzzles were solved by nobody.{_counted(known)}"
    )
    flips = [Cell(share(flip), float(flip)) for flip in known.flips.diagonal(1)]
    rows = tuple(
        (*_scores(line, known.sample.limit), flip, *_counts(line))
        for line, flip in zip(known.lines, [*flips, Cell("-")], strict=True)
    )
    return Sheet("scores", "Scores", (*SCORES, *known.counters), rows, 1, note)


SCORES = (
    *("solver", "solved", "wrong", "PAR-2", "PAR-10", "Borda", "median", "90 %", "mean rank"),
    "flips",
)


def _counts(line: Line) -> Iterator[Cell]:
    """The median of each counter."""
    for count in line.counters.values():
        yield Cell(number(count), count)


def _counted(known: Statistics) -> str:
    """What is to be said of the counters."""
    if not known.counters:
        return ""
    return (
        f" Counters ({listed(known.counters)}): the median puzzle; - where a solver never tells, "
        "or did not solve half of them."
    )


def _scores(line: Line, limit: float | None) -> tuple[Cell, ...]:
    return (
        Cell(line.solver, line.solver),
        Cell(f"{line.solved:,}/{line.puzzles:,}", line.solved),
        Cell(f"{line.wrong:,}", line.wrong, "bad" if line.wrong else ""),
        _time(line.par2),
        _time(line.par10),
        Cell(number(line.borda), line.borda),
        *(_quantile(line, place, limit) for place in (0, 1)),
        Cell("-" if line.rank is None else f"{line.rank:.2f}", line.rank),
    )


def _time(value: float | None) -> Cell:
    return Cell(seconds(value), value)


def _quantile(line: Line, place: int, limit: float | None) -> Cell:
    if line.times is None:
        return Cell("-")
    found = line.times.quantiles[place]
    if found.time is None:
        return Cell(seconds(limit, ">"), None)
    low = "?" if found.low is None else seconds(found.low)
    high = seconds(limit, ">") if found.high is None else seconds(found.high)
    ends = found.low, found.high
    return Cell(f"{seconds(found.time)} ({low} to {high})", found.time, ends=ends)


def shares(known: Statistics) -> Sheet:
    """What each solver is worth to a portfolio."""
    whole = known.portfolio
    rows = [tuple(_share(line)) for line in known.lines]
    virtual = Cell(seconds(whole.virtual_best_par2), whole.virtual_best_par2)
    nothing = Cell("-")
    best = Cell(f"virtual best ({whole.virtual_best_solved:,} solved)", "")
    closed = Cell("100 %", 1.0) if whole.virtual_best_par2 is not None else nothing
    rows.insert(0, (best, virtual, closed, nothing, nothing, nothing, nothing))
    note = (
        "The virtual best solver answers each puzzle with whoever "
        f"{words(known.sample).first} on it; the single best is {whole.single_best} "
        f"({whole.single_best_solved:,} solved). Gap closed: how much of the way between "
        "them; marginal: what all lose without it; Shapley: its fair share of what all are worth "
        "together (puzzles solved; seconds saved)."
    )
    return Sheet("portfolio", "What each is worth beside the others", SHARES, tuple(rows), 1, note)


SHARES = (
    *("solver", "PAR-2 of all", "gap closed", "alone solves", "marginal PAR-2"),
    *("Shapley, solved", "Shapley, PAR-2"),
)


def _share(line: Line) -> Iterator[Cell]:
    yield Cell(line.solver, line.solver)
    yield _time(line.par2_of_all)
    closed = line.gap_closed
    yield Cell(share(closed), closed)
    yield Cell(f"{line.marginal_solved:,}", line.marginal_solved)
    yield _time(line.marginal_par2)
    yield Cell(number(line.shapley_solved), line.shapley_solved)
    yield _time(line.shapley_par2)


def compared(known: Statistics) -> Sheet:
    """All pairs, each once."""
    rows = tuple(
        (
            Cell(each.solver, each.solver),
            Cell(each.other, each.other),
            Cell(ratio(each.ratio, each.bound), _finite(each.ratio)),
            Cell(
                interval(each.low, each.high),
                _finite(each.low),
                ends=(_finite(each.low), _finite(each.high)),
            ),
            *(Cell(f"{count:,}", count) for count in (each.wins, each.losses, each.ties)),
            Cell(probability(each.p_holm), each.p_holm),
            Cell(f"{each.effect:.2f}", each.effect),
            Cell("different" if each.different else "not distinguishable"),
        )
        for each in known.pairs
    )
    sample = known.sample
    of = "min(time, limit)" if sample.limit is not None else f"{sample.measure} and one more"
    note = (
        f"Ratio: geometric mean over puzzles of {of} of the solver to that of the other, above 1: "
        f"{words(known.sample).more}; p: Wilcoxon's signed-rank test; effect: rank-biserial "
        "correlation."
    )
    return Sheet("pairs", "Every pair", PAIRS, rows, 2, note)


PAIRS = (
    *("solver", "other", "ratio", "95 % interval", "wins", "losses", "ties", "p (Holm)"),
    *("effect", "verdict"),
)


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def as_csv(sheet: Sheet) -> str:
    """Numbers as they are, and words; bounds and the ends of intervals in columns of their own."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = [
        (name, [row[place] for row in sheet.rows]) for place, name in enumerate(sheet.columns)
    ]
    parts = [part for name, cells in columns for part in _parts(name, cells)]
    writer.writerow([name for name, _ in parts])
    writer.writerows(zip(*(values for _, values in parts), strict=True))
    return text.getvalue()


def _parts(name: str, cells: Sequence[Cell]) -> Iterator[tuple[str, list[object]]]:
    """The columns of a CSV file for a column of a table."""
    intervals = [cell for cell in cells if cell.ends]
    if not intervals or any(cell.value != cell.ends[0] for cell in intervals if cell.ends):
        yield name, [_plain(cell) for cell in cells]
    if any(_sign(cell) for cell in cells):
        yield f"{name} bound", [_sign(cell) for cell in cells]
    if intervals:
        for place, end in enumerate(("low", "high")):
            yield f"{name} {end}", [cell.ends and cell.ends[place] for cell in cells]


def _plain(cell: Cell) -> object:
    """A number without its sign, or the words; of so many of so many both."""
    if "/" in cell.text or cell.value == "":
        return cell.text
    if cell.value is None:
        return None if _sign(cell) or cell.text == "-" else cell.text
    return cell.value


def _sign(cell: Cell) -> str:
    """What stands before a figure that is only a bound."""
    found = re.match(r"[<>]=|[>~?]", cell.text) if not isinstance(cell.value, str) else None
    return found[0] if found else ""


def markdown(sheet: Sheet) -> str:
    """For a README."""
    rows = [[cell.text for cell in row] for row in sheet.rows]
    return f"{markdown_table(sheet.columns, rows, left=sheet.left)}\n\n{sheet.note}\n"


def latex(sheet: Sheet) -> str:
    """For a paper: a tabular with the rules of the package booktabs."""
    form = "l" * sheet.left + "r" * (len(sheet.columns) - sheet.left)
    lines = [" & ".join(map(escaped, sheet.columns))]
    lines += [" & ".join(escaped(cell.text) for cell in row) for row in sheet.rows]
    head, *body = (f"{line} \\\\" for line in lines)
    begin, end = f"\\begin{{tabular}}{{{form}}}", "\\end{tabular}"
    return "\n".join([begin, "\\toprule", head, "\\midrule", *body, "\\bottomrule", end, ""])


def escaped(text: str) -> str:
    """Text as LaTeX prints it."""
    signs = {">=": r"$\geq$", "<=": r"$\leq$"}
    for sign, command in signs.items():
        if text.startswith(sign):
            return command + escaped(text.removeprefix(sign))
    return "".join(_LATEX.get(letter, letter) for letter in text)


_LATEX = {letter: f"\\{letter}" for letter in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
FORMATS: dict[str, Callable[[Sheet], str]] = {"csv": as_csv, "md": markdown, "tex": latex}


def save(made: Material, folder: Path) -> Iterator[Path]:
    """Write every table in every format; yields the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for sheet in sheets(made):
        for ending, form in FORMATS.items():
            path = folder / f"{sheet.name}.{ending}"
            write_whole(path, form(sheet))
            yield path
