"""The search that a model proposes, followed word by word: which variable, and how it is split.

The words are MiniZinc's (handbook, "Search annotations").  A node has two children, x in some of
its values and x in the others, as MiniZinc says it: x = v and x != v, or x <= m and x > m.  Ties
go to the variable that is listed first.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from accord.puzzles import Cell, Value, ValueSet
from accord.puzzles.proposed_search import ProposedSearch
from accord.solvers.search.network import Domains, Network
from accord.solvers.search.orders import Experience, dom_wdeg

Halves = tuple[list[Value], list[Value]]  # of a variable's values, the first ones tried first


def _regret(domain: ValueSet) -> int:
    least, second = sorted(domain)[:2]
    return second - least


CHOOSE: dict[str, Callable[[Network, ValueSet, Cell], Any]] = {  # the least of them is next
    "input_order": lambda network, domain, cell: 0,
    "first_fail": lambda network, domain, cell: len(domain),
    "anti_first_fail": lambda network, domain, cell: -len(domain),
    "smallest": lambda network, domain, cell: min(domain),
    "largest": lambda network, domain, cell: -max(domain),
    "occurrence": lambda network, domain, cell: -len(network.constraints_of[cell]),
    "most_constrained": lambda network, domain, cell: (
        len(domain), -len(network.constraints_of[cell]),
    ),
    "max_regret": lambda network, domain, cell: -_regret(domain),
}  # fmt: skip
DOM_W_DEG = "dom_w_deg"


def _one(place: Callable[[list[Value], Random], int], *, is_first: bool = True) -> "Split":
    """Apart from the others the value at a place."""

    def split(values: list[Value], random: Random) -> Halves:
        at = place(values, random)
        one, others = [values[at]], values[:at] + values[at + 1 :]
        return (one, others) if is_first else (others, one)

    return split


def _middle(values: list[Value], random: Random) -> int:
    """The place of the value closest to the mean of the least and the greatest."""
    ends = values[0] + values[-1]
    return min(range(len(values)), key=lambda place: abs(2 * values[place] - ends))


def _at_the_mean(values: list[Value]) -> Halves:
    mean = (values[0] + values[-1]) // 2
    return [each for each in values if each <= mean], [each for each in values if each > mean]


def _interval(values: list[Value], random: Random) -> Halves:
    """The first interval of the values and the others; halves of a single one."""
    gaps = (at for at in range(1, len(values)) if values[at] > values[at - 1] + 1)
    at = next(gaps, 0)
    return (values[:at], values[at:]) if at else _at_the_mean(values)


def _random_half(values: list[Value], random: Random) -> Halves:
    low, high = _at_the_mean(values)
    return (low, high) if random.random() < 0.5 else (high, low)


Split = Callable[[list[Value], Random], Halves]
_PLACES: dict[str, Callable[[list[Value], Random], int]] = {
    "min": lambda values, random: 0,
    "max": lambda values, random: len(values) - 1,
    "median": lambda values, random: (len(values) - 1) // 2,
    "random": lambda values, random: random.randrange(len(values)),
}
ASSIGN: dict[str, Split] = {
    "indomain": _one(_PLACES["min"]),
    **{f"indomain_{word}": _one(place) for word, place in _PLACES.items()},
    **{f"outdomain_{word}": _one(place, is_first=False) for word, place in _PLACES.items()},
    "indomain_middle": _one(_middle),
    "indomain_split": lambda values, random: _at_the_mean(values),
    "indomain_reverse_split": lambda values, random: _at_the_mean(values)[::-1],
    "indomain_split_random": _random_half,
    "indomain_interval": _interval,
}


def next_branch(
    search: Sequence[ProposedSearch],
    network: Network,
    domains: Domains,
    undecided: Sequence[Cell],
    experience: Experience,
) -> tuple[Cell, Halves] | None:
    """The variable that a proposed search takes next, and its halves; None where none is left."""
    for part in search:
        if open_ := [cell for cell in part.variables if len(domains[cell]) > 1]:
            if part.choose == DOM_W_DEG:
                cell = dom_wdeg(network, domains, undecided, experience, open_)
            else:
                measure = CHOOSE[part.choose]
                cell = min(open_, key=lambda cell: measure(network, domains[cell], cell))
            return cell, ASSIGN[part.assign](sorted(domains[cell]), experience.random)
    return None
