"""Automata: the states of a Regular as circles, its transitions as arrows with their values.

States stand in columns by how many values it takes to reach them, the start on the left with an
arrow from nowhere; a final state has a second ring.  Arrows to the next column are straight, others
are bent to the left of their direction, so that two in opposite directions do not meet.  The text
is the table of transitions.  The automaton is drawn as it is searched, made deterministic.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from accord.puzzles.constraints.automaton import Automaton
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.outside_data import visible
from accord.views.boards.cells import head, toward
from accord.views.boards.elements import (
    MARGIN,
    WIDE,
    Colours,
    Picture,
    Point,
    at,
    cut,
    stroked,
    tag,
    text,
)

MOST, MOST_STATES, MOST_VALUES = 3, 20, 12  # automata, and what each may have
RING, INNER = 15.0, 12.0  # the radiuses of a state and of a final one's second ring
ACROSS, DOWN = 80.0, 84.0  # between states
LETTERS, TITLE = 9.0, 10.0
NAME, WIDTH = 10, 80  # characters of a state, of a line

Arrow = tuple[int, int, str]  # from a state to a state, with these values


def automata(constraints: Iterable[Constraint]) -> list[tuple[Automaton, str]]:
    """The first different automata that are small enough, with the names of their constraints."""
    found: dict[str, tuple[Automaton, list[str]]] = {}
    for each in constraints:
        if isinstance(each, Regular) and len(each.automaton.names) <= MOST_STATES:
            found.setdefault(repr(each.automaton), (each.automaton, []))[1].append(each.name)
    return [
        (automaton, _title(called[0], len(called) - 1))
        for automaton, called in [*found.values()][:MOST]
    ]


def _title(name: str, more: int) -> str:
    """The text above a picture."""
    return f"automaton{f' of {name}' * bool(name)}{f' and {more} more' * (more > 0)}"


def automaton_text(automaton: Automaton, title: str) -> str:
    """The table of transitions; > stands before the start, * before final states."""
    values = sorted({value for steps in automaton.steps for value in steps})[:MOST_VALUES]
    rows = [["   state", *map(str, values)]]
    for state, (name, steps) in enumerate(zip(automaton.names, automaton.steps, strict=True)):
        sign = f"{'>' if state == 0 else ' '}{'*' if state in automaton.final else ' '}"
        following = (automaton.names[steps[v]] if v in steps else "-" for v in values)
        rows.append([f"{sign} {cut(name, NAME)}", *(cut(each, NAME) for each in following)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join(cut(line, WIDTH) for line in (visible(title), *lines))


def automaton_picture(automaton: Automaton, title: str, colours: Colours) -> Picture:
    """The states and their transitions, below a title."""
    spots = _spots(automaton)
    curves = [_curve(spots, each) for each in _arrows(automaton)]
    points = [point for curve in curves for point in curve[1]] + spots
    top = min(y for _, y in points) - RING - 2 * LETTERS - TITLE
    move = f"translate({at((ACROSS * 0.6 + MARGIN, MARGIN - top))})"
    parts = list[str]()
    for state, ((x, y), name) in enumerate(zip(spots, automaton.names, strict=True)):
        rings = (RING, INNER) if state in automaton.final else (RING,)
        parts += (stroked("circle", colours.ink, 1.2, cx=x, cy=y, r=radius) for radius in rings)
        words = cut(name, NAME)
        size = min(LETTERS + 1, 1.6 * INNER / (WIDE * max(1, len(words))))
        parts.append(text((x, y), words, size))
    begin, end = (-ACROSS * 0.5, spots[0][1]), (-RING - 1, spots[0][1])
    data = f"M{at(begin)}L{at(end)}{head(begin, end, 6)}" + "".join(data for data, *_ in curves)
    parts.append(stroked("path", colours.ink, 1, d=data))
    parts += (text(place, words, LETTERS) for _, (*_, place), words in curves)
    height = max(y for _, y in points) + RING - top + 2 * MARGIN
    caption = text((MARGIN, MARGIN + TITLE), visible(title), TITLE, text_anchor="start")
    across = max(x for x, _ in points) + RING + ACROSS * 0.6 + 3 * MARGIN
    broad = max(across, WIDE * TITLE * len(title) + 2 * MARGIN)
    return Picture(broad, height, [caption, tag("g", "\n".join(parts), transform=move)])


def _spots(automaton: Automaton) -> list[Point]:
    """Columns and rows of the states, breadth first from the start, which is at 0, 0."""
    depth = {0: 0}
    for state in (waiting := [0]):  # which grows
        for other in automaton.steps[state].values():
            if other not in depth:
                depth[other] = depth[state] + 1
                waiting.append(other)
    columns: dict[int, list[int]] = {}
    for state in range(len(automaton.names)):
        columns.setdefault(depth.get(state, 0), []).append(state)
    places = {
        state: (ACROSS * column, DOWN * (row - (len(states) - 1) / 2))
        for column, states in columns.items()
        for row, state in enumerate(states)
    }
    return [places[state] for state in range(len(automaton.names))]


def _arrows(automaton: Automaton) -> Iterator[Arrow]:
    for state, steps in enumerate(automaton.steps):
        for other in dict.fromkeys(steps.values()):
            values = [str(value) for value, to in steps.items() if to == other]
            yield state, other, cut(", ".join(values), 12)


def _curve(spots: Sequence[Point], arrow: Arrow) -> tuple[str, tuple[Point, ...], str]:
    """The data of an arrow, points that it reaches, and last where its values stand; these."""
    start, end, words = spots[arrow[0]], spots[arrow[1]], arrow[2]
    if start == end:
        x, y = start
        high = y - RING - 22
        one, other = (x - 6, y - RING * 0.95), (x + 6, y - RING * 0.95)
        ends = f"M{at(one)}C{at((x - 16, high))} {at((x + 16, high))} {at(other)}"
        return ends + head((x + 12, high + 8), other, 5), ((x, high + 1),), words
    across, down = end[0] - start[0], end[1] - start[1]
    if abs(across) > 1.5 * ACROSS:
        return _detour(spots, arrow)
    length, bend = hypot(across, down), 0.06 if across > 0 else 0.22
    top = (start[0] + end[0]) / 2 + down * bend, (start[1] + end[1]) / 2 - across * bend
    one, other = toward(start, top, RING + 1), toward(end, top, RING + 1)
    middle = (one[0] + 2 * top[0] + other[0]) / 4, (one[1] + 2 * top[1] + other[1]) / 4
    place = middle[0] + 8 * down / length, middle[1] - 8 * across / length
    return f"M{at(one)}Q{at(top)} {at(other)}{head(top, other, 6)}", (middle, place), words


def _detour(spots: Sequence[Point], arrow: Arrow) -> tuple[str, tuple[Point, ...], str]:
    """An arrow over several columns: above all states, or back below them."""
    start, end, words = spots[arrow[0]], spots[arrow[1]], arrow[2]
    way = -1 if end[0] > start[0] else 1
    far = abs(end[0] - start[0]) / ACROSS
    edge = max(way * y for _, y in spots) + RING + 18 * (far - 1)
    high = way * (4 * edge - way * (start[1] + end[1]) / 2) / 3  # the curve goes 3/4 of the way
    tops = (start[0] * 0.75 + end[0] * 0.25, high), (start[0] * 0.25 + end[0] * 0.75, high)
    one, other = toward(start, tops[0], RING + 1), toward(end, tops[1], RING + 1)
    place = (start[0] + end[0]) / 2, way * (edge + 9)
    data = f"M{at(one)}C{at(tops[0])} {at(tops[1])} {at(other)}{head(tops[1], other, 6)}"
    return data, (place,), words
