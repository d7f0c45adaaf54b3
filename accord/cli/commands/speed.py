"""`accord speed`: measure how many puzzles a second solvers answer.

No campaign: nothing is stored run by run, and there are neither time limits nor verdicts.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import Unreadable, at_least_one, instances, is_file
from accord.puzzles.formats.draft import Variant
from accord.puzzles.puzzle import expect_puzzle

if TYPE_CHECKING:
    from accord.bench.speed.contestants import Contestant
    from accord.bench.speed.forms import PuzzleSet
    from accord.solvers.backend import Backend

SECTION = "measure"


def _above_zero(context: click.Context, option: click.Parameter, seconds: float) -> float:
    """The time of an option, which is some."""
    if seconds <= 0:
        raise click.BadParameter("found no time, expected more than 0 s")
    return seconds


@click.command(cls=WithExamples)
@click.argument(
    "puzzles", shell_complete=values.sources, nargs=-1, metavar="[KIND|COLLECTION|FILE]..."
)
@arguments.solver(
    "A solver, as NAME[:SETTINGS], file.py:OBJECT or FILE.toml; may be repeated. Default: the "
    "handwritten ones.",
    several=True,
)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=COMMAND",
    help="A program that reads a puzzle a line, from standard input or from {file} in its command, "
    "and prints a line each with its solution, or the number of solutions, or both, as in "
    "puzzle:count:solution; it may take 20 s to start, and then 10 times --time for each chunk of "
    "puzzles; may be repeated.",
)
@click.option(
    "--blank",
    type=click.Choice([".", "0"]),
    default=".",
    help="With --program: the character of a blank.",
)
@click.option(
    "--time",
    "seconds",
    type=values.time,
    callback=_above_zero,
    default="1s",
    help="CPU time that each solver works on a set in each repetition.",
)
@click.option("--repeat", type=values.Whole(1, 1000), default=5, help="Repetitions.")
@arguments.seed("Draws the forms of the puzzles.")
@arguments.IMPORT_LIMIT
@click.option("--json", "as_json", is_flag=True, help="One object, with every repetition.")
@arguments.output("FILE", "Write the JSON here, besides the table.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
@arguments.reading
@arguments.WIDE
def command(
    puzzles: tuple[str, ...],
    solvers: tuple[str, ...],
    programs: tuple[str, ...],
    blank: str,
    seconds: float,
    repeat: int,
    seed: int,
    import_limit: float,
    as_json: bool,
    output: Path | None,
    quiet: bool,
    variant: Variant,
) -> None:
    """Compare the throughput of solvers: puzzles per second, and ratios to Norvig's solver.

    Every handwritten solver, or those of -s, is asked thousands of puzzles in random forms, in a
    process of its own and on one thread. The table says puzzles per second and how many times as
    fast as a plain port of Norvig's solver each of them is. The sets of puzzles are kinds that ship
    (easy, sparse, top, hardest; all by default), files or collections. Exits with 1 if a solver is
    wrong or crashes.

    Examples:
        # Two solvers for a tenth of a second each; both are compared with Norvig.
        accord speed easy -s propagate-search -s dancing-links --time 0.1s --repeat 1
    """
    from accord.bench.run.environment import environment
    from accord.bench.speed.throughput import measured
    from accord.cli.output import naming, note, show_as
    from accord.cli.working import working
    from accord.views.tables import speed as view

    if blank != "." and not programs:
        raise click.UsageError("found --blank without --program, expected both or neither")
    unreadable = Unreadable()
    puzzle_sets = tuple(_samples(puzzles, variant, unreadable))
    contestants, missing = _contestants(solvers, programs, blank, import_limit)

    began, before = datetime.now(UTC).isoformat(timespec="seconds"), _load()
    with working("comparing solvers", quiet=quiet) as work:
        measured_sets = measured(
            puzzle_sets, contestants, repeat=repeat, seed=seed, seconds=seconds, steps=work.show
        )
    found = view.SpeedComparison(
        measured_sets, repeat, seed, seconds, environment(), (before, _load()), missing, began
    )
    text = json.dumps(view.as_json(found), indent=1)
    if output is not None:
        with naming(output):
            output.write_text(text + "\n", encoding="utf-8")
    if as_json:
        click.echo(text)
    else:
        show_as(view.report(found))
    faulty = [
        f"{line.solver} on {line.sample}: {line.outcome}: {line.reason}"
        for measured_set in measured_sets
        for line in measured_set.lines
        if line.outcome in ("WRONG", "ERROR")
    ]
    if faulty:
        note("; ".join(faulty))
    unreadable.end(FINDING if faulty else 0)


def _contestants(
    solvers: Sequence[str], programs: Sequence[str], blank: str, import_limit: float
) -> "tuple[list[Contestant], dict[str, str]]":
    """The contestants, the yardstick among them; and what others would need to take part."""
    from accord.bench.speed.contestants import handwritten, yardstick
    from accord.bench.speed.own_process import in_own_process
    from accord.bench.speed.programs import read_program
    from accord.solvers.registry import backends

    missing: dict[str, str] = {}
    if not solvers:
        known = handwritten(backends())
        missing = {name: _needed(each) for name, each in known.items() if each.missing}
        solvers = [name for name, each in known.items() if not each.missing]
    try:
        others = [read_program(text, blank).contestant() for text in programs]
    except ValueError as error:
        raise click.UsageError(f"--program: {error}") from None
    found = [yardstick()]
    with ExitStack() as started:
        for name in solvers:
            found.append(in_own_process(name, import_limit))
            started.callback(found[-1].end)
        found += others
        if twice := _repeated([each.name for each in found]):
            raise click.UsageError(f"found the name {twice[0]!r} twice, expected different names")
        started.pop_all()  # they are ended when they are asked no more
    return found, missing


def _needed(backend: "Backend") -> str:
    """The requirement that a backend lacks, and how to install it, if a package has it."""
    from accord.solvers.registry import remedy

    return ": ".join(filter(None, (backend.missing, remedy(backend))))


def _samples(
    puzzles: Sequence[str], variant: Variant, unreadable: Unreadable
) -> "Iterator[PuzzleSet]":
    """The sets that are named; all kinds by default."""
    from accord.bench.make.instances.collection import collections
    from accord.bench.speed.forms import KINDS, puzzle_sets, shipped
    from accord.puzzles.files.texts import read

    files = [name for name in puzzles if name not in KINDS]
    if variant and not files:
        raise click.UsageError("found --box, --rules or --regions, expected a file they apply to")
    if twice := _repeated(puzzles):
        raise click.UsageError(f"found {twice[0]!r} twice, expected different sets")
    for name in files:
        if name != "-" and name not in collections() and not is_file(name):
            raise click.UsageError(
                f"found neither a kind, a file nor a collection {name!r}; the kinds are "
                f"{', '.join(KINDS)}, the collections {', '.join(collections())}"
            )
    for name in puzzles or KINDS:
        if name in KINDS:
            yield from puzzle_sets(name, map(read, shipped(name)))
        else:
            found = (
                expect_puzzle(each.problem, "this command")
                for each in at_least_one(instances(None, name, variant, unreadable), unreadable)
            )
            yield from puzzle_sets("stdin" if name == "-" else name, found)


def _repeated(names: Sequence[str]) -> list[str]:
    """Names that occur several times, in alphabetical order."""
    return sorted({name for name in names if names.count(name) > 1})


def _load() -> tuple[float, ...]:
    """The load averages; empty where the system has none."""
    with suppress(AttributeError, OSError):
        return os.getloadavg()
    return ()
