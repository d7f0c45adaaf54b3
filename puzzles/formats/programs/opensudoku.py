"""OpenSudoku's files: XML with many games, read and not written.

    <opensudoku> <name>Easy</name> <game data="5300700..."/> </opensudoku>
    <opensudoku version="2"> <folder name="Easy"> <game data="version: 3 ..."/> </folder> ...

A game that was saved has fields for each cell, of which the first is the value and the last is 0
for a given; what was entered while solving is passed over.  The name is that of the folder.
"""

import re
from collections.abc import Iterator, Sequence

from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError, Record, the_only
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.symbols import quick_values, size_of
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

CELLS = 81
BEGINNING = re.compile(
    rb"\s*(<\?xml[^>]{0,200}\?>)?(\s|<!--.{0,1000}?-->)*<opensudoku\b", re.DOTALL
)
_SAVED = re.compile(r"version: [0-9]+\s+([0-9,|-]*)")


def looks_like(source: Source) -> bool:
    """Whether the first element is OpenSudoku's."""
    start = source.raw.removeprefix("\ufeff").lstrip()[:1500]
    return bool(BEGINNING.match(start.encode("utf-8", "replace")))


def records(source: Source) -> Iterator[Record]:
    """The games of a file.

    Raises:
        MalformedPuzzleError: it is no XML, or a game holds no puzzle; names the line.
    """
    from accord.puzzles.formats.xcsp3.elements import Effort, XmlElement, events

    def games(element: XmlElement, name: str) -> Iterator[tuple[XmlElement, str]]:
        names = [each.text.strip() for each in element.children if each.tag == "name"]
        name = element.attributes.get("name") or (names[0] if names else name)
        for child in element.children:
            if child.tag == "game":
                yield child, name
            else:
                yield from games(child, name)

    text = source.raw.removeprefix("\ufeff").encode("utf-8", "surrogatepass")
    for _, root in events([text], Effort(), encoding="utf-8"):
        for number, (game, name) in enumerate(games(root, ""), 1):
            line = source.first - 1 + game.line
            draft = _draft(game.attributes.get("data", ""), line)
            yield Record(draft, f"{name}#{number}" if name else "", line=line)


def _draft(data: str, line: int) -> Draft:
    if match := _SAVED.fullmatch(data.strip()):
        return Draft(_givens(match[1].strip("|").split("|"), line))
    if not data.isdigit() or (values := quick_values(data)) is None:
        raise MalformedPuzzleError(
            f"line {line}: found {data[:20]!r} in a game, expected data of {CELLS} digits"
        )
    size_of(len(values))
    return Draft(values)


def _givens(fields: Sequence[str], line: int) -> list[int]:
    """The values of a saved game that cannot be changed."""
    width = len(fields) // CELLS
    cells = [fields[start : start + width] for start in range(0, len(fields), max(width, 1))]
    if (
        width < 2
        or len(fields) % CELLS
        or not all(re.fullmatch("[0-9]", cell[0]) and cell[-1] in ("0", "1") for cell in cells)
    ):
        raise MalformedPuzzleError(
            f"line {line}: found {len(fields)} fields in a saved game, expected a value, notes and "
            f"whether it can be changed (0, 1) for each of {CELLS} cells"
        )
    return [int(cell[0]) if cell[-1] == "0" else 0 for cell in cells]


def _write(puzzle: Puzzle) -> str:
    raise FormatError(
        "found a puzzle to be written as opensudoku, which is read only; expected json"
    )


FORMATS = {
    "opensudoku": Format(
        "XML of OpenSudoku, with many puzzles. Read only.",
        lambda source: the_only(records(source)),
        _write,
        looks_like,
        rank=4,
        records=records,
    )
}
