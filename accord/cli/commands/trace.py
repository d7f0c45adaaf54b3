"""`accord trace`: write each step of a solver, with its reason, as JSON lines."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from accord.cli.commands import INTERRUPTED, UNDECIDED, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import one_instance
from accord.cli.output import expect_writable, naming
from accord.puzzles.formats.draft import Variant

if TYPE_CHECKING:
    from accord.solvers.traces.events import End

SECTION = "teach"

DEFAULT = "backtracking-mrv"  # the solver
MOST = 200_000  # events


def tracing(several: bool) -> Callable[[arguments.Command], arguments.Command]:
    """The options for the solver whose trace is wanted, and for how much of it."""
    more = "; may be repeated" if several else ""
    solver = arguments.solver(
        f"A solver that writes traces, as NAME[:SETTINGS]{more}.  [default: {DEFAULT}]",
        several=several,
    )
    events = click.option(
        "--events",
        "most",
        type=values.Whole(min=0),
        default=MOST,
        help="How many events of a solver are kept, the first ones; the end counts all.",
    )
    return lambda command: solver(events(command))


@click.command(cls=WithExamples)
@arguments.puzzle
@tracing(several=False)
@click.option("-o", "--output", type=values.PathName(dir_okay=False), help="Write here.")
@arguments.time_limit("How long the solver may work, at best effort.", "60s")
@arguments.limit("1")
@arguments.reading
def command(
    puzzle: str | None,
    solver: str | None,
    most: int,
    output: str | None,
    seconds: float,
    limit: int | None,
    variant: Variant,
) -> None:
    """Write what a solver does on PUZZLE: each candidate it removes, each guess, and why.

    Of problems other than puzzles of all-different sets the handwritten searches write traces.

    One JSON object a line: a header, the events, and how it ended. `accord show TRACE --html FILE`
    makes a page of it that plays.

    Examples:
        accord trace 3..1..2......4.. -s backtracking-mrv -o steps.jsonl
        # A page that plays it; open it in a browser.
        accord show steps.jsonl --html steps.html
    """
    from accord.cli.recording import named, tracer
    from accord.solvers.traces.files import end_line, event_line, header_line

    trace = tracer(solver or DEFAULT)
    header, following = named(trace, one_instance(puzzle, variant), limit, seconds, most)
    if output:
        expect_writable(output)
    file = click.open_file(output or "-", "w", encoding="utf-8", lazy=True)
    with naming(output or "standard output"), file:
        ahead = [header_line(header)]  # not before the first line: the solver may refuse

        def write(line: str) -> None:
            print(*ahead, line, sep="\n", file=file)
            ahead.clear()

        end = following(lambda event: write(event_line(event)))
        write(end_line(end))
    report_left_out(end)
    if end.why == "interrupted":
        raise Ending(INTERRUPTED, "interrupted")
    if end.status == "UNKNOWN":
        raise Ending(UNDECIDED, f"{header.title}: {end.why}")


def report_left_out(end: "End") -> None:
    """Print on standard error that events are missing."""
    if end.left_out:
        kept = end.events - end.left_out
        click.echo(
            f"kept the first {kept:,} events; {end.left_out:,} more were left out (--events)",
            err=True,
        )
