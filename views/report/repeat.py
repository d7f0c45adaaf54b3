"""The command that repeats a campaign, and notes on it.

The question says most; how many runs went on at a time, what made them, and whether limits were
only best-effort, stand in the rows and the sessions.  A name says which puzzles they are only as
long as the same stand under it: so what a collection that ships holds today is held against the
digest of what was asked; for other names the note says where the puzzles are kept, and which files
are not there.
"""

import os
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from accord.bench.analysis.table import CampaignTable
from accord.bench.campaigns.deduplicate import deduplicate
from accord.bench.campaigns.folder import RecordedQuestion
from accord.bench.hunt.commands import command_words, question_options
from accord.bench.make.instances.collection import collections, instances_of
from accord.puzzles.phrasing import listed, plural


def command(asked: RecordedQuestion, table: CampaignTable) -> str:
    """A line for a shell, with nothing left to defaults."""
    terms = asked.terms
    if table.best_effort:
        terms = replace(terms, limits=replace(terms.limits, best_effort=True))
    words = shlex.split(asked.reading) + question_options(terms)
    words += ["--repeat", str(asked.repeat), "--seed", str(asked.seed)]
    if asked.isomorphs:
        words += ["--isomorphs", str(asked.isomorphs)]
    if asked.shard:
        words += ["--shard", asked.shard]
    words += ["-j", str(max(table.jobs))] if table.jobs else []
    words += ["--engine", "dask"] * any(each.engine == "dask" for each in table.sessions)
    return shlex.join(command_words("bench", asked.collection, words, asked.solvers))


def remarks(asked: RecordedQuestion, table: CampaignTable) -> Iterator[str]:
    """Sentences on what the command does not say, or cannot."""
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
    files = [solver.partition(":")[0] for solver in asked.solvers]
    files = [each for each in files if each.endswith((".py", ".toml"))]
    if asked.collection.partition("/")[0] not in {"-", *collections()}:
        files.insert(0, asked.collection)
    if away := [each for each in files if not os.path.exists(each)]:
        are = plural(len(away), "is", "are")
        yield (
            f"{listed(away)} {are} not there, as seen from where this report was written: the "
            "command needs the folder in which the campaign was asked."
        )
    if len(table.jobs) > 1:
        yield f"Runs were made {' or '.join(map(str, table.jobs))} at a time."
    if any(each.engine == "dask" for each in table.sessions):
        yield "Of Dask's scheduler, if it was one with an address, the address is not recorded."


_STAND = "as they were asked, they stand in puzzles.parquet in the campaign's folder"


def _digest(collection: str) -> str:
    """The digest of the puzzles that a collection holds today."""
    with TemporaryDirectory() as scratch:
        return deduplicate(instances_of(collection), Path(scratch)).digest
