"""The variables of an XCSP3 file: their names, domains and arrays, and the symbols of their values.

    <var id="x"> 0..4 7 </var>                       <var id="y" as="a"/>
    <var id="c" type="symbolic"> red green </var>
    <array id="a" size="[3][4]"> 1..9 </array>
    <array id="b" size="[3][4]">
      <domain for="b[0][] b[1][0..1]"> 0 1 </domain> <domain for="others"> 0..9 </domain>
    </array>

Variables of arrays are called a[0][0], a[0][1] and so on.  An element of an array that no domain
is for is undefined: it is no variable, and `b[][]` leaves it out.  `as` names a variable, an array
or a domain with an id before it, and means its domain, whatever the sizes; of an array with domains
by part, those of the same elements.  Symbols are numbered in the order in which they appear in the
file, from 0, so that one symbol is one value everywhere.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, TypeVar

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.domain import Domain
from accord.puzzles.formats.xcsp3.elements import (
    AN_INTERVAL,
    Effort,
    NotXcsp3Error,
    UnknownError,
    XmlElement,
    expect_attributes,
    expect_no_children,
    expect_no_text,
    quoted,
)
from accord.puzzles.formats.xcsp3.naming import IDENTIFIER, unescaped
from accord.puzzles.layout import Symbols
from accord.puzzles.shared import SharedList

Item = TypeVar("Item")
INTEGER = re.compile(r"[+-]?[0-9]{1,4000}", re.ASCII)
_SIZES = re.compile(r"(?:\[[0-9]{1,12}\]){1,20}", re.ASCII)
_SOME = re.compile(r"([A-Za-z][A-Za-z0-9_]*+)((?:\[[0-9.]*+\])++)", re.ASCII)
_INDICES = re.compile(r"\[(?:([0-9]{1,12})(?:\.\.([0-9]{1,12}))?)?\]", re.ASCII)
INTERVAL = re.compile(r"([+-]?[0-9]{1,4000})\.\.([+-]?[0-9]{1,4000})", re.ASCII)
NOTES = ("id", "class", "note", "type")
TYPES = ("integer", "symbolic")


@dataclass(frozen=True)
class Array:
    """Variables in rows of rows; an element that is undefined has no number."""

    sizes: tuple[int, ...]
    numbers: Sequence[int | None]  # row by row


class Declarations:
    """The variables a file has declared so far, and the fresh ones of its constraints."""

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self.names: list[str] = []
        self.numbers: dict[str, int] = {}  # by name
        self.domains: list[Domain] = []
        self._arrays: dict[str, Array] = {}
        self._shared: dict[str, Domain] = {}  # of arrays of one domain, and of domains with an id
        self._symbols: dict[str, int] = {}
        self._symbolic: dict[int, None] = {}  # in their order
        self._constants: dict[int, int] = {}
        self._values: dict[int, int] = {}  # of the variables that hold constants
        self._lists: dict[SharedList[Any], SharedList[Any]] = {}
        self._fresh = 0
        self._atoms: dict[str, int | Variable] = {}
        self.forms: dict[tuple[str, ...], tuple[Expression, int]] = {}
        """By what stands around constants and variables, an expression and its number of tokens."""

    @property
    def symbols(self) -> Symbols | None:
        """The words that some variables take."""
        if not self._symbolic:
            return None
        return Symbols(tuple(map(unescaped, self._symbols)), tuple(self._symbolic))

    def shared(self, items: Iterable[Item]) -> SharedList[Item]:
        """A list of tuples, transitions or items; equal ones are one object."""
        found = SharedList(items)
        return self._lists.setdefault(found, found)

    def declare(self, element: XmlElement) -> None:
        """Add the variable or the array that an element declares.

        Raises:
            NotXcsp3Error: it declares none, or one that is there already.
        """
        if element.tag not in ("var", "array"):
            raise UnknownError(element.line, f"found <{element.tag}>, expected <var> or <array>")
        self._atoms.clear()  # a word may be a variable and a symbol from now on
        of_array = ("size", "startIndex") if element.tag == "array" else ()
        expect_attributes(element, (*NOTES, "as", *of_array))
        name = element.attributes.get("id", "")
        if not IDENTIFIER.fullmatch(name):
            raise NotXcsp3Error(element.line, f"found the id {name!r}, expected a name as x1")
        if name in self.numbers or name in self._arrays:
            raise NotXcsp3Error(element.line, f"found the id {name!r} twice, expected it once")
        kind = element.attributes.get("type", "integer")
        if kind not in TYPES:
            raise UnknownError(element.line, f"found variables of the type {kind!r}, not known")
        if element.tag == "var":
            self.effort.spend(1, "variables", element.line)
            self._add(name, self._domain_of(element), element)
        else:
            self._add_array(name, element)

    def _add(self, name: str, domain: Domain, element: XmlElement) -> int:
        number = self.numbers[name] = len(self.domains)
        self.domains.append(domain)
        self.names.append(name)
        if element.attributes.get("type") == "symbolic" or self._is_symbolic(element):
            self._symbolic[number] = None
        return number

    def _is_symbolic(self, element: XmlElement) -> bool:
        """Whether it has the domain of one that is."""
        if not self._symbolic or not (same := element.attributes.get("as")):
            return False
        array = self._arrays.get(same)
        numbers = array.numbers if array else [self.numbers.get(same)]
        return next((each for each in numbers if each is not None), None) in self._symbolic

    def _add_array(self, name: str, element: XmlElement) -> None:
        sizes = self._sizes(name, element)
        self.effort.spend(prod(sizes), "variables", element.line)
        domains = self._domains_of(name, sizes, element)
        numbers: list[int | None] = []
        for place, indices in enumerate(product(*map(range, sizes))):
            own = domains[place]
            full = name + "".join(f"[{index}]" for index in indices)
            numbers.append(None if own is None else self._add(full, own, element))
        self._arrays[name] = Array(sizes, numbers)

    def _sizes(self, name: str, element: XmlElement) -> tuple[int, ...]:
        text = element.attributes.get("size", "")
        if not _SIZES.fullmatch(text):
            found = f"found the size {text!r} of {name}, expected it as [3] or [3][4]"
            raise NotXcsp3Error(element.line, found)
        if element.attributes.get("startIndex", "0").strip("[0]"):
            raise UnknownError(element.line, "found an array that does not begin at 0, not known")
        sizes = tuple(map(int, re.findall("[0-9]+", text)))
        if prod(sizes) == 0:
            raise NotXcsp3Error(element.line, f"found the size {text}, expected none of 0")
        return sizes

    def _domains_of(
        self, name: str, sizes: tuple[int, ...], element: XmlElement
    ) -> list[Domain | None]:
        """The domain of each element of an array; None where it is undefined."""
        number = prod(sizes)
        same, kind = element.attributes.get("as", ""), element.attributes.get("type", "")
        if same in self._arrays and same not in self._shared:
            other = self._arrays[same]
            if other.sizes != sizes:
                what = f"found {name} of another size than {same}, which has domains by part"
                raise NotXcsp3Error(element.line, f"{what}, expected the same size")
            return [None if each is None else self.domains[each] for each in other.numbers]
        if not element.children:
            self._shared[name] = self._domain_of(element, kind)
            return [self._shared[name]] * number
        expect_no_text(element)
        found: list[Domain | None] = [None] * number
        array = Array(sizes, range(number))
        others: Domain | None = None
        for child in element.children:
            if child.tag != "domain":
                raise UnknownError(child.line, f"found <{child.tag}>, expected <domain>")
            expect_attributes(child, ("for", "as", "id"))
            domain = self._domain_of(child, kind)
            if own := child.attributes.get("id"):
                self._shared[own] = domain
            if not (words := child.attributes.get("for", "").split()):
                raise NotXcsp3Error(child.line, f"found <domain> for nothing of {name}")
            for word in words:
                if word == "others" and others is None:
                    others = domain
                    continue
                for place in self._places_for(word, name, array, child.line):
                    if found[place] is not None:
                        raise NotXcsp3Error(child.line, f"found {word} in two domains of {name}")
                    found[place] = domain
        return [others if each is None else each for each in found]

    def _places_for(self, word: str, name: str, array: Array, line: int) -> list[int]:
        """The places of an array that a word in the attribute `for` stands for."""
        match = _SOME.fullmatch(word)
        if match is None or match[1] != name:
            expected = f"expected elements of {name}, as {name}[0], or others once"
            raise NotXcsp3Error(line, f"found {word!r}, {expected}")
        return self._places(array, match[2], line)

    def _domain_of(self, element: XmlElement, kind: str = "") -> Domain:
        """The domain that an element says, or that of what its attribute `as` names."""
        expect_no_children(element)
        words = element.text.split()
        if same := element.attributes.get("as"):
            if words:
                what = f"found {quoted(element.text)} beside as={same!r}"
                raise NotXcsp3Error(element.line, f"{what}, expected one of both")
            if same in self.numbers:
                return self.domains[self.numbers[same]]
            if same in self._shared:
                return self._shared[same]
            what = f"found as={same!r}, expected a variable or an array of one domain before it"
            raise NotXcsp3Error(element.line, what)
        if not words:
            name = element.attributes.get("id", "the array")
            raise NotXcsp3Error(element.line, f"found no domain of {name}, expected values")
        if "symbolic" in (kind, element.attributes.get("type")):
            return Domain.of([self._symbol(word, element.line) for word in words])
        self.effort.spend(AN_INTERVAL * len(words), "items", element.line)
        return Domain(tuple(interval(word, element.line) for word in words))

    def _symbol(self, word: str, line: int) -> int:
        if not IDENTIFIER.fullmatch(word):
            raise NotXcsp3Error(line, f"found the symbol {word!r}, expected a name as red")
        return self._symbols.setdefault(word, len(self._symbols))

    def variables(self, word: str, line: int) -> list[int]:
        """The variables that a word such as x, a[0][1] or a[][2..3] stands for.

        Raises:
            NotXcsp3Error: it stands for none.
        """
        found = [number for number in self.elements(word, line) if number is not None]
        if not found:
            raise NotXcsp3Error(line, f"found {word!r}, which is undefined, expected a variable")
        return found

    def elements(self, word: str, line: int) -> list[int | None]:
        """The variables that a word stands for, as `variables`; None for what is undefined.

        Raises:
            NotXcsp3Error: it stands for none.
        """
        if (number := self.numbers.get(word)) is not None:
            return [number]
        match = _SOME.fullmatch(word)
        if match is None or match[1] not in self._arrays:
            raise NotXcsp3Error(line, f"found {quoted(word)}, expected a variable")
        array = self._arrays[match[1]]
        return [array.numbers[place] for place in self._places(array, match[2], line)]

    def matrix(self, word: str, line: int) -> list[list[int]]:
        """The rows of variables that a word such as a[][] or a[1..2][0..3] stands for.

        Raises:
            NotXcsp3Error: it stands for no rows of the same length.
        """
        match = _SOME.fullmatch(word)
        if match is None or match[1] not in self._arrays:
            raise NotXcsp3Error(line, f"found {quoted(word)}, expected rows as (x,y)(z,w) or a[][]")
        array = self._arrays[match[1]]
        lengths = [len(each) for each in self._ranges(array, match[2], line)]
        found = self.variables(word, line)
        several = [length for length in lengths if length > 1] or [1]
        width = several[-1] if len(several) > 1 else lengths[-1]
        if len(several) > 2 or len(found) != prod(lengths):
            raise NotXcsp3Error(line, f"found {word}, expected two dimensions, all defined")
        return [found[start : start + width] for start in range(0, len(found), width)]

    def _places(self, array: Array, text: str, line: int) -> list[int]:
        """The places of an array that indices such as [1][2..3][] stand for."""
        ranges = [*self._ranges(array, text, line)]
        self.effort.spend(prod(map(len, ranges)), "items", line)
        places = [0]
        for size, indices in zip(array.sizes, ranges, strict=True):
            places = [place * size + index for place in places for index in indices]
        return places

    def _ranges(self, array: Array, text: str, line: int) -> Iterator[range]:
        if text.count("]") != len(array.sizes):
            found = f"found {text}, expected {len(array.sizes)} indices"
            raise NotXcsp3Error(line, found)
        parts = text.removesuffix("]").split("]")
        for part, size in zip(parts, array.sizes, strict=True):
            match = _INDICES.fullmatch(f"{part}]")
            if match is None:
                raise NotXcsp3Error(line, f"found {text}, expected indices as [1], [1..3] or []")
            low = int(match[1]) if match[1] else 0
            high = int(match[2]) if match[2] else low if match[1] else size - 1
            if not low <= high < size:
                raise NotXcsp3Error(line, f"found {part}], expected indices from 0 to {size - 1}")
            yield range(low, high + 1)

    def constant(self, word: str, line: int) -> int:
        """The whole number that a word says: digits, or a symbol of a domain.

        Raises:
            NotXcsp3Error: it says none.
        """
        if (symbol := self._symbols.get(word)) is not None:
            return symbol
        return whole(word, line)

    def atom(self, word: str, line: int) -> int | Variable:
        """The constant or variable that a word says; the same object each time.

        Raises:
            NotXcsp3Error: it says none.
        """
        if (found := self._atoms.get(word)) is None:
            number = None if self.is_symbol(word, line) else self.numbers.get(word)
            found = self.constant(word, line) if number is None else Variable(number)
            self._atoms[word] = found
        return found

    def is_symbol(self, word: str, line: int) -> bool:
        """Whether it is a symbol of a domain.

        Raises:
            UnknownError: it is a variable, too.
        """
        if word in self._symbols and word in self.numbers:
            raise UnknownError(line, f"found {word!r}, which is a variable and a symbol")
        return word in self._symbols

    def fresh(self, domain: Domain, line: int, name: str = "") -> int:
        """A variable besides those that are declared; the same for the same name."""
        if not name:
            self._fresh += 1
            name = f"fresh {self._fresh}"
        if name in self.numbers:
            return self.numbers[name]
        self.effort.spend(1, "variables", line)
        return self._add(name, domain, XmlElement("var", {}, line))

    def held(self, value: int, line: int) -> int:
        """A variable of one value, where a constant stands among variables."""
        if value not in self._constants:
            self._constants[value] = self.fresh(Domain.of([value]), line)
            self._values[self._constants[value]] = value
        return self._constants[value]

    def held_values(self, variables: Iterable[int]) -> list[int] | None:
        """The constants that variables stand for; None where a file declares one of them."""
        if all(map(self._values.__contains__, variables)):
            return [self._values[variable] for variable in variables]
        return None


def interval(word: str, line: int) -> tuple[int, int]:
    """The interval that a word as 1..5 says; a number is one, too."""
    if match := INTERVAL.fullmatch(word):
        low, high = int(match[1]), int(match[2])
        if low > high:
            raise NotXcsp3Error(line, f"found the interval {word}, expected the lower end first")
        return low, high
    number = whole(word, line)
    return number, number


def whole(word: str, line: int) -> int:
    """The whole number of a word of digits."""
    if not INTEGER.fullmatch(word):
        most = " of up to 4,000 digits" if len(word) > 4000 else ""
        raise NotXcsp3Error(line, f"found {quoted(word)}, expected a whole number{most}")
    return int(word)
