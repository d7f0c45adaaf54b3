"""A model, read in a process of its own: `python -I model_reader.py PATHS FILE < ASKED`.

FILE is code where it is a program: it is run, as whoever starts this process allows it.  ASKED is
JSON: the table of what the model gets, or a number, for which the function `instance` of FILE makes
such a table.  A word and a line end are printed, and behind them

    problem     the problem, in accord's JSON
    instance    the table, in JSON
    fault       why there is none

What a student changes in here is his own process: what it prints is read as a stranger's file is.
"""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.puzzles.problem import Problem

LONGEST = 300  # characters of an error's own words
SECONDS = 3600.0  # for MiniZinc: whoever starts this process has a clock
MOST = 1 << 26  # bytes of a file
SHARED = run_path(str(Path(__file__).with_name("runner.py")))  # beside it in the sandbox, too


def main() -> None:
    """Read it once."""
    paths, file = sys.argv[1:]
    asked = sys.stdin.read()
    SHARED["only"](paths)
    channel = os.dup(1)
    os.dup2(2, 1)  # what is printed is no answer
    sys.stdout = sys.stderr  # whose lines are there when this process is killed
    folder, name = os.path.split(file)
    os.chdir(folder)
    from accord.puzzles.errors import InputError

    try:
        said = _answer(Path(name), json.loads(asked))
    except InputError as error:
        said = f"fault\n{error}".replace("--set ", "").removesuffix(", as NAME=VALUE")
    except Exception as error:
        said = f"fault\n{type(error).__name__}: {str(error)[:LONGEST]}"
    with suppress(BaseException):  # it may be anything by now
        sys.stdout.flush()
    os.write(channel, said.encode())
    os._exit(0)


def _answer(file: Path, asked: Any) -> str:
    if isinstance(asked, int):
        from accord.puzzles.errors import InputError

        sys.path.insert(0, "")
        if not callable(instance := run_path(str(file)).get("instance")):
            raise InputError(f"{file}: found no function instance(seed), expected one")
        made = instance(asked)
        if not isinstance(made, dict):
            found = f"instance({asked}) returned {made!r:.80}"
            raise InputError(f"{file}: {found}, expected a table of arguments")
        return f"instance\n{json.dumps(made)}"
    return f"problem\n{_problem(file, asked).without_grid().to_json()}"


def _problem(file: Path, parameters: dict[str, Any]) -> "Problem":
    if file.suffix == ".mzn":
        return _compiled(file, parameters)
    from accord.puzzles.files.outside_file import read_outside
    from accord.puzzles.files.texts import read_problem

    text = read_outside(file, most=MOST).decode()
    if file.suffix not in (".py", ".ipynb"):
        return read_problem(text)
    if file.suffix == ".ipynb":
        text = SHARED["code_of"](text)
    from accord.puzzles.models.program import ModelProgram
    from accord.puzzles.models.running import run

    settings = tuple((key, repr(value)) for key, value in parameters.items())
    return run(ModelProgram(str(file), text, settings)).problem


def _compiled(file: Path, parameters: dict[str, Any]) -> "Problem":
    """The problem of a model of MiniZinc, which gets the parameters as data."""
    from accord.puzzles.formats.flatzinc.read import read
    from accord.puzzles.models.minizinc_output import shown_problem
    from accord.puzzles.models.minizinc_source import MiniZincModel
    from accord.solvers.budget import Budget
    from accord.solvers.cp.minizinc_compiling import LIBRARY, compiled

    with TemporaryDirectory() as folder:
        data = Path(folder) / "data.json"
        data.write_text(json.dumps(parameters), encoding="utf-8")
        model = MiniZincModel.of_files(file, [data])
        options = ["--solver", str(LIBRARY)]
        flat, output, _ = compiled(model, Path(folder), options, Budget(SECONDS))
        with flat.open(encoding="utf-8") as lines:
            found = read(lines, f"{file}: its FlatZinc")
        return shown_problem(found, output.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
