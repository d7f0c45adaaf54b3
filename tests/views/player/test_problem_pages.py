"""Pages of problems in a real browser: what they show is what a replay of the trace gives."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise
from random import Random
from typing import Any

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.puzzles import Domain, Problem
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.automaton import layers
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.layout import ProblemLayout, Symbols
from accord.puzzles.objective import Objective
from accord.solvers.registry import usable
from accord.solvers.traces.events import Recording
from accord.solvers.traces.record import record
from accord.solvers.traces.replay import Replay
from accord.views.boards.forms.graphs import NAMED
from accord.views.narration.narration import sentence
from accord.views.narration.proof_recording import proof_recording
from accord.views.player import page as player_page
from browser import DESK
from certified import certified
from player_pages import SCRIPT, Pages, at, shown_sentence

PHONE = {"width": 390, "height": 844}
MRV = "backtracking-mrv"


def classic(name: str, solver: str = MRV, limit: int | None = 1) -> Recording:
    return record(usable(solver), EXAMPLES[name].problem(), limit)


def large() -> Recording:
    """Domains of many values, gaps and negative numbers, and names that are no words."""
    sums = [Linear((0, 1), "=", 50_000), Linear((2,), "<", 7), Linear((0, 2), "<=", 60)]
    domains = [range(-50_000, 50_000), range(60_000), [*range(-9, 0), *range(5, 40, 3)]]
    return record(usable(MRV), Problem(domains, sums, [SCRIPT, "a/b", "x y"]), 3)


def automata(layout: ProblemLayout | None = None) -> Recording:
    """A week in shifts, no more than so many of them, and a diagram that shares a day."""
    steps = (
        *(("off", 0, "off"), ("off", 1, "day"), ("day", 1, "day"), ("day", 0, "off")),
        *(("day", 2, "night"), ("night", 2, "night"), ("night", 0, "off")),
    )
    week = Regular((0, 1, 2, 3, 4), steps, "off", ("off", "day"), name="week")
    ways = (("a", 1, "b"), ("a", 2, "c"), ("b", 0, "d"), ("b", 2, "d"), ("c", 2, "d"))
    constraints: list[Constraint] = [week, MDD((1, 2), ways), Linear((0, 1, 2, 3, 4), ">=", 6)]
    problem = Problem([range(3)] * 5, constraints, layout=layout)
    return record(usable(f"{MRV}:filter=forward"), problem, None)


def colours() -> Recording:
    """A map whose values have words, all solutions."""
    borders = ((0, 1), (0, 2), (1, 2), (2, 3))
    differ = [Linear(each, "!=", 0, (1, -1)) for each in borders]
    words = Symbols(("red", "green", "blue"), (0, 1, 2, 3))
    layout = ProblemLayout("graph", edges=borders)
    asked = Problem([range(3)] * 4, differ, ["BE", "NL", "DE", "DK"], layout, symbols=words)
    found = record(usable(MRV), asked, None)
    return replace(found, header=replace(found.header, called="map"))


KINDS: dict[str, Callable[[], Recording]] = {
    "colours": colours,
    **{name: partial(classic, name) for name in ("send-more", "zebra", "killer-4", "kakuro-table")},
    "queens": partial(classic, "queens-5", "backtracking-first", None),
    "no solution": partial(classic, "langford-5"),
    "naive": partial(classic, "australia-3", "backtracking-naive"),
    "tour": partial(classic, "tour-3-4"),
    "shop": partial(classic, "job-shop-3-11"),
    "automata": automata,
    "large": large,
    "proof": lambda: proof_recording(certified(EXAMPLES["killer-4"].problem())),
    "nothing": lambda: record(usable(MRV), Problem([]), None),
}

READ = """() => [...document.querySelectorAll(".variable")]
    .sort((one, other) => one.dataset.cell - other.dataset.cell).map((each) => [
    each.dataset.value, each.dataset.left || "",
    [...each.querySelectorAll(".chip.on")].map((chip) => chip.dataset.chip),
    each.querySelectorAll(".chip:not(.never)").length])"""


def displayed(page: Any) -> list[tuple[str, str]]:
    """For each variable its value, and what it has left; chips say the same."""
    found = []
    for value, left, chips, number in page.evaluate(READ):
        assert not number or str(Domain.of(map(int, chips))) == (left or "none")
        found.append((value, left or "none"))
    return found


def expected(recording: Recording, frame: int) -> list[tuple[str, str]]:
    """What a replay gives; at a solution its values, which a proof shows without a search."""
    replay = Replay(recording.header.problem)
    for event in recording.events[:frame]:
        replay.apply(event)
    if frame and (shown := recording.events[frame - 1].grid) is not None:
        return [(str(value), str(value)) for value in shown]
    pairs = zip(replay.grid, replay.domains, strict=True)
    return [("" if v is None else str(v), str(Domain.of(domain))) for v, domain in pairs]


@pytest.mark.parametrize("kind", KINDS)
def test_the_variables_are_what_a_replay_gives_forward_back_and_anywhere(
    kind: str, pages: Pages, drawn: int
) -> None:
    recording = KINDS[kind]()
    page, number = pages.open(recording), len(recording.events)
    page.locator("#single").check()
    frames = Random(drawn).sample(range(number + 1), min(4, number + 1))
    for frame in [*frames, *sorted(frames), min(1, number), number]:
        page.evaluate(f"accord.seek({frame})")
        assert displayed(page) == expected(recording, frame)
        if frame:
            assert shown_sentence(page) == sentence(recording.header, recording.events[frame - 1])


def test_a_film_says_of_what_it_is_and_calls_values_by_their_words(pages: Pages) -> None:
    recording = colours()
    page = pages.open(recording)
    assert page.locator("h1").inner_text() == "map: backtracking-mrv at work"
    model = "4 variables, 4 constraints: BE != NL; BE != DE; NL != DE; DE != DK"
    assert page.locator(".sub").inner_text() == model
    guesses = [n for n, event in enumerate(recording.events, 1) if event.kind == "decide"]
    page.evaluate(f"accord.seek({guesses[1]})")
    assert page.locator(".said .kind span").nth(1).inner_text() == "guess 2 · depth 2"
    assert page.locator(".node.current").get_attribute("title") == "guess 2, depth 2"
    assert [page.locator(".node > span:nth-child(4)").nth(n).inner_text() for n in (1, 2)] == [
        "BE = red",
        "NL = green",
    ]
    assert page.locator(".drawn text").all_text_contents() == ["NL = green", "BE = red"]
    value = page.locator('.variable[data-cell="0"]')
    assert value.locator(".value").text_content() == "red"
    assert value.locator(".whole").get_attribute("fill") == NAMED["red"]


def test_a_step_marks_the_constraint_what_it_rests_on_and_what_goes(pages: Pages) -> None:
    recording = classic("send-more")
    page = pages.open(recording)
    page.locator("#single").check()
    number = next(n for n, each in enumerate(recording.events, 1) if each.values and n > 5)
    event = recording.events[number - 1]
    go_to(page, number)
    assert event.reason is not None
    marked = page.evaluate(
        """(names) => names.map((name) => [
            ...document.querySelectorAll(`.variables ${name}`)].map(
            (each) => Number(each.closest(".variable").dataset.cell)))""",
        [".house", ".cause", ".target.remove", ".chip.ghost"],
    )
    scope = [*range(8)]
    gone = [event.cell] * len(event.removed)
    assert marked == [scope, event.reason["cells"], [event.cell], gone]
    go_to(page, 0)
    assert page.locator(".variables :is(.cause, .target, .ghost)").count() == 0


def go_to(page: Any, frame: int) -> None:
    page.evaluate(f"accord.seek({frame})")


def test_a_dot_a_thermometer_and_an_arrow_are_drawn_on_a_grid(pages: Pages) -> None:
    said: list[Constraint] = [
        Expression(("eq", ("dist", Variable(0), Variable(1)), 1)),  # type: ignore[arg-type]
        Ordered((3, 4, 5), "<"),
        Linear((6, 7), "=", Variable(8)),
    ]
    grid = Problem([range(1, 5)] * 9, said, layout=ProblemLayout("grid", 3))
    page = pages.open(record(usable(MRV), grid, 1))
    drawn = """() => [...document.querySelectorAll(".figures circle")].map((each) => {
        const {left, top, width, height} = each.getBoundingClientRect();
        const under = document.elementsFromPoint(left + 3 * width / 4, top + height / 2);
        return Number(under.find((each) => each.dataset.cell)?.dataset.cell); })"""
    assert page.evaluate(drawn) == [3, 8, 1]  # the bulb, the ring, and right of the dot


STRONGEST = """async ([picture, dark]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const reds = data.filter((_, place) => place % 4 === 0);
    return reds.reduce((one, other) => (dark ? Math.max(one, other) : Math.min(one, other)));
}"""  # the brightest dot of a dark picture, the darkest of a light one


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_bulb_does_not_dim_the_value_on_it(scheme: str, pages: Pages) -> None:
    grid = Problem(
        [(1,), *[range(1, 5)] * 3], [Ordered((0, 1), "<")], layout=ProblemLayout("grid", 2)
    )
    page = pages.open(record(usable(MRV), grid, 1), scheme=scheme)
    box = page.locator("[data-cell='0'] .chip.on").bounding_box()

    def strongest() -> int:
        taken = b64encode(page.screenshot(clip=box)).decode()
        found: int = page.evaluate(STRONGEST, [taken, scheme == "dark"])
        return found

    shown = strongest()
    bulb = page.locator(".figures circle")
    assert bulb.bounding_box()["width"] > box["width"]
    bulb.evaluate("(each) => each.closest(`svg`).remove()")
    assert shown == strongest()


def test_bars_of_a_machine_do_not_overlap_at_the_end_and_have_their_lengths(pages: Pages) -> None:
    recording = classic("job-shop-3-11")
    page, last = pages.open(recording), len(recording.events)
    drawn = """(name) => Object.fromEntries(
        [...document.querySelectorAll(".variable")].map((each) => {
            const { left, right } = each.querySelector(name).getBoundingClientRect();
            return [each.dataset.cell, [left, right]]; }))"""
    asked = recording.header.problem
    machines = [each for each in asked.constraints if isinstance(each, NoOverlap)]
    wholes = page.evaluate(drawn, ".may")
    page.evaluate(f"accord.seek({last})")
    for machine in machines:
        pairs = zip(machine.origins, machine.lengths, strict=True)
        lengths = {str(task): length for task, length in pairs}
        bars = {task: page.evaluate(drawn, ".must")[task] for task in lengths}
        units = {round((end - start) / lengths[task], 1) for task, (start, end) in bars.items()}
        assert len(units) == 1
        in_order = sorted(bars.values())
        assert all(one[1] <= other[0] + 0.1 for one, other in pairwise(in_order))
        assert all(
            wholes[t][0] - 0.1 <= bars[t][0] < bars[t][1] <= wholes[t][1] + 0.1 for t in bars
        )


def test_the_cells_of_a_tour_say_when_they_are_visited_once_it_is_known(pages: Pages) -> None:
    recording = classic("tour-5-6")
    page, last = pages.open(recording), len(recording.events)
    said = "() => [...document.querySelectorAll('.visit')].map((each) => each.textContent)"
    page.evaluate(f"accord.seek({last // 2})")
    assert page.evaluate(said) == [""] * 30
    page.evaluate(f"accord.seek({last})")
    visited = {int(place): node for node, place in enumerate(page.evaluate(said))}
    way = [visited[place] for place in range(1, 31)]
    assert recording.end.grid is not None
    assert way[0] == 0
    assert [recording.end.grid[node] for node in way] == [*way[1:], 0]


LAYOUTS = {
    "list": None,
    "line": ProblemLayout("line"),
    "grid": ProblemLayout("grid", columns=5),
    "queens": ProblemLayout("queens"),
    "graph": ProblemLayout("graph", edges=((0, 1), (1, 2))),
}


@pytest.mark.parametrize("form", LAYOUTS)
def test_layers_show_what_accepted_words_are_left(form: str, pages: Pages) -> None:
    recording = automata(LAYOUTS[form])
    page, asked = pages.open(recording), recording.header.problem
    shown = """() => [...document.querySelectorAll(".layers")].map((each) =>
        [...each.querySelectorAll(".arrow:not(.dead)")].map((arrow) => arrow.dataset.arrow))"""
    thick = "document.querySelectorAll('.layers .arrow.path').length"
    paths = set[int]()
    last = len(recording.events)
    for frame in [*range(0, last + 1, 2 if form == "list" else 10), last]:
        page.evaluate(f"accord.seek({frame})")
        replay = Replay(asked)
        for event in recording.events[:frame]:
            replay.apply(event)
        for found, constraint in zip(page.evaluate(shown), asked.constraints, strict=False):
            assert isinstance(constraint, Regular | MDD)
            regular = constraint.regular if isinstance(constraint, MDD) else constraint
            left = [replay.domains[variable] for variable in regular.scope]
            expected = {
                (place, one, other)
                for place, steps in enumerate(layers(regular.automaton, left))
                for one, _, other in steps
            }
            assert {tuple(map(int, each.split()[:3])) for each in found} == expected
        paths.add(page.evaluate(thick))
    assert paths >= {0, 5 + 2}
    tops_and_bottoms = """() => [".variables", ".unrolled", ".controls"].flatMap((name) => {
        const { top, bottom } = document.querySelector(name).getBoundingClientRect();
        return [top, bottom]; })"""
    edges = page.evaluate(tops_and_bottoms)
    assert edges == sorted(edges)  # on a desktop both are seen, one below the other
    page.set_viewport_size(PHONE)
    letters = """() => Math.min(...[...document.querySelectorAll(".arrow text")]
        .map((each) => each.getBoundingClientRect().height))"""
    assert page.evaluate(letters) > 9  # px


def test_a_large_picture_has_squares_and_clues_apart_on_a_phone(pages: Pages) -> None:
    knight = next(each for each in instances_of("classics") if each.name == "nonogram-regular-24")
    page = pages.open(record(usable(MRV), knight.problem, 1), size=PHONE)
    squares = """() => [...document.querySelectorAll(".variable")].map((each) => {
        const { width, height } = each.getBoundingClientRect();
        return Math.abs(width - height); })"""
    assert max(page.evaluate(squares)) < 1
    words = """() => [...document.querySelectorAll(".clue.top")].map((each) => [...each.children]
        .map((word) => word.getBoundingClientRect()).map(({ left, right }) => [left, right]))"""
    for (*_, (_, right)), (*_, (left, _)) in pairwise(filter(None, page.evaluate(words))):
        assert right < left


def test_clues_stand_beside_their_lines_and_ones_are_filled(pages: Pages) -> None:
    recording = classic("nonogram-regular-5")
    page = pages.open(recording)
    page.evaluate(f"accord.seek({len(recording.events)})")
    found = page.evaluate(
        """() => [...document.querySelectorAll(".clue")].map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        const middle = [left + width / 2, top + height / 2];
        const row = each.classList.contains("left");
        const on = [...document.querySelectorAll(".variable")].filter((cell) => {
            const box = cell.getBoundingClientRect();
            return row ? box.top < middle[1] && middle[1] < box.bottom
                : box.left < middle[0] && middle[0] < box.right;
        }).map((cell) => getComputedStyle(cell, "::after").backgroundColor === "rgb(23, 32, 42)");
        return [[...each.children].map((word) => Number(word.textContent)), on]; })"""
    )
    assert len(found) == 10
    for runs, filled in found:
        assert [sum(run) for on, run in ((o, [*g]) for o, g in groupby(filled)) if on] == runs


def test_cages_signs_and_sums_are_drawn_on_a_grid(pages: Pages) -> None:
    page = pages.open(*map(classic, ("killer-4", "futoshiki-5", "kakuro-linear")))
    count = "(name) => [...document.querySelectorAll(`.printed ${name}`)].map((e) => e.textContent)"
    assert page.evaluate(count, ".total") == list("5871667")  # in the order of their letters
    inequalities = EXAMPLES["futoshiki-5"].problem().constraints
    signs = [each for each in inequalities if isinstance(each, Linear)]
    assert len(page.evaluate(count, ".sign")) == len(signs) > 10
    assert sorted(page.evaluate(count, ".sum"), key=int) == [
        "3",
        "3",
        "8",
        "10",
        "12",
        "19",
        "19",
        "24",
    ]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_many_variables_scroll_in_their_place_and_the_page_does_not(
    size: dict[str, int], pages: Pages
) -> None:
    chain = [Linear((n, n + 1), "<", 0, (1, -1)) for n in range(99)]
    recording = record(usable(MRV), Problem([range(101)] * 100, chain), 1)
    page = pages.open(recording, size=size)
    for frame in (len(recording.events) // 2, 3):
        go_to(page, frame)
        wide, box, at_box = page.evaluate(
            """() => {
                const box = document.querySelector(".variable.target").getBoundingClientRect();
                const all = document.querySelector(".variables").getBoundingClientRect();
                return [document.documentElement.scrollWidth, [box.top, box.bottom],
                    [all.top, all.bottom]];
            }"""
        )
        assert wide <= size["width"]
        assert at_box[0] - 1 <= box[0] < box[1] <= at_box[1] + 1
        assert at_box[1] - at_box[0] < size["height"]


def test_a_long_trace_of_a_problem_leaves_out_its_middle_and_knows_what_follows(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_page, "MOST", 260_000)
    recording = classic("queens-8", "backtracking-first", None)
    page, number = pages.open(recording), len(recording.events)
    last = page.evaluate("accord.last")
    assert last < number
    page.locator("#single").check()
    for back in (40, 11, 2):
        page.evaluate(f"accord.seek({last - 1 - back})")
        assert displayed(page) == expected(recording, number - back)


def test_a_graph_of_very_many_colours_is_a_list_in_a_small_page() -> None:
    layout = ProblemLayout("graph", edges=((0, 1),))
    asked = Problem([range(3_000)] * 2, [Linear((0, 1), "<", 0, (1, -1))], layout=layout)
    few = Problem([range(3)] * 2, asked.constraints, layout=layout)
    long, short = (player_page.page([record(usable(MRV), each, 1)]) for each in (asked, few))
    assert "data-chip" in short
    assert len(long) < len(short) + 20_000


def test_two_solvers_of_a_problem_and_a_puzzle_play_on_one_clock(pages: Pages) -> None:
    puzzle = record(usable(MRV), EXAMPLES["quasigroup-5-12"].problem(), 1)
    page = pages.open(classic("queens-4"), classic("queens-4", "backtracking-naive"), puzzle)
    page.keyboard.press("End")
    assert at(page) > 0
    assert page.locator(".lane .board .variables").count() == 2
    assert page.locator(".lane .board svg").count() == 1
    page.keyboard.press("Home")
    assert at(page) == 0


def test_a_grid_of_many_columns_fits_a_desk_and_never_widens_a_phone_s_page(pages: Pages) -> None:
    layout = ProblemLayout("grid", 9, black=tuple(range(0, 45, 7)))
    domains = [[0] if place % 7 == 0 else range(1, 20) for place in range(45)]
    names = [f"place {place}" for place in range(45)]
    problem = Problem(domains, [Linear((1, 2, 3), "=", 30)], names, layout)
    page = pages.open(record(usable(MRV), problem, 1))
    widths = """() => ["html", ".variables"].map((name) => document.querySelector(name))
        .map((each) => each.scrollWidth - each.clientWidth)"""
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(widths) == [0, 0]
    page.set_viewport_size(PHONE)
    assert page.evaluate(widths)[0] == 0


def test_branch_and_bound_shows_the_best_the_bound_what_is_left_and_what_is_cut(
    pages: Pages,
) -> None:
    (instance,) = instances_of("optimise/photo-5")
    recording, film = (record(usable(name), instance.problem) for name in (MRV, "cpsat"))
    page, now = pages.open(recording), ""
    goal, cuts = recording.header.problem.goal, 0
    assert goal is not None
    (cell,) = goal.scope
    board, best, bound = Replay(recording.header.problem), "-", "-"
    for frame, event in enumerate(recording.events, 1):
        board.apply(event)
        best = best if event.grid is None else str(goal.value(event.grid))
        bound = str(event.value) if event.kind == "bound" else bound
        reason = event.reason or {}
        rests = "bound" in reason or cell in reason.get("cells", ())
        cuts += event.kind == "conflict" and best != "-" and rests
        if frame % 19 == 0:
            go_to(page, frame)
            now = page.locator(".goal .now").inner_text()
            left = sorted(board.domains[cell])
            own = f"left here {left[0]}..{left[-1]}" if len(left) > 1 else f"left here {left[0]}"
            assert now.startswith(f"best so far {best} · bound {bound}")
            assert now.endswith(own)
            assert page.locator('[data-count="x"]').inner_text() == str(cuts)
    assert 0 < cuts < recording.counts["conflict"]
    page = pages.open(film)
    page.keyboard.press("End")
    assert page.locator(".goal .now").inner_text() == "best so far 5 · bound 5 · gap 0"
    assert "This film has no decisions" in page.locator(".goal-note").inner_text()


def test_without_a_solution_the_plot_has_what_the_objective_has_left(pages: Pages) -> None:
    """From top to bottom at first, as no value and no bound says how high the plot is."""
    none = [Linear((0, 1), "=", 30, (2, 2)), Linear((0, 1), "=", 13)]
    goal = Objective("minimize", (Variable(0),))
    problem = Problem([range(10)] * 2, none, "xy", objective=goal)
    page = pages.open(record(usable(MRV), problem))
    heights = "each => each.getBBox().height"

    def plotted() -> tuple[float, str]:
        ends = page.locator(".goal .ends").inner_text()
        return page.locator(".goal .left").evaluate(heights), "..".join(ends.split()[::-1])

    assert plotted() == (96, "0..9")
    page.keyboard.press("End")
    assert page.locator(".goal .now").inner_text() == "best so far - · bound - · left here 6..7"
    height, ends = plotted()
    assert 4 < height < 20
    assert ends == "0..9"
