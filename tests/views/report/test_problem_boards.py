"""Problems in the report, in a real browser: drawings and lists, and names that stay text."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import accord
from accord import Problem
from accord.constraints import Linear, Regular
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.files.texts import read_problem
from accord.puzzles.puzzle import Instance
from browser import PHONE, Opened
from optional import library
from report_campaign import IMAGE, SCRIPT

for needed in ("scipy", "altair", "jinja2", "vl_convert"):
    library(needed)

from accord.views.report.page import page as page_of  # noqa: E402
from accord.views.report.report_data import report_data  # noqa: E402

LISTED = Problem(
    [[1, 2], range(10)], [Linear((0, 1), "=", 3, name=SCRIPT)], [IMAGE, "it's"]
)  # without a layout
KILLER = EXAMPLES["killer-4"].problem()
STATES = Regular((0, 1), (("off", 0, "off"), ("off", 1, "on")), "off", ("on",))
ASKED = {
    "killer": Problem(KILLER.domains, KILLER.constraints, KILLER.names, KILLER.layout),
    "queens": EXAMPLES["queens-4"].problem(),
    "list": LISTED,
    "automaton": Problem([range(2)] * 2, [STATES]),
    "none": EXAMPLES["magic-square-2"].problem(),
}


@pytest.fixture(scope="module", params=["light", "dark"])
def opened(
    request: pytest.FixtureRequest, browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """The report of a campaign of problems: at a desk, and dark on a phone."""
    folder = tmp_path_factory.mktemp("problems")
    instances = [Instance(name, problem) for name, problem in ASKED.items()]
    accord.run(folder / "campaign", instances, ["backtracking-mrv", "python-constraint"])
    file: Path = folder / "report.html"
    file.write_text(page_of(report_data(folder / "campaign")), encoding="utf-8")
    size = {"size": PHONE} if request.param == "dark" else {}
    opened = Opened(browser, file, scheme=request.param, ready="data-drawn", **size)
    yield opened.page
    opened.close()


def test_a_problem_is_drawn_or_listed_with_its_solutions_and_can_be_asked_again(
    opened: Any,
) -> None:
    said = opened.locator("#said")
    for name, texts, tabs in (
        ("killer", 7 + 16, ["problem", "solution"]),
        ("queens", 0, ["problem", "solution 1", "solution 2"]),
        ("list", 0, ["problem", "solution 1", "solution 2"]),
        ("automaton", 2 + 5 + 6, ["problem", "solution"]),
        ("none", 0, ["problem"]),
    ):
        opened.locator(f'#scatter-chart path[aria-label*="{name}"]').first.dispatch_event("click")
        assert said.locator("h3").inner_text() == name
        assert said.locator(".bar button").all_inner_texts() == tabs
        assert said.locator(".drawing svg").count() == (name != "list")
        assert said.locator("svg text").count() == texts
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
        asked = said.locator("#asked").inner_text()
        text = shlex.split(asked)[2]
        assert read_problem(text) == ASKED[name]
        if name == "queens":
            assert said.locator("svg circle").count() == 4 * 5
        if name == "list":
            assert said.locator("pre").first.inner_text() in (
                f"{IMAGE} = 1\nit's = 2",
                f"{IMAGE} = 2\nit's = 1",
            )
            said.get_by_role("button", name="problem").click()
            assert said.locator("pre").first.inner_text() == f"{IMAGE} in 1..2\nit's in 0..9"
            assert SCRIPT in said.inner_text()
        assert said.locator("img, script").count() == 0
