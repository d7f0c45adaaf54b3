"""The page of a class: the table, and below it each student's answers with the reasons."""

from pathlib import Path

from accord.bench.grading.marks import ClassMarks
from accord.puzzles.phrasing import ratio, seconds
from accord.views.grading.table import HEADINGS, notes, points, row, summary
from accord.views.offline_page import filled, policy_hash, styled

PAGE = Path(__file__).parent / "page"


def page(found: ClassMarks) -> str:
    """The text of the file."""
    style = styled(PAGE / "grading.css")
    return filled(
        PAGE / "grading.html",
        filters={"points": points, "seconds": seconds, "ratio": ratio},
        style=style,
        style_hash=policy_hash(style),
        title=found.assignment.title,
        summary=summary(found),
        headings=HEADINGS,
        students=[(each, row(each)) for each in found.students],
        notes=[*notes(found)],
    )
