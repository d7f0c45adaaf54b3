"""`accord why`: say why there is no solution, why several, or why this value."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.commands import BAD_INPUT, UNDECIDED, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import one_problem
from accord.cli.output import data, line, note
from accord.cli.working import working
from accord.puzzles.files.outside_file import expect_own, subfolder
from accord.puzzles.formats.draft import Variant
from accord.puzzles.grid import SYMBOLS
from accord.puzzles.phrasing import counted, plural
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate_folder import OWN, write_certificate
from accord.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from accord.bench.reasons.ambiguity import Ambiguity
    from accord.bench.reasons.clash import Clash, ClashSearch
    from accord.bench.reasons.fewest_clues import Clues
    from accord.bench.reasons.problem_parts import Sort
    from accord.bench.reasons.timed_solvers import NoSolution, TimedSolvers

SECTION = "ask"

LOOKED_AT = 1000  # solutions
FEW = {"givens": "given", "constraints": "constraint"}


@dataclass
class Reasons:
    """Record, lines and exit code of an answer."""

    record: dict[str, Any]
    lines: list[str] = field(default_factory=list)
    none: "dict[str, NoSolution]" = field(default_factory=dict)  # by name, what may be certified
    decided: bool = True
    used: tuple[str, ...] = ()  # options that this answer has a use for
    why_unused: str = ""  # the others

    def argue(self, none: "NoSolution") -> None:
        """Add the proof in words."""
        argument = [*_argument(none)]
        self.lines += ["", *argument]
        self.record["argument"] = argument
        self.used += ("--argument",)


@click.command(cls=WithExamples)
@arguments.puzzle
@click.option(
    "--cell",
    metavar="NAME=VALUE",
    help="Ask why a cell or variable has this value, or has it not: r3c4=7.",
)
@click.option(
    "--all",
    "number",
    type=values.Whole(1),
    metavar="N",
    help="Up to N clashes of a problem without a solution, the smallest first.",
)
@click.option(
    "--few",
    type=click.Choice([*FEW]),
    help="Which parts are left out first, so that not one more of them can be spared, whatever "
    "others are there; not always the fewest. Default: both sorts count the same.",
)
@click.option(
    "--argument",
    is_flag=True,
    help="The proof in words, step by step: of the first clash, or that a value is the only one.",
)
@click.option(
    "-o",
    "--output",
    type=values.PathName(path_type=Path),
    metavar="DIR",
    help="Write the certificates here, each in a folder of its own.",
)
@click.option("--json", "as_json_", is_flag=True, help="One JSON object.")
@arguments.time_limit("Wall time for everything, but for what is compiled the first time.", "60s")
@arguments.reading
def command(
    puzzle: str | None,
    cell: str | None,
    number: int | None,
    few: str | None,
    argument: bool,
    output: Path | None,
    as_json_: bool,
    seconds: float,
    variant: Variant,
) -> None:
    """Say why a problem has no solution, why it has more than one, or why a value is the only one.

    No solution: givens and constraints that have none together, and none of which can be left out:
    each is shown to be needed by a verified solution of the others, and the whole by a certificate.

    Several: the cells where they differ, the two that are closest, and the fewest values that make
    the problem unique. What is found in time is shown, with how many are needed at least.

    An objective: the best solution, and what clashes where a better one is asked for.

    With --cell: of each other value the givens and constraints that exclude it.

    Solvers and their proofs are asked, and none of them is believed; what no certificate reaches is
    named as a claim. Ends with 124 if something was not decided in time.

    Examples:
        # No solution: two givens and a row.
        accord why 3..3..2......4..
        # Several: where they differ, and what would make it unique.
        accord why 3..1..2.........
        # One solution: why is the second cell 2?
        accord why 3..1..2......4.. --cell r1c2=2
    """
    from accord.bench.reasons.timed_solvers import TimedSolvers, UndecidedError

    if cell and number:
        raise click.UsageError("found --cell and --all, expected one of them")
    if output is not None:
        expect_own(output, *OWN)
    problem = one_problem(puzzle, variant)
    if cell and problem.goal:
        raise click.UsageError(
            "found --cell and an objective, expected one of them: --ignore-objective"
        )
    asked = _asked_value(cell, problem)
    spare: Any = few and FEW[few]
    say: Callable[[str], object] = (lambda _: None) if as_json_ else line
    with working("looking for reasons") as work, TimedSolvers(seconds) as asking:
        try:
            if problem.goal is not None:
                said = _why_best(problem, asking, spare, number or 1, argument=argument)
            elif asked is not None:
                said = _why_value(problem, *asked, asking, spare, say, argument=argument)
            else:
                said = _why(problem, asking, spare, number or 1, say, argument=argument)
        except UndecidedError as error:
            raise Ending(UNDECIDED, f"undecided: {error}") from None
        finally:
            work.end()
    given = {"--all": number, "--few": few, "--argument": argument}
    for option, is_given in given.items():
        if is_given and option not in said.used:
            note(f"{option} is of no use here: {said.why_unused}")
    if as_json_:
        data(json.dumps(said.record))
    else:
        for text in said.lines:
            line(text)
    if output is not None:
        _write(output, said.none)
    if not said.decided:
        raise Ending(UNDECIDED)


def _asked_value(cell: str | None, problem: Problem) -> tuple[int, int] | None:
    """The variable and the value of NAME=VALUE."""
    from accord.bench.reasons.forced import values_in_words

    if cell is None:
        return None
    name, sign, text = (each.strip() for each in cell.rpartition("="))
    if not sign:
        raise Ending(BAD_INPUT, f"--cell {cell}: found no '=', expected NAME=VALUE, as r3c4=7")
    if name not in problem.names:
        some = ", ".join(problem.names[:3])
        raise Ending(BAD_INPUT, f"--cell {cell}: found {name!r}, expected a variable, as {some}")
    variable = problem.names.index(name)
    words = problem.symbols.of_variable(variable) if problem.symbols else ()
    if text in words:
        return variable, words.index(text)
    if isinstance(problem, Puzzle) and text and text.upper() in [*SYMBOLS[: problem.size + 1]]:
        return variable, SYMBOLS.index(text.upper())
    with suppress(ValueError):
        return variable, int(text)
    expected = values_in_words(problem, variable)
    raise Ending(BAD_INPUT, f"--cell {cell}: found {text!r}, expected one of {expected}")


def _why_value(
    problem: Problem,
    variable: int,
    value: int,
    asking: "TimedSolvers",
    spare: "Sort | None",
    say: Callable[[str], object],
    *,
    argument: bool,
) -> Reasons:
    """Reasons for which a variable has a value; what is known first is said."""
    from accord.bench.reasons.forced import ForcedValue, forced
    from accord.views.narration.reasons import early_lines, forced_as_json, forced_lines

    def tell(early: ForcedValue) -> None:
        for text in early_lines(problem, early):
            say(text)

    found = forced(problem, variable, value, asking, spare, tell)
    none = {f"not-{each}": clash.none for each, clash in found.excluded.items()}
    if found.whole is not None:
        none[f"only-{value}"] = found.whole.none
    made = Reasons(forced_as_json(problem, found), [*forced_lines(problem, found)], none)
    made.decided = found.is_decided
    made.used = ("--few",) * bool(found.excluded)
    made.why_unused = "nothing was found that excludes a value"
    if found.excluded:
        made.why_unused = "several values are possible"
    if argument and (whole := found.whole or found.excluded.get(value)):
        made.argue(whole.none)
    return made


def _why(
    problem: Problem,
    asking: "TimedSolvers",
    spare: "Sort | None",
    number: int,
    say: Callable[[str], object],
    *,
    argument: bool,
) -> Reasons:
    """Reasons for which a problem has no solution, or several; what is known first is said."""
    from accord.bench.reasons.ambiguity import Ambiguity, ambiguity

    found = ambiguity(problem, asking, LOOKED_AT)
    if found is None:
        return _why_none(problem, asking, spare, number, argument=argument)
    if isinstance(found, Ambiguity):
        return _why_several(problem, found, asking, say)
    return _why_unique(problem, found, asking, argument=argument)


def _why_best(
    problem: Problem, asking: "TimedSolvers", spare: "Sort | None", number: int, *, argument: bool
) -> Reasons:
    """Reasons for which nothing is better than the best solution."""
    from accord.puzzles.objective import value_text
    from accord.puzzles.optimization import better_than, goal_of, with_value
    from accord.views.narration.reasons import best_lines

    goal, best = goal_of(problem), asking.best(problem)
    if best is None:  # with a value
        valued = with_value(problem).without_objective()
        return _why_none(valued, asking, spare, number, argument=argument)
    value = goal.value(best)
    made = _why_none(better_than(problem, value), asking, spare, number, argument=argument)
    made.lines[:0] = best_lines(problem, best, value_text(value))
    made.record |= {"answer": "optimum", "value": value, "solution": [*best]}
    return made


def _why_several(
    problem: Problem,
    found: "Ambiguity",
    asking: "TimedSolvers",
    say: Callable[[str], object],
) -> Reasons:
    """Reasons for several solutions."""
    from accord.bench.reasons.fewest_clues import fewest_clues
    from accord.views.narration.reasons import ambiguity_as_json, ambiguity_lines, clues_lines

    for text in ambiguity_lines(problem, found):
        say(text)
    told: list[Clues] = []

    def tell(first: "Clues") -> None:
        told.append(first)
        for text in clues_lines(problem, first):
            say(text)

    clues = fewest_clues(problem, found, asking, tell)
    record = {"answer": "several"} | ambiguity_as_json(problem, found, clues)
    decided = found.complete and clues is not None and clues.is_fewest
    none = {"unique-with-clues": clues.only} if clues else {}
    if clues and clues.why:
        none["no-fewer-clues"] = clues.why
    lines = clues_lines(problem, clues)
    if clues and not clues.is_fewest and clues.variables in [first.variables for first in told]:
        least = clues.at_least
        needed = f"{counted(least, 'value')} {plural(least, 'is', 'are')} needed"
        lines = [f"no fewer values were found in time; at least {needed}"]
    return Reasons(record, lines, none, decided, why_unused="there are several solutions")


def _why_unique(
    problem: Problem, solution: Solution, asking: "TimedSolvers", *, argument: bool
) -> Reasons:
    """Reasons for there being one solution."""
    from accord.views.narration.reasons import none_as_json, unique_lines

    only = asking.no_other(problem)
    lines = [*unique_lines(problem, solution, only)]
    record = {"answer": "unique", "solution": [*solution]} | none_as_json(only)
    made = Reasons(record, lines, {"unique": only}, why_unused="there is one solution")
    if argument:
        made.argue(only)
    return made


def _why_none(
    problem: Problem, asking: "TimedSolvers", spare: "Sort | None", number: int, *, argument: bool
) -> Reasons:
    """Reasons for there being no solution."""
    from accord.bench.reasons.clash import ClashSearch
    from accord.bench.reasons.problem_parts import ProblemParts
    from accord.views.narration.reasons import clash_as_json, clash_lines

    parts = ProblemParts.of(problem)
    clashes, decided, all_ = _clashes(ClashSearch(parts, asking), spare, number)
    lines = list[str]()
    for place, each in enumerate(clashes, 1):
        lines += clash_lines(each, place if number > 1 else 0)
    decided &= not any(each.undecided for each in clashes)
    if number > 1 and decided:
        lines.append("there is no other clash" if all_ else "there are others")
    record = {"answer": "none", "clashes": [*map(clash_as_json, clashes)], "all": all_}
    none = {f"clash-{place}": each.none for place, each in enumerate(clashes, 1)}
    made = Reasons(record, lines, none, decided, ("--all", "--few"))
    if argument:
        made.argue(clashes[0].none)
    return made


def _clashes(
    search: "ClashSearch", spare: "Sort | None", number: int
) -> "tuple[Sequence[Clash], bool, bool]":
    """The smallest clashes; whether the time sufficed, and whether these are all."""
    from accord.bench.reasons.timed_solvers import UndecidedError

    found: list[Clash] = []
    decided, all_ = True, False
    try:
        for each in search.clashes(spare):
            if len(found) == number:
                break
            found.append(each)
            if number == 1:
                break
        else:
            all_ = True
    except UndecidedError:
        if not found:
            raise
        decided = False
    return sorted(found, key=lambda each: len(each.parts)), decided, all_


def _argument(none: "NoSolution") -> Iterator[str]:
    """The proof in words."""
    from accord.views.narration.proof_recording import proof_recording
    from accord.views.narration.proof_text import proof_lines

    if none.certificate is None:
        yield f"no argument: {none.why_not}"
        return
    yield from proof_lines(proof_recording(none.certificate))


def _write(folder: Path, none: "dict[str, NoSolution]") -> None:
    """Write certificates, each in a folder of its own."""
    for name, each in none.items():
        if each.certificate is None:
            note(f"{name}: not certified: {each.why_not}")
        else:
            write_certificate(each.certificate, subfolder(folder, name))
