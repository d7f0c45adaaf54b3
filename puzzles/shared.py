"""Shared lists: the tuples of a table, which a thousand constraints may have in common.

XCSP3 says a table once for a group of constraints.  Here it is one object then, a tuple that keeps
what was made of it: its index, its hash, that its entries are what they should be.  So what takes
as long as the list is long is done once for each list and not once for each constraint.  What is
pickled is the list alone, once for all that share it.

In JSON such a list stands under `tables` and has a name, by which constraints refer to it
(puzzles/constraints/record.py).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")


class SharedList(tuple[Item, ...]):
    """A tuple that keeps what was made of it."""

    def __new__(cls, items: Iterable[Item] = ()) -> "SharedList[Item]":
        """Keep nothing yet."""
        made = super().__new__(cls, items)
        made.kept = {}
        return made

    kept: dict[Any, Any]  # by the function that made it, and its other arguments

    def __hash__(self) -> int:
        return derived(self, tuple.__hash__)

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __reduce__(self) -> tuple[object, ...]:
        return SharedList, (tuple(self),)


def derived(items: tuple[Item, ...], make: Callable[..., Made], *others: Any) -> Made:
    """What a function makes of some items; of a shared list it is made once, and kept with it.

    Args:
        items: its first argument.
        make: the function, not one that is defined anew for each call.
        others: its other arguments.
    """
    if not isinstance(items, SharedList):
        return make(items, *others)
    key = make, others
    if key not in items.kept:
        items.kept[key] = make(items, *others)
    found: Made = items.kept[key]
    return found


def latest(items: tuple[Item, ...], make: Callable[..., Made], *others: Any) -> Made:
    """What a function makes of some items; a shared list keeps the last result alone."""
    if not isinstance(items, SharedList):
        return make(items, *others)
    if make not in items.kept or items.kept[make][0] != others:
        items.kept[make] = others, make(items, *others)
    found: Made = items.kept[make][1]
    return found


Refer = Callable[[SharedList[Any], Callable[[tuple[Any, ...]], Any]], Any]


class References(tuple[str, ...]):
    """Names of variables, for writing constraints whose lists are not written but referred to."""

    refer: Refer
    """What stands for a shared list; the function that it gets writes items of that."""

    def __new__(cls, names: Iterable[str], refer: Refer) -> "References":
        """The names, and how lists are referred to."""
        made = super().__new__(cls, names)
        made.refer = refer
        return made


class Tables(dict[str, int]):
    """Numbers of variables by name, and the lists that constraints in a file refer to by name."""

    def __init__(self, numbers: Mapping[str, int], tables: Mapping[str, SharedList[Any]]) -> None:
        super().__init__(numbers)
        self.tables = tables
        self.unused = dict.fromkeys(tables)  # in their order, as long as nothing refers to them
        self.known: dict[SharedList[Any], SharedList[Any]] = {}  # equal ones are one object
