"""The domain of a variable: the integers that it may take.

A domain is a sorted tuple of intervals that neither overlap nor touch, so that a million values
take no more room than two, and whether a value is in it is found by bisection.  Domains may have
gaps, negative values, one value, or none: then their problem has no solution.

    >>> Domain.of([1, 2, 3, 7])
    Domain(1..3, 7)
    >>> 5 in Domain.of(range(10**6)), len(Domain.of(range(10**6)))
    (True, 1000000)
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from accord.puzzles.errors import InputError, items_of, shown, whole_number, with_parameters

Interval = tuple[int, int]  # the lowest and the highest value


class MalformedDomainError(InputError, ValueError):
    """The arguments describe no domain; says what was found and what was expected."""


@with_parameters(MalformedDomainError)
@dataclass(frozen=True)
class Domain:
    """A set of integers.

    Args:
        intervals: (lowest, highest) each, in any order; they may overlap.

    Raises:
        MalformedDomainError: the lowest value of an interval is above its highest one, or they are
            no whole numbers.
    """

    intervals: tuple[Interval, ...]

    def __post_init__(self) -> None:
        intervals = [*map(_interval, _items(self.intervals))]
        for low, high in intervals:
            if low > high:
                raise MalformedDomainError(
                    f"found the interval {low}..{high}, expected the lower end first"
                )
        object.__setattr__(self, "intervals", tuple(_joined(sorted(intervals))))

    @classmethod
    def of(cls, values: Iterable[int]) -> "Domain":
        """The domain of these values; a range is not expanded.

        Raises:
            MalformedDomainError: they are no whole numbers.
        """
        if isinstance(values, Domain):
            return values
        if isinstance(values, range) and abs(values.step) == 1:
            low, high = sorted((values[0], values[-1])) if values else (1, 0)
            return cls(((low, high),) if values else ())
        numbers = map(_number, _items(values))
        return cls(tuple((value, value) for value in numbers))

    @cached_property
    def size(self) -> int:
        """The number of values; `len` says no more than 2^63 - 1."""
        return sum(high - low + 1 for low, high in self.intervals)

    @cached_property
    def min(self) -> int:
        """The lowest value.

        Raises:
            ValueError: there is none.
        """
        return self._end(0, 0)

    @cached_property
    def max(self) -> int:
        """The highest value.

        Raises:
            ValueError: there is none.
        """
        return self._end(-1, 1)

    def _end(self, place: int, side: int) -> int:
        if not self.intervals:
            raise ValueError("found an empty domain, expected one with values")
        return self.intervals[place][side]

    @cached_property
    def _lows(self) -> list[int]:
        return [low for low, _ in self.intervals]

    def between(self, low: int, high: int) -> "Domain":
        """The values from low to high."""
        cut = ((max(low, start), min(high, end)) for start, end in self.intervals)
        return Domain(tuple((start, end) for start, end in cut if start <= end))

    def __or__(self, other: "Domain") -> "Domain":
        return Domain(self.intervals + other.intervals)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        place = bisect_right(self._lows, value) - 1
        return place >= 0 and value <= self.intervals[place][1]

    def __bool__(self) -> bool:
        return bool(self.intervals)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[int]:
        """The values, the lowest first."""
        return chain.from_iterable(range(low, high + 1) for low, high in self.intervals)

    def __str__(self) -> str:
        return ", ".join(str(a) if a == b else f"{a}..{b}" for a, b in self.intervals) or "none"

    def __repr__(self) -> str:
        return f"Domain({self})"

    def __reduce__(self) -> tuple[object, ...]:
        return Domain, (self.intervals,)


def _items(found: Any) -> Iterable[Any]:
    if (items := items_of(found)) is None:
        raise MalformedDomainError(f"found {shown(found)}, expected a range or whole numbers")
    return items


def _number(found: Any) -> int:
    if (number := whole_number(found)) is None:
        raise MalformedDomainError(f"found {shown(found)}, expected a whole number")
    return number


def _interval(found: Any) -> Interval:
    match found:
        case (low, high):
            return _number(low), _number(high)
    raise MalformedDomainError(f"found {shown(found)}, expected an interval (lowest, highest)")


def _joined(intervals: Iterable[Interval]) -> Iterator[Interval]:
    """Sorted intervals, those that overlap or touch as one."""
    last: Interval | None = None
    for low, high in intervals:
        if last and low <= last[1] + 1:
            last = last[0], max(last[1], high)
            continue
        if last:
            yield last
        last = low, high
    if last:
        yield last
