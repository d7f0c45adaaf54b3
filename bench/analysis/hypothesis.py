"""A hypothesis about two solvers, and what a campaign shows of it.

"A is at least twice as fast as B on these puzzles" is a hypothesis about a ratio of the two, of a
quantity that it names (bench/analysis/statistics/quantities.py): the times cut at the limit, whose
ratio is the speed-up, unless it says another.  It is supported if the whole confidence interval of
that ratio lies at or above the number it states, refuted if all of it lies below, and undecided
where the interval holds the number.  With a wrong answer of either solver it is never supported.

So it is decided up to the limit that the runs had: what a longer one would show, `bound` says, and
no campaign under this one.

Where the interval includes the stated number, more puzzles decide it, if the ratio is not just
that: see `puzzles_needed`.  A hypothesis is about all puzzles of its collection: while runs of the
two solvers are missing nothing is decided, as the quick ones may have been run first.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, inf, isfinite, isnan, log, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy
from scipy import stats

from accord.bench.analysis.matching import SolverVariant, named, variants
from accord.bench.analysis.statistics.pair import CONFIDENCE, Pair, pair, ratios
from accord.bench.analysis.statistics.quantities import Advantage, advantage
from accord.bench.analysis.statistics.sample import Campaign, loaded
from accord.bench.analysis.table import MEASURES as CLOCKS
from accord.bench.campaigns.deduplicate import deduplicate
from accord.bench.campaigns.folder import CampaignError, RecordedQuestion, read_question
from accord.bench.campaigns.run import PLAIN
from accord.bench.judge.steps import ShowStep, not_shown
from accord.bench.make.instances.collection import instances_of
from accord.solvers.registry import canonical

POWER = 0.8  # probability to decide a hypothesis with as many puzzles as `puzzles_needed` returns
REASONABLE = 1_000_000  # puzzles; where more are needed none are named
ROUNDING = 1e-9  # of a ratio
NAMED = 3  # wrong answers of a solver that are shown

SUPPORTED, REFUTED, UNSUPPORTED, UNDECIDED = "supported", "refuted", "unsupported", "undecided"


ASKED = {"time_limit": 10.0, "limit": 2, "repeat": 1, "isomorphs": 0}  # and what is usual
AT_LEAST = ("repeat", "isomorphs")  # or more


@dataclass(frozen=True)
class Hypothesis:
    """The claim that a solver is `at_least` times as good as another."""

    name: str
    solver: str  # with settings
    against: str
    collection: str  # or the file of the puzzles
    at_least: float  # how many times as fast, or as good; below 1 it may be worse
    measure: str = "wall"  # or another of MEASURES: of a counter it is one more
    confidence: float = CONFIDENCE
    quantity: str = "times"  # of QUANTITIES: what the ratio is of
    asked: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Of `ASKED` what has to be as it says; the rest may be as it was asked."""


@dataclass(frozen=True)
class Assessment:
    """The result of a campaign for a hypothesis."""

    hypothesis: Hypothesis
    folder: str
    outcome: str  # supported, refuted, unsupported (a solver is wrong), undecided
    advantage: Advantage  # of the solver over the other, of the quantity that is named
    speed_up: Pair  # of the other solver to this one: above 1 this one is faster
    puzzles: int  # that the collection has; those of the ratio may be fewer
    wrong: tuple[str, ...]  # wrong answers of the two, the first of each
    needed: float | None  # puzzles that would decide it; inf: more than REASONABLE; None: not known
    time_limit: float  # seconds
    runs: int  # of the two solvers
    asked: int  # that they will have when the campaign is finished
    disturbances: tuple[str, ...]  # of the machine, in sentences

    @property
    def complete(self) -> bool:
        """Whether all runs of the two solvers are there."""
        return self.runs >= self.asked


def assess(hypothesis: Hypothesis, folder: Path, steps: ShowStep = not_shown) -> Assessment:
    """What the campaign in a folder shows of a hypothesis.

    Args:
        hypothesis: what is claimed.
        folder: of the campaign.
        steps: called before each puzzle is judged.

    Raises:
        CampaignError: there is none, it is one of another question, a solver did not run, does not
            report the measure, or is compared with itself.
    """
    asked = read_question(folder)
    _same_question(hypothesis, folder, asked)
    asked_about = (hypothesis.solver, hypothesis.against)
    with loaded(folder, steps=steps, named=asked_about) as campaign:
        solver, against = (_found(campaign, each) for each in asked_about)
        if solver == against:
            raise CampaignError(f"found {solver.name} against itself, expected another solver")
        sample = campaign.sample(hypothesis.measure)
        found = pair(sample, against.name, solver.name, hypothesis.confidence)
        better = advantage(sample, found, hypothesis.quantity, hypothesis.confidence)
        logs = ratios(sample, against.name, solver.name)
        wrong = tuple(_wrong(campaign, solver)) + tuple(_wrong(campaign, against))
        limit = campaign.limit
        disturbed = campaign.disturbances if hypothesis.measure in CLOCKS else ()  # no counts
        runs = sum(_runs(campaign, each) for each in (solver, against))
    wanted = 2 * asked.puzzles * (1 + asked.isomorphs) * asked.repeat
    complete = runs >= wanted
    outcome = _outcome(hypothesis, better, complete=complete, wrong=bool(wrong))
    needed = None
    if outcome == UNDECIDED and complete and better.low > 0 and isfinite(better.high):
        needed = puzzles_needed(
            log(better.ratio),
            float(logs.std(ddof=1)) if better.quantity == "times" else _spread(hypothesis, better),
            hypothesis.at_least,
            hypothesis.confidence,
            reach=log(better.unseen[better.ratio < hypothesis.at_least]) * better.puzzles,
        )
    return Assessment(
        *(hypothesis, str(folder), outcome, better, found, asked.puzzles, wrong, needed),
        *(limit, runs, wanted, disturbed),
    )


def _same_question(hypothesis: Hypothesis, folder: Path, asked: RecordedQuestion) -> None:
    """Raise a CampaignError where a campaign is not the evidence that a hypothesis asks for."""
    with TemporaryDirectory() as scratch:
        digest = deduplicate(instances_of(hypothesis.collection), Path(scratch)).digest
    if asked.digest != digest:
        raise CampaignError(
            f"{folder}: found a campaign on {asked.puzzles} puzzles of {asked.collection}, "
            f"expected the puzzles of {hypothesis.collection}"
        )
    for name, wanted in hypothesis.asked.items():
        found, more = getattr(asked, name), name in AT_LEAST
        if wanted > found if more else wanted != found:
            said = ["all" if each is None else f"{each:g}" for each in (found, wanted)]
            raise CampaignError(
                f"{folder}: found {name} {said[0]}, expected {said[1]}{' or more' * more}"
            )


def _found(campaign: Campaign, name: str) -> SolverVariant:
    """The solver of a campaign that a hypothesis names.

    Raises:
        CampaignError: it did not run, or several of its versions or hosts did.
    """
    there = variants(campaign)
    found = named(there, name) or named(there, canonical(name))
    if len(found) == 1:
        return found[0]
    known = ", ".join(each.name for each in found or there)
    several = "several solvers" if found else "no solver"
    raise CampaignError(f"found {several} {name!r}, expected one of {known}")


def _runs(campaign: Campaign, solver: SolverVariant) -> int:
    """The number of runs of a solver."""
    rows = campaign.base.execute(_RUNS, [solver.plain, solver.version, solver.host]).fetchall()
    return int(rows[0][0])


_SAME = f"solver_version = $2 AND host = $3 AND {PLAIN} = $1"
_RUNS = f"SELECT count(DISTINCT hash(puzzle, repetition, isomorph)) FROM runs WHERE {_SAME}"


def _wrong(campaign: Campaign, solver: SolverVariant) -> Iterator[str]:
    """The wrong answers of a solver, in sentences."""
    rows = campaign.base.execute(_WRONG, [solver.plain, solver.version, solver.host]).fetchall()
    for name, reason in rows[:NAMED]:
        yield f"{name}: {solver.name} {reason}"
    if (more := len(rows) - NAMED) > 0:
        yield f"{more} more puzzles: {solver.name} is refuted"


_WRONG = f"""
SELECT puzzles.names[1], min(refutations[1])
FROM judged JOIN puzzles USING (puzzle)
WHERE category = 'wrong' AND {_SAME}
GROUP BY puzzle, puzzles.names[1], place ORDER BY place
"""


def _outcome(hypothesis: Hypothesis, found: Advantage, *, complete: bool, wrong: bool) -> str:
    """The outcome of a hypothesis by the interval of a ratio."""
    side = decided(found, hypothesis.at_least) if complete else UNDECIDED
    return UNSUPPORTED if wrong and side != REFUTED else side


def decided(found: Advantage, at_least: float) -> str:
    """SUPPORTED or REFUTED where the whole interval of a ratio is on a side; else UNDECIDED."""
    low, high = found.ends
    least = at_least * (1 - ROUNDING)
    return SUPPORTED if low >= least else REFUTED if high < least else UNDECIDED


def _spread(hypothesis: Hypothesis, found: Advantage) -> float:
    """The standard deviation of a puzzle's logarithm with which a mean has such an interval."""
    far = stats.norm.ppf((1 + hypothesis.confidence) / 2) / sqrt(found.puzzles)
    return float((log(found.high) - log(found.low)) / (2 * far))


def puzzles_needed(
    mean: float,
    spread: float,
    at_least: float,
    confidence: float = CONFIDENCE,
    reach: float = 0.0,
) -> float:
    """The number of puzzles like these that decide a hypothesis with probability POWER.

    That is how many leave the claimed value outside the interval: ((z1 + z2) s / d)^2 + z1^2 / 2,
    where d is the distance of the mean logarithm from the claimed one, s its standard deviation,
    and z1 and z2 are the normal quantiles of the confidence, on two sides, and of POWER.  The last
    term is for Student's t (Guenther, "Sample size formulas for normal theory t tests", The
    American Statistician 1981).  As mean and spread are estimates, so is the number.

    What unseen puzzles could do, reach / n, has to be less than the width of the interval, 2 z1 s /
    sqrt(n), or to leave the claimed value outside too: (z1 + z2) s / sqrt(n) + reach / n < d.

    Args:
        mean: of the logarithms of the ratio.
        spread: their standard deviation.
        at_least: the ratio claimed.
        confidence: of the interval.
        reach: by how much unseen puzzles could move the sum of the logarithms.

    Returns:
        A whole number; inf where it is above REASONABLE, as the speed-up is what is claimed.
    """
    first, second = stats.norm.ppf([(1 + confidence) / 2, POWER])
    far, off = numpy.float64((first + second) * spread), abs(mean - log(at_least))
    with numpy.errstate(divide="ignore", invalid="ignore"):
        number = (far / off) ** 2
        both = ((far + numpy.sqrt(far**2 + 4 * reach * off)) / (2 * off)) ** 2
        narrow = (reach / numpy.float64(2 * first * spread)) ** 2 if reach else 0.0
    number = max(number, min(both, narrow)) + first**2 / 2
    return inf if isnan(number) or number > REASONABLE else ceil(number)
