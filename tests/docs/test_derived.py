"""What pages derive when the site is built: each asks for what there is, and it can be made."""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from accord.solvers.registry import backends
from optional import library
from places import ROOT

DOCS = ROOT / "docs"
FIGURES = ("cactus of zoo", "classes of zoo", "cactus of classics")


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


@pytest.mark.parametrize("name", [each for each in asked_for() if each not in FIGURES])
def test_what_is_derived_is_markdown_whose_tables_have_whole_rows(derived: Any, name: str) -> None:
    text = derived.DERIVED[name]()
    assert text.strip()
    for table in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
        assert len({row.count(" | ") for row in table.splitlines()}) == 1


def test_a_page_is_filled(derived: Any) -> None:
    content = ["one\n\n% derived: tiers\n\ntwo\n"]
    derived.fill(None, "page", content)
    assert content[0] == f"one\n\n{derived.tiers()}\n\ntwo\n"


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


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_drawn_in_colours_that_the_page_defines(derived: Any, name: str) -> None:
    for needed in ("altair", "scipy", "vl_convert"):
        library(needed)
    drawn = derived.DERIVED[name]()
    used = {*re.findall(r"var\((--[\w-]+)\)", drawn)}
    assert used
    assert used <= {*re.findall(r"(--[\w-]+):", derived.colours())}
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", drawn)
