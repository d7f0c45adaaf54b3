"""The puzzles of a campaign: any number of instances, deduplicated to a row for each puzzle.

    puzzle     VARCHAR     its hash
    text       VARCHAR     as JSON; of a large problem the name of a file (large_problems.py)
    names      VARCHAR[]   of the instances that it is, in their order
    expected   VARCHAR     [count, at least, solution] as JSON, of the last that has any; or empty
    place      BIGINT      0, 1, ... in the order of the instances; files of old have all, in order
    full_digest  VARCHAR   of a problem that is no puzzle, all 64 digits of its hash; else null
    original   VARCHAR     the XCSP3 file it was read from, or the name of that in a file; else null
    compile_time  DOUBLE   seconds that MiniZinc has compiled its model; of other problems null

An iterator of a million instances is read once, and never held: the instances go to a file as they
come, and DuckDB finds the different ones by their hashes.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from accord.bench.campaigns.database import Database, database, quoted
from accord.bench.campaigns.folder import CampaignError, unreadable
from accord.bench.campaigns.large_problems import (
    large_in,
    move_text,
    put_original,
    put_text,
    remove_others,
    text_of,
)
from accord.puzzles.files.texts import read, read_problem, write
from accord.puzzles.formats.problem_json import as_recorded
from accord.puzzles.grid import Grid
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.outside_data import json_value
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Expected, Instance, Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, Shape

PUZZLES = "puzzles.parquet"
SMALL_GROUPS = "(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)"
COLUMNS = "puzzle, text, names, expected, place"
OF_PROBLEMS = "full_digest", "original", "compile_time"  # columns that are null of a puzzle
_NEEDED = ("puzzle", "text", "names", "expected")  # files of old have no place
_LINE = {"n": "BIGINT", "puzzle": "VARCHAR", "text": "VARCHAR", "name": "VARCHAR"}
_LINE |= dict.fromkeys(("expected", *OF_PROBLEMS), "VARCHAR") | {"compile_time": "DOUBLE"}

Shard = tuple[int, int]  # I of N, 1 <= I <= N


@dataclass(frozen=True)
class DifferentPuzzles:
    """The different puzzles among some instances."""

    puzzles: int  # in all shards
    digest: str  # 16 hexadecimal digits, a hash of all puzzles in all shards
    path: Path  # of a file of those in this shard
    has_problems: bool  # whether some are no puzzles


def deduplicate(
    instances: Iterable[Instance], scratch: Path, shard: Shard = (1, 1)
) -> DifferentPuzzles:
    """The different puzzles among the instances, written to a file in this folder.

    Args:
        instances: read once, from the first to the last.
        scratch: an empty folder for what is to be thrown away.
        shard: of the puzzles, ordered by their hashes, the file has every N-th.
    """
    lines, path, has_problems = scratch / "instances.jsonl", scratch / PUZZLES, False
    with lines.open("w", encoding="utf-8") as file:
        for number, instance in enumerate(instances):
            line = {"n": number, "puzzle": instance.problem.digest, "name": instance.name}
            line["expected"] = _expected_text(instance.expected)
            line["compile_time"] = instance.compile_time
            try:
                line["text"] = put_text(scratch, write(instance.problem, "json"))
            except CampaignError as error:
                raise CampaignError(f"{instance.name}: {error}") from None
            if not isinstance(instance.problem, Puzzle):
                has_problems = True
                line["full_digest"] = instance.problem.full_digest
                line["original"] = put_original(scratch, instance.problem.original)
            file.write(json.dumps(line) + "\n")
    with database(scratch, size=lines.stat().st_size) as base:
        base.keep("lines", f"FROM {base.json_lines(lines, _LINE)}")
        lines.unlink()
        puzzles = base.keep("first", _FIRST)
        digest = sha256()
        for place, (puzzle,) in enumerate(base.rows("SELECT puzzle FROM first ORDER BY puzzle")):
            digest.update(f" {puzzle}".encode() if place else puzzle.encode())
        number, of = shard
        base.keep(
            "mine", f"SELECT n, place, last_expected FROM first WHERE rank % {of} = {number % of}"
        )
        base.keep(
            "double",
            "SELECT n, puzzle, last_expected FROM first SEMI JOIN mine USING (n) WHERE times > 1",
        )
        base.execute("SET preserve_insertion_order = true")
        base.execute(f"COPY ({_ALL}) TO {quoted(path)} {SMALL_GROUPS}")
    return DifferentPuzzles(puzzles, digest.hexdigest()[:16], path, has_problems)


_FIRST = """
SELECT *, row_number() OVER (ORDER BY n) - 1 AS place, row_number() OVER (ORDER BY puzzle) AS rank
FROM (
    SELECT puzzle, min(n) AS n, count(*) AS times, max(n) FILTER (expected != '') AS last_expected
    FROM lines GROUP BY puzzle
)
"""
_ALL = """
WITH again AS (
    SELECT double.n, list(lines.name ORDER BY lines.n) AS names
    FROM lines JOIN double USING (puzzle) GROUP BY double.n
),
late AS (SELECT double.n, lines.expected FROM lines JOIN double ON lines.n = double.last_expected)
SELECT lines.puzzle, lines.text, coalesce(again.names, [lines.name]) AS names,
    coalesce(late.expected, lines.expected) AS expected, mine.place, lines.full_digest,
    lines.original, lines.compile_time
FROM lines JOIN mine USING (n) LEFT JOIN again USING (n) LEFT JOIN late USING (n)
"""


def put_puzzles(folder: Path, different: Path) -> None:
    """Write these puzzles into the folder; the table stays where it has the same content.

    Names and expectations may have changed, or a file was spoiled.  The files of large problems
    stand beside the table that names them.
    """
    path = folder / PUZZLES
    for text in large_texts(different):
        move_text(text, different.parent, folder)
    with suppress(CampaignError):
        if _content(path) == _content(different):
            return
    unfinished = path.with_suffix(".unfinished")
    different.replace(unfinished)
    unfinished.replace(path)
    remove_others(large_texts(path), folder)


def large_texts(path: Path) -> list[str]:
    """The texts of a file of puzzles that name files of large problems and originals."""
    with puzzles(path) as base:
        return [text for (text,) in base.execute(large_in("puzzles", "")).fetchall()]


def _content(path: Path) -> list[tuple[int, ...]]:
    """The columns by which two files of puzzles are compared."""
    with puzzles(path) as base:
        rows = "sum(hash(puzzle, text, names, expected, place, original)::HUGEINT)"
        return base.execute(f"SELECT count(*), {rows} FROM puzzles").fetchall()


def given_twice(path: Path) -> str:
    """A sentence on puzzles of a file that have several names; empty where none has."""
    with puzzles(path) as base:
        query = "SELECT names[1], list_filter(names, lambda name: name != names[1]) AS others"
        several = f"FROM ({query}, place FROM puzzles) WHERE len(others) > 0"
        first = base.execute(
            f"SELECT * EXCLUDE (place) {several} ORDER BY place LIMIT 1"
        ).fetchall()
        if not first:
            return ""
        ((name, others),) = first
        more = base.value(f"SELECT sum(len(others)) {several}") - 1
    rest = f", and {more:,} more like it" if more else ""
    return f"{others[0]} is the same puzzle as {name}: asked once{rest}"


@contextmanager
def puzzles(path: Path) -> Iterator[Database]:
    """A database with the view `puzzles`.

    Raises:
        CampaignError: there is no such file, or it cannot be read.
    """
    with database() as base:
        add_puzzles(base, path)
        yield base


def add_puzzles(base: Database, path: Path, name: str = "puzzles") -> None:
    """Make a view of a file of puzzles.

    Raises:
        CampaignError: it is not there, or cannot be read.
    """
    import duckdb

    if not path.exists():
        found = f"no campaign, as {path.name} is missing" if path.parent.is_dir() else "no folder"
        raise CampaignError(f"{path.parent}: found {found}, expected one that `accord bench` made")
    nulls = ", ".join(f"NULL AS {name}" for name in OF_PROBLEMS)
    empty = f"SELECT NULL::BIGINT AS place, {nulls} WHERE false"
    try:
        base.expect_columns(path, _NEEDED)
        base.execute(
            f"CREATE VIEW {name} AS SELECT puzzle::VARCHAR AS puzzle, text::VARCHAR AS text, "
            "names::VARCHAR[] AS names, expected::VARCHAR AS expected, "
            "coalesce(place::BIGINT, file_row_number) AS place, "
            "full_digest::VARCHAR AS full_digest, original::VARCHAR AS original, "
            "compile_time::DOUBLE AS compile_time "
            f"FROM ({empty} UNION ALL BY NAME FROM {base.outside_parquet(path)})"
        )
        base.execute(f"SELECT max(hash(COLUMNS(*))) FROM {name}").fetchall()
    except duckdb.Error as error:
        raise CampaignError(
            f"{unreadable(path, error)}; `accord bench` with the same question writes it again"
        ) from None


def problem_of(text: str, folder: Path) -> Problem:
    """The problem that a row's text in the table of a folder describes.

    Where the givens are one text among the usual properties, they are all that is read: the shape
    is that of other puzzles, and reading it again would take four times as long.
    """
    text = text_of(folder, text)
    head, found, rest = text.partition(_GIVENS)
    givens, _, tail = rest.partition('"')
    if not found or " " in givens or "candidates" in tail or _VARIABLES in head:
        with as_recorded():
            return read_problem(text, format="json")
    return Puzzle(_shape(head, len(givens), tail), Grid.parse(givens))


_GIVENS = '"givens": "'
_VARIABLES = '"variables": '


@lru_cache(64)
def _shape(head: str, cells: int, tail: str) -> Shape:
    return read(f'{head}{_GIVENS}{"." * cells}"{tail}', format="json").shape


def original_of(text: str, folder: Path, full_digest: str) -> Problem | None:
    """The problem that the original of a row says, if it is this one; else None.

    It is read again, so that nobody is asked a file that somebody has changed.

    Args:
        text: what stands in the table for the original.
        folder: of the table.
        full_digest: of the row's problem.
    """
    with suppress(MalformedPuzzleError, CampaignError):
        problem = read_problem(text_of(folder, text))
        return problem if problem.full_digest == full_digest else None
    return None


def attach_program(problem: Problem, text: str, folder: Path) -> None:
    """Keep the program or model that is the original of a row beside its problem, nothing else.

    Args:
        problem: that of the row.
        text: what stands in the table for the original.
        folder: of the table.
    """
    with suppress(CampaignError, ValueError):
        original = text_of(folder, text).encode()
        program = ModelProgram.read(original) or MiniZincModel.read(original)
        if program is not None:
            program.attach(problem)


def expected_of(text: str) -> Expected | None:
    """The expected answer that a row's text describes; None for none.

    Raises:
        CampaignError: it is none.
    """
    if not text:
        return None
    try:
        count, least, solution, *optimum = json_value(text)
        if not all(each is None or type(each) is int for each in (count, least)):
            raise ValueError("these are no numbers")
        if solution is not None:
            solution = Grid.parse(solution) if isinstance(solution, str) else tuple(solution)
        best = [tuple(each) if isinstance(each, list) else each for each in optimum]
        return Expected(count, least, solution, *best)
    except (ValueError, TypeError) as error:
        raise CampaignError(
            f"found {text:.80}, expected [count, at least, solution] or with an optimum behind "
            f"them, as JSON: {error}"
        ) from None


def _expected_text(expected: Expected | None) -> str:
    """An expected answer as the text of a row; None for none."""
    if expected is None:
        return ""
    solution: object = expected.solution
    if isinstance(solution, Grid):
        solution = str(solution)
    optimum = [] if expected.optimum is None else [expected.optimum]
    return json.dumps([expected.count, expected.at_least, solution, *optimum])
