"""Clash: a smallest set of parts that has no solution together.

Smallest by inclusion: each part is needed, as what the others say has a solution, which is verified
and kept. First the certificate of all parts tells of which few a contradiction follows; then one
part after the other is left out. Where the others have no solution either, it stays out. A proof is
no more than a hint here: the set that is left has a certificate of its own. Where proofs take too
long, a solver's claims lead to a set whose proof is short.
"""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from accord.bench.reasons.derivation import contradiction
from accord.bench.reasons.problem_parts import ProblemPart, ProblemParts, Sort
from accord.bench.reasons.timed_solvers import NoSolution, TimedSolvers, UndecidedError
from accord.puzzles import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.proofs.lrat import Lemma, read_lrat

SHARE = 0.1  # of the time that is left, for a question of which the answer is only claimed


@dataclass(frozen=True)
class Clash:
    """Parts that have no solution together.

    Args:
        parts: in the order of the problem.
        problem: what they say.
        none: that it has no solution.
        without: for each part that is shown to be needed a solution of what the others say.
    """

    parts: tuple[ProblemPart, ...]
    problem: Problem
    none: NoSolution
    without: Mapping[ProblemPart, Solution]

    @property
    def undecided(self) -> tuple[ProblemPart, ...]:
        """The parts of which the time was over before it was known whether they are needed."""
        return tuple(each for each in self.parts if each not in self.without)


@dataclass
class ClashSearch:
    """A search for clashes of a problem; solutions found for one serve the next, too.

    Args:
        parts: the problem.
        asking: who is asked, and how long.
        broken: which parts are known to be broken by a solution of all others, and by which.
    """

    parts: ProblemParts
    asking: TimedSolvers
    broken: dict[frozenset[ProblemPart], Solution] = field(default_factory=dict)

    def clash(self, among: Collection[ProblemPart], spare: Sort | None = None) -> Clash | Solution:
        """A smallest set of these parts that has no solution, or a solution of all of them.

        Args:
            among: the parts.
            spare: the sort of which the set should have as few as it can, whatever else it has.

        Raises:
            UndecidedError: the time is over before it was known whether they have a solution.
        """
        certify = not self.asking.is_slow  # else after others were left out
        found = self._solved(among) or self.asking.solution(
            self.parts.problem(among), certify=certify
        )
        if not isinstance(found, NoSolution):
            self._note(found)
            return found
        kept = frozenset(among)
        phases: list[set[Sort]] = [{"given", "constraint"}]
        for sorts in [{spare}, *phases] if spare else phases:
            kept, found = self._reduced(kept, found, sorts)
        order, stated = self.parts.in_order(kept), self.parts.stated(kept)
        needed = {part: self._solved(kept - {part}) for part in order}
        without = {part: solution for part, solution in needed.items() if solution is not None}
        with suppress(UndecidedError):
            again = self.asking.solution(stated)
            if not isinstance(again, NoSolution):
                who = found.claimed_by or "a certificate"
                raise AssertionError(f"{again} solves what {who} says has no solution")
            found = again if again.certificate or not found.certificate else found
        return Clash(tuple(order), stated, found, without)

    def first(self, seconds: float) -> Clash | None:
        """The parts that a proof names, or a solver claims, as a clash; None if it takes longer.

        None of them is shown to be needed, and a proof may take longer later on.
        """
        was_slow, sorts = self.asking.is_slow, set[Sort]({"given", "constraint"})
        with suppress(UndecidedError), self.asking.within(min(1.0, seconds / self.asking.left)):
            every = frozenset(self.parts.parts)
            found = self.asking.solution(self.parts.problem(every))
            if isinstance(found, NoSolution):
                kept, none = self._named(every, found, sorts)
                if none.certificate is None:
                    kept, none = self._claimed(kept, none, sorts)
                self.asking.is_slow = was_slow
                return Clash(tuple(self.parts.in_order(kept)), self.parts.stated(kept), none, {})
        return None

    def _solved(self, among: Collection[ProblemPart]) -> Solution | None:
        """A known solution of all these parts."""
        known = (solution for parts, solution in self.broken.items() if parts.isdisjoint(among))
        return next(known, None)

    def _note(self, solution: Solution) -> None:
        """Remember which parts a solution of some breaks."""
        broken = frozenset(
            part
            for part in self.parts.parts
            if not part.constraint.holds([solution[at] for at in part.constraint.scope])
        )
        self.broken[broken] = solution

    def _reduced(
        self, kept: frozenset[ProblemPart], none: NoSolution, sorts: set[Sort]
    ) -> tuple[frozenset[ProblemPart], NoSolution]:
        """Parts without a solution, of which none of these sorts can be left out, and the proof."""
        kept, none = self._named(kept, none, sorts)
        if none.certificate is None:
            kept, none = self._claimed(kept, none, sorts)
        for part in self.parts.in_order(kept):
            rest = kept - {part}
            if part.sort not in sorts or part not in kept or self._solved(rest):
                continue
            try:
                found = self.asking.solution(self.parts.problem(rest))
            except UndecidedError:
                continue
            if isinstance(found, NoSolution):
                kept, none = self._named(rest, found, sorts)
            else:
                self._note(found)
        return kept, none

    def _claimed(
        self, kept: frozenset[ProblemPart], none: NoSolution, sorts: set[Sort]
    ) -> tuple[frozenset[ProblemPart], NoSolution]:
        """Parts without a solution where proofs take long: many are left out at once, then fewer.

        A solver only says that what is left has no solution.  This takes fewer questions than one
        part after the other, as few parts clash (U. Junker, "QuickXplain", AAAI 2004).
        """
        order = [part for part in self.parts.in_order(kept) if part.sort in sorts]
        size = len(order)
        while size > 1:
            size = -(-size // 2)
            for at in range(0, len(order), size):
                rest = kept.difference(order[at : at + size])
                if rest == kept or self._solved(rest):
                    continue
                with suppress(UndecidedError), self.asking.within(SHARE):
                    found, solver = self.asking.solutions(self.parts.problem(rest), 1)
                    if found:
                        self._note(found[0])
                    else:
                        kept, none = rest, replace(none, claimed_by=solver)
        return kept, none

    def _named(
        self, kept: frozenset[ProblemPart], none: NoSolution, sorts: set[Sort]
    ) -> tuple[frozenset[ProblemPart], NoSolution]:
        """The parts without those of these sorts that the proof does not name, again and again."""
        while none.certificate is not None:
            used, order = named(none.certificate), self.parts.in_order(kept)
            rest = frozenset(
                part for at, part in enumerate(order) if at in used or part.sort not in sorts
            )
            if len(rest) == len(kept):
                break
            try:
                found = self.asking.solution(self.parts.problem(rest))
            except UndecidedError:
                break
            if not isinstance(found, NoSolution):
                break
            kept, none = rest, found
        return kept, none

    def clashes(self, spare: Sort | None = None) -> Iterator[Clash]:
        """All smallest sets of parts that have no solution, one after the other.

        Of several sets each next one is looked for where a part of each set before is left out
        (R. Reiter, "A theory of diagnosis from first principles", Artificial Intelligence 32,
        1987), in the order of how many are: when nothing is left to look at, there are no others.

        Raises:
            UndecidedError: the time is over, so that there may be others.
        """
        known = list[Clash]()
        left_out, queue = set[frozenset[ProblemPart]](), deque([frozenset[ProblemPart]()])
        every = frozenset(self.parts.parts)
        while queue:
            out = queue.popleft()
            found = next((each for each in known if out.isdisjoint(each.parts)), None)
            if found is None:
                answer = self.clash(every - out, spare)
                if not isinstance(answer, Clash):
                    continue
                found = answer
                known.append(found)
                yield found
            for part in found.parts:
                if (more := out | {part}) not in left_out:
                    left_out.add(more)
                    queue.append(more)


def named(certificate: Certificate) -> frozenset[int]:
    """Constraints, from 0, that have no solution together, as a certificate lets us expect.

    Few of them, where unit propagation derives the contradiction; else those that its proof names.
    """
    if (few := contradiction(certificate.formula)) is not None:
        return few
    lemmas = (line for line in read_lrat(certificate.proof) if isinstance(line, Lemma))
    numbers = {abs(hint) for line in lemmas for hint in line.hints}
    places = map(certificate.formula.constraint_of, numbers)
    return frozenset(place for place in places if place is not None)
