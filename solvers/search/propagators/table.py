"""Generalized arc consistency of a table, by bitsets of its tuples.

For each variable and value there is a set of the tuples that have it, or a star in its place, as
the bits of an integer.  The tuples that are left are the intersection over the variables of the
union over their values.  A value of an allowed table stays where one of these has it.  A value of a
forbidden table goes where those with it are as many as there are combinations of the other
variables: only with tuples without stars, which overlap nowhere.

The bitsets are those of Compact-Table (Jordan Demeulenaere, Renaud Hartert, Christophe Lecoutre,
Guillaume Perez, Laurent Perron, Jean-Charles Régin and Pierre Schaus, "Compact-Table: efficiently
filtering table constraints with reversible sparse bit-sets", CP 2016); what is left is computed
anew in each run, O(values) operations on integers of as many bits as there are tuples, so that
there is nothing to be undone.  Forbidden tables with stars, and tables whose bitsets would be
larger than MOST_BITS together, wait for their last open variable.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import prod
from operator import or_
from typing import NamedTuple

from accord.puzzles import ValueSet
from accord.puzzles.constraints.table import STAR, Entry, Table, Tuples
from accord.puzzles.shared import derived
from accord.solvers.search.propagators.propagator import Kept, Propagator, last_open, narrower

MOST_BITS = 2**30

Entries = tuple[Entry, ...]


class Column(NamedTuple):
    """A variable, and the tuples that it may be part of."""

    variable: int
    tuples: Mapping[Entry, int]  # by value a bitset
    stars: int  # those of every other value


def gac(constraint: Table) -> Propagator:
    """The propagator of a table; its bitsets are made once for all tables that share its tuples."""
    variables = tuple(dict.fromkeys(constraint.scope))
    places = tuple(map(variables.index, constraint.scope))
    bitsets = derived(constraint.tuples, _bitsets, places)
    if bitsets is None or (constraint.forbidden and any(stars for _, stars in bitsets)):
        return last_open(constraint)
    columns = [Column(one, *each) for one, each in zip(variables, bitsets, strict=True)]
    return _forbidden(columns) if constraint.forbidden else _allowed(columns)


def _without_repeats(tuples: Tuples, places: Sequence[int]) -> Iterable[Entries]:
    """The tuples of a table over different variables, without those that contradict themselves."""
    variables = [*dict.fromkeys(places)]
    if len(variables) == len(places):
        yield from tuples
        return
    for entries in tuples:
        given: dict[int, Entry] = dict.fromkeys(variables, STAR)
        for variable, entry in zip(places, entries, strict=True):
            if entry != STAR:
                if given[variable] not in (STAR, entry):
                    break
                given[variable] = entry
        else:
            yield tuple(given.values())


def _bitsets(tuples: Tuples, places: Sequence[int]) -> list[tuple[Mapping[Entry, int], int]] | None:
    """The bitsets of each column, by value and of stars; None where they would be too large.

    Args:
        tuples: of a table.
        places: for each entry the number of its variable among the different ones.
    """
    different = [*dict.fromkeys(_without_repeats(tuples, places))]
    columns = [*zip(*different, strict=True)] or [()] * len({*places})
    if len(different) * sum(len({*entries}) for entries in columns) > MOST_BITS:
        return None
    found = list[tuple[Mapping[Entry, int], int]]()
    for entries in columns:
        numbers: dict[Entry, list[int]] = {}
        for number, entry in enumerate(entries):
            numbers.setdefault(entry, []).append(number)
        stars = _bitset(numbers.pop(STAR, ()))
        found.append(({value: _bitset(those) | stars for value, those in numbers.items()}, stars))
    return found


def _bitset(numbers: Sequence[int]) -> int:
    """The integer that has these bits; the numbers ascend."""
    bits = bytearray(numbers[-1] // 8 + 1 if numbers else 0)
    for number in numbers:
        bits[number // 8] |= 1 << number % 8
    return int.from_bytes(bits, "little")


def _left(columns: Sequence[Column], domains: Sequence[ValueSet]) -> int:
    """The tuples all entries of which are in the domains."""
    left = -1
    for variable, tuples, stars in columns:
        left &= reduce(or_, [tuples.get(value, stars) for value in domains[variable]], 0)
    return left


def _allowed(columns: Sequence[Column]) -> Propagator:
    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        left = _left(columns, domains)
        kept = [
            (variable, frozenset(v for v in domains[variable] if tuples.get(v, stars) & left))
            for variable, tuples, stars in columns
        ]
        return narrower(kept, domains)

    return propagate


def _forbidden(columns: Sequence[Column]) -> Propagator:
    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        left = _left(columns, domains)
        every = prod(len(domains[column.variable]) for column in columns)
        kept = []
        for variable, tuples, _ in columns:
            own = domains[variable]
            least = every // len(own)  # that forbid a value
            values = (v for v in own if (tuples.get(v, 0) & left).bit_count() < least)
            kept.append((variable, frozenset(values)))
        return narrower(kept, domains)

    return propagate


PROPAGATES = {Table: gac}
