"""The worker: the process in which one solver runs, apart from the harness's clock and memory.

It solves one tiny puzzle untimed, reports `ready`, and then answers the batches of questions that
come pickled on a pipe.  Its messages are JSON lines on another pipe: for each question a `grid` as
soon as one is yielded, and `end` with the claims and their cost; before them whether it prepares
something, which may take longer than the limit of a question.  Where isomorphs are asked to find
out whether the solver remembers answers, that is done behind `end`, so that whatever becomes of
them is no part of the run, and `probed` says what they have shown.  Where a command needs something
else of the solver, a call comes instead of a batch: a function of accord's, each value of which is
`said`, and then that it has `returned`.  Standard output is no part of this:
what a library prints goes to the watchdog.  The worker shows what it is doing in its
heartbeat (bench/run/heartbeat.py), where the watchdog reads it (bench/run/watchdog.py);
the watchdog sends SIGTERM when the time is over.

The responder lives as long as the worker, and what may outlive a question stands there: which shape
was prepared, and what shows whether answers are remembered.  All else that is noted on the way,
such as seconds that are not the solver's, stands in an object that each question gets anew: so
nothing of one that was refused, or that failed anywhere, is left for the next.

A worker is forked by a fork server that has imported the library already
(bench/run/fork_server.py), or is an interpreter of its own: `python -m
accord.bench.run.worker QUESTIONS ANSWERS HEARTBEAT SOLVER PARENT`.
"""

import gc
import json
import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import suppress
from errno import ENOMEM
from functools import partial
from importlib import import_module
from io import BufferedReader
from itertools import groupby
from math import inf
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, NoReturn, TextIO

from accord.bench.run.heartbeat import LONGEST_PREPARATION, Heartbeat, Phase
from accord.bench.run.memoisation import Memoisation, Times
from accord.bench.run.messages import LONGEST_REASON
from accord.bench.run.terms import Call, Question, backstop
from accord.bench.run.timed_run import (
    SHORT,
    TimedRun,
    check_counters,
    is_enough,
    peak_memory,
    reset_peak_memory,
    summary,
    times,
)
from accord.puzzles.constraints.constraint import TooLargeError
from accord.puzzles.grid import Grid
from accord.puzzles.objective import Value
from accord.puzzles.optimization import with_value
from accord.puzzles.outside_data import collector_paused
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Puzzle, is_plain
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.answer import answer, ask
from accord.solvers.backend import Backend
from accord.solvers.budget import OUT_OF_TIME, Budget, Duration, GaveUpError, now
from accord.solvers.interface import UnsupportedError
from accord.solvers.projection import with_one_forbidden
from accord.solvers.registry import Selection, backends, usable

WARM_UP_SECONDS = 2.0
NO_MEMORY = "no memory left"
SILENCE = 5e-3  # seconds; the answers of a batch are not kept back longer
_as_json = json.JSONEncoder(check_circular=False).encode


def main() -> None:
    """Run a worker in a fresh interpreter."""
    *descriptors, solver, _ = sys.argv[1:]
    questions, answers, page = map(int, descriptors)
    heartbeat = Heartbeat(os.fdopen(page, "r+b"))
    for descriptor in (questions, answers, page):
        os.set_inheritable(descriptor, False)  # a program that the solver starts needs none
    work(solver, questions, answers, heartbeat)


def work(
    solver: Selection | str, questions: int, answers: int, heartbeat: Heartbeat, warm: bool = True
) -> NoReturn:
    """Answer questions until there are no more, then end this process.

    Args:
        solver: which one.
        questions: descriptor of the pipe they come from.
        answers: descriptor of the pipe for the answers.
        heartbeat: shared with the watchdog.
        warm: solve a tiny puzzle first.
    """
    with os.fdopen(answers, "w", encoding="ascii") as channel:
        try:
            selection = usable(solver) if isinstance(solver, str) else solver
            if warm:
                warm_up(selection)
            gc.collect()
            gc.freeze()
        except BaseException as error:
            _send(channel, failed=in_words(error))
            os._exit(1)
        _send(channel, ready=True)
        heartbeat.own()
        responder = Responder(selection, channel, heartbeat)
        signal.signal(signal.SIGTERM, responder.give_up)
        signal.signal(signal.SIGINT, lambda *_: None)  # the supervisor handles Ctrl-C
        for batch, came in _questions_from(os.fdopen(questions, "rb")):
            if isinstance(batch, Call):
                responder.call(batch)
            else:
                responder.answer(batch, came)
    os._exit(0)


def _questions_from(
    questions: BufferedReader,
) -> Iterator[tuple[tuple[Question, ...] | Call, float]]:
    """Batches of questions, each with time.perf_counter() at its first byte."""
    with suppress(EOFError):
        while questions.peek(1):
            came = perf_counter()
            with collector_paused():
                batch = pickle.load(questions)
            yield batch, came


def _send(channel: TextIO, **message: Any) -> None:
    channel.write(json.dumps(message) + "\n")
    channel.flush()


def warm_up(selection: Selection) -> None:
    """Import, compile or load all that a first run needs, so that no run's time includes it."""
    warnings.simplefilter("ignore")
    for need in selection.backend.needs:
        if need.module:
            import_module(need.module)
    from_here = selection.name in backends()  # one from outside is called for real questions only
    if from_here:
        backend, settings = selection.backend, selection.settings
        blank = {size: Puzzle(shape(size), Grid([0] * size**2)) for size in (4, 9)}
        if backend.compiled and backend.prepare is not None:
            for puzzle in blank.values():  # 9x9 has a kernel of its own
                backend.prepare(puzzle, **settings)
        with suppress(UnsupportedError):
            answer(backend, blank[4], limit=1, seconds=WARM_UP_SECONDS, **settings)


def in_words(error: BaseException) -> str:
    """The message of an exception, and the line that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in last)
    return _cut(f"{type(error).__name__}: {_error_text(error)}{where}")


def _error_text(error: BaseException) -> str:
    try:
        return _cut(str(error))
    except Exception:
        return "cannot be printed"


def _cut(text: str) -> str:
    """A text, cut to the length of a row; what UTF-8 cannot encode is replaced."""
    return text[:LONGEST_REASON].encode(errors="replace").decode()


class Responder:
    """The worker's end of the pipe; only what is stored here outlives a question."""

    def __init__(self, selection: Selection, channel: TextIO, heartbeat: Heartbeat) -> None:
        self.selection = selection
        self.heartbeat = heartbeat
        self.memoisation = Memoisation()
        self.prepared: Shape | None = None  # the latest that was
        self.solving = False  # the solver has control
        self.leaving = False  # the time was over: this process ends when it has answered
        self._channel = channel
        self._number = 0  # of the question among all that were asked here
        self._flushed = 0.0  # when, of time.monotonic

    def give_up(self, *_: object) -> None:
        """Handle the signal for the end of the time: stop the solver with a GaveUpError."""
        self.leaving = True
        if self.solving:
            self.solving = False
            raise GaveUpError(OUT_OF_TIME)

    def answer(self, batch: tuple[Question, ...], came: float) -> None:
        """Answer questions in their order; `came` is time.perf_counter() at their first byte."""
        began = since = came
        gc.collect()
        backstop(batch[0].terms.limits, len(batch))
        for place, question in enumerate(batch):
            self.heartbeat.begin_output()
            answering = Answering(self, question, place, since)
            message = answering.last_message()
            since = perf_counter()
            if "end" in message and place == len(batch) - 1:
                message["end"]["batch_time"] = since - began
            leaving, probing = self.leaving, answering.isomorphs
            self.send(**message, leaving=leaving, at_once=bool(probing))
            if probing and not leaving:
                message = answering.probed()
                since = perf_counter()
                self.send(**message, leaving=self.leaving)
            self._number += 1
            if self.leaving:
                self._leave()
        self._channel.flush()

    def call(self, call: Call) -> None:
        """Call a function with the solver; send each value it yields, and how it ended."""
        backstop(call.limits)
        self.heartbeat.begin_output()
        began = now()
        last: dict[str, Any] = {"returned": True}
        try:
            for said in self._yielded(call, began):
                self.send(said=said, at_once=True)
        except BaseException as error:
            last = {"error": in_words(error)}
        self.send(**last, at_once=True)
        self._number += 1
        if self.leaving:
            self._leave()

    def _yielded(self, call: Call, began: Duration) -> Iterator[Any]:
        """The values that a function yields, with a heartbeat while it works."""
        values = call.function(self.selection, *call.arguments)
        while True:
            spent = now().wall - began.wall
            self.heartbeat.show(Phase.RUN, 0, call.limits.seconds, began.cpu, spent)
            try:
                yield next(values)
            except StopIteration:
                return

    def _leave(self) -> NoReturn:
        """End by the signal that was received, whoever sent it."""
        self._channel.flush()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)
        os._exit(1)

    def send(self, *, at_once: bool = False, **message: Any) -> None:
        """Send a message about the current question."""
        self.heartbeat.rest()  # the supervisor may be busy, and its pipe full
        self._channel.write(_as_json(message | {"of": self._number}) + "\n")
        if at_once or monotonic() > self._flushed + SILENCE:
            self._channel.flush()
            self._flushed = monotonic()


class Answering:
    """A question while it is being answered."""

    def __init__(self, responder: Responder, question: Question, place: int, since: float) -> None:
        """Take a question; nothing has run yet.

        Args:
            responder: whose solver is asked; sends the messages.
            question: what is asked.
            place: of the question in its batch.
            since: when the one before it was answered, of time.perf_counter.
        """
        self._responder = responder
        self._question = question
        self._place = place
        self._backend = responder.selection.backend
        self._settings = responder.selection.settings
        self._aside = 0.0  # seconds that are not the solver's
        self._stood_still = since  # since when its clock does, of time.perf_counter
        self._worked = 0.0  # wall seconds of the solver's clock, whatever it was asked
        self.isomorphs: list[Puzzle] = []  # to be asked behind the last message
        self._first: Times = {}  # of the puzzle, and
        self._later = 0.0  # wall seconds that it took when it was asked again
        self._measurable = reset_peak_memory()  # whether the kernel counts it

    def last_message(self) -> dict[str, Any]:
        """Run the solver; the last message on the question, which `probed` may follow."""
        try:
            return {"end": self._end()}
        except UnsupportedError as error:
            return {"unsupported": _error_text(error)}
        except MemoryError:
            return {"memory": NO_MEMORY}
        except OSError as error:
            if error.errno == ENOMEM and self._question.terms.limits.memory:
                return {"memory": NO_MEMORY}
            return {"error": in_words(error)}
        except BaseException as error:
            return {"error": in_words(error)}

    def _end(self) -> dict[str, Any]:
        """Run the solver; its claims with their costs, as fields of the last message."""
        problem, terms = self._question.problem, self._question.terms
        self._backend.check(problem)  # before anything is prepared for it
        seconds = 0.0 if terms.cold else self._prepare()
        runs = [self._once(problem, Phase.RUN)]
        check_counters(runs[0].budget)
        again = not (terms.once or terms.cold or self._responder.leaving)
        if 0 < runs[0].wall_time < SHORT and again:
            runs += self._repetitions(runs[0])
        end = summary(runs) | {"worked": self._worked}
        if not (terms.cold or terms.once or runs[0].reason == OUT_OF_TIME):
            end["memoises"] = self._is_memoising(runs)
        if not terms.cold:  # or it is in the times
            end["prepare_time"] = seconds
        asked = problem
        if runs[0].claims[0] and self._backend.forbids(problem):  # what forbade that, too
            asked = with_one_forbidden(problem)
        if (functions := provenance(self._backend, asked)) is not None:
            end["passed"] = functions
        if self._measurable:
            end["peak_memory"] = peak_memory(runs[0].budget)
        if self.isomorphs:
            end["probing"] = True
        self._start_clock()
        return end | {"aside": self._aside}

    def _is_memoising(self, runs: list[TimedRun]) -> bool:
        """Whether the solver is known to memoise; collects isomorphs that may show it."""
        problem, memoisation = self._question.problem, self._responder.memoisation
        if is_plain(problem):
            own = times(runs[:1])
            self._first = memoisation.first(problem, own)
            if asked_again := runs[1:] or ([] if self._first is own else runs):
                self._later = times(asked_again)["wall_time"]
                self.isomorphs = memoisation.isomorphs(problem, self._later)
                if not self.isomorphs:
                    memoisation.is_remembered(problem, self._later)
        return memoisation.is_proved

    def probed(self) -> dict[str, Any]:
        """Run isomorphs; the message on what they show of the solver's memory.

        Where the later runs were remembered, it has the times of the first one.
        """
        problem, memoisation = self._question.problem, self._responder.memoisation
        assert is_plain(problem)
        self._worked = self._aside = 0.0
        self._stop_clock()
        took = [self._seconds(each) for each in self.isomorphs if not self._responder.leaving]
        remembered = memoisation.is_remembered(problem, self._later, min(took, default=None))
        said = {"first": self._first if remembered else {}, "memoises": memoisation.is_proved}
        self._start_clock()
        return {"probed": said | {"worked": self._worked, "aside": self._aside}}

    def _seconds(self, other: Problem) -> float:
        """Wall seconds for another puzzle; infinite where it is not answered."""
        other.domains  # noqa: B018  # as of each puzzle, before the clock starts
        try:
            return self._once(other, Phase.REPEAT).wall_time
        except BaseException:  # what it does with another puzzle is no answer to this one
            return inf

    def _start_clock(self) -> None:
        """Begin to count time as the solver's."""
        self._aside += perf_counter() - self._stood_still

    def _stop_clock(self) -> None:
        """Stop counting time as the solver's."""
        self._stood_still = perf_counter()

    def _prepare(self, budget: Budget | None = None) -> float:
        """Prepare the puzzle's shape, before its first run is timed.

        Args:
            budget: whose clock runs meanwhile; by default none.

        Returns:
            The wall seconds it took.
        """
        problem, responder = self._question.problem, self._responder
        if budget is None:
            problem.domains  # noqa: B018  # of each problem; what every solver reads
        if not isinstance(problem, Puzzle) or problem.shape is responder.prepared:
            return 0.0  # a problem has no shape that others share
        responder.send(preparing=True, at_once=True)
        responder.heartbeat.show(Phase.PREPARE, self._place, LONGEST_PREPARATION, now().cpu)
        self._start_clock()
        began = perf_counter()
        if budget is not None:
            budget.enter("encode")
            budget.resume()
        problem.domains, problem.constraints  # noqa: B018
        problem.shape.houses, problem.shape.peers  # noqa: B018  # computed once
        if self._backend.prepare is not None:
            self._backend.prepare(problem, **self._settings)
        if budget is not None:
            budget.pause()
        responder.prepared, seconds = problem.shape, perf_counter() - began
        self._stop_clock()
        responder.send(preparing=False, at_once=True)
        return seconds

    def _repetitions(self, first: TimedRun) -> Iterator[TimedRun]:
        """Run the same question again; a claim that differs is sent at once.

        So the claims of a solver that fails later are known, those of the first time too.
        """
        send = self._responder.send
        send(repeating=True, exhausted=not first.reason, at_once=True)
        known = {first.claims}
        seconds, spent = [first.wall_time], first.wall_time
        while not is_enough(seconds, spent):
            try:
                run = self._once(self._question.problem, Phase.REPEAT)
            except UnsupportedError as error:  # it has answered this question before
                raise RuntimeError(
                    f"supports it no more when it is asked again: {error}"
                ) from error
            if run.claims not in known:
                for grids, exhausted in {run.claims} | (known if len(known) == 1 else set()):
                    send(again=grids, exhausted=exhausted, at_once=True)
                known.add(run.claims)
            yield run
            seconds.append(run.wall_time)
            spent += run.wall_time

    def _once(self, problem: Problem, phase: Phase) -> TimedRun:
        """Run the solver once; solutions of the first run are sent as they are yielded."""
        terms = self._question.terms
        budget = Budget(terms.limits.seconds, terms.limit_on(problem), problem.goal)
        if phase is Phase.RUN:
            budget.watch_bound = partial(self._send_bound, budget)
        try:
            if terms.cold:
                self._prepare(budget)
            return self._timed(problem, phase, budget)
        finally:
            self._responder.heartbeat.rest()  # what follows is in no run, and has no limit
            self._worked += budget.total.wall

    def _timed(self, problem: Problem, phase: Phase, budget: Budget) -> TimedRun:
        responder, grids = self._responder, list[Solution]()
        first_solution_time = None
        self._show(phase, budget)
        stream = ask(self._backend, problem, budget, self._settings)
        while True:
            is_closed = len(grids) == budget.limit  # which is not the solver's time
            if not is_closed:
                self._start_clock()
            responder.solving = not responder.leaving
            try:
                grid = next(stream)
            except StopIteration as end:
                reason = _cut(end.value)
                return TimedRun(tuple(grids), reason, first_solution_time, budget)
            finally:
                responder.solving = False
                if not is_closed:
                    self._stop_clock()
            if len(grid) > (cells := len(problem.domains)):
                grid = grid[: cells + 1]  # as wrong with one cell too many as with a million
            at = budget.total.wall
            first_solution_time = at if first_solution_time is None else first_solution_time
            if phase is Phase.RUN:
                responder.send(grid=grid, at=at, at_once=True)
            grids.append(grid)
            if responder.leaving:
                stream.close()
                return TimedRun(tuple(grids), OUT_OF_TIME, first_solution_time, budget)
            if phase is Phase.RUN:
                self._show(phase, budget)

    def _send_bound(self, budget: Budget, at: float, value: Value) -> None:
        """Send a bound that the solver claims while it works; no signal may tear the message."""
        responder = self._responder
        solving, responder.solving = responder.solving, False
        responder.send(bound=value, at=at, at_once=True)
        self._show(Phase.RUN, budget)
        responder.solving = solving
        if responder.leaving:
            raise GaveUpError(OUT_OF_TIME)

    def _show(self, phase: Phase, budget: Budget) -> None:
        """Write into the heartbeat that the solver works, and its limit."""
        spent = budget.total
        cpu = now().cpu - spent.cpu
        self._responder.heartbeat.show(phase, self._place, budget.seconds, cpu, spent=spent.wall)


def provenance(backend: Backend, problem: Problem) -> str | None:
    """The functions that each constraint goes through on its way to an engine, as JSON.

    An objective whose value is a variable that is added is said by one constraint more.  That of
    several values (lex) one is made the best after another counts as one besides: that loop is
    accord's (solvers/optimizing.py), or the backend's own.

    None of a plain puzzle, where engine and model say enough, and where an objective's value is too
    large for a variable.  A backend that posts says it itself (encodings/posts.py).  One that posts
    nothing reads every kind in its own way, which its model names.  The judge counts two claims as
    independent only where these functions differ for every constraint
    (bench/judge/independence.py).

    Of the settings `constraints=disequalities` changes it (of MiniZinc, Z3, Choco and
    python-constraint): all-different is decomposed then.  An encoding of the SAT solvers chooses
    how two values exclude each other, inside the same functions; and one that chooses the engine
    changes the engine of the row.

    In a row it is the column `passed`, equal neighbours as one: [[3, "cpsat linear"],
    [1, "decompose table", "cpsat expression"]] says it of four constraints.
    """
    if is_plain(problem):
        return None
    try:
        asked = with_value(problem) if problem.goal else problem
    except TooLargeError:  # its value is too large for a variable
        return None
    if backend.posts is not None:
        posed = backend.posed(problem)
        as_it_stands = len(asked.constraints) - len(posed.constraints)  # parts of the objective
        sets = backend.posts.flatten(posed).provenance
        sets += (frozenset({f"{backend.model} objective"}),) * as_it_stands
    else:
        sets = tuple(frozenset({f"{backend.model} {each.kind}"}) for each in asked.constraints)
    if problem.goal and problem.goal.measure == "lex":
        own = backend.optimizes == "objective"
        sets += (
            frozenset({f"{backend.model} lex objective" if own else "one value after another"}),
        )
    runs = [[len([*group]), *sorted(functions)] for functions, group in groupby(sets)]
    return json.dumps(runs, separators=(",", ":"))


if __name__ == "__main__":
    main()
