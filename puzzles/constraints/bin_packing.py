"""BinPacking: items lie in bins, and what lies in each is within its limit, or is its load.

    BinPacking((0, 1, 2), (4, 3, 2), (5, 5))                       two bins of capacity 5
    BinPacking((0, 1, 2), (4, 3, 2), (Variable(3), 4), "=")        x3 is what lies in the first

Each variable is the bin of an item; an item in none of the bins is false, and no size is negative.
XCSP3's binPacking with limits or loads; one limit for all is the same limit for each.  Paul Shaw,
"A constraint for bin packing", CP 2004.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from accord.puzzles.constraints.arguments import checked, outside, too_few
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.linear import COMPARISONS
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import VariableNumbers


@checked
@dataclass(frozen=True)
class BinPacking(HasRecord):
    """The sizes of the items in each bin together are at most, or exactly, so much.

    >>> from accord.constraints import BinPacking
    >>> bins = BinPacking((0, 1, 2), sizes=(2, 1, 1), loads=(2, 2), start=1)
    >>> bins.holds((1, 2, 2)), bins.holds((1, 1, 2))  # which bin each item is in
    (True, False)
    """

    kind: ClassVar[str] = "bin-packing"

    variables: VariableNumbers  # the bin of each item
    sizes: tuple[int, ...]  # one for each item
    loads: tuple[int | Variable, ...]  # one for each bin
    operator: Literal["<=", "="] = "<="
    start: int = 0  # the number of the first bin
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables, then those among the loads."""

    def __post_init__(self) -> None:
        if len(self.sizes) != len(self.variables):
            raise MalformedConstraintError(
                f"sizes: found {len(self.sizes)}, expected {len(self.variables)}, one for each "
                "variable"
            )
        if min(self.sizes, default=0) < 0:
            raise MalformedConstraintError(f"sizes: found {min(self.sizes)}, expected none below 0")
        among = [each.number for each in self.loads if isinstance(each, Variable)]
        object.__setattr__(self, "scope", (*self.variables, *among))

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        loads = [each for each in self.loads if isinstance(each, int)]
        if min(loads, default=0) < 0:
            return f"loads: found {min(loads)}, expected none below 0"
        if not self.sizes or len(loads) < len(self.loads):
            return ""
        few = too_few("loads", loads, 1, "load")
        return few or outside("sizes", max(self.sizes), 0, max(loads))

    def holds(self, values: Sequence[int]) -> bool:
        """Whether each item lies in a bin, and each bin holds what it should."""
        return next(self._broken(values, [""] * len(values)), None) is None

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The items that lie in no bin, and the bins that hold too much or too little."""
        yield from self._broken(values, names)

    def _broken(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        number, label = len(self.variables), self.name or self.kind
        bins = range(self.start, self.start + len(self.loads))
        for name, place in zip(names, values[:number], strict=False):
            if place not in bins:
                yield f"{label}: found {name} = {place}, which is no bin"
        rest = iter(values[number:])
        for place, load in zip(bins, self.loads, strict=True):
            expected = next(rest) if isinstance(load, Variable) else load
            items = zip(self.sizes, values[:number], strict=True)
            found = sum(size for size, where in items if where == place)
            if not COMPARISONS[self.operator](found, expected):
                what = f"{label}: bin {place} holds {found}"
                yield f"{what}, expected {self.operator} {expected}"


KINDS = {BinPacking.kind: BinPacking}
EXAMPLES = {
    BinPacking.kind: BinPacking((0, 1, 2), (2, 1, 1), (2, 2), start=1),
    f"{BinPacking.kind} with loads": BinPacking((0, 1), (2, 1), (Variable(2), 1), "=", 1),
}
