"""The worker: the process in which one solver runs, far from the harness's clock and memory.

`python -m accord.bench.worker FD LIFELINE SOLVER PARENT` loads the solver, imports its library,
solves one tiny puzzle untimed, and then answers the questions that come pickled on standard
input.  Its messages are JSON lines on the file descriptor FD: `ready`, then for each question
`start`, a `grid` as soon as one is yielded, and `end` with the claims and their cost.  What a
library prints goes to standard output and is somebody else's.  The worker dies with the process
that made it, and so does everything in its process group.
"""

import ctypes
import gc
import json
import os
import pickle
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.shape import shape
from accord.solvers.answer import answer, ask
from accord.solvers.budget import COUNTERS, Budget, is_count
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import (
    MissingBackendError,
    Selection,
    UnknownSolverError,
    backends,
    usable,
)
from accord.solvers.settings import SettingError

SHORT = 1e-3  # seconds; a run shorter than this is repeated, so that the clock can tell
LONG_ENOUGH = 5e-3  # seconds that the repetitions of a short run take together
MOST_REPETITIONS = 1000
LONGEST_REPEATED = 0.1  # seconds; no more repetitions after that
WARM_UP_SECONDS = 2.0
_OWN = os.getpid()


class Question(NamedTuple):
    """What the supervisor asks; `limit` None asks for all solutions."""

    puzzle: Puzzle
    limit: int | None
    seconds: float


def main() -> None:
    """Answer questions until standard input ends."""
    descriptor, lifeline, solver, parent = sys.argv[1:]
    _leave_a_guardian(int(lifeline))
    _die_with(int(parent))
    os.set_inheritable(int(descriptor), False)  # a program that the solver starts needs none
    questions = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    with os.fdopen(int(descriptor), "w", encoding="ascii") as channel:
        try:
            selection = usable(solver)
            _warm_up(selection)
        except MissingBackendError as error:
            _tell(channel, missing=str(error))
            return
        except (UnknownSolverError, SettingError) as error:
            _tell(channel, failed=str(error))
            return
        except BaseException as error:
            _tell(channel, failed=_in_words(error))
            return
        backend = selection.backend
        _tell(
            channel,
            ready={
                "name": selection.name,
                "settings": selection.settings_text,
                "version": selection.version,
                "family": backend.family,
                "engine": backend.engine,
                "model": backend.model,
            },
        )
        for question in _read(questions):
            _answer(selection, question, channel)


def _read(questions: BinaryIO) -> Iterator[Question]:
    with suppress(EOFError):
        while True:
            yield pickle.load(questions)


def _tell(channel: TextIO, **message: Any) -> None:
    if os.getpid() != _OWN:  # a copy that the solver made of this process has nothing to say
        os._exit(1)
    channel.write(json.dumps(message) + "\n")
    channel.flush()


def _in_words(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in last)
    return f"{type(error).__name__}: {error}{where}"[:500]


def _warm_up(selection: Selection) -> None:
    """Import what the first run would import, so that no run pays for it."""
    warnings.simplefilter("ignore")
    for need in selection.backend.needs:
        if need.module:
            import_module(need.module)
    if selection.name in backends():  # a solver from outside is called for real questions only
        puzzle = Puzzle(shape(4), Grid([0] * 16))
        if not selection.backend.unsupported(puzzle):
            with suppress(UnsupportedError):
                answer(
                    selection.backend.solve,
                    puzzle,
                    limit=1,
                    seconds=WARM_UP_SECONDS,
                    **selection.settings,
                )
    gc.collect()
    gc.freeze()


def _answer(selection: Selection, question: Question, channel: TextIO) -> None:
    if unsupported := selection.backend.unsupported(question.puzzle):
        _tell(channel, unsupported=unsupported)
        return
    _prepare(selection, question.puzzle)
    gc.collect()
    reset = _reset_peak_memory()
    _tell(channel, start=True)
    try:
        runs = [_once(selection, question, channel)]
        _check_counters(runs[0].budget)
        if 0 < runs[0].wall_time < SHORT:
            runs += _repetitions(selection, question, runs[0], channel)
        peak = _peak_memory() if reset else None
        _tell(channel, end=_summary(runs) | {"peak_memory": peak})
    except UnsupportedError as error:
        _tell(channel, unsupported=str(error))
    except MemoryError:
        _tell(channel, memory="no memory left")
    except BaseException as error:
        _tell(channel, error=_in_words(error))


def _prepare(selection: Selection, puzzle: Puzzle) -> None:
    """Make what the shape alone determines, so that the first puzzle of a shape pays no more."""
    puzzle.shape.houses, puzzle.shape.peers, puzzle.constraints  # noqa: B018  # computed once
    if selection.backend.prepare is not None:
        selection.backend.prepare(puzzle, **selection.settings)


def _check_counters(budget: Budget) -> None:
    for name, count in budget.spent.items():
        if name in COUNTERS and not is_count(count):
            raise ValueError(f"spent {name}={count!r}, expected whole numbers, in all 0 to 2^63-1")


def _repetitions(
    selection: Selection, question: Question, first: "Once", channel: TextIO
) -> "Iterator[Once]":
    """Ask again and again; whatever else is claimed goes to the channel at once.

    So the claims of a solver that fails later are known, those of the first time too.
    """
    _tell(channel, repeating=True, exhausted=not first.reason)
    said = {first.claims}
    spent = 0.0
    for _ in range(min(MOST_REPETITIONS, ceil(LONG_ENOUGH / first.wall_time))):
        try:
            run = _once(selection, question, None)
        except UnsupportedError as error:  # it has answered this question before
            raise RuntimeError(f"supports it no more when it is asked again: {error}") from error
        if run.claims not in said:
            for grids, exhausted in {*said, run.claims} if len(said) == 1 else {run.claims}:
                _tell(channel, again=grids, exhausted=exhausted)
            said.add(run.claims)
        yield run
        spent += run.wall_time
        if spent > LONGEST_REPEATED:
            return


class Once(NamedTuple):
    """What came of asking once."""

    grids: tuple[Grid, ...]
    reason: str  # empty: it claims that there are no others
    first_solution_time: float | None
    budget: Budget

    @property
    def claims(self) -> tuple[tuple[Grid, ...], bool]:
        """What can be refuted: its grids in any order, and whether they are all."""
        return tuple(sorted(self.grids)), not self.reason

    @property
    def wall_time(self) -> float:
        """Seconds."""
        return self.budget.total.wall


def _once(selection: Selection, question: Question, channel: TextIO | None) -> Once:
    """Ask once; the grids go to the channel, where there is one, as they are yielded."""
    budget = Budget(question.seconds, question.limit)
    stream = ask(selection.backend.solve, question.puzzle, budget, selection.settings)
    grids: list[Grid] = []
    first_solution_time = None
    while True:
        try:
            grid = next(stream)
        except StopIteration as end:
            return Once(tuple(grids), end.value, first_solution_time, budget)
        at = budget.total.wall
        first_solution_time = at if first_solution_time is None else first_solution_time
        if channel:
            _tell(channel, grid=grid, at=at)
        grids.append(grid)


def _summary(runs: list[Once]) -> dict[str, Any]:
    """The claims and counters of the first run, with mean times of all of them."""
    first = runs[0]
    summary: dict[str, Any] = {
        "exhausted": not first.reason,
        "reason": first.reason,
        "counters": {name: n for name, n in first.budget.spent.items() if name in COUNTERS},
        "inner_repetitions": len(runs),
        "wall_time": _mean([run.budget.total.wall for run in runs]),
        "cpu_time": _mean([run.budget.total.cpu for run in runs]),
    }
    firsts = [run.first_solution_time for run in runs if run.first_solution_time is not None]
    if len(firsts) == len(runs):
        summary["first_solution_time"] = _mean(firsts)
    for phase in first.budget.phases:
        spells = [run.budget.phases[phase] for run in runs if phase in run.budget.phases]
        summary[f"{phase}_time"] = sum(spell.wall for spell in spells) / len(runs)
        summary[f"{phase}_cpu_time"] = sum(spell.cpu for spell in spells) / len(runs)
    return summary


def _mean(times: list[float]) -> float:
    return sum(times) / len(times)


def _leave_a_guardian(lifeline: int) -> None:
    """Have somebody in the process group who ends all of it when the supervisor's pipe closes.

    The kernel ends the worker with its supervisor, but nobody would end what the solver started.
    The guardian holds no other pipe and is nobody's child, so that no solver waits for it.
    """
    if (child := os.fork()) == 0:
        if os.fork():
            os._exit(0)
        os.closerange(0, lifeline)
        os.closerange(lifeline + 1, os.sysconf("SC_OPEN_MAX"))
        os.read(lifeline, 1)
        os.killpg(0, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(lifeline)


def _die_with(parent: int) -> None:
    """Have the kernel kill this process when its supervisor dies, where it can; else watch."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:
            os._exit(1)
        return

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _reset_peak_memory() -> bool:
    """Set the kernel's high-water mark of resident memory back to the present size."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def _peak_memory() -> int | None:
    """The high-water mark of resident memory in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None


if __name__ == "__main__":
    main()
