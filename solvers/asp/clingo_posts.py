"""What an answer set program says of each kind of constraint: rules over value(I,V).

    variable(0..2).  domain(0,(-1;3..5)).                        three variables, and their values
    { value(I,V) : domain(I,V) } = 1 :- variable(I).             each has one of them
    :- #sum { 2*V,0 : value(0,V); -1*V,1 : value(1,V) } != 5.    2 x0 - x1 = 5

The grounder replaces V by every value, so that what relates two variables costs an instance for
each pair of their values: larger products of domains than it states are refused.  It counts in 32
bits.  Quotients are made of absolute values, whose division rounds down in every version.
"""

from collections.abc import Iterator, Sequence
from math import prod

from accord.encodings.posts import Posts, right_within
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.decompositions.expression import Atom, Primitive, primitive
from accord.puzzles.constraints.decompositions.fresh import LARGEST, Fresh
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem

SUMS = 2**31  # above the largest sum: of all values of its variables, as clasp adds them up
POSTS = Posts("asp", largest=LARGEST, values=range(-SUMS + 1, SUMS))
RULES = """\
% Each variable has exactly one of its values; those of the problem are shown.
{ value(I,V) : domain(I,V) } = 1 :- variable(I).
#defined domain/2.
#defined variable/1.
#show.
"""


def program(problem: Problem) -> Iterator[str]:
    """The program whose answer sets, as far as they are shown, are the solutions.

    Raises:
        UnsupportedError: it cannot say some constraint, or a domain is too large.
    """
    flat = POSTS.flatten(problem)
    for number, domain in enumerate(flat.domains):
        yield f"variable({number})."
        yield f" domain({number},({_pool(domain)})).\n" if domain else "\n"
    yield RULES
    yield f"#show value(I,V) : value(I,V), I < {len(problem.domains)}.\n"
    for constraint in flat.constraints:
        for body in POSTS.post(constraint, flat.fresh):
            yield f":- {body}.\n"


def _pool(domain: Domain) -> str:
    return ";".join(str(low) if low == high else f"{low}..{high}" for low, high in domain.intervals)


@POSTS(AllDifferent)
def _(fresh: Fresh, constraint: AllDifferent) -> Iterator[str]:
    places = enumerate(constraint.scope)
    members = "; ".join(f"{place} : value({each},V)" for place, each in places)
    others = "".join(f", V != {value}" for value in constraint.excepted)
    if members:
        yield f"#count {{ {members} }} > 1, domain(_,V){others}"


def _fits(constraint: Linear, fresh: Fresh) -> bool:
    weights = zip(constraint.coefficients, fresh.of(constraint.scope), strict=True)
    most = sum(abs(weight) * _total(domain) for weight, domain in weights)
    return max(most, abs(constraint.constant), *map(abs, constraint.coefficients), 0) < SUMS


def _size(domain: Domain) -> int:
    return max(abs(domain.min), abs(domain.max)) if domain else 0


def _total(domain: Domain) -> int:
    """At least the sum of the absolute values."""
    return sum((high - low + 1) * max(abs(low), abs(high)) for low, high in domain.intervals)


OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@POSTS(Linear, when=_fits)
def _(fresh: Fresh, constraint: Linear) -> Iterator[str]:
    weights = enumerate(zip(constraint.coefficients, constraint.scope, strict=True))
    terms = "; ".join(f"{weight}*V,{place} : value({each},V)" for place, (weight, each) in weights)
    yield f"#sum {{ {terms} }} {OPPOSITE[constraint.operator]} {constraint.constant}"


@POSTS(Count, when=right_within(SUMS - 1))
def _(fresh: Fresh, constraint: Count) -> Iterator[str]:
    values = [
        f"{place} : value({each},{value})"
        for place, each in enumerate(constraint.variables)
        for value in constraint.values
        if value in fresh.domains[each]
    ]
    yield _unlike(f"#count {{ {'; '.join(values)} }}", constraint)


@POSTS(NValues, when=right_within(SUMS - 1))
def _(fresh: Fresh, constraint: NValues) -> Iterator[str]:
    others = "".join(f", V != {value}" for value in constraint.excepted)
    values = "; ".join(f"V : value({each},V){others}" for each in constraint.variables)
    yield _unlike(f"#count {{ {values} }}", constraint)


def _unlike(measured: str, constraint: Measure) -> str:
    """That what is measured does not compare with the right side."""
    opposite, right = OPPOSITE[constraint.operator], constraint.right
    if isinstance(right, Variable):
        return f"value({right.number},N), {measured} {opposite} N"
    return f"{measured} {opposite} {right}"


@POSTS(Table)
def _(fresh: Fresh, constraint: Table) -> Iterator[str]:
    listed = [
        ", ".join(
            f"value({each},{entry})"
            for each, entry in zip(constraint.scope, entries, strict=True)
            if entry != STAR
        )
        for entries in constraint.tuples
    ]
    if constraint.forbidden:
        yield from (body or "#true" for body in listed)
    elif "" not in listed:
        choices = "; ".join(f"{at} : {body}" for at, body in enumerate(listed))
        yield f"#count {{ {choices} }} < 1"


@POSTS(Element)
def _(fresh: Fresh, constraint: Element) -> Iterator[str]:
    items = dict(enumerate(constraint.items, constraint.start))
    for at in fresh.domains[constraint.index]:
        here = f"value({constraint.index},{at})"
        yield f"{here}, {_differ(items[at], constraint.value)}" if at in items else here


def _differ(one: Atom, other: Atom) -> str:
    """That two atoms have different values."""
    if not isinstance(one, Variable):
        one, other = other, one
    if not isinstance(one, Variable):
        return "#true" if one != other else "#false"
    if not isinstance(other, Variable):
        return f"not value({one.number},{other})"
    return f"value({one.number},V), not value({other.number},V)"


FUNCTIONS = {
    # the value of the operator, by a condition on the operands
    "abs": {"#true": "|X|"},
    "sqr": {"#true": "X*X"},
    "mul": {"#true": "X*Y"},
    "dist": {"#true": "|X-Y|"},
    "min": {"X <= Y": "X", "X > Y": "Y"},
    "max": {"X >= Y": "X", "X < Y": "Y"},
    "div": {
        "X >= 0, Y > 0": "X/Y",
        "X >= 0, Y < 0": "-(X/|Y|)",
        "X < 0, Y > 0": "-(|X|/Y)",
        "X < 0, Y < 0": "|X|/|Y|",
    },
    "mod": {"X >= 0": r"X\|Y|", "X < 0": r"-(|X|\|Y|)"},
    "lt": {"X < Y": "1", "X >= Y": "0"},
    "le": {"X <= Y": "1", "X > Y": "0"},
    "ge": {"X >= Y": "1", "X < Y": "0"},
    "gt": {"X > Y": "1", "X <= Y": "0"},
    "eq": {"X = Y": "1", "X != Y": "0"},
    "ne": {"X != Y": "1", "X = Y": "0"},
}


def _is_small(constraint: Expression, fresh: Fresh) -> bool:
    """Whether it is a function of one or two operands, of which all values can be paired."""
    single = primitive(constraint, fresh)
    if single is None or single.result is None or len(single.operands) > 2:
        return False
    domains = [
        fresh.domains[each.number] if isinstance(each, Variable) else Domain.of([each])
        for each in single.operands
    ]
    sizes = [max(1, _size(domain)) for domain in domains * (3 - len(domains))]
    few = prod(map(len, domains)) <= LARGEST and sum(sizes) < SUMS
    return single.operator in FUNCTIONS and few and prod(sizes) < SUMS


@POSTS(Expression, when=_is_small)
def _(fresh: Fresh, constraint: Expression) -> Iterator[str]:
    single = primitive(constraint, fresh)
    assert single is not None
    values = ", ".join(_values(single))
    for condition, result in FUNCTIONS[single.operator].items():
        assert single.result is not None
        yield f"{values}, {condition}, not value({single.result.number},{result})"


def _values(single: Primitive) -> Sequence[str]:
    """The values of the operands, as X and Y."""
    named = list(zip("XY", single.operands, strict=False))
    if len(named) == 1 and single.operator in ("min", "max"):
        named.append(("Y", single.operands[0]))
    return [
        f"value({each.number},{name})" if isinstance(each, Variable) else f"{name} = {each}"
        for name, each in named
    ]
