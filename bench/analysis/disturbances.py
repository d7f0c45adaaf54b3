"""What a campaign has recorded of a machine that was disturbed, in sentences.

A load is the number of processes of the whole machine that run or wait to: above its CPUs (threads
of cores) some of them wait, and the wall time of a run that waits is too long by as much.  So it is
a warning, which stands above the figures.  Of a campaign that had only some of the CPUs nobody
knows whether its runs were among those that waited.  The rows know of clocks that were found
doubtful.  What was not recorded is not known: whether a machine is quiet before a campaign says
`accord doctor`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import read_environment
from accord.bench.campaigns.sessions import Session, counted_sessions, read_sessions
from accord.bench.run.clock_check import DOUBTFUL
from accord.puzzles.phrasing import counted

SLACK = 0.5  # of a load: a campaign on every CPU with its own supervisor


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
