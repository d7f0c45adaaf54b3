"""A proof of the statistics: simulated campaigns, of which the truth is known.

    python tools/prove.py [CAMPAIGNS]

draws thousands of campaigns from worlds in which the truth is known, and counts how often intervals
of 95 % hold it, and how often solvers without a difference are called different.  In each world
puzzles differ in difficulty by orders of magnitude; a run is off by 5 %, and one in ten by more,
always for the worse; there are three runs of each solver on each puzzle, of which the median
counts.  The truth is the mean of the logarithm of the ratio over all puzzles of the world, of
medians of three, cut at the limit: what `pair` estimates.  It is known where solvers can change
places; else it is that of TRUTH puzzles.  The truth of the typical ratio is the median of the means
of two of them, over the puzzles that one of the two solved.

    world        what the two solvers take, beside what the puzzle takes both
    ----------   -----------------------------------------------------------------------------------
    identical    the same
    equal        each is better on half of the puzzles, by a half or so
    faster       the same, and the first takes 10 % less
    heavy        the first takes far longer on three puzzles in ten (the logarithm has an
                 exponential tail); one run in five overruns the limit
    heavy twins  both do, each on puzzles of its own; one run in five overruns the limit
    rare         the first takes twenty times as long on one puzzle in twenty
    one side     the first is cut at the limit, in 10 or 40 % of its runs; the second, which takes
                 half as much in logarithms, never
    both sides   10 or 40 % of the runs of both are; the first takes half as long again, and either
                 is better on puzzles of its own

In the last, the four quantities that a claim may be about (bench/analysis/statistics/quantities.py)
are looked at: how often intervals hold the truth, which is measured, and how often a claim that is
just short of true is SUPPORTED, or one that is just true REFUTED.

Exits with 1 if a figure that is promised is outside its band; the smaller campaigns are for
comparison.  What was measured stands in docs/explanation/statistics.md.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, isfinite, log, nan, sqrt

import numpy
from numpy.random import Generator
from numpy.typing import NDArray

from accord.bench.analysis.hypothesis import REFUTED, SUPPORTED, decided
from accord.bench.analysis.statistics.pair import pair, pairs
from accord.bench.analysis.statistics.quantities import QUANTITIES, advantage
from accord.bench.analysis.statistics.sample import Sample

CAMPAIGNS = 2000
PUZZLES = 100  # of a campaign that is promised something
SMALLER = (10, 20, 30)
REPETITIONS = 3
TRUTH = 4_000_000  # puzzles
SLICE = 250_000
COVERED = (0.93, 0.97)
DIFFERENT = 0.065  # of pairs without a difference, at most
TIMEOUTS = 0.2  # of the runs of the worlds that are heavy
SHORT = 0.05  # of claims just short of true that are SUPPORTED, at most
JUST = 1e-6  # of a ratio: by how much a claim is off the truth
LONGEST = 10_000.0  # seconds; the limit of the others, which hardly a run takes

Numbers = NDArray[numpy.float64]
Draw = Callable[[Generator, int, int], Numbers]  # logarithms of seconds: (solvers, puzzles)


def identical(rng: Generator, solvers: int, puzzles: int) -> Numbers:
    """Solvers that take what the puzzle takes."""
    return numpy.tile(rng.normal(0, 2.3, puzzles), (solvers, 1))  # 95 % within a factor of 10,000


def equal(rng: Generator, solvers: int, puzzles: int) -> Numbers:
    """Solvers each of which is good at puzzles of its own."""
    return identical(rng, solvers, puzzles) + rng.normal(0, 0.5, (solvers, puzzles))


def faster(rng: Generator, solvers: int, puzzles: int) -> Numbers:
    """The same, and the first takes 10 % less."""
    times = equal(rng, solvers, puzzles)
    times[0] += log(0.9)
    return times


def heavy(rng: Generator, solvers: int, puzzles: int) -> Numbers:
    """The first has a heavy tail."""
    times = identical(rng, solvers, puzzles)
    times[1:] += rng.normal(0, 0.3, (solvers - 1, puzzles))
    times[0] += _tail(rng, (puzzles,))
    return times


def heavy_twins(rng: Generator, solvers: int, puzzles: int) -> Numbers:
    """Identical solvers whose noise has heavy tails."""
    return identical(rng, solvers, puzzles) + _tail(rng, (solvers, puzzles))


def rare(rng: Generator, solvers: int, puzzles: int) -> Numbers:
    """The first takes far longer on a kind of puzzles that a third of all samples of 20 lack."""
    times = identical(rng, solvers, puzzles)
    times[1:] += rng.normal(0, 0.3, (solvers - 1, puzzles))
    times[0] += numpy.where(rng.random(puzzles) < 0.05, log(20), 0.0)
    return times


def one_side(rng: Generator, solvers: int, puzzles: int) -> Numbers:
    """The first grows with what the puzzle takes, the others with the square root of it."""
    times = equal(rng, solvers, puzzles)
    times[1:] = times[1:] / 2 - 3
    return times


def both_sides(rng: Generator, solvers: int, puzzles: int) -> Numbers:
    """The first takes half as long again; each is good at puzzles of its own."""
    times = identical(rng, solvers, puzzles) + rng.normal(0, 1, (solvers, puzzles))
    times[0] += log(1.5)
    return times


def _tail(rng: Generator, shape: tuple[int, ...]) -> Numbers:
    return numpy.where(rng.random(shape) < 0.3, rng.exponential(2.0, shape), 0.0)


@dataclass(frozen=True)
class World:
    """A distribution of results from which simulated campaigns are drawn."""

    name: str
    draw: Draw
    timeouts: float = 0.0  # share of the runs that are cut
    truth: float | None = 0.0  # mean logarithm of the ratio; None if it has to be measured
    cut: int = 2  # of so many solvers


WORLDS = (
    World("identical", identical),
    World("equal", equal),
    World("faster", faster, truth=log(0.9)),
    World("heavy", heavy, TIMEOUTS, truth=None),
    World("heavy twins", heavy_twins, TIMEOUTS),
    World("rare", rare, truth=0.05 * log(20)),
)
TIMED_OUT = tuple(
    World(f"{name}, {share:.0%}", draw, share, None, cut)
    for name, draw, cut in (
        ("one side", one_side, 1),
        ("both sides", both_sides, 2),
    )
    for share in (0.1, 0.4)
)


def medians(rng: Generator, world: World, solvers: int, puzzles: int, runs: int) -> Numbers:
    """Seconds, the medians of some runs, without a limit: (solvers, puzzles)."""
    shape = (runs, solvers, puzzles)
    noise = rng.normal(0, 0.05, shape)
    noise += numpy.where(rng.random(shape) < 0.1, rng.exponential(0.3, shape), 0.0)
    seconds: Numbers = numpy.exp(numpy.median(world.draw(rng, solvers, puzzles) + noise, axis=0))
    return seconds


@lru_cache
def limit(world: World) -> float:
    """Seconds that as many of the medians exceed as the world has time-outs, or hardly one."""
    if not world.timeouts:
        return LONGEST
    seconds = medians(numpy.random.default_rng(1), world, 2, SLICE, REPETITIONS)[: world.cut]
    return float(numpy.quantile(seconds, 1 - world.timeouts))


@lru_cache
def truth(world: World, seconds: float, puzzles: int = TRUTH) -> float:
    """The mean logarithm of the ratio of the first to the second under a limit."""
    if world.truth is not None:
        return world.truth
    rng, means = numpy.random.default_rng(2), []
    for _ in range(puzzles // SLICE):
        drawn = medians(rng, world, 2, SLICE, REPETITIONS).clip(max=seconds)
        means.append(numpy.log(drawn[0] / drawn[1]).mean())
    return float(numpy.mean(means))


@lru_cache
def typical_truth(world: World, seconds: float, puzzles: int = TRUTH) -> float:
    """The median of the means of two logarithms, of puzzles that one of the two solved."""
    if world.truth is not None and world.draw is not rare:
        return world.truth  # logarithms that are symmetric
    rng, means = numpy.random.default_rng(4), []
    for _ in range(puzzles // SLICE):
        drawn = medians(rng, world, 2, SLICE, REPETITIONS)
        solved = drawn[:, drawn.min(axis=0) <= seconds].clip(max=seconds)
        logs = numpy.log(solved[0] / solved[1])
        half = len(logs) // 2
        means.append((logs[:half] + logs[half : 2 * half]) / 2)
    return float(numpy.median(numpy.concatenate(means)))


@lru_cache
def truths(world: World, puzzles: int) -> dict[str, float]:
    """The true advantage of the second solver over all puzzles, by quantity."""
    seconds, rng = limit(world), numpy.random.default_rng(5)
    solved, costs = numpy.zeros(2), numpy.zeros(2)
    for _ in range(puzzles // SLICE):
        drawn = medians(rng, world, 2, SLICE, REPETITIONS)
        cut = drawn > seconds
        solved += (~cut).sum(axis=1)
        costs += numpy.where(cut, 2 * seconds, drawn).sum(axis=1)
    return {
        "times": exp(truth(world, seconds, puzzles)),
        "typical": exp(typical_truth(world, seconds, puzzles)),
        "solved": float(solved[1] / solved[0]),
        "PAR-2": float(costs[0] / costs[1]),
    }


def campaigns(
    world: World, number: int, puzzles: int, solvers: int = 2, runs: int = REPETITIONS
) -> Iterator[Sample]:
    """Simulated campaigns, always the same."""
    rng, seconds = numpy.random.default_rng([3, solvers, puzzles]), limit(world)
    names = tuple(f"s{place}" for place in range(solvers))
    asked = numpy.ones((solvers, puzzles), bool)
    for _ in range(number):
        drawn = medians(rng, world, solvers, puzzles, runs)
        values = drawn.clip(max=seconds)
        digests = tuple(map(str, range(puzzles)))
        yield Sample(names, digests, "wall", seconds, values, drawn > seconds, asked)


@dataclass(frozen=True)
class Found:
    """How often promises were kept, as shares of the campaigns."""

    world: World
    puzzles: int
    campaigns: int
    covered: float  # by the interval of the mean
    typical: float  # of the intervals of the typical ratio that are known
    warned: float  # of a mean that unseen puzzles could move
    held: float  # of the intervals of the mean without a warning
    different: float  # what was called so


def found(world: World, number: int, puzzles: int, of_truth: int = TRUTH) -> Found:
    """The shares of kept promises on two solvers in simulated campaigns of a world.

    Args:
        world: that the campaigns are from.
        number: of campaigns.
        puzzles: of each.
        of_truth: puzzles that the truth is measured on, where it is not known.
    """
    right, usual = (each(world, limit(world), of_truth) for each in (truth, typical_truth))
    different = covered = warned = 0
    typical, held = [], []
    for sample in campaigns(world, number, puzzles):
        (pair,) = pairs(sample)
        different += pair.different
        inside = log(pair.low) <= right <= log(pair.high)
        covered += inside
        warned += pair.doubtful
        held += [] if pair.doubtful else [inside]
        if isfinite(pair.typical_low):
            typical.append(log(pair.typical_low) <= usual <= log(pair.typical_high))
    return Found(
        *(world, puzzles, number, covered / number, float(numpy.mean(typical)), warned / number),
        held=float(numpy.mean(held)) if held else nan,
        different=different / number,
    )


@dataclass(frozen=True)
class Kept:
    """How often promises on one quantity were kept where runs are cut, as shares of campaigns."""

    world: World
    quantity: str
    campaigns: int
    truth: float
    held: float  # intervals that hold the truth
    supported: float  # claims just short of true that are SUPPORTED, or just true and REFUTED
    half: float  # claims of half the truth that are SUPPORTED
    double: float  # claims of twice the truth that are REFUTED


def kept(world: World, number: int, puzzles: int, of_truth: int) -> list[Kept]:
    """The shares of kept promises on claims in simulated campaigns, for each quantity.

    Args:
        world: that the campaigns are from.
        number: of campaigns.
        puzzles: of each.
        of_truth: puzzles that the truth is measured on.
    """
    right = truths(world, of_truth)
    held, short, refuted, half, double = (dict.fromkeys(QUANTITIES, 0) for _ in range(5))
    for sample in campaigns(world, number, puzzles):
        compared = pair(sample, sample.solvers[0], sample.solvers[1])
        for name in QUANTITIES:
            better = advantage(sample, compared, name)
            low, high = better.ends
            held[name] += low <= right[name] <= high
            short[name] += decided(better, right[name] * (1 + JUST)) == SUPPORTED
            refuted[name] += decided(better, right[name] * (1 - JUST)) == REFUTED
            half[name] += decided(better, right[name] / 2) == SUPPORTED
            double[name] += decided(better, right[name] * 2) == REFUTED
    return [
        Kept(
            *(world, name, number, right[name], held[name] / number),
            max(short[name], refuted[name]) / number,
            *(half[name] / number, double[name] / number),
        )
        for name in QUANTITIES
    ]


def any_different(world: World, number: int, puzzles: int, solvers: int) -> float:
    """The share of campaigns in which any pair of so many solvers is called different."""
    samples = campaigns(world, number, puzzles, solvers)
    return sum(any(pair.different for pair in pairs(each)) for each in samples) / number


def slack(number: int) -> float:
    """The width by which a band grows where there are fewer campaigns than CAMPAIGNS."""
    return max(0.0, 3 * sqrt(0.95 * 0.05) * (1 / sqrt(number) - 1 / sqrt(CAMPAIGNS)))


def complaints(each: Found) -> Iterator[str]:
    """A sentence for each figure that is outside its band."""
    more = slack(each.campaigns)
    least, most = COVERED
    where = f"{each.world.name}, {each.puzzles} puzzles"
    promised = {"typical ratio": each.typical}
    if each.puzzles == PUZZLES and each.world.draw is not rare:
        promised["mean"] = each.covered
    for what, covered in promised.items():
        if not least - more <= covered <= most + more:
            yield f"{where}, {what}: found {covered:.1%}, expected {least:.1%} to {most:.1%}"
    if each.world.draw is rare and (each.warned < 1 and each.held < least - more):
        yield f"{where}: found {each.held:.1%} without a warning, expected {least:.1%} or more"
    if each.puzzles == PUZZLES and each.world.truth == 0 and each.different > DIFFERENT + more:
        yield f"{where}: found {each.different:.1%} different, expected at most {DIFFERENT:.1%}"


def broken(each: Kept) -> Iterator[str]:
    """A sentence for each promise on a quantity that is not kept."""
    more, where = slack(each.campaigns), f"{each.world.name}, {each.quantity}"
    if each.held < COVERED[0] - more:
        yield f"{where}: found {each.held:.1%}, expected {COVERED[0] - more:.1%} or more"
    if each.supported > SHORT + more:
        yield (
            f"{where}: found {each.supported:.1%} of claims just short of true supported, expected "
            f"at most {SHORT + more:.1%}"
        )


def report(number: int, wrong: list[str]) -> Iterator[str]:
    """The lines of what is found, as it is; what is outside its band is added to `wrong`."""
    yield (
        f"{number} campaigns each: truths covered by the interval of the typical ratio and by that "
        "of the mean; warned of unseen puzzles; called different"
    )
    yield f"{'':12} puzzles  typical    mean  warned  different"
    for world in WORLDS:
        for puzzles in (*SMALLER, PUZZLES):
            each = found(world, number, puzzles)
            yield (
                f"{world.name:12} {puzzles:7}  {each.typical:7.1%}  {each.covered:6.1%}  "
                f"{each.warned:6.1%}  {each.different:9.1%}"
            )
            wrong += complaints(each)
    yield (
        "time-outs: truth, how often intervals held it, claims just short of true supported, "
        "of half the truth supported, of twice the truth refuted"
    )
    for world in TIMED_OUT:
        for some in kept(world, number, PUZZLES, TRUTH):
            yield (
                f"{world.name:15}  {some.quantity:8} {some.truth:8.3f}  {some.held:6.1%}  "
                f"{some.supported:6.1%}  {some.half:6.1%}  {some.double:6.1%}"
            )
            wrong += broken(some)
    for world in (WORLDS[0], WORLDS[1]):
        share = any_different(world, number, PUZZLES, 5)
        yield f"any of 5 {world.name} solvers called different from another: {share:.1%}"
        if share > DIFFERENT + slack(number):
            wrong.append(f"5 {world.name}: found {share:.1%}, expected at most {DIFFERENT:.1%}")


def main(arguments: Sequence[str]) -> None:
    """Print the report on so many campaigns."""
    (number,) = arguments or (str(CAMPAIGNS),)
    if not (number.isdecimal() and int(number)):
        sys.exit(f"found {number!r} campaigns, expected 1 or more")
    wrong: list[str] = []
    for line in report(int(number), wrong):
        print(line, flush=True)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    main(sys.argv[1:])
