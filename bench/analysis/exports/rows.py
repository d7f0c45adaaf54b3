"""What every export starts from, the judged rows of a campaign in run sets, and where it goes.

A *run set* (BenchExec's word) is what one solver did in one version on one machine in one
repetition, on at most one form of each puzzle: all of a run's key but the puzzle separates run
sets, so that no two rows of one are about the same puzzle.  The question does so only where a
puzzle was asked two: the usual one differs from puzzle to puzzle.  Other programs know runs by
names; these are made unique here:

    puzzle       its first name, with its hash behind it where another puzzle has that name as well
    algorithm    the solver with its settings, then whatever differs within the campaign: version
                 and host as in the statistics, questions and limits where several were merged
    run set      the algorithm, its repetition and isomorph where there are several

White space and control characters in names and reasons become one blank: XML has no way to write
some of them, and readers of CSV strip others.

Rows are sorted by DuckDB within its bounds (bench/campaigns/database.py), without the grids; run
sets are held in memory, rows are not.

An export goes to a folder of its own, new or empty (`delivery`).  The files are written elsewhere
in the same file system and moved there when all are complete.  What stands there already is never
touched: to remove an older export is left to the user.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from accord.bench.analysis.joint_judging import ASKED
from accord.bench.analysis.judging import Watch, judging, not_watched
from accord.bench.analysis.table import planned_runs
from accord.bench.campaigns.database import Database
from accord.bench.campaigns.deduplicate import PUZZLES, add_puzzles
from accord.bench.campaigns.folder import CampaignError, known_question, read_environment
from accord.bench.campaigns.run import KEY
from accord.bench.campaigns.store import opened
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.files.outside_file import expect_own
from accord.puzzles.phrasing import listed, solutions_text
from accord.solvers.budget import COUNTERS

SPLITTING = *(name for name in KEY if name not in ("puzzle", "limit", "sense")), "question"
LIMITS = "time_limit", "memory_limit", "cpu_limit", "cold", "seed"
LONGEST = 300  # characters of a sentence on why a run failed

Row = dict[str, Any]


@dataclass(frozen=True)
class RunSet:
    """The runs of an algorithm in one repetition; times are UTC, ISO 8601."""

    key: Row  # by the names of SPLITTING
    asked: str  # its question, or questions, in words
    algorithm: str
    name: str
    began: str
    ended: str  # when the last run began, where the time it took is not known
    environments: tuple[str, ...]  # hashes


@dataclass(frozen=True)
class Exported:
    """A campaign that is open, and the run sets in it."""

    folder: Path
    name: str  # of its collection
    base: Database
    run_sets: tuple[RunSet, ...]  # by solver, version, host, isomorph, repetition

    def rows(self) -> Iterator[tuple[RunSet, Iterator[Row]]]:
        """Each run set with its rows, in the order of the puzzles."""
        columns = ("run_set", *COLUMNS)
        query = f"SELECT {_quoted(columns)} FROM exported ORDER BY run_set, place"
        rows = (dict(zip(columns, row, strict=True)) for row in self.base.rows(query))
        for number, group in groupby(rows, lambda row: int(row["run_set"])):
            yield self.run_sets[number], group

    def environment(self, name: str) -> dict[str, Any]:
        """The facts of a machine; none where its file is missing or broken."""
        return read_environment(self.folder, name)


@contextmanager
def exported(
    folder: Path, watch: Watch = not_watched, steps: ShowStep = not_shown
) -> Iterator[Exported]:
    """The campaign in this folder, judged, with the views `named` and `exported` in its database.

    `named` has a row for each puzzle: puzzle, place, name; `exported` one for each run: run_set,
    place, COLUMNS.

    Args:
        folder: of the campaign.
        watch: called with each puzzle that has runs, and its verdict.
        steps: called before each of them is judged.

    Raises:
        CampaignError: there is none, or it has no runs.
    """
    with judging(folder, watch, steps) as base:
        base.execute(_DOUBLE)
        base.keep("named", _NAMED)
        base.execute(_TWICE)
        base.execute(_RUN_SETS)
        if not base.keep("exported", _EXPORTED):
            raise CampaignError(f"{folder}: found no runs, expected some")
        yield Exported(folder, _collection(folder), base, _run_sets(base))


def _quoted(columns: tuple[str, ...]) -> str:
    """SQL for some columns; `limit` is a word of SQL."""
    return ", ".join(f'"{name}"' for name in columns)


COLUMNS = (
    *("name", "puzzle", "isomorph", "repetition", "limit", "outcome", "reason", "status"),
    *("category", "decided", "refutation", "exhausted", "count", "valid", "time_limit"),
    *("wall_time", "cpu_time", "first_solution_time", "encode_time", "search_time"),
    *("decode_time", "peak_memory", "started", "host", *COUNTERS, "sense", "value"),
    *("bound", "value_time"),  # seconds until it had the value
)
_CLEAN = r"trim(regexp_replace({}, '[\p{{Z}}\p{{C}}\x{{FFFE}}\x{{FFFF}}]+', ' ', 'g'))"
_CLEANED = _CLEAN.format("names[1]")
_DERIVED = {
    "refutation": f"coalesce(left(array_to_string(refutations, '; '), {LONGEST}), '')",
    "reason": _CLEAN.format(f"left(reason, {LONGEST})"),
    "name": "name",
    "value_time": "try_cast(json_extract_string(try_cast(incumbents AS JSON), '$[#-1][0]') AS "
    "DOUBLE)",
}
_LIKE_A_HASH = "regexp_matches(cleaned, '(^| )[0-9a-f]{16}$')"  # as made here: never left as it is
_DOUBLE = f"""
CREATE TABLE double AS SELECT cleaned FROM (SELECT {_CLEANED} AS cleaned FROM puzzles)
GROUP BY cleaned HAVING count(*) > 1
"""
_NAMED = f"""
SELECT puzzle, place, CASE WHEN cleaned IN (FROM double) OR cleaned = '' OR {_LIKE_A_HASH}
    THEN trim(cleaned || ' ' || puzzle) ELSE cleaned END AS name
FROM (SELECT puzzle, place, {_CLEANED} AS cleaned FROM puzzles)
"""
_FORMS = "isomorph", "repetition"
_TWICE = f"""
CREATE TABLE twice AS SELECT count(*) > 0 FROM (
    SELECT puzzle FROM runs GROUP BY puzzle HAVING count(DISTINCT {ASKED}) > 1
)
"""
_QUESTION = f"CASE WHEN (FROM twice) THEN {ASKED} ELSE 0 END"
_ORDER = "solver", "settings", "solver_version", "host", "question", *LIMITS, *_FORMS
_ENDED = "try_cast(started AS TIMESTAMPTZ) + to_microseconds((1e6 * wall_time)::BIGINT)"
_RUN_SETS = f"""
CREATE TABLE run_sets AS
SELECT row_number() OVER (ORDER BY {_quoted(_ORDER)}) - 1 AS run_set, * FROM (
    SELECT {_quoted(SPLITTING)}, list_sort(list(DISTINCT {ASKED})) AS questions,
        min(started) AS began,
        coalesce(strftime(max({_ENDED}), '%Y-%m-%dT%H:%M:%S+00:00'), max(started)) AS ended,
        list_sort(list(DISTINCT environment)) AS environments
    FROM (SELECT *, {_QUESTION} AS question FROM runs) GROUP BY ALL
)
"""
_EXPORTED = f"""
SELECT run_set, place, {
    ", ".join(
        _DERIVED.get(name, f"judged.{_quoted((name,))}") + f' AS "{name}"' for name in COLUMNS
    )
} FROM (SELECT *, {_QUESTION} AS question FROM judged) AS judged JOIN named USING (puzzle)
JOIN run_sets ON {
    " AND ".join(f'judged."{n}" IS NOT DISTINCT FROM run_sets."{n}"' for n in SPLITTING)
}
"""


def _collection(folder: Path) -> str:
    """The name of a campaign's collection, or of its folder where there is no question."""
    asked = known_question(folder)
    named = asked and asked.collection != "-"
    name = Path(asked.collection).stem if asked and named else folder.resolve().name
    return "".join(letter if letter.isprintable() else " " for letter in name).strip() or "campaign"


def _run_sets(base: Database) -> tuple[RunSet, ...]:
    """All run sets, named."""
    columns = (*SPLITTING, "questions", "began", "ended", "environments")
    query = f"SELECT {_quoted(columns)} FROM run_sets ORDER BY run_set"
    found = [dict(zip(columns, row, strict=True)) for row in base.rows(query)]
    several = {name for name in SPLITTING if len({each[name] for each in found}) > 1}
    versions: dict[str, set[str]] = {}
    for each in found:
        versions.setdefault(_label(each), set()).add(each["solver_version"])
    made = []
    for each in found:
        algorithm = _algorithm(each, several, versions[_label(each)])
        name = algorithm + "".join(
            f", {what} {each[what] + (what == 'repetition')}" for what in _FORMS if what in several
        )
        key = {splitting: each[splitting] for splitting in SPLITTING}
        rest = each["began"], each["ended"], tuple(each["environments"])
        made.append(RunSet(key, _asked(each), algorithm, name, *rest))
    return tuple(made)


def _algorithm(key: Row, several: set[str], versions: set[str]) -> str:
    """The name of a solver with what distinguishes it from others of the campaign."""
    name = _label(key)
    if len(versions) > 1:
        name += f" ({key['solver_version']})"
    if "host" in several:
        name += f" @ {key['host']}"
    if "question" in several:
        name += f", {_asked(key)}"
    return name + "".join(f", {limit} {key[limit]}" for limit in LIMITS if limit in several)


def _asked(key: Row) -> str:
    """The questions of a run set in words."""
    return listed(solutions_text(None if each < 0 else each) for each in key["questions"])


def _label(key: Row) -> str:
    return f"{key['solver']}:{key['settings']}" if key["settings"] else str(key["solver"])


def progress(folder: Path) -> tuple[int, int]:
    """The numbers of runs that are there, and that are planned; 0 if that is not known.

    Raises:
        CampaignError: there is no campaign, or it cannot be read.
    """
    with opened(folder) as base:
        add_puzzles(base, folder / PUZZLES)
        key = "solver, settings, puzzle, repetition, isomorph"
        runs = base.value(f"SELECT count(DISTINCT hash({key})) FROM runs")
        asked, _ = planned_runs(folder, base.value("SELECT count(*) FROM puzzles"))
    return int(runs), asked


@contextmanager
def delivery(out: Path) -> Iterator[Path]:
    """A folder whose files are moved to `out` at the end.

    Raises:
        InputError: there is something.
    """
    expect_own(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".accord-export-", dir=out.parent) as unfinished:
        yield Path(unfinished)
        out.mkdir(exist_ok=True)
        expect_own(out)
        for path in sorted(Path(unfinished).iterdir()):
            path.rename(out / path.name)
