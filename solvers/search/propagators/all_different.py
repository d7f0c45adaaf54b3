"""Propagators of AllDifferent, from forward checking to Régin's.

They are those of the puzzles (rules.py) on any values.  Exceptions and variables that occur
twice are brought to that case: a variable that may take an excepted value has, in place of all of
these, a value of its own that nobody shares; one that occurs twice may take excepted values only.

    strength    concludes
    --------    -----------------------------------------------------------------------------
    check       nothing; looks whether two decided variables are equal
    forward     the others lose the value of a decided variable
    hidden      as forward, and where there are no more values than variables: a value with
                one place left takes it
    pairs       as hidden, and two variables with the same two values left take both
    gac         every value without support; over more than 300 variables as forward, as the
                recursion of the matching is as deep as there are variables
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, TypeGuard

from accord.puzzles import ValueSet
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.solvers.search.propagators.propagator import (
    NOTHING,
    Kept,
    Propagator,
    in_turn,
    narrower,
)
from accord.solvers.search.rules import Rule, hidden_singles, naked_pairs, supported_values

Strength = Literal["check", "forward", "hidden", "pairs", "gac"]
MOST_MATCHED = 300  # variables


def is_pairwise(constraint: Constraint) -> TypeGuard[AllDifferent]:
    """Whether a constraint says of each two of its variables that they differ, and no more."""
    if not isinstance(constraint, AllDifferent) or constraint.excepted:
        return False
    return len({*constraint.scope}) == len(constraint.scope)


def beyond_forward(
    constraint: AllDifferent, strength: Strength, full: bool
) -> tuple[Propagator, ...]:
    """The propagators of a strength beyond `forward`, the cheapest first.

    Hidden singles are looked for in full scopes: of no more values than variables.
    """
    if strength == "gac" and len(constraint.scope) > MOST_MATCHED:
        return ()
    scope = constraint.scope
    return tuple(
        lambda domains, rule=rule: narrower(rule(scope, domains), domains)
        for rule in RULES[strength]
        if full or rule is not hidden_singles
    )


def all_different(constraint: AllDifferent, strength: Strength) -> Propagator:
    """The propagator of a strength."""
    if strength == "check":
        return _check(constraint)
    forward, rules = _forward(constraint), RULES[strength]
    if strength == "gac" and len(constraint.scope) > MOST_MATCHED:
        return forward
    return in_turn(forward, *(_by_rule(constraint, rule) for rule in rules))


def _check(constraint: AllDifferent) -> Propagator:
    scope = constraint.scope

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        decided = [value for each in scope if len(domains[each]) == 1 for value in domains[each]]
        return [] if constraint.holds(decided) else [(scope[0], NOTHING)]

    return propagate


def _forward(constraint: AllDifferent) -> Propagator:
    variables, twice, excepted = _parts(constraint)

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        kept = {each: domains[each] & excepted for each in twice}
        taken: set[int] = set()
        for variable in variables:
            if len(own := domains[variable]) == 1 and not own <= excepted:
                if own <= taken:
                    return [(variable, NOTHING)]
                taken |= own
        for variable in variables:
            domain = kept.get(variable, domains[variable])
            if len(domain) > 1 and not taken.isdisjoint(domain):
                kept[variable] = domain - taken
        return narrower(kept.items(), domains)

    return propagate


def _by_rule(constraint: AllDifferent, rule: Rule) -> Propagator:
    """A rule about values that all differ, with exceptions."""
    variables, twice, excepted = _parts(constraint)
    once = [variable for variable in variables if variable not in twice]

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        own = [domains[variable] for variable in once]
        if excepted:
            own = _without(excepted, own)
        if not own:
            return []
        kept = []
        for place, left in rule(range(len(own)), own):
            own_excepted = domains[once[place]] & excepted
            free = own_excepted if left - domains[once[place]] else NOTHING
            kept.append((once[place], (left & domains[once[place]]) | free))
        return narrower(kept, domains)

    return propagate


def _parts(constraint: AllDifferent) -> tuple[tuple[int, ...], frozenset[int], ValueSet]:
    """The different variables of the scope, those that occur twice, and the excepted values."""
    times = Counter(constraint.scope)
    twice = frozenset(variable for variable, number in times.items() if number > 1)
    return tuple(times), twice, frozenset(constraint.excepted)


def _without(excepted: ValueSet, domains: Iterable[ValueSet]) -> list[ValueSet]:
    """The domains with a value of their own, above all others, in place of excepted ones."""
    domains = [*domains]
    own = max((value for domain in domains for value in domain), default=0)
    return [
        domain if domain.isdisjoint(excepted) else (domain - excepted) | {own + place}
        for place, domain in enumerate(domains, 1)
    ]


RULES: dict[Strength, tuple[Rule, ...]] = {
    "check": (),
    "forward": (),
    "hidden": (hidden_singles,),
    "pairs": (hidden_singles, naked_pairs),
    "gac": (supported_values,),
}
