"""Random expressions of CPMpy, of every class that it has, over a few small variables."""

from collections.abc import Callable
from random import Random
from typing import Any

from optional import library

NUMBERS = (
    *("sum", "wsum", "sub", "-", "mul", "div", "mod", "pow", "abs", "min", "max", "element"),
    *("nd", "count", "among", "nvalue", "nvalue_except", "truth"),
)


class RandomExpressions:
    """Draws expressions over variables that it makes.

    Args:
        seed: of what is drawn.
    """

    def __init__(self, seed: int) -> None:
        self.cp, self.random = library("cpmpy"), Random(seed)
        low = self.random.choice((-1, 0, 0, 1))
        self.integers = [self.cp.intvar(low, low + 2, name=name) for name in "xyz"]
        self.booleans = [self.cp.boolvar(name=name) for name in "ab"]

    def number(self, depth: int) -> Any:
        """An expression that is a number."""
        cp, random = self.cp, self.random
        if depth <= 0:
            return random.choice(self.integers)
        kind, is_constant = random.choice(NUMBERS), random.random() < 0.4

        def one() -> Any:
            return self.number(depth - 1 - random.randrange(2))

        def other() -> Any:
            return random.randrange(-2, 4) if is_constant else one()

        few = [one() for _ in range(random.randrange(1, 4))]
        functions: dict[str, Callable[[], Any]] = {
            "sum": lambda: cp.sum([*few, random.randrange(-2, 3)]),
            "wsum": lambda: cp.sum([random.randrange(-3, 4) * each for each in few]),
            "sub": lambda: one() - other(),
            "-": lambda: -one(),
            "mul": lambda: one() * other(),
            "div": lambda: one() // other() if random.random() < 0.8 else other() // one(),
            "mod": lambda: one() % one(),
            "pow": lambda: one() ** random.randrange(3),
            "abs": lambda: cp.Abs(one()),
            "min": lambda: cp.Minimum([*few, 1][: random.randrange(1, 4)]),
            "max": lambda: cp.Maximum(few),
            "element": lambda: cp.Element([*few, 2], one()),
            "nd": lambda: cp.cpm_array([[one(), 2], [3, one()]])[one(), one()],
            "count": lambda: cp.Count(few, other()),
            "among": lambda: cp.Among(few, [0, 2]),
            "nvalue": lambda: cp.NValue(few),
            "nvalue_except": lambda: cp.NValueExcept(few, 1),
            "truth": lambda: cp.sum([self.truth(depth - 1), one()]),
        }
        found = functions[kind]()
        return found if isinstance(found, cp.expressions.core.Expression) else one()

    def few(self, least: int = 1, most: int = 3, depth: int = 0) -> list[Any]:
        """Some expressions that are numbers, or constants."""
        number = self.random.randrange(least, most + 1)
        return [
            self.number(depth) if self.random.random() < 0.9 else self.random.randrange(3)
            for _ in range(number)
        ]

    def truth(self, depth: int) -> Any:
        """An expression that is a truth value."""
        cp, random = self.cp, self.random
        if depth <= 0:
            return random.choice([*self.booleans, ~self.booleans[0]])
        if random.random() < 0.5:
            return self.constraint(random.choice([*CONSTRAINTS]), depth - 1)

        def one() -> Any:
            return self.truth(depth - 1 - random.randrange(2))

        choices: list[Callable[[], Any]] = [
            lambda: self.comparison(depth - 1),
            lambda: self.comparison(depth - 1),
            lambda: one() & one(),
            lambda: one() | one(),
            lambda: ~one(),
            lambda: one().implies(one()),
            lambda: one() == one(),
            lambda: one() != one(),
            lambda: one() ^ one(),
            lambda: cp.all([one(), one(), one()]),
            lambda: cp.any([one(), one(), one()]),
        ]
        return random.choice(choices)()

    def comparison(self, depth: int) -> Any:
        """A comparison of numbers."""
        random = self.random
        left = self.number(depth)
        right = self.number(depth) if random.random() < 0.6 else random.randrange(-2, 5)
        return self.cp.expressions.core.Comparison(
            random.choice(["==", "!=", "<", "<=", ">", ">="]), left, right
        )

    def constraint(self, name: str, depth: int) -> Any:
        """A global constraint of a class."""
        return CONSTRAINTS[name](self, depth)


def _table(draw: RandomExpressions, depth: int, short: bool = False) -> list[Any]:
    values = [0, 1, 2, "*"] if short else [0, 1, 2]
    several = draw.few(2, 2, depth)
    return [several, [[draw.random.choice(values) for _ in several] for _ in range(3)]]


def _expressions(draw: RandomExpressions, least: int, most: int, depth: int) -> list[Any]:
    number = draw.random.randrange(least, most + 1)
    return [draw.number(depth) for _ in range(number)]


def _regular(draw: RandomExpressions, depth: int) -> Any:
    several, choose = _expressions(draw, 2, 3, depth), draw.random.choice
    steps = {(choose("pq"), choose((0, 1, 2))): choose("pqr") for _ in range(5)}
    transitions = [("p", 0, "p"), *((a, v, b) for (a, v), b in steps.items() if (a, v) != ("p", 0))]
    return draw.cp.Regular(several, transitions, "p", [choose("pqr")])


def _diagram(draw: RandomExpressions, depth: int) -> Any:
    several, choose = _expressions(draw, 2, 2, depth), draw.random.choice
    steps = {("r", value): choose("pq") for value in draw.random.sample((0, 1, 2), 2)}
    steps |= {(node, value): "e" for node in "pq" for value in draw.random.sample((0, 1, 2), 2)}
    return draw.cp.MDD(several, [(a, value, b) for (a, value), b in steps.items()])


def _tasks(draw: RandomExpressions, depth: int, optional: bool, cumulative: bool) -> Any:
    number, random = draw.random.randrange(1, 4), draw.random
    starts = _expressions(draw, number, number, depth)
    durations = draw.few(number, number, depth)
    ends = [draw.number(0) for _ in starts] if random.random() < 0.3 else None
    named: dict[str, Any] = {"end": ends}
    if cumulative:
        demand = draw.few(number, number, depth) if random.random() < 0.7 else 1
        named |= {"demand": demand, "capacity": random.choice([0, 1, 2, 3, draw.number(depth)])}
    if optional:
        named["is_present"] = [draw.truth(depth) for _ in starts]
    name = ("Cumulative" if cumulative else "NoOverlap") + "Optional" * optional
    return getattr(draw.cp, name)(starts, durations, **named)


def _reservoir(draw: RandomExpressions, depth: int, optional: bool) -> Any:
    starts = _expressions(draw, 1, 3, depth)
    demands = [draw.random.randrange(-2, 3) for _ in starts]
    bounds = [-draw.random.randrange(2), draw.random.randrange(3)]
    if optional:
        there = [draw.truth(depth) for _ in starts]
        return draw.cp.ReservoirOptional(starts, demands, *bounds, there)
    return draw.cp.Reservoir(starts, demands, *bounds)


def _two(draw: RandomExpressions, depth: int, number: int = 2) -> list[list[Any]]:
    size = draw.random.randrange(1, 3)
    return [draw.few(size, size, depth) for _ in range(number)]


def _cardinality(draw: RandomExpressions, depth: int) -> Any:
    values = draw.random.sample((-1, 0, 1, 2), 2)
    closed = draw.random.random() < 0.4
    return draw.cp.GlobalCardinalityCount(
        draw.few(1, 3, depth), values, draw.few(2, 2, depth), closed=closed
    )


CONSTRAINTS: dict[str, Callable[[RandomExpressions, int], Any]] = {
    "AllDifferent": lambda draw, depth: draw.cp.AllDifferent(draw.few(1, 3, depth)),
    "AllDifferentExceptN": lambda draw, depth: draw.cp.AllDifferentExceptN(
        draw.few(1, 3, depth), draw.random.choice([1, [0, 2], []])
    ),
    "AllDifferentExcept0": lambda draw, depth: draw.cp.AllDifferentExcept0(draw.few(1, 3, depth)),
    "AllEqual": lambda draw, depth: draw.cp.AllEqual(draw.few(1, 3, depth)),
    "AllEqualExceptN": lambda draw, depth: draw.cp.AllEqualExceptN(
        draw.few(1, 3, depth), draw.random.choice([1, [0, 2], []])
    ),
    "Circuit": lambda draw, depth: draw.cp.Circuit(draw.few(2, 3, depth)),
    "Inverse": lambda draw, depth: draw.cp.Inverse(*_two(draw, depth)),
    "Table": lambda draw, depth: draw.cp.Table(*_table(draw, depth)),
    "ShortTable": lambda draw, depth: draw.cp.ShortTable(*_table(draw, depth, short=True)),
    "NegativeTable": lambda draw, depth: draw.cp.NegativeTable(*_table(draw, depth)),
    "Regular": _regular,
    "MDD": _diagram,
    "IfThenElse": lambda draw, depth: draw.cp.IfThenElse(*(draw.truth(depth) for _ in range(3))),
    "InDomain": lambda draw, depth: draw.cp.InDomain(draw.number(depth), [0, 2, 5]),
    "Xor": lambda draw, depth: draw.cp.Xor([draw.truth(depth) for _ in range(3)]),
    "Cumulative": lambda draw, depth: _tasks(draw, depth, False, True),
    "CumulativeOptional": lambda draw, depth: _tasks(draw, depth, True, True),
    "Reservoir": lambda draw, depth: _reservoir(draw, depth, False),
    "ReservoirOptional": lambda draw, depth: _reservoir(draw, depth, True),
    "NoOverlap": lambda draw, depth: _tasks(draw, depth, False, False),
    "NoOverlapOptional": lambda draw, depth: _tasks(draw, depth, True, False),
    "Precedence": lambda draw, depth: draw.cp.Precedence(
        draw.few(1, 3, depth), draw.random.sample((0, 1, 2), 2)
    ),
    "GlobalCardinalityCount": _cardinality,
    "Increasing": lambda draw, depth: draw.cp.Increasing(draw.few(1, 3, depth)),
    "Decreasing": lambda draw, depth: draw.cp.Decreasing(draw.few(1, 3, depth)),
    "IncreasingStrict": lambda draw, depth: draw.cp.IncreasingStrict(draw.few(1, 3, depth)),
    "DecreasingStrict": lambda draw, depth: draw.cp.DecreasingStrict(draw.few(1, 3, depth)),
    "LexLess": lambda draw, depth: draw.cp.LexLess(*_two(draw, depth)),
    "LexLessEq": lambda draw, depth: draw.cp.LexLessEq(*_two(draw, depth)),
    "LexChainLess": lambda draw, depth: draw.cp.LexChainLess(_two(draw, depth, 3)),
    "LexChainLessEq": lambda draw, depth: draw.cp.LexChainLessEq(_two(draw, depth, 3)),
}
