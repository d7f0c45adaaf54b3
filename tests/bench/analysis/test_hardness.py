"""How hard puzzles are: what is measured is what was recorded, and isomorphs are about as hard."""

import json
from importlib.metadata import PackageNotFoundError, version
from math import inf
from random import Random

import pytest

import accord
from accord.bench.analysis import hardness as measures
from accord.bench.analysis.hardness import PROOF, SEARCHES, TECHNIQUE, hardness
from accord.bench.analysis.recorded_hardness import (
    FEWEST,
    LARGEST,
    Rank,
    as_record,
    circumstances,
    of_record,
    rank_of,
    recorded,
)
from accord.bench.make.instances.collection import collections, named
from accord.puzzles import MalformedPuzzleError, Puzzle
from accord.puzzles.sudoku.symmetry import isomorph
from accord.solvers.answer import answer
from accord.solvers.logic import TECHNIQUES
from accord.solvers.registry import usable
from optional import slow

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TOUGH = "16.........2..4........34216..8....7..9....5.....7.......1..6...1..6...87....21.9"
TWO = "..343412..434321"


def known(name: str) -> Puzzle:
    instance = named(name)
    assert instance is not None
    assert isinstance(instance.problem, Puzzle)
    return instance.problem


def test_what_is_measured_here_is_what_was_recorded(drawn: int) -> None:
    slow()
    small = [each for each in recorded() if each.size <= 9]
    try:
        same_proofs = version("python-sat") == circumstances()["versions"]["python-sat"]
    except PackageNotFoundError:
        same_proofs = False
    for before in Random(drawn).sample(small, 3):
        now = hardness(before.name, known(before.name))
        left_out = set() if same_proofs else {PROOF}
        assert {**now.measured, **dict.fromkeys(left_out)} == {
            **before.measured,
            **dict.fromkeys(left_out),
        }
        assert now.digest == before.digest


def test_every_puzzle_that_ships_with_one_solution_is_recorded() -> None:
    digests = {each.digest for each in recorded()}
    assert len(digests) == len(recorded())
    for collection in collections():
        for instance in accord.instances(collection):
            puzzle, expected = instance.problem, instance.expected
            if isinstance(puzzle, Puzzle) and puzzle.size <= LARGEST and expected:
                assert (puzzle.digest in digests) or expected.count != 1, instance.name
    for each in recorded():
        assert of_record(json.loads(json.dumps(as_record(each)))) == each
        assert all(low <= middle <= high for middle, low, high in each.measured.values())
        assert PROOF in each.measured


def test_nodes_and_techniques_are_those_of_the_solvers() -> None:
    puzzle = accord.puzzle(TOUGH)
    for name in SEARCHES:
        chosen = usable(name)
        found = answer(chosen.backend, puzzle, limit=2, **chosen.settings)
        assert measures.nodes(puzzle, name) == found.counters["nodes"]
    place, number = measures.needed(puzzle)
    explained = accord.explain(puzzle)
    assert explained.hardest is not None
    assert [*TECHNIQUES.values()][place] is explained.hardest
    assert number == explained.counts[explained.hardest]
    beyond = accord.explain(known("famous/inkala-2012"))
    assert not beyond.solved
    assert measures.needed(beyond.puzzle) == (len(TECHNIQUES), beyond.last.open.bit_count())


def test_a_search_that_takes_too_long_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = accord.puzzle(TOUGH)
    needed = measures.nodes(puzzle, "backtracking-mrv")
    monkeypatch.setattr(measures, "MOST_NODES", needed)
    assert measures.nodes(puzzle, "backtracking-mrv") == needed
    monkeypatch.setattr(measures, "MOST_NODES", needed - 1)
    assert measures.nodes(puzzle, "backtracking-mrv") == inf


@pytest.mark.parametrize("text", [EASY, TOUGH])
def test_an_isomorph_is_as_hard_up_to_the_spread(text: str) -> None:
    puzzle = accord.puzzle(text)
    moved, _ = isomorph(puzzle, 7, 1)
    one, other = hardness("one", puzzle), hardness("other", moved)
    assert one.measured.keys() == other.measured.keys()
    assert one.measured[TECHNIQUE].median[0] == other.measured[TECHNIQUE].median[0]
    for measure, spread in one.measured.items():
        assert spread.lowest <= other.measured[measure].highest, measure
        assert other.measured[measure].lowest <= spread.highest, measure


def test_where_a_puzzle_stands_is_counted() -> None:
    for each in recorded()[::17]:
        for measure, spread in each.measured.items():
            of_size = [o for o in recorded() if o.size == each.size and o is not each]
            of_size = [o for o in of_size if measure in o.measured]
            stood = rank_of(each, measure)
            assert (stood is None) == (len(of_size) < FEWEST)
            if stood:
                below = [o for o in of_size if o.measured[measure].median < spread.median]
                above = [o for o in of_size if o.measured[measure].median > spread.median]
                alike = len(of_size) - len(below) - len(above)
                assert stood == Rank(len(below), alike, len(of_size))
                assert 0 <= stood.share <= 1


def test_a_ranking_is_what_was_measured_with_its_ranks() -> None:
    found, measured = (
        accord.rank("3..1..2......4.."),
        hardness("", accord.puzzle("3..1..2......4..")),
    )
    assert found.measured == measured.measured
    assert found.ranks == {each: rank_of(measured, each) for each in measured.measured}
    assert found.ranks[TECHNIQUE].among >= FEWEST


def test_what_has_not_one_solution_has_no_hardness() -> None:
    with pytest.raises(MalformedPuzzleError, match="found several solutions"):
        hardness("two", accord.puzzle(TWO))


def test_a_kind_that_techniques_do_not_know_is_said() -> None:
    found = hardness("kropki", known("boards/kropki-4-easy"))
    assert TECHNIQUE not in found.measured
    assert "found expression" in found.lacking[TECHNIQUE]
    assert "backtracking-mrv" in found.measured
