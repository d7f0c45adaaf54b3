"""The page of an audit says what its rows give, and nothing that was written in them is obeyed."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from accord.bench.hunt.audit import audit, rows_of, wrong_answers
from accord.bench.hunt.finding import kept
from accord.bench.hunt.problems import Extent, audit_problems
from accord.bench.hunt.record import Answered, AuditRow, AuditSession, matrix_of
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.files.texts import read_problem
from accord.views.audit.page import page
from places import ROOT, SUPPORT

RECORDED = ROOT / "results" / "audit"
LIAR = f"{SUPPORT}/wrong_problem_solvers.py:reads_less_as_at_most"
SIGN = re.compile(r'<td><a class="sign ([a-z-]+)"[^>]* title="([^"]*)"')


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder, solvers = tmp_path_factory.mktemp("audit"), ["backtracking-mrv", LIAR]
    problems = [*audit_problems(Extent(("linear", "table"), 12, 0, 0))]
    for _ in audit(problems, solvers, folder, Terms(Limits(20.0))):
        pass
    rows = rows_of(folder, problems, solvers)
    return page(matrix_of(rows), rows, [*wrong_answers(rows, problems, Terms(Limits(20.0)))])


def test_each_cell_says_its_counts_and_the_wrong_one_its_problem(text: str) -> None:
    cells = SIGN.findall(text)
    assert [state for state, _ in cells] == ["wrong", "right", "right", "right"]
    assert cells[1][1].endswith("table: 12 problems: 12 right")
    assert re.search(r"wrong, of 1 solver</h1>", text)
    (record,) = re.findall(r"<pre>({.*linear-[0-9]+.*})\s*</pre>", text)
    small = read_problem(unescape(record))
    assert len(small.constraints) == len(small.domains) == 1


def test_what_is_written_in_a_reason_is_no_markup() -> None:
    session = AuditSession({"<i>s": "1"}, {"<i>s": ""}, {"<i>s": "<b>"}, 1.0, {"python": "<q>"})
    row = AuditRow("<u>", "<em>", "0", 1, {"<i>s": Answered("wrong", "<script>alert(1)</script>")})
    made = page(matrix_of([(session, row)]), [(session, row)], [])
    assert not re.search(r"<(script|i>s|em>|u>|q>)", made)
    assert "&lt;script&gt;" in made


def test_a_click_shows_a_cell_and_leads_to_its_problem(
    text: str, browser: Any, tmp_path: Path
) -> None:
    from browser import PHONE, Offline

    file = tmp_path / "audit.html"
    file.write_text(text, encoding="utf-8")
    opened = Offline(browser, PHONE)
    opened.page.goto(file.as_uri())
    assert opened.page.locator("aside:visible").count() == 0
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    opened.page.locator("a.sign.wrong").click()
    shown = opened.page.locator("aside:visible")
    assert shown.count() == 1
    assert "wrong on linear-" in shown.inner_text()
    shown.locator("a[href^='#wrong-']").click()
    assert opened.page.locator("aside:visible").count() == 0
    assert opened.page.locator("article:target").count() == 1
    opened.asked_only(tmp_path)


def test_the_recorded_page_is_what_the_recorded_rows_give() -> None:
    rows = rows_of(RECORDED)
    found = matrix_of(rows)
    made = page(found, rows, [*kept(RECORDED)])
    assert made == (RECORDED / "audit.html").read_text(encoding="utf-8")
    assert len(found.solvers) > 30
    assert len(found.columns) > 30
    assert sum(file.stat().st_size for file in RECORDED.rglob("*") if file.is_file()) < 1 << 20
