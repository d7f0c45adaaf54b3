"""The noise of single puzzles: whether a solver got faster on one, or the runs merely differ.

Repetitions say how much a figure varies by itself.  A puzzle has few of them, and not all
vary alike: in results/tour runs below 0.1 s by 18 to 20 %, those above 1 s by 2 %.  So the variance
of the logarithms is that of the puzzle's own repetitions, of both campaigns, moderated by those of
the others: drawn towards what is usual, the more so the more alike the puzzles are (Smyth, "Linear
models and empirical Bayes methods for assessing differential expression in microarray experiments",
Statistical Applications in Genetics and Molecular Biology 2004).  The ratio is that of geometric
means of the repetitions, isomorph by isomorph; its interval is Student's t with the degrees of
freedom of the repetitions and as many more as the others are worth.

Where a puzzle was asked in several isomorphs, the variance is that of their ratios: a change may
help one form and harm another, and only what holds for most of them holds for the puzzle.  Counters
are deterministic for most solvers: where the repetitions agree, any difference is one.

With hundreds of puzzles some differ by chance; the p-values of a solver are adjusted together, so
that of the puzzles called better or worse no more than one in twenty should be chance (Benjamini
and Hochberg, "Controlling the false discovery rate", Journal of the Royal Statistical Society B,
1995); where puzzles are few, and vary very unlike, it is one in nine.  Solvers are adjusted each by
itself: of many without a change some one will have a puzzle named.

Simulated, 400 pairs of campaigns a row or more.  All puzzles vary `alike`, by 10 %; or `unlike`,
half by 19 % and half by 2 %; `tailed`, by 5 % of Student's t with 3 degrees; or by 5 %, and one run
in ten is `disturbed`, as in bench/analysis/statistics/prove.py.  First nothing is changed, and it
is counted in how many a puzzle is named all the same; then a fifth of the puzzles takes half as
long again: how many of them are found, and what share of those named is chance.

    puzzles  repetitions  noise        unchanged: named        found       chance   covered
    -------  -----------  ---------  -------------------   ----------   ----------   -------
        100            2  alike                    2.5 %   17.6 of 20        3.5 %    95.1 %
        100            2  unlike                   6.8 %   11.5 of 20        7.2 %    94.3 %
        100            2  tailed                   4.5 %   18.7 of 20        2.1 %    96.2 %
        100            2  disturbed                3.2 %   15.4 of 20        1.1 %    98.1 %
        100            3  alike                    4.5 %   19.8 of 20        3.8 %    95.1 %
        100            3  unlike                   8.0 %   12.7 of 20        4.7 %    95.7 %
        100            3  tailed                   0.8 %   19.5 of 20        1.3 %    96.4 %
        100            3  disturbed                0.5 %   16.6 of 20        0.5 %    97.6 %
        100            5  alike                    6.5 %   20.0 of 20        3.9 %    95.0 %
        100            5  unlike                   6.2 %   15.9 of 20        3.9 %    95.3 %
        100            5  tailed                   0.8 %   19.8 of 20        1.6 %    96.1 %
        100            5  disturbed                0.5 %   17.7 of 20        0.8 %    97.5 %
         15            2  alike                    3.8 %     2.4 of 3        6.8 %    94.7 %
         15            2  unlike                   9.2 %     1.4 of 3       11.1 %    94.2 %
         15            2  tailed                   4.0 %     2.8 of 3        5.1 %    95.4 %
         15            2  disturbed                4.2 %     2.3 of 3        3.8 %    96.8 %
         15            3  alike                    4.6 %     3.0 of 3        5.9 %    95.2 %
         15            3  unlike                   7.4 %     1.6 of 3        7.0 %    95.0 %
         15            3  tailed                   3.0 %     2.9 of 3        3.9 %    95.8 %
         15            3  disturbed                0.8 %     2.5 of 3        1.6 %    97.2 %

With one spread for all puzzles, 46 % of the unchanged campaigns had a puzzle named where they vary
unlike (three repetitions, 100 puzzles), 86 % where they are disturbed, and 14 % of the named
were chance; with the variance of each puzzle by itself hardly any change is found by two
repetitions (1 of 20 but where they vary unlike).

    runs of a puzzle, old and new              change
    ----------------------------------------   --------------------------------------------------
    one is refuted                             conflict
    all solved                                 better or worse beyond the noise, or same; unknown
                                               where nothing was repeated
    none solved, in both                       same
    all solved, then none; or none, then all   worse; better
    some solved                                by Fisher's exact test on the numbers of solved

What this does not see.  A machine that is slower today makes every puzzle a little worse, beyond
the noise of repetitions that ran within minutes of each other.  And a puzzle that all runs solved,
and now none, is called worse whatever the number of runs: with one run it may be chance.
"""

from dataclasses import dataclass
from typing import Any

import numpy
import pandas
from scipy import special, stats

from accord.bench.analysis.statistics.pair import CONFIDENCE, SIGNIFICANT
from accord.bench.analysis.statistics.sample import Campaign
from accord.bench.analysis.table import MEASURES as CLOCKS

CHANGES = ("better", "worse", "same", "conflict", "unknown")
NOTHING = 1e-9  # a logarithm that is only what rounding leaves
TINY = 1e-5  # of the mean variance: no puzzle is taken to vary less


@dataclass(frozen=True)
class Noise:
    """How much the logarithm of a figure varies by itself."""

    spread: float  # standard deviation over all puzzles; of a run, or of the ratio of an isomorph
    degrees: int  # of freedom; 0: not known
    of: str  # repetitions or isomorphs

    @property
    def known(self) -> bool:
        """Whether anything was repeated."""
        return self.degrees > 0


def repetitions(campaign: Campaign, solver: int, measure: str) -> pandas.DataFrame:
    """What a solver's repetitions say, a row for each isomorph of a puzzle that it was asked.

    Args:
        campaign: that is open.
        solver: its place in `campaign.solvers`.
        measure: wall, cpu or a counter.

    Returns:
        The columns puzzle (its hash), isomorph, runs, solved, wrong; mean of the logarithms of the
        solved ones, and squares, the sum of their squared distances from it.
    """
    figure = CLOCKS.get(measure, measure)
    logarithm = f"ln(greatest({figure}, 1e-9))" if measure in CLOCKS else f"ln(1.0 + {figure})"
    found = campaign.base.execute(_GROUPS.format(logarithm=logarithm), [solver]).df()
    digests = numpy.array(campaign.puzzles, dtype=object)
    return found.assign(puzzle=digests[found.pop("place").to_numpy()])


_GROUPS = """
SELECT place, isomorph, count(*) AS runs, count(*) FILTER (correct) AS solved,
    count(*) FILTER (category = 'wrong') AS wrong,
    CASE WHEN count(x) = solved THEN avg(x) END::DOUBLE AS mean,
    coalesce(var_pop(x) * count(x), 0) AS squares
FROM (
    SELECT place, isomorph, correct, category, CASE WHEN correct THEN {logarithm} END AS x
    FROM narrow WHERE solver = $1
) GROUP BY ALL ORDER BY place, isomorph
"""


def changes(
    old: pandas.DataFrame,
    new: pandas.DataFrame,
    *,
    counted: bool = False,
    confidence: float = CONFIDENCE,
) -> tuple[pandas.DataFrame, Noise]:
    """What changed for a solver on each puzzle that it was asked in both campaigns.

    Args:
        old: the repetitions of one.
        new: of the other.
        counted: whether the figures are those of a counter.
        confidence: of the intervals.

    Returns:
        A row for each puzzle: its hash, change (see CHANGES), ratio of new to old with low and
        high (NaN where it was not solved by all runs), p (adjusted; NaN where nothing was tested),
        and the numbers of solved and of all runs, old and new.  And the noise.
    """
    forms = old.merge(new, on=["puzzle", "isomorph"], suffixes=("_old", "_new"))
    forms["log"] = forms["mean_new"] - forms["mean_old"]
    solved = (forms["solved_old"] == forms["runs_old"]) & (forms["solved_new"] == forms["runs_new"])
    forms["timed"] = solved & forms["log"].notna()
    found = _per_puzzle(forms)
    noise, known = _noise(forms[forms["timed"]], counted=counted)
    exact = counted and not noise.known
    variance, degrees = (0.0, 1.0) if exact else moderated(known["squares"], known["degrees"])
    known = known.assign(error=numpy.sqrt(variance * known["scale"]), freedom=degrees)
    error, freedom = known.reindex(found["puzzle"])[["error", "freedom"]].to_numpy().T
    log = found["log"].to_numpy()
    found["p"] = _adjusted(found, _p(log, error, freedom))
    found["change"] = _classes(found)
    half = stats.t.ppf((1 + confidence) / 2, freedom) * error
    ends = {"ratio": log, "low": log - half, "high": log + half}
    return found.assign(**{name: numpy.exp(end) for name, end in ends.items()})[_COLUMNS], noise


def moderated(squares: Any, degrees: Any) -> tuple[Any, Any]:
    """Variances of many small samples, each drawn towards what is usual among them.

    Args:
        squares: of each sample, the sum of squared distances from its mean.
        degrees: of freedom of each; where it is 0 the variance is the usual one.

    Returns:
        The variances, and their degrees of freedom: NaN where nothing is known.
    """
    squares, degrees = numpy.asarray(squares, float), numpy.asarray(degrees, float)
    usual, worth = _usual(squares[degrees > 0], degrees[degrees > 0])
    freedom = numpy.minimum(worth + degrees, degrees.sum())
    freedom = numpy.where(freedom > 0, freedom, numpy.nan)
    if numpy.isinf(worth):
        return numpy.full(len(squares), usual), freedom
    with numpy.errstate(invalid="ignore"):  # nothing by nothing
        return (worth * usual + squares) / (worth + degrees), freedom


def _usual(squares: Any, degrees: Any) -> tuple[float, float]:
    """The usual variance, and how many degrees of freedom it is worth; without end if all agree.

    Smyth's estimate (section 6.2): by how much more the logarithms of the variances differ than
    those of samples of one variance.
    """
    if len(squares) < 2 or not squares.any():
        return 0.0, 0.0 if squares.any() else numpy.inf
    variances = squares / degrees
    logs = numpy.log(numpy.maximum(variances, TINY * variances.mean()))
    logs -= special.digamma(degrees / 2) - numpy.log(degrees / 2)
    excess = float(logs.var(ddof=1) - special.polygamma(1, degrees / 2).mean())
    if excess < TINY:
        return float(squares.sum() / degrees.sum()), numpy.inf
    half = _trigamma_inverse(excess)
    return float(numpy.exp(logs.mean() + special.digamma(half)) / half), 2 * half


def _trigamma_inverse(value: float) -> float:
    """Where the trigamma function has this value, by Newton's method (Smyth, appendix)."""
    found, step = 0.5 + 1 / value, numpy.inf
    while abs(step) > NOTHING * found:
        here = special.polygamma(1, found)
        step = here * (1 - here / value) / special.polygamma(2, found)
        found += step
    return float(found)


_NUMBERS = ["old_solved", "old_runs", "new_solved", "new_runs"]
_COLUMNS = ["puzzle", "change", "ratio", "low", "high", "p", *_NUMBERS]


def _per_puzzle(forms: pandas.DataFrame) -> pandas.DataFrame:
    """A row for each puzzle: its numbers, and the mean logarithm of its isomorphs' ratios."""
    found = forms.groupby("puzzle", sort=False, as_index=False).agg(
        old_solved=("solved_old", "sum"),
        old_runs=("runs_old", "sum"),
        new_solved=("solved_new", "sum"),
        new_runs=("runs_new", "sum"),
        wrong_old=("wrong_old", "sum"),
        wrong_new=("wrong_new", "sum"),
        timed=("timed", "all"),
        log=("log", "mean"),
    )
    log = found["log"].where(found["timed"])
    return found.assign(log=log.where(log.abs() > NOTHING, log * 0.0))


def _noise(timed: pandas.DataFrame, *, counted: bool) -> tuple[Noise, pandas.DataFrame]:
    """The spread of a solver, and for each puzzle what its own runs say of it.

    Returns:
        And a row for each puzzle, by its hash: squares, degrees, and scale, the variance of the
        logarithm of its ratio where that of a run (or isomorph) is 1.
    """
    number = timed.groupby("puzzle", sort=False)["log"].transform("size")
    of = "repetitions" if counted or (number == 1).all() else "isomorphs"
    if of == "isomorphs":
        apart = timed["log"] - timed.groupby("puzzle")["log"].transform("mean")
        parts = {"squares": apart**2, "degrees": 1 - 1 / number, "scale": 1 / number**2}
    else:
        parts = {
            "squares": timed["squares_old"] + timed["squares_new"],
            "degrees": timed["runs_old"] + timed["runs_new"] - 2,
            "scale": (1 / timed["runs_old"] + 1 / timed["runs_new"]) / number**2,
        }
    known = timed[["puzzle"]].assign(**parts).groupby("puzzle", sort=False).sum()
    known["degrees"] = known["degrees"].round()
    degrees = int(known["degrees"].sum())
    spread = float(numpy.sqrt(known["squares"].sum() / degrees)) if degrees else 0.0
    return Noise(spread, degrees, of), known


def _p(log: Any, error: Any, degrees: Any) -> Any:
    """P-values of the hypothesis that a logarithm is 0."""
    with numpy.errstate(divide="ignore", invalid="ignore"):
        distance = numpy.where(log == 0, 0.0 * error, numpy.abs(log) / error)
    return 2 * stats.t.sf(distance, degrees)


def _adjusted(found: pandas.DataFrame, p: Any) -> Any:
    """The p-values of all puzzles that are tested, adjusted together."""
    for place, row in found[_mixed(found)].iterrows():
        old, new = ((row[f"{side}_solved"], row[f"{side}_runs"]) for side in ("old", "new"))
        table = [[solved, runs - solved] for solved, runs in (old, new)]
        p[place] = stats.fisher_exact(table).pvalue
    tested = ~numpy.isnan(p)
    if tested.any():
        p[tested] = stats.false_discovery_control(p[tested])
    return p


def _mixed(found: pandas.DataFrame) -> "pandas.Series[bool]":
    """Which puzzles some runs of a campaign solved, and some did not."""
    old, new = found["old_solved"], found["new_solved"]
    return old.between(1, found["old_runs"] - 1) | new.between(1, found["new_runs"] - 1)


def _classes(found: pandas.DataFrame) -> Any:
    """The change of each puzzle."""
    old, new = (found[f"{side}_solved"] / found[f"{side}_runs"] for side in ("old", "new"))
    differs = found["p"] < SIGNIFICANT
    unmeasured = ~found["timed"] & (old == 1) & (new == 1)  # solved, but the figure is not known
    unknown = unmeasured | (found["timed"] & found["p"].isna())
    gained = found["timed"] & (found["log"] < 0) | (new > old)
    decided = differs | ((old - new).abs() == 1)
    return numpy.select(
        [(found["wrong_old"] + found["wrong_new"]) > 0, unknown, decided & gained, decided],
        ["conflict", "unknown", "better", "worse"],
        default="same",
    )
