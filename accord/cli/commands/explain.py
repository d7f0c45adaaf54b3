"""`accord explain`: give every step to the solution, with its reason."""

import json
import sys
from functools import partial
from itertools import chain, islice

import click

from accord.cli.commands.show import write_page
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import Unreadable, at_least_one, instances
from accord.cli.output import expect_writable, fitted, line
from accord.puzzles.errors import InputError
from accord.puzzles.formats.draft import Variant
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.logic.engine.deduction import TIERS, Tier

SECTION = "teach"


@click.command(cls=WithExamples)
@arguments.puzzle
@arguments.file
@click.option(
    "--tier",
    type=values.Scale(TIERS),
    default="extreme",
    help="The hardest techniques that may be used.",
)
@click.option("--list", "list_", is_flag=True, help="List the techniques in order, no puzzle.")
@click.option("--boards", is_flag=True, help="The board after each deduction.")
@click.option(
    "--all",
    "all_",
    is_flag=True,
    help="Also what placed values rule out, which is counted in one line otherwise.",
)
@click.option("--brief", is_flag=True, help="A line for each technique in turn, no reasons.")
@click.option(
    "--html",
    metavar="FILE",
    help="Write a page that plays the path of one puzzle, each deduction drawn on the board.",
)
@click.option("--json", "as_json_", is_flag=True, help="One JSON object per puzzle and line.")
@arguments.reading
@arguments.WIDE
def command(
    puzzle: str | None,
    file: str | None,
    tier: Tier,
    list_: bool,
    boards: bool,
    all_: bool,
    brief: bool,
    html: str | None,
    as_json_: bool,
    variant: Variant,
) -> None:
    """Explain a puzzle: each deduction that a person can make, and how hard they are.

    Takes every format, boards of candidates too. An exact solver is asked first for the number of
    solutions: techniques that assume a unique one are used only if it is, and every deduction is
    checked against it. With --html it prints the name of the file it has written.

    Examples:
        accord explain 3..1..2......4..
        # All techniques, from easy to extreme.
        accord explain --list
    """
    from accord import explain
    from accord.cli.output import noted
    from accord.solvers.logic.engine.logic_trace import recording_of
    from accord.views.boards.deductions import as_json, brief_lines, explanation_lines

    if list_:
        from accord.cli.output import show
        from accord.solvers.logic import TECHNIQUES
        from accord.views.boards.deductions import technique_as_json, techniques_table

        if as_json_:
            click.echo(json.dumps(list(map(technique_as_json, TECHNIQUES.values())), indent=2))
        else:
            show(techniques_table(TECHNIQUES.values()))
        return

    if sum((brief, as_json_, html is not None)) > 1:
        raise click.UsageError("found two forms of output, expected one of --brief, --html, --json")
    unreadable = Unreadable()
    ahead = at_least_one(instances(puzzle, file, variant, unreadable), unreadable)
    first = list(islice(ahead, 0 if as_json_ else 2))
    if html and len(first) > 1:
        raise click.UsageError("found several puzzles, expected one with --html")
    if html:
        expect_writable(html)
    for instance in chain(first, ahead):
        try:
            with noted():
                explanation = explain(instance.problem, tier)
        except InputError as error:
            if len(first) < 2:
                raise
            unreadable(MalformedPuzzleError(f"{instance.name}: {error}"))
            continue
        if as_json_:
            record = {"instance": instance.name} | as_json(explanation, boards)
            click.echo(json.dumps(record))
            continue
        if html:
            write_page(html, [recording_of(explanation)])
            continue
        if len(first) > 1:
            line(f"{instance.name}: {instance.problem}")
        in_full = partial(explanation_lines, boards=boards)
        for text in (brief_lines if brief else in_full)(explanation, bookkeeping=all_):
            click.echo(fitted(text, sys.stdout))
        if len(first) > 1:
            click.echo()
    unreadable.end()
