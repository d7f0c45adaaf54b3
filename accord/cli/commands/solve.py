"""`accord solve`: ask one solver, print the solutions it finds."""

import sys
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain

import click

from accord.batches import Chunk, chunks_of_file, chunks_of_stdin
from accord.bench.judge.claim import Grids
from accord.bench.make.instances.collection import collections
from accord.bench.run.declare import declare
from accord.bench.run.report import Declaration, Report, ReportedClaim
from accord.bench.run.supervisor import CannotStartError, Worker
from accord.bench.run.terms import Terms
from accord.cli.bulk_solving import BulkSolver, bulk_solver
from accord.cli.commands import FINDING, UNDECIDED
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import Unreadable, at_least_one, counter, instances, is_file
from accord.cli.output import COMPETITIONS, MINIZINC, expect_style, line, solution_text
from accord.cli.working import Working, hide, working
from accord.puzzles.files.texts import write_grid
from accord.puzzles.formats.draft import Variant
from accord.puzzles.formats.xcsp3.elements import UnknownError
from accord.puzzles.grid import Grid
from accord.puzzles.objective import Objective, Value, value_text
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Instance
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.budget import now
from accord.solvers.settings import MOST_THREADS

SECTION = "ask"
UNSUPPORTED = "s UNSUPPORTED"  # in the words of the competitions

LINES = (None, "line", "sdm")  # formats in which many grids are one line each


@click.command(cls=WithExamples)
@arguments.puzzle
@arguments.solver(
    "A solver, as NAME[:SETTINGS], file.py:OBJECT or FILE.toml. For a file of many puzzles "
    "backtracking-kernel is the fast one, and backtracking-bitset where that cannot run.",
    default="backtracking-mrv",
)
@arguments.terms(
    arguments.limit("1"),
    arguments.time_limit("Time limit for each puzzle. Default: no limit.", default=None),
    arguments.IMPORT_LIMIT,
)
@click.option(
    "--format",
    "format_",
    metavar="NAME",
    help="How grids are written; see `accord convert --formats`. Default: grid; line for many. "
    "Of a model in MiniZinc `minizinc` prints what its output item says.",
)
@arguments.file
@click.option(
    "--threads",
    type=values.Whole(1, MOST_THREADS),
    default=1,
    help="Threads for a file of many puzzles, of a solver that takes arrays.",
)
@arguments.reading
def command(
    puzzle: str | None,
    solver: str,
    terms: Terms,
    format_: str | None,
    file: str | None,
    threads: int,
    variant: Variant,
) -> None:
    """Print the solutions that one solver finds.

    Each grid is verified before it is printed. Prints `No Solutions` when the solver proved that.
    The solver runs in a process of its own, so that its time limit holds and Ctrl-C works. Many
    puzzles are given at once to a solver that takes arrays, in this process; where more than one
    solution is wanted, those that have more are asked by themselves, and with a time limit those
    that might exceed it, which is all of them but for 9x9 puzzles and backtracking-kernel.
    With --file the last line on standard error is the number of puzzles per second.

    Examples:
        accord solve 3..1..2......4..
        # All solutions of a grid with one given, by another solver, counted.
        accord solve 1............... -s sat-pycosat -n all --format line | wc -l
        # A problem in the words of the solver competitions.
        accord solve classics/send-more --format xcsp3
        # A line for each puzzle of a collection, and how many a second.
        accord solve --file 4x4
    """
    bulk = None
    if format_ in LINES:
        bulk = bulk_solver(solver, threads, terms)
    if threads > 1 and bulk is None:
        raise click.UsageError(
            f"found --threads {threads}, expected 1: {solver} is asked one puzzle at a time here"
        )
    unreadable = Unreadable(_say_unreadable if format_ in COMPETITIONS else None)
    stream: Iterator[Chunk | Instance]
    if bulk is not None and None in (puzzle, file):
        stream = at_least_one(_as_arrays(puzzle, file, variant, unreadable), unreadable)
    else:
        found = instances(puzzle, file, variant, unreadable)
        stream = at_least_one(found, unreadable)
    with _unsupported_said(format_):
        first, number = _first(stream, 1 if format_ not in (None, *COMPETITIONS) else 2)
    style = format_ or ("grid" if number == 1 else "line")
    if style not in (*COMPETITIONS, MINIZINC):
        write_grid(Grid([1]), style)  # complain of an unknown format before any work
    declared = declare(solver, import_limit=terms.import_limit)
    total = counter(puzzle, file, variant) if number > 1 or file else None
    with Worker(str(declared)) as worker, working(f"solving with {solver}", total) as work:
        run = _Run(solver, declared, worker, terms, style, work, several=number > 1)
        run.answer(chain(first, stream), bulk if style in LINES else None)
    if file is not None:
        click.echo(run.rate, err=True)
    unreadable.end(run.code)


def _say_unreadable(error: MalformedPuzzleError) -> None:
    """Say which file of a folder cannot be read, in the words of the competitions."""
    hide()
    line(str(error), err=True)
    if isinstance(error, UnknownError):
        click.echo(f"c {error}")
        click.echo(UNSUPPORTED)


@contextmanager
def _unsupported_said(format_: str | None) -> Iterator[None]:
    """A file that has what is not known here is UNSUPPORTED in the words of the competitions."""
    try:
        yield
    except UnknownError:
        if format_ in COMPETITIONS:
            click.echo(UNSUPPORTED)
        raise


def _as_arrays(
    puzzle: str | None, file: str | None, variant: Variant, unreadable: Unreadable
) -> Iterator[Chunk | Instance]:
    """The puzzles; as arrays where they are lines of a file or on standard input."""
    name = puzzle or file or "-"
    if name == "-" and sys.stdin is not None and not sys.stdin.isatty():
        return chunks_of_stdin(variant, unreadable)
    if name != "-" and (file is not None or is_file(name) or name in collections()):
        return chunks_of_file(name, variant, unreadable)
    return instances(puzzle, file, variant, unreadable)


def _first(stream: Iterator[Chunk | Instance], enough: int) -> tuple[list[Chunk | Instance], int]:
    """The first parts, until there are enough puzzles in them; and how many there are."""
    parts: list[Chunk | Instance] = []
    number = 0
    while number < enough and (part := next(stream, None)) is not None:
        parts.append(part)
        number += len(part) if isinstance(part, Sized) else 1  # a Chunk or an Instance
    return parts, number


@dataclass
class _Run:
    """A solver, how it is asked, and what came of it."""

    solver: str  # as it was written
    declared: Declaration
    worker: Worker
    terms: Terms
    style: str
    work: Working
    several: bool = False  # problems, so that the competitions' lines say which
    code: int = 0
    puzzles: int = 0
    since: float = 0.0  # seconds on the wall clock, when all was imported and compiled

    @property
    def rate(self) -> str:
        """The number of puzzles and the speed: `20 puzzles, 123 per second`."""
        rate = self.puzzles / max(now().wall - self.since, 1e-6)
        number = f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"
        return f"{counted(self.puzzles, 'puzzle')}, {number} per second"

    def answer(self, parts: Iterable[Chunk | Instance], bulk: BulkSolver | None) -> None:
        """Print the answer to each puzzle; chunk by chunk where the solver takes arrays."""
        for part in parts:
            if bulk is not None and isinstance(part, Chunk) and bulk.takes(part):
                self._ask_chunk(bulk, part)
            else:
                for instance in part.instances if isinstance(part, Chunk) else [part]:
                    self._ask(instance)

    def _ask_chunk(self, bulk: BulkSolver, chunk: Chunk) -> None:
        if not self.since:
            bulk.warm_up(chunk)
            self.since = now().wall
        for lines, number, wrong, alone in bulk.answers(chunk):
            hide()
            click.echo(lines, nl=False)
            for instance, grid in wrong:
                report = Report(Grids(instance.problem))
                report.grids.add(grid)
                self._judge(instance, report, shown=0)
            self.puzzles += number
            self.work.advance(number)
            if alone:
                self._ask(alone)

    def _ask(self, instance: Instance) -> None:
        """Ask the solver in its own process."""
        if not self.since:
            with suppress(CannotStartError):  # the report says so
                self.worker.start()
            self.since = now().wall
        asked = instance.problem
        if self.style in COMPETITIONS and self.several:
            hide()
            click.echo(f"c {instance.name}")
        expect_style(asked, self.style)
        if asked.goal is not None:
            self._judge(instance, self._best(asked, asked.goal), shown=0)
            self.puzzles += 1
            self.work.advance()
            return
        shown = 0

        def show(grid: Solution) -> None:
            nonlocal shown
            if not any(asked.violations(grid)):
                hide()
                if not shown:
                    self._say("SATISFIABLE")
                click.echo(solution_text(asked, grid, self.style))
                shown += 1

        report = self.worker.ask(asked, self.terms, show)
        self._judge(instance, report, shown)
        self.puzzles += 1
        self.work.advance()

    def _best(self, asked: Problem, goal: Objective) -> Report:
        """Ask for the best solution, and print the values on the way there, then the best one."""
        best: tuple[Solution, Value] | None = None

        def improve(grid: Solution) -> None:
            nonlocal best
            if any(asked.violations(grid)):
                return
            value = goal.value(grid)
            if best is None or goal.is_better(value, best[1]):
                best = grid, value
                if self.style in COMPETITIONS:
                    hide()
                    click.echo(f"o {value_text(value)}")
                else:
                    self.work.show(f"value {value_text(value)}", 0, 0)

        report = self.worker.ask(asked, self.terms, improve)
        hide()
        if best is not None:
            is_proved = report.exhausted and report.outcome == "OK"
            self._say("OPTIMUM FOUND" if is_proved else "SATISFIABLE")
            click.echo(solution_text(asked, best[0], self.style))
            if self.style not in COMPETITIONS:
                answer = "optimum" if is_proved else "best known"
                bound = "" if is_proved or report.bound is None else _bound(report.bound)
                line(f"{answer} {value_text(best[1])}{bound}", err=self.style != "grid")
        return report

    def _say(self, status: str) -> None:
        """Print a status where the competitions' lines are asked for."""
        if self.style in COMPETITIONS:
            click.echo(f"s {status}")

    def _judge(self, instance: Instance, report: Report, shown: int) -> None:
        """Print what is wrong with an answer, or that there is no solution."""
        from accord.bench.judge.judge import judge

        claim = ReportedClaim.of(self.declared, self.terms, report)
        (judged,) = judge(instance.problem, [claim]).runs
        for reason in judged.refutations:
            line(f"{instance.name}: REFUTED {self.solver}: {reason}", err=True)
        if judged.refutations:
            self.code = FINDING
        elif report.outcome == "OK" and report.exhausted and not report.grids.valid:
            line("No Solutions" if self.style not in COMPETITIONS else "s UNSATISFIABLE")
        elif report.outcome != "OK" or not judged.decided:
            if not report.grids.valid:
                self._say("UNSUPPORTED" if report.outcome == "UNSUPPORTED" else "UNKNOWN")
            kind = "GAVE UP" if report.outcome == "OK" else report.outcome
            line(f"{instance.name}: {kind}: {report.reason}", err=True)
            self.code = self.code or (FINDING if report.outcome in _FAILURES else UNDECIDED)


def _bound(bound: Value) -> str:
    return f" (bound {value_text(bound)})"


_FAILURES = ("ERROR", "KILLED", "MEMOUT", "UNSUPPORTED")
