"""Two campaigns compared: versions, machines or settings, solver by solver and puzzle by puzzle.

Solvers are matched by name and settings (bench/analysis/matching.py).  Compared are the puzzles
that a solver was asked in both campaigns; solvers and puzzles without a match are listed.

Over all puzzles the figure is the ratio of the new time to the old, with the interval and the test
of bench/analysis/statistics/pair.py; the tests of all solvers are corrected together, without those
that are refuted, whose times are worth nothing.  The same
rule, `Pair.different`, decides what the table says and whether the command reports a slow-down.  On
single puzzles the repetitions measure the noise: bench/analysis/noise.py.

Deterministic counters stand beside each time: medians, on each puzzle, over the forms (it, or an
isomorph) that all runs of both campaigns solved.  Where all counters are equal and the time is not,
it was the same search on another machine, or each step has become slower.

Of problems with an objective times are those to the proof; what became of values and proofs is in
bench/analysis/anytime/value_changes.py, and what became of verdicts in joint_judging.py.

How often the rule is wrong, and what it cannot find, is measured in docs/explanation/analysis.md.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy
import pandas
from numpy.typing import NDArray

from accord.bench.analysis.anytime.value_changes import ValueChanges, value_changes
from accord.bench.analysis.circumstances import Differences
from accord.bench.analysis.joint_judging import (
    SIDES,
    Conflict,
    JointJudging,
    VerdictChange,
    joint_judging,
)
from accord.bench.analysis.judging import RefutedSolver
from accord.bench.analysis.matching import SolverVariant, matched, variants
from accord.bench.analysis.noise import Noise, changes, repetitions
from accord.bench.analysis.statistics.pair import CONFIDENCE, Pair, Standing, holm, pair, standing
from accord.bench.analysis.statistics.sample import MEASURES, Campaign, Sample, in_words
from accord.bench.analysis.table import MEASURES as CLOCKS
from accord.bench.analysis.table import STOPPED, bound
from accord.bench.campaigns.folder import CampaignError
from accord.bench.judge.steps import ShowStep, not_shown
from accord.solvers.budget import COUNTERS

Places = NDArray[numpy.int64]


@dataclass(frozen=True)
class ComparisonLine:
    """A solver of the new campaign, compared with one of the old."""

    old: SolverVariant
    new: SolverVariant
    pair: Pair  # of the new to the old: above 1 it has become slower
    counters: dict[str, Pair]  # over the puzzles solved in both
    changes: dict[str, int]  # on how many puzzles it is better, worse, same, conflict, unknown
    noise: Noise
    same_search: bool  # what it counts, if it is not nothing, is the same wherever both solved
    informative: int  # puzzles of the pair that are solved in one campaign at least
    standing: Standing = "not distinguishable"  # of the new campaign's solver to the old one's

    @property
    def refuted(self) -> bool:
        """Whether it is disqualified: on a puzzle of both an answer of it is wrong."""
        return bool(self.changes.get("conflict"))


@dataclass(frozen=True)
class Comparison:
    """The differences between two campaigns, solver by solver."""

    folders: tuple[str, str]
    measure: str
    limit: int | None  # solutions asked for; None for all, or where puzzles differ, 0 for the best
    time_limits: tuple[float, float]  # seconds; both stand under the smaller
    puzzles: int  # in both
    puzzles_alone: tuple[int, int]  # in one only
    solvers_alone: tuple[tuple[str, ...], tuple[str, ...]]  # without a match
    unreported: tuple[str, ...]  # solvers that do not report the measure
    lines: tuple[ComparisonLine, ...]
    conflicts: tuple[Conflict, ...]  # the first of them
    refuted: int  # how many there are
    refuted_solvers: tuple[RefutedSolver, ...]  # each with the campaign that has its claims
    isomorphs: tuple[int, int, int]  # of each puzzle: old, new, and the same in both
    differences: Differences  # in what else the runs differ
    confidence: float
    changes: pandas.DataFrame  # a row for each puzzle and solver: see bench/analysis/noise.py
    runs: tuple[tuple[int, int], ...]  # of each campaign: that are there, and that were asked
    values: ValueChanges  # and proofs
    verdicts: tuple[VerdictChange, ...]
    disturbances: tuple[str, ...] = ()  # of the machine, in sentences

    def slower(self, factor: float) -> tuple[ComparisonLine, ...]:
        """The solvers that have become slower by more than a factor and by more than chance.

        The ratio is above the factor, and different from 1: its interval excludes it, and so does
        the test that is corrected for the number of solvers.
        """
        return tuple(
            line
            for line in self.lines
            if line.pair.different
            and line.pair.slower
            and line.pair.ratio > factor
            and not line.refuted
        )

    @property
    def too_few(self) -> tuple[ComparisonLine, ...]:
        """The solvers with too few puzzles, but for those that are refuted."""
        return tuple(
            line for line in self.lines if line.standing == "too few puzzles" and not line.refuted
        )


def compare(
    old: Path,
    new: Path,
    measure: str = "wall",
    renamed: Sequence[str] = (),
    confidence: float = CONFIDENCE,
    steps: ShowStep = not_shown,
) -> Comparison:
    """Compare two campaigns, solver by solver.

    Args:
        old: the folder of one.
        new: of the other.
        measure: a clock or a counter.
        renamed: `OLD=NEW`, two solvers to compare, by their names in tables; the version and host
            may be left out where there is one.
        confidence: of the intervals.
        steps: called before each puzzle is judged.

    Raises:
        CampaignError: there is nothing to compare, the questions differ, or it is not clear which
            solvers to compare.
    """
    if measure not in MEASURES:
        raise CampaignError(f"found {measure!r}, expected one of {', '.join(MEASURES)}")
    with joint_judging(old, new, steps, renamed) as both:
        there = variants(both.old), variants(both.new)
        matches = matched(*there, renamed)
        puzzles, places = _common(both)
        found = _Figures(both, places, measure, confidence)
        compared = {match: found.line(*match) for match in matches}
        lines = [each for each in compared.values() if each is not None]
        if not lines:
            what = in_words(measure)
            raise CampaignError(f"found no solver that reports its {what} in both, expected one")
        return Comparison(
            folders=(str(old), str(new)),
            measure=measure,
            limit=both.limit,
            time_limits=both.time_limits,
            puzzles=len(puzzles),
            puzzles_alone=(
                len(both.old.puzzles) - len(puzzles),
                len(both.new.puzzles) - len(puzzles),
            ),
            solvers_alone=_alone(there, matches),
            unreported=tuple(new.name for (_, new), line in compared.items() if line is None),
            lines=_with_standings(
                corrected([each[0] for each in lines]), [each[1] for each in lines]
            ),
            conflicts=both.conflicts,
            refuted=both.refuted,
            refuted_solvers=both.refuted_solvers,
            isomorphs=both.isomorphs,
            differences=both.differences,
            confidence=confidence,
            changes=pandas.concat([table for *_, table in lines], ignore_index=True),
            runs=tuple((each.runs, each.asked) for each in (both.old, both.new)),
            disturbances=_disturbances(both) if measure in CLOCKS else (),  # no counts
            values=value_changes(both, matches),
            verdicts=both.verdicts,
        )


def _alone(
    there: tuple[Sequence[SolverVariant], Sequence[SolverVariant]],
    matches: Sequence[tuple[SolverVariant, SolverVariant]],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The solvers of each campaign that have no match."""
    old, new = (
        tuple(each.name for each in there[side] if all(each != match[side] for match in matches))
        for side in (0, 1)
    )
    return old, new


def _disturbances(both: JointJudging) -> tuple[str, ...]:
    """The disturbances of the machine in sentences, each with its campaign."""
    sides = zip(("old", "new"), (both.old, both.new), strict=True)
    return tuple(
        sentence.replace(": ", f": {side}: ", 1)
        for side, campaign in sides
        for sentence in campaign.disturbances
    )


def corrected(lines: Sequence[ComparisonLine]) -> tuple[ComparisonLine, ...]:
    """The lines with p-values that are corrected for their number, without the disqualified."""
    tested = [line for line in lines if not line.refuted]
    values = iter(holm([line.pair.p for line in tested]))
    return tuple(
        line if line.refuted else replace(line, pair=replace(line.pair, p_holm=next(values)))
        for line in lines
    )


def _with_standings(
    lines: Sequence[ComparisonLine], samples: Sequence[Sample]
) -> tuple[ComparisonLine, ...]:
    """The lines, corrected, with their standings; each has a sample of `old` and `new`."""
    tests = sum(not line.refuted for line in lines)
    return tuple(
        replace(line, standing=standing(sample, line.pair, tests))
        for line, sample in zip(lines, samples, strict=True)
    )


def _common(both: JointJudging) -> tuple[tuple[str, ...], tuple[Places, Places]]:
    """The puzzles with runs in both, and their places in each.

    Raises:
        CampaignError: there is none.
    """
    there = pandas.Index(both.old.puzzles).get_indexer(pandas.Index(both.new.puzzles))
    new = numpy.flatnonzero(there >= 0)
    old = there[new]
    if not len(new):
        raise CampaignError(
            f"found no puzzle in both campaigns, expected some: {len(both.old.puzzles)} in the old "
            f"and {len(both.new.puzzles)} in the new have runs"
        )
    return tuple(both.old.puzzles[place] for place in old), (old, new)


class _Figures:
    """The figures of two campaigns on the puzzles they have in common."""

    def __init__(
        self, both: JointJudging, places: tuple[Places, Places], measure: str, confidence: float
    ) -> None:
        self.campaigns = both.old, both.new
        self.places, self.measure, self.confidence = places, measure, confidence
        self.clock = measure if measure in CLOCKS else "wall"
        self.samples = [campaign.sample(self.clock) for campaign in self.campaigns]
        self.names = dict(zip(both.old.puzzles, both.old.names, strict=True))
        self.names |= dict(zip(both.new.puzzles, both.new.names, strict=True))

    def line(
        self, old: SolverVariant, new: SolverVariant
    ) -> tuple[ComparisonLine, Sample, pandas.DataFrame] | None:
        """The comparison of two solvers, its sample, and each puzzle; None without the measure."""
        sides = list(zip(self.campaigns, self.samples, (old, new), strict=True))
        if any(each.name in sample.unreported for _, sample, each in sides):
            return None
        rows = tuple(campaign.solvers.index(each.name) for campaign, _, each in sides)
        sample = self._sample([sample.place(each.name) for _, sample, each in sides])
        counters, same_search = self._counters(rows, sample.puzzles)
        if self.measure in CLOCKS:
            whole = pair(sample, "new", "old", self.confidence)
        elif self.measure in counters:
            whole = counters[self.measure]
        else:
            return None
        table, noise = self._changes(rows, sample)
        table = table.assign(old=old.name, new=new.name)
        numbers = Counter(table["change"])
        informative = int((sample.known.all(axis=0) & ~sample.cut.all(axis=0)).sum())
        informative = informative if self.measure in CLOCKS else whole.puzzles
        line = ComparisonLine(
            *(old, new, whole, counters, dict(numbers), noise, same_search, informative)
        )
        return line, sample, table

    def _sample(self, rows: Sequence[int]) -> Sample:
        """The times of one solver in both campaigns, as of two solvers `old` and `new`."""
        sides = list(zip(self.samples, rows, self.places, strict=True))
        values, cut, asked, stopped = (
            numpy.array([getattr(sample, part)[row, place] for sample, row, place in sides])
            for part in ("values", "cut", "asked", "stopped")
        )
        puzzles = tuple(self.samples[0].puzzles[place] for place in self.places[0])
        figures = values, cut, asked
        return Sample(
            SIDES, puzzles, self.clock, self.samples[0].limit, *figures, failed=cut & ~stopped
        )

    def _counters(
        self, rows: tuple[int, ...], puzzles: Sequence[str]
    ) -> tuple[dict[str, Pair], bool]:
        """The comparison of each reported counter, and whether all are equal, form by form."""
        old, new = (
            _counts(campaign, row) for campaign, row in zip(self.campaigns, rows, strict=True)
        )
        forms = old.merge(new, on=["puzzle", "isomorph"], suffixes=("_old", "_new"))
        forms = forms[forms["puzzle"].isin(puzzles)]
        whole = forms[_whole(forms, "old") & _whole(forms, "new")]
        found, same, searched = {}, True, False
        for name in COUNTERS:
            sides = [f"{name}_{side}" for side in SIDES]
            reported = whole.dropna(subset=sides)
            if len(reported):
                medians = reported.groupby("puzzle", sort=False)[sides].median()
                compared = pair(_counted(name, medians), "new", "old", self.confidence)
                found[name] = replace(compared, bound=_bound(forms))
                same &= bool((reported[sides[0]] == reported[sides[1]]).all())
                searched |= bool(reported[sides].any(axis=None))  # zeros show no search
        return found, same and searched

    def _changes(self, rows: tuple[int, ...], sample: Sample) -> tuple[pandas.DataFrame, Noise]:
        """The change on each puzzle, and its noise; a ratio with a stopped run is a bound."""
        old, new = (
            repetitions(campaign, row, self.measure)
            for campaign, row in zip(self.campaigns, rows, strict=True)
        )
        counted = self.measure not in CLOCKS
        table, noise = changes(old, new, counted=counted, confidence=self.confidence)
        table.insert(1, "name", [self.names[puzzle] for puzzle in table["puzzle"]])
        order = pandas.Index(sample.puzzles).get_indexer(pandas.Index(table["puzzle"]))
        stopped = sample.stopped[:, order]
        bounds = [bound(*each) for each in zip(stopped[1], stopped[0], strict=True)]
        if not counted:
            values = sample.values[:, order]
            table["ratio"] = table["ratio"].fillna(pandas.Series(values[1] / values[0]))
        return table.assign(bound=bounds).iloc[numpy.argsort(order)], noise


def _counts(campaign: Campaign, solver: int) -> pandas.DataFrame:
    """The counters of a solver, a row for each isomorph of a puzzle that it was asked.

    Args:
        campaign: that is open.
        solver: its place in `campaign.solvers`.

    Returns:
        The columns puzzle (its hash), isomorph, runs, solved, stopped (at the limit), and for each
        of COUNTERS the median of the solved runs: NaN where one does not report it.
    """
    medians = ", ".join(
        f"CASE WHEN count({name}) FILTER (correct) = solved THEN median({name}) FILTER (correct) "
        f"END::DOUBLE AS {name}"
        for name in COUNTERS
    )
    query = (
        "SELECT place, isomorph, count(*) AS runs, count(*) FILTER (correct) AS solved, "
        f"count(*) FILTER ({STOPPED}) AS stopped, {medians} FROM narrow "
        "WHERE solver = $1 GROUP BY ALL ORDER BY place, isomorph"
    )
    return campaign.by_form(query, solver)


def _counted(name: str, medians: pandas.DataFrame) -> Sample:
    """A counter in both campaigns, as of two solvers `old` and `new`."""
    values = medians.to_numpy(float).T
    cut = numpy.zeros(values.shape, bool)
    return Sample(SIDES, tuple(medians.index), name, None, values, cut, ~cut)


def _whole(forms: pandas.DataFrame, side: str) -> "pandas.Series[bool]":
    """Whether all runs of a campaign solved a form, by form."""
    return forms[f"solved_{side}"] == forms[f"runs_{side}"]


def _bound(forms: pandas.DataFrame) -> str:
    """The bound on a ratio without the forms that one campaign solved, the other not in time."""
    lost, gained = (
        bool(((forms[f"solved_{side}"] > 0) & (forms[f"stopped_{other}"] > 0)).any())
        for side, other in (SIDES, SIDES[::-1])
    )
    return bound(lost, gained)
