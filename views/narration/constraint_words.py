"""Constraints in words, with the names that the problem gives its variables.

    rows: all different
    cage a: r1c1 + r1c2 = 5
    |x - y| != 2
    (colour, house) is one of 5 tuples

A constraint's own name stands first.  Terms are written as in arithmetic, the operators of XCSP3
that have no sign by their names.

A caption lists constraints by their names, or in words; the first ones, where they are many.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from itertools import groupby

from accord.puzzles import AllDifferent, Constraint
from accord.puzzles.constraints import terms
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.automaton import states_of
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.objective import PHRASES, Objective
from accord.puzzles.outside_data import visible
from accord.puzzles.phrasing import counted

LONGEST = 160  # characters
MOST = 8  # names in a row
FEW = 3  # clauses that are written out
Names = Sequence[str]  # of all variables of the problem


def in_words(constraint: Constraint, names: Names) -> str:
    """The name of a constraint, and its meaning."""
    says = _says(constraint, names)
    named = constraint.name and constraint.name != says
    text = f"{constraint.name}: {says}" if named else says
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


@singledispatch
def _says(constraint: Constraint, names: Names) -> str:
    """The meaning of a constraint; of a kind without words of its own, the kind and the scope."""
    return f"{constraint.kind.replace('-', ' ')}{_over(constraint, names)}"


def _over(constraint: Constraint, names: Names) -> str:
    """The variables, unless the constraint has a name."""
    own = [names[each] for each in constraint.scope[:MOST]]
    more = len(constraint.scope) - MOST
    return "" if constraint.name else f" ({', '.join(own)}{f' and {more} more' * (more > 0)})"


@_says.register
def _says_all_different(constraint: AllDifferent, names: Names) -> str:
    excepted = ", ".join(map(str, constraint.excepted))
    return f"all different{f' except {excepted}' * bool(excepted)}{_over(constraint, names)}"


@_says.register
def _says_linear(constraint: Linear, names: Names) -> str:
    return constraint.equation([names[each] for each in constraint.scope])


@_says.register
def _says_clauses(constraint: Clauses, names: Names) -> str:
    number = len(constraint.clauses)
    if not 0 < number <= FEW:
        return f"{counted(number, 'clause')}{_over(constraint, names)}"
    own = [names[each] for each in constraint.scope]
    said = [constraint.in_words(place, own) for place in range(number)]
    return said[0] if number == 1 else " and ".join(f"({each})" for each in said)


@_says.register
def _says_table(constraint: Table, names: Names) -> str:
    which = "none" if constraint.forbidden else "one"
    own = ", ".join(names[each] for each in constraint.scope)
    return f"({own}) is {which} of {counted(len(constraint.tuples), 'tuple')}"


@_says.register
def _says_element(constraint: Element, names: Names) -> str:
    items = ", ".join(_entry(item, names) for item in constraint.items)
    start = f", counted from {constraint.start}" * bool(constraint.start)
    return f"{_entry(constraint.value, names)} = ({items})[{names[constraint.index]}]{start}"


@_says.register
def _says_measure(constraint: Measure, names: Names) -> str:
    right = isinstance(constraint.right, Variable)
    own = [names[each] for each in constraint.scope[: len(constraint.scope) - right]]
    return f"{constraint.what(own)} {constraint.operator} {_entry(constraint.right, names)}"


@_says.register
def _says_ordered(constraint: Ordered, names: Names) -> str:
    if not constraint.variables:
        return constraint.kind
    own = [names[each] for each in constraint.variables]
    added = [f" + {_entry(each, names)}" if each else "" for each in constraint.lengths]
    added += [""] * (len(own) - len(added))
    return f" {constraint.operator} ".join(map("".join, zip(own, added, strict=True)))


@_says.register
def _says_lex(constraint: Lex, names: Names) -> str:
    lists = f" {constraint.operator} ".join(_lists(constraint.lists, names))
    return f"{lists}{', and the columns' * constraint.columns}" or constraint.kind


@_says.register
def _says_all_different_lists(constraint: AllDifferentLists, names: Names) -> str:
    lists = ", ".join(_lists(constraint.lists, names))
    excepted = ", ".join(f"({', '.join(map(str, each))})" for each in constraint.excepted)
    return f"different lists{f' except {excepted}' * bool(excepted)}: {lists}"


def _lists(lists: Sequence[Sequence[int]], names: Names) -> list[str]:
    return [f"({', '.join(names[each] for each in one)})" for one in lists]


@_says.register
def _says_regular(constraint: Regular, names: Names) -> str:
    states = counted(len(states_of(constraint.transitions) | {constraint.start}), "state")
    return f"word of an automaton with {states}{_over(constraint, names)}"


@_says.register
def _says_mdd(constraint: MDD, names: Names) -> str:
    nodes = counted(len(states_of(constraint.transitions)), "node")
    return f"path through a diagram of {nodes}{_over(constraint, names)}"


@_says.register
def _says_instantiation(constraint: Instantiation, names: Names) -> str:
    pairs = zip(constraint.scope, constraint.values, strict=True)
    return ", ".join(f"{names[each]} = {value}" for each, value in pairs) or constraint.kind


def objective_words(objective: Objective, names: Names) -> str:
    """What is sought: `maximize 7*bread + 5*jam`, `minimize the maximum of x, y`."""
    whole = len(objective.terms) > 1 and objective.measure == "sum"
    parts = [Operation("add", objective.terms)] if whole else objective.terms
    said = ", ".join(terms.in_words(each, names) for each in parts)
    measured = f"{PHRASES[objective.measure]} " * (len(parts) > 1)
    text = f"{objective.sense} {measured}{said}{', which is ignored' * objective.ignored}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _entry(item: int | Variable, names: Names) -> str:
    return names[item.number] if isinstance(item, Variable) else str(item)


@_says.register
def _says_expression(constraint: Expression, names: Names) -> str:
    return terms.in_words(constraint.term, names)


LISTED = 12  # constraints in a caption
LONGEST_LABEL = 60  # characters of one of them


def listed_constraints(
    constraints: Iterable[Constraint], names: Sequence[str], most: int = LISTED
) -> str:
    """Constraints by their names, or else in words; the first ones, where they are many.

    Args:
        constraints: what is listed.
        names: of all variables.
        most: how many are listed.
    """
    found = Counter(label(each, names) for each in constraints)
    shown = [f"{each} ({number})" if number > 1 else each for each, number in found.items()]
    series = [*_series(shown)]
    if len(series) > most:
        left = sum([number for _, number in series][most:])
        series[most:] = [(f"and {left:,} more", left)]
    return "; ".join(words for words, _ in series)


def _series(labels: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Labels, and of how many each is made: row 1, row 2 and row 3 are `row 1..3`."""
    for (title, _), group in groupby(enumerate(labels), key=lambda each: _numbered(*each)):
        found = [label for _, label in group]
        if len(found) < 3:
            yield from ((label, 1) for label in found)
        else:
            yield f"{found[0]}..{found[-1].removeprefix(title)}", len(found)


def _numbered(place: int, label: str) -> tuple[str, int]:
    """The text before the number at a label's end, and that number less the label's place."""
    match = re.fullmatch(r"(.*?)([0-9]{1,9})", label)
    return (match[1], int(match[2]) - place) if match else (label, -place)


def label(constraint: Constraint, names: Sequence[str]) -> str:
    """A constraint by its name, or in words."""
    words = constraint.name or in_words(constraint, names)
    seen = visible(words)
    return seen if len(seen) <= LONGEST_LABEL else f"{seen[: LONGEST_LABEL - 3]}..."
