"""What cannot be used: the error about the input, and checks of what a user gave.

Each class of errors about the input derives from `InputError`, beside the floor or room that raises
it; its message says what was found and what was expected.  The command line ends with exit code 2
then.  Any other exception is a bug, but for a backend that is missing and a deduction that is
wrong.

Python takes much for a number or a row that was meant otherwise: True for 1, the keys of a mapping
and the characters of a text for items.  Who builds a problem asks here for a whole number, items or
arguments, so that such a value is refused where it is given, and shown as Python writes it.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import signature
from operator import index
from typing import Any, TypeVar


class InputError(Exception):
    """The input cannot be used; says what was found and what was expected."""


Built = TypeVar("Built")

MOST_SHOWN = 40  # characters


def whole_number(found: Any) -> int | None:
    """An integer, also one of numpy's, as int; None for anything else, as True and 1.0."""
    if type(found) is int:
        return found
    try:
        return None if isinstance(found, bool) else int(index(found))
    except TypeError:
        return None


def items_of(found: Any) -> Iterable[Any] | None:
    """An iterable as it is; None for anything else, for texts and for mappings."""
    is_row = isinstance(found, Iterable) and not isinstance(found, str | bytes | Mapping)
    return found if is_row else None


def shown(found: Any) -> str:
    """The value as Python writes it, cut where it is long; it writes no numbers of 4,301 digits."""
    try:
        whole = repr(found)
    except ValueError:
        return "a number of more digits than Python writes"
    return whole if len(whole) <= MOST_SHOWN else f"{whole[:MOST_SHOWN]}..."


def with_parameters(error: type[Exception]) -> Callable[[type[Built]], type[Built]]:
    """A class decorator: arguments too many, too few or misnamed raise an error of this class.

    It says what the class takes, and where its module has EXAMPLES, one that takes it.
    """

    def changed(kind: type[Built]) -> type[Built]:
        build = kind.__init__

        @wraps(build)
        def build_or_refuse(self: Any, *given: Any, **named: Any) -> None:
            try:
                build(self, *given, **named)
            except TypeError:
                if misfit := _misfit(kind, given, named):
                    raise error(misfit) from None
                raise

        kind.__init__ = build_or_refuse  # type: ignore[method-assign]
        return kind

    return changed


def _misfit(kind: type, given: tuple[Any, ...], named: Mapping[str, Any]) -> str:
    """Why a class does not take such arguments; "" where it does."""
    try:
        signature(kind).bind(*given, **named)
    except TypeError as error:
        own = signature(kind).parameters.values()
        needed = [each.name for each in own if each.default is each.empty]
        free = [f"{each.name}=" for each in own if each.default is not each.empty]
        said = [*map(shown, given), *(f"{key}={shown(each)}" for key, each in named.items())]
        found, expected = ", ".join(said), ", ".join((*needed, *free))
        name = kind.__name__
        return f"{error}: found {name}({found}), expected {name}({expected}){_as(kind, needed)}"
    return ""


def _as(kind: type, needed: list[str]) -> str:
    """An example of the class as it is written, or else what the class is."""
    for example in getattr(sys.modules[kind.__module__], "EXAMPLES", {}).values():
        if type(example) is kind:
            said = ", ".join(shown(getattr(example, each)) for each in needed)
            return f", as {kind.__name__}({said})".replace("number=", "")
    return f": {(kind.__doc__ or '').splitlines()[0]}"
