"""Generalized arc consistency of a table, by a scan of its tuples.

A value of an allowed table stays where some tuple has it, or a star in its place, and all entries
of the tuple are in their domains.  A value of a forbidden table goes where the tuples with it are
as many as there are combinations of the other variables: only with tuples without stars, which
overlap nowhere; a forbidden table with stars waits for its last open variable.

A run costs O(tuples x variables) and is made anew each time; simple tabular reduction (Julian
Ullmann, "Partition search for non-binary constraint satisfaction", Information Sciences 177, 2007)
and Compact-Table keep the tuples that are left, which pays from some thousands on.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import prod

from accord.puzzles import ValueSet
from accord.puzzles.constraints.table import STAR, Entry, Table
from accord.solvers.search.propagators.by_meaning import last_open
from accord.solvers.search.propagators.propagator import Kept, Propagator, narrower

Entries = tuple[Entry, ...]


def gac(constraint: Table) -> Propagator:
    """The propagator of a table."""
    variables = tuple(dict.fromkeys(constraint.scope))
    tuples = sorted(set(_without_repeats(constraint, variables)), key=repr)
    if not constraint.forbidden:
        return _allowed(variables, tuples)
    if any(STAR in entries for entries in tuples):
        return last_open(constraint)
    return _forbidden(variables, tuples)


def _without_repeats(table: Table, variables: Sequence[int]) -> Iterable[Entries]:
    """Its tuples over different variables, without those that give one of them two values."""
    if len(variables) == len(table.scope):
        yield from table.tuples
        return
    for entries in table.tuples:
        given: dict[int, Entry] = dict.fromkeys(variables, STAR)
        for variable, entry in zip(table.scope, entries, strict=True):
            if entry != STAR:
                if given[variable] not in (STAR, entry):
                    break
                given[variable] = entry
        else:
            yield tuple(given.values())


def _allowed(variables: Sequence[int], tuples: Sequence[Entries]) -> Propagator:
    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        own = [domains[variable] for variable in variables]
        allowed = [{*domain, STAR} for domain in own]
        found: list[set[Entry]] = [set() for _ in own]
        for entries in tuples:
            if all(map(set.__contains__, allowed, entries)):
                for values, entry in zip(found, entries, strict=True):
                    values.add(entry)
        kept = [
            domain if STAR in values else domain & values
            for domain, values in zip(own, found, strict=True)
        ]
        return narrower(zip(variables, kept, strict=True), domains)

    return propagate


def _forbidden(variables: Sequence[int], tuples: Sequence[Entries]) -> Propagator:
    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        own = [domains[variable] for variable in variables]
        times: list[Counter[Entry]] = [Counter() for _ in own]
        for entries in tuples:
            if all(map(frozenset.__contains__, own, entries)):
                for numbers, entry in zip(times, entries, strict=True):
                    numbers[entry] += 1
        every = prod(map(len, own))
        kept = [
            frozenset(value for value in domain if numbers[value] < every // len(domain))
            for domain, numbers in zip(own, times, strict=True)
        ]
        return narrower(zip(variables, kept, strict=True), domains)

    return propagate


PROPAGATES = {Table: gac}
