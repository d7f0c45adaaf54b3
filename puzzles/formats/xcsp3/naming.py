"""Names as identifiers of XCSP3, and back: whatever a variable or a state is called can be written.

An identifier begins with a letter and has letters, digits and underscores.  Any other character is
written as _XHH_, its number in hexadecimal digits; so is an underscore that would begin such a
group.  A first character that is none of an identifier stands behind a Z:

    >>> escaped("column 1"), escaped("7up"), escaped("x_X2_")
    ('column_X20_1', 'Z_X37_up', 'x_X5F_X2_')
    >>> unescaped(escaped("7up"))
    '7up'

Names that look like elements of an array are declared as one (`declared`):

    x[0][0], x[0][1], x[1][1]  ->  <array id="x" size="[2][2]">, of which x[1][0] is undefined

An array needs its elements one after the other, row by row, as reading gives them back in that
order; and not many more places than variables.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import prod
from typing import NamedTuple

from accord.puzzles.constraints import terms

OTHERS = """\
if set others card union inter diff sdiff hull djoint subset subseq supset supseq convex PI E fdiv
fmod sqrt nroot exp ln log sin cos tan asin acos atan sinh cosh tanh"""
RESERVED = frozenset((*terms.NUMBERS, *terms.TRUTH_OPERATORS, *OTHERS.split()))
"""The operators of XCSP3, which are no identifiers of variables."""
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_GROUP = re.compile(r"_X([0-9A-F]{1,6})_", re.ASCII)
_OTHER = re.compile(r"[^A-Za-z0-9_]|_(?=X[0-9A-F]{1,6}[^A-Za-z0-9])", re.ASCII)


def escaped(name: str) -> str:
    """The identifier for a name; itself where it is one."""
    if not name:
        return "Z_X_"
    rest = _OTHER.sub(lambda match: _group(match[0]), name[1:])
    first = name[0]
    behind_z = first == "Z" and (rest.startswith("_X"))
    if name in RESERVED or behind_z or not IDENTIFIER.fullmatch(first):
        return f"Z{_group(first)}{rest}"
    return first + rest


def unescaped(identifier: str) -> str:
    """The name that an identifier was made of."""
    if identifier == "Z_X_":
        return ""
    if identifier[0] == "Z" and _GROUP.match(identifier, 1):
        identifier = identifier[1:]
    return _GROUP.sub(_character, identifier)


def _group(character: str) -> str:
    return f"_X{ord(character):X}_"


def _character(match: re.Match[str]) -> str:
    number = int(match[1], 16)
    return chr(number) if number < 0x110000 else match[0]


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
    """The declarations of variables and arrays for these names, in their order."""
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
