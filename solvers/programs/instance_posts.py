"""What is said to programs that read XCSP3 as it is; the rest is decomposed.

It is what ACE 2.6 and Choco 4.10.15's reader both read as XCSP3-core means it, found by asking them
for all solutions of random problems (docs/solvers/programs.md).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from accord.encodings.naming import Words
from accord.encodings.posts import Condition, both, sums_within
from accord.encodings.problems import xcsp3
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import largest, primitive
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import STAR, Table, has_stars
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.shared import derived


def _never(constraint: Constraint, fresh: Fresh) -> bool:
    return False


def each_once(constraint: Constraint, fresh: Fresh) -> bool:
    """Whether no variable occurs twice."""
    return len({*constraint.scope}) == len(constraint.scope)


def _may_be_held(constraint: Cumulative, fresh: Fresh) -> bool:
    """Whether a Cumulative has a positive constant limit and no task before 0."""
    if not isinstance(constraint.limit, int) or constraint.limit <= 0:
        return False
    return all(domain.min >= 0 for domain in fresh.of(constraint.origins) if domain)


def _may_occur(constraint: Count, fresh: Fresh) -> bool:
    """Whether a Count's variables can have one of the values that it counts."""
    values = {each for each in constraint.values if isinstance(each, int)}
    of_variables = len(values) < len(constraint.values)
    return of_variables or not all(map(values.isdisjoint, fresh.of(constraint.variables)))


def _is_understood(constraint: Expression, fresh: Fresh) -> bool:
    """Whether an expression has no powers or large numbers, nor negative ones that are misread."""
    if largest(constraint.term, fresh) > MOST:
        return False
    within = {*operators(constraint.term)}
    misread = MISREAD & within if may_be_negative(constraint.term, fresh) else set[str]()
    if "pow" in within or _is_extreme(constraint.term):
        return False
    return not misread or _led_around(constraint, fresh) is not None


def _is_extreme(term: Term) -> bool:
    """Whether a maximum or minimum has to differ from something, or is compared with a number.

    ACE has not implemented the one, and stops at some of the others (`_is_within_reach`).
    """
    differs = "ne"
    while isinstance(term, Operation) and term.operator == "not":
        (term,) = term.operands
        differs = "ne" if differs == "eq" else "eq"
    among = term.operands if isinstance(term, Operation) else ()
    if not any(isinstance(each, Operation) and each.operator in ("min", "max") for each in among):
        return False
    assert isinstance(term, Operation)
    is_bound = term.operator in ("lt", "le", "ge", "gt")
    return term.operator == differs or (is_bound and any(isinstance(each, int) for each in among))


def _is_within_reach(constraint: Maximum | Minimum, fresh: Fresh) -> bool:
    """Whether an extreme has no bound that one of its variables cannot keep; ACE stops at these.

    Nor at one that has to differ from something, which it has not implemented.
    """
    operator, right = constraint.operator, constraint.right
    domains = [each for each in fresh.of(constraint.variables) if each]
    if isinstance(right, int) and isinstance(constraint, Minimum) and operator in ("<", "<="):
        return all(COMPARISONS[operator](each.min, right) for each in domains)
    if isinstance(right, int) and isinstance(constraint, Maximum) and operator in (">", ">="):
        return all(COMPARISONS[operator](each.max, right) for each in domains)
    return operator != "!="


def operators(term: Term) -> Iterator[str]:
    """The operators of a term and all within it."""
    if isinstance(term, Operation):
        yield term.operator
        for operand in term.operands:
            yield from operators(operand)


def may_be_negative(term: Term, fresh: Fresh) -> bool:
    """Whether a variable or operator in a term may be negative."""
    if isinstance(term, Operation):
        return term.operator in ("neg", "sub") or any(
            may_be_negative(operand, fresh) for operand in term.operands
        )
    if isinstance(term, Variable):
        domain = fresh.domains[term.number]
        return bool(domain) and domain.min < 0
    return term < 0


def _led_around(constraint: Expression, fresh: Fresh) -> Expression | None:
    """A variable that is a product, a distance or an absolute value, as both programs read it.

    eq(z,mul(x,y)) is right; eq(z,max(sub(x,y),sub(y,x))) stands for eq(z,dist(x,y)).
    """
    single = primitive(constraint, fresh)
    if single is None or single.result is None or len(single.operands) > 2:
        return None
    if single.operator == "mul":
        return constraint
    if single.operator not in ("abs", "dist"):
        return None
    one, *others = single.operands
    either: tuple[Term, ...] = one, Operation("neg", (one,))
    if others:
        either = Operation("sub", (one, *others)), Operation("sub", (*others, one))
    return Expression(Operation("eq", (single.result, Operation("max", either))))


def _post_expression(to: Words, constraint: Expression) -> Iterator[str]:
    said = constraint
    if may_be_negative(constraint.term, to.fresh):
        said = _led_around(constraint, to.fresh) or constraint
    yield from xcsp3.POSTS.post(said, to)


def _is_plain_square(constraint: AllDifferentMatrix, fresh: Fresh) -> bool:
    """Whether a matrix has as many rows as columns, and no excepted values."""
    return len(constraint.rows) == len(constraint.rows[0]) and not constraint.excepted


def take_time(constraint: NoOverlap | NoOverlap2D, fresh: Fresh) -> bool:
    """Whether no task or rectangle can have a length of 0."""
    lengths = {length for box in constraint.boxes() for length in box.lengths}
    own = (fresh.domains[x.number] if isinstance(x, Variable) else (x,) for x in lengths)
    return all(min(values, default=0) > 0 for values in own)


def _has_several_places(constraint: Precedence, fresh: Fresh) -> bool:
    """Whether two values have to occur in order, and there are as many variables as must occur."""
    number = len(constraint.values)
    return number > 1 and not (constraint.covered and number > len(constraint.scope))


def _bounds_their_number(constraint: NValues, fresh: Fresh) -> bool:
    """Whether an NValues excepts no value, and has an upper or a lower bound."""
    return not constraint.excepted and constraint.operator not in ("=", "!=")


def _post_all_different(to: Words, constraint: AllDifferent) -> Iterator[str]:
    """Few variables of unequal domains in pairs: ACE stops at the table that it makes of them."""
    parts = [constraint]
    if len(constraint.scope) <= SMALL and not constraint.excepted:
        unequal = len({*to.fresh.of(constraint.scope)}) > 1
        parts = [*map(AllDifferent, combinations(constraint.scope, 2))] if unequal else parts
    for each in parts:
        yield from xcsp3.POSTS.post(each, to)


def _post_linear(to: Words, constraint: Linear) -> Iterator[str]:
    """A sum that has to differ from a number without variables of one value: ACE stops at these."""
    domains, weights = to.fresh.domains, constraint.weights
    fixed = {each: weight for each, weight in weights.items() if len(domains[each]) == 1}
    if constraint.operator == "!=":
        weights = {each: weights[each] for each in weights if each not in fixed}
        right = constraint.constant - sum(fixed[each] * domains[each].min for each in fixed)
        constraint = Linear((*weights,), "!=", right, (*weights.values(),))
    yield from xcsp3.POSTS.post(constraint, to)


def _post_table(to: Words, constraint: Table) -> Iterator[str]:
    """A table with stars without variables of one value: ACE takes its tuples for forbidden."""
    pairs = [*zip(constraint.scope, to.fresh.of(constraint.scope), strict=True)]
    kept = [place for place, (_, domain) in enumerate(pairs) if len(domain) != 1]
    if 0 < len(kept) < len(pairs) and derived(constraint.tuples, has_stars):
        rows = [
            row
            for row in constraint.tuples
            if all(
                entry == STAR or len(domain) != 1 or entry in domain
                for entry, (_, domain) in zip(row, pairs, strict=True)
            )
        ]
        scope = tuple(pairs[place][0] for place in kept)
        tuples = tuple(tuple(row[place] for place in kept) for row in rows)
        constraint = Table(scope, tuples, constraint.forbidden)
    yield from xcsp3.POSTS.post(constraint, to)


def _post_no_overlap(to: Words, constraint: NoOverlap | NoOverlap2D) -> Iterator[str]:
    """Post tasks whose lengths are never 0 as if zeros were ignored, which ACE requires."""
    yield from xcsp3.POSTS.post(replace(constraint, zero_ignored=True), to)


MOST = 10**9  # a domain that spans 2**31 ACE does not hold; above that Choco has false solutions
SMALL = 4  # variables of an all-different that ACE turns into a table of permutations
POSTED: Mapping[type[Constraint], Callable[..., Iterator[str]]] = {  # in another way
    AllDifferent: _post_all_different,
    Expression: _post_expression,
    Linear: _post_linear,
    NoOverlap: _post_no_overlap,
    NoOverlap2D: _post_no_overlap,
    Table: _post_table,
}
MISREAD = {"abs", "dist", "mul", "div", "mod"}  # by ACE where numbers are negative; Choco: mod
CONDITIONS: Mapping[type[Constraint], Condition] = {
    AllDifferentMatrix: _is_plain_square,  # ACE stops at others, Choco loses solutions of `except`
    ArgMaximum: _never,  # Choco takes any rank for `any`
    ArgMinimum: _never,
    BinPacking: _never,  # ACE stops at loads, and at a limit of 0
    Cardinality: lambda constraint, fresh: not constraint.closed,  # ACE loses solutions
    Channel: _never,  # ACE stops at a place of one value
    ChannelValue: _never,
    Cumulative: _may_be_held,  # ACE stops at others
    Count: _may_occur,  # ACE stops where none of the values can be there
    Element: each_once,  # ACE stops at a list with a variable twice
    Expression: _is_understood,  # of a power ACE loses solutions, Choco has none
    Linear: sums_within(MOST),
    Maximum: _is_within_reach,
    Minimum: _is_within_reach,
    Knapsack: _never,  # Choco loses solutions
    NValues: _bounds_their_number,  # Choco passes over `!=`, ACE finds false ones of `=`
    NoOverlap: take_time,  # ACE holds tasks of length 0 apart
    NoOverlap2D: take_time,
    Ordered: lambda constraint, fresh: not constraint.lengths,  # both read them in another way
    Precedence: _has_several_places,  # ACE stops at others
    Regular: _never,  # both stop at an automaton that makes one step
}


POSTS = replace(
    xcsp3.POSTS,
    name="xcsp3-programs",
    values=range(-MOST, MOST + 1),
    functions={
        kind: (
            POSTED.get(kind, post),
            both(*filter(None, (when, CONDITIONS.get(kind)))),
        )
        for kind, (post, when) in xcsp3.POSTS.functions.items()
    },
)
