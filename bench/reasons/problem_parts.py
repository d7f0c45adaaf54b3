"""Parts: what can be taken away from a problem, so that it says less.

    given        the value of a cell or variable, or the few that are left of it beforehand
    constraint   one of the problem's constraints; of clauses a single one

Without its given a cell of a puzzle may have any value of its size.  Of another problem a variable
is given if its domain is one value; without it, it may have each value that a variable has with
which it shares a constraint.  All other domains are no parts: they stay.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from accord.puzzles import Constraint, Domain, Problem, Puzzle
from accord.puzzles.constraints.clauses import clause_by_clause
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.table import Table
from accord.puzzles.layout import ProblemLayout, Symbols

Sort = Literal["given", "constraint"]


@dataclass(frozen=True)
class ProblemPart:
    """A part of a problem, as the constraint that says the same."""

    sort: Sort
    place: int  # of a given the number of its variable, else that of the constraint
    constraint: Constraint = field(compare=False)


@dataclass(frozen=True)
class ProblemParts:
    """A problem taken apart.

    Args:
        domains: of each variable the values that it has when no part is there.
        parts: those that can be taken away, givens first.
        names: of the variables.
        layout: how people see them.
        symbols: words for values.
    """

    domains: tuple[Domain, ...]
    parts: tuple[ProblemPart, ...]
    names: tuple[str, ...]
    layout: ProblemLayout | None = None
    symbols: Symbols | None = None

    @classmethod
    def of(cls, problem: Problem) -> "ProblemParts":
        """The parts of a problem."""
        own = [*map(Domain.of, problem.domains)]
        wide = _wide(problem, own)
        givens = [
            ProblemPart("given", variable, _one_of(variable, domain))
            for variable, (domain, widened) in enumerate(zip(own, wide, strict=True))
            if domain != widened
        ]
        every = clause_by_clause(problem.constraints)
        rules = [ProblemPart("constraint", place, each) for place, each in enumerate(every)]
        layout, symbols = problem.layout, problem.symbols
        return cls(tuple(wide), (*givens, *rules), tuple(problem.names), layout, symbols)

    def with_domain(self, variable: int, values: Iterable[int]) -> "ProblemParts":
        """These parts with a domain of a variable that holds whichever part is left out."""
        domains = [*self.domains]
        domains[variable] = Domain.of(values)
        return replace(self, domains=tuple(domains))

    def stated(self, kept: Collection[ProblemPart]) -> Problem:
        """The problem of these parts, givens as domains: as people state it."""
        domains = [*self.domains]
        for each in self.in_order(kept):
            if each.sort == "given":
                own = domains[each.place]
                domains[each.place] = Domain.of(v for v in own if each.constraint.holds([v]))
        rules = [each.constraint for each in self.in_order(kept) if each.sort == "constraint"]
        return Problem(domains, rules, self.names, layout=self.layout, symbols=self.symbols)

    def problem(self, kept: Collection[ProblemPart]) -> Problem:
        """The problem of these parts with a constraint for each, in the order of all."""
        constraints = [each.constraint for each in self.in_order(kept)]
        return Problem(
            self.domains, constraints, self.names, layout=self.layout, symbols=self.symbols
        )

    def in_order(self, kept: Collection[ProblemPart]) -> list[ProblemPart]:
        """The kept parts in the order of all parts."""
        return [each for each in self.parts if each in kept]


def _wide(problem: Problem, own: Sequence[Domain]) -> list[Domain]:
    """For each variable the values that it may have without its given."""
    if isinstance(problem, Puzzle):
        return [Domain.of(range(1, problem.size + 1))] * len(own)
    widened = [*own]
    given = {variable for variable, domain in enumerate(own) if len(domain) == 1}
    for constraint in problem.constraints:
        for variable in given.intersection(constraint.scope):
            others = (own[other].intervals for other in constraint.scope)
            intervals = [*widened[variable].intervals, *(each for one in others for each in one)]
            widened[variable] = Domain(tuple(intervals))
    return widened


def _one_of(variable: int, domain: Domain) -> Constraint:
    """The constraint that a variable has a value of a domain."""
    if len(domain) == 1:
        return Instantiation((variable,), (*domain,))
    return Table((variable,), tuple((value,) for value in domain))
