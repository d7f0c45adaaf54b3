"""`accord show`: a puzzle to look at, or what solvers do with it: a page, a film, a drawing."""

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.arguments import (
    Look,
    SolverName,
    Source,
    instances,
    is_file,
    limit,
    reading,
    time_limit,
)
from accord.commands import BAD_INPUT, FINDING, UNDECIDED, Ending
from accord.commands.trace import MOST

if TYPE_CHECKING:
    from accord.puzzles.grid import Grid
    from accord.puzzles.puzzle import Puzzle
    from accord.solvers.events import Recording

SIDE_BY_SIDE = 8  # traces on one page


@click.command()
@click.argument("sources", nargs=-1, metavar="[PUZZLE|TRACE]...", type=Source())
@click.option("--html", metavar="FILE", help="Write a page that plays the traces.")
@click.option("--terminal", is_flag=True, help="Play the trace here.")
@click.option("--svg", metavar="FILE", help="Draw the puzzle; - for standard output.")
@click.option("--solved", is_flag=True, help="Draw or print it with its solution.")
@click.option(
    "--look", type=Look(), help="--looks lists them.  [default: plain; racket for --terminal]"
)
@click.option("--looks", is_flag=True, help="List the looks, show no puzzle.")
@click.option(
    "-s",
    "--solver",
    "solvers",
    multiple=True,
    type=SolverName(),
    help="A solver that writes traces, as NAME[:SETTINGS]; may be repeated.  "
    "[default: backtracking-mrv]",
)
@click.option(
    "--events",
    "most",
    type=click.IntRange(min=0),
    default=MOST,
    show_default=True,
    help="How many events of a solver are kept, the first ones.",
)
@click.option(
    "--fps", type=click.FloatRange(0.1, 120), default=8, show_default=True, help="In a terminal."
)
@time_limit("How long a solver may work, at best effort.", "60s")
@limit("1")
@reading
def command(
    sources: tuple[str, ...],
    html: str | None,
    terminal: bool,
    svg: str | None,
    solved: bool,
    look: str | None,
    looks: bool,
    solvers: tuple[str, ...],
    most: int,
    fps: float,
    seconds: float | None,
    limit: int,
    box: tuple[int, int] | None,
    rules: tuple[str, ...],
    regions: str | None,
) -> None:
    """Show puzzles, or what solvers do with them.

    Without --html or --terminal the puzzle is printed, or drawn with --svg. With them a solver is
    asked first, or a trace is read that `accord trace` wrote. Several traces, of one puzzle or of
    several, play side by side on one clock.
    """
    if looks:
        _list_looks()
        return
    if not (html or terminal):
        _print(sources, svg, look or "plain", solved, box, rules, regions)
        return
    given = _recordings(sources or ("-",), solvers, most, seconds, limit, box, rules, regions)
    found = list(islice(given, SIDE_BY_SIDE + 1))
    if not 1 <= len(found) <= SIDE_BY_SIDE:
        number = f"more than {SIDE_BY_SIDE}" if found else "no"
        raise Ending(BAD_INPUT, f"found {number} traces, expected 1 to {SIDE_BY_SIDE}")
    if html:
        _write_page(html, found)
    if terminal:
        _play(found, look or "racket", fps)
    if late := [each for each in found if each.end.status == "UNKNOWN"]:
        reasons = (f"{each.header.title}: {each.end.why}" for each in late)
        raise Ending(UNDECIDED, "; ".join(reasons))


def _list_looks() -> None:
    from accord.views.looks import LOOKS

    width = max(map(len, LOOKS))
    for name, each in LOOKS.items():
        click.echo(f"{name:{width}}  {each.summary}")


def _recordings(
    sources: Sequence[str],
    solvers: Sequence[str],
    most: int,
    seconds: float | None,
    limit: int,
    box: tuple[int, int] | None,
    rules: tuple[str, ...],
    regions: str | None,
) -> "Iterator[Recording]":
    """The traces that are named, and those of the solvers on the puzzles that are named."""
    from accord.solvers.events import read
    from accord.solvers.record import record
    from accord.solvers.registry import usable

    chosen = [usable(name) for name in solvers or ("backtracking-mrv",)]
    for source in sources:
        if _is_trace(source):
            with open(source, encoding="utf-8") as file:
                yield read(file)
            continue
        for instance in instances(source, None, box, rules, regions):
            for each in chosen:
                time_limit = inf if seconds is None else seconds
                yield record(each, instance.puzzle, limit or None, time_limit, most)


def _is_trace(source: str) -> bool:
    from accord.solvers.events import looks_like_trace

    if not is_file(source):
        return False
    with open(source, encoding="utf-8", errors="replace") as file:
        return looks_like_trace(file.read(64))


def _write_page(path: str, recordings: "Sequence[Recording]") -> None:
    from accord.views.player.page import page

    _write(path, page(recordings))


def _play(recordings: "Sequence[Recording]", look: str, fps: float) -> None:
    from accord.views.terminal import play

    for recording in recordings:
        play(recording, look=look, fps=fps)


def _print(
    sources: Sequence[str],
    svg: str | None,
    look: str,
    solved: bool,
    box: tuple[int, int] | None,
    rules: tuple[str, ...],
    regions: str | None,
) -> None:
    """The puzzles as text, or the only one as a drawing."""
    from accord.views.looks import drawn
    from accord.views.svg import board

    found = False
    for source in sources or ("-",):
        for instance in instances(source, None, box, rules, regions):
            if svg and found:
                raise Ending(BAD_INPUT, "found several puzzles, expected one to draw")
            grid = _solution(instance.puzzle) if solved else None
            if svg:
                drawing = board(instance.puzzle, grid, look=look)
            else:
                click.echo(("\n" if found else "") + drawn(instance.puzzle, grid, look=look))
            found = True
    if not found:
        raise Ending(BAD_INPUT, "found no puzzle, expected at least one")
    if svg:
        _write(svg, drawing)


def _solution(puzzle: "Puzzle") -> "Grid":
    """The solution of a puzzle; the first one where there are several."""
    from accord.solvers.deciding import first_two

    if not (found := first_two(puzzle)):
        raise Ending(FINDING, "No Solutions")
    return found[0]


def _write(path: str, text: str) -> None:
    if path == "-":
        sys.stdout.write(text)
    else:
        Path(path).write_text(text, encoding="utf-8")
