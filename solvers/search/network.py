"""The constraint network: which cells constrain which, read off a puzzle once per geometry.

A constraint network is a graph on the variables, with an edge wherever a constraint forbids
something: Ugo Montanari, "Networks of constraints", Information Sciences 7, 1974.  Here every
constraint is an AllDifferent over some cells (its scope), so the network is the scopes, numbered,
and two tables made from them.  It contains no domains and is shared by all puzzles of the same
geometry: it is built once, in 0.2 ms for 9x9 and 19 ms for 36x36, and kept.

Domains stand apart, a list with one frozenset of values per cell.  A search copies the list and
never undoes anything: the sets are shared, so that a copy costs 0.14 microseconds for 9x9.  Bit
masks in place of frozensets, measured: docs/solvers/search.md.
"""

from dataclasses import dataclass
from functools import lru_cache

from accord.encodings.scopes import Scope, scopes
from accord.puzzles import Cell, Problem, Puzzle, Shape, ValueSet

Domains = list[ValueSet]  # one domain per cell


class ConflictError(Exception):
    """A constraint that cannot be satisfied any more."""

    def __init__(self, constraint: int) -> None:
        super().__init__(f"constraint {constraint} cannot be satisfied")
        self.constraint = constraint  # its number in the network


@dataclass(frozen=True)
class Network:
    """AllDifferent constraints, numbered from 0, and who meets whom in them."""

    size: int  # the number of values
    scopes: tuple[Scope, ...]  # for each constraint its cells
    constraints_of: tuple[tuple[int, ...], ...]  # for each cell the constraints that name it
    peers: tuple[frozenset[Cell], ...]  # for each cell the cells that must differ from it

    def shared(self, cell: Cell, peer: Cell) -> int:
        """The first constraint that names both."""
        return next(k for k in self.constraints_of[cell] if k in self.constraints_of[peer])


def expanded(problem: Problem) -> Domains:
    """The domains as sets, equal ones shared."""
    sets = {domain: frozenset(domain) for domain in {*problem.domains}}
    return [sets[domain] for domain in problem.domains]


def network(puzzle: Puzzle) -> Network:
    """The network of the puzzle's constraints.

    Raises:
        UnsupportedError: one of them is no AllDifferent.
    """
    return network_of(puzzle.shape)


@lru_cache(maxsize=64)
def network_of(shape: Shape) -> Network:
    """The network of a shape's constraints; raises like `network`."""
    constraints_of: list[list[int]] = [[] for _ in shape.cells]
    peers: list[set[Cell]] = [set() for _ in shape.cells]
    every = scopes(shape)
    for number, cells in enumerate(every):
        for cell in cells:
            constraints_of[cell].append(number)
            peers[cell].update(cells)
    return Network(
        shape.size,
        tuple(every),
        tuple(map(tuple, constraints_of)),
        tuple(frozenset(cells - {cell}) for cell, cells in enumerate(peers)),
    )
