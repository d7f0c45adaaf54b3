"""Recording: asking a solver that writes traces, and keeping what it writes.

The solver works in this process, as with `accord.solve`, and its time limit is best effort.
"""

from collections.abc import Callable
from math import inf

from accord.puzzles.optimization import with_value
from accord.puzzles.puzzle import is_plain
from accord.puzzles.version import VERSION
from accord.solvers.answer import Answer, ask
from accord.solvers.interface import Budget, Problem, UnsupportedError
from accord.solvers.registry import Selection, available
from accord.solvers.traces.events import End, Event, Header, Recording
from accord.solvers.traces.trace import Trace

MOST = 200_000  # events of a trace, unless more are asked for


def header_of(chosen: Selection, problem: Problem, limit: int | None = 1) -> Header:
    """The header of a trace; a puzzle with other constraints becomes a problem without grid.

    Of a problem with an objective it has what a backend is asked, in which the value is a variable;
    and every solver that looks for the best has a trace, of its solutions and bounds at least.

    Raises:
        UnsupportedError: the solver writes no trace, or cannot be asked this problem.
    """
    backend = chosen.backend
    able = backend.traces or (backend.traces_problems and not is_plain(problem))
    if not able and not _is_film(chosen, problem):
        sort = "traces" if is_plain(problem) else "traces_problems"
        tracing = [name for name, each in available().items() if getattr(each, sort)]
        what = (
            "writes traces of problems, not of puzzles"
            if backend.traces_problems
            else "writes no trace"
        )
        raise UnsupportedError(f"{chosen.name} {what}; these do: {', '.join(tracing)}")
    chosen.check(problem)
    if not is_plain(problem):
        problem = problem.without_grid()
    if problem.goal is not None:
        if problem.goal.measure == "lex":
            raise UnsupportedError(
                "found an objective of several values (lex), expected one of a single value: for "
                "each there is another search, and a trace is of one"
            )
        problem, limit = with_value(problem), None
        chosen.check(problem)
    versions = {"accord": VERSION, "backend": chosen.version}
    return Header(problem, chosen.name, chosen.settings, limit, versions)


def _is_film(chosen: Selection, problem: Problem) -> bool:
    """Whether of a best solution a solver tells nothing but its solutions and bounds."""
    backend = chosen.backend
    return problem.goal is not None and (backend.films_best or not backend.traces_problems)


def record(
    chosen: Selection,
    problem: Problem,
    limit: int | None = 1,
    seconds: float = inf,
    most: int = MOST,
) -> Recording:
    """The trace of a solver on a problem.

    Args:
        chosen: the solver.
        problem: what it is asked.
        limit: how many solutions it is asked for; None for all.
        seconds: how long it may work.
        most: how many events are kept, the first ones; the others are counted.

    Raises:
        UnsupportedError: it writes no trace, or cannot be asked this problem.
    """
    header = header_of(chosen, problem, limit)
    events: list[Event] = []
    return Recording(header, events, follow(header, chosen, events.append, seconds, most))


def follow(
    header: Header,
    chosen: Selection,
    receive: Callable[[Event], None],
    seconds: float = inf,
    most: int = MOST,
) -> End:
    """Let the solver work, and pass on each event when it happens.

    Ctrl-C ends it, and the end says so.
    """
    budget = Budget(seconds, header.limit, header.problem.goal)
    trace = Trace(header.problem, receive, most, timed=_is_film(chosen, header.problem))
    budget.trace, budget.watch_bound = trace, trace.bound
    found, why = [], ""
    claims = ask(chosen.backend, header.problem, budget, chosen.settings)
    try:
        while True:
            found.append(next(claims))
    except StopIteration as end:
        why = end.value
    except KeyboardInterrupt:
        why = "interrupted"
    answer = Answer(tuple(found), not why, why)
    return End(
        answer.status.value,
        answer.exhausted,
        answer.reason,
        dict(budget.spent),
        trace.events,
        trace.left_out,
        trace.grid,
        trace.figures,
    )
