"""A forged report is that run's ERROR, in words, whatever stands in it; the others stand.

Each key of each honest message is left out, and gets each value that it cannot have.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from math import inf, nan
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, cast
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.bench.campaigns.planned_run import PlannedRun, as_run
from accord.bench.campaigns.run import COLUMNS
from accord.bench.campaigns.store import _holds, _row_json
from accord.bench.run import clock_check, schedule
from accord.bench.run.messages import ExitReport, Message, MessageReader
from accord.bench.run.report import Declaration, Report
from accord.bench.run.supervisor import ForkServers, Worker
from accord.bench.run.terms import Limits, Question, Terms
from accord.bench.run.torture import EASY, EMPTY
from accord.bench.run.worker_process import DiedError, WorkerProcess
from accord.puzzles import Grid, Problem, Puzzle
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.objective import Objective
from accord.puzzles.puzzle import Instance
from accord.solvers.registry import backends, select
from answered import answered
from command_line import run_here
from optional import library, slow
from small_campaigns import run
from stored_rows import A

TERMS = Terms(Limits(60.0))
HUGE = 10**400
LONG = "x" * 1_000_000
DEEP = json.loads("[" * 500 + "]" * 500)
TIMES = ("wall_time", "cpu_time", "worked", "aside", "prepare_time", "batch_time")
PARTS = ("first_solution_time", "search_time", "search_cpu_time", "encode_time", "encode_cpu_time")
HONEST: list[Message] = [
    {"preparing": True, "of": 0},
    {"preparing": False, "of": 0},
    {"grid": [*A], "at": 1e-6, "of": 0},
    {"repeating": True, "exhausted": True, "of": 0},
    {"again": [[*A]], "exhausted": True, "of": 0},
    {
        "end": {
            "exhausted": True,
            "reason": "",
            "counters": {"nodes": 10**8, "guesses": 0, "backtracks": 0, "propagations": 16},
            "inner_repetitions": 5,
            "time_error": 0.01,
            "memoises": False,
            "peak_memory": 32464896,
            **dict.fromkeys((*TIMES, *PARTS), 1e-6),
        },
        "leaving": False,
        "of": 0,
    },
]
OTHER_ENDINGS: list[Message] = [
    {kind: "in words", "leaving": False, "of": 0} for kind in ("unsupported", "error", "memory")
]
NO_NUMBER = [True, "0.5", None, [], [0.5], {}, DEEP]
NO_COUNT = [*NO_NUMBER, -1, 0.5, 1.0, 2**63, HUGE, -HUGE, nan, inf]
NO_TIME = [*NO_NUMBER, -0.5, 1e300, 2**63, HUGE, -HUGE, nan, inf, -inf]
NO_TEXT = [False, 0, 0.5, None, [], ["x"], {}, HUGE, nan, DEEP, LONG, "\ud800"]
NO_TRUTH = [0, 1, HUGE, 0.0, nan, "", "true", None, [], [True], {}, DEEP]
NO_OBJECT = [True, 0, HUGE, nan, "", LONG, None, [], [["nodes", 1]], DEEP, {"nods": 1}]
NO_LIST = [True, 0, HUGE, nan, "1234", LONG, None, {}, DEEP]
NO_GRID = [*NO_LIST, [0.5] * 16, [True] * 16, ["1"] * 16, [HUGE] * 16, [-HUGE], [1] * 18, [[1]]]
WRONG: dict[str, Sequence[Any]] = {  # values that a key cannot have
    **dict.fromkeys(("exhausted", "memoises", "leaving", "preparing", "repeating"), NO_TRUTH),
    **dict.fromkeys(("probed", "first"), NO_OBJECT),
    **dict.fromkeys(("reason", "unsupported", "error", "memory"), NO_TEXT),
    **dict.fromkeys(("of", "peak_memory"), NO_COUNT),
    **dict.fromkeys(("nodes", "guesses", "backtracks", "propagations"), NO_COUNT),
    **dict.fromkeys((*TIMES, *PARTS), NO_TIME),
    "inner_repetitions": [*NO_COUNT, 0, 1001],
    "time_error": [value for value in NO_TIME if value is not None],
    "at": [value for value in NO_TIME if value != 1e300],  # that is late, and no evidence
    "grid": NO_GRID,
    "again": [*NO_LIST, [1] * 16, *([each] for each in NO_GRID)],
    "end": NO_OBJECT,
    "counters": NO_OBJECT,
}
Keys = tuple[Any, ...]  # of a value in the messages: place, key, key in that


def keys_in(messages: Sequence[Message]) -> Iterator[Keys]:
    """Where all values stand, those of objects and of what is in them."""

    def below(value: Any, keys: Keys) -> Iterator[Keys]:
        if isinstance(value, dict):
            for key, each in value.items():
                yield (*keys, key)
                yield from below(each, (*keys, key))

    for place, message in enumerate(messages):
        yield from below(message, (place,))


def changed(
    messages: Sequence[Message], keys: Keys, change: Callable[[Any], None]
) -> list[Message]:
    """A copy of messages in which the object that holds what stands there is changed."""
    copied = json.loads(json.dumps(messages))
    holder = copied
    for key in keys[:-1]:
        holder = holder[key]
    change(holder)
    return cast("list[Message]", copied)


def forged(messages: Sequence[Message], keys: Keys) -> Iterator[list[Message]]:
    """The messages without what stands there, with something beside it, and with wrong values."""
    key = keys[-1]
    if key not in {*TIMES[4:], *PARTS, "memoises", "peak_memory"} and "counters" not in keys[:-1]:
        yield changed(messages, keys, lambda holder: holder.pop(key))
    yield changed(messages, keys, lambda holder: holder.update({f"{key}s": 0}))
    for value in WRONG[key]:
        yield changed(messages, keys, lambda holder: holder.update({key: value}))  # noqa: B023


BEGUN, LAST = HONEST[:4], HONEST[-1]
OUT_OF_PLACE: list[Any] = [
    [*HONEST[:2], *HONEST[:2], *HONEST[2:]],
    [HONEST[1], *HONEST[2:]],
    [*HONEST[:3], *[HONEST[2]] * 2, *HONEST[3:]],  # three grids, and it was asked for two
    [*BEGUN, HONEST[2], LAST],
    [*BEGUN, HONEST[3], LAST],
    [*HONEST[:3], HONEST[4], LAST],
    [LAST | {"of": 1}],
    [LAST | {"of": -1}],
    [LAST | {"error": "both"}],
    [HONEST[2] | LAST],
    [{}],
    [{"of": 0}],
    [{"ready": True}],
    *([value] for value in (None, 0, nan, "end", [], [LAST], DEEP)),
    *(line.encode() for line in ("", "{", "\0", "end", "[" * 100_000, "1" * 5000, '{"a":1}' * 2)),
    b"\xff",
]
PASSED = [  # of twelve constraints
    *("", "0.5", "null", "{}", "[]", "[0]", "[[11]]", "[[13]]", "[[-1],[13]]", "[[true],[11]]"),
    *('[["x"]]', "[[12,5]]", "[[12,null]]", '[[12,["x"]]]', '[[12,"\\ud800"]]', "[[12.0]]"),
    *("[[99999999999999]]", f"[[{HUGE}]]", "[" * 100_000, "[[12]", '[[12,"a\\nb"]]'),
]
PLACES = [(messages, keys) for messages in (HONEST,) for keys in keys_in(messages)]
PLACES += [([*HONEST[:2], each], (2, key)) for each in OTHER_ENDINGS for key in each]
FORGERIES: list[Any] = [*chain.from_iterable(forged(*place) for place in PLACES), *OUT_OF_PLACE]


def written(messages: Any, number: int) -> bytes:
    """What stands in the pipe: messages about this question; bytes as they are."""
    if isinstance(messages, bytes):
        return messages + b"\n"
    lines = []
    for each in messages:
        own = isinstance(each, dict) and type(each.get("of")) is int and abs(each["of"]) < 2
        lines.append(json.dumps(each | {"of": each["of"] + number} if own else each))
    return "".join(f"{line}\n" for line in lines).encode()


class WrittenPipe:
    """A process that has written something to its pipe, and then closed it."""

    processes: Sequence[int] = ()
    stood_still = 0.0
    reading = 0.0

    def __init__(self, data: bytes) -> None:
        self._file = TemporaryFile()  # noqa: SIM115  # closed with it
        self._file.write(data)
        self._file.seek(0)
        self._reader = MessageReader(self._file.fileno())
        self._more = True

    def receive(self, deadline: float) -> Message:
        while (message := self._reader.next()) is None:
            if not self._more:
                raise DiedError
            self._more = self._reader.read()
        return message

    def spent(self) -> None: ...

    def sweep(self, deadline: float) -> tuple[list[str], bool, float]:
        return [], False, 0.0

    def interrupt(self) -> None: ...

    def close(self) -> None:
        self._file.close()


class ForgingWorker(Worker):
    """A worker whose processes write about each puzzle what is said here."""

    def __init__(self, says: Callable[[Problem], Any], **_: Any) -> None:
        super().__init__("backtracking-mrv", fork_servers=ForkServers())
        self._says = says

    def _begin(self, questions: Sequence[Question], clock: clock_check.ClockCheck) -> WorkerProcess:
        numbered = enumerate(questions, self._answered)
        data = b"".join(written(self._says(each.problem), number) for number, each in numbered)
        if self._process is not None:
            self._process.close()
        self._process = cast("WorkerProcess", WrittenPipe(data))
        return self._process

    def _exit_report(self, end_time: float = 0.0) -> ExitReport:
        self._drop()
        return ExitReport("ERROR", "it closed its pipe", wall_time=0.1, peak_memory=2**20)


@pytest.fixture(scope="module", autouse=True)
def patient() -> Iterator[None]:
    """A busy machine may take long: no batch is asked again for that."""
    with patch.object(clock_check, "WAITING", 1e9):
        yield


def reports(said: Sequence[Any], puzzle: Problem = EASY, terms: Terms = TERMS) -> list[Report]:
    """What comes of these in one batch."""
    puzzles = [puzzle.copy() for _ in said]
    by_puzzle = {id(each): messages for each, messages in zip(puzzles, said, strict=True)}
    questions = [Question(each, terms) for each in puzzles]
    with ForgingWorker(lambda each: by_puzzle[id(each)]) as worker:
        found = dict(worker.ask_all(questions))
    return [found[place] for place in range(len(said))]


DECLARED = Declaration.of(select("backtracking-mrv"))


def expect_row(report: Report) -> None:
    """See that its row can be stored."""
    planned = PlannedRun(Instance("easy", EASY), DECLARED)
    run = as_run(planned, report, TERMS, seed=0, host="here", environment="", jobs=1)
    row = json.loads(_row_json(run))
    json.dumps(row, ensure_ascii=False).encode()
    for name, value in row.items():
        assert _holds(COLUMNS[name], value), (name, value)
    numbers = [value for value in row.values() if isinstance(value, float)]
    assert all(0 <= value < inf for value in numbers), row


def expect_error(report: Report) -> None:
    """See that it is an error, and says what was found and what was expected."""
    assert report.outcome == "ERROR", report
    assert "expected" in report.reason, report.reason
    assert len(report.reason) < 1000
    expect_row(report)


def expect_only_errors(forgeries: Sequence[Any], puzzle: Problem = EASY) -> None:
    """See that each is an error in a batch, and the honest ones around it are not."""
    found = reports([each for pair in forgeries for each in (HONEST, pair)] + [HONEST], puzzle)
    for place, report in enumerate(found):
        if place % 2:
            expect_error(report)
        else:
            assert (report.outcome, report.grids.valid, report.exhausted) == ("OK", 1, True)
            expect_row(report)


def named(each: Any) -> str:
    """The keys of a place, or the key of the last of its messages."""
    return "-".join(map(str, each)) if isinstance(each, tuple) else next(iter(each[-1]))


def test_a_report_with_every_key_is_that_of_an_honest_worker() -> None:
    with answered(backends()["backtracking-mrv"]) as worker:
        sent = worker.ask(Question(EASY, TERMS))
    there = {keys[1:] for keys in keys_in(sent)}
    assert there <= {keys[1:] for keys in keys_in(HONEST)}
    with patch.object(clock_check, "SPARE", 1e9):  # the times are those of another process
        assert [report.outcome for report in reports([sent, HONEST])] == ["OK", "OK"]


@pytest.mark.parametrize(("messages", "keys"), PLACES, ids=named)
def test_a_value_that_cannot_be_is_an_error(messages: list[Message], keys: Keys) -> None:
    expect_only_errors([*forged(messages, keys)])


PROBED: Message = {
    "probed": {
        "first": dict.fromkeys(("wall_time", "cpu_time", "search_time"), 2e-6),
        "memoises": True,
        **dict.fromkeys(("worked", "aside"), 1e-6),
    },
    "leaving": False,
    "of": 0,
}
PROBING = [*HONEST[:3], LAST | {"end": LAST["end"] | {"probing": True}}, PROBED]


def test_what_is_said_of_isomorphs_corrects_the_times_and_nothing_else() -> None:
    nothing = PROBED | {"probed": PROBED["probed"] | {"first": {}, "memoises": False}}
    remembers, other, honest = reports([PROBING, [*PROBING[:-1], nothing], HONEST])
    assert (remembers.flags, other.flags) == (("memoises",), ())
    assert (remembers.cost["wall_time"], remembers.cost["inner_repetitions"]) == (2e-6, 1)
    assert other.cost == honest.cost
    expect_row(remembers)


@pytest.mark.parametrize("key", ["probed", "first", "memoises", "worked", "aside", "wall_time"])
def test_nonsense_about_isomorphs_changes_no_claim(key: str) -> None:
    place = len(PROBING) - 1
    keys = next(keys for keys in keys_in(PROBING) if keys[0] == place and keys[-1] == key)
    forgeries = list(forged(PROBING, keys))
    found = reports([each for pair in forgeries for each in (pair, HONEST)])
    for report, honest in zip(found[::2], found[1::2], strict=True):
        assert (report.grids.valid, report.exhausted) == (1, True), report
        assert "expected" in report.reason, report.reason
        assert honest.outcome == "OK"
        expect_row(report)


def test_what_comes_after_the_limit_is_no_evidence() -> None:
    """Neither a solution nor a bound: each is stamped with the seconds of the run's clock."""
    least = Problem([range(9)], objective=Objective("minimize", (Variable(0),)))
    said: list[Message] = [
        *HONEST[:2],
        {"grid": [7], "at": 1e-7, "of": 0},
        {"bound": 2, "at": 1e-7, "of": 0},
        {"grid": [5], "at": 1e-6, "of": 0},
        {"bound": 5, "at": 1e-6, "of": 0},
        LAST,
    ]
    (report,) = reports([said], least, Terms(Limits(5e-7)))
    assert (report.outcome, report.bounds) == ("TIMEOUT", [(1e-7, 2)])
    assert [*report.grids.kept] == [(7,)]
    (in_time,) = reports([said], least)
    assert (in_time.outcome, in_time.bounds) == ("OK", [(1e-7, 2), (1e-6, 5)])


def test_messages_that_cannot_come_then_are_errors() -> None:
    expect_only_errors(OUT_OF_PLACE)


def test_what_constraints_passed_is_said_of_each_of_them() -> None:
    def ends_with(passed: str) -> list[Message]:
        return [*HONEST[:3], LAST | {"end": LAST["end"] | {"passed": passed}}]

    expect_only_errors([ends_with(passed) for passed in PASSED])
    (broken, report) = reports([ends_with("[[11]]"), ends_with('[[12,"cpsat linear"]]')])
    assert not broken.exhausted
    assert broken.cost.keys() == {"wall_time", "peak_memory"}  # and nothing of what it reported
    assert (report.outcome, report.passed) == ("OK", '[[12,"cpsat linear"]]')


@pytest.mark.parametrize(
    "forged",
    [
        *({"counters": {"nodes": 2**63 - 1}}, {"peak_memory": 2**63 - 1}, {"time_error": 9e18}),
        *({"wall_time": 5e-324}, {"worked": -1.0}, {"aside": 5e-324}),
    ],
    ids=str,
)
def test_figures_that_no_machine_has_are_an_error_and_stand_in_no_row(
    forged: dict[str, Any],
) -> None:
    said = [*HONEST[:3], LAST | {"end": LAST["end"] | forged}]
    report, honest = reports([said, HONEST])
    expect_error(report)
    assert (report.cost, report.grids.valid, honest.outcome) == ({}, 1, "OK")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=9),
    lambda each: (
        st.lists(each, max_size=4) | st.dictionaries(st.text(max_size=9), each, max_size=4)
    ),
    max_leaves=8,
)


@given(st.data())
def test_whatever_stands_there_a_row_can_be_stored(data: st.DataObject) -> None:
    messages, keys = data.draw(st.sampled_from(PLACES))
    value = data.draw(JSON)
    for each in (changed(messages, keys, lambda holder: holder.update({keys[-1]: value})), [value]):
        before, report, after = reports([HONEST, each, HONEST])
        expect_row(report)
        assert (before.outcome, after.outcome) == ("OK", "OK")


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a campaign with a hundred forged reports and twenty honest ones."""
    folder = tmp_path_factory.mktemp("forged")
    puzzles = [
        Puzzle(EASY.shape, Grid(tuple(0 if cell in blanks else A[cell] for cell in range(16))))
        for blanks in combinations(range(16), 2)
    ]
    chosen = [FORGERIES[place * len(FORGERIES) // 100] for place in range(100)]
    said = dict[Problem, Any](zip(puzzles, [*chosen, *[HONEST] * 20], strict=True))
    with patch.object(schedule, "Worker", lambda *_, **__: ForgingWorker(lambda each: said[each])):
        run(folder, [Instance(f"p{n}", each) for n, each in enumerate(puzzles)], [str(DECLARED)])
    return folder


def test_a_campaign_goes_on_behind_forged_reports(campaign: Path) -> None:
    rows = accord.load(campaign)
    assert [*rows["outcome"]].count("ERROR") == 100
    assert [*rows["category"]].count("correct") == 20


@pytest.mark.parametrize("command", ["table", "stats", "report"])
def test_tables_are_made_of_forged_reports(campaign: Path, command: str) -> None:
    if command != "table":
        library("scipy")
    if command == "report":
        library("altair")
        slow()
    ended = run_here(command, campaign)
    assert (ended.returncode, "Traceback" in ended.stderr) == (0, False), ended.stderr


HOSTILE = """
import os, time
from accord.solvers.search.backtracking_mrv import solve as honest

def solve(puzzle, budget):
    if not any(puzzle.givens):
        for descriptor in range(3, 64):
            try:
                os.set_blocking(descriptor, False)
                os.write(descriptor, {line!r})
            except OSError:
                continue
        time.sleep({seconds})
    yield from honest(puzzle, budget)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")
@pytest.mark.parametrize(
    ("forged", "named"),
    [
        ({"end": LAST["end"] | {"peak_memory": HUGE}}, "peak_memory"),
        ({"end": LAST["end"] | {"reason": ["a list"]}}, "reason"),
        ({"leaving": True}, "found a process that went on"),
    ],
    ids=["huge", "list", "leaving"],
)
def test_what_a_solver_writes_to_its_pipe_is_its_error(
    tmp_path: Path, forged: dict[str, Any], named: str
) -> None:
    file = tmp_path / "hostile.py"
    line = json.dumps(LAST | forged).encode() + b"\n"
    seconds = 60 if "leaving" in forged else 0  # it goes on
    file.write_text(HOSTILE.format(line=line, seconds=seconds))
    with Worker(f"{file}:solve") as worker:
        report = worker.ask(EMPTY, TERMS)
        honest = worker.ask(EASY, TERMS)
    expect_error(report)
    assert named in report.reason
    assert (honest.outcome, honest.exhausted) == ("OK", True)
