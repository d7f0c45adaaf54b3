"""Withdrawing the rows of a solver from a campaign: see bench/campaigns/withdrawn.py."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.run import LABEL
from accord.bench.campaigns.store import locked, opened
from accord.bench.campaigns.withdrawn import Withdrawal, withdrawals, write_withdrawals


def discard(folder: Path, names: Iterable[str]) -> list[Withdrawal]:
    """Withdraw the rows of these solvers from a campaign.

    Args:
        folder: of the campaign.
        names: SOLVER@VERSION, where the solver has its settings.

    Raises:
        CampaignError: there are no such rows; names those that there are.
        LockedError: another process is writing to the folder.
    """
    if not folder.is_dir():
        raise CampaignError(f"{folder}: found no campaign to discard runs of")
    with locked(folder):
        return withdraw(folder, names)


def withdraw(folder: Path, names: Iterable[str]) -> list[Withdrawal]:
    """As `discard`, in a folder that is locked already."""
    there = _there(folder, datetime.now(UTC).isoformat(timespec="milliseconds"))
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in there:
            known = ", ".join(sorted(there)) or "none, as there are no runs"
            raise CampaignError(f"{folder}: found no runs of {name!r}, expected {known}")
    withdrawn = [there[name] for name in wanted]
    write_withdrawals(folder, [*withdrawals(folder), *withdrawn])
    return withdrawn


def _there(folder: Path, until: str) -> dict[str, Withdrawal]:
    """The rows that can be withdrawn, by SOLVER@VERSION."""
    query = (
        f"SELECT {LABEL}, solver_version, list_sort(list(DISTINCT host)), count(*) "
        "FROM everything GROUP BY ALL"
    )
    with opened(folder) as base:
        rows = base.execute(query).fetchall()
    return {
        f"{solver}@{version}": Withdrawal(solver, version, tuple(hosts), until, number)
        for solver, version, hosts, number in rows
    }
