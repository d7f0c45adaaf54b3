"""A claim about two solvers, and what a campaign says to it.

"A is at least twice as fast as B on these puzzles" is a claim about the geometric mean of the
speed-up, the time of B to that of A (bench/statistics/pair.py).  It is supported if the whole
confidence interval lies at or above what is claimed, refuted if all of it lies below, and undecided
otherwise.  A wrong answer of either solver is worth no time at all: then the claim is unsupported,
whatever the interval says.

What the figure is of stands under the time limit: times are cut there.  Where B was cut the
speed-up without a limit is larger, and where A was, smaller; which of the two a bound says.  So a
claim that is refuted where B was cut, or supported where A was, might end otherwise under a longer
limit: that is said, and the claim is one about this limit.  Where neither solved a puzzle it
speaks for no difference; where neither solved any, nothing is decided.

Where the interval has the claim inside, more puzzles decide it, if the speed-up is not just what is
claimed: see `puzzles_needed`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, inf, isnan, log
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy
from scipy import stats

from accord.bench.collection import instances_of
from accord.bench.folder import Asked, CampaignError, read_question
from accord.bench.gather import gather
from accord.bench.matching import Variant, named, variants
from accord.bench.statistics.pair import CONFIDENCE, Pair, pair, ratios
from accord.bench.statistics.sample import Campaign, loaded
from accord.solvers.registry import MissingBackendError, UnknownSolverError, select
from accord.solvers.settings import SettingError

POWER = 0.8  # probability to decide a claim with the puzzles that are said to be needed
REASONABLE = 1_000_000  # puzzles; where more are needed none are named
ROUNDING = 1e-9  # of a ratio
NAMED = 3  # wrong answers of a solver that are told

SUPPORTED, REFUTED, UNSUPPORTED, UNDECIDED = "supported", "refuted", "unsupported", "undecided"


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
    needed: float | None  # puzzles that would decide it; inf: more than REASONABLE; None: not known
    time_limit: float  # seconds


def judge_claim(claim: Claim, folder: Path) -> Finding:
    """What the campaign in a folder says to a claim.

    Raises:
        CampaignError: there is none, it is one of another question, a solver did not run, or does
            not tell the measure.
    """
    asked = read_question(folder)
    _same_question(claim, folder, asked)
    with loaded(folder) as campaign:
        solver, against = (_found(campaign, each) for each in (claim.solver, claim.against))
        sample = campaign.sample(claim.measure)
        found = pair(sample, against.name, solver.name, claim.confidence)
        logs = ratios(sample, against.name, solver.name)
        rows = [sample.place(each.name) for each in (solver, against)]
        both = sample.known[rows].all(axis=0)
        unsolved = int((sample.cut[rows].all(axis=0) & both).sum())
        wrong = tuple(_wrong(campaign, solver)) + tuple(_wrong(campaign, against))
        limit = campaign.limit
    outcome = _outcome(claim, found, nothing=unsolved == found.puzzles, wrong=bool(wrong))
    needed = None
    if outcome == UNDECIDED and len(logs) > 1 and unsolved < found.puzzles:
        needed = puzzles_needed(
            float(logs.mean()), float(logs.std(ddof=1)), claim.at_least, claim.confidence
        )
    return Finding(
        *(claim, str(folder), outcome, found, asked.puzzles, unsolved, wrong, needed, limit)
    )


def _same_question(claim: Claim, folder: Path, asked: Asked) -> None:
    """Raise a CampaignError where a campaign is not the evidence that a claim asks for."""
    with TemporaryDirectory() as scratch:
        digest = gather(instances_of(claim.collection), Path(scratch)).digest
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
    found = named(there, name) or named(there, _canonical(name))
    if len(found) == 1:
        return found[0]
    known = ", ".join(each.name for each in found or there)
    several = "several solvers" if found else "no solver"
    raise CampaignError(f"found {several} {name!r}, expected one of {known}")


def _canonical(name: str) -> str:
    """The name with its settings as rows have them; as it is where that cannot be known here."""
    try:
        chosen = select(name)
    except (UnknownSolverError, SettingError, MissingBackendError):
        return name
    return f"{chosen.name}:{chosen.settings_text}" if chosen.settings_text else chosen.name


def _wrong(campaign: Campaign, solver: Variant) -> Iterator[str]:
    """What is wrong with the answers of a solver, in sentences."""
    rows = campaign.base.execute(_WRONG, [solver.plain, solver.version, solver.host]).fetchall()
    for name, reason in rows[:NAMED]:
        yield f"{name}: {solver.name} {reason}"
    if (more := len(rows) - NAMED) > 0:
        yield f"{more} more puzzles: {solver.name} is refuted"


_WRONG = """
SELECT puzzles.names[1], min(refutations[1])
FROM judged JOIN puzzles USING (puzzle)
WHERE category = 'wrong' AND solver_version = $2 AND host = $3
    AND CASE WHEN settings = '' THEN solver ELSE solver || ':' || settings END = $1
GROUP BY puzzle, puzzles.names[1], place ORDER BY place
"""


def _outcome(claim: Claim, speed_up: Pair, *, nothing: bool, wrong: bool) -> str:
    """What an interval says to a claim."""
    least = claim.at_least * (1 - ROUNDING)
    if not nothing and speed_up.high < least:
        return REFUTED
    if wrong:
        return UNSUPPORTED
    return SUPPORTED if not nothing and speed_up.low >= least else UNDECIDED


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
