"""The elaborator: from a proof without hints to a trimmed one that a checker can follow.

In goes what SAT solvers write: clauses of which each follows from those before it, in DRUP by unit
propagation.  Out comes LRAT, in which each line names the clauses that it follows from, in their
order.  What no later line needs is left out, and what is not needed any more is deleted.

It goes backwards (Wetzler, Heule and Hunt, "DRAT-trim: efficient checking and trimming using
expressive clausal proofs", SAT 2014; hints: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp,
"Efficient certified RAT verification", CADE 2017).  First one clause is added after the other, with
unit propagation, until a clause is false.  From there back, the negation of each clause that is
needed is assumed and propagated with the clauses before it: those that lead to the conflict are its
hints, and needed in turn.  A clause that nothing needs is never looked at.

    literals that follow without assumption   a line of their own if two lines need them; else
                                              they are derived in the line that does
    literals that are false without one       left out of a lemma
    deletions of the producer                 not read: of more clauses, more follows
    RAT                                       for a clause that does not follow by propagation, and
                                              whose first literal has a variable that is new

Nothing here has to be trusted: after a mistake, the checker refuses the proof.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import NamedTuple

from accord.puzzles.proofs.lrat import Deletion, Lemma, written_text
from accord.solvers.proofs.produce import Clause, ClauseList
from accord.solvers.proofs.propagation import LENGTH, PLAIN, Trail, compiled, in_arrays, in_lists

LARGE = 50_000  # clauses from which on numba is worth the half second in which it is loaded


class ElaborationError(ValueError):
    """The proof is none: names the first clause of it that does not follow, going backwards."""


class Reasoning(NamedTuple):
    """Hints that end in a conflict; a hint -v means: whatever variable v follows from."""

    candidate: int  # of RAT: the clause that it is about; else 0
    hints: list[int]


class Derived(NamedTuple):
    """A derived step of a proof: number n for a clause, -v for the literal of variable v."""

    number: int
    clause: Clause
    reasonings: list[Reasoning]


def elaborated(
    formula: ClauseList, proof: Iterable[Clause], machine_code: bool | None = None
) -> bytes:
    """The proof as LRAT text, trimmed and with hints.

    Args:
        formula: its clauses.
        proof: the clauses that a producer has added, in their order.
        machine_code: whether propagation is compiled by numba; None: where it is installed, and
            has been loaded or pays.

    Raises:
        ElaborationError: the proof does not refute the formula.
        ImportError: there is no numba, and `machine_code` was asked for.
    """
    clauses = list(formula)
    lemmas = [lemma for lemma in map(_simplified, proof) if lemma is not None]
    if machine_code is None:
        loaded = "numba" in sys.modules or len(clauses) + len(lemmas) > LARGE
        machine_code = loaded and find_spec("numba") is not None
    steps = _Backwards(clauses, lemmas, formula.variables, machine_code).steps()
    return written_text(_with_deletions(_numbered(steps, len(clauses))), len(clauses))


def _simplified(lemma: Clause) -> Clause | None:
    """A clause with each literal once; None where it is always true."""
    once = tuple(dict.fromkeys(lemma))
    return once if len(set(map(abs, once))) == len(once) else None


class _Backwards:
    """A proof that is read forwards once, and then justified from its end."""

    def __init__(
        self, clauses: list[Clause], lemmas: list[Clause], variables: int, machine_code: bool
    ) -> None:
        self.formula, self.variables, self.lemmas = len(clauses), variables, lemmas
        loaded = in_arrays if machine_code else in_lists
        highest = max((abs(x) for lemma in lemmas for x in lemma), default=0)
        self.trail = loaded(clauses + lemmas, max(variables, highest))
        # What stands there, as Python reads it: it is slow with single numbers of an array.
        self.s = Trail(*(memoryview(field) for field in self.trail)) if machine_code else self.trail
        self.do = compiled() if machine_code else PLAIN
        self.units = list[tuple[int, int]]()  # lemmas that were units: where the trail then ended
        self.known = dict[int, int]()  # for -v what the literal of variable v is
        self.needed = set[int]()  # numbers of clauses, and -v for variables

    def steps(self) -> list[Derived]:
        """The steps that the empty clause rests on, and itself, in the order of the proof."""
        conflict, last = self.forwards()
        length = self.s.numbers[LENGTH]
        backwards = [Derived(0, (), [Reasoning(0, self.explanation(conflict, length))])]
        for number in range(last, self.formula, -1):
            if self.units and self.units[-1][0] == number:
                before = self.units.pop()[1]
                backwards += self.literals(before, length)
                length = before
            if number in self.needed:
                self.do.undo(self.trail, length)
                backwards.append(self.lemma(number, length))
        backwards += self.literals(0, length)
        return backwards[::-1]

    def forwards(self) -> tuple[int, int]:
        """Add clauses until one is false: which one, and the last clause that was added."""
        s, beyond, number = self.s, self.formula + len(self.lemmas) + 1, 0
        while (number := self.do.attach(self.trail, number + 1, beyond, self.formula)) < beyond:
            length = s.numbers[LENGTH]
            if number > self.formula:
                self.units.append((number, length))
            start, end = s.start[number], s.end[number]
            if start == end or s.true[s.literals[start] ^ 1]:
                break
            self.assign(s.literals[start], number)
            if conflict := self.do.propagate(self.trail, beyond):
                return conflict, number
        if number <= self.formula:
            return number, number
        raise ElaborationError(
            "found no conflict by unit propagation at the end of the proof, expected one"
            if number == beyond or not self.lemmas[number - self.formula - 1]
            else f"found the lemma {self.lemmas[number - self.formula - 1]}, all of whose literals "
            "are false by then; expected one that follows"
        )

    def assign(self, literal: int, reason: int) -> None:
        """Put a literal on the trail: that of a unit, or an assumption, which has no reason."""
        s, length = self.s, self.s.numbers[LENGTH]
        s.true[literal] = 1
        s.reason[literal >> 1], s.place[literal >> 1] = reason, length
        s.trail[length] = literal
        s.numbers[LENGTH] = length + 1

    def explanation(self, conflict: int, base: int) -> list[int]:
        """The hints of a conflict, all of which are needed from now on; undoes the assumptions."""
        count = self.do.explain(self.trail, conflict, base)
        return self.require(list(self.s.hints[:count]))

    def require(self, hints: list[int]) -> list[int]:
        """The hints in the order in which they are followed, those of literals first."""
        units = [self.known.get(hint) or self.unit(-hint) for hint in hints if hint < 0]
        ordered = units + [hint for hint in reversed(hints) if hint > 0]
        self.needed.update(ordered)
        for hint in ordered[len(units) :]:
            self.s.needed[hint] = 1
        return ordered

    def unit(self, variable: int) -> int:
        """The clause that is the literal of this variable; where there is none, -variable."""
        reason = self.s.reason[variable]
        alone = self.s.end[reason] - self.s.start[reason] == 1
        return self.known.setdefault(-variable, reason if alone else -variable)

    def literals(self, first: int, beyond: int) -> Iterator[Derived]:
        """The literals that are needed of a part of the trail, backwards, by what they follow."""
        for place in range(beyond - 1, first - 1, -1):
            literal = self.s.trail[place]
            variable = literal >> 1
            if -variable in self.needed:
                reason = self.s.reason[variable]
                others = [-(x >> 1) for x in self.codes(reason) if x != literal]
                hints = self.require([reason, *others])
                yield Derived(-variable, (_signed(literal),), [Reasoning(0, hints)])

    def codes(self, number: int) -> list[int]:
        """The literals of a clause as propagation writes them."""
        return list(self.s.literals[self.s.start[number] : self.s.end[number]])

    def lemma(self, number: int, base: int) -> Derived:
        """A lemma with hints, from the clauses before it.

        Raises:
            ElaborationError: it does not follow.
        """
        clause = [_signed(x) for x in self.codes(number)]
        if hints := self.refuted(clause, number, base):
            return Derived(number, tuple(clause), [Reasoning(0, hints)])
        original = self.lemmas[number - self.formula - 1]
        pivot = original[0]
        if abs(pivot) <= self.variables or pivot not in clause:
            raise ElaborationError(
                f"found the lemma {original}, which does not follow by unit propagation; expected "
                "that, or a first literal whose variable is new"
            )
        clause.sort(key=pivot.__ne__)
        reasonings = [
            Reasoning(candidate, self.resolvent(clause, candidate, number, base))
            for candidate in self.holding[-pivot]
            if candidate < number and _code(-pivot) in self.codes(candidate)
        ]
        self.needed.update(candidate for candidate, _ in reasonings)
        return Derived(number, tuple(clause), reasonings)

    @cached_property
    def holding(self) -> defaultdict[int, list[int]]:
        """The lemmas that hold a literal, by literals of new variables."""
        holding = defaultdict[int, list[int]](list)
        for number, lemma in enumerate(self.lemmas, self.formula + 1):
            for x in lemma:
                if abs(x) > self.variables:
                    holding[x].append(number)
        return holding

    def refuted(self, clause: Sequence[int], number: int, base: int) -> list[int]:
        """Hints from the negation of a clause to a conflict; none where there is no conflict."""
        for x in clause:
            if not self.s.true[_code(-x)]:
                self.assign(_code(-x), 0)
        if conflict := self.do.propagate(self.trail, number):
            return self.explanation(conflict, base)
        self.do.undo(self.trail, base)
        return []

    def resolvent(self, clause: list[int], candidate: int, number: int, base: int) -> list[int]:
        """The hints for the clause resolved with a candidate; none where that is always true."""
        s = self.s
        others = [x for x in map(_signed, self.codes(candidate)) if x != -clause[0]]
        if any(-x in clause for x in others):
            return []
        if true := [x for x in others if s.true[_code(x)]]:
            return self.require([-abs(true[0])])
        if not (hints := self.refuted([*clause, *others], number, base)):
            raise ElaborationError(
                f"found the lemma {tuple(clause)}, which does not follow, nor by RAT with "
                f"{(-clause[0], *others)}"
            )
        false = {self.unit(abs(x)) for x in others if s.place[abs(x)] < base and s.true[_code(-x)]}
        return [hint for hint in hints if hint not in false]


def _code(x: int) -> int:
    return 2 * abs(x) + (x < 0)


def _signed(code: int) -> int:
    return -(code >> 1) if code & 1 else code >> 1


def _numbered(steps: list[Derived], formula: int) -> list[Lemma]:
    """The steps as lines; a literal that one line needs is part of that line."""
    line_of = dict[int, int]()  # for each step the one in whose line it stands
    for number, _, reasonings in reversed(steps):
        line = line_of.setdefault(number, number)
        for candidate, hints in reasonings:
            for hint in hints:
                if hint < 0 and (candidate or line_of.setdefault(hint, line) != line):
                    line_of[hint] = hint
    numbers, parts, lines = dict[int, int](), defaultdict[int, list[int]](list), list[Lemma]()
    for number, clause, reasonings in steps:
        line = line_of[number]
        part = parts[line]
        for candidate, hints in reasonings:
            if candidate:
                part.append(-numbers[candidate])
            part += [numbers.get(hint, hint) for hint in hints if line_of.get(hint) != line]
        if line == number:
            numbers[number] = formula + len(lines) + 1
            by_candidate = any(candidate for candidate, _ in reasonings)
            written = part if by_candidate else dict.fromkeys(part)
            lines.append(Lemma(numbers[number], clause, tuple(written)))
            del parts[line]
    return lines


def _with_deletions(lines: list[Lemma]) -> Iterator[Lemma | Deletion]:
    """The lines, and behind the last one that names a lemma its deletion."""
    last = dict[int, int]()
    for line in lines:
        last.update(dict.fromkeys(map(abs, line.hints), line.number))
    first, dying = lines[0].number, dict[int, list[int]]()
    for number, user in last.items():
        if number >= first:
            dying.setdefault(user, []).append(number)
    for line in lines:
        yield line
        if line.clause and (numbers := dying.get(line.number)):
            yield Deletion(tuple(numbers))
