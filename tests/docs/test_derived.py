"""What pages derive when the site is built: each asks for what there is, and it can be made."""

import json
import re
import sys
from html import escape
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any
from xml.etree import ElementTree

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.puzzles.phrasing import seconds
from accord.solvers.registry import backends
from optional import library
from places import ROOT

DOCS = ROOT / "docs"
SPEED = ("speed by size", "speed by blank")
FIGURES = (
    *("cactus of zoo", "classes of zoo", "cactus of classics", "quality of optimise"),
    *SPEED,
)


@pytest.fixture(scope="module")
def derived() -> Any:
    sys.path.insert(0, str(DOCS))
    try:
        return import_module("derived")
    finally:
        sys.path.remove(str(DOCS))


def asked_for() -> dict[str, Path]:
    """What pages ask for, and where."""
    found = {}
    for page in sorted(DOCS.rglob("*.md")):
        for name in re.findall(r"^% derived: (.*)$", page.read_text(encoding="utf-8"), re.M):
            found[name] = page
    return found


def test_pages_ask_for_all_that_is_derived_and_for_nothing_else(derived: Any) -> None:
    assert {*asked_for()} == {*derived.DERIVED}


OF_SCIPY = ("optimisers, told apart",)


@pytest.mark.parametrize("name", OF_SCIPY)
def test_what_needs_scipy_is_a_table(derived: Any, name: str) -> None:
    library("scipy")
    assert derived.DERIVED[name]().startswith("| solver |")


@pytest.mark.parametrize(
    "name", [each for each in asked_for() if each not in (*FIGURES, *OF_SCIPY)]
)
def test_what_is_derived_is_markdown_whose_tables_have_whole_rows(derived: Any, name: str) -> None:
    text = derived.DERIVED[name]()
    assert text.strip()
    for table in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
        assert len({row.count(" | ") for row in table.splitlines()}) == 1


def test_a_page_is_filled(derived: Any) -> None:
    content = ["> In the repository this page lacks a\n\none\n\n% derived: tiers\n\ntwo\n"]
    derived.fill(None, "page", content)
    assert content[0] == f"one\n\n{derived.tiers()}\n\ntwo\n"


def test_a_page_with_generated_parts_says_in_the_repository_what_makes_them(derived: Any) -> None:
    for page in DOCS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        made = re.search(r"^% (derived|generated): |^\.\. autofunction:: ", text, re.MULTILINE)
        said = derived.LACKING.findall(text)
        assert [each.count("`make docs`") for each in said] == ([1] if made else []), page.name


def test_a_page_that_asks_for_anything_else_is_an_error(derived: Any) -> None:
    with pytest.raises(KeyError, match="tears"):
        derived.fill(None, "page", ["% derived: tears\n"])


def test_every_solver_has_a_section(derived: Any) -> None:
    own = {name for name, each in backends().items() if each.solve.__module__.startswith("accord.")}
    assert re.findall(r"^### (.*)$", derived.each_solver(), re.MULTILINE) == sorted(own)


def test_a_sentence_about_no_backend_is_named(
    derived: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "sentences.toml"
    file.write_text(
        derived.SENTENCES.read_text(encoding="utf-8").replace("scip = ", "skip = "),
        encoding="utf-8",
    )
    monkeypatch.setattr(derived, "SENTENCES", file)
    with pytest.raises(ValueError, match=r"\['skip'\]"):
        derived.read_sentences()


def test_every_solver_of_the_campaign_is_in_the_table_by_size(derived: Any) -> None:
    assert re.findall(r"^\| `(.*?)`", derived.sizes(), re.MULTILINE) == [
        *derived.divided(derived.ZOO, "size").lines
    ]


def test_each_solver_says_of_each_problem_a_value_a_proof_or_why_not(derived: Any) -> None:
    best = {each.name: each.expected for each in instances_of("optimise")}
    _, headings, _, *lines, proved = re.findall(
        r"^(?:\||:::\{).*$", derived.values(derived.OPTIMISE), re.MULTILINE
    )
    solvers = re.findall("`(.*?)`", headings)
    assert {*solvers} >= {"cpsat", "rc2", "xcsp3", "z3-int"}
    for line, (name, expected) in zip(lines, best.items(), strict=True):
        problem, optimum, *cells = line.strip("| ").split(" | ")
        assert (problem, optimum) == (name, str(expected and expected.optimum))
        assert len(cells) == len(solvers)
        assert {each for each in cells if "**" in each} <= {f"**{optimum}**"}
        said = r"-?\d+|\*\*-?\d+\*\*|refused|memory|time(, [≥≤] -?\d+)?"
        assert [each for each in cells if not re.fullmatch(said, each)] == []
    assert proved.startswith("| proved | 40 | ")


def test_of_several_runs_the_weakest_is_shown(derived: Any) -> None:
    own = import_module("optimisers")  # which derived has found
    said, weakest = own.said, own.weakest
    proof = {"category": "correct", "outcome": "OK", "sense": "minimize", "value": 5, "bound": 5}
    value = {**proof, "category": "found", "value": 6}
    worse = {**value, "value": 7}
    bound = {**proof, "category": "unknown", "outcome": "TIMEOUT", "value": None, "bound": 3}
    looser = {**bound, "bound": 2}
    none = {**bound, "bound": None}
    said_of = ["**5**", "6", "7", "time, ≥ 3", "time, ≥ 2", "time"]
    runs = [proof, value, worse, bound, looser, none]
    assert [said(each) for each in runs] == said_of
    for at in range(1, len(runs)):
        assert said(weakest(runs[at::-1])) == said_of[at]


@pytest.fixture(scope="module")
def drawn(site: Path) -> dict[str, str]:
    """The figures on the pages of the site, by name."""
    found: dict[str, str] = {}
    for page in {*asked_for().values()}:
        html = (site / page.relative_to(DOCS)).with_suffix(".html").read_text(encoding="utf-8")
        figures = re.findall(r'<figure class="derived">.*?</figure>', html, re.DOTALL)
        names = [name for name, place in asked_for().items() if place == page and name in FIGURES]
        found |= dict(zip(names, figures, strict=True))
    return found


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_drawn_in_colours_that_the_page_defines_and_has_words_for_who_cannot_see_it(
    name: str, drawn: dict[str, str], derived: Any
) -> None:
    used = {*re.findall(r"var\((--[\w-]+)\)", drawn[name])}
    assert used
    assert used <= {*re.findall(r"(--[\w-]+):", derived.colours())}
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", drawn[name])
    svg = drawn[name][drawn[name].index("<svg") : drawn[name].index("<figcaption>")]
    picture = ElementTree.fromstring(svg)
    parts = {each.tag.rpartition("}")[2]: each for each in picture if each.text}
    assert picture.get("role") == "img"
    assert parts["title"].get("id") == picture.get("aria-labelledby")
    assert parts["desc"].get("id") == picture.get("aria-describedby")
    assert f"<strong>{escape(parts['title'].text or '')}</strong>" in drawn[name]
    assert len(parts["desc"].text or "") > len(parts["title"].text or "")


@pytest.mark.parametrize("name", SPEED)
def test_the_words_of_a_figure_say_the_times_of_the_record(
    name: str, drawn: dict[str, str]
) -> None:
    words = re.search("<desc.*?>(.*?)</desc>", drawn[name])
    assert words is not None
    (kernel,) = re.findall(r"backtracking-kernel: (.*?)\. ", words[1])
    found = json.loads((ROOT / "results/speed/growth.json").read_text(encoding="utf-8"))
    times = [
        median(run["seconds"] / run["puzzles"] / run["copies"] for run in line["runs"])
        for each in found["sets"]
        for line in each["lines"]
        if line["solver"] == "backtracking-kernel"
    ]
    said = re.findall(r"([\d.,]+ \w+) at", kernel)
    assert len(said) >= 4
    assert {*said} <= {*map(seconds, times)}


@pytest.mark.parametrize("name", ["kinds", "growth"])
def test_the_tables_of_speed_are_those_of_the_record(derived: Any, name: str) -> None:
    found = json.loads((ROOT / f"results/speed/{name}.json").read_text(encoding="utf-8"))
    sections = derived.speed_tables(name).split("### ")[1:]
    assert [each.splitlines()[0] for each in sections] == [each["name"] for each in found["sets"]]
    for section, each in zip(sections, found["sets"], strict=True):
        shown = dict(re.findall(r"^\| ([\w-]+) \| (?:&gt;=)?(.*?) \|", section, re.MULTILINE)[2:])
        assert shown == {line["solver"]: spent(line) for line in each["lines"]}


def spent(line: dict[str, Any]) -> str:
    """The median time for a puzzle of a line of the JSON, or its outcome."""
    if line["outcome"] != "OK":
        return str(line["outcome"])
    return seconds(median(run["seconds"] / run["puzzles"] / run["copies"] for run in line["runs"]))


def test_the_record_of_speed_has_its_circumstances_on_the_page(derived: Any) -> None:
    found = derived.DERIVED["speed, circumstances"]()
    record = json.loads((ROOT / "results/speed/kinds.json").read_text(encoding="utf-8"))
    facts = record["environment"]
    for expected in (record["began"][:10], facts["commit"][:7], facts["cpu"], facts["python"]):
        assert expected in found
