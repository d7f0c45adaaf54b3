"""The reference formula: the clauses that a proof about a problem is about.

It is a relaxation: for every solution s there is a model in which, for every variable x and value v
of its domain, the literal x=v is true exactly when s(x)=v; only other variables are free.  Each
witness is forbidden by one clause with one literal for each shown variable, and so is every other
solution with the same shown values, which counts as the same.  So a formula without models says
that there is no solution but the witnesses, and nothing else is needed for that.  A clause
that is missing loses certificates and never makes a false one: blocks above `LARGEST_BLOCK` clauses
are left out and named.

Clauses and literals are numbered from 1 in an order that belongs to `VERSION`:

    1. of each variable, that it has one of its values; then, pair by pair, not two of them; one of
       two values has one literal, and in version 1 two
    2. for each constraint in order its clauses; what decompositions and order literals need, before
    3. a clause for each witness

A variable of more than `PAIRWISE` values has order literals instead of pairs.  Whatever changes a
clause of any problem needs a new version; a test holds digests of some formulas.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import accumulate, islice
from typing import TextIO

from accord.puzzles.constraints.constraint import Constraint, TooLargeError
from accord.puzzles.constraints.decompositions.decompose import Fresh, decompose
from accord.puzzles.discovery import members_by
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.arithmetic_blocks import AtLeastOne, AtMostOne, Chained, Order
from accord.puzzles.proofs.literals import FALSE, MOST_VALUES, TRUE, Clause, Literals

VERSION = 2
PAIRWISE = 64  # values of a variable whose pairs are clauses
LARGEST_BLOCK = 1_000_000  # clauses of a constraint
Relaxation = Callable[..., Iterable[Clause] | None]  # of a constraint and the literals


class ReferenceFormula:
    """The clauses of a problem; they are made when one is asked for first."""

    def __init__(
        self, problem: Problem, witnesses: Sequence[tuple[int, ...]] = (), version: int = VERSION
    ) -> None:
        self._problem, self.version = problem, version
        self._witnesses = [self._nogood(witness) for witness in witnesses]

    @property
    def variables(self) -> int:
        """The highest number of a literal."""
        return self._made.literals.highest

    @property
    def clauses(self) -> int:
        """The number of clauses."""
        return len(self._chained)

    @property
    def omitted(self) -> tuple[str, ...]:
        """The parts left out because of their size, in words; at most one of a constraint."""
        return tuple(f"{name}: {reason}" for name, reason in self._made.omitted.items())

    def __getitem__(self, number: int) -> Clause:
        """A clause by its number, from 1.

        Raises:
            IndexError: there is none of this number.
        """
        if not 1 <= number <= len(self._chained):
            raise IndexError(f"found clause {number}, expected 1..{len(self._chained)}")
        return self._chained[number - 1]

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._chained)

    def literal(self, variable: int, value: int) -> int:
        """The literal that says that a variable, from 0, has a value.

        Raises:
            KeyError: the domain does not have the value.
        """
        literal = self._own.equal(variable, value)
        if literal == FALSE:
            raise KeyError(f"found the value {value}, expected one of variable {variable}")
        return literal

    def constraint_of(self, number: int) -> int | None:
        """The constraint, from 0, to which a clause belongs; None of a domain and of a witness."""
        constraint = bisect_left(self._ends, number) - 1
        return constraint if 0 <= constraint < len(self._problem.constraints) else None

    @cached_property
    def _ends(self) -> list[int]:
        """The last clause of the domains, and of each constraint."""
        ends = [0, *accumulate(map(len, self._made.blocks))]
        return [ends[blocks] for blocks in self._made.parts]

    @cached_property
    def _own(self) -> Literals:
        return Literals(self._problem.domains, pairs=self.version == 1)

    @cached_property
    def _made(self) -> "_Making":
        making = _Making(self._problem, self.version == 1)
        for place, constraint in enumerate(self._problem.constraints, 1):
            making.add(constraint, f"constraint {place} ({constraint.kind})")
            making.parts.append(len(making.blocks))
        return making

    @cached_property
    def _chained(self) -> Chained:
        return Chained([*self._made.blocks, self._witnesses])

    def _nogood(self, witness: tuple[int, ...]) -> Clause:
        number = len(self._problem.domains)
        if len(witness) != number:
            found = counted(len(witness), "value")
            raise ValueError(f"witness: found {found}, expected {number}, one for each variable")
        return tuple(-self.literal(each, witness[each]) for each in self._problem.shown)


def reference_formula(
    problem: Problem, witnesses: Sequence[tuple[int, ...]] = ()
) -> ReferenceFormula:
    """The reference formula of a problem, with a last clause for each witness that forbids it.

    Raises:
        ValueError: a witness does not have a value for each variable.
        KeyError: a value of a witness is in no domain.
    """
    return ReferenceFormula(problem, witnesses)


@cache
def relaxations() -> dict[type[Constraint], Relaxation]:
    """By kind the function that makes its clauses."""
    return members_by("RELAXATIONS", "accord.puzzles.proofs.relaxations")


class _Making:
    """Blocks in order, and the numbers that were given."""

    def __init__(self, problem: Problem, pairs: bool) -> None:
        self.blocks: list[Sequence[Clause]] = []
        self.omitted: dict[str, str] = {}  # by name why
        self._fresh = Fresh(problem.domains)
        self.literals = Literals(problem.domains, pairs)
        self._domains(0, "")
        self.parts = [len(self.blocks)]  # how many blocks end the domains, and each constraint

    def add(self, constraint: Constraint, name: str) -> None:
        """Add the blocks of a constraint, decomposed where its kind has none."""
        relaxation = relaxations().get(type(constraint))
        try:
            clauses = relaxation(constraint, self.literals) if relaxation else None
            if clauses is not None:
                self._block(clauses)
                return
            first = len(self.literals)
            try:
                parts = [*decompose(constraint, self._fresh)]
            finally:
                self._numbered(first, name)
            for part in parts:
                self.add(part, name)
        except TooLargeError as error:
            self.omitted.setdefault(name, str(error))

    def _numbered(self, first: int, name: str) -> None:
        """Literals for the fresh variables, but for those of too many values."""
        for domain in self._fresh.domains[first:]:
            self.literals.add(domain, most=MOST_VALUES)
        self._domains(first, name)

    def _domains(self, first: int, name: str) -> None:
        """Clauses: each variable from the first on has exactly one value."""
        groups = list[range]()
        for variable in range(first, len(self.literals)):
            try:
                self.literals.values(variable)
            except TooLargeError as error:
                self.omitted.setdefault(name or f"variable {variable + 1}", str(error))
            else:
                if isinstance(group := self.literals.of(variable), range):
                    groups.append(group)
                if len(group) > PAIRWISE:
                    self.literals.order(variable)
        self.blocks.append(AtLeastOne(groups))
        self.blocks.append(AtMostOne(group for group in groups if len(group) <= PAIRWISE))
        self._orders()

    def _orders(self) -> None:
        """Add the blocks of order literals that were asked for."""
        self.blocks += [Order(*ordered) for ordered in self.literals.ordered]
        self.literals.ordered.clear()

    def _block(self, clauses: Iterable[Clause]) -> None:
        """Add a block as it is, or stored without what is constant in it."""
        try:
            block = clauses if isinstance(clauses, Sequence) else _stored(clauses)
        finally:
            self._orders()
        if len(block) > LARGEST_BLOCK:
            raise TooLargeError(f"{len(block):,} clauses; at most {LARGEST_BLOCK:,}")
        self.blocks.append(block)


def _stored(clauses: Iterable[Clause]) -> Sequence[Clause]:
    """The clauses in a list, up to one too many."""
    kept = (clause for clause in map(_simplified, clauses) if clause is not None)
    return [*islice(kept, LARGEST_BLOCK + 1)]


def _simplified(clause: Clause) -> Clause | None:
    """A clause without constant literals and repeats; None where it is always true."""
    literals = dict.fromkeys(clause)
    literals.pop(FALSE, None)
    if TRUE in literals or any(-literal in literals for literal in literals):
        return None
    return tuple(literals)


def write_dimacs(formula: ReferenceFormula, file: TextIO) -> None:
    """Write all clauses, in the order of their numbers."""
    file.write(f"c reference formula, version {formula.version}\n")
    file.write(f"p cnf {formula.variables} {formula.clauses}\n")
    for clause in formula:
        file.write(" ".join(map(str, (*clause, 0))) + "\n")
