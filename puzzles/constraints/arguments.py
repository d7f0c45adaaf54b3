"""Arguments: what a constraint is given becomes what its fields declare, or is refused.

    scope: tuple[int, ...]                    any iterable of whole numbers becomes a tuple
    loads: tuple[int | Variable, ...]         so do constants and variables
    operator: Literal["<=", "="]              one of these

A text or a mapping is iterable and is no tuple: characters or keys would be taken for values.  A
float is no whole number, nor is True; what says itself what whole number it is (numpy's integers)
becomes one.  Readers are made once for each class, from its annotations, and what already fits is
kept as it is: 1 us for each field of a small constraint, 0.1 s for a table of a million triples.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from itertools import chain
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.given import items_of, shown, whole_number
from accord.puzzles.phrasing import listed

Reader = Callable[[Any], Any]  # of what is given; raises _MisfitError
NAMED: Mapping[type, tuple[str, str]] = {  # one and several
    int: ("a whole number", "whole numbers"),
    bool: ("True or False", "True or False"),
    str: ("a text", "texts"),
    Variable: ("a Variable", "Variables"),
}


class _MisfitError(Exception):
    """What was found, and what was expected."""


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
            raise _misfit(found, _words(declared))
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
