"""Templates: a constraint that is said once and meant for many arguments, in group and slide.

    <group> <sum> <list> %... </list> <condition> (eq,%0) </condition> </sum>
            <args> n x y </args> <args> m z w </args> </group>
    <slide circular="true"> <list collect="2" offset="1"> x[] </list>
            <intension> ne(%0,%1) </intension> </slide>

%0, %1 and so on stand for the arguments, %... for those behind the last that is named so.  What has
no argument in it stays the same element for all of them, and what was made of it is made once: a
table in a group is held once.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.formats.xcsp3.declarations import Declarations, whole
from accord.puzzles.formats.xcsp3.elements import (
    A_CHARACTER,
    NotXcsp3Error,
    UnknownError,
    XmlElement,
    expect_attributes,
    expect_no_children,
    expect_no_text,
)
from accord.puzzles.formats.xcsp3.lists import REPEATED, words
from accord.puzzles.formats.xcsp3.parts import EVERYWHERE, constraints_of_known, expected

_ARGUMENT = re.compile(r"%(?:([0-9]{1,9})|\.\.\.)", re.ASCII)
Arguments = Sequence[str]  # words of one variable, constant or term each


class Template:
    """An element with arguments in it."""

    def __init__(self, element: XmlElement) -> None:
        self.element = element = expected(element)
        texts = [element.text, *(child.text for child in element.children)]
        found = [match[1] for text in texts for match in _ARGUMENT.finditer(text)]
        self.named = max((int(each) + 1 for each in found if each), default=0)
        self.takes_all = None in found

    def constraints(
        self, arguments: Arguments, to: Declarations, name: str
    ) -> Iterator[Constraint]:
        """The constraints of the template for these arguments.

        Raises:
            NotXcsp3Error: there are too few of them, or it says nothing.
        """
        if len(arguments) < self.named:
            found = f"found {len(arguments)} arguments, expected {self.named}"
            raise NotXcsp3Error(self.element.line, found)
        if len(arguments) > self.named and not self.takes_all:
            found = f"found {len(arguments)} arguments, expected {self.named} as in the template"
            raise NotXcsp3Error(self.element.line, found)
        to.effort.spend(len(arguments), "items", self.element.line)
        rest = " ".join(arguments[self.named :])
        element = self._filled(self.element, arguments, rest, to)
        yield from constraints_of_known(element, to, name)

    def _filled(
        self, element: XmlElement, arguments: Arguments, rest: str, to: Declarations
    ) -> XmlElement:
        """The element with its arguments in their places; itself where it has none."""
        text = element.text
        if "%" in text:
            long = len(text) + text.count("%...") * len(rest)
            to.effort.spend(A_CHARACTER * long, "items", element.line)
            text = _ARGUMENT.sub(lambda at: arguments[int(at[1])] if at[1] else rest, text)
        children = [self._filled(child, arguments, rest, to) for child in element.children]
        same = all(one is other for one, other in zip(children, element.children, strict=True))
        if text == element.text and same:
            return element
        return XmlElement(element.tag, element.attributes, element.line, text, children)


def arguments_of(element: XmlElement, to: Declarations) -> list[str]:
    """The arguments that an element `args` or a list of `slide` gives, one by one."""
    expect_no_children(element)
    found: list[str] = []
    for word in words(element.text):
        if match := REPEATED.fullmatch(word):
            to.effort.spend(int(match[2]), "items", element.line)
            found += [match[1]] * int(match[2])
        elif "[" in word and "(" not in word and word not in to.numbers:
            found += [to.names[number] for number in to.variables(word, element.line)]
        else:
            found.append(word)
    to.effort.spend(len(found), "items", element.line)
    return found


def slide(element: XmlElement, to: Declarations, name: str) -> Iterator[Constraint]:
    """The constraints that slide along lists of variables.

    Raises:
        NotXcsp3Error: it says none, or what is not known.
    """
    expect_attributes(element, (*EVERYWHERE, "circular"))
    expect_no_text(element)
    *lists, last = element.children or [element]
    if not lists or any(each.tag != "list" for each in lists) or last.tag == "list":
        expected = "expected lists and then one constraint"
        raise UnknownError(element.line, f"found <slide> of something else, {expected}")
    template = Template(last)
    circular = element.attributes.get("circular", "false")
    if circular not in ("true", "false"):
        raise NotXcsp3Error(element.line, f"found circular={circular!r}, expected true or false")
    windows = [_windows(each, template, to, circular == "true", len(lists)) for each in lists]
    number = min(map(len, windows))
    for place in range(number):
        arguments = [*chain.from_iterable(each[place] for each in windows)]
        yield from template.constraints(arguments, to, name)


def _windows(
    element: XmlElement, template: Template, to: Declarations, circular: bool, lists: int
) -> list[list[str]]:
    """The arguments that a slide collects from a list, window by window."""
    expect_attributes(element, ("collect", "offset"))
    own = arguments_of(element, to)
    usual = str(template.named) if lists == 1 else "1"
    collect, offset = (
        whole(element.attributes.get(key, default), element.line)
        for key, default in (("collect", usual), ("offset", "1"))
    )
    if collect < 1 or offset < 1:
        raise NotXcsp3Error(element.line, "found collect or offset below 1, expected 1 or more")
    if collect > len(own):
        found = f"found {len(own)} variables in a list, expected {collect} or more"
        raise NotXcsp3Error(element.line, found)
    ends = len(own) if circular else len(own) - collect + 1
    to.effort.spend(ends // offset * collect, "items", element.line)
    doubled = own + own
    return [doubled[start : start + collect] for start in range(0, ends, offset)]
