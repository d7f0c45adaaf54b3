"""A verifier of traces: each event has to be justified by the candidates that the verifier has.

It shares no code with those who write traces, and knows five things:

    a reason       is checked against the candidates at that moment: a Hall set by counting, a place
                   that is the only one, a clause whose other literals are false, a technique by
                   what it names (techniques.py)
    a clause       is the formula's, or follows from what was there before (clauses.py)
    a solution     has to be one, and to be what is settled; none may be lost before it is found
    a search tree  is complete: who leaves a decision has met a conflict or a solution below it, and
                   has tried all other values; so a trace that claims to be exhaustive is a proof.
                   A solver that learns may leave some, by a restart, as often as it has restarted:
                   of such a one the clauses are the proof
    the rest       is what this solver can write (reasons.py), and the end is that of what
                   happened (ends.py)

Copies in place of a trail, counting in place of matching: slow, and not the same mistakes again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import product, takewhile
from typing import Any

from accord.encodings.clauses import cnf
from accord.puzzles import Cell, Grid, Puzzle, Value, ValueSet
from accord.solvers.answer import Answer, answer
from accord.solvers.logic import TECHNIQUES
from accord.solvers.registry import backends
from accord.solvers.traces.events import Event, Recording
from trace_verifier.clauses import ClauseVerifier
from trace_verifier.ends import check_end
from trace_verifier.reasons import LOGIC, check_manner, manner
from trace_verifier.refused import NotJustifiedError, need, refuse
from trace_verifier.techniques import CandidatesThen, fault

KINDS_OF_REASON = {"decision", "constraint", "domain", "technique", "clause"}
SOME = 20  # solutions that no event may lose
SECONDS = 2.0  # to find them
LEAVING = ("backtrack", "restart")

Domains = tuple[ValueSet, ...]
Choice = tuple[Cell, Value]
Branch = tuple[Cell, Value, bool]  # whether the cell has the value, or another


@dataclass
class StandingDecision:
    """A decision that stands, and how it was before."""

    domains: Domains
    settled: frozenset[Cell]
    solutions: list[Grid]
    choices: frozenset[Branch] | None  # all there is to try; None where that is not written
    tried: set[Branch] = field(default_factory=set)

    @property
    def untried(self) -> int:
        """How many choices are left."""
        return len(self.choices - self.tried) if self.choices else 0


@lru_cache(maxsize=256)
def solved(puzzle: Puzzle) -> Answer:
    """Solutions of the puzzle, by a solver that writes no trace."""
    return answer(backends()["backtracking-bitset"], puzzle, limit=SOME, seconds=SECONDS)


def verify(recording: Recording, cut: bool = False) -> None:
    """Check every event of a trace, and its end.

    Args:
        recording: the trace.
        cut: whether events may be left out, of which nothing is known then.

    Raises:
        NotJustifiedError: one is not justified.
    """
    _verify_from(Verifier(recording), 0, cut)


def _verify_from(verifier: "Verifier", start: int, cut: bool = False) -> None:
    for number, event in enumerate(verifier.recording.events[start:], start):
        try:
            verifier.check(event)
        except NotJustifiedError as error:
            raise NotJustifiedError(f"event {number}, {event.kind}: {error}") from None
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise NotJustifiedError(f"event {number}, {event.kind}: {error!r}") from error
    check_end(verifier, cut)


def verifier_of_changes(recording: Recording) -> Callable[[Recording], None]:
    """`verify` for traces of the same header, which begins where they differ from this one."""
    verifier, states = Verifier(recording), list[Verifier]()
    for event in recording.events:
        states.append(verifier.continued(recording))
        verifier.check(event)
    states.append(verifier)

    def verify_changed(other: Recording) -> None:
        pairs = zip(recording.events, other.events, strict=False)
        start = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        _verify_from(states[start].continued(other), start)

    return verify_changed


def writes_steps(family: str, recording: Recording) -> bool:
    """Whether more than solutions is written."""
    return family != "cp-sat" or any(event.kind != "solution" for event in recording.events)


class Verifier:
    """What is known between two events."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.puzzle = recording.header.puzzle
        self.size = self.puzzle.size
        self.scopes = [constraint.scope for constraint in self.puzzle.constraints]
        self.domains: Domains = self.puzzle.domains
        self.settled = frozenset(cell for cell, value in enumerate(self.puzzle.givens) if value)
        self.known = solved(self.puzzle)
        self.solutions = [*self.known.grids]  # that agree with what is decided
        self.levels: list[StandingDecision] = []
        self.left: StandingDecision | None = (
            None  # the decision that was just taken back, if more is to try
        )
        self.closed = False  # nothing is left to find below the decisions that stand
        self.learns = learns(recording)  # so that it need not try all values, and may jump
        self.begins_anew = recording.header.settings.get("restarts") is True
        self.binary = recording.header.settings.get("branching") == "binary"
        self.family = getattr(backends().get(recording.header.solver), "family", "")
        self.run: list[CandidatesThen] = []  # before each event of the technique that is at work
        self.technique: str | None = None  # which that is
        self.before = ""  # what the last event was
        self.manner = manner(recording.header)
        self.found: list[Grid] = []
        self.branchings = 0  # decisions, those not counted that try another value
        self.restarts = 0  # decisions were taken back without a conflict so often
        self.writes_steps = writes_steps(self.family, recording)

    def continued(self, recording: Recording) -> "Verifier":
        """The same state in another trace that begins with the same events, of a search."""
        other = copy(self)
        other.recording, other.writes_steps = recording, writes_steps(self.family, recording)
        other.levels = [replace(level, tried={*level.tried}) for level in self.levels]
        other.left = self.left and replace(self.left, tried={*self.left.tried})
        other.run, other.found = [*self.run], [*self.found]
        return other

    def check(self, event: Event) -> None:
        """Check one event, and do what it says."""
        if event.kind not in LEAVING:
            refuted = self.learns and self.before == "solution" and event.kind == "conflict"
            need(
                refuted or not self.closed or not self.writes_steps,
                "nothing is left to be found here",
            )
            need(event.kind == "decide" or self.left is None, "the decision has other values left")
        getattr(self, f"_{event.kind}")(event)
        self.before = event.kind
        self.closed |= self.begins_anew and bool(self.levels) and self.grid in self.found

    # Changes of the candidates

    def _assign(self, event: Event) -> None:
        cell, value = self._candidate(event)
        need(cell not in self.settled, "it is settled already")
        self._justify(event, cell, value, holds=True)
        self._change(cell, frozenset({value}))
        self.settled |= {cell}

    def _remove(self, event: Event) -> None:
        cell, value = self._candidate(event)
        self._justify(event, cell, value, holds=False)
        self._change(cell, self.domains[cell] - {value})

    def _candidate(self, event: Event) -> Choice:
        cell, value = event.cell, event.value
        need(type(cell) is int and type(value) is int, "it names no cell and value")
        assert cell is not None
        assert value is not None
        need(0 <= cell < len(self.domains), "there is no such cell")
        need(value in self.domains[cell], f"{value} is no candidate of cell {cell}")
        return cell, value

    def _change(self, cell: Cell, domain: ValueSet) -> None:
        lost = [grid for grid in self.solutions if grid[cell] not in domain]
        need({*lost} <= {*self.found}, "a solution is lost")
        self.solutions = [grid for grid in self.solutions if grid[cell] in domain]
        self.domains = (*self.domains[:cell], domain, *self.domains[cell + 1 :])

    def _justify(self, event: Event, cell: Cell, value: Value, *, holds: bool) -> None:
        """Check the reason of a candidate that is assigned, or removed."""
        reason = self._reason(event)
        if "technique" in reason:
            self._check_technique(reason, event.kind, (cell, value))
            return
        self.technique = None
        if "clause" in reason:
            self._check_clause(reason, [cell, value, holds])
        elif "constraint" in reason and holds:
            self._check_hidden_single(reason, cell, value)
        elif "constraint" in reason:
            self._check_hall_set(reason, cell, value)
        elif "domain" in reason and holds:
            need(reason["domain"] == [value], "the reason is another value")
            need(self.domains[cell] == {value}, "the cell has other candidates")
        else:
            refuse("this is no reason for it")

    def _reason(self, event: Event) -> Mapping[str, Any]:
        reason = event.reason or {}
        need(len(KINDS_OF_REASON & {*reason}) == 1, "it has not one reason")
        check_manner(self.manner, event, reason)
        return reason

    def _check_hidden_single(self, reason: Mapping[str, Any], cell: Cell, value: Value) -> None:
        scope = self._scope(reason)
        need({*reason} == {"constraint"}, "a hidden single has no cells")
        need(len(scope) == self.size, "not every value has a place in this constraint")
        places = [each for each in scope if value in self.domains[each]]
        need(places == [cell], f"the value has the places {places}")

    def _check_hall_set(self, reason: Mapping[str, Any], cell: Cell, value: Value) -> None:
        cells = self._cells(reason)
        need(cell in self._scope(reason) and cell not in cells, "the cell has no part in it")
        values = self._values(cells)
        need(len(values) <= len(cells), "these cells have more candidates than cells")
        need(value in values or len(values) < len(cells), "these cells do not need the value")

    def _scope(self, reason: Mapping[str, Any]) -> tuple[Cell, ...]:
        number = reason["constraint"]
        need(type(number) is int and 0 <= number < len(self.scopes), "there is no such constraint")
        cells: tuple[Cell, ...] = self.scopes[number]
        return cells

    def _cells(self, reason: Mapping[str, Any]) -> list[Cell]:
        """The cells of a reason, in its constraint."""
        cells: list[Cell] = reason["cells"]
        need(len(cells) > 0 and len({*cells}) == len(cells), "no cells, or one of them twice")
        need({*cells} <= {*self._scope(reason)}, "not all cells are in the constraint")
        return cells

    def _values(self, cells: Iterable[Cell]) -> ValueSet:
        return frozenset().union(*(self.domains[cell] for cell in cells))

    # Techniques and clauses

    def _check_technique(self, reason: Mapping[str, Any], kind: str, own: Choice) -> None:
        """It follows from the candidates before one of the events of the same technique.

        All that a technique finds together follows from what was before it; where the step begins
        is not written.  A later step begins no earlier.
        """
        need(self.recording.header.solver in LOGIC, "a technique of a solver that has none")
        name = reason["technique"]
        assumes = name in TECHNIQUES and TECHNIQUES[name].assumes_unique
        need(not assumes or self.family != "logic", "it assumes that there is one solution only")
        if self.technique != name:
            self.technique, self.run = name, []
        self.run.append(CandidatesThen(self.puzzle, self.domains, self.settled))
        faults = [fault(self.run[0], reason, kind, own)]
        while faults[-1] and len(self.run) > 1:
            del self.run[0]
            faults.append(fault(self.run[0], reason, kind, own))
        need(not faults[-1], faults[0])

    def _check_clause(self, reason: Mapping[str, Any], own: Sequence[Any] | None) -> None:
        """Every other literal is false, and the clause is known, or follows from those that are."""
        need(self.learns, "a clause of a solver that has none")
        clause = [list(each) for each in reason["clause"]]
        need(own is None or list(own) in clause, "the clause does not name it")
        for literal in clause:
            need(len(literal) == 3, "a variable that is no candidate")
            need(literal == own or self._is_false(*literal), f"{literal}")
        self.clauses.check(clause, reason["learnt"])

    @cached_property
    def clauses(self) -> ClauseVerifier:
        """What a solver that learns was given, and has learnt."""
        encoding = str(self.recording.header.settings.get("encoding", cnf.DEFAULT))
        return ClauseVerifier(self.puzzle, encoding)

    def _is_false(self, cell: Cell, value: Value, holds: bool) -> bool:
        domain = self.domains[cell]
        return value not in domain if holds else domain == {value}

    # Decisions

    def _decide(self, event: Event) -> None:
        (cell, value), reason = self._candidate(event), self._reason(event)
        need("decision" in reason, "this is no reason for it")
        need(event.depth == len(self.levels) + 1, f"{len(self.levels)} decisions stand before it")
        need(cell not in self.settled, "it is settled already")
        choices = self._choices(reason, cell)
        choices = None if self.learns else choices
        level, self.left = self.left, None
        if level is None:
            level = StandingDecision(self.domains, self.settled, self.solutions, choices)
            self.branchings += 1
        need(level.choices == choices, "other values were left to be tried")
        choice = (cell, value, event.holds)
        need(choice not in level.tried, "it has been tried already")
        need(choices is None or choice in choices, "it is none of the values to try")
        need(event.holds or self.learns or bool(level.tried), "x != v is tried before x = v")
        level.tried.add(choice)
        self.levels.append(level)
        domain = frozenset({value}) if event.holds else self.domains[cell] - {value}
        self.solutions = [grid for grid in self.solutions if grid[cell] in domain]
        self.domains = (*self.domains[:cell], domain, *self.domains[cell + 1 :])
        self.settled |= {cell} if event.holds else set()
        self.technique = None

    def _choices(self, reason: Mapping[str, Any], cell: Cell) -> frozenset[Branch] | None:
        """All there is to try, where the reason says so and the order is as it says."""
        item = reason.get("item", {"cell": cell})
        if "values" in reason and [*item] == ["cell"]:
            need(item["cell"] == cell, "the item is another cell")
            need(reason["values"] == sorted(self.domains[cell]), "the cell has other candidates")
            choices = frozenset((cell, value, True) for value in reason["values"])
            if self.binary:
                least = reason["values"][0]
                choices = frozenset({(cell, least, True), (cell, least, False)})
        elif "cells" in reason and [*item] == ["constraint", "value"]:
            places = [c for c in self._scope(item) if item["value"] in self.domains[c]]
            need(reason["cells"] == places, "the value has other places")
            need(len(self._scope(item)) == self.size, "the value needs no place")
            choices = frozenset((place, item["value"], True) for place in places)
        else:
            need(not {"values", "cells", "item"} & {*reason}, "what was there to choose from?")
            return None
        need(len(choices) > 1, "it is no guess if there is one value only")
        self._check_order(reason["decision"], cell, len(reason.get("values") or choices))
        return choices

    def _check_order(self, order: str, cell: Cell, choices: int) -> None:
        """The cell is the one that the order takes, as far as candidates show."""
        open_cells = [c for c in range(len(self.domains)) if c not in self.settled]
        if order == "first":
            need(cell == open_cells[0], "it is not the first open cell")
        if order in ("mrv", "mrv-degree", "fewest options"):
            fewest = min(len(self.domains[c]) for c in open_cells)
            need(choices <= fewest, "another cell has fewer candidates")
        if order == "fewest options":
            for scope, value in product(self.scopes, range(1, self.size + 1)):
                places = [c for c in scope if value in self.domains[c]]
                covered = any(c in self.settled for c in places) or len(scope) < self.size
                need(covered or choices <= len(places), "another value has fewer places")

    def _backtrack(self, event: Event) -> None:
        depth = event.depth
        need(type(depth) is int and 0 <= depth < len(self.levels), "no decision is taken back")
        if not self.closed:
            need(self.learns and depth != 0, "it leaves what has not been searched")
            self.restarts += 1  # and keeps some decisions
        while len(self.levels) > (depth or 0):
            need(self.closed or self.learns, "it leaves what has not been searched")
            need(self.left is None, "it leaves values that have not been tried")
            self._leave(self.levels.pop())

    def _leave(self, level: StandingDecision) -> None:
        self.domains, self.settled, self.solutions = level.domains, level.settled, level.solutions
        self.left = level if level.untried else None
        self.closed = level.choices is not None and not level.untried
        self.technique = None

    def _restart(self, event: Event) -> None:
        need(event.depth in (0, None), "after a restart no decision stands")
        need(self.learns or self.begins_anew, "a restart of a search that learns nothing")
        nothing = self.closed and not self.begins_anew
        need(
            (bool(self.levels) or self.begins_anew) and not nothing,
            "there is nothing to begin anew",
        )
        self.restarts += 1
        while self.levels:
            self._leave(self.levels.pop())
        if self.begins_anew:
            self.left, self.closed = None, False

    # What is found

    def _conflict(self, event: Event) -> None:
        reason = self._reason(event)
        if "clause" in reason:
            self._check_clause(reason, None)
        elif "domain" in reason:
            cell = event.cell
            need(reason["domain"] == [] and cell is not None, "it names no empty cell")
            need(not self.domains[cell or 0], "the cell has candidates")
        elif "constraint" in reason and "value" in reason:
            scope, value = self._scope(reason), reason["value"]
            need(len(scope) == self.size and 1 <= value <= self.size, "it needs no place")
            need(value not in self._values(scope), "the value has a place")
        elif "constraint" in reason:
            cells = self._cells(reason)
            need(len(self._values(cells)) < len(cells), "these cells can be different")
        else:
            refuse("this is no reason for it")
        need(event.cell is None or "domain" in reason, "it names a cell that is not empty")
        need({*self.solutions} <= {*self.found}, "there is a solution here")
        self.closed = True

    def _solution(self, event: Event) -> None:
        grid = event.grid
        need(grid is not None and not [*self.puzzle.violations(grid or ())], "it is no solution")
        assert grid is not None
        need(grid not in self.found, "it was found before")
        need(not self.writes_steps or grid == self.grid, "it is not what is settled")
        self.found.append(grid)
        if self.learns:
            self.clauses.forbid(grid)
        self.closed = self.writes_steps

    @property
    def grid(self) -> Grid:
        """What is settled; 0 for the rest."""
        return Grid(
            next(iter(domain)) if cell in self.settled and len(domain) == 1 else 0
            for cell, domain in enumerate(self.domains)
        )


def learns(recording: Recording) -> bool:
    """Whether a solver learns clauses: no others may give one as a reason."""
    known = backends().get(recording.header.solver)
    reasons = (event.reason or {} for event in recording.events)
    return known.family == "sat" if known else any("clause" in reason for reason in reasons)
