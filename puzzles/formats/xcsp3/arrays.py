"""Names of variables in a file: those that look like elements of an array are declared as one.

    x[0][0], x[0][1], x[1][1]  ->  <array id="x" size="[2][2]">, of which x[1][0] is undefined

An array needs its elements one after the other, row by row, as reading gives them back in that
order; and not many more places than variables.  Every other name is an identifier, escaped where it
is none (naming.py).
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import prod
from typing import NamedTuple

from accord.puzzles.formats.xcsp3.naming import RESERVED, escaped

_ELEMENT = re.compile(r"([A-Za-z][A-Za-z0-9_]*)((?:\[(?:0|[1-9][0-9]{0,8})\])+)", re.ASCII)
MOST_PLACES = 10  # for each variable


class Declared(NamedTuple):
    """A variable or an array to be declared."""

    id: str
    sizes: tuple[int, ...]  # none of a variable
    variables: range
    names: list[str]  # of each variable, as the file calls it


class _Place(NamedTuple):
    array: str
    indices: tuple[int, ...]


def declared(names: Sequence[str]) -> Iterator[Declared]:
    """What is declared for variables of these names, in their order."""
    places = [_place(name) for name in names]
    runs = [(key, [*run]) for key, run in groupby(range(len(names)), lambda x: _array(places[x]))]
    taken = {*names}
    seen = Counter(key[0] for key, _ in runs if key)
    for key, run in runs:
        own = range(run[0], run[-1] + 1)
        indices = [place.indices for x in own if (place := places[x])]
        if key and seen[key[0]] == 1 and key[0] not in taken and _is_array(indices):
            sizes = tuple(max(column) + 1 for column in zip(*indices, strict=True))
            yield Declared(key[0], sizes, own, [names[x] for x in own])
        else:
            for x in own:
                yield Declared(name := escaped(names[x]), (), range(x, x + 1), [name])


def _place(name: str) -> _Place | None:
    match = _ELEMENT.fullmatch(name)
    if match is None or match[1] in RESERVED or escaped(match[1]) != match[1]:
        return None
    return _Place(match[1], tuple(map(int, re.findall("[0-9]+", match[2]))))


def _array(place: _Place | None) -> tuple[str, int] | None:
    """The array that a place may be of, and its dimensions."""
    return (place.array, len(place.indices)) if place else None


def _is_array(indices: list[tuple[int, ...]]) -> bool:
    sizes = [max(column) + 1 for column in zip(*indices, strict=True)]
    rising = all(one < other for one, other in pairwise(indices))
    return rising and prod(sizes) <= MOST_PLACES * len(indices)
