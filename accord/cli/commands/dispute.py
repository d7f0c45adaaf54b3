"""`accord dispute`: say which of two solvers is wrong, and make a case of it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import BAD_INPUT, FINDING, UNDECIDED, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import at_least_one, instances
from accord.cli.output import data, line, naming
from accord.cli.working import working
from accord.puzzles.files.outside_file import expect_own
from accord.puzzles.formats.draft import Variant

if TYPE_CHECKING:
    from accord.bench.run.terms import Terms
    from accord.puzzles.puzzle import Instance

SECTION = "ask"


@click.command(cls=WithExamples)
@arguments.puzzle
@arguments.solver("One of the two solvers; to be given twice.", several=True)
@arguments.terms_for("2")
@click.option(
    "--times", type=values.Whole(1, 1000), default=5, help="How often each solver is asked."
)
@click.option(
    "--most",
    type=values.Whole(0),
    default=1500,
    help="How many smaller problems are tried; 0: the problem is kept as it is.",
)
@click.option(
    "-o",
    "--output",
    type=values.PathName(path_type=Path),
    metavar="DIR",
    help="The folder of the case. Default: results/local/disputes/NAME.",
)
@click.option("--no-folder", is_flag=True, help="Write no folder.")
@click.option("--json", "as_json_", is_flag=True, help="One JSON object.")
@arguments.reading
def command(
    puzzle: str | None,
    solvers: tuple[str, ...],
    terms: "Terms",
    times: int,
    most: int,
    output: Path | None,
    no_folder: bool,
    as_json_: bool,
    variant: Variant,
) -> None:
    """Say which of two solvers is wrong about a problem, and why.

    Each is asked several times, in one process, in fresh ones and with other seeds: one that
    answers differently is named. Claims are refuted by solutions that were verified, by trying
    every assignment of a small problem, and by a certificate of a larger one. Then the problem is
    made smaller, until nothing can be taken away without the dispute going too, and a folder is
    written: the problem in the formats of both, its solutions, a script that runs without accord,
    the versions, and the text for a bug report.

    Exits with 1 if a solver is refuted or answers differently from time to time, and with 124 if
    they were not decided.

    Examples:
        # These two agree.
        accord dispute 3..1..2......4.. -s backtracking-mrv -s cpsat
    """
    from accord.bench.hunt.case_folder import OWN, write_case
    from accord.bench.hunt.case_report import case_as_json
    from accord.bench.hunt.dispute import Parties
    from accord.bench.hunt.settle import settled
    from accord.views.tables.findings import case_lines

    instance = _instance(puzzle, variant)
    folder = output or Path("results/local/disputes", _file_name(instance.name))
    if not no_folder:
        expect_own(folder, *OWN)
    with working("asking both solvers") as work, Parties(solvers, terms) as parties:
        case = settled(instance, parties, times, most, terms.limits.seconds)
        work.end()
    is_found = case.whole.outcome in ("refuted", "flaky")
    is_written = is_found and not no_folder
    if is_written:
        with naming(folder):
            write_case(case, folder)
    if as_json_:
        data(json.dumps(case_as_json(case) | {"folder": str(folder) if is_written else None}))
    else:
        for text in case_lines(case, folder if is_written else None):
            line(text)
    if is_found:
        raise Ending(FINDING)
    if case.whole.outcome == "undecided":
        raise Ending(UNDECIDED)


def _instance(puzzle: str | None, variant: Variant) -> "Instance":
    """The only problem that is named."""
    first, *more = at_least_one(instances(puzzle, None, variant))
    if more:
        raise Ending(BAD_INPUT, f"found {len(more) + 1} puzzles, expected one")
    return first


def _file_name(name: str) -> str:
    from accord.puzzles.proofs.certificate_folder import folder_of

    return folder_of(name)
