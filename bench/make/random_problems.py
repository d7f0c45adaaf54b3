"""Small random problems, for tests of whoever reads, decomposes, encodes or solves them.

Each has so few assignments that trying all of them says what its solutions are.  Awkward ones are
always among them: a variable twice in a scope, scopes without variables, constants, domains of one
value or of none, negative values, gaps, what cannot be satisfied, no constraint, and arguments at
their limits.
"""

from collections.abc import Callable, Sequence
from random import Random

from accord.bench.make.random_globals import GLOBALS, VALUES, scope, term
from accord.puzzles.constraints import terms
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.problem import Problem

LOW, HIGH = VALUES[0], VALUES[-1]  # values of domains
MATRICES = (AllDifferentMatrix.kind, Lex.kind)
OF_MATRICES = 6  # variables: each once in a matrix that is not square
OPERATORS = (*terms.NUMBERS, "if", *terms.TRUTH_OPERATORS)


def random_problem(
    source: int | Random,
    kind: str = "",
    numbers: Sequence[int] = (),
    variables: Sequence[int] = range(1, 5),
) -> Problem:
    """A random problem, the same for a seed everywhere.

    Args:
        source: a seed, or where random choices come from.
        kind: of all its constraints; by default each of any kind.
        numbers: of constraints, of which one is chosen; by default up to three.
        variables: numbers of variables, of which one is chosen.
    """
    random = source if isinstance(source, Random) else Random(source)
    number = random.choice(variables)
    if kind in MATRICES and random.random() < 0.6:
        number = OF_MATRICES
    values = range(2) if kind == Clauses.kind and random.random() < 0.7 else VALUES
    most = 3 if number == OF_MATRICES else 4
    domains = [_domain(random, values, most) for _ in range(number)]
    kinds = [kind] if kind else [*KINDS]
    several = random.choice(numbers or ((1, 1, 2, 3) if kind else (0, 1, 1, 2, 3)))
    return Problem(domains, [KINDS[random.choice(kinds)](random, number) for _ in range(several)])


def random_arithmetic(seed: int, turn: int) -> Problem:
    """A problem of three expressions over numbers of both signs, the same for a seed everywhere.

    Args:
        seed: any number.
        turn: which two of the operators of numbers are compared with a variable or a constant,
            some below another operator, some reified; six turns one after another have each. The
            third is chosen at random.
    """
    random, operators = Random(seed), [*terms.NUMBERS]
    domains = [random.sample(range(-3, 4), random.randint(3, 6)) for _ in range(3)]
    first = 2 * turn % len(operators)
    chosen = [*operators[first : first + 2], random.choice(operators)]
    return Problem(domains, [_arithmetic(random, operator) for operator in chosen])


def _arithmetic(random: Random, operator: str) -> Constraint:
    x, y, z = map(Variable, random.sample(range(3), 3))
    number = min(terms.operands_of(operator)[1] or 2, 2)
    other: Term = random.choice((y, y, -3, -2, 2, 3))
    both: tuple[Term, ...] = (x, other)
    operands = both[:number] if random.random() < 0.5 else both[::-1][-number:]
    term = Operation(operator, operands)
    if random.random() < 0.15:
        term = Operation(random.choice(("neg", "abs")), (term,))
    elif random.random() < 0.2:
        term = Operation(random.choice(("add", "sub", "min")), (term, y))
    right = random.choice((z, z, random.randint(-3, 3)))
    compared = Operation(random.choice(("eq", "eq", "ne", *terms.COMPARISONS)), (term, right))
    if random.random() < 0.2:
        other = Operation(random.choice(("lt", "ne")), (y, random.randint(-1, 1)))
        compared = Operation(random.choice(("iff", "imp", "or", "xor")), (compared, other))
    return Expression(compared)


def _domain(random: Random, values: Sequence[int], most: int) -> list[int]:
    if random.random() < 0.02:
        return []
    return random.sample(values, min(most, random.choice((1, 2, 3, 4, 4)), len(values)))


def _all_different(random: Random, variables: int) -> Constraint:
    excepted = random.sample(range(LOW, HIGH + 1), random.choice((0, 0, 1, 2)))
    return AllDifferent(scope(random, variables, 4), excepted=tuple(excepted))


def _linear(random: Random, variables: int) -> Constraint:
    own = scope(random, variables, 5)
    weights = tuple(random.randint(-3, 3) for _ in own)
    right = Variable(random.randrange(variables)) if random.random() < 0.3 else None
    operator = random.choice([*COMPARISONS])
    return Linear(own, operator, right or random.randint(-6, 8), weights)


def _table(random: Random, variables: int) -> Constraint:
    own = scope(random, variables, 3)
    entries = (*range(LOW, HIGH + 1), STAR, STAR)
    tuples = [tuple(random.choice(entries) for _ in own) for _ in range(random.randint(0, 8))]
    return Table(own, tuple(tuples), forbidden=random.random() < 0.4)


def _element(random: Random, variables: int) -> Constraint:
    items = tuple(term(random, variables) for _ in range(random.randint(0, 4)))
    if random.random() < 0.3:
        items = tuple(random.randint(LOW, HIGH) for _ in items)
    index, value = random.randrange(variables), term(random, variables)
    return Element(items, index, value, random.choice((0, 1, -1)))


def _expression(random: Random, variables: int) -> Constraint:
    operator = random.choice(terms.TRUTH_OPERATORS)
    return Expression(_operation(random, variables, random.randint(1, 3), operator))


def _operation(random: Random, variables: int, depth: int, operator: str) -> Operation:
    def operand(deep: int) -> Term:
        if deep <= 0 or random.random() < 0.3:
            return term(random, variables)
        return _operation(random, variables, deep - 1, random.choice(OPERATORS))

    if operator in terms.MEMBERSHIP:
        among = tuple(random.randint(LOW, HIGH) for _ in range(random.randrange(4)))
        return Operation(operator, (operand(depth - 1), Operation("set", among)))
    least, most = terms.operands_of(operator)
    number = random.randint(least, most or least + 1)
    deep = 0 if operator == "pow" else depth - 1  # or the powers are astronomic
    return Operation(operator, tuple(operand(deep) for _ in range(number)))


KINDS: dict[str, Callable[[Random, int], Constraint]] = {
    AllDifferent.kind: _all_different,
    Linear.kind: _linear,
    Table.kind: _table,
    Element.kind: _element,
    Expression.kind: _expression,
    **GLOBALS,
}
