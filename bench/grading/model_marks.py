"""Marks of models: what the teacher's model says of an instance, and what a student's is worth.

The rule.  The points of a task are shared equally by its instances: public, hidden, and those of
each student.  A model is right that has the solutions of the reference, over the variables that
count, and the same best value; how that is compared stands in equivalence.py.  A right model has
half the share where it lacks a kind of constraint that the task requires, where it is slow as
marks.py says, or where its solutions were not listed in a time in which the reference's were.  The
first solution that only one of them has is the student's sentence, in the words of the task.

Times and nodes are those of the reference solver, asked for the best or else for the list.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from accord.bench.grading.equivalence import ComparedModel, Difference, difference
from accord.bench.grading.marks import Mark, is_slow, sentence_of
from accord.bench.grading.models import matching, places_of, reading, said_of
from accord.bench.grading.submissions import NoSubmissionError, Submission, model_file
from accord.bench.grading.tasks import Assignment, ModelTask, TasksError
from accord.bench.run.report import Report
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits
from accord.puzzles.files.outside_file import OutsideFileError
from accord.puzzles.layout import assignments
from accord.puzzles.objective import value_text
from accord.puzzles.phrasing import counted, listed, seconds
from accord.puzzles.problem import Problem

COUNTED = ("nodes", "decisions", "conflicts")  # the first that a solver counts
SEEDS = 2**31  # of `instance(seed)`, from 0


@dataclass(frozen=True)
class GradedInstance:
    """An instance of a task, with what the reference says of it."""

    task: ModelTask
    name: str
    part: str  # public, hidden or seeded
    parameters: Mapping[str, Any]
    expected: Mapping[str, list[str]]  # by array the names of the reference's variables
    reference: ComparedModel

    def text(self, values: Sequence[int], places: Sequence[int] | None = None) -> str:
        """Values of the variables that count, in the words of the task; all, or those at places."""
        names = [name for own in self.expected.values() for name in own]
        words = [
            self.task.words.get(array, ()) for array, own in self.expected.items() for _ in own
        ]
        texts = [
            known[value] if 0 <= value < len(known) else str(value)
            for value, known in zip(values, words, strict=True)
        ]
        if places is None or len(places) == len(names):
            return ", ".join(assignments(names, texts))
        return ", ".join(f"{names[place]}={texts[place]}" for place in places)


class _Judged(NamedTuple):
    """The state of a mark, and its sentence."""

    state: str
    sentence: str
    is_exact: bool = True


@dataclass(frozen=True)
class ModelGrader:
    """What reads models and compares them, in two processes."""

    assignment: Assignment
    limits: Limits
    seed: int
    reader: Worker  # of a solver that has no library
    solver: Worker  # the reference

    def instances(self, task: ModelTask, student: str = "") -> Iterator[GradedInstance]:
        """The instances of a task that all students have, or the further ones of one student.

        Raises:
            TasksError: the teacher's model says none, or the reference does not decide it in time.
        """
        file = Path(task.file)
        command = reading(file, file, None)
        sources: dict[str, list[Mapping[str, Any]]] = {}
        if not student:
            sources = {"public": [*task.public], "hidden": [*task.hidden]}
        try:
            for number in range(task.seeded if student else 0):
                digest = sha256(f"{self.seed} {student} {number}".encode()).digest()
                asked = int.from_bytes(digest[:8]) % SEEDS
                made = said_of(self.reader, command, asked, self.limits)
                sources.setdefault("seeded", []).append(made)
            for part, several in sources.items():
                for number, parameters in enumerate(several, 1):
                    problem = said_of(self.reader, command, parameters, self.limits)
                    yield self._instance(task, f"{part} {number}", part, parameters, problem)
        except NoSubmissionError as error:
            raise TasksError(f"{task.file}: {error}") from None

    def _instance(
        self, task: ModelTask, name: str, part: str, parameters: Mapping[str, Any], problem: Problem
    ) -> GradedInstance:
        found = places_of(problem, task.variables)
        for array, own in found.items():
            if not own:
                raise TasksError(f"{task.file}: {name}: found no variable {array}, expected one")
        places = tuple(each for own in found.values() for each in own)
        reference = ComparedModel(problem, places, self.solver, self.limits, task.listed)
        if not (reference.is_all or reference.found) or (
            reference.best and not reference.best.exhausted
        ):
            raise TasksError(
                f"{task.file}: {name}: {self.assignment.reference} did not decide it in "
                f"{seconds(self.limits.seconds)}; expected another reference, more time, or a "
                "smaller instance"
            )
        if not reference.is_all:
            reference.draw(task.drawn, self.seed)
        expected = {array: [problem.names[each] for each in own] for array, own in found.items()}
        return GradedInstance(task, name, part, parameters, expected, reference)

    def marks(
        self, submission: Submission, common: Sequence[GradedInstance], calls: Path | None
    ) -> Iterator[Mark]:
        """A mark for each instance.

        Args:
            submission: of the student.
            common: the instances that all students have.
            calls: the sandbox's filter of system calls; None: his model runs as the user.
        """
        for task in self.assignment.models:
            own = [each for each in common if each.task is task]
            last: Mark | None = None
            for each in (*own, *self.instances(task, submission.student)):
                if last and not last.loaded:  # it would take as long again
                    last = replace(last, instance=each.name, part=each.part)
                else:
                    last = self._mark(each, submission, calls)
                yield last

    def _mark(self, instance: GradedInstance, submission: Submission, calls: Path | None) -> Mark:
        task, reference = instance.task, copy(instance.reference)
        reference.worker = self.solver
        where = task.name, instance.name, instance.part
        try:
            file = model_file(submission.path, task.name)
            command = reading(submission.path, file, calls)
            problem = said_of(self.reader, command, instance.parameters, self.limits)
            places = matching(problem, instance.expected)
        except (NoSubmissionError, OutsideFileError) as error:
            state = getattr(error, "state", "failed")
            return Mark(*where, state, sentence_of(str(error)), loaded=state != "late")
        own = ComparedModel(problem, places, self.solver, self.limits, task.listed)
        took, ratio = _compared("wall_time", own.measured, reference.measured)
        counters = (_compared(each, own.measured, reference.measured)[1] for each in COUNTED)
        judged = self._judged(instance, own, reference, took, ratio)
        worth = {"right": 1.0, "slow": 0.5, "plain": 0.5}.get(judged.state, 0.0)
        return Mark(
            *(*where, judged.state, sentence_of(judged.sentence)),
            *(task.points / task.instances * worth, took, ratio),
            nodes=next(filter(None, counters), None),
            size=str(problem),
            is_exact=judged.is_exact,
        )

    def _judged(
        self,
        instance: GradedInstance,
        own: ComparedModel,
        reference: ComparedModel,
        took: float | None,
        ratio: float | None,
    ) -> _Judged:
        task, limit = instance.task, seconds(self.limits.seconds)
        found = difference(own, reference, task.drawn, self.seed)
        if isinstance(found, Difference):
            return _Judged("wrong", _difference_in_words(instance, found, own, reference))
        if found == 0:
            return _Judged("late", f"No solution of your model was found in {limit}.")
        if (best := reference.best) is not None:
            goal = reference.problem.goal
            if own.best is None or goal is None:
                return _Judged("wrong", "Your model has no objective, and the task asks for one.")
            if not own.best.exhausted:
                return _Judged("late", f"The best of your model was not proved in {limit}.")
            mine, right = own.best.grids.value, best.grids.value
            if mine != right and mine is not None and right is not None:
                solution = own.best.grids.claimed["solutions"][-1]
                values = instance.text([solution[each] for each in own.places])
                words = f"The best of your model has the value {value_text(mine)}: {values}"
                return _Judged("wrong", f"{words}. The best value is {value_text(right)}.")
        if missing := {*task.requires} - {each.kind for each in own.problem.constraints}:
            words = f"Right, but without {listed(sorted(missing))}, which the task requires: half."
            return _Judged("plain", words, found is None)
        if reference.is_done and not own.is_done:
            words = f"Right as far as is known, but its solutions were not listed in {limit}: half."
            return _Judged("slow", words, is_exact=False)
        if is_slow(self.assignment, took, ratio):
            words = f"Right, but more than {self.assignment.slow:g} times as slow: half."
            return _Judged("slow", words, found is None)
        if found is None:
            return _Judged("right", f"Right: {counted(len(own.found), 'solution')}, the same.")
        return _Judged("right", f"Right, as far as {found} drawn solutions show.", is_exact=False)


def _difference_in_words(
    instance: GradedInstance, found: Difference, own: ComparedModel, reference: ComparedModel
) -> str:
    """The sentence on a solution that one of the models has."""
    verb, values = found
    if verb == "forbids":
        said = f"Your model forbids {instance.text(values)}, which is right"
        broken = own.broken(values)
        return f"{said}; it breaks your {broken[1]}" if broken else said
    if (broken := reference.broken(values)) is None:
        return f"Your model allows {instance.text(values)}, which is wrong"
    places, name = broken
    return f"Your model allows {instance.text(values, places)}, which breaks: {name}"


def _compared(name: str, own: Report, other: Report) -> tuple[float | None, float | None]:
    """A figure of a run, and its ratio to that of another run; None where one is not known."""
    mine, known = own.cost.get(name), other.cost.get(name)
    return mine, mine / known if mine and known else None
