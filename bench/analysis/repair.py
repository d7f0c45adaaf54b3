"""Repair: a folder whose journal or parts were spoiled is read again, without what spoiled it.

Set aside are lines of the journal that are no rows, parts that cannot be read, and rows that cannot
be of this campaign: on other puzzles, of solvers or repetitions that it does not ask, under other
limits, or without what every row has.  The files as they were found stand in `spoiled/`.  A row
that was forged with care is not known from others: solvers are named that are refuted where a run
has several rows, and `--discard SOLVER@VERSION` withdraws all rows of one.
"""

import warnings
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from accord.bench.analysis.judging import judging
from accord.bench.campaigns.database import Database, database, literal
from accord.bench.campaigns.deduplicate import PUZZLES, add_puzzles
from accord.bench.campaigns.folder import RecordedQuestion, keep_spoiled, read_question, set_aside
from accord.bench.campaigns.parquet_parts import RUNS, parts, rewrite, rows_of
from accord.bench.campaigns.run import OUTCOMES, PLAIN
from accord.bench.campaigns.store import JOURNAL, KEY_LIST, Journal, journal_texts, locked
from accord.bench.judge.steps import ShowStep, not_shown
from accord.bench.run.terms import USUAL

_VALUES = r"\[(-?[0-9]+(,-?[0-9]+)*)?\]"
_ASSIGNMENTS = rf"\[({_VALUES}(,{_VALUES})*)?\]"  # as JSON has them
_GRIDS = r"(([0-9A-Z.]+|-?[0-9]+( -?[0-9]+)*),)*"  # as `Grid.parse` reads them, with a comma each


@dataclass(frozen=True)
class Repaired:
    """The files and rows that a repair has set aside."""

    lines: int  # of the journal
    rows: int  # of parts
    files: tuple[str, ...]  # parts that cannot be read
    doubtful: tuple[str, ...] = ()  # SOLVER@VERSION, refuted where a run has several rows


def repair(folder: Path, steps: ShowStep = not_shown) -> Repaired:
    """Have a campaign's folder hold rows of the campaign only.

    Args:
        folder: of the campaign.
        steps: called before each puzzle is judged.

    Raises:
        CampaignError: there is no campaign, or its puzzles cannot be read.
        LockedError: another process is writing to the folder.
    """
    import duckdb

    asked, rows, unread = read_question(folder), 0, []
    with locked(folder):
        lines = _repair_journal(folder)
        for part in parts(folder):
            try:
                rows += _repair_part(folder, part, asked)
            except duckdb.Error:
                set_aside(folder, part)
                unread.append(part.name)
        return Repaired(lines, rows, tuple(unread), _doubtful(folder, steps))


def _doubtful(folder: Path, steps: ShowStep) -> tuple[str, ...]:
    """The solvers that are refuted in runs of which the folder has several rows."""
    query = (
        f"SELECT DISTINCT {PLAIN} || '@' || solver_version AS name FROM judged "
        f"SEMI JOIN repeated ON hash({KEY_LIST}) = repeated.key "
        "WHERE category = 'wrong' ORDER BY name"
    )
    with judging(folder, steps=steps) as base:
        return tuple(name for (name,) in base.execute(query).fetchall())


def _repair_journal(folder: Path) -> int:
    """Make a part of the rows of the journal; returns the number of other lines."""
    _, others = journal_texts(folder)
    if others:
        keep_spoiled(folder, folder / RUNS / JOURNAL)
    with warnings.catch_warnings(action="ignore"), closing(Journal(folder)):
        pass
    return others


def _repair_part(folder: Path, part: Path, asked: RecordedQuestion) -> int:
    """Leave out the rows of a part that cannot be of the campaign; returns their number."""
    with database(folder) as base:
        add_puzzles(base, folder / PUZZLES)
        of_campaign = f"coalesce({_of_campaign(asked)}, false)"
        rows = rows_of(base, part)
        foreign = int(base.value(f"SELECT count(*) FROM ({rows}) WHERE NOT {of_campaign}"))
        _read_whole(base, rows)
        if foreign:
            keep_spoiled(folder, part)
            rewrite(base, folder, part, f"FROM ({rows}) WHERE {of_campaign}")
    return foreign


def _read_whole(base: Database, rows: str) -> None:
    """Raise the error of DuckDB if a column cannot be read."""
    base.execute(f"SELECT max(hash(COLUMNS(*))) FROM ({rows})").fetchall()


def _of_campaign(asked: RecordedQuestion) -> str:
    """SQL for whether a row can be of a campaign; null counts as no."""
    limits = "0, 1, 2" if asked.limit == USUAL else str(asked.limit or 0)  # 0 for all
    solvers, outcomes = (", ".join(map(literal, names)) for names in (asked.solvers, OUTCOMES))
    return (
        f"(puzzle IN (SELECT puzzle FROM puzzles) AND {PLAIN} IN ({solvers}) "
        f"AND repetition BETWEEN 0 AND {asked.repeat - 1} "
        f"AND coalesce(isomorph, 0) BETWEEN 0 AND {asked.isomorphs} AND seed = {asked.seed} "
        f'AND coalesce("limit", 0) IN ({limits}) '
        f"AND time_limit = {asked.time_limit}::DOUBLE AND outcome IN ({outcomes}) "
        "AND valid BETWEEN 0 AND count AND exhausted IS NOT NULL "
        "AND (instance || solver_version || engine || model || digest || host) IS NOT NULL "
        f"AND regexp_full_match(array_to_string(solutions, ',') || ',', '{_GRIDS}|,') "
        f"AND (assignments IS NULL OR regexp_full_match(assignments, '{_ASSIGNMENTS}')))"
    )
