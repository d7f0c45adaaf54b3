"""`accord trace`: what a solver does, step by step and with its reasons, as JSON lines."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from accord.cli.commands import BAD_INPUT, INTERRUPTED, UNDECIDED, Ending
from accord.cli.options import arguments, values
from accord.cli.options.arguments import Command, limit, reading, time_limit
from accord.cli.options.sources import one_puzzle
from accord.cli.output import expect_writable

if TYPE_CHECKING:
    from accord.puzzles.formats.draft import Variant
    from accord.solvers.registry import Selection
    from accord.solvers.traces.events import End, Event, Header, Recording

DEFAULT = "backtracking-mrv"  # the solver
MOST = 200_000  # events


def tracing(several: bool) -> Callable[[Command], Command]:
    """The options for the solver whose trace is wanted, and for how much of it."""
    more = "; may be repeated" if several else ""
    solver = click.option(
        "-s",
        "--solver",
        "solvers" if several else "solver",
        multiple=several,
        shell_complete=values.solver_names,
        help=f"A solver that writes traces, as NAME[:SETTINGS]{more}.  [default: {DEFAULT}]",
    )
    events = click.option(
        "--events",
        "most",
        type=click.IntRange(min=0),
        default=MOST,
        show_default=True,
        help="How many events of a solver are kept, the first ones; the end counts all.",
    )
    return lambda command: solver(events(command))


@click.command()
@arguments.puzzle
@tracing(several=False)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write here.")
@click.option(
    "--cp-profiler",
    "profile",
    metavar="FILE|HOST:PORT",
    help="Write the search tree here in CP-Profiler's protocol, or send it where one listens.",
)
@time_limit("How long the solver may work, at best effort.", "60s")
@limit("1")
@reading
def command(
    puzzle: str | None,
    solver: str | None,
    most: int,
    output: str | None,
    profile: str | None,
    seconds: float | None,
    limit: int | None,
    variant: "Variant",
) -> None:
    """Write what a solver does on PUZZLE: each candidate it removes, each guess, and why.

    One JSON object a line: a header, the events, and how it ended. `accord show TRACE --html FILE`
    makes a page of it that plays.
    """
    from accord.solvers.registry import usable
    from accord.solvers.traces.events import Recording
    from accord.solvers.traces.record import header_of

    chosen = usable(solver or DEFAULT)
    header = header_of(chosen, one_puzzle(puzzle, variant), limit)
    for path in (output, None if profile and ":" in profile else profile):
        if path:
            expect_writable(path)
    events: list[Event] = []
    with _written(header, output, quiet=bool(profile)) as write:
        end = _follow(header, chosen, write, events.append if profile else None, seconds, most)
    report_left_out(end)
    if profile:
        _profile(profile, Recording(header, events, end))
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


def _profile(place: str, recording: "Recording") -> None:
    """Write the search tree to a file, or send it to HOST:PORT."""
    from accord.views.narration.cp_profiler import messages, send

    host, _, port = place.rpartition(":")
    if ":" in place and port.isdecimal():
        try:
            send(recording, host or "localhost", int(port))
        except OSError as error:
            raise Ending(BAD_INPUT, f"{place}: {error.strerror or error}") from None
    else:
        Path(place).write_bytes(b"".join(messages(recording)))


@contextmanager
def _written(header: "Header", path: str | None, quiet: bool) -> Iterator[Callable[[str], object]]:
    """Takes the lines after the header's, which is written with the first of them.

    So nothing is written where the solver refuses.  Lines go to standard output where there is no
    path, unless that is to be quiet.
    """
    from accord.solvers.traces.files import header_line

    first = header_line(header)
    with ExitStack() as files:
        place: TextIO | None = None

        def write(line: str) -> None:
            nonlocal place
            if place is None:
                place = (
                    files.enter_context(open(path, "w", encoding="utf-8")) if path else sys.stdout
                )
                place.write(f"{first}\n")
            place.write(f"{line}\n")

        yield _nowhere if quiet and not path else write


def _nowhere(line: str) -> None:
    """Drop a line."""


def _follow(
    header: "Header",
    chosen: "Selection",
    write: Callable[[str], object],
    keep: "Callable[[Event], None] | None",
    seconds: float | None,
    most: int,
) -> "End":
    """Let the solver work and write each event when it happens; then the end."""
    from accord.solvers.traces.files import end_line, event_line
    from accord.solvers.traces.record import follow

    def receive(event: "Event") -> None:
        write(event_line(event))
        if keep is not None:
            keep(event)

    end = follow(header, chosen, receive, inf if seconds is None else seconds, most)
    write(end_line(end))
    return end
