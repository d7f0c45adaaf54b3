"""Constraints by an automaton or a diagram: regular and mdd."""

from collections.abc import Iterable, Iterator

from accord.puzzles.constraints.automaton import Transition
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.formats.xcsp3 import lists
from accord.puzzles.formats.xcsp3.elements import NotXcsp3Error
from accord.puzzles.formats.xcsp3.naming import IDENTIFIER, escaped, unescaped
from accord.puzzles.formats.xcsp3.parts import Parts, reads
from accord.puzzles.formats.xcsp3.writing import Vocabulary, Written, tag, tuples, writes


@reads("regular", ["list", "transitions", "start", "final"])
def read_regular(parts: Parts) -> Iterator[Constraint]:
    final = tuple(map(_state, parts.the("final").text.split()))
    start = _state(parts.the("start").text.strip())
    yield Regular(parts.variables(), _transitions(parts), start, final, name=parts.name)


@reads("mdd", ["list", "transitions"])
def read_mdd(parts: Parts) -> Iterator[Constraint]:
    yield MDD(parts.variables(), _transitions(parts), name=parts.name)


def _transitions(parts: Parts) -> tuple[Transition, ...]:
    """The transitions (state, value, next state) of an automaton, read once for each element."""
    child = parts.the("transitions")
    if "transitions" not in child.kept:
        child.kept["transitions"] = parts.to.shared(_each_transition(parts))
    found: tuple[Transition, ...] = child.kept["transitions"]
    return found


def _each_transition(parts: Parts) -> Iterator[Transition]:
    child = parts.the("transitions")
    for row in lists.rows(child.text, child.line):
        parts.to.effort.spend(3, "items", child.line)
        if len(row) != 3:
            found = f"found the transition ({','.join(row)}), expected (state,value,state)"
            raise NotXcsp3Error(child.line, found)
        yield _state(row[0]), parts.to.constant(row[1], child.line), _state(row[2])


def _state(word: str) -> str:
    return unescaped(word) if IDENTIFIER.fullmatch(word) else word


@writes(Regular)
def write_regular(constraint: Regular, to: Vocabulary) -> Written:
    ends = tag("start", escaped(constraint.start)), tag("final", _states(constraint.final))
    return Written("regular", " ".join((*_automaton(constraint, to), *ends)))


@writes(MDD)
def write_mdd(constraint: MDD, to: Vocabulary) -> Written:
    return Written("mdd", " ".join(_automaton(constraint, to)))


def _automaton(constraint: Regular | MDD, to: Vocabulary) -> tuple[str, str]:
    symbolic = constraint.scope[0] if constraint.scope else -1
    steps = [
        (escaped(one), to.value(symbolic, value), escaped(other))
        for one, value, other in constraint.transitions
    ]
    return tag("list", to.list(constraint.scope)), tag("transitions", tuples(steps))


def _states(states: Iterable[str]) -> str:
    return " ".join(map(escaped, states))
