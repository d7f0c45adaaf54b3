"""The tuples of a table as bits: for each value in each column a mask of those that have it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from accord.encodings.clauses.kinds.integers import TRUE, Integers
from accord.puzzles.constraints.table import Tuples
from accord.puzzles.shared import derived
from accord.solvers.kernels.board import Longs


class BitTable(NamedTuple):
    """Tuples of which one is taken, all of whose literals are true."""

    literals: Sequence[int]  # x = v, of each value in each column; DIMACS
    masks: Longs  # by literal, 64 tuples in a number: whether they have it


def bit_table(to: Integers, scope: Sequence[int], tuples: Tuples) -> BitTable:
    """The masks of a table, whose last one is of the tuples that domains exclude.

    Args:
        to: has the literals; that each variable has a value that stands in its column is said here.
        scope: the variables, each once.
        tuples: one at least, without stars.
    """
    literals, masks = list[int](), list[Longs]()
    for variable, column in zip(scope, derived(tuples, _masks_of), strict=True):
        to.restrict(variable, column)
        literals += [to.equal(variable, value) for value in column]
        masks += column.values()
    rows, known = np.array(masks), np.array(literals)
    excluded = np.bitwise_or.reduce(rows[known == -TRUE], axis=0, initial=0)
    is_open = abs(known) != TRUE
    return BitTable([*known[is_open].tolist(), -TRUE], np.vstack([rows[is_open], excluded]))


def _masks_of(tuples: Tuples) -> list[dict[int, Longs]]:
    """By column the mask of each of its values; the last tuple is repeated in bits beyond."""
    found = []
    for column in zip(*tuples, strict=True):
        places = {value: place for place, value in enumerate(dict.fromkeys(column))}
        at = np.fromiter(map(places.__getitem__, column), np.int64, len(column))
        at = np.append(at, np.repeat(at[-1:], -len(at) % 64))
        bits = np.packbits(at == np.arange(len(places))[:, None], axis=1, bitorder="little")
        found.append(dict(zip(places, bits.view(np.int64), strict=True)))
    return found
