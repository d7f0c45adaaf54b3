"""A claim about two solvers, and what a campaign says to it.

"A is at least twice as fast as B on these puzzles" is a claim about the geometric mean of the
speed-up, the time of B to that of A (bench/analysis/statistics/pair.py).  It is supported if the
whole confidence interval lies at or above what is claimed, refuted if all of it lies below, and
undecided otherwise.  A wrong answer of either solver is worth no time at all: then the claim is not
supported, whatever the interval says.

The interval is one under the time limit: times are cut there.  Where B was cut the speed-up without
a limit is larger, and where A was, smaller: which of the two, a bound says.  No claim ends by that:
where B was cut it is not refuted, and where A was, not supported, so that with both it is always
undecided.  Then a longer limit is needed, and no number of puzzles decides it.  This holds too for
a claim that names its limit.

Otherwise, where the interval has the claim inside, more puzzles decide it, if the speed-up is not
just what is claimed: see `puzzles_needed`.  A claim is about all puzzles of its collection: while
runs of the two solvers are missing nothing is decided, as who was quick may have been run first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, inf, isfinite, isnan, log
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy
from scipy import stats

from accord.bench.analysis.matching import Variant, named, variants
from accord.bench.analysis.statistics.pair import CONFIDENCE, Pair, pair, ratios
from accord.bench.analysis.statistics.sample import Campaign, loaded
from accord.bench.campaigns.deduplicate import deduplicate
from accord.bench.campaigns.folder import Asked, CampaignError, read_question
from accord.bench.instances.collection import instances_of
from accord.solvers.registry import MissingBackendError, UnknownSolverError, select
from accord.solvers.settings import SettingError

POWER = 0.8  # probability to decide a claim with the puzzles that are said to be needed
REASONABLE = 1_000_000  # puzzles; where more are needed none are named
ROUNDING = 1e-9  # of a ratio
NAMED = 3  # wrong answers of a solver that are told

SUPPORTED, REFUTED, UNSUPPORTED, UNDECIDED = "supported", "refuted", "unsupported", "undecided"
OPEN = {SUPPORTED: ("<=", "~"), REFUTED: (">=", "~")}  # bounds under which that is not known


@dataclass(frozen=True)
class Claim:
    """That a solver is so many times as fast as another; what is None is as it was asked."""

    name: str
    solver: str  # with settings
    against: str
    collection: str  # or the file of the puzzles
    at_least: float  # speed-up: how many times as fast; below 1 it may be slower
    measure: str = "wall"  # cpu, or a counter, of each of which it is one more
    confidence: float = CONFIDENCE
    time_limit: float | None = None  # seconds
    limit: int | None = None  # solutions asked for; 0 for all
    repeat: int | None = None  # or more
    isomorphs: int | None = None  # of each puzzle, or more


@dataclass(frozen=True)
class Finding:
    """What a campaign says to a claim."""

    claim: Claim
    folder: str
    outcome: str  # supported, refuted, unsupported (somebody is wrong), undecided
    speed_up: Pair  # of the other solver to this one: above 1 this one is faster
    puzzles: int  # that the collection has; those of the speed-up may be fewer
    unsolved: int  # by both, of those of the speed-up
    wrong: tuple[str, ...]  # wrong answers of the two, the first of each
    limited: bool  # it is undecided, and more puzzles would not decide it but a longer limit
    needed: float | None  # puzzles that would decide it; inf: more than REASONABLE; None: not known
    time_limit: float  # seconds
    runs: int  # of the two solvers
    asked: int  # that they will have when the campaign is finished

    @property
    def complete(self) -> bool:
        """Whether all runs of the two solvers are there."""
        return self.runs >= self.asked


def judge_claim(claim: Claim, folder: Path) -> Finding:
    """What the campaign in a folder says to a claim.

    Raises:
        CampaignError: there is none, it is one of another question, a solver did not run, does not
            tell the measure, or is compared with itself.
    """
    asked = read_question(folder)
    _same_question(claim, folder, asked)
    with loaded(folder) as campaign:
        solver, against = (_found(campaign, each) for each in (claim.solver, claim.against))
        if solver == against:
            raise CampaignError(f"found {solver.name} against itself, expected another solver")
        sample = campaign.sample(claim.measure)
        found = pair(sample, against.name, solver.name, claim.confidence)
        logs = ratios(sample, against.name, solver.name)
        rows = [sample.place(each.name) for each in (solver, against)]
        both = sample.known[rows].all(axis=0)
        unsolved = int((sample.cut[rows].all(axis=0) & both).sum())
        wrong = tuple(_wrong(campaign, solver)) + tuple(_wrong(campaign, against))
        limit = campaign.limit
        runs = sum(_runs(campaign, each) for each in (solver, against))
    wanted = 2 * asked.puzzles * (1 + asked.isomorphs) * asked.repeat
    complete = runs >= wanted
    outcome = _outcome(claim, found, complete=complete, wrong=bool(wrong))
    limited = outcome == UNDECIDED and found.bound in OPEN[_side(claim, found.ratio)]
    needed = None
    if outcome == UNDECIDED and complete and not limited and isfinite(found.low):
        needed = puzzles_needed(
            float(logs.mean()), float(logs.std(ddof=1)), claim.at_least, claim.confidence
        )
    return Finding(
        *(claim, str(folder), outcome, found, asked.puzzles, unsolved, wrong, limited, needed),
        *(limit, runs, wanted),
    )


def _same_question(claim: Claim, folder: Path, asked: Asked) -> None:
    """Raise a CampaignError where a campaign is not the evidence that a claim asks for."""
    with TemporaryDirectory() as scratch:
        digest = deduplicate(instances_of(claim.collection), Path(scratch)).digest
    if asked.digest != digest:
        raise CampaignError(
            f"{folder}: found a campaign on {asked.puzzles} puzzles of {asked.collection}, "
            f"expected the puzzles of {claim.collection}"
        )
    for name in ("time_limit", "limit"):
        wanted, found = getattr(claim, name), getattr(asked, name)
        if wanted is not None and wanted != found:
            raise CampaignError(f"{folder}: found {name} {found:g}, expected {wanted:g}")
    for name in ("repeat", "isomorphs"):
        wanted, found = getattr(claim, name), getattr(asked, name)
        if wanted is not None and wanted > found:
            raise CampaignError(f"{folder}: found {name} {found}, expected {wanted} or more")


def _found(campaign: Campaign, name: str) -> Variant:
    """The solver of a campaign that a claim names.

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


def canonical(name: str) -> str:
    """The name with its settings as rows have them; as it is where that cannot be known here."""
    try:
        return str(select(name))
    except (UnknownSolverError, SettingError, MissingBackendError):
        return name


def _runs(campaign: Campaign, solver: Variant) -> int:
    """How many runs of a solver there are."""
    rows = campaign.base.execute(_RUNS, [solver.plain, solver.version, solver.host]).fetchall()
    return int(rows[0][0])


_SAME = """
solver_version = $2 AND host = $3
    AND CASE WHEN settings = '' THEN solver ELSE solver || ':' || settings END = $1
"""
_RUNS = f"SELECT count(DISTINCT hash(puzzle, repetition, isomorph)) FROM runs WHERE {_SAME}"


def _wrong(campaign: Campaign, solver: Variant) -> Iterator[str]:
    """What is wrong with the answers of a solver, in sentences."""
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


def _outcome(claim: Claim, speed_up: Pair, *, complete: bool, wrong: bool) -> str:
    """What an interval says to a claim."""
    ends = {_side(claim, speed_up.low), _side(claim, speed_up.high)}
    side = ends.pop()
    known = complete and not ends and isfinite(speed_up.low) and speed_up.bound not in OPEN[side]
    if wrong and not (known and side == REFUTED):
        return UNSUPPORTED
    return side if known else UNDECIDED


def _side(claim: Claim, ratio: float) -> str:
    """What a speed-up would say to a claim if it were known; one that is not reaches nothing."""
    return SUPPORTED if ratio >= claim.at_least * (1 - ROUNDING) else REFUTED


def puzzles_needed(
    mean: float, spread: float, at_least: float, confidence: float = CONFIDENCE
) -> float:
    """How many puzzles like these would decide a claim, with probability POWER.

    That is how many leave the claimed value outside the interval: ((z1 + z2) s / d)^2 + z1^2 / 2,
    where d is the distance of the mean logarithm from the claimed one, s its standard deviation,
    and z1 and z2 are the normal quantiles of the confidence, on two sides, and of POWER.  The last
    term is for Student's t (Guenther, "Sample size formulas for normal theory t tests", The
    American Statistician 1981).  As mean and spread are estimates, so is the number.

    Args:
        mean: of the logarithms of the speed-up.
        spread: their standard deviation.
        at_least: the speed-up claimed.
        confidence: of the interval.

    Returns:
        A whole number; inf where it is above REASONABLE, as the speed-up is what is claimed.
    """
    first, second = stats.norm.ppf([(1 + confidence) / 2, POWER])
    with numpy.errstate(divide="ignore", invalid="ignore"):
        number = (numpy.float64((first + second) * spread) / (mean - log(at_least))) ** 2
    number += first**2 / 2
    return inf if isnan(number) or number > REASONABLE else ceil(number)
