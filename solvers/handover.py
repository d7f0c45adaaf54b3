"""A library's search in a thread, which hands over a solution and waits until another is wanted.

So a run that is killed has yielded what it found, and the clock, which is stopped while a solution
is looked at, stands still for the search too.  Closing the generator interrupts the search and
joins the thread.  The thread waits for a word before it searches, too: Ctrl-C may come while it is
being started, when it is not known yet whether it runs.
"""

import atexit
from collections.abc import Callable, Generator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from accord.solvers.budget import OUT_OF_TIME, Budget, GaveUpError

STOP_AGAIN = 0.01  # seconds; a stop that comes before the search has begun is lost


class _Claim(NamedTuple):
    value: int


class _Return(NamedTuple):
    result: Any = None
    error: BaseException | None = None


class Handover:
    """What a search gets: called in its thread."""

    def __init__(self, events: SimpleQueue[Any], wanted: SimpleQueue[bool]) -> None:
        self._events, self._wanted = events, wanted
        self.closing = False  # no more is wanted

    def offer(self, solution: Any) -> None:
        """Hand over a solution, and wait; afterwards `closing` says whether to stop."""
        if not self.closing:
            self._events.put(solution)
            self.closing = not self._wanted.get()

    def bound(self, value: int) -> None:
        """Claim a bound of the objective, without waiting."""
        self._events.put(_Claim(value))


def handed_over(
    name: str, search: Callable[[Handover], Any], interrupt: Callable[[], object], budget: Budget
) -> Generator[Any, None, Any]:
    """Run a search in a thread and yield what it hands over; its bounds are claimed.

    Args:
        name: of the thread.
        search: does it all.
        interrupt: ends the search soon; called again and again until it has ended.
        budget: of the run.

    Returns:
        What the search returns.

    Raises:
        GaveUpError: the time is over.
        BaseException: what the search raises.
    """
    events: SimpleQueue[Any] = SimpleQueue()
    wanted: SimpleQueue[bool] = SimpleQueue()  # whether another solution is
    handover = Handover(events, wanted)

    def run() -> None:
        try:
            events.put(_Return(search(handover) if wanted.get() else None))
        except BaseException as error:
            events.put(_Return(error=error))

    def stop() -> None:
        wanted.put(False)
        while thread.is_alive():
            interrupt()
            thread.join(STOP_AGAIN)

    thread = Thread(target=run, name=name, daemon=True)
    atexit.register(stop)
    try:
        thread.start()
        wanted.put(True)
        while not isinstance(event := _next(events, budget), _Return):
            if isinstance(event, _Claim):
                budget.bound(event.value)
            else:
                yield event
                wanted.put(True)
        thread.join()  # nothing is left to be interrupted
    finally:
        stop()
        atexit.unregister(stop)
    if event.error is not None:
        raise event.error
    return event.result


def _next(events: SimpleQueue[Any], budget: Budget) -> Any:
    try:
        return events.get(timeout=budget.timeout)
    except Empty:
        raise GaveUpError(OUT_OF_TIME) from None
