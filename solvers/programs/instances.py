"""External programs that read XCSP3, by their descriptions: ACE and Choco's command line ship.

They answer as in the competitions of XCSP3 (Audemard, Lecoutre and Lonca, "Proceedings of the XCSP3
competition"): a line `s` with the status, lines `v` with an instantiation.

    s SATISFIABLE, s OPTIMUM FOUND    with an instantiation: a solution
    s UNSATISFIABLE                   the claim that there is none besides
    s UNSUPPORTED                     it cannot read the instance
    s UNKNOWN, none                   gave up
    anything else, or an error        an error, in the program's words (reported_error.py)

Of a problem with an objective each better solution is taken as it is printed: best_programs.py.

A competition asks for one solution.  Where a description says how a program is asked for `all`, it
runs once, and each is taken as it is printed; its word that they are all is `exhausted`.  Otherwise
it is run again after each, with one constraint more that forbids it.  Each solution is kept once:
programs print the last one again, or several that differ in variables of their own.

With `reads=itself` the instance is the file from which the problem was read (originals.py).  The
backend that a user's description makes of any program is chosen here by what the program reads.
"""

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from accord.encodings.posts import Posts
from accord.encodings.problems import xcsp3
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.discovery import Members
from accord.puzzles.domain import Domain
from accord.puzzles.optimization import with_value
from accord.puzzles.phrasing import listed
from accord.solvers.backend import Backend, EngineVariant
from accord.solvers.interface import Budget, GaveUpError, Problem, Solution, UnsupportedError
from accord.solvers.optimizing import improving
from accord.solvers.programs.best_programs import best_printed, of_objectives
from accord.solvers.programs.descriptions import (
    Description,
    count,
    declared,
    path_for,
    read_description,
    shipped,
)
from accord.solvers.programs.external import Seed, of_clauses, of_lines
from accord.solvers.programs.instance_posts import POSTS
from accord.solvers.programs.originals import FileAnswers, Reads, file_of, own_reader
from accord.solvers.programs.program import Ended, Program, files_of, lines_of
from accord.solvers.programs.reported_error import is_error

SHIPPED = shipped("xcsp3")
SATISFIABLE, UNSATISFIABLE = ("SATISFIABLE", "OPTIMUM FOUND"), "UNSATISFIABLE"
UNDECIDED = "UNKNOWN", "UNSUPPORTED", ""
END = "</instantiation>"


def solve(
    problem: Problem,
    budget: Budget,
    *,
    program: Annotated[str, tuple(SHIPPED)] = "ace",
    seed: Seed = 0,
    reads: Reads = "ours",
) -> Iterator[Solution]:
    """A program that reads XCSP3: ACE, or Choco with its own reader."""
    yield from _by_instance(SHIPPED[program], problem, budget, seed, reads)


def of_instances(description: Description) -> Backend:
    """The backend that a program which reads XCSP3 is."""

    def solve(
        problem: Problem, budget: Budget, *, seed: Seed = 0, reads: Reads = "ours"
    ) -> Iterator[Solution]:
        yield from _by_instance(description, problem, budget, seed, reads)

    def start_up(budget: Budget, *, seed: int = 0, reads: Reads = "ours") -> None:
        _ask_little(description, budget, seed)

    return Backend(
        solve,
        **declared(description),
        posts=_posts(description),
        own_reader=own_reader(description),
        start_up=start_up,
        optimizes="objective",
    )


def _posts(description: Description) -> Posts:
    """The constraints that accord writes into the instances that a program reads."""
    return replace(POSTS, foreign=own_reader(description).foreign)


def _start_up(
    budget: Budget, *, program: str = "ace", seed: int = 0, reads: Reads = "ours"
) -> None:
    _ask_little(SHIPPED[program], budget, seed)


def _ask_little(description: Description, budget: Budget, seed: int) -> None:
    """Have the program find the value of one variable."""
    little = Problem([Domain.of([0])], ())
    if [*_by_instance(description, little, budget, seed, once=True)] != [(0,)]:
        raise RuntimeError(
            f"{description.file.stem}: expected the one solution of a variable with 0"
        )


def _by_instance(
    description: Description,
    problem: Problem,
    budget: Budget,
    seed: int,
    reads: Reads = "ours",
    once: bool = False,
) -> Iterator[Solution]:
    """The solutions, each once; of the first run only where that is enough."""
    path = path_for(description, seed)
    budget.enter("encode")
    if problem.goal is not None:
        yield from _best(description, path, problem, budget, seed, reads)
        return
    found: set[Solution] = set()
    with TemporaryDirectory(prefix="accord-") as folder:
        asked = _InstanceQuestion(description, path, seed, Path(folder), budget)
        if reads == "itself":
            instance = file_of(problem, "xcsp3")
            solutions, runs = FileAnswers(problem, instance).solutions, asked.own_runs(instance)
        else:
            text = "".join(xcsp3.write(problem, posts=POSTS))
            solutions = partial(xcsp3.solutions, problem, mentioned=xcsp3.words_of(text))
            runs = asked.runs(text, once)
        budget.enter("search")
        with closing(runs) as printed:
            for each in printed:
                for solution in solutions(each):
                    budget.check_time()
                    if solution not in found:
                        found.add(solution)
                        yield solution
    if not (description.proves or once):
        raise GaveUpError("it proves nothing")


def _best(
    description: Description, path: str, problem: Problem, budget: Budget, seed: int, reads: Reads
) -> Iterator[Solution]:
    """Ever better solutions of a problem with an objective."""
    if reads == "ours" and problem.goal is not None and problem.goal.measure == "lex":
        posed = with_value(problem)
        asked = partial(_by_instance, description)

        def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
            return asked(problem, budget, seed)

        yield from improving(solve, problem, posed, budget)
        return
    with TemporaryDirectory(prefix="accord-") as folder:
        question = _InstanceQuestion(description, path, seed, Path(folder), budget)
        if reads == "itself":
            instance = file_of(problem, "xcsp3")
            read = FileAnswers(problem, instance).solutions
        else:
            instance = "".join(xcsp3.write(_constrained(problem), posts=POSTS)).encode()
            read = partial(xcsp3.solutions, problem, mentioned=xcsp3.words_of(instance.decode()))
        command = question.command_on(instance)
        lines = partial(_marked, read)
        with closing(
            best_printed(description, command, problem, budget, lines, int, _is_end)
        ) as found:
            yield from found


def _constrained(problem: Problem) -> Problem:
    """The problem, with two variables more that differ where no constraint is about two of it.

    Of an instance with an objective ACE stops where every variable has one value, and where no
    constraint is about more than one variable.
    """
    open_variables = {place for place, each in enumerate(problem.domains) if len(each) > 1}
    if any(len(open_variables.intersection(each.scope)) > 1 for each in problem.constraints):
        return problem
    number, names = len(problem.domains), [*problem.names]
    while len(names) < number + 2:
        name = f"spare{len(names)}"
        while name in names:
            name += "_"
        names.append(name)
    return Problem(
        (*problem.domains, Domain.of((0, 1)), Domain.of((0, 1))),
        (*problem.constraints, AllDifferent((number, number + 1))),
        names,
        objective=problem.objective,
        symbols=problem.symbols,
    )


def _is_end(line: str) -> bool:
    return END in line


def _marked(
    read: Callable[[str], Iterable[Solution]], printed: str, whole: bool
) -> Iterable[Solution]:
    """The solutions in an instantiation; none in one that may have been cut off."""
    marked = "\n".join(f"v {line}" for line in printed.split("\n"))
    return read(marked) if whole or END in printed else ()


class _InstanceQuestion:
    """An instance in a file, and the program that is asked for its solutions."""

    def __init__(
        self,
        description: Description,
        path: str,
        seed: int,
        folder: Path,
        budget: Budget,
    ) -> None:
        self._description, self._budget = description, budget
        self._file = folder / "instance.xml"
        self._at_once = bool(description.all) and budget.limit != 1 and budget.goal is None
        jars = files_of(description.jar, description.distribution) if description.jar else [""]
        if not jars:
            raise UnsupportedError(f"found no {description.jar} in {description.distribution}")
        values = {"instance": str(self._file), "seed": str(seed), "jar": jars[0]}
        self._command = description.call(path, self._at_once, **values)

    def command_on(self, instance: bytes) -> list[str]:
        """The command, with this instance in its file."""
        self._file.write_bytes(instance)
        return self._command

    def own_runs(self, instance: bytes) -> Generator[str, None, None]:
        """The instantiations that it prints of a file that is not changed, as of `runs`.

        Raises:
            UnsupportedError: it would have to be asked again; others as `runs`.
        """
        if not self._at_once and self._budget.limit != 1:
            raise UnsupportedError(
                "reads=itself: found a question for several solutions, expected one for a single "
                "solution: it does not list all, and to ask again the file would have to change"
            )
        self._file.write_bytes(instance)
        printed = [] if self._at_once else [*self._run()]
        yield from self._run() if self._at_once else printed[-1:]
        if printed:
            raise GaveUpError("it was asked for one solution")

    def runs(self, instance: str, once: bool = False) -> Generator[str, None, None]:
        """The instantiations, one for each solution or more; ends if there are no more.

        Raises:
            GaveUpError: the program does not say so, or the time is over.
            UnsupportedError: it cannot read the instance.
            RuntimeError: it does not answer as it should.
        """
        beginning, end = instance.split("  </constraints>\n")
        forbidden: list[str] = []
        while True:
            text = "".join((beginning, *forbidden, "  </constraints>\n", end))
            self._file.write_text(text, encoding="utf-8")
            if self._at_once:
                yield from self._run()
                return
            printed = [*self._run()]
            if not printed:
                return
            yield printed[-1]  # some print it when they find it, and again at their end
            if once:
                return
            if not self._description.enumerates:
                raise GaveUpError("it cannot be asked for more than one solution")
            if not (clause := _forbidding(printed[-1])):
                return
            forbidden.append(clause)

    def _run(self) -> Generator[str, None, None]:
        """Yield the program's instantiations as they come, then check its status.

        Nothing is yielded after an error, or after a status that says that there is no solution.
        """
        printed, rest, number, believed = list[str](), list[str](), 0, True
        with Program(self._command, self._budget) as program:
            for line in lines_of(program.output()):
                if line[:2].rstrip() != "v":
                    rest.append(line)
                    believed = believed and not is_error(line) and _statuses(line) <= {*SATISFIABLE}
                    continue
                printed.append(line)
                if END in line:
                    number += 1
                    if believed:
                        yield "\n".join(printed)
                    printed.clear()
        ended = Ended(program.code, "\n".join(rest), program.errors)
        count(self._description, ended.output, self._budget)
        self._judge(ended, number, whole=not printed)

    def _judge(self, ended: Ended, number: int, whole: bool) -> None:
        """Check the status of a run that printed so many instantiations."""
        name, words = self._description.file.stem, sorted(_statuses(ended.output))
        said = words[0] if len(words) == 1 else ""
        fitting = (*UNDECIDED, *(SATISFIABLE if number else (UNSATISFIABLE,)))
        one = len(words) < 2 and said in fitting
        if not (one and whole) or ended.code or ended.reported:
            found = listed(map(repr, words)) or "no status"
            number_text = f"{number} instantiations{'' if whole else ' and the beginning of one'}"
            raise RuntimeError(
                f"{name}: found {found} and {number_text} with {ended.manner}; expected one status "
                "that fits them, and exit code 0"
            )
        if said == "UNSUPPORTED":
            raise UnsupportedError(f"{name} says that it cannot read the instance")
        if said == UNSATISFIABLE:
            return
        if said in UNDECIDED:
            raise GaveUpError(f"{name} does not know: {ended.manner}")
        if self._at_once and not re.search(self._description.exhausted, ended.output, re.MULTILINE):
            raise GaveUpError(f"{name} does not say that these are all")


def _statuses(output: str) -> set[str]:
    return {" ".join(found.split()) for found in re.findall("^s +(.*)$", output, re.MULTILINE)}


def _forbidding(instantiation: str) -> str:
    """A constraint that nothing but this instantiation violates; empty where nothing else is."""
    given = {name: value for name, value in xcsp3.assigned(instantiation) if value is not None}
    values = ",".join(map(str, given.values()))
    conflicts = f"({values})" if len(given) > 1 else values
    return (
        f"    <extension> <list> {' '.join(given)} </list> "
        f"<conflicts> {conflicts} </conflicts> </extension>\n"
        if given
        else ""
    )


SOLVERS = {
    "xcsp3": Backend(
        solve,
        engine=SHIPPED["ace"].engine,
        model="xcsp3",
        family="cp",
        posts=_posts(SHIPPED["ace"]),  # Choco's reader has the same parser
        complete=False,  # ACE stops at some rare constraints
        variants={
            name: EngineVariant(each.engine, each.needs, own_reader(each))
            for name, each in SHIPPED.items()
        },
        start_up=_start_up,
        optimizes="objective",
    )
}


PROGRAMS = {  # by what they read
    "dimacs": of_clauses,
    "puzzle": of_lines,
    "xcsp3": of_instances,
    **dict.fromkeys(("opb", "wcnf"), of_objectives),
}


def described(path: Path) -> tuple[Backend, str]:
    """The backend that a file describes, and its version: of the file and of the program.

    Raises:
        DescriptionError: it describes none.
    """
    description = read_description(path)
    backend = backend_of(description)
    return backend, f"sha256 {description.digest} {backend.version}".strip()


def backend_of(description: Description) -> Backend:
    """The backend that runs this program."""
    backend: Backend = Members("PROGRAMS", "accord.solvers")[description.input](description)
    return backend
