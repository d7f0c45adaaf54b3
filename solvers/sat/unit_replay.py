"""Unit propagation once more: the clauses behind what a SAT solver reports.

A SAT solver reports which literals have become true and not why, and of a conflict it reports
nothing.  Both can be reconstructed.  A literal that was propagated is in a clause all of whose
other literals were false (`reason`); and propagating from what the solver has reported arrives at
the same conflict or at another one (`failure`).  Of that, only what it needs is kept: the literals
from which the false clause follows, each with its reason, in their order.

Of several reasons the first is taken, a clause of the formula before a learnt one, so that it need
not be the one that the solver used.  Clauses of two literals are propagated first and checked
before a literal is accepted.  They encode at most one: no cell gets two values, because the clause
that needs the second one is found false.

Every literal has a list of the clauses it is in.  Two watched literals would propagate faster, but
they do not find a reason.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from accord.encodings.clauses.clauses import Clause


class Because(NamedTuple):
    """A clause as a reason."""

    clause: Clause
    learnt: bool


Step = tuple[int, Because]  # a literal that follows, and the reason


class Failure(NamedTuple):
    """The steps by which literals lead to a conflict."""

    steps: list[Step]
    conflict: Because  # which is false after them


class UnitReplay:
    """The clauses that a solver has, and the literals that are true."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.true: set[int] = set()
        self._having: defaultdict[int, list[Because]] = defaultdict(list)
        self._unread: list[Because] = []  # may be propagated without a literal that becomes true
        self.add(clauses)

    def add(self, clauses: Iterable[Clause], learnt: bool = False) -> None:
        """Take further clauses."""
        for clause in clauses:
            because = Because(clause, learnt)
            self._unread.append(because)
            for literal in clause:
                self._having[literal].append(because)

    def note_fixed_point(self) -> None:
        """Note that the solver reports nothing more to propagate."""
        self._unread.clear()

    def reason(self, literal: int) -> Because | None:
        """A clause that makes the literal true, the formula's own before what was learnt."""
        having = self._having.get(literal, ())
        return next((each for each in having if self._forces(each.clause, literal)), None)

    def _forces(self, clause: Clause, literal: int) -> bool:
        true = self.true
        return all(-other in true or other == literal for other in clause)

    def failure(self, fresh: Sequence[int]) -> Failure | None:
        """The steps by which propagation ends in a conflict; None where it does not.

        Args:
            fresh: the literals that have not been propagated; one that is not true is a decision.
        """
        run = _Propagation(self._having, self.true.copy())
        conflict = run.until_conflict(fresh, self._unread)
        if conflict is None:
            return None
        needed, steps = {-literal for literal in conflict.clause}, list[Step]()
        for literal, because in reversed(run.found.items()):
            if literal in needed:
                needed.update(-other for other in because.clause)
                steps.append((literal, because))
        return Failure(steps[::-1], conflict)


class _Propagation:
    """Unit propagation to the fixed point, or to the first clause that is false."""

    def __init__(self, having: Mapping[int, Sequence[Because]], true: set[int]) -> None:
        self._having, self._true = having, true
        self.found: dict[int, Because] = {}  # literals that follow, in their order
        self._waiting: list[int] = []  # literals whose longer clauses have not been read

    def until_conflict(self, fresh: Sequence[int], unread: Sequence[Because]) -> Because | None:
        """The clause that turns out to be false, if any."""
        self._true.update(fresh)
        self._waiting += fresh
        for literal in fresh:
            if conflict := self._follow(self._pairs(literal)):
                return conflict
        if conflict := self._read(unread):
            return conflict
        for literal in self._waiting:  # which grows meanwhile
            if conflict := self._read(self._having.get(-literal, ())):
                return conflict
        return None

    def _pairs(self, literal: int) -> list[Step]:
        """The steps that follow from a literal by clauses of two."""
        return [
            (each.clause[each.clause[0] == -literal], each)
            for each in self._having.get(-literal, ())
            if len(each.clause) == 2
        ]

    def _follow(self, steps: list[Step]) -> Because | None:
        """Make these literals true, and what follows from them by clauses of two."""
        while steps:
            literal, because = steps.pop()
            if literal in self._true:
                continue
            pairs = self._pairs(literal)
            for other, forbidding in pairs:
                if -other in self._true and -literal not in self._true:
                    self._take(-literal, forbidding)
            if -literal in self._true:
                return because
            self._take(literal, because)
            steps += pairs
        return None

    def _take(self, literal: int, because: Because) -> None:
        self._true.add(literal)
        self.found[literal] = because
        self._waiting.append(literal)

    def _read(self, clauses: Sequence[Because]) -> Because | None:
        """Make true the last literal of each clause that has but one left."""
        for each in clauses:
            if not self._true.isdisjoint(each.clause):
                continue
            left = [literal for literal in each.clause if -literal not in self._true]
            if not left:
                return each
            if len(left) == 1 and (conflict := self._follow([(left[0], each)])):
                return conflict
        return None
