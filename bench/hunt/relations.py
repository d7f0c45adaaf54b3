"""Relations: how many solutions a problem has, and how many others have that are made of it.

Nobody has to know how many these are: a solver whose counts do not relate is wrong on one of them.
(Metamorphic testing: Chen, Cheung and Yiu, HKUST-CS98-01, 1998; of constraint solvers Akgün, Gent,
Jefferson, Miguel and Nightingale, "Metamorphic testing of constraint solvers", CP 2018.)

    relation              others                                     solutions
    -------------------   ----------------------------------------   --------------------------
    permuted variables    variables and constraints in any order     as many
    renamed values        every value has another name               as many
    implied constraint    one more that follows from another one     as many
    removed constraint    without one of them                        not fewer
    split domain          two, each with a part of a domain          as many as both together
    more variables        so many beside it, each of one value       as many
    scaled objective      thrice the objective and seven             as many
    opposite objective    the other sense of minus the objective     as many

Of a problem that asks for the best it is the best value that relates: it is the same where there
are as many solutions, not worse with a constraint less, the better one of both parts of a domain,
3 V + 7, and -V.  Numbers of different values (n-values) are neither scaled nor negated.

Of a puzzle variables are cells, which trade places by its symmetries, and givens are constraints.
A relation that a problem has no others for, as it has no constraint, compares values or is a
puzzle, which has no more cells, is not applied to it.

Values have other names in the constraints of kinds that only ask which values are equal, or list
them (FIELD_OF_VALUES): solutions correspond one to one.  Kinds that compare or add values have no
such form, nor have those that compare a number of occurrences with a variable.  If all names are
moved by the same number, a linear constraint has one, too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from random import Random
from typing import Any

from accord.bench.make.chance import shuffled
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Term
from accord.puzzles.derived_problems import Reordering
from accord.puzzles.domain import Domain
from accord.puzzles.grid import Grid
from accord.puzzles.objective import Objective, Sense, Value
from accord.puzzles.optimization import as_term
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle, ValueSet
from accord.puzzles.sudoku.shape import shape
from accord.puzzles.sudoku.symmetry import Symmetry, identity, random_symmetry

MOST_PROJECTED = 2000  # assignments of a constraint that is said as a table
MORE = range(20, 41)  # variables that stand beside a problem

FIELD_OF_VALUES: dict[type[Constraint], str] = {  # kinds, and the field of each that holds values
    AllDifferent: "excepted",
    AllDifferentLists: "excepted",
    AllDifferentMatrix: "excepted",
    AllEqual: "",
    Cardinality: "values",
    Count: "values",
    Instantiation: "values",
    MDD: "transitions",
    NValues: "excepted",
    Precedence: "values",
    Regular: "transitions",
    Table: "tuples",
}
MOVED = (
    Linear.kind,
    *(each.kind for each in FIELD_OF_VALUES),
)  # kinds of which values can be moved

SCALE, SHIFT = 3, 7  # of an objective

Names = Callable[[int], int]  # of all whole numbers, one to one
Others = Sequence[Problem]
Told = Value | None  # a number of solutions, or the best value; None where there is no solution


def _same(goal: Objective | None, one: Told, others: Sequence[Told]) -> bool:
    """Whether the other problem has as many solutions, or the same best value."""
    return others[0] == one


def _not_fewer(goal: Objective | None, one: Told, others: Sequence[Told]) -> bool:
    """Whether the other problem has not fewer solutions, or no worse a best value."""
    return _best(goal, one, others[0]) == others[0]


def _both_together(goal: Objective | None, one: Told, others: Sequence[Told]) -> bool:
    """Whether each solution, or the best value, is that of exactly one of the others."""
    if goal is None:
        return one == sum(each for each in others if isinstance(each, int))
    return one == _best(goal, *others)


def _scaled(goal: Objective | None, one: Told, others: Sequence[Told]) -> bool:
    """Whether the best value of the other is scaled and shifted."""
    return others[0] == _on_each(one, lambda value: SCALE * value + SHIFT)


def _negated(goal: Objective | None, one: Told, others: Sequence[Told]) -> bool:
    """Whether the best value of the other has the other sign."""
    return others[0] == _on_each(one, int.__neg__)


def _best(goal: Objective | None, *several: Told) -> Told:
    """The best of values, or the largest of counts; None where all are."""
    known = [each for each in several if each is not None]
    return goal.best(known) if goal else max(known)


def _on_each(value: Told, change: Callable[[int], int]) -> Told:
    """A value changed; of `lex` each of its parts."""
    if value is None:
        return None
    return tuple(map(change, value)) if isinstance(value, tuple) else change(value)


@dataclass(frozen=True)
class Relation:
    """A metamorphic relation: how problems are made of one, and how counts or best values relate.

    Args:
        name: as in the table above.
        expected: of the counts, in words.
        best: of the best values, in words.
        holds: of the objective, if any, and what is told of a problem and of the others.
        of_problem: makes the others.
        of_puzzle: makes those of a puzzle.
    """

    name: str
    expected: str
    best: str
    holds: Callable[[Objective | None, Told, Sequence[Told]], bool]
    of_problem: Callable[[Problem, Random], Others]
    of_puzzle: Callable[[Puzzle, Random], Others] = lambda puzzle, random: ()

    def relates(self, problem: Problem, told: Sequence[Told]) -> bool:
        """Whether what is told of a problem, and then of its others, relates."""
        first, *rest = told
        return self.holds(problem.goal, first, rest)

    def expected_of(self, problem: Problem) -> str:
        """The sentence on counts that hold of related problems; on best values of an objective."""
        return self.expected if problem.goal is None else self.best

    def others(self, problem: Problem, random: Random) -> Others:
        """Other problems; none, where the relation is not applied to this one."""
        if isinstance(problem, Puzzle):
            return self.of_puzzle(problem, random)
        return self.of_problem(problem, random)


def permuted_variables(problem: Problem, random: Random) -> Others:
    """The problem with its variables and constraints in another order."""
    order = Reordering(
        tuple(shuffled(range(len(problem.domains)), random)),
        tuple(shuffled(range(len(problem.constraints)), random)),
    )
    return [order.puzzle(problem)]


def moved_cells(puzzle: Puzzle, random: Random) -> Others:
    """The puzzle with cells in each other's places, and values renamed where sums allow it."""
    return [random_symmetry(puzzle.shape, random).puzzle(puzzle)]


def renamed(constraint: Constraint, names: Names) -> Constraint | None:
    """The constraint on the values with these names; None where it is on more than which it is."""
    known: Any = constraint
    numbers = (getattr(known, "right", 0), *getattr(known, "occurrences", ()))
    if type(constraint) not in FIELD_OF_VALUES or any(
        isinstance(each, Variable) for each in numbers
    ):
        return None
    field = FIELD_OF_VALUES[type(constraint)]
    return replace(known, **{field: _named(getattr(known, field), names)}) if field else constraint


def _named(values: Any, names: Names) -> Any:
    """Values, also in tuples, by their names; what is none of them stays."""
    if isinstance(values, tuple):
        return tuple(_named(each, names) for each in values)
    return names(values) if isinstance(values, int) else values


def moved(problem: Problem, step: int) -> Problem:
    """The problem with all its values moved; as it is where it has a constraint that cannot be."""
    constraints = list[Constraint]()
    for each in problem.constraints:
        other = renamed(each, lambda value: value + step)
        if isinstance(each, Linear):
            other = replace(each, right=each.constant + step * sum(each.coefficients))
        if other is None:
            return problem
        constraints.append(other)
    domains = [Domain.of(value + step for value in domain) for domain in problem.domains]
    return Problem(domains, constraints, problem.names, shown=problem.shown)


def renamed_values(problem: Problem, random: Random) -> Others:
    """The problem with other names for its values: exchanged, then moved by the same number."""
    if problem.goal is not None:
        return []
    values = sorted({value for domain in problem.domains for value in domain})
    exchanged = dict(zip(values, shuffled(values, random), strict=True))
    step = random.randint(-9, 9)

    def names(value: int) -> int:
        return exchanged.get(value, value) + step

    changed = [renamed(each, names) for each in problem.constraints]
    constraints = [each for each in changed if each is not None]
    if len(constraints) < len(changed):
        return []
    domains = [Domain.of(map(names, domain)) for domain in problem.domains]
    return [Problem(domains, constraints, problem.names, shown=problem.shown)]


def renamed_puzzle_values(puzzle: Puzzle, random: Random) -> Others:
    """The puzzle with values exchanged, where all its constraints say which cells differ."""
    if puzzle.shape.others:
        return []
    names = (0, *shuffled(range(1, puzzle.size + 1), random))
    return [Symmetry(identity(puzzle.shape).cells, names).puzzle(puzzle)]


def implied_constraint(problem: Problem, random: Random) -> Others:
    """The problem with one more constraint: what another allows to some of its variables."""
    projected = [each for each in problem.constraints if _is_projected(problem, each)]
    if not projected:
        return []
    constraint = random.choice(projected)
    own = sorted({*constraint.scope})
    some = shuffled(own, random)[: random.randint(1, len(own))]
    tuples = set[tuple[int, ...]]()
    for values in product(*(problem.domains[variable] for variable in own)):
        at = dict(zip(own, values, strict=True))
        if constraint.holds([at[variable] for variable in constraint.scope]):
            tuples.add(tuple(at[variable] for variable in some))
    more, place = [*problem.constraints], random.randint(0, len(problem.constraints))
    more.insert(place, Table(tuple(some), tuple(sorted(tuples))))
    return [_with(problem, problem.domains, more)]


def _is_projected(problem: Problem, constraint: Constraint) -> bool:
    own = {*constraint.scope}
    return bool(own) and prod(len(problem.domains[each]) for each in own) <= MOST_PROJECTED


def implied_cells(puzzle: Puzzle, random: Random) -> Others:
    """The puzzle with one more constraint: some cells of a house differ."""
    houses = [house.cells for house in puzzle.houses if len(house.cells) > 1]
    if not houses:
        return []
    cells = shuffled(random.choice(houses), random)
    some = AllDifferent(tuple(cells[: random.randint(2, len(cells))]))
    return [with_extra(puzzle, (*puzzle.shape.extra, some))]


def with_extra(puzzle: Puzzle, extra: Sequence[Constraint]) -> Puzzle:
    """The puzzle with these constraints besides its houses."""
    figure = puzzle.shape
    other = shape(figure.size, figure.box, figure.rules, figure.regions, extra)
    return Puzzle(other, puzzle.givens, puzzle.candidates)


def with_less(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle without one of its further constraints, then without one of its givens."""
    extra, every = puzzle.shape.extra, frozenset(range(1, puzzle.size + 1))
    for place in range(len(extra)):
        yield with_extra(puzzle, (*extra[:place], *extra[place + 1 :]))
    for blank, given in enumerate(puzzle.givens):
        if given:
            left = Grid(0 if cell == blank else value for cell, value in enumerate(puzzle.givens))
            marks = puzzle.candidates and _replaced(puzzle.candidates, blank, every)
            yield Puzzle(puzzle.shape, left, marks)


def removed_constraint(problem: Problem, random: Random) -> Others:
    """The problem without one of its constraints."""
    if not problem.constraints:
        return []
    left = [*problem.constraints]
    del left[random.randrange(len(left))]
    return [_with(problem, problem.domains, left)]


def removed_given(puzzle: Puzzle, random: Random) -> Others:
    """The puzzle without one of its givens, or of its further constraints."""
    found = [*with_less(puzzle)]
    return [random.choice(found)] if found else []


def _replaced(marks: Sequence[ValueSet], at: int, by: ValueSet) -> tuple[ValueSet, ...]:
    return tuple(by if cell == at else mark for cell, mark in enumerate(marks))


def split_domain(problem: Problem, random: Random) -> Others:
    """Two problems: a variable has some of its values in one, the rest in the other."""
    if (found := _split(problem, random)) is None:
        return []
    place, parts = found
    domains = [*problem.domains]
    return [
        _with(problem, [*domains[:place], Domain.of(part), *domains[place + 1 :]]) for part in parts
    ]


def _with(
    problem: Problem,
    domains: Sequence[Iterable[int]],
    constraints: Sequence[Constraint] | None = None,
    objective: Objective | None = None,
) -> Problem:
    """The problem with these domains, and other constraints or another objective."""
    said = problem.constraints if constraints is None else constraints
    goal = objective or problem.objective
    return Problem(domains, said, problem.names, objective=goal, shown=problem.shown)


def split_candidates(puzzle: Puzzle, random: Random) -> Others:
    """Two puzzles: a cell has some of its candidates in one, the rest in the other."""
    if (found := _split(puzzle, random)) is None:
        return []
    marks = [frozenset(domain) for domain in puzzle.domains]
    return [
        Puzzle(puzzle.shape, puzzle.givens, _replaced(marks, found[0], frozenset(part)))
        for part in found[1]
    ]


def _split(problem: Problem, random: Random) -> tuple[int, tuple[list[int], list[int]]] | None:
    """A shown variable of several values, and these in two parts."""
    several = [place for place in problem.shown if len(problem.domains[place]) > 1]
    if not several:
        return None
    place = random.choice(several)
    values = shuffled(sorted(problem.domains[place]), random)
    cut = random.randint(1, len(values) - 1)
    return place, (values[:cut], values[cut:])


def more_variables(problem: Problem, random: Random) -> Others:
    """The problem with variables of one value beside its own, each in no constraint."""
    number = random.choice(MORE)
    own = max(problem.names, default="")
    names = [f"{own}~{place:02}" for place in range(number)]  # behind the others in the alphabet
    domains = [*problem.domains, *[Domain.of([random.randint(0, 3)]) for _ in names]]
    shown = None if problem.shows_all else problem.shown
    all_names = [*problem.names, *names]
    return [
        Problem(domains, problem.constraints, all_names, objective=problem.objective, shown=shown)
    ]


def scaled_objective(problem: Problem, random: Random) -> Others:
    """The problem with its objective scaled and shifted; none without one that is a number."""
    return _with_terms(problem, lambda term: ("add", ("mul", SCALE, term), SHIFT))


def opposite_objective(problem: Problem, random: Random) -> Others:
    """The problem with the other sense, of minus its objective."""
    return _with_terms(problem, lambda term: ("neg", term), opposite=True)


def _with_terms(
    problem: Problem, change: Callable[[Term], Any], *, opposite: bool = False
) -> Others:
    """The problem with its objective changed: of `lex` each term, else what is measured."""
    goal = problem.goal
    if goal is None or goal.measure == "n-values":
        return []
    is_lex = goal.measure == "lex"
    terms = goal.terms if is_lex else (as_term(goal.measure, goal.terms),)
    sense: Sense = "maximize" if (goal.sense == "minimize") is opposite else "minimize"
    objective = Objective(sense, tuple(map(change, terms)), "lex" if is_lex else "sum")
    return [_with(problem, problem.domains, objective=objective)]


_AS_MANY = "as many", "as good", _same
RELATIONS = (
    Relation("permuted variables", *_AS_MANY, permuted_variables, moved_cells),
    Relation("renamed values", *_AS_MANY, renamed_values, renamed_puzzle_values),
    Relation("implied constraint", *_AS_MANY, implied_constraint, implied_cells),
    Relation(
        *("removed constraint", "not fewer", "not worse", _not_fewer),
        *(removed_constraint, removed_given),
    ),
    Relation(
        *("split domain", "as many together", "the better one as good", _both_together),
        *(split_domain, split_candidates),
    ),
    Relation("more variables", *_AS_MANY, more_variables),
    Relation(
        "scaled objective", "", f"{SCALE} times as much and {SHIFT}", _scaled, scaled_objective
    ),
    Relation("opposite objective", "", "as much with a minus", _negated, opposite_objective),
)
