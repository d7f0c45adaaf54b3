"""Rows that were withdrawn: by name, on request, and on record.

Rows are never deleted.  `--discard SOLVER@VERSION` adds a line to `withdrawn.jsonl`, and from then
on the rows are left out that this version of the solver had made until that moment, on the machines
that have rows in the folder: they are neither evidence nor timed, and their runs are to be made
again.  Later rows count as usual.  Where the line is removed, the rows are read again.  A merge
unites these files; the table says what was withdrawn.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import CampaignError, write_whole
from accord.bench.campaigns.run import LABEL
from accord.puzzles.phrasing import counted

WITHDRAWN = "withdrawn.jsonl"


@dataclass(frozen=True)
class Withdrawal:
    """What is not read any more."""

    solver: str  # with its settings
    version: str
    hosts: tuple[str, ...]  # whose rows
    until: str  # UTC, ISO 8601: of runs that started until then
    rows: int  # how many there were

    def __str__(self) -> str:
        return f"{self.solver}@{self.version} ({counted(self.rows, 'row')}, until {self.until})"


def withdrawals(folder: Path) -> list[Withdrawal]:
    """What was withdrawn from a campaign, in the order in which it was.

    Raises:
        CampaignError: a line is none.
    """
    path = folder / WITHDRAWN
    if not path.exists():
        return []
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            value = json.loads(line)
            found.append(Withdrawal(**value | {"hosts": tuple(value["hosts"])}))
        except (ValueError, TypeError, KeyError) as error:
            raise CampaignError(f"{path}: line {number}: no withdrawal: {error}") from None
    return found


def write_withdrawals(folder: Path, withdrawn: Sequence[Withdrawal]) -> None:
    """Have the folder hold these, if any."""
    lines = "".join(f"{json.dumps(asdict(each), ensure_ascii=False)}\n" for each in withdrawn)
    if lines:
        write_whole(folder / WITHDRAWN, lines)


def is_read(base: Database, withdrawn: Sequence[Withdrawal]) -> str:
    """SQL for whether a row counts; what was withdrawn becomes a table of the base."""
    if not withdrawn:
        return "true"
    names = asdict(withdrawn[0])
    columns = ", ".join(f"unnest(${number}) AS its_{name}" for number, name in enumerate(names, 1))
    values = [[getattr(each, name) for each in withdrawn] for name in names]
    base.execute(f"CREATE TABLE withdrawn AS SELECT {columns}", values)
    return (
        f"NOT EXISTS (FROM withdrawn WHERE its_solver = {LABEL} AND its_version = solver_version "
        "AND list_contains(its_hosts, host) AND coalesce(started, '') <= its_until)"
    )
