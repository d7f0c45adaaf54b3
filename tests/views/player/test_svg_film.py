"""Films as SVG: at each step is seen what the search had, and in the end its solution."""

import re
from typing import Any

import pytest

import accord
from accord.solvers.traces.events import Recording
from accord.solvers.traces.replay import Replay
from accord.views.player.svg_film import LONGEST, PACE, STEPS, NoFilmError, svg_film
from places import ROOT

PUZZLE = accord.puzzle("....125...6...6..3.51.2..25.........")
SEEN = """time => {
    document.getAnimations().forEach(each => { each.pause(); each.currentTime = time; });
    const seen = text => getComputedStyle(text.closest("g[style]") || text).opacity === "1";
    return [...document.querySelectorAll("svg text")].filter(seen)
        .map(text => [text.textContent, text.getAttribute("fill") || ""]);
}"""


def recorded(solver: str) -> Recording:
    return accord.trace(PUZZLE, solver)


def steps(recording: Recording) -> list[str]:
    """The values of the board after each step, in order of size; open cells have none."""
    replay, found = Replay(PUZZLE), []
    for event in recording.events:
        replay.apply(event)
        if event.kind in STEPS:
            found.append("".join(sorted(str(event.grid or replay.grid).replace(".", ""))))
    return found


def test_at_each_step_is_seen_what_the_search_had(browser: Any) -> None:
    recording = recorded("backtracking-first")
    expected = steps(recording)
    assert len(expected) < 24 * PACE  # so that a step is an eighth of a second
    window = browser.new_page()
    window.set_content(svg_film([recording]))
    for step in range(0, len(expected), 7):
        texts = window.evaluate(SEEN, (step + 0.5) * 1000 / PACE)
        values = sorted(text for text, _ in texts if len(text) == 1)
        assert "".join(values) == expected[step], step
    ended = len(expected) * 1000 / PACE + 500
    assert "27 guesses" in [text for text, _ in window.evaluate(SEEN, ended)]
    window.close()


def test_who_asked_for_less_motion_sees_the_end_of_it(browser: Any) -> None:
    recordings = [recorded("backtracking-first"), recorded("backtracking-mrv")]
    window = browser.new_context(reduced_motion="reduce").new_page()
    window.set_content(svg_film(recordings))
    assert window.evaluate("document.getAnimations().length") == 0
    texts = [text for text, _ in window.evaluate(SEEN, 0)]
    window.context.close()
    values = "".join(sorted(text for text in texts if len(text) == 1))
    assert values == "".join(sorted(str(recordings[0].end.grid) * 2))
    assert {"27 guesses", "0 guesses"} < {*texts}


def test_what_no_film_can_be_made_of_is_said() -> None:
    with pytest.raises(NoFilmError, match="expected a plain puzzle: a page"):
        svg_film([accord.trace(accord.classics.n_queens(4))])
    long = recorded("backtracking-naive")
    often = Recording(long.header, [long.events[0]] * (LONGEST + 1), long.end)
    with pytest.raises(NoFilmError, match="found 2,001 steps, expected at most 2,000"):
        svg_film([often])


def test_the_film_of_the_front_page_is_what_its_command_makes() -> None:
    told = re.search(r"FILM = \((.*?)\)\n", (ROOT / "docs" / "gallery.py").read_text(), re.DOTALL)
    assert told is not None
    assert str(PUZZLE) in told[1]
    drawn = svg_film([recorded("backtracking-first"), recorded("backtracking-mrv")])
    assert drawn == (ROOT / "docs" / "film.svg").read_text(encoding="utf-8")
    assert len(drawn.encode()) < 300_000
    assert len(svg_film([recorded("backtracking-naive")]).encode()) < 300_000
