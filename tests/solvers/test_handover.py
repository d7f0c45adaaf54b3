"""A search in a thread: what it hands over and raises arrives, and it goes on when it is asked."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.objective import Objective
from accord.solvers import handover
from accord.solvers.budget import OUT_OF_TIME, Budget, GaveUpError
from accord.solvers.handover import Handover, handed_over


class NumberSearch:
    """A search for 1, 2 ... that notes what it has done, and can be interrupted."""

    def __init__(self, numbers: int, then: Callable[[], Any] = lambda: "ended") -> None:
        self.numbers, self.then = numbers, then
        self.offered: list[int] = []
        self.interrupted = threading.Event()

    def search(self, handover: Handover) -> Any:
        for number in range(1, self.numbers + 1):
            handover.bound(100 - number)
            self.offered.append(number)
            handover.offer(number)
            if handover.closing:
                return "closed"
        return self.then()

    def over(self, budget: Budget | None = None) -> Any:
        budget = budget or Budget(goal=Objective("maximize", (Variable(0),)))
        budget.resume()
        return handed_over("worker", self.search, self.interrupted.set, budget)


def running() -> int:
    return sum(thread.name == "worker" for thread in threading.enumerate())


def test_what_is_found_claimed_and_returned_arrives() -> None:
    budget = Budget(goal=Objective("maximize", (Variable(0),)))
    found, worker = [], NumberSearch(3)

    def collecting() -> Any:
        found.append((yield from worker.over(budget)))

    assert list(collecting()) == [1, 2, 3]
    assert found == ["ended"]
    assert not worker.interrupted.is_set()
    assert [value for _, value in budget.bounds] == [99, 98, 97]
    assert not running()


def test_no_more_is_looked_for_than_is_wanted() -> None:
    worker = NumberSearch(10**9)
    over = worker.over()
    assert [next(over), next(over)] == [1, 2]
    assert worker.offered == [1, 2]
    over.close()
    assert worker.offered == [1, 2]
    assert worker.interrupted.is_set()
    assert not running()


def test_what_it_raises_is_raised() -> None:
    def fail() -> Any:
        raise MemoryError("all of it")

    with pytest.raises(MemoryError, match="all of it"):
        list(NumberSearch(0, fail).over())
    assert not running()


def test_it_is_interrupted_when_the_time_is_over() -> None:
    worker = NumberSearch(0)
    worker.then = worker.interrupted.wait
    with pytest.raises(GaveUpError, match=OUT_OF_TIME):
        list(worker.over(Budget(0.05)))
    assert worker.interrupted.is_set()
    assert not running()


def test_it_does_not_search_when_ctrl_c_comes_while_its_thread_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Interrupted(threading.Thread):
        def start(self) -> None:
            super().start()
            raise KeyboardInterrupt

    monkeypatch.setattr(handover, "Thread", Interrupted)
    worker = NumberSearch(5)
    with pytest.raises(KeyboardInterrupt):
        list(worker.over())
    assert worker.offered == []
    assert not running()
