"""Arguments: what a constraint is given becomes what its fields declare, or is refused.

    scope: tuple[int, ...]                    any iterable of whole numbers becomes a tuple
    loads: tuple[int | Variable, ...]         so do constants and variables
    operator: Literal["<=", "="]              one of these

A text or a mapping is iterable and is no tuple: characters or keys would be taken for values.  A
float is no whole number, nor is True; what says itself what whole number it is (numpy's integers)
becomes one.  Readers are made once for each class, from its annotations, and what already fits is
kept as it is: 1 us for each field of a small constraint, 0.1 s for a table of a million triples.

A constraint that is always true, or always false, whatever values its variables have, is a slip of
who writes it: a number where a variable was meant, a list that was forgotten.  `checked` refuses it
where a user builds it.  Accord's own code builds such ones, of what it reads, decomposes or
shrinks, and so does a solver that accord runs: they mean what they say.  A list of one variable is
no slip but the smallest case of a pattern, as a cage of one cell is; that no values add up is what
solvers are asked.
"""

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sized
from dataclasses import fields
from functools import cache, wraps
from itertools import chain
from types import FrameType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.given import items_of, shown, whole_number, with_parameters
from accord.puzzles.phrasing import counted, listed

Built = TypeVar("Built")
Reader = Callable[[Any], Any]  # of what is given; raises _MisfitError
OWN = {"accord"}  # packages whose code may build constraints that are always true or false
NAMED: Mapping[type, tuple[str, str]] = {  # one and several
    int: ("a whole number", "whole numbers"),
    bool: ("True or False", "True or False"),
    str: ("a text", "texts"),
    Variable: ("a Variable", "Variables"),
}


class _MisfitError(Exception):
    """What was found, and what was expected."""


def checked(kind: type[Built]) -> type[Built]:
    """A kind of constraint that takes what its fields declare, and refuses the rest in words.

    Where neither accord's code builds one nor what it calls, it is refused too if it is always true
    or always false: one over no variables, and one whose `slip` says why.

    Raises:
        MalformedConstraintError: by each of its objects, with what was found and expected.
    """
    kind = with_parameters(MalformedConstraintError)(kind)
    build, complete = kind.__init__, getattr(kind, "__post_init__", None)

    def take_and_complete(self: Any) -> None:
        take_arguments(self)
        if complete is not None:
            complete(self)

    @wraps(build)
    def build_checked(self: Any, *given: Any, **named: Any) -> None:
        build(self, *given, **named)
        if complete is None:  # `build` completes nothing then
            take_arguments(self)
        if min(self.scope, default=0) < 0:
            found = f"found variable {min(self.scope)}"
            raise MalformedConstraintError(f"{found}, expected variables numbered from 0")
        if not _is_built_by_accord() and (slip := slip_of(self)):
            raise MalformedConstraintError(slip)

    kind.__init__ = build_checked  # type: ignore[method-assign]
    kind.__post_init__ = take_and_complete  # type: ignore[attr-defined]
    return kind


def _is_built_by_accord() -> bool:
    """Whether accord's code builds what is checked, or calls what does, such as a user's solver."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] in OWN:
            return True
        frame = frame.f_back
    return False


def as_read(kind: Callable[..., Built], *given: Any, **named: Any) -> Built:
    """A constraint as a reader builds it, which may always be true or false."""
    return kind(*given, **named)


def slip_of(constraint: Any) -> str:
    """Why a constraint is always true or false, and what was expected; "" where it is not."""
    found = _slip(constraint)
    return found and f"{found}; so it is always {str(truth_of(constraint)).lower()}"


def _slip(constraint: Any) -> str:
    found: str = constraint.slip() if hasattr(constraint, "slip") else ""
    return found or ("" if constraint.scope else "found no variables, expected one or more")


def truth_of(constraint: Any) -> bool:
    """Whether one that is always true or always false is true."""
    return bool(constraint.holds([0] * len(constraint.scope)))


def any_always_false(parts: Iterable[Any]) -> str:
    """The slip of the first of some constraints that is always false; "" where there is none."""
    return next((slip for each in parts if (slip := _slip(each)) and not truth_of(each)), "")


def all_always_true(parts: Iterable[Any]) -> str:
    """The first slip of some constraints that are all always true; "" where one is not."""
    slips = [(_slip(each), truth_of(each)) for each in parts]
    return slips[0][0] if slips and all(slip and truth for slip, truth in slips) else ""


def too_few(key: str, items: Sized, least: int, what: str = "variable") -> str:
    """That a list is too short to say anything; "" where it is not."""
    if len(items) >= least:
        return ""
    return f"{key}: found {counted(len(items), what)}, expected {least} or more"


def repeated(key: str, variables: Collection[int]) -> str:
    """That a variable, which cannot differ from itself, stands in a list twice; or ""."""
    for each, times in Counter(variables).items():
        if times > 1:
            return f"{key}: found variable {each} twice, expected different ones"
    return ""


def outside(key: str, found: Any, least: int, most: int) -> str:
    """That a constant is none of the numbers that there can be; "" of a variable."""
    if not isinstance(found, int) or least <= found <= most:
        return ""
    expected = f"{least} to {most}" if least < most else f"{most}"
    return f"{key}: found {found}, expected {expected}"


def take_arguments(taker: Any) -> None:
    """Make each field of a frozen dataclass what it is declared to be.

    Raises:
        MalformedConstraintError: one is something else; names it.
    """
    kind: type = type(taker)
    for key, read in _readers(kind):
        found = getattr(taker, key)
        try:
            taken = read(found)
        except _MisfitError as misfit:
            raise MalformedConstraintError(f"{key}: {misfit}") from None
        if taken is not found:
            object.__setattr__(taker, key, taken)


@cache
def _readers(kind: type) -> tuple[tuple[str, Reader], ...]:
    """By field how it is read; those that are not given, or of other types, are left out."""
    hints = get_type_hints(kind)
    named = [each.name for each in fields(kind) if each.init]
    return tuple((key, _reader(hints[key])) for key in named if _is_known(hints[key]))


def _is_known(declared: Any) -> bool:
    return declared in NAMED or get_origin(declared) in (tuple, Literal, Union, UnionType)


def _reader(declared: Any) -> Reader:
    origin, inner = get_origin(declared), get_args(declared)
    if origin in (Union, UnionType):
        return _read_one_of([_reader(each) for each in inner], _words(declared), _plain(declared))
    if origin is tuple:
        return _read_several(inner[0], declared) if inner[-1] is ... else _read_tuple(declared)
    if origin is Literal:
        return _read_checked(lambda found: isinstance(found, str) and found in inner, declared)
    if declared is int:
        return _read_integer
    return _read_checked(lambda found: isinstance(found, declared), declared)


def _read_integer(found: Any) -> int:
    if (number := whole_number(found)) is None:
        raise _misfit(found, NAMED[int][0])
    return number


def _read_checked(fits: Callable[[Any], bool], declared: Any) -> Reader:
    def read(found: Any) -> Any:
        if not fits(found):
            raise _misfit(found, _words(declared))
        return found

    return read


def _read_one_of(readers: list[Reader], expected: str, plain: frozenset[type]) -> Reader:
    def read(found: Any) -> Any:
        if type(found) in plain:
            return found
        for each in readers:
            try:
                return each(found)
            except _MisfitError:
                continue
        raise _misfit(found, expected)

    return read


def _read_several(item: Any, declared: Any) -> Reader:
    """Of any number of items, which are all alike."""
    read_item, plain = _reader(item), _plain(item)
    nested = _plain(get_args(item)[0]) if get_args(item)[-1:] == (...,) else frozenset()

    def read(found: Any) -> tuple[Any, ...]:
        if (items := items_of(found)) is None:
            one = int in plain and (number := whole_number(found)) is not None
            raise _misfit(found, _words(declared) + (f", as ({number},)" if one else ""))
        values = found if type(found) is tuple else tuple(items)
        types = {*map(type, values)}
        if types <= plain:
            return values
        if nested and types == {tuple} and {*map(type, chain.from_iterable(values))} <= nested:
            return values
        return tuple(map(read_item, values))

    return read


def _read_tuple(declared: Any) -> Reader:
    """Of so many items, each with a reader of its own."""
    readers = [_reader(each) for each in get_args(declared)]

    def read(found: Any) -> tuple[Any, ...]:
        items = items_of(found)
        values = () if items is None else tuple(items)
        try:
            return tuple(each(value) for each, value in zip(readers, values, strict=True))
        except (_MisfitError, ValueError):
            raise _misfit(found, _words(declared)) from None

    return read


def _plain(declared: Any) -> frozenset[type]:
    """The types of which every value fits as it is."""
    if get_origin(declared) in (Union, UnionType):
        return frozenset(chain.from_iterable(map(_plain, get_args(declared))))
    return frozenset([declared]) if declared in NAMED else frozenset()


def _words(declared: Any, several: bool = False) -> str:
    """What was expected."""
    origin, inner = get_origin(declared), get_args(declared)
    if origin in (Union, UnionType):
        return listed((_words(each, several) for each in inner), "or")
    if origin is tuple and inner[-1] is ...:
        return f"{'tuples' if several else 'a tuple'} of {_words(inner[0], True)}"
    if origin is tuple:
        alike = f"{len(inner)} {_words(inner[0], True)}" if len({*inner}) == 1 else ""
        return f"{'tuples' if several else 'a tuple'} of {alike or listed(map(_words, inner))}"
    if origin is Literal:
        return ", ".join(inner)
    return NAMED[declared][several] if declared in NAMED else "None"


def _misfit(found: object, expected: str) -> _MisfitError:
    return _MisfitError(f"found {shown(found)}, expected {expected}")
