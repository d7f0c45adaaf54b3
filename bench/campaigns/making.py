"""Making runs on this machine: each job is asked, and its row written down at once.

Both engines end here.  The local one makes the runs of a campaign in its folder; a worker of a
cluster makes those of a work unit in a folder of its own.
"""

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, closing
from math import inf
from typing import Any

from accord.bench.campaigns.plan import CampaignQuestion, Plan
from accord.bench.campaigns.planned_run import PlannedRun, as_run, jobs_of
from accord.bench.campaigns.run import Run
from accord.bench.campaigns.sessions import Site, session
from accord.bench.campaigns.store import Journal
from accord.bench.run.cores import cores, reserved
from accord.bench.run.overhead import overhead
from accord.bench.run.schedule import Job, perform
from accord.bench.run.supervisor import ForkServers

Made = Callable[[int, Run | None], None]  # called with the number of finished runs, and the latest


def make_locally(
    site: Site,
    planned: Plan,
    question: CampaignQuestion,
    fork_servers: ForkServers,
    made: Made,
    until: float = inf,
) -> None:
    """Make the missing runs on this machine, until a moment as of `perform`."""
    jobs = jobs_of(planned.runs(), question.terms, question.seed)
    most = max(solver.cores for solver in planned.solvers)
    with session(site) as record, closing(Journal(site.folder)) as journal:
        record.harness = overhead()
        runs = make(journal, site, jobs, question, site.slots, most, fork_servers, until=until)
        with closing(runs) as rows:
            for _, run in rows:
                record.runs += 1
                made(1, run)
        record.finished = planned.done + record.runs == planned.total


def make(
    journal: Journal,
    site: Site,
    jobs: Iterable[Job[PlannedRun]],
    question: CampaignQuestion,
    slots: int,
    most: int,
    fork_servers: ForkServers,
    is_wanted: Callable[[], bool] | None = None,
    until: float = inf,
) -> Generator[tuple[Job[PlannedRun], Run], None, None]:
    """Make runs, write each into the journal, and yield it.

    Args:
        journal: of the site's folder; closed by the caller.
        site: the columns that describe the machine.
        jobs: what to ask.
        question: on which terms.
        slots: runs at a time; each has cores of its own where there are as many.
        most: cores that one of these runs works on.
        fork_servers: of the solvers; closed by the caller.
        is_wanted: called now and then; after it returns false no further run is made.
        until: a moment (`time.monotonic`) at which no run may still go on.
    """
    circumstances: dict[str, Any] = {"seed": question.seed, "jobs": site.slots}
    circumstances |= {"host": site.host, "environment": site.environment}
    with _cores_for(slots, most) as free:
        reports = perform(
            jobs,
            slots,
            timed=True,
            cores=free,
            fork_servers=fork_servers,
            is_wanted=is_wanted,
            until=until,
        )
        with closing(reports):
            for job, report in reports:
                run = as_run(job.tag, report, question.terms, **circumstances)
                journal.append(run)
                yield job, run


def _cores_for(slots: int, most: int) -> AbstractContextManager[list[tuple[int, ...]]]:
    """Reserve cores for so many runs at a time, at least for the one that needs most."""
    return reserved(max(slots, most), least=max(slots, min(most, cores())))
