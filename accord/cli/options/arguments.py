"""What several commands take: a puzzle, how to read it, solvers, limits.

Options that belong together reach a command as one value: `@reading` as its `variant`, `@terms` as
its `terms`.
"""

import shlex
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from accord.cli.options import values
from accord.puzzles.formats.draft import Variant
from accord.puzzles.models.minizinc_source import DATA, MODEL
from accord.puzzles.sudoku.shape import default_box

if TYPE_CHECKING:
    from accord.bench.analysis.shown_solvers import ShownSolvers
    from accord.bench.run.terms import Terms

Command = TypeVar("Command", bound=Callable[..., Any])


def one_value(
    name: str, make: Callable[..., Any], *options: Callable[[Any], Any]
) -> Callable[[Command], Command]:
    """Options that a command takes as one value, which `make` makes of them by their names."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_one_value(*arguments: Any, **values: Any) -> Any:
            own = {key: values.pop(key) for key in names}
            return command(*arguments, **values, **{name: make(**own)})

        names = [each.name for each in click.command()(_with(options, lambda: None)).params]
        return cast("Command", _with(options, with_one_value))

    return decorate


def _with(options: tuple[Callable[[Any], Any], ...], command: Any) -> Any:
    """A command with these options, listed before those that it has."""
    for option in reversed(options):
        command = option(command)
    return command


def as_variant(**given: Any) -> Variant:
    """Box, rules and regions, which plain text does not hold, and how it is to be read."""
    context = click.get_current_context(silent=True)
    behind = context.meta.get(BEHIND, ()) if context else ()
    given |= {"rules": frozenset(words(given["rules"])), "instances": given["instances"] or ""}
    return Variant(**given | {"data": (*behind, *given["data"]), "settings": (*given["settings"],)})


def as_options(said: Variant) -> list[str]:
    """The options, for a shell, that say how a text is read."""
    options = ["--box {}x{}".format(*said.box)] if said.box else []
    options += [f"--rules {shlex.quote(rule)}" for rule in sorted(said.rules)]
    options += [f"--regions {shlex.quote(str(said.regions))}"] if said.regions else []
    options += [f"--digits {said.digits}"] if said.digits else []
    options += [f"--column {shlex.quote(said.column)}"] if said.column else []
    options += [f"--set {shlex.quote('='.join(each))}" for each in said.settings]
    options += ["--int-bounds={}..{}".format(*said.int_bounds)] if said.int_bounds else []
    options += [f"--data {shlex.quote(each)}" for each in said.data]
    options += [f"--instances {shlex.quote(said.instances)}"] if said.instances else []
    options += ["--ignore-objective"] * said.ignore_objective
    return options + ["--models"] * said.models


def needed_to_read(
    size: int, box: tuple[int, int] | None, rules: Iterable[str], *, is_jigsaw: bool
) -> list[str]:
    """The options with which a puzzle is read again from plain text, which leaves these out."""
    unusual = None if box == default_box(size) else box
    return as_options(Variant(unusual, frozenset(rules), "TEXT" if is_jigsaw else None))


RULES = "diagonals, windoku or latin; may be repeated, or a list with commas."
COMPETITIONS = (
    f"{RULES} Or the limits and the score of a competition: minizinc-2026, xcsp3-2025, "
    "xcsp3-2025-fast, xcsp3-2025-parallel, or a file of such rules, RULES.toml."
)


def variant_options(rules: str) -> tuple[Callable[[Any], Any], ...]:
    """The options that say how a puzzle is read; what --rules may be is given in words."""
    box = "Rows x columns of a box, as 2x3."
    return (
        click.option("--box", type=values.box, metavar="RxC", help=box),
        click.option("--rules", multiple=True, metavar="RULE", help=rules),
        *_OTHERS,
    )


_OTHERS = (
    click.option("--regions", metavar="TEXT", help="Jigsaw regions: one symbol per cell."),
    click.option(
        "--digits",
        type=values.digits,
        metavar="0-F|1-G|A-P",
        help="The first and the last character of the values, 0-8 for 9x9. Default: by what the "
        "text shows.",
    ),
    click.option(
        "--column",
        metavar="NAME",
        help="The column of a CSV file with the puzzles. Default: puzzle or quizzes.",
    ),
    click.option(
        "--ignore-objective",
        is_flag=True,
        help="Of a problem with an objective ask for any solution, not for the best.",
    ),
    click.option(
        "--set",
        "settings",
        type=values.setting,
        multiple=True,
        metavar="NAME=VALUE",
        help="What the function model(NAME) of a model file gets, or a parameter of a model in "
        "MiniZinc; may be repeated.",
    ),
    click.option(
        "--data",
        multiple=True,
        metavar="FILE",
        help="Data of a model in MiniZinc, .dzn or .json; may be repeated, or stand behind it.",
    ),
    click.option(
        "--int-bounds",
        type=values.int_bounds,
        metavar="A..B",
        help="The bounds of integers in MiniZinc and FlatZinc that have none; nothing is known of "
        "solutions beyond, and the verdict says so.",
    ),
    click.option(
        "--models",
        is_flag=True,
        help="Run the model files (.py) of a folder, too, and compile its models in MiniZinc, each "
        "with each file of its data.",
    ),
    click.option(
        "--instances",
        metavar="FILE",
        help="With --models: the models of a folder and their data, as a CSV file with the columns "
        "problem, model and data.",
    ),
)
reading = one_value("variant", as_variant, *variant_options(RULES))


only_puzzle = click.argument("puzzle", required=False, shell_complete=values.sources)
BEHIND = "accord.data"  # in a context: the files of data that stand behind a model


def without_data(
    context: click.Context, _: click.Parameter, found: tuple[str, ...]
) -> tuple[str, ...]:
    """The names of puzzles; files of data behind a model are kept in the context."""
    first, others = found[:1], found[1:]
    if first and first[0].endswith(MODEL) and all(each.endswith(DATA) for each in others):
        context.meta[BEHIND] = others
        return first
    return found


def only_one(
    context: click.Context, parameter: click.Parameter, found: tuple[str, ...]
) -> str | None:
    """The name of a puzzle; files of data behind a model are kept in the context."""
    first, *others = without_data(context, parameter, found) or (None,)
    if others:
        raise click.UsageError(
            f"found {others[0]!r} behind {str(first)[:40]!r}, expected one PUZZLE, or a model in "
            f"MiniZinc with its data: NAME{MODEL} and files that end in {' or '.join(DATA)}"
        )
    return first


puzzle = click.argument(
    "puzzle", nargs=-1, metavar="[PUZZLE]", callback=only_one, shell_complete=values.sources
)
file = click.option(
    "--file", metavar="FILE", help="A file of puzzles, or the name of a collection."
)


def solver(
    help_text: str, default: str | None = None, *, several: bool = False
) -> Callable[[Command], Command]:
    """The option -s."""
    return click.option(
        "-s",
        "--solver",
        "solvers" if several else "solver",
        multiple=several,
        default=default,
        shell_complete=values.solver_names,
        metavar="NAME",
        help=help_text,
    )


choosing = solver(
    "A solver, as NAME[:SETTINGS], file.py:OBJECT or FILE.toml; may be repeated. Default: all that "
    "can run here.",
    several=True,
)


def written_as(
    *formats: str, help_text: str = "How it is written."
) -> Callable[[Command], Command]:
    """The option --format of a table; the first is usual."""
    kind = click.Choice(formats)
    return click.option("--format", "format_", type=kind, default=formats[0], help=help_text)


def _widen(context: click.Context, _: click.Parameter, wide: bool) -> None:
    from accord.cli.output import WIDER

    context.meta[WIDER] = wide


WIDE = click.option(
    "--wide",
    is_flag=True,
    expose_value=False,
    callback=_widen,
    help="Print every column, however wide the terminal is.",
)
COLUMNS = click.option(
    "--columns",
    multiple=True,
    metavar="NAME",
    help="Only these columns besides the solver, in this order; a list with commas.",
)


def _shown(solvers: tuple[str, ...], names: tuple[str, ...]) -> "ShownSolvers":
    """The solvers of a campaign that are shown, and their names."""
    from accord.bench.analysis.shown_solvers import ShownSolvers

    return ShownSolvers(solvers, names)


SHOWN = one_value(
    "shown",
    _shown,
    solver("Show only this solver. May be repeated. Default: all.", several=True),
    click.option(
        "--name",
        "names",
        multiple=True,
        metavar="SOLVER=NAME",
        help="Call a solver by another name. May be repeated.",
    ),
)
FOLDER = click.argument("folder", type=values.PathName(path_type=Path), metavar="DIR")
AS_JSON = click.option(
    "--json", "as_json", is_flag=True, help="Print all of it as JSON, for a program."
)


def output(
    metavar: str, help_text: str, *, folder: bool = False, required: bool = False
) -> Callable[[Command], Command]:
    """The option -o, a file or a folder."""
    kind = values.PathName(file_okay=not folder, dir_okay=folder, path_type=Path)
    return click.option(
        "-o", "--output", type=kind, metavar=metavar, required=required, help=help_text
    )


def jobs(help_text: str, default: int | None = None) -> Callable[[Command], Command]:
    """The option -j."""
    return click.option("-j", "--jobs", type=values.Whole(1), default=default, help=help_text)


def seed(help_text: str, default: int | None = 0) -> Callable[[Command], Command]:
    """The option --seed."""
    return click.option(
        "--seed", type=values.Whole(0, values.LARGEST), default=default, help=help_text
    )


def time_limit(
    help_text: str, default: str | None = "10s", name: str = "seconds"
) -> Callable[[Command], Command]:
    """The option -t."""
    return click.option(
        "-t", "--time-limit", name, type=values.time, default=default, help=help_text
    )


DISCARD = click.option(
    "--discard",
    multiple=True,
    metavar="SOLVER@VERSION",
    help="Withdraw the runs that this version of a solver has made so far; may be repeated. They "
    "count no more, and withdrawn.jsonl says so.",
)
MEMORY_LIMIT = click.option(
    "-m",
    "--memory-limit",
    type=values.memory,
    metavar="SIZE",
    help="Resident memory each run may use, as 2G or 512M. Default: no limit.",
)
IMPORT_LIMIT = click.option(
    "--import-limit",
    type=values.time,
    default="30s",
    help="Time that a solver may take to be imported, once.",
)
BEST_EFFORT = click.option(
    "--best-effort",
    is_flag=True,
    help="Go on where a limit cannot be enforced; the results say so.",
)


_BEST = ", and of one with an objective the best"
_USUALLY = {
    "1": f"1 of each puzzle{_BEST}",
    "2": "2",
    "usual": f"2 of a puzzle, 1 of any other problem{_BEST}",
}


def limit(default: str) -> Callable[[Command], Command]:
    """The option -n."""
    return click.option(
        "-n",
        "--limit",
        type=values.solution_limit,
        metavar="LIMIT",
        default=default,
        help="Solutions asked for: 1 finds one, 2 decides uniqueness, all counts them. Default: "
        f"{_USUALLY[default]}.",
        show_default=False,
    )


def _terms(
    seconds: float | None, memory_limit: int | None = None, best_effort: bool = False, **rest: Any
) -> "Terms":
    """The terms that the options of a command state."""
    from accord.bench.run.terms import LONG, Limits, Terms

    limits = Limits(LONG if seconds is None else seconds, memory_limit, best_effort=best_effort)
    return Terms(limits, **rest)


def terms(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """The time limit and others of these options, as the `terms` of a command."""
    return one_value("terms", _terms, *options)


def terms_for(default: str) -> Callable[[Command], Command]:
    """The options of a question to several solvers, with the usual number of solutions."""
    return terms(
        limit(default),
        time_limit("Time limit for each solver on each puzzle."),
        MEMORY_LIMIT,
        IMPORT_LIMIT,
        BEST_EFFORT,
    )


def words(texts: tuple[str, ...]) -> list[str]:
    """The words of an option that may be repeated, or have commas in it."""
    return [word.strip() for text in texts for word in text.split(",") if word.strip()]
