"""The lessons as notebooks for students: `python docs/notebooks.py FOLDER`.

jupytext turns a lesson into a notebook; what is done here is for those who work in it.  Cells that
only check the lesson are left out, and so are the solutions: these stand in a notebook of the same
name in the folder `answers`.  Admonitions, which Jupyter does not know, become quotations.  A
notebook that is there already is kept.
"""

import argparse
import re
from pathlib import Path
from typing import Any

import jupytext

LESSONS = Path(__file__).parent / "lessons"


def main(folder: Path) -> None:
    """Write a notebook for each lesson, and say which were written."""
    (folder / "answers").mkdir(parents=True, exist_ok=True)
    for lesson in sorted(LESSONS.glob("*.md")):
        for place, made in ((folder, for_students), (folder / "answers", of_answers)):
            target = place / f"{lesson.stem}.ipynb"
            if target.exists():
                print(f"{target}: kept")
                continue
            jupytext.write(made(jupytext.read(lesson)), target)
            print(f"{target}: written")


def for_students(notebook: Any) -> Any:
    """The same notebook, changed to be worked in."""
    cells = []
    for cell in notebook.cells:
        tags = cell.metadata.pop("tags", [])
        cell.metadata.pop("mystnb", None)
        if cell.cell_type == "markdown":
            cell.source = as_markdown(cell.source)
        if {"remove-cell", "solution"} & {*tags}:
            continue
        if {"hide-cell", "hide-input"} & {*tags}:
            cell.metadata["jupyter"] = {"source_hidden": True}
        cells.append(cell)
    notebook.cells = cells
    notebook.metadata.pop("jupytext", None)  # a pair of files would write into the lesson
    return notebook


def as_markdown(text: str) -> str:
    """Admonitions as quotations, and links to lessons as links to their notebooks."""
    text = re.sub(r"^:::\{admonition\} (.*)\n((?:.*\n)*?):::$", _quotation, text, flags=re.M)
    return re.sub(r"\]\((\d\d-[\w-]+)\.md\)", r"](\1.ipynb)", text)


def _quotation(found: re.Match[str]) -> str:
    title, body = found.groups()
    return "\n".join([f"> **{title}.**", *(f"> {line}" for line in body.splitlines())])


def of_answers(notebook: Any) -> Any:
    """The headings of the exercises, and below each its solution without the call of its test."""
    cells = []
    for cell in notebook.cells:
        if "solution" in cell.metadata.pop("tags", []):
            cell.metadata.pop("mystnb", None)
            cell.source = re.sub(r"^attempt\(.*\n?", "", cell.source, flags=re.M).strip()
            cells.append(cell)
        elif cell.cell_type == "markdown":
            titles = re.findall(r"^#{1,3} (?:\d|Exercise ).*$", cell.source, flags=re.M)
            cells += jupytext.reads("\n\n".join(titles), "md").cells if titles else []
    notebook.cells = cells
    notebook.metadata.pop("jupytext", None)
    return notebook


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description="Write the lessons as notebooks for students.")
    asked.add_argument("folder", type=Path, help="is made; a notebook in it is kept")
    main(asked.parse_args().folder)
