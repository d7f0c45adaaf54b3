"""Problems in words: each kind of constraint, each event, the terminal, and the search tree."""

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from accord.puzzles import AllDifferent, Problem
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.clauses import Clauses, FlatClauses
from accord.puzzles.constraints.constraint import Constraint, Variable, examples
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.layout import ProblemLayout, Symbols
from accord.puzzles.objective import Objective
from accord.solvers.registry import usable
from accord.solvers.traces.events import Recording
from accord.solvers.traces.files import read, write
from accord.solvers.traces.record import record
from accord.views.narration.captions import ending, subtitle, title
from accord.views.narration.constraint_words import in_words
from accord.views.narration.narration import sentence
from accord.views.narration.terminal import frames, key_frames, play
from accord.views.narration.variable_lines import lines

NAMES = ("x", "y", "z", "left door")
X, Y, Z = (Variable(each) for each in range(3))


def traced(problem: Problem, solver: str = "backtracking-mrv", limit: int = 1) -> Recording:
    return record(usable(solver), problem, limit)


WORDS: dict[str, Constraint] = {
    "rows: all different": AllDifferent((0, 1, 2), "rows"),
    "all different except 0 (x, left door)": AllDifferent((0, 3), excepted=(0,)),
    "x + 2 y = z - 3": Linear((0, 1, 2), "=", -3, (1, 2, -1)),
    "x = y": Linear((0, 1), "=", 0, (1, -1), name="x = y"),
    "cage: x + y <= 5": Linear((0, 1), "<=", 5, name="cage"),
    "-x > 2": Linear((0,), ">", 2, (-1,)),
    "(x, y) is none of 2 tuples": Table((0, 1), ((1, 2), (2, 1)), forbidden=True),
    "z = (5, y, 9)[x], counted from 1": Element((5, Y, 9), 0, Z, 1),
    "|x - y| != 2 and x in {1, 3}": Expression(
        ("and", ("ne", ("dist", X, Y), 2), ("in", X, ("set", 1, 3)))  # type: ignore[arg-type]
    ),
    "x - (y - z) = max(x, 2*(y + 1))": Expression(
        ("eq", ("sub", X, ("sub", Y, Z)), ("max", X, ("mul", 2, ("add", Y, 1))))  # type: ignore[arg-type]
    ),
    "how many of x, y are 1 or 3 >= z": Count((0, 1), ">=", Z, (1, 3)),
    "row: word of an automaton with 2 states": Regular(
        (0, 1, 2), (("off", 0, "off"), ("off", 1, "on")), "off", ("on",), name="row"
    ),
    "path through a diagram of 3 nodes (y, x)": MDD((1, 0), (("r", 1, "a"), ("a", 2, "end"))),
    "x = 1, left door = -2": Instantiation((0, 3), (1, -2)),
    "clause 2: x or not left door": Clauses((0, 3), FlatClauses.of([(1, -2)]), name="clause 2"),
    "(x) and (not y or x)": Clauses((0, 1), FlatClauses.of([(1,), (-2, 1)])),
    "5 clauses (x, y)": Clauses((0, 1), FlatClauses.of([(1,)] * 5)),
    "x < left door < y": Ordered((0, 3, 1), "<"),
    "(x, y) < (z, left door)": Lex(((0, 1), (2, 3)), "<"),
    "rows: (x, y) <= (z, x), and the columns": Lex(
        ((0, 1), (2, 0)), "<=", columns=True, name="rows"
    ),
    "different lists except (0, 0): (x, y), (y, z)": AllDifferentLists(
        ((0, 1), (1, 2)), excepted=((0, 0),)
    ),
}


def test_every_kind_of_constraint_is_said_in_the_names_of_the_problem() -> None:
    for words, constraint in WORDS.items():
        assert in_words(constraint, NAMES) == words
    long = AllDifferent(tuple(range(99)))
    assert len(in_words(long, [f"variable {n}" for n in range(99)])) <= 160
    for constraint in examples().values():  # without words of its own: the kind and the scope
        words = in_words(constraint, [f"v{number}" for number in range(20)])
        assert all(f"v{variable}" in words for variable in constraint.scope)


def test_each_event_is_a_sentence_with_the_names_and_what_it_rests_on() -> None:
    trace = traced(EXAMPLES["send-more"].problem())
    said = [sentence(trace.header, event) for event in trace.events]
    says = "1000 S + 91 E + D + 10 R = 90 N + 9000 M + 900 O + Y"
    rests = "S is 9, N is 2..8, M is 1, O is 0 and R is 2..8"
    assert f"E loses 8: {rests} (SEND + MORE = MONEY: {says})." in said
    assert "R loses 9: S is 9 (letters: all different)." in said
    assert "S = 9: it has no other value left." in said
    assert "Guess at depth 1: E = 4, of 4..7; no open variable has fewer values." in said
    assert "Conflict: letters: all different cannot hold: D is 8 and R is 8." in said
    assert said[-1] == "A solution."
    hopeless = traced(Problem([[], [1]], names=["a", "b"]))
    assert sentence(hopeless.header, hopeless.events[0]) == "Conflict: a has no value left."


def test_values_are_called_by_their_words() -> None:
    colours = Symbols(("red", "green", "blue"), (0, 1))
    said = [Linear((0, 1), "!=", 0, (1, -1)), Linear((1,), "!=", 2), Linear((0, 2), "=", 4)]
    trace = traced(Problem([range(3)] * 3, said, ["BE", "NL", "x"], symbols=colours))
    told = [sentence(trace.header, event) for event in trace.events]
    assert told == [
        "BE loses red, green: no values of the others go with it (BE + x = 4).",
        "BE = blue: it has no other value left.",
        "x loses 0..1: no values of the others go with it (BE + x = 4).",
        "x = 2: it has no other value left.",
        "NL loses blue: no values of the others go with it (NL != 2).",
        "Guess at depth 1: NL = red, of red, green; no open variable has fewer values.",
        "A solution.",
    ]
    drawn = lines(trace.header.problem, [*map(frozenset, ({1}, {0, 2}, {2}))], 40, 9)
    rows = ["".join(piece.text for piece in row).rstrip() for row in drawn]
    assert rows == ["BE │     green", "NL │ red       blue", " x │   2"]


def test_a_title_says_what_a_film_is_of() -> None:
    trace = traced(EXAMPLES["send-more"].problem())
    assert title([trace]) == "backtracking-mrv at work"
    named = replace(trace, header=replace(trace.header, called="money"))
    assert title([named]) == "money: backtracking-mrv at work"
    assert title([named, named]) == "money: 2 traces, 1 problem"
    assert subtitle([named]) == ("8 variables, 2 constraints: letters; SEND + MORE = MONEY")
    assert read(write(named)) == named


def test_what_is_cut_off_is_said_with_the_best_value_so_far() -> None:
    goal = Objective("minimize", (Variable(0), Variable(1)))
    trace = traced(Problem([range(2, 4), range(3)], names="ab", objective=goal))
    said = [sentence(trace.header, event) for event in trace.events]
    assert said[:5] == [
        "Nothing is better than 2, the solver claims.",
        "Guess at depth 1: a = 2, of 2..3; no open variable has fewer values.",
        "objective loses 5: a is 2 (objective: a + b = objective).",
        "Guess at depth 2: b = 0, of 0..2; no open variable has fewer values.",
        "objective loses 3..4: a is 2 and b is 0 (objective: a + b = objective).",
    ]
    assert "A solution of value 2." in said
    no_better = "objective has no value that is better than 2, as the last solution has"
    assert said.count(f"Conflict: {no_better}.") == 3
    assert ending(trace) == "A solution was found, and the solver claims that none is better."
    most = Problem([range(2, 4), range(3)], names="ab", objective=replace(goal, sense="maximize"))
    trace = traced(most)
    told = [sentence(trace.header, event) for event in trace.events]
    assert "objective loses 2..3: the best solution so far has 3." in told


def test_the_terminal_draws_queens_as_a_board_and_what_goes_crossed() -> None:
    trace = traced(EXAMPLES["queens-4"].problem())
    printed = [*key_frames(trace)]
    assert "  ♛\n      ♛\n♛\n    ♛" in printed or "    ♛\n♛\n      ♛\n  ♛" in printed
    file = StringIO()
    console = Console(file=file, force_terminal=True, width=80, height=30)
    play(trace, console, wait=lambda seconds: None)
    text = file.getvalue()
    assert "\u2573" in text
    assert "column 2 loses 1: column 1 is 1" in text
    shown = [frame for frame in frames(trace) if frame.events]
    assert sum(len(frame.events) for frame in shown) == len(trace.events)


@pytest.mark.parametrize(("name", "first"), [("killer-4", "1234 │ 1234"), ("zebra", "red │ 12345")])
def test_a_grid_is_one_where_names_say_no_more_than_where_a_variable_stands(
    name: str, first: str
) -> None:
    assert first in next(key_frames(traced(EXAMPLES[name].problem()))).lstrip()


def test_of_many_variables_those_around_the_event_are_shown_in_the_width_there_is() -> None:
    problem = Problem([range(10**5), *[range(30)] * 99], layout=ProblemLayout("grid", columns=10))
    domains = [frozenset(domain) for domain in problem.domains]
    for at in (0, 50, 99):
        drawn = lines(problem, domains, 40, 12, at)
        assert len(drawn) == 12
        assert all(sum(len(piece.text) for piece in line) <= 40 for line in drawn)
        assert any(piece.cell == at for line in drawn for piece in line)
    assert "0..99999" in "".join(piece.text for piece in lines(problem, domains, 40, 12, 0)[0])
