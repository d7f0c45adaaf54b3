"""The suite's own tools: samples of grids, what tests need, what ran nowhere or is tried again."""

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import optional
from grid import is_drawn, sample
from needs import EXTRAS, _of_function, _of_module, _of_solver, needs, skip_if_missing
from optional import CORE_ALONE, REQUIRED
from optional import program as needed
from ran import NO_DATA, Ran, left_out
from tried_again import OverrunError, at_most, tried_again


@given(st.integers(1, 7), st.integers(1, 7), st.integers())
def test_each_value_of_each_parameter_is_in_a_sample(rows: int, columns: int, seed: int) -> None:
    tests = {f"t::f[{a}-{b}]": (f"{a}", f"{b}") for a in range(rows) for b in range(columns)}
    chosen = sample(tests, str(seed))
    assert {tests[each][0] for each in chosen} == {f"{a}" for a in range(rows)}
    assert {tests[each][1] for each in chosen} == {f"{b}" for b in range(columns)}
    assert len(chosen) < rows + columns
    assert chosen == sample(tests, str(seed))


def test_what_has_one_list_of_values_or_none_is_no_grid() -> None:
    tests = {f"t::f[{a}]": (f"{a}",) for a in "abca"} | {"t::g": ()}
    assert sample(tests, "1") == set(tests)


def test_of_a_long_list_each_case_is_drawn_now_and_then() -> None:
    tests, seeds = [f"t::f[{number}]" for number in range(40)], [f"{seed}" for seed in range(60)]
    drawn = [{each for each in tests if is_drawn(each, seed, 3)} for seed in seeds]
    assert set.union(*drawn) == set(tests)
    assert not set.intersection(*drawn)
    assert 40 / 4 < sum(map(len, drawn)) / len(seeds) < 40 / 2.5
    assert all(is_drawn(each, "any", 1) for each in tests)


def asks() -> None:
    optional.library("nowhere.parts")


ASKING: list[tuple[Any, set[tuple[str, str]]]] = [  # not seen as what the test below asks for
    (lambda: optional.program("nothing"), {("program", "needs the program nothing")}),
    (lambda: [asks for _ in "x"], {("extra", "needs nowhere")}),
    (lambda: [optional.library(each) for each in ("x", "y")], {("extra", "")}),
    (lambda: needed("nothing"), {("program", "needs the program nothing")}),
    (given(st.none())(lambda each: optional.library("nowhere")), {("extra", "needs nowhere")}),
    (lambda: optional.slow(), {("slow", "")}),
    (lambda: sorted("x"), set()),
    (lambda: ASKING.needed, set()),  # type: ignore[attr-defined]
    (lambda: optional.library("ortools.sat.python"), set()),  # comes with the core
    (lambda: optional.library("pytest"), set()),  # comes with the tests
]


@pytest.mark.parametrize(("function", "expected"), ASKING)
def test_what_a_test_needs_is_seen_through_functions(
    function: Any, expected: set[tuple[str, str]]
) -> None:
    assert _of_function(function) == expected


AT_THE_TOP = {  # of a file, in any branch: what a test in it needs
    'library("nowhere")': {"extra"},
    'if sys.version_info < (4,):\n    pass\nelse:\n    a, b = library("nowhere"), 1': {"extra"},
    'try:\n    optional.program("nothing")\nfinally:\n    pass': {"program"},
    'with here:\n    for each in library("nowhere").parts:\n        pass': {"extra"},
    '@mark.skipif(not program("nothing"), reason="")\ndef test():\n    pass': {"program"},
    'def test(given=library("nowhere")):\n    pass': {"extra"},
    'class Case:\n    tool = library("nowhere")': {"extra"},
    "library('nowhere', 1)": {"extra"},
    "for each in NEEDED:\n    program(each)": {"program"},
    "library('pytest')": set(),
    "if here:\n    from browser import launched": {"browser"},
    "from player_pages import Player": {"browser"},  # which imports it
    "try:\n    import browser\nexcept ImportError:\n    pass": {"browser"},
    'def test():\n    library("nowhere")': set(),  # of that test alone
    'later = lambda: program("nothing")': set(),
    'class Case:\n    def test(self):\n        program("nothing")': set(),
    '"""library("nowhere")"""  # program("nothing")': set(),
}


@pytest.mark.parametrize("text", AT_THE_TOP)
def test_what_a_file_needs_is_seen_wherever_it_asks(text: str, tmp_path: Path) -> None:
    (file := tmp_path / "test_it.py").write_text(f"{text}\n")
    assert {need.mark for need in _of_module(file)} == AT_THE_TOP[text]


def test_what_a_test_needs_is_seen_in_the_solver_it_is_given() -> None:
    asked = {"cpsat": set(), "z3-int": {"extra"}, "minizinc": {"program"}, "no solver": set()}
    found = {solver: {need.mark for need in _of_solver(solver)} for solver in asked}
    assert found == asked


def test_a_test_that_needs_what_is_missing_skips(request: pytest.FixtureRequest) -> None:
    marked = [item for item in request.session.items if EXTRAS & {n.mark for n in needs(item)}]
    lacking = [item for item in marked if any(need.missing for need in needs(item))]
    for item in lacking:
        with pytest.raises(pytest.fail.Exception if REQUIRED else pytest.skip.Exception):
            skip_if_missing(item)
    assert not (REQUIRED and lacking)
    assert lacking or not CORE_ALONE


def test_a_test_that_ran_nowhere_is_named() -> None:
    assert left_out("a::x\na::y\nb::z\n\n3 tests collected", ["a::x\n", "b::z\n"]) == ["a::y"]


def test_a_test_that_is_skipped_did_not_run_but_for_want_of_the_shared_data(tmp_path: Path) -> None:
    job = Ran(tmp_path / "ran")
    reports = [("ran", "call", ""), ("setup only", "setup", ""), ("lacks", "setup", "needs java")]
    reports += [("chose", "call", "older than 3"), ("clone", "setup", NO_DATA)]
    for name, when, reason in reports:
        place = ("test_it.py", 7, f"Skipped: {reason}")
        job.pytest_runtest_logreport(
            SimpleNamespace(nodeid=name, when=when, skipped=bool(reason), longrepr=place)
        )
    job.pytest_sessionfinish()
    written = [(tmp_path / name).read_text().split("\n") for name in ("ran", "ran.skipped")]
    assert written == [["clone", "ran", ""], ["chose", "lacks", ""]]


@pytest.mark.parametrize(
    ("took", "runs", "passes"), [([1], 1, True), ([9, 1], 2, True), ([9, 9], 2, False)]
)
def test_what_overran_its_upper_bound_is_tried_again_once(
    took: list[float], runs: int, passes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tried_again.wait_for_quiet", lambda: None)
    asked: list[float] = []

    @tried_again
    def timed() -> None:
        asked.append(took[len(asked)])
        at_most(5.0, asked[-1])

    with nullcontext() if passes else pytest.raises(OverrunError, match="found 9 s, expected less"):
        timed()
    assert len(asked) == runs


def test_any_other_failure_is_not_tried_again() -> None:
    asked: list[int] = []

    @tried_again
    def wrong() -> None:
        asked.append(1)
        assert not asked

    with pytest.raises(AssertionError):
        wrong()
    assert len(asked) == 1
