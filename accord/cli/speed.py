"""What `accord bench --speed` is asked, and how it is answered.

It shares a command with campaigns, which it is not: nothing is stored run by run, there are no time
limits and no verdicts.  So each option says to which of the two it belongs, and one that would
change nothing is refused.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.options.arguments import Duration

if TYPE_CHECKING:
    from accord.bench.speed.contestants import Contestant
    from accord.bench.speed.forms import Sample
    from accord.puzzles.formats.draft import Variant
    from accord.solvers.backend import Backend

Command = TypeVar("Command", bound=Callable[..., Any])

KINDS = ("easy", "sparse", "top", "hardest")
SHARED = {"puzzles", "solvers", "repeat", "seed", "output", "quiet", "box", "rules", "regions"}
OWN = {"speed", "programs", "blank", "slice_", "as_json"}


def _above_zero(
    context: click.Context, option: click.Parameter, seconds: float | None
) -> float | None:
    """The time of an option, which is some."""
    if seconds is not None and seconds <= 0:
        raise click.BadParameter("found no time, expected more than 0 s")
    return seconds


def timing(command: Command) -> Command:
    """The options of --speed."""
    options = [
        click.option(
            "--speed",
            is_flag=True,
            help="Measure throughput instead of running a campaign: of every handwritten solver, "
            "or those of -s, beside a plain port of Norvig's. Puzzles are kinds that ship "
            f"({', '.join(KINDS)}; all by default), files or collections.",
        ),
        click.option(
            "--program",
            "programs",
            multiple=True,
            metavar="NAME=COMMAND",
            help="With --speed: a program that reads a puzzle a line, from standard input or from "
            "{file} in its command, and prints a line each with its solution, or the number of "
            "solutions, or both, as in puzzle:count:solution; it may take 20 s to start, and then "
            "10 times --time for each lot of puzzles; may be repeated.",
        ),
        click.option(
            "--blank",
            type=click.Choice([".", "0"]),
            default=".",
            show_default=True,
            help="With --program: the character of a blank.",
        ),
        click.option(
            "--time",
            "slice_",
            type=Duration(),
            callback=_above_zero,
            metavar="TIME",
            help="With --speed: CPU time that each solver works on a set in each of 5 repetitions. "
            "Default: 1s.",
        ),
        click.option(
            "--json", "as_json", is_flag=True, help="With --speed: all of it, for a machine."
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def check_options(context: click.Context, *, speed: bool) -> None:
    """Complain of an option that changes nothing with --speed, or without.

    Raises:
        click.UsageError: there is one.
    """
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if name == "help" or source in (None, click.core.ParameterSource.DEFAULT):
            continue
        option = max(parameter.opts, key=len)
        if speed and name not in SHARED | OWN:
            raise click.UsageError(f"found {option} with --speed, which it does not apply to")
        if not speed and name in OWN - {"speed"}:
            raise click.UsageError(f"found {option} without --speed, expected both or neither")
    given = context.params
    if speed and given["blank"] != "." and not given["programs"]:
        raise click.UsageError("found --blank without --program, expected both or neither")
    if not speed and len(given["puzzles"]) != 1:
        raise click.UsageError(
            f"found {len(given['puzzles'])} collections or files, expected one; "
            "with --speed there may be any number"
        )


def ask(
    puzzles: Sequence[str],
    solvers: Sequence[str],
    *,
    programs: Sequence[str],
    blank: str,
    repeat: int | None,
    seed: int | None,
    slice_: float | None,
    variant: "Variant",
    output: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure, print what was found, and complain of those who were wrong.

    Raises:
        Ending: a contestant was wrong, or crashed.
    """
    from accord.bench.machine.environment import environment
    from accord.bench.speed.throughput import REPETITIONS, SLICE, measured
    from accord.cli.output import show
    from accord.views.tables import speed as view

    if output is not None and output.is_dir():
        raise click.BadParameter(f"found a folder, {output}, expected a file for the JSON")
    taking_part, missing = _contestants(solvers, programs, blank)
    samples = tuple(_samples(puzzles, variant))
    repeat, seed, slice_ = repeat or REPETITIONS, seed or 0, slice_ or SLICE

    def watch(what: str) -> None:
        if not quiet:
            click.echo(what, err=True)

    before = _load()
    heats = measured(samples, taking_part, repeat=repeat, seed=seed, seconds=slice_, watch=watch)
    load = (before, _load())
    found = view.Comparison(heats, repeat, seed, slice_, environment(), load, missing)
    text = json.dumps(view.as_json(found), indent=1)
    if output is not None:
        output.write_text(text + "\n", encoding="utf-8")
    if as_json:
        click.echo(text)
    else:
        show(*view.as_text(found))
    faulty = [
        f"{line.solver} on {line.sample}: {line.outcome}: {line.reason}"
        for heat in heats
        for line in heat.lines
        if line.outcome in ("WRONG", "ERROR")
    ]
    if faulty:
        raise Ending(FINDING, "; ".join(faulty))


def _contestants(
    solvers: Sequence[str], programs: Sequence[str], blank: str
) -> "tuple[list[Contestant], dict[str, str]]":
    """Who takes part, the yardstick among them; and what those who cannot would need."""
    from accord.bench.speed.contestants import handwritten, in_process, yardstick
    from accord.bench.speed.programs import read_program
    from accord.solvers.registry import backends, usable

    missing: dict[str, str] = {}
    if not solvers:
        known = handwritten(backends())
        missing = {name: _needed(each) for name, each in known.items() if each.missing}
        solvers = [name for name, each in known.items() if not each.missing]
    found = [yardstick(), *(in_process(usable(name)) for name in solvers)]
    try:
        found += [read_program(text, blank).contestant() for text in programs]
    except ValueError as error:
        raise click.UsageError(f"--program: {error}") from None
    names = [each.name for each in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise click.UsageError(f"found the name {twice[0]!r} twice, expected different names")
    return found, missing


def _needed(backend: "Backend") -> str:
    """What a backend needs that is not installed, with the extra that has it, if one does."""
    from importlib import metadata

    from accord.bench.machine.doctor import packages

    extras = {each.name: each.extra for each in packages(metadata.requires("accord") or (), [])}
    names = [name for need in backend.needs if need.missing for name in need.distributions]
    extra = next(filter(None, (extras.get(name) for name in names)), "")
    return backend.missing + (f": pip install 'accord[{extra}]'" if extra else "")


def _samples(puzzles: Sequence[str], variant: "Variant") -> "Iterator[Sample]":
    """The sets that are named; all kinds by default."""
    from accord.bench.instances.collection import collections
    from accord.bench.speed.forms import samples
    from accord.cli.options.arguments import instances, is_file

    files = [name for name in puzzles if name not in KINDS]
    if variant and not files:
        raise click.UsageError("found --box, --rules or --regions, expected a file they apply to")
    if twice := sorted({name for name in puzzles if puzzles.count(name) > 1}):
        raise click.UsageError(f"found {twice[0]!r} twice, expected different sets")
    for name in files:
        if name != "-" and name not in collections() and not is_file(name):
            raise click.UsageError(
                f"found neither a kind, a file nor a collection {name!r}; the kinds are "
                f"{', '.join(KINDS)}, the collections {', '.join(collections())}"
            )
    for name in puzzles or KINDS:
        if name in KINDS:
            from accord.bench.speed.sets import puzzles as of_kind
            from accord.puzzles.files.read import read

            yield from samples(name, map(read, of_kind(name)))
        else:
            read_from = (each.puzzle for each in instances(None, name, variant))
            yield from samples("stdin" if name == "-" else name, read_from)


def _load() -> tuple[float, ...]:
    """The load averages; empty where the system has none."""
    try:
        return os.getloadavg()
    except (AttributeError, OSError):
        return ()
