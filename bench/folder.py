"""The folder of a campaign, besides its rows: what was asked, the puzzles, the machines.

    campaign.toml            the question
    puzzles.parquet          the instances: digest, text, names, expected answer
    environments/HASH.json   the machines and versions it ran on

Each file is written whole under another name and renamed into place, so that a kill leaves either
all of it or nothing.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from accord.bench.environment import environment_hash
from accord.puzzles.grid import Grid
from accord.puzzles.instance import Expected, Instance
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.read import read
from accord.puzzles.write import write

QUESTION = "campaign.toml"
PUZZLES = "puzzles.parquet"


class CampaignError(ValueError):
    """What was asked does not make sense, or contradicts what stands in the folder."""


@dataclass(frozen=True)
class Asked:
    """The question of a campaign."""

    collection: str  # the name or file the puzzles came from
    puzzles: int  # how many different ones
    digest: str  # of all of them, so that a changed file is another question
    solvers: tuple[str, ...]  # canonical
    limit: int  # solutions asked for; 0 for all
    time_limit: float  # wall seconds per run
    repeat: int
    seed: int
    memory_limit: int = 0  # bytes per run; 0 for no limit
    cpu_limit: float = 0.0  # seconds per run; 0 for no limit
    cold: bool = False

    def toml(self) -> str:
        """The text of campaign.toml."""
        lines = [f"{name} = {_toml(value)}" for name, value in asdict(self).items()]
        return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """A string, finite number or list of these: as JSON, but for DEL, which TOML wants escaped."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("\x7f", "\\u007f")


@dataclass(frozen=True)
class Entry:
    """A puzzle of a campaign; one puzzle may have several names."""

    names: tuple[str, ...]
    puzzle: Puzzle
    expected: Expected | None = None  # reported when contradicted, not believed


def entries_of(instances: Iterable[Instance]) -> list[Entry]:
    """One entry per different puzzle, with all its names."""
    found: dict[str, Entry] = {}
    for instance in instances:
        entry = found.get(instance.puzzle.digest, Entry((), instance.puzzle))
        expected = instance.expected or entry.expected
        names = (*entry.names, instance.name)
        found[instance.puzzle.digest] = replace(entry, names=names, expected=expected)
    return list(found.values())


def digest_of(entries: Sequence[Entry]) -> str:
    """16 hexadecimal digits that say which puzzles these are."""
    digests = sorted(entry.puzzle.digest for entry in entries)
    return sha256(" ".join(digests).encode()).hexdigest()[:16]


def settle(folder: Path, asked: Asked) -> None:
    """Write the question down, or find the same one there.

    Raises:
        CampaignError: the folder holds another question.
    """
    path = folder / QUESTION
    if not path.exists():
        _write_whole(path, asked.toml())
        return
    there = read_question(folder)
    for name, wanted in asdict(asked).items():
        if (found := asdict(there)[name]) != wanted:
            raise CampaignError(
                f"{folder} holds another campaign: its {name} is {_shown(found)}, "
                f"asked was {_shown(wanted)}; choose another folder with -o"
            )


def read_question(folder: Path) -> Asked:
    """What the campaign in this folder asked.

    Raises:
        CampaignError: there is none, or its campaign.toml cannot be read.
    """
    path = folder / QUESTION
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        return Asked(**values | {"solvers": tuple(values["solvers"])})
    except OSError:
        raise CampaignError(f"{folder}: found no campaign, expected {QUESTION} in it") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise CampaignError(f"{path}: not the question of a campaign: {error}") from None


def write_puzzles(folder: Path, entries: Sequence[Entry]) -> None:
    """Write puzzles.parquet, unless it says the same: names and expectations may have changed.

    Raises:
        CampaignError: it is there, and cannot be read.
    """
    import duckdb

    path = folder / PUZZLES
    unfinished = path.with_suffix(".unfinished")
    columns: dict[str, list[Any]] = {
        "puzzle": [entry.puzzle.digest for entry in entries],
        "text": [write(entry.puzzle, "json") for entry in entries],
        "names": [list(entry.names) for entry in entries],
        "expected": [_expected_text(entry.expected) for entry in entries],
    }
    if path.exists() and _puzzle_rows(path) == list(zip(*columns.values(), strict=True)):
        return
    with duckdb.connect() as connection:
        unnested = ", ".join(f"unnest(${name}) AS {name}" for name in columns)
        connection.execute(f"CREATE TABLE puzzles AS SELECT {unnested}", columns)
        connection.execute(f"COPY puzzles TO {quoted(unfinished)} (FORMAT parquet)")
    unfinished.rename(path)


def read_puzzles(folder: Path) -> dict[str, Entry]:
    """The instances of a campaign by their digest.

    Raises:
        CampaignError: there is no campaign in this folder, or its puzzles cannot be read.
    """
    path = folder / PUZZLES
    if not path.exists():
        raise CampaignError(f"{folder}: found no campaign, expected {PUZZLES} in it")
    return {
        digest: Entry(tuple(names), read(text, format="json"), _expected(expected))
        for digest, text, names, expected in _puzzle_rows(path)
    }


def _puzzle_rows(path: Path) -> list[tuple[Any, ...]]:
    import duckdb

    try:
        with duckdb.connect() as connection, parquet(path) as rows:
            query = f"SELECT puzzle, text, names, expected FROM {rows}"
            return connection.execute(query).fetchall()
    except duckdb.Error as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: Exception) -> CampaignError:
    """What to raise for DuckDB's complaint about a file, without the query it goes on to quote."""
    return CampaignError(f"{path}: cannot be read: {str(error).partition(chr(10))[0]}")


@contextmanager
def parquet(*paths: Path) -> Iterator[str]:
    """DuckDB's SQL for the rows of these files, whatever their folders are called.

    DuckDB takes `a*b` for a pattern, has no switch against it and no escape for every name: it is
    given links with names of ours.  Nor is a folder `solver=x` a column of its rows.
    """
    with TemporaryDirectory() as scratch:
        links = [Path(scratch, f"{number}.parquet") for number, _ in enumerate(paths)]
        for link, path in zip(links, paths, strict=True):
            link.symlink_to(path.absolute())
        names = ", ".join(map(quoted, links))
        yield f"read_parquet([{names}], hive_partitioning = false, union_by_name = true)"


def quoted(path: Path) -> str:
    """SQL for the name of a file; `~` is a folder like any other."""
    return "'" + str(path.absolute()).replace("'", "''") + "'"


def _expected_text(expected: Expected | None) -> str:
    """JSON; empty where nothing is expected."""
    if expected is None:
        return ""
    solution = expected.solution and str(expected.solution)
    return json.dumps([expected.count, expected.at_least, solution])


def _expected(text: str) -> Expected | None:
    if not text:
        return None
    count, least, solution = json.loads(text)
    return Expected(count, least, Grid.parse(solution) if solution else None)


def write_environment(folder: Path, facts: dict[str, Any]) -> str:
    """Write the machine down; returns the hash that its rows carry."""
    name = environment_hash(facts)
    path = folder / "environments" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        _write_whole(path, json.dumps(facts, indent=2, sort_keys=True) + "\n")
    return name


def _write_whole(path: Path, text: str) -> None:
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.rename(path)


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else repr(value)
