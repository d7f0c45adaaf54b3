"""The command that repeats a campaign, and notes on it.

The question says most; how many runs went on at a time, what made them, and whether limits were
only best-effort, stand in the rows and the sessions.  A name says which puzzles they are only as
long as the same stand under it: so what a collection that ships holds today is held against the
digest of what was asked; for other names the note says where the puzzles are kept.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from accord.bench.analysis.table import CampaignTable
from accord.bench.campaigns.deduplicate import deduplicate
from accord.bench.campaigns.folder import Asked
from accord.bench.instances.collection import collections, instances_of
from accord.puzzles.phrasing import memory


def command(asked: Asked, table: CampaignTable) -> str:
    """A line for a shell, with nothing left to defaults."""
    words = ["accord", "bench"]
    words += [asked.collection] if not asked.collection.startswith("-") else []
    words += shlex.split(asked.reading)
    for solver in asked.solvers:
        words += ["-s", solver]
    words += ["-n", str(asked.limit) if asked.limit else "all"]
    words += ["-t", f"{_plain(asked.time_limit)}s"]
    if asked.memory_limit:
        words += ["-m", memory(asked.memory_limit)]
    if asked.cpu_limit:
        words += ["--cpu-limit", f"{_plain(asked.cpu_limit)}s"]
    words += ["--best-effort"] * bool(table.best_effort) + ["--cold"] * asked.cold
    words += ["--repeat", str(asked.repeat), "--seed", str(asked.seed)]
    if asked.isomorphs:
        words += ["--isomorphs", str(asked.isomorphs)]
    if asked.shard:
        words += ["--shard", asked.shard]
    words += ["-j", str(max(table.jobs))] if table.jobs else []
    words += ["--engine", "dask"] * any(each.engine == "dask" for each in table.sessions)
    words += ["--", asked.collection] if asked.collection.startswith("-") else []
    return shlex.join(words)


def remarks(asked: Asked, table: CampaignTable) -> Iterator[str]:
    """What the command does not say, or cannot."""
    if asked.merged:
        yield f"Only the shards {asked.merged} are in this campaign."
    if asked.collection == "-":
        yield f"The puzzles came from standard input, which has no name: {_STAND}."
    elif asked.collection not in collections():
        yield (
            f"{asked.collection} is no collection that ships, and is read again: {_STAND}. Not "
            "every campaign has recorded with which --box, --rules and --regions it was read."
        )
    elif not asked.reading and _digest(asked.collection) != asked.digest:
        yield (
            f"The collection {asked.collection} holds other puzzles today, or was read with --box, "
            f"--rules or --regions, which were not recorded: {_STAND}."
        )
    if len(table.jobs) > 1:
        yield f"Runs were made {' or '.join(map(str, table.jobs))} at a time."
    if any(each.engine == "dask" for each in table.sessions):
        yield "Of Dask's scheduler, if it was one with an address, the address is not recorded."


_STAND = "as they were asked, they stand in puzzles.parquet in the campaign's folder"


def _digest(collection: str) -> str:
    """Of the puzzles that a collection holds today."""
    with TemporaryDirectory() as scratch:
        return deduplicate(instances_of(collection), Path(scratch)).digest


def _plain(seconds: float) -> str:
    """A number without an exponent, which the command would not take."""
    text = f"{seconds:.9f}".rstrip("0").rstrip(".")
    return text or "0"
