"""The ladder: sizes, what is left at the root, and who is found out when models differ."""

import json
import re
from dataclasses import replace
from functools import partial
from io import StringIO
from types import SimpleNamespace

import pytest
from rich.console import Console

from accord.bench.analysis import ladder as module
from accord.bench.analysis.ladder import Ladder, Model, groups, ladder, pairwise_size
from accord.bench.run.terms import Limits, Terms
from accord.encodings import exact_cover
from accord.encodings.clauses import cnf
from accord.encodings.clauses.propagation import Root
from accord.encodings.encoding import Size
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.files.texts import read
from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from accord.views.tables.ladder import agreement, legend, table
from accord.views.tables.text import as_table
from command_line import run_here as accord
from format_samples import NAKED, PAIRS, SEARCH
from optional import REQUIRED, library, slow
from places import SUPPORT

TWO = "..343412..434321"
NONE = "11.............."
WRONG = SUPPORT / "wrong_solvers.py"
WIDTH = 100
JIGSAW = "1112122233343444"
SHAPES = [
    shape(1),
    shape(6, (3, 2)),
    shape(5, rules=["latin"]),
    shape(4, rules=["diagonals"]),
    shape(4, None, (), [*map(int, JIGSAW)]),
    shape(4, extra=[AllDifferent((0, 5, 10))]),
]


SLOW = "backtracking-naive"


@pytest.fixture(scope="module")
def whole() -> Ladder:
    """Every rung of a puzzle that needs search; the slowest has a limit of its own."""
    slow()
    of_slow = [model for model in groups()["others"] if model.name == SLOW]
    others = [model for model in groups()["others"] if model.name != SLOW]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "groups", lambda every=False: {"others": of_slow})
        limited = ladder(read(SEARCH), Terms(Limits(0.1)))
        known = {**groups(), "others": others}
        patched.setattr(module, "groups", lambda every=False: known)
        found = ladder(read(SEARCH), Terms(Limits(60.0)))
    return replace(found, rungs=(*found.rungs, *limited.rungs))


def drawn(found: Ladder) -> str:
    console = Console(width=WIDTH, record=True, file=StringIO())
    console.print(as_table(*table(found)[:4]))
    return console.export_text()


def only_search(monkeypatch: pytest.MonkeyPatch, **solvers: str) -> None:
    """Make a ladder of these models, by name, in one group."""
    models = [Model(name, (solver,), pairwise_size) for name, solver in solvers.items()]
    monkeypatch.setattr(module, "groups", lambda problem, every=False: {"search": models})


def only_installed(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Have every other library missing, and every program."""
    found = SimpleNamespace(find_spec=lambda name: name if name in modules else None)
    monkeypatch.setattr("accord.solvers.backend.util", found)
    monkeypatch.setattr("accord.solvers.backend.path_of", lambda *program: "")


def test_every_model_has_a_rung_that_answers_or_says_what_it_needs(whole: Ladder) -> None:
    models = [(group, each.name) for group, made in groups().items() for each in made]
    assert sorted(models) == sorted((rung.group, rung.model) for rung in whole.rungs)
    assert len(set(models)) == len(models)
    for rung in whole.rungs:
        assert rung.answered != bool(rung.missing) or rung.model in (SLOW, "logic"), rung
        assert rung.size is not None
        assert rung.size.variables > 0
    assert not REQUIRED or not any(rung.missing for rung in whole.rungs)
    assert whole.same is True
    assert agreement(whole).endswith("and each has 1 solution (agreed)")


def test_every_backend_has_a_rung_and_clauses_go_through_one_solver(whole: Ladder) -> None:
    there = {rung.solver.partition(":")[0] for rung in whole.rungs}
    assert {*backends()} == there
    assert (
        len({rung.solver.partition(":")[0] for rung in whole.rungs if rung.group == "clauses"}) == 1
    )


def test_the_same_search_needs_fewer_nodes_where_the_model_leaves_less(whole: Ladder) -> None:
    search = [rung for rung in whole.rungs if rung.group == "search"]
    assert [rung.root for rung in search] == [Root(left, "search") for left in (241, 210, 188, 162)]
    assert [rung.nodes for rung in search] == [365, 53, 9, 9]
    assert {rung.solver.partition(":")[0] for rung in search} == {"backtracking-mrv"}


def test_rungs_of_a_group_leave_less_and_less_and_what_is_unknown_comes_last(
    whole: Ladder,
) -> None:
    for group in groups():
        left = [
            rung.root.candidates if rung.root else -1 for rung in whole.rungs if rung.group == group
        ]
        assert left == sorted(left, reverse=True)
        assert bool(left)


def test_clauses_see_what_the_filters_of_the_same_strength_see(whole: Ladder) -> None:
    left = {
        rung.model: rung.root.candidates
        for rung in whole.rungs
        if rung.root and rung.group in ("search", "clauses", "exact-cover")
    }
    assert left["natural"] == left["x != y, arc consistent"]
    assert left["extended"] == left["+ a place for each value"] == left["exact-cover-bits"]
    assert left["augmented"] < left["AllDifferent"] < left["extended"] < left["minimal"]
    assert left["log"] == sum(map(len, whole.problem.domains))  # nothing at all


def test_sizes_are_those_of_the_textbook(whole: Ladder) -> None:
    sizes = {(rung.group, rung.model): rung.size for rung in whole.rungs if rung.size}
    assert isinstance(whole.problem, Puzzle)
    places = 27 * 9  # values of houses
    assert sizes["search", "x != y, arc consistent"] == (81, 810, 810, 1620)
    assert sizes["search", "+ a place for each value"] == (
        81, 810 + places, 810 + places, 1620 + 9 * places,
    )  # fmt: skip
    assert sizes["search", "AllDifferent"] == (81, 27, 27, 243)
    cover = exact_cover.size(whole.problem)
    in_bits = sizes["exact-cover", "exact-cover-bits"]
    assert (in_bits.variables, in_bits.constraints) == (cover.constraints, cover.variables)
    assert in_bits.literals == cover.literals
    formula = cnf.encode(whole.problem, "order")
    order = sizes["clauses", "order"]
    assert (order.variables, order.constraints) == (formula.variables, len(formula.clauses))
    assert order.literals == sum(map(len, formula.clauses))


@pytest.mark.parametrize("text", [SEARCH, PAIRS, NAKED, TWO, NONE, "." * 16])
def test_exactly_ones_see_what_unit_propagation_of_the_extended_encoding_sees(text: str) -> None:
    puzzle = read(text)
    assert module.unit_propagated(puzzle, "extended").candidates == by_exactly_ones(puzzle)


def by_exactly_ones(puzzle: Puzzle) -> int:
    """The options left when each item with one option takes it; none after a contradiction."""
    cover = exact_cover.encode(puzzle)
    left, taken = set(range(len(cover.options))), set[int]()
    while True:
        of_item = [
            [option for option in left if item in cover.options[option]]
            for item in range(cover.primary)
        ]
        if not all(of_item):
            return 0
        forced = {options[0] for options in of_item if len(options) == 1} - taken
        if not forced:
            return len(left)
        option = min(forced)
        taken.add(option)
        covered = {*cover.options[option]}
        left -= {one for one in left - {option} if covered & {*cover.options[one]}}


@pytest.mark.parametrize("text", [SEARCH, NAKED])
@pytest.mark.parametrize("constraints", ["disequalities", "alldifferent"])
def test_python_constraint_checks_forward_whatever_the_model(text: str, constraints: str) -> None:
    from accord.solvers.cp import python_constraint as backend

    puzzle = read(text)
    problem = backend._model(puzzle, library("constraint").BacktrackingSolver(), constraints)
    domains, _, of_variable = problem._getArgs()
    given = {cell: value for cell, value in enumerate(puzzle.givens) if value}
    for cell in given:
        assert all(one(names, domains, given, True) for one, names in of_variable[cell])
    left = sum(1 if cell in given else len(domains[cell]) for cell in domains)
    assert left == module.filtered(puzzle, "forward").candidates


@pytest.mark.parametrize("text", [SEARCH, PAIRS, NAKED])
@pytest.mark.parametrize(
    ("constraints", "name"), [("disequalities", "singles"), ("alldifferent", "gac")]
)
def test_choco_leaves_what_the_filters_leave(text: str, constraints: str, name: str) -> None:
    library("pychoco")
    from accord.solvers.cp.choco import _model

    puzzle = read(text)
    model, cells = _model(puzzle, constraints, "none")  # type: ignore[arg-type]
    model.get_solver()._propagate()
    left = sum(len(cell.get_domain_values()) for cell in cells)
    assert left == module.filtered(puzzle, name).candidates  # type: ignore[arg-type]


def test_solutions_are_compared_as_sets_where_all_were_asked_for() -> None:
    slow()
    assert ladder(read(TWO), only=["search"]).same is None  # each may have found two of many
    blank = ladder(read("." * 16), Terms(limit=None), only=["search", "exact-cover"])
    assert (blank.same, blank.verdict.count) == (True, 288)
    assert "each has 288 solutions (agreed)" in agreement(blank)
    nothing = ladder(read(NONE), only=["search"])
    assert (nothing.same, nothing.verdict.answer) == (True, "none")
    assert {rung.root for rung in nothing.rungs if rung.root} == {Root(0, "conflict")}
    assert agreement(nothing).endswith("and each has none (claimed)")


@pytest.mark.parametrize("lie", ["stops_after_one", "says_no_solution", "changes_a_given"])
def test_a_model_with_other_solutions_is_named_and_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, lie: str
) -> None:
    slow()
    only_search(monkeypatch, right="backtracking-mrv", wrong=f"{WRONG}:{lie}")
    done = accord("ladder", TWO)
    assert done.returncode == 1
    assert "DIFFERENT: the models do not have the same solutions: search / wrong" in done.stdout
    assert f"REFUTED {WRONG}:{lie}: " in done.stdout
    assert re.search(r"^  wrong .* wrong$", done.stdout, re.MULTILINE)
    assert json.loads(accord("ladder", TWO, "--json").stdout)["same"] is False


def test_models_that_give_no_answer_say_why_and_the_others_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow()
    bad = {name: f"{WRONG}:{name}" for name in ("sleeps", "gives_up", "crashes")}
    only_search(monkeypatch, right="backtracking-mrv", first="backtracking-first", **bad)
    found = ladder(read(TWO), Terms(Limits(3.0), None))
    lines = {line.split()[0]: line.split()[-1] for line in drawn(found).splitlines() if line}
    assert lines["sleeps"] == "time-out"
    assert lines["crashes"] == "crashed"
    assert re.search(r"gives_up .* gave up\n", drawn(found))
    assert found.same is True
    assert (
        agreement(found)
        == "same solutions: 2 models of 5 answered, and each has 2 solutions (claimed)"
    )


def test_nobody_who_answers_in_time_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    only_search(monkeypatch, slow=f"{WRONG}:sleeps")
    done = accord("ladder", TWO, "-t", "300ms")
    assert done.returncode == 124
    assert "no model answered: give them more time" in done.stdout


def test_a_model_whose_solver_is_missing_keeps_its_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    slow()
    only_installed(monkeypatch)
    found = ladder(read(TWO), only=["choco", "clauses"])
    assert all(rung.missing and rung.run is None for rung in found.rungs)
    choco, *_ = found.rungs
    assert choco.size == (16, 56, 56, 112)
    assert choco.root == Root(20, "search")
    assert choco.missing == "choco cannot run here: needs pychoco: pip install 'pychoco>=0.4'"
    assert {line.split()[-1] for line in drawn(found).splitlines()[3:] if " 16 " in line} == {
        "missing"
    }
    done = accord("ladder", TWO, "--only", "search,choco")
    assert done.returncode == 0
    assert (
        "MISSING choco cannot run here: needs pychoco: pip install 'pychoco>=0.4'\n" in done.stdout
    )


def test_a_sat_solver_that_tells_no_counts_takes_the_place_of_one_that_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    only_installed(monkeypatch, "pycosat")
    few = groups()["clauses"][:2]
    monkeypatch.setattr(module, "groups", lambda every=False: {"clauses": few})
    rungs = ladder(read(TWO)).rungs
    assert {rung.solver.partition(":")[0] for rung in rungs} == {"sat-pycosat"}
    assert all(rung.answered for rung in rungs)


@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_every_shape_has_sizes_and_roots_that_keep_its_solutions(number: int) -> None:
    puzzle = Puzzle(SHAPES[number], Grid([0] * SHAPES[number].size ** 2))
    (grid,) = answer(backends()["backtracking-mrv"], puzzle, limit=1).solutions
    given = Puzzle(
        puzzle.shape, Grid([*grid[: len(grid) // 3], *[0] * (len(grid) - len(grid) // 3)])
    )
    for made in groups(every=True).values():
        for model in made:
            assert min(model.size(given)) >= (given.size > 1)
            if model.root:
                cells, possible = len(grid), sum(map(len, given.domains))
                assert cells <= model.root(given).candidates <= possible, model.name


def test_all_has_each_way_to_say_at_most_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {model.name for model in groups(every=True)["clauses"]} == {*cnf.NAMES}
    few = groups()["clauses"]
    monkeypatch.setattr(module, "groups", lambda every=False: {"search": few[: 2 if every else 1]})
    assert len(json.loads(accord("ladder", TWO, "--json").stdout)["rungs"]) == 1
    assert len(json.loads(accord("ladder", TWO, "--all", "--json").stdout)["rungs"]) == 2


def test_the_table_fits_100_columns_also_for_large_puzzles(whole: Ladder) -> None:
    large = Size(123_456, 1_234_567, 1_234_567, 9_876_543)
    rungs = tuple(replace(rung, size=large, root=Root(46_656, "search")) for rung in whole.rungs)
    for found in (whole, replace(whole, rungs=rungs)):
        text = "\n".join((drawn(found), *legend(found)))
        assert max(map(len, text.splitlines())) <= WIDTH
        assert "…" not in text
        for rung in found.rungs:
            assert f"  {rung.model} " in text


QUEENS = "classics/queens-5"


def test_models_of_a_problem_are_compared_and_those_that_cannot_say_it_are_listed() -> None:
    slow()
    done = accord("ladder", QUEENS, "--only", "search,clauses,exact-cover", "-n", "all", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["same"], found["count"]) == (0, True, 10)
    rungs = {(rung["group"], rung["model"]): rung for rung in found["rungs"]}
    own = rungs["search", "+ GAC of all-different"]
    sums = 2 * 5 * 4 // 2  # two diagonals of each two queens
    assert [own[key] for key in Size._fields] == [5, 1 + sums, 1 + sums, 5 + 2 * sums]
    filters = ["forward checking", "fixed point", "+ GAC of all-different"]
    assert {rungs["search", each]["left"] for each in filters} == {25}  # each queen can go anywhere
    nodes = [rungs["search", each]["nodes"] for each in filters]
    assert nodes[0] > nodes[1] >= nodes[2]
    clauses = rungs["clauses", "extended"]
    formula = cnf.encode(EXAMPLES["queens-5"].problem())
    assert (clauses["variables"], clauses["constraints"]) == (
        formula.variables, len(formula.clauses),
    )  # fmt: skip
    assert clauses["left"] == 25
    refused = {key for key, rung in rungs.items() if rung["refused"]}
    assert {("clauses", "natural"), ("exact-cover", "dancing-links")} <= refused
    for key, rung in rungs.items():
        assert rung["category"] in (("refused",) if key in refused else ("correct", "missing"))
        assert (rung["variables"] is None) == (key in refused)
    text = accord("ladder", QUEENS, "--only", "exact-cover").stdout
    assert (
        "REFUSED by exact-cover / dancing-links, exact-cover / exact-cover-bits: it takes" in text
    )


def test_a_wrong_model_of_a_problem_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = f"{SUPPORT / 'wrong_problem_solvers.py'}:reads_less_as_at_most"
    solvers = {"right": "backtracking-mrv", "wrong": wrong}
    models = [
        Model(name, (solver,), partial(module.posted_size, name="backtracking-mrv"))
        for name, solver in solvers.items()
    ]
    monkeypatch.setattr(module, "problem_groups", lambda problem, every=False: {"search": models})
    problem = Problem([range(3)] * 2, [Linear((0, 1), "<", 0, (1, -1))])
    found = ladder(problem, Terms(limit=None))
    assert found.same is False
    assert "DIFFERENT" in agreement(found)
    assert agreement(found).endswith("search / wrong")
