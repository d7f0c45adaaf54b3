"""The tables of the report, in the page and as CSV, Markdown and LaTeX.

The figures are those of `accord table` and `accord stats`, with the numbers behind them: the page
sorts by these, and CSV has them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from accord.bench.analysis.anytime.histories import Contest, History
from accord.bench.analysis.anytime.scoreboard import scoreboard
from accord.bench.analysis.anytime.scoreboard import scores as scores_within
from accord.bench.analysis.circumstances import NoisySolver
from accord.bench.analysis.endings import MOST, FailedRuns
from accord.bench.analysis.statistics.overview import Statistics
from accord.bench.analysis.table import ANSWERS
from accord.puzzles.files.outside_file import write_whole
from accord.puzzles.objective import value_text
from accord.puzzles.phrasing import counted, integer, listed, plural, seconds, share
from accord.views.report.figures.figure import Phrases
from accord.views.report.report_data import ReportData
from accord.views.tables.scores import MEANINGS
from accord.views.tables.scores import score_cells as score_cells_of
from accord.views.tables.statistics import (
    ALIKE,
    DOUBT,
    PAIRS,
    PORTFOLIO,
    SCORES,
    TYPICAL,
    compared_cells,
    doubt,
    ranked_over,
    score_cells,
)
from accord.views.tables.table import (
    BY_ANSWER,
    CLOCKS,
    COMPILED,
    PAR2,
    UNSOLVED,
    WITH_COMPILING,
    all_cells,
    answers,
    chosen_columns,
    defined,
    left_out,
)
from accord.views.tables.text import Cell, PrintedReport, TextTable, cell

MOST_PROBLEMS = 500  # in the table of values
NOTHING = Cell("-")


@dataclass(frozen=True)
class ReportTable:
    """A table; its first `left` columns are words."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left: int = 1
    note: str = ""

    @property
    def texts(self) -> list[list[str]]:
        """The rows as they are read."""
        return [[each.text for each in row] for row in self.rows]


def tables(made: ReportData) -> Iterator[ReportTable]:
    """The tables of a report, in the order of the page."""
    yield comparison(made)
    yield scores(made.statistics)
    if made.statistics.disqualified:
        yield disqualified(made.statistics)
    if made.failures:
        yield failed(made.failures)
    if made.noisy:
        yield disturbed(made.noisy)
    yield portfolio(made.statistics)
    yield compared(made.statistics)
    if made.contest:
        yield values(made.contest)
        yield contest_scores(made.contest)


RUNS = (
    *("family", "solved", "wrong", *UNSOLVED, "PAR-2", "ratio"),
    *("mean", COMPILED, "CPU", "memory", "median", "slowest", "nodes"),
)
SOLVED = RUNS.index("solved") + 1


def comparison(made: ReportData) -> ReportTable:
    """Solved runs and times of each solver, over runs."""
    of = made.table
    several = any(line.spread is not None for line in of.lines)
    told_apart = of.answers if len(set(of.answers) - {"undecided"}) > 1 else ()
    found = all_cells(of)
    is_compiled = any(line.compiled is not None for line in of.lines)
    runs = [heading for heading in RUNS if heading != COMPILED or is_compiled]
    usual = (*answers(of, runs), *(["spread"] * several))
    of_answers = (ANSWERS[each] for each in told_apart)
    usual = ("solver", *usual[:SOLVED], *of_answers, *usual[SOLVED:])
    chosen = found and made.columns and chosen_columns(made.columns, [*found[0]][1:])
    columns = ("solver", *chosen) if chosen else usual
    rows = tuple(tuple(row[column] for column in columns) for row in found)
    to = f"; ratio: to {of.reference}, geometric mean over puzzles" if of.reference else ""
    note = f"Over runs that were asked, {CLOCKS[of.measure]}. {PAR2}{to}."
    note += "".join(f" {sentence[0].upper()}{sentence[1:]}" for sentence in defined(of.measure))
    if several:
        note += " Spread: slowest form of a puzzle to the fastest, median over the puzzles."
    if told_apart:
        note += f" {BY_ANSWER}"
    if is_compiled:
        note += f" {WITH_COMPILING[0].upper()}{WITH_COMPILING[1:]}"
    if of.left_out:
        note += f" L{left_out(of)[1:]}"
    left = 1 + (columns[1:2] == ("family",))
    return ReportTable("comparison", "Every solver", columns, rows, left, note)


def scores(known: Statistics) -> ReportTable:
    """The scores of each solver, and the medians of what it counted: over puzzles."""
    score = "Borda" if known.sample.limit is None else "PAR-2"
    note = (
        f"Over the puzzles that were asked ({len(known.sample.puzzles):,} in all), each with the "
        f"median of its runs; mean rank: {ranked_over(known)}; median and 90 %: by when so many "
        "puzzles are solved (Kaplan-Meier, time-outs being censored, with 95 % intervals); "
        "Borda, over all: the MiniZinc Challenge's score; flips: in how many of "
        f"{known.resamples:,} resamples of the puzzles a solver and the next change places by "
        f"{score}; near 50 % their order says nothing. {counted(known.unsolved_by_all, 'puzzle')} "
        f"{plural(known.unsolved_by_all, 'was', 'were')} solved by no solver."
    )
    if known.counters:
        note += (
            f" Counters ({listed(known.counters)}): the median puzzle; - where a solver does not "
            "report one, or did not solve half of them."
        )
    flips = [cell(share, float(flip)) for flip in known.flips.diagonal(1)]
    rows = []
    for line, flip in zip(known.lines, [*flips, NOTHING], strict=True):
        found = score_cells(line, known.sample.limit) | {"flips": flip}
        rows.append(tuple(found.get(column, NOTHING) for column in (*SCORES, *known.counters)))
    return ReportTable("scores", "Scores", (*SCORES, *known.counters), tuple(rows), 1, note)


def values(contest: Contest) -> ReportTable:
    """What each solver found of each problem that asks for the best, in its first run."""
    firsts = [first for first, *_ in contest.problems if first.goal is not None][:MOST_PROBLEMS]
    rows = []
    for each in firsts:
        best = NOTHING if each.best is None else Cell(value_text(each.best), value_text(each.best))
        found = (_value(each.runs.get(solver)) for solver in contest.solvers if solver in each.runs)
        rows.append((Cell(each.name, each.name), best, Cell(each.source), *found))
    note = (
        "The value of the best solution of the first run; 'proved': it claims that nothing is "
        "better; in brackets the bound that it claims otherwise."
    )
    left = sum(first.goal is not None for first, *_ in contest.problems) - len(firsts)
    note += f" {counted(left, 'more problem')} not shown." if left else ""
    columns = ("problem", "best", "known by", *contest.solvers)
    return ReportTable("values", "Values and bounds", columns, tuple(rows), 1, note)


def _value(run: History | None) -> Cell:
    """What a run found; of a solver that was not asked nothing."""
    if run is None or run.value is None:
        return Cell("none, proved") if run and run.proved else NOTHING
    text = value_text(run.value)
    bound = f" ({value_text(run.bounds[-1][1])})" if run.bounds else ""
    order = run.value if isinstance(run.value, int) else text
    return Cell(f"{text}{' proved' if run.proved else bound}", order)


def contest_scores(contest: Contest) -> ReportTable:
    """The scores of solvers by how good their values are, and as competitions score them."""
    board = scoreboard(contest, scores_within(contest.limit))
    cells = [score_cells_of(board, place) for place in range(len(contest.solvers))]
    columns = tuple(cells[0])
    rows = tuple(tuple(row[column] for column in columns) for row in cells)
    return ReportTable("contest", "Scores of optimisers", columns, rows, 1, " ".join(MEANINGS))


def disqualified(known: Statistics) -> ReportTable:
    """The solvers with a wrong answer."""
    rows = tuple(
        (
            Cell(each.solver, each.solver),
            Cell(f"{each.solved:,}/{each.puzzles:,}", each.solved),
            Cell(f"{each.wrong:,}", each.wrong, "bad"),
        )
        for each in known.disqualified
    )
    note = (
        "Over puzzles. A wrong answer is worth no time: these solvers are in no rank, portfolio or "
        "test, and in no figure but that of two solvers, puzzle by puzzle."
    )
    columns = ("solver", "solved", "wrong")
    return ReportTable("disqualified", "Disqualified", columns, rows, 1, note)


def failed(failures: Sequence[FailedRuns]) -> ReportTable:
    """Runs that crashed, gave up or ran out of memory, with the reasons."""
    rows = tuple(
        (
            *(Cell(each.solver, each.solver), Cell(each.ending, each.ending)),
            *(Cell(each.reason or "-", each.reason), Cell(each.output or "-", each.output)),
            *(Cell(each.example, each.example),),
            *(cell(integer, each.runs), cell(integer, each.puzzles)),
        )
        for each in failures
    )
    note = (
        "Over runs, those that failed in the same way together (reasons that differ in numbers "
        f"only are one), the most frequent {MOST} first; the last output is that of one of them."
    )
    columns = ("solver", "ending", "reason", "last output", "for example", "runs", "puzzles")
    return ReportTable("failures", "Failures", columns, rows, 5, note)


def disturbed(solvers: Sequence[NoisySolver]) -> ReportTable:
    """How many runs of each solver are noisy, and were made again."""
    rows = tuple(
        (Cell(each.label, each.label), *(cell(integer, number) for number in each[1:]))
        for each in solvers
    )
    note = (
        "Marked: others used more than a tenth of the time of the run's CPUs, whatever the run's "
        "own time and outcome. Again: runs besides the one of each question that is timed, which "
        "is the first that is not marked, or else the first. Still marked: of those timed."
    )
    columns = ("solver", "runs", "marked", "again", "still marked")
    return ReportTable("noisy", "Noisy runs", columns, rows, 1, note)


def portfolio(known: Statistics) -> ReportTable:
    """The worth of each solver to a portfolio."""
    whole = known.portfolio
    puzzles = len(known.sample.puzzles)
    best = Cell(f"virtual best ({whole.virtual_best_solved:,} solved)", "")
    closed = NOTHING if whole.virtual_best_par2 is None else cell(share, 1.0)
    virtual = (best, cell(seconds, whole.virtual_best_par2), closed, *[NOTHING] * 4)
    cells = (score_cells(line, known.sample.limit) for line in known.lines)
    rows = (virtual, *(tuple(found[name] for name in PORTFOLIO) for found in cells))
    note = (
        "The virtual best solver answers each puzzle with the solver that "
        f"{Phrases(known.sample).first} on it; the single best is {whole.single_best} "
        f"({whole.single_best_solved:,} of {puzzles:,} solved). All is over {puzzles:,} puzzles, "
        "one that was not asked being unsolved. Gap closed: how much of the way between "
        "them; marginal: what all lose without it; Shapley: its fair share of what all are worth "
        "together (puzzles solved; seconds saved)."
    )
    title = "What each is worth beside the others"
    return ReportTable("portfolio", title, PORTFOLIO, rows, 1, note)


def compared(known: Statistics) -> ReportTable:
    """All pairs of solvers, each once."""
    columns = PAIRS[: PAIRS.index("flips")]
    rows = tuple(
        tuple(compared_cells(known, pair)[column] for column in columns) for pair in known.pairs
    )
    sample = known.sample
    of = "min(time, limit)" if sample.limit is not None else f"{sample.measure} and one more"
    note = (
        f"Over the puzzles that both were asked, of {len(known.sample.puzzles):,}. "
        f"Ratio: geometric mean of {of} of the solver to that of the other, above 1: "
        f"{Phrases(sample).more}; p: Wilcoxon's signed-rank test; effect: rank-biserial "
        f"correlation; typical: {TYPICAL}. {ALIKE}"
    )
    if doubtful := [pair for pair in known.pairs if pair.doubtful]:
        note += f" {DOUBT}: {doubt(doubtful)}."
    return ReportTable("pairs", "Every pair", columns, rows, 2, note)


def report(table: ReportTable) -> PrintedReport:
    """A table with its note; CSV has bounds and the ends of intervals in columns of their own."""
    columns = [
        part
        for place, name in enumerate(table.columns)
        for part in _csv_columns(name, [row[place] for row in table.rows])
    ]
    return PrintedReport(
        [TextTable(table.columns, table.texts, table.left)],
        [table.note],
        [name for name, _ in columns],
        [*zip(*(each for _, each in columns), strict=True)],
    )


def _csv_columns(name: str, cells: Sequence[Cell]) -> Iterator[tuple[str, list[object]]]:
    """The columns of a CSV file for a column of a table."""
    intervals = [each for each in cells if each.ends]
    if not intervals or any(each.value != each.ends[0] for each in intervals if each.ends):
        yield name, [_plain(each) for each in cells]
    if any(map(_sign, cells)):
        yield f"{name} bound", [_sign(each) for each in cells]
    if intervals:
        for place, end in enumerate(("low", "high")):
            yield f"{name} {end}", [each.ends and each.ends[place] for each in cells]


def _plain(cell: Cell) -> object:
    """A number without its sign, or the words; of so many of so many both."""
    if "/" in cell.text or cell.value == "":
        return cell.text
    if cell.value is None:
        return None if _sign(cell) or cell.text == "-" else cell.text
    return cell.value


def _sign(cell: Cell) -> str:
    """The sign before a figure that is only a bound; empty before others."""
    found = re.match(r"[<>]=|[>~?]", cell.text) if not isinstance(cell.value, str) else None
    return found[0] if found else ""


FORMATS = {"csv": PrintedReport.csv, "md": PrintedReport.markdown, "tex": PrintedReport.latex}


def save(made: ReportData, folder: Path) -> Iterator[Path]:
    """Write every table in every format; yields the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables(made):
        for ending, form in FORMATS.items():
            path = folder / f"{table.name}.{ending}"
            write_whole(path, form(report(table)))
            yield path
