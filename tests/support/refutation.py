"""A search that proves what it claims: it writes a lemma for each branch that it has refuted.

Unit propagation with watched literals, and branching on a literal of the shortest clause.  Where it
meets a conflict, the decisions that led to it form a lemma (their negations), and the clauses that
propagated on the way are its hints.  For small formulas; no solver, and none of accord's code
besides the format.
"""

from collections import defaultdict
from collections.abc import Sequence

from accord.puzzles.proofs.checker import NumberedClauses
from accord.puzzles.proofs.lrat import Deletion, Lemma


class SatisfiableError(Exception):
    """The clauses have a model."""


def refutation(formula: NumberedClauses) -> list[Lemma | Deletion]:
    """An LRAT proof; the lemmas of a branch are deleted when it is refuted.

    Raises:
        SatisfiableError: the clauses have a model.
    """
    search = _RefutingSearch(formula)
    search.refute()
    return search.proof


class _RefutingSearch:
    def __init__(self, formula: NumberedClauses) -> None:
        self.formula = formula
        self.clauses = {n: list(formula[n]) for n in range(1, formula.clauses + 1)}
        self.branching = [c for c in self.clauses.values() if len(c) > 1 and min(c) > 0]
        self.watching = defaultdict[int, list[int]](list)
        self.units = list[int]()
        self.reason = dict[int, int]()  # of each literal that is true, in this order; 0: decided
        self.done = 0
        self.proof = list[Lemma | Deletion]()
        self.number = formula.clauses
        for number in self.clauses:
            self.watch(number)

    def watch(self, number: int) -> None:
        if len(clause := self.clauses[number]) < 2:
            self.units.append(number)
        for literal in clause[:2]:
            self.watching[literal].append(number)

    def refute(self) -> int:
        """The number of a clause that is false under the decisions."""
        conflict, lemmas = self.propagated(), list[int]()
        while not conflict:
            literal, before = self.free(), len(self.reason)
            self.reason[literal] = 0
            conflict = self.refute()
            while len(self.reason) > before:
                self.reason.popitem()
            self.done = min(self.done, before)
            lemmas.append(conflict)
            if -literal in self.clauses[conflict]:
                self.reason[-literal] = conflict
                conflict = self.propagated()
        return self.learn(conflict, sorted({*filter(self.is_lemma, lemmas)}))

    def is_lemma(self, number: int) -> bool:
        return number > self.formula.clauses

    def free(self) -> int:
        for_branching = (
            [literal for literal in clause if -literal not in self.reason]
            for clause in self.branching
            if not any(literal in self.reason for literal in clause)
        )
        shortest = min(for_branching, key=len, default=[])
        rest = (v for c in self.clauses.values() for v in map(abs, c))
        free = (v for v in (*shortest, *rest) if v not in self.reason and -v not in self.reason)
        if (literal := next(free, 0)) == 0:
            raise SatisfiableError
        return literal

    def propagated(self) -> int:
        """The number of a clause that is false, or 0."""
        for number in self.units:
            if number in self.clauses and (conflict := self.say(number, self.clauses[number])):
                return conflict
        while self.done < len(self.reason):
            false = -list(self.reason)[self.done]
            self.done += 1
            watching, self.watching[false] = self.watching[false], []
            for place, number in enumerate(watching):
                if number not in self.clauses:
                    continue
                clause = self.clauses[number]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], clause[0]
                other = next(
                    (at for at, each in enumerate(clause) if at > 1 and -each not in self.reason), 0
                )
                if clause[0] not in self.reason and other:
                    clause[1], clause[other] = clause[other], clause[1]
                    self.watching[clause[1]].append(number)
                    continue
                self.watching[false].append(number)
                if conflict := self.say(number, clause[:1]):
                    self.watching[false] += watching[place + 1 :]
                    return conflict
        return 0

    def say(self, number: int, unit: Sequence[int]) -> int:
        """Make the literal of a unit clause true; the clause's number if that is false."""
        if not unit or -unit[0] in self.reason:
            return number
        if unit[0] not in self.reason:
            self.reason[unit[0]] = number
        return 0

    def learn(self, conflict: int, lemmas: Sequence[int]) -> int:
        """Write why the decisions lead to this conflict, and delete the lemmas of its branches."""
        false = {-literal for literal in self.clauses[conflict]}
        decisions, hints = list[int](), [conflict]
        for literal, number in reversed(self.reason.items()):
            if literal not in false:
                continue
            if number:
                hints.append(number)
                false |= {-each for each in self.clauses[number]}
            else:
                decisions.append(-literal)
        if len(hints) == 1 and self.is_lemma(conflict):
            return conflict
        self.number += 1
        self.clauses[self.number] = decisions
        self.watch(self.number)
        self.proof.append(Lemma(self.number, tuple(decisions), tuple(reversed(hints))))
        if decisions and lemmas:
            self.proof.append(Deletion(tuple(lemmas)))
        for each in lemmas:
            del self.clauses[each]
        return self.number
