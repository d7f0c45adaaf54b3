"""A campaign broken down: how long does each solver take on each kind of puzzle?

One figure over puzzles of all kinds hides which solver is quick on which kind.  Here the puzzles
are divided by size, problems by their number of variables, or by class, the family that an
instance's name says: its first folder, or what stands before its number (`9x9-hard-110` is of the
class `9x9-hard`, `Queens-0008-m1` of Queens).  A solver has a figure for each: the median of what
its runs took.  An unsolved run counts as in the table of the whole, mostly as the time limit, so
that the median is known to be at least that where half of the runs or more are unsolved.  Each
version and host has a line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from accord.bench.analysis.circumstances import disturbances
from accord.bench.analysis.judging import Watch, judging, not_watched
from accord.bench.analysis.shown_solvers import ShownSolvers
from accord.bench.analysis.table import CHARGES, MEASURES
from accord.bench.campaigns.run import LABEL
from accord.bench.judge.steps import ShowStep, not_shown


@dataclass(frozen=True)
class KindFigures:
    """The runs of one solver on one kind of puzzle."""

    runs: int  # without those the solver declares it cannot be asked
    solved: int
    median: float | None  # seconds
    known: bool  # or at least that


@dataclass(frozen=True)
class Breakdown:
    """A line of parts for each solver; kinds in their own order, the best solver first."""

    measure: str  # of MEASURES
    kinds: tuple[str, ...]
    lines: dict[str, tuple[KindFigures, ...]]  # by solver with its settings
    refuted: tuple[str, ...]  # solvers with a wrong answer, which stand last
    disturbances: tuple[str, ...]  # of the machine, in sentences


def breakdown(
    folder: Path,
    division: str = "size",
    measure: str = "wall",
    watch: Watch = not_watched,
    steps: ShowStep = not_shown,
    named: Sequence[str] = (),
    shown: ShownSolvers | None = None,
) -> Breakdown:
    """The campaign in this folder, broken down by size or class.

    The solver with most solved runs comes first, and of these the one that spent least; solvers
    with a wrong answer come last.

    Args:
        folder: of the campaign.
        division: size or class.
        measure: of MEASURES: wall, cpu, or a phase.
        watch: called with each puzzle that has runs, and its verdict.
        steps: called before each of them is judged.
        named: solvers that somebody asks about.
        shown: of which there are lines; all by default.

    Raises:
        CampaignError: there is none, or it has no runs of a named solver.
    """
    with judging(folder, watch, steps, named, shown) as base:
        base.execute(f"CREATE TABLE kinds AS {_KINDS[division]}")
        base.keep("timed", _TIMED.format(time=MEASURES[measure], charge=CHARGES[measure]))
        kinds = [kind for (kind,) in base.execute(_ORDER).fetchall()]
        merit = base.execute(_MERIT).fetchall()
        labels = [label for label, _ in merit]
        parts = {(label, kind): KindFigures(*rest) for label, kind, *rest in base.rows(_PARTS)}
        disturbed = disturbances(folder, base)
    nothing = KindFigures(0, 0, None, known=False)
    lines = {label: tuple(parts.get((label, kind), nothing) for kind in kinds) for label in labels}
    refuted = tuple(label for label, wrong in merit if wrong)
    return Breakdown(measure, tuple(kinds), lines, refuted, disturbed)


BEHIND_CLASS = r"(/.*|[-_ #][0-9].*|[0-9]+)$"
"""The part of a name behind its class: after the first folder, or from a number on."""
_KINDS = {
    "size": """
SELECT puzzle, coalesce(size || 'x' || size, variables || ' variable' || plural) AS kind,
    coalesce(size::BIGINT ** 2, variables) AS rank
FROM (
    SELECT puzzle, text->>'size' AS size, len(json_keys(text->'variables')) AS variables,
        if(variables = 1, '', 's') AS plural
    FROM puzzles
)
""",
    "class": f"""
SELECT puzzle, place AS rank,
    coalesce(nullif(regexp_replace(names[1], '{BEHIND_CLASS}', ''), ''), names[1]) AS kind
FROM puzzles
""",
}
_ORDER = "SELECT kind FROM kinds GROUP BY kind ORDER BY min(rank)"
_TIMED = f"""
SELECT kind, category, {LABEL} AS label,
    category = 'correct' AS solved, CASE WHEN solved THEN {{time}} ELSE {{charge}} END AS spent,
    CASE WHEN solved THEN {{time}} ELSE 'infinity'::DOUBLE END AS endless
FROM judged JOIN kinds USING (puzzle)
"""
_MERIT = """
SELECT label, bool_or(category = 'wrong') FROM timed
GROUP BY label
ORDER BY bool_or(category = 'wrong'), count(*) FILTER (solved) DESC, fsum(spent), label
"""
_PARTS = """
SELECT label, kind, count(*), count(*) FILTER (solved), median(spent),
    median(spent) = median(endless)
FROM timed WHERE category != 'missing' GROUP BY ALL
"""
