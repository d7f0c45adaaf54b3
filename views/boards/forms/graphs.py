"""Graphs: nodes with the colours that are their values, and the edges between them.

Nodes stand where the stress of the graph is least, which is the same every time: each pair should
be as far apart as the path between them is long (Gansner, Koren and North, "Graph drawing by stress
majorization", Graph Drawing 2004).  One node is moved after the other, from a circle; of a small
graph the best of several orders is taken.  Then nodes that touch are pushed apart, and off edges.

The value stands in the node, as colours alone are not enough.  Where all words for the values are
names of colours, these are what is seen.  Else the colours are those of Okabe and Ito ("Color
Universal Design", 2008), which differ for the colour-blind as well; a value beyond them has none.
Letters on them are black or white, whichever has more contrast.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import cos, hypot, pi, sin
from random import Random

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
    Picture,
    Point,
    at,
    chip,
    cut,
    marked,
    of_variable,
    short,
    stroked,
    tag,
    text,
    word,
)
from accord.views.boards.forms.lists import MOST as MOST_LISTED
from accord.views.boards.forms.lists import WIDTH, Values, list_text

MOST = 150  # nodes
MOST_EDGES = 3_000
MOST_COLOURS = 4_000  # of all nodes together, in a live drawing
STEPS = 200_000  # pairs that are looked at to find places
STARTS, SMALL = 6, 25  # orders on the circle that are tried, for so many nodes
STILL = 0.001  # of an edge: no node moves further any more
APART, EDGE, CLEAR = 2.6, 4.5, 1.4  # radiuses between nodes, along an edge, from node to edge
GROWTH = 1.02  # of the whole, as long as nodes touch
LETTERS = 12  # of the name of a node
FILLS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#bbbbbb")
NAMED = {  # where Okabe and Ito have such a colour, it is that
    "red": "#d62828", "orange": "#e69f00", "yellow": "#f0e442", "green": "#009e73",
    "blue": "#0072b2", "purple": "#8e44ad", "violet": "#8e44ad", "pink": "#cc79a7",
    "brown": "#8b5a2b", "grey": "#bbbbbb", "gray": "#bbbbbb", "black": "#000000",
    "white": "#ffffff", "cyan": "#56b4e9",
}  # fmt: skip

Edge = tuple[int, int]


def fits(problem: Problem) -> bool:
    """Whether the graph is small enough to be drawn."""
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


def graph_picture(
    problem: Problem, values: Values, changed: Collection[int], colours: Colours
) -> Picture:
    """The graph as a drawing; nodes that are `changed` have a thick line."""
    names, spots, radius = _placed(problem)
    longest, fill_of = max(1, *map(len, names)), _fills(problem)
    parts = [*_edge_path(problem, spots, radius, colours.ink)]
    for node, (value, spot) in enumerate(zip(values, spots, strict=True)):
        fill = "" if value is None else fill_of(node, value)
        line = THICK if node in changed else 2 * THIN
        circle = {"cx": spot[0], "cy": spot[1], "r": radius, "stroke_width": line}
        parts.append(
            tag("circle", **circle, fill=fill or colours.ground or "none", stroke=colours.ink)
        )
        letters = letters_on(fill) if fill else ""
        said = None if value is None else cut(problem.value_text(node, value), 8)
        parts += _words(spot, names[node], said, radius, longest, letters)
    return Picture(*_room(spots, radius), parts)


def live_graph(problem: Problem, colours: Colours) -> Picture | None:
    """The graph, with a ring of the colours that are left round each node (elements.py).

    None where these are too many.
    """
    if sum(Domain.of(each).size for each in problem.domains) > MOST_COLOURS:
        return None
    names, spots, radius = _placed(problem)
    longest, fill_of = max(1, *map(len, names)), _fills(problem)
    parts = [*_edge_path(problem, spots, radius, colours.ink)]
    inner = 0.62 * radius
    for node, (spot, domain) in enumerate(zip(spots, problem.domains, strict=True)):
        circle = {"cx": spot[0], "cy": spot[1]}
        found = [marked("circle", "ring", **circle, r=radius)]
        turn = 2 * pi / max(1, len(domain))
        for place, value in enumerate(domain):
            fill = fill_of(node, value) or "#888888"
            data = _wedge(spot, (radius, inner), turn * place, turn * (place + 1))
            letters = letters_on(fill)
            found.append(chip(value, [tag("path", d=data)], fill=fill, data_letters=letters))
        size = min(9, 1.7 * inner / (WIDE * longest))
        found.append(word("title", spot, names[node], size))
        found.append(marked("circle", "whole", **circle, r=radius))
        above, below = (spot[0], spot[1] - radius * 0.5), (spot[0], spot[1] + radius * 0.25)
        found.append(
            word("own-name", above, names[node], min(7.5, 1.3 * radius / (WIDE * longest)))
        )
        said = max((len(problem.value_text(node, each)) for each in domain), default=1)
        found.append(word("value", below, "", min(1.1, 1.5 / (WIDE * said)) * radius))
        parts.append(of_variable(node, found))
    return Picture(*_room(spots, radius), parts)


def _placed(problem: Problem) -> tuple[list[str], list[Point], float]:
    """The names of the nodes, where they stand, and their radius."""
    names = [cut(name, LETTERS) for name in problem.names]
    radius = max(17.0, 4 + WIDE * 7 * max(1, *map(len, names)) / 2)
    found = places(len(names), tuple(_edges(problem)), radius)
    left, top = (min(point[way] for point in found) - radius - MARGIN for way in (0, 1))
    return names, [(x - left, y - top) for x, y in found], radius


def _room(spots: Sequence[Point], radius: float) -> Point:
    """Width and height of the drawing."""
    across, down = (max(spot[way] for spot in spots) + radius + MARGIN for way in (0, 1))
    return across, down


def _fills(problem: Problem) -> Callable[[int, int], str]:
    """The function from a node and a value to its colour; those beyond the colours have none."""
    domains = map(Domain.of, problem.domains)
    lowest = min((each.min for each in domains if each.intervals), default=0)
    fills = {lowest + place: fill for place, fill in enumerate(FILLS)}
    sorts = [*problem.symbols.sorts] if problem.symbols else []
    named = {
        node: [NAMED[word.lower()] for word in words]
        for words, nodes in sorts
        if all(word.lower() in NAMED for word in words)
        for node in nodes
    }
    return lambda node, value: named[node][value] if node in named else fills.get(value, "")


def _edge_path(problem: Problem, spots: Sequence[Point], radius: float, ink: str) -> Iterator[str]:
    """The edges of the graph as one path."""
    if lines := "".join(_line(spots[a], spots[b], radius) for a, b in _edges(problem)):
        yield stroked("path", ink, 1, d=lines)


def _wedge(middle: Point, radiuses: tuple[float, float], start: float, end: float) -> str:
    """The data of a part of a ring, from one angle to another one, clockwise from the top."""
    end = min(end, start + 2 * pi - 0.001)
    (x, y), (outer, inner), large = middle, radiuses, int(end - start > pi)
    one, two, three, four = (
        (x + radius * sin(angle), y - radius * cos(angle))
        for radius, angle in ((outer, start), (outer, end), (inner, end), (inner, start))
    )
    far, near = (f"A{short(each)} {short(each)} 0 {large}" for each in radiuses)
    return f"M{at(one)}{far} 1 {at(two)}L{at(three)}{near} 0 {at(four)}z"


def _words(
    middle: Point, name: str, words: str | None, radius: float, longest: int, fill: str
) -> Iterator[str]:
    """The name of a node; above its value, where it has one."""
    (x, y), wide = middle, WIDE * longest
    if words is None:
        yield text(middle, name, min(11, 1.8 * radius / wide), fill=fill)
        return
    yield text((x, y - radius * 0.5), name, min(7.5, 1.3 * radius / wide), fill=fill)
    size = min(17, 1.8 * radius / (WIDE * len(words)))
    yield text((x, y + radius * 0.25), words, size, fill=fill)


def _line(one: Point, other: Point, radius: float) -> str:
    """An edge from circle to circle."""
    length = hypot(other[0] - one[0], other[1] - one[1]) or 1
    x, y = (radius * (other[way] - one[way]) / length for way in (0, 1))
    return f"M{at((one[0] + x, one[1] + y))}L{at((other[0] - x, other[1] - y))}"


@lru_cache(maxsize=8)
def places(number: int, edges: tuple[Edge, ...], radius: float) -> tuple[Point, ...]:
    """The middles of nodes of this radius."""
    wanted = _distances(number, edges)
    starts = [_circle(number, seed) for seed in range(STARTS if number <= SMALL else 1)]
    found = min(
        (_settled(start, wanted) for start in starts), key=lambda each: _stress(each, wanted)
    )
    usual = sum(_distance(found[a], found[b]) for a, b in edges) / (len(edges) or 1)
    scale = EDGE * radius / (usual or 1)
    spread = [(x * scale, y * scale) for x, y in _broad(found)]
    for _ in range(min(50, STEPS // (number * (len(edges) + 1)))):
        if not (_push(spread, APART * radius) + _push_off(spread, edges, CLEAR * radius)):
            break
    while _push(spread, APART * radius):
        spread = [(x * GROWTH, y * GROWTH) for x, y in spread]
    return tuple(spread)


def _circle(number: int, seed: int) -> list[Point]:
    """Nodes round the middle, from the top, clockwise; in another order for another seed."""
    order = [*range(number)]
    if seed:
        Random(seed).shuffle(order)
    angles = [2 * pi * place / number for place in order]
    return [(sin(angle), -cos(angle)) for angle in angles]


def _settled(found: list[Point], wanted: Sequence[Sequence[float]]) -> list[Point]:
    """Places of less stress, with distances in edges, from these."""
    for _ in range(max(10, min(300, STEPS // len(found) ** 2))):
        before = [*found]
        for node in range(len(found)):
            found[node] = _moved(node, found, wanted[node])
        if max(map(_distance, before, found)) < STILL:
            break
    return found


def _moved(node: int, found: Sequence[Point], wanted: Sequence[float]) -> Point:
    """The place of a node with the least stress: the mean of where each other one wants it."""
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


def _stress(found: Sequence[Point], wanted: Sequence[Sequence[float]]) -> float:
    pairs = combinations(range(len(found)), 2)
    return sum((_distance(found[a], found[b]) / wanted[a][b] - 1) ** 2 for a, b in pairs)


def _broad(found: Sequence[Point]) -> list[Point]:
    """The places, on their side if that is broader than high."""
    width, height = (
        max(each[way] for each in found) - min(each[way] for each in found) for way in (0, 1)
    )
    return [(y, x) for x, y in found] if height > width else [*found]


def _push(found: list[Point], room: float) -> int:
    """Move nodes that are nearer to each other than this apart; returns how many pairs were."""
    pushed = 0
    for a, b in combinations(range(len(found)), 2):
        (x, y), (u, v) = found[a], found[b]
        distance = hypot(x - u, y - v)
        if distance < room - 1e-6:
            pushed += 1
            across, down = ((x - u) / distance, (y - v) / distance) if distance else (1.0, 0.5)
            step = (room - distance) / 2
            found[a] = x + across * step, y + down * step
            found[b] = u - across * step, v - down * step
    return pushed


def _push_off(found: list[Point], edges: Sequence[Edge], room: float) -> int:
    """Move nodes off edges of others that are nearer than this; returns how many were."""
    pushed = 0
    for a, b in edges:
        (x, y), (u, v) = found[a], found[b]
        length = hypot(u - x, v - y) or 1.0
        across, down = (u - x) / length, (v - y) / length
        for node, (p, q) in enumerate(found):
            along = (p - x) * across + (q - y) * down
            aside = (q - y) * across - (p - x) * down
            if node not in (a, b) and 0 < along < length and abs(aside) < room - 1e-6:
                pushed += 1
                step = (room - abs(aside)) * (1 if aside >= 0 else -1)
                found[node] = p - down * step, q + across * step
    return pushed


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


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
