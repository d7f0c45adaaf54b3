"""Integer variables as literals: x = v, and x <= v, each made when it is first needed.

    values     equal                                        at most
    -------    ------------------------------------------   ------------------------------------
    1          always true                                  always true, or never
    2          one variable for both                        the same variable
    to DIRECT  a variable for each value, exactly one       one less than values, in a chain,
               of which is true                             linked to those of the values
    more       both ends at once: x <= v and not x <= w,    one less than values, in a chain
               where w is the next lower value

In the order encoding no variable has literals for its values alone; in the log encoding one of more
than two values is a binary number above its least value, whose bits are compared.

The direct literals are those of direct.py, the others those of order_and_log.py; that a literal
stands for two others is an equivalence in three clauses (G. Tseitin, "On the complexity of
derivation in propositional calculus", 1968), so that values leave it no choice.  Variable 1 is
always true: with it constants are literals, and a clause is simplified when it is said.
"""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import count, groupby, islice, pairwise
from operator import neg

from accord.encodings.clauses.at_most_one import AT_MOST_ONE, DETERMINED
from accord.encodings.clauses.clauses import BoundLiterals, Clause, ValueLiterals
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh

TRUE = 1  # the variable that is always true
FORMS = ("direct", "order", "log")  # the encodings of a variable
SUMS = ("by-size", "sequential", "totalizer", "sorter", "adder")  # ways to say a sum (linear.py)
DIRECT = 32  # values of the largest domain that has a variable for each
PAIRWISE = 100  # literals of which at most one is true are pairwise at most; more are a ladder


class Integers:
    """Clauses that are written, and the literals of integer variables in them.

    Args:
        fresh: the variables and their domains; sums add some.
        at_most_one: a name of AT_MOST_ONE.
        sum_way: a name of SUMS.
        form: a name of FORMS.
    """

    def __init__(
        self,
        fresh: Fresh,
        at_most_one: str = "pairwise",
        sum_way: str = SUMS[0],
        form: str = FORMS[0],
    ) -> None:
        self.fresh, self.sum_way = fresh, sum_way
        self.clauses: list[Clause] = [(TRUE,)]
        self.determined = True  # whether values decide every literal
        self._at_most_one = at_most_one
        self._unused = count(TRUE + 1)
        self._is_log, self._direct = form == "log", DIRECT if form == "direct" else 2
        self._bits: dict[int, list[int]] = {}
        self._values: dict[int, Sequence[int]] = {}
        self._equal: dict[int, dict[int, int]] = {}  # by variable and value
        self._at_most: dict[int, Sequence[int]] = {}  # by variable, for each value but the highest
        self._conjunctions: dict[frozenset[int], int] = {}
        self._constants: dict[int, int] = {}

    @property
    def variables(self) -> int:
        """The highest variable of the clauses."""
        return next(self._unused) - 1

    def say(self, literals: Iterable[int]) -> None:
        """Write a clause, unless it is always true; without what is always false."""
        clause = tuple(dict.fromkeys(literals))
        if TRUE in clause or len({*map(abs, clause)}) < len(clause):
            return
        if -TRUE in clause:
            clause = tuple(literal for literal in clause if literal != -TRUE)
        self.clauses.append(clause or (-TRUE,))

    def say_at_most_one(self, literals: Iterable[int], exactly: bool = False) -> None:
        """Write that at most one of different literals is true; or exactly one."""
        open_ones = [literal for literal in literals if literal != -TRUE]
        if exactly:
            self.say(open_ones)
        elif self._at_most_one not in DETERMINED:
            self.determined = False
        few = len(open_ones) <= PAIRWISE or self._at_most_one != "pairwise"
        for clause in AT_MOST_ONE[self._at_most_one if few else "ladder"](open_ones, self._unused):
            self.say(clause)

    def new(self) -> int:
        """A literal that nothing is said of."""
        return next(self._unused)

    def conjunction(self, literals: Iterable[int]) -> int:
        """A literal that is true exactly if all of these are."""
        parts = frozenset(literals) - {TRUE}
        if -TRUE in parts or not parts.isdisjoint(map(neg, parts)):
            return -TRUE
        if len(parts) < 2:
            return next(iter(parts), TRUE)
        if parts not in self._conjunctions:
            literal = self._conjunctions[parts] = self.new()
            ordered = sorted(parts)
            self.clauses += [(-literal, part) for part in ordered]
            self.clauses.append((literal, *(-part for part in ordered)))
        return self._conjunctions[parts]

    def disjunction(self, literals: Iterable[int]) -> int:
        """A literal that is true exactly if one of these is."""
        return -self.conjunction(-literal for literal in literals)

    def _define(self, literal: int, parts: Iterable[int]) -> None:
        parts = sorted(parts)
        for part in parts:
            self.say((-literal, part))
        self.say((literal, *(-part for part in parts)))

    def number(self, atom: int | Variable) -> int:
        """A variable by its number; of a constant the variable that has this value only."""
        if isinstance(atom, Variable):
            return atom.number
        if atom not in self._constants:
            self._constants[atom] = self.fresh.variable([atom])
        return self._constants[atom]

    def values(self, variable: int) -> Sequence[int]:
        """The values of a variable, the lowest first."""
        if variable not in self._values:
            domain = self.fresh.domains[variable]
            is_range = len(domain.intervals) == 1
            values = range(domain.min, domain.max + 1) if is_range else tuple(domain)
            self._values[variable] = values
        return self._values[variable]

    def is_direct(self, variable: int) -> bool:
        """Whether a variable has few values, each with a literal of its own."""
        return len(self.values(variable)) <= self._direct

    def is_binary(self, variable: int) -> bool:
        """Whether a variable is said by its bits."""
        return self._is_log and len(self.values(variable)) > 2

    def bits(self, variable: int) -> list[int]:
        """The literals of a variable above its least value as a binary number, lowest bit first."""
        if variable not in self._bits:
            numbers = [value - self.values(variable)[0] for value in self.values(variable)]
            bits = self._bits[variable] = [self.new() for _ in range(numbers[-1].bit_length())]
            if self.is_binary(variable):
                self.clauses.append((TRUE, *bits))  # solvers forget what stands in no clause
                for below, above in pairwise((*numbers, 1 << len(bits))):
                    if above - below > 1:  # numbers that are no value
                        no_less = self.at_least_in_bits(bits, above)
                        self.say((-self.at_least_in_bits(bits, below + 1), no_less))
            else:
                for value, code in self._codes(variable):
                    for literal in code:
                        self.say((-self.equal(variable, value), literal))
        return self._bits[variable]

    def _codes(self, variable: int) -> Iterator[tuple[int, Clause]]:
        """The values of a variable, each with its literals in the bits."""
        bits, low = self.bits(variable), self.values(variable)[0]
        for value in self.values(variable):
            number = value - low
            yield value, tuple(bit if number >> at & 1 else -bit for at, bit in enumerate(bits))

    def at_least_in_bits(self, bits: Sequence[int], bound: int) -> int:
        """The literal that is true exactly if a binary number is at least so much."""
        if bound <= 0:
            return TRUE
        if bound >> len(bits):
            return -TRUE
        reached = TRUE  # of the bits so far
        for place, literal in enumerate(bits):
            join = self.conjunction if bound >> place & 1 else self.disjunction
            reached = join((literal, reached))
        return reached

    def equal(self, variable: int, value: int) -> int:
        """The literal that says that a variable has this value."""
        known = self._equal.setdefault(variable, {})
        if value not in known:
            values = self.values(variable)
            if value not in self.fresh.domains[variable]:
                return -TRUE
            if self.is_binary(variable):
                known.update((each, self.conjunction(c)) for each, c in self._codes(variable))
            elif len(values) == 2:
                literal = self.at_most(variable, values[0])
                known.update(zip(values, (literal, -literal), strict=True))
            elif 2 < len(values) <= self._direct and variable not in self._at_most:
                known.update((each, self.new()) for each in values)
                self.say_at_most_one(known.values(), exactly=True)
            else:
                known[value] = self.conjunction(self._both_ends(variable, value))
        return known[value]

    def _both_ends(self, variable: int, value: int) -> tuple[int, int]:
        """The literals that say that it is at most, and not less than, a value."""
        return self.at_most(variable, value), -self.at_most(variable, value - 1)

    def at_most(self, variable: int, bound: int) -> int:
        """The literal that says that a variable is at most so much."""
        values = self.values(variable)
        place = bisect_right(values, bound)
        if place in (0, len(values)):
            return TRUE if place else -TRUE
        if self.is_binary(variable):
            return -self.at_least_in_bits(self.bits(variable), values[place] - values[0])
        return self.at_most_each(variable)[place - 1]

    def at_most_each(self, variable: int) -> Sequence[int]:
        """For each value but the highest the literal that says that a variable is at most that."""
        if variable in self._at_most:
            return self._at_most[variable]
        values = self.values(variable)
        if self.is_binary(variable):
            return [self.at_most(variable, value) for value in values[:-1]]
        self._at_most[variable] = literals = [*islice(self._unused, len(values) - 1)]
        self.clauses += ((-below, above) for below, above in pairwise(literals))
        if len(values) == 2:  # the clause says nothing; but solvers forget what stands in none
            self.clauses.append((TRUE, *literals))
        for value, literal in self._equal.get(variable, {}).items():
            self._define(literal, self._both_ends(variable, value))
        return literals

    def restrict(self, variable: int, allowed: Container[int], unless: Clause = ()) -> None:
        """Write that a variable has an allowed value, or one of these literals is true."""
        for excluded, run in groupby(self.values(variable), lambda value: value not in allowed):
            if excluded and self.is_direct(variable):
                for value in run:
                    self.say((-self.equal(variable, value), *unless))
            elif excluded:
                low, *others = run
                high = others[-1] if others else low
                below, above = self.at_most(variable, low - 1), -self.at_most(variable, high)
                self.say((below, above, *unless))

    def same(self, one: int, other: int, unless: Clause = ()) -> None:
        """Write that two variables have the same value, or one of these literals is true."""
        for first, second in ((one, other), (other, one)):
            if len(values := self.values(first)) == 1:
                self.say((self.equal(second, *values), *unless))
                return
        literal = self.equal if self.is_direct(one) and self.is_direct(other) else self.at_most
        for value in sorted({*self.values(one), *self.values(other)}):
            first, second = literal(one, value), literal(other, value)
            self.say((-first, second, *unless))
            self.say((first, -second, *unless))

    def facts(self) -> dict[int, tuple[int, int, int]]:
        """By literal the variable that it bounds, with its least and largest value then.

        The contrary of a literal says that the variable has none of the values from here to there.
        """
        found: dict[int, tuple[int, int, int]] = {}
        for variable, literals in self._at_most.items():
            values = self.values(variable)
            for literal, value in zip(literals, values, strict=False):
                found[literal] = variable, values[0], value
        for variable, equal in self._equal.items():
            for value, literal in equal.items():
                found[literal] = variable, value, value
        return found

    def meanings(self, variable: int) -> ValueLiterals:
        """The literals that together mean a value, by value of a variable."""
        if self.is_binary(variable):
            return dict(self._codes(variable))
        values, known = self.values(variable), self._equal.get(variable, {})
        direct = self.is_direct(variable) and variable not in self._at_most
        if direct or len(known) == len(values):
            means = ((value, self.equal(variable, value)) for value in values)
            return {value: () if literal == TRUE else (literal,) for value, literal in means}
        return BoundLiterals(values, self.at_most_each(variable))
