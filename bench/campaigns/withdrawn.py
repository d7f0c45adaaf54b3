"""Rows that were withdrawn: by name, on request, and on record.

Rows are never deleted.  `--discard SOLVER@VERSION` adds a line to `withdrawn.jsonl`, and from then
on the rows are left out that this version of the solver had made until that moment, on the machines
that have rows in the folder: they are neither evidence nor timed, and their runs are to be made
again.  Later rows count as usual.  Where the line is removed, the rows are read again.  A merge
unites these files; the table says what was withdrawn.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.run import PLAIN
from accord.puzzles.fields import FILE, Check, reader_of
from accord.puzzles.files.outside_file import content_of, write_whole
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import counted

WITHDRAWN = "withdrawn.jsonl"


def _is_utc(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).utcoffset() == timedelta(0)
    except ValueError:
        return False


@dataclass(frozen=True)
class Withdrawal:
    """The rows of one solver and version that are not read any more."""

    solver: str  # with its settings
    version: str
    hosts: tuple[str, ...]  # whose rows
    until: Annotated[str, Check(_is_utc, "a time in UTC, ISO 8601")]  # of runs started until then
    rows: int  # how many there were then

    def __str__(self) -> str:
        return f"{self.solver}@{self.version} ({counted(self.rows, 'row')}, until {self.until})"


def withdrawals(folder: Path) -> list[Withdrawal]:
    """The withdrawals of a campaign, in the order in which they were made.

    Raises:
        CampaignError: a line is none.
        OutsideFileError: there is no file in its place.
    """
    path = folder / WITHDRAWN
    lines = enumerate(content_of(path, folder).split(b"\n"), 1)
    return [_withdrawal(path, number, line) for number, line in lines if line.strip()]


def _withdrawal(path: Path, number: int, line: bytes) -> Withdrawal:
    """The withdrawal in a line of the file.

    Raises:
        CampaignError: nothing; names the line.
    """
    try:
        found: Withdrawal = _read(json_value(line), {})
    except ValueError as error:
        raise CampaignError(f"{path}: line {number}: {error}") from None
    return found


_read = reader_of(Withdrawal, FILE)


def write_withdrawals(folder: Path, withdrawn: Sequence[Withdrawal]) -> None:
    """Write these withdrawals into the folder, if there are any."""
    lines = "".join(f"{json.dumps(asdict(each), ensure_ascii=False)}\n" for each in withdrawn)
    if lines:
        write_whole(folder / WITHDRAWN, lines)


def is_read(base: Database, withdrawn: Sequence[Withdrawal]) -> str:
    """SQL for whether a row counts; withdrawals become a table of the database."""
    if not withdrawn:
        return "true"
    names = [name for name in asdict(withdrawn[0]) if name != "rows"]
    columns = ", ".join(f"unnest(${number}) AS its_{name}" for number, name in enumerate(names, 2))
    values = [[getattr(each, name) for each in withdrawn] for name in names]
    query = f"CREATE TABLE withdrawn AS SELECT unnest($1) AS place, {columns}"
    base.execute(query, [[*range(len(withdrawn))], *values])
    return f"NOT EXISTS (FROM withdrawn WHERE {_WITHDRAWS})"


_WITHDRAWS = (
    f"its_solver = {PLAIN} AND its_version = solver_version "
    "AND list_contains(its_hosts, host) AND coalesce(started, '') <= its_until"
)


def applied(base: Database, folder: Path) -> list[Withdrawal]:
    """The withdrawals of an open campaign, with the number of rows each leaves out.

    A row that several leave out is one of the first.
    """
    found = withdrawals(folder)
    first = f"(SELECT min(place) FROM withdrawn WHERE {_WITHDRAWS})"
    query = f"SELECT {first} AS place, count(*) FROM every_row GROUP BY 1"
    rows = dict(base.execute(query).fetchall()) if found else {}
    return [replace(each, rows=rows.get(place, 0)) for place, each in enumerate(found)]
