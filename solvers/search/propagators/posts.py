"""Which propagator a search uses for a constraint, by the name of its filter.

    filter     all-different   linear      table, element   every other kind
    --------   -------------   ---------   --------------   ----------------
    check      check           holds       holds            holds
    forward    forward         last open   last open        last open
    singles    forward         bounds      gac              last open
    hidden     hidden          bounds      gac              last open
    pairs      pairs           bounds      gac              last open
    gac        gac             bounds      gac              last open

A domain is a set of its values here, and has at most 100,000.
"""

from typing import Literal

from accord.encodings.posts import Posts
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, kinds
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table
from accord.solvers.search.propagators import element, table
from accord.solvers.search.propagators.all_different import all_different
from accord.solvers.search.propagators.by_meaning import holds, last_open
from accord.solvers.search.propagators.linear import bounds
from accord.solvers.search.propagators.propagator import Propagator

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


def by_meaning(name: FilterName, each: Constraint) -> Propagator:
    """What there is for every kind."""
    return holds(each) if name == "check" else last_open(each)


@PROPAGATORS(AllDifferent)
def _(name: FilterName, each: AllDifferent) -> Propagator:
    return all_different(each, "forward" if name == "singles" else name)


@PROPAGATORS(Linear)
def _(name: FilterName, each: Linear) -> Propagator:
    return by_meaning(name, each) if name in WEAK else bounds(each)


@PROPAGATORS(Table)
def _(name: FilterName, each: Table) -> Propagator:
    return by_meaning(name, each) if name in WEAK else table.gac(each)


@PROPAGATORS(Element)
def _(name: FilterName, each: Element) -> Propagator:
    return by_meaning(name, each) if name in WEAK else element.gac(each)


for kind in kinds().values():
    MEANING(kind)(holds)
    if kind not in PROPAGATORS.functions:
        PROPAGATORS(kind)(by_meaning)
