"""Marks as a table with a sentence for each student, and as JSON."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from accord.bench.grading.marks import FREE, ClassMarks, StudentMarks
from accord.puzzles.phrasing import counted, memory, ratio, seconds
from accord.views.offline_page import filled, policy_hash, styled
from accord.views.tables.text import PrintedReport, TextTable

HEADINGS = ("student", "form", "points", "right", "ratio")


def points(value: float) -> str:
    """Points with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def row(student: StudentMarks) -> tuple[str, ...]:
    """A line of the table."""
    asked = len(student.counting)
    right = f"{student.right}/{asked}" if asked else "-"
    return (
        student.student,
        student.form or "-",
        f"{points(student.points)}/{points(student.most)}",
        right if not student.problem else "-",
        ratio(student.ratio),
    )


def report(found: ClassMarks) -> PrintedReport:
    """The class, a sentence for each student, and the rule."""
    own = found.assignment
    students: list[dict[str, Any]] = [
        {
            "student": each.student,
            "form": each.form,
            "points": each.points,
            "right": each.right,
            "asked": len(each.counting),
            "ratio": each.ratio,
            "stored": each.stored,
            "sentence": each.sentence,
            "marks": [asdict(mark) for mark in each.marks],
        }
        for each in found.students
    ]
    record = {
        "title": own.title,
        "points": own.points,
        "reference": own.reference,
        "isolated": found.isolated,
        "seed": found.seed,
        "refuted": [*found.refuted],
        "students": students,
    }
    table = TextTable(HEADINGS, [*map(row, found.students)], 2)
    sentences = (f"{each.student}: {each.sentence}" for each in found.students)
    return PrintedReport([table], [*sentences, "", *notes(found)], record=record)


def notes(found: ClassMarks) -> Iterator[str]:
    """The rule, the limits, how students were isolated, and what is wrong with the reference."""
    own = found.assignment
    yield (
        "points: those of a task shared equally by its puzzles; a right answer in time has its "
        "share, anything else has none"
    )
    if own.slow:
        yield (
            f"slow: more than {own.slow:g} times the reference and more than {seconds(FREE)}; half "
            "of the share"
        )
    yield f"ratio: geometric mean of (its time / that of {own.reference}), of right answers"
    yield (
        f"limits: {seconds(own.seconds)} and {memory(own.megabytes << 20)} for each puzzle, which "
        "is relabelled for each student"
    )
    yield (
        f"seed: {found.seed} relabelled them; a secret, and with it in the tasks (seed = ...) they "
        "are relabelled so again"
    )
    yield isolation(found)
    for name in found.refuted:
        yield f"REFUTED {own.reference}: claims that {name} has no solution, but a student has one"


def isolation(found: ClassMarks) -> str:
    """A sentence on whether submissions could reach the network, files and each other."""
    if found.isolated:
        return "isolated: no network, a private file system, one core"
    return "not isolated: submissions ran as you, with your files and your network (--unsandboxed)"


def summary(found: ClassMarks) -> str:
    """The class in a line."""
    most = found.assignment.points
    everybody = [student.points for student in found.students]
    mean = sum(everybody) / len(everybody)
    return (
        f"{counted(len(everybody), 'student')}, {points(mean)} of {points(most)} points on average"
    )


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
