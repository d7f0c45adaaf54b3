"""A report: tables, sentences, rows and a record, written in each form that a command offers.

A file of views/ says what was found as a `PrintedReport`; text, Markdown, LaTeX, CSV and JSON are
written here.  A cell is what people read and, where it is one, the number behind it.  LaTeX is for
the package booktabs.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.puzzles.outside_data import inert, visible

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
    """A text of a table, and the value that it is sorted by; None comes last."""

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
    title: str = ""


ALWAYS = frozenset[str]()  # the columns of a part of a note that defines none


class Legend(str):
    """A note that defines columns: where there is no room for some it is said without these.

    Each part is the headings it defines, or none, and its words.
    """

    parts: Sequence[tuple[AbstractSet[str], str]]

    def __new__(cls, *parts: tuple[AbstractSet[str], str]) -> "Legend":
        """The note with all parts."""
        legend = super().__new__(cls, " ".join(words for _, words in parts))
        legend.parts = parts
        return legend

    def without(self, gone: AbstractSet[str]) -> str:
        """The note without the parts all of whose columns are gone; empty where none is left."""
        kept = [words for columns, words in self.parts if not columns or not columns <= gone]
        found = " ".join(kept)
        return f"{found[:-1]}." if found.endswith((";", ",")) else found


@dataclass(frozen=True)
class PrintedReport:
    """Tables, sentences and a record of what was found, for people and for programs."""

    tables: Sequence[TextTable] = ()
    notes: Sequence[str] = ()  # sentences below the tables
    columns: Sequence[str] = ()  # of the CSV file
    rows: Sequence[Sequence[object]] = ()  # of the CSV file: plain values
    record: Any = None  # for JSON
    title: str = ""
    above: Sequence[str] = ()  # sentences above the tables
    disturbances: Sequence[str] = ()  # those of the notes that standard error says, too
    close: bool = False  # no empty line stands below a table

    def text(self) -> "tuple[Table | str, ...]":
        """Tables and sentences, to print one below the other."""
        shown: list[Table | str] = []
        for lines in filter(None, ([self.title] if self.title else [], self.above)):
            shown += [*lines, ""]
        for each in self.tables:
            shown += [*filter(None, [each.title]), as_table(*each[:4]), *[""] * (not self.close)]
        return (*shown, *self.notes)

    def markdown(self) -> str:
        """Tables and sentences for a README, a pull request, or a paper's notes."""
        title = f"**{visible(self.title).replace('<', '&lt;')}**" if self.title else ""
        tables = (markdown_table(*each[:3]) for each in self.tables)
        parts = (title, markdown_list(self.above), *tables, markdown_list(self.notes))
        return "\n\n".join(filter(None, parts)) + "\n"

    def latex(self) -> str:
        """Tables for a paper; the sentences are comments."""
        tables = (latex_table(*each[:3]) for each in self.tables)
        return "".join(f"% {visible(note)}\n" for note in self.notes) + "\n".join(tables)

    def csv(self) -> str:
        """The rows with plain numbers; what is not known is empty."""
        return csv_text(self.columns, self.rows)

    def json(self) -> str:
        """The record; what is not known, or not finite, is null."""
        return json.dumps(plain(self.record), indent=2)


def as_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1, spare: Sequence[str] = ()
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
    doubled = re.sub(r"\\+(?=\|)", lambda found: found[0] * 2, visible(text))  # or they end a cell
    return "".join(MARKUP.get(letter, letter) for letter in doubled)


def latex_table(headings: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A tabular in LaTeX; the first `left` columns are words, the others numbers in one unit."""
    columns = "l" * left + "r" * (len(headings) - left)
    found = [[heading, *each] for heading, *each in zip(headings, *rows, strict=True)]
    found[left:] = map(_in_one_unit, found[left:])
    head, *body = (" & ".join(map(_latex, row)) + r" \\" for row in zip(*found, strict=True))
    head = head.replace("(us)", r"($\mu$s)")
    begin, end = rf"\begin{{tabular}}{{{columns}}}", r"\end{tabular}"
    return "\n".join((begin, r"\toprule", head, r"\midrule", *body, r"\bottomrule", end, ""))


POWERS = {"us": -6, "ms": -3, "s": 0}  # of ten: seconds
QUANTITY = re.compile(r"(?<![\w.,])([\d,]*\d(?:\.\d+)?) (us|ms|s|MiB|%)(?!\w)")


def _in_one_unit(column: Sequence[str]) -> list[str]:
    """A heading and its cells with the unit in the heading: of times that of the middle one.

    Digits stay as they are; only the point moves.
    """
    heading, *cells = column
    found = [(Decimal(n.replace(",", "")), unit) for n, unit in QUANTITY.findall("\n".join(cells))]
    if len({unit in POWERS or unit for _, unit in found}) != 1:
        return [*column]
    ordered = sorted(found, key=lambda each: each[0].scaleb(POWERS.get(each[1], 0)))
    _, unit = ordered[len(found) // 2]

    def moved(quantity: re.Match[str]) -> str:
        by = POWERS.get(quantity[2], 0) - POWERS.get(unit, 0)
        return f"{Decimal(quantity[1].replace(',', '')).scaleb(by):,f}"

    return [f"{heading} ({unit})", *(QUANTITY.sub(moved, cell) for cell in cells)]


def _latex(text: str) -> str:
    for sign, command in BOUNDS.items():
        before, found, after = text.partition(sign)
        if found:
            return _latex(before) + command + _latex(after)
    return "".join(LATEX.get(letter, letter) for letter in visible(text))


def csv_text(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A CSV file: plain values, empty where one is not known; no text is a formula."""
    text = io.StringIO()
    lines: list[str] = []
    writer = csv.writer(text)  # with its own line end it quotes a carriage return in a cell, too
    for row in (headings, *rows):
        text.truncate(text.seek(0))
        writer.writerow(map(inert, row))
        lines.append(text.getvalue().removesuffix("\r\n"))
    return "".join(f"{line}\n" for line in lines)


def plain(value: Any) -> Any:
    """A value as JSON has it; what is not known, or not finite, is null."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not isfinite(value) else value
