"""What a report is made of: a campaign read once, judged, and counted.

The puzzles of the page are those of a campaign, as long as there are not more than MOST runs to be
shown; beyond that they are the sample of the scatter plot and puzzles on which solvers part.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from accord.bench.analysis.anytime.histories import BestKnown, Contest, contested
from accord.bench.analysis.circumstances import NoisySolver, noisy_solvers
from accord.bench.analysis.endings import FailedRuns, failures
from accord.bench.analysis.judging import Evidence
from accord.bench.analysis.shown_solvers import ShownSolvers
from accord.bench.analysis.statistics.overview import NoneQualifiedError, Statistics, statistics
from accord.bench.analysis.statistics.sample import Campaign, Sample, loaded
from accord.bench.analysis.table import (
    MEASURES,
    CampaignTable,
    Findings,
    known_or_solver,
    tabulated,
)
from accord.bench.campaigns.database import Database
from accord.bench.campaigns.deduplicate import PUZZLES
from accord.bench.campaigns.deduplicate import puzzles as read_puzzles
from accord.bench.campaigns.folder import RecordedQuestion, known_question, read_environment
from accord.bench.judge.judge import Verdict
from accord.bench.judge.steps import ShowStep, not_shown
from accord.views.report.answers import ReportAnswers, answers
from accord.views.report.boards import Boards
from accord.views.report.figures.figure import Row
from accord.views.report.figures.phases import spent
from accord.views.report.figures.scatter import sampled
from accord.views.report.figures.spread import spreads

MOST = 400_000  # values of solvers on puzzles in a page
MOST_COSTS = 200_000  # solvers x puzzles: a page with more has neither CPU time nor memory
MOST_COUNTS = 500_000  # counts of puzzles whose boards are kept; the last counters are left out
DIGITS = 3

Costs = list[list[float | None]]  # (solvers, puzzles)
Counts = list[list[float | None] | None]


@dataclass(frozen=True)
class ReportData:
    """Everything the report says, before it is put into words and figures."""

    name: str  # of the folder
    asked: RecordedQuestion | None  # None where rows were collected without a question
    table: CampaignTable
    statistics: Statistics
    names: tuple[str, ...]  # of the puzzles
    phases: list[Row]
    spreads: list[Row]
    shown: tuple[int, ...]  # places of the puzzles that are in the page
    answers: ReportAnswers  # about these, of everyone
    boards: list[Any]  # of these
    counters: dict[str, list[list[float | None] | None]]  # solvers on these, where a board is
    shapes: list[dict[str, Any]]
    environments: dict[str, dict[str, Any]]  # by hash
    failures: tuple[FailedRuns, ...]
    noisy: tuple[NoisySolver, ...]  # where a run was ever marked so
    costs: dict[str, Costs]  # CPU time and memory of solvers on these puzzles
    started: tuple[str, str]  # the first run, and the last: UTC, ISO 8601
    columns: tuple[str, ...] = ()  # that were chosen for the table of every solver
    contest: Contest | None = None  # of problems that ask for the best; None where none does


def report_data(
    folder: Path,
    measure: str = "wall",
    *,
    reference: str = "",
    keep_wrong: bool = False,
    steps: ShowStep = not_shown,
    named: Sequence[str] = (),
    solvers: ShownSolvers | None = None,
    columns: Sequence[str] = (),
) -> ReportData:
    """The data of the report of the campaign in this folder.

    Where every solver has a wrong answer none is disqualified.

    Args:
        folder: of the campaign.
        measure: a clock or a counter.
        reference: as of bench/analysis/table.py: a solver, or a file of known values.
        keep_wrong: disqualify nobody.
        steps: called before each puzzle is judged and each pair compared.
        named: solvers that somebody asks about.
        solvers: that it is about; all by default.
        columns: of its first table, besides the solver; all by default.

    Raises:
        CampaignError: there is none, or none with runs, no solver reports this measure, or one that
            is named has no runs.
        KnownValuesError: the known values cannot be used.
    """
    known_best, reference = known_or_solver(reference)
    named = [*named, reference] if reference else named
    boards, best = Boards(_sample(folder)), BestKnown(known_best)
    found = Findings(solvers, known_best)

    def watch(puzzle: Evidence, verdict: Verdict) -> None:
        found.watch(puzzle, verdict)
        best.watch(puzzle, verdict)
        boards.receive(verdict)

    clock = measure if measure in MEASURES else "wall"
    with loaded(folder, watch, steps, named, solvers) as campaign:
        known_best.expect_used()
        known = _statistics(campaign, measure, steps, keep_wrong=keep_wrong)
        everyone = known.everyone.solvers
        shown = _shown_puzzles(campaign, boards)
        digests = [campaign.puzzles[place] for place in shown]
        table = tabulated(folder, campaign.base, found, clock, reference)
        if measure != clock:  # counts do not depend on what else runs
            table = replace(table, disturbances=())
        return ReportData(
            name=folder.resolve().name,
            asked=known_question(folder),
            table=table,
            statistics=known,
            names=campaign.names,
            phases=spent(campaign),
            spreads=spreads(campaign, table),
            shown=shown,
            answers=answers(campaign.base, everyone, digests),
            boards=boards.of(digests),
            counters=counts(campaign, known, shown, boards.of(digests)),
            shapes=boards.shape_list(),
            environments=_environments(folder, campaign.base),
            failures=failures(campaign.base),
            noisy=tuple(
                each._replace(label=name)
                for each in noisy_solvers(campaign.base)
                if (name := found.shown.called(each.label)) in everyone
            ),
            costs=costs(campaign.base, everyone, digests),
            started=campaign.base.execute(_STARTED).fetchall()[0],
            columns=tuple(columns),
            contest=_contest(campaign.base, folder, best, known.sample.solvers),
        )


_STARTED = "SELECT coalesce(min(started), ''), coalesce(max(started), '') FROM labelled_rows"


def _statistics(
    campaign: Campaign, measure: str, steps: ShowStep, *, keep_wrong: bool
) -> Statistics:
    """The statistics, also where nobody qualifies."""
    try:
        return statistics(campaign, measure, keep_wrong=keep_wrong, steps=steps)
    except NoneQualifiedError:
        return statistics(campaign, measure, keep_wrong=True, steps=steps)


def _contest(
    base: Database, folder: Path, best: BestKnown, ranked: Sequence[str]
) -> Contest | None:
    """The contest of the ranked solvers, in their order; None where no problem has an objective."""
    found = contested(base, folder, best, keep_wrong=True)
    if found is None:
        return None
    others = found.without(each for each in found.solvers if each not in ranked)
    return replace(others, solvers=tuple(each for each in ranked if each in others.solvers))


def _sample(folder: Path) -> frozenset[str]:
    """The digests of the puzzles whose boards are kept whatever was answered."""
    with read_puzzles(folder / PUZZLES) as base:
        digests = [puzzle for (puzzle,) in base.rows("SELECT puzzle FROM puzzles ORDER BY place")]
    drawn = sampled(len(digests))
    return frozenset(digest for digest, mine in zip(digests, drawn, strict=True) if mine)


def _shown_puzzles(campaign: Campaign, boards: Boards) -> tuple[int, ...]:
    """The puzzles of the page: all, or those of the sample and then those on which solvers part."""
    room = max(1, MOST // len(campaign.solvers))
    if len(campaign.puzzles) <= room:
        return tuple(range(len(campaign.puzzles)))
    parted = [digest not in boards.kept for digest in campaign.puzzles]
    drawn = sampled(len(parted))
    places = sorted(range(len(drawn)), key=lambda place: (not drawn[place], parted[place]))
    return tuple(sorted(places[:room]))


def _environments(folder: Path, base: Database) -> dict[str, dict[str, Any]]:
    """The environments that rows name, of which something is known."""
    names = base.rows("SELECT DISTINCT environment FROM runs ORDER BY 1")
    return {name: facts for (name,) in names if (facts := read_environment(folder, name))}


def costs(base: Database, solvers: Sequence[str], puzzles: Sequence[str]) -> dict[str, Costs]:
    """Median CPU seconds as `cpu`, most bytes of any run as `memory`; empty where too many.

    Args:
        base: with the views of `narrowed`.
        solvers: their labels.
        puzzles: digests.
    """
    if len(solvers) * len(puzzles) > MOST_COSTS:
        return {}
    rows = {label: place for place, label in enumerate(solvers)}
    columns = {digest: place for place, digest in enumerate(puzzles)}
    found: dict[str, Costs] = {
        name: [[None] * len(puzzles) for _ in solvers] for name in ("cpu", "memory")
    }
    for label, puzzle, cpu, memory in base.rows(_COSTS):
        if label in rows and puzzle in columns:
            for name, value in (("cpu", cpu), ("memory", memory)):
                found[name][rows[label]][columns[puzzle]] = _rounded(value)
    return found


_COSTS = "SELECT label, puzzle, median(cpu_time), max(peak_memory) FROM labelled_rows GROUP BY ALL"


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{DIGITS}g}")


def counts(
    campaign: Campaign, known: Statistics, shown: Sequence[int], boards: Sequence[Any]
) -> dict[str, Counts]:
    """For each counter that a solver reports, solver and puzzle of the page the median of the runs.

    None for a solver that never reports it, and where it is not known.
    """
    wanted = [place if board else -1 for place, board in zip(shown, boards, strict=True)]
    found: dict[str, Counts] = {}
    left = MOST_COUNTS
    for counter in known.counters:
        sample = campaign.sample(counter)
        left -= len(sample.solvers) * sum(place >= 0 for place in wanted)
        if left < 0:
            break
        found[counter] = [_counted(sample, solver, wanted) for solver in known.everyone.solvers]
    return found


def _counted(sample: Sample, solver: str, wanted: Sequence[int]) -> list[float | None] | None:
    if solver not in sample.solvers:
        return None
    row = sample.values[sample.place(solver)].tolist()
    return [_short(row[place]) if place >= 0 else None for place in wanted]


def _short(count: float) -> float | None:
    """A count as JSON has it, without decimals that are none."""
    if count != count:
        return None
    return int(count) if count.is_integer() else count
