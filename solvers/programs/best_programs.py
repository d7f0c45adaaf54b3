"""External programs that look for the best solution, as in the competitions that have objectives.

    s OPTIMUM FOUND    nothing is better than the last solution
    s SATISFIABLE      a solution, and no proof
    s UNSATISFIABLE    there is none
    o 7                a value; the last one is that of the solution
    v ...              a solution: an instantiation (XCSP3), literals (OPB, WCNF), 0s and 1s (WCNF)

`best_printed` reads this as it comes, of programs of XCSP3 too (instances.py): each solution that
is better than the last is one, and what is printed again is dropped.  A program is told to end
(SIGTERM) a second before its limit, or when half of a shorter one is over, and may print its last
solution until the limit; what it prints later is late.  A value `o` without its solution is
repeated in the reason, and is neither an incumbent nor evidence; beside `s OPTIMUM FOUND` a value
that is not the solution's is an error.

What reads OPB (pseudo-Boolean competitions) gets encodings/problems/opb.py, what reads WCNF (MaxSAT
evaluations) the soft clauses of RC2's (solvers/sat/rc2.py) in the form with a line `p wcnf`; with
`reads=itself` both get the file from which the problem was read.  Without an objective they find
one solution, or claim that there is none.
"""

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from accord.encodings.clauses.clauses import decode
from accord.encodings.clauses.kinds.problem import POSTS as CLAUSES
from accord.encodings.model import ModelError, literals
from accord.encodings.problems import integer_program, opb
from accord.puzzles.constraints.terms import UndefinedError
from accord.puzzles.objective import Value, value_text
from accord.puzzles.optimization import with_value
from accord.puzzles.phrasing import listed
from accord.solvers.backend import Backend
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.interface import Problem, Solution
from accord.solvers.optimizing import improving
from accord.solvers.programs.descriptions import Description, count, declared, path_for
from accord.solvers.programs.originals import OwnReader, Reads, file_of
from accord.solvers.programs.program import Ended, Program, lines_of
from accord.solvers.sat.added_clauses import completed, of_file
from accord.solvers.sat.rc2 import wishes_of

NOTICE = 1.0  # seconds before its limit that a program is told to end
OPTIMUM, SATISFIABLE, UNSATISFIABLE = "OPTIMUM FOUND", "SATISFIABLE", "UNSATISFIABLE"
CODES = {OPTIMUM: (30, 0), SATISFIABLE: (10, 0), UNSATISFIABLE: (20, 0)}  # they may end with
UNDECIDED = {"UNKNOWN", ""}
_STRING = re.compile("[01]{2,}")
Read = Callable[[str, bool], Iterable[Solution]]  # of a solution's lines `v`, whether they are all
ValueSaid = Callable[[int], Value]


def best_printed(
    description: Description,
    command: list[str],
    problem: Problem,
    budget: Budget,
    read: Read,
    value_said: ValueSaid,
    is_end: Callable[[str], bool] = lambda line: False,
    proves: Sequence[str] = (OPTIMUM,),
) -> Generator[Solution, None, None]:
    """The solutions that a program prints, each better than the last; returns where it proves.

    Args:
        description: of the program.
        command: its call.
        problem: what is asked.
        budget: of the run.
        read: the solutions in the lines `v` of one, without that letter.
        value_said: of the objective, from a line `o`.
        is_end: whether a line `v` is the last of a solution; it ends before another line, too.
        proves: statuses that claim that nothing is better.

    Raises:
        GaveUpError: it proves nothing.
        RuntimeError: it does not answer as it should.
    """
    goal, best, name = problem.goal, None, description.file.stem
    printed, rest, said, number = list[str](), list[str](), None, 0
    notice = min(NOTICE, budget.seconds / 2)

    def better(*, whole: bool) -> Iterator[Solution]:
        """The solutions in the lines `v` that are not read yet, if better than the best so far."""
        nonlocal best, number
        try:
            found = [*read("\n".join(printed), whole)]
        except ModelError as error:
            raise RuntimeError(f"{name}: {error}") from None
        number, printed[:] = number + 1, []
        for each in found:
            try:
                value = goal.value(each) if goal else None
            except UndefinedError:  # the judge says so
                value = None
            if value is None or best is None or (goal and goal.is_better(value, best)):
                best = value
                yield each
            else:
                budget.spend(dropped=1)

    budget.enter("search")
    with Program(command, budget, notice=notice) as program:
        for line in lines_of(program.output()):
            letter, _, words = line.partition(" ")
            if letter == "v":
                printed.append(words)
                if is_end(words):
                    yield from better(whole=True)
                continue
            if printed:
                yield from better(whole=True)
            rest.append(line)
            if letter == "o" and words.strip().removeprefix("-").isdecimal():
                said = value_said(int(words))
    ended = Ended(program.code, "\n".join(rest), program.errors)
    statuses = {" ".join(line.split()[1:]) for line in rest if line.split()[:1] == ["s"]}
    if printed:  # the last lines; of a program that was cut off perhaps not all of them
        yield from better(whole=bool(statuses) and not program.was_told)
    count(description, ended.output, budget)
    status = min(statuses, default="")
    fits = status in UNDECIDED or (
        not number and said is None if status == UNSATISFIABLE else number and status in CODES
    )
    is_told = program.was_told and (ended.code >= 0 or status in UNDECIDED)
    is_code = ended.code in CODES.get(status, (0,)) or is_told
    is_cut = program.was_told and status in UNDECIDED  # ACE reports an error where it has not begun
    if len(statuses) > 1 or not fits or (ended.reported and not is_cut) or not is_code:
        found = listed(sorted(map(repr, statuses))) or "no status"
        raise RuntimeError(
            f"{name}: found {found} and {number} solutions with {ended.manner}; expected one "
            "status that fits them, and an exit code that fits it"
        )
    unshown = ""
    if said is not None and said != best:
        unshown = f"; it says the value {value_text(said)}, without a solution"
    if status == OPTIMUM and unshown:
        has = "no other" if best is None else value_text(best)
        raise RuntimeError(
            f"{name}: says the value {value_text(said or 0)}, and its solution has {has}"
        )
    if (is_told and ended.code not in CODES.get(status, ())) or status in UNDECIDED:
        if is_cut:
            raise GaveUpError(f"{name} does not know, told to end: exit code {ended.code}{unshown}")
        raise GaveUpError(f"{name} does not know: {ended.manner}{unshown}")
    if status == SATISFIABLE and status not in proves:
        raise GaveUpError(f"{name} says SATISFIABLE, and not {OPTIMUM}{unshown}")
    if not description.proves:
        raise GaveUpError("it proves nothing")


def of_objectives(description: Description) -> Backend:
    """The backend that a program which reads OPB or WCNF is."""

    def solve(
        problem: Problem, budget: Budget, *, seed: int = 0, reads: Reads = "ours"
    ) -> Iterator[Solution]:
        path = path_for(description, seed)
        budget.enter("encode")
        language = description.input
        if reads == "ours" and problem.goal is not None and problem.goal.measure == "lex":
            yield from improving(partial(solve, seed=seed), problem, with_value(problem), budget)
            return
        with TemporaryDirectory(prefix="accord-") as folder:
            file = Path(folder) / f"instance.{language}"
            command = description.call(path, instance=str(file), seed=str(seed))
            if reads == "itself":
                file.write_bytes(file_of(problem, language))
                said = WrittenFile("", partial(_of_file, problem), int, False, len(problem.domains))
            else:
                said = _WRITTEN[language](problem)
                file.write_text(said.text, encoding="utf-8")
            proves = (OPTIMUM, *(SATISFIABLE,) * said.any_is_best)
            is_end = partial(_is_end, said.variables)
            asked = description, command, problem, budget, said.read, said.value_said
            with closing(best_printed(*asked, is_end, proves)) as found:
                yield from found

    return Backend(
        solve,
        **declared(description),
        posts=integer_program.POSTS if description.input == "opb" else CLAUSES,
        own_reader=OwnReader(f"{description.engine}-reader", languages=(description.input,)),
        optimizes="objective",
    )


def _is_end(variables: int, line: str) -> bool:
    """Whether a line ends a solution by a 0, or is a 0 or 1 for each variable."""
    return line.endswith(" 0") or _is_string(line, variables)


def _is_string(text: str, variables: int) -> bool:
    return len(text) == variables and bool(_STRING.fullmatch(text))


class WrittenFile(NamedTuple):
    """The text of a file, how answers about it are read, and whether any solution is a best one."""

    text: str
    read: Read
    value_said: ValueSaid
    any_is_best: bool
    variables: int  # of the file


def _opb_written(problem: Problem) -> WrittenFile:
    """The file of a problem as OPB, and how answers about it are read."""
    asked = problem if problem.goal is None else with_value(problem)
    formula = opb.encode(asked)
    sign = -1 if problem.goal is not None and problem.goal.sense == "maximize" else 1

    def read(printed: str, whole: bool) -> Iterable[Solution]:
        model = _model(printed, formula.booleans, whole=whole)
        return [problem.solution(opb.decode(asked, formula, model)[: len(problem.domains)])]

    text = "".join(opb.write(asked, False))
    return WrittenFile(
        text,
        read,
        lambda said: formula.constant + sign * said,
        not formula.objective,
        formula.booleans,
    )


def _wcnf_written(problem: Problem) -> WrittenFile:
    """The file of a problem as WCNF, and how answers about it are read."""
    wishes = wishes_of(problem)
    formula, top = wishes.formula, 1 + sum(wishes.weights)
    soft = zip(wishes.weights, wishes.soft, strict=True)
    clauses = [*((top, clause) for clause in formula.clauses), *soft]
    rows = (" ".join(map(str, (weight, *clause, 0))) for weight, clause in clauses)
    head = f"p wcnf {formula.variables} {len(clauses)} {top}"

    def read(printed: str, whole: bool) -> Iterable[Solution]:
        model = completed(_model(printed, formula.variables, whole=whole), formula)
        return [problem.solution(decode(formula, model)[: len(problem.domains)])]

    text = "\n".join((head, *rows, ""))
    return WrittenFile(text, read, wishes.value, not wishes.soft, formula.variables)


_WRITTEN = {"opb": _opb_written, "wcnf": _wcnf_written}


def _of_file(problem: Problem, printed: str, whole: bool) -> Iterable[Solution]:
    """A solution of a file whose variables are those of the problem, by their places."""
    number = len(problem.domains)
    formula = of_file(problem, 0, [])
    model = completed(_model(printed, number, whole=whole), formula)
    true = {each for each in model if each > 0}
    return [problem.solution(int(place in true) for place in range(1, number + 1))]


def _model(printed: str, number: int, *, whole: bool) -> list[int]:
    """The literals of a model of so many variables; what is not named is false.

    Raises:
        ModelError: they are none, or not those of all variables where perhaps not all was printed.
    """
    words = printed.split()
    if len(words) == 1 and _is_string(words[0], number):
        return [place if value == "1" else -place for place, value in enumerate(words[0], 1)]
    found = literals(" ".join(("v", *takewhile("0".__ne__, words)))) if words else []
    if not whole and len(found) < number:
        raise ModelError(f"found the values of {len(found)} variables, expected {number}")
    if (last := max(map(abs, found), default=0)) > number:
        raise ModelError(f"found the variable {last}, expected 1 to {number}")
    return found
