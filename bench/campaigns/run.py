"""A run: one solver on one instance, as a row of the results; and what its solver is called.

A row holds what was asked, what was claimed and what it cost, and no judgement: whether a claim
is true is computed from all rows whenever they are read (bench/judge/judge.py).  Times are in
seconds, memory in bytes; what is not known (the counters of a run that was killed) is None, not 0.

Three expressions of SQL, over `runs` or `judged`, name the solver of a row: `PLAIN` is the name
with the settings; `VERSIONED` adds the version where a campaign has several of a solver, and
`LABEL` the host, too, where it has several.
"""

from collections.abc import Collection
from dataclasses import MISSING, dataclass, fields
from typing import Any, get_type_hints

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import CampaignError
from accord.bench.run.other_load import NOISY
from accord.puzzles.phrasing import similar
from accord.puzzles.problem import Solution
from accord.solvers.registry import meant

PHASES = ("encode", "search", "decode")
OUTCOMES = ("OK", "TIMEOUT", "MEMOUT", "ERROR", "KILLED", "UNSUPPORTED")


@dataclass(frozen=True)
class Run:
    """A row: one question to a solver, its claims and their costs."""

    # the question
    puzzle: str  # the puzzle's digest
    instance: str  # its name in the collection
    solver: str
    solver_version: str
    settings: str  # canonical text, defaults left out
    family: str
    engine: str
    model: str
    repetition: int  # 0, 1, ...
    seed: int  # of the campaign: it orders the runs
    limit: int | None  # solutions asked for; None for all of them
    time_limit: float  # wall seconds
    limits: str  # enforced; best-effort where the system cannot hold all of them
    # the claims
    outcome: str  # of OUTCOMES
    reason: str  # why it stopped short, in words
    exhausted: bool
    count: int  # grids in all
    valid: int  # different ones among them that obey the rules, verified as they came
    solutions: tuple[Solution, ...]  # the first ones, and every faulty one
    digest: str  # of the sorted set of all of them
    # the cost; times are seconds of the solver's own work: no start-up, no imports, no pipes
    wall_time: float | None = None
    cpu_time: float | None = None
    first_solution_time: float | None = None  # wall
    encode_time: float | None = None  # wall, as the two after it
    search_time: float | None = None
    decode_time: float | None = None
    encode_cpu_time: float | None = None
    search_cpu_time: float | None = None
    decode_cpu_time: float | None = None
    inner_repetitions: int = 1  # a very short run is repeated; its times are means
    peak_memory: int | None = None  # bytes, resident, of this run alone where the kernel reports it
    nodes: int | None = None
    guesses: int | None = None
    backtracks: int | None = None
    propagations: int | None = None
    conflicts: int | None = None
    decisions: int | None = None
    restarts: int | None = None
    dropped: int | None = None
    # the circumstances
    host: str = ""
    environment: str = ""  # hash of a file in environments/
    started: str = ""  # UTC, ISO 8601
    contradictory: bool = False  # asked again, it had a grid that it had ruled out
    jobs: int | None = None  # runs at a time in its campaign; unknown in old rows
    # more of the question, and of the cost
    memory_limit: int | None = None  # bytes, resident, of all its processes; None for no limit
    cpu_limit: float | None = None  # seconds, of all its processes; None for no limit
    cold: bool = False  # asked first of all in a fresh process, its preparation in the times
    prepare_time: float | None = None  # wall, for what the constraints alone determine
    startup_time: float | None = None  # wall, of its program on an empty question; in the times
    flags: str = ""  # why its times are not to be trusted, in words with commas between them
    isomorph: int = 0  # which symmetric form of the puzzle was asked, 1, 2, ...; 0: itself
    cores: int = 1  # physical ones that it was to have; the machine may have fewer
    source: str = ""  # a hash of the solver's code: solvers/source.py; unknown in old rows
    time_error: float | None = None  # standard error of wall_time by it; unknown of a single run
    # of a problem with an objective, of which the best solution is asked for
    sense: str | None = None  # minimize or maximize; None where any solutions are asked for
    value: str | None = None  # in JSON, of its last valid solution: a number, of lex a list
    bound: str | None = None  # in JSON: no solution is better, as it claims
    incumbents: str | None = None  # in JSON: lists of the seconds at which one came, and its value
    bounds: str | None = None  # in JSON: lists of the seconds and a bound, each tighter
    # of a problem that is no puzzle, in JSON
    assignments: str | None = None  # its solutions, lists of whole numbers; `solutions` has none
    passed: str | None = None  # what its constraints went through: bench/run/worker.py
    compile_time: float | None = None  # wall, of MiniZinc's compiler; it is in no other time

    @property
    def label(self) -> str:
        """The solver's name with its settings, as people write it."""
        return f"{self.solver}:{self.settings}" if self.settings else self.solver


KEY = (  # what makes two rows the same run: resuming never mixes versions or machines
    *("puzzle", "solver", "solver_version", "settings", "seed", "limit", "time_limit"),
    *("memory_limit", "cpu_limit", "cold", "sense", "isomorph", "cores", "repetition", "host"),
)
IS_NOISY = f"coalesce(contains(flags, '{NOISY}'), false)"  # in SQL, as the name of a solver:
PLAIN = "CASE WHEN settings = '' THEN solver ELSE solver || ':' || settings END"
_SQL = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN"}


def _sql_type(hint: Any) -> str:
    """The DuckDB type of a column, from its annotation."""
    return next((sql for kind, sql in _SQL.items() if hint in (kind, kind | None)), "VARCHAR[]")


NEEDED = tuple(each.name for each in fields(Run) if each.default is MISSING)  # also in old rows
COLUMNS: dict[str, str] = {name: _sql_type(hint) for name, hint in get_type_hints(Run).items()}


VERSIONED = f"""{PLAIN}
    || CASE WHEN (solver, settings) IN (
        SELECT (solver, settings) FROM runs
        GROUP BY solver, settings HAVING count(DISTINCT solver_version) > 1
    ) THEN ' (' || solver_version || ')' ELSE '' END"""
LABEL = f"""{VERSIONED}
    || CASE WHEN (SELECT count(DISTINCT host) FROM runs) > 1 THEN ' @ ' || host ELSE '' END"""


def solvers_of(base: Database) -> list[tuple[str, str, str, str]]:
    """The label, the name with settings, the version and the host of each solver with runs."""
    query = f"SELECT DISTINCT {LABEL} AS label, {PLAIN}, solver_version, host FROM runs"
    return base.execute(f"{query} ORDER BY label").fetchall()


def expect_solvers(base: Database, names: Collection[str]) -> None:
    """See that these solvers have run, with their settings or as they are labelled.

    Raises:
        CampaignError: one has not; names the nearest, and all that have.
    """
    there = solvers_of(base) if names else []
    labels, known = [each[0] for each in there], {name for each in there for name in each[:2]}
    for name in names:
        expect_solver(name, known, labels)


def expect_solver(name: str, known: Collection[str], labels: Collection[str] = ()) -> None:
    """See that a solver is among those known, however its settings are written.

    Args:
        name: of the solver.
        known: all names that are right.
        labels: what all of them are called in the message; by default `known`.

    Raises:
        CampaignError: it is not; names the nearest, and all.
    """
    if meant(name, known) not in known:
        near = "".join(f"{each}; " for each in similar(name, sorted(known)))
        all_ = ", ".join(labels or known) or "none"
        raise CampaignError(f"found the solver {name!r}, expected {near}one of {all_}")
