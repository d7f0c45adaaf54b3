"""A problem in every language: complete, and with its objective, or refused by name."""

from pathlib import Path

import pytest

from accord.encodings.encoding import encoding, encodings
from accord.encodings.model import UnsupportedError
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Term, term_of
from accord.puzzles.files.texts import read, read_problem
from accord.puzzles.objective import MeasureName, Objective, Sense
from accord.puzzles.problem import Problem
from accord.views.languages import UnknownLanguageError, language, languages
from brute_force import solutions_by_trying
from outside_programs import printed_by


def asking(sense: Sense, *terms: Term, measure: MeasureName = "sum") -> Problem:
    return Problem(
        [range(-2, 4), [0, 1, 5, 7], range(2)],
        [
            Linear((0, 1, 2), "<=", 7, (2, 1, 3)),
            Table((0, 2), ((3, 0), (1, 1), (-2, 0), (2, 1))),
        ],
        ["hours[0]", "rooms", "hours[1]"],
        objective=Objective(sense, terms, measure),
    )


PROFIT = term_of(("sub", ("mul", 2, Variable(1)), Variable(0)))
BEST = asking("maximize", PROFIT)
PRINTED = [  # what says an objective, and who reads it
    ("asp", "clingo --quiet=1"),
    ("linear", "highs"),
    ("linear", "scip"),
    ("minizinc", "gecode item"),
    ("opb", "clasp"),
    ("opb", "scip opb"),
    ("xcsp3", "ACE"),
]


@pytest.mark.parametrize(("name", "reader"), PRINTED)
@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_a_program_finds_the_optimum_in_the_file(
    name: str, reader: str, sense: Sense, tmp_path: Path
) -> None:
    problem = asking(sense, PROFIT)
    assert problem.goal is not None
    best = problem.goal.best(map(problem.goal.value, solutions_by_trying(problem)))
    file = tmp_path / f"problem{encoding(name).suffix}"
    file.write_text("".join(language(name).write(problem)), encoding="utf-8")
    found = encoding(name).read(problem, printed_by(reader, file))
    assert not [*problem.violations(found)]
    assert problem.goal.value(found) == best


def test_what_a_language_has_no_words_for_is_refused_by_name() -> None:
    able = {each for each, _ in PRINTED} | {"ortools", "cpmpy", "python-constraint", "json", "lp"}
    for name, each in languages().items():
        if name.partition("+")[0] not in able:
            with pytest.raises(
                UnsupportedError, match=r"objective, which .* has no words for|n x n"
            ):
                "".join(each.write(BEST))
    several = asking("minimize", Variable(0), Variable(1), measure="lex")
    for name in able - {"json"}:
        with pytest.raises(UnsupportedError, match=r"several values \(lex\)"):
            "".join(language(name).write(several))


def test_every_encoding_is_a_language_and_two_have_a_short_name() -> None:
    assert {*encodings()} < {*languages()}
    problem = BEST.without_objective()
    for short, name in (("dimacs", "cnf-extended"), ("lp", "linear")):
        assert "".join(language(short).write(problem)) == "".join(language(name).write(problem))
        assert encoding(short) is encoding(name)
    with pytest.raises(UnknownLanguageError, match="'ortool', expected ortools; one of ortools, "):
        language("ortool")


def test_json_is_read_again_and_has_a_line_for_each_constraint() -> None:
    puzzle = read("..343412..434321")
    for problem in (BEST, puzzle, Problem([])):
        text = "".join(language("json").write(problem))
        assert read_problem(text) == problem
    lines = "".join(language("json").write(BEST)).splitlines()
    assert sum(line.startswith('    {"kind"') for line in lines) == len(BEST.constraints)
