"""A verifier of traces: believes no event, but checks what justifies it on candidates of its own.

It shares no code with those who write traces, and knows four things:

    a reason       is checked against the candidates at that moment: a Hall set by counting, a place
                   that is the only one, a clause whose other literals are false, a technique by all
                   solutions
    a solution     has to be one, and to be what is settled; none may be lost before it is found
    a search tree  is complete: who leaves a decision has met a conflict or a solution below it, and
                   has tried all other values; so a trace that claims to be exhaustive is a proof
    the end        says what happened: the grid, how many events, and as many guesses as decisions

Copies in place of a trail, counting in place of matching: slow, and not the same mistakes again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any, NoReturn

from accord.puzzles.grid import Cell, Grid, Value
from accord.puzzles.puzzle import Domain, Puzzle
from accord.solvers import backtracking_bitset
from accord.solvers.answer import answer
from accord.solvers.events import Event, Recording
from accord.solvers.registry import backends

KINDS_OF_REASON = {"decision", "constraint", "domain", "technique", "clause"}
SOME = 20  # solutions that no event may lose
SECONDS = 2.0  # to find them
LEAVING = ("backtrack", "restart")

Domains = tuple[Domain, ...]
Choice = tuple[Cell, Value]


class RefusedError(Exception):
    """An event is not justified; says which, and why."""


@dataclass
class Level:
    """A decision that stands, and how it was before."""

    domains: Domains
    settled: frozenset[Cell]
    solutions: list[Grid]
    choices: frozenset[Choice] | None  # all there is to try; None of a solver that does not say
    tried: set[Choice] = field(default_factory=set)

    @property
    def untried(self) -> int:
        """How many choices are left."""
        return len(self.choices - self.tried) if self.choices else 0


@lru_cache(maxsize=256)
def some_solutions(puzzle: Puzzle) -> tuple[Grid, ...]:
    """Solutions of the puzzle, by a solver that writes no trace."""
    return answer(backtracking_bitset.solve, puzzle, limit=SOME, seconds=SECONDS).solutions


def verify(recording: Recording) -> None:
    """Check every event of a trace, and its end.

    Raises:
        RefusedError: one is not justified.
    """
    verifier = Verifier(recording)
    for number, event in enumerate(recording.events):
        try:
            verifier.check(event)
        except RefusedError as error:
            raise RefusedError(f"event {number}, {event.kind}: {error}") from None
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise RefusedError(f"event {number}, {event.kind}: {error!r}") from error
    verifier.check_end()


def refuse(why: str) -> NoReturn:
    """Refuse an event."""
    raise RefusedError(why)


def need(true: bool, why: str) -> None:
    """Refuse an event unless this is true."""
    if not true:
        refuse(why)


class Verifier:
    """What is known between two events."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.puzzle = recording.header.puzzle
        self.size = self.puzzle.size
        self.scopes = [constraint.cells for constraint in self.puzzle.constraints]
        self.domains: Domains = self.puzzle.domains
        self.settled = frozenset(cell for cell, value in enumerate(self.puzzle.givens) if value)
        self.solutions = [*some_solutions(self.puzzle)]  # that agree with what is decided
        self.levels: list[Level] = []
        self.left: Level | None = None  # the decision that was just taken back, if more is to try
        self.closed = False  # nothing is left to find below the decisions that stand
        self.learns = learns(recording)  # so that it need not try all values, and may jump
        self.technique: tuple[str, Domains, frozenset[Cell]] | None = None  # and before it
        self.found: list[Grid] = []
        self.speaks = any(event.kind != "solution" for event in recording.events)

    def check(self, event: Event) -> None:
        """Check one event, and do what it says."""
        if event.kind not in LEAVING:
            again = self.learns and event.kind == "conflict"  # it may go back in silence
            need(again or not self.closed or not self.speaks, "nothing is left to be found here")
            need(event.kind == "decide" or self.left is None, "the decision has other values left")
        getattr(self, f"_{event.kind}")(event)

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

    def _change(self, cell: Cell, domain: Domain) -> None:
        lost = [grid for grid in self.solutions if grid[cell] not in domain]
        need({*lost} <= {*self.found}, "a solution is lost")
        self.solutions = [grid for grid in self.solutions if grid[cell] in domain]
        self.domains = (*self.domains[:cell], domain, *self.domains[cell + 1 :])

    def _justify(self, event: Event, cell: Cell, value: Value, *, holds: bool) -> None:
        """Check the reason of a candidate that is assigned, or removed."""
        reason = self._reason(event)
        if "technique" in reason:
            self._check_technique(reason)
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

    def _values(self, cells: Iterable[Cell]) -> Domain:
        return frozenset().union(*(self.domains[cell] for cell in cells))

    # Techniques and clauses

    def _check_technique(self, reason: Mapping[str, Any]) -> None:
        """What a technique points at is there; that it is sound, `_change` has checked."""
        name = reason["technique"]
        if self.technique is None or self.technique[0] != name:
            self.technique = name, self.domains, self.settled
        _, domains, settled = self.technique
        need(reason["title"] != "" and reason["title"] in reason["sentence"], "no sentence")
        cells, candidates = reason["cells"], [tuple(each) for each in reason["candidates"]]
        need({*cells} <= {*range(len(domains))}, "it names a cell that is none")
        need(len({*cells}) == len(cells), "it names a cell twice")
        need({*reason["houses"]} <= {*range(len(self.scopes))}, "it names a house that is none")
        for cell, value in candidates:
            need(cell in cells, "a candidate stands in none of its cells")
            need(value in domains[cell] and cell not in settled, "a candidate was not there")
        for link in reason["links"]:
            for end in (link["from"], link["to"]):
                nodes = {(cell, end["value"]) for cell in end["cells"]}
                need(bool(nodes) and nodes <= {*candidates}, "a link ends at no candidate")
            need(type(link["strong"]) is bool, "a link is neither strong nor weak")

    def _check_clause(self, reason: Mapping[str, Any], own: Sequence[Any] | None) -> None:
        """Every other literal is false, and the clause follows from the puzzle or from learning."""
        need(self.learns, "a clause of a solver that has none")
        clause, learnt = [list(each) for each in reason["clause"]], reason["learnt"]
        if not clause:
            need(learnt is True, "an empty clause that was not learnt")
            return
        need(own is None or list(own) in clause, "the clause does not speak of it")
        for literal in clause:
            need(literal == own or len(literal) == 2 or self._is_false(*literal), f"{literal}")
        if learnt is not True and all(len(literal) == 3 for literal in clause):
            literals = frozenset(map(tuple, clause))
            left = opposite(self.puzzle, literals)  # nothing, or a grid that is not to come again
            need(not all(left) or left in self.found, "the clause does not follow from the puzzle")

    def _is_false(self, cell: Cell, value: Value, holds: bool) -> bool:
        domain = self.domains[cell]
        return value not in domain if holds else domain == {value}

    # Decisions

    def _decide(self, event: Event) -> None:
        (cell, value), reason = self._candidate(event), self._reason(event)
        need("decision" in reason, "this is no reason for it")
        need(event.depth == len(self.levels) + 1, f"{len(self.levels)} decisions stand before it")
        need(cell not in self.settled, "it is settled already")
        choices = self._choices(reason, cell) if event.holds else None
        choices = None if self.learns else choices
        level, self.left = self.left, None
        if level is None:
            level = Level(self.domains, self.settled, self.solutions, choices)
        need(level.choices == choices, "other values were left to be tried")
        need((cell, value) not in level.tried, "it has been tried already")
        need(choices is None or (cell, value) in choices, "it is none of the values to try")
        level.tried.add((cell, value))
        self.levels.append(level)
        domain = frozenset({value}) if event.holds else self.domains[cell] - {value}
        self.solutions = [grid for grid in self.solutions if grid[cell] in domain]
        self.domains = (*self.domains[:cell], domain, *self.domains[cell + 1 :])
        self.settled |= {cell} if event.holds else set()
        self.technique = None

    def _choices(self, reason: Mapping[str, Any], cell: Cell) -> frozenset[Choice] | None:
        """All there is to try, where the reason says so and the order is as it says."""
        item = reason.get("item", {"cell": cell})
        if "values" in reason and [*item] == ["cell"]:
            need(item["cell"] == cell, "the item is another cell")
            need(reason["values"] == sorted(self.domains[cell]), "the cell has other candidates")
            choices = frozenset((cell, value) for value in reason["values"])
        elif "cells" in reason and [*item] == ["constraint", "value"]:
            places = [c for c in self._scope(item) if item["value"] in self.domains[c]]
            need(reason["cells"] == places, "the value has other places")
            need(len(self._scope(item)) == self.size, "the value needs no place")
            choices = frozenset((place, item["value"]) for place in places)
        else:
            need(not {"values", "cells", "item"} & {*reason}, "what was there to choose from?")
            return None
        need(len(choices) > 1, "it is no guess if there is one value only")
        self._check_order(reason["decision"], cell, len(choices))
        return choices

    def _check_order(self, order: str, cell: Cell, choices: int) -> None:
        """The cell is the one that the order takes, as far as candidates tell."""
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
        while len(self.levels) > (depth or 0):
            need(self.closed or self.learns, "it leaves what has not been searched")
            need(self.left is None, "it leaves values that have not been tried")
            self._leave(self.levels.pop())

    def _leave(self, level: Level) -> None:
        self.domains, self.settled, self.solutions = level.domains, level.settled, level.solutions
        self.left = level if level.untried else None
        self.closed = level.choices is not None and not level.untried
        self.technique = None

    def _restart(self, event: Event) -> None:
        need(event.depth in (0, None), "after a restart no decision stands")
        need(self.learns or not self.levels, "a restart of a search that learns nothing")
        while self.levels:
            self._leave(self.levels.pop())

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
        need(not self.speaks or grid == self.grid, "it is not what is settled")
        self.found.append(grid)
        self.closed = self.speaks

    @property
    def grid(self) -> Grid:
        """What is settled; 0 for the rest."""
        return Grid(
            next(iter(domain)) if cell in self.settled and len(domain) == 1 else 0
            for cell, domain in enumerate(self.domains)
        )

    # The end

    def check_end(self) -> None:
        """Check what is said at the end.

        Raises:
            RefusedError: it does not fit what happened.
        """
        end, events = self.recording.end, self.recording.events
        need(len(events) == end.events - end.left_out, "end: the number of events is another")
        need(
            self.recording.header.limit is None
            or end.left_out > 0
            or len(self.found) <= self.recording.header.limit,
            "end: more solutions than asked for",
        )
        claimed = "SAT" if self.found else "UNSAT" if end.exhausted else "UNKNOWN"
        need(end.left_out > 0 or end.status == claimed, f"end: the status is {claimed}")
        need(end.exhausted == (not end.why), "end: it stopped for no reason, or for one too many")
        if end.left_out and end.status == "SAT":
            need(not [*self.puzzle.violations(end.grid)], "end: the grid is no solution")
        elif not end.left_out:
            need(end.grid == (self.found or [self.grid])[-1], "end: the grid is another")
            self._check_exhausted()
            self._check_counters()

    def _check_exhausted(self) -> None:
        if not self.recording.end.exhausted or not self.speaks:
            return
        need({*some_solutions(self.puzzle)} <= {*self.found}, "end: there are more solutions")
        if not self.learns:
            need(not self.levels and self.left is None, "end: decisions stand")
            need(self.closed, "end: not everything has been searched")

    def _check_counters(self) -> None:
        """As many guesses as decisions, and values that wait; as many backtracks as conflicts."""
        end, counts = self.recording.end, self.recording.counts
        if not {"guesses", "backtracks", "nodes"} <= {*end.counters}:
            return
        waiting = 0
        if self.recording.header.solver == "exact-cover-bits":
            levels = [*self.levels, *([self.left] if self.left else [])]
            waiting = sum(level.untried for level in levels)
        stopped = end.why == "out of time"  # between a count and its event
        guesses = end.counters["guesses"] - waiting - counts.get("decide", 0)
        most = self.size if stopped else 0
        need(0 <= guesses <= most, "end: guesses are not decisions")
        before = end.counters["nodes"] == 0 and end.status == "UNSAT"  # the search began
        backtracks = end.counters["backtracks"] + before - counts.get("conflict", 0)
        need(0 <= backtracks <= stopped, "end: backtracks are not conflicts")


def learns(recording: Recording) -> bool:
    """Whether a solver learns clauses: no others may give one as a reason."""
    known = backends().get(recording.header.solver)
    reasons = (event.reason or {} for event in recording.events)
    return known.family == "sat" if known else any("clause" in reason for reason in reasons)


@lru_cache(maxsize=10_000)
def opposite(puzzle: Puzzle, clause: frozenset[tuple[Cell, Value, bool]]) -> Grid:
    """What singles make of the opposite of all literals; nothing: then the clause is implied.

    A cell that stays open has the value -1, and one without candidates 0.
    """
    domains = [*puzzle.domains]
    for cell, value, holds in clause:
        domains[cell] = domains[cell] - {value} if holds else domains[cell] & {value}
    scopes = [constraint.cells for constraint in puzzle.constraints]
    while all(domains):
        before = [*domains]
        for scope in scopes:
            _single_out(domains, scope, puzzle.size)
        if domains == before:
            break
    sole = [min(domain, default=0) if len(domain) < 2 else -1 for domain in domains]
    return Grid(sole)


def _single_out(domains: list[Domain], scope: Sequence[Cell], size: int) -> None:
    """Naked and hidden singles of one constraint; a value without a place empties a cell."""
    for cell in scope:
        if len(domains[cell]) == 1:
            for other in scope:
                if other != cell:
                    domains[other] -= domains[cell]
    for value in range(1, size + 1) if len(scope) == size else ():
        places = [cell for cell in scope if value in domains[cell]]
        if len(places) == 1:
            domains[places[0]] = frozenset({value})
        elif not places:
            domains[scope[0]] = frozenset()
