"""Work that takes a while: what is being done, on standard error.

On a terminal one line says it after a second; after five it has a bar and the time that is left,
where it is known how much there is to do.  Elsewhere a line is printed after five seconds, and
every ten.  The estimate is the mean of what is done, of each kind of work apart where there are
several, so that it stays steady when quick and slow ones follow each other.  Work in several parts
has a bar for each of them (`Working.show`).
"""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, RLock, Thread
from time import monotonic
from typing import TextIO, TypeVar

from accord.puzzles.outside_text import visible

SAID, WITH_BAR, LINE_EVERY = 1.0, 5.0, 10.0  # seconds
REDRAWN = 0.25  # seconds
BAR = 20  # characters

Item = TypeVar("Item")
Total = int | Callable[[], int | None] | None
_present: list["Working"] = []


class Working:
    """Some work, and how far it has come."""

    def __init__(self, file: TextIO, what: str, total: Total = None) -> None:
        self.what = what
        self.done = 0
        self.file = file
        self._total = total
        self._began = self._part_began = monotonic()
        self._next = SAID if file.isatty() else WITH_BAR
        self._lock, self._ended = RLock(), Event()
        self._is_shown = False
        Thread(target=self._watch, daemon=True).start()

    def advance(self, number: int = 1) -> None:
        """So much more is done."""
        self.done += number

    def through(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, each done when the next one is asked for."""
        for each in items:
            yield each
            self.advance()

    def show(self, what: str, done: int, total: int) -> None:
        """Work in several parts: this one is at that step (bench/judge/steps.py)."""
        if what != self.what:
            self.what, self._part_began = what, monotonic()
        self.done, self._total = done, total

    def hide(self) -> None:
        """Take the line away, as something else is printed on the terminal."""
        with self._lock:
            if self._is_shown:
                self._write("\r\033[K")
                self._is_shown = False

    def end(self) -> None:
        """Say no more."""
        with self._lock:
            self._ended.set()
            self.hide()

    def text(self, seconds: float) -> str:
        """What is said after so many seconds."""
        if seconds < WITH_BAR:
            return f"{self.what} ..."
        if total := self.total:
            before = self._part_began - self._began
            left = remaining(seconds - before, self.done, total)
            return (
                f"{self.what}: {self._bar(total)}{self.done:,} of {total:,}, {seconds:.0f} s{left}"
            )
        done = f", {self.done:,} done" if self.done else ""
        return f"{self.what}, {seconds:.0f} s{done}"

    @property
    def total(self) -> int | None:
        """How much there is to do, counted when it is first asked for."""
        if callable(self._total):
            self._total = self._total()
        return self._total

    def _bar(self, total: int) -> str:
        full = min(BAR, BAR * self.done // total)
        return f"[{'#' * full}{'-' * (BAR - full)}] " if self.file.isatty() else ""

    @property
    def _room(self) -> int:
        """How many characters fit into a line."""
        try:
            columns = os.get_terminal_size(self.file.fileno()).columns
        except OSError:
            columns = 0
        return (columns or 80) - 1

    def _watch(self) -> None:
        while not self._ended.wait(REDRAWN):
            seconds = monotonic() - self._began
            if seconds >= self._next:
                self._say(seconds)

    def _say(self, seconds: float) -> None:
        text = visible(self.text(seconds))
        with self._lock:
            if self._ended.is_set():
                return
            if self.file.isatty():
                self._write(f"\r\033[K{text[: self._room]}")
                self._is_shown = True
            else:
                self._write(f"accord: {text}\n")
                self._next = seconds + LINE_EVERY

    def _write(self, text: str) -> None:
        try:
            self.file.write(text)
            self.file.flush()
        except (OSError, ValueError):  # nobody reads it any more
            self._ended.set()


@contextmanager
def working(what: str, total: Total = None) -> Iterator[Working]:
    """Say on standard error what is being done, as long as it is.

    Args:
        what: in words.
        total: how much there is to do, or what counts it.
    """
    work = Working(sys.stderr, what, total)
    _present.append(work)
    try:
        yield work
    finally:
        _present.remove(work)
        work.end()


def hide() -> None:
    """Take away what is said on the terminal, as something is printed."""
    for work in _present:
        work.hide()


def remaining(seconds: float, done: float, total: float) -> str:
    """How much time is left, in words; nothing where that is not known."""
    return f", about {seconds / done * (total - done):.0f} s left" if done else ""


class Estimate:
    """How long the rest of a campaign takes, each solver's runs as long as its runs so far."""

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
