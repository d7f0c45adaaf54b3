"""The noise of single puzzles: whether a solver got faster on one, or the runs merely differ.

A puzzle has few repetitions, and not all puzzles vary alike.  So the variance of the logarithms is
that of the puzzle's own repetitions, moderated: drawn towards that of the other puzzles (Smyth,
"Linear models and empirical Bayes methods for assessing differential expression in microarray
experiments", Statistical Applications in Genetics and Molecular Biology 2004).  The ratio is that
of geometric means of the repetitions, isomorph by isomorph; its interval is Student's t.  Where a
puzzle was asked in several isomorphs, the variance is that of their ratios, since a change may help
one form and harm another.  The p-values of a solver are adjusted together (Benjamini and Hochberg,
"Controlling the false discovery rate", Journal of the Royal Statistical Society B, 1995).  Counters
are deterministic for most solvers: where repetitions agree, any difference is a change.
Measured, with what this cannot see: docs/explanation/analysis.md.

    runs of a puzzle, old and new              change
    ----------------------------------------   --------------------------------------------------
    one is refuted                             conflict
    all solved                                 better or worse beyond the noise, or same; unknown
                                               where nothing was repeated
    none solved, in both                       same
    all solved, then none; or none, then all   worse; better
    some solved                                by Fisher's exact test on the numbers of solved
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
    """The spread of a figure's logarithm by chance, with its degrees of freedom."""

    spread: float  # standard deviation over all puzzles; of a run, or of the ratio of an isomorph
    degrees: int  # of freedom; 0: not known
    of: str  # repetitions or isomorphs

    @property
    def known(self) -> bool:
        """Whether anything was repeated."""
        return self.degrees > 0


def repetitions(campaign: Campaign, solver: int, measure: str) -> pandas.DataFrame:
    """The repetitions of a solver, a row for each isomorph of a puzzle that it was asked.

    Args:
        campaign: that is open.
        solver: its place in `campaign.solvers`.
        measure: a clock or a counter.

    Returns:
        The columns puzzle (its hash), isomorph, runs, solved, wrong; mean of the logarithms of the
        solved ones, and squares, the sum of their squared distances from it.
    """
    figure = CLOCKS.get(measure, measure)
    logarithm = f"ln(greatest({figure}, 1e-9))" if measure in CLOCKS else f"ln(1.0 + {figure})"
    return campaign.by_form(_GROUPS.format(logarithm=logarithm), solver)


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
    """The change of a solver's figure on each puzzle that it was asked in both campaigns.

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
    """The inverse of the trigamma function, by Newton's method (Smyth, appendix)."""
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
    sums = [f"{what}_{side}" for side in ("old", "new") for what in ("solved", "runs", "wrong")]
    parts = dict.fromkeys(sums, "sum") | {"timed": "all", "log": "mean"}
    found = forms.groupby("puzzle", sort=False, as_index=False).agg(parts)
    names = ["solved_old", "runs_old", "solved_new", "runs_new"]
    found = found.rename(columns=dict(zip(names, _NUMBERS, strict=True)))
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
    """Per puzzle whether some runs of a campaign solved it, and some did not."""
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
