"""Variable orders: which undecided cell a search branches on.

    order        the cell                                            whose idea
    ----------   -------------------------------------------------   --------------------------
    first        that comes first, row by row                        -
    mrv          with the minimum of remaining values (first-fail)   Haralick and Elliott, 1980
    mrv-degree   of these, with the most undecided peers             Brélaz, 1979
    dom-wdeg     with the fewest values per conflict it took part    Boussemart, Hemery, Lecoutre
                 in: domain size / weighted degree                   and Sais, 2004
    random       that chance picks                                   -

Robert Haralick and Gordon Elliott, "Increasing tree search efficiency for constraint satisfaction
problems", Artificial Intelligence 14; Daniel Brélaz, "New methods to color the vertices of a
graph", Communications of the ACM 22; "Boosting systematic search by weighting constraints", ECAI.
Ties go to the first cell.  Each costs O(cells), mrv-degree and dom-wdeg times a cell's peers or
constraints.  Values are not ordered by any heuristic: where all solutions are wanted it would
change nothing.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from accord.puzzles import Cell
from accord.solvers.search.network import Domains, Network


@dataclass(frozen=True)
class Experience:
    """The conflicts that a search has met so far, and its random generator."""

    weights: list[int]  # for each constraint 1 + the conflicts it was to blame for
    random: Random


# Called with the domains and the undecided cells in row order, of which there is at least one.
Order = Callable[[Network, Domains, Sequence[Cell], Experience], Cell]


def first(
    network: Network, domains: Domains, undecided: Sequence[Cell], experience: Experience
) -> Cell:
    """The first cell in row order."""
    return undecided[0]


def mrv(
    network: Network, domains: Domains, undecided: Sequence[Cell], experience: Experience
) -> Cell:
    """The cell with the minimum of remaining values."""
    return min(undecided, key=lambda cell: len(domains[cell]))


def mrv_degree(
    network: Network, domains: Domains, undecided: Sequence[Cell], experience: Experience
) -> Cell:
    """The cell with most undecided peers among those with the fewest values left."""
    fewest = min(len(domains[cell]) for cell in undecided)
    smallest = [cell for cell in undecided if len(domains[cell]) == fewest]
    rest = frozenset(undecided)
    return max(smallest, key=lambda cell: len(network.peers[cell] & rest))


def dom_wdeg(
    network: Network,
    domains: Domains,
    undecided: Sequence[Cell],
    experience: Experience,
    among: Sequence[Cell] = (),
) -> Cell:
    """The cell, perhaps one among some, with the most weight per value left.

    Its weight is that of its constraints which contain another undecided cell, too.
    """
    open_cells = Counter(number for cell in undecided for number in network.constraints_of[cell])

    def weight_per_value(cell: Cell) -> float:
        numbers = [number for number in network.constraints_of[cell] if open_cells[number] > 1]
        return sum(experience.weights[number] for number in numbers) / len(domains[cell])

    return max(among or undecided, key=weight_per_value)


def by_chance(
    network: Network, domains: Domains, undecided: Sequence[Cell], experience: Experience
) -> Cell:
    """A random undecided cell, each as likely as the others."""
    return experience.random.choice(undecided)


ORDERS: dict[str, Order] = {
    "first": first,
    "mrv": mrv,
    "mrv-degree": mrv_degree,
    "dom-wdeg": dom_wdeg,
    "random": by_chance,
}
