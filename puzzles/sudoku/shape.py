"""The shape of a puzzle: its size and its rules, and the geometry that follows from them.

A puzzle of size n fills n x n cells with the values 1..n.  Rows and columns are always houses;
what else is a house makes the variant:

    variant      houses besides rows and columns
    ----------   -----------------------------------------------------------------------------
    Sudoku       boxes of r x c cells, r c = n
    jigsaw       n regions of n cells each, of any form, in place of boxes
    latin        none (a Latin square)
    diagonals    both main diagonals as well (Sudoku-X)
    windoku      the windows as well: (k-1)^2 more boxes, one cell in from the k x k boxes

Further constraints over any cells may be added.  Shapes are shared: `shape(...)` hands out one
value for each set of rules, so that its houses and peers are computed once.
"""

from collections.abc import Hashable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isqrt

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.errors import InputError
from accord.puzzles.grid import Cell
from accord.puzzles.sudoku.differing import Differ, differing

RULES = ("diagonals", "windoku", "latin")


class MalformedPuzzleError(InputError, ValueError):
    """The arguments describe no puzzle; says what was found and what was expected."""


def unknown_rule(rule: str) -> MalformedPuzzleError:
    """The error for a rule that is none."""
    return MalformedPuzzleError(f"found the rule {rule!r}, expected one of {', '.join(RULES)}")


@dataclass(frozen=True)
class Shape:
    """Size and rules, checked; made by `shape`."""

    size: int
    box: tuple[int, int] | None  # rows and columns of a box; None for Latin squares and jigsaws
    rules: frozenset[str] = frozenset()
    regions: tuple[int, ...] | None = None  # for each cell the number of its region, 0..n-1
    extra: tuple[Constraint, ...] = ()

    @property
    def cells(self) -> range:
        """All cells."""
        return range(self.size * self.size)

    @cached_property
    def areas(self) -> tuple[int, ...] | None:
        """For each cell the number of its box or region; None where there are none."""
        return boxes(self.size, self.box) if self.box else self.regions

    @cached_property
    def houses(self) -> tuple[AllDifferent, ...]:
        """The sets of n cells whose values differ pairwise, named."""
        n = self.size
        rows = [range(r * n, r * n + n) for r in range(n)]
        houses = [AllDifferent(tuple(row), f"row {r}") for r, row in enumerate(rows, 1)]
        columns = zip(*rows, strict=True)
        houses += [AllDifferent(column, f"column {c}") for c, column in enumerate(columns, 1)]
        if self.areas is not None:
            kind = "box" if self.regions is None else "region"
            for number in range(n):
                cells = tuple(cell for cell in self.cells if self.areas[cell] == number)
                houses.append(AllDifferent(cells, f"{kind} {number + 1}"))
        if "windoku" in self.rules:
            offsets = range(1, n - 1, isqrt(n) + 1)
            corners = [(top, left) for top in offsets for left in offsets]
            houses += [self._window(t, x, f"window {w}") for w, (t, x) in enumerate(corners, 1)]
        if "diagonals" in self.rules:
            houses.append(AllDifferent(tuple(range(0, n * n, n + 1)), "diagonal from top left"))
            falling = tuple(range(n - 1, n * n - n + 1, n - 1)) if n > 1 else (0,)
            houses.append(AllDifferent(falling, "diagonal from top right"))
        return tuple(houses)

    def _window(self, top: int, left: int, name: str) -> AllDifferent:
        side = isqrt(self.size)
        rows, columns = range(top, top + side), range(left, left + side)
        return AllDifferent(tuple(r * self.size + c for r in rows for c in columns), name)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """Everything a grid has to obey besides givens and candidates."""
        return (*self.houses, *self.extra)

    @cached_property
    def kinds(self) -> frozenset[type[Constraint]]:
        """The classes of the constraints."""
        return frozenset(map(type, self.constraints))

    @cached_property
    def others(self) -> tuple[Constraint, ...]:
        """The constraints that are no AllDifferent, or one with exceptions."""
        return tuple(each for each in self.constraints if not _is_plain(each))

    @cached_property
    def differ(self) -> Differ:
        """The function that says whether a grid, values in range, obeys every AllDifferent."""
        sets = tuple(each.scope for each in self.constraints if _is_plain(each))
        return differing(sets, self.size)

    @cached_property
    def peers(self) -> tuple[frozenset[Cell], ...]:
        """For each cell, the cells it shares a house with (20 of them in a 9x9 Sudoku)."""
        seen: list[set[Cell]] = [set() for _ in self.cells]
        for house in self.houses:
            for cell in house.cells:
                seen[cell].update(house.cells)
        return tuple(frozenset(cells - {cell}) for cell, cells in enumerate(seen))

    def copy(self) -> "Shape":
        """An equal one, of which no part that can be changed is shared with anything."""
        return Shape(
            self.size,
            self.box,
            self.rules,
            self.regions,
            deepcopy(self.extra) if self.extra else (),
        )

    def __reduce__(self) -> tuple[object, ...]:
        return shape, (self.size, self.box, self.rules, self.regions, self.extra)


def _is_plain(constraint: Constraint) -> bool:
    return isinstance(constraint, AllDifferent) and not constraint.excepted


def shape(
    size: int,
    box: tuple[int, int] | None = None,
    rules: Iterable[str] = (),
    regions: Sequence[int] | None = None,
    extra: Iterable[Constraint] = (),
) -> Shape:
    """The shape with these rules; the same value each time.

    Args:
        size: n, at least 1.
        box: rows and columns of a box; by default the squarest with no more rows than columns.
        rules: any of `RULES`.
        regions: for each of the n*n cells a number that says its region, for a jigsaw.
        extra: further constraints over any cells.

    Raises:
        MalformedPuzzleError: the rules contradict each other, or do not fit the size.
    """
    numbers = None if regions is None else renumbered(regions)
    rules, extra = frozenset(rules), tuple(extra)
    if box is None and regions is None and "latin" not in rules and size > 0:
        box = default_box(size)
    return _checked(size, box, rules, numbers, extra, tuple(part.name for part in extra))


@lru_cache(maxsize=64)
def default_box(size: int) -> tuple[int, int] | None:
    """The squarest box with no more rows than columns; None where only 1 x n would be one."""
    height = next(rows for rows in range(isqrt(size), 0, -1) if size % rows == 0)
    return None if height == 1 < size else (height, size // height)


def boxes(size: int, box: tuple[int, int]) -> tuple[int, ...]:
    """For each cell the number of its box of so many rows and columns."""
    height, width = box
    across = size // width
    cells = (divmod(cell, size) for cell in range(size * size))
    return tuple(row // height * across + column // width for row, column in cells)


def renumbered(regions: Iterable[Hashable]) -> tuple[int, ...]:
    """Regions as numbers in order of first appearance, so that equal regions are equal values."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(region, len(numbers)) for region in regions)


@lru_cache(maxsize=256)
def _checked(
    size: int,
    box: tuple[int, int] | None,
    rules: frozenset[str],
    regions: tuple[int, ...] | None,
    extra: tuple[Constraint, ...],
    names: tuple[str, ...],  # of `extra`: equal constraints may have different ones
) -> Shape:
    if size < 1:
        raise MalformedPuzzleError(f"found size {size}, expected at least 1")
    for rule in sorted(rules - set(RULES)):
        raise unknown_rule(rule)
    if sum((box is not None, regions is not None, "latin" in rules)) > 1:
        raise MalformedPuzzleError(
            "found more than one of box, regions and latin, expected at most one: "
            "each says what the houses besides rows and columns are"
        )
    if regions is not None:
        _check_regions(size, regions)
    elif "latin" not in rules:
        box = _checked_box(size, box)
    if "windoku" in rules and (isqrt(size) ** 2 != size or box not in (None, (isqrt(size),) * 2)):
        found = f"{box[0]}x{box[1]} boxes" if box else f"size {size}"
        raise MalformedPuzzleError(f"windoku: found {found}, expected square boxes (2x2, 3x3, ...)")
    for constraint in extra:
        for cell in constraint.scope:
            if not 0 <= cell < size * size:
                raise MalformedPuzzleError(
                    f"extra constraint: found cell {cell}, expected 0..{size * size - 1}"
                )
        if _is_plain(constraint) and len(set(constraint.scope)) < len(constraint.scope):
            raise MalformedPuzzleError("extra constraint: found a cell twice, expected once")
    return Shape(size, box, rules, regions, extra)


def _checked_box(size: int, box: tuple[int, int] | None) -> tuple[int, int]:
    if box is None:
        raise MalformedPuzzleError(
            f"found size {size}, which no box divides; expected the rule latin, or regions"
        )
    if min(box) < 1 or box[0] * box[1] != size:
        raise MalformedPuzzleError(
            f"found a box of {box[0]}x{box[1]}, expected rows x columns = {size}"
        )
    return box


def _check_regions(size: int, regions: tuple[int, ...]) -> None:
    if len(regions) != size * size:
        raise MalformedPuzzleError(
            f"regions: found {len(regions)} cells, expected {size * size} ({size} x {size})"
        )
    for number in sorted(set(regions)):
        if (count := regions.count(number)) != size:
            raise MalformedPuzzleError(
                f"regions: found {count} cells in region {number + 1}, expected {size} in each"
            )
