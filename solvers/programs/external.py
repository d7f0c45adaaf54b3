"""External programs: any that reads DIMACS, or a puzzle as a line, by its description.

Each TOML file of solvers/programs/ describes one (solvers/programs/descriptions.py), and `-s
FILE.toml` runs a program that a user describes.  A program gets a file in a folder of its own, is
run without a shell, and its answer counts only where exit code and output agree:

    exit code    line             outcome
    ---------    ---------------  --------------------------------------------------------------
    10           s SATISFIABLE    a grid, if its model gives every variable of a clause a value
    20           s UNSATISFIABLE  the claim that there is no other
    0            s UNKNOWN, none  gave up
    anything else                 an error
    any of these  and an error    an error, in the program's words (reported_error.py)

These are the conventions of the SAT competitions.  A program that writes to a result file has its
status there, on the first line, without the `s`.  One that reads puzzles ends with code 0, and has
printed a grid in one word, or the text that its description calls no_solution; else it gave up.

After each grid the program is run again with one clause more.  Measured: docs/solvers/programs.md.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, Clause
from accord.encodings.clauses.kinds.problem import POSTS
from accord.encodings.model import (
    SATISFIABLE,
    UNKNOWN,
    UNSATISFIABLE,
    ModelError,
    UnsatisfiableError,
    literals,
)
from accord.puzzles import Grid
from accord.puzzles.files.texts import write
from accord.puzzles.grid import SYMBOLS
from accord.puzzles.phrasing import listed
from accord.puzzles.sudoku.shape import default_box
from accord.solvers.backend import Backend, EngineVariant
from accord.solvers.interface import (
    Budget,
    GaveUpError,
    Problem,
    Puzzle,
    Solution,
)
from accord.solvers.programs.descriptions import (
    Description,
    declared,
    path_for,
    run_described,
    shipped,
)
from accord.solvers.programs.originals import OwnReader, Reads, file_of
from accord.solvers.programs.program import Ended
from accord.solvers.sat.added_clauses import completed, every_grid, of_file

SHIPPED = shipped("dimacs")
CODES = {10: "SATISFIABLE", 20: "UNSATISFIABLE", 0: "UNKNOWN"}
STATUSES = {
    **dict.fromkeys(SATISFIABLE, "SATISFIABLE"),
    **dict.fromkeys(UNSATISFIABLE, "UNSATISFIABLE"),
    **dict.fromkeys(UNKNOWN, "UNKNOWN"),
}
HEADER = 64  # bytes of a DIMACS file that are rewritten
_HEADER = re.compile(rb"^\s*p\s+cnf\s+[0-9]+\s+([0-9]+)[^\r\n]*", re.MULTILINE)
AT_ONCE = 10_000  # clauses that are written between two looks at the clock
Seed = Annotated[int, range(2**31)]


def solve(
    problem: Problem,
    budget: Budget,
    *,
    program: Annotated[str, tuple(SHIPPED)] = "cadical",
    encoding: cnf.Name = cnf.DEFAULT,
    sum: cnf.SumWay = cnf.SUM,
    seed: Seed = 0,
    reads: Reads = "ours",
) -> Iterator[Solution]:
    """A program that reads DIMACS, run anew for each solution."""
    yield from _by_clauses(SHIPPED[program], problem, budget, encoding, sum, seed, reads)


def _start_up(budget: Budget, *, program: str = "cadical", seed: int = 0, **others: Any) -> None:
    _ask_nothing(SHIPPED[program], budget, seed)


def of_clauses(description: Description) -> Backend:
    """The backend that a program which reads DIMACS is."""

    def solve(
        problem: Problem,
        budget: Budget,
        *,
        encoding: cnf.Name = cnf.DEFAULT,
        sum: cnf.SumWay = cnf.SUM,
        seed: Seed = 0,
        reads: Reads = "ours",
    ) -> Iterator[Solution]:
        yield from _by_clauses(description, problem, budget, encoding, sum, seed, reads)

    def start_up(budget: Budget, *, seed: int = 0, **others: Any) -> None:
        _ask_nothing(description, budget, seed)

    said = declared(description)
    return Backend(
        solve,
        **said,
        posts=POSTS,
        own_reader=_reader(description),
        projects=True,
        prepare=cnf.prepare,
        start_up=start_up,
    )


def _reader(description: Description) -> OwnReader:
    """The reader of a program."""
    return OwnReader(f"{description.engine}-reader", languages=("dimacs",))


def of_lines(description: Description) -> Backend:
    """The backend that a program which reads a puzzle as a line is."""

    def solve(puzzle: Puzzle, budget: Budget, *, seed: Seed = 0) -> Iterator[Grid]:
        yield from _by_line(description, puzzle, budget, seed)

    return _OfLines(solve, **declared(description))


class _OfLines(Backend):
    """A backend that knows of a puzzle only what stands in its line."""

    def refusal(self, problem: Problem) -> str:
        return super().refusal(problem) or unsaid(problem)


def unsaid(problem: Problem) -> str:
    """The part of a problem that a line of characters does not say; empty if it says all."""
    if not isinstance(problem, Puzzle):
        return "a line says puzzles only"
    shape = problem.shape
    if shape.rules or shape.regions or shape.extra or shape.box != default_box(problem.size):
        return "a line says nothing of rules, regions and other boxes"
    return "a line says nothing of candidates" if problem.candidates else ""


# Clauses.


def _by_clauses(
    description: Description,
    problem: Problem,
    budget: Budget,
    encoding: str,
    sum: str,
    seed: int,
    reads: Reads,
) -> Iterator[Solution]:
    path = path_for(description, seed)
    budget.enter("encode")
    original = file_of(problem, "dimacs") if reads == "itself" else None
    formula = of_file(problem, 0, []) if original else cnf.encode(problem, encoding, sum)
    with TemporaryDirectory(prefix="accord-") as folder:
        asked = _FormulaQuestion(description, path, seed, Path(folder), formula, budget, original)
        for grid in every_grid(formula, budget, asked.model, asked.forbid):
            yield grid
            if not description.enumerates:
                raise GaveUpError("it cannot be asked for more than one solution")
    if not description.proves:
        raise GaveUpError("it proves nothing")


def _ask_nothing(description: Description, budget: Budget, seed: int) -> None:
    """Have the program find the model of a formula without variables and clauses."""
    path, nothing = path_for(description, seed), CNF(variables=0, clauses=[], cells=[])
    with TemporaryDirectory(prefix="accord-") as folder:
        _FormulaQuestion(description, path, seed, Path(folder), nothing, budget).model()


class _FormulaQuestion:
    """A formula in a file, and the program that is asked for its models."""

    def __init__(
        self,
        description: Description,
        path: str,
        seed: int,
        folder: Path,
        formula: CNF,
        budget: Budget,
        original: bytes | None = None,
    ) -> None:
        self._description, self._formula, self._budget = description, formula, budget
        self._file, self._result = folder / "formula.cnf", folder / "result"
        self._number = len(formula.clauses)
        self._command = description.call(
            path, cnf=str(self._file), result=str(self._result), seed=str(seed)
        )
        self._original = original
        if original is None:
            self._write()
        else:
            self._file.write_bytes(original)

    def _write_original(self, original: bytes) -> None:
        """Write the clauses of a file behind a header in which their number may change."""
        header = _HEADER.search(original)
        assert header  # as accord has read it
        self._number = int(header[1])
        rest = original[: header.start()] + original[header.end() :]
        self._file.write_bytes(self._header().encode() + rest + b"\n")

    def _write(self) -> None:
        clauses = self._formula.clauses
        with self._file.open("w", encoding="ascii") as file:
            file.write(self._header())
            for first in range(0, self._number, AT_ONCE):
                self._budget.check_time()
                file.writelines(map(_line, clauses[first : first + AT_ONCE]))

    def _header(self) -> str:
        """The line `p` and a comment before it, HEADER bytes together."""
        header = f"p cnf {self._formula.variables} {self._number}\n"
        return f"c{'-' * (HEADER - len(header) - 2)}\n{header}"

    def forbid(self, clause: Clause) -> None:
        """Add a clause to the formula, for the next call of the program."""
        if self._original is not None:
            self._write_original(self._original)
            self._original = None
        self._number += 1
        with self._file.open("r+", encoding="ascii") as file:
            file.write(self._header())
            file.seek(0, 2)
            file.write(_line(clause))

    def model(self) -> list[int]:
        """The literals of a model.

        Raises:
            UnsatisfiableError: the program claims that there is none.
            GaveUpError: it does not know, or its time is over.
            RuntimeError: it does not answer as it should.
        """
        self._result.unlink(missing_ok=True)
        ended = run_described(self._description, self._command, self._budget)
        by_file = self._description.takes("result")
        marked = _marked_lines(ended.output)
        lines = self._result_lines() if by_file else marked
        try:
            status = _status(ended, [*lines[:1], *(marked if lines else ())] if by_file else lines)
            if status == "UNKNOWN":
                raise GaveUpError(f"{self._description.name} does not know: {ended.manner}")
            return completed(literals("\n".join(lines)), self._formula)
        except UnsatisfiableError:
            raise
        except ModelError as error:
            raise RuntimeError(f"{self._description.name}: {error}") from None

    def _result_lines(self) -> list[str]:
        if not self._result.is_file():
            return []
        return self._result.read_text(encoding="ascii", errors="replace").splitlines()


def _line(clause: Clause) -> str:
    return f"{' '.join(map(str, clause))} 0\n"


def _marked_lines(output: str) -> list[str]:
    """The lines of a status and of a model."""
    return re.findall(r"^[sv](?:[ \t].*)?$", output, re.MULTILINE)


def _status(ended: Ended, lines: Sequence[str]) -> str:
    """The status on which exit code and status line agree.

    Raises:
        ModelError: they do not agree, or are not what they should be.
    """
    if (by_code := CODES.get(ended.code)) is None:
        raise ModelError(f"{ended.manner}; expected exit code 10, 20 or 0")
    words = {line.removeprefix("s").strip() for line in lines if not line.startswith("v")}
    printed = {STATUSES.get(word, word) for word in words}
    if printed == {by_code} or (by_code == "UNKNOWN" and not printed):
        return by_code
    found = listed(sorted(map(repr, printed))) or "no status"
    raise ModelError(f"found {found} with {ended.manner}; expected {by_code!r}")


# Lines.


def _by_line(description: Description, puzzle: Puzzle, budget: Budget, seed: int) -> Iterator[Grid]:
    path = path_for(description, seed)
    budget.enter("encode")
    line = write(puzzle, "line").replace(".", description.blank)
    command = description.call(path, puzzle=line, seed=str(seed))
    budget.enter("search")
    with TemporaryDirectory(prefix="accord-") as folder:
        file = Path(folder) / "puzzle"
        file.write_text(line + "\n", encoding="utf-8")
        ended = run_described(description, command, budget, file if description.stdin else None)
    budget.enter("decode")
    if (grid := _grid(description, ended, puzzle.size)) is not None:
        yield grid
        raise GaveUpError("it prints one grid and no more: ask for 1 solution")
    if not description.proves:
        raise GaveUpError("it proves nothing")


def _grid(description: Description, ended: Ended, size: int) -> Grid | None:
    """The grid that was printed; None where the program claims that there is none.

    Raises:
        GaveUpError: neither was printed.
        RuntimeError: both were, or the program failed.
    """
    name = description.name
    if ended.code:
        raise RuntimeError(f"{name}: {ended.manner}; expected exit code 0")
    word = re.compile(rf"\b[{SYMBOLS[1 : size + 1]}]{{{size * size}}}\b")
    found = word.search(ended.output.upper())
    none = bool(description.no_solution) and description.no_solution in ended.output
    if found and none:
        raise RuntimeError(f"{name}: found a grid and {description.no_solution!r}, expected one")
    if not found and not none:
        raise GaveUpError(f"{name} printed no grid of {size * size} values: {ended.manner}")
    return Grid.parse(found[0]) if found else None


SOLVERS = {
    "external": Backend(
        solve,
        engine=SHIPPED["cadical"].engine,
        model="cnf",
        family="sat",
        posts=POSTS,
        projects=True,
        variants={
            name: EngineVariant(each.engine, each.needs, _reader(each))
            for name, each in SHIPPED.items()
        },
        prepare=cnf.prepare,
        start_up=_start_up,
    )
}
