"""Element: the item of a list at a variable index.

    Element((5, 7, 9), 0, Variable(1))      x1 = (5, 7, 9)[x0], counted from 0

Items are constants or variables; an index outside the list is false and not an error, as in
XCSP3 and MiniZinc's relational reading.  `start` says what the first index is.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked, too_few
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import Shareable, VariableNumber
from accord.puzzles.phrasing import listed
from accord.puzzles.shared import derived


@checked
@dataclass(frozen=True)
class Element(HasRecord):
    """The value is the item at the index.

    >>> from accord.constraints import Element, Variable
    >>> price = Element((30, 10, 20), index=0, value=Variable(1))
    >>> price.holds((2, 20)), price.holds((2, 10))
    (True, False)
    """

    kind: ClassVar[str] = "element"

    items: Shareable[tuple[int | Variable, ...]]
    index: VariableNumber
    value: int | Variable
    start: int = 0  # the index of the first item
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables among the items, the index, and the value if it is one."""

    def __post_init__(self) -> None:
        value = [self.value.number] if isinstance(self.value, Variable) else []
        object.__setattr__(self, "scope", (*derived(self.items, _variables), self.index, *value))

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if few := too_few("items", self.items, 1, "item"):
            return few
        every = (*self.items, self.value)
        if self.value in self.items or any(isinstance(each, Variable) for each in every):
            return ""
        which = listed([*dict.fromkeys(map(str, self.items))], "or", most=5)
        return (
            f"value: found {self.value}, expected one of the items, {which}, or a variable, as "
            f"Variable({self.value}) or in JSON its name: a number is a constant here"
        )

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the value is the item at the index, which is in the list."""
        item, value, _ = self._read(values)
        return item is not None and item == value

    def _read(self, values: Sequence[int]) -> tuple[int | None, int, int]:
        """The item at the index, None where there is none; the value; and the index."""
        rest = iter(values)
        items = [next(rest) if isinstance(each, Variable) else each for each in self.items]
        index = next(rest)
        value = next(rest) if isinstance(self.value, Variable) else self.value
        place = index - self.start
        return items[place] if 0 <= place < len(items) else None, value, index

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The index and the item that it leads to."""
        if self.holds(values):
            return
        item, value, index = self._read(values)
        label = self.name or "element"
        if not self.items:
            yield f"{label}: found no items, expected one at the index {index}"
        elif item is None:
            last = self.start + len(self.items) - 1
            yield f"{label}: found the index {index}, expected {self.start}..{last}"
        else:
            yield f"{label}: found {value}, expected {item}, the item at index {index}"


def _variables(items: Iterable[int | Variable]) -> list[int]:
    return [each.number for each in items if isinstance(each, Variable)]


KINDS = {Element.kind: Element}
EXAMPLES = {
    Element.kind: Element((3, 1, 2), 0, Variable(1), 1),
    f"{Element.kind} of variables": Element((Variable(1), Variable(2)), 0, 2, 1),
}
