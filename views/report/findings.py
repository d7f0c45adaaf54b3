"""What was found, in sentences: the head of the report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy

from accord.bench.analysis.statistics.overview import Statistics
from accord.bench.analysis.statistics.pair import FEW, Pair
from accord.bench.analysis.statistics.sample import Sample
from accord.puzzles.phrasing import counted, interval, listed, ratio
from accord.views.report.figures.figure import title_of
from accord.views.report.phrases import Phrases, phrases
from accord.views.report.report_data import ReportData

NAMED = 4  # solvers in a sentence


@dataclass(frozen=True)
class Finding:
    """A sentence, and whether it is good news, bad news or neither."""

    text: str
    mood: str = ""  # good, bad or empty
    more: str = ""  # what is said below, in a smaller voice
    conflict: bool = False  # a solver is wrong, or what was expected


def findings(made: ReportData) -> Iterator[Finding]:
    """The most important first."""
    yield _honesty(made)
    if made.table.contradicted:
        some = made.table.contradicted
        yield Finding(
            f"What the collection expects is contradicted {counted(some, 'time')}.",
            "bad",
            conflict=True,
        )
    yield _verdicts(made)
    if missing := made.table.asked - made.table.runs:
        yield Finding(
            f"The campaign is not finished: {missing:,} of {made.table.asked:,} runs are missing.",
            "bad",
        )
    yield from _fastest(made.statistics)
    yield from _unsolved(made.statistics.sample)
    yield from _silent(made.statistics.sample)


def headline(made: ReportData) -> str:
    """What was asked of how many."""
    solvers = len({line.solver for line in made.table.lines})
    return (
        f"{counted(made.table.puzzles, 'puzzle')}, {counted(solvers, 'solver')}, "
        f"{counted(made.table.runs, 'run')}"
    )


def _honesty(made: ReportData) -> Finding:
    refuted = [line.solver for line in made.table.lines if line.wrong]
    if not refuted:
        return Finding("No solver was refuted.", "good", "Every grid and every claim was checked.")
    wrong = sum(line.wrong for line in made.table.lines)
    were = "was" if len(refuted) == 1 else "were"
    return Finding(
        f"{listed(dict.fromkeys(refuted), most=NAMED)} {were} refuted, in {counted(wrong, 'run')}.",
        "bad",
        "A grid that obeys the rules refutes every claim without it; the reasons stand below.",
        conflict=True,
    )


def _verdicts(made: ReportData) -> Finding:
    counts = made.table.verdicts
    undecided = counts.get("undecided", 0)
    said = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
    if undecided:
        return Finding(
            f"{counted(undecided, 'puzzle')} of {sum(counts.values()):,} undecided.", "", said
        )
    if (judged := sum(counts.values())) < made.table.puzzles:
        return Finding(
            f"{judged:,} of {made.table.puzzles:,} puzzles have a verdict so far.", "", f"{said}."
        )
    return Finding("Every puzzle has its verdict.", "good", f"{said}.")


def _fastest(known: Statistics) -> Iterator[Finding]:
    """Who is quickest of those that solved most, and from whom that is not distinguishable."""
    sample = known.sample
    solved = sample.solved.sum(axis=1)
    most = [
        solver
        for solver, count in zip(sample.solvers, solved, strict=True)
        if count == solved.max()
    ]
    if len(sample.solvers) < 2 or not solved.max():
        return
    first = min(most, key=lambda solver: _mean(sample.of(*most), solver))
    others = [known.pair(other, first) for other in sample.solvers if other != first]
    peers = [each.solver for each in others if not each.different]
    count = f"{int(solved.max()):,} of {len(sample.puzzles):,}"
    text = (
        f"{first} solved most puzzles ({count})."
        if len(most) == 1
        else f"{first} {phrases(sample).first} of the {len(most)} that solved most ({count}), by "
        "geometric mean."
    )
    yield Finding(text, "", _rivals(phrases(sample), peers, others))


def _mean(sample: Sample, solver: str) -> float:
    """Mean of the logarithms of what it took; of counts where all in the sample have solved."""
    place = sample.place(solver)
    if sample.limit is None:
        counts = sample.values[place][sample.solved.all(axis=0)]
        return float(numpy.log(counts + 1).mean()) if len(counts) else 0.0
    values = sample.values[place][sample.asked[place]]
    return float(numpy.log(numpy.maximum(values, 1e-9)).mean())


def _rivals(spoken: Phrases, peers: Sequence[str], others: Sequence[Pair]) -> str:
    """How sure that is."""
    few = min(each.puzzles for each in others)
    caution = f" With {few} puzzles intervals are too narrow." if few < FEW else ""
    if peers:
        return f"Not distinguishable from it: {listed(peers, most=NAMED)}.{caution}"
    nearest = min(others, key=lambda each: each.ratio)  # different, so that all are known
    said = (
        f"{spoken.takes} {ratio(nearest.ratio, nearest.bound)} {spoken.as_long} (95 % interval "
        f"{interval(nearest.low, nearest.high)})"
    )
    if nearest.ratio < 1:
        return f"{nearest.solver} {said}, but solved fewer.{caution}"
    return f"Nearest is {nearest.solver}, which {said}.{caution}"


def _unsolved(sample: Sample) -> Iterator[Finding]:
    cut = int((sample.cut & sample.asked).sum())
    if not cut:
        return
    within = "" if sample.limit is None else f" within {sample.limit:g} s"
    where = (
        f"They count as at least the {sample.measure} they had when they ended; of a killed run "
        "these are not known."
        if sample.limit is None
        else f"They are in every figure, at the limit or beyond it ({title_of(sample.measure)})."
    )
    yield Finding(
        f"{cut:,} of {int(sample.asked.sum()):,} times a solver did not solve a puzzle{within}.",
        "",
        where,
    )


def _silent(sample: Sample) -> Iterator[Finding]:
    """Who is left out, as it never reports the counter."""
    if sample.silent:
        left, all_ = len(sample.silent), len(sample.silent) + len(sample.solvers)
        yield Finding(
            f"{left:,} of {all_:,} solvers do not report their {sample.measure}.",
            "",
            f"Left out of all but the table of runs and the phases: {', '.join(sample.silent)}.",
        )
