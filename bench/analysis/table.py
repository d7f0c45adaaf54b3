"""The comparison table: one line per solver, computed from all rows of a campaign by DuckDB.

A line is a solver with its settings in one version on one host: times of different versions or
machines are never averaged.  An unsolved run is never dropped: it *counts as* a bound of the time
it would have taken, the time limit, or the CPU or encode time it is known to have used.  A run on a
puzzle that the solver declares it cannot be asked (`missing`) is left out of every figure.  The
ratio and the spread over isomorphs are defined, with the reasons for these rules, in
docs/explanation/analysis.md.

    figure             of an unsolved run                       the figure is
    ----------------   --------------------------------------   ---------------------------------
    mean, total        what it counts as                        at least that, if one is unsolved
    slowest            what it counts as                        at least that, if one is unsolved
    median             what it counts as                        exact if it is the same with every
                                                                unsolved run infinite, else at least
    ratio              as the median, puzzle by puzzle          that of the times cut at the limit;
                                                                without one see `bound`
    fastest            left out                                 that of the solved
    PAR-2              puzzle by puzzle, 2 x limit where the    exact, being defined so
                       median run is unsolved
    per second, hour   not solved, in what it counts as         exact, being defined so

Figures are over runs, but for PAR-2 and the ratio, which are over puzzles: each counts once, with
the median of its runs.  So PAR-2 is that of the statistics: `par` computes it for all.

Rows are never held in memory: the columns that are needed go to a file (`timed`), and medians per
puzzle are computed for a slice of the puzzles at a time.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import NDArray

from accord.bench.analysis.circumstances import disturbances
from accord.bench.analysis.judging import (
    Evidence,
    Place,
    RefutedSolver,
    RefutedSolvers,
    judging,
    keep,
)
from accord.bench.analysis.known_values import ENDING, KnownValues, known_values
from accord.bench.analysis.shown_solvers import ShownSolvers
from accord.bench.campaigns.database import Database, slices
from accord.bench.campaigns.folder import (
    LEFT_OUT,
    CampaignError,
    known_question,
    read_environment,
)
from accord.bench.campaigns.run import PLAIN
from accord.bench.campaigns.sessions import Session, read_sessions
from accord.bench.campaigns.withdrawn import applied
from accord.bench.judge.judge import Verdict, contradictions
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.files.outside_file import content_of
from accord.solvers.registry import meant

if TYPE_CHECKING:
    import pandas

REFERENCE = "backtracking-mrv"
SLICE = 100_000  # runs whose medians per puzzle are computed at a time
PHASES = {"search": "search_time", "encode": "encode_time"}  # parts of the wall time
MEASURES = {"wall": "wall_time", "cpu": "cpu_time", **PHASES}
CHARGES = {  # what an unsolved run counts as
    "wall": "time_limit",
    "search": "time_limit",  # so that nobody gains by never getting there
    "encode": "CASE WHEN search_time > 0 THEN encode_time ELSE time_limit END",
    "cpu": "CASE WHEN outcome = 'TIMEOUT' THEN coalesce(cpu_time, time_limit) "
    "ELSE greatest(coalesce(cpu_time, 0), time_limit) END",
}
ANSWER = (
    "CASE WHEN \"limit\" = 1 AND verdict NOT IN ('none', 'undecided') THEN 'some' "
    "ELSE replace(verdict, ' ', '_') END"
)
ANSWERS = {  # by ANSWER, what a puzzle's verdict makes of it, as competitions tell them apart
    "some": "SAT",
    "unique": "SAT: unique",
    "multiple": "SAT: multiple",
    "optimum": "SAT: optimum",
    "best_known": "SAT: best known",
    "none": "UNSAT",
    "undecided": "undecided",
}


@dataclass(frozen=True)
class TableLine:
    """One solver of the table.  Times are seconds; None is not known."""

    solver: str  # with its settings
    backend: str  # without them
    settings: str  # as text, defaults left out
    version: str
    host: str
    family: str
    runs: int  # without those the solver declares it cannot be asked
    solved: int
    found: int  # some solutions of a problem with an objective, and no proof of the best
    wrong: int
    timeouts: int
    errors: int  # crashes, out of memory, ended from outside
    gave_up: int  # stopped in time without an answer
    missing: int  # outside the sizes, constraints and objectives that the solver takes
    cut: int  # unsolved runs, whose time is only known to be at least what they count as
    mean: float | None
    median: float | None
    median_known: bool  # or at least that
    fastest: float | None  # of the solved
    slowest: float | None
    total: float | None
    per_second: float | None
    per_hour: float | None
    par2: float | None
    nodes: float | None  # per run; at least that if some did not report
    nodes_known: int  # runs that reported it
    first_solution: float | None  # median of the runs that found one
    ratio: float | None  # to the reference
    ratio_puzzles: int  # that both were asked, on this host
    ratio_cut: int  # of these, on which the median of this solver was stopped at the limit
    reference_cut: int  # and on which that of the reference was
    memouts: int  # of the errors: out of memory
    prepare: float | None  # the most it took to prepare for a shape; None if it never did
    startup: float | None  # median start-up of its program; None if it has none
    spread: float | None  # slowest to fastest form of a puzzle; None if each had one form
    spread_known: bool  # or at least that
    compiled: float | None = None  # mean with MiniZinc's compiler; None if it compiled nothing
    cpu: float | None = None  # mean of the runs that report it
    peak_memory: int | None = None  # bytes; the most of any run
    answers: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Solved runs and all runs on the puzzles of each answer, by those of the table."""

    @property
    def bound(self) -> str:
        """The ratio's sign: `>=`, `<=`, `~` or empty."""
        return bound(bool(self.ratio_cut), bool(self.reference_cut))


def bound(cut: bool, cut_too: bool) -> str:
    """The sign of a ratio that is a bound, as runs of either solver were cut at the limit.

    Cutting the solver's times makes the ratio less, and cutting the other's makes it more.  So
    without a limit it is at least (`>=`) what it is under one where only the solver's were cut, at
    most (`<=`) where only the other's were, and either (`~`) where both were.  A run that crashed,
    gave up, ran out of memory or is refuted was cut at none (`STOPPED`): without a limit it would
    not be solved either, and it goes on counting as what it counts as.
    """
    if cut and cut_too:
        return "~"
    return ">=" if cut else "<=" if cut_too else ""


@dataclass(frozen=True)
class FlaggedRuns:
    """Runs of one solver whose times are not to be trusted."""

    solver: str  # with its settings
    flag: str  # why, in a word or two
    runs: int


@dataclass(frozen=True)
class ShortOfCores:
    """A solver that had all cores that could be used, which are fewer than it works on."""

    solver: str  # with its settings
    wanted: int
    host: str
    there: int


@dataclass(frozen=True)
class CampaignTable:
    """The lines of a campaign, best first and refuted solvers last, and what the judge found."""

    lines: tuple[TableLine, ...]
    measure: str  # of MEASURES
    puzzles: int
    verdicts: dict[str, int]  # how many puzzles got which, as `unique (agreed)`
    refutations: tuple[str, ...]  # who was refuted on which puzzle, and why: the first SHOWN
    contradictions: tuple[str, ...]  # what the collection expects and the evidence contradicts
    time_limits: tuple[float, ...]
    limits: tuple[int | None, ...]  # solutions asked for; None for all, 0 for the best
    hosts: tuple[str, ...]
    jobs: tuple[int, ...]  # runs at a time
    environments: int  # different machines, versions or commits
    runs: int
    asked: int  # runs that the campaign will have when it is finished
    reference: str  # of the ratios; empty where nothing ran
    refuted: int = 0  # sentences there would be in `refutations`
    contradicted: int = 0  # and in `contradictions`
    memory_limits: tuple[int | None, ...] = (None,)  # bytes
    cpu_limits: tuple[float | None, ...] = (None,)  # seconds
    cold: bool = False  # some runs were
    best_effort: int = 0  # runs whose limits could not be enforced
    shard: str = ""  # I/N, if it is one
    sessions: tuple[Session, ...] = ()
    isomorphs: int = 0  # of each puzzle
    withdrawn: tuple[str, ...] = ()  # what was discarded: solver, version, rows, until when
    flagged: tuple[FlaggedRuns, ...] = ()
    short_of_cores: tuple[ShortOfCores, ...] = ()
    refuted_solvers: tuple[RefutedSolver, ...] = ()
    certificates: dict[str, int] = field(default_factory=dict)  # puzzles by what became of theirs
    refused_proofs: tuple[str, ...] = ()  # whose proof of which puzzle, and why: the first SHOWN
    refused: int = 0  # sentences there would be in `refused_proofs`
    disputes: tuple[str, ...] = ()  # of whom, on which puzzle: the first SHOWN
    answers: tuple[str, ...] = ()  # keys of ANSWERS: of the puzzles with runs
    disturbances: tuple[str, ...] = ()  # that the machine was disturbed, in sentences
    left_out: int = 0  # models that could not be asked
    rules: str = ""  # of a competition


def par(
    times: NDArray[numpy.float64],
    cut: NDArray[numpy.bool_],
    limits: NDArray[numpy.float64] | float,
    factor: float = 2,
) -> float | None:
    """Penalised average runtime, in seconds; None of no puzzle, or where a time is not known.

    Args:
        times: for each puzzle the median of its runs, in seconds.
        cut: where that is an unsolved one, or between one and a solved run.
        limits: of the puzzles, in seconds.
        factor: how many limits such a puzzle counts as.
    """
    spent = numpy.where(cut, factor * limits, times)
    return None if not len(spent) or numpy.isnan(spent).any() else fsum(spent) / len(spent)


def default_reference(solvers: Iterable[tuple[str, int, float | None, bool]]) -> str:
    """The solver that others are compared with where none is named; empty where none was asked.

    REFERENCE where it took part, in any version; else the solver that solved most puzzles, and of
    several the one with the least PAR-2.  A solver with a wrong answer only where all have one.

    Args:
        solvers: that were asked: label, puzzles whose median run is solved, PAR-2 over all puzzles
            in seconds (None if not known), and whether an answer is wrong.
    """

    def merit(solver: tuple[str, int, float | None, bool]) -> tuple[object, ...]:
        label, solved, par2, wrong = solver
        other = label.partition(" ")[0] != REFERENCE
        return wrong, other, -solved, par2 is None, par2 or 0.0, label

    return min(solvers, key=merit, default=("",))[0]


def table(
    folder: Path,
    measure: str = "wall",
    reference: str = "",
    steps: ShowStep = not_shown,
    shown: ShownSolvers | None = None,
) -> CampaignTable:
    """The table of the campaign in this folder.

    Args:
        folder: of the campaign.
        measure: of MEASURES: wall, cpu, or a phase.
        reference: the solver of the ratios, with its settings; see `default_reference`.  A name
            that ends in .csv is that of a file of known values, see known_values.py.
        steps: called before each puzzle is judged.
        shown: the solvers of the table; all by default.

    Raises:
        CampaignError: there is none, or the reference did not run.
        KnownValuesError: the known values cannot be used.
    """
    known, reference = known_or_solver(reference)
    found = Findings(shown, known)
    named = [reference] if reference else []
    with judging(folder, found.watch, steps, named, shown) as base:
        known.expect_used()
        return tabulated(folder, base, found, measure, reference)


def known_or_solver(reference: str) -> tuple[KnownValues, str]:
    """The known values in the file that a reference names, and the solver that it names otherwise.

    Raises:
        KnownValuesError: the known values cannot be used.
    """
    if reference.endswith(ENDING):
        return known_values(reference), ""
    return KnownValues(), reference


def tabulated(
    folder: Path, base: Database, found: "Findings", measure: str = "wall", reference: str = ""
) -> CampaignTable:
    """The table of a campaign that is open already.

    Args:
        folder: of the campaign.
        base: its rows, with the view `judged`.
        found: what was found meanwhile; its `watch` was called with every puzzle.
        measure: of MEASURES: wall, cpu, or a phase.
        reference: as of `table`.

    Raises:
        CampaignError: the reference did not run.
    """
    _make_timed(base, measure)
    labels = [label for (label,) in base.execute(_LABELS).fetchall()]
    reference = meant(found.shown.called(reference), labels)
    if not reference and (renamed := found.shown.new_names.get(REFERENCE)) in labels:
        reference = renamed or ""
    reference = reference or default_reference(base.rows(_CANDIDATES))
    query = _QUERY.format(reference=reference.replace("'", "''"))
    lines = [_with_answers(base, TableLine(*row)) for row in base.execute(query).fetchall()]
    lines = [replace(line, par2=_par2(base, line)) for line in lines]
    lines.sort(key=_merit)
    columns = "time_limit", "limit", "host", "jobs", "environment", "memory_limit", "cpu_limit"
    different = {column: _different(base, column) for column in columns}
    runs, best_effort, cold, isomorphs = base.execute(_COUNTS).fetchall()[0]
    puzzles = base.value("SELECT count(*) FROM puzzles")
    solvers = {line.solver for line in lines}
    if reference and reference not in solvers:
        known = ", ".join(sorted(solvers))
        raise CampaignError(f"found the reference {reference!r}, expected one of {known}")
    asked, shard = planned_runs(folder, puzzles)
    if found.shown.solvers:
        asked = asked * len(labels) // (base.value(_PLAIN_SOLVERS) or 1)
    return CampaignTable(
        tuple(lines),
        measure,
        puzzles,
        dict(found.verdicts),
        found.refutations,
        found.contradictions,
        different["time_limit"],
        different["limit"],
        different["host"],
        tuple(number for number in different["jobs"] if number is not None),
        len(different["environment"]),
        runs,
        asked,
        reference,
        found.refuted,
        found.contradicted,
        different["memory_limit"],
        different["cpu_limit"],
        cold,
        best_effort,
        shard,
        tuple(read_sessions(folder)),
        isomorphs,
        tuple(map(str, applied(base, folder))),
        tuple(FlaggedRuns(*row) for row in base.execute(_FLAGGED).fetchall()),
        tuple(_short_of_cores(folder, base)),
        found.solvers,
        dict(found.certificates),
        found.refused_proofs,
        found.refused,
        found.disputes,
        tuple(answer for answer in ANSWERS if any(answer in line.answers for line in lines)),
        disturbances(folder, base),
        content_of(folder / LEFT_OUT, folder).count(b"\n"),
        question.rules if (question := known_question(folder)) else "",
    )


def _merit(line: TableLine) -> tuple[object, ...]:
    """The sort key of lines: those with a wrong answer last, then by puzzles solved."""
    solved = line.solved / (line.runs + line.missing)
    unknown = line.par2 is None
    return line.wrong > 0, -solved, unknown, line.par2 or 0.0, line.solver, line.version, line.host


def _with_answers(base: Database, line: TableLine) -> TableLine:
    """A line with what it solved by answer."""
    found = base.execute(_ANSWERED, [line.solver, line.version, line.host]).fetchall()
    return replace(line, answers={answer: (solved, runs) for answer, solved, runs in found})


def _par2(base: Database, line: TableLine) -> float | None:
    """PAR-2 of a line."""
    key = [line.solver, line.version, line.host]
    found = base.execute(_PENALISED, key).fetchnumpy()
    times, limits = (numpy.ma.filled(found[name], numpy.nan) for name in ("figure", "time_limit"))
    return par(times, numpy.asarray(found["late"], bool), limits)


def _short_of_cores(folder: Path, base: Database) -> Iterator[ShortOfCores]:
    """The solvers that were to have more cores than a machine has."""
    for solver, cores, host, environment in base.execute(_CORES).fetchall():
        facts = read_environment(folder, environment)
        there = facts.get("usable_cores", facts.get("cores"))
        if isinstance(there, int) and there < cores:
            yield ShortOfCores(solver, cores, host, there)


class Findings:
    """The judge's findings, puzzle by puzzle; of sentences the first SHOWN are kept."""

    def __init__(self, shown: ShownSolvers | None = None, known: KnownValues | None = None) -> None:
        self.known = known or KnownValues()
        self.shown = shown or ShownSolvers()  # by whose names solvers are called
        self.verdicts: Counter[str] = Counter()
        self.certificates: Counter[str] = Counter()  # empty where there are none
        self.refuted = self.contradicted = self.refused = 0  # sentences there would be
        self._refutations: list[tuple[Place, str]] = []
        self._contradictions: list[tuple[Place, str]] = []
        self._refused_proofs: list[tuple[Place, str]] = []
        self._disputes: list[tuple[Place, str]] = []
        self._solvers = RefutedSolvers()

    @property
    def refutations(self) -> tuple[str, ...]:
        """Sentences on refuted solvers: on which puzzle, and why."""
        return tuple(sentence for _, sentence in self._refutations)

    @property
    def contradictions(self) -> tuple[str, ...]:
        """Sentences on expected answers that the evidence contradicts."""
        return tuple(sentence for _, sentence in self._contradictions)

    @property
    def refused_proofs(self) -> tuple[str, ...]:
        """Sentences on proofs that the checker has refused: whose, of which puzzle, and why."""
        return tuple(sentence for _, sentence in self._refused_proofs)

    @property
    def disputes(self) -> tuple[str, ...]:
        """Sentences on claims of who compiles a model by itself that others contradict."""
        return tuple(sentence for _, sentence in self._disputes)

    @property
    def solvers(self) -> tuple[RefutedSolver, ...]:
        """The solvers that were refuted."""
        return self._solvers.found

    def watch(self, puzzle: Evidence, verdict: Verdict) -> None:
        """Take the verdict on a puzzle."""
        name, place = puzzle.name, (puzzle.place,)
        self.verdicts[verdict.graded] += 1
        for label, reasons in verdict.refuted.items():
            solver = self.shown.called(label)
            self._solvers.add(place, solver, name, reasons[0])
            for why in dict.fromkeys(reasons):
                self.refuted += 1
                keep(self._refutations, place, f"{name}: {solver} {why}")
        for surprise in (
            *contradictions(verdict.problem, puzzle.expected, verdict),
            *self.known.surprises(name, verdict),
        ):
            self.contradicted += 1
            keep(self._contradictions, place, f"{name}: {surprise}")
        for judged in verdict.runs:
            solver = self.shown.called(judged.run.label)
            for why in judged.disputed:
                keep(self._disputes, place, f"{name}: {solver} {why}")
        self.certificates[verdict.certification.partition(":")[0]] += 1
        for proof in verdict.refused_proofs:
            self.refused += 1
            keep(self._refused_proofs, place, f"{name}: {proof}")


def planned_runs(folder: Path, puzzles: int) -> tuple[int, str]:
    """The number of runs that the campaign will have, and its shard.

    The runs are 0 where rows were collected without a question.
    """
    asked = known_question(folder)
    if asked is None:
        return 0, ""
    return asked.runs_on(puzzles) if asked.shard else asked.runs, asked.shard


def _different(base: Database, column: str) -> tuple[Any, ...]:
    """The values of a column, sorted."""
    query = f'SELECT DISTINCT "{column}" FROM timed ORDER BY 1'
    return tuple(value for (value,) in base.execute(query).fetchall())


def rows(folder: Path) -> "pandas.DataFrame":
    """The rows of a campaign with what the judge has found: see `judging`.

    As everywhere but in the stored rows, `solver` is the solver with its settings; `backend` and
    `settings` are its parts.

    All of them are held in memory, 2 kB each.

    Raises:
        CampaignError: there is none.
    """
    with judging(folder) as base:
        base.execute("RESET memory_limit")  # a DataFrame has no bounds anyway
        order = "instance, judged.solver, settings, isomorph, repetition, started"
        columns = f"* REPLACE ({PLAIN} AS solver), judged.solver AS backend"
        found = base.execute(f"SELECT {columns} FROM judged ORDER BY {order}").df()
    return found.rename(columns={"flags": "marks"})  # a DataFrame has `flags` of its own


def _make_timed(base: Database, measure: str) -> None:
    """Make the view `timed`, the runs with what they count as, and two of medians.

    They are `per_puzzle`, and `spreads` of the puzzles that were asked in several forms.
    """
    runs = base.keep("timed", _TIMED.format(time=MEASURES[measure], charge=CHARGES[measure]))
    pieces = slices(1 + runs // SLICE)
    _keep_all(base, "per_puzzle", [_PER_PUZZLE.format(where=where) for where in pieces])
    if not base.value("SELECT count(*) FROM timed WHERE isomorph > 0"):
        pieces = ["false"]
    _keep_all(base, "spreads", [_SPREADS.format(where=where) for where in pieces])


def _keep_all(base: Database, view: str, queries: Sequence[str]) -> None:
    """Make a view of the rows of several queries, one asked after the other."""
    for piece, query in enumerate(queries):
        base.keep(f"{view}{piece}", query)
    sources = " UNION ALL ".join(f"FROM {view}{piece}" for piece in range(len(queries)))
    base.execute(f"CREATE VIEW {view} AS {sources}")


MEDIAN = "CASE WHEN count({spent}) = count(*) THEN median({spent}) END::DOUBLE"
IS_CUT = "median({endless}) >= 1e299"  # where unsolved runs are ENDLESS
ENDLESS = "1e300"
STOPPED = "outcome = 'TIMEOUT' AND category IN ('unknown', 'found')"  # at the limit
_TIMED = f"""
SELECT puzzle, isomorph, solver_version, host, family, outcome, category, repetition, started,
    environment,
    {PLAIN} AS label, solver AS backend, settings,
    category = 'correct' AS solved, CASE WHEN solved THEN {{time}} END AS seconds,
    CASE WHEN solved THEN {{time}} ELSE {{charge}} END AS spent,
    CASE WHEN solved THEN {{time}} ELSE {ENDLESS} END AS endless, {ANSWER} AS answer,
    CASE WHEN {STOPPED} THEN {ENDLESS} ELSE spent END AS longest,
    CASE WHEN category = 'correct' THEN 0 ELSE {ENDLESS} END AS late,
    cpu_time, peak_memory, nodes, first_solution_time, prepare_time, startup_time, compile_time,
    time_limit, memory_limit, cpu_limit, jobs, limits, cold,
    CASE WHEN sense IS NULL THEN "limit" ELSE 0 END AS "limit"
FROM judged
"""
_PER_PUZZLE = f"""
SELECT label, solver_version, host, puzzle, max(time_limit) AS time_limit,
    median(spent) AS spent, median(spent) != median(longest) AS cut,
    {MEDIAN.format(spent="spent")} AS figure, {IS_CUT.format(endless="late")} AS late
FROM timed WHERE category != 'missing' AND {{where}} GROUP BY ALL
"""
_SPREADS = """
WITH forms AS (
    SELECT label, solver_version, host, puzzle, isomorph,
        median(spent) AS spent, median(spent) != median(endless) AS cut
    FROM timed WHERE category != 'missing' AND {where} GROUP BY ALL
)
SELECT label, solver_version, host, puzzle, bool_or(cut) AS cut,
    coalesce(max(spent) / min(spent) FILTER (NOT cut), 1) AS spread
FROM forms GROUP BY ALL HAVING count(*) > 1 AND coalesce(min(spent) FILTER (NOT cut), 1) > 0
"""
_LABELS = "SELECT DISTINCT label FROM timed"
_PLAIN_SOLVERS = "SELECT count(DISTINCT (solver, settings)) FROM runs"
_LINE = "label = $1 AND solver_version IS NOT DISTINCT FROM $2 AND host IS NOT DISTINCT FROM $3"
_PENALISED = f"SELECT figure, late, time_limit FROM per_puzzle WHERE {_LINE}"
_ANSWERED = f"""
SELECT answer, count(*) FILTER (solved), count(*)
FROM timed WHERE category != 'missing' AND {_LINE} GROUP BY answer
"""
_CANDIDATES = """
WITH whole AS (
    SELECT count(DISTINCT puzzle) AS puzzles, 2 * max(time_limit) AS unsolved FROM per_puzzle
)
SELECT label, count(*) FILTER (NOT late),
    CASE WHEN bool_and(late OR figure IS NOT NULL) THEN unsolved
        - fsum(CASE WHEN late THEN unsolved - 2 * time_limit ELSE unsolved - figure END) / puzzles
    END,
    label IN (SELECT label FROM timed WHERE category = 'wrong')
FROM per_puzzle, whole GROUP BY label, solver_version, host, puzzles, unsolved
"""
_COUNTS = """
SELECT count(DISTINCT hash(label, puzzle, repetition, isomorph)),
    count(*) FILTER (limits = 'best-effort'), coalesce(bool_or(cold), false),
    coalesce(max(isomorph), 0)
FROM timed
"""
_FLAGGED = f"""
SELECT label, flag, count(*)
FROM (
    SELECT {PLAIN} AS label, unnest(string_split(flags, ', ')) AS flag
    FROM judged WHERE flags != ''
)
GROUP BY ALL ORDER BY ALL
"""
_CORES = f"""
SELECT DISTINCT {PLAIN} AS label, cores, host, environment FROM judged WHERE cores > 1 ORDER BY ALL
"""
_QUERY = """
WITH asked AS (SELECT * FROM timed WHERE category != 'missing'),
reference AS (
    SELECT host, arg_max(solver_version, (started, solver_version)) AS solver_version
    FROM asked WHERE label = '{reference}' GROUP BY host
),
reference_per_puzzle AS (
    SELECT * FROM per_puzzle SEMI JOIN reference USING (host, solver_version)
    WHERE label = '{reference}'
),
ratios AS (
    SELECT mine.label, mine.solver_version, mine.host,
        exp(favg(ln(greatest(mine.spent, 1e-9) / greatest(other.spent, 1e-9)))) AS ratio,
        count(*) AS ratio_puzzles,
        count(*) FILTER (mine.cut AND NOT same) AS ratio_cut,
        count(*) FILTER (other.cut AND NOT same) AS reference_cut
    FROM per_puzzle AS mine JOIN reference_per_puzzle AS other USING (host, puzzle),
        LATERAL (SELECT mine.label = other.label
            AND mine.solver_version IS NOT DISTINCT FROM other.solver_version AS same)
    WHERE mine.spent IS NOT NULL AND other.spent IS NOT NULL
    GROUP BY ALL
),
lines AS (
    SELECT label, solver_version, host, any_value(family) AS family,
        any_value(backend) AS backend, any_value(settings) AS settings,
        count(*) FILTER (category != 'missing') AS runs,
        count(*) FILTER (solved) AS solved,
        count(*) FILTER (category = 'wrong') AS wrong,
        count(*) FILTER (category = 'found') AS found,
        count(*) FILTER (outcome = 'TIMEOUT' AND category NOT IN ('wrong', 'found')) AS timeouts,
        count(*) FILTER (category = 'error') AS errors,
        count(*) FILTER (outcome = 'OK' AND category = 'unknown') AS gave_up,
        count(*) FILTER (category = 'missing') AS missing,
        count(*) FILTER (category = 'error' AND outcome = 'MEMOUT') AS memouts
    FROM timed GROUP BY ALL
),
figures AS (
    SELECT label, solver_version, host,
        favg(spent) AS mean, median(spent) AS median, median(endless) AS endless_median,
        count(seconds) AS timed, fsum(spent) AS total,
        min(seconds) AS fastest, max(spent) AS slowest,
        sum(nodes) / count(*) AS nodes, count(nodes) AS nodes_known,
        median(first_solution_time) AS first_solution,
        max(prepare_time) AS prepare, median(startup_time) AS startup,
        CASE WHEN (SELECT count(compile_time) FROM timed) > 0
            THEN favg(spent + coalesce(compile_time, 0)) END AS compiled,
        favg(cpu_time) AS cpu, max(peak_memory) AS peak_memory
    FROM asked GROUP BY ALL
),
spreading AS (
    SELECT label, solver_version, host, median(spread) AS spread,
        median(spread) = median(CASE WHEN cut THEN 1e300 ELSE spread END) AS spread_known
    FROM spreads GROUP BY ALL
)
SELECT label, backend, settings, solver_version, host, family,
    runs, solved, found, wrong, timeouts, errors, gave_up, missing, runs - solved,
    mean, median, coalesce(median = endless_median, false), fastest, slowest, total,
    timed / nullif(total, 0), 3600 * timed / nullif(total, 0), NULL,
    nodes, coalesce(nodes_known, 0), first_solution,
    ratio, coalesce(ratio_puzzles, 0), coalesce(ratio_cut, 0), coalesce(reference_cut, 0), memouts,
    prepare, startup, spread, coalesce(spread_known, false), compiled, cpu, peak_memory
FROM lines
LEFT JOIN figures USING (label, solver_version, host)
LEFT JOIN ratios USING (label, solver_version, host)
LEFT JOIN spreading USING (label, solver_version, host)
"""
