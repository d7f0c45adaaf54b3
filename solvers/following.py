"""The setting `search=model`: the search that a model proposes is followed, or the run is refused.

A model proposes it by an annotation of MiniZinc's (puzzles/proposed_search.py).  No solver knows
all words of it.  One that is not known, a restart for example, is refused by name, so that no run
is called by a search that it did not make.  Variables that the annotation does not mention come
last, by the solver's own choice.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from accord.puzzles.phrasing import listed
from accord.puzzles.proposed_search import SEARCHES, ProposedSearch
from accord.solvers.budget import Budget
from accord.solvers.interface import UnsupportedError

SearchOf = Literal["own", "model"]  # whose search a solver makes


def followed(
    budget: Budget, choose: Collection[str], assign: Collection[str]
) -> tuple[ProposedSearch, ...]:
    """The search that a model proposes, part after part, which a solver can follow.

    Args:
        budget: has it.
        choose: the words for the choice of a variable that the solver knows.
        assign: its words for the choice of a value.

    Raises:
        UnsupportedError: the problem proposes none, or by a word that the solver does not know.
    """
    for found, known in unknown(budget.search, choose, assign):
        expected = f"what is followed here: {listed(known, 'or')}"
        raise UnsupportedError(f"search=model: found {found}, expected {expected}")
    if not budget.search:
        raise UnsupportedError(
            "search=model: found a problem that proposes none, expected a model with int_search"
        )
    return budget.search


def unknown(
    search: Iterable[ProposedSearch], choose: Collection[str], assign: Collection[str]
) -> Iterator[tuple[str, Collection[str]]]:
    """The words of a search that are not known, each with those that are."""
    for part in search:
        for word, words in zip(
            (part.name, part.choose, part.assign), (SEARCHES, choose, assign), strict=True
        ):
            if word not in words:
                yield word, words
