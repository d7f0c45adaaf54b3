"""Marks of models: what the teacher's model says of an instance, and what a student's is worth.

The rule.  The points of a task are shared equally by its instances: public, hidden, and those of
each student.  A model is right that has the solutions of the reference, over the variables that
count (how they are compared stands in equivalence.py), and whose best solution is one of the best
of the reference, by the reference's objective: values of his own do not matter.  A right model has
half the share where it does not use a kind of constraint that the task requires, where it is slow
as marks.py says, or where its solutions were not listed or compared in the time for that.  A single
question that is not decided makes it late: nothing is known of that solution.  The first solution
that only one of them has is the student's sentence, in the words of the task.

A model uses a kind where it has other solutions without its constraints of that kind, in one
instance of the task at least: a constraint that says nothing, or nothing new, is none.

Times and nodes are those of the reference solver, asked for the best or else for the list.  It is
asked both models in turn, RUNS times each where these take no longer than ENOUGH, and the medians
are compared.  Nodes are compared by the first counter that it has for the reference, or not at all.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from accord.bench.grading.equivalence import ComparedModel, Difference, NoDifference, difference
from accord.bench.grading.marks import Mark, is_slow, sentence_of, with_printed
from accord.bench.grading.models import matching, places_of, reader_answer, reading
from accord.bench.grading.submissions import MODELS, NoSubmissionError, Submission, model_file
from accord.bench.grading.tasks import ONE_INSTANCE, Assignment, ModelTask, TasksError
from accord.bench.run.report import Report
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits
from accord.puzzles.files.outside_file import OutsideFileError
from accord.puzzles.layout import assignments, element_of
from accord.puzzles.objective import value_text
from accord.puzzles.phrasing import counted, listed, plural, seconds

WORTH = {"right": 1.0, "slow": 0.5, "plain": 0.5}  # of the share, by state
RUNS, ENOUGH = 3, 2.0  # of each model; seconds of all runs, after which there are no more
COUNTED = ("nodes", "decisions", "conflicts")  # the first that a solver counts


@dataclass(frozen=True)
class GradedInstance:
    """An instance of a task, with what the reference says of it."""

    task: ModelTask
    name: str
    part: str  # public, hidden or seeded
    parameters: Mapping[str, Any]
    expected: Mapping[str, list[str]]  # by array the names of the reference's variables
    reference: ComparedModel

    @property
    def sizes(self) -> str:
        """The sizes of the arrays that count: `time (3), room (3)`."""
        return ", ".join(f"{array} ({len(own)})" for array, own in self.expected.items())

    def text(self, values: Sequence[int], places: Sequence[int] | None = None) -> str:
        """Values of the variables that count, in the words of the task; all, or those at places."""
        names = [name for own in self.expected.values() for name in own]
        words = (
            self.task.words.get(array, ()) for array, own in self.expected.items() for _ in own
        )
        pairs = zip(values, words, strict=True)
        texts = [known[n] if 0 <= n < len(known) else str(n) for n, known in pairs]
        if places is None or len(places) == len(names):
            return ", ".join(assignments(names, texts))
        return ", ".join(f"{names[place]}={texts[place]}" for place in places)


@dataclass(frozen=True)
class ModelGrader:
    """What reads models and compares them, in two processes."""

    assignment: Assignment
    limits: Limits
    seed: int
    reader: Worker  # of a solver that has no library
    solver: Worker  # the reference

    def instances(self, task: ModelTask) -> Iterator[GradedInstance]:
        """The instances of a task that all students have.

        Raises:
            TasksError: the teacher's model says none, or the reference does not decide it in time.
        """
        for part, several in (("public", task.public), ("hidden", task.hidden)):
            for number, asked in enumerate(several, 1):
                yield self._instance(task, f"{part} {number}", part, asked)

    def seeded(self, task: ModelTask, student: str) -> Iterator[GradedInstance | Mark]:
        """The instances of one student; where there is none, a mark that says why."""
        random = Random(f"{self.seed} {student}")
        for number in range(1, task.seeded + 1):
            where, seed = (task.name, f"seeded {number}", "seeded"), random.getrandbits(31)
            made = None
            try:
                made = self._read(task, seed)
                yield self._instance(task, *where[1:], made)
            except TasksError as error:  # others have other instances
                table = f" = {json.dumps(made):.200}" if made is not None else ""
                words = str(error).replace(f"{Path(task.file).parent}/", "")
                yield Mark(*where, "failed", sentence_of(f"{words}; instance({seed}){table}"))

    def _read(self, task: ModelTask, asked: object) -> Any:
        """What the teacher's file says: a problem, or the table for a number."""
        command = reading(Path(task.file), Path(task.file), None)
        try:
            return reader_answer(self.reader, command, asked, self.limits)[0]
        except NoSubmissionError as error:
            raise TasksError(f"{task.file}: {error}") from None

    def _instance(
        self, task: ModelTask, name: str, part: str, parameters: Mapping[str, Any]
    ) -> GradedInstance:
        problem = self._read(task, parameters)
        found = places_of(problem, task.variables)
        if missing := [array for array, own in found.items() if not own]:
            raise TasksError(f"{task.file}: {name}: found no variable {missing[0]}, expected one")
        for array, own in found.items():
            names = [problem.names[each] for each in own]
            axes = zip(*(element_of(each)[1] for each in names), strict=False)
            if prod(max(axis) - min(axis) + 1 for axis in axes) > len(names):
                raise TasksError(
                    f"{task.file}: {name}: found {listed(names, most=5)} of {array}, expected an "
                    "array without holes: a variable in no constraint is in no model"
                )
        places = tuple(each for own in found.values() for each in own)
        reference = ComparedModel(problem, places, self.solver, self.limits, task.listed)
        if not (reference.is_all or reference.found) or (
            reference.best and not reference.best.exhausted
        ):
            how = _ending(reference.best or reference.listing)
            raise TasksError(
                f"{task.file}: {name}: {self.assignment.reference} did not decide it ({how}); "
                "expected another reference, more `seconds`, or a smaller instance"
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
            last, marks, used = None, list[Mark](), set[str]()
            for each in (*own, *self.seeded(task, submission.student)):
                if isinstance(each, Mark):
                    marks.append(each)
                    continue
                if last and not last.loaded:  # it would take as long again
                    last = replace(last, instance=each.name, part=each.part)
                else:
                    last = self._mark(each, submission, calls, used)
                marks.append(last)
            missing = listed(sorted({*task.requires} - used))
            for mark in marks:
                if mark.state == "right" and missing:
                    words = f"Right, but it makes no use of {missing}: half."
                    mark = replace(mark, state="plain", sentence=words, points=mark.points / 2)
                yield mark

    def _mark(
        self,
        instance: GradedInstance,
        submission: Submission,
        calls: Path | None,
        used: set[str],
    ) -> Mark:
        """The mark of a model, `used` with the kinds that it is seen to use."""
        task, reference = instance.task, copy(instance.reference)
        reference.worker, reference.verifying = self.solver, 0.0
        where = task.name, instance.name, instance.part
        printed = single = ""
        try:
            file = model_file(submission.path, task.name, self.assignment)
            if task.instances > 1 and file.suffix in ONE_INSTANCE:
                form = MODELS[file.suffix]
                single = f" A file in {form} says one instance, and the task has {task.instances}."
            command = reading(submission.path, file, calls, self.assignment.packages)
            asked = instance.parameters
            problem, printed = reader_answer(self.reader, command, asked, self.limits)
            places = matching(problem, instance.expected)
        except (NoSubmissionError, OutsideFileError) as error:
            state = getattr(error, "state", "failed")
            words = str(error).replace(f"{submission.path.parent}/", "")  # no news to the student
            words = sentence_of(words, submission.path.parent) + single
            words = with_printed(words, getattr(error, "printed", "") or printed)
            return Mark(*where, state, words, loaded=state != "late")
        own = ComparedModel(problem, places, self.solver, self.limits, task.listed)
        found = difference(own, reference, task.drawn, self.seed)
        state, sentence = self._judged(instance, own, reference, found)
        took, ratio, nodes = None, None, None
        if state in WORTH:
            took, ratio = _timed(own, reference)
            nodes = nodes_of(own.measured, reference.measured)
            for kind in {*task.requires} - used:
                without = own.without(kind)
                if isinstance(difference(without, reference, task.drawn, self.seed), Difference):
                    used.add(kind)
        if state == "right" and is_slow(self.assignment, took, ratio):
            times = f"{self.assignment.slow:g} times"
            state, sentence = "slow", f"Right, but more than {times} as slow: half."
        worth = task.points / task.instances * WORTH.get(state, 0.0)
        sentence = sentence_of(sentence)
        if not worth:
            sentence = with_printed(sentence + single, printed)
        return Mark(
            *(*where, state, sentence, worth, took),
            ratio=ratio,
            nodes=nodes,
            size=str(problem),
            compared=None if isinstance(found, Difference) or found.is_exact else found.checked,
        )

    def _judged(
        self,
        instance: GradedInstance,
        own: ComparedModel,
        reference: ComparedModel,
        found: Difference | NoDifference,
    ) -> tuple[str, str]:
        """The state and the sentence of a mark, before it is known whether the model is slow."""
        limit = seconds(self.limits.seconds)
        if isinstance(found, Difference):
            return "wrong", _difference_in_words(instance, found, own)
        if own.verifying > self.limits.seconds:
            return "late", f"The solutions of your model were not verified in {limit}."
        if not (found.is_exact or own.found or own.kept):
            return self._undecided("No solution of your model was found", own.listing)
        if found.undecided:
            open_ones = found.there - found.checked
            were = plural(open_ones, "was", "were")
            words = f"{open_ones} of {counted(found.there, 'solution')} {were} not decided"
            return self._undecided(words, found.undecided)
        if reference.best:
            if own.best is None:
                return "wrong", "Your model has no objective, and the task asks for one."
            if not own.best.exhausted:
                return self._undecided("The best of your model was not proved", own.best)
            best = reference.best.grids.value
            if own.best.grids.value is not None and best is not None:
                solution = own.best.grids.claimed["solutions"][-1]
                values = tuple(solution[each] for each in own.places)
                there = reference.best_with(values)
                costs, goal = there.grids.value, reference.problem.goal
                if reference.allows(values) is False or (costs is None and there.exhausted):
                    found = Difference("allows", values)
                    return "wrong", _difference_in_words(instance, found, own)
                if costs != best and (costs is None or not there.exhausted):
                    return self._undecided("The value of your best solution was not proved", there)
                if costs != best and costs is not None:
                    verb = "costs" if goal and goal.sense == "minimize" else "is worth"
                    said = f"Your best, {instance.text(values)}, {verb} {value_text(costs)}"
                    return "wrong", f"{said}; {value_text(best)} is possible."
        if reference.is_listed and not own.is_listed:
            return "slow", f"Right as far as is known, but not listed in {limit}: half."
        if found.is_exact:
            return "right", f"Right: {counted(len(own.found), 'solution')}, the same."
        which = "random solution" if found.are_random else "solution"
        shown = (
            f"as far as {counted(found.checked, which)} {plural(found.checked, 'shows', 'show')}"
        )
        if found.unasked:
            return "slow", f"Right, {shown}; there was no time for {found.unasked:,} others: half."
        return "right", f"Right, {shown}."

    def _undecided(self, what: str, report: Report) -> tuple[str, str]:
        """The state and the sentence of a mark after a question that has no answer."""
        if report.outcome in ("OK", "TIMEOUT"):
            return "late", f"{what} in {seconds(self.limits.seconds)}."
        return "failed", f"{what}: {self.assignment.reference}: {_ending(report)}"


def _difference_in_words(instance: GradedInstance, found: Difference, own: ComparedModel) -> str:
    """The sentence on a solution that one of the models has."""
    verb, values = found
    if verb == "forbids":
        broken = own.broken(values)
        why = f"; it breaks your {broken[1]}" if broken else ""
        return f"Your model forbids {instance.text(values)}, which is right{why}"
    places, name = instance.reference.broken(values) or (None, "")
    why = f"which breaks: {name}" if name else "which is wrong"
    return f"Your model allows {instance.text(values, places)}, {why}"


def _ending(report: Report) -> str:
    """How a question to the solver has ended: its outcome and the reason."""
    return f"{report.outcome}, {report.reason}" if report.reason else report.outcome


def _timed(own: ComparedModel, reference: ComparedModel) -> tuple[float | None, float | None]:
    """The median of the seconds of a model, and its ratio to the reference's, asked in turn."""
    runs: list[tuple[float, float]] = []
    while len(runs) < RUNS and sum(map(sum, runs)) < ENOUGH:
        reports = (own.again() if runs else own.measured, reference.again())
        mine, other = (each.cost.get("wall_time") for each in reports)
        if not (mine and other):
            return mine, None
        runs.append((mine, other))
    mine, other = map(median, zip(*runs, strict=True))
    return mine, mine / other


def nodes_of(own: Report, reference: Report) -> float | None:
    """The ratio of what the reference's run has counted first; None where one has not."""
    name = next((each for each in COUNTED if reference.cost.get(each) is not None), "")
    mine, other = own.cost.get(name), reference.cost.get(name)
    return mine / other if mine and other else None
