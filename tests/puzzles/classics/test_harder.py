"""What the harder instances are made of is what they say."""

from itertools import combinations

import pytest

from accord import classics
from accord.puzzles.classics.graph_colouring import read_dimacs
from accord.puzzles.classics.harder import harder, mycielski, welch
from accord.solvers.answer import answer
from accord.solvers.registry import backends


@pytest.mark.parametrize(("nodes", "edges", "colours"), [(5, 5, 3), (11, 20, 4), (23, 71, 5)])
def test_mycielski_graphs_have_no_triangle_and_take_a_colour_more_each(
    nodes: int, edges: int, colours: int
) -> None:
    text = mycielski(nodes)
    number, found = read_dimacs(text)
    assert (number, len(found)) == (nodes, edges)
    for a, b, c in combinations(range(nodes), 3):
        assert not {(a, b), (b, c), (a, c)} <= {*found}
    for given, possible in ((colours, True), (colours - 1, False)):
        asked = answer(backends()["cpsat"], classics.graph_colouring(text, given), limit=1)
        assert bool(asked.solutions) == possible == (not asked.exhausted)


@pytest.mark.parametrize(("prime", "root"), [(5, 2), (7, 3), (11, 2), (17, 3)])
def test_powers_of_a_primitive_root_are_a_costas_array(prime: int, root: int) -> None:
    assert not [*classics.costas_array(prime - 1).violations(welch(prime, root))]


def test_every_harder_instance_says_what_is_expected_and_where_it_comes_from() -> None:
    for each in harder():
        assert each.source, each.name
        assert each.expected is not None, each.name
        assert (each.expected.count is None) != (each.expected.at_least is None), each.name
