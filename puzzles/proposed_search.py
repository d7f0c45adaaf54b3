"""The search that the source of a problem proposes: which variable is next, and which value.

MiniZinc's annotation `int_search(x, first_fail, indomain_min)` is one, `bool_search` another, and
`seq_search` several, one after the other.  It changes no solution: it is a hint, kept beside the
problem as the source is (`Problem.search`), for solvers that are told to follow it.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

SEARCHES = ("int_search", "bool_search")


@dataclass(frozen=True)
class ProposedSearch:
    """One part of a proposed search; of an annotation that is none of SEARCHES the name alone."""

    variables: tuple[int, ...] = ()
    choose: str = ""  # MiniZinc's word for the choice of a variable, as first_fail
    assign: str = ""  # and of its value, as indomain_min
    name: str = SEARCHES[0]


def recorded(search: Iterable[ProposedSearch]) -> list[tuple[Any, ...]]:
    """A search as JSON."""
    return [astuple(each) for each in search]


def read_search(found: Iterable[Any]) -> tuple[ProposedSearch, ...]:
    """The search that `recorded` wrote."""
    return tuple(
        ProposedSearch(tuple(map(int, variables)), *map(str, words)) for variables, *words in found
    )
