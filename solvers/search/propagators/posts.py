"""Which propagator a search uses for a constraint, by the name of its filter.

    filter     all-different   kinds with a propagator   every other kind
    --------   -------------   -----------------------   ----------------
    check      check           holds                     holds
    forward    forward         last open                 last open
    singles    forward         their own                 last open
    hidden     hidden          their own                 last open
    pairs      pairs           their own                 last open
    gac        gac             their own                 last open

A file of this folder that ends in `PROPAGATES = {class: function}` has the propagators of kinds,
and says in its first line how strong they are.
A domain is a set of its values here, and has at most 100,000.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal

from accord.encodings.posts import Posts
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, kinds
from accord.puzzles.discovery import members_by
from accord.solvers.search.propagators.all_different import (
    Strength,
    all_different,
    beyond_forward,
    is_pairwise,
)
from accord.solvers.search.propagators.propagator import Propagator, every, holds, last_open

FilterName = Literal["check", "forward", "singles", "hidden", "pairs", "gac"]
WEAK = ("check", "forward")  # filters that run a constraint once
LARGEST = 100_000  # values of a domain

MEANING = Posts("holds", largest=LARGEST)
"""Of the searches that need only what constraints mean."""
PROPAGATORS = Posts("propagators", largest=LARGEST)
"""Of the search that propagates: called with the name of the filter and the constraint."""


def propagator(name: FilterName, constraint: Constraint) -> Propagator:
    """The propagator of a constraint with variables."""
    own: Propagator = PROPAGATORS.post(constraint, name)
    return own


def propagators(
    name: FilterName, constraint: Constraint, domains: Sequence[Collection[int]]
) -> tuple[Propagator, ...]:
    """The propagators that a filter runs of a constraint with variables, the cheapest first.

    Of one that says only that all differ: beyond what follows from each two of its variables.

    Args:
        name: of the filter.
        constraint: that is propagated.
        domains: of all variables of the problem.
    """
    if is_pairwise(constraint):
        own, most = [domains[variable] for variable in constraint.scope], len(constraint.scope)
        looks = name in ("hidden", "pairs") and all(len(each) <= most for each in own)
        full = looks and len(set[int]().union(*own)) <= most
        return beyond_forward(constraint, _strength(name), full)
    return (propagator(name, constraint),)


def _strength(name: FilterName) -> Strength:
    """The strength of all-different's propagators under a filter."""
    return "forward" if name == "singles" else name


def by_meaning(name: FilterName, each: Constraint) -> Propagator:
    """The propagator that only evaluates `holds`, for any kind; of clauses for each clause."""
    if isinstance(each, Clauses):
        return every(each, [*each.parts()], holds if name == "check" else last_open)
    return holds(each) if name == "check" else last_open(each)


@PROPAGATORS(AllDifferent)
def propagator_of_all_different(name: FilterName, each: AllDifferent) -> Propagator:
    return all_different(each, _strength(name))


@PROPAGATORS(AllDifferentMatrix)
def propagator_of_all_different_matrix(name: FilterName, each: AllDifferentMatrix) -> Propagator:
    return every(each, [*each.lines()], lambda line: all_different(line, _strength(name)))


def _strong(function: Callable[[Any], Propagator]) -> Callable[[FilterName, Any], Propagator]:
    """A kind's own propagator; with the filters check and forward the one made of `holds`."""
    return lambda name, each: by_meaning(name, each) if name in WEAK else function(each)


for kind, function in members_by("PROPAGATES", "accord.solvers.search.propagators").items():
    PROPAGATORS(kind)(_strong(function))
for kind in kinds().values():
    MEANING(kind)(holds)
    if kind not in PROPAGATORS.functions:
        PROPAGATORS(kind)(by_meaning)
