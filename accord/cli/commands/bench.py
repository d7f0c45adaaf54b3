"""`accord bench`: a campaign, its progress, and its table."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.commands import INTERRUPTED, Ending
from accord.cli.options.arguments import (
    Duration,
    Limit,
    Source,
    choosing,
    instances,
    limiting,
    reading,
)
from accord.cli.options.question import LARGEST, read_question, shard_of
from accord.cli.results import present
from accord.cli.speed import ask, check_options, timing

if TYPE_CHECKING:
    from accord.puzzles.formats.draft import Variant


@click.command()
@click.argument("puzzles", type=Source(), nargs=-1, metavar="COLLECTION|FILE|CAMPAIGN.toml")
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
    "--repeat",
    type=click.IntRange(1, LARGEST),
    help="Repetitions of each run. Default: 1; with --speed 5.",
)
@click.option(
    "--isomorphs",
    type=click.IntRange(0),
    metavar="K",
    help="Ask each puzzle in K other forms too, under symmetries that the seed draws; what is "
    "found in one is evidence on all. `accord convert --isomorph` prints them. Default: 0.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST),
    help="Draws the order of the runs, and the isomorphs or forms. Default: 0.",
)
@click.option(
    "--shard",
    callback=lambda context, option, text: shard_of(text),
    metavar="I/N",
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
    "--engine",
    type=click.Choice(["local", "dask"]),
    default="local",
    show_default=True,
    help="What makes the runs: this process, or Dask (accord[cluster]), with -j workers here.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Of Dask, as HOST:PORT: its workers with the resource `slot` make the runs, wherever "
    "they are, as many at a time as they have slots.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The campaign's folder. Default: results/local/NAME, and -I-of-N for a shard. "
    "With --speed: a file for the JSON, besides the table.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
@timing
@reading
@click.pass_context
def command(
    context: click.Context,
    puzzles: tuple[str, ...],
    solvers: tuple[str, ...],
    seconds: float | None,
    memory: int | None,
    best_effort: bool,
    cpu_limit: float | None,
    cold: bool | None,
    limit: int | None,
    repeat: int | None,
    isomorphs: int | None,
    seed: int | None,
    shard: tuple[int, int] | None,
    jobs: int,
    engine: str,
    scheduler: str | None,
    output: Path | None,
    quiet: bool,
    speed: bool,
    programs: tuple[str, ...],
    blank: str,
    slice_: float | None,
    as_json: bool,
    variant: "Variant",
) -> None:
    """Run every solver on every puzzle, repeatedly, and tabulate the times.

    The same question in the same folder goes on where it was stopped; another one is an error. A
    CAMPAIGN.toml names `collection`, and if it likes `solvers`, `time_limit`, `memory_limit`,
    `cpu_limit`, `cold`, `limit`, `repeat`, `isomorphs`, `seed`, `shard` and `reading` (options as
    `--rules diagonals`); options outrank it.

    With --speed there is no campaign: solvers are asked thousands of puzzles in random forms, in
    this process and on one thread, and the table says puzzles per second and how many times as fast
    as a plain port of Norvig's solver each of them is. Exits with 1 if one is wrong or crashes.
    """
    from accord.bench.campaigns.campaign import Progress, run_campaign
    from accord.bench.campaigns.question import CampaignQuestion
    from accord.bench.isolation.limits import Limits
    from accord.bench.isolation.terms import Terms
    from accord.cli.progress import watcher
    from accord.solvers.registry import available

    check_options(context, speed=speed)
    if speed:
        ask(
            puzzles,
            solvers,
            programs=programs,
            blank=blank,
            repeat=repeat,
            seed=seed,
            slice_=slice_,
            variant=variant,
            output=output,
            as_json=as_json,
            quiet=quiet,
        )
        return
    (source,) = puzzles
    if output is not None and output.is_file():
        raise click.BadParameter(f"found a file, {output}, expected a folder")
    if scheduler is not None and (engine != "dask" or _is_given("jobs")):
        raise click.UsageError("--scheduler goes with --engine dask, and without -j")
    asked = read_question(source)
    name = asked.get("collection", source)
    variant = variant or asked.get("reading", variant)
    shard = shard or asked.get("shard")
    folder = output or _folder(source, shard)
    limits = Limits(
        _first(seconds, asked.get("time_limit"), 10.0),
        _first(memory, asked.get("memory_limit"), 0) or None,
        asked.get("cpu_limit") or None if cpu_limit is None else cpu_limit,
        best_effort,
    )
    question = CampaignQuestion(
        name,
        tuple(solvers or asked.get("solvers") or available()),
        Terms(
            limits,
            _first(limit, asked.get("limit"), 2) or None,
            _first(cold, asked.get("cold"), False),
        ),
        repeat=_first(repeat, asked.get("repeat"), 1),
        isomorphs=_first(isomorphs, asked.get("isomorphs"), 0),
        seed=_first(seed, asked.get("seed"), 0),
        shard=shard,
        reading=_as_options(variant),
    )
    told: list[Progress] = []
    with watcher(sys.stderr, quiet=quiet) as watch:

        def listen(progress: Progress) -> None:
            told[:] = [progress]
            watch(progress)

        try:
            run_campaign(
                folder,
                instances(None, name, variant),
                question,
                slots=jobs,
                scheduler=scheduler or "" if engine == "dask" else None,
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


def _as_options(variant: "Variant") -> str:
    """How puzzles are read, as one says it to a shell; empty where nothing is said."""
    words = ["--box", "{}x{}".format(*variant.box)] if variant.box else []
    for rule in sorted(variant.rules):
        words += ["--rules", rule]
    words += ["--regions", str(variant.regions)] if variant.regions else []
    return shlex.join(words)


def _first(*values: Any) -> Any:
    return next(value for value in values if value is not None)


def _is_given(option: str) -> bool:
    """Whether somebody said it, rather than leaving it at its default."""
    source = click.get_current_context().get_parameter_source(option)
    return source not in (None, click.core.ParameterSource.DEFAULT)
