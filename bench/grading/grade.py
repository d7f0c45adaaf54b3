"""A class, student by student: each problem relabelled for him and asked in a process of its own.

A puzzle is sent when the answer to the one before has come.  The reference is asked the same
relabelled puzzle in a process of its own; its time is what ratios are of, and its answer says
whether there is a solution.  A grid that obeys the rules where the reference claims that there is
none refutes the reference: the student is right, and the report names the puzzle.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count, takewhile
from pathlib import Path
from queue import SimpleQueue
from secrets import randbits
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic

from accord.bench.campaigns.planned_run import isomorph_of
from accord.bench.grading.marks import (
    DOUBTED,
    LEAST,
    ClassMarks,
    Mark,
    StudentMarks,
    believed,
    is_better,
    is_slow,
    marked,
    time_of,
    with_printed,
)
from accord.bench.grading.model_marks import GradedInstance, ModelGrader
from accord.bench.grading.submissions import (
    PRINTED,
    START,
    Submission,
    solver_file,
    submissions,
)
from accord.bench.grading.tasks import Assignment, GradedTask, TasksError
from accord.bench.judge.steps import ShowStep, not_shown
from accord.bench.run.cores import siblings
from accord.bench.run.declare import declare
from accord.bench.run.enforcement import demand
from accord.bench.run.model_file import HOST
from accord.bench.run.report import Report
from accord.bench.run.sandbox import NoSandboxError, obstacle, write_filter
from accord.bench.run.supervisor import ForkServers, Worker
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.outside_data import in_a_line
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance

SEED_BITS = 48  # of a random seed: 15 digits, which people can copy
STARTS = 2  # of a program for a question: one for nothing, and its own
LOOK = 0.1  # seconds between two looks at whether everybody has stopped


def grade(
    path: Path,
    assignment: Assignment,
    *,
    slots: int = 1,
    sandboxed: bool = True,
    steps: ShowStep = not_shown,
) -> ClassMarks:
    """The marks of everybody.

    Args:
        path: a folder of submissions, or one of them.
        assignment: what is asked.
        slots: how many students at a time.
        sandboxed: whether they run in the sandbox; otherwise they have the rights of the user.
        steps: called when a student has been asked everything.

    Raises:
        NoSandboxError: there can be no sandbox here.
        InputError: there are no submissions, a limit cannot be held, or the reference does not
            decide a puzzle in time.
    """
    if sandboxed and (why := obstacle()):
        raise NoSandboxError(why)
    demand(_limits(assignment, sandboxed))
    found = submissions(path, assignment, sandboxed)
    number = count(1)
    seed = randbits(SEED_BITS) if assignment.seed is None else assignment.seed
    with ForkServers() as servers, ThreadPoolExecutor(slots) as pool:
        declare(assignment.reference, servers)
        own = _Class(assignment, seed, sandboxed, servers, _cpus(slots))
        if assignment.models:
            with own.model_grader() as grader:
                steps("reading the reference", 0, 1)
                own.instances = [x for task in assignment.models for x in grader.instances(task)]

        def one(submission: Submission) -> StudentMarks:
            marks = own.student(submission)
            steps("grading", next(number), len(found))
            return marks

        asked = [pool.submit(one, each) for each in found]
        try:
            students = [each.result() for each in asked]
        except BaseException:  # of one student, or Ctrl-C: the others stop as well
            own.stop(asked)
            raise
    sizes = [f"{each.task.name}, {each.name}: {each.sizes}" for each in own.instances]
    return ClassMarks(assignment, students, sandboxed, seed, sorted({*own.refuted}), sizes)


def _limits(assignment: Assignment, isolated: bool) -> Limits:
    """The limits of an answer; best effort where nothing isolates."""
    memory = assignment.megabytes << 20
    return Limits(assignment.seconds, memory, assignment.seconds, best_effort=not isolated)


def _cpus(slots: int) -> "SimpleQueue[tuple[int, ...]]":
    """A queue with one CPU for each slot, which all processes of a student share."""
    free: SimpleQueue[tuple[int, ...]] = SimpleQueue()
    there = siblings() or [()]
    for slot in range(slots):
        free.put(there[slot % len(there)][:1])
    return free


@dataclass
class _Class:
    """The assignment and all that its students share while they are graded."""

    assignment: Assignment
    seed: int
    isolated: bool
    servers: ForkServers  # of the reference
    cpus: "SimpleQueue[tuple[int, ...]]"  # that no student has now
    refuted: list[str] = field(default_factory=list)  # puzzles on which the reference is wrong
    instances: Sequence[GradedInstance] = ()  # that all students have
    stopped: Event = field(default_factory=Event)
    workers: list[Worker] = field(default_factory=list)

    def stop(self, asked: Sequence[Future[StudentMarks]]) -> None:
        """Ask nobody anything more, and end the questions that are being answered."""
        self.stopped.set()
        while not all(each.done() or each.cancel() for each in asked):
            for worker in [*self.workers]:  # a question whose worker was killed is asked again
                worker.interrupt()
            wait(asked, timeout=LOOK)

    def student(self, submission: Submission) -> StudentMarks:
        """The marks of one student; whatever goes wrong with him, others are marked."""
        problem, marks = submission.problem, list[Mark]()
        if not problem:
            cpu = self.cpus.get()
            try:
                marks = self._marks(submission, cpu)
            except TasksError:  # of the reference
                raise
            except Exception as error:
                problem = in_a_line(f"It could not be asked: {type(error).__name__}: {error}.")
            finally:
                self.cpus.put(cpu)
        if marks and not any(mark.loaded for mark in marks):
            problem = marks[0].sentence
        return StudentMarks(
            submission.student, submission.form, marks, problem, self.assignment.points
        )

    @contextmanager
    def model_grader(self, cpu: tuple[int, ...] = ()) -> Iterator[ModelGrader]:
        """What reads and compares models."""
        reference, limits = self.assignment.reference, _limits(self.assignment, self.isolated)
        with (
            Worker(HOST, core=cpu) as reader,
            Worker(reference, fork_servers=self.servers, core=cpu) as solver,
        ):
            self.workers += [reader, solver]
            yield ModelGrader(self.assignment, limits, self.seed, reader, solver)

    def _marks(self, submission: Submission, cpu: tuple[int, ...]) -> list[Mark]:
        reference = self.assignment.reference
        with TemporaryDirectory(prefix="accord-") as folder:
            if self.assignment.models:
                calls = write_filter(Path(folder)) if self.isolated else None
                with self.model_grader(cpu) as grader:
                    marks = grader.marks(submission, self.instances, calls)
                    return [*takewhile(lambda _: not self.stopped.is_set(), marks)]
            name = solver_file(submission, self.assignment, self.isolated, Path(folder))
            with (
                Worker(name, core=cpu) as worker,
                Worker(reference, fork_servers=self.servers, core=cpu) as other,
            ):
                self.workers += [worker, other]
                printed = Path(folder) / PRINTED
                return [*_StudentQuestions(submission, self, worker, other, printed).all()]


class _StudentQuestions:
    """The questions to one student."""

    def __init__(
        self,
        submission: Submission,
        own: _Class,
        worker: Worker,
        reference: Worker,
        printed: Path,
    ) -> None:
        self._class, self._assignment, self._printed = own, own.assignment, printed
        self._worker, self._reference = worker, reference
        self._limits = _limits(own.assignment, own.isolated)
        longer = own.assignment.seconds + STARTS * START
        held = replace(self._limits, seconds=longer, cpu_seconds=longer)
        self._terms = Terms(held, limit=1, once=True)
        self._form, self._beside = submission.form, submission.path.parent
        digest = sha256(f"{own.seed} {submission.student}".encode()).digest()
        self._seed = int.from_bytes(digest[:8])

    def all(self) -> Iterator[Mark]:
        """A mark for each question; the first is the last where a file cannot be loaded."""
        for task in self._assignment.tasks:
            marks = believed([*self._task(task)])
            yield from marks
            if marks and not any(mark.loaded for mark in marks):
                return

    def _task(self, task: GradedTask) -> Iterator[Mark]:
        share = task.points / (len(task.public) + len(task.hidden))
        for part, instance in _questions(task):
            if self._class.stopped.is_set():
                return
            relabelled, _ = isomorph_of(instance.problem, self._seed, 1)
            mark = self._mark(task, instance, part, relabelled, share)
            yield mark
            if not mark.loaded:
                return
            if part == "public" and mark.state in DOUBTED:
                yield self._mark(task, instance, "published", instance.problem, 0.0)

    def _mark(
        self, task: GradedTask, instance: Instance, part: str, problem: Problem, share: float
    ) -> Mark:
        reference = self._reference.ask(problem, Terms(self._limits, limit=1))
        is_best = problem.goal is None or reference.exhausted
        if not ((reference.grids.valid or reference.exhausted) and is_best):
            raise TasksError(
                f"{instance.name}: the reference {self._assignment.reference} did not decide it in "
                f"{self._assignment.seconds:g} s ({reference.outcome} {reference.reason}); "
                "expected another reference, more time, or another puzzle"
            )
        self._printed.unlink(missing_ok=True)
        began = monotonic()
        report = self._worker.ask(problem, self._terms)
        whole = monotonic() - began
        if is_better(problem, report, reference):
            self._class.refuted.append(instance.name)
        judged = marked(self._form, report, problem, reference, self._assignment, self._beside)
        state, sentence = judged.state, judged.sentence
        took, start = time_of(self._form, report)
        if state == "right" and took is None:  # what its worker measured was not to be believed
            took = whole
        ratio = _ratio(took, reference)
        worth = 1.0 if state == "right" else 0.0
        if worth and is_slow(self._assignment, took, ratio):
            state, worth = "slow", 0.5
            times = f"{self._assignment.slow:g} times"
            sentence = f"Right, but more than {times} as slow as the reference: half."
        elif not worth and self._printed.exists():
            sentence = with_printed(sentence, self._printed.read_text("utf-8", "replace"))
        return Mark(
            *(task.name, instance.name, part, state, sentence, share * worth, took, start, ratio),
            says_none=judged.says_none,
            loaded=judged.loaded,
        )


def _ratio(seconds: float | None, reference: Report) -> float | None:
    own = reference.cost.get("wall_time")
    if own and (start := reference.cost.get("startup_time")):
        own = max(LEAST, own - start)
    return seconds / own if seconds is not None and own else None


def _questions(task: GradedTask) -> Iterator[tuple[str, Instance]]:
    """Each puzzle with its part, in the order in which they are asked."""
    yield from (("public", instance) for instance in task.public)
    yield from (("hidden", instance) for instance in task.hidden)
