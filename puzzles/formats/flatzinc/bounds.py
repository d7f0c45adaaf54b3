"""Bounds of integers that a model declares without any, `var int`, by its constraints.

Sums, products, largest and smallest values, elements and other terms that a variable equals bound
it where everything else in them is bounded.  A side of a variable, once bounded, stays as it is, so
that this ends: a constraint is looked at again where a variable of it got a bound, ROUNDS times at
most.  Whatever the bounds are, no solution is lost.

Where the objective is such a variable, and constraints push it to one side alone, there may be no
other bound: of `minimize t` with t >= a + 3 and t >= b + 5 no t is too large.  But the best one is
never above the largest value that a constraint may push it to, and so that is the other bound.  The
same goes for what an objective is a sum of.
Then other solutions are lost, and the problem stands for the question of the best one.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from accord.puzzles.constraints.constraint import Constraint, TooLargeError, Variable
from accord.puzzles.constraints.decompositions.expression import ends_of
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.terms import Operation, variables_of
from accord.puzzles.domain import Domain
from accord.puzzles.objective import Sense

ROUNDS = 100  # for each constraint
End = int | None  # of an interval; None where there is none
FLIPPED: dict[Comparison, Comparison] = {
    "<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!=",
}  # fmt: skip


class IntegerBounds:
    """Bounds of all variables of a problem, as far as they are known.

    Args:
        domains: by variable; of those that are not bounded they do not count.
        unbounded: these.
        constraints: of the problem.
    """

    def __init__(
        self, domains: Sequence[Domain], unbounded: Iterable[int], constraints: Sequence[Constraint]
    ) -> None:
        self.ends: dict[int, list[End]] = {each: [None, None] for each in unbounded}
        """The lowest and the highest value of each variable that has no domain."""
        self._domains = domains
        self._constraints: dict[int, list[Constraint]] = {each: [] for each in self.ends}
        waiting = []
        for constraint in constraints:
            own = self.ends.keys() & {*constraint.scope}
            for variable in own:
                self._constraints[variable].append(constraint)
            if own:
                waiting.append(constraint)
        self._propagate(deque(waiting))

    def of(self, variable: int) -> Sequence[End]:
        """The lowest and the highest value of a variable."""
        if variable in self.ends:
            return self.ends[variable]
        domain = self._domains[variable]
        return (domain.min, domain.max) if domain else (0, 0)

    def missing(self) -> list[int]:
        """The variables that lack a bound."""
        return [variable for variable, ends in self.ends.items() if None in ends]

    def assume(self, ends: tuple[int, int], first: Iterable[int]) -> list[int]:
        """Give bounds to all variables that lack them, as far as constraints do not.

        Args:
            ends: the lowest and the highest value.
            first: variables that get them first; those that constraints bound then have no need.

        Returns:
            The variables that got them.
        """
        assumed = []
        for among in ({*first}, self.ends.keys()):
            waiting: dict[int, Constraint] = {}
            for variable in self.missing():
                if variable in among:
                    assumed.append(variable)
                    own = self.ends[variable]
                    own[:] = [own[side] if own[side] is not None else ends[side] for side in (0, 1)]
                    waiting.update((id(each), each) for each in self._constraints[variable])
            self._propagate(deque(waiting.values()))
        return assumed

    def _propagate(self, waiting: deque[Constraint]) -> None:
        rounds: dict[int, int] = {}
        is_waiting = {*map(id, waiting)}
        while waiting:
            constraint = waiting.popleft()
            is_waiting.discard(id(constraint))
            rounds[id(constraint)] = rounds.get(id(constraint), 0) + 1
            for variable, side, value in [*self._said_by(constraint)]:
                if variable not in self.ends or self.ends[variable][side] is not None:
                    continue
                self.ends[variable][side] = value
                for each in self._constraints[variable]:
                    if id(each) not in is_waiting and rounds.get(id(each), 0) < ROUNDS:
                        is_waiting.add(id(each))
                        waiting.append(each)

    def _said_by(self, constraint: Constraint) -> Iterator[tuple[int, int, int]]:
        """Variables with a side, 0 below and 1 above, and the bound that a constraint gives it."""
        if isinstance(constraint, Linear):
            yield from self._by_sum(constraint.weights, constraint.operator, constraint.constant)
        elif isinstance(constraint, Maximum | Minimum):
            yield from self._by_extreme(constraint)
        elif isinstance(constraint, Element):
            yield from self._by_element(constraint)
        elif isinstance(constraint, Measure) and isinstance(constraint.right, Variable):
            if constraint.operator == "=":
                right = constraint.right.number
                yield from ((right, 0, 0), (right, 1, len(constraint.variables)))
        elif isinstance(constraint, Expression):
            yield from self._by_term(constraint.term)

    def _by_sum(
        self, weights: dict[int, int], operator: Comparison, right: int
    ) -> Iterator[tuple[int, int, int]]:
        """What a weighted sum says of its variables, each by the ends of all others."""
        for sign in (1, -1):  # that the sum is at most, and at least, the right side
            if operator not in (("<=", "<", "=") if sign == 1 else (">=", ">", "=")):
                continue
            strict = operator in ("<", ">")
            total, lacking = 0, list[int]()
            for variable, weight in weights.items():
                end = self.of(variable)[0 if weight * sign > 0 else 1]
                if end is None:
                    lacking.append(variable)
                else:
                    total += weight * sign * end
            if len(lacking) > 1:
                continue
            for variable in lacking or self.ends.keys() & weights.keys():
                weight = weights[variable] * sign
                own = self.of(variable)[0 if weight > 0 else 1]
                rest = right * sign - strict - total + (0 if own is None else weight * own)
                end = rest // weight if weight > 0 else -(rest // -weight)
                yield variable, int(weight > 0), end

    def _by_extreme(self, constraint: Maximum | Minimum) -> Iterator[tuple[int, int, int]]:
        """What a largest or smallest value says: of it by all, and of each by it."""
        high = int(isinstance(constraint, Maximum))
        right = constraint.right
        of_right = self.of(right.number) if isinstance(right, Variable) else (right, right)
        operator = constraint.operator
        several = [self.of(each) for each in constraint.variables]
        if isinstance(right, Variable) and operator == "=":
            choose = (min, max)[high]
            inner = _known(each[high] for each in several)
            if len(inner) == len(several):
                yield right.number, high, choose(inner)
            if outer := _known(each[1 - high] for each in several):
                yield right.number, 1 - high, choose(outer)
        bounding = ("=", "<=", "<") if high else ("=", ">=", ">")
        if operator in bounding and (end := of_right[high]) is not None:
            for each in constraint.variables:
                yield each, high, end

    def _by_element(self, constraint: Element) -> Iterator[tuple[int, int, int]]:
        yield constraint.index, 0, constraint.start
        yield constraint.index, 1, constraint.start + len(constraint.items) - 1
        value = constraint.value
        if isinstance(value, Variable):
            items = [
                self.of(each.number) if isinstance(each, Variable) else (each, each)
                for each in constraint.items
            ]
            for side, choose in enumerate((min, max)):
                ends = _known(each[side] for each in items)
                if ends and len(ends) == len(items):
                    yield value.number, side, choose(ends)

    def _by_term(self, term: Operation) -> Iterator[tuple[int, int, int]]:
        """What `term = variable` says of the variable, and `|a| = b` of a."""
        if term.operator in ("and", "or") and all(map(_is_operation, term.operands)):
            yield from self._by_several(term)
        if term.operator in ("ge", "le") and isinstance(term.operands[0], Variable):
            value = term.operands[1]
            if isinstance(value, int):
                yield term.operands[0].number, int(term.operator == "le"), value
        if term.operator == "in" and isinstance(term.operands[0], Variable):
            among = term.operands[1]
            assert isinstance(among, Operation)
            members = [each for each in among.operands if isinstance(each, int)]
            if members:
                yield term.operands[0].number, 0, min(members)
                yield term.operands[0].number, 1, max(members)
        if term.operator != "eq" or len(term.operands) != 2:
            return
        for one, other in (term.operands, term.operands[::-1]):
            if isinstance(one, Variable) and isinstance(other, Operation):
                yield from self._by_equal(one.number, other)

    def _by_several(self, term: Operation) -> Iterator[tuple[int, int, int]]:
        """What a conjunction says, and what all parts of a disjunction say alike."""
        parts = [[*self._by_term(each)] for each in term.operands if isinstance(each, Operation)]
        if term.operator == "and":
            for part in parts:
                yield from part
            return
        found: dict[tuple[int, int], list[int]] = {}
        for part in parts:
            for variable, side, value in part:
                found.setdefault((variable, side), []).append(value)
        for (variable, side), values in found.items():
            if len(values) == len(parts):
                yield variable, side, (min, max)[side](values)

    def _by_equal(self, variable: int, term: Operation) -> Iterator[tuple[int, int, int]]:
        if term.operator == "abs" and isinstance(inner := term.operands[0], Variable):
            yield variable, 0, 0
            if (high := self.of(variable)[1]) is not None:
                yield from ((inner.number, 0, -high), (inner.number, 1, high))
        domains = dict[int, Domain]()
        for each in variables_of(term):
            low, high = self.of(each)
            if low is None or high is None:
                return
            domains[each] = Domain(((low, max(low, high)),))
        try:
            low, high = ends_of(term, domains)  # type: ignore[arg-type]  # it looks up numbers
        except TooLargeError:
            return
        yield from ((variable, 0, low), (variable, 1, high))

    def bound_objective(self, goal: int, sense: Sense) -> bool:
        """Bound an objective, or what it is a sum of, on the side where nothing better lies.

        Returns:
            Whether something got such a bound: where constraints push it to the other side alone,
            and so far.
        """
        side = int(sense == "minimize")
        if self._bound_side(goal, side, None):
            return True
        defining = self._constraints[goal][0] if len(self._constraints[goal]) == 1 else None
        if not isinstance(defining, Linear) or defining.operator != "=":
            return False
        weights = defining.weights
        if abs(own := weights.get(goal, 0)) != 1:  # so that it is whole whatever the others are
            return False
        found = [
            self._bound_side(variable, side if weight * own < 0 else 1 - side, defining)
            for variable, weight in weights.items()
            if variable in self.ends and variable != goal and None in self.ends[variable]
        ]
        self._propagate(deque([defining]))
        return any(found)

    def _bound_side(self, goal: int, side: int, defining: Linear | None) -> bool:
        """Bound one side of a variable by how far constraints push it there.

        Args:
            goal: the variable, of which nothing else than these and the objective depends.
            side: 0 below, 1 above.
            defining: the sum that is the objective, which pushes to the other side.
        """
        if self.ends[goal][side] is not None or self.ends[goal][1 - side] is None:
            return False
        pushed = [self.ends[goal][1 - side]]
        for constraint in self._constraints[goal]:
            if constraint is defining:
                continue
            if not isinstance(constraint, Linear):
                return False
            weights = dict(constraint.weights)
            weight = weights.pop(goal, 0)
            operator = constraint.operator if weight > 0 else FLIPPED[constraint.operator]
            if weight and operator not in ((">=", ">") if side else ("<=", "<")):
                return False
            if weight:
                pushed.append(self._pushed_to(weights, constraint, weight, side))
        known = _known(pushed)
        if len(known) < len(pushed):
            return False
        self.ends[goal][side] = (min, max)[side](known)
        return True

    def _pushed_to(
        self, weights: dict[int, int], constraint: Linear, weight: int, side: int
    ) -> End:
        """The furthest value to which a sum may push a variable of it; None of any."""
        strict = constraint.operator in ("<", ">")
        # weight * goal >= right - rest, or <=: of the rest the end counts that pushes furthest
        towards = 1 if (weight > 0) == bool(side) else -1
        rest = 0
        for variable, own in weights.items():
            end = self.of(variable)[0 if own * towards > 0 else 1]
            if end is None:
                return None
            rest += own * end
        need = constraint.constant - rest + strict * towards
        return -(-need // weight) if side else need // weight


def _known(ends: Iterable[End]) -> list[int]:
    return [each for each in ends if each is not None]


def _is_operation(found: object) -> bool:
    return isinstance(found, Operation)
