"""Literals: which number of the formula means what; and quantities, numbers made of literals.

    x = v     one literal for each value of each variable; the problem's own come first.  Of two
              values the lower one is the contrary of the higher one (`pairs` of version 1: two)
    x >= v    for each value but the lowest: order literals, made for a variable when one needs them
    others    what relaxations add: partial sums, chosen tuples

`TRUE` and `FALSE` stand where a literal would be constant; clauses are simplified before they are
numbered.  The order encoding is that of James Crawford and Andrew Baker, "Experimental results on
the application of satisfiability algorithms to scheduling problems", AAAI 1994.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from accord.puzzles.constraints.constraint import TooLargeError, Variable
from accord.puzzles.domain import Domain

TRUE = 2**63  # no literal, but what simplifies clauses
FALSE = -TRUE


@dataclass(frozen=True)
class Quantity:
    """A number as the literals that say how large it is.

    It is one of some values in order; for each but the lowest there is a literal that says that it
    is at least this one.  A partial sum matters only where it can still decide the comparison:
    values below that are one class, for which its highest value stands, and values above are
    another, for which its lowest stands (`open` ends).  So a quantity is a sum clamped to its
    values, and since clamping is monotone, what follows for the sum follows for the quantity.
    """

    values: Sequence[int]  # ascending, at least one
    bounds: Sequence[int]  # of each value but the lowest, the literal: at least this
    open_below: bool = False  # whether the lowest value also stands for lower ones
    open_above: bool = False

    def at_least(self, value: int) -> int:
        """The literal that it is not below a value."""
        place = bisect_left(self.values, value)
        if place == len(self.values):
            if not self.open_above:
                return FALSE
            place -= 1
        return self.bounds[place - 1] if place else TRUE

    def at_most(self, value: int) -> int:
        """The literal that it is not above a value."""
        place = bisect_right(self.values, value)
        if not place:
            if not self.open_below:
                return FALSE
            place = 1
        return -self.bounds[place - 1] if place < len(self.values) else TRUE

    def times(self, weight: int) -> "Quantity":
        """The quantity multiplied by a number other than 0; it must not have open ends."""
        values = [weight * value for value in self.values]
        if weight > 0:
            return Quantity(values, self.bounds)
        return Quantity(values[::-1], [-bound for bound in reversed(self.bounds)])


Clause = tuple[int, ...]
MOST_VALUES = 100_000  # of a variable that a relaxation expands


class Values:
    """The values of a domain by their places, of which none is expanded."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self._lows = [low for low, _ in domain.intervals]
        sizes = (high - low + 1 for low, high in domain.intervals)
        self._before = [0, *accumulate(sizes)]
        self.number = self._before[-1]

    def place(self, value: int) -> int | None:
        """The place of a value in the domain, from 0; None where it is not in it."""
        if value not in self.domain:
            return None
        interval = bisect_right(self._lows, value) - 1
        return self._before[interval] + value - self._lows[interval]


class Literals:
    """The literals of variables, numbered from 1 in the order in which they are asked for.

    Args:
        domains: of the problem's own variables.
        pairs: whether a variable of two values has two literals, as in version 1.
    """

    def __init__(self, domains: Iterable[Collection[int]], pairs: bool = False) -> None:
        self.highest, self._pairs = 0, pairs
        self.ordered: list[tuple[range, range]] = []  # x=v and x>=v, as they were made
        self._values: list[Values] = []
        self._direct: list[Sequence[int] | None] = []
        self._order: dict[int, range] = {}
        self._known: dict[Collection[int], Values] = {}
        for domain in domains:
            self.add(domain)

    def add(self, domain: Collection[int], most: int | None = None) -> None:
        """Number the literals of one more variable, but not if it has more values than `most`."""
        if (values := self._known.get(domain)) is None:
            values = self._known[domain] = Values(Domain.of(domain))
        self._values.append(values)
        if values.number == 2 and not self._pairs:
            (literal,) = self.new(1)
            self._direct.append((-literal, literal))
        else:
            few = most is None or values.number <= most
            self._direct.append(self.new(values.number) if few else None)

    def new(self, number: int) -> range:
        """Fresh literals, `number` of them, for auxiliary variables."""
        self.highest += number
        return range(self.highest - number + 1, self.highest + 1)

    def __len__(self) -> int:
        return len(self._direct)

    def of(self, variable: int) -> Sequence[int]:
        """The literals x=v, the lowest value first.

        Raises:
            TooLargeError: it has none, as there would be too many.
        """
        if (direct := self._direct[variable]) is None:
            raise self._too_large(variable)
        return direct

    def values(self, variable: int) -> Domain:
        """The values of a variable.

        Raises:
            TooLargeError: they are more than `MOST_VALUES`.
        """
        if self._values[variable].number > MOST_VALUES:
            raise self._too_large(variable)
        return self._values[variable].domain

    def _too_large(self, variable: int) -> TooLargeError:
        number = self._values[variable].number
        return TooLargeError(f"a variable of {number:,} values; at most {MOST_VALUES:,}")

    def equal(self, variable: int, value: int) -> int:
        """The literal x=v; FALSE outside the domain.

        Raises:
            TooLargeError: it has none, as there would be too many.
        """
        place = self._values[variable].place(value)
        return FALSE if place is None else self.of(variable)[place]

    def order(self, variable: int) -> Sequence[int]:
        """The literals x>=v, but for the lowest value; of two values that is x=v of the other."""
        direct = self.of(variable)
        if len(direct) < 3:
            return direct[1:]
        if variable not in self._order:
            assert isinstance(direct, range)
            self._order[variable] = self.new(len(direct) - 1)
            self.ordered.append((direct, self._order[variable]))
        return self._order[variable]

    def quantity(self, variable: int) -> Quantity:
        """A variable as a quantity, which has at least one value.

        Raises:
            TooLargeError: they are more than `MOST_VALUES`.
        """
        return Quantity([*self.values(variable)], self.order(variable))


Atom = int | Variable


def values_of(atom: Atom, literals: Literals) -> list[int]:
    """The values of a constant or a variable."""
    return [*literals.values(atom.number)] if isinstance(atom, Variable) else [atom]


def equal(atom: Atom, value: int, literals: Literals) -> int:
    """The literal that it has a value."""
    if isinstance(atom, Variable):
        return literals.equal(atom.number, value)
    return TRUE if atom == value else FALSE


def quantity_of(atom: Atom, literals: Literals) -> Quantity:
    """A constant or a variable as a quantity; a variable has at least one value."""
    return literals.quantity(atom.number) if isinstance(atom, Variable) else Quantity([atom], [])


def ends_before(
    condition: int, origin: Quantity, length: Quantity, behind: Quantity
) -> Iterator[Clause]:
    """Clauses: condition implies origin + length <= behind; without those that others imply."""
    for size in length.values:
        last = TRUE
        for value in origin.values:
            said = behind.at_least(value + size)
            if said != last:
                yield -condition, -origin.at_least(value), -length.at_least(size), said
            last = said
