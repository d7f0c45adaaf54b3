"""Lessons: every cell runs, and an exercise's test fails until the exercise is solved.

A lesson is played here as a script is, cell by cell in one namespace.  The static site executes the
cells in a notebook's kernel, and a browser without a network reads it as a student would.  The
notebooks for students are played from the first cell to the last.
"""

import ast
import re
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import pairwise
from pathlib import Path
from subprocess import run
from typing import Any
from urllib.parse import quote

import pytest

import accord
from optional import library, slow
from places import ROOT

jupytext = library("jupytext")
HTML = library("IPython.display").HTML

DOCS = ROOT / "docs"
LESSONS = sorted((DOCS / "lessons").glob("*.md"))
EXERCISES = (1, 2, 3)
PARTS = ["tutorials", "lessons", "how-to", "reference", "explanation", "measurements", "decisions"]
WIDEST = 85  # characters of a line of code that a page shows without scrolling

MISTAKES = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Played:
    """What came of the cells of a lesson."""

    space: dict[str, Any]
    values: list[Any]  # of the last expression of each cell
    printed: list[str]  # by each cell
    unsolved: list[Exception | None]  # how the test of each exercise ended before the solution
    solved: list[Exception | None]  # and after it


def notebook(path: Path) -> Any:
    return jupytext.read(path)


def code(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The text of each cell of code, and its tags."""
    for cell in notebook(path).cells:
        if cell.cell_type == "code":
            yield cell.source, cell.metadata.get("tags", [])


def prose(path: Path) -> str:
    return "\n".join(c.source for c in notebook(path).cells if c.cell_type == "markdown")


def value_of(source: str, place: str, space: dict[str, Any]) -> Any:
    """The value of the last line, where it is an expression, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, place, "exec"), space)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), place, "eval"), space)


def failure(test: Callable[[], None]) -> Exception | None:
    try:
        test()
    except Exception as problem:
        return problem
    return None


def play(path: Path) -> Played:
    played = Played({"__name__": path.stem}, [], [], [], [])
    ends = {"test": played.unsolved, "solution": played.solved}
    for number, (source, tags) in enumerate(code(path), 1):
        with redirect_stdout(StringIO()) as printed:
            value = value_of(source, f"{path.name}, cell {number}", played.space)
            for tag in ends.keys() & set(tags):
                test = played.space[f"test_exercise_{len(ends[tag]) + 1}"]
                ends[tag].append(failure(test))
        played.values.append(value)
        played.printed.append(printed.getvalue())
    return played


def cells_tagged(path: Path, tag: str) -> list[str]:
    return [source for source, tags in code(path) if tag in tags]


def solved_alone(path: Path, space: dict[str, Any]) -> Iterator[tuple[int, Exception | None]]:
    """How the test of each exercise ends where the others are as a student finds them."""
    stubs, solutions = (cells_tagged(path, tag) for tag in ("exercise", "solution"))
    for number, solution in zip(EXERCISES, solutions, strict=True):
        for stub in stubs:
            exec(stub, space)
        with redirect_stdout(StringIO()):
            exec(solution, space)
        yield number, failure(space[f"test_exercise_{number}"])


def handled(number: int) -> bool | None:
    """Whether the process has a handler of the signal, by Linux: Python does not know."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return None
    fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return bool(int(fields["SigCgt"], 16) >> (number - 1) & 1)


def numbers(text: str) -> set[int]:
    """Whole numbers of two digits or more."""
    return {int(found.replace(",", "")) for found in re.findall(r"\b\d[\d,]*\d\b", text)}


@pytest.fixture(scope="module", params=LESSONS, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    lesson: Path = request.param
    return lesson


@pytest.fixture(scope="module")
def folder(path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a lesson is played, as it may write files."""
    return tmp_path_factory.mktemp(path.stem)


@pytest.fixture(scope="module")
def played(path: Path, folder: Path) -> Played:
    slow()
    with chdir(folder):
        caught = handled(signal.SIGINT)
        played = play(path)
        assert handled(signal.SIGINT) == caught, "a student could no longer stop a cell"
    return played


def test_a_lesson_runs_and_its_exercises_fail_until_they_are_solved(
    path: Path, played: Played, folder: Path
) -> None:
    with chdir(folder):
        assert len(played.unsolved) == len(played.solved) == len(EXERCISES)
        assert all(isinstance(problem, AssertionError) for problem in played.unsolved)
        assert played.solved == [None] * len(EXERCISES)
        assert dict(solved_alone(path, played.space)) == dict.fromkeys(EXERCISES)
        for number, mistake in zip(EXERCISES, MISTAKES[path.stem], strict=True):
            exec(mistake, played.space)
            problem = failure(played.space[f"test_exercise_{number}"])
            assert isinstance(problem, AssertionError), f"exercise {number}: {problem!r}"

    reports = [text for text in played.printed if text.startswith(("Not yet.", "Solved."))]
    assert [text.split(".")[0] for text in reports] == ["Not yet", "Solved"] * len(EXERCISES)
    assert any(isinstance(value, HTML) and "<svg " in value.data for value in played.values)
    computed = "\n".join([*played.printed, *map(repr, played.values)])
    checked = "\n".join(source for source, _ in code(path))
    years = set(range(1900, 2000))
    words = re.sub(r"`[^`]*`|\]\([^)]*\)", "", prose(path))
    assert numbers(words) - years <= numbers(computed) | numbers(checked)


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lessons as students get them."""
    folder = tmp_path_factory.mktemp("notebooks")
    wrote_notebooks(folder)
    return folder


def wrote_notebooks(folder: Path) -> str:
    """What the program says that writes them."""
    slow()
    command = [sys.executable, "-W", "error", str(DOCS / "notebooks.py"), str(folder)]
    done = run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_program_that_writes_notebooks_says_how_it_is_used(tmp_path: Path) -> None:
    command = [sys.executable, str(DOCS / "notebooks.py"), "--help"]
    done = run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, "folder" in done.stdout) == (0, True)
    assert not [*tmp_path.iterdir()]


def names(sources: list[str], context: type[ast.expr_context]) -> set[str]:
    """The variables that some cells read, or those that they define."""
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    return {each.id for each in nodes if isinstance(each, ast.Name) and type(each.ctx) is context}


def test_running_all_cells_of_a_students_notebook_solves_nothing(
    path: Path, played: Played, notebooks: Path, folder: Path
) -> None:
    mine, space = notebooks / f"{path.stem}.ipynb", played.space
    removed, sources = cells_tagged(path, "remove-cell"), [source for source, _ in code(mine)]
    assert not (names(removed, ast.Store) - names(sources, ast.Store)) & names(sources, ast.Load)
    same = {source for source, tags in code(path) if not {"exercise", "test"} & {*tags}}
    with chdir(folder), redirect_stdout(StringIO()) as printed:  # what the lesson has not played
        for number, source in enumerate(sources, 1):
            if source not in same:
                value_of(source, f"{mine.name}, cell {number}", space)
        for number in EXERCISES:
            assert isinstance(failure(space[f"test_exercise_{number}"]), AssertionError)
        for source, _ in code(notebooks / "answers" / mine.name):
            value_of(source, "answers", space)
        assert [failure(space[f"test_exercise_{number}"]) for number in EXERCISES] == [None] * 3
    reports = re.findall(r"^(Not yet|Solved)\.", printed.getvalue(), re.M)
    assert reports == ["Not yet"] * len(EXERCISES)


def test_a_students_notebook_has_no_solutions_and_is_plain_markdown(
    path: Path, notebooks: Path
) -> None:
    mine = notebooks / f"{path.stem}.ipynb"
    sources = [source for source, _ in code(mine)]
    assert not {*cells_tagged(path, "remove-cell"), *cells_tagged(path, "solution")} & {*sources}
    answers = notebook(notebooks / "answers" / mine.name).cells
    assert [cell.cell_type for cell in answers] == ["markdown", *["markdown", "code"] * 3]
    assert "> **Goal.**\n> You " in prose(mine)
    assert ":::" not in prose(mine)
    links = re.findall(r"\]\(([^)]*)\)", prose(mine))
    assert all((notebooks / link).exists() for link in links)


def test_what_a_student_wrote_is_kept(notebooks: Path) -> None:
    mine = notebooks / f"{LESSONS[0].stem}.ipynb"
    before = mine.read_text()
    mine.write_text("mine")
    assert f"{mine}: kept\n" in wrote_notebooks(notebooks)
    assert mine.read_text() == "mine"
    mine.write_text(before)


def test_a_lesson_says_its_goal_and_hides_its_solutions(path: Path) -> None:
    text = prose(path)
    number = LESSONS.index(path) + 1
    assert text.startswith(f"# {number}. ")
    assert text.split("\n", 3)[2] == ":::{admonition} Goal"
    assert re.findall(r"^### Exercise (\d): ", text, re.M) == list(map(str, EXERCISES))
    kinds = {"exercise", "test", "solution"}
    order = [tag for _, tags in code(path) for tag in tags if tag in kinds]
    assert order == ["exercise", "test", "solution"] * len(EXERCISES)
    assert all("hide-cell" in tags for _, tags in code(path) if "solution" in tags)
    assert all(f"lessons/{lesson.stem}\n" in (DOCS / "index.md").read_text() for lesson in LESSONS)


def test_each_lesson_leads_to_the_next_and_back() -> None:
    for one, following in pairwise(LESSONS):
        assert f"[next lesson]({following.name})" in one.read_text(encoding="utf-8")
        assert f"The lesson before: [{_title(one)}]({one.name})." in following.read_text("utf-8")


def _title(lesson: Path) -> str:
    found = re.search("^# (.*)$", lesson.read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return found[1]


def test_lessons_import_only_what_is_public() -> None:
    page = (DOCS / "reference" / "api.md").read_text(encoding="utf-8")
    public = {*page.split(), *(f"accord.{name}" for name in accord.__all__)}
    public |= {f"accord.constraints.{name}" for name in accord.constraints.__all__}
    modules = {name.rpartition(".")[0] for name in public}
    for path in LESSONS:
        trees = [ast.parse(source) for source, _ in code(path)]
        for each in (node for tree in trees for node in ast.walk(tree)):
            if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("accord"):
                found = {f"{each.module}.{alias.name}" for alias in each.names}
                assert found <= public | modules, path.name


def test_code_of_a_lesson_is_no_wider_than_its_page(path: Path) -> None:
    lines = [line for source, _ in code(path) for line in source.splitlines()]
    assert [line for line in lines if len(line) > WIDEST] == []


def test_lessons_are_tested_in_the_same_words() -> None:
    attempts = {
        source for path in LESSONS for source, _ in code(path) if source.startswith("def attempt(")
    }
    assert len(attempts) == 1


@pytest.fixture
def offline(browser: Any, site: Path) -> Iterator[Any]:
    """Opens windows without a network, whose pages must have asked for the site alone."""
    from browser import Offline

    opened = []

    def window(scheme: str = "light") -> Any:
        opened.append(Offline(browser, {"width": 1280, "height": 800}, scheme))
        return opened[-1].page

    yield window
    for each in opened:
        each.asked_only(site)


def test_no_page_of_the_site_asks_anybody_for_anything(site: Path, offline: Any) -> None:
    page = offline()
    for file in sorted(site.rglob("*.html")):
        page.goto(file.as_uri())
        for width, scheme in ((1280, "light"), (375, "dark")):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            if file.parent.name == "lessons":
                assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_no_two_pages_of_the_site_have_one_title(site: Path) -> None:
    titles = [
        title
        for file in site.rglob("*.html")
        for title in re.findall(r"<h1[^>]*>([^<]*)", file.read_text())[:1]
    ]
    assert {"accord", "Your first check", "Add your own solver"} < {*titles}
    assert sorted({*titles}) == sorted(titles)


def test_the_start_page_says_each_heading_once(site: Path, offline: Any) -> None:
    page = offline()
    page.goto((site / "index.html").as_uri())
    for place, headings in (("article", "h2, p.caption"), (".sidebar-tree", "p.caption")):
        seen = page.locator(place).locator(headings).filter(visible=True)
        shown = [text.rstrip("#\n").casefold() for text in seen.all_inner_texts()]
        assert shown == PARTS


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("how do I add my solver", "how-to/own-solver"),
        ("what does agreed mean", "explanation/verdicts"),
        ("how do I read the results in R", "how-to/pandas-and-r"),
        ("which columns has a run", "reference/columns"),
        ("why is my solver unknown", "how-to/own-solver"),
        ("objective", "reference/glossary"),
        ("timetable", "lessons/08-a-timetable-that-people-like"),
        ("scheduling", "lessons/08-a-timetable-that-people-like"),
        ("MiniZinc", "how-to/minizinc-models"),
        ("DIMACS", "reference/formats"),
    ],
)
def test_the_search_finds_the_answer_first(
    site: Path, browser: Any, question: str, page: str
) -> None:
    window = browser.new_page()  # may complain: from disk it can read no excerpts
    window.goto(f"{(site / 'search.html').as_uri()}?q={quote(question)}")
    first = window.locator("#search-results li a").first
    assert first.get_attribute("href").partition("#")[0] == f"{page}.html"
    window.close()


def test_the_switch_of_the_site_reaches_the_film_and_the_boards(site: Path, offline: Any) -> None:
    page = offline(scheme="null")  # the browser's own, as an order from here overrides
    page.goto((site / "lessons" / f"{LESSONS[0].stem}.html").as_uri())
    film = page.frame_locator("iframe").locator("body")
    seen = set()
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.body.dataset.theme = theme; }", theme)
        ink = page.locator(".cell_output svg text").first
        seen.add((colour_of(page.locator("body"), "color"), colour_of(ink, "fill")))
        seen.add(colour_of(film, "backgroundColor"))
    assert len(seen) == 4
    assert all(body == ink for body, ink in (each for each in seen if isinstance(each, tuple)))


def colour_of(place: Any, name: str) -> Any:
    return place.evaluate("(element, name) => getComputedStyle(element)[name]", name)


def test_a_reader_with_only_a_browser_can_follow_the_first_lesson(site: Path, offline: Any) -> None:
    expect = library("playwright.sync_api").expect
    page = offline()
    page.goto((site / "index.html").as_uri())
    page.get_by_role("main").get_by_role("link", name="1. A puzzle is a CSP").first.click()

    expect(page.locator(".admonition", has_text="Goal")).to_be_visible()
    expect(page.locator(".cell_output svg").first).to_be_visible()
    expect(page.locator(".cell_output table.dataframe").first).to_be_visible()
    expect(page.get_by_text("Exercise 3: Choose the cell").first).to_be_visible()

    player = page.frame_locator("iframe")
    clock = player.locator("#at")  # not shown where there is little room
    player.locator("#play").scroll_into_view_if_needed()
    expect(clock).to_have_text(re.compile(r"\b0 of "))
    before = clock.text_content()
    player.locator("#play").click()
    expect(clock).not_to_have_text(before)
    player.locator("button[data-do=End]").click()
    expect(clock).to_have_text(re.compile(r"\b(\d+) of \1$"))
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Open in a tab").click()
    expect(opened.value.locator("#at")).to_have_text(before)

    solutions = page.locator("details", has_text="Show a solution")
    assert solutions.count() == len(EXERCISES)
    for place in range(solutions.count()):
        solution = solutions.nth(place)
        assert not solution.get_by_text("Solved.").is_visible()
        solution.locator("summary").click()
        assert solution.get_by_text("Solved.").is_visible()
