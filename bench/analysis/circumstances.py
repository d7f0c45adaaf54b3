"""The circumstances of a campaign: how its machine was disturbed, and how those of two differ.

A load is the number of processes of the whole machine that run or wait to: above its CPUs (threads
of cores) some of them wait, and the wall time of a run that waits is too long by as much.  So it is
a warning, which stands above the figures.  Of a campaign that had only some of the CPUs nobody
knows whether its runs were among those that waited.  The rows know of clocks that were found
doubtful, and of CPUs that others used meanwhile.  What was not recorded is not known: whether a
machine is quiet before a campaign says `accord doctor`.

A ratio of times says nothing about its cause.  What may be one is among the `differences`: what the
rows say of how they were made, what the environments say of the machine, the system and the
packages, and how busy the machine was.  Environments that only one row has count like any other;
where a file is lost nothing is known.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import read_environment
from accord.bench.campaigns.run import IS_NOISY, LABEL
from accord.bench.campaigns.sessions import Session, counted_sessions, read_sessions
from accord.bench.run.clock_check import DOUBTFUL
from accord.bench.run.quiet import LOAD
from accord.puzzles.phrasing import counted, listed

MOST_MOVED = 6  # solvers that are named
SLACK = 0.5  # of a load: a campaign on every CPU with its own supervisor
COLUMNS = {
    "host": "host",
    "jobs": "runs at a time",
    "memory_limit": "memory limit (bytes)",
    "cpu_limit": "CPU limit (seconds)",
    "limits": "limits",
}
PACKAGE = "package "


class NoisySolver(NamedTuple):
    """The runs of a solver that others disturbed (bench/run/other_load.py), in numbers."""

    label: str
    runs: int  # that are timed
    marked: int  # of all that were made
    again: int  # that were made besides those that are timed
    still: int  # of those that are timed, marked


Differences = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]


def disturbances(folder: Path, base: Database) -> tuple[str, ...]:
    """A sentence for each way in which the machine was disturbed.

    Args:
        folder: of the campaign.
        base: its rows.
    """
    return (*_busy(folder, read_sessions(folder)), *_doubtful(base), *_noisy(base))


def _busy(folder: Path, sessions: Sequence[Session]) -> Iterator[str]:
    """The loads above the CPUs of the machine, by host."""
    found: dict[tuple[str, int, int], list[Session]] = {}
    for each in sessions:
        facts = read_environment(folder, each.environment) if each.environment else {}
        cpus = facts.get("threads") or facts.get("cores")
        if isinstance(cpus, int) and _load(each) > cpus + SLACK:
            granted = facts.get("usable_cpus", cpus)
            found.setdefault((each.host, cpus, granted), []).append(each)
    for (host, cpus, granted), busy in found.items():
        most = max(map(_load, busy))
        where = f"{host}, " if len({each.host for each in sessions}) > 1 else ""
        when = f", in {len(busy):,} of {counted_sessions(sessions)}" if len(sessions) > 1 else ""
        had = f", of which this campaign had {granted:,}," if granted < cpus else ""
        waited, are = ("may have waited", "may be") if had else ("waited", "are")
        yield (
            f"DISTURBED: {where}load {most:.1f} on a machine of {counted(cpus, 'CPU')}{had} with "
            f"{counted(max(each.jobs for each in busy), 'run')} at a time{when}: runs {waited} for "
            f"a CPU. Wall times {are} too long and vary, and runs near the limit may be cut for "
            "it; CPU times (--measure cpu) suffer less. Small differences say nothing."
        )


def _load(session: Session) -> float:
    """The highest load of a session, over a minute; 0 where it is not known."""
    return max((*session.load_before[:1], *session.load_after[:1]), default=0.0)


def _doubtful(base: Database) -> Iterator[str]:
    """The runs whose clock was doubtful."""
    query = f"SELECT count(*) FILTER (contains(flags, '{DOUBTFUL}')), count(*) FROM runs"
    ((doubtful, runs),) = base.execute(query).fetchall()
    if doubtful:
        yield (
            f"DISTURBED: the clock of {doubtful:,} of {counted(runs, 'run')} is doubtful, as what "
            "the solver's process says of its time and what the harness saw do not agree."
        )


def _noisy(base: Database) -> Iterator[str]:
    """The runs whose CPUs others used, and whether the ranks would be others without them.

    They are left out with the runs of all other solvers on the same question, so that what is left
    of each solver are the same puzzles.
    """
    noisy, runs = base.execute(_NOISY_RUNS).fetchall()[0]
    if not noisy:
        return
    yield (
        f"DISTURBED: while {noisy:,} of {counted(runs, 'run')} went on, others used more than "
        f"{LOAD:.0%} of the time of their CPUs (noisy). {_ranks_without_noisy(base)}"
        "`accord bench --noisy` makes such runs again, at most twice."
    )


def _ranks_without_noisy(base: Database) -> str:
    """A sentence on the ranks that leaving out noisy runs moves; empty where one solver has run."""
    solvers = base.execute(_RANKS_WITHOUT_NOISY).fetchall()
    ranked = [each for each in solvers if each[2]]
    if len(solvers) < 2:
        return ""
    if len(ranked) < 2:
        return "Without them nothing is left to rank. "
    order = [each[0] for each in sorted(ranked, key=itemgetter(1))]
    places = ((name, old, order.index(name) + 1) for old, (name, *_) in enumerate(ranked, 1))
    moved = [f"{name} moves from {old} to {new}" for name, old, new in places if old != new]
    questions = counted(max(each[2] for each in ranked), "question")
    return (
        f"On the {questions} without such a run of any solver "
        f"{listed(moved, most=MOST_MOVED) if moved else 'no rank moves'}, by runs solved and then "
        "PAR-2 of wall time. "
    )


def noisy_solvers(base: Database) -> tuple[NoisySolver, ...]:
    """All solvers, as they are labelled; none where no run was ever marked."""
    found = tuple(NoisySolver(*row) for row in base.execute(_NOISY_SOLVERS).fetchall())
    return found if any(each.marked for each in found) else ()


_NOISY_SOLVERS = f"""
WITH timed AS (
    SELECT {LABEL} AS label, solver, solver_version, settings, host, count(*) AS runs,
        count(*) FILTER ({IS_NOISY}) AS still
    FROM runs GROUP BY ALL
),
made AS (
    SELECT DISTINCT label, puzzle, isomorph, repetition, started, {IS_NOISY} AS noisy
    FROM everything JOIN timed USING (solver, solver_version, settings, host)
)
SELECT label, sum(runs), marked, made - sum(runs), sum(still)
FROM timed JOIN (
    SELECT label, count(*) AS made, count(*) FILTER (noisy) AS marked FROM made GROUP BY label
) USING (label)
GROUP BY label, made, marked ORDER BY marked DESC, label
"""
_NOISY_RUNS = f"SELECT count(*) FILTER ({IS_NOISY}), count(*) FROM runs"
_RANKS_WITHOUT_NOISY = f"""
WITH asked AS (
    SELECT {LABEL} AS label, category = 'correct' AS solved,
        CASE WHEN solved THEN wall_time ELSE 2 * time_limit END AS penalised,
        bool_or({IS_NOISY}) OVER (PARTITION BY puzzle, isomorph, repetition) AS noisy
    FROM judged WHERE category != 'missing'
)
SELECT label, row_number() OVER (
        ORDER BY avg(solved::INT) FILTER (NOT noisy) DESC, avg(penalised) FILTER (NOT noisy), label
    ), count(*) FILTER (NOT noisy)
FROM asked GROUP BY label
ORDER BY avg(solved::INT) DESC, avg(penalised), label
"""


def differences(old: tuple[Path, Database], new: tuple[Path, Database]) -> Differences:
    """The circumstances that differ, by name, with the values of each campaign."""
    found = [_facts(folder, base) for folder, base in (old, new)]
    values = {name: tuple(side.get(name, ()) for side in found) for name in found[0] | found[1]}
    return {name: (old, new) for name, (old, new) in values.items() if old != new}


def _facts(folder: Path, base: Database) -> dict[str, tuple[str, ...]]:
    """The values that each circumstance has in a campaign, sorted."""
    facts: dict[str, set[str]] = {}
    for column, words in COLUMNS.items():
        query = f"SELECT DISTINCT {column} FROM runs"
        facts[words] = {_value_text(value) for (value,) in base.execute(query).fetchall()}
    for (name,) in base.execute("SELECT DISTINCT environment FROM runs").fetchall():
        for fact, value in _environment(folder, name).items():
            facts.setdefault(fact, set()).add(_value_text(value))
    found = {name: tuple(sorted(values)) for name, values in facts.items()}
    return found | {"load": _loads(folder)}


def _loads(folder: Path) -> tuple[str, ...]:
    """The least and the largest load before or after sessions, as text."""
    sessions = read_sessions(folder)
    loads = [x for each in sessions for x in (*each.load_before[:1], *each.load_after[:1])]
    return (f"{min(loads):.2f} to {max(loads):.2f}",) if loads else ()


def _environment(folder: Path, name: str) -> dict[str, Any]:
    """The facts of an environment by name, each package as one."""
    facts = read_environment(folder, name)
    packages = facts.pop("packages", {})
    facts.pop("host", None)  # which the rows say
    return facts | {f"{PACKAGE}{each}": version for each, version in packages.items()}


def _value_text(value: Any) -> str:
    return "none" if value in (None, "") else str(value)
