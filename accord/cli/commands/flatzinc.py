"""`accord flatzinc`: solve FlatZinc as MiniZinc asks a solver to, by several solvers.

The program `fzn-accord` is this command: MiniZinc puts its options in front of the file.
"""

from io import TextIOWrapper
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import values

if TYPE_CHECKING:
    from accord.bench.run.report import ReportedClaim
    from accord.bench.run.side_by_side import SideBySide
    from accord.puzzles.formats.flatzinc.read import FlatModel
    from accord.puzzles.problem import Problem, Solution

SECTION = "ask"
COMPLETE = "=========="
UNSATISFIABLE, UNKNOWN = "=====UNSATISFIABLE=====", "=====UNKNOWN====="
SEEDS = 2**31  # of solvers
BOUNDS = "-1000000..1000000"
GRACE = 0.3  # seconds of the time limit, or half of it, for what is to be done in the end


@click.command(cls=WithExamples)
@click.argument("file", type=values.PathName(exists=True, dir_okay=False))
@click.option("-a", "all_", is_flag=True, help="All solutions; with an objective as -i.")
@click.option("-n", "number", type=values.Whole(1), help="So many solutions. Default: 1.")
@click.option("-i", "intermediate", is_flag=True, help="Each better solution, as it is found.")
@click.option("-t", "limit", type=values.Whole(0), help="Time limit in ms. Default: none.")
@click.option("-p", "parallel", type=values.Whole(1), default=1, help="Solvers at a time.")
@click.option("-r", "seed", type=int, help="Seed of the solvers that take one.")
@click.option(
    "-f",
    "is_free",
    is_flag=True,
    help="Free search. Without it CP-SAT, where it is asked unnamed, follows the search that the "
    "model proposes, if it knows its words.",
)
@click.option("-s", "statistics", is_flag=True, help="Print statistics.")
@click.option("-v", "verbose", is_flag=True, help="What each solver claims, on standard error.")
@click.option(
    "--ask",
    "solvers",
    multiple=True,
    metavar="NAME",
    shell_complete=values.solver_names,
    help="A solver, as NAME[:SETTINGS] or file.py:OBJECT; may be repeated. Default: two of "
    "different engines, or as many as -p says.",
)
@click.option(
    "--int-bounds",
    type=values.int_bounds,
    default=BOUNDS,
    show_default=True,
    metavar="A..B",
    help="The bounds of integers that have none. Where they are needed, that there are no others, "
    "or none better, is never printed.",
)
@click.option("--claimed", is_flag=True, help="Take the word of one solver for ==========.")
def command(
    file: str,
    all_: bool,
    number: int | None,
    intermediate: bool,
    limit: int | None,
    parallel: int,
    seed: int | None,
    is_free: bool,
    statistics: bool,
    verbose: bool,
    solvers: tuple[str, ...],
    int_bounds: tuple[int, int],
    claimed: bool,
) -> None:
    """Print solutions of FILE, a FlatZinc model, as MiniZinc reads them.

    Each solution is verified before it is printed. That there are no others, or none better, or
    none at all, is printed where it is certified, or claimed by solvers of two engines that nothing
    refutes; those of files count as one. Who claims what stands on standard error. Solvers that
    have to wait for others share the time limit; without one, none waits: all run side by side.

    Examples:
        echo 'var 1..3: x :: output_var; solve maximize x;' > three.fzn
        accord flatzinc three.fzn
        accord flatzinc -i -t 5000 three.fzn
    """
    from accord.bench.run.cores import most_at_once
    from accord.bench.run.side_by_side import SideBySide, of_different_engines
    from accord.cli.output import note

    began, beside, answers = monotonic(), None, None
    deadline = began + max(limit / 1000 - GRACE, limit / 2000) if limit else None
    try:
        model = _read(Path(file), int_bounds)
        answers = _Answers(model, all_ or intermediate)
        beside = SideBySide(model.problem, None if all_ else number or 1, answers.take)
        beside.engines = 1 if claimed else 2
        beside.ended = _say if verbose else beside.ended
        slots = min(parallel, most_at_once())
        names = solvers or of_different_engines(model.problem, max(2, slots))
        if deadline is None:  # the first would take as long as it likes
            slots = min(len(names), most_at_once())
        if not (solvers or is_free):
            names = tuple(_following(name, model.problem) for name in names)
        beside.ask([_seeded(name, seed) for name in names], deadline, slots)
    except KeyboardInterrupt:
        note("interrupted")
    if answers is None or beside is None:
        click.echo(UNKNOWN)
        return
    answers.end(beside)
    if statistics:
        answers.print_statistics(beside, monotonic() - began)


def _read(file: Path, int_bounds: tuple[int, int]) -> "FlatModel":
    """The model in a file; `int_bounds` as in `flatzinc.read.read`.

    Raises:
        MalformedPuzzleError, OutsideFileError: it holds none, or is no plain file.
    """
    from accord.puzzles.files.bytes_of_text import no_text
    from accord.puzzles.files.outside_file import open_outside
    from accord.puzzles.formats.flatzinc.read import read
    from accord.puzzles.sudoku.shape import MalformedPuzzleError

    with TextIOWrapper(open_outside(file), "utf-8") as lines:
        try:
            return read(lines, str(file), int_bounds)
        except UnicodeDecodeError as error:
            raise MalformedPuzzleError(f"{file}: {no_text(file, error)}") from None


class _Answers:
    """The solutions of a model as they are printed, and what is printed in the end."""

    def __init__(self, model: "FlatModel", at_once: bool) -> None:
        """Print solutions as they come, or with an objective the best one in the end."""
        self._model = model
        self._at_once = at_once or model.problem.goal is None
        self._last: Solution | None = None  # of those that are not printed
        self._printed = 0

    def take(self, solution: "Solution") -> None:
        """Print a verified solution, or keep it for the end."""
        if self._at_once:
            self._print(solution)
        else:
            self._last = solution

    def _print(self, solution: "Solution") -> None:
        from accord.cli.output import data

        self._printed += 1
        data(self._model.text(solution), endless=True)

    def end(self, beside: "SideBySide") -> None:
        """Print the best solution, the status, and on standard error the evidence."""
        from accord.cli.output import data, note
        from accord.views.tables.verdict import carrying, refutations, unanswered

        if self._last is not None:
            self._print(self._last)
        verdict = beside.verdict()
        is_all = beside.is_proved and not self._model.problem.assumption
        if not self._printed:
            data(UNSATISFIABLE if is_all else UNKNOWN)
        elif is_all and not beside.has_enough:
            data(COMPLETE)
        by = f", by {', '.join(verdict.supporters)}" if verdict.supporters else ""
        note(f"{verdict.said}{by}")
        for sentence in (*carrying(verdict), *unanswered(verdict), *refutations(verdict)):
            note(sentence)
        note("all solvers were asked what minizinc made of the model, which is not checked")

    def print_statistics(self, beside: "SideBySide", seconds: float) -> None:
        """Print the statistics in MiniZinc's form; counters are the sums of all runs."""
        verdict = beside.verdict()
        found = {"nSolutions": self._printed, "solveTime": round(seconds, 3)}
        for mine, its in (("value", "objective"), ("bound", "objectiveBound")):
            if type(value := getattr(verdict, mine)) is int:
                found[its] = value
        names = {"nodes": "nodes", "conflicts": "failures"}
        for claim in beside.claims:
            for name, number in claim.report.counters.items():
                if name in names:
                    found[names[name]] = found.get(names[name], 0) + number
        for name, value in found.items():
            click.echo(f"%%%mzn-stat: {name}={value}")
        click.echo("%%%mzn-stat-end")


def _say(claim: "ReportedClaim") -> None:
    """Say what a solver claims."""
    from accord.cli.output import note
    from accord.puzzles.phrasing import counted

    kind = "all of them" if claim.exhausted else "perhaps not all"
    reason = f": {claim.report.reason}" if claim.report.reason else ""
    seconds = claim.report.cost.get("wall_time")
    took = "" if seconds is None else f", {seconds:.2f} s"
    note(
        f"{claim.label}: {claim.outcome}, {counted(claim.count, 'solution')}, {kind}{took}{reason}"
    )


def _following(solver: str, problem: "Problem") -> str:
    """CP-SAT with the search that the problem's source proposes, if it can follow all of it."""
    from accord.solvers.cp.cpsat import ASSIGN, CHOOSE
    from accord.solvers.following import unknown

    can = solver == "cpsat" and problem.search and not any(unknown(problem.search, CHOOSE, ASSIGN))
    return "cpsat:search=model" if can else solver


def _seeded(solver: str, seed: int | None) -> str:
    """The solver with this seed, where it takes one and was given none."""
    from accord.solvers.registry import backends
    from accord.solvers.settings import settings_of

    name, _, settings = solver.partition(":")
    backend = backends().get(name)
    if seed is None or backend is None or "seed" not in settings_of(backend.solve):
        return solver
    own = [*filter(None, [settings]), f"seed={seed % SEEDS}"]
    return solver if "seed=" in settings else f"{name}:{','.join(own)}"
