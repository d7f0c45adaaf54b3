"""What a solver of a campaign is called: its name with its settings, version and host.

`PLAIN` is the name with the settings; `VERSIONED` adds the version where a campaign has several of
a solver, and `LABEL` the host, too, where it has several.  All are expressions of SQL, over `runs`
or `judged`.
"""

from collections.abc import Collection

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.run import LABEL as OF_ROWS
from accord.puzzles.phrasing import similar
from accord.solvers.registry import meant

PLAIN = OF_ROWS
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
