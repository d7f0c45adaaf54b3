"""The page of each seed puzzle under each handwritten solver plays to its end in a real browser."""

from pathlib import Path
from typing import Any

import pytest

from accord.bench.instances.collection import instances_of
from accord.puzzles.instance import Instance
from accord.solvers.registry import available, select
from accord.solvers.traces.record import record
from accord.views.player.page import page as player
from browser import Opened, launched

__all__ = ["launched"]  # a fixture

SEEDS = {each.name: each for each in instances_of("seeds")}
TRACING = [name for name, each in available().items() if each.traces and not each.needs]
SHORT = 1500  # events that are played one after the other
FASTEST = "400"  # a second


@pytest.mark.parametrize("name", SEEDS)
def test_the_page_of_a_seed_plays_to_the_end(name: str, browser: Any, tmp_path: Path) -> None:
    for solver in TRACING:
        _plays(SEEDS[name], solver, browser, tmp_path / f"{solver}.html")


def _plays(seed: Instance, solver: str, browser: Any, file: Path) -> None:
    recording = record(select(solver), seed.puzzle)
    file.write_text(player([recording]), encoding="utf-8")
    assert file.stat().st_size < 2_000_000
    opened = Opened(browser, file)
    page = opened.page
    page.select_option("#speed", FASTEST)
    page.keyboard.press("Space")
    last = page.evaluate("accord.last")
    if last > SHORT:
        page.wait_for_function("() => Number(document.documentElement.dataset.at) > 100")
        page.keyboard.press("Space")
        page.evaluate("at => accord.seek(at)", last - 100)
        page.keyboard.press("Space")
    page.wait_for_function("last => Number(document.documentElement.dataset.at) === last", arg=last)
    cells = page.locator("[data-cell]")
    values = cells.evaluate_all("all => all.map(each => Number(each.dataset.value || 0))")
    assert tuple(values) == tuple(recording.end.grid)
    if recording.end.status == "SAT":
        assert not list(seed.puzzle.violations(recording.end.grid))
    opened.close()
