"""`accord decode`: verify the solution that another program printed, and print it."""

import sys
from pathlib import Path

import click

from accord.cli.commands import BAD_INPUT, FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.languages import complete, encoding_named, refusing
from accord.cli.options.sources import one_problem
from accord.cli.output import expect_style, line, solution_text
from accord.puzzles.formats.draft import Variant

SECTION = "puzzles"

SHOWN = 5  # faults of what is no solution


@click.command(cls=WithExamples)
@click.argument("puzzle", shell_complete=values.sources)
@click.argument("model", default="-", type=values.PathName(allow_dash=True))
@click.option(
    "--from",
    "name",
    required=True,
    shell_complete=complete,
    metavar="NAME",
    help="The encoding that the solver was given; `accord encodings` lists them.",
)
@click.option(
    "--format",
    "format_",
    metavar="NAME",
    help="How the grid is written; see `accord convert --formats`. Default: grid.",
)
@arguments.reading
def command(puzzle: str, model: str, name: str, format_: str | None, variant: Variant) -> None:
    """Print the solution that a solver outside accord found for PUZZLE, once it is verified.

    MODEL is what that solver printed about the file of `accord show PUZZLE --as NAME`: a file, or
    standard input. If the solution breaks a rule, what is wrong with it is printed instead. That a
    solver found no solution is its claim, which this command cannot check: `accord check` asks
    others.

    Examples:
        # The grid that MiniZinc prints for what accord show --as minizinc writes.
        echo '3 2 4 1  4 1 2 3  2 3 1 4  1 4 3 2' > printed.txt
        accord decode 3..1..2......4.. printed.txt --from minizinc
        # The values of another problem, in the names of its linear program.
        echo 'x0 2 x1 4 x2 1 x3 3' | accord decode classics/queens-4 --from linear
    """
    from accord.encodings.model import ModelError, UnsatisfiableError
    from accord.puzzles.files.texts import write_grid
    from accord.puzzles.grid import Grid

    encoding = encoding_named(name)
    style = format_ or "grid"
    write_grid(Grid([1]), style)  # complain of an unknown format before any work
    if puzzle == model == "-":
        raise click.UsageError("found - for PUZZLE and for MODEL, expected one of them at most")
    asked = one_problem(puzzle, variant)
    expect_style(asked, style)
    place = "stdin" if model == "-" else model
    try:
        with refusing(name):
            found = encoding.read(asked, _text(model))
    except UnsatisfiableError as error:
        raise Ending(
            FINDING, f"{place}: {error}: a claim, in which there is nothing to decode"
        ) from None
    except ModelError as error:
        raise Ending(BAD_INPUT, f"{place}: {error}") from None
    broken = list(asked.violations(found))
    for violation in broken[:SHOWN]:
        line(violation, err=True)
    if broken:
        more = f" ({len(broken)} faults)" if len(broken) > SHOWN else ""
        hint = "is it of another puzzle, or in another encoding?"
        raise Ending(FINDING, f"{place}: the model is no solution{more}; {hint}")
    click.echo(solution_text(asked, found, style))


def _text(model: str) -> str:
    """What the solver printed; bytes that are no text cannot be part of a model."""
    if model != "-":
        return Path(model).read_text(encoding="utf-8", errors="replace")
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("expected MODEL, or text on standard input")
    return sys.stdin.buffer.read().decode("utf-8", errors="replace")
