"""`accord claim`: test a claim that one solver is faster than another."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import BAD_INPUT, FINDING, UNDECIDED, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import values
from accord.cli.options.measuring import CLOCKS, MEASURED
from accord.cli.output import note, show_as
from accord.cli.results import run_watched
from accord.solvers.registry import MissingBackendError, lacking

if TYPE_CHECKING:
    from accord.bench.analysis.hypothesis import Hypothesis

SECTION = "measure"


@click.command(cls=WithExamples)
@click.argument("file", type=values.PathName(path_type=Path, dir_okay=False), metavar="FILE.toml")
@click.argument("folder", type=values.PathName(path_type=Path), metavar="[DIR]", required=False)
@click.option(
    "--measure",
    type=MEASURED,
    metavar=f"{CLOCKS}|COUNTER",
    help="What the claims are about that name no measure. Default: wall.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON, for a program.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
def command(
    file: Path, folder: Path | None, measure: str | None, as_json: bool, quiet: bool
) -> None:
    r"""Test the claims in FILE.toml, as "at least twice as fast", by measurements.

    A claim names `solver`, `against`, `collection` and `at_least`, how many times as fast the first
    is as the second, and where needed `quantity`, what that is of (times cut at the limit, typical,
    solved or PAR-2), `measure` (a time or a counter), `confidence`, `time_limit`, `limit`,
    `repeat`, `isomorphs` and `name`. Several stand in tables [[claim]].

    The evidence is the campaign in DIR. Without one it is run in results/local/NAME, by the name of
    the claim, or of the file where several claims share it; the same command goes on with it.

    Exits with 0 if all claims are supported, with 1 if one is refuted or a solver is wrong, with
    124 if one is undecided, and with 2 if the campaign is no evidence for one; the others are
    printed all the same. Needs scipy.

    Examples:
        # Does it search at most half of the nodes? Solvers are run, the claim tested.
        printf '%s\n' 'solver = "backtracking-mrv"' 'against = "backtracking-naive"' \
          'collection = "4x4"' 'measure = "nodes"' 'at_least = 2' > fewer.toml
        accord claim fewer.toml
    """
    try:
        from accord.bench.analysis.hypothesis import SUPPORTED, assess
        from accord.bench.analysis.hypothesis import UNDECIDED as OPEN
        from accord.views.tables.hypothesis import report
    except ImportError as error:
        raise MissingBackendError(lacking(error, "stats")) from None
    from accord.cli.options.hypothesis_file import read_hypotheses
    from accord.cli.working import working
    from accord.puzzles.errors import InputError

    hypotheses = read_hypotheses(file, measure)
    made = {} if folder else _run(hypotheses, file.stem, quiet=quiet)
    found, failed = [], []
    for hypothesis in hypotheses:
        judged = folder or made[hypothesis]
        try:
            with working(f"judging {judged}") as work:
                found.append(assess(hypothesis, judged, work.show))
        except InputError as error:
            failed.append(f"{hypothesis.name}: {error}" if len(hypotheses) > 1 else str(error))
    if found or not failed:
        show_as(report(found), as_json=as_json)
    for sentence in failed:
        note(sentence)
    if failed:
        raise Ending(BAD_INPUT)
    outcomes = {each.outcome for each in found}
    if outcomes - {SUPPORTED, OPEN}:
        raise Ending(FINDING)
    if OPEN in outcomes:
        raise Ending(UNDECIDED)


def _run(
    hypotheses: "Sequence[Hypothesis]", common: str, *, quiet: bool
) -> "dict[Hypothesis, Path]":
    """Run a campaign for each question that hypotheses ask; returns their folders."""
    groups: dict[tuple[object, ...], list[Hypothesis]] = {}
    for hypothesis in hypotheses:
        asks = (hypothesis.collection, *sorted(hypothesis.asked.items()))
        groups.setdefault(asks, []).append(hypothesis)
    folders: dict[Hypothesis, Path] = {}
    for group in groups.values():
        name = common if len(group) == len(hypotheses) > 1 else group[0].name
        folder = Path("results", "local", name)
        _run_one(folder, group, quiet=quiet)
        folders |= dict.fromkeys(group, folder)
    return folders


def _run_one(folder: Path, hypotheses: "Sequence[Hypothesis]", *, quiet: bool) -> None:
    """Run the campaign of hypotheses that ask the same question, or go on with it."""
    from accord.bench.analysis.hypothesis import ASKED
    from accord.bench.campaigns.plan import CampaignQuestion
    from accord.bench.make.instances.collection import instances_of
    from accord.bench.run.terms import Limits, Terms

    hypothesis = hypotheses[0]
    asked = ASKED | {**hypothesis.asked}
    question = CampaignQuestion(
        hypothesis.collection,
        tuple(name for each in hypotheses for name in (each.solver, each.against)),
        Terms(Limits(asked["time_limit"]), asked["limit"]),
        repeat=asked["repeat"],
        isomorphs=asked["isomorphs"],
    )
    run_watched(folder, instances_of(hypothesis.collection), question, quiet=quiet)
