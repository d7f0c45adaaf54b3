"""Families of formulas with known answers: every solver finds these, and they are certified."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from random import Random
from typing import NamedTuple

import pytest

import accord
from accord.encodings.model import UnsupportedError
from accord.puzzles.classics.harder import mycielski
from accord.puzzles.files.texts import read_problem
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.registry import backends

SOLVERS = sorted(name for name, each in backends().items() if each.optimizes)
WITHOUT_LEARNING = ("backtracking-first", "backtracking-naive", "python-constraint")
SMALL = 15  # variables that these try
Clause = Sequence[int]
CYCLE = [(node, node % 9 + 1) for node in range(1, 10)]
PETERSEN = [
    (a, b)
    for a, b in combinations(range(1, 11), 2)
    if (a <= 5 < b and b == a + 5) or (b <= 5 and b - a in (1, 4)) or (a > 5 and b - a in (2, 3))
]
GROETZSCH = [
    (int(line.split()[1]), int(line.split()[2]))
    for line in mycielski(11).splitlines()
    if line.startswith("e")
]


class Family(NamedTuple):
    """A formula, with the answer that is known."""

    form: str
    text: str
    best: int | None = None
    """The value of the best solution; of a formula without objective how many there are."""


def cnf(clauses: Iterable[Clause]) -> str:
    listed = [*clauses]
    most = max(abs(literal) for clause in listed for literal in clause)
    lines = [" ".join(map(str, [*clause, 0])) for clause in listed]
    return "\n".join([f"p cnf {most} {len(listed)}", *lines]) + "\n"


def wcnf(clauses: Iterable[tuple[int | None, Clause]], top: int | None = None) -> str:
    listed = [*clauses]
    most = max(abs(literal) for _, clause in listed for literal in clause)
    hard = "h" if top is None else str(top)
    lines = [
        " ".join([hard if weight is None else str(weight), *map(str, clause), "0"])
        for weight, clause in listed
    ]
    return "\n".join([f"p wcnf {most} {len(listed)} {top}"] * (top is not None) + lines) + "\n"


def pigeons(number: int) -> list[Clause]:
    """Each of so many pigeons has a hole of its own, of which there is one less."""
    holes = range(1, number)

    def in_hole(pigeon: int, hole: int) -> int:
        return pigeon * (number - 1) + hole

    somewhere = [[in_hole(pigeon, hole) for hole in holes] for pigeon in range(number)]
    alone = [
        [-in_hole(a, hole), -in_hole(b, hole)]
        for hole in holes
        for a, b in combinations(range(number), 2)
    ]
    return [*somewhere, *alone]


def parity(edges: Sequence[tuple[int, int]], charged: int) -> list[Clause]:
    """At each node the parity of its edges is even, but odd at one: their sum would be odd."""
    of = {node: [place for place, edge in enumerate(edges, 1) if node in edge] for node, _ in edges}
    return [
        [sign * each for sign, each in zip(signs, own, strict=True)]
        for node, own in of.items()
        for signs in product((1, -1), repeat=len(own))
        if (signs.count(-1) + (node == charged)) % 2
    ]


def colours(edges: Sequence[tuple[int, int]], number: int) -> list[Clause]:
    """No edge of a graph has one of so many colours at both ends."""
    nodes = max(map(max, edges))
    of = [[node * number + colour for colour in range(1, number + 1)] for node in range(nodes)]
    one = [[-a, -b] for own in of for a, b in combinations(own, 2)]
    apart = [[-of[a - 1][c], -of[b - 1][c]] for a, b in edges for c in range(number)]
    return [*of, *one, *apart]


def random_clauses(seed: int, variables: int, number: int, length: int) -> list[Clause]:
    random = Random(seed)
    among = range(1, variables + 1)
    return [
        [random.choice((1, -1)) * each for each in random.sample(among, length)]
        for _ in range(number)
    ]


def is_true(clause: Clause, values: Sequence[int]) -> bool:
    return any((values[abs(literal) - 1] == 1) == (literal > 0) for literal in clause)


def trying(variables: int, cost: Callable[[Sequence[int]], int]) -> list[int]:
    return [cost(values) for values in product((0, 1), repeat=variables)]


def cover(edges: Sequence[tuple[int, int]]) -> str:
    """The smallest set of nodes that has an end of each edge, in OPB."""
    nodes = max(map(max, edges))
    lines = [f"min: {' '.join(f'+1 x{node}' for node in range(1, nodes + 1))} ;"]
    lines += [f"+1 x{a} +1 x{b} >= 1 ;" for a, b in edges]
    return "\n".join([f"* #variable= {nodes} #constraint= {len(edges)}", *lines]) + "\n"


THRESHOLD = random_clauses(7, 10, 43, 3)  # 4.27 clauses for a variable
WEIGHTED = [(1 + place % 7, each) for place, each in enumerate(random_clauses(3, 9, 30, 2))]
GOODS = [(3, 4), (4, 5), (7, 10), (8, 11), (9, 13), (13, 18)]  # weights and profits
FAMILIES = {
    "five pigeons in four holes": Family("dimacs", cnf(pigeons(5)), 0),
    "an odd parity on a cycle": Family("dimacs", cnf(parity(CYCLE, 1)), 0),
    "3-SAT at the threshold": Family(
        "dimacs",
        cnf(THRESHOLD),
        sum(trying(10, lambda values: all(is_true(each, values) for each in THRESHOLD))),
    ),
    "three colours of a graph of four": Family("dimacs", cnf(colours(GROETZSCH, 3)), 0),
    "cover of a cycle": Family("opb", cover(CYCLE), 5),
    "cover of Petersen's graph": Family("opb", cover(PETERSEN), 6),
    "a knapsack": Family(
        "opb",
        f"max: {' '.join(f'{profit} x{x}' for x, (_, profit) in enumerate(GOODS, 1))} ;\n"
        f"{' '.join(f'{weight} x{x}' for x, (weight, _) in enumerate(GOODS, 1))} <= 20 ;\n",
        max(
            sum(profit for _, profit in chosen)
            for number in range(7)
            for chosen in combinations(GOODS, number)
            if sum(weight for weight, _ in chosen) <= 20
        ),
    ),
    "pigeons as sums": Family(
        "opb",
        "".join(
            f"{' '.join(f'+1 x{pigeon * 4 + hole}' for hole in range(1, 5))} >= 1 ;\n"
            for pigeon in range(5)
        )
        + "".join(
            f"{' '.join(f'+1 x{pigeon * 4 + hole}' for pigeon in range(5))} <= 1 ;\n"
            for hole in range(1, 5)
        ),
        0,
    ),
    "products of neighbours": Family(
        "opb",
        f"min: {' '.join(f'+1 x{a} x{b} +1 ~x{a} ~x{b}' for a, b in PETERSEN)} ;\n",
        3,  # its largest cut has 12 of 15 edges
    ),
    "weighted MaxSAT": Family(
        "wcnf",
        wcnf(WEIGHTED),
        min(trying(9, lambda values: sum(w for w, each in WEIGHTED if not is_true(each, values)))),
    ),
    "largest cut of Petersen's graph": Family(
        "wcnf", wcnf([(1, clause) for a, b in PETERSEN for clause in ((a, b), (-a, -b))], 99), 3
    ),
    "cover of Petersen's graph in clauses": Family(
        "wcnf",
        wcnf([*((None, edge) for edge in PETERSEN), *((1, (-node,)) for node in range(1, 11))], 11),
        6,
    ),
}


def problem_of(name: str) -> Problem:
    return read_problem(FAMILIES[name].text, format=FAMILIES[name].form)


ASKED = [
    (solver, name)
    for solver in SOLVERS
    for name in FAMILIES
    if solver not in WITHOUT_LEARNING or len(problem_of(name).domains) <= SMALL
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("solver", "name"), ASKED)
def test_every_solver_finds_the_answer_that_is_known(solver: str, name: str) -> None:
    problem = problem_of(name)
    try:
        found = answer(backends()[solver], problem, limit=None)
    except UnsupportedError:
        assert problem.objective
        return
    assert found.exhausted
    if (goal := problem.objective) is None:
        assert len(found.solutions) == FAMILIES[name].best
    else:
        assert goal.best(map(goal.value, found.solutions)) == FAMILIES[name].best


@pytest.mark.parametrize("name", FAMILIES)
def test_the_answer_is_certified(name: str) -> None:
    problem = problem_of(name)
    certificate = accord.certify(problem)
    certificate.check()
    number = FAMILIES[name].best if problem.objective is None else 1
    assert len(certificate.witnesses) == number
