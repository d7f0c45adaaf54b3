"""Wrong answers: of each cell of the matrix the smallest problem, shrunk, with its truth.

A wrong answer is kept in a folder of its own:

    problem.json      the problem, with the number of its solutions; any command of accord reads it
    problem.xml       the same as XCSP3
    solutions.json    all its solutions, by trying every assignment
    reproducer.py     the problem in the library's own words; runs where accord is not installed
    fault.toml        what would stand in bench/machine/known_faults.toml
    answer.json       which solver it is, where it was found, and what the script printed

A problem is made smaller while the backend stays wrong; where the library alone is not wrong on
what is left but on the whole problem, while both stay wrong.  A problem of so many assignments that
they cannot all be tried is kept as it is.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from accord.bench.auditing.asked import AuditProblem, size
from accord.bench.auditing.audit import first_of, terms_of
from accord.bench.auditing.record import AuditRow, AuditSession
from accord.bench.auditing.reproducers.reproducer import ScriptOutput, reproducer, run
from accord.bench.auditing.reproducers.script import sentences
from accord.bench.auditing.shrink import shrunk
from accord.bench.auditing.truth import is_tried, solutions_of, true_claim
from accord.bench.campaigns.planned_run import PlannedRun, as_run
from accord.bench.instances.collection import recorded_problem
from accord.bench.isolation.supervisor import Worker
from accord.bench.judging.judge import judge
from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import content_of, subfolder, write_whole
from accord.puzzles.files.write import FormatError, write, write_many
from accord.puzzles.instance import Expected, Instance
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution

MOST_SCRIPTS = 100  # that are run to find a smaller problem
KNOWN = ("solver", "libraries", "column", "name", "why")
WRONG = "wrong"  # the folder of wrong answers, in that of an audit


@dataclass(frozen=True)
class WrongAnswer:
    """A problem on which a solver is wrong."""

    solver: str
    libraries: str  # that it needs, with versions
    column: str
    name: str  # of the problem in which it was found
    problem: Problem
    why: str  # it is wrong
    solutions: tuple[Solution, ...] | None  # None where they cannot all be tried
    script: str | None = None
    said: ScriptOutput | None = None  # what the script printed

    @property
    def place(self) -> str:
        """The name of its folder."""
        return re.sub(r"[^A-Za-z0-9]+", "-", f"{self.solver}-{self.column}")[-100:].strip("-")

    @property
    def is_reproduced(self) -> bool:
        """Whether the library is wrong without accord."""
        return self.said is not None and self.said.as_expected is False

    def files(self) -> Mapping[str, str]:
        """Their texts, by name."""
        found = problem_files(self.name, self.problem, self.solutions)
        if self.script is not None:
            found["reproducer.py"] = self.script
        said = None if self.said is None else [*self.said]
        known = {key: getattr(self, key) for key in KNOWN} | {"said": said}
        return found | {"fault.toml": self.fault(), "answer.json": f"{json.dumps(known)}\n"}

    def fault(self) -> str:
        """What would stand among the known faults."""
        package, _, version = self.libraries.partition(",")[0].partition(" ")
        said = "; ".join(sentences(self.problem))
        return (
            f'[[fault]]\nname = "{self.place}"\npackage = {json.dumps(package)}\n'
            f'versions = "=={version.partition(" ")[0]}"\nkind = "wrong answer"\n'
            f"what = {json.dumps(f'{self.solver} {self.why}. The problem: {said}')}\n"
            'remedy = ""\nreached = "yes"\n'
            f"accord = {json.dumps(self._standing())}\n"
            f'evidence = "{"reproduced" if self.is_reproduced else "reported"}"\n'
            f'source = "accord audit, {self.name}"\n'
        )

    def _standing(self) -> str:
        if self.script is None:
            return f"found through accord ({self.libraries}); there is no script without it"
        if self.is_reproduced:
            return f"the library alone is wrong as well ({self.libraries}): reproducer.py"
        return f"the library alone is not wrong ({self.libraries}): reproducer.py"


def problem_files(
    name: str, problem: Problem, solutions: Sequence[Solution] | None
) -> dict[str, str]:
    """The texts of the files that hold a problem, and its solutions where they are known."""
    number = None if solutions is None else len(solutions)
    instance = Instance(name, problem, Expected(count=number))
    found = {"problem.json": "\n".join(write_many([instance], "json")) + "\n"}
    with suppress(FormatError):  # it has no words for it, as for an empty domain
        found["problem.xml"] = write(problem, "xcsp3") + "\n"
    if solutions is not None:
        rows = ",\n".join(json.dumps([*map(int, each)]) for each in solutions)
        found["solutions.json"] = f"[\n{rows}\n]\n" if rows else "[]\n"
    return found


def wrong_answers(
    rows: Iterable[tuple[AuditSession, AuditRow]],
    problems: Iterable[AuditProblem],
    seconds: float,
    kept: Iterable[WrongAnswer] = (),
) -> Iterator[WrongAnswer]:
    """One of each cell with a wrong answer.

    Args:
        rows: of the audit.
        problems: what was asked.
        seconds: time limit for all solutions of a problem.
        kept: those that were made smaller before.
    """
    there = {(each.solver, each.column, each.name, each.libraries): each for each in kept}
    asked = {(each.column, each.instance.name): each.instance for each in problems}
    smallest: dict[tuple[str, str], tuple[Instance, str, str]] = {}
    for session, row in rows:
        instance = asked[row.column, row.name]
        for solver, (state, why) in row.answers.items():
            if state == "wrong":
                known = smallest.get((solver, row.column))
                if known is None or _size(instance) < _size(known[0]):
                    libraries = session.libraries.get(solver, "")
                    smallest[solver, row.column] = instance, why, libraries
    for (solver, column), (instance, why, libraries) in sorted(
        smallest.items(), key=lambda each: each[0]
    ):
        before = there.get((solver, column, instance.name, libraries))
        yield before or _wrong_answer(solver, column, instance, why, libraries, seconds)


def _size(instance: Instance) -> tuple[int, float, str]:
    return len(instance.puzzle.constraints), size(instance.puzzle), instance.name


def _wrong_answer(
    solver: str, column: str, instance: Instance, why: str, libraries: str, seconds: float
) -> WrongAnswer:
    found = WrongAnswer(solver, libraries, column, instance.name, instance.puzzle, why, None)
    if not is_tried(instance.puzzle):
        return found
    with Worker(solver) as worker:

        def is_wrong(problem: Problem) -> bool:
            return bool(_why_wrong(worker, problem, seconds))

        def is_wrong_alone(problem: Problem) -> bool:
            return is_wrong(problem) and _with_script(found, problem).is_reproduced

        small = _with_script(found, shrunk(instance.puzzle, is_wrong))
        if not small.is_reproduced and is_wrong_alone(instance.puzzle):
            small = _with_script(found, shrunk(instance.puzzle, is_wrong_alone, MOST_SCRIPTS))
        return replace(small, why=_why_wrong(worker, small.problem, seconds) or why)


def _with_script(wrong: WrongAnswer, problem: Problem) -> WrongAnswer:
    """A wrong answer to this problem, with its truth, and what the library says alone."""
    solutions = tuple(solutions_of(problem))
    script = reproducer(wrong.solver, problem, solutions)
    said = None if script is None else run(script)
    return replace(wrong, problem=problem, solutions=solutions, script=script, said=said)


def _why_wrong(worker: Worker, problem: Problem, seconds: float) -> str:
    """Why an answer is wrong; empty where it is not."""
    terms, instance = terms_of(seconds), Instance("smaller", problem)
    declared = worker.start()
    report = worker.ask(problem, terms)
    claim = as_run(PlannedRun(instance, declared), report, terms, seed=0)
    return first_of(judge(problem, [claim, true_claim(instance)]).runs[0].refutations)


def keep(wrong: WrongAnswer, folder: Path) -> Path:
    """Write the files of a wrong answer into the folder of an audit, and return theirs."""
    own = subfolder(folder, WRONG, wrong.place)
    for name, text in wrong.files().items():
        write_whole(own / name, text)
    return own


def recorded_wrong_answers(folder: Path) -> Iterator[WrongAnswer]:
    """The wrong answers in the folder of an audit, as `keep` writes them.

    Raises:
        InputError: one cannot be read; says which.
    """
    for file in sorted((folder / WRONG).glob("*/answer.json")):
        own = file.parent
        solutions, script = (
            content_of(own / name, folder) for name in ("solutions.json", "reproducer.py")
        )
        try:
            known = json_value(content_of(file, folder))
            said = known.pop("said")
            yield WrongAnswer(
                **{name: str(known.pop(name)) for name in KNOWN},
                **known,
                problem=recorded_problem(own / "problem.json", folder),
                solutions=tuple(map(tuple, json_value(solutions))) if solutions else None,
                script=script.decode() if script else None,
                said=said and ScriptOutput(*said),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{file}: found no wrong answer of an audit: {error}") from None


def summary(wrong: WrongAnswer) -> str:
    """It in a sentence."""
    number = "" if wrong.solutions is None else f" of {counted(len(wrong.solutions), 'solution')}"
    alone = "" if wrong.script is None else f"; without accord: {_said(wrong)}"
    return f"{wrong.solver} on {wrong.column} ({wrong.name}{number}): {wrong.why}{alone}"


def _said(wrong: WrongAnswer) -> str:
    return wrong.said.text.splitlines()[-1] if wrong.said and wrong.said.text else "nothing"
