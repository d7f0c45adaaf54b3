"""A table as text: on a terminal, as Markdown, LaTeX and CSV, with the sentences below it.

Every command that prints or saves a table writes it with these functions.  A cell is what people
read and, where it is one, the number behind it.  LaTeX is for the package booktabs.
"""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.puzzles.outside_text import inert, visible

if TYPE_CHECKING:
    from rich.table import Table

Value = float | int | str | None
MARKUP = {"|": "\\|", "<": "&lt;", ">": "&gt;"}  # of Markdown
LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"$<$",
    ">": r"$>$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
BOUNDS = {"<=": r"$\leq$", ">=": r"$\geq$"}


@dataclass(frozen=True)
class Cell:
    """What is read, and what it is sorted by; None comes last."""

    text: str
    value: Value = None
    mark: str = ""  # bad: it is shown in red
    ends: tuple[float | None, float | None] | None = None  # of an interval


def cell(write: Callable[..., str], value: Any, *bound: str) -> Cell:
    """A figure as one of the functions of puzzles/phrasing.py writes it."""
    return Cell(write(value, *bound), value)


class TextTable(NamedTuple):
    """A table; the first `left` columns are words, the others numbers."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1
    spare: Sequence[str] = ()  # headings of the columns that go first where there is little room


def printed(tables: Iterable[TextTable], notes: Iterable[str]) -> "tuple[Table | str, ...]":
    """Tables and sentences, to print one below the other."""
    return (*(part for each in tables for part in (as_table(*each), "")), *map(visible, notes))


def markdown_page(tables: Iterable[TextTable], notes: Iterable[str]) -> str:
    """Tables and sentences for a README or a paper's notes."""
    written = (markdown_table(*each[:3]) for each in tables)
    return "\n\n".join((*written, markdown_list(notes))) + "\n"


def as_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    left: int = 1,
    spare: Sequence[str] = (),
) -> "Table":
    """A table to print, see views/tables/fitting.py; the first `left` columns are words."""
    from rich import box
    from rich.markup import escape

    from accord.views.tables.fitting import FittingTable

    table, rows = FittingTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False), list(rows)
    table.spare = spare
    for place, heading in enumerate(headings):
        numbers = place >= left and any(map(str.isdigit, "".join(row[place] for row in rows)))
        table.add_column(
            escape(visible(heading)),
            justify="left" if place < left else "right",
            no_wrap=place < 1 or numbers,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(escape(visible(text)) for text in row))
    return table


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table in Markdown; the first `left` columns are words, the others numbers."""
    rule = ["---" if place < left else "---:" for place in range(len(headings))]
    lines = [list(map(_markdown, headings)), rule, *(list(map(_markdown, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def markdown_list(sentences: Iterable[str]) -> str:
    """Sentences in Markdown, one a line."""
    return "\n".join(f"- {_markdown(sentence)}" for sentence in sentences)


def _markdown(text: str) -> str:
    return "".join(MARKUP.get(letter, letter) for letter in visible(text))


def latex_table(headings: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A tabular in LaTeX; the first `left` columns are words, the others numbers."""
    columns = "l" * left + "r" * (len(headings) - left)
    head, *body = (" & ".join(map(_latex, row)) + r" \\" for row in (headings, *rows))
    begin, end = rf"\begin{{tabular}}{{{columns}}}", r"\end{tabular}"
    return "\n".join((begin, r"\toprule", head, r"\midrule", *body, r"\bottomrule", end, ""))


def _latex(text: str) -> str:
    for sign, command in BOUNDS.items():
        before, found, after = text.partition(sign)
        if found:
            return _latex(before) + command + _latex(after)
    return "".join(LATEX.get(letter, letter) for letter in visible(text))


def csv_text(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A CSV file: plain values, empty where one is not known; no text is a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([inert(cell) for cell in row] for row in rows)
    return text.getvalue()


def plain(value: Any) -> Any:
    """A value as JSON has it; what is not known, or not finite, is null."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not isfinite(value) else value
