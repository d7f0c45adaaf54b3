"""The statistics of a campaign, on a terminal, as Markdown, as LaTeX and as CSV.

A column in which nobody has anything is left out: counters have no limit, and so no PAR and no
quantiles.  `>=` stands before what is only known to be at least that, because a run was not solved
within the limit.  LaTeX is for the package booktabs.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from math import isnan
from typing import TYPE_CHECKING

from accord.bench.analysis.statistics.censored import Quantile
from accord.bench.analysis.statistics.overview import Line, Statistics
from accord.bench.analysis.statistics.pair import CONFIDENCE, FEW, SIGNIFICANT, Pair
from accord.bench.analysis.table import REFERENCE
from accord.puzzles.phrasing import counted, number, probability, ratio, seconds
from accord.views.tables.table import incomplete, markdown_table
from accord.views.tables.text import as_table

if TYPE_CHECKING:
    from rich.table import Table as RichTable

MANY = 5  # solvers; of more, not every pair is shown unless asked for
NONE = "-"
SAME = "not distinguishable"
SPECIAL = {  # characters of LaTeX
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<=": r"$\leq$",
    ">=": r"$\geq$",
    "<": r"$<$",
    ">": r"$>$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


@dataclass(frozen=True)
class Part:
    """A table; the first `left` columns are words."""

    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    left: int = 1

    @property
    def filled(self) -> "Part":
        """The table without columns in which there is nothing."""
        kept = [
            place
            for place in range(len(self.headings))
            if place < self.left or any(row[place] != NONE for row in self.rows)
        ]
        rows = [tuple(row[place] for place in kept) for row in self.rows]
        return Part(tuple(self.headings[place] for place in kept), rows, self.left)


def parts(found: Statistics, which: str = "") -> tuple[Part, ...]:
    """The tables: scores, times with counters, the portfolio, pairs.

    Args:
        found: the statistics.
        which: pairs: all, ref, or by default neighbours in the order and those with the reference.
    """
    made = (_scores(found), _times(found), _portfolio(found), _pairs(found, which))
    return tuple(
        part for each in made if len((part := each.filled).headings) > part.left and part.rows
    )


def as_text(found: Statistics, which: str = "") -> "tuple[RichTable | str, ...]":
    """Tables and sentences, to print one below the other."""
    shown: list[RichTable | str] = []
    for part in parts(found, which):
        shown += [as_table(part.headings, part.rows, left=part.left), ""]
    return (*shown, *notes(found))


def markdown(found: Statistics, which: str = "") -> str:
    """Tables and sentences for a README or a paper's notes."""
    tables = [
        markdown_table(each.headings, each.rows, left=each.left) for each in parts(found, which)
    ]
    sentences = "\n".join(f"- {_marked(sentence)}" for sentence in notes(found))
    return "\n\n".join((*tables, sentences)) + "\n"


def latex(found: Statistics, which: str = "") -> str:
    """Tables for a paper; the sentences are comments."""
    tables = "\n".join(map(latex_table, parts(found, which)))
    return "".join(f"% {sentence}\n" for sentence in notes(found)) + tables


def latex_table(part: Part) -> str:
    """A table in LaTeX."""
    columns = "l" * part.left + "r" * (len(part.headings) - part.left)
    head, *rows = (" & ".join(map(_escaped, row)) + r" \\" for row in (part.headings, *part.rows))
    begin, end = rf"\begin{{tabular}}{{{columns}}}", r"\end{tabular}"
    return "\n".join((begin, r"\toprule", head, r"\midrule", *rows, r"\bottomrule", end)) + "\n"


def as_csv(found: Statistics, which: str = "") -> str:
    """A line per solver, or per pair if it is said which; plain numbers, empty is not known."""
    rows = [_pair_row(found, pair) for pair in _chosen(found, which)] if which else _rows(found)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else _PAIR, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _rows(found: Statistics) -> list[dict[str, object]]:
    rows = []
    for line in found.lines:
        row = {each.name: getattr(line, each.name) for each in fields(Line)}
        times, counters = row.pop("times"), row.pop("counters")
        for quantile in times.quantiles if times else ():
            name = f"quantile_{quantile.share:g}"
            row |= {name: quantile.time, f"{name}_low": quantile.low, f"{name}_high": quantile.high}
        if times:
            row |= {"mean": times.mean, "restricted_mean": times.restricted_mean}
        rows.append(row | {f"median_{name}": count for name, count in counters.items()})
    return rows


_PAIR = (*(each.name for each in fields(Pair)), "different", "flips")


def _pair_row(found: Statistics, pair: Pair) -> dict[str, object]:
    known = {name: None if value != value else value for name, value in asdict(pair).items()}
    return known | {"different": pair.different, "flips": _flips(found, pair)}


def _scores(found: Statistics) -> Part:
    headings = ("solver", "solved", "wrong", "PAR-2", "PAR-10", "Borda", "rank", "flips")
    rows = []
    for place, line in enumerate(found.lines):
        last = place + 1 == len(found.lines)
        flips = NONE if last else f"{found.flips[place, place + 1]:.0%}"
        solved = f"{line.solved}/{line.puzzles}"
        scores = (seconds(line.par2), seconds(line.par10), number(line.borda), number(line.rank))
        rows.append((line.solver, solved, str(line.wrong), *scores, flips))
    return Part(headings, rows)


def _times(found: Statistics) -> Part:
    shares = [each.share for line in found.lines if line.times for each in line.times.quantiles]
    columns = [f"{share:.0%} solved" for share in dict.fromkeys(shares)]
    interval = f"{CONFIDENCE:.0%}"
    headings = ["solver", *(name for column in columns for name in (column, interval))]
    rows = []
    for line in found.lines:
        cells = [NONE] * 2 * len(columns) + [NONE] * 2
        if line.times:
            limit = found.sample.limit
            cells = [cell for each in line.times.quantiles for cell in _quantile(each, limit)]
            cells += [seconds(line.times.mean), seconds(line.times.restricted_mean)]
        counts = (number(line.counters[name]) for name in found.counters)
        rows.append((line.solver, *cells, *counts))
    return Part((*headings, "mean", "mean up to limit", *found.counters), rows)


def _quantile(found: Quantile, limit: float | None) -> tuple[str, str]:
    """A quantile and its interval."""
    beyond = seconds(limit, ">=")
    time, low = (beyond if each is None else seconds(each) for each in (found.time, found.low))
    return time, f"{low} to {'?' if found.high is None else seconds(found.high)}"


def _portfolio(found: Statistics) -> Part:
    headings = ("solver", "alone", "Shapley", "marginal PAR-2", "Shapley PAR-2", "PAR-2 of all")
    rows = [
        (
            line.solver,
            str(line.marginal_solved),
            number(line.shapley_solved),
            seconds(line.marginal_par2),
            seconds(line.shapley_par2),
            seconds(line.par2_of_all) if line.puzzles < len(found.sample.puzzles) else NONE,
        )
        for line in found.lines
    ]
    return Part(headings, rows)


def _pairs(found: Statistics, which: str) -> Part:
    headings = (
        *("solver", "to", "puzzles", "ratio", f"{CONFIDENCE:.0%}", "p", "effect"),
        *("faster", "tied", "slower", "flips", ""),
    )
    rows = []
    for pair in _chosen(found, which):
        ends = f"{ratio(pair.low)} to {ratio(pair.high)}"
        rows.append(
            (
                *(pair.solver, pair.other, str(pair.puzzles)),
                *(ratio(pair.ratio, pair.bound), NONE if isnan(pair.low) else ends),
                *(probability(pair.p_holm), f"{pair.effect:+.2f}"),
                *(str(pair.wins), str(pair.ties), str(pair.losses)),
                *(f"{_flips(found, pair):.0%}", judged(pair)),
            )
        )
    return Part(headings, rows, left=2)


def judged(pair: Pair) -> str:
    """What can be said of two solvers."""
    if not pair.different:
        return SAME
    return "slower" if pair.ratio > 1 else "faster"


def _flips(found: Statistics, pair: Pair) -> float:
    sample = found.sample
    return float(found.flips[sample.place(pair.solver), sample.place(pair.other)])


def reference(found: Statistics) -> str:
    """The solver that others are compared with: REFERENCE if it ran, or the best."""
    solvers = found.sample.solvers
    return REFERENCE if REFERENCE in solvers else solvers[0]


def _chosen(found: Statistics, which: str) -> list[Pair]:
    """The pairs to be shown."""
    solvers, base = found.sample.solvers, reference(found)
    if which == "all" or (not which and len(solvers) <= MANY):
        return list(found.pairs)
    against = [found.pair(solver, base) for solver in solvers if solver != base]
    if which == "ref":
        return against
    chosen = [found.pair(*each) for each in pairwise(solvers) if base not in each]
    return chosen + against


def notes(found: Statistics) -> list[str]:
    """Sentences that say how to read the tables, and what else was found."""
    return [*_reading(found), *_together(found), *_order(found), *_doubts(found)]


def _reading(found: Statistics) -> Iterator[str]:
    """What the columns are."""
    sample = found.sample
    what = {"wall": "wall time", "cpu": "CPU time"}.get(sample.measure, sample.measure)
    limit = "no limit" if sample.limit is None else f"{sample.limit:g} s limit"
    yield (
        f"{counted(len(sample.puzzles), 'puzzle')}, {found.unsolved_by_all} of which nobody "
        f"solved; {what}, {limit}. Each puzzle counts once, with the median of all its runs."
    )
    yield from incomplete(found.runs, found.asked)
    if sample.limit is not None:
        yield (
            "PAR-2, PAR-10: mean over the puzzles, unsolved ones as 2 or 10 x limit. "
            "50% solved: the time by which half of the puzzles are solved, >= where it is beyond "
            "the limit, ? where its interval has no upper end; the mean is known only of a solver "
            "that solves all."
        )
    yield (
        "Borda: points of the MiniZinc Challenge, 1 for each puzzle and other solver that is "
        "beaten, shared by the times where both solve it; more is better. Rank: the mean over "
        f"{counted(found.ranks.puzzles, 'puzzle')}, 1 is best."
    )
    if found.counters:
        yield f"{', '.join(found.counters)}: median over the puzzles; - where it is not told."


def _together(found: Statistics) -> Iterator[str]:
    """What the solvers are beside each other."""
    whole = found.portfolio
    timed = found.sample.limit is not None
    yield (
        "alone: puzzles that nobody else solves; Shapley: puzzles, each shared by those who solve "
        f"it{' (in PAR-2: seconds saved on the mean puzzle)' if timed else ''}."
    )
    single = f"single best: {whole.single_best}, {whole.single_best_solved} solved"
    virtual = f"virtual best of all: {whole.virtual_best_solved} solved"
    if whole.single_best_par2 is None:
        yield f"{single}; {virtual}."
        return
    yield (
        f"{single}, PAR-2 {seconds(whole.single_best_par2)}; {virtual}, "
        f"PAR-2 {seconds(whole.virtual_best_par2)}."
    )
    steps = [step for step in whole.steps if step.gap_closed is not None][1:4]
    if steps:
        grown = ", ".join(f"with {step.solver} {step.gap_closed:.0%}" for step in steps)
        yield f"gap between them that a perfect choice would close: {grown}."


def _order(found: Statistics) -> Iterator[str]:
    """How much the order can be relied on."""
    ranked, score = found.ranks, "Borda" if found.sample.limit is None else "PAR-2"
    if len(found.lines) > 1:
        yield (
            f"flips: in how many of {found.resamples:,} resamples of the puzzles a solver and the "
            f"next change places by {score}; near 50% their order says nothing."
        )
    if ranked.p is not None and ranked.statistic is not None:
        said = "are not the same" if ranked.p < SIGNIFICANT else "cannot be told apart"
        yield (
            f"Friedman's test: the solvers {said} (chi squared {ranked.statistic:.1f}, "
            f"p {probability(ranked.p)})."
        )
    for group in ranked.groups:
        yield f"no two of these differ in rank (Wilcoxon, Holm): {', '.join(group)}."


def _doubts(found: Statistics) -> Iterator[str]:
    """How to read the pairs, and what they do not say."""
    if not found.pairs:
        return
    limited = "" if found.sample.limit is None else ", cut at the limit"
    yield (
        f"ratio: geometric mean of the puzzles' ratios{limited}, above 1 slower; effect: -1 always "
        f"faster to +1 always slower; p: Wilcoxon's test, corrected for {len(found.pairs)} pairs; "
        f"'{SAME}' unless interval and p both say otherwise."
    )
    if any(pair.bound for pair in found.pairs):
        yield ">=, <=, ~: some runs were cut; the true ratio is at least, at most that, or open."
    if any(isnan(pair.ratio) for pair in found.pairs):
        yield "no ratio: of a run it needs, solved or not, the figure was not told."
    if fewest := min((pair.puzzles for pair in found.pairs if pair.few), default=0):
        yield (
            f"with fewer than {FEW} puzzles (here {fewest}) intervals are too narrow, and hold the "
            "truth less often than they say."
        )
    if part := [line.solver for line in found.lines if line.puzzles < len(found.sample.puzzles)]:
        yield (
            "over the puzzles they were asked only, and not comparable with others but in pairs: "
            f"{', '.join(part)}; in the order and the portfolio they have not solved the rest."
        )


def _marked(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;")


def _escaped(text: str) -> str:
    """Text for LaTeX."""
    for sign in ("<=", ">="):
        before, found, after = text.partition(sign)
        if found:
            return _escaped(before) + SPECIAL[sign] + _escaped(after)
    return "".join(SPECIAL.get(character, character) for character in text)
