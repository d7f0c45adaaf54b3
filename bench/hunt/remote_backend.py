"""A backend whose solver works in a process of its own, and which is asked as one that is here.

Each grid is a call of its own (`Worker.call`), so that runs can be begun, take turns and be closed
as those of a generator of this process.  What the process says of itself is a declaration, and what
it yields are claims: nothing in it can change what is made of them here.  An answer that takes too
long, or a process that ends, is an error of the run.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from operator import index
from typing import Any

from accord.bench.run.declare import started
from accord.bench.run.messages import (
    ANY_TEXT,
    TRUTH,
    Fields,
    NonsenseError,
    Permitted,
    expect_fields,
    list_of,
)
from accord.bench.run.supervisor import CannotStartError, EndedError, Worker
from accord.bench.run.terms import Terms
from accord.encodings.posts import Posts
from accord.puzzles.problem import Problem
from accord.solvers.answer import StoppedClockError
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, GaveUpError, UnsupportedError, as_iterator
from accord.solvers.registry import Selection

SHOWN = 60  # characters of what is no solution
MOST = 100  # texts
LARGEST = 1 << 16  # size of a puzzle
_WHOLE = Permitted("a whole number", lambda value: type(value) is int)
_SIZES = Permitted(
    f"a list of three whole numbers below {LARGEST}",
    lambda value: (
        type(value) is list
        and [*map(type, value)] == [int] * 3
        and all(0 < each < LARGEST for each in value)
    ),
)
_TRUTHS = ("enumerates", "proves", "complete", "problems", "posts")
_DECLARED: Fields = {"sizes": _SIZES, **dict.fromkeys(_TRUTHS, TRUTH)}
_STEPS: dict[str, Permitted] = {  # what a step says, by the key that says which it is
    "values": list_of(_WHOLE),
    "ended": TRUTH,
    **dict.fromkeys(("no values", "gave up", "unsupported", "error"), ANY_TEXT),
}


class RemoteSolverError(Exception):
    """An exception of a solver in its process, as text."""


_RAISED = {"gave up": GaveUpError, "unsupported": UnsupportedError, "error": RemoteSolverError}


class RemoteBackend:
    """The process of a solver, and the backend that asks it."""

    def __init__(self, worker: Worker, terms: Terms) -> None:
        """Learn what the solver declares.

        Args:
            worker: its process.
            terms: how long each answer may take, and importing the solver.

        Raises:
            CannotStartError: it cannot be loaded, or says nothing that makes sense.
            MissingBackendError: what it needs is not installed.
        """
        self._worker = worker
        self._limits = terms.limits
        self._one_value = partial(worker.call, limits=self._limits, least=1, most=1)
        self._numbers = count()
        declared = started(worker, terms.import_limit)
        try:
            (said,) = self._one_value(_declared)
            expect_fields("declaration", said, _DECLARED)
        except (EndedError, NonsenseError) as error:
            raise CannotStartError(f"{declared}: {error}") from None
        self.backend: Backend = _Remote(
            self._solve,
            declared.engine,
            declared.model,
            "other",
            sizes=range(*said["sizes"]),
            posts=Posts("remote") if said["posts"] else None,
            problems=said["problems"],
            enumerates=said["enumerates"],
            proves=said["proves"],
            complete=said["complete"],
            why_not=self._unsupported,
        )

    def texts(self, function: Callable[..., Iterator[str]], *arguments: object) -> list[str]:
        """The first texts that a function yields in the process, at most MOST.

        Raises:
            CannotStartError, EndedError: its process does not answer, or says something else.
        """
        called = self._worker.call(function, *arguments, limits=self._limits, kind=ANY_TEXT)
        with closing(called):
            return [*islice(called, MOST)]

    def _unsupported(self, puzzle: Problem, *, wider: bool) -> str:
        """Why it cannot be asked this puzzle; empty when it can."""
        (said,) = self._one_value(_unsupported, puzzle, wider)
        expect_fields("unsupported", said, {"unsupported": ANY_TEXT})
        return str(said["unsupported"])

    def _solve(self, puzzle: Problem, budget: Budget) -> Iterator[Any]:
        """The solutions that the solver yields in its process, one call each.

        Raises:
            GaveUpError, UnsupportedError: it says so.
            RemoteSolverError: it raised something else.
            CannotStartError, EndedError, NonsenseError: its process does not answer.
        """
        number = next(self._numbers)
        [*self._one_value(_begin, number, puzzle, budget.seconds, budget.limit)]
        try:
            while True:
                (said,) = self._one_value(_step, number)
                keys = said.keys() if type(said) is dict else ()
                kind = next((each for each in _STEPS if each in keys), "values")
                expect_fields("step", said, {kind: _STEPS[kind]})
                if kind == "ended":
                    return
                if kind in _RAISED:
                    raise _RAISED[kind](said[kind])
                yield said[kind] if kind == "values" else NoValues(said[kind])
        except EndedError as error:
            if error.report.outcome == "TIMEOUT":
                within = f"no answer within {self._limits.seconds:g} s"
                error.args = (f"{within}: slow, not wrong; -t allows more",)
            raise
        finally:
            with suppress(CannotStartError, EndedError, NonsenseError):
                [*self._one_value(_close, number)]


@dataclass(frozen=True)
class _Remote(Backend):
    """A backend whose solver runs in another process, which says why it refuses a puzzle."""

    why_not: Callable[..., str] = lambda puzzle, *, wider: ""

    def unsupported(self, puzzle: Problem) -> str:
        """Why it cannot be asked this puzzle; empty when it can."""
        return self.why_not(puzzle, wider=self.posts is None and self.problems)


class NoValues:
    """A yielded object that is no sequence of whole numbers, by its text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        """The text of the object in the solver's process."""
        return self._text


class _RemoteRun:
    """A run in the solver's process."""

    def __init__(self, chosen: Selection, puzzle: Problem, budget: Budget) -> None:
        self.budget = budget
        self._chosen, self._puzzle = chosen, puzzle
        self.stream: Iterator[Any] | None = None

    def step(self) -> dict[str, Any]:
        """The next solution, or the end of the run, as a message."""
        budget, switches = self.budget, self.budget.switches
        budget.resume()
        try:
            if self.stream is None:
                solve, settings = self._chosen.backend.solve, self._chosen.settings
                self.stream = as_iterator(solve(self._puzzle, budget, **settings))
            else:
                budget.check_time()
            values = next(self.stream)
        except StopIteration:
            return {"ended": True}
        except GaveUpError as error:
            return {"gave up": str(error)}
        except UnsupportedError as error:
            return {"unsupported": str(error)}
        except BaseException as error:
            return {"error": f"{type(error).__name__}: {error}"}
        finally:
            budget.pause()
        if budget.switches != switches + 2:
            return {"error": f"{StoppedClockError.__name__}: the solver stopped the budget's clock"}
        try:
            return {"values": [*map(index, values)]}
        except TypeError:
            return {"no values": f"{values!r:.{SHOWN}}"}

    def close(self) -> None:
        """Close the generator."""
        if (close := getattr(self.stream, "close", None)) is not None:
            close()


_runs: dict[int, _RemoteRun] = {}  # in the solver's process, those that have begun


def _declared(chosen: Selection) -> Iterator[Any]:
    """The declared properties of the backend, as a message."""
    backend, sizes = chosen.backend, chosen.backend.sizes
    said = {name: bool(getattr(backend, name)) for name in _TRUTHS if name != "posts"}
    yield said | {
        "sizes": [sizes.start, sizes.stop, sizes.step],
        "posts": backend.posts is not None,
    }


def _unsupported(chosen: Selection, puzzle: Problem, wider: bool) -> Iterator[Any]:
    """Why the backend cannot be asked a puzzle, or whether it could if it were declared wider."""
    backend = chosen.backend
    asked = replace(backend, posts=None, problems=True) if wider else backend
    yield {"unsupported": asked.unsupported(puzzle)}


def _begin(
    chosen: Selection, number: int, puzzle: Problem, seconds: float, limit: int | None
) -> Iterator[Any]:
    """Begin a run."""
    _runs[number] = _RemoteRun(chosen, puzzle, Budget(seconds, limit, puzzle.goal))
    yield True


def _step(chosen: Selection, number: int) -> Iterator[Any]:
    """The next step of a run."""
    run = _runs.get(number)
    yield run.step() if run else {"error": "its process has ended since it began"}


def _close(chosen: Selection, number: int) -> Iterator[Any]:
    """Close a run."""
    if (run := _runs.pop(number, None)) is not None:
        run.close()
    yield True
