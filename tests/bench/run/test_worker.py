"""Whatever becomes of a question, the next one is answered as if it had been asked alone."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import accord
from accord.bench.run import worker as module
from accord.bench.run.messages import SHOWN, Message, last_output
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Question, Terms
from accord.bench.run.torture import EASY, EMPTY
from accord.puzzles import Grid, Problem, Puzzle, shape
from accord.solvers import budget as clock
from accord.solvers.backend import Backend
from accord.solvers.budget import OUT_OF_TIME, Budget, GaveUpError
from accord.solvers.interface import UnsupportedError
from accord.solvers.search.backtracking_mrv import SOLVERS
from answered import answered

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")
honest = SOLVERS["backtracking-mrv"].solve
SLOW, QUICK = 1.0, 1e-6  # seconds that pass between two looks at the clock
FOREVER = Limits(1e9)
ENDS = Puzzle(shape(4), Grid.parse("..3434.........."))  # the puzzle that ends differently


class UnspeakableError(Exception):
    """An error that cannot be printed."""

    def __str__(self) -> str:
        raise RuntimeError


def solved(budget: Budget) -> None:
    """It goes on, and solves the puzzle."""


def refused(budget: Budget) -> None:
    raise UnsupportedError("not this one")


def raised(budget: Budget) -> None:
    budget.spend(nodes=1)
    raise ValueError("a bug")


def raised_in_a_phase(budget: Budget) -> None:
    budget.enter("encode")
    raise ZeroDivisionError


def raised_what_cannot_be_printed(budget: Budget) -> None:
    raise UnspeakableError


def gave_up(budget: Budget) -> None:
    raise GaveUpError("out of ideas")


def gave_up_in_half_a_character(budget: Budget) -> None:
    raise GaveUpError("\ud800")


def out_of_time(budget: Budget) -> None:
    raise GaveUpError(OUT_OF_TIME)


def out_of_memory(budget: Budget) -> None:
    raise MemoryError


def failed_to_allocate(budget: Budget) -> None:
    raise OSError(12, "cannot allocate memory")


def exited(budget: Budget) -> None:
    sys.exit(3)


def interrupted(budget: Budget) -> None:
    raise KeyboardInterrupt


def closed_itself(budget: Budget) -> None:
    raise GeneratorExit


def stopped(budget: Budget) -> None:
    raise StopIteration


def stopped_its_clock(budget: Budget) -> None:
    budget.pause()


def counted_too_far(budget: Budget) -> None:
    budget.spend(nodes=1 << 63)


def counted_what_is_no_number(budget: Budget) -> None:
    budget.spent["nodes"] = "many"  # type: ignore[assignment]


def called_what_is_not_there(budget: Budget) -> None:
    import accord.solvers.nothing  # type: ignore[import-not-found]  # noqa: F401


def grew_old(budget: Budget) -> None:
    raise RecursionError


ENDINGS: list[Callable[[Budget], None]] = [
    *(solved, refused, raised, raised_in_a_phase, raised_what_cannot_be_printed, gave_up),
    *(gave_up_in_half_a_character, out_of_time, out_of_memory, failed_to_allocate, exited),
    *(interrupted, closed_itself, stopped, stopped_its_clock, counted_too_far),
    *(counted_what_is_no_number, called_what_is_not_there, grew_old),
]


def before(ending: Callable[[Budget], None], puzzle: Problem, budget: Budget) -> Iterator[Any]:
    if puzzle == ENDS:
        ending(budget)
    yield from honest(puzzle, budget)


def behind_its_grids(
    ending: Callable[[Budget], None], puzzle: Problem, budget: Budget
) -> Iterator[Any]:
    yield from honest(puzzle, budget)
    if puzzle == ENDS:
        ending(budget)


def no_grid(ending: Callable[[Budget], None], puzzle: Problem, budget: Budget) -> Iterator[Any]:
    if puzzle == ENDS:
        yield from honest(puzzle, budget)
        yield ["no", "number"]
    yield from honest(puzzle, budget)


def no_generator(ending: Callable[[Budget], None], puzzle: Problem, budget: Budget) -> Any:
    return [] if puzzle == ENDS else honest(puzzle, budget)


def asked_again_it_fails(
    ending: Callable[[Budget], None], puzzle: Problem, budget: Budget
) -> Iterator[Any]:
    asked.append(puzzle)
    yield from honest(puzzle, budget)
    if puzzle == ENDS and asked.count(ENDS) > 2:
        ending(budget)


def closes_badly(
    ending: Callable[[Budget], None], puzzle: Problem, budget: Budget
) -> Iterator[Any]:
    try:
        yield from honest(puzzle, budget)
    finally:
        if puzzle == ENDS:
            ending(budget)


MUCH = 200 * 2**20  # bytes
HANGS, ABORTS = (Puzzle(shape(4), Grid([value] + [0] * 15)) for value in (1, 2))
HEAVY = f"""
import os, time
from accord.solvers.search.backtracking_mrv import solve as honest

def solve(puzzle, budget):
    given = [*filter(None, puzzle.givens)]
    if not given:
        held = bytearray({MUCH})
        held[::4096] = b"1" * len(held[::4096])
        time.sleep(0.1)
        print("bad_alloc: out of memory", flush=True)
        raise ValueError("a bug")
    if given == [1]:
        time.sleep(60)
    if given == [2]:
        os.abort()
    yield from honest(puzzle, budget)
"""
asked: list[Problem] = []
WAYS = [
    *((before, ending) for ending in ENDINGS),
    *((behind_its_grids, ending) for ending in (raised, out_of_memory, gave_up, stopped_its_clock)),
    *((asked_again_it_fails, ending) for ending in (raised, refused, gave_up)),
    *((closes_badly, ending) for ending in (raised, exited)),
    *((no_grid, solved), (no_generator, solved)),
]


def name(way: Any) -> str:
    return str(way.__name__) if callable(way) else str(way)


@pytest.fixture
def ticking() -> Iterator[Callable[[float], None]]:
    """A clock that goes on by the same length whenever anybody looks at it."""
    ticks, length = count(), [SLOW]

    def now() -> float:
        return 1e-9 * round(1e9 * length[0] * next(ticks))

    def spell() -> clock.Duration:
        return clock.Duration(now(), 0.0)

    with (
        patch.object(module, "perf_counter", now),
        patch.object(clock, "perf_counter", now),
        patch.object(clock, "now", spell),
        patch.object(module, "now", spell),
        patch.object(module, "peak_memory", lambda budget: budget.programs_memory),
    ):
        yield lambda seconds: length.__setitem__(0, seconds)


def comparable(messages: list[Message], number: int) -> list[dict[str, Any]]:
    """The messages about one question, without its number; times in seconds, to the nanosecond."""
    found = []
    for message in messages:
        if message["of"] == number:
            end = message.get("end", {})
            lengths = {
                key: round(value, 9) if isinstance(value, float) else value
                for key, value in end.items()
                if key != "batch_time"
            }
            rest = {key: value for key, value in message.items() if key not in ("of", "end", "at")}
            found.append(rest | {"end": lengths})
    return found


@pytest.mark.parametrize("limit", [None, 1], ids=["all", "one"])
@pytest.mark.parametrize("tick", [SLOW, QUICK], ids=["once", "repeated"])
@pytest.mark.parametrize("together", [True, False], ids=["batch", "single"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(name, way)))
def test_the_next_question_is_answered_as_if_it_was_asked_alone(
    way: Any, together: bool, tick: float, limit: int | None, ticking: Callable[[float], None]
) -> None:
    how, ending = way
    backend = Backend(
        lambda puzzle, budget: how(ending, puzzle, budget),
        engine="tests",
        model="tests",
        family="other",
    )
    first, ended = (Question(puzzle, Terms(FOREVER, limit)) for puzzle in (EASY, ENDS))
    asked.clear()
    ticking(tick)
    with answered(backend) as worker:
        worker.ask(first)  # makes what the shape determines
        alone = comparable(worker.ask(first), 1)
        messages = worker.ask(ended, first) if together else worker.ask(ended) + worker.ask(first)
        assert comparable(messages, 3) == alone
        known = set(vars(worker.responder))
    assert "exhausted" in alone[-1]["end"]
    assert known == {
        *("selection", "heartbeat", "memoisation", "prepared", "solving", "leaving"),
        *("_channel", "_number", "_flushed"),
    }


@pytest.mark.parametrize("together", [True, False], ids=["batch", "single"])
def test_a_preparation_that_fails_is_in_no_time_of_the_next_question(
    together: bool, ticking: Callable[[float], None]
) -> None:
    def prepare(puzzle: Problem) -> None:
        if puzzle == ENDS:
            for _ in range(1000):
                clock.now()
            raise ValueError("a bug")

    backend = Backend(honest, engine="tests", model="tests", family="other", prepare=prepare)
    first, ended = (Question(puzzle, Terms(FOREVER)) for puzzle in (EASY, ENDS))
    with answered(backend) as worker:
        alone = comparable(worker.ask(first), 0)
    with answered(backend) as worker:
        messages = worker.ask(ended, first) if together else worker.ask(ended) + worker.ask(first)
    assert "a bug" in str(comparable(messages, 0))
    assert comparable(messages, 1) == alone


def test_what_an_isomorph_took_that_failed_is_accounted_for(
    ticking: Callable[[float], None],
) -> None:
    """An isomorph is asked to find out whether the solver remembers its answers."""

    def fail(budget: Budget) -> None:
        for _ in range(100):
            budget.check_time()
        raise ValueError("an isomorph")

    backend = Backend(
        lambda puzzle, budget: before(fail, puzzle, budget),
        engine="tests",
        model="tests",
        family="other",
    )
    with answered(backend) as worker:
        worker.ask(Question(EASY, Terms(FOREVER)))
        memoisation = worker.responder.memoisation
        with patch.object(memoisation, "isomorphs", lambda puzzle, later: [ENDS]):
            *_, end, probed = worker.ask(Question(EASY, Terms(FOREVER)))
    assert end["end"]["worked"] >= end["end"]["wall_time"]
    assert probed["probed"]["worked"] >= 100 * SLOW


PROBED = """
import os, signal, sys, time
from accord.bench.run import worker
from accord.bench.run import memoisation
from accord.solvers.search.backtracking_mrv import solve as honest
worker.SHORT = 60.0  # every run is repeated, and
memoisation.SUSPICIOUS = 0.0  # every puzzle but the first is held against an isomorph
send = worker.Responder.send

def answered(self, **message):
    send(self, **message)
    self._channel.flush()
    if "end" in message:
        os.abort()

def writes():
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b'{{"end": {{}}}}\\n')
        except OSError:
            continue

def eats():
    held = bytearray(400 << 20)
    held[::4096] = b"1" * len(held[::4096])
    time.sleep(60)

def solve(puzzle, budget):
    if "".join(map(str, puzzle.givens)) not in {known!r}:
        {body}
    yield from honest(puzzle, budget)
"""
ISOMORPH = {  # what a solver does when it is asked one, and how the process ended
    "os.abort()": "ended by the signal SIGABRT",
    "os._exit(0)": "exited with code 0",
    "os.kill(os.getpid(), signal.SIGKILL)": "ended by the signal SIGKILL",
    "time.sleep(1e5)": "ended from outside: it overran its limit",
    "eats()": "ended from outside: it used ",
    "writes()": "broke the protocol of its pipe: ",
    "sys.exit(3)": "",
    "raise MemoryError": "",
}


@pytest.mark.parametrize("together", [True, False], ids=["batch", "single"])
@pytest.mark.parametrize("body", ISOMORPH)
def test_what_becomes_of_an_isomorph_is_no_part_of_the_run(
    body: str, together: bool, tmp_path: Path
) -> None:
    puzzles = [Puzzle(shape(4), Grid([*range(1, 5), *[0] * 11, last])) for last in (1, 2, 3)]
    known = ["".join(map(str, each.givens)) for each in puzzles]
    (file := tmp_path / "probed.py").write_text(PROBED.format(known=known, body=body))
    limits = Limits(1.0 if "sleep" in body else 60.0, 2**28)
    questions = [Question(each, Terms(limits, None)) for each in puzzles]
    batches = [questions] if together else [[each] for each in questions]
    with Worker(f"{file}:solve") as worker:
        reports = [report for batch in batches for _, report in worker.ask_all(batch)]
    outcomes = [(each.outcome, each.reason) for each in reports]
    assert [outcome for outcome, _ in outcomes] == ["OK"] * 3, outcomes
    assert all(each.exhausted and each.grids.valid for each in reports)
    assert all(each.cost["wall_time"] < 1.0 for each in reports)
    assert max(each.cost["peak_memory"] for each in reports) < 2**28
    said = [each.reason.partition("asked another form of the puzzle: ")[2] for each in reports]
    assert any(said) is bool(ISOMORPH[body])
    assert all(each.startswith(ISOMORPH[body]) for each in said if each)


@pytest.mark.parametrize("together", [True, False], ids=["batch", "single"])
def test_a_crash_behind_an_answer_loses_neither_this_one_nor_the_next(
    together: bool, tmp_path: Path
) -> None:
    (file := tmp_path / "crashes.py").write_text(
        PROBED.format(known=[], body="pass") + "worker.Responder.send = answered\n"
    )
    question = Question(EASY, Terms(FOREVER, once=True))
    with Worker(f"{file}:solve") as worker:
        if together:
            reports = [report for _, report in worker.ask_all([question] * 3)]
        else:
            reports = [worker.ask(*question) for _ in range(3)]
    assert [(each.outcome, each.exhausted, each.grids.valid) for each in reports] == [
        ("OK", True, 1)
    ] * 3


def test_what_one_question_had_in_memory_or_printed_is_not_the_next_ones(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(HEAVY)
    limits = Limits(60.0, 2**30)
    heavy, light = (Question(puzzle, Terms(limits, once=True)) for puzzle in (EMPTY, EASY))
    with Worker(f"{file}:solve") as worker:
        (_, alone), *_ = worker.ask_all([light])
        reports = dict(worker.ask_all([heavy, light]))
        assert [reports[place].outcome for place in range(2)] == ["ERROR", "OK"]
        assert reports[1].cost["peak_memory"] < alone.cost["peak_memory"] + MUCH / 2
        assert worker.ask(EMPTY, heavy.terms).outcome == "ERROR"
        killed = worker.ask(HANGS, Terms(replace(limits, seconds=0.5), once=True))
        assert killed.outcome == "TIMEOUT"
        assert killed.cost["peak_memory"] < alone.cost["peak_memory"] + MUCH / 2
        assert worker.ask(EMPTY, heavy.terms).outcome == "ERROR"
        aborted = worker.ask(ABORTS, heavy.terms)
    assert (aborted.outcome, aborted.reason) == ("ERROR", "ended by the signal SIGABRT")


PANIC = "panicked at src/solver.rs:10:5: internal error: entered unreachable code"
CRASHING = """
import os
from accord.solvers.search.backtracking_mrv import solve as honest

def solve(puzzle, budget):
    givens = sum(map(bool, puzzle.givens))  # as of a form of it, which a worker may ask besides
    if givens == 1:
        print("waits in Python")
        os.write(1, b"of the first question\\n")
    if givens == 2:
        print("step\\n" * {steps} + {panic!r})
        print("of a frame\\n" * {frames})
        print("__libc_start_call_main", flush=True)
        os.abort()
    if givens == 3:
        os.abort()
    yield from honest(puzzle, budget)
"""


@pytest.mark.parametrize(("steps", "frames"), [(0, 10_000), (10_000, 100)], ids=["head", "tail"])
def test_the_reason_of_a_crash_names_the_error_and_only_its_own_output(
    tmp_path: Path, steps: int, frames: int
) -> None:
    file = tmp_path / "crashing.py"
    panic = f"thread 'main' (17) {PANIC}"
    file.write_text(CRASHING.format(steps=steps, panic=panic, frames=frames))
    texts = ("1" + "." * 15, "12" + "." * 14, "123" + "." * 13)
    prints, panics, aborts = (Puzzle(shape(4), Grid.parse(each)) for each in texts)
    questions = [Question(each, Terms(FOREVER)) for each in (prints, panics, prints, aborts)]
    with Worker(f"{file}:solve") as worker:
        reports = dict(worker.ask_all(questions))
    assert [reports[place].outcome for place in range(4)] == ["OK", "ERROR"] * 2
    assert reports[1].reason.startswith(f"ended by the signal SIGABRT; its last output: {panic}")
    assert reports[1].reason.endswith("__libc_start_call_main")
    assert reports[3].reason == "ended by the signal SIGABRT"


FAILING_LATE = """
from time import process_time
from accord.solvers.search.backtracking_mrv import solve as honest

def solve(puzzle, budget):
    for number, grid in enumerate(honest(puzzle, budget)):
        yield grid
    if number:
        raise ValueError("after many solutions")
    until = process_time() + 0.02
    while process_time() < until:
        pass
"""


def test_an_honest_run_behind_one_that_crashed_is_correct(tmp_path: Path) -> None:
    """What the first one spent on its 288 grids beside its search is not taken from the second."""
    (file := tmp_path / "failing.py").write_text(FAILING_LATE)
    texts = ("." * 16, "1.....3..4.....2")
    asked = [Question(accord.puzzle(each), Terms(FOREVER, None)) for each in texts]
    with Worker(f"{file}:solve") as worker:
        reports = dict(worker.ask_all(asked))
    assert [reports[place].outcome for place in range(2)] == ["ERROR", "OK"]
    assert (reports[1].grids.valid, reports[1].exhausted) == (1, True)


def test_a_long_error_leaves_room_for_the_last_words() -> None:
    said = last_output(f"ERROR: {'x' * 1000}\n{'y' * 1000} and that is all\n".encode())
    assert said.startswith("ERROR: xxx")
    assert said.endswith("yyy and that is all")
    assert len(said) < 2 * SHOWN
