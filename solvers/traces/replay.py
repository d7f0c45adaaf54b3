"""Replaying a trace: the candidates after each of its events.

A problem and the events are enough: nothing of the solver is needed to see what it saw.  What a
decision changed, and all that followed, is remembered beside it and put back when it is taken back
(a trail, as in every solver that copies nothing), so that an event costs what it changes.

Events that come from elsewhere are checked against that state first (`expect`).  All solvers that
write traces write only what changes something; an event that changes nothing belongs to another
trace, has been changed, or stands behind lines that were lost.
"""

from collections.abc import Collection

from accord.puzzles import Cell, Domain, Grid, Problem, Puzzle, Value, ValueSet
from accord.solvers.search.network import expanded
from accord.solvers.search.propagators.posts import LARGEST
from accord.solvers.traces.events import Assignment, Event


class Replay:
    """The state of a search between two events; at first that of the problem.

    Raises:
        ValueError: a domain is larger than those that searches take.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.domains: list[ValueSet]  # for each cell its candidates
        self.settled: list[bool]  # given, assigned or decided
        if isinstance(problem, Puzzle):
            self.domains = list(problem.domains)
            self.settled = [value > 0 for value in problem.givens]
        else:
            self.domains = _sets(problem)
            self.settled = [len(domain) == 1 for domain in self.domains]
        self.decisions: list[tuple[Cell, Value]] = []
        self._trail: list[tuple[Cell, ValueSet, bool]] = []
        self._marks: list[int] = []  # for each decision how long the trail was before it

    @property
    def depth(self) -> int:
        """The number of decisions that stand."""
        return len(self._marks)

    @property
    def grid(self) -> Assignment:
        """The values of the settled cells; for the others 0 in the grid of a puzzle, else None."""
        values = [
            next(iter(domain)) if settled and len(domain) == 1 else None
            for domain, settled in zip(self.domains, self.settled, strict=True)
        ]
        if isinstance(self.problem, Puzzle):
            return Grid(value or 0 for value in values)
        return tuple(values)

    def expect(self, event: Event) -> None:
        """Raise an error if an event cannot happen now.

        A value can be assigned, removed or decided while it is a candidate of the cell; a decision
        makes one more stand, and no more can be taken back than stand.

        Raises:
            ValueError: says what was found and what was expected.
        """
        kind, cell, value = event.kind, event.cell, event.value
        match kind:
            case "assign" | "decide" if cell is None or value not in self.domains[cell]:
                raise ValueError(f"found {kind} of {value}{self._candidates(cell)}")
            case "remove" if cell is None or not self._has(cell, event.removed):
                what = value if event.values is None else event.values
                raise ValueError(f"found {kind} of {what}{self._candidates(cell)}")
            case "decide":
                first = last = self.depth + 1
            case "backtrack":
                first, last = 0, self.depth
            case "restart":
                first = last = 0
            case _:
                return
        if not first <= (event.depth or 0) <= last:
            allowed = f"{first}..{last}" if first < last else str(last)
            raise ValueError(f"found {kind} with depth {event.depth}, expected {allowed}")

    def _has(self, cell: Cell, values: Collection[Value]) -> bool:
        """Whether values are not empty and all candidates of the cell."""
        own = self.domains[cell]
        return 0 < len(values) <= len(own) and own.issuperset(values)

    def _candidates(self, cell: Cell | None) -> str:
        """The end of a message about a value that is no candidate of the cell."""
        if cell is None:
            return ", expected a cell"
        left = ", ".join(map(str, sorted(self.domains[cell])))
        expected = (
            f"one of its candidates {left:.200}" if left else "nothing, as it has no candidate"
        )
        return f" in {self.problem.names[cell]}, expected {expected}"

    def apply(self, event: Event) -> None:
        """Apply an event to the domains.

        Raises:
            ValueError: it takes back more decisions than stand.
        """
        cell, value = event.cell, event.value
        match event.kind:
            case "assign" if cell is not None and value is not None:
                self.set(cell, frozenset({value}), settled=True)
            case "remove" if cell is not None:
                left = self.domains[cell].difference(event.removed)
                self.set(cell, left, settled=self.settled[cell])
            case "decide" if cell is not None and value is not None:
                self.decide(cell, value, event.holds)
            case "backtrack":
                self.take_back(event.depth or 0)
            case "restart":
                self.take_back(0)

    def decide(self, cell: Cell, value: Value, holds: bool = True) -> None:
        """Guess that the cell has the value, or that it has another."""
        self._marks.append(len(self._trail))
        self.decisions.append((cell, value))
        left = frozenset({value}) if holds else self.domains[cell] - {value}
        self.set(cell, left, settled=holds or self.settled[cell])

    def set(self, cell: Cell, domain: ValueSet, settled: bool) -> None:
        """Give a cell other candidates, until the last decision is taken back."""
        self._trail.append((cell, self.domains[cell], self.settled[cell]))
        self.domains[cell], self.settled[cell] = domain, settled

    def take_back(self, depth: int) -> None:
        """Undo decisions until so many stand.

        Raises:
            ValueError: fewer stand.
        """
        if not 0 <= depth <= self.depth:
            raise ValueError(f"found a backtrack to depth {depth}, expected at most {self.depth}")
        if depth == self.depth:
            return
        start = self._marks[depth]
        while len(self._trail) > start:
            cell, domain, settled = self._trail.pop()
            self.domains[cell], self.settled[cell] = domain, settled
        del self._marks[depth:], self.decisions[depth:]


def _sets(problem: Problem) -> list[ValueSet]:
    """The domains as sets."""
    for name, domain in zip(problem.names, map(Domain.of, problem.domains), strict=True):
        size = sum(high - low + 1 for low, high in domain.intervals)
        if size > LARGEST:
            raise ValueError(f"found {size:,} values of {name}, expected at most {LARGEST:,}")
    return expanded(problem)
