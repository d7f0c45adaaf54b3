"""The traces of solvers that are libraries: CaDiCaL's is replayed and its reasons are checked."""

import os
import signal
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import Clause
from accord.puzzles.files.texts import read
from accord.puzzles.puzzle import Puzzle
from accord.solvers.answer import answer
from accord.solvers.budget import OUT_OF_TIME, Budget
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import backends, select
from accord.solvers.sat import pysat as sat_pysat
from accord.solvers.sat.added_clauses import LearntClauses
from accord.solvers.traces.events import Event, Recording
from accord.solvers.traces.record import follow, header_of, record
from format_samples import PAIRS
from known_puzzles import fourteen_cells_with_thirteen_values
from optional import library
from puzzle_facts import puzzle_of
from trace_verifier.verifier import verify

COLLECTIONS = {
    "seeds": ("swift", "polyglot", "racket-singles", "racket-pairs", "racket-search"),
    "famous": (
        "inkala-2012",
        "unsolvable-28",
        "norvig-hard-1",
        "norvig-impossible",
        "norvig-grid-2",
        "royle-17",
    ),
    "variants": ("diagonals-1", "windoku-1", "jigsaw-9x9-4", "boxes-3x4-0"),
    "16x16": ("16x16-minimal-8",),
}
PUZZLES = {
    each.name: puzzle_of(each)
    for collection, names in COLLECTIONS.items()
    for each in instances_of(collection)
    if each.name in names
}
HARD = PUZZLES["inkala-2012"]


def traced(solver: str, puzzle: Puzzle, limit: int | None = 2, **question: Any) -> Recording:
    library("pysat")
    return record(select(solver), puzzle, limit, **question)


def learnt_reasons(trace: Recording) -> set[frozenset[int]]:
    """The clauses that were learnt, as CaDiCaL has them: cell * n + value has the value."""
    size = trace.header.puzzle.size
    return {
        frozenset((cell * size + value) * (1 if holds else -1) for cell, value, holds in clause)
        for clause in _learnt(trace)
    }


def _learnt(trace: Recording) -> Iterator[list[tuple[int, int, bool]]]:
    for event in trace.events:
        if event.reason and event.reason.get("learnt"):
            yield event.reason["clause"]


@pytest.fixture
def proof(monkeypatch: pytest.MonkeyPatch) -> list[Clause]:
    """What CaDiCaL learns while a trace is written."""
    learnt: list[Clause] = []
    new = LearntClauses.new

    def kept(self: LearntClauses) -> list[Clause]:
        found = new(self)
        learnt.extend(found)
        return found

    monkeypatch.setattr(LearntClauses, "new", kept)
    return learnt


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        *(("extended", name) for name in PUZZLES),
        # the last two: what CaDiCaL finds with a decision was false before; a restart
        *(
            ("natural", name)
            for name in ("racket-search", "windoku-1", "norvig-grid-2", "royle-17")
        ),
    ],
)
def test_every_step_of_cadical_follows_and_they_lead_to_the_solutions(
    encoding: str, name: str, proof: list[Clause]
) -> None:
    puzzle = PUZZLES[name]
    found = traced(f"sat-cadical:{encoding}", puzzle)
    verify(found)
    assert learnt_reasons(found) <= {frozenset(clause) for clause in proof}
    plain = answer(backends()["sat-cadical"], puzzle, limit=2)
    grids = [event.grid for event in found.events if event.kind == "solution"]
    assert len(grids) == len(plain.solutions)
    assert found.end.exhausted == plain.exhausted
    assert set(grids) == set(plain.solutions) or not plain.exhausted


@pytest.mark.parametrize(
    ("encoding", "why"),
    [
        ("minimal", "a cell may have two values for a while"),
        ("reduced", "what the givens remove is left out"),
        ("augmented", "some variables are no candidates"),
        ("order", "some variables are no candidates"),
        ("log", "some variables are no candidates"),
        ("extended+product", "some variables are no candidates"),
    ],
)
def test_what_could_not_be_justified_is_refused_by_name(encoding: str, why: str) -> None:
    with pytest.raises(UnsupportedError) as refused:
        traced(f"sat-cadical:{encoding}", HARD)
    assert str(refused.value) == (
        f"sat-cadical writes a trace in extended and natural: in {encoding} {why}"
    )
    assert answer(backends()["sat-cadical"], HARD, encoding=encoding).solutions


@pytest.mark.parametrize("name", ["inkala-2012", "norvig-impossible", "16x16-minimal-8"])
def test_a_trace_costs_cadical_its_lucky_phases_and_nothing_else(name: str) -> None:
    found = traced("sat-cadical", PUZZLES[name], limit=1)
    solvers = library("pysat.solvers")
    with solvers.Cadical195() as alone:
        alone.configure({"lucky": 0})
        alone.append_formula(cnf.encode(PUZZLES[name]).clauses)
        assert alone.solve() is (found.end.status == "SAT")
        assert found.end.counters == alone.accum_stats()
    again = traced("sat-cadical", PUZZLES[name], limit=1)
    assert (again.events, again.end) == (found.events, found.end)


def test_the_board_is_what_cadical_has_assigned(monkeypatch: pytest.MonkeyPatch) -> None:
    library("pysat")
    from accord.solvers.sat.cadical_listener import Listener

    levels: list[set[int]] = [set()]
    looks = 0

    class Spy(Listener):
        """Keeps the raw assignment, and compares when CaDiCaL has propagated."""

        def on_assignment(self, lit: int, fixed: bool = False) -> None:
            super().on_assignment(lit, fixed)
            levels[0 if fixed else -1].add(lit)

        def on_new_level(self) -> None:
            super().on_new_level()
            levels.append(set())

        def on_backtrack(self, to: int) -> None:
            super().on_backtrack(to)
            del levels[to + 1 :]

        def propagate(self) -> list[int]:
            nonlocal looks
            found = super().propagate()
            true = set().union(*levels)
            for cell, domain in enumerate(self._trace.board.domains):
                assert domain == {v for v in range(1, 10) if -(cell * 9 + v) not in true}, cell
            looks += 1
            return found

    monkeypatch.setattr("accord.solvers.sat.cadical_listener.Listener", Spy)
    assert traced("sat-cadical", HARD).end.exhausted
    assert looks > 50


def test_cadical_keeps_its_time_with_a_trace() -> None:
    found = traced("sat-cadical:natural", fourteen_cells_with_thirteen_values(), seconds=1.5)
    assert (found.end.status, found.end.why) == ("UNKNOWN", OUT_OF_TIME)


def test_ctrl_c_ends_a_search_that_is_traced() -> None:
    library("pysat")  # before there is a thread that interrupts whatever runs
    started = threading.Event()

    def strike() -> None:
        started.wait(30)
        os.kill(os.getpid(), signal.SIGINT)

    striker = threading.Thread(target=strike)
    striker.start()
    chosen, puzzle = select("sat-cadical:natural"), fourteen_cells_with_thirteen_values()
    end = follow(
        header_of(chosen, puzzle),
        chosen,
        lambda event: started.set(),
    )
    striker.join()
    assert (end.status, end.why) == ("UNKNOWN", "interrupted")


def test_an_error_of_the_listener_is_not_lost_in_cadical() -> None:
    library("pysat")
    chosen = select("sat-cadical")

    def receive(event: Event) -> None:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        follow(header_of(chosen, HARD), chosen, receive)


def test_of_pysats_solvers_only_cadical_writes_traces() -> None:
    assert [name for name in sat_pysat.ENGINES if backends()[name].traces] == ["sat-cadical"]


def test_a_proof_is_read_while_it_is_written(tmp_path: Any) -> None:
    proof = b"a\x02\x05\x00d\x02\x00a\xd1\x0f\x0e\x00a\x00a\x07\x00"
    expected = [(1, -2), (-1000, 7), (-3,)]
    for ends in ([len(proof)], range(len(proof) + 1)):
        path = tmp_path / f"{len([*ends])}.drat"
        with path.open("w+b", buffering=0) as file:
            learnt, found = LearntClauses(file.fileno(), lambda: None), list[Clause]()
            for start, end in pairwise([0, *ends]):
                file.write(proof[start:end])
                found += learnt.new()
        assert found == expected
        assert learnt.number == 3


@pytest.mark.parametrize("solver", ["cpsat", "cpsat:forbid", "cpsat-bool", "cpsat:workers=2"])
def test_cp_sat_writes_its_grids_and_the_figures_of_its_searches(
    solver: str, capfd: pytest.CaptureFixture[str]
) -> None:
    puzzle = read(PAIRS.replace("7", ".", 3))
    chosen = select(solver)
    found = record(chosen, puzzle, 3)
    plain = answer(chosen.backend, puzzle, limit=3, **chosen.settings)
    assert capfd.readouterr().out == ""  # its log goes nowhere else
    assert {event.kind for event in found.events} == {"solution"}
    assert len(found.events) == len(plain.solutions)
    searches = found.end.figures["searches"]
    names = [name for search in searches for name in search["found_by"]]
    assert all(names)
    assert len(names) >= len(found.events)
    for search in searches:
        numbers = {
            name: each for name, each in search.items() if name not in ("status", "found_by")
        }
        assert all(type(each) in (int, float) and each >= 0 for each in numbers.values())
        assert search["variables"] > 0
        assert search["constraints"] > 0
    assert len(searches) == 1 or searches[0]["constraints"] < searches[-1]["constraints"]
    if "workers" not in solver:
        last = searches[-1]
        propagations = last["boolean_propagations"] + last["integer_propagations"]
        both = {"conflicts", "decisions", "propagations", "restarts"}
        assert set(plain.counters) == both
        assert last["branches"] > 0
        assert propagations > 0
        if len(searches) == 1:
            assert plain.counters == found.end.counters
            assert found.end.counters["conflicts"] == last["conflicts"]
            assert found.end.counters["decisions"] == last["branches"]
            assert found.end.counters["propagations"] == propagations


def test_without_a_trace_cp_sat_writes_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    library("ortools")
    monkeypatch.setattr("accord.solvers.cp.cpsat_log.listen", lambda solver: pytest.fail("logs"))
    grids = list(backends()["cpsat"].solve(HARD, Budget(limit=1)))
    assert len(grids) == 1
