"""`accord bench`: a campaign, its progress, and its table."""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import click

from accord.arguments import (
    Duration,
    Limit,
    Memory,
    Source,
    choosing,
    instances,
    limiting,
    reading,
)
from accord.commands import INTERRUPTED, Ending
from accord.results import present

LARGEST = 2**63 - 1  # of the store's integers


class Shard(click.ParamType):
    """I/N: the I-th of N parts of a campaign."""

    name = "I/N"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", value)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            self.fail(f"found {value!r}, expected I/N with I from 1 to N, as 1/4", param, ctx)
        return int(found[1]), int(found[2])


@click.command()
@click.argument("puzzles", type=Source(), metavar="COLLECTION|FILE|CAMPAIGN.toml")
@choosing
@click.option("-t", "--time-limit", "seconds", type=Duration(), help="Of each run. Default: 10s.")
@limiting
@click.option(
    "--cpu-limit", type=Duration(), help="CPU time each run may use, in all its processes."
)
@click.option(
    "--cold",
    is_flag=True,
    default=None,
    help="Ask each question in a fresh process, without a warm-up; what it prepares is timed.",
)
@click.option(
    "-n",
    "--limit",
    type=Limit(),
    default=None,
    help="Solutions asked for: 1 finds one, 2 (the default) decides uniqueness, all counts.",
)
@click.option(
    "--repeat", type=click.IntRange(1, LARGEST), help="Repetitions of each run. Default: 1."
)
@click.option(
    "--seed", type=click.IntRange(0, LARGEST), help="Draws the order of the runs. Default: 0."
)
@click.option(
    "--shard",
    type=Shard(),
    help="Only every N-th puzzle, for machines that share nothing; `accord merge` joins the parts.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Runs at a time; more than one makes timings noisier.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="The campaign's folder. Default: results/local/NAME, and -I-of-N for a shard.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
@reading
def command(
    puzzles: str,
    solvers: tuple[str, ...],
    seconds: float | None,
    memory: int | None,
    best_effort: bool,
    cpu_limit: float | None,
    cold: bool | None,
    limit: int | None,
    repeat: int | None,
    seed: int | None,
    shard: tuple[int, int] | None,
    jobs: int,
    output: Path | None,
    quiet: bool,
    box: tuple[int, int] | None,
    rules: tuple[str, ...],
    regions: str | None,
) -> None:
    """Run every solver on every puzzle, repeatedly, and tabulate the times.

    The same question in the same folder goes on where it was stopped; another one is an error. A
    CAMPAIGN.toml names `collection`, and if it likes `solvers`, `time_limit`, `memory_limit`,
    `cpu_limit`, `cold`, `limit`, `repeat`, `seed` and `shard`; options outrank it.
    """
    from accord.bench.campaign import Progress, run_campaign
    from accord.bench.limits import Limits
    from accord.progress import watcher
    from accord.solvers.registry import available

    asked = _asked(puzzles)
    name = asked.get("collection", puzzles)
    shard = shard or asked.get("shard")
    folder = output or _folder(puzzles, shard)
    told: list[Progress] = []
    with watcher(sys.stderr, quiet=quiet) as watch:

        def listen(progress: Progress) -> None:
            told[:] = [progress]
            watch(progress)

        try:
            run_campaign(
                folder,
                instances(None, name, box, rules, regions),
                solvers or asked.get("solvers") or tuple(available()),
                collection=name,
                limit=_first(limit, asked.get("limit"), 2) or None,
                limits=Limits(
                    _first(seconds, asked.get("time_limit"), 10.0),
                    _first(memory, asked.get("memory_limit"), 0) or None,
                    _first(cpu_limit, asked.get("cpu_limit"), 0.0) or None,
                    best_effort,
                ),
                cold=_first(cold, asked.get("cold"), False),
                repeat=_first(repeat, asked.get("repeat"), 1),
                seed=_first(seed, asked.get("seed"), 0),
                shard=shard,
                slots=jobs,
                watch=listen,
            )
        except KeyboardInterrupt:
            kept = f"{told[0].done} of {told[0].total} runs are" if told else "nothing is"
            message = f"interrupted: {kept} in {folder}; the same command goes on"
            raise Ending(INTERRUPTED, message) from None
    present(folder)


def _folder(puzzles: str, shard: tuple[int, int] | None) -> Path:
    """Where the campaign goes if nobody says where."""
    name = Path(puzzles).stem if puzzles != "-" else "stdin"
    part = "" if shard is None else f"-{shard[0]}-of-{shard[1]}"
    return Path("results", "local", f"{name}{part}")


def _first(*values: Any) -> Any:
    return next(value for value in values if value is not None)


NUMBERS: dict[str, Any] = {  # click's types
    "time_limit": Duration(),
    "memory_limit": Memory(),
    "cpu_limit": Duration(),
    "limit": Limit(),
    "repeat": click.IntRange(1, LARGEST),
    "seed": click.IntRange(0, LARGEST),
    "shard": Shard(),
}


_NONE = ("limit", "memory_limit", "cpu_limit")  # 0 stands for no limit


def _asked(source: str) -> dict[str, Any]:
    """What a CAMPAIGN.toml asks; nothing for a collection or a file of puzzles.

    Raises:
        CampaignError: the file is not TOML, or a key or a value is none that a campaign has.
    """
    from accord.bench.folder import CampaignError

    path = Path(source)
    if path.suffix != ".toml":
        return {}
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CampaignError(f"{path}: not a TOML file: {error}") from None
    asked: dict[str, Any] = {}
    for key, value in values.items():
        if key in NUMBERS:
            asked[key] = _number(path, key, value)
        elif key == "collection" and isinstance(value, str):
            asked[key] = _beside(path, value)
        elif key == "solvers" and isinstance(value, list) and all(type(x) is str for x in value):
            asked[key] = [_solver(path, each) for each in value]
        elif key == "cold" and isinstance(value, bool):
            asked[key] = value
        elif key == "cold":
            raise CampaignError(f"{path}: cold: found {value!r}, expected true or false")
        elif key in ("collection", "solvers"):
            expected = "text" if key == "collection" else "a list of texts"
            raise CampaignError(f"{path}: {key}: found {value!r}, expected {expected}")
        elif key not in (
            "puzzles",
            "digest",
            "merged",
        ):  # which a campaign's own folder states besides
            known = ", ".join(["collection", "solvers", "cold", *NUMBERS])
            raise CampaignError(f"{path}: found {key!r}, expected one of {known}")
    if "collection" not in asked:
        raise CampaignError(f"{path}: found no collection, expected the name of one, or a file")
    return asked


def _number(path: Path, key: str, value: Any) -> Any:
    from accord.bench.folder import CampaignError

    if key in _NONE and value == 0 and value is not False:  # as a campaign's own folder says it
        return 0
    try:
        if isinstance(value, bool | list | dict):
            raise click.BadParameter(f"found {value!r}, expected a number")
        return NUMBERS[key].convert(str(value), None, None)
    except click.BadParameter as error:
        raise CampaignError(f"{path}: {key}: {error.message}") from None


def _beside(path: Path, name: str) -> str:
    """A name in a TOML file: of a file beside it, where there is one."""
    file = path.parent / name
    return str(file) if file.is_file() else name


def _solver(path: Path, text: str) -> str:
    place, colon, rest = text.partition(":")
    return _beside(path, place) + colon + rest
