"""The kinds that XCSP3 says by itself, and those that others decompose into.

XCSP3-core leaves out what is degenerate: empty domains, sums of one variable, tables over none, no
variable at all.  Such a constraint is written as an `intension` of one variable that is never true,
as the one comparison that is left, or not at all.  An index counts from 0 and stays in the list;
another has a fresh variable at its side.  Items are all constants or all variables; among variables
a constant is one, too.  An all-different in which a variable occurs twice is decomposed.  Solvers
do not agree on what division by 0 means, nor read stars in forbidden tuples: the comparison around
the division says that the divisor is not 0 (total.py), and such a tuple is an `intension`.
"""

from collections.abc import Iterable, Iterator, Sequence

from accord.encodings.naming import Words
from accord.encodings.posts import Posts
from accord.encodings.problems.folding import folded
from accord.encodings.problems.total import Totality
from accord.puzzles.constraints import terms
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Entry, Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.domain import Domain

POSTS = Posts("xcsp3")
OPERATORS = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def intervals(domain: Domain) -> str:
    """The values of a domain."""
    return " ".join(str(low) if low == high else f"{low}..{high}" for low, high in domain.intervals)


def never(name: str, low: int) -> str:
    """An intension that no value of a variable satisfies, all being `low` or more."""
    return f"<intension> lt({name},{low}) </intension>"


def false(to: Words) -> str:
    """An intension that no assignment satisfies."""
    domain = to.fresh.domains[0]
    return never(to.names[0], domain.min if domain else 0)


def in_list(names: Iterable[object]) -> str:
    """Names as the list of a constraint."""
    return f"<list> {' '.join(map(str, names))} </list>"


def _each_once(constraint: AllDifferent, fresh: Fresh) -> bool:
    return len({*constraint.scope}) == len(constraint.scope)


@POSTS(AllDifferent, when=_each_once)
def post_all_different(to: Words, constraint: AllDifferent) -> Iterator[str]:
    if len(constraint.scope) < 2:
        return
    names = to.of(constraint.scope)
    if constraint.excepted:
        excepted = f"<except> {' '.join(map(str, constraint.excepted))} </except>"
        yield f"<allDifferent> {in_list(names)} {excepted} </allDifferent>"
    else:
        yield f"<allDifferent> {' '.join(names)} </allDifferent>"


@POSTS(Linear)
def post_linear(to: Words, constraint: Linear) -> Iterator[str]:
    weights, right = constraint.weights, constraint.constant
    operator, names = OPERATORS[constraint.operator], to.of(weights)
    if not weights:
        if not constraint.holds([0] * len(constraint.scope)):
            yield false(to)
    elif len(weights) == 1 and operator in ("eq", "ne") and right % next(iter(weights.values())):
        yield from [false(to)] * (operator == "eq")
    elif [*weights.values()] == [1, -1] and not right:
        yield f"<intension> {operator}({names[0]},{names[1]}) </intension>"
    elif len(weights) == 1 or (len(weights) == 2 and operator == "ne"):
        pairs = zip(weights.values(), names, strict=True)
        terms = [name if weight == 1 else f"mul({weight},{name})" for weight, name in pairs]
        total = f"add({','.join(terms)})" if len(terms) > 1 else terms[0]
        yield f"<intension> {operator}({total},{right}) </intension>"
    else:
        coefficients = " ".join(map(str, weights.values()))
        said = "" if {*weights.values()} == {1} else f" <coeffs> {coefficients} </coeffs>"
        condition = f"<condition> ({operator},{right}) </condition>"
        yield f"<sum> {in_list(names)}{said} {condition} </sum>"


@POSTS(Table)
def post_table(to: Words, constraint: Table) -> Iterator[str]:
    scope, rows = _different(constraint, to.fresh)
    listed = True if any({*row} <= {STAR} for row in rows) else None if rows else False
    if listed == constraint.forbidden:
        yield false(to)
    elif listed is None:
        yield from _extension(to.of(scope), rows, constraint.forbidden)


def _extension(names: list[str], rows: Sequence[Sequence[Entry]], forbidden: bool) -> Iterator[str]:
    """Tuples that are allowed or forbidden; of forbidden ones those with stars apart."""
    short = [row for row in rows if STAR in row and forbidden]
    for row in short:
        pairs = zip(names, row, strict=True)
        differing = [f"ne({name},{entry})" for name, entry in pairs if entry != STAR]
        either = f"or({','.join(differing)})" if len(differing) > 1 else differing[0]
        yield f"<intension> {either} </intension>"
    if len(short) < len(rows):
        whole = [row for row in rows if row not in short]
        tuples = "".join(f"({','.join(map(str, row))})" for row in whole)
        if len(names) == 1:
            tuples = intervals(Domain.of(entry for (entry,) in whole if entry != STAR))
        tag = "conflicts" if forbidden else "supports"
        yield f"<extension> {in_list(names)} <{tag}> {tuples} </{tag}> </extension>"


def _different(table: Table, fresh: Fresh) -> tuple[list[int], list[tuple[Entry, ...]]]:
    """A table over its different variables: tuples that their domains have, in order."""
    scope = [*dict.fromkeys(table.scope)]
    rows: set[tuple[Entry, ...]] = set()
    for entries in table.tuples:
        found: dict[int, Entry] = dict.fromkeys(scope, STAR)
        pairs = [(x, entry) for x, entry in zip(table.scope, entries, strict=True) if entry != STAR]
        found.update(pairs)
        if all(found[x] == entry and entry in fresh.domains[x] for x, entry in pairs):
            rows.add(tuple(found.values()))
    return scope, sorted(rows, key=lambda row: [(entry == STAR, entry) for entry in row])


@POSTS(Element)
def post_element(to: Words, constraint: Element) -> Iterator[str]:
    start, items = constraint.start, constraint.items
    index, value = to.names[constraint.index], atom(to, constraint.value)
    if not to.fresh.domains[constraint.index].between(start, start + len(items) - 1):
        yield false(to)
        return
    if len(items) == 1:
        here = f"eq({index},{start}),eq({value},{atom(to, items[0])})"
        yield f"<intension> and({here}) </intension>"
        return
    index, said = place_in(to, constraint.index, start, len(items))
    yield from said
    place, wanted = f"<index> {index} </index>", f"<value> {value} </value>"
    yield f"<element> {in_list(of_one_sort(to, items))} {place} {wanted} </element>"


def place_in(to: Words, variable: int, start: int, size: int) -> tuple[str, list[str]]:
    """The name of a variable as a place of a list of this size, and constraints for it.

    It is a fresh one where the variable does not count from 0, or may leave the list.
    """
    name, domain = to.names[variable], to.fresh.domains[variable]
    within = domain.between(start, start + size - 1)
    if not within:
        return to.another(Domain.of([0])), [false(to)]
    if not start and within == domain:
        return name, []
    place = to.another(Domain(tuple((low - start, high - start) for low, high in within.intervals)))
    shifted = f"add({place},{start})" if start else place
    return place, [f"<intension> eq({name},{shifted}) </intension>"]


def of_one_sort(to: Words, items: Sequence[int | Variable | str]) -> list[str]:
    """Constants and variables as a list; constants among variables are fresh ones of one value."""
    constants = {each for each in items if isinstance(each, int)}
    if constants == {*items}:
        return [*map(str, items)]
    names = {each: to.another(Domain.of([each])) for each in sorted(constants)}
    return [names[each] if each in names else atom(to, each) for each in items]


def atom(to: Words, one: int | Variable | str) -> str:
    """A constant, or a variable by its name."""
    return to.names[one.number] if isinstance(one, Variable) else str(one)


@POSTS(Expression)
def post_expression(to: Words, constraint: Expression) -> Iterator[str]:
    term = folded(Totality(to.fresh, eager=True).truth(constraint.term), to.fresh.domains)
    names = {variable: to.names[variable] for variable in constraint.scope}
    if isinstance(term, Operation):
        yield f"<intension> {terms.as_text(term, names)} </intension>"
    elif not term:
        yield false(to)
