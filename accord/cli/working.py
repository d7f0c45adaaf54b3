"""Work that takes a while: what is being done, on standard error.

On a terminal a bar of rich says it after a second, with the time that is left where it is known how
much there is to do.  Elsewhere, and on a dumb terminal, a line is printed after five seconds, and
every ten.  The estimate is the mean of what is done, of each kind of work apart where there are
several, so that it stays steady when quick and slow ones follow each other.  Work in several parts
has a bar for each of them (`Working.show`).
"""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from time import monotonic
from typing import TYPE_CHECKING, TextIO, TypeVar

from accord.puzzles.outside_data import visible

if TYPE_CHECKING:
    from rich.progress import Progress

WITH_BAR, SAID, LINE_EVERY = 1.0, 5.0, 10.0  # seconds
LONG = 5.0  # seconds that a function takes to compile, at most
REDRAWN = 0.25  # seconds
COMPILING = "compiling the search kernels, once per machine: some ten seconds of processor time"
BAR = 20  # characters

Item = TypeVar("Item")
Total = int | Callable[[], int | None] | None
_present: list["Working"] = []


class Working:
    """Some work, and how far it has come."""

    def __init__(self, file: TextIO | None, what: str, total: Total = None) -> None:
        self.what = what
        self.done = self.compiled = 0
        self._compiled_at = float("-inf")
        self.file = file  # None: nothing is said
        self._total, self._left = total, ""
        self._began = self._part_began = monotonic()
        self._lock, self._ended = RLock(), Event()
        self._bar: Progress | None = None
        if file is not None:
            self._next = WITH_BAR if _has_bar(file) else SAID
            Thread(target=self._watch, args=(file,), daemon=True).start()

    def advance(self, number: int = 1) -> None:
        """Count so many more as done."""
        self.done += number

    def through(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, each done when the next one is asked for."""
        for each in items:
            yield each
            self.advance()

    def show(self, what: str, done: int, total: int, left: str = "") -> None:
        """Work in several parts: this one is at that step (bench/judge/steps.py).

        Args:
            what: the part, in words.
            done: how many of its steps are done.
            total: of how many; 0 where that is not known.
            left: how much time is left, in words, where the mean of this part does not foretell it.
        """
        if what != self.what:
            self.what, self._part_began = what, monotonic()
        self.done, self._total, self._left = done, total, left

    def count_compiled(self) -> None:
        """Count a function of a kernel that is compiled; say so at the first one."""
        self.compiled, self._compiled_at = self.compiled + 1, monotonic()
        if self.file and self.compiled == 1:
            self.hide()
            with suppress(OSError, ValueError):
                self.file.write(f"accord: {COMPILING}\n")
                self.file.flush()

    def hide(self) -> None:
        """Take the bar away, as something else is printed on the terminal."""
        with self._lock, suppress(OSError, ValueError):
            if self._bar:
                self._bar.stop()
            self._bar = None

    def end(self) -> None:
        """Stop showing the work."""
        self._ended.set()
        self.hide()

    def far(self, seconds: float) -> str:
        """The progress after so many seconds: `10 of 40, 6 s, about 18 s left`.

        While functions are compiled it says how many instead of the time that is left.
        """
        left = ""
        if monotonic() - self._compiled_at < LONG:
            left = f", {self.compiled} functions compiled"
        if total := self.total:
            before = self._part_began - self._began
            left = left or self._left or remaining(seconds - before, self.done, total)
            return f"{self.done:,} of {total:,}, {seconds:.0f} s{left}"
        return f"{seconds:.0f} s{f', {self.done:,} done' if self.done else ''}{left}"

    @property
    def total(self) -> int | None:
        """The number of steps, counted when it is first asked for."""
        if callable(self._total):
            self._total = self._total()
        return self._total

    def _watch(self, file: TextIO) -> None:
        while not self._ended.wait(REDRAWN):
            seconds = monotonic() - self._began
            if seconds < self._next:
                continue
            what, far = visible(self.what), self.far(seconds)
            try:
                if _has_bar(file):
                    self._draw(file, what, far)
                else:
                    file.write(f"accord: {what}: {far}\n")
                    file.flush()
                    self._next = seconds + LINE_EVERY
            except (OSError, ValueError):  # nobody reads it any more
                self._ended.set()

    def _draw(self, file: TextIO, what: str, far: str) -> None:
        from rich import progress as rich
        from rich.console import Console

        with self._lock:
            if self._ended.is_set():
                return
            if self._bar is None:
                self._bar = rich.Progress(
                    rich.TextColumn("{task.description}", markup=False),
                    rich.BarColumn(BAR),
                    rich.TextColumn("{task.fields[far]}", markup=False),
                    console=Console(file=file, emoji=False),
                    transient=True,
                    auto_refresh=False,
                    redirect_stdout=False,
                    redirect_stderr=False,
                )
                self._bar.add_task(what, total=None, far=far)
                self._bar.start()
            self._bar.update(
                self._bar.task_ids[0],
                description=what,
                completed=self.done,
                total=self.total or None,
                far=far,
            )
            self._bar.refresh()


def _has_bar(file: TextIO) -> bool:
    """Whether rich draws a bar there: on a terminal that can go back in a line."""
    return file.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


@contextmanager
def working(what: str, total: Total = None, *, quiet: bool = False) -> Iterator[Working]:
    """Say on standard error what is being done, as long as it is.

    Args:
        what: in words.
        total: how much there is to do, or what counts it.
        quiet: say nothing.
    """
    from accord.solvers.compiling import announced

    work = Working(None if quiet else sys.stderr, what, total)
    _present.append(work)
    try:
        with announced(work.count_compiled, each=True):
            yield work
    finally:
        _present.remove(work)
        work.end()


def hide() -> None:
    """Take away what is said on the terminal, as something is printed."""
    for work in _present:
        work.hide()


def remaining(seconds: float, done: float, total: float) -> str:
    """The time that is left, as `, about 18 s left`; empty where it is not known."""
    return f", about {seconds / done * (total - done):.0f} s left" if done else ""


class Estimate:
    """The time that the rest of a campaign takes, each solver's runs as long as its runs so far."""

    def __init__(self, solvers: int) -> None:
        self.solvers = max(1, solvers)
        self._runs: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}
        self._last = 0.0

    def left(self, label: str, seconds: float, left: int) -> float:
        """Seconds for so many runs more, as a run of this solver has ended after these seconds."""
        self._runs[label] += 1
        self._seconds[label] = self._seconds.get(label, 0.0) + seconds - self._last
        self._last = seconds
        made = sum(self._runs.values())
        every = (made + left) / self.solvers
        rest = {name: max(0.0, every - runs) for name, runs in self._runs.items()}
        unseen = max(0.0, left - sum(rest.values()))
        known = sum(number * self._seconds[n] / self._runs[n] for n, number in rest.items())
        return known + unseen * seconds / made
