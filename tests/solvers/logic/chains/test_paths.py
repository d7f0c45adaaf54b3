"""Alternating paths: there is one that uses no node twice just where the search gives one."""

from itertools import pairwise
from random import Random

import pytest

from accord.solvers.logic.chains.blossoms import Blossoms
from accord.solvers.logic.chains.paths import Graph, Path
from accord.solvers.logic.engine.layout import members


def random_links(random: Random, size: int, share: float) -> dict[int, int]:
    links = dict.fromkeys(range(size), 0)
    for one in range(size):
        for other in range(one):
            if random.random() < share:
                links[one] |= 1 << other
                links[other] |= 1 << one
    return links


def ends(graph: Graph, start: int) -> set[int]:
    """All ends of alternating paths, by trying all of them."""
    found = set()

    def on(node: int, used: set[int]) -> None:
        for holds in members(graph.strong[node]):
            if holds == start and len(used) > 2:
                found.add(start)
            if holds in used:
                continue
            found.add(holds)
            for fails in members(graph.weak[holds]):
                if fails not in used:
                    on(fails, used | {holds, fails})

    on(start, {start})
    return found


def assert_alternates(graph: Graph, path: Path) -> None:
    once = path[:-1] if path[0] == path[-1] else path
    assert len(set(once)) == len(once)
    assert len(path) % 2 == 0
    for number, (one, other) in enumerate(pairwise(path)):
        links = graph.weak if number % 2 else graph.strong
        assert links[one] >> other & 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(300))
def test_a_path_is_found_just_where_there_is_one(seed: int) -> None:
    random = Random(seed)
    size = random.randint(2, 9)
    shares = random.choice([0.15, 0.3, 0.5]), random.choice([0.15, 0.3, 0.5])
    graph = Graph(*(random_links(random, size, share) for share in shares))
    for start in range(size):
        expected = ends(graph, start)
        assert expected <= set(members(graph.implied[start]))
        blossoms = Blossoms(graph.strong, graph.weak, start)
        both = [
            list(graph.paths(start, graph.implied[start])),
            [path for end in range(size) if (path := blossoms.path(end))],
        ]
        for paths in both:
            assert sorted(path[-1] for path in paths) == sorted(expected)
            for path in paths:
                assert path[0] == start
                assert_alternates(graph, path)


def test_a_walk_that_must_come_back_on_itself_is_no_path() -> None:
    """Nothing but 0 = 1 - 2 = 3 - 4 = 2 - 1 = 0 leads from 0 back to 0."""
    strong = {0: 0b00010, 1: 0b00001, 2: 0b11000, 3: 0b00100, 4: 0b00100}
    weak = {0: 0, 1: 0b00100, 2: 0b00010, 3: 0b10000, 4: 0b01000}
    graph = Graph(strong, weak)
    assert graph.implied[0] & 1
    assert not list(graph.paths(0, 1))
    assert list(graph.paths(2, 0b100)) == [(2, 3, 4, 2)]
