"""`accord bench`: measure solvers on many puzzles, keep the results in a folder."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.measuring import REFERENCE
from accord.cli.options.question import CampaignOptions, asking, is_given
from accord.cli.options.sources import instances
from accord.cli.output import note
from accord.cli.results import present, run_watched
from accord.cli.working import working
from accord.puzzles.errors import InputError
from accord.puzzles.phrasing import duration

if TYPE_CHECKING:
    from accord.bench.campaigns.plan import CampaignQuestion

SECTION = "measure"


@click.command(cls=WithExamples)
@asking
@arguments.jobs("Runs at a time; more than one makes timings noisier.", default=1)
@click.option(
    "--engine",
    type=click.Choice(["local", "dask"]),
    default="local",
    help="What makes the runs: this process, or Dask (`distributed`), with -j workers here.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Of Dask, as HOST:PORT: its workers with the resource `slot` make the runs, wherever "
    "they are, as many at a time as they have slots.",
)
@arguments.output(
    "DIR",
    "The campaign's folder. Default: results/local/NAME, and -I-of-N for a shard.",
    folder=True,
)
@arguments.DISCARD
@click.option(
    "--for",
    "seconds",
    type=values.time,
    metavar="TIME",
    help="Make runs for so long, and end before the first whose whole time limit does not fit; the "
    "same command goes on. Default: until all are made.",
)
@click.option(
    "--stale",
    is_flag=True,
    help="Run again what a solver has run with other code than it has now.",
)
@click.option(
    "--brief",
    is_flag=True,
    help="Print the twelve most telling rows and three sentences; the folder has the rest.",
)
@click.option(
    "--noisy",
    is_flag=True,
    help="Ask again, all solvers and at most twice, while other processes disturb a run of one.",
)
@click.option(
    "--wait-for-quiet",
    "patience",
    type=values.time,
    metavar="TIME",
    help="Wait until other processes have used less than a tenth of the processors for 5 s; after "
    "TIME begin all the same.",
)
@REFERENCE
@arguments.AS_JSON
@arguments.WIDE
@click.option(
    "-q", "--quiet", is_flag=True, help="Neither progress nor the folder's name on standard error."
)
def command(
    asked: CampaignOptions,
    jobs: int,
    engine: str,
    scheduler: str | None,
    output: Path | None,
    discard: tuple[str, ...],
    seconds: float | None,
    stale: bool,
    brief: bool,
    noisy: bool,
    patience: float | None,
    reference: str,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure solvers on many puzzles: ask each one every puzzle, and print a table of times.

    The answers and times are kept in a folder, a campaign. The same command in the same folder goes
    on where it was stopped; another question in the same folder is an error. A CAMPAIGN.toml names
    `collection`, and optionally `solvers`, `time_limit`, `memory_limit`, `cpu_limit`, `cold`,
    `limit`, `repeat`, `isomorphs`, `seed`, `shard` and `reading` (options as `--rules diagonals`);
    options on the command line have precedence.

    Examples:
        # Two solvers on the twelve puzzles of 4x4; the results are kept in ./first.
        accord bench 4x4 -s backtracking-mrv -s sat-pycosat -o first
        # Puzzles of your own, each question asked three times.
        accord generate --size 6 --count 5 --seed 1 > mine.txt
        accord bench mine.txt -s backtracking-mrv -s sat-pycosat --repeat 3 -o mine
    """
    from accord.bench.campaigns.folder import LEFT_OUT
    from accord.bench.run.kept_models import kept_in
    from accord.puzzles.files.outside_file import vacate, write_whole

    if scheduler is not None and (engine != "dask" or is_given("jobs")):
        raise click.UsageError("--scheduler goes with --engine dask, and without -j")
    if seconds is not None and engine == "dask":
        raise click.UsageError("--for goes without --engine dask")
    if patience is not None and engine == "dask":
        raise click.UsageError("--wait-for-quiet goes without --engine dask")
    if brief and as_json:
        raise click.UsageError("found --brief and --json, expected one of them")
    folder = output or _folder(asked.source, asked.question.shard)
    if reference and not reference.endswith(".csv"):
        _expect_asked(reference, asked.question, folder)
    if patience is not None:
        _wait_for_quiet(patience, quiet=quiet)
    left_out = list[str]()

    def leave_out(error: InputError) -> None:
        left_out.append(f"{error}\n")
        note(f"left out: {error}")

    complain = leave_out if asked.variant.models else None  # a model more or less is no reason
    with kept_in(folder):
        run_watched(
            folder,
            instances(None, asked.question.collection, asked.variant, complain),
            asked.question,
            quiet=quiet,
            slots=jobs,
            stale=stale,
            noisy=noisy,
            discard=discard,
            scheduler=scheduler or "" if engine == "dask" else None,
            seconds=seconds,
        )
    if left_out:
        write_whole(folder / LEFT_OUT, "".join(left_out))
    else:
        vacate(folder / LEFT_OUT)
    present(folder, reference, as_json=as_json, quiet=quiet, is_brief=brief)


def _wait_for_quiet(seconds: float, *, quiet: bool) -> None:
    """Wait for other processes, and say for which."""
    from accord.bench.run.quiet import wait_for_quiet

    latest = ""
    with working("waiting for quiet", quiet=quiet) as work:

        def show(load: str) -> None:
            nonlocal latest
            latest = load
            work.show(f"waiting for quiet: {load}", 0, 0)

        if not wait_for_quiet(seconds, show):
            note(f"not quiet after {duration(seconds)}: {latest}; begins all the same")


def _expect_asked(reference: str, question: "CampaignQuestion", folder: Path) -> None:
    """Raise a UsageError where the reference is none of the solvers, and none of the folder's."""
    from accord.bench.campaigns.folder import CampaignError, known_question
    from accord.bench.campaigns.run import expect_solver
    from accord.bench.campaigns.store import is_barren
    from accord.bench.run.declare import declare_all
    from accord.bench.run.supervisor import ForkServers

    before = None if is_barren(folder) else known_question(folder)
    with ForkServers() as servers:
        declared = declare_all(question.solvers, servers, question.terms.import_limit)
    asked = (*(before.solvers if before else ()), *map(str, declared))
    try:
        expect_solver(reference, dict.fromkeys(asked))
    except CampaignError as error:
        raise click.UsageError(f"--reference: {error}") from None


def _folder(source: str, shard: tuple[int, int] | None) -> Path:
    """The campaign's folder by default."""
    name = Path(source).stem if source != "-" else "stdin"
    part = "-{}-of-{}".format(*shard) if shard else ""
    return Path("results", "local", f"{name}{part}")
