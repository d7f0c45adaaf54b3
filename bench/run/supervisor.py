"""The supervisor: keeps one solver in a process of its own, and its limits from outside.

pycosat and compiled python-constraint ignore signals while they search, CP-SAT and Z3 swallow
Ctrl-C, and a thread cannot stop a library that holds the interpreter's lock.  So a limit is kept
by another process: the solver runs in a worker (bench/run/worker.py), the backend gets the
limit as its deadline, and a watchdog (bench/run/watchdog.py) ends what overruns it.  A worker
answers many questions one after the other, so that start-up and imports are paid once and are in no
timing; after a kill or a crash the next question gets a fresh one from the solver's fork server
(bench/run/fork_server.py), and after some thousand questions, too, as some libraries leak.

Questions to a very fast solver come in batches, since a question and its answer through the pipes
take some hundred microseconds; each run of a batch is held to its limits by itself, and one that
is killed costs the others nothing.

A run that ends after its limit is a TIMEOUT, whatever it claims then; the grids it yielded in time
remain evidence.
"""

import pickle
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any

from accord.bench.run.clock_check import DOUBTFUL, ClockCheck
from accord.bench.run.cores import usable_cpus
from accord.bench.run.cutoff import NOT_WAITED_FOR, Cutoff
from accord.bench.run.enforcement import grade
from accord.bench.run.heartbeat import LONGEST_PREPARATION
from accord.bench.run.messages import (
    ANY,
    ANY_TEXT,
    COUNT,
    DURATION,
    LONGEST_REASON,
    OBJECT,
    TEXT,
    TRUTH,
    ExitReport,
    Fields,
    Message,
    NonsenseError,
    Permitted,
    expect_fields,
    list_of,
    or_none,
)
from accord.bench.run.other_load import NOISY, OtherLoad
from accord.bench.run.process_tree import tree_time
from accord.bench.run.report import Declaration, Report, ReportBuilder
from accord.bench.run.start_up import TOO_LONG, UNKNOWN, StartUp
from accord.bench.run.terms import IMPORT_LIMIT, USUAL_TERMS, Call, Limits, Question, Terms
from accord.bench.run.watchdog import GRACE, REPORT_TIME
from accord.bench.run.worker_process import (
    BROKEN,
    CLEARANCE,
    END_TIME,
    DiedError,
    ForkServerProcess,
    SilentError,
    WorkerProcess,
)
from accord.bench.run.zygote import Zygote
from accord.puzzles.errors import InputError
from accord.puzzles.outside_data import in_a_line
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution
from accord.solvers.registry import name_and_settings
from accord.solvers.settings import MOST_THREADS

SILENT = "it reported nothing until a second after its limit, and was ended"
MOST_SAID = 1000  # values of a call, and
MOST_BYTES = 2**28  # bytes of them together
MOST_TIMES = 10  # its limit, until which a worker may send the grids of a question
RETIREMENT = 2000  # questions that one process is asked
LONGEST_NAME = 4096  # characters of what a solver declares: its name may be a path
_NAME = Permitted(
    f"printable text of at most {LONGEST_NAME} characters",
    lambda value: type(value) is str and len(value) <= LONGEST_NAME and value.isprintable(),
)
_DECLARATION: Fields = {  # the fields of a declaration
    **dict.fromkeys(("name", "settings", "version", "family", "engine", "model", "source"), _NAME),
    "cores": Permitted(
        f"a whole number from 1 to {MOST_THREADS}",
        lambda value: type(value) is int and 0 < value <= MOST_THREADS,
    ),
    **dict.fromkeys(("places", "accepts"), list_of(ANY_TEXT)),
}
_START_UP: Fields = {
    "seconds": or_none(DURATION),
    "flag": Permitted("a flag", lambda value: value in ("", TOO_LONG, UNKNOWN)),
}

Watch = Callable[[Solution], None]  # called with each grid as it comes, right or wrong


class CannotStartError(InputError):
    """The worker could not load its solver; says why."""


class FailedImportError(CannotStartError):
    """A solver's import or its warm-up on a tiny puzzle failed, or took too long.

    Every question to this solver is answered with that, and the others go on.
    """


class WasKilledError(CannotStartError):
    """A worker was killed from outside while it started."""


class CannotRunError(CannotStartError):
    """A solver needs a package or program that is not installed."""


class EndedError(Exception):
    """A call in a solver's process did not return; says why."""

    def __init__(self, report: ExitReport) -> None:
        super().__init__(report.reason)
        self.report = report


class ForkServers:
    """One fork server for each solver, shared by its workers, all forked from one zygote.

    A solver whose import has failed is not imported again.
    """

    def __init__(self, *, timed: bool = True) -> None:
        """Start no fork server yet.

        Args:
            timed: measure what starting a solver's program costs, which takes a Java program 1 s.
        """
        self._timed = timed
        self._zygote = Zygote()
        self._lock = threading.Lock()
        self._started: dict[tuple[str, bool], ForkServerProcess] = {}
        self._failed: dict[str, FailedImportError] = {}

    def __enter__(self) -> "ForkServers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def of(self, solver: str, *, cold: bool) -> ForkServerProcess:
        """The running fork server of a solver; started where there is none.

        Raises:
            FailedImportError: the import of this solver has failed before.
        """
        with self._lock:
            if solver in self._failed:
                raise self._failed[solver]
            found = self._started.get((solver, cold))
            if found is not None and not found.is_there:
                found.close()
                found = None
            found = found or ForkServerProcess(
                solver, cold=cold, timed=self._timed, start=self._zygote.start
            )
            self._started[solver, cold] = found
            return found

    def fail(self, solver: str, error: FailedImportError) -> None:
        """Remember that the import of this solver has failed, and end its fork servers."""
        with self._lock:
            self._failed[solver] = error
            for key in [key for key in self._started if key[0] == solver]:
                self._started.pop(key).kill()

    def failure(self, solver: str) -> str:
        """The reason why this solver's import failed; empty if it has not."""
        with self._lock:
            return str(self._failed.get(solver, ""))

    @property
    def processes(self) -> list[int]:
        """The process numbers of all fork servers, and of their zygote."""
        with self._lock:
            return [*self._zygote.processes, *(each.process for each in self._started.values())]

    def close(self) -> None:
        """End all fork servers."""
        with self._lock:
            while self._started:
                self._started.popitem()[1].close()
            self._zygote.close()


class Worker:
    """A solver in a process of its own, which the kernel ends when this process ends.

    Where its fork server is no fork of a zygote, it ends with the thread that started that.
    """

    def __init__(
        self,
        solver: str,
        *,
        cold: bool = False,
        fork_servers: ForkServers | None = None,
        core: Sequence[int] = (),
        load: OtherLoad | None = None,
    ) -> None:
        """Take the solver's name; nothing is started yet.

        Args:
            solver: as people write it.
            cold: each question is the first that its process is asked.
            fork_servers: those of other workers; by default it has its own.
            core: the CPUs it may run on; by default all.
            load: a meter of what others do on these CPUs; by default that is not measured.
        """
        self.solver = solver
        self._cold = cold
        self._fork_servers = fork_servers or ForkServers()
        self._has_own = fork_servers is None
        self._core = tuple(core)
        self._load = load
        self._used: float | None = None  # CPU seconds of its tree behind the latest batch, if known
        self._process: WorkerProcess | None = None
        self._declaration: Declaration | None = None  # once a process has started
        self._answered = 0  # by this process
        self._start_up = StartUp()  # of the solver's program

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, and the fork server if it is its own."""
        self._drop()
        if self._has_own:
            self._fork_servers.close()

    def _drop(self) -> None:
        """End the process; the next question starts another."""
        process, self._process, self._answered = self._process, None, 0
        if process is not None:
            process.close()

    @property
    def processes(self) -> set[int]:
        """The process numbers of the zygote, the fork server, the watchdog and the worker."""
        own = self._process.processes if self._process is not None else []
        return {*own, *self._fork_servers.processes}

    def interrupt(self) -> None:
        """Kill the process from another thread; the thread that waits for it gets an error."""
        if (process := self._process) is not None:
            process.interrupt()

    def start(self, import_limit: float = IMPORT_LIMIT) -> Declaration:
        """Start a process that is ready for a question; the declaration of its solver.

        Args:
            import_limit: seconds that the solver may take to be imported.

        Raises:
            FailedImportError: its import failed, now or before; or took longer than that.
            CannotStartError: it could not load the solver.
        """
        if self._process is not None and self._declaration is not None:
            return self._declaration
        try:
            return self._start(import_limit)
        except CannotStartError as error:
            if isinstance(error, FailedImportError):
                self._fork_servers.fail(self.solver, error)
            self.close()
            raise

    def _start(self, import_limit: float) -> Declaration:
        """As `start`, without ending the process where that fails.

        Raises:
            FailedImportError, CannotStartError: as `start`.
        """
        fork_server = self._fork_servers.of(self.solver, cold=self._cold)
        try:
            message = fork_server.ready(import_limit)
            self._declaration = _declaration(message)
            _expect_name(self.solver, self._declaration)
            self._start_up = _started(fork_server.start_up())
            self._process = fork_server.start(self._core)
            message = self._process.receive(monotonic() + import_limit)
            expected = {"failed": ANY_TEXT} if "failed" in message else {"ready": TRUTH}
            expect_fields("message", message, expected)
        except SilentError:
            raise FailedImportError(f"not ready after {import_limit:g} s") from None
        except NonsenseError as error:
            raise FailedImportError(f"{BROKEN}: {error}") from None
        except DiedError:
            ended = self._exit_report() if self._process else fork_server.exit_report()
            was_imported = self._process is None and self._declaration is not None
            kind = CannotStartError if was_imported else FailedImportError
            kind = WasKilledError if ended.outcome == "KILLED" else kind
            raise kind(ended.explanation) from None
        if "failed" in message:
            raise FailedImportError(in_a_line(message["failed"], LONGEST_REASON))
        return self._declaration

    def ask(
        self, problem: Problem, terms: Terms = USUAL_TERMS, watch: Watch = lambda grid: None
    ) -> Report:
        """The report on one question, within the limits and the grace, whatever the solver does.

        Args:
            problem: what is asked.
            terms: on which; cold ones only of a worker that is.
            watch: called with each grid as it comes.
        """
        ((_, report),) = self.ask_all([Question(problem, terms)], watch)
        return report

    def ask_all(
        self,
        questions: Sequence[Question],
        watch: Watch = lambda grid: None,
        cutoffs: Sequence[Cutoff] = (),
    ) -> Iterator[tuple[int, Report]]:
        """Reports on these questions, each with its place among them.

        Where a process ends before it has sent all its answers, the others are asked again.  So is,
        once, a question whose process was killed from outside, as no solver is to blame for that.

        Args:
            questions: with the same limits.
            watch: called with each grid as it comes.
            cutoffs: of each question, or none.
        """
        cutoffs = cutoffs or [Cutoff()] * len(questions)
        held = "enforced" if grade(questions[0].terms.limits) == "enforced" else "best-effort"
        left = list(range(len(questions)))
        killed = set()
        doubted: dict[int, Report] = {}
        while left:
            again = doubted.get(left[0])
            asked = left[:1] if self._cold or again else left[:]
            batch = [(questions[place], cutoffs[place]) for place in asked]
            reports, clock = self._batch(batch, _nobody if again else watch)
            if self._load and self._load.end(self._used):
                for _, report in reports:
                    report.flags = (*report.flags, NOISY)
            if clock.is_to_be_repeated and not again:
                doubted |= {asked[index]: report for index, report in reports}
                continue
            for index, report in reports:
                place = asked[index]
                if report.outcome == "KILLED" and place not in killed:
                    killed.add(place)
                    continue
                if report.outcome != "TIMEOUT":
                    report.cut = None
                elif report.cut is not None:
                    report.reason = NOT_WAITED_FOR
                if again is not None:
                    report.claims_too(again)
                _doubt(report, clock)
                if self._start_up.seconds is not None:
                    report.cost["startup_time"] = self._start_up.seconds
                if flag := self._start_up.flag:
                    report.flags = (*report.flags, flag)
                    report.note(f"{flag}: what starting its program takes is in its times")
                report.reason = in_a_line(report.reason, LONGEST_NAME)
                report.limits = held
                left.remove(place)
                yield place, report
            if self._cold or self._answered >= RETIREMENT:
                self._drop()

    def _batch(
        self, asked: Sequence[tuple[Question, Cutoff]], watch: Watch
    ) -> tuple[list[tuple[int, Report]], ClockCheck]:
        """The reports up to the first run that ends the process, and the clock of the batch.

        Where the process ended between two questions, the second one is left to the next process.
        """
        questions = [question for question, _ in asked]
        builder = ReportBuilder(questions[0], watch, self._answered)
        place = 0
        reports: list[tuple[int, Report]] = []
        clock = ClockCheck(len(self._core) or usable_cpus())
        try:
            process = self._begin(questions, clock)
            for place, (question, cutoff) in enumerate(asked):
                builder = ReportBuilder(question, watch, self._answered)
                with cutoff.over(partial(_cut, process, builder, place)):
                    self._receive(process, builder, question, clock)
                if builder.leaving:
                    raise DiedError
                self._answered += 1
                if place == len(questions) - 1:
                    clock.end(process.spent())
                    self._sweep(process, builder, clock)
                reports.append((place, builder.report))
            return reports, clock
        except FailedImportError as error:
            ended = ExitReport("ERROR", f"import: {error}")
        except CannotStartError as error:
            outcome = "KILLED" if isinstance(error, WasKilledError) else "ERROR"
            ended = ExitReport(outcome, f"cannot start: {error}")
        except (SilentError, DiedError, NonsenseError) as error:
            ended = self._how_it_ended(error)
            if isinstance(error, NonsenseError):  # of this question, whatever it does by now
                ended = replace(ended, place=place)
            unbegun = builder.is_behind_others and ended.wall_time is None and not ended.overrun
            if unbegun and isinstance(error, DiedError):
                return reports, clock
        if place < ended.place < len(questions):  # it had answered some that were not sent yet
            place = ended.place
            builder = ReportBuilder(questions[place], watch)
        reports.append((place, builder.interrupted(ended)))
        return reports, clock

    def _how_it_ended(self, error: SilentError | DiedError | NonsenseError) -> ExitReport:
        """The exit report of the process, which is ended here where it has not."""
        if isinstance(error, DiedError):
            return self._exit_report()
        ended = self._exit_report(end_time=0.0)
        if isinstance(error, NonsenseError):
            if not ended.overrun:
                ended = replace(ended, outcome="ERROR", reason=f"{BROKEN}: {error}")
        elif not (ended.overrun or ended.lost):
            ended = replace(ended, outcome="TIMEOUT", reason=str(error) or SILENT)
        return ended

    def call(
        self,
        function: Callable[..., Iterator[Any]],
        *arguments: object,
        limits: Limits,
        kind: Permitted = ANY,
        least: int = 0,
        most: int = MOST_SAID,
        import_limit: float = IMPORT_LIMIT,
    ) -> Generator[Any, None, None]:
        """The values that a function yields in the solver's process, called with the solver.

        Nothing of it is to be trusted: a solver that wants to can say whatever the function could.
        Where no more is asked for before its end, the process is ended.

        Args:
            function: of a module of accord's; gets the Selection and these arguments.
            arguments: what else it gets.
            limits: of the whole call.
            kind: what each value may be.
            least: values that it has to yield.
            most: values that it may yield, of up to MOST_BYTES together.
            import_limit: seconds that the solver may take to be imported.

        Raises:
            CannotStartError: the solver cannot be loaded.
            EndedError: the process ended before the function returned, or this raised something;
                or it said what it may not say.
        """
        self.start(import_limit)
        process, deadline = self._process, monotonic() + MOST_TIMES * _patience(limits)
        assert process is not None
        try:
            process.watch(limits)
            process.send(pickle.dumps(Call(function, arguments, limits)), _patience(limits))
            said, before = 0, process.taken
            while "said" in (message := self._called(process, deadline, limits, kind)):
                if (said := said + 1) > most:
                    raise NonsenseError(
                        f"found more than {counted(most, 'value')}, expected no more"
                    )
                if process.taken - before > MOST_BYTES:
                    raise NonsenseError(
                        f"found values of more than {MOST_BYTES:,} bytes together, expected fewer"
                    )
                yield message["said"]
            if "returned" in message and said < least:
                raise NonsenseError(f"found {counted(said, 'value')}, expected {least}")
        except (SilentError, DiedError, NonsenseError) as error:
            ended = self._how_it_ended(error)
            raise EndedError(replace(ended, reason=in_a_line(ended.reason, LONGEST_NAME))) from None
        except GeneratorExit:
            self._drop()
            raise
        self._answered += 1
        if "error" in message:
            raise EndedError(ExitReport("ERROR", in_a_line(message["error"], LONGEST_NAME)))

    def _called(
        self, process: WorkerProcess, deadline: float, limits: Limits, kind: Permitted
    ) -> Message:
        """The next message of a call, with values of the kind permitted.

        Raises:
            SilentError, DiedError, NonsenseError: there is none that can come now.
        """
        message = process.receive(min(deadline, monotonic() + _patience(limits) + process.reading))
        fields: Fields = {"said": kind, "returned": TRUTH, "error": TEXT}
        key = next((each for each in fields if each in message), "returned")
        expect_fields("message", message, {key: fields[key], "of": COUNT})
        if message["of"] != self._answered:
            raise NonsenseError(f"of: found call {message['of']}, expected {self._answered}")
        return message

    def _receive(
        self, process: WorkerProcess, builder: ReportBuilder, question: Question, clock: ClockCheck
    ) -> None:
        """Receive the messages on a question, and compare its times with the supervisor's clock.

        Raises:
            SilentError: nothing came in time, or grids still came long after the time limit.
        """
        is_over = False
        while not is_over:
            if monotonic() - builder.began > MOST_TIMES * _patience(question.terms.limits):
                raise SilentError(f"it sent grids for {MOST_TIMES} times its limit: was ended")
            try:
                message = process.receive(_latest(builder, question) + process.reading)
            finally:
                clock.stood_still = process.stood_still
            came = monotonic()
            is_over = builder.receive(message)
            handled = monotonic() - came
            clock.handled(handled)
            builder.handling += handled
            wrong = ""
            if probed := message.get("probed"):
                besides = probed["worked"] + probed["aside"]
                wrong = clock.contradiction_behind(builder.end, besides)
            elif is_over or builder.probing:
                wrong = clock.contradiction(message.get("end")) or builder.impossible
            if wrong:
                builder.report.refuse_figures(f"impossible: it {wrong}")
            if builder.probing:  # the process may end before the batch does
                clock.end(process.spent())

    def _sweep(self, process: WorkerProcess, builder: ReportBuilder, clock: ClockCheck) -> None:
        """End the processes that the runs have left behind.

        Where the watchdog is silent the answers stand, as they had come before; but something must
        have kept it from working, and so they are asked for again.
        """
        began = monotonic()
        try:
            left, gone, self._used = process.sweep(began + CLEARANCE)
        except SilentError:
            left, gone = [], True
            clock.stood_still += monotonic() - began
        builder.note_left(left)
        if gone:
            self._drop()

    def _begin(self, questions: Sequence[Question], clock: ClockCheck) -> WorkerProcess:
        """Send questions to the process, started where it is not; the process."""
        terms = questions[0].terms
        self.start(terms.import_limit)
        assert self._process is not None
        pickled = pickle.dumps(tuple(questions))  # of a large problem it takes a second
        clock.begin(self._process.spent())
        if self._load:
            self._load.begin(tree_time(self._process.processes))
        self._used = None
        self._process.watch(terms.limits)
        self._process.send(pickled, _patience(terms.limits))
        return self._process

    def _exit_report(self, end_time: float = END_TIME) -> ExitReport:
        process, self._process, self._answered = self._process, None, 0
        assert process is not None
        ended = process.exit_report(end_time)
        self._used = ended.used
        return ended


def _cut(process: WorkerProcess, builder: ReportBuilder, place: int, seconds: float) -> None:
    """Have the run at this place of a batch end after so many seconds."""
    if (had := builder.cut(seconds)) is not None:
        process.cut(had, place)


def _nobody(grid: Solution) -> None:
    """Ignore a grid: it belongs to a question that is asked again."""


def _doubt(report: Report, clock: ClockCheck) -> None:
    """Add to the report's reason why its times are doubtful, if they are."""
    if clock.missing and clock.is_error:
        report.refuse_figures(clock.doubt)
    elif clock.doubt:
        report.flags = (*report.flags, DOUBTFUL)
        report.note(clock.doubt)


def _patience(limits: Limits) -> float:
    """The seconds after which a worker has sent a message, or its watchdog has ended it."""
    return limits.seconds + REPORT_TIME + GRACE


def _latest(builder: ReportBuilder, question: Question) -> float:
    """The deadline of the next message, in time.monotonic's seconds."""
    preparation = LONGEST_PREPARATION if builder.preparing else 0.0
    return monotonic() + preparation + _patience(question.terms.limits)


def _declaration(message: Message) -> Declaration:
    """The declaration of a solver, as a fork server reports it.

    Raises:
        CannotRunError: what it needs is not installed.
        CannotStartError: it cannot be loaded.
        FailedImportError: it is there, and its import has failed.
        NonsenseError: it is no report of that.
    """
    failures = {"missing": CannotRunError, "failed": CannotStartError, "broken": FailedImportError}
    for kind, failure in failures.items():
        if kind in message:
            expect_fields("fork server", message, {kind: ANY_TEXT})
            raise failure(in_a_line(message[kind], LONGEST_NAME))
    expect_fields("fork server", message, {"ready": OBJECT})
    expect_fields("fork server: ready", ready := message["ready"], _DECLARATION)
    lists = {key: tuple(value) for key, value in ready.items() if isinstance(value, list)}
    return Declaration(**ready | lists)


def _expect_name(solver: str, declared: Declaration) -> None:
    """Require a solver to declare the name by which it was asked for.

    Raises:
        NonsenseError: it does not.
    """
    name, _ = name_and_settings(solver)
    if declared.name != name:
        raise NonsenseError(f"name: found {declared.name!r:.80}, expected {name}")


def _started(message: Message) -> StartUp:
    """The start-up time of a solver's program, as a fork server reports it.

    Raises:
        NonsenseError: it is no report of that.
    """
    expect_fields("fork server", message, {"start_up": OBJECT})
    expect_fields("fork server: start_up", message["start_up"], _START_UP)
    return StartUp(**message["start_up"])
