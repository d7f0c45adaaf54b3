"""The circumstances of a campaign: how its machine was disturbed, and how those of two differ.

A load is the number of processes of the whole machine that run or wait to: above its CPUs (threads
of cores) some of them wait, and the wall time of a run that waits is too long by as much.  So it is
a warning, which stands above the figures.  Of a campaign that had only some of the CPUs nobody
knows whether its runs were among those that waited.  The rows know of clocks that were found
doubtful.  What was not recorded is not known: whether a machine is quiet before a campaign says
`accord doctor`.

A ratio of times says nothing about its cause.  What may be one is among the `differences`: what the
rows say of how they were made, what the environments say of the machine, the system and the
packages, and how busy the machine was.  Environments that only one row has count like any other;
where a file is lost nothing is known.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import read_environment
from accord.bench.campaigns.sessions import Session, counted_sessions, read_sessions
from accord.bench.run.clock_check import DOUBTFUL
from accord.puzzles.phrasing import counted

SLACK = 0.5  # of a load: a campaign on every CPU with its own supervisor
COLUMNS = {
    "host": "host",
    "jobs": "runs at a time",
    "memory_limit": "memory limit (bytes)",
    "cpu_limit": "CPU limit (seconds)",
    "limits": "limits",
}
PACKAGE = "package "

Differences = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]


def disturbances(folder: Path, base: Database) -> tuple[str, ...]:
    """A sentence for each way in which the machine was disturbed.

    Args:
        folder: of the campaign.
        base: its rows.
    """
    return (*_busy(folder, read_sessions(folder)), *_doubtful(base))


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
