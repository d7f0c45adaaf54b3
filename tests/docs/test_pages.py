"""Pages: whatever README.md and docs/ show is run, and prints what stands there."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from developer_tools import tool
from optional import library, program, slow
from places import ROOT
from students import sandbox

pages = tool("pages")
ALL = pages.pages()
README, *RUN = [
    page for page in ALL if {each.language for each in pages.blocks(page)} - {"", "text"}
]
SHOWN = {"", "json", "jsonl", "csv", "xml", "toml", "text"}
README_AT_MOST = 8192  # bytes


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.one_in(1)
def test_the_readme_prints_what_it_shows(tmp_path: Path, warm: Path) -> None:
    slow()
    assert pages.needs(README) == []
    assert differences(README, tmp_path, warm) == []


@pytest.mark.parametrize("page", [page for page in RUN if not pages.needs(page)], ids=named)
def test_a_page_prints_what_it_shows(page: Path, tmp_path: Path, warm: Path) -> None:
    slow()
    assert differences(page, tmp_path, warm) == []


@pytest.mark.parametrize("page", [page for page in RUN if pages.needs(page)], ids=named)
def test_a_page_that_needs_more_prints_what_it_shows(
    page: Path, tmp_path: Path, warm: Path
) -> None:
    slow()
    for need in pages.needs(page):
        kind, _, name = need.rpartition(" ")
        if need == "sandbox":
            sandbox()
        else:
            program(name) if kind == "program" else library(name)
    assert differences(page, tmp_path, warm) == []


def differences(page: Path, folder: Path, warm: Path) -> list[str]:
    """What a page prints otherwise than it says, with a command that is warm."""
    return [*map(str, pages.differences(page, folder, commands=(warm, pages.COMMANDS)))]


def test_a_page_has_no_code_that_nothing_runs() -> None:
    for page in ALL:
        languages = {block.language for block in pages.blocks(page)}
        directives = {each for each in languages if each.startswith("{")}
        assert languages - directives <= {"console", "sh", "bash", "python", "r"} | SHOWN, page


def test_the_readme_is_short() -> None:
    assert (ROOT / "README.md").stat().st_size <= README_AT_MOST


def test_the_links_of_the_readme_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"""\]\(([^)]+)\)|(?:href|src)="([^"]+)\"""", text)
    paths = {path for path in (one or other for one, other in links) if "://" not in path}
    assert {"docs/film.svg", "docs/index.md"} < paths
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


def test_the_places_that_contributing_names_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:tests|solvers|encodings|puzzles|tools|accord)/[\w./-]+)`", text)
    named += re.findall(r"\]\(([^)#:]+)\)", text)
    assert len(named) > 15
    assert [each for each in named if not (ROOT / each).exists() and "NAME" not in each] == []


PAGE = """# A page

```python
print(1.5, "s")
```

```text
{printed}
```

```console
$ echo one; false
one
$ echo $?
{code}
$ printf '{table}'
solver  time
────────────
b       2 ms
a       1 ms

end
```

```sh
{failing}
```
"""
GOOD = {
    "printed": "2.75 s",
    "code": "1",
    "table": r"solver  time\n──────\na  31 us\nb  4 s\n\nend\n",
    "failing": "true",
}


def played(folder: Path, monkeypatch: pytest.MonkeyPatch, **changed: str) -> list[Any]:
    page = folder / "page.md"
    page.write_text(PAGE.format(**(GOOD | changed)), encoding="utf-8")
    monkeypatch.setattr(pages, "ROOT", folder)
    return list(pages.differences(page, folder))


def test_numbers_may_differ_and_rows_may_be_in_another_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(tmp_path, monkeypatch) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"printed": "2.75 ms or so"},
        {"code": "no code"},
        {"table": GOOD["table"].replace("a ", "c ")},
        {"table": GOOD["table"].replace("end", "the end")},
    ],
    ids=str,
)
def test_another_text_is_a_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str]
) -> None:
    (difference,) = played(tmp_path, monkeypatch, **changed)
    assert "page.md" in str(difference)


def test_a_number_that_is_a_line_is_compared_exactly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(tmp_path, monkeypatch, code="0")


def test_the_nodes_of_a_verdict_are_compared_exactly_and_its_times_are_not() -> None:
    head = "solver   answer   result   wall   cpu   nodes\n─────\n"
    table = head + "a   1 solution   correct   {} us   7 us      {}\n"
    with_13 = pages.masked(table.format(5, 13))
    assert with_13 == pages.masked(table.format(999, 13))
    assert with_13 != pages.masked(table.format(5, 16))


def test_a_command_that_fails_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError, match="exit code 1"):
        played(tmp_path, monkeypatch, failing="false")


def test_what_was_found_is_written_into_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = played(tmp_path, monkeypatch, printed="one s", code="what")
    pages.write(tmp_path / "page.md", found)
    assert list(pages.differences(tmp_path / "page.md", tmp_path)) == []
    assert f"$ echo $?{os.linesep}1" in (tmp_path / "page.md").read_text()
