"""What CPMpy is told of each kind of constraint, in its own objects.

Native are AllDifferent, sums, allowed tuples, |x|, products of two variables, minima, maxima,
counts, orders, channels, automata, circuits and tasks; the rest becomes these.  CPMpy flattens them
once more for its solver.  A variable stands once in a constraint, and numbers stay within the bound
of Choco, the narrowest of the solvers behind it.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from accord.encodings.posts import (
    Posts,
    apart_within,
    both,
    both_ways,
    constant_values,
    counted,
    equations_within,
    has_paths,
    has_words,
    matrices,
    of_characters,
    of_two_nodes,
    of_two_or_more,
    over_truth_values,
    right_within,
    several_uncovered,
    sides,
    sums_within,
    tasks_within,
    without_exceptions,
    without_intervals,
    without_lengths,
)
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.automaton import number_of_words, used
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, TooLargeError, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.expression import Atom, largest, primitive
from accord.puzzles.constraints.decompositions.table import allowed
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.domain import Domain

MOST = 21_474_836  # Choco's MAX_INT_BOUND
POSTS = Posts("cpmpy", LARGEST, range(-MOST, MOST + 1), foreign=("cpmpy",))


class CpmpyModel(NamedTuple):
    """A model of CPMpy, its variables in order, and their domains."""

    model: Any
    variables: list[Any]
    fresh: Fresh

    def of(self, scope: Sequence[int]) -> list[Any]:
        """The variables of a scope."""
        return [self.variables[each] for each in scope]

    def atom(self, atom: Atom) -> Any:
        """A variable, or a constant as it is."""
        return self.variables[atom.number] if isinstance(atom, Variable) else atom

    def restrict(self, variable: Any, domain: Domain) -> None:
        """Post that a variable takes no value in the gaps of its domain."""
        for (_, below), (above, _) in pairwise(domain.intervals):
            self.model.add((variable <= below) | (variable >= above))


@POSTS(AllDifferent, when=without_exceptions)
def post_all_different(to: CpmpyModel, constraint: AllDifferent) -> None:
    import cpmpy

    if len(set(constraint.scope)) < len(constraint.scope):
        to.model.add(False)
    elif len(constraint.scope) > 1:
        to.model.add(cpmpy.AllDifferent(to.of(constraint.scope)))


@POSTS(Linear, when=sums_within(MOST))
def post_linear(to: CpmpyModel, constraint: Linear) -> None:
    import cpmpy

    def total(terms: list[Any]) -> Any:
        return terms[0] + terms[1] if len(terms) == 2 else cpmpy.sum(terms)

    to.model.add(COMPARISONS[constraint.operator](*sides(constraint, to.variables, total)))


def _is_short(constraint: Table, fresh: Fresh) -> bool:
    """Whether a Table allows few tuples, at most LARGEST."""
    try:
        return len(_allowed(constraint, fresh)) <= LARGEST
    except TooLargeError:
        return False


def _allowed(constraint: Table, fresh: Fresh) -> list[tuple[int, ...]]:
    """The tuples that a Table allows, over each of its variables once."""
    scope = constraint.scope
    first = [scope.index(variable) for variable in dict.fromkeys(scope)]
    return [tuple(values[place] for place in first) for values in allowed(constraint, fresh)]


@POSTS(Table, when=_is_short)
def post_table(to: CpmpyModel, constraint: Table) -> None:
    import cpmpy

    scope, tuples = to.of([*dict.fromkeys(constraint.scope)]), _allowed(constraint, to.fresh)
    if scope and tuples:
        to.model.add(cpmpy.Table(scope, [*map(list, tuples)]))
    else:
        to.model.add(bool(tuples))


def _once(constraint: Constraint, fresh: Fresh) -> bool:
    """Whether a constraint has variables, none of them twice."""
    return 0 < len(set(constraint.scope)) == len(constraint.scope)


@POSTS(Clauses, when=over_truth_values)
def post_clauses(to: CpmpyModel, constraint: Clauses) -> None:
    import cpmpy

    own = to.of(constraint.scope)
    for clause in constraint.said([x == 1 for x in own], [x == 0 for x in own]):
        to.model.add(cpmpy.any(clause))


@POSTS(Maximum, when=both(_once, equations_within(MOST)))
@POSTS(Minimum, when=both(_once, equations_within(MOST)))
def post_maximum_or_minimum(to: CpmpyModel, constraint: Maximum | Minimum) -> None:
    import cpmpy

    extreme = cpmpy.Maximum if isinstance(constraint, Maximum) else cpmpy.Minimum
    to.model.add(extreme(to.of(constraint.variables)) == to.atom(constraint.right))


@POSTS(AllEqual, when=_once)
def post_all_equal(to: CpmpyModel, constraint: AllEqual) -> None:
    import cpmpy

    to.model.add(cpmpy.AllEqual(to.of(constraint.scope)))


@POSTS(Ordered, when=both(_once, without_lengths))
def post_ordered(to: CpmpyModel, constraint: Ordered) -> None:
    import cpmpy

    kinds = {
        "<": cpmpy.IncreasingStrict,
        "<=": cpmpy.Increasing,
        ">=": cpmpy.Decreasing,
        ">": cpmpy.DecreasingStrict,
    }
    to.model.add(kinds[constraint.operator](to.of(constraint.variables)))


@POSTS(Lex, when=both(_once, of_two_or_more))
def post_lex(to: CpmpyModel, constraint: Lex) -> None:
    import cpmpy

    strict = constraint.operator in ("<", ">")
    for lists in matrices(constraint):
        rows = [to.of(row) for row in lists]
        to.model.add(cpmpy.LexChainLess(rows) if strict else cpmpy.LexChainLessEq(rows))


@POSTS(Precedence, when=both(_once, several_uncovered))
def post_precedence(to: CpmpyModel, constraint: Precedence) -> None:
    import cpmpy

    to.model.add(cpmpy.Precedence(to.of(constraint.scope), [*constraint.values]))


def _of_several(constraint: Regular, fresh: Fresh) -> bool:
    """Whether a Regular has two variables or more: CPMpy 1.1 fails on a single one."""
    return len(constraint.scope) > 1


@POSTS(Regular, when=both(_once, _of_several, has_words, of_characters))
def post_regular(to: CpmpyModel, constraint: Regular) -> None:
    import cpmpy

    steps, final = used(constraint.automaton, to.fresh.of(constraint.scope))
    to.model.add(cpmpy.Regular(to.of(constraint.scope), steps, 0, final))


def _few_paths(constraint: MDD, fresh: Fresh) -> bool:
    """Whether an MDD has few paths: CPMpy 1.1 walks along all of them."""
    return number_of_words(constraint.regular.automaton, fresh.of(constraint.scope)) <= LARGEST


@POSTS(MDD, when=both(_once, has_paths, _few_paths))
def post_mdd(to: CpmpyModel, constraint: MDD) -> None:
    import cpmpy

    steps, _ = used(constraint.regular.automaton, to.fresh.of(constraint.scope))
    to.model.add(cpmpy.MDD(to.of(constraint.scope), steps, 0))


def _from_zero(constraint: Channel, fresh: Fresh) -> bool:
    return not any(constraint.starts)


@POSTS(Channel, when=both(both_ways, _once, _from_zero))
def post_channel(to: CpmpyModel, constraint: Channel) -> None:
    import cpmpy

    one, other = map(to.of, constraint.lists)
    to.model.add(cpmpy.Inverse(one, other))


def _without_loops(constraint: Circuit, fresh: Fresh) -> bool:
    return not constraint.loops


@POSTS(Circuit, when=both(of_two_nodes, _once, _without_loops))
def post_circuit(to: CpmpyModel, constraint: Circuit) -> None:
    import cpmpy

    own, start = to.of(constraint.variables), constraint.start
    to.model.add(cpmpy.Circuit([each - start if start else each for each in own]))


def _from_zero_on(constraint: NoOverlap | Cumulative, fresh: Fresh) -> bool:
    """Whether no task begins before 0, where Pumpkin, one of CPMpy's solvers, is wrong."""
    return all(domain and domain.min >= 0 for domain in fresh.of(constraint.origins))


# Choco, one of its solvers, loses solutions where a task may have the length 0.
@POSTS(NoOverlap, when=both(_once, apart_within(MOST), _from_zero_on))
def post_no_overlap(to: CpmpyModel, constraint: NoOverlap) -> None:
    import cpmpy

    boxes = counted(constraint)
    lengths = [to.atom(box.lengths[0]) for box in boxes]
    to.model.add(cpmpy.NoOverlap(to.of([box.origins[0] for box in boxes]), lengths))


@POSTS(Cumulative, when=both(_once, tasks_within(MOST, shortest=1), _from_zero_on))
def post_cumulative(to: CpmpyModel, constraint: Cumulative) -> None:
    import cpmpy

    origins, durations, heights = zip(*constraint.tasks(), strict=True)
    limit = to.atom(constraint.limit)
    to.model.add(limit >= 0)
    to.model.add(
        cpmpy.Cumulative(
            to.of(origins),
            [to.atom(each) for each in durations],
            demand=[to.atom(each) for each in heights],
            capacity=limit,
        )
    )


def _compared(to: CpmpyModel, measured: Any, constraint: Measure) -> None:
    to.model.add(COMPARISONS[constraint.operator](measured, to.atom(constraint.right)))


def _is_of_something(constraint: Count | NValues | Cardinality, fresh: Fresh) -> bool:
    return bool(constraint.variables)


@POSTS(Count, when=both(_is_of_something, _once, constant_values, right_within(MOST)))
def post_count(to: CpmpyModel, constraint: Count) -> None:
    import cpmpy

    _compared(to, cpmpy.Among(to.of(constraint.variables), [*constraint.values]), constraint)


def _has_no_exceptions(constraint: NValues, fresh: Fresh) -> bool:
    return not constraint.excepted


@POSTS(NValues, when=both(_is_of_something, _once, _has_no_exceptions, right_within(MOST)))
def post_n_values(to: CpmpyModel, constraint: NValues) -> None:
    import cpmpy

    _compared(to, cpmpy.NValue(to.of(constraint.variables)), constraint)


@POSTS(Cardinality, when=both(_is_of_something, _once, without_intervals))
def post_cardinality(to: CpmpyModel, constraint: Cardinality) -> None:
    import cpmpy

    own, values = to.of(constraint.variables), [*constraint.values]
    times = [to.atom(each) for each in constraint.occurrences if not isinstance(each, tuple)]
    to.model.add(cpmpy.GlobalCardinalityCount(own, values, times, constraint.closed))


def _is_native(constraint: Expression, fresh: Fresh) -> bool:
    single = primitive(constraint, fresh)
    if single is None or single.result is None or len(set(single.operands)) < len(single.operands):
        return False
    if single.result in single.operands or single.operator not in ("abs", "mul", "min", "max"):
        return False
    pair = len(single.operands) == 2
    variables = any(isinstance(each, Variable) for each in single.operands)
    return (
        variables and (pair or single.operator != "mul") and largest(constraint.term, fresh) <= MOST
    )


@POSTS(Expression, when=_is_native)
def post_expression(to: CpmpyModel, constraint: Expression) -> None:
    import cpmpy

    single = primitive(constraint, to.fresh)
    assert single is not None
    assert single.result is not None
    value, atoms = to.atom(single.result), [to.atom(atom) for atom in single.operands]
    if single.operator == "abs":
        to.model.add(cpmpy.Abs(atoms[0]) == value)
    elif single.operator == "mul":
        to.model.add(atoms[0] * atoms[1] == value)
    elif single.operator == "min":
        to.model.add(cpmpy.Minimum(atoms) == value)
    else:
        to.model.add(cpmpy.Maximum(atoms) == value)
