"""What was found, in sentences: the head of the report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy

from accord.bench.analysis.endings import counted_endings
from accord.bench.analysis.statistics.overview import Statistics
from accord.bench.analysis.statistics.pair import Pair
from accord.bench.analysis.statistics.sample import Sample
from accord.puzzles.phrasing import counted, interval, listed, plural, ratio, solutions_text
from accord.views.report.figures.figure import Phrases, title_of
from accord.views.report.report_data import ReportData
from accord.views.tables.statistics import doubt, endings_text, of_all

NAMED = 4  # solvers in a sentence


@dataclass(frozen=True)
class ReportFinding:
    """A sentence, and whether it is good news, bad news or neither."""

    text: str
    mood: str = ""  # good, bad or empty
    more: str = ""  # shown below, in smaller letters
    conflict: bool = False  # a solver is wrong, or what was expected


def findings(made: ReportData) -> Iterator[ReportFinding]:
    """The most important first."""
    yield _checked_claims(made)
    for sentence in made.table.disturbances:
        text, _, more = sentence.partition(": ")[2].partition(". ")
        yield ReportFinding(f"The machine was disturbed: {text}.", "bad", more)
    if made.table.contradicted:
        times = counted(made.table.contradicted, "time")
        text = f"What the collection expects, or is known of a problem, is contradicted {times}."
        yield ReportFinding(text, "bad", conflict=True)
    if made.table.disputes:
        times = counted(len(made.table.disputes), "claim")
        text = f"{times} of solvers that compile a model by themselves are disputed."
        yield ReportFinding(text, "bad", f"{'; '.join(made.table.disputes[:NAMED])}.")
    if made.table.refused:
        proofs = counted(made.table.refused, "proof")
        text = f"{proofs} of certificates {plural(made.table.refused, 'is', 'are')} refused."
        yield ReportFinding(text, "bad", f"{'; '.join(made.table.refused_proofs[:NAMED])}.")
    yield _verdicts(made)
    if missing := made.table.asked - made.table.runs:
        part = f"{missing:,} of {made.table.asked:,} runs"
        yield ReportFinding(f"The campaign is not finished: {part} are missing.", "bad")
    yield from _fastest(made.statistics)
    yield from _kept(made.statistics)
    yield from _unsolved(made.statistics)
    yield from _not_reporting(made.statistics.everyone)


def headline(made: ReportData) -> str:
    """The size of the campaign in a sentence: puzzles, solvers, runs."""
    solvers = len({line.solver for line in made.table.lines})
    return (
        f"{counted(made.table.puzzles, 'puzzle')}, {counted(solvers, 'solver')}, "
        f"{counted(made.table.runs, 'run')}"
    )


def _checked_claims(made: ReportData) -> ReportFinding:
    refuted = [line.solver for line in made.table.lines if line.wrong]
    if not refuted:
        return ReportFinding(
            "No solver was refuted.", "good", "Every grid and every claim was checked."
        )
    wrong = sum(line.wrong for line in made.table.lines)
    names = listed(dict.fromkeys(refuted), most=NAMED)
    why = "A grid that obeys the rules refutes every claim without it; the reasons stand below."
    if made.statistics.disqualified:
        why += " Who is refuted is disqualified: in no rank, portfolio or test."
    return ReportFinding(
        f"{names} {plural(len(refuted), 'was', 'were')} refuted, in {counted(wrong, 'run')}.",
        "bad",
        why,
        True,
    )


def _verdicts(made: ReportData) -> ReportFinding:
    counts, puzzles = made.table.verdicts, made.table.puzzles
    judged = sum(counts.values())
    parts = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
    if undecided := counts.get("undecided", 0):
        text = f"{counted(undecided, 'puzzle')} of {judged:,} undecided."
        return ReportFinding(text, "", f"{_question(made.table.limits)}: {parts}.")
    if judged < puzzles:
        text = f"{judged:,} of {puzzles:,} puzzles have a verdict so far."
        return ReportFinding(text, "", f"{_question(made.table.limits)}: {parts}.")
    every = "The puzzle has its" if puzzles == 1 else f"All {puzzles:,} puzzles have their"
    return ReportFinding(f"{every} verdict.", "good", f"{_question(made.table.limits)}: {parts}.")


def _fastest(known: Statistics) -> Iterator[ReportFinding]:
    """The quickest of the solvers that solved most, and which are not distinguishable from it."""
    sample = known.sample
    solved = sample.solved.sum(axis=1)
    most = [sample.solvers[place] for place in numpy.flatnonzero(solved == solved.max())]
    if len(sample.solvers) < 2 or not solved.max():
        return
    among = sample.of(*most)
    first = min(most, key=lambda solver: _mean(among, solver))
    others = [known.pair(other, first) for other in sample.solvers if other != first]
    count = f"{int(solved.max()):,} of {len(sample.puzzles):,}"
    common = of_all(int(among.known.all(axis=0).sum()), len(sample.puzzles))
    text = (
        f"{first} solved most puzzles ({count})."
        if len(most) == 1
        else f"{first} {Phrases(sample).first} of the {len(most)} that solved most ({count}), by "
        f"geometric mean over {common} that they were all asked."
    )
    yield ReportFinding(text, "", _rivals(known, others))


def _kept(known: Statistics) -> Iterator[ReportFinding]:
    """The solvers with wrong answers that are not disqualified."""
    if kept := [line.solver for line in known.lines if line.wrong]:
        text = f"{listed(kept, most=NAMED)} {plural(len(kept), 'is', 'are')} ranked all the same."
        yield ReportFinding(text, "bad", "A wrong run counts as an unsolved one.")


def _mean(sample: Sample, solver: str) -> float:
    """The mean logarithm of a solver's figures, over puzzles known (counts: solved) for all."""
    place = sample.place(solver)
    if sample.limit is None:
        counts = sample.values[place][sample.solved.all(axis=0)]
        return float(numpy.log(counts + 1).mean()) if len(counts) else 0.0
    values = sample.values[place][sample.known.all(axis=0)]
    return float(numpy.log(numpy.maximum(values, 1e-9)).mean()) if len(values) else 0.0


def _rivals(known: Statistics, others: Sequence[Pair]) -> str:
    """Sentences on the other solvers: those as good as the best, and those that solve fewer."""
    phrases, puzzles = Phrases(known.sample), len(known.sample.puzzles)
    by_standing: dict[str, list[Pair]] = {}
    for each in others:
        by_standing.setdefault(known.standing(each), []).append(each)
    said = []
    alike = by_standing.get("not distinguishable", [])
    for common in sorted({each.puzzles for each in alike}, reverse=True):
        peers = listed((each.solver for each in alike if each.puzzles == common), most=NAMED)
        over = f"over {of_all(common, puzzles)} that both were asked"
        said.append(f"Not distinguishable from it, {over}: {peers}.")
    # Different, so that its ratio is known, unless it is of counts of killed runs.
    nearest = min(by_standing.get("different", []), key=lambda each: each.ratio, default=None)
    if nearest and not alike and nearest.ratio == nearest.ratio:
        how_far = (
            f"{phrases.takes} {ratio(nearest.ratio, nearest.bound)} {phrases.as_long} (95 % "
            f"interval {interval(nearest.low, nearest.high)}) over "
            f"{of_all(nearest.puzzles, puzzles)} that both were asked"
        )
        said.append(
            f"Nearest is {nearest.solver}, which {how_far}."
            if nearest.ratio >= 1
            else f"{nearest.solver} {how_far}, but solved fewer."
        )
    for standing, words in (
        ("solves fewer", "Solved fewer"),
        ("too few puzzles", "Too few puzzles to compare"),
    ):
        if those := by_standing.get(standing):
            lines = {line.solver: line for line in known.lines}
            of = (
                f"{each.solver} ({lines[each.solver].solved:,} of {lines[each.solver].puzzles:,})"
                for each in those
            )
            said.append(f"{words}: {listed(of, most=NAMED)}.")
    doubtful = [each for each in others if each.doubtful]
    return " ".join([*said, *([f"But {doubt(doubtful)}."] if doubtful else [])])


def _question(limits: Sequence[int | None]) -> str:
    """The number of solutions that was asked for, in words."""
    return f"{listed(map(solutions_text, limits))} asked for".capitalize()


def _unsolved(known: Statistics) -> Iterator[ReportFinding]:
    """The number of runs that did not solve a puzzle, by how they ended."""
    sample, numbers = known.everyone, counted_endings(known.endings)
    if not numbers:
        return
    where = f"They are in every figure, at the limit or beyond it ({title_of(sample.measure)})."
    if sample.limit is None:
        where = (
            f"They count as at least the {sample.measure} they had when they ended; of a killed "
            "run these are not known."
        )
    unsolved = f"{sum(numbers.values()):,} of {int(sample.asked.sum()):,}"
    text = f"{unsolved} times a puzzle was not solved: {endings_text(numbers)}."
    if not_asked := int((known.endings == "-").sum()):
        where += f" Besides, {counted(not_asked, 'time')} a puzzle was not asked: it is outside"
        where += " what the solver takes."
        if known.unasked:
            left = listed(known.unasked, most=8)
            where += f" Left out, as they take none of the puzzles: {left}."
    bad = {"wrong", "crashed"} & numbers.keys()
    yield ReportFinding(text, "bad" if bad else "", where)


def _not_reporting(sample: Sample) -> Iterator[ReportFinding]:
    """The solvers that are left out because they never report the counter."""
    if sample.unreported:
        left, all_ = len(sample.unreported), len(sample.unreported) + len(sample.solvers)
        where = (
            f"Left out of all but the table of runs and the phases: {', '.join(sample.unreported)}."
        )
        text = f"{left:,} of {all_:,} solvers do not report their {title_of(sample.measure)}."
        yield ReportFinding(text, "", where)
