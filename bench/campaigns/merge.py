"""Merging: the folders of several campaigns become one.

What may be merged are answers to the same question: the same puzzles, limits, repetitions and seed.
The shards of a campaign are; so are its parts from several machines, whose rows name the host
they were made on; and so is what solver A answered here and solver B elsewhere: the merged campaign
asks both.  Where the puzzles are shards the solvers have to be the same in all of them, or it would
not be known which shards of which solver are missing: merge the shards of each of the two first.

The merged folder is a campaign like any other: it has the question without the shard, and the same
command with `-o` goes on with what is missing.  Rows are copied, and none that is there already; of
several with one key all are judged and the one that started first is timed; where these claim
different things their number is reported.  So merging can be killed and repeated, and more can be
merged into what is merged.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from accord.bench.campaigns.database import database, quoted
from accord.bench.campaigns.deduplicate import PUZZLES, SMALL_GROUPS, add_puzzles, put_puzzles
from accord.bench.campaigns.folder import (
    ENVIRONMENTS,
    FREE,
    OWN,
    QUESTION,
    CampaignError,
    RecordedQuestion,
    read_environment,
    read_question,
    shown,
    write_environment,
    write_question,
)
from accord.bench.campaigns.large_problems import copy_text, large_in
from accord.bench.campaigns.parquet_parts import (
    MOST_BYTES,
    ROW,
    RUNS,
    combine,
    finish,
    parts,
    reading,
    rows_of,
    write_part,
)
from accord.bench.campaigns.sessions import SESSIONS
from accord.bench.campaigns.sessions import lines_of as lines_of_sessions
from accord.bench.campaigns.store import KEY_LIST, cause, journal_rows, locked, opened
from accord.bench.campaigns.withdrawn import withdrawals, write_withdrawals
from accord.puzzles.files.outside_file import expect_own, subfolder, unlinked, vacate, write_whole
from accord.puzzles.proofs.certificate_file import CERTIFICATES, lines_of, ready_to_append

CLAIMS = "outcome, exhausted, count, valid, digest, contradictory"
_FREE = ("collection", "solvers", "shard", "merged", *FREE)  # in which questions may differ


@dataclass(frozen=True)
class Merged:
    """The numbers of new, repeated and contradictory rows in a merge, and its missing shards."""

    rows: int  # that were not there before
    repeated: int  # keys with several rows, of which the earliest is timed
    contradictory: int  # keys with several rows that claim different things
    missing: tuple[int, ...]  # shards
    shards: int  # N of I/N; 0 where there are none


def merge(folders: Sequence[Path], out: Path) -> Merged:
    """Add all that these campaigns' folders hold to one folder.

    Args:
        folders: of campaigns.
        out: made if it is not there.

    Raises:
        CampaignError: they ask different questions, or one cannot be read.
        InputError: that folder holds something else and no campaign.
        LockedError: another process is writing to one of them.
    """
    expect_own(out, *OWN)
    sources = {each.resolve(): each for each in folders if each.resolve() != out.resolve()}
    there = [out] if os.path.lexists(out / QUESTION) else []
    questions = {folder: read_question(folder) for folder in (*there, *sources.values())}
    if not questions:
        raise CampaignError(f"{out}: found no campaign, expected {QUESTION} in it")
    asked = _united(questions)
    shards, number = _shards(questions)
    with ExitStack() as stack:
        for source in sources.values():
            stack.enter_context(_locked(source))
        stack.enter_context(locked(out))
        write_question(out, replace(asked, merged=questions[out].merged if there else ""))
        puzzles = _unite_puzzles(out, list(questions))
        for source in sources.values():
            _copy_environments(source, out)
        _unite_sessions(out, list(questions))
        united = dict.fromkeys(each for folder in questions for each in withdrawals(folder))
        if list(united) != withdrawals(out):
            write_withdrawals(out, list(united))
        for source in sources.values():
            _copy_certificates(source / CERTIFICATES, out / CERTIFICATES)
        subfolder(out, RUNS)
        finish(out)
        rows = sum(_copy_rows(source, out) for source in sources.values())
        repeated, contradictory = _repeated(out)
        combine(out)
        missing = [each for each in range(1, number + 1) if each not in shards]
        if puzzles == asked.puzzles:  # whole, however it came to be
            missing = []
        have = ",".join(map(str, sorted(shards)))
        write_question(out, replace(asked, merged=f"{have}/{number}" if missing else ""))
    return Merged(rows, repeated, contradictory, tuple(missing), number)


def _united(questions: dict[Path, RecordedQuestion]) -> RecordedQuestion:
    """The common question of some campaigns, without shards and with all the solvers.

    Raises:
        CampaignError: there are several.
    """
    (first, asked), *others = questions.items()
    sharded = any(each.shard or each.merged for each in questions.values())
    for folder, other in others:
        for name, wanted in asked.stated().items():
            found = other.stated()[name]
            if found != wanted and (name not in _FREE or (sharded and name == "solvers")):
                raise CampaignError(
                    f"{first} and {folder} are different campaigns: {name} is {shown(wanted)} "
                    f"and {shown(found)}"
                )
    solvers = {solver for each in questions.values() for solver in each.solvers}
    return replace(asked, solvers=tuple(sorted(solvers)), shard="", merged="")


def _shards(questions: dict[Path, RecordedQuestion]) -> tuple[set[int], int]:
    """The shards among some campaigns, and the number of all.

    Raises:
        CampaignError: they are shards of different numbers.
    """
    found: set[int] = set()
    numbers: dict[int, Path] = {}
    for folder, asked in questions.items():
        if text := asked.shard or asked.merged:
            some, _, number = text.partition("/")
            numbers.setdefault(int(number), folder)
            found |= set(map(int, some.split(",")))
    if len(numbers) > 1:
        (one, first), (other, second), *_ = numbers.items()
        raise CampaignError(
            f"{first} and {second} are different campaigns: shard is of {one} and of {other}"
        )
    return found, next(iter(numbers), 0)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock a folder against writers; a read-only one needs no lock."""
    with ExitStack() as stack:
        with suppress(OSError):
            stack.enter_context(locked(folder))
        yield


def _unite_puzzles(out: Path, folders: Sequence[Path]) -> int:
    """Write the puzzles of all to `out`, named and expected as in the first; their number."""
    files = [
        folder / PUZZLES for folder in folders if folder != out or os.path.lexists(out / PUZZLES)
    ]
    vacate(united := out / "puzzles.merging")
    with database(out) as base:
        for number, file in enumerate(files):
            add_puzzles(base, file, name=f"puzzles{number}")
        sources = [
            f"SELECT *, {number} AS source FROM puzzles{number}" for number in range(len(files))
        ]
        base.execute(f"CREATE VIEW everything AS {' UNION ALL '.join(sources)}")
        base.keep("first", "SELECT puzzle, min(source) AS source FROM everything GROUP BY puzzle")
        rows = "SELECT * EXCLUDE (source) FROM everything JOIN first USING (puzzle, source)"
        puzzles = base.value(f"COPY ({rows}) TO {quoted(united)} {SMALL_GROUPS}")
        chosen = "everything JOIN first USING (puzzle, source)"
        for text, source in base.execute(large_in(chosen, ", source")).fetchall():
            copy_text(text, files[source].parent, out)
    put_puzzles(out, united)
    united.unlink(missing_ok=True)
    return int(puzzles)


def _copy_environments(source: Path, out: Path) -> None:
    """Copy the facts of machines: files named by the hash of their content."""
    for file in source.glob(f"{ENVIRONMENTS}/*.json"):
        if facts := read_environment(source, file.stem):
            write_environment(out, facts)


def _copy_certificates(source: Path, out: Path) -> None:
    """Add lines of certificates that are missing; they are checked when they are read."""
    if not os.path.lexists(source):
        return
    lines = lines_of(source, source.parent)
    with open(out, "a+b", opener=unlinked) as file:
        there = {each.digest for each in lines_of(out, out.parent)}
        ready_to_append(file)
        for each in lines:
            if each.digest not in there:
                file.write(each.data + b"\n")


def _unite_sessions(out: Path, folders: Sequence[Path]) -> None:
    """Write the known sessions of all folders to `out`."""
    lines = list(
        dict.fromkeys(line for folder in folders for line in lines_of_sessions(folder) if line)
    )
    if lines != lines_of_sessions(out):
        write_whole(out / SESSIONS, "".join(f"{line}\n" for line in lines))


def _copy_rows(source: Path, out: Path) -> int:
    """Write parts with the rows that the other folder lacks; returns their number.

    Raises:
        CampaignError: a part cannot be read.
    """
    import duckdb

    copied = 0
    with reading(source), database(out) as base:
        here = f"FROM (FROM ({journal_rows(base, out)}) UNION ALL {rows_of(base, *parts(out))})"
        base.keep("here", f"SELECT {_HASH} AS hash {here}")
        journal = f"SELECT {ROW} FROM ({journal_rows(base, source)})"
        try:
            for rows in (journal, *(rows_of(base, *group) for group in _groups(parts(source)))):
                hashed = f"SELECT *, {_HASH} AS hash FROM ({rows})"
                new = f"SELECT * EXCLUDE (hash) FROM ({hashed}) ANTI JOIN here USING (hash)"
                copied += write_part(base, out, new)
        except duckdb.Error as error:
            raise cause(error, source) from None
    return copied


_HASH = f"md5(to_json(row({ROW}))::VARCHAR)"


def _groups(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """The parts in order, grouped such that a group makes a part of the largest size."""
    group: list[Path] = []
    for path in paths:
        size = sum(each.lstat().st_size for each in (*group, path))
        if group and size > MOST_BYTES:
            yield group
            group = []
        group.append(path)
    if group:
        yield group


def _repeated(folder: Path) -> tuple[int, int]:
    """The numbers of keys with several rows, and of those whose rows claim different things."""
    with opened(folder) as base:
        rows = f"SELECT *, hash({KEY_LIST}) AS key FROM everything"
        claims = f"count(DISTINCT hash({CLAIMS}))"
        query = (
            f"SELECT {claims} AS claims FROM ({rows}) SEMI JOIN repeated USING (key) "
            f"GROUP BY {KEY_LIST} HAVING count(*) > 1"
        )
        counted = f"SELECT count(*), count(*) FILTER (claims > 1) FROM ({query})"
        ((repeated, contradictory),) = base.execute(counted).fetchall()
    return int(repeated), int(contradictory)
