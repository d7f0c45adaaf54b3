"""The page of each seed puzzle under each handwritten solver plays to its end in a real browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from accord.bench.collection import instances_of
from accord.puzzles.instance import Instance
from accord.solvers.record import record
from accord.solvers.registry import available, select
from accord.views.player.page import page as player
from optional import library, program

playwright = library("playwright.sync_api")
CHROMIUM = program("chromium")

SEEDS = {each.name: each for each in instances_of("seeds")}
SPEAKERS = [name for name, each in available().items() if each.traces and not each.needs]
SHORT = 1500  # events that are played one after the other
FASTEST = "400"  # a second


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.mark.parametrize("name", SEEDS)
def test_the_page_of_a_seed_plays_to_the_end(name: str, browser: Any, tmp_path: Path) -> None:
    for solver in SPEAKERS:
        _plays(SEEDS[name], solver, browser, tmp_path / f"{solver}.html")


def _plays(seed: Instance, solver: str, browser: Any, file: Path) -> None:
    recording = record(select(solver), seed.puzzle)
    file.write_text(player([recording]), encoding="utf-8")
    assert file.stat().st_size < 2_000_000
    context = browser.new_context()
    context.set_offline(True)
    page = context.new_page()
    requests, complaints = list[str](), list[str]()
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-ready]", state="attached")
    page.select_option("#speed", FASTEST)
    page.keyboard.press("Space")
    last = page.evaluate("accord.last")
    if last > SHORT:
        page.wait_for_function("() => Number(document.documentElement.dataset.at) > 100")
        page.keyboard.press("Space")
        page.evaluate("at => accord.seek(at)", last - SHORT // 3)
        page.keyboard.press("Space")
    page.wait_for_function("last => Number(document.documentElement.dataset.at) === last", arg=last)
    cells = page.locator("[data-cell]")
    values = cells.evaluate_all("all => all.map(each => Number(each.dataset.value || 0))")
    assert tuple(values) == tuple(recording.end.grid)
    if recording.end.status == "SAT":
        assert not list(seed.puzzle.violations(recording.end.grid))
    context.close()
    assert (complaints, requests) == ([], [file.as_uri()])
