"""MDD: the values, in order, are those on a path through a multi-valued decision diagram.

    MDD((0, 1), [("root", 1, "low"), ("root", 2, "high"), ("low", 5, "end"), ("high", 7, "end")])

is true of 1, 5 and of 2, 7.  The root is the only node that no transition leads to, the end the
only one that none leaves, and every path between them has a transition for each variable: anything
else is refused, and so is a diagram without transitions.  XCSP3's mdd and CPMpy's MDD: Kenil Cheng
and Roland Yap, "An MDD-based generalized arc consistency algorithm for positive and negative table
constraints and some global constraints", Constraints 15, 2010.

A diagram is an automaton without circles, whose nodes are the states, and it is read as one: a node
may have several transitions by the same value, and what they lead to is made deterministic, so that
no solution is counted twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.automaton import Transition
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.fields import Shareable, VariableNumbers
from accord.puzzles.phrasing import counted, listed
from accord.puzzles.shared import derived


@checked
@dataclass(frozen=True)
class MDD(HasRecord):
    """The values lead from the root of a diagram to its end.

    >>> from accord.constraints import MDD
    >>> steps = (("root", 1, "a"), ("root", 2, "b"), ("a", 2, "end"), ("b", 1, "end"))
    >>> MDD((0, 1), steps).holds((1, 2)), MDD((0, 1), steps).holds((1, 1))
    (True, False)
    """

    kind: ClassVar[str] = "mdd"

    scope: VariableNumbers
    transitions: Shareable[
        tuple[Transition, ...]
    ]  # from a node, by a value, to a node of the next layer
    name: str = field(default="", compare=False, kw_only=True)
    regular: Regular = field(init=False, compare=False, repr=False)
    """It as an automaton, which starts at the root."""

    def __post_init__(self) -> None:
        root, end = derived(self.transitions, _ends)
        derived(self.transitions, _expect_layers, root, end, len(self.scope))
        label = self.name or self.kind
        regular = Regular(self.scope, self.transitions, root, (end,), name=label)
        object.__setattr__(self, "regular", regular)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether there is a path of these values."""
        return self.regular.holds(values)

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The value that leads nowhere."""
        yield from self.regular.violations(values, names)


def _ends(transitions: Sequence[Transition]) -> tuple[str, str]:
    """The node of the diagram that is its root, and the one that is its end."""
    sources = dict.fromkeys(source for source, _, _ in transitions)
    targets = dict.fromkeys(target for _, _, target in transitions)
    found = []
    for what, nodes in (
        ("root, which no transition leads to", [each for each in sources if each not in targets]),
        ("end, which no transition leaves", [each for each in targets if each not in sources]),
    ):
        if len(nodes) != 1:
            several = listed(nodes, most=5) if nodes else "none"
            raise MalformedConstraintError(f"transitions: found {several}, expected one {what}")
        found += nodes
    root, end = found
    return root, end


def _expect_layers(transitions: Sequence[Transition], root: str, end: str, number: int) -> None:
    """Refuse paths of another length than the number of variables."""
    following: dict[str, list[str]] = {}
    for source, _, target in transitions:
        following.setdefault(source, []).append(target)
    layer, nodes = {root: 0}, [root]
    for node in nodes:  # which grows
        for each in following.get(node, ()):
            if each not in layer:
                layer[each] = layer[node] + 1
                nodes.append(each)
    variables = counted(number, "variable")
    for source, value, target in transitions:
        if source not in layer or layer[target] != layer[source] + 1:
            raise MalformedConstraintError(
                f"transitions: found ({source}, {value}, {target}), which does not lead from "
                "one layer to the next, expected paths of the same length"
            )
    if layer[end] != number:
        raise MalformedConstraintError(
            f"transitions: found paths of {layer[end]}, expected one for each of {variables}"
        )


KINDS = {MDD.kind: MDD}
EXAMPLES = {
    MDD.kind: MDD(
        (0, 1, 2),
        (
            ("root", 1, "low"),
            ("root", 3, "high"),
            ("low", 1, "same"),
            ("low", 2, "other"),
            ("high", 2, "other"),
            ("same", 1, "end"),
            ("other", 2, "end"),
            ("other", 3, "end"),
        ),
    )
}
