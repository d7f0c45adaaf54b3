"""Circuit: variables are successors of nodes, and one circuit visits all of them.

    Circuit((0, 1, 2))                         from node 0 to node x0, and so on: a round trip
    Circuit((0, 1, 2), loops=True)             a node that is its own successor is left out
    Circuit((0, 1, 2), loops=True, size=2)     two nodes are visited; or as many as a variable says

A circuit has two nodes at least, so that one node, or none, or loops alone, are false; so is a
successor that is no node.  XCSP3's circuit, which has loops always; MiniZinc's circuit and
subcircuit.  Jean-Louis Laurière, "A language and a program for stating and solving combinatorial
problems", Artificial Intelligence 10, 1978.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked, outside, repeated, too_few
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import LeftOut, VariableNumbers


@checked
@dataclass(frozen=True)
class Circuit(HasRecord):
    """The nodes that are not their own successors form one circuit.

    >>> from accord.constraints import Circuit
    >>> tour = Circuit((0, 1, 2, 3))  # the city after each; cities are numbered from 0
    >>> tour.holds((1, 2, 3, 0)), tour.holds((1, 0, 3, 2))
    (True, False)
    """

    kind: ClassVar[str] = "circuit"

    variables: VariableNumbers  # the successor of each node
    start: int = 0  # the number of the first node
    loops: bool = False  # whether a node may be left out
    size: LeftOut[int | Variable | None] = None  # how many nodes are visited; None: any number
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables, then the size if it is one."""

    def __post_init__(self) -> None:
        if self.size is not None and not self.loops:
            raise MalformedConstraintError(
                "size: found one of a circuit without loops, which visits every node, expected "
                "loops=True"
            )
        among = [self.size.number] if isinstance(self.size, Variable) else []
        object.__setattr__(self, "scope", (*self.variables, *among))

    @property
    def nodes(self) -> range:
        """The numbers of the nodes."""
        return range(self.start, self.start + len(self.variables))

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        few = too_few("variables", self.variables, 2) or repeated("variables", self.variables)
        return few or (
            "" if self.size is None else outside("size", self.size, 2, len(self.variables))
        )

    def holds(self, values: Sequence[int]) -> bool:
        """Whether all nodes that may not be left out are on one circuit, of the right size."""
        return next(self._broken(values, [""] * len(values)), None) is None

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """Successors that are no nodes; else the circuit that is found, and what is beside it."""
        yield from self._broken(values, names)

    def _broken(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        nodes, label = self.nodes, self.name or self.kind
        after = dict(zip(nodes, values, strict=False))
        strange = [node for node in nodes if after[node] not in nodes]
        for node in strange:
            found = f"{names[node - self.start]} = {after[node]}"
            yield f"{label}: found {found}, which is no node"
        if strange:
            return
        visited = [node for node in nodes if after[node] != node]
        if not self.loops and len(visited) < len(nodes):
            alone = next(node for node in nodes if after[node] == node)
            yield f"{label}: found node {alone} left out, expected a circuit of all nodes"
            return
        if not visited:
            yield f"{label}: found no circuit, expected one of two nodes at least"
            return
        node, path = visited[0], list[int]()
        while node not in path:
            path.append(node)
            node = after[node]
        if node != path[0] or len(path) < len(visited):
            way = " -> ".join(map(str, (*path, node)))
            yield f"{label}: found {way}, expected one circuit of {len(visited)} nodes"
        size = values[-1] if isinstance(self.size, Variable) else self.size
        if size is not None and len(visited) != size:
            yield f"{label}: found {len(visited)} nodes visited, expected {size}"


KINDS = {Circuit.kind: Circuit}
EXAMPLES = {
    Circuit.kind: Circuit((0, 1, 2), 1),
    f"{Circuit.kind} with loops": Circuit((0, 1, 2), 1, loops=True),
    f"{Circuit.kind} of a size": Circuit((0, 1, 2), 1, loops=True, size=Variable(3)),
}
