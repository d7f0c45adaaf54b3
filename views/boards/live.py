"""Live drawings: the elements of a drawing that the player changes as domains shrink.

    variable   what belongs to a variable; in it `ring`, which is marked when an event is about it,
               and `whole` and `value`, which show the value that it has
    chip       a value that it may have, seen as long as that is left
    span       two parts: where something may lie, and where it lies in any case
    layers     of an automaton, over a scope; in it each state, by its place and number, and each
               arrow, by place, states and values: they are pale once no way goes through them
    visit      the node of a tour, which shows its place in the order once all successors are known

The player's drawings.js does it and player.css has their colours, but for those that are values.
"""

from collections.abc import Iterable

from accord.views.boards.elements import Point, short, tag, text


def of_variable(number: int, parts: Iterable[str]) -> str:
    """An SVG group of the parts that belong to a variable."""
    return marked("g", "variable", "".join(parts), data_cell=str(number))


def chip(value: int, parts: Iterable[str], **attributes: float | str) -> str:
    """An SVG group that is visible as long as a value is left."""
    return marked("g", "chip", "".join(parts), data_chip=str(value), **attributes)


def extent(number: int, lengths: tuple[int, int], zero: float, unit: float) -> str:
    """How far a span reaches in one direction.

    Args:
        number: of the variable that says where it begins.
        lengths: how long it is at least, and at most.
        zero: where 0 is in the drawing.
        unit: how long 1 is.
    """
    return " ".join((str(number), *map(str, lengths), short(zero), short(unit)))


def span(name: str = "", size: float = 1, letters: str = "", **attributes: float | str) -> str:
    """What lies between bounds: `data_x`, `data_y` or both are extents.

    Args:
        name: what stands in it where it lies in any case.
        size: of the name.
        letters: the colour of the name.
        attributes: of both its parts.
    """
    given = {name: attributes.pop(name) for name in ("data_x", "data_y") if name in attributes}
    parts = (marked("rect", kind, **attributes) for kind in ("may", "must"))
    words = word("title", (0, 0), name, size, fill=letters)
    tagged = marked("g", "tag", words) if name else ""
    return marked("g", "span", "".join((*parts, tagged)), **given)


def marked(name: str, kind: str, inside: str = "", /, **attributes: float | str) -> str:
    """An element of a kind, by which styles and scripts know it."""
    return tag(name, inside, **{"class": kind}, **attributes)


def word(kind: str, middle: Point, words: str, size: float, /, **attributes: float | str) -> str:
    """A text of a kind."""
    return text(middle, words, size, **{"class": kind}, **attributes)
