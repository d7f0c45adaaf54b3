"""The elements of an XCSP3 file, one at a time, as they are read; and what cannot be read.

A file is never held as a tree: a constraint is an `XmlElement` with all that stands in it, and what
may hold any number of them (the sections, `block` and `group`) opens and closes around them.  XML
is parsed by expat in Python's standard library.  A document type, an entity or a reference to
another file is refused where it begins: a short file could say a long text with them, and reading
one file would open others.

Whatever stands in a file is read or refused: each reader says of its elements that they have no
other attributes, children and texts than it reads.  `NotXcsp3Error` is about a file that says no
instance; `UnknownError` about one that may be an instance and has an element, attribute or form
that this reader does not know.  Nothing that is not known is left out, as the rest would be another
problem.  What a file may cost is bounded: see `Effort`.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple
from xml.parsers import expat

from accord.puzzles.sudoku.shape import MalformedPuzzleError

MOST_QUOTED = 40  # characters
MOST_SAID = 400  # of an error; a file may have a name of a million


class NotXcsp3Error(MalformedPuzzleError):
    """A file is no instance; says in which line, what was found and what was expected."""

    def __init__(self, line: int, what: str) -> None:
        if len(what) > MOST_SAID:
            what = f"{what[: MOST_SAID // 2]} ... {what[-MOST_SAID // 2 :]}"
        super().__init__(f"line {line}: {what}")


class UnknownError(NotXcsp3Error):
    """A file has what is not known here; says in which line, and what."""


class TooMuchWorkError(NotXcsp3Error):
    """A file says more than is read."""


def quoted(text: str) -> str:
    """A text for an error, cut where it is long."""
    whole = " ".join(text.split())
    return repr(whole if len(whole) <= MOST_QUOTED else f"{whole[:MOST_QUOTED]}...")


MOST = {
    "bytes": 2**30,  # after decompression
    "items": 800_000_000,
    "variables": 10_000_000,  # and undefined elements of arrays
}
A_SHORT_FILE = 10_000_000  # items that a file of any length may say
FOR_A_BYTE = 100  # items more, of every byte that was read; published instances say up to 20
A_NUMBER = 10  # items, of a number of an interval that is listed
A_CHARACTER = 2  # of a template with its arguments
A_TOKEN = 7  # of a term
A_TUPLE = 8  # besides its entries
AN_INTERVAL = 40  # of a domain
A_CONSTRAINT = 50


class Effort:
    """A counter of bytes, items and variables, with the most of each.

    A short file may say much: `x[]` in a million groups, `1x1000000000`, a compressed text of
    zeros.  Everything that a file makes its reader do is counted, its bytes and every item of its
    lists, so that the time and the memory of reading are bounded whatever the file says, and no
    clock is asked.  An item is what takes eight bytes in the end, as a number in a list that stands
    elsewhere, too.  What takes more counts as several (measured: the memory of files of 10 MB by
    what they hold), so that reading takes about 6 GB at most.
    """

    def __init__(self) -> None:
        self._spent = dict.fromkeys(MOST, 0)

    def spend(self, number: int, what: str, line: int) -> None:
        """Count so many.

        Raises:
            TooMuchWorkError: there are more than are read.
        """
        self._spent[what] += number
        most, read = MOST[what], self._spent["bytes"]
        if what == "items":
            most = min(most, A_SHORT_FILE + FOR_A_BYTE * read)
        if self._spent[what] > most:
            raise TooMuchWorkError(line, f"found more than {most:,} {what} in {read:,} bytes")


OPEN = ("instance", "variables", "constraints", "objectives", "annotations", "block", "group")
"""What is not read whole: what stands in it follows one by one."""
DEEPEST = 200  # elements in each other
MOST_ELEMENTS = 200_000  # in one that is read whole; each takes 600 bytes
LONGEST_TAG = 2**22  # bytes, of which its attributes take up to 25 times as many
AT_ONCE = 2**16  # bytes, so that what they complete is taken before the next ones are parsed


@dataclass(slots=True)
class XmlElement:
    """An element that was read whole."""

    tag: str
    attributes: Mapping[str, str]
    line: int  # of its beginning, from 1
    text: str = ""  # all that stands directly in it
    children: list["XmlElement"] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)
    """What was made of it, so that what stands in a group once is read once."""


class XmlEvent(NamedTuple):
    """An element that opens or closes around others, or one that was read whole."""

    what: Literal["open", "close", "whole"]
    element: XmlElement


def events(
    chunks: Iterable[bytes], effort: Effort, encoding: str | None = None
) -> Iterator[XmlEvent]:
    """Starts, texts and ends of a file's elements, in order.

    Args:
        chunks: its bytes, in parts of any size.
        effort: spent a unit for each byte.
        encoding: in which they are; by default what the file says.

    Raises:
        NotXcsp3Error: it is no XML, or refers to something outside of it; says in which line.
        TooMuchWorkError: it is larger than is read.
    """
    parser = _Parser(encoding)
    for chunk in chunks:
        effort.spend(len(chunk), "bytes", parser.line)
        for start in range(0, len(chunk), AT_ONCE):
            yield from parser.feed(chunk[start : start + AT_ONCE])
    yield from parser.feed(b"", end=True)


class _Parser:
    """Expat with the elements that have begun: each with its text so far, and whether it is open.

    What stands in an open element is an event of its own; what stands in another one is its child.
    """

    def __init__(self, encoding: str | None) -> None:
        self._found: deque[XmlEvent] = deque()
        self._within: list[tuple[XmlElement, list[str], bool]] = []
        self._inside = 0  # elements in the one that is read whole
        self._fed = 0  # bytes
        self._expat = expat.ParserCreate(encoding)
        self._expat.buffer_text = True
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._text
        self._expat.StartDoctypeDeclHandler = self._refusal("a document type")
        self._expat.EntityDeclHandler = self._refusal("an entity")
        self._expat.ExternalEntityRefHandler = self._refusal("a reference to another file")

    @property
    def line(self) -> int:
        """The line that is being read."""
        return self._expat.CurrentLineNumber

    def feed(self, chunk: bytes, *, end: bool = False) -> Iterator[XmlEvent]:
        """The events that this part of the file completes."""
        try:
            self._expat.Parse(chunk, end)
        except expat.ExpatError as error:
            why = expat.errors.messages[error.code]
            raise NotXcsp3Error(error.lineno, f"found no XML: {why}") from None
        except (ValueError, LookupError) as error:  # of Python's codec for the encoding it names
            if isinstance(error, NotXcsp3Error):
                raise
            raise NotXcsp3Error(self.line, f"found an unknown encoding: {error}") from None
        self._fed += len(chunk)
        if self._fed - self._expat.CurrentByteIndex > LONGEST_TAG:
            what = f"found more than {LONGEST_TAG:,} bytes between `<` and `>`"
            raise TooMuchWorkError(self.line, what)
        while self._found:
            yield self._found.popleft()

    def _refusal(self, what: str) -> Callable[..., Any]:
        def refuse(*_: object) -> None:
            raise NotXcsp3Error(self.line, f"found {what}, expected a file that says all itself")

        return refuse

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._within) == DEEPEST:
            raise NotXcsp3Error(self.line, f"found more than {DEEPEST} elements in each other")
        element = XmlElement(tag, attributes, self.line)
        is_outer = not self._within or self._within[-1][2]
        self._inside = 0 if is_outer else self._inside + 1
        if self._inside > MOST_ELEMENTS:
            what = f"found more than {MOST_ELEMENTS:,} elements in <{self._outermost()}>"
            raise TooMuchWorkError(self.line, what)
        is_open = tag in OPEN and is_outer
        if is_open:
            self._found.append(XmlEvent("open", element))
        self._within.append((element, [], is_open))

    def _outermost(self) -> str:
        """The tag of the element that is read whole."""
        return next(element.tag for element, _, is_open in self._within if not is_open)

    def _end(self, tag: str) -> None:
        element, texts, is_open = self._within.pop()
        element.text = "".join(texts)
        if is_open:
            if text := element.text.strip():
                raise NotXcsp3Error(element.line, f"found {quoted(text)}, expected elements")
            self._found.append(XmlEvent("close", element))
        elif self._within and not self._within[-1][2]:
            self._within[-1][0].children.append(element)
        else:
            self._found.append(XmlEvent("whole", element))

    def _text(self, text: str) -> None:
        if self._within:
            _, texts, is_open = self._within[-1]
            if not (is_open and text.isspace()):  # a gigabyte of blanks is nothing
                texts.append(text)


def expect_attributes(element: XmlElement, known: tuple[str, ...]) -> None:
    """Refuse an element with another attribute.

    Raises:
        UnknownError: it has one.
    """
    for key, value in element.attributes.items():
        if key not in known:
            found = f"found <{element.tag} {key}={value!r}>"
            raise UnknownError(element.line, f"{found}, an attribute that is not known")


def expect_no_children(element: XmlElement) -> None:
    """Refuse an element that has others in it.

    Raises:
        UnknownError: it has.
    """
    for child in element.children:
        inside = f"<{child.tag}> in <{element.tag}>"
        raise UnknownError(child.line, f"found {inside}, which is not known there")


def expect_no_text(element: XmlElement) -> None:
    """Refuse an element that has a text beside others.

    Raises:
        NotXcsp3Error: it has.
    """
    if element.text.strip():
        found = f"found {quoted(element.text)} beside other elements in <{element.tag}>"
        raise NotXcsp3Error(element.line, f"{found}, expected none")
