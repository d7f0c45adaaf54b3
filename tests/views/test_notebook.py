"""Notebooks: what IPython is given to show, that it is escaped, and what it costs others."""

import pickle
import re
import subprocess
import sys
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import pytest

from accord import Problem, check, explain, puzzle, solve
from accord.bench.judge.judge import judge
from accord.constraints import Linear, Regular
from accord.puzzles import AllDifferent, Grid, Puzzle, shape
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.puzzle import Expected, Instance
from accord.solvers.answer import Answer
from accord.solvers.registry import usable
from accord.solvers.traces.events import End, Header, Recording
from accord.solvers.traces.record import record
from accord.views.boards.problems import problem_text
from accord.views.boards.svg import PAGE, board
from accord.views.boards.text_boards import drawn
from accord.views.notebook import FORMATTERS, register
from accord.views.notebook_formats import BOARDS
from format_samples import NAKED, SOLVED
from optional import library

WING = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"
CROOKED = "AAABCABBCCDBCDDD"  # regions of 4 x 4
VOID = {"br", "rect", "path", "circle"}


class Tags(HTMLParser):
    """Complains of tags that are not closed, and keeps what it has read."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def count(self, name: str) -> int:
        return sum(tag == name for tag, _ in self.seen)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert not tags.open
    return tags


def html_of(thing: Any) -> str:
    html = FORMATTERS[type(thing).__module__, type(thing).__qualname__][0](thing)
    assert html is not None
    return html


def text_of(thing: Any) -> str:
    return FORMATTERS[type(thing).__module__, type(thing).__qualname__][1](thing)


def shown(thing: Any) -> Tags:
    """What a notebook shows, parsed; no script, style sheet or address outside a player."""
    html = html_of(thing)
    assert not re.search(r"<script|<style|<link|javascript:", html)
    assert {*re.findall(r"https?://[^\"' &]*", html)} <= {"http://www.w3.org/2000/svg"}
    return parsed(html)


def borders(html: str) -> list[str]:
    """The thick lines of each board."""
    return re.findall('<path d="([^"]*)"[^>]*stroke-width="2.4"', html)


def test_the_types_are_there_under_these_names() -> None:
    for module, name in FORMATTERS:
        found = getattr(__import__(module, fromlist=[name]), name)
        assert (found.__module__, found.__qualname__) == (module, name)


def test_a_puzzle_is_a_board_with_its_clues_and_rules() -> None:
    tags = shown(puzzle("5" + "." * 80, rules=["diagonals"]))
    assert tags.count("text") == 1
    assert "9x9 Sudoku with diagonals, 1 given" in tags.text
    assert text_of(puzzle(NAKED)) == drawn(puzzle(NAKED))
    jigsaw = puzzle("1" + "." * 15, regions=CROOKED)
    assert text_of(jigsaw) == f"{drawn(jigsaw)}\n4x4 jigsaw Sudoku, 1 given"


def test_a_problem_is_drawn_as_its_layout_says_and_so_is_its_solution() -> None:
    asked = EXAMPLES["kakuro-linear"].problem()
    tags = shown(asked)
    assert tags.count("text") == 8
    assert "5x5 grid with sums, 16 constraints" in tags.text
    answer = solve(asked, "cpsat")
    assert shown(answer).count("text") == 8 + 10
    assert problem_text(asked, answer.solutions[0]) in text_of(answer)
    assert text_of(asked) == f"{problem_text(asked)}\n5x5 grid with sums, 16 constraints"
    odd = Answer(((1, 2),), True, problem=asked)
    assert "[1,2]" in shown(odd).text
    assert "[1,2]" in text_of(odd)
    listed = Problem([range(3)] * 2, [Linear((0, 1), "<", 0, (1, -1))], ["<b>", "y\x1b"])
    assert "<b> in 0..2\ny\\x1b in 0..2" in shown(listed).text
    assert "<b> = 0" in shown(solve(listed, "cpsat", limit=None)).text
    assert "cages, 0 givens" in shown(EXAMPLES["killer-4"].problem()).text
    states = Regular((0, 1), (("off", 0, "off"), ("off", 1, "on")), "off", ("on",))
    automaton = shown(Problem([range(2)] * 2, [states]))
    assert automaton.count("circle") == 2 + 1 + 3  # two states, a second ring; and the layers


def test_candidates_of_a_puzzle_are_drawn_as_they_are() -> None:
    figure = shape(4, extra=[AllDifferent((0, 5), "a <b>")])
    asked = Puzzle(figure, Grid([1] + [0] * 15), tuple(frozenset({1, 2}) for _ in range(16)))
    tags = shown(asked)
    assert tags.count("text") == 1 + 15 * 2


def test_a_grid_is_a_board_and_what_is_none_stays_text() -> None:
    assert shown(Grid.parse(SOLVED)).count("text") == 81
    assert text_of(Grid.parse(SOLVED)) == drawn(puzzle("." * 81), Grid.parse(SOLVED))
    assert shown(Grid([1, 2, 3, 4, 5] * 5)).count("text") == 25
    show, plain = FORMATTERS["accord.puzzles.grid", "Grid"]
    for strange in (Grid([1, 2, 3]), Grid([]), Grid([9, 0, 0, 0]), Grid([-1])):
        assert show(strange) is None
        assert plain(strange) == repr(strange)


def test_an_answer_has_its_status_solutions_and_costs() -> None:
    several = solve("1... ..2. .... ....", limit=None)
    tags = shown(several)
    assert tags.text.startswith(f"SAT {len(several.solutions)} solutions")
    assert tags.count("svg") == 2
    assert "nodes" in tags.text
    assert "wall time" in tags.text
    stopped = shown(Answer((), False, 'out of <b>time</b> & "patience"'))
    assert 'out of <b>time</b> & "patience"' in stopped.text
    assert text_of(Answer((), True)).startswith("UNSAT")


@pytest.mark.parametrize(
    "asked",
    [puzzle("1" + "." * 15, regions=CROOKED), puzzle("." * 36, box=(3, 2)), puzzle(NAKED)],
    ids=["jigsaw", "tall", "usual"],
)
def test_an_answer_has_the_boxes_or_regions_of_its_puzzle(asked: Puzzle) -> None:
    answer = solve(asked, limit=2)
    (outlines,) = borders(board(asked, colours=PAGE))
    for each in (answer, pickle.loads(pickle.dumps(answer))):
        assert {*borders(html_of(each))} == {outlines}
        assert drawn(asked, answer.grids[0]) in text_of(each)


def test_what_an_answer_is_about_is_no_claim() -> None:
    claims = Answer((), True)
    assert claims == Answer((), True, problem=puzzle(NAKED))
    assert "puzzle" not in repr(solve(NAKED))


def test_a_grid_has_only_boxes_in_which_it_is_a_solution() -> None:
    (jigsaw,) = solve(puzzle("1" + "." * 15, regions=CROOKED)).solutions
    boxes = {"frame": 1, "usual": 5}
    assert borders(html_of(jigsaw))[0].count("M") == boxes["frame"]
    assert borders(html_of(Grid.parse(SOLVED)))[0].count("M") == boxes["usual"]
    assert borders(html_of(puzzle(NAKED).givens))[0].count("M") == boxes["frame"]
    assert "|" not in text_of(jigsaw)


def test_the_text_of_an_answer_is_short() -> None:
    many = text_of(solve("." * 16, limit=None))
    assert many.startswith(
        "SAT: 288 solutions, and it claims that there are no others\n1 2 | 3 4\n"
    )
    assert "\nand 286 more\nnodes " in many
    assert len(many.split("\n")) == 1 + 5 + 1 + 5 + 1 + 1
    assert text_of(solve("11" + "." * 14)).startswith(
        "UNSAT: 0 solutions, and it claims that there is none\n"
    )


@pytest.mark.parametrize(
    ("expected", "sentence"),
    [
        (None, "nothing is expected of it"),
        (Expected(), "nothing is expected of it"),
        (Expected(0), "expected: no solution"),
        (Expected(288), "expected: 288 solutions"),
        (Expected(at_least=2), "expected: at least 2 solutions"),
        (Expected(solution=Grid.parse(SOLVED)), "expected: at least 1 solution"),
        (Expected(1, solution=Grid.parse(SOLVED)), "expected: 1 solution"),
    ],
)
def test_an_instance_has_its_name_and_what_is_expected(
    expected: Expected | None, sentence: str
) -> None:
    instance = Instance("a <b>", puzzle(NAKED), expected, "somebody & sons")
    tags = shown(instance)
    assert tags.text.startswith("a <b> somebody & sons")
    assert sentence in tags.text
    boards = 2 if expected and expected.solution else 1
    assert tags.count("svg") == boards
    first, *_, last = text_of(instance).split("\n")
    assert (first, last) == ("a <b>: somebody & sons", sentence)


def test_a_verdict_has_its_evidence_as_a_table() -> None:
    verdict = check("1... ..2. .3.. ...4", ["backtracking-mrv", "backtracking-first"])
    tags = shown(verdict)
    assert tags.text.startswith(verdict.said.replace("(", "").replace(")", "").split(":")[0])
    assert tags.count("tr") == 1 + 2
    assert "backtracking-first" in tags.text
    assert f"solution: {verdict.witnesses[0]}" in tags.text
    assert text_of(verdict).startswith(verdict.said)
    assert shown(judge(puzzle(NAKED), [])).text.startswith("undecided")  # without evidence


def test_an_explanation_has_every_sentence_and_boards_for_what_is_hard() -> None:
    explained = explain(WING)
    tags = shown(explained)
    for step in explained.steps:
        assert step.sentence in tags.text
    hard = [step for step in explained.steps if step.technique.tier != "easy"]
    boards = tags.count("svg")
    assert len(hard) <= boards <= BOARDS
    assert tags.text.startswith("solved: ")
    assert "hardest technique: XY-chain" in tags.text
    assert len(text_of(explained)) < 1000
    assert shown(explain("." * 16)).count("svg") == 0


def test_a_trace_is_a_player_in_a_sandbox_whose_name_cannot_leave_its_attribute() -> None:
    honest = record(usable("backtracking-mrv"), puzzle("1... ..2. .3.. ...4"))
    header = Header(puzzle("." * 16), '"><script>alert(1)</script>')
    for recording in (honest, Recording(header, [], End(grid=header.puzzle.givens))):
        ((tag, attributes),) = parsed(html_of(recording)).seen
        assert tag == "iframe"
        assert attributes["sandbox"] == "allow-scripts"
        assert "<!doctype html>" in (attributes["srcdoc"] or "").lower()
    assert "backtracking-mrv" in text_of(honest)


class Formatter:
    """Stands in for one of IPython's."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], Any] = {}

    def for_type_by_name(self, module: str, name: str, show: Any) -> None:
        self.known[module, name] = show


def test_everything_is_registered_as_html_and_as_text() -> None:
    html, text = Formatter(), Formatter()
    formatters = {"text/html": html, "text/plain": text}
    register(SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters)))
    assert html.known.keys() == text.known.keys() == FORMATTERS.keys()
    printed: list[str] = []
    printer = SimpleNamespace(text=printed.append, break_=lambda: printed.append("\n"))
    text.known["accord.puzzles.puzzle", "Puzzle"](puzzle(NAKED), printer, False)
    assert "".join(printed) == drawn(puzzle(NAKED))


def test_the_running_shell_is_registered_with_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    formatters = {"text/html": Formatter(), "text/plain": Formatter()}
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    for nothing in (None, SimpleNamespace(), SimpleNamespace(get_ipython=lambda: None)):
        monkeypatch.setitem(sys.modules, "IPython", nothing)
        register()
    assert not formatters["text/html"].known
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    register()
    assert formatters["text/html"].known.keys() == FORMATTERS.keys()


def test_ipython_shows_what_is_registered() -> None:
    library("IPython")
    program = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "import accord\n"
        "made, _ = shell.display_formatter.format(accord.puzzle('1... ..2. .3.. ...4'))\n"
        "assert '<svg' in made['text/html'], made\n"
        "assert made['text/plain'].startswith('1 . | . .'), made\n"
        "made, _ = shell.display_formatter.format(accord.Grid([1, 2, 3]))\n"
        "assert made == {'text/plain': 'Grid(\\'123\\')'}, made\n"
        "made, _ = shell.display_formatter.format(accord.explain('1... ..2. .3.. ...4'))\n"
        "assert '<ol' in made['text/html'], made\n"
        "print('shown')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.stdout.decode().strip().endswith("shown"), done.stderr.decode()
