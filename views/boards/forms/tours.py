"""Tours: what a Circuit says, as arrows from node to node.

On a grid whose cells are the nodes, as those of a knight, the tour goes over the board, and each
cell says when it is visited; else nodes stand on a circle.  Where a successor is not known, thin
lines go to those that are left.  A node that is its own successor is left out: its ring is dashed.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin
from textwrap import wrap

from accord.puzzles import Problem
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Constraint
from accord.views.boards.cells import UNIT, Cells, head, toward
from accord.views.boards.elements import (
    MARGIN,
    WIDE,
    Colours,
    Picture,
    Point,
    at,
    chip,
    cut,
    marked,
    of_variable,
    stacked,
    stroked,
    tag,
    text,
    word,
)
from accord.views.boards.forms.lists import WIDTH, Values, list_text, others_picture

MOST = 400  # nodes of a board
MOST_ROUND = 60  # nodes on a circle
MOST_LINES = 4_000  # to successors that are left
DOT = 3.0  # the radius of a node on a board
LETTERS = 6  # of a name in a ring
RING = 15.0  # the radius of a node on a circle


@dataclass(frozen=True)
class Tour:
    """The circuit of a problem, with what is known of it."""

    problem: Problem
    values: Values
    circuit: Circuit

    @property
    def on_grid(self) -> bool:
        """Whether nodes are the cells of a grid."""
        return self.problem.layout is not None

    @property
    def nodes(self) -> range:
        """The nodes of the circuit, counted from 0."""
        return range(len(self.circuit.variables))

    @cached_property
    def next(self) -> Sequence[int | None]:
        """The successor of each node; None where it is not known, or no node."""
        found = (self.values[variable] for variable in self.circuit.variables)
        numbers = (None if value is None else value - self.circuit.start for value in found)
        return [number if number in self.nodes else None for number in numbers]

    @cached_property
    def order(self) -> dict[int, int]:
        """The number of each node's visit, from 1; empty where the nodes are no tour."""
        first = next((node for node in self.nodes if self.next[node] != node), None)
        found: dict[int, int] = {}
        node = first
        while node is not None and node not in found:
            found[node] = len(found) + 1
            node = self.next[node]
        left_out = all(self.next[each] == each for each in self.nodes if each not in found)
        return found if found and node == first and left_out else {}

    def left(self) -> Iterator[tuple[int, int]]:
        """The steps that are left where a successor is not known."""
        for node, variable in zip(self.nodes, self.circuit.variables, strict=True):
            if self.values[variable] is None:
                for value in self.problem.domains[variable]:
                    if value - self.circuit.start in self.nodes and value != node:
                        yield node, value - self.circuit.start


def _tour(problem: Problem, values: Values) -> Tour:
    return Tour(problem, values, next(_circuits(problem)))


def _circuits(problem: Problem) -> Iterator[Circuit]:
    return (each for each in problem.constraints if isinstance(each, Circuit))


def fits(problem: Problem) -> bool:
    """Whether there is a circuit, of the cells of a grid where there is one."""
    circuit, layout = next(_circuits(problem), None), problem.layout
    if circuit is None or len({*circuit.variables}) < len(circuit.variables):
        return False
    number = len(circuit.variables)
    if layout is None:
        return 1 < number <= MOST_ROUND
    cells = tuple(range(len(problem.domains)))
    on_grid = layout.form == "grid" and not layout.black and circuit.variables == cells
    return on_grid and 1 < number <= MOST


def rest(problem: Problem, drawing: bool) -> Sequence[Constraint]:
    """The constraints but the first circuit."""
    first = next(_circuits(problem))
    return [each for each in problem.constraints if each is not first]


def tour_text(problem: Problem, values: Values) -> str:
    """The order in which a board's cells are visited; or the variables, and the way below."""
    tour = _tour(problem, values)
    if tour.on_grid and tour.order:
        words = [str(tour.order.get(node, ".")) for node in tour.nodes]
        columns = problem.layout.columns if problem.layout else 1
        width = max(map(len, words))
        rows = (words[start : start + columns] for start in range(0, len(words), columns))
        lines = [" ".join(word.rjust(width) for word in row) for row in rows]
        if max(map(len, lines)) <= WIDTH:
            return "\n".join(lines)
    listed = list_text(problem, values)
    if not tour.order:
        return listed
    names = [problem.names[variable] for variable in tour.circuit.variables]
    way = " -> ".join(cut(names[node], 20) for node in (*tour.order, next(iter(tour.order))))
    return "\n".join((listed, "", *wrap(f"tour: {way}", WIDTH)))


def tour_picture(
    problem: Problem, values: Values, changed: Collection[int], colours: Colours
) -> Picture:
    """The nodes, and arrows between them; nodes that are `changed` are shaded."""
    tour = _tour(problem, values)
    touched = {node for node in tour.nodes if tour.circuit.variables[node] in changed}
    if tour.on_grid:
        return _board(tour, touched, colours)
    others = [each for each in range(len(values)) if each not in {*tour.circuit.variables}]
    return stacked([_round(tour, touched, colours), others_picture(problem, values, others)])


def live_tour(problem: Problem, colours: Colours) -> Picture | None:
    """The nodes, and the steps that are left (elements.py); None where these are too many."""
    tour = _tour(problem, (None,) * len(problem.domains))
    if sum(1 for _ in tour.left()) > MOST_LINES:
        return None
    if tour.on_grid:
        cells = _cells(tour, colours)
        parts = [*_squares(tour, cells, (), colours)]
        spots = [cells.middle(node) for node in tour.nodes]
        parts += (_live_node(tour, node, spots, DOT + 1, cells) for node in tour.nodes)
        parts += (tag("circle", cx=x, cy=y, r=DOT, fill=colours.ink) for x, y in spots)
        corners = ((node, *cells.corner(node)) for node in tour.nodes)
        parts += (_visit(tour, node, (x + 3, y + 7), 9, "start") for node, x, y in corners)
        return Picture(cells.across, cells.down, parts)
    spots, side = _circle(tour)
    parts = [_live_node(tour, node, spots, RING + 1) for node in tour.nodes]
    parts += (_name(tour, node, spots[node]) for node in tour.nodes)
    below = ((node, (x, y + 0.62 * RING)) for node, (x, y) in enumerate(spots))
    parts += (_visit(tour, node, place, LETTERS, "middle") for node, place in below)
    return Picture(side, side, parts)


def _live_node(
    tour: Tour, node: int, spots: Sequence[Point], radius: float, cells: Cells | None = None
) -> str:
    """A node, and a line with a head for each step from it."""
    number, (x, y) = tour.circuit.variables[node], spots[node]
    ring = marked("circle", "ring", cx=x, cy=y, r=RING)
    if cells:
        left, top = cells.corner(node)
        ring = marked("rect", "ring", x=left, y=top, width=cells.width, height=cells.height)
    parts = [ring]
    for value in tour.problem.domains[number]:
        other = value - tour.circuit.start
        if other not in tour.nodes:
            continue
        if other == node:  # it is left out
            parts.append(chip(value, [marked("circle", "loop", cx=x, cy=y, r=radius + 3)]))
            continue
        start, end = toward(spots[node], spots[other], radius), toward(spots[other], (x, y), radius)
        line = marked("path", "step", d=f"M{at(start)}L{at(end)}")
        parts.append(chip(value, [line, marked("path", "head", d=head(start, end, 6))]))
    return of_variable(number, parts)


def _visit(tour: Tour, node: int, place: Point, size: float, anchor: str) -> str:
    """The number of a node's visit, drawn above all lines."""
    number = str(tour.circuit.variables[node])
    own = {"data_of": number, "data_node": str(node + tour.circuit.start)}
    return word("visit", place, "", size, text_anchor=anchor, **own)


def _step_lines(
    tour: Tour, spots: Sequence[Point], radius: float, colours: Colours
) -> Iterator[str]:
    """The steps that are left, thin, and above them those that are known, with heads."""
    left = [*tour.left()]
    if left and len(left) <= MOST_LINES:
        pairs = dict.fromkeys((min(step), max(step)) for step in left)
        data = "".join(f"M{at(spots[a])}L{at(spots[b])}" for a, b in pairs)
        yield stroked("path", colours.grey, 0.6, d=data)
    data = ""
    for node, other in enumerate(tour.next):
        if other is not None and other != node:
            start, end = spots[node], spots[other]
            start, end = toward(start, end, radius), toward(end, start, radius)
            data += f"M{at(start)}L{at(end)}{head(start, end, 6)}"
    if data:
        ink = colours.grey if tour.on_grid else colours.ink  # numbers stand on lines there
        yield stroked("path", ink, 1.6, d=data, stroke_linejoin="round")


def _board(tour: Tour, changed: Collection[int], colours: Colours) -> Picture:
    """The cells, each with when it is visited in its corner."""
    cells = _cells(tour, colours)
    parts = [*_squares(tour, cells, changed, colours)]
    spots = [cells.middle(node) for node in tour.nodes]
    parts += _step_lines(tour, spots, DOT + 1, colours)
    parts += (tag("circle", cx=x, cy=y, r=DOT, fill=colours.ink) for x, y in spots)
    for node, number in tour.order.items():
        left, top = cells.corner(node)
        parts.append(text((left + 3, top + 7), str(number), 9, text_anchor="start"))
    return Picture(cells.across, cells.down, parts)


def _cells(tour: Tour, colours: Colours) -> Cells:
    """The cells of a tour's board, with their places in the drawing."""
    layout = tour.problem.layout
    columns = layout.columns if layout else 1
    return Cells(len(tour.nodes) // columns, columns, (0,) * len(tour.nodes), colours.ink)


def _squares(tour: Tour, cells: Cells, changed: Collection[int], colours: Colours) -> Iterator[str]:
    """The squares of a chess board, and the lines between them."""
    dark = {node for node in tour.nodes if sum(divmod(node, cells.columns)) % 2} - {*changed}
    for squares, fill in ((dark, colours.window), (changed, colours.shade)):
        if squares:
            yield tag("path", d=cells.squares(squares), fill=fill)
    yield from cells.lines()


def _circle(tour: Tour) -> tuple[list[Point], float]:
    """The middles of nodes on a circle, from the top, clockwise; and the side of the drawing."""
    number = len(tour.nodes)
    radius = max(2.2 * UNIT, number * 2.9 * RING / (2 * pi))
    middle = radius + RING + MARGIN
    turns = [2 * pi * node / number for node in tour.nodes]
    spots = [(middle + radius * sin(turn), middle - radius * cos(turn)) for turn in turns]
    return spots, 2 * middle


def _name(tour: Tour, node: int, spot: Point) -> str:
    """The name of a node in its ring."""
    name = tour.problem.names[tour.circuit.variables[node]]
    if len(name) > LETTERS:  # of after[3] the node that it follows
        name = str(tour.circuit.start + node)
    return text(spot, name, min(11, 1.7 * RING / (WIDE * max(1, len(name)))))


def _round(tour: Tour, changed: Collection[int], colours: Colours) -> Picture:
    """The nodes on a circle."""
    spots, side = _circle(tour)
    parts = [*_step_lines(tour, spots, RING + 1, colours)]
    for node, (x, y) in enumerate(spots):
        line: dict[str, float | str] = {"stroke": colours.ink}
        line["stroke_width"] = 2.4 if node in changed else 1.2
        dashes = "3 2" if tour.next[node] == node else ""
        fill = colours.ground or "none"
        circle = {"cx": x, "cy": y, "r": RING}
        parts.append(tag("circle", **circle, **line, fill=fill, stroke_dasharray=dashes))
        parts.append(_name(tour, node, (x, y)))
    return Picture(side, side, parts)
