"""Kinds whose element has the parts that their JSON has: a table, from which they are written.

A row is the tag of a kind and its children in order, as TAG or TAG=KEY: in it stands what the JSON
has under that key, if it has it.  Two are said in XCSP3's words: `operator`, and `condition`, which
holds the operator and the right side, or for condition=KEY that something is at most that.  Both
writers follow it, that of files here and that of XCSP3-core in encodings/, as far as its solvers
take what the row says.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.formats.xcsp3.writing import (
    WORDS,
    Vocabulary,
    Written,
    spaced,
    tag,
    tuples,
    writes,
)

ROWS: Mapping[type[Constraint], tuple[str, str]] = {
    AllDifferentMatrix: ("allDifferent", "matrix=rows except"),
    Count: ("count", "list=variables values condition"),
    Cumulative: ("cumulative", "origins lengths=durations heights condition=limit"),
    Knapsack: ("knapsack", "list=variables weights condition=limit profits condition"),
    Maximum: ("maximum", "list=variables condition"),
    Minimum: ("minimum", "list=variables condition"),
    NValues: ("nValues", "list=variables except condition"),
    Ordered: ("ordered", "list=variables lengths operator"),
}


Items = Callable[[Sequence[int | str]], Sequence[int | str]]  # constants and names in a list


def written_row(
    constraint: Constraint, names: Sequence[str], items: Items = lambda each: each
) -> Written:
    """The element of a constraint whose kind has a row.

    Args:
        constraint: a constraint of a kind in ROWS.
        names: of all variables.
        items: what is written for a list of constants and variables.
    """
    name, row = ROWS[type(constraint)]
    return Written(name, " ".join(_children(row, constraint.record(names), items)))


def _children(row: str, said: Mapping[str, Any], items: Items) -> Iterator[str]:
    for child in row.split():
        name, _, key = child.partition("=")
        if name == "condition":
            operator = WORDS["<=" if key else said["operator"]]
            yield tag(name, f"({operator},{said[key or 'right']})")
        elif name == "operator":
            yield tag(name, WORDS[said[name]])
        elif (found := said.get(key or name)) is not None:
            nested = bool(found) and isinstance(found[0], list)
            yield tag(name, tuples(found) if nested else spaced(items(found)))


def _write(constraint: Constraint, to: Vocabulary) -> Written:
    return written_row(constraint, to.names)


for _kind in ROWS:
    writes(_kind)(_write)
