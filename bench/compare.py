"""Two campaigns compared: versions, machines or settings, solver by solver and puzzle by puzzle.

Solvers are matched by name and settings (bench/matching.py).  Compared are the puzzles that a
solver was asked in both; what has no match is said.

Over all puzzles the figure is the ratio of the new time to the old with the interval and the test
of bench/statistics/pair.py, the puzzles being the units: how much slower it is on puzzles like
these.  The tests of all solvers are corrected together.  On single puzzles it is the repetitions
that tell a change from noise: bench/noise.py.

Deterministic counters stand beside each time, over the puzzles solved in both.  Where all that a
solver counts is equal and its time is not, it made the same search on another machine, or each step
has become slower.  With a counter as the measure the puzzles not solved in both are left out, as a
killed run does not tell: then a bound says which way the ratio is open.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy
import pandas
from numpy.typing import NDArray

from accord.bench.differences import Differences
from accord.bench.folder import CampaignError
from accord.bench.joint import SIDES, Conflict, Joint, joint
from accord.bench.matching import Variant, matched, variants
from accord.bench.noise import Noise, changes, repetitions
from accord.bench.statistics.pair import CONFIDENCE, Pair, holm, pair
from accord.bench.statistics.sample import MEASURES, Campaign, Sample
from accord.bench.table import MEASURES as CLOCKS
from accord.solvers.budget import COUNTERS

Places = NDArray[numpy.int64]


@dataclass(frozen=True)
class Line:
    """How a solver of the new campaign compares with one of the old."""

    old: Variant
    new: Variant
    pair: Pair  # of the new to the old: above 1 it has become slower
    counters: dict[str, Pair]  # over the puzzles solved in both
    changes: dict[str, int]  # on how many puzzles it is better, worse, same, conflict, unknown
    noise: Noise

    @property
    def same_search(self) -> bool:
        """Whether all that it counts is the same on every puzzle."""
        pairs = self.counters.values()
        return bool(pairs) and all(each.wins + each.losses == 0 for each in pairs)

    @property
    def outside(self) -> bool:
        """Whether the interval of the ratio excludes 1."""
        return self.pair.low > 1 or self.pair.high < 1


@dataclass(frozen=True)
class Comparison:
    """What changed from one campaign to the other."""

    folders: tuple[str, str]
    measure: str
    limit: int | None  # solutions asked for; None for all
    time_limits: tuple[float, float]  # seconds; both stand under the smaller
    puzzles: int  # in both
    puzzles_alone: tuple[int, int]  # in one only
    solvers_alone: tuple[tuple[str, ...], tuple[str, ...]]  # without a match
    silent: tuple[str, ...]  # that do not tell the measure
    lines: tuple[Line, ...]
    conflicts: tuple[Conflict, ...]  # the first of them
    refuted: int  # how many there are
    isomorphs: tuple[int, int, int]  # of each puzzle: old, new, and the same in both
    differences: Differences  # in what else the runs differ
    confidence: float
    changes: pandas.DataFrame  # a row for each puzzle and solver: see bench/noise.py

    def slower(self, factor: float) -> tuple[Line, ...]:
        """Who has become slower by more than a factor, and beyond the noise.

        The ratio is above the factor, and its interval above 1.
        """
        return tuple(line for line in self.lines if line.pair.ratio > factor and line.pair.low > 1)


def compare(
    old: Path,
    new: Path,
    measure: str = "wall",
    renamed: Sequence[str] = (),
    confidence: float = CONFIDENCE,
) -> Comparison:
    """What changed from one campaign to another.

    Args:
        old: the folder of one.
        new: of the other.
        measure: wall, cpu or a counter.
        renamed: `OLD=NEW`, two solvers to compare, by their names in tables; the version and host
            may be left out where there is one.
        confidence: of the intervals.

    Raises:
        CampaignError: there is nothing to compare, the questions differ, or it is not clear which
            solvers to compare.
    """
    if measure not in MEASURES:
        raise CampaignError(f"found {measure!r}, expected one of {', '.join(MEASURES)}")
    with joint(old, new) as both:
        there = variants(both.old), variants(both.new)
        matches = matched(*there, renamed)
        puzzles, places = _common(both)
        found = _Figures(both, places, measure, confidence)
        compared = {match: found.line(*match) for match in matches}
        lines = [each for each in compared.values() if each is not None]
        if not lines:
            raise CampaignError(f"found no solver that tells its {measure} in both, expected one")
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
            silent=tuple(new.name for (_, new), line in compared.items() if line is None),
            lines=_corrected([line for line, _ in lines]),
            conflicts=both.conflicts,
            refuted=both.refuted,
            isomorphs=both.isomorphs,
            differences=both.differences,
            confidence=confidence,
            changes=pandas.concat([table for _, table in lines], ignore_index=True),
        )


def _alone(
    there: tuple[Sequence[Variant], Sequence[Variant]], matches: Sequence[tuple[Variant, Variant]]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The solvers of each campaign that have no match."""
    old, new = (
        tuple(each.name for each in there[side] if all(each != match[side] for match in matches))
        for side in (0, 1)
    )
    return old, new


def _corrected(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with p-values that are corrected for their number."""
    values = holm([line.pair.p for line in lines])
    return tuple(
        replace(line, pair=replace(line.pair, p_holm=p))
        for line, p in zip(lines, values, strict=True)
    )


def _common(both: Joint) -> tuple[tuple[str, ...], tuple[Places, Places]]:
    """The puzzles with runs in both, and their places in each.

    Raises:
        CampaignError: there is none.
    """
    there = {puzzle: place for place, puzzle in enumerate(both.old.puzzles)}
    found = [
        (there[puzzle], place) for place, puzzle in enumerate(both.new.puzzles) if puzzle in there
    ]
    if not found:
        raise CampaignError(
            f"found no puzzle in both campaigns, expected some: {len(both.old.puzzles)} in the old "
            f"and {len(both.new.puzzles)} in the new have runs"
        )
    places = numpy.array(found).T
    return tuple(both.old.puzzles[place] for place in places[0]), (places[0], places[1])


class _Figures:
    """The figures of two campaigns on the puzzles they have in common."""

    def __init__(
        self, both: Joint, places: tuple[Places, Places], measure: str, confidence: float
    ) -> None:
        self.campaigns = both.old, both.new
        self.places, self.measure, self.confidence = places, measure, confidence
        self.clock = measure if measure in CLOCKS else "wall"
        self.samples = [campaign.sample(self.clock) for campaign in self.campaigns]
        self.counts = {name: _counts(self.campaigns, name) for name in COUNTERS}
        self.names = dict(zip(both.old.puzzles, both.old.names, strict=True))
        self.names |= dict(zip(both.new.puzzles, both.new.names, strict=True))

    def line(self, old: Variant, new: Variant) -> tuple[Line, pandas.DataFrame] | None:
        """The comparison of two solvers, whole and puzzle by puzzle; None if they do not tell."""
        rows = tuple(
            sample.solvers.index(each.name)
            for sample, each in zip(self.samples, (old, new), strict=True)
        )
        sample = self._sample(rows)
        counters = {
            name: found for name in COUNTERS if (found := self._counted(name, rows, sample))
        }
        if self.measure in CLOCKS:
            whole = pair(sample, "new", "old", self.confidence)
        elif self.measure in counters:
            whole = counters[self.measure]
        else:
            return None
        table, noise = self._changes(rows, sample)
        table = table.assign(old=old.name, new=new.name)
        numbers = Counter(table["change"])
        return Line(old, new, whole, counters, dict(numbers), noise), table

    def _sample(self, rows: tuple[int, ...]) -> Sample:
        """The times of one solver in both campaigns, as of two solvers `old` and `new`."""
        parts = [
            numpy.array(
                [
                    getattr(sample, part)[row, place]
                    for sample, row, place in zip(self.samples, rows, self.places, strict=True)
                ]
            )
            for part in ("values", "cut", "asked")
        ]
        puzzles = tuple(self.samples[0].puzzles[place] for place in self.places[0])
        limit = self.samples[0].limit
        return Sample(SIDES, puzzles, self.clock, limit, parts[0], parts[1], parts[2])

    def _counted(self, name: str, rows: tuple[int, ...], sample: Sample) -> Pair | None:
        """How a counter compares on the puzzles solved in both; None where it is not told."""
        counts = self.counts[name]
        if counts is None:
            return None
        values = numpy.array(
            [each[row, place] for each, row, place in zip(counts, rows, self.places, strict=True)]
        )
        told = sample.solved.all(axis=0) & ~numpy.isnan(values).any(axis=0)
        if not told.any():
            return None
        asked = numpy.array([told, told])
        cut = numpy.zeros_like(asked)
        found = Sample(SIDES, sample.puzzles, name, None, values, cut, asked)
        lost, gained = (
            bool((sample.solved[side] & sample.asked[1 - side] & sample.cut[1 - side]).any())
            for side in (0, 1)
        )
        bound = "~" if lost and gained else ">=" if lost else "<=" if gained else ""
        return replace(pair(found, "new", "old", self.confidence), bound=bound)

    def _changes(self, rows: tuple[int, ...], sample: Sample) -> tuple[pandas.DataFrame, Noise]:
        """What changed on each puzzle; where a figure is cut, its ratio is a bound."""
        old, new = (
            repetitions(campaign, row, self.measure)
            for campaign, row in zip(self.campaigns, rows, strict=True)
        )
        counted = self.measure not in CLOCKS
        table, noise = changes(old, new, counted=counted, confidence=self.confidence)
        table.insert(1, "name", [self.names[puzzle] for puzzle in table["puzzle"]])
        place = {puzzle: number for number, puzzle in enumerate(sample.puzzles)}
        order = numpy.array([place[puzzle] for puzzle in table["puzzle"]], dtype=int)
        cut = sample.cut[:, order]
        bound = numpy.select([cut[0] & cut[1], cut[1], cut[0]], ["~", ">=", "<="], default="")
        if not counted:
            values = sample.values[:, order]
            table["ratio"] = table["ratio"].fillna(pandas.Series(values[1] / values[0]))
        return table.assign(bound=bound).iloc[numpy.argsort(order)], noise


def _counts(
    campaigns: tuple[Campaign, Campaign], name: str
) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64]] | None:
    """Medians of a counter over the solved runs, of shape (solvers, puzzles) for each campaign."""
    found = []
    for campaign in campaigns:
        values = numpy.full((len(campaign.solvers), len(campaign.puzzles)), numpy.nan)
        query = (
            f"SELECT solver, place, median({name})::DOUBLE AS figure FROM narrow "
            f"WHERE correct AND {name} IS NOT NULL GROUP BY ALL"
        )
        rows = campaign.base.execute(query).fetchnumpy()
        values[rows["solver"], rows["place"]] = rows["figure"]
        found.append(values)
    told = all(not numpy.isnan(each).all() for each in found)
    return (found[0], found[1]) if told else None
