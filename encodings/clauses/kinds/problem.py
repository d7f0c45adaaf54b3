"""A problem as clauses, constraint by constraint: all-different, tables, elements and clauses.

    all-different     each value that two variables share has at most one place, and at least one
                      where there are as many variables as values, as in `extended` (direct.py)
    table             of one variable: the values that no tuple has are excluded
                      of two: a value implies one of those that stand beside it in tuples (I. Gent,
                      "Arc consistency in SAT", ECAI 2002), from either side
                      of more, or with stars: a variable for each tuple that is true exactly if its
                      values are taken; one of them is, and a value implies one of its tuples
                      (F. Bacchus, "GAC via unit propagation", CP 2007)
                      of forbidden tuples: not all values of a tuple are taken
    clauses           as they are, of 0/1 variables; a problem of nothing else is its clauses
    element           the index is in the list, and each index says which item the value is

Unit propagation finds every value that no allowed tuple has left, but of forbidden ones.  A star
adds nothing to a tuple, so that a short one is short as clauses, too.  The value of an element
implies one of the indices where it may stand, unless an item has more values than have literals of
their own.  Sums are in linear.py, expressions in expression.py.
"""

from collections.abc import Collection, Iterable, Sequence

from accord.encodings.clauses.clauses import CNF, Clause
from accord.encodings.clauses.kinds import expression, linear
from accord.encodings.clauses.kinds.integers import FORMS, SUMS, TRUE, Integers
from accord.encodings.posts import Flat, Posts, over_truth_values
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.decompose import LARGEST
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Entry, Table
from accord.puzzles.domain import Domain
from accord.puzzles.objective import Objective
from accord.puzzles.outside_data import collector_paused
from accord.puzzles.problem import Problem

TRUTH = Domain(((0, 1),))
POSTS = Posts("clauses", largest=LARGEST)
POSTS(Linear, when=linear.fits)(linear.post_linear)
POSTS(Expression, when=expression.fits)(expression.post_expression)


@POSTS(AllDifferent)
def post_all_different(to: Integers, constraint: AllDifferent) -> None:
    """Write the clauses of an all-different."""
    scope = tuple(dict.fromkeys(constraint.scope))
    for variable in scope:
        if constraint.scope.count(variable) > 1:  # it would have to differ from itself
            to.restrict(variable, constraint.excepted)
    places: dict[int, list[int]] = {}
    for variable in scope:
        for value in to.values(variable):
            places.setdefault(value, []).append(variable)
    full = len(places) == len(scope) and not constraint.excepted
    for value, variables in places.items():
        if value not in constraint.excepted and (full or len(variables) > 1):
            to.say_at_most_one([to.equal(each, value) for each in variables], exactly=full)


@POSTS(Table)
def post_table(to: Integers, constraint: Table) -> None:
    """Write the clauses of a table."""
    scope = tuple(dict.fromkeys(constraint.scope))
    tuples = _possible(to, scope, constraint)
    if constraint.forbidden:
        for entries in tuples:
            to.say(
                -to.equal(variable, entry)
                for variable, entry in zip(scope, entries, strict=True)
                if entry != STAR
            )
    elif not tuples:
        to.say([])
    elif (STAR,) * len(scope) in tuples:
        return  # all are allowed
    elif len(scope) == 1:
        to.restrict(scope[0], {entry for (entry,) in tuples if entry != STAR})
    elif len(scope) == 2 and not any(STAR in entries for entries in tuples):
        for one, other in ((0, 1), (1, 0)):
            pairs = [(each[one], each[other]) for each in tuples]
            having = [
                (value, to.equal(scope[other], beside))
                for value, beside in pairs
                if value != STAR and beside != STAR
            ]
            support(to, scope[one], having)
    else:
        _select(to, scope, tuples)


def _possible(
    to: Integers, scope: Sequence[int], constraint: Table
) -> Collection[tuple[Entry, ...]]:
    """The tuples whose values the domains have, each once.

    Args:
        to: has the domains.
        scope: the variables, each once.
        constraint: which may have a variable at several places.
    """
    tuples: Iterable[tuple[Entry, ...]] = constraint.tuples
    if len(scope) < len(constraint.scope):
        tuples = filter(None, (_merged(constraint.scope, entries) for entries in tuples))
    tuples = dict.fromkeys(tuples)
    for place, variable in enumerate(scope):
        found = {entries[place] for entries in tuples} - {STAR}
        if odd := {value for value in found if value not in to.fresh.domains[variable]}:
            tuples = [entries for entries in tuples if entries[place] not in odd]
    return tuples


def _merged(scope: Sequence[int], entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """A tuple with each variable once; nothing where one would have two values."""
    found: dict[int, Entry] = {}
    for variable, entry in zip(scope, entries, strict=True):
        if found.setdefault(variable, entry) == STAR:
            found[variable] = entry
        elif entry not in (STAR, found[variable]):
            return ()
    return (*found.values(),)


def _select(to: Integers, scope: Sequence[int], tuples: Collection[tuple[Entry, ...]]) -> None:
    """Write that one of the tuples is taken, and that a value implies one that has it."""
    columns = [*zip(*tuples, strict=True)]
    known: list[dict[Entry, int]] = [
        {entry: TRUE if entry == STAR else to.equal(variable, entry) for entry in {*column}}
        for variable, column in zip(scope, columns, strict=True)
    ]
    chosen = [
        to.conjunction(literals[entry] for literals, entry in zip(known, entries, strict=True))
        for entries in tuples
    ]
    to.say(chosen)
    for variable, column in zip(scope, columns, strict=True):
        pairs = [*zip(column, chosen, strict=True)]
        stars = [literal for entry, literal in pairs if entry == STAR]
        support(to, variable, [(entry, each) for entry, each in pairs if entry != STAR], stars)


def support(
    to: Integers, variable: int, having: Sequence[tuple[int, int]], always: Sequence[int] = ()
) -> None:
    """Write that each value implies a literal beside it in `having`, or one of `always`."""
    supports: dict[int, list[int]] = {}
    for value, literal in having:
        supports.setdefault(value, []).append(literal)
    for value, literals in supports.items():
        to.say((-to.equal(variable, value), *literals, *always))
    to.restrict(variable, supports, tuple(always))


@POSTS(Clauses, when=over_truth_values)
def post_clauses(to: Integers, constraint: Clauses) -> None:
    """Write clauses, of which most need no look at their literals."""
    true = [to.equal(variable, 1) for variable in constraint.scope]
    has_constants = TRUE in map(abs, true)
    for clause in constraint.said(true, [-literal for literal in true]):
        if has_constants or len({*map(abs, clause)}) < len(clause) or not clause:
            to.say(clause)
        else:
            to.clauses.append(tuple(clause))


@POSTS(Element)
def post_element(to: Integers, constraint: Element) -> None:
    """Write the clauses of an element."""
    value, domain = to.number(constraint.value), to.fresh.domains[constraint.index]
    places = enumerate(constraint.items, constraint.start)
    items = {at: to.number(item) for at, item in places if at in domain}
    to.restrict(constraint.index, items)
    here = {at: to.equal(constraint.index, at) for at in items}
    for at, item in items.items():
        to.same(item, value, (-here[at],))
    if all(map(to.is_direct, items.values())):
        support(to, value, [(each, here[at]) for at in items for each in to.values(items[at])])


@collector_paused()
def encode(
    problem: Problem, at_most_one: str = "pairwise", sum_way: str = SUMS[0], form: str = FORMS[0]
) -> CNF:
    """The clauses whose models say the solutions of a problem.

    Args:
        problem: what is said.
        at_most_one: a name of AT_MOST_ONE.
        sum_way: a name of SUMS.
        form: a name of FORMS.

    Raises:
        UnsupportedError: a domain is too large, or a constraint would be too many clauses.
    """
    flat = POSTS.flatten(problem)
    if (as_it_is := _of_clauses(problem)) is not None:
        return as_it_is
    return formula(problem, flat, POSTS, Integers(flat.fresh, at_most_one, sum_way, form))


def _of_clauses(problem: Problem) -> CNF | None:
    """The clauses of a problem that has nothing else, with its variables; None of another one.

    A variable that stands in none has one that is always true, as solvers forget it else.
    """
    variables = range(1, len(problem.domains) + 1)
    if problem.goal is not None or {*problem.domains} != {TRUTH}:
        return None
    clauses: list[Clause] = []
    for each in problem.constraints:
        if not isinstance(each, Clauses) or each.clauses.empty:
            return None
        if each.scope == tuple(range(len(variables))):
            clauses += each.clauses
        else:
            own = [variable + 1 for variable in each.scope]
            clauses += map(tuple, each.said(own, [-variable for variable in own]))
    used = {abs(literal) for clause in clauses for literal in clause}
    clauses += [(each, -each) for each in variables if each not in used]
    cells = [{0: (-each,), 1: (each,)} for each in variables]
    return CNF(len(variables), clauses, cells, of=problem)


def formula(problem: Problem, flat: Flat, posts: Posts, to: Integers) -> CNF:
    """The clauses that functions of these posts write for a flattened problem."""
    own = range(len(problem.domains))
    if not all(flat.domains):
        return CNF(1, [(1,), (-1,)], [{} for _ in own], of=problem)
    for constraint in flat.constraints:
        posts.post(constraint, to)
    ends = None if problem.goal is None else _ends(to, problem.goal)
    cells = [to.meanings(variable) for variable in own]
    return CNF(to.variables, to.clauses, cells, to.determined, problem, ends)


def _ends(to: Integers, goal: Objective) -> dict[int, int]:
    """The literals of the objective, a variable, in the order encoding, beside others it has."""
    (variable,) = goal.scope
    assert goal.terms == (Variable(variable),)
    return dict(zip(to.values(variable), to.at_most_each(variable), strict=False))
