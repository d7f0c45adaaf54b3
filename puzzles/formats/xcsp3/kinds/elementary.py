"""Circuits and instantiations.

A circuit visits every node, as in the solution files of the Glasgow constraint solver; with a size,
or of the class `subcircuit`, it leaves out the nodes that are their own successors: see
docs/decisions/011-readings-of-constraints.md.
"""

import re
from collections.abc import Iterator

from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.table import STAR, Entry
from accord.puzzles.formats.xcsp3.lists import integers, same_number, words
from accord.puzzles.formats.xcsp3.parts import Parts, reads
from accord.puzzles.formats.xcsp3.writing import Vocabulary, Written, tag, unless_zero, writes

SUBCIRCUIT = "subcircuit"  # a class of elements
_STARS = re.compile(r"\*(?:x([0-9]{1,12}))?", re.ASCII)


@reads("circuit", ["list"], may=["size"], attributes={"list": ["startIndex"]})
def read_circuit(parts: Parts) -> Iterator[Constraint]:
    size = parts.item("size") if parts.has("size") else None
    loops = size is not None or SUBCIRCUIT in parts.attribute("", "class").split()
    yield Circuit(parts.variables(), parts.start(), loops, size, name=parts.name)


@reads("instantiation", ["list", "values"])
def read_instantiation(parts: Parts) -> Iterator[Constraint]:
    own, child = parts.variables(), parts.the("values")
    found: list[Entry] = []
    for word in words(child.text):
        if match := _STARS.fullmatch(word):
            number = int(match[1] or 1)
            parts.to.effort.spend(number, "items", child.line)
            found += [STAR] * number
        else:
            found += integers(word, parts.to, child.line)
    same_number(parts.line, "values", found, len(own))
    pairs = [(x, each) for x, each in zip(own, found, strict=True) if isinstance(each, int)]
    scope, values = tuple(x for x, _ in pairs), tuple(value for _, value in pairs)
    yield Instantiation(scope, values, name=parts.name)


@writes(Circuit)
def write_circuit(constraint: Circuit, to: Vocabulary) -> Written:
    own = tag("list", to.list(constraint.variables), startIndex=unless_zero(constraint.start))
    if constraint.size is not None:
        return Written("circuit", f"{own} {tag('size', to.item(constraint.size))}")
    return Written("circuit", own, f' class="{SUBCIRCUIT}"' if constraint.loops else "")


@writes(Instantiation)
def write_instantiation(constraint: Instantiation, to: Vocabulary) -> Written:
    values = " ".join(map(to.value, constraint.scope, constraint.values))
    return Written(
        "instantiation", f"{tag('list', to.list(constraint.scope))} {tag('values', values)}"
    )
