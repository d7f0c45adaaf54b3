"""Writing a trace: what a solver does, as events.

`budget.trace` is None where no trace is wanted, and a solver looks at that before it writes
anything, so that a search without a trace costs what it cost before.  Otherwise the trace keeps a
board of its own, by which it writes only what changes something: a candidate is removed once, a
cell settled once, and what was decided is taken back with all that followed.

Solvers that work on a constraint network report what happened in their own terms (`taken`,
`propagated`, `narrowed`, `conflict_in`), and the trace finds the reason; others give the reason
themselves.
After `most` events it only counts: the solver goes on, as its answer is the last event.

The decisions of a search are the guesses that it counts, and its conflicts are its backtracks, with
two exceptions: exact-cover-bits counts the options of an item when it branches, and so those that
still wait when it has found enough; and a puzzle that contradicts itself before the first node is a
conflict that no search has counted.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from accord.puzzles import (
    Cell,
    Constraint,
    Domain,
    Problem,
    Puzzle,
    Solution,
    Value,
    ValueSet,
    is_plain,
)
from accord.puzzles.puzzle import expect_puzzle
from accord.solvers.search.matching import hall_set, impossible
from accord.solvers.search.network import Network, network
from accord.solvers.search.propagators.propagator import Kept, Propagator
from accord.solvers.traces.events import MOST_INTERVALS, Assignment, Event, Reason
from accord.solvers.traces.replay import Replay


@dataclass(frozen=True)
class Inference:
    """A run of a propagator that took something, and the variables on whose domains that rests.

    What a propagator concludes where a variable has all the values of the problem does not rest on
    those that the variable has lost.  So each variable of the constraint is given its lost values
    back in turn, and the propagator is run again: the variable is left out if it concludes the
    same, or that nothing is left at all.  What remains cannot be made smaller without a stronger
    propagator (the deletion filter of John Chinneck and Erik Dravnieks, "Locating minimal
    infeasible constraint sets in linear programs", ORSA Journal on Computing 3, 1991).  No kind of
    constraint needs code of its own, and a propagator that is sound explains itself.

    It costs one run of the propagator for each variable that has lost values; only traces pay it.
    """

    constraint: Constraint
    propagator: Propagator
    initial: Sequence[ValueSet]  # the domains of the problem
    domains: Sequence[ValueSet]  # that it was run on
    kept: Sequence[Kept]  # what it concluded

    @property
    def is_conflict(self) -> bool:
        """Whether a variable keeps nothing."""
        return _empties(self.kept, self.domains)

    def removal(self, variable: int, values: ValueSet) -> list[int]:
        """The variables on whose domains it rests that one loses these values."""
        return self._needed(variable, values)

    def conflict(self) -> list[int]:
        """The variables whose domains leave nothing."""
        return self._needed(None, frozenset())

    def _needed(self, target: int | None, values: ValueSet) -> list[int]:
        tried, needed = [*self.domains], list[int]()
        for variable in dict.fromkeys(self.constraint.scope):
            if variable == target or self.domains[variable] == self.initial[variable]:
                continue
            tried[variable] = self.initial[variable]
            kept = self.propagator(tried)
            gone = target is not None and values.isdisjoint(left_to(target, kept, tried))
            if not gone and not _empties(kept, tried):
                tried[variable] = self.domains[variable]
                needed.append(variable)
        return needed


def left_to(variable: int, kept: Iterable[Kept], domains: Sequence[ValueSet]) -> ValueSet:
    """The domain that a conclusion leaves to a variable."""
    left = domains[variable]
    for each, values in kept:
        if each == variable:
            left &= values
    return left


def _empties(kept: Sequence[Kept], domains: Sequence[ValueSet]) -> bool:
    return any(not left_to(variable, kept, domains) for variable, _ in kept)


class Trace:
    """The trace of a solver at work.

    Args:
        problem: what is solved.
        receive: called with each event.
        most: how many events it is called with; the others are counted.
        timed: whether events have the seconds at which they came.
    """

    def __init__(
        self,
        problem: Problem,
        receive: Callable[[Event], None],
        most: int = 200_000,
        timed: bool = False,
    ) -> None:
        self.timed = timed
        self.board = Replay(problem)
        self.constraints: Sequence[Constraint] = problem.constraints
        self._initial = tuple(self.board.domains)
        self.events = 0
        self.figures: dict[str, Any] = {}  # further figures of the solver, for the end
        self._receive = receive
        self._most = most
        self._last: Solution | None = None
        self._contradiction: Reason | None = None  # found by a propagator, not yet written

    @cached_property
    def _puzzle(self) -> Puzzle:
        return expect_puzzle(self.board.problem)

    @cached_property
    def _network(self) -> Network:
        return network(self.board.problem)

    @cached_property
    def _values(self) -> range:
        return range(1, self._puzzle.size + 1)

    @property
    def left_out(self) -> int:
        """The number of events that were counted and not kept."""
        return max(0, self.events - self._most)

    @property
    def grid(self) -> Assignment:
        """The last solution; where there is none, what is settled."""
        return self.board.grid if self._last is None else self._last

    def _write(self, event: Event) -> None:
        self.events += 1
        if self.events <= self._most:
            self._receive(event)

    def decide(self, cell: Cell, value: Value, reason: Reason, holds: bool = True) -> None:
        """Write a guess: the cell has the value; or not, where it does not hold."""
        self.board.decide(cell, value, holds)
        self._write(Event("decide", cell, value, reason, self.board.depth, holds))

    def assign(self, cell: Cell, value: Value, reason: Reason) -> None:
        """Write that the cell keeps only this candidate, unless it is settled."""
        if not self.board.settled[cell]:
            self.board.set(cell, frozenset({value}), settled=True)
            self._write(Event("assign", cell, value, reason))

    def remove(self, cell: Cell, value: Value, reason: Reason) -> None:
        """Write that the cell loses a candidate, unless it has lost it."""
        domain = self.board.domains[cell]
        if value in domain:
            self.board.set(cell, domain - {value}, self.board.settled[cell])
            self._write(Event("remove", cell, value, reason))

    def conflict(self, reason: Reason, cell: Cell | None = None) -> None:
        """Write that the candidates contradict a constraint."""
        self._write(Event("conflict", cell, None, reason))

    def backtrack(self, depth: int | None = None) -> None:
        """Take decisions back until so many stand; by default the last one."""
        depth = self.board.depth - 1 if depth is None else depth
        if depth < self.board.depth:
            self.board.take_back(depth)
            self._write(Event("backtrack", depth=depth))

    def restart(self) -> None:
        """Write a restart: all decisions are taken back."""
        self.board.take_back(0)
        self._write(Event("restart", depth=0))

    def solution(self, grid: Solution, at: float | None = None) -> None:
        """Write that a grid, or values of a problem's variables, are claimed to be a solution."""
        self._last = grid
        self._write(Event("solution", grid=grid, at=at if self.timed else None))

    def bound(self, at: float, value: Any) -> None:
        """Write that no solution is claimed to be better than a value."""
        self._write(Event("bound", value=value, at=at if self.timed else None))

    def branched(
        self, cell: Cell, value: Value, values: Iterable[Value], order: str, holds: bool = True
    ) -> None:
        """Write that the cell is given one of its values: a guess, unless it is the only one.

        Where the guess does not hold, the cell has one of the other values.
        """
        if len(left := sorted(values)) > 1:
            shown = left if isinstance(self.board.problem, Puzzle) else _text(left)
            self.decide(cell, value, {"decision": order, "values": shown}, holds)
            if len(self.board.domains[cell]) == 1:
                self.seen([cell])  # also the value that is left of two
        else:
            self.assign(cell, value, {"domain": left})

    def taken(self, cell: Cell, peers: Iterable[Cell]) -> None:
        """Write that the one candidate of the cell is taken from these peers."""
        self.seen([cell])
        (value,) = self.board.domains[cell]
        for peer in peers:
            if value not in self.board.domains[peer]:
                continue
            constraint = self._network.shared(cell, peer)
            if len(self.board.domains[peer]) == 1 and not is_plain(self.board.problem):
                self._contradiction = self._of_cells(constraint, [cell, peer])
                return
            self.remove(peer, value, self._of_cells(constraint, [cell]))

    def seen(self, cells: Iterable[Cell]) -> None:
        """Write that each of these cells has one candidate, and settles on it."""
        for cell in cells:
            (value,) = self.board.domains[cell]
            self.assign(cell, value, {"domain": [value]})

    def narrowed(self, constraint: int, cell: Cell, kept: ValueSet) -> None:
        """Write that propagating a constraint leaves a cell these of its candidates.

        A value that has no other place in the constraint is assigned; of others the cells that need
        them are found.  Where nothing is left it is the constraint that is broken (`conflict_in`).
        """
        if not kept:
            return
        cells, domains = self.constraints[constraint].scope, self.board.domains
        if len(kept) == 1 and kept < domains[cell] and len(cells) == len(self._values):
            (value,) = kept
            if not any(value in domains[other] for other in cells if other != cell):
                self.assign(cell, value, {"constraint": constraint})
        for value in sorted(domains[cell] - kept):
            needed = hall_set(cells, domains, cell, value)
            self.remove(cell, value, {"constraint": constraint, "cells": [*needed]})

    def conflict_in(self, constraint: int) -> None:
        """Write that a constraint cannot be satisfied any more.

        Some cell has no candidates, two that are settled are equal, some value has no place, or
        some cells cannot be different; or a propagator has said why.
        """
        if self._contradiction is not None:
            self.conflict(self._contradiction)
            self._contradiction = None
            return
        cells, domains = self.constraints[constraint].scope, self.board.domains
        for cell in cells:
            if not domains[cell]:
                self.conflict({"domain": []}, cell)
                return
        if equal := self._equal(cells):
            self.conflict(self._of_cells(constraint, equal))
            return
        missing = {*self._values}.difference(*(domains[cell] for cell in cells))
        if missing and len(cells) == len(self._values):
            self.conflict({"constraint": constraint, "value": min(missing)})
        else:
            starved = impossible(cells, domains)
            self.conflict({"constraint": constraint, "cells": [*starved]})

    def _of_cells(self, constraint: int, cells: list[Cell]) -> Reason:
        """The reason that a constraint and what these cells have left give."""
        if is_plain(self.board.problem):  # what they have is seen on the board
            return {"constraint": constraint, "cells": cells}
        return self._because(constraint, lambda: cells)

    def _equal(self, cells: Iterable[Cell]) -> list[Cell]:
        """The first two of these cells that are settled on the same value, if there are any."""
        holder: dict[ValueSet, Cell] = {}
        for cell in cells:
            if self.board.settled[cell]:
                first = holder.setdefault(self.board.domains[cell], cell)
                if first != cell:
                    return [first, cell]
        return []

    def propagated(
        self,
        constraint: int,
        propagator: Propagator,
        domains: Sequence[ValueSet],
        kept: Sequence[Kept],
    ) -> None:
        """Write that a propagator leaves variables these values; a conflict is written later.

        Of a puzzle of all-different it is said by cells, else by what explains it.

        Args:
            constraint: its number in the problem.
            propagator: what was run.
            domains: of all variables, when it was.
            kept: what it has returned.
        """
        if not kept:
            return
        if is_plain(self.board.problem):
            for cell, values in kept:
                self.narrowed(constraint, cell, values)
            return
        inference = Inference(
            self.constraints[constraint], propagator, self._initial, tuple(domains), kept
        )
        if inference.is_conflict:
            self._contradiction = self._because(constraint, inference.conflict)
            return
        for variable, values in kept:
            if lost := self.board.domains[variable] - values:
                reason = self._because(constraint, partial(inference.removal, variable, lost))
                self._lose(variable, lost, reason)

    def bounded(self, variable: int, kept: ValueSet, best: Value) -> None:
        """Write that only these values of the objective's variable are better than the best so far.

        Where there are none it is a conflict.
        """
        reason = {"bound": best}
        if not kept:
            self.conflict(reason, variable)
        elif lost := self.board.domains[variable] - kept:
            self._lose(variable, lost, reason)

    @property
    def is_contradicted(self) -> bool:
        """Whether a propagator has found a conflict that is not yet written."""
        return self._contradiction is not None

    def _because(self, constraint: int, explain: Callable[[], list[int]]) -> Reason:
        """The reason that a propagator gives, unless nobody would read it."""
        if self.events >= self._most:
            return {}
        cells = explain()
        left = [_text(sorted(self.board.domains[cell]), MOST_INTERVALS) for cell in cells]
        return {"constraint": constraint, "cells": cells, "domains": left}

    def _lose(self, cell: Cell, values: ValueSet, reason: Reason) -> None:
        """Write that the variable loses these values, and is settled where it keeps one."""
        left = self.board.domains[cell] - values
        self.board.set(cell, left, self.board.settled[cell])
        if len(values) == 1:
            self._write(Event("remove", cell, next(iter(values)), reason))
        else:
            self._write(Event("remove", cell, reason=reason, values=Domain.of(sorted(values))))
        if len(left) == 1:
            self.seen([cell])

    def contradiction(self) -> None:
        """Write that a variable has no values, or that a constraint without variables is false."""
        for cell, domain in enumerate(self.board.domains):
            if not domain:
                self.conflict({"domain": []}, cell)
                return
        for number, constraint in enumerate(self.constraints):
            if not constraint.scope and not constraint.holds(()):
                self.conflict({"constraint": number, "cells": [], "domains": []})
                return


def _text(values: Sequence[Value], most: int | None = None) -> str:
    """Sorted values as the text of a domain; between its ends, where it has too many intervals."""
    whole = Domain.of(range(values[0], values[-1] + 1))
    if len(whole) == len(values):
        return str(whole)
    domain = Domain.of(values)
    return str(domain if most is None or len(domain.intervals) <= most else whole)
