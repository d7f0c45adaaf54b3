"""`accord verify`: say what is wrong with a claimed solution.

With --unique, solvers are asked too.  A claimed grid that obeys the rules is a witness like any
other, so it refutes a solver that claims to be exhaustive without it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING, UNDECIDED, Ending, exit_code
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.options.sources import Unreadable, instances, is_file
from accord.cli.output import line
from accord.puzzles.files.assignment import read_claim
from accord.puzzles.files.bytes_of_text import encoding_of, no_text
from accord.puzzles.files.texts import read_grid
from accord.puzzles.formats.competitions.answers import claimed_value
from accord.puzzles.formats.draft import Variant
from accord.puzzles.models.minizinc_answer import speaks_minizinc
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.objective import value_text
from accord.puzzles.phrasing import counted, plural
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Expected, Instance, Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

if TYPE_CHECKING:
    from accord.bench.judge.judge import Verdict
    from accord.bench.run.terms import Terms

SECTION = "ask"


@click.command(cls=WithExamples)
@arguments.puzzle
@click.argument("grid", required=False)
@click.option(
    "--file",
    metavar="FILE",
    help="CSV or JSON lines with a puzzle and a solution, or a collection.",
)
@click.option("--unique", is_flag=True, help="Ask as well whether it is the only solution.")
@arguments.solver(
    "Asked with --unique; may be repeated. Default: two that are independent of each other.",
    several=True,
)
@arguments.terms(
    arguments.time_limit("Time limit for each solver on each puzzle, with --unique."),
    arguments.IMPORT_LIMIT,
)
@arguments.reading
def command(
    puzzle: str | None,
    grid: str | None,
    file: str | None,
    unique: bool,
    solvers: tuple[str, ...],
    terms: "Terms",
    variant: Variant,
) -> None:
    """Say every rule that GRID breaks as a solution of PUZZLE.

    Of a model in MiniZinc it may be what MiniZinc has printed, or data in .dzn or JSON.
    With --unique, solvers say whether it is the only one.  Of a problem that
    hides variables the values of the others are enough: a solver adds those
    that are missing, and all are verified.

    Examples:
        accord verify 3..1..2......4.. 3241412323141432
        # Is it the only solution?
        accord verify 3..1..2......4.. 3241412323141432 --unique
    """
    tally = _Tally()
    unreadable = tally.unreadable
    pairs = instances(puzzle, file, variant, None if file is None else unreadable)
    if file is None:
        if puzzle is None or grid is None:
            raise click.UsageError("expected PUZZLE and GRID, or --file F")
        pairs = iter([_claimed(list(pairs), grid, variant)])
    elif puzzle is not None:
        raise click.UsageError("found PUZZLE and --file, expected one of them")
    if solvers and not unique:
        raise click.UsageError("found solvers, expected --unique with them")

    for instance, claimed, verdict in _answers(tally.claims(pairs), unique, solvers, terms):
        for sentence in tally.findings(instance, claimed, verdict):
            line(f"{instance.name}: {sentence}" if file else sentence)
    if file is not None:
        tally.complain_of_nothing(file)
        click.echo(tally)
    elif not tally.wrong:
        sure = unique and not tally.undecided
        known = f"the only solution ({tally.grade})" if sure else "a solution"
        if instance.problem.goal is not None:
            known += f" of value {value_text(instance.problem.goal.value(claimed))}"
        more = "; whether the only one is open" if tally.undecided else ""
        line(f"correct: it is {known}{more}")
    found = tally.wrong or tally.miscounted or tally.refuted or tally.broken_down
    if found or (tally.undecided and not tally.limited):
        unreadable.end(FINDING)
    unreadable.end(UNDECIDED if tally.undecided else 0)


@dataclass
class _Tally:
    """Counts of verified grids and solvers so far."""

    checked: int = 0
    wrong: int = 0  # grids
    undecided: int = 0  # grids that are a solution, perhaps the only one
    limited: bool = False  # some of those because of a limit
    miscounted: int = 0  # puzzles with another number of solutions than published
    without: int = 0  # puzzles without a solution to verify
    unreadable: Unreadable = field(default_factory=Unreadable)  # records
    grade: str = ""  # of the last verdict: agreed or claimed
    broken_down: bool = False  # a solver
    refuted: set[str] = field(default_factory=set)  # solvers

    def claims(self, instances: Iterable[Instance]) -> Iterator[Instance]:
        """The instances that claim a solution; the others are counted."""
        for instance in instances:
            if instance.expected is None or instance.expected.solution is None:
                self.without += 1
            else:
                self.checked += 1
                yield instance

    def findings(
        self, instance: Instance, claimed: Solution, asked: "Verdict | None"
    ) -> Iterator[str]:
        """Sentences on faults of a claimed grid, and of the solvers that were asked."""
        verdict = asked and _with_witness(asked, claimed)
        self.grade = verdict.grade if verdict else ""
        broken = list(instance.problem.violations(claimed))
        yield from broken
        several = (instance.expected.count or 0) > 1 if instance.expected else False
        projected, found = instance.problem.projected, verdict.witnesses if verdict else ()
        others = [each for each in found if broken or projected(each) != projected(claimed)]
        if verdict and broken and verdict.answer == "unique":
            yield f"the only solution is {instance.problem.worded(others[0])}"
        elif others and not broken and not several:
            yield f"not the only solution: {instance.problem.worded(others[0])} is one as well"
        elif asked and verdict and not broken and verdict.answer == "undecided":
            self.undecided += 1
            self.limited |= exit_code(asked) == UNDECIDED
        self.broken_down |= asked is not None and exit_code(asked) == FINDING
        surprises = list(_miscounted(instance, verdict, sure=int(not broken)))
        self.miscounted += bool(surprises)
        yield from surprises
        self.wrong += bool(broken or (others and not several))
        if asked:
            from accord.views.tables.verdict import unanswered

            yield from unanswered(asked)
        for solver, reasons in verdict.refuted.items() if verdict else ():
            self.refuted.add(solver)
            yield f"REFUTED {solver}: {reasons[0]}"

    def complain_of_nothing(self, file: str) -> None:
        """Raise MalformedPuzzleError where there was no solution to verify."""
        if not (self.checked or self.unreadable.number):
            some = f"{counted(self.without, 'puzzle')} without a solution"
            puzzles = some if self.without else "no puzzle"
            raise MalformedPuzzleError(f"{file}: found {puzzles}, expected solutions to verify")

    def __str__(self) -> str:
        counts = {
            "undecided": self.undecided,
            "with a wrong count": self.miscounted,
            "without a solution": self.without,
            "unreadable": self.unreadable.number,
            f"{plural(len(self.refuted), 'solver')} refuted": len(self.refuted),
        }
        parts = [f"{count} {what}" for what, count in counts.items() if count]
        return ", ".join([f"{self.checked} checked: {self.wrong} wrong", *parts])


def _miscounted(instance: Instance, verdict: "Verdict | None", sure: int) -> Iterator[str]:
    """A sentence on a contradicted published number of solutions; `sure` is verified."""
    if instance.expected is None or instance.expected.count is None:
        return
    if verdict is None:
        if sure > instance.expected.count:
            yield f"published are {instance.expected.count} solutions, but {sure} was verified"
        return
    from accord.bench.judge.judge import contradictions

    number_alone = replace(instance.expected, solution=None)
    yield from contradictions(instance.problem, number_alone, verdict)


def _claimed(instances: Sequence[Instance], grid: str, variant: Variant) -> Instance:
    """The one instance, with GRID as its published solution."""
    if len(instances) != 1:
        raise click.UsageError(f"found {len(instances)} puzzles, expected one; see --file")
    (instance,) = instances
    return replace(
        instance, expected=Expected(solution=_read_grid(grid, instance.problem, variant.digits))
    )


def _read_grid(grid: str, problem: Problem, digits: str | None) -> Solution:
    """The grid of a file, or of the text itself; of another problem its values.

    Raises:
        MalformedPuzzleError: it is none of this size.
    """
    expected = "a grid" if isinstance(problem, Puzzle) else "values"
    what = f"{grid}: " if is_file(grid) else f"found neither a file nor {expected} {grid!r}: "
    try:
        text = Path(grid).read_text(encoding_of(Path(grid))) if is_file(grid) else grid
        if not isinstance(problem, Puzzle):
            return _read_values(text, problem)
        found = read_grid(text, problem.size, digits)
    except UnicodeDecodeError as error:
        raise MalformedPuzzleError(f"{what}{no_text(Path(grid), error)}") from None
    except MalformedPuzzleError as error:
        raise MalformedPuzzleError(f"{what}{error}{_why_unread(problem)}") from None
    if len(found) != (size := problem.size) ** 2:
        cells = counted(len(found), "cell")
        raise MalformedPuzzleError(f"{what}found {cells}, expected {size * size} as of PUZZLE")
    return found


def _why_unread(problem: Problem) -> str:
    """The end of a sentence on an answer that cannot be read: what prints one that can."""
    model = MiniZincModel.of(problem)
    if model is None or not re.search(r"\boutput\b", model.texts[0][1]):
        return ""
    return " (an output item prints for people; see `minizinc --output-mode dzn`)"


def _read_values(text: str, problem: Problem) -> Solution:
    """The values in a text; if these are of the shown variables alone, with hidden ones as well.

    Ends the command, and says what is wrong, where no solution has them.

    Raises:
        MalformedPuzzleError: it has neither.
    """
    if MiniZincModel.of(problem) is not None and speaks_minizinc(text):
        return _read_minizinc(text, problem)
    claimed = read_claim(text, problem)
    if len(claimed) == len(problem.domains):
        _expect_value(claimed_value(text), problem, claimed)
        return claimed
    from accord.bench.reasons.broken import broken
    from accord.solvers.deciding import completed

    if (solution := completed(problem, claimed)) is None:
        for sentence in broken(problem, claimed):
            line(sentence)
        raise Ending(FINDING)
    return solution


def _read_minizinc(text: str, problem: Problem) -> Solution:
    """The last solution in the words of MiniZinc, with hidden values and others that it leaves out.

    Ends the command, and says what is wrong, where one of its solutions is none.

    Raises:
        MalformedPuzzleError: it has none.
    """
    from accord.bench.reasons.minizinc_answers import broken_by

    sentences, solution = broken_by(text, problem)
    for sentence in sentences:
        line(sentence)
    if sentences or solution is None:
        raise Ending(FINDING)
    return solution


def _expect_value(claimed: int | None, problem: Problem, solution: Solution) -> None:
    """End the command where a solution has another value than an answer claims."""
    if claimed is None or problem.goal is None or any(problem.violations(solution)):
        return
    if (value := problem.goal.value(solution)) != claimed:
        line(f"found o {claimed}, but the value of this solution is {value_text(value)}")
        raise Ending(FINDING)


def _answers(
    claims: Iterable[Instance], unique: bool, solvers: tuple[str, ...], terms: "Terms"
) -> "Iterator[tuple[Instance, Solution, Verdict | None]]":
    """Each instance with its claimed grid, and with the verdict of the solvers if asked for."""
    if not unique:
        for instance in claims:
            yield instance, _solution(instance), None
        return
    from accord.bench.run.check import check_all, independent_pair

    asked = solvers or independent_pair()
    with closing(check_all(claims, asked, replace(terms, limit=2))) as verdicts:
        for instance, verdict in verdicts:
            yield instance, _solution(instance), verdict


def _solution(instance: Instance) -> Solution:
    assert instance.expected is not None
    assert instance.expected.solution is not None
    return instance.expected.solution


def _with_witness(verdict: "Verdict", claimed: Solution) -> "Verdict":
    """The verdict, judged again with the claimed grid among the evidence if it is a solution."""
    from accord.bench.judge.claim import Claim
    from accord.bench.judge.judge import judge

    if any(verdict.problem.violations(claimed)):
        return verdict
    witness = Claim("GRID", "", "", None, (claimed,), count=1, valid=1, digest="")
    return judge(verdict.problem, [*(judged.run for judged in verdict.runs), witness])
