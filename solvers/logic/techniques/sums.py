"""Sums and orders: the cages, arrows, thermometers and signs of variants.

    bound of a sum or order    what the other cells hold at least, or at most, leaves a cell only
                               so much
    filling of a sum           a value that a cell has in no way to fill the open cells goes
    innies and outies          both of the sums that houses and cages leave to few cells: those of
                               a house that are in no cage inside it, or those outside of it that
                               are in cages that cover it

A bound is what the search concludes of it (search/propagators/linear.py).  An order has one for
each two of its cells, so that a deduction goes along a thermometer at once; of several that take
values from the same end of a cell only the best is said.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import prod

from accord.puzzles import Cell, Value, ValueSet
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import (
    Cells,
    House,
    Layout,
    Rule,
    houses_named,
    mask_of,
    union,
    values_of,
)
from accord.solvers.search.propagators.linear import bounds
from accord.solvers.search.propagators.propagator import last_open

MOST = 2000  # values of all open cells of a sum but the last, multiplied, where ways are looked for
FEW = 4  # ways that a sentence lists
LEFT = 4  # cells that houses and cages leave, at most


@dataclass(frozen=True)
class OfRule(Reason):
    """A sum or an order of the puzzle, with the sentence on what it entails."""

    rule: Rule
    said: str

    @property
    def sentence(self) -> str:
        return self.said


@dataclass(frozen=True)
class Bound(OfRule):
    """A sum or an order leaves a cell only so much."""

    cell: Cell
    cells: tuple[Cell, ...]  # the others that it rests on
    bound: Linear  # what is used of the rule


@dataclass(frozen=True)
class Filling(OfRule):
    """The open cells of a sum can be filled in so many ways only."""

    cells: tuple[Cell, ...]


def limits(rule: Rule) -> Iterator[Linear]:
    """Sums that are at most so much, or differ from it, and together say what the rule does."""
    if isinstance(rule, Ordered):
        links = [limit for link in rule.links() for limit in limits(link)]
        for one, other in combinations(range(len(rule.variables)), 2):
            pair = rule.variables[one], rule.variables[other]
            most = sum(link.constant for link in links[one:other])
            yield Linear(pair, "<=", most, links[one].coefficients)
        return
    if rule.operator == "!=":
        yield rule
    strict = rule.operator in ("<", ">")
    if rule.operator in ("<", "<=", "="):
        yield Linear(rule.scope, "<=", rule.constant - strict, rule.coefficients)
    if rule.operator in (">", ">=", "="):
        negated = tuple(-weight for weight in rule.coefficients)
        yield Linear(rule.scope, "<=", -rule.constant - strict, negated)


def bounded_cells(
    board: Board, name: str, rules: Sequence[Rule] | None = None
) -> Iterator[Deduction]:
    """What sums and orders take from the least or the greatest candidates of a cell."""
    domains = board.candidates()
    for rule in board.layout.rules if rules is None else rules:
        best: dict[tuple[Cell, bool], tuple[Linear, ValueSet]] = {}
        if not all(domains[cell] for cell in rule.scope):
            continue
        last = isinstance(rule, Linear) and rule.operator == "=" and len(_open(board, rule)) == 1
        for bound in (rule,) if isinstance(rule, Linear) and last else limits(rule):
            for cell, kept in (last_open if last else bounds)(bound)(domains):
                gone, key = domains[cell] - kept, (cell, bound.weights.get(cell, 0) > 0)
                if board.open >> cell & 1 and len(gone) > len(best.get(key, (bound, ()))[1]):
                    best[key] = bound, gone
        for (cell, _), (bound, gone) in best.items():
            others = tuple(each for each in bound.weights if each != cell)
            said = _said(board, rule, bound, cell, gone)
            reason = Bound(board.layout, name, rule, said, cell, others, bound)
            yield Deduction(reason, removed={cell: gone})


def _open(board: Board, rule: Rule) -> list[Cell]:
    """The open cells of a rule, each once."""
    return [cell for cell in dict.fromkeys(rule.scope) if board.open >> cell & 1]


def _said(board: Board, rule: Rule, bound: Linear, cell: Cell, gone: ValueSet) -> str:
    """A bound in words: the rule, what the other cells hold, and what is left to a cell."""
    ends, weights = [], dict(bound.weights)
    weight, left = weights.pop(cell, 1), bound.constant
    others = weights
    if is_cage(board, rule):
        others = {each: share for each, share in weights.items() if board.open >> each & 1}
    domains = board.candidates()
    for each, share in weights.items():
        end = min(domains[each]) if share > 0 else max(domains[each])
        left -= share * end
        size = "" if len(domains[each]) == 1 else "at least " if share > 0 else "at most "
        if each in others:
            ends.append((each, size, end))
    if is_cage(board, rule) and len(ends) > 1:
        total = sum(end for _, _, end in ends)
        ends_said = f"the others come to {ends[0][1] or ends[-1][1]}{total}"
    else:
        ends_said = listed(f"{_name(board, each)} is {size}{end}" for each, size, end in ends)
    name, words = _name(board, cell), label(board, rule, bound)
    if bound.operator == "!=":
        so = f"{name} is not {listed(sorted(gone))}"
    elif bound.operator == "=":
        so = f"{name} is {left // weight}" if not left % weight else f"no value fits {name}"
    else:
        most, least = f"most {left // weight}", f"least {-(left // -weight)}"
        so = f"{name} is at {most if weight > 0 else least}"
    return f"{words}{f', and {ends_said}' * bool(ends)}, so {so}"


def _name(board: Board, cell: Cell) -> str:
    return board.layout.names([cell])


def is_cage(board: Board, rule: Rule) -> bool:
    """Whether a rule of the puzzle says what different cells add up to."""
    if not isinstance(rule, Linear) or rule.operator != "=" or {*rule.coefficients} != {1}:
        return False
    cells, peers = mask_of(rule.scope), board.layout.peers
    alone = all(not cells & ~(1 << cell) & ~peers[cell] for cell in rule.scope)
    return alone and rule in board.layout.rules


def label(board: Board, rule: Rule, bound: Linear | None = None) -> str:
    """A rule in words, with what is left to the open cells of a cage."""
    if isinstance(rule, Linear) and is_cage(board, rule):
        cells = _open(board, rule)
        left = rule.constant - sum(board.values[cell] for cell in rule.scope)
        named = f"the cage of {rule.constant} at {_name(board, min(rule.scope))}"
        return f"{named} has {left} left for {board.layout.names(cells)}"
    said: Sequence[Cell] = rule.scope
    if isinstance(rule, Ordered) and not any(rule.lengths) and bound is not None:
        ends = [place for place, cell in enumerate(said) if cell in bound.scope]
        words = f" {rule.operator} ".join(
            _name(board, cell) for cell in said[ends[0] : ends[-1] + 1]
        )
    else:
        sum_ = rule if isinstance(rule, Linear) else bound
        assert sum_ is not None
        words = sum_.equation([_name(board, cell) for cell in sum_.scope])
    return words if rule.name in ("", words) else f"{rule.name}, {words}"


@lru_cache(maxsize=64)
def rests(of: Layout) -> tuple[Linear, ...]:
    """The sums that up to three houses side by side leave, with the cages in or over them."""
    sums = [each for each in of.rules if isinstance(each, Linear) and each.operator == "="]
    cages = [
        (mask_of(each.scope), each.constant)
        for each in sums
        if {*each.coefficients} == {1} and len({*each.scope}) == len(each.scope)
    ]
    found: dict[Cells, Linear] = {}
    spans: list[tuple[House, ...]] = [(each,) for each in of.houses]
    for lines, number in product((of.rows, of.columns), (2, 3)):
        spans += (lines[first : first + number] for first in range(of.size - number + 1))
    for houses, inside in product(spans, (True, False)):
        whole, covered, value = union(house.mask for house in houses), 0, 0
        for mask, constant in cages:
            if mask & whole and not (inside and mask & ~whole) and not mask & covered:
                covered, value = covered | mask, value + constant
        total = len(houses) * of.size * (of.size + 1) // 2
        rest = whole & ~covered if inside else covered & ~whole
        if covered and (inside or not whole & ~covered) and 0 < rest.bit_count() <= LEFT:
            right, which = (total - value, "in") if inside else (value - total, "over")
            it, adds = ("it", "adds") if len(houses) == 1 else ("them", "add")
            name = f"{houses_named(houses)} {adds} up to {total}, the cages {which} {it} to {value}"
            found.setdefault(rest, Linear(values_of(rest), "=", right, name=name))
    known = {mask for mask, _ in cages}
    return tuple(each for rest, each in found.items() if rest not in known)


def innies_and_outies(board: Board, name: str) -> Iterator[Deduction]:
    """What sums that houses and cages leave take from cells."""
    if board.layout.rules:
        yield from bounded_cells(board, name, rests(board.layout))
        yield from fillings(board, name, rests(board.layout))


def fillings(board: Board, name: str, rules: Sequence[Rule] | None = None) -> Iterator[Deduction]:
    """What no way to fill the open cells of a sum has, where there are few to try."""
    for rule in board.layout.rules if rules is None else rules:
        cells = _open(board, rule) if isinstance(rule, Linear) and rule.operator == "=" else []
        marks = [board.marks[cell] for cell in cells]
        key = "fillings", rule, *marks
        if len(cells) < 2 or prod(map(int.bit_count, marks[:-1])) > MOST or key in board.vain:
            continue
        assert isinstance(rule, Linear)
        left = rule.constant - rule.value([board.values[cell] for cell in rule.scope])
        ways = [*_ways(board, rule.weights, cells, left)]
        held = [mask_of(way[place] for way in ways) for place in range(len(cells))]
        removed = [board.removals(1 << c, ~mask) for c, mask in zip(cells, held, strict=True)]
        if not any(removed):
            board.vain.add(key)
            continue
        said = f"{label(board, rule)}, {_ways_said(board, rule, cells, ways)}"
        reason = Filling(board.layout, name, rule, said, tuple(cells))
        yield Deduction(reason, removed={c: v for each in removed for c, v in each.items()})


def _ways_said(
    board: Board, rule: Rule, cells: Sequence[Cell], ways: Sequence[Sequence[Value]]
) -> str:
    """The ways to fill cells: of a cage its sums, of others the values in order; or how many."""
    cage, number = is_cage(board, rule), len(ways) or "no"
    sign = "+" if cage else " "
    shown = {sign.join(map(str, sorted(way) if cage else way)): None for way in ways}
    which = "which" if cage else f"and {board.layout.names(cells)}"
    if not 0 < len(shown) <= FEW:
        return f"{which} can be filled in {number} ways"
    only = f"{which} can only be {listed(shown).replace(' and ', ' or ')}"
    return f"{only}, in {number} ways" if cage and len(ways) > 1 else only


def _ways(
    board: Board, weights: Mapping[Cell, int], cells: Sequence[Cell], left: int
) -> Iterator[tuple[Value, ...]]:
    """The values of cells that come to so much; those of cells that see each other differ."""
    if not cells:
        yield from [()] * (left == 0)
        return
    first, *rest = cells
    for value in board.candidates()[first]:
        for others in _ways(board, weights, rest, left - weights.get(first, 0) * value):
            seen = board.layout.peers[first]
            if not any(v == value and seen >> c & 1 for c, v in zip(rest, others, strict=True)):
                yield value, *others
