"""Solutions of a MiniZinc model, printed by MiniZinc with the model's own output item.

`minizinc` is given a solver that prints the values of one solution, and prints it as of any other
solver.  (By `minizinc --ozn-file` the words of enumerated types would be numbers in 2.6.4.)  The
model is compiled once more for that, as it is printed: there it may have other flat variables,
which get their values by the names of the model's own.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from accord.bench.run.model_file import LIMITS, asked_of, compiled_in
from accord.puzzles.domain import Domain
from accord.puzzles.formats.flatzinc.read import read
from accord.puzzles.models.minizinc_answer import printed_kinds
from accord.puzzles.models.minizinc_output import shown_problem
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.budget import Budget
from accord.solvers.cp.minizinc_compiling import LIBRARY
from accord.solvers.deciding import first_two_of
from accord.solvers.programs.program import path_of, run
from accord.solvers.registry import Selection

END = "----------"


class MiniZincPrinter:
    """What a MiniZinc model prints of its solutions."""

    def __init__(self, problem: Problem, mode: str = "item") -> None:
        """Compile the model.

        Args:
            problem: that the model says.
            mode: item, as the model's own output items say, or dzn, as data.

        Raises:
            MalformedPuzzleError: it cannot be compiled any more.
        """
        model = MiniZincModel.of(problem)
        if model is None:
            raise MalformedPuzzleError("found no model in MiniZinc, expected one")
        self._model, self._read, self._mode = model, problem, ["--output-mode", mode]
        with TemporaryDirectory(prefix="accord-") as name:
            flat, output, _ = compiled_in(Path(name), model, *self._mode)
            self._flat = read(flat.read_text(encoding="utf-8").splitlines())
            said = output.read_text(encoding="utf-8")
        self._printed = shown_problem(self._flat, said, printed_kinds(problem))

    def text(self, solution: Solution) -> str:
        """What the model prints of a solution, and ten dashes, without a line end.

        Args:
            solution: a value for every variable of the problem.

        Raises:
            MalformedPuzzleError: `minizinc` cannot print it.
        """
        known = {self._read.names[each]: solution[each] for each in self._read.shown}
        domains, printed = [*map(Domain.of, self._printed.domains)], self._printed
        for variable in printed.shown:
            if (name := printed.names[variable]) in known:
                domains[variable] = Domain.of([known[name]])
        whole = first_two_of(Problem(domains, printed.constraints, shown=()))
        if not whole:
            raise MalformedPuzzleError(f"{self._model.file}: found values that it cannot print")
        said = self._flat.text(whole[0])
        with TemporaryDirectory(prefix="accord-") as name:
            wrong, text, _ = asked_of(
                self._model.file, _printed, self._model, name, said, self._mode
            )
        if wrong:
            raise MalformedPuzzleError(f"{self._model.file}: minizinc prints no solution: {wrong}")
        return text.rstrip("\n")


def _printed(
    chosen: Selection, model: MiniZincModel, name: str, said: str, mode: list[str]
) -> Iterator[Any]:
    """An error or an empty text, what `minizinc` prints of a solver's output, and nothing more."""
    folder = Path(name)
    values, program, solver = folder / "values", folder / "solver", folder / "solver.msc"
    values.write_text(f"{said}\n", encoding="utf-8")
    program.write_text(f"#!/bin/sh\nexec cat '{values}'\n", encoding="utf-8")
    program.chmod(0o700)
    known = {"id": "org.accord.printer", "name": "printer", "version": "1"}
    known |= {"executable": str(program), "mznlib": str(LIBRARY.with_name("mznlib"))}
    solver.write_text(json.dumps(known | {"needsSolns2Out": True}), encoding="utf-8")
    told = ["--solver", str(solver), *mode]
    command = [path_of("minizinc"), *told, *model.write(folder / "model")]
    ended = run(command, Budget(LIMITS.seconds))
    wrong = "" if not ended.code and END in ended.output else ended.manner or "nothing"
    yield from (wrong, ended.output, "")
