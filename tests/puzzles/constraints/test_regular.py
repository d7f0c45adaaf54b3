"""Automata and diagrams: what is refused, what is said of a wrong word, and how many words."""

import pytest

from accord.puzzles.constraints.automaton import MOST_STATES, layers, number_of_words
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.problem import Problem
from brute_force import solutions_by_trying

STEP, DONE = (("off", 0, "off"), ("off", 1, "on"), ("on", 1, "on")), ("on",)
SWITCH = Regular((0, 1, 2), STEP, "off", DONE, name="switch")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ((0, 0, 1), []),
        ((0, 1, 0), ["switch: found 0 at z in the state on, expected 1"]),
        ((0, 2, 0), ["switch: found 2 at y in the state off, expected 0 or 1"]),
        ((0, 0, 0), ["switch: found the state off at the end, expected on"]),
    ],
)
def test_a_word_is_followed_to_where_it_breaks(word: tuple[int, ...], said: list[str]) -> None:
    assert [*SWITCH.violations(word, "xyz")] == said


@pytest.mark.parametrize(
    ("transitions", "start", "final", "complaint"),
    [
        (
            [("a", 1)],
            "a",
            ["a"],
            r"found \('a', 1\), expected a tuple of a text, a whole",
        ),
        ([("a", True, "a")], "a", ["a"], "found .'a', True, 'a'., expected"),
        (STEP, "of", DONE, "start: found 'of', expected 'off' or 'on'"),
        (STEP, "off", "on", "final: found 'on', expected a tuple of texts"),
        ([(0, 1, 0)], 0, [0], r"transitions: found \(0, 1, 0\), expected a tuple of a text, a"),
        (STEP, 0, [0], "start: found 0, expected a text"),
        ((), "a", ["b"], "final: found 'b', expected 'a'"),
    ],
)
def test_what_describes_no_automaton_is_refused(
    transitions: tuple[tuple[str, int, str], ...], start: str, final: tuple[str], complaint: str
) -> None:
    with pytest.raises(MalformedConstraintError, match=complaint):
        Regular((0, 1), transitions, start, final)


@pytest.mark.parametrize(
    ("transitions", "complaint"),
    [
        ("", "found none, expected one root"),
        ("ra rb", "found a and b, expected one end"),
        ("ra", "found paths of 1, expected one for each of 2 variables"),
        ("ra at rt", r"found \(r, 1, t\)|found \(a, 1, t\)"),
        ("ra at xy yx", r"found \(x, 1, y\), which does not lead from one layer to the next"),
        ("ra ab ba bt", r"found \(b, 1, a\)"),
    ],
)
def test_a_diagram_without_one_root_one_end_and_equal_paths_is_refused(
    transitions: str, complaint: str
) -> None:
    arcs = tuple((arc[0], 1, arc[1]) for arc in transitions.split())
    with pytest.raises(MalformedConstraintError, match=complaint):
        MDD((0, 1), arcs)


def test_a_word_counts_once_however_many_ways_it_has() -> None:
    """Words of 0 and 1 in which the third from the end is 1: a half of them."""
    inner = [(f"{at}", value, f"{at + 1}") for at in (1, 2) for value in (0, 1)]
    third = (("any", 0, "any"), ("any", 1, "any"), ("any", 1, "1"), *inner)
    regular = Regular((*range(6),), third, "any", ("3",))
    assert len(regular.automaton.names) == 2**3
    assert len(solutions_by_trying(Problem([(0, 1)] * 6, [regular]))) == 2**5
    assert number_of_words(regular.automaton, [(0, 1)] * 5 + [(0,)]) == 2**4
    every = layers(regular.automaton, [(0, 1)] * 6)
    assert sum(value == 1 for _, value, _ in every[3]) == len(every[3])


def test_sets_of_states_become_too_many_but_states_do_not() -> None:
    inner = [(f"{at}", value, f"{at + 1}") for at in range(1, 40) for value in (0, 1)]
    blown = (("any", 0, "any"), ("any", 1, "any"), ("any", 1, "1"), *inner)
    with pytest.raises(MalformedConstraintError, match=f"more than {MOST_STATES:,} sets of states"):
        Regular((0, 1), blown, "any", ("40",))
    long = tuple((f"{at}", 0, f"{at + 1}") for at in range(MOST_STATES + 5))
    assert len(Regular((0, 1), long, "0", ("2",)).automaton.names) == len(long) + 1
