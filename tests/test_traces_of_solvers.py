"""The traces of solvers that are libraries: CaDiCaL's is replayed and its reasons are checked."""

import os
import signal
import threading
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import pytest
from test_sat_backends import fourteen_cells_with_thirteen_values

from accord.bench.collection import instances_of
from accord.encodings import cnf
from accord.encodings.clauses import Clause, nogood
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.read import read
from accord.solvers import sat_pysat
from accord.solvers.answer import answer
from accord.solvers.budget import OUT_OF_TIME, Budget
from accord.solvers.events import Event, Recording
from accord.solvers.learnt_clauses import LearntClauses
from accord.solvers.record import follow, header_of, record
from accord.solvers.registry import backends, select
from accord.solvers.replay import Replay
from optional import library
from samples import PAIRS

COLLECTIONS = {
    "seeds": ("swift", "polyglot", "racket-singles", "racket-pairs", "racket-search"),
    "famous": ("inkala-2012", "unsolvable-28", "norvig-hard-1", "norvig-impossible"),
    "variants": ("diagonals-1", "windoku-1", "jigsaw-9x9-4", "boxes-3x4-0"),
    "16x16": ("16x16-minimal-8",),
}
PUZZLES = {
    each.name: each.puzzle
    for collection, names in COLLECTIONS.items()
    for each in instances_of(collection)
    if each.name in names
}
HARD = PUZZLES["inkala-2012"]


def told(solver: str, puzzle: Puzzle, limit: int | None = 2, **question: Any) -> Recording:
    library("pysat" if solver.startswith("sat") else "ortools")
    return record(select(solver), puzzle, limit, **question)


class RefusedError(Exception):
    """A reason that is none."""


class Verifier:
    """Checks a trace of `extended`: variable cell * n + value says that a cell has a value."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.size, self.board = puzzle.size, Replay(puzzle)
        self.formula = cnf.encode(puzzle)
        self.clauses = set(map(frozenset, self.formula.clauses))
        solvers = library("pysat.solvers")
        self.oracle = solvers.Minisat22(bootstrap_with=self.formula.clauses)
        self.implied: set[frozenset[int]] = set()
        self.before: Event | None = None

    def check(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind in ("assign", "remove", "conflict"):
                self.justified(event)
            elif event.kind == "decide":
                self.decided(event)
            elif event.kind == "solution" and event.grid is not None:
                assert self.board.grid == event.grid
                self.forbid(nogood(self.formula, event.grid))
            self.board.apply(event)
            self.before = event
            assert event.depth in (None, self.board.depth)

    def justified(self, event: Event) -> None:
        assert event.reason is not None
        literals = {
            (cell * self.size + value) * (1 if holds else -1): self.is_false(cell, value, holds)
            for cell, value, holds in event.reason["clause"]
        }
        if event.kind != "conflict":
            assert event.cell is not None
            assert event.value is not None
            own = event.cell * self.size + event.value
            if literals.pop(own if event.kind == "assign" else -own, True):
                raise RefusedError(f"{event} is about another candidate")
            literals[own if event.kind == "assign" else -own] = True
        if not all(literals.values()):
            raise RefusedError(f"{event}: another literal could be true")
        if not (self.learnt if event.reason["learnt"] else self.given)(frozenset(literals)):
            raise RefusedError(f"{event}: it does not follow")

    def is_false(self, cell: int, value: int, holds: bool) -> bool:
        domain = self.board.domains[cell]
        return value not in domain if holds else domain == {value} and self.board.settled[cell]

    def given(self, clause: frozenset[int]) -> bool:
        return clause in self.clauses

    def learnt(self, clause: frozenset[int]) -> bool:
        """Whether the formula and the nogoods entail it, as another solver says."""
        if clause not in self.implied and not self.oracle.solve([-each for each in clause]):
            self.implied.add(clause)
        return clause in self.implied

    def forbid(self, clause: Clause) -> None:
        self.clauses.add(frozenset(clause))
        self.oracle.add_clause(clause)

    def decided(self, event: Event) -> None:
        assert event.cell is not None
        assert event.reason is not None
        values = self.board.domains[event.cell]
        assert event.value in values
        assert event.reason["values"] == sorted(values)
        assert self.before is None or self.before.kind != "conflict"


@pytest.mark.parametrize("name", PUZZLES)
def test_every_step_of_cadical_follows_and_they_lead_to_the_solutions(name: str) -> None:
    puzzle = PUZZLES[name]
    found = told("sat-cadical", puzzle)
    Verifier(puzzle).check(found.events)
    plain = answer(backends()["sat-cadical"].solve, puzzle, limit=2)
    grids = [event.grid for event in found.events if event.kind == "solution"]
    assert len(grids) == len(plain.solutions)
    assert found.end.exhausted == plain.exhausted
    assert set(grids) == set(plain.solutions) or not plain.exhausted
    if found.end.exhausted:
        assert found.events[-1].kind == "conflict"
        backtracks = [event.depth for event in found.events if event.kind == "backtrack"]
        assert not backtracks or backtracks[-1] == 0


def test_a_trace_that_was_tampered_with_is_refused() -> None:
    events = told("sat-cadical", HARD).events
    for kind in ("assign", "remove", "conflict"):
        places = [place for place, event in enumerate(events) if event.kind == kind]
        place = places[len(places) // 2]
        event = events[place]
        assert event.reason is not None
        shorter = {**event.reason, "clause": event.reason["clause"][1:]}
        elsewhere = next(
            each.reason for each in events if each.kind == kind and each.reason != event.reason
        )
        for reason in (shorter, elsewhere):
            doctored = Event(kind, event.cell, event.value, reason)
            with pytest.raises(RefusedError):
                Verifier(HARD).check([*events[:place], doctored, *events[place + 1 :]])
    skipped = next(place for place, event in enumerate(events) if event.kind == "backtrack")
    with pytest.raises((RefusedError, AssertionError)):
        Verifier(HARD).check([*events[:skipped], *events[skipped + 1 :]])


@pytest.mark.parametrize("name", ["inkala-2012", "norvig-impossible", "16x16-minimal-8"])
def test_listening_costs_cadical_its_lucky_phases_and_nothing_else(name: str) -> None:
    found = told("sat-cadical", PUZZLES[name], limit=1)
    solvers = library("pysat.solvers")
    with solvers.Cadical195() as alone:
        alone.configure({"lucky": 0})
        alone.append_formula(cnf.encode(PUZZLES[name]).clauses)
        assert alone.solve() is (found.end.status == "SAT")
        assert found.end.counters == alone.accum_stats()
    told_again = told("sat-cadical", PUZZLES[name], limit=1)
    assert (told_again.events, told_again.end) == (found.events, found.end)


def test_the_board_is_what_cadical_has_assigned(monkeypatch: pytest.MonkeyPatch) -> None:
    library("pysat")
    from accord.solvers.cadical_listener import Listener

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
            heard = super().propagate()
            true = set().union(*levels)
            for cell, domain in enumerate(self._trace.board.domains):
                assert domain == {v for v in range(1, 10) if -(cell * 9 + v) not in true}, cell
            looks += 1
            return heard

    monkeypatch.setattr("accord.solvers.cadical_listener.Listener", Spy)
    assert told("sat-cadical", HARD).end.exhausted
    assert looks > 50


@pytest.mark.parametrize("encoding", ["reduced", "augmented", "order", "natural+sequential"])
def test_other_encodings_are_told_in_cells_as_well(encoding: str) -> None:
    puzzle = PUZZLES["racket-search"]
    found = told(f"sat-cadical:{encoding}", puzzle)
    formula = cnf.encode(puzzle, encoding)
    alone = {
        said[0]: (c, v)
        for c, each in enumerate(formula.cells)
        for v, said in each.items()
        if len(said) == 1
    }
    words = {
        literal * sign: f"{[*alone[literal], sign > 0]}" for literal in alone for sign in (1, -1)
    }
    for variable in range(1, formula.variables + 1):
        words.setdefault(variable, f"{[f'x{variable}', True]}")
        words.setdefault(-variable, f"{[f'x{variable}', False]}")
    given = {frozenset(words[literal] for literal in clause) for clause in formula.clauses}
    board = Replay(puzzle)
    for event in found.events:
        if event.kind == "solution":
            assert event.grid == board.grid == found.end.grid
            break
        board.apply(event)
        reason: Mapping[str, Any] = event.reason or {}
        if event.kind in ("assign", "remove", "conflict"):
            assert reason["clause"]
            clause = frozenset(map(str, reason["clause"]))
            assert reason["learnt"] or reason.get("meaning") or clause in given
    assert found.end.exhausted
    assert found.end.left_out == 0


def test_beyond_its_limit_a_trace_is_counted_and_the_search_goes_on() -> None:
    whole, cut = told("sat-cadical", HARD), told("sat-cadical", HARD, most=100)
    assert [*cut.events] == [*whole.events[:100]]
    assert cut.end.left_out == cut.end.events - 100 > 0
    assert (cut.end.grid, cut.end.exhausted) == (whole.end.grid, True)
    assert cut.end.counters == whole.end.counters


def test_cadical_keeps_its_time_while_somebody_listens() -> None:
    found = told("sat-cadical:minimal", fourteen_cells_with_thirteen_values(), seconds=1.5)
    assert (found.end.status, found.end.why) == ("UNKNOWN", OUT_OF_TIME)
    assert found.end.counters["conflicts"] > 0


def test_ctrl_c_ends_a_search_that_is_listened_to() -> None:
    started = threading.Event()

    def strike() -> None:
        started.wait(30)
        os.kill(os.getpid(), signal.SIGINT)

    striker = threading.Thread(target=strike)
    striker.start()
    chosen, puzzle = select("sat-cadical:minimal"), fourteen_cells_with_thirteen_values()
    library("pysat")
    end = follow(header_of(chosen, puzzle), chosen, lambda event: started.set())
    striker.join()
    assert (end.status, end.why) == ("UNKNOWN", "interrupted")


def test_an_error_of_the_listener_is_not_lost_in_cadical() -> None:
    library("pysat")
    chosen = select("sat-cadical")

    def hear(event: Event) -> None:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        follow(header_of(chosen, HARD), chosen, hear)


def test_of_pysats_solvers_only_cadical_is_told_to_write_traces() -> None:
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
def test_cp_sat_tells_its_grids_and_the_figures_of_its_searches(
    solver: str, capfd: pytest.CaptureFixture[str]
) -> None:
    puzzle = read(PAIRS.replace("7", ".", 3))
    found = told(solver, puzzle, limit=3)
    chosen = select(solver)
    plain = answer(chosen.backend.solve, puzzle, limit=3, **chosen.settings)
    assert capfd.readouterr().out == ""  # its log is nobody else's
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


def test_nobody_pays_for_cp_sats_log_when_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    library("ortools")
    monkeypatch.setattr("accord.solvers.cpsat_log.listen", lambda solver: pytest.fail("logs"))
    grids = list(backends()["cpsat"].solve(HARD, Budget(limit=1)))
    assert len(grids) == 1
