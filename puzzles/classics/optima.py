"""Optima: classics that ask for the best solution, and the best values that are known of them.

`optima` has six small instances.  A problem that is here with a limit elsewhere (a ruler of a given
length, a colouring with so many colours) has the limit as its objective.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from accord.puzzles.classics.graph_colouring import graph_colouring
from accord.puzzles.classics.harder import FT06
from accord.puzzles.classics.planning.job_shop import job_shop, read_jobs
from accord.puzzles.classics.sequences import golomb_ruler
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.objective import Objective
from accord.puzzles.problem import Problem, expect_at_least
from accord.puzzles.puzzle import Expected, Instance


def shortest_ruler(marks: int, longest: int) -> Problem:
    """The marks of a ruler, in order; then the distance of each two of them, all different.

    The Golomb ruler of the least length: CSPLib 006.  It is read so that its first distance is less
    than its last one.

    Args:
        marks: how many; the first is at 0.
        longest: no ruler that is longer is looked for.

    Raises:
        MalformedProblemError: there are fewer than three marks, or no length.
    """
    expect_at_least(3, marks=marks)
    expect_at_least(1, longest=longest)
    ruler = golomb_ruler(marks, longest)
    first, last = marks, len(ruler.domains) - 1  # of the distances
    turned = Ordered((first, last), "<", name="read from this end")
    constraints = [*ruler.constraints[:2], turned, *ruler.constraints[2:]]
    domains = [range(1), *[range(1, longest + 1)] * last]
    least = Objective("minimize", (Variable(marks - 1),))
    return Problem(domains, constraints, ruler.names, objective=least)


def shortest_schedule(text: str) -> Problem:
    """When each task of a job shop begins, so that all of them end as soon as can be.

    Args:
        text: of an instance, as `job_shop` reads it.

    Raises:
        MalformedProblemError: a line is none of an instance.
    """
    jobs = read_jobs(text)
    lengths = [length for tasks in jobs for _, length in tasks]
    problem = job_shop(text, sum(lengths))
    machines = len(jobs[0]) if jobs else 0
    last = range(machines - 1, len(lengths), machines)
    ends = tuple(Operation("add", (Variable(task), lengths[task])) for task in last)
    goal = Objective("minimize", ends, "maximum")
    return Problem(problem.domains, problem.constraints, problem.names, objective=goal)


def knapsack(capacity: int, weights: Sequence[int], profits: Sequence[int]) -> Problem:
    """Which items to take, so that they weigh no more than the capacity and profit the most.

    George Dantzig, "Discrete-variable extremum problems", Operations Research 5, 1957.
    """
    items = tuple(range(len(weights)))
    names = [f"item {item + 1}" for item in items]
    terms = [Operation("mul", (profit, Variable(item))) for item, profit in enumerate(profits)]
    most = Objective("maximize", tuple(terms))
    fits = Linear(items, "<=", capacity, tuple(weights), name="capacity")
    return Problem([range(2)] * len(items), [fits], names, objective=most)


def fewest_colours(graph: str, most: int) -> Problem:
    """The colour, from 1, of each node, so that the fewest colours are needed.

    Args:
        graph: the text of a DIMACS file, as `graph_colouring` reads it.
        most: how many colours there are.
    """
    found = graph_colouring(graph, most)
    nodes = tuple(map(Variable, range(len(found.domains))))
    goal = Objective("minimize", nodes, "maximum")
    return Problem(found.domains, found.constraints, found.names, found.layout, goal)


def shortest_tour(distances: Sequence[Sequence[int]]) -> Problem:
    """The successor of each city, and how far that is, so that the tour is the shortest.

    The travelling salesman: George Dantzig, Ray Fulkerson and Selmer Johnson, "Solution of a
    large-scale traveling-salesman problem", Operations Research 2, 1954.
    """
    cities = range(len(distances))
    constraints: list[Constraint] = [Circuit(tuple(cities), name="tour")]
    names, domains = [f"after {city + 1}" for city in cities], [range(len(cities)) for _ in cities]
    ways: list[list[int]] = []
    for city, row in enumerate(distances):
        way = Variable(len(cities) + city)
        constraints.append(Element(tuple(row), city, way, name=f"way from {city + 1}"))
        names.append(f"way from {city + 1}")
        ways.append(sorted({*row[:city], *row[city + 1 :]}))
    goal = Objective("minimize", tuple(map(Variable, range(len(cities), 2 * len(cities)))))
    return Problem([*domains, *ways], constraints, names, objective=goal)


def quadratic_assignment(
    flows: Sequence[Sequence[int]], distances: Sequence[Sequence[int]]
) -> Problem:
    """The place, from 0, of each facility, and how far apart two are that something flows between.

    What flows from one to the other, times the distance of their places, is the least in all:
    Tjalling Koopmans and Martin Beckmann, "Assignment problems and the location of economic
    activities", Econometrica 25, 1957.
    """
    places = range(len(distances))
    constraints: list[Constraint] = [AllDifferent(tuple(places), "places")]
    names = [f"place {facility + 1}" for facility in places]
    domains: list[range] = [places for _ in places]
    apart = tuple((a, b, distances[a][b]) for a in places for b in places if a != b)
    farthest = max(map(max, distances))
    terms: list[Operation] = []
    for one, other in combinations(places, 2):
        if flow := flows[one][other] + flows[other][one]:
            names.append(f"{one + 1} to {other + 1}")
            distance = len(domains)
            domains.append(range(farthest + 1))
            constraints.append(Table((one, other, distance), apart, name=names[-1]))
            terms.append(Operation("mul", (flow, Variable(distance))))
    return Problem(domains, constraints, names, objective=Objective("minimize", tuple(terms)))


WEIGHTS = (70, 73, 77, 80, 82, 87, 90, 94, 98, 106, 110, 113, 115, 118, 120)
PROFITS = (135, 139, 149, 150, 156, 163, 173, 184, 192, 201, 210, 214, 221, 229, 240)
GROETZSCH = ((1, 2), (2, 3), (3, 4), (4, 5), (1, 5))  # a ring, of which Mycielski makes the graph
FLOWS = (
    *((0, 5, 2, 4, 1, 0), (5, 0, 3, 0, 2, 2), (2, 3, 0, 0, 0, 0)),
    *((4, 0, 0, 0, 5, 2), (1, 2, 0, 5, 0, 10), (0, 2, 0, 2, 10, 0)),
)
CITIES = (  # made up: places on a map of 40 x 40
    *((3, 7), (12, 31), (25, 4), (38, 17), (19, 22), (7, 36)),
    *((33, 33), (28, 12), (15, 9), (9, 18), (36, 3), (22, 38)),
)


def optima() -> Iterator[Instance]:
    """Small instances with the best value that is published of them."""
    yield Instance("ruler-8", shortest_ruler(8, 50), Expected(optimum=34), "CSPLib 006")
    source = "Fisher and Thompson 1963: 55 (Carlier and Pinson 1989)"
    yield Instance("ft06", shortest_schedule(FT06), Expected(optimum=55), source)
    source = "John Burkardt's KNAPSACK_01, P07"
    sack = knapsack(750, WEIGHTS, PROFITS)
    yield Instance("knapsack-15", sack, Expected(optimum=1458), source)
    source = "Herbert Groetzsch 1959; Jan Mycielski 1955"
    yield Instance("groetzsch", fewest_colours(groetzsch(), 6), Expected(optimum=4), source)
    tour = shortest_tour(_apart(CITIES))
    yield Instance("tour-12", tour, Expected(optimum=143), "made for accord; by Held and Karp")
    places = [(place % 3, place // 3) for place in range(6)]
    grid = [[abs(a - c) + abs(b - d) for c, d in places] for a, b in places]
    nug6 = quadratic_assignment(FLOWS, grid)
    yield Instance("nug6", nug6, Expected(optimum=86), "Nugent, Vollmann and Ruml 1968; QAPLIB")


def groetzsch() -> str:
    """The graph of 11 nodes without a triangle that needs four colours, as a DIMACS file."""
    edges = [*GROETZSCH]
    for one, other in GROETZSCH:
        edges += [(one, other + 5), (other, one + 5)]
    edges += [(copy, 11) for copy in range(6, 11)]
    return "".join([f"p edge 11 {len(edges)}\n", *(f"e {a} {b}\n" for a, b in edges)])


def _apart(cities: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The distances of cities, rounded to whole numbers as TSPLIB does."""
    return [[int(((a - c) ** 2 + (b - d) ** 2) ** 0.5 + 0.5) for c, d in cities] for a, b in cities]
