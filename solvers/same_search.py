"""The static search in which solvers are compared by their nodes.

Each backend that has it declares with which settings (`Backend.same_search`).
"""

from accord.puzzles.errors import InputError
from accord.solvers.registry import canonical, registered

SAME_SEARCH = (
    "same search: the first open variable by number, x = v and then x != v for its least value v; "
    "all-different domain consistent, other constraints as strong as each solver has them. "
    "Nodes: the root and both branches, those that fail included."
)


def is_same_search(solver: str) -> bool:
    """Whether a solver, as it is written in a campaign, has the settings of this search."""
    try:
        chosen = registered(solver)
    except (InputError, ValueError):  # it is not known here
        return False
    settings = chosen.backend.same_search
    return bool(settings) and str(chosen) == canonical(f"{chosen.name}:{settings}")
