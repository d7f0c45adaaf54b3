"""The folder of a campaign, besides its rows: what was asked, and the machines.

    campaign.toml            the question
    puzzles.parquet          the instances: see bench/campaigns/deduplicate.py
    environments/HASH.json   the machines and versions it ran on
    withdrawn.jsonl          rows that count no more: see bench/campaigns/withdrawn.py
    sessions.jsonl           when it ran, how busy the machine was: see bench/campaigns/sessions.py

Each file but the last is written whole under another name and renamed into place, so that a kill
leaves either all of it or nothing.

A campaign may be cut into shards, each with a folder of its own: shard I of N asks all its
questions on the puzzles whose place in the order of their hashes is I modulo N.  Its question is
the same, but for `shard`; bench/campaigns/merge.py joins the folders.
"""

import json
import os
import re
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from shutil import copyfile
from types import NoneType
from typing import Annotated, Any

from accord.bench.run.environment import environment_hash
from accord.bench.run.terms import USUAL, Asked, Limits, Terms
from accord.puzzles.errors import InputError
from accord.puzzles.fields import Check, MisfitError, read_fields
from accord.puzzles.files.outside_file import (
    OutsideFileError,
    read_outside,
    subfolder,
    toml_file,
    write_whole,
)
from accord.puzzles.outside_data import json_value

QUESTION = "campaign.toml"
FORMAT = 2  # of campaign.toml; files without one have 1, where the limit 0 stands for all
ENVIRONMENTS = "environments"
SCRATCH = ".scratch"  # a folder for what is thrown away at the end of a session
MOST_SHARDS = 10**6 - 1
SPOILED = "spoiled"  # a folder for files as they were found that are not of the campaign


LEFT_OUT = "left-out.txt"  # the models that a campaign was to ask, and why it could not
# See `expect_own`; models are compiled before there is a question.
OWN = "one of a campaign", QUESTION, "runs/*.parquet", "runs/*.jsonl", "compiled/*.json.gz"


class CampaignError(InputError, ValueError):
    """A campaign's question makes no sense, or contradicts its folder."""


_SHARD = "[1-9][0-9]{0,5}"  # a number up to MOST_SHARDS


def _written_as(pattern: str, expected: str) -> Check:
    return Check(lambda text: text == "" or re.fullmatch(pattern, text) is not None, expected)


FREE = ("reading", "rules", "score", "wrong")  # keys that make no other question


@dataclass(frozen=True)
class RecordedQuestion:
    """The question of a campaign as its folder keeps it, with the puzzles by digest."""

    collection: str  # the name or file the puzzles came from
    puzzles: int  # how many different ones, in all shards
    digest: str  # of all of them, so that a changed file is another question
    solvers: tuple[str, ...]  # canonical
    limit: Annotated[Asked, Check(lambda n: n == USUAL or n >= 0, "1, 2, ..., 'all' or 'usual'")]
    """Solutions asked for; None for all."""
    time_limit: float  # wall seconds per run
    repeat: int
    seed: int
    memory_limit: int | None = None  # bytes per run; None for no limit
    cpu_limit: float | None = None  # seconds per run; None for no limit
    cold: bool = False
    shard: Annotated[
        str, _written_as(rf"{_SHARD}/{_SHARD}", "I/N, which say which shard it is")
    ] = ""
    """Empty for all puzzles."""
    merged: Annotated[
        str,
        _written_as(rf"{_SHARD}(,{_SHARD})*/{_SHARD}", "I,J,K/N, which say which shards there are"),
    ] = ""
    """The shards that were joined here, as long as some are missing."""
    isomorphs: int = 0  # of each puzzle, asked besides it: see accord.puzzles.sudoku.symmetry
    reading: str = ""  # options that say how the collection was read, as `--rules diagonals`
    rules: str = ""  # of a competition, with what departs from them; empty for none
    score: str = ""  # by which they rank
    wrong: str = ""  # what they do with a solver that has a wrong answer: "out" or "unsolved"

    @property
    def runs(self) -> int:
        """The number of runs in all shards."""
        return self.runs_on(self.puzzles)

    def runs_on(self, puzzles: int) -> int:
        """The number of runs on so many puzzles."""
        return puzzles * (1 + self.isomorphs) * len(self.solvers) * self.repeat

    @property
    def terms(self) -> Terms:
        """The terms on which each solver was asked."""
        limits = Limits(self.time_limit, self.memory_limit, self.cpu_limit)
        return Terms(limits, self.limit, self.cold)

    def stated(self) -> dict[str, Any]:
        """The values in campaign.toml, by key: there 0 is no limit."""
        limits = {"memory_limit": self.memory_limit or 0, "cpu_limit": self.cpu_limit or 0.0}
        return asdict(self) | {"limit": self.limit or "all"} | limits

    def toml(self) -> str:
        """The text of campaign.toml."""
        values = {"format": FORMAT} | self.stated()
        for name in ("shard", "merged", "isomorphs", *FREE):
            if not values[name]:
                del values[name]
        return "".join(f"{name} = {_toml(value)}\n" for name, value in values.items())


def _toml(value: Any) -> str:
    """A string, finite number or list of these in TOML: as in JSON, but DEL is escaped."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("\x7f", "\\u007f")


def settle(folder: Path, asked: RecordedQuestion) -> None:
    """Write the question into the folder, or require the same one there.

    How the puzzles were read is no part of it: the digest identifies them.  Neither are rules,
    whose limits are.

    Raises:
        CampaignError: the folder holds another question.
    """
    if not os.path.lexists(folder / QUESTION):
        write_question(folder, asked)
        return
    there = read_question(folder).stated()
    for name, wanted in asked.stated().items():
        if name not in ("merged", *FREE) and (found := there[name]) != wanted:
            verb, past = ("are", "were") if name.endswith("s") else ("is", "was")
            raise CampaignError(
                f"{folder} holds another campaign: its {name} {verb} {shown(found)}, asked {past} "
                f"{shown(wanted)}; choose another folder with -o"
                f"{_OTHER_SOLVERS if name == 'solvers' else ''}"
            )


_OTHER_SOLVERS = (
    ". To add a solver, ask it alone in another folder and join the two with `accord merge`; to "
    "run one again, ask all of them as before with --discard SOLVER@VERSION, which withdraws its "
    "rows, or with --stale, where its code has changed"
)


def write_question(folder: Path, asked: RecordedQuestion) -> None:
    """Write campaign.toml."""
    write_whole(folder / QUESTION, asked.toml())


def read_question(folder: Path) -> RecordedQuestion:
    """The question of the campaign in this folder.

    Raises:
        CampaignError: there is none, or its campaign.toml cannot be read; says why.
    """
    path = folder / QUESTION
    try:
        values = toml_file(path, folder) if folder.is_dir() else None
    except FileNotFoundError:
        values = None
    except OutsideFileError as error:
        raise CampaignError(str(error)) from None
    if values is None:
        raise CampaignError(f"{folder}: found no campaign, expected {QUESTION} in it")
    number = values.pop("format", 1)
    if type(number) is not int or not 1 <= number <= FORMAT:
        raise CampaignError(
            f"{path}: found the format {number!r}, expected at most {FORMAT}; a newer accord can "
            "read it"
        )
    if (limit := values.get("limit")) == "all":
        values["limit"] = 0
    elif type(limit) is int and limit == 0 and number > 1:
        raise CampaignError(f"{path}: limit: found 0, expected 1, 2, ... or 'all'")
    try:
        read = read_fields(RecordedQuestion, values)
        return RecordedQuestion(**read | {name: read.get(name) or None for name in _MAY_BE_0})
    except MisfitError as misfit:
        raise CampaignError(f"{path}: {misfit}") from None


_MAY_BE_0 = ("limit", "memory_limit", "cpu_limit")  # in the file, where there is no limit


def known_question(folder: Path) -> RecordedQuestion | None:
    """The question of the campaign in this folder; None where only rows were collected.

    Raises:
        CampaignError: its campaign.toml cannot be read.
    """
    return read_question(folder) if os.path.lexists(folder / QUESTION) else None


def unreadable(path: Path, error: Exception) -> CampaignError:
    """The CampaignError for DuckDB's complaint about a file, without the quoted query."""
    return CampaignError(f"{path}: cannot be read: {str(error).partition(chr(10))[0]}")


def write_environment(folder: Path, facts: dict[str, Any]) -> str:
    """Write the facts of this machine; returns the hash that its rows carry."""
    name = environment_hash(facts)
    if not read_environment(folder, name):
        path = subfolder(folder, ENVIRONMENTS) / f"{name}.json"
        write_whole(path, json.dumps(facts, indent=2, sort_keys=True) + "\n")
    return name


def read_environment(folder: Path, name: object) -> dict[str, Any]:
    """The facts of the machine with this hash.

    None where the name, which a row may say, is no hash; where there is no plain file of this name;
    where another hash is that of its content; or where it has no number of CPUs or bytes for one.
    """
    if not isinstance(name, str) or not re.fullmatch("[0-9a-f]{16}", name):
        return {}
    try:
        facts = json_value(read_outside(folder / ENVIRONMENTS / f"{name}.json", folder))
    except (OSError, ValueError, OutsideFileError):
        return {}
    if not isinstance(facts, dict) or not isinstance(facts.get("packages", {}), dict):
        return {}
    if any(type(facts.get(each)) not in (int, NoneType) for each in _NUMBERS):
        return {}
    return facts if environment_hash(facts) == name else {}


_NUMBERS = ("threads", "cores", "usable_cpus", "usable_cores", "memory")


def keep_spoiled(folder: Path, file: Path) -> None:
    """Copy a file that will be replaced to those that were set aside."""
    place = _place_of_spoiled(folder, file.name)
    try:
        os.link(file, place, follow_symlinks=False)  # no copy: it may be of any size
    except OSError:  # a file system without hard links
        copyfile(file, place, follow_symlinks=False)


def keep_content(folder: Path, name: str, content: bytes) -> None:
    """Write content found elsewhere to the files that were set aside, under its name there."""
    with _place_of_spoiled(folder, name).open("xb") as file:
        file.write(content)


def set_aside(folder: Path, file: Path) -> None:
    """Move a file or folder to those that were set aside earlier."""
    file.rename(_place_of_spoiled(folder, file.name))


def _place_of_spoiled(folder: Path, name: str) -> Path:
    """A free path for an untrusted name: its end, in plain letters."""
    place, plain = subfolder(folder, SPOILED), re.sub(r"[^A-Za-z0-9._-]", "_", name)[-100:]
    places = (place / f"{number}-{plain}" for number in count(1))
    return next(each for each in places if not os.path.lexists(each))


def shown(value: Any) -> str:
    """A value of a question, formatted for people."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else repr(value)
