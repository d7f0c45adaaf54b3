"""Graphs: nodes with the colours that are their values, and the edges between them.

Nodes stand where the stress of the graph is least, which is the same every time: each pair should
be as far apart as the path between them is long (Gansner, Koren and North, "Graph drawing by stress
majorization", Graph Drawing 2004), from a circle, one node moved after the other.  Where nodes
would touch they stay on the circle.

The value stands in the node, as colours alone are not enough.  The colours are those of Okabe and
Ito ("Color Universal Design", 2008), which differ for the colour-blind as well; a value beyond them
has none.  Letters on them are black or white, whichever has more contrast.
"""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from math import cos, hypot, pi, sin

from accord.puzzles import Problem
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.domain import Domain
from accord.views.boards.elements import (
    MARGIN,
    THICK,
    THIN,
    WIDE,
    Colours,
    Point,
    at,
    cut,
    document,
    stroked,
    tag,
    text,
)
from accord.views.boards.lists import MOST as MOST_LISTED
from accord.views.boards.lists import WIDTH, Values, list_text

MOST = 150  # nodes
MOST_EDGES = 3_000
LARGEST = 1_500.0  # the side of a drawing
STEPS = 600_000  # pairs that are looked at to find places
APART, EDGE = 2.3, 4.0  # radiuses between the nearest nodes, and along a usual edge
LETTERS = 12  # of the name of a node
FILLS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#bbbbbb")

Edge = tuple[int, int]


def fits(problem: Problem) -> bool:
    """Whether the graph is small enough to be seen."""
    return 0 < len(problem.domains) <= MOST and len(_edges(problem)) <= MOST_EDGES


def _edges(problem: Problem) -> list[Edge]:
    """Each edge once, in one direction; none from a node to itself."""
    found = problem.layout.edges if problem.layout else ()
    pairs = (((a, b) if a < b else (b, a)) for a, b in found if a != b)
    return [*dict.fromkeys(pairs)]


def rest(problem: Problem, drawing: bool) -> Sequence[Constraint]:
    """The constraints that are no edge, whose ends differ."""
    edges = {*_edges(problem)}
    return [each for each in problem.constraints if _differ(each) not in edges]


def _differ(constraint: Constraint) -> Edge | None:
    """The two variables that a constraint says to differ, and nothing else."""
    pair: tuple[int, ...] = ()
    match constraint:
        case AllDifferent(excepted=()):
            pair = constraint.scope
        case Linear(operator="!=", right=0) if sum(constraint.weights.values()) == 0:
            pair = tuple(constraint.weights)
        case Expression(term) if term.operator == "ne":
            pair = tuple(each.number for each in term.operands if isinstance(each, Variable))
    return (min(pair), max(pair)) if len(pair) == 2 and pair[0] != pair[1] else None


def graph_text(problem: Problem, values: Values) -> str:
    """The list of nodes, each with those beside it."""
    near: list[list[str]] = [[] for _ in values]
    for a, b in _edges(problem):
        near[a].append(problem.names[b])
        near[b].append(problem.names[a])
    found = list_text(problem, values).split("\n")
    width = max(map(len, found[:MOST_LISTED]))
    return "\n".join(
        cut(f"{line:{width}}  beside {', '.join(near[node])}", WIDTH)
        if node < min(len(near), MOST_LISTED) and near[node]
        else line
        for node, line in enumerate(found)
    )


def graph_svg(
    problem: Problem,
    values: Values,
    changed: Collection[int],
    title: str,
    colours: Colours,
    below: Sequence[str],
) -> str:
    """The graph as a drawing; nodes that are `changed` have a thick line."""
    names, edges = [cut(name, LETTERS) for name in problem.names], _edges(problem)
    radius = max(17.0, 4 + WIDE * 7 * max(map(len, names)) / 2)
    found = places(len(names), edges, radius)
    left, top = (min(point[way] for point in found) - radius - MARGIN for way in (0, 1))
    spots = [(x - left, y - top) for x, y in found]
    lines = "".join(_line(spots[a], spots[b], radius) for a, b in edges)
    parts = [stroked("path", colours.ink, 1, d=lines)] if lines else []
    domains = map(Domain.of, problem.domains)
    lowest = min((each.min for each in domains if each.intervals), default=0)
    for node, (value, spot) in enumerate(zip(values, spots, strict=True)):
        fill = (
            "" if value is None or not 0 <= value - lowest < len(FILLS) else FILLS[value - lowest]
        )
        line = THICK if node in changed else 2 * THIN
        circle = {"cx": spot[0], "cy": spot[1], "r": radius, "stroke_width": line}
        parts.append(tag("circle", **circle, fill=fill or "none", stroke=colours.ink))
        parts += _words(spot, names[node], value, radius, letters_on(fill) if fill else "")
    across, down = (max(spot[way] for spot in spots) + radius + MARGIN for way in (0, 1))
    return document(across, down, parts, title, colours, below)


def _words(middle: Point, name: str, value: int | None, radius: float, fill: str) -> Iterator[str]:
    """The name of a node; above its value, where it has one."""
    x, y = middle
    if value is None:
        size = min(11, 1.8 * radius / (WIDE * len(name) or 1))
        yield text(middle, name, size, fill=fill)
        return
    size = min(7.5, 1.3 * radius / (WIDE * len(name) or 1))
    yield text((x, y - radius * 0.5), name, size, fill=fill)
    words = cut(str(value), 8)
    yield text(
        (x, y + radius * 0.25), words, min(17, 1.8 * radius / (WIDE * len(words))), fill=fill
    )


def _line(one: Point, other: Point, radius: float) -> str:
    """An edge from circle to circle."""
    length = hypot(other[0] - one[0], other[1] - one[1]) or 1
    x, y = (radius * (other[way] - one[way]) / length for way in (0, 1))
    return f"M{at((one[0] + x, one[1] + y))}L{at((other[0] - x, other[1] - y))}"


def places(number: int, edges: Sequence[Edge], radius: float) -> list[Point]:
    """Where nodes of this radius stand, none of which touch."""
    found = _scaled(_least_stress(number, edges), edges, radius)
    small = all(abs(x) <= LARGEST and abs(y) <= LARGEST for x, y in found)
    return found if small else _scaled(_circle(number), (), radius)


def _circle(number: int) -> list[Point]:
    """Round the middle, from the top, clockwise."""
    angles = [2 * pi * node / number for node in range(number)]
    return [(sin(angle), -cos(angle)) for angle in angles]


def _least_stress(number: int, edges: Sequence[Edge]) -> list[Point]:
    """Places with distances in edges, wider than high."""
    wanted, found = _distances(number, edges), _circle(number)
    for _ in range(max(10, min(200, STEPS // (number * number or 1)))):
        for node in range(number):
            found[node] = _moved(node, found, wanted[node])
    width, height = (
        max(each[way] for each in found) - min(each[way] for each in found) for way in (0, 1)
    )
    return [(y, x) for x, y in found] if height > width else found


def _moved(node: int, found: Sequence[Point], wanted: Sequence[float]) -> Point:
    """Where the stress of a node is least, the others staying: a mean of where each wants it."""
    x, y = found[node]
    total = across = down = 0.0
    for other, (u, v) in enumerate(found):
        if other != node:
            distance = wanted[other]
            stretch = distance / (hypot(x - u, y - v) or 1)
            weight = distance**-2
            total += weight
            across += weight * (u + (x - u) * stretch)
            down += weight * (v + (y - v) * stretch)
    return (across / total, down / total) if total else (x, y)


def _distances(number: int, edges: Sequence[Edge]) -> list[list[float]]:
    """The lengths of shortest paths; between parts that do not hang together a little more."""
    near: list[list[int]] = [[] for _ in range(number)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    found = [_paths(start, near) for start in range(number)]
    furthest = max((length for each in found for length in each.values()), default=0)
    apart = max(2.0, 0.6 * furthest)
    return [[each.get(other, apart) for other in range(number)] for each in found]


def _paths(start: int, near: Sequence[Sequence[int]]) -> dict[int, float]:
    """By node the length of the shortest path to it."""
    found = {start: 0.0}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for other in near[node]:
            if other not in found:
                found[other] = found[node] + 1
                waiting.append(other)
    return found


def _scaled(found: Sequence[Point], edges: Sequence[Edge], radius: float) -> list[Point]:
    """Places so far apart that no nodes touch, and that edges have a usual length."""
    pairs = ((a, b) for b in range(len(found)) for a in range(b))
    nearest = min((_distance(found, pair) for pair in pairs), default=1)
    usual = sum(_distance(found, edge) for edge in edges) / (len(edges) or 1)
    scale = max(
        APART * radius / max(nearest, 1e-6), EDGE * radius / usual if edges and usual else 0
    )
    return [(x * scale, y * scale) for x, y in found]


def _distance(found: Sequence[Point], pair: Edge) -> float:
    (x, y), (u, v) = (found[node] for node in pair)
    return hypot(x - u, y - v)


def letters_on(fill: str) -> str:
    """Black or white, whichever has more contrast with a colour."""
    return max(("#000000", "#ffffff"), key=lambda letters: contrast(letters, fill))


def contrast(one: str, other: str) -> float:
    """The ratio of two colours' luminances, as WCAG 2 defines it: 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
