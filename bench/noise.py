"""The noise of single puzzles: whether a solver got faster on one, or the runs merely differ.

How much a figure varies by itself is told by repetitions.  A puzzle has few of them, so the spread
of their logarithms is pooled over all puzzles and both campaigns, per solver, and a puzzle's ratio
has the interval of Student's t with as many degrees of freedom as that spread has (the pooled
variance: Fisher, "Statistical methods for research workers", 1925).  The ratio is that of geometric
means of the repetitions, isomorph by isomorph.

Where a puzzle was asked in several isomorphs, the spread is that of their ratios: a change may help
one form and harm another, and only what holds for most of them holds for the puzzle.  Counters are
deterministic for most solvers: where the repetitions agree, any difference is one.

With hundreds of puzzles some differ by chance; the p-values of a solver are adjusted together, so
that of the puzzles called better or worse about one in twenty is not (Benjamini and Hochberg,
"Controlling the false discovery rate", Journal of the Royal Statistical Society B, 1995).

    runs of a puzzle, old and new              change
    ----------------------------------------   --------------------------------------------------
    one is refuted                             conflict
    all solved                                 better or worse beyond the noise, or same; unknown
                                               where nothing was repeated
    none solved, in both                       same
    all solved, then none; or none, then all   worse; better
    some solved                                by Fisher's exact test on the numbers of solved

What this does not see.  A machine that is slower today makes every puzzle a little worse, beyond
the noise of repetitions that ran within minutes of each other.  And long runs vary less than short
ones: in results/tour those below 0.1 s by 18 to 20 %, those above 1 s by 2 %.  Pooled, the noise of
the long ones is taken to be larger than it is, and a small change of one is not named.
"""

from dataclasses import dataclass
from typing import Any

import numpy
import pandas
from scipy import stats

from accord.bench.statistics.pair import CONFIDENCE, SIGNIFICANT
from accord.bench.statistics.sample import Campaign
from accord.bench.table import MEASURES as CLOCKS

CHANGES = ("better", "worse", "same", "conflict", "unknown")
NOTHING = 1e-9  # a logarithm that is only what rounding leaves


@dataclass(frozen=True)
class Noise:
    """How much the logarithm of a figure varies by itself."""

    spread: float  # standard deviation; of a run, or of the ratio of an isomorph
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
    forms["weight"] = 1 / forms["runs_old"] + 1 / forms["runs_new"]
    solved = (forms["solved_old"] == forms["runs_old"]) & (forms["solved_new"] == forms["runs_new"])
    forms["timed"] = solved & forms["log"].notna()
    noise = _noise(old, new, forms[forms["timed"]], counted=counted)
    found = _per_puzzle(forms)
    degrees, log = max(noise.degrees, 1), found["log"].to_numpy()
    number, weight = found["forms"].to_numpy(), found["weight"].to_numpy()
    error = noise.spread * numpy.sqrt(
        weight / number**2 if noise.of == "repetitions" else 1 / number
    )
    found["p"] = _adjusted(found, _p(log, error, degrees), noise, counted=counted)
    found["change"] = _classes(found, noise, counted=counted)
    half = stats.t.ppf((1 + confidence) / 2, degrees) * error
    half = half if noise.known or counted else numpy.nan
    ends = {"ratio": log, "low": log - half, "high": log + half}
    return found.assign(**{name: numpy.exp(end) for name, end in ends.items()})[_COLUMNS], noise


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
        forms=("isomorph", "size"),
        weight=("weight", "sum"),
        timed=("timed", "all"),
        log=("log", "mean"),
    )
    log = found["log"].where(found["timed"])
    return found.assign(log=log.where(log.abs() > NOTHING, log * 0.0))


def _noise(
    old: pandas.DataFrame, new: pandas.DataFrame, timed: pandas.DataFrame, *, counted: bool
) -> Noise:
    """The pooled spread; see the top of this file."""
    degrees = len(timed) - timed["puzzle"].nunique()
    if degrees and not counted:
        apart = timed["log"] - timed.groupby("puzzle")["log"].transform("mean")
        return Noise(float(numpy.sqrt((apart**2).sum() / degrees)), degrees, "isomorphs")
    groups = pandas.concat([old, new])
    whole = groups[(groups["solved"] == groups["runs"]) & groups["mean"].notna()]
    degrees = int((whole["runs"] - 1).sum())
    spread = numpy.sqrt(whole["squares"].sum() / degrees) if degrees else 0.0
    return Noise(float(spread), degrees, "repetitions")


def _p(log: Any, error: Any, degrees: int) -> Any:
    """P-values of the hypothesis that a logarithm is 0."""
    with numpy.errstate(divide="ignore", invalid="ignore"):
        distance = numpy.where(log == 0, 0.0, numpy.abs(log) / error)
    return 2 * stats.t.sf(distance, degrees)


def _adjusted(found: pandas.DataFrame, p: Any, noise: Noise, *, counted: bool) -> Any:
    """The p-values of all puzzles that are tested, adjusted together."""
    p = p if noise.known or counted else numpy.full(len(found), numpy.nan)
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


def _classes(found: pandas.DataFrame, noise: Noise, *, counted: bool) -> Any:
    """The change of each puzzle."""
    old, new = (found[f"{side}_solved"] / found[f"{side}_runs"] for side in ("old", "new"))
    differs = found["p"] < SIGNIFICANT
    untold = ~found["timed"] & (old == 1) & (new == 1)  # solved, but the figure is not known
    unknown = untold | (found["timed"] & (not (noise.known or counted)))
    gained = found["timed"] & (found["log"] < 0) | (new > old)
    decided = differs | ((old - new).abs() == 1)
    return numpy.select(
        [(found["wrong_old"] + found["wrong_new"]) > 0, unknown, decided & gained, decided],
        ["conflict", "unknown", "better", "worse"],
        default="same",
    )
