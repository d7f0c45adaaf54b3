"""A solver in a process of its own, so that one that crashes or lies spoils its own row only.

It is a worker as of a campaign (bench/run), kept for the questions that follow: what it has
imported, compiled and prepared stays.  Answers come as JSON, arrays in it as base64 of their bytes,
whose number is known beforehand; what is true of them is found out here.  The clock runs in the
process (contestants.py), so that neither messages nor the start are counted.  What the solver
prints goes nowhere.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy

from accord.bench.run.declare import started
from accord.bench.run.heartbeat import LONGEST_PREPARATION
from accord.bench.run.messages import (
    ANY_TEXT,
    DURATION,
    OBJECT,
    TRUTH,
    Fields,
    NonsenseError,
    Permitted,
    expect,
    expect_fields,
)
from accord.bench.run.supervisor import CannotStartError, EndedError, FailedImportError, Worker
from accord.bench.run.terms import IMPORT_LIMIT, Limits
from accord.bench.speed.contestants import (
    Ask,
    Contestant,
    NoSpeedError,
    TimedAnswers,
    asked_without_garbage,
    in_process,
)
from accord.puzzles import Puzzle, Shape
from accord.solvers.registry import Selection

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

PATIENCE, CLEARANCE = 3, 10.0  # times the limit, and seconds, until one that does not stop is ended
HOW = ("one by one", "array")
_OUT = ("ERROR", "UNSUPPORTED")
_DESCRIBED: Fields = {
    "how": Permitted(f"one of {', '.join(HOW)}", lambda value: value in HOW),
    "prepares": TRUTH,
}
_REFUSED: Fields = {
    "outcome": Permitted(f"one of {', '.join(_OUT)}", lambda value: value in _OUT),
    "reason": ANY_TEXT,
}
_TIMED: Fields = {
    "seconds": DURATION,
    "gave_up": ANY_TEXT,
    **dict.fromkeys(("finished", "others", "each"), TRUTH),
}


def in_own_process(solver: str, import_limit: float = IMPORT_LIMIT) -> Contestant:
    """A backend of accord, or another solver, in a process of its own.

    One whose import fails takes part without a speed, so that the others are measured.

    Args:
        solver: as people write it.
        import_limit: seconds that it may take to be imported.

    Raises:
        CannotStartError: there is none.
        MissingBackendError: what it needs is not installed.
    """
    try:
        process = OwnProcess(solver, import_limit)
    except FailedImportError as error:
        return Contestant(solver, _failing(str(error).removeprefix(f"{solver}: ")), HOW[0])
    return Contestant(
        str(process.declared),
        process.ask,
        process.how,
        process.declared.version,
        process.unsupported,
        end=process.end,
    )


def _failing(reason: str) -> Ask:
    """An answering function for a solver whose import has failed: it raises NoSpeedError."""

    def ask(figure: Shape, givens: Grids, time_limit: float) -> TimedAnswers:
        raise NoSpeedError("ERROR", f"import: {reason}")

    return ask


class OwnProcess:
    """The process of a solver."""

    def __init__(self, solver: str, import_limit: float = IMPORT_LIMIT) -> None:
        """Start it, and learn what the solver is.

        Raises:
            FailedImportError: it cannot be imported, or says nothing that makes sense then.
            CannotStartError, MissingBackendError: as `in_own_process`.
        """
        self._worker = Worker(solver)
        try:
            self.declared = started(self._worker, import_limit)
            (said,) = self._worker.call(_described, limits=Limits(CLEARANCE), least=1, most=1)
            expect_fields("speed", said, _DESCRIBED)
        except BaseException as error:
            self.end()
            if isinstance(error, EndedError | NonsenseError):
                raise FailedImportError(f"{solver}: {error}") from None
            raise
        self.how: str = said["how"]
        self._preparation = LONGEST_PREPARATION if said["prepares"] else 0.0

    def unsupported(self, puzzle: Puzzle) -> str:
        """Why it cannot be asked this puzzle, as it says itself; empty when it can."""
        try:
            (said,) = self._worker.call(
                _unsupported, puzzle, limits=Limits(CLEARANCE), least=1, most=1
            )
            expect_fields("speed", said, {"unsupported": ANY_TEXT})
        except (CannotStartError, EndedError, NonsenseError):
            return ""  # as shows when it is asked
        return str(said["unsupported"])

    def ask(self, figure: Shape, givens: Grids, time_limit: float) -> TimedAnswers:
        """The solver's answers from its own process, see `Ask`.

        Raises:
            NoSpeedError: it raised something, said nonsense, or its process ended.
        """
        limits = Limits(PATIENCE * time_limit + CLEARANCE + self._preparation)
        try:
            most = 1 + len(_ARRAYS)
            said, *arrays = self._worker.call(
                _answered, figure, givens, time_limit, limits=limits, least=1, most=most
            )
            expect("speed", said, OBJECT)
            if "outcome" in said:
                expect_fields("speed", said, _REFUSED)
                raise NoSpeedError(said["outcome"], said["reason"])
            return _unpacked(said, arrays, givens)
        except EndedError as error:
            late = error.report.outcome == "TIMEOUT"
            raise NoSpeedError("TOO SLOW" if late else "ERROR", str(error)) from None
        except (CannotStartError, NonsenseError) as error:
            raise NoSpeedError("ERROR", str(error)) from None

    def end(self) -> None:
        """End the process, if there is one."""
        self._worker.close()


def _described(chosen: Selection) -> Iterator[Any]:
    """The way in which the solver is asked, and whether it prepares first; in its process."""
    backend = chosen.backend
    prepares = backend.compiled or backend.prepare is not None
    yield {"how": in_process(chosen).how, "prepares": prepares}


def _unsupported(chosen: Selection, puzzle: Puzzle) -> Iterator[Any]:
    """Why the solver cannot be asked a puzzle; in its process."""
    yield {"unsupported": chosen.backend.unsupported(puzzle)}


def _answered(chosen: Selection, figure: Shape, givens: Grids, time_limit: float) -> Iterator[Any]:
    """The answers, first how long they took and then array by array; in the solver's process."""
    try:
        found = asked_without_garbage(in_process(chosen), figure, givens, time_limit)
    except NoSpeedError as out:
        yield {"outcome": out.outcome, "reason": out.reason}
        return
    except BaseException as error:  # SystemExit, for example
        yield {"outcome": "ERROR", "reason": f"{type(error).__name__}: {error}"}
        return
    said = {name: getattr(found, name) for name in ("seconds", "finished", "gave_up")}
    yield said | {name: getattr(found, name) is not None for name in ("others", "each")}
    for name, kind in _ARRAYS.items():
        if (array := getattr(found, name)) is not None:
            yield b64encode(numpy.ascontiguousarray(array, kind).tobytes()).decode("ascii")


_ARRAYS = {"counts": "<i8", "guesses": "<i8", "solutions": "u1", "others": "u1", "each": "<f8"}


def _unpacked(said: Any, arrays: list[Any], givens: Grids) -> TimedAnswers:
    """The answers that a process says it has about so many puzzles.

    Raises:
        NonsenseError: these are none.
    """
    expect_fields("speed", said, _TIMED)
    names = [name for name in _ARRAYS if said.get(name, True)]
    if len(arrays) != len(names):
        raise NonsenseError(f"found {len(arrays)} arrays, expected {len(names)}")
    found = {
        name: _array(name, text, givens.shape if _ARRAYS[name] == "u1" else givens.shape[:1])
        for name, text in zip(names, arrays, strict=True)
    }
    each = found.get("each")
    if each is not None and not (numpy.isfinite(each).all() and (each >= 0).all()):
        raise NonsenseError("found times that are none, expected seconds from 0 up")
    return TimedAnswers(
        found["counts"],
        found["solutions"],
        found.get("others"),
        found["guesses"],
        said["seconds"],
        each,
        said["finished"],
        said["gave_up"],
    )


def _array(name: str, text: Any, shape: tuple[int, ...]) -> Any:
    """An array of this shape from the base64 of its bytes.

    Raises:
        NonsenseError: it is none.
    """
    kind = numpy.dtype(_ARRAYS[name])
    try:
        content = b64decode(text, validate=True)
    except (TypeError, ValueError):
        raise NonsenseError(f"{name}: found no base64, expected an array") from None
    expected = kind.itemsize * int(numpy.prod(shape))
    if len(content) != expected:
        raise NonsenseError(f"{name}: found {len(content)} bytes, expected {expected}")
    return numpy.frombuffer(content, kind).reshape(shape)
