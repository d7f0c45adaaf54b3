"""The checker of proofs: whether clauses have no model, by an LRAT proof from anybody.

Each lemma is one of two things, and anything else is refused:

    RUP    with all its literals false, each clause that the hints name is unit, and makes one more
           literal true, until the last has no literal left: so the clauses imply the lemma
    RAT    its first literal, the pivot, has a variable above the formula's; for each clause that
           holds the negated pivot, the hints show that the two together imply the rest: so a model
           of the clauses, in which the pivot may be made true, is one of the lemma too

Both keep at least one model if there was one, and so do deletions; the empty clause has none.  Thus
a proof that ends with it, and is accepted, shows that the formula has none.

RAT has to look at every clause that holds the negated pivot.  Clauses of the formula hold none,
since the variable is above theirs, so that only lemmas are searched, by an index of the literals
above the formula's; the formula is asked for nothing but the clauses that hints name.  The time is
linear in the proof and in the clauses that it names.

There is no search and no cleverness here, since a mistake in this file is a false theorem.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NoReturn, Protocol

from accord.puzzles.proofs.lrat import Deletion, Lemma, ProofError, read_lrat


class NumberedClauses(Protocol):
    """A formula as the checker sees it; `reference.ReferenceFormula` is one."""

    @property
    def variables(self) -> int: ...  # no literal of a clause is above it, or below its negative
    @property
    def clauses(self) -> int: ...  # how many there are, numbered from 1
    def __getitem__(self, number: int, /) -> tuple[int, ...]: ...


def check(formula: NumberedClauses, proof: bytes) -> None:
    """Check that a proof refutes a formula.

    Args:
        formula: its clauses.
        proof: LRAT, text or binary.

    Raises:
        ProofError: it does not; names the first line that is wrong.
    """
    checker, refuted = _Checker(formula), False
    for checker.line, step in enumerate(read_lrat(proof), 1):
        if refuted:
            checker.refuse("found a line behind the empty clause, expected none")
        if isinstance(step, Deletion):
            checker.delete(step.numbers)
        else:
            checker.add(step)
            refuted = not step.clause
    if not refuted:
        checker.refuse("found the end of the proof, expected the empty clause")


class _Checker:
    """The clauses that a line may name."""

    def __init__(self, formula: NumberedClauses) -> None:
        self.formula = formula
        self.given = self.last = formula.clauses  # numbers up to the first; the highest so far
        self.variables = formula.variables
        self.line = 0
        self.clauses = dict[int, tuple[int, ...]]()  # lemmas, and what was named of the formula
        self.deleted = set[int]()  # numbers
        self.holding = defaultdict[int, set[int]](set)  # lemmas, by literals above the formula's

    def refuse(self, reason: str) -> NoReturn:
        raise ProofError(self.line, reason)

    def exists(self, number: int) -> bool:
        return number in self.clauses or (number <= self.given and number not in self.deleted)

    def clause(self, number: int) -> tuple[int, ...]:
        if number not in self.clauses:
            if not self.exists(number):
                self.refuse(f"found {number}, expected a clause before this line, not deleted")
            self.clauses[number] = self.formula[number]
        return self.clauses[number]

    def delete(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            if not self.exists(number):
                self.refuse(f"found {number} among what is deleted, expected a clause")
            for literal in self.clauses.pop(number, ()):
                self.holding[literal].discard(number)
            self.deleted.add(number)

    def add(self, lemma: Lemma) -> None:
        number, clause, hints = lemma
        if number <= self.last:
            self.refuse(f"found the number {number}, expected one above {self.last}")
        if len({abs(literal) for literal in clause}) < len(clause):
            self.refuse("found a variable twice in the clause, expected it once")
        self.justify(clause, hints)
        self.last = number
        self.clauses[number] = clause
        for literal in clause:
            if abs(literal) > self.variables:
                self.holding[literal].add(number)

    def justify(self, clause: tuple[int, ...], hints: tuple[int, ...]) -> None:
        """Refuse a clause that is neither RUP nor RAT by these hints."""
        false = dict.fromkeys(clause)  # literals, in the order in which they became so
        begins = [place for place, hint in enumerate(hints) if hint < 0]
        first, ends = (begins or [len(hints)])[0], [*begins[1:], len(hints)]
        if self.conflict(false, hints[:first]):
            if begins:
                self.refuse(f"found {hints[first]} behind the conflict, expected no hint there")
            return
        if not clause or abs(clause[0]) <= self.variables:
            self.refuse("found no conflict at the end of the hints, expected one")
        before, missing = len(false), set(self.holding[-clause[0]])
        for begin, end in zip(begins, ends, strict=False):
            if (number := -hints[begin]) not in missing:
                self.refuse(f"found -{number}, expected a clause with {-clause[0]}, named once")
            missing.remove(number)
            self.resolve(number, -clause[0], false, hints[begin + 1 : end])
            while len(false) > before:
                false.popitem()
        if missing:
            self.refuse(f"found no hint -{min(missing)}, a clause with {-clause[0]}; expected one")

    def resolve(
        self, number: int, literal: int, false: dict[int, None], hints: tuple[int, ...]
    ) -> None:
        """Refuse a clause whose literals but this one may be false as well."""
        others = [each for each in self.clauses[number] if each != literal]
        if any(-each in false for each in others):  # it is true already
            if hints:
                self.refuse(f"found hints behind -{number}, which is true; expected none")
            return
        false.update(dict.fromkeys(others))
        if not self.conflict(false, hints):
            self.refuse(f"found no conflict at the end of the hints of -{number}, expected one")

    def conflict(self, false: dict[int, None], hints: tuple[int, ...]) -> bool:
        """Whether the last hint has no literal that may be true; others add one that is false.

        A clause that is true, or has two literals left, is refused, as is a hint behind a conflict.
        """
        for place, hint in enumerate(hints, 1):
            unit = 0
            for literal in self.clause(hint):
                if literal not in false:
                    if unit or -literal in false:
                        self.refuse(f"found the hint {hint}, expected a clause that is unit")
                    unit = literal
            if not unit:
                if place < len(hints):
                    self.refuse(f"found {hints[place]} behind the conflict, expected no hint there")
                return True
            false[-unit] = None
        return False
