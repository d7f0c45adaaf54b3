"""All statistics of a campaign on one measure: what `accord stats` prints and the report draws.

Lines are best first: by PAR-2 over all puzzles, of counters by Borda score.  In this order, as in a
portfolio, a puzzle that a solver cannot be asked counts as not solved, while its own PAR-2 leaves
it out; a solver for which they differ has `puzzles` below those of others.

A solver with a wrong answer is disqualified: it stands apart, and in no line, rank, portfolio or
pair, unless it is asked for, its wrong runs being unsolved ones.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import compress

import numpy
from numpy.typing import NDArray

from accord.bench.analysis.endings import counted_endings, endings
from accord.bench.analysis.statistics.censored import Censored, censored
from accord.bench.analysis.statistics.pair import Pair, Standing, pairs, standing
from accord.bench.analysis.statistics.portfolio import Portfolio, costs, portfolio
from accord.bench.analysis.statistics.ranks import Ranks, ranks
from accord.bench.analysis.statistics.sample import RESAMPLES_OF_ORDER, Campaign, Sample, flips
from accord.bench.analysis.statistics.scores import (
    Tally,
    borda,
    par,
    tallies,
    unsolved_by_all,
    wrong,
)
from accord.bench.analysis.table import ANSWERS
from accord.bench.analysis.table import MEASURES as CLOCKS
from accord.bench.campaigns.folder import CampaignError
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.phrasing import listed
from accord.solvers.budget import COUNTERS

# What a portfolio knows of each solver.
SHARES = ("gap_closed", "marginal_solved", "marginal_par2", "shapley_solved", "shapley_par2")


@dataclass(frozen=True)
class ScoreLine(Tally):
    """One solver.  Times are seconds; None is not known, or needs the limit that counters lack."""

    unsolved: dict[str, int]  # how many of them are wrong, out of time ...
    par2: float | None  # over those it was asked
    par10: float | None
    borda: float
    times: Censored | None  # median, quantiles, mean up to the limit
    rank: float | None  # mean over the puzzles that all were asked
    par2_of_all: float | None  # over all puzzles, with those it was not asked as unsolved
    gap_closed: float | None  # between single and virtual best, by this solver alone
    marginal_solved: int  # puzzles that no other solver solves
    marginal_par2: float | None
    shapley_solved: float
    shapley_par2: float | None
    counters: dict[str, float | None]  # medians over puzzles; None if not known
    answers: dict[str, tuple[int, int]]  # solved and asked puzzles, by those of the statistics


@dataclass(frozen=True)
class Statistics:
    """The statistics of a campaign on one measure."""

    sample: Sample  # solvers in the order of the lines
    everyone: Sample  # and then the disqualified, and those that were asked nothing
    disqualified: tuple[Tally, ...]
    unasked: tuple[str, ...]  # solvers that take none of the puzzles
    endings: NDArray[numpy.str_]  # of everyone on each puzzle: see bench/analysis/endings.py
    lines: tuple[ScoreLine, ...]  # best first
    counters: tuple[str, ...]  # that a solver reports
    unsolved_by_all: int  # puzzles
    portfolio: Portfolio
    pairs: tuple[Pair, ...]  # all; the first of each is before the second
    ranks: Ranks
    flips: NDArray[numpy.float64]  # share of resamples in which the order of two lines is reversed
    resamples: int
    runs: int  # of the campaign
    asked: int  # that it will have when it is finished
    answers: tuple[str, ...] = ()  # keys of ANSWERS of bench/analysis/table.py: of the puzzles
    whole: int = 0  # puzzles of the campaign, those without runs too
    disturbances: tuple[str, ...] = ()  # of the machine, in sentences

    def pair(self, solver: str, other: str) -> Pair:
        """The comparison of two solvers, in either order."""
        for found in self.pairs:
            if (found.solver, found.other) == (solver, other):
                return found
            if (found.other, found.solver) == (solver, other):
                return found.reversed
        raise CampaignError(f"found the pair {solver} and {other}, expected solvers of it")

    def standing(self, pair: Pair) -> Standing:
        """The standing of a pair: different, alike, or the reason why neither can be said."""
        return standing(self.sample, pair, len(self.pairs))


class NoneQualifiedError(CampaignError):
    """Every solver has a wrong answer."""


def statistics(
    campaign: Campaign,
    measure: str = "wall",
    solvers: Sequence[str] = (),
    *,
    keep_wrong: bool = False,
    steps: ShowStep = not_shown,
) -> Statistics:
    """The statistics of a campaign.

    Args:
        campaign: that is open.
        measure: a clock or a counter; solvers that never report it are left out.
        solvers: the only ones to look at; all by default.
        keep_wrong: disqualify nobody; wrong runs are unsolved ones.
        steps: called before each pair is compared.

    Raises:
        CampaignError: there is no such measure or solver, or no solver reports it.
        NoneQualifiedError: every solver has a wrong answer.
    """
    everyone = campaign.sample(measure)
    everyone = everyone.of(*dict.fromkeys(solvers)) if solvers else everyone
    refuted = wrong(campaign)
    out = () if keep_wrong else tuple(each for each in tallies(everyone, refuted) if each.wrong)
    unasked = _unasked(everyone)
    sample = _qualified(everyone, out, unasked)
    everyone = everyone.of(*sample.solvers, *(each.solver for each in out), *unasked)
    ends = endings(campaign.base, everyone.solvers, everyone.puzzles)
    compared = pairs(sample, steps=steps)
    reported = _reported(campaign, sample)
    whole = portfolio(sample)
    ranked = ranks(sample, compared)
    return Statistics(
        sample=sample,
        everyone=everyone,
        disqualified=out,
        unasked=unasked,
        endings=ends,
        lines=_lines(sample, refuted, whole, ranked, reported, ends, campaign.answers),
        counters=tuple(reported),
        unsolved_by_all=unsolved_by_all(sample),
        portfolio=whole,
        pairs=compared,
        ranks=ranked,
        flips=flips(_burdens(sample)),
        resamples=RESAMPLES_OF_ORDER,
        runs=campaign.runs,
        asked=campaign.asked,
        answers=tuple(answer for answer in ANSWERS if answer in campaign.answers),
        whole=campaign.whole,
        disturbances=campaign.disturbances
        if measure in CLOCKS
        else (),  # counts do not depend on it
    )


def _unasked(everyone: Sample) -> tuple[str, ...]:
    """The solvers that were asked no puzzle; none of them where nobody was asked one."""
    asked = everyone.asked.any(axis=1)
    return tuple(compress(everyone.solvers, ~asked)) if asked.any() else ()


def _qualified(everyone: Sample, out: Sequence[Tally], unasked: Sequence[str]) -> Sample:
    """The solvers that were asked a puzzle and are not disqualified, best first.

    Raises:
        NoneQualifiedError: there is none.
    """
    names = [each.solver for each in out]
    left = [solver for solver in everyone.solvers if solver not in (*names, *unasked)]
    sample = everyone.of(*left)
    if not sample.solvers:
        raise NoneQualifiedError(
            f"found a wrong answer of every solver ({listed(names)}), expected a solver without; "
            "--keep-wrong counts wrong runs as unsolved"
        )
    order = numpy.argsort(_burdens(sample).sum(axis=1), kind="stable")
    return sample.of(*(sample.solvers[place] for place in order))


def _burdens(sample: Sample) -> NDArray[numpy.float64]:
    """The costs that solvers are ordered by, solvers x puzzles; the least is best."""
    return -borda(sample) if sample.limit is None else costs(sample)


def _reported(campaign: Campaign, sample: Sample) -> dict[str, dict[str, float | None]]:
    """For each counter that a solver reports, what each solver reports."""
    found = {}
    for counter in COUNTERS:
        try:
            counts = campaign.sample(counter)
        except CampaignError:  # no solver does
            continue
        medians = {
            solver: _median(counts, solver) for solver in sample.solvers if solver in counts.solvers
        }
        if medians:
            found[counter] = medians
    return found


def _median(counts: Sample, solver: str) -> float | None:
    """The median count over the puzzles a solver was asked; None if it is an unsolved one's."""
    place = counts.place(solver)
    ordered = numpy.where(counts.cut, numpy.inf, counts.values)[place, counts.asked[place]]
    median = numpy.median(ordered) if len(ordered) else numpy.nan
    return float(median) if numpy.isfinite(median) else None


def _lines(
    sample: Sample,
    refuted: dict[str, int],
    whole: Portfolio,
    ranked: Ranks,
    reported: dict[str, dict[str, float | None]],
    ends: NDArray[numpy.str_],
    answers: Sequence[str],
) -> tuple[ScoreLine, ...]:
    of = {answer: numpy.array(answers) == answer for answer in answers}
    par2, par10, points = par(sample, 2), par(sample, 10), borda(sample).sum(axis=1)
    return tuple(
        ScoreLine(
            **asdict(tally),
            unsolved=counted_endings(ends[place]),
            par2=par2[place],
            par10=par10[place],
            borda=float(points[place]),
            times=censored(sample, tally.solver),
            rank=ranked.mean[place],
            par2_of_all=whole.par2[place],
            **{name: getattr(whole, name)[place] for name in SHARES},
            counters={name: counts.get(tally.solver) for name, counts in reported.items()},
            answers={
                answer: (
                    int(sample.solved[place, here].sum()),
                    int(sample.asked[place, here].sum()),
                )
                for answer, here in of.items()
            },
        )
        for place, tally in enumerate(tallies(sample, refuted))
    )
