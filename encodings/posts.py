"""Posts: what a backend or an encoding says in its own words, one function for each kind.

    POSTS = Posts("cpsat")

    @POSTS(AllDifferent, when=without_exceptions)
    def post_all_different(model, constraint):
        model.add_all_different(...)

What is not posted is decomposed (puzzles/constraints/decompositions) until everything is, or the
problem is refused by name.  So what a backend can do follows from its functions and is declared
nowhere.

Which functions a constraint has passed is evidence: two claims are independent only where these
differ for every constraint, whoever searched.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add, mul
from typing import Any

from accord.encodings.model import UnsupportedError
from accord.puzzles.constraints.automaton import used
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Constraint, TooLargeError, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import (
    LARGEST,
    Fresh,
    decompose,
    decompositions,
)
from accord.puzzles.constraints.decompositions.expression import largest
from accord.puzzles.constraints.decompositions.table import allowed
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.no_overlap import Box, NoOverlap, NoOverlap2D, variables_of
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table, has_stars
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem
from accord.puzzles.shared import derived

Post = Callable[..., Any]  # of what the backend or encoding needs, and the constraint
Condition = Callable[[Any, Fresh], bool]  # of a constraint, and the variables
DEEPEST = 8  # decompositions of what a decomposition gave
MOST_CONSTRAINTS = 2_000_000  # that a problem decomposes into


@dataclass(frozen=True)
class Flat:
    """A problem in kinds that are posted."""

    fresh: Fresh  # the problem's variables, then fresh ones
    constraints: tuple[Constraint, ...]
    provenance: tuple[frozenset[str], ...]  # for each constraint of the problem, the functions
    owners: tuple[int, ...]  # for each of `constraints`, that of the problem, by its place

    @property
    def domains(self) -> Sequence[Domain]:
        """The domains of the problem's variables, then of fresh ones."""
        return self.fresh.domains


@dataclass(frozen=True)
class Posts:
    """The functions of one backend or encoding, by kind.

    Args:
        name: whose functions they are; those of the same name are shared.
        largest: values of the largest domain it expands; None where it expands none.
        values: those that its integers have; None where they have no limits.
        foreign: translators of others that every constraint passes.
    """

    name: str
    largest: int | None = None
    values: range | None = None
    foreign: tuple[str, ...] = ()
    functions: dict[type[Constraint], tuple[Post, Condition | None]] = field(default_factory=dict)

    def __call__(
        self, kind: type[Constraint], *, when: Condition | None = None
    ) -> Callable[[Post], Post]:
        """Register the decorated function as what posts a kind of constraint.

        Args:
            kind: of the constraint.
            when: whether it posts one; the others are decomposed.
        """

        def note(post: Post) -> Post:
            self.functions[kind] = post, when
            return post

        return note

    def without(self, kind: type[Constraint]) -> "Posts":
        """These functions without the one of a kind: its constraints are decomposed."""
        others = {each: post for each, post in self.functions.items() if each is not kind}
        return replace(self, functions=others)

    def post(self, constraint: Constraint, *args: Any) -> Any:
        """Post a constraint of `flatten`; the function gets these arguments before it."""
        return self.functions[type(constraint)][0](*args, constraint)

    def is_posted(self, constraint: Constraint, fresh: Fresh) -> bool:
        """Whether a function posts this constraint, so that it is not decomposed."""
        _, when = self.functions.get(type(constraint), (None, _never))
        return when is None or when(constraint, fresh)

    def flatten(self, problem: Problem) -> Flat:
        """The problem in kinds that are posted; where all are, what it is.

        Raises:
            UnsupportedError: a constraint can be neither posted nor decomposed, or a domain is too
                large; says which.
        """
        fresh = Fresh(problem.domains)
        self._expect_domains(problem, fresh)
        posted: list[Constraint] = []
        provenance: list[frozenset[str]] = []
        owners: list[int] = []
        for place, constraint in enumerate(problem.constraints):
            names = {*self.foreign}
            owner = constraint.name or f"of constraint {place + 1}"
            for part in self._parts(constraint, fresh, names, owner, 0):
                posted.append(part)
                owners.append(place)
                if len(posted) > MOST_CONSTRAINTS:
                    raise UnsupportedError(f"it is more than {MOST_CONSTRAINTS:,} constraints")
            provenance.append(frozenset(names))
        if len(fresh.domains) > len(problem.domains):
            self._expect_domains(problem, fresh)
        return Flat(fresh, tuple(posted), tuple(provenance), tuple(owners))

    def _parts(
        self, constraint: Constraint, fresh: Fresh, names: set[str], owner: str, depth: int
    ) -> Iterator[Constraint]:
        kind = constraint.kind
        if self.is_posted(constraint, fresh):
            names.add(f"{self.name} {kind}")
            yield constraint
            return
        if type(constraint) not in decompositions() or depth == DEEPEST:
            raise UnsupportedError(f"it cannot post {kind} {owner}")
        names.add(f"decompose {kind}")
        try:
            parts = [*decompose(constraint, fresh)]
        except TooLargeError as error:
            raise UnsupportedError(f"it cannot post {kind} {owner}: {error}") from None
        for part in parts:
            yield from self._parts(part, fresh, names, owner, depth + 1)

    def _expect_domains(self, problem: Problem, fresh: Fresh) -> None:
        if not any(map(self._refusal, fresh.different())):
            return
        place, why = next(
            (place, why) for place, each in enumerate(fresh.domains) if (why := self._refusal(each))
        )
        own = place < len(problem.domains)
        what = problem.names[place] if own else "a fresh variable"
        raise UnsupportedError(f"{what} has {why}")

    def _refusal(self, domain: Domain) -> str:
        """The reason why a domain is refused, with what was expected; empty if it is not."""
        if self.largest is not None and domain.size > self.largest:
            return f"{domain.size:,} values; it takes at most {self.largest:,}"
        values = self.values
        if values and domain and not (domain.min in values and domain.max in values):
            return f"the values {domain}; it takes {values[0]:,} to {values[-1]:,}"
        return ""


def _never(constraint: Constraint, fresh: Fresh) -> bool:
    return False


def over_truth_values(constraint: Constraint, fresh: Fresh) -> bool:
    """Whether a constraint's variables have no values but 0 and 1, and at least one."""
    return all(each and each.min >= 0 and each.max <= 1 for each in {*fresh.of(constraint.scope)})


def without_exceptions(constraint: Any, fresh: Fresh) -> bool:
    """Whether an AllDifferent excepts no values."""
    return not constraint.excepted


def sums_within(most: int) -> Condition:
    """The condition that the absolute values in a Linear add up to at most this."""

    def fits(constraint: Linear, fresh: Fresh) -> bool:
        total = abs(constraint.constant)
        for weight, domain in zip(constraint.coefficients, fresh.of(constraint.scope), strict=True):
            ends = (domain.min, domain.max) if domain else (0, 0)
            total += abs(weight) * max(1, *map(abs, ends))
        return total <= most

    return fits


def total_of(terms: list[Any]) -> Any:
    """The sum of a library's objects, one at least."""
    return reduce(add, terms)


def sides(
    constraint: Linear,
    variables: Sequence[Any],
    total: Callable[[list[Any]], Any] = total_of,
    times: Callable[[int, Any], Any] = mul,
) -> tuple[Any, Any]:
    """The two sides of a Linear, in texts or a library's objects: what is subtracted is right.

    Args:
        constraint: a sum.
        variables: by their numbers.
        total: the sum of several, of which the last may be a constant.
        times: a weight above 1 times a variable.
    """
    left: list[Any] = []
    right: list[Any] = []
    for each, weight in constraint.weights.items():
        term = variables[each] if abs(weight) == 1 else times(abs(weight), variables[each])
        (left if weight > 0 else right).append(term)
    if constraint.constant or not right:
        right.append(constraint.constant)
    one, other = (total(side) if len(side) > 1 else (side or [0])[0] for side in (left, right))
    return one, other


def right_within(most: int) -> Condition:
    """The condition that a measure's right side is a variable, or a constant up to this."""
    return lambda constraint, fresh: (
        isinstance(constraint.right, Variable) or abs(constraint.right) <= most
    )


def equations_within(most: int) -> Condition:
    """The condition of `right_within`, and that the measure's operator is =."""
    fits = right_within(most)
    return lambda constraint, fresh: constraint.operator == "=" and fits(constraint, fresh)


def constant_values(constraint: Count, fresh: Fresh) -> bool:
    """Whether no value of a Count is a variable."""
    return len(constraint.constants) == len(constraint.values)


def both(*conditions: Condition) -> Condition:
    """The condition that all of several hold."""
    return lambda constraint, fresh: all(each(constraint, fresh) for each in conditions)


def without_intervals(constraint: Cardinality, fresh: Fresh) -> bool:
    """Whether a Cardinality says of each value an exact number."""
    return bool(constraint.values) and not any(
        isinstance(each, tuple) for each in constraint.occurrences
    )


def weighed_within(most: int) -> Condition:
    """The condition that a Knapsack has items, nothing negative, and no sum above this."""

    def fits(constraint: Knapsack, fresh: Fresh) -> bool:
        domains = fresh.of(constraint.variables)
        if not domains or not all(domains) or min(each.min for each in domains) < 0:
            return False
        numbers = constraint.weights, constraint.profits
        sums = [sum(map(mul, each, (domain.max for domain in domains))) for each in numbers]
        ends = (constraint.limit, constraint.right)
        sums += [abs(each) for each in ends if isinstance(each, int)]
        return min(map(min, numbers)) >= 0 and max(sums) <= most

    return fits


def inverse(constraint: Channel, fresh: Fresh) -> bool:
    """Whether a Channel has one list, or two of the same length; not empty."""
    return len(constraint.lists[0]) == len(constraint.lists[-1]) > 0


def both_ways(constraint: Channel, fresh: Fresh) -> bool:
    """Whether a Channel has two lists of the same length; not empty."""
    first, *others = constraint.lists
    return bool(first) and any(len(other) == len(first) for other in others)


def packed_within(most: int) -> Condition:
    """The condition that a BinPacking has items and bins, and no load or limit above this."""

    def fits(constraint: BinPacking, fresh: Fresh) -> bool:
        limits = [abs(each) for each in constraint.loads if isinstance(each, int)]
        some = bool(constraint.variables and constraint.loads)
        return some and max(sum(constraint.sizes), *limits, 0) <= most

    return fits


def of_two_nodes(constraint: Circuit, fresh: Fresh) -> bool:
    """Whether a Circuit has two nodes at least, as it has to."""
    return len(constraint.variables) > 1


def counted(constraint: NoOverlap | NoOverlap2D) -> list[Box]:
    """The tasks or rectangles that are not ignored for a constant length of 0."""
    ignored = constraint.zero_ignored
    return [box for box in constraint.boxes() if not (ignored and 0 in box.lengths)]


def apart_within(most: int, least: int = 1, strict: int | None = None) -> Condition:
    """The condition that tasks or rectangles have lengths and ends within bounds.

    Args:
        most: no end is larger, nor smaller than minus this.
        least: the length from which on a library reads zeros as the constraint does.
        strict: the same where zeros are not ignored; None: `least`.
    """

    def fits(constraint: NoOverlap | NoOverlap2D, fresh: Fresh) -> bool:
        boxes = counted(constraint)
        lowest = least if constraint.zero_ignored or strict is None else strict
        variables = variables_of([each for box in constraint.boxes() for each in box.lengths])
        constants = [each for box in boxes for each in box.lengths if isinstance(each, int)]
        lengths = [*fresh.of(variables), *map(Domain.of, zip(constants))]
        return (
            bool(boxes)
            and all(each and each.min >= lowest for each in lengths)
            and _largest_end(boxes, fresh) <= most
        )

    return fits


def _largest_end(boxes: Sequence[Box], fresh: Fresh) -> int:
    """An upper bound of the absolute values of all ends."""
    return max(
        largest(Operation("add", (Variable(origin), length)), fresh)
        for box in boxes
        for origin, length in zip(box.origins, box.lengths, strict=True)
    )


def tasks_within(most: int, shortest: int = 0, constant: bool = False) -> Condition:
    """The condition that durations and heights of a Cumulative are large enough, and sums small.

    Args:
        most: no end, and no sum of heights, is larger.
        shortest: the least duration; heights are not negative.
        constant: durations, heights and the limit have to be constants.
    """

    def fits(constraint: Cumulative, fresh: Fresh) -> bool:
        tasks = constraint.tasks()
        durations = variables_of(constraint.durations)
        heights = variables_of(constraint.heights)
        if not tasks or (constant and (durations or heights or variables_of([constraint.limit]))):
            return False
        if not all(each and each.min >= shortest for each in fresh.of(durations)):
            return False
        if not all(each and each.min >= 0 for each in fresh.of(heights)):
            return False
        end = _largest_end([Box((origin,), (duration,)) for origin, duration, _ in tasks], fresh)
        used = largest(Operation("add", (*(each for _, _, each in tasks), constraint.limit)), fresh)
        return max(end, used) <= most

    return fits


def without_lengths(constraint: Ordered, fresh: Fresh) -> bool:
    """Whether an Ordered has two variables or more, and no lengths."""
    return len(constraint.variables) > 1 and not constraint.lengths


def of_two_or_more(constraint: Lex, fresh: Fresh) -> bool:
    """Whether a Lex has two lists or more, which are not empty."""
    return len(constraint.lists) > 1 and bool(constraint.lists[0])


def matrices(constraint: Lex) -> list[list[tuple[int, ...]]]:
    """The lists of a Lex in ascending order: its rows, and its columns if they are ordered, too."""
    every = [[*constraint.lists]]
    if constraint.columns and len(constraint.lists[0]) > 1:
        every.append([*zip(*constraint.lists, strict=True)])
    return every if constraint.operator in ("<", "<=") else [each[::-1] for each in every]


def several_uncovered(constraint: Precedence, fresh: Fresh) -> bool:
    """Whether a Precedence has variables and two values or more, which need not all occur."""
    several = bool(constraint.scope) and len(constraint.values) > 1
    return several and not constraint.covered


def has_words(constraint: Regular, fresh: Fresh) -> bool:
    """Whether a Regular has variables, and domains with a word that it accepts."""
    return bool(used(constraint.automaton, fresh.of(constraint.scope))[0])


def has_paths(constraint: MDD, fresh: Fresh) -> bool:
    """Whether the domains of an MDD's variables have the values of one of its paths."""
    return has_words(constraint.regular, fresh)


def of_characters(constraint: Constraint, fresh: Fresh) -> bool:
    """Whether all values of a constraint's variables are in 0..65535, for Choco's automata."""
    domains = fresh.of(constraint.scope)
    return all(each and each.min >= 0 and each.max < 2**16 for each in domains)


def few_tuples(constraint: Table, fresh: Fresh) -> bool:
    """Whether a Table forbids tuples without stars, or allows at most LARGEST tuples."""
    if constraint.forbidden:
        return not derived(constraint.tuples, has_stars)
    try:
        return len(allowed(constraint, fresh)) <= LARGEST
    except TooLargeError:
        return False
