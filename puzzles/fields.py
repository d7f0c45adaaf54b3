"""Fields of a dataclass: what is given in Python or in a file becomes what they declare.

    scope: VariableNumbers                         numbers of variables; in a file, names
    loads: tuple[int | Variable, ...]              constants and variables
    operator: Literal["<=", "="]                   one of these
    closed: LeftOut[bool] = False                  not written where it is the default
    tuples: Shareable[Tuples]                      many constraints may have it in common
    excepted: Annotated[tuple[int, ...], Key("except")]           another key in a file
    slow: Annotated[float, Check(lambda x: x > 1, "a number above 1")]
    task: tuple[Task, ...]                         tables [[task]], a dataclass again

That is all that the JSON of a constraint, the keys of a TOML file, and the checks of arguments are
made from.  A field that is no part of a value's meaning (`compare=False`) stands in no file, and
one without a default has to.

In Python any iterable becomes a tuple, but for a text or a mapping: characters or keys would be
taken for values.  A float is no whole number, nor is True; what says itself what whole number it is
(numpy's integers) becomes one.  A file is read strictly: a key that is not known would be another
meaning, silently.  Readers are made once for each class, and what already fits is kept as it is:
1 us for each field of a small constraint, 0.1 s for a table of a million triples.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, lru_cache
from itertools import chain
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from accord.puzzles.constraints.constraint import Names, Numbers, Variable
from accord.puzzles.errors import MOST_SHOWN, items_of, shown, whole_number
from accord.puzzles.phrasing import listed, nearest, spelled
from accord.puzzles.shared import References, SharedList, Tables

Taken = TypeVar("Taken")
Read = Callable[[Any, Numbers], Any]  # of what is given; raises MisfitError
Write = Callable[[Any, Names], Any]


class MisfitError(ValueError):
    """A value does not fit its field; says what was found and what was expected."""

    place: int | None = None  # in the list that it stands in


class Key(NamedTuple):
    """The name of a field in a file, where it differs from the attribute's, which is read too."""

    name: str


class Check(NamedTuple):
    """A condition on a value in a file besides its type; `expected` says all of it."""

    fits: Callable[[Any], bool]
    expected: str


class OwnJson(NamedTuple):
    """A type with a reader and perhaps a writer of its own."""

    read: Read
    write: Write = lambda value, names: value
    words: tuple[str, str] = ("a value", "values")  # what it is called, one and several


_VARIABLE, _LEFT_OUT, SHAREABLE = "a variable", "left out", "shareable"
VariableNumber = Annotated[int, _VARIABLE]  # a variable by its number; in a file by its name
VariableNumbers = tuple[VariableNumber, ...]
LeftOut = Annotated[Taken, _LEFT_OUT]  # of a file, where it is the default
Shareable = Annotated[Taken, SHAREABLE]  # a tuple that becomes a SharedList
Excepted = Annotated[tuple[Taken, ...], Key("except"), _LEFT_OUT]


def is_text(value: str) -> bool:
    """Whether a text has more than blanks, and no NUL."""
    return value.strip() != "" and "\0" not in value


def between(least: int, most: int) -> Check:
    """A check that a whole number lies in a range, both ends included."""
    return Check(lambda n: least <= n <= most, f"a whole number from {least:,} to {most:,}")


Text = Annotated[str, Check(is_text, "a text")]
Texts = Annotated[
    tuple[str, ...],
    Check(lambda each: each != () and all(map(is_text, each)), "a list of texts, one or more"),
]


class Wording(NamedTuple):
    """The words of error messages: for arguments in Python, or for files."""

    words: Mapping[type, tuple[str, str]]
    row: tuple[str, str]
    shown: Callable[[object], str]


def _shown_in_json(found: object) -> str:
    whole = repr(found) if isinstance(found, float) else json.dumps(found, default=repr)
    return whole if len(whole) <= MOST_SHOWN else f"{whole[:MOST_SHOWN]}..."


_PLAIN: Mapping[type, tuple[str, str]] = {
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    str: ("a text", "texts"),
}
PYTHON = Wording(
    {**_PLAIN, Variable: ("a Variable", "Variables"), bool: ("True or False",) * 2},
    ("a tuple", "tuples"),
    shown,
)
FILE = Wording(
    {
        **_PLAIN,
        Variable: ("the name of a variable", "names of variables"),
        bool: ("true or false",) * 2,
    },
    ("a list", "lists"),
    _shown_in_json,
)


NO_NUMBERS: Numbers = {}


@cache
def readers(kind: Any) -> Iterable[tuple[str, Read]]:
    """By field how what is given in Python is read; fields of other types are left out."""
    hints, extras = get_type_hints(kind), get_type_hints(kind, include_extras=True)
    found = []
    for key in (each.name for each in fields(kind) if each.init):
        if _is_known(declared := hints[key]):
            shared = SHAREABLE in get_args(extras[key])
            read = reader_of(declared, PYTHON)
            found.append((key, _read_shared(read, None) if shared else read))
    return found


def _is_known(declared: Any) -> bool:
    return declared in PYTHON.words or get_origin(declared) in (tuple, Literal, Union, UnionType)


class _Field(NamedTuple):
    """A field in a file."""

    name: str
    read: Read
    write: Write
    default: Any
    is_left_out: bool  # where it is the default
    expected: str


@cache
def _fields(kind: type) -> Mapping[str, _Field]:
    """The fields of a dataclass by their keys in a file, in order."""
    hints, found = get_type_hints(kind, include_extras=True), {}
    for each in fields(kind):
        if each.init and each.compare:
            declared = hints[each.name]
            extras = get_args(declared)[1:] if get_origin(declared) is Annotated else ()
            key = next((extra.name for extra in extras if isinstance(extra, Key)), each.name)
            default = each.default if each.default_factory is MISSING else each.default_factory()
            found[key] = _Field(
                each.name,
                reader_of(declared, FILE),
                _writer(declared) or _as_it_is,
                default,
                _LEFT_OUT in extras,
                _words(declared, FILE),
            )
    return {key: found[key] for key in getattr(kind, "keys", found)}


def keys(kind: type) -> list[str]:
    """The keys of a dataclass in a file."""
    return [*_fields(kind)]


def read_fields(
    kind: type,
    table: Mapping[str, Any],
    numbers: Numbers = NO_NUMBERS,
    derived: Collection[str] = (),
) -> dict[str, Any]:
    """The arguments of a dataclass that a table of a JSON or TOML file says.

    Args:
        kind: the dataclass.
        table: values by key.
        numbers: of variables, by name.
        derived: fields without a default that may be missing.

    Raises:
        MisfitError: a key is unknown or missing, or its value is another; names the key.
    """
    known, found = _fields(kind), {}
    for key, value in table.items():
        if (field := known.get(key) or _named(known, key)) is None:
            raise MisfitError(f"found the key {key!r}, expected {nearest(key, [*known])}")
        if field.name in found:
            raise MisfitError(f"found {key!r} twice under two names, expected it once")
        try:
            found[field.name] = field.read(value, numbers)
        except MisfitError as misfit:
            where = key if misfit.place is None else f"{key} {misfit.place}"
            raise MisfitError(f"{where}: {misfit}") from None
    for key, field in known.items() if len(found) < len(known) else ():
        if field.default is MISSING and field.name not in found and field.name not in derived:
            raise MisfitError(f"found no {key!r}, expected {field.expected}")
    return found


def _named(known: Mapping[str, _Field], name: str) -> _Field | None:
    """The field whose attribute has this name."""
    return next((field for field in known.values() if field.name == name), None)


def written_fields(value: Any, names: Names = ()) -> dict[str, Any]:
    """The table from which `read_fields` has the arguments of a dataclass's value."""
    kind: type = type(value)
    table = {}
    for key, (name, _, write, default, is_left_out, _) in _fields(kind).items():
        found = getattr(value, name)
        if not (is_left_out and found == default):
            table[key] = write(found, names)
    return table


def reader_of(declared: Any, wording: Wording) -> Read:
    """The function that converts a value to a declared type, or raises MisfitError."""
    origin, inner = get_origin(declared), get_args(declared)
    if origin is Annotated:
        return _read_annotated(inner[0], inner[1:])
    if origin in (Union, UnionType):
        return _read_one_of(declared, wording)
    if origin is tuple:
        return (_read_several if inner[-1] is ... else _read_tuple)(declared, wording)
    if origin is Literal:
        read = _read_checked(lambda found: type(found) is str and found in inner, declared, wording)
        return lambda found, numbers: read(spelled(found, inner), numbers)
    if declared is int:
        return _read_integer(wording)
    if declared is Variable and wording is FILE:
        return lambda found, numbers: _variable(_read_variable(found, numbers))
    if origin is not None and issubclass(origin, Mapping):
        return _read_checked(lambda found: isinstance(found, dict), declared, wording)
    if is_dataclass(declared) and wording is FILE:
        return _read_table(declared)
    if declared is float:
        return _read_checked(lambda found: type(found) in (int, float), declared, wording)
    return _read_checked(lambda found: isinstance(found, declared), declared, wording)


def _read_annotated(declared: Any, extras: tuple[Any, ...]) -> Read:
    """The reader of an Annotated type, in a file."""
    read = reader_of(declared, FILE)
    for each in extras:
        if each is _VARIABLE:
            return _read_variable
        if each is SHAREABLE:
            return _read_shared(read, declared)
        if isinstance(each, OwnJson):
            return each.read
        if isinstance(each, Check):
            return _read_as_expected(read, each)
    return read


def _read_shared(read_list: Read, declared: Any) -> Read:
    """The reader of a list that becomes a SharedList; one that is a SharedList is read once.

    Args:
        read_list: makes a tuple of it.
        declared: its type in a file, where it may be the name of one; None in Python.
    """

    def made(items: tuple[Any, ...]) -> SharedList[Any]:
        found = SharedList(items)
        found.kept[read_list] = None  # what it has to be replaced by
        return found

    def read(found: Any, numbers: Numbers) -> SharedList[Any]:
        tables = numbers if isinstance(numbers, Tables) else None
        if declared and tables is not None and type(found) is str:
            found = _table(found, tables, declared)
        if type(found) is not SharedList:
            found = made(read_list(found, numbers))
        elif read_list not in found.kept:
            taken = read_list(as_it_is := tuple(found), numbers)
            found.kept[read_list] = None if taken is as_it_is else made(taken)
        if (instead := found.kept[read_list]) is not None:
            found = instead
        return found if tables is None else tables.known.setdefault(found, found)

    return read


def _table(name: str, tables: Tables, declared: Any) -> SharedList[Any]:
    """The list to which a constraint refers by its name."""
    if name not in tables.tables:
        known = listed(tables.tables, "or", most=5)
        expected = f", or as a table's name {known}" if known else ""
        raise misfit(name, f"{_words(declared, FILE)}{expected}", FILE)
    tables.unused.pop(name, None)
    return tables.tables[name]


def _read_as_expected(read: Read, check: Check) -> Read:
    def read_checked(found: Any, numbers: Numbers) -> Any:
        try:
            if check.fits(taken := read(found, numbers)):
                return taken
        except MisfitError:
            pass
        raise misfit(found, check.expected, FILE)

    return read_checked


def _read_variable(found: Any, numbers: Numbers) -> int:
    if type(found) is not str or found not in numbers:
        raise misfit(found, FILE.words[Variable][0], FILE)
    return numbers[found]


@lru_cache(2**14)
def _variable(number: int) -> Variable:
    """A variable; the same object while it is often asked for, as a file may say it a lot."""
    return Variable(number)


def _read_table(kind: Any) -> Read:
    def read(found: Any, numbers: Numbers) -> Any:
        if not isinstance(found, dict):
            raise misfit(found, "a table", FILE)
        return kind(**read_fields(kind, found, numbers))

    return read


def _read_integer(wording: Wording) -> Read:
    def read(found: Any, numbers: Numbers) -> int:
        if (number := whole_number(found)) is None:
            raise misfit(found, _words(int, wording), wording)
        return number

    return read


def _read_checked(fits: Callable[[Any], bool], declared: Any, wording: Wording) -> Read:
    def read(found: Any, numbers: Numbers) -> Any:
        if not fits(found):
            raise misfit(found, _words(declared, wording), wording)
        return found

    return read


def _read_one_of(declared: Any, wording: Wording) -> Read:
    several, plain = _alternatives(declared, wording), _plain(declared, wording)
    if len(several) == 1:
        return reader_of(several[0], wording)
    several.sort(key=lambda each: each in plain)  # what is plain is taken before
    read_each = [reader_of(each, wording) for each in several]

    def read(found: Any, numbers: Numbers) -> Any:
        if type(found) in plain:
            return found
        for each in read_each:
            try:
                return each(found, numbers)
            except MisfitError:
                continue
        raise misfit(found, _words(declared, wording), wording)

    return read


def _alternatives(declared: Any, wording: Wording) -> list[Any]:
    """The members of a union; a file has no None."""
    return [each for each in get_args(declared) if wording is PYTHON or each is not NoneType]


def _read_several(declared: Any, wording: Wording) -> Read:
    """The reader of a tuple of any length."""
    item = get_args(declared)[0]
    read_item, plain, is_table = reader_of(item, wording), _plain(item, wording), is_dataclass(item)
    deep = get_args(item)[-1:] == (...,)
    nested = _plain(get_args(item)[0], wording) if deep else frozenset()

    def read(found: Any, numbers: Numbers) -> tuple[Any, ...]:
        items = found if type(found) in (tuple, list) else items_of(found)
        if items is None:
            one = wording is PYTHON and int in plain and (number := whole_number(found)) is not None
            expected = _words(declared, wording) + (f", as ({number},)" if one else "")
            raise misfit(found, expected, wording)
        values = found if type(found) is tuple else tuple(items)
        types = {*map(type, values)}
        if types <= plain:
            return values
        rows = bool(nested) and types <= {tuple, list}
        if rows and {*map(type, chain.from_iterable(values))} <= nested:
            return values if types == {tuple} else tuple(map(tuple, values))
        if not is_table:
            return tuple([read_item(each, numbers) for each in values])
        return tuple([_read_at(place, read_item, each) for place, each in enumerate(values, 1)])

    return read


def _read_at(place: int, read: Read, found: Any) -> Any:
    try:
        return read(found, NO_NUMBERS)
    except MisfitError as misfit:
        misfit.place = place
        raise


def _read_tuple(declared: Any, wording: Wording) -> Read:
    """The reader of a tuple of fixed length."""
    read_each = [reader_of(each, wording) for each in get_args(declared)]

    def read(found: Any, numbers: Numbers) -> tuple[Any, ...]:
        items = items_of(found)
        values = () if items is None else tuple(items)
        try:
            return tuple([each(v, numbers) for each, v in zip(read_each, values, strict=True)])
        except (MisfitError, ValueError):
            raise misfit(found, _words(declared, wording), wording) from None

    return read


def _plain(declared: Any, wording: Wording) -> frozenset[type]:
    """The types of which every value fits as it is."""
    if get_origin(declared) in (Union, UnionType):
        return frozenset(chain.from_iterable(_plain(each, wording) for each in get_args(declared)))
    is_plain = declared in wording.words and (wording is PYTHON or declared is not Variable)
    return frozenset([declared]) if is_plain else frozenset()


def _writer(declared: Any) -> Write | None:
    """The function that writes a value of this type; None where JSON has it as it is."""
    origin, inner = get_origin(declared), get_args(declared)
    if origin is Annotated:
        if _VARIABLE in inner:
            return lambda value, names: names[value]
        if SHAREABLE in inner:
            return _write_shared(_writer(inner[0]) or _as_it_is)
        codec = next((each for each in inner if isinstance(each, OwnJson)), None)
        return codec.write if codec else _writer(inner[0])
    if declared is Variable:
        return lambda value, names: names[value.number]
    if origin in (Union, UnionType):
        of = {get_origin(each) or each: write for each in inner if (write := _writer(each))}
        if not of:
            return None

        def write(value: Any, names: Names) -> Any:
            kind = tuple if isinstance(value, tuple) else type(value)
            return of[kind](value, names) if kind in of else value

        return write
    if origin is tuple:
        each = _writer(inner[0])
        if each is None:
            return _write_list
        if each is _write_list:
            return lambda value, names: [*map(list, value)]
        return lambda value, names: [each(item, names) for item in value]
    return None


def _write_shared(write_list: Write) -> Write:
    """The writer of a shared list: what stands for it, or the list."""

    def write(value: Any, names: Names) -> Any:
        if isinstance(names, References) and isinstance(value, SharedList):
            return names.refer(value, lambda items: write_list(items, names))
        return write_list(value, names)

    return write


def _as_it_is(value: Any, names: Names) -> Any:
    return value


def _write_list(value: tuple[Any, ...], names: Names) -> list[Any]:
    return [*value]


def _words(declared: Any, wording: Wording, several: bool = False) -> str:
    """A declared type in words, for 'expected ...'."""
    origin, inner = get_origin(declared), get_args(declared)
    if origin is Annotated:
        for each in inner[1:]:
            if isinstance(each, Check | OwnJson):
                return each.expected if isinstance(each, Check) else each.words[several]
        return _words(Variable if _VARIABLE in inner else inner[0], wording, several)
    if origin in (Union, UnionType):
        found = _alternatives(declared, wording)
        return listed((_words(each, wording, several) for each in found), "or")
    if origin is tuple and inner[-1] is ...:
        return f"{wording.row[several]} of {_words(inner[0], wording, True)}"
    if origin is tuple:
        words = [_words(each, wording) for each in inner]
        alike = f"{len(inner)} {_words(inner[0], wording, True)}" if len({*words}) == 1 else ""
        return f"{wording.row[several]} of {alike or listed(words)}"
    if origin is Literal:
        return ", ".join(inner)
    if declared in wording.words:
        return wording.words[declared][several]
    if declared is NoneType:
        return "None"
    return "tables" if several else "a table"


def misfit(found: object, expected: str, wording: Wording) -> MisfitError:
    """The error: what was found, as its wording writes it, and what was expected."""
    return MisfitError(f"found {wording.shown(found)}, expected {expected}")
