"""Programs that read FlatZinc: a model is flattened by MiniZinc, and the program asked.

    minizinc --solver SOLVER -c model.mzn --fzn flat.fzn
    fzn-program -a flat.fzn

This is how solvers take part in the MiniZinc Challenge: a program, and a library (`mznlib`) with
what it makes of global constraints itself.  `of_flatzinc` is the backend that a user's description
makes of one; minizinc.py asks those that MiniZinc knows.

The line `==========` after a solution, or `=====UNSATISFIABLE=====` without one, is the program's
claim that there is no other, or no better.
"""

import json
import subprocess
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Literal

from accord.encodings.problems.minizinc import (
    EXHAUSTED,
    POSTS,
    SOLUTION,
    UNSATISFIABLE,
    read,
    write,
)
from accord.solvers.backend import Backend
from accord.solvers.cp import minizinc_original
from accord.solvers.cp.gecode_flatzinc import unshared
from accord.solvers.cp.minizinc_original import ORIGINAL
from accord.solvers.interface import Budget, GaveUpError, Problem, Solution
from accord.solvers.optimizing import only_better
from accord.solvers.programs.best_programs import NOTICE
from accord.solvers.programs.descriptions import Description, declared, path_for
from accord.solvers.programs.program import Ended, Program, run
from accord.solvers.programs.reported_error import LONGEST, is_error

UNKNOWN = "=====UNKNOWN====="
COUNTERS = {  # by MiniZinc's names
    "nodes": "nodes",
    "failures": "conflicts",
    "propagations": "propagations",
    "restarts": "restarts",
}
MISREAD_BY_GECODE = " mod ", "table("  # with a variable twice
MISSING_IN_GECODE = {
    "fzn_all_different_int.mzn": """\
predicate all_different_int(array[int] of var int: x);
predicate fzn_all_different_int(array[int] of var int: x) = all_different_int(x);
""",
    "fzn_table_int.mzn": """\
predicate gecode_table_int(array[int] of var int: x, array[int] of int: t);
predicate fzn_table_int(array[int] of var int: x, array[int, int] of int: t) =
  gecode_table_int(x, array1d(t));
""",
}


def of_flatzinc(description: Description) -> Backend:
    """The backend that a program which reads FlatZinc is."""

    def solve(
        problem: Problem,
        budget: Budget,
        *,
        seed: int = 0,
        posts: Literal["ours", "original"] = "ours",
    ) -> Iterator[Solution]:
        path = path_for(description, seed)
        budget.enter("encode")
        with TemporaryDirectory(prefix="accord-") as name:
            solver, folder = Path(name, "described.msc"), Path(name, "model")
            solver.write_text(_configuration(description, path), encoding="utf-8")
            folder.mkdir()
            if posts == "original":
                flat, answer = minizinc_original.flat_of(problem, str(solver), folder, budget)
            else:
                model, answer = "".join(write(problem, distinct=True)), partial(read, problem)
                flat = flattened(model, str(solver), folder, budget, description.library)
            budget.enter("search")
            command = description.call(path, instance=str(flat), seed=str(seed))
            with closing(lines(command, budget, notice=min(NOTICE, budget.seconds / 2))) as printed:
                found = solutions(printed, None, budget, answer)
                is_best = problem.goal is None or posts == "original"
                yield from found if is_best else only_better(found, problem, budget)
            if not description.proves:
                raise GaveUpError("it proves nothing")

    return Backend(
        solve,
        **declared(description),
        posts=POSTS,
        original=ORIGINAL,
        optimizes="variable",
    )


def _configuration(description: Description, path: str) -> str:
    """The solver as MiniZinc is told of it, in the form of a file NAME.msc."""
    library = Path(description.folder, description.library)
    stands = str(library) if library.is_dir() else f"-G{description.library}"
    name = {"id": f"described.{description.file.stem}", "name": description.file.stem}
    return json.dumps(name | {"version": "0", "mznlib": stands, "executable": path})


def flattened(model: str, solver: str, folder: Path, budget: Budget, library: str = "") -> Path:
    """The FlatZinc that MiniZinc makes of a model for a solver.

    Args:
        model: in MiniZinc.
        solver: MiniZinc's name of it, or the file of its configuration.
        folder: an empty one; the files are made in it.
        budget: as of any solver.
        library: of its globals; by default named as the solver is.

    Raises:
        RuntimeError: MiniZinc refuses the model; with its own words.
    """
    source, flat = folder / "model.mzn", folder / "flat.fzn"
    source.write_text(model, encoding="utf-8")
    is_gecode = (library or solver) == "gecode"
    if is_gecode and _takes_alldifferent_apart():
        for missing, definition in MISSING_IN_GECODE.items():
            (folder / missing).write_text(definition, encoding="utf-8")
    options = ["--solver", solver, "-I", str(folder), "--no-output-ozn", "--fzn", str(flat)]
    ended = run(["minizinc", "-c", *options, str(source)], budget)
    if ended.code or ended.reported:
        raise RuntimeError(f"minizinc: {ended.manner}")
    if is_gecode and any(each in model for each in MISREAD_BY_GECODE):
        flat.write_text(unshared(flat.read_text("utf-8")), "utf-8")
    return flat


def solutions(
    lines: Iterator[str],
    limit: int | None,
    budget: Budget,
    answer: Callable[[str], Solution | None],
) -> Iterator[Solution]:
    """The solutions that a solver prints; ends if it says that these are all.

    The last one that it was asked for waits until the solver has printed its statistics.

    Args:
        lines: that it prints.
        limit: solutions that it was asked for; None for all, or for ever better ones.
        budget: as of any solver.
        answer: says the solution that lines say, or nothing where it is known.

    Raises:
        GaveUpError: it does not say so.
        RuntimeError: what it says does not fit.
    """
    printed: list[str] = []
    found, statuses, last = 0, set[str](), None
    for line in lines:
        if line == SOLUTION:
            budget.enter("decode")
            grid = answer("\n".join(printed))
            printed, found = [], found + 1
            if found == limit:
                last = grid
            elif grid is not None:
                yield grid
            budget.enter("search")
        elif line.startswith("%%%mzn-stat:"):
            _count(line, budget)
        elif line.startswith("====="):
            statuses.add(line)
        else:
            printed.append(line)
    proof = EXHAUSTED if found else UNSATISFIABLE
    if wrong := sorted(statuses - {proof, UNKNOWN}) or sorted(statuses)[1:]:
        raise RuntimeError(f"found {wrong[0]} after {found} solutions, expected {proof}")
    if last is not None:
        yield last
    if statuses != {proof}:
        raise GaveUpError(
            min(statuses, default=f"stopped without a status after {found} solutions")
        )


def _count(line: str, budget: Budget) -> None:
    """Add the counter of a line such as `%%%mzn-stat: nodes=25`."""
    name, _, number = line.partition(":")[2].strip().partition("=")
    if name in COUNTERS and number.isdecimal():
        budget.spent[COUNTERS[name]] += int(number)


def lines(
    command: list[str], budget: Budget, file: BinaryIO | None = None, notice: float = 0.0
) -> Generator[str, None, None]:
    """The lines that a program prints about a file, as they come; closed early, it is killed.

    Args:
        command: the program and its arguments.
        budget: as of any solver.
        file: that the program finds open, and whose name may be gone: its last argument then.
        notice: seconds before its limit at which it is told to end.

    Raises:
        GaveUpError: the time is over.
        RuntimeError: it failed, or reports an error; with its own words.
    """
    name, inherited = Path(command[0]).name, [file.fileno()] if file else []
    command = [*command, *(f"/dev/fd/{each}" for each in inherited)]
    with Program(command, budget, inherited=inherited, notice=notice) as program:
        rest = b""
        for data in program.output():
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                yield _checked(line, name)
        yield _checked(rest, name)
    ended = Ended(program.code, "", program.errors)
    if not program.was_told and (ended.code or ended.reported):
        raise RuntimeError(f"{name}: {ended.manner}")


def _checked(line: bytes, name: str) -> str:
    """A line of output that reports no error."""
    text = line.decode(errors="replace").strip()
    if is_error(text):
        raise RuntimeError(f"{name} reports: {text[:LONGEST]}")
    return text


@cache
def _takes_alldifferent_apart() -> bool:
    """Whether Gecode's library lacks the AllDifferent that MiniZinc asks for."""
    library = Path(json.loads(output("minizinc", "--config-dirs"))["mznStdlibDir"], "gecode")
    return not (library / "fzn_all_different_int.mzn").exists()


def output(*command: str) -> str:
    """What a command prints on standard output."""
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout


PROGRAMS = {"flatzinc": of_flatzinc}
