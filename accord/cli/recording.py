"""Recording: the trace of a solver that the command line names.

A registered solver works in this process, and each event is there when it happens.  One from
outside works in a process of its own, under a limit, and sends the lines of a trace; they are read
as those of a file from anybody are, and belong to the problem that was asked.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from accord.cli.commands import FINDING, Ending
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance, is_plain
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import Selection, is_from_outside, runnable
from accord.solvers.traces.events import End, Event, Header, Recording
from accord.solvers.traces.files import MalformedTraceError, end_line, event_line, header_line, read
from accord.solvers.traces.record import follow, header_of

CLEARANCE = 10.0  # seconds beyond its limit until a solver from outside is ended
LONGEST = 1e9  # seconds: no limit
NAMELESS = ("puzzle", "stdin")  # the first of a text

Receive = Callable[[Event], None]
Follow = Callable[[Receive], End]  # passes the events on, and returns the end
Tracer = Callable[[Problem, int | None, float, int], tuple[Header, Follow]]


def tracer(solver: str) -> Tracer:
    """The function that records a solver: of a problem, a limit, seconds and the most events.

    Raises:
        UnknownSolverError, SettingError, MissingBackendError: there is no such solver here.
    """
    if is_from_outside(solver):
        return partial(_outside, solver)
    return partial(_here, runnable(solver))


def named(
    trace: Tracer, instance: Instance, limit: int | None, seconds: float, most: int
) -> tuple[Header, Follow]:
    """The header of a trace, with the problem's name where it has one, and what follows it."""
    header, following = trace(instance.problem, limit, seconds, most)
    name = instance.name.removesuffix("#1")
    return replace(header, called="" if name in NAMELESS else name), following


def recording(header: Header, following: Follow) -> Recording:
    """The recording of a trace that is followed to its end."""
    events: list[Event] = []
    return Recording(header, events, following(events.append))


def _here(
    chosen: Selection, problem: Problem, limit: int | None, seconds: float, most: int
) -> tuple[Header, Follow]:
    header = header_of(chosen, problem, limit)
    return header, lambda receive: follow(header, chosen, receive, seconds, most)


def _outside(
    solver: str, problem: Problem, limit: int | None, seconds: float, most: int
) -> tuple[Header, Follow]:
    from accord.bench.run.declare import started
    from accord.bench.run.messages import ANY_TEXT
    from accord.bench.run.supervisor import EndedError, Worker
    from accord.bench.run.terms import Limits

    limits = Limits(min(seconds, LONGEST) + CLEARANCE)
    asked = problem if is_plain(problem) else problem.without_grid()
    with Worker(solver) as worker:
        name = started(worker).name
        called = worker.call(
            *(_lines, problem, limit, seconds, most),
            limits=limits,
            kind=ANY_TEXT,
            least=1,
            most=most + 3,
        )
        try:
            if reason := next(called):
                raise UnsupportedError(reason)
            found = read(called)
        except EndedError as error:
            raise Ending(FINDING, f"{solver}: {error}") from None
        except MalformedTraceError as error:
            raise MalformedTraceError(f"{solver}: {error}") from None
        finally:
            called.close()
    header = found.header
    if (header.problem, header.solver, header.limit) != (asked, name, limit):
        raise MalformedTraceError(f"{solver}: found a trace of something else than was asked")

    def following(receive: Receive) -> End:
        for event in found.events:
            receive(event)
        return found.end

    return header, following


def _lines(
    chosen: Selection, problem: Problem, limit: int | None, seconds: float, most: int
) -> Iterator[Any]:
    """The reason for a refusal, or an empty text and the trace's lines; in another process."""
    try:
        header = header_of(chosen, problem, limit)
    except UnsupportedError as error:
        yield str(error)
        return
    yield ""
    yield header_line(header)
    events: list[Event] = []
    end = follow(header, chosen, events.append, seconds, most)
    yield from map(event_line, events)
    yield end_line(end)
