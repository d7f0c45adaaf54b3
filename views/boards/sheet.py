"""Puzzles as a page in HTML that prints on A4; the answers stand on sheets of their own.

Each sheet is as high as the paper, so that a browser breaks pages where the sheets end.
"""

from collections.abc import Iterator, Sequence
from html import escape

from accord.puzzles.phrasing import counted
from accord.puzzles.puzzle import Instance
from accord.views.boards.problems import problem_svg

ANSWERS = 12  # on a sheet
ROOM = 256  # millimetres of a sheet without margins and head
STYLE = """
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 186mm; font: 11pt sans-serif; color: #000; background: #fff; }
section { height: 272mm; break-after: page; overflow: hidden; }
section:last-child { break-after: auto; }
header { height: 16mm; display: flex; justify-content: space-between; align-items: baseline; }
header strong { font-size: 14pt; white-space: nowrap; }
header span { font-size: 8pt; color: #555; }
@media screen { section { margin: 8mm; } }
ol { display: grid; gap: 0 6mm; margin: 0; padding: 0; list-style: none; }
li { min-width: 0; }
li svg { display: block; width: 100%; height: calc(100% - 8mm); }
small { display: block; height: 8mm; line-height: 8mm; overflow: hidden; }
@media screen and (max-width: 40em) {
  section { height: auto; }
  ol { grid-template-columns: 1fr !important; grid-auto-rows: auto !important; }
  li svg { height: auto; }
}
"""


def sheet(instances: Sequence[Instance], on_a_sheet: int = 6) -> str:
    """The text of the page.

    Args:
        instances: puzzles or other problems; an answer is drawn where one is expected.
        on_a_sheet: puzzles, at least 1.
    """
    known = [each.expected.solution if each.expected else None for each in instances]
    drawn = [problem_svg(each.problem, captioned=True) for each in instances]
    answers = [
        "" if grid is None else problem_svg(each.problem, grid)
        for each, grid in zip(instances, known, strict=True)
    ]
    sections = [
        *_sections("Name:" + " _" * 14, instances, drawn, on_a_sheet, with_origin=False),
        *(
            _sections("Answers", instances, answers, ANSWERS, with_origin=True)
            if any(answers)
            else ()
        ),
    ]
    title = escape(counted(len(instances), "puzzle"))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"{''.join(sections)}</body>\n</html>\n"
    )


def _sections(
    head: str,
    instances: Sequence[Instance],
    drawings: Sequence[str],
    on_a_sheet: int,
    *,
    with_origin: bool,
) -> Iterator[str]:
    """The sheets of some drawings, in order; the origin holds the seed, which makes the answers."""
    columns = 1 if on_a_sheet <= 2 else 2 if on_a_sheet <= 8 else 3
    rows = -(-on_a_sheet // columns)
    grid = f"grid-template-columns: repeat({columns}, 1fr); grid-auto-rows: {ROOM // rows}mm"
    every = [*enumerate(zip(instances, drawings, strict=True), 1)]
    for first in range(0, len(every), on_a_sheet):
        part = every[first : first + on_a_sheet]
        items = "".join(
            f"<li><small>{number}. {escape(each.name)}</small>{svg}</li>\n"
            for number, (each, svg) in part
        )
        source = part[0][1][0].source if with_origin else ""
        origin = escape(", ".join(source.split(", ")[:2]))
        yield (
            f"<section>\n<header><strong>{head}</strong><span>{origin}</span></header>\n"
            f'<ol style="{grid}">\n{items}</ol>\n</section>\n'
        )
