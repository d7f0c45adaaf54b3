"""Regular: the values, in order, are a word that a finite automaton accepts.

    Regular((0, 1, 2), [("off", 0, "off"), ("off", 1, "on"), ("on", 1, "on")], "off", ["on"])

is true of 0, 0, 1 and of 0, 1, 1 and of 1, 1, 1: it begins in the state `off`, each value leads on
from state to state, and the last one has to be final, here `on`. A value without a transition is
false; states are texts. XCSP3's regular, MiniZinc's regular and regular_nfa, CP-SAT's automaton:
Gilles Pesant, "A regular language membership constraint for finite sequences of variables", CP
2004.

A state may have several transitions by the same value: the word is accepted if one way through them
is.  The automaton is made deterministic for that, so that a word counts once however many ways it
has; where it becomes too large, it is refused (automaton.py).  So is a start or a final state that
no transition has, which is a misspelling; an automaton without transitions has its start alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked, too_few
from accord.puzzles.constraints.automaton import (
    Automaton,
    Transition,
    deterministic,
    layers,
    states_of,
)
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import Shareable, VariableNumbers
from accord.puzzles.phrasing import listed
from accord.puzzles.shared import derived


@checked
@dataclass(frozen=True)
class Regular(HasRecord):
    """The values lead from the start to a final state.

    >>> from accord.constraints import Regular
    >>> steps = (("work", 1, "work"), ("work", 0, "rest"), ("rest", 0, "rest"))
    >>> week = Regular((0, 1, 2), steps, start="work", final=("rest",))  # once at rest, always
    >>> week.holds((1, 0, 0)), week.holds((0, 1, 0))
    (True, False)
    """

    kind: ClassVar[str] = "regular"

    scope: VariableNumbers
    transitions: Shareable[tuple[Transition, ...]]  # from a state, by a value, to a state
    start: str
    final: tuple[str, ...]  # states
    name: str = field(default="", compare=False, kw_only=True)
    automaton: Automaton = field(init=False, compare=False, repr=False)
    """It, made deterministic."""

    def __post_init__(self) -> None:
        states = derived(self.transitions, states_of) or {self.start}
        for key, state in (("start", self.start), *(("final", each) for each in self.final)):
            if state not in states:
                known = listed(map(repr, sorted(states)), "or", most=5)
                raise MalformedConstraintError(f"{key}: found {state!r}, expected {known}")
        automaton = derived(self.transitions, deterministic, self.start, self.final)
        object.__setattr__(self, "automaton", automaton)

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if few := too_few("final", self.final, 1, "state"):
            return few
        length = len(self.scope)
        if length and not derived(self.transitions, _has_word, self.start, self.final, length):
            return f"transitions: found no word of {length} values, expected one or more"
        return ""

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the automaton accepts them."""
        return self.automaton.accepts(values)

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The value that leads nowhere, or the state at the end."""
        automaton, state, label = self.automaton, 0, self.name or self.kind
        for value, name in zip(values, names, strict=True):
            steps = automaton.steps[state]
            if value not in steps:
                where = f"{value} at {name} in the state {automaton.names[state]}"
                yield f"{label}: found {where}, expected {listed(steps, 'or') or 'no more values'}"
                return
            state = steps[value]
        if state not in automaton.final:
            found = f"the state {automaton.names[state]} at the end"
            yield f"{label}: found {found}, expected {listed(self.final, 'or') or 'no word at all'}"


def _has_word(
    transitions: tuple[Transition, ...], start: str, final: tuple[str, ...], length: int
) -> bool:
    """Whether an automaton accepts any values of this number."""
    automaton = derived(transitions, deterministic, start, final)
    values = {value for _, value, _ in transitions}
    return any(layers(automaton, [values] * length))


KINDS = {Regular.kind: Regular}
EXAMPLES = {
    Regular.kind: Regular(
        (0, 1, 2, 3),
        (("odd", 1, "even"), ("odd", 2, "odd"), ("even", 1, "odd"), ("even", 3, "even")),
        "odd",
        ("even",),
    ),
    f"{Regular.kind} in several ways": Regular(
        (0, 1, 2), (("a", 1, "a"), ("a", 2, "a"), ("a", 2, "b"), ("b", 3, "b")), "a", ("b",)
    ),
}
