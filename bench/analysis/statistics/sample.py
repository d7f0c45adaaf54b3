"""The sample that all statistics are computed from: one figure for each solver and puzzle.

The unit of a comparison is the puzzle.  Repetitions of a run and the isomorphs of a puzzle say how
much a figure varies on it, not how solvers differ over puzzles: counted as puzzles of their own the
result would look more certain than it is.  So they are reduced to their median first, with unsolved
runs above all others.

What an unsolved run would have taken is not known.  Of a time it counts as in the comparison table
(bench/analysis/table.py), mostly as the limit, and the median is marked as `cut` where it is that
of an unsolved run, or between one and a solved run: known to be at least that.  Of a counter it
counts as what it had counted when it ended, which is not known of a run that was killed.

A wrong answer is an unsolved run.  Where a solver declares that it cannot be asked a puzzle, or did
not run it, it has no figure.

Resamples are as many puzzles as there are, drawn from them with replacement, many times.  What a
figure would have been on other puzzles of the same kind is read off what it is on these (B. Efron,
"Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979).  They are drawn
once for each number of puzzles, so that a figure is the same every time.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy
from numpy.typing import NDArray

from accord.bench.analysis.circumstances import disturbances
from accord.bench.analysis.judging import Watch, judging, not_watched
from accord.bench.analysis.shown_solvers import ShownSolvers
from accord.bench.analysis.table import (
    ANSWER,
    CHARGES,
    ENDLESS,
    IS_CUT,
    MEDIAN,
    PHASES,
    STOPPED,
    planned_runs,
)
from accord.bench.analysis.table import MEASURES as CLOCKS
from accord.bench.campaigns.database import Database, slices
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.run import LABEL, PLAIN, expect_solver
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.phrasing import listed
from accord.solvers.budget import COUNTERS
from accord.solvers.registry import meant

if TYPE_CHECKING:
    import pandas


MEASURES = (*CLOCKS, *COUNTERS)
SLICE = 200_000  # runs whose medians are computed at a time


def in_words(measure: str) -> str:
    """A measure as a noun: `nodes`, `search time`."""
    return f"{measure} time" if measure in CLOCKS else measure


@dataclass(frozen=True)
class Sample:
    """Figures of solvers on puzzles; the arrays have the shape (solvers, puzzles)."""

    solvers: tuple[str, ...]  # with settings; versions and hosts where there are several
    puzzles: tuple[str, ...]  # digests, in the order of the campaign
    measure: str  # one of MEASURES
    limit: float | None  # seconds; None for counters
    values: NDArray[numpy.float64]  # seconds, or counts; NaN where not known
    cut: NDArray[numpy.bool_]  # it is at least that
    asked: NDArray[numpy.bool_]  # or it has no figure
    unreported: tuple[str, ...] = ()  # solvers that were left out, as they never report the measure
    failed: NDArray[numpy.bool_] | None = None  # cut, and no run stopped at the limit; or none

    @property
    def solved(self) -> NDArray[numpy.bool_]:
        """Whether the median run is a solved one."""
        return self.asked & ~self.cut

    @property
    def stopped(self) -> NDArray[numpy.bool_]:
        """Whether without a limit the figure would be larger."""
        return self.cut if self.failed is None else self.cut & ~self.failed

    @property
    def known(self) -> NDArray[numpy.bool_]:
        """Whether a figure is known, or that the median run is unsolved."""
        return self.asked & (self.cut | ~numpy.isnan(self.values))

    def of(self, *solvers: str) -> "Sample":
        """The sample of some solvers, in this order.

        Raises:
            CampaignError: one is not among them.
        """
        rows = [self.place(solver) for solver in solvers]
        parts = (self.values[rows], self.cut[rows], self.asked[rows])
        names = tuple(self.solvers[row] for row in rows)
        failed = None if self.failed is None else self.failed[rows]
        return Sample(
            names, self.puzzles, self.measure, self.limit, *parts, self.unreported, failed
        )

    def place(self, solver: str) -> int:
        """The row of a solver, however its settings are written.

        Raises:
            CampaignError: it is not among them, or never reports the measure.
        """
        if (unreported := meant(solver, self.unreported)) in self.unreported:
            others = ", ".join(self.solvers)
            raise CampaignError(
                f"{unreported} never reported its {in_words(self.measure)}; these did: {others}"
            )
        expect_solver(solver, self.solvers)
        return self.solvers.index(meant(solver, self.solvers))


@dataclass(frozen=True)
class Campaign:
    """A campaign that is open, with its rows narrowed to what statistics need.

    The view `narrow` of its database has a row for each run that a solver was asked: `solver` and
    `place`, which are places in `solvers` and `puzzles`, repetition, isomorph, category, outcome,
    `correct`, and the columns of a run that are costs and circumstances.
    """

    base: Database
    solvers: tuple[str, ...]  # most solved first, then least time
    puzzles: tuple[str, ...]  # digests, in the order of the campaign
    names: tuple[str, ...]  # of the puzzles
    limit: float  # seconds
    runs: int = 0  # that are there
    asked: int = 0  # runs that it will have when it is finished; 0 if that is not known
    answers: tuple[str, ...] = ()  # of each puzzle: keys of ANSWERS of bench/analysis/table.py
    whole: int = 0  # puzzles of the campaign, those without runs too
    disturbances: tuple[str, ...] = ()  # of the machine, in sentences

    def sample(self, measure: str = "wall") -> Sample:
        """The figures of one measure; solvers without this counter or phase are left out.

        Raises:
            CampaignError: there is no such measure, or no solver reports it.
        """
        if measure not in MEASURES:
            raise CampaignError(f"found {measure!r}, expected one of {', '.join(MEASURES)}")
        shape = len(self.solvers), len(self.puzzles)
        values = numpy.full(shape, numpy.nan)
        cut, asked, failed = (numpy.zeros(shape, bool) for _ in range(3))
        charge = CHARGES.get(measure, measure)  # what an unsolved run counts as
        query = _MEDIANS.format(figure=CLOCKS.get(measure, measure), charge=charge)
        runs = self.base.value("SELECT count(*) FROM narrow")
        for where in slices(1 + runs // SLICE):
            found = self.base.execute(query.format(where=where)).fetchnumpy()
            rows, columns = found["solver"], found["place"]
            values[rows, columns] = numpy.ma.filled(found["figure"], numpy.nan)
            cut[rows, columns], asked[rows, columns] = found["cut"], True
            failed[rows, columns] = found["failed"]
        limit = self.limit if measure in CLOCKS else None
        figures = values, cut, asked
        whole = Sample(self.solvers, self.puzzles, measure, limit, *figures, failed=failed)
        everyone = measure in CLOCKS and measure not in PHASES
        return whole if everyone else _reporting(whole)

    def by_form(self, query: str, solver: int) -> "pandas.DataFrame":
        """The rows of a query for a solver's runs, one for each isomorph of a puzzle.

        Args:
            query: its columns are place, isomorph and others; `$1` is the solver.
            solver: its place in `solvers`.

        Returns:
            The columns, with puzzle (its hash) in place of its place.
        """
        found = self.base.execute(query, [solver]).df()
        digests = numpy.array(self.puzzles, dtype=object)
        return found.assign(puzzle=digests[found.pop("place").to_numpy()])


def _reporting(sample: Sample) -> Sample:
    """The sample without the solvers that solved puzzles and never reported this measure."""
    unknown = numpy.isnan(sample.values)
    reporting = ~((sample.solved & unknown).any(axis=1) | unknown.all(axis=1))
    if not reporting.any():
        what = in_words(sample.measure)
        raise CampaignError(f"found no solver that reports its {what}, expected one")
    unreported = tuple(sample.solvers[place] for place in numpy.flatnonzero(~reporting))
    rest = sample.of(*(sample.solvers[place] for place in numpy.flatnonzero(reporting)))
    return replace(rest, unreported=unreported)


@contextmanager
def loaded(
    folder: Path,
    watch: Watch = not_watched,
    steps: ShowStep = not_shown,
    named: Sequence[str] = (),
    shown: ShownSolvers | None = None,
) -> Iterator[Campaign]:
    """The campaign in this folder, judged.

    Args:
        folder: of the campaign.
        watch: called with each puzzle that has runs, and its verdict.
        steps: called before each of them is judged.
        named: solvers that somebody asks about.
        shown: whose runs it has; all by default.

    Raises:
        CampaignError: there is none, it has no runs, runs with different time limits, or none of a
            named solver.
    """
    with judging(folder, watch, steps, named, shown) as base:
        yield narrowed(base, folder)


def narrowed(base: Database, folder: Path) -> Campaign:
    """The campaign in a database with the views of `judged`.

    Raises:
        CampaignError: it has no runs, or runs with different time limits.
    """
    runs = base.keep("labelled_rows", _LABELLED)
    limits = [limit for (limit,) in base.rows("SELECT DISTINCT time_limit FROM labelled_rows")]
    if not runs:
        raise CampaignError(f"{folder}: found no runs, expected some")
    if len(limits) > 1:
        found = listed(f"{limit:g} s" for limit in sorted(limits))
        raise CampaignError(f"{folder}: found runs limited to {found}, expected one time limit")
    solvers = tuple(label for (label,) in base.execute(_MERIT).fetchall())
    puzzles = base.execute(_PUZZLES).fetchall()
    digests, names, answers = map(tuple, zip(*puzzles, strict=True))
    for name, values in (("solver_places", solvers), ("puzzle_places", digests)):
        base.execute(
            f"CREATE TABLE {name} AS SELECT unnest($1) AS what, unnest(range(len($1))) AS place",
            [list(values)],
        )
    base.keep("narrow", _NARROW)
    whole = base.value("SELECT count(*) FROM puzzles")
    asked, _ = planned_runs(folder, whole)
    return Campaign(
        *(base, solvers, digests, names, limits[0]),
        runs=base.value(_RUNS),
        asked=asked,
        answers=answers,
        whole=whole,
        disturbances=disturbances(folder, base),
    )


_RUNS = "SELECT count(DISTINCT hash(solver, settings, puzzle, repetition, isomorph)) FROM runs"


_COSTS = (
    "wall_time, cpu_time, first_solution_time, encode_time, search_time, decode_time, "
    "encode_cpu_time, search_cpu_time, decode_cpu_time, prepare_time, startup_time, peak_memory, "
    f"{', '.join(COUNTERS)}"
)
_LABELLED = f"""
SELECT puzzle, instance, repetition, isomorph, category, outcome, reason, started, time_limit,
    {ANSWER} AS answer,
    {_COSTS}, solver_version, host, {PLAIN} AS plain, {LABEL} AS label
FROM judged
"""
_MERIT = """
SELECT label FROM labelled_rows GROUP BY label
ORDER BY count(*) FILTER (category = 'correct') DESC,
    fsum(CASE WHEN category = 'correct' THEN wall_time ELSE time_limit END), label
"""
_PUZZLES = """
SELECT puzzle, names[1], answer FROM puzzles
JOIN (SELECT puzzle, min(answer) AS answer FROM labelled_rows GROUP BY puzzle) USING (puzzle)
ORDER BY place
"""
_NARROW = """
SELECT solver_places.place AS solver, puzzle_places.place AS place,
    category = 'correct' AS correct, labelled_rows.* EXCLUDE (label)
FROM labelled_rows JOIN solver_places ON label = solver_places.what
JOIN puzzle_places ON puzzle = puzzle_places.what
WHERE category != 'missing'
"""
_MEDIANS = f"""
SELECT solver, place,
    CASE WHEN count(spent) FILTER (correct) < count(*) FILTER (correct) THEN NULL
        WHEN {IS_CUT.format(endless="endless")} THEN {MEDIAN.format(spent="spent")}
        ELSE median(endless) END::DOUBLE AS figure,
    {IS_CUT.format(endless="endless")} AS cut,
    cut AND NOT {IS_CUT.format(endless="longest")} AS failed
FROM (
    SELECT solver, place, correct, CASE WHEN correct THEN {{figure}} ELSE {{charge}} END AS spent,
        CASE WHEN correct THEN coalesce({{figure}}, 0) ELSE {ENDLESS} END AS endless,
        CASE WHEN {STOPPED} THEN {ENDLESS} ELSE coalesce(spent, 0) END AS longest
    FROM narrow WHERE {{{{where}}}}
) GROUP BY ALL
"""


RESAMPLES, RESAMPLES_OF_ORDER = 2000, 1000
CELLS = 5_000_000  # numbers in memory at a time
ROUNDING = 1e-12  # of sums: clones are equal

Numbers = NDArray[numpy.float64]


@lru_cache(maxsize=8)
def resampled(number: int) -> Numbers:
    """How often each of so many puzzles is drawn: a row for each of RESAMPLES, always the same."""
    rng = numpy.random.default_rng(0)
    drawn = rng.integers(number, size=(RESAMPLES, number))
    places = (drawn + number * numpy.arange(RESAMPLES)[:, None]).ravel()
    counts = numpy.bincount(places, minlength=RESAMPLES * number)
    return counts.reshape(RESAMPLES, number).astype(float)


def flips(costs: Numbers, resamples: int = RESAMPLES_OF_ORDER, seed: int = 0) -> Numbers:
    """For each two solvers the share of resamples in which their order is the other way round.

    It says whether other puzzles of the same kind would have put them in another order, ties
    counting half.  Near 0 the order stands; near one half it is random.  It is no p-value: it says
    what becomes of a ranking list.  The scores of all solvers in all resamples are products of
    matrices: a thousand resamples of 20 solvers on 5000 puzzles take 0.2 s.

    Args:
        costs: of each solver on each puzzle, with the shape (solvers, puzzles); the order of
            solvers is that of their sums, the least first.
        resamples: how many.
        seed: of the draw.

    Returns:
        A symmetric matrix with the shape (solvers, solvers); one half for equal ones.
    """
    number = costs.shape[1]
    rng = numpy.random.default_rng(seed)
    order, drawn = _order(costs.sum(axis=1)), numpy.zeros((len(costs), len(costs)))
    step = 1 + CELLS // number
    for start in range(0, resamples, step):
        counts = numpy.empty((min(step, resamples - start), number))
        for row in counts:
            row[:] = numpy.bincount(rng.integers(number, size=number), minlength=number)
        drawn += _order(counts @ costs.T).sum(axis=0)
    shares: Numbers = (1 - order * drawn / resamples) / 2
    return shares


def _order(sums: Numbers) -> Numbers:
    """For each two solvers -1 if the one has the smaller sum, 1 if the other has, 0 if equal."""
    differences = sums[..., :, None] - sums[..., None, :]
    size = numpy.abs(sums)[..., :, None] + numpy.abs(sums)[..., None, :]
    return numpy.where(numpy.abs(differences) <= ROUNDING * size, 0.0, numpy.sign(differences))
