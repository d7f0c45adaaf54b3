"""The command `accord`: finds the commands, and turns every ending into an exit code.

    0    fine                              70   an accepted certificate is false: a bug
    1    a negative finding                124  undecided because of a limit
    2    bad input                         130  Ctrl-C
    3    a backend is missing

Data goes to standard output, everything else to standard error.
"""

# ruff: noqa: E402  the rest is imported when Ctrl-C is taken care of
import os
import signal
import sys


def _leave(*_: object) -> None:
    """End the process at once: nothing has begun."""
    os.write(2, b"accord: interrupted\n")
    os._exit(130)


COMMANDS = ("accord", "fzn-accord")
_IS_COMMAND = __name__ == "__main__" or os.path.basename(sys.argv[0]) in COMMANDS
if signal.getsignal(signal.SIGINT) is signal.default_int_handler and _IS_COMMAND:
    signal.signal(signal.SIGINT, _leave)

import re
import warnings
from errno import EAGAIN, EMFILE, ENFILE, ENOMEM
from importlib import import_module
from io import StringIO, TextIOWrapper
from pathlib import Path
from pkgutil import iter_modules
from typing import cast

import click

import accord.cli.commands
from accord.cli.commands import BAD_INPUT, FALSE_THEOREM, FINDING, INTERRUPTED, MISSING, Ending
from accord.cli.help_pages import WithExamples, first_page, sections
from accord.cli.output import close_quietly, fitted, make_encodable, note
from accord.puzzles.errors import InputError
from accord.puzzles.outside_data import visible

ENDING = [each for each in signal.Signals if each.name in ("SIGTERM", "SIGHUP")]
OF_NO_FILE = (EAGAIN, EMFILE, ENFILE, ENOMEM)  # errors: what the system has no more of
_ended_by: list[int] = []  # which of these has come, if one has


class Commands(WithExamples, click.Group):
    """Every module of accord/cli/commands is a command; it is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in iter_modules(accord.cli.commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"accord.cli.commands.{cmd_name}").command
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        folder = Path(accord.cli.commands.__path__[0])
        files = [folder / f"{name}.py" for name in self.list_commands(ctx)]
        for section, rows in sections(files):
            with formatter.section(section):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # `accord ... | head`; click would make it exit code 1
            close_quietly()
            raise Ending(0) from None


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
    epilog="Exit codes: 0 fine; 1 a negative finding (a conflict, a wrong answer); 2 bad input; "
    "3 a backend is missing; 70 an accepted certificate is false, a bug of accord; "
    "124 undecided because of a limit; 130 interrupted.",
)
@click.version_option(package_name="accord", message="accord %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Many solvers, one puzzle, one verdict.

    A PUZZLE is text in any format (81 digits, a grid, JSON ...), a file, a model in CPMpy
    (FILE.py) or MiniZinc (FILE.mzn, and its data behind it), the name of a collection, or - for
    standard input. A campaign is the folder of results that `accord bench` makes.
    `accord COMMAND --help` explains a command, with examples.

    Examples:
        # Is there one solution? Two solvers answer, and the answers are checked.
        accord check 3..1..2......4.. -s cpsat -s sat-pycosat
        # Which solver is faster? Twelve puzzles, a table; results stay in ./first.
        accord bench 4x4 -s backtracking-mrv -s sat-pycosat -o first
        # How does a person solve it? Each step, with its reason.
        accord explain 3..1..2......4..
    """
    if ctx.invoked_subcommand is None:
        click.echo(first_page(cast("WithExamples", ctx.command)))


def flatzinc() -> None:
    """Run `accord flatzinc`, as the program that MiniZinc calls, and exit with its code."""
    main(["flatzinc", *sys.argv[1:]])


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code.

    Args:
        arguments: by default those of the process.
    """
    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, _leave):  # not ignored
        signal.signal(signal.SIGINT, _interrupt)
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    warnings.showwarning = show_warning  # type: ignore[assignment]  # it has fewer names for its arguments
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the parent process
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            make_encodable(stream)
    code = run(sys.argv[1:] if arguments is None else arguments)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        close_quietly()
    for came in _ended_by:
        os.kill(os.getpid(), came)
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run a command; its exit code, once what went wrong stands on standard error."""
    try:
        code = cli(arguments, "accord", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Ending as ending:
        return _say(ending.message, ending.code) if ending.message else ending.code
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    except click.ClickException as error:
        error.show(said := StringIO())
        shown = said.getvalue().replace(error.message, visible(error.message))
        shown = visible(shown.expandtabs(2), keep="\n")
        click.echo(fitted(shown, sys.stderr), nl=False, err=True)
        return BAD_INPUT
    except OSError as error:
        is_of_file = error.errno and (error.filename or error.errno not in OF_NO_FILE)
        place = f"{error.filename or 'standard output'}: " if is_of_file else ""
        return _say(f"{place}{error.strerror or error}", BAD_INPUT)
    except ImportError as error:
        return _say(f"a package is missing: {error}", MISSING)
    except Exception as error:
        return _known(error)


def _interrupt(*_: object) -> None:
    """Stop at the first Ctrl-C; a second one must not interrupt the clean-up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _end(number: int, _: object) -> None:
    """Stop as at Ctrl-C, and end by this signal afterwards; a second one ends it at once."""
    signal.signal(number, signal.SIG_DFL)
    _ended_by.append(number)
    raise KeyboardInterrupt


def _known(error: Exception) -> int:
    """The exit code of an error about the input; others are bugs."""
    if isinstance(error, RuntimeError) and "Query interrupted" in str(error):
        return _say("interrupted", INTERRUPTED)  # DuckDB's way of reporting Ctrl-C
    if type(error).__module__.endswith("duckdb") and type(error).__name__ == "IOException":
        return _say(_of_duckdb(str(error)), BAD_INPUT)
    from accord.puzzles.proofs.certificate import FalseTheoremError
    from accord.solvers.logic.engine.engine import WrongDeductionError
    from accord.solvers.registry import MissingBackendError

    if isinstance(error, FalseTheoremError):
        return _say(": ".join((str(error), *getattr(error, "__notes__", ()))), FALSE_THEOREM)
    codes = {MissingBackendError: MISSING, WrongDeductionError: FINDING, InputError: BAD_INPUT}
    for kind, code in codes.items():
        if isinstance(error, kind):
            return _say(str(error), code)
    raise error


def _of_duckdb(message: str) -> str:
    """An error of DuckDB without the state of its threads."""
    found = re.search(r"Could not .*?(?=\"|$)", message.replace('\\"', "'"), re.DOTALL)
    return found[0] if found else message


def show_warning(message: Warning | str, category: type[Warning], *_: object) -> None:
    """Show the warnings of accord, without what libraries deprecate."""
    if category is UserWarning or category.__module__.startswith("accord."):
        note(f"warning: {message}")


def _say(message: str, code: int) -> int:
    note(message)
    return code


if __name__ == "__main__":
    main()
