"""Marks as a table with a sentence for each student, as JSON, and as CSV for a gradebook.

A student's own file has his points, the sentence, and each answer with its times.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from accord.bench.grading.marks import FREE, ClassMarks, Mark, StudentMarks
from accord.bench.grading.submissions import START
from accord.puzzles.phrasing import counted, memory, ratio, seconds
from accord.views.offline_page import filled, policy_hash, styled
from accord.views.tables.text import PrintedReport, TextTable

HEADINGS = ("student", "form", "points", "right", "ratio")
BARS = 10  # of the histogram, at most
LONGEST_FILE = 100  # characters of a student's name in that of a file


def points(value: float) -> str:
    """Points with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def headings(found: ClassMarks) -> tuple[str, ...]:
    """The head of the table."""
    return (*HEADINGS, "nodes") if found.assignment.models else HEADINGS


def row(student: StudentMarks, found: ClassMarks) -> tuple[str, ...]:
    """A line of the table."""
    asked = len(student.counting)
    right = f"{student.right}/{asked}" if asked else "-"
    return (
        student.student,
        student.form or "-",
        f"{points(student.points)}/{points(student.most)}",
        right if not student.problem else "-",
        ratio(student.ratio),
        *((ratio(student.nodes),) if found.assignment.models else ()),
    )


def report(found: ClassMarks) -> PrintedReport:
    """The class, a sentence for each student, and the rule."""
    own = found.assignment
    timed = () if own.models else ("seconds", "start")
    columns = ("student", *own.worth, "points", *timed, "feedback")
    rows = [
        (
            each.student,
            *(
                sum(mark.points for mark in each.counting if mark.task == name)
                for name in own.worth
            ),
            *(each.points, *(() if own.models else each.times), each.sentence),
        )
        for each in found.students
    ]
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
    table = TextTable(headings(found), [row(each, found) for each in found.students], 2)
    sentences = (f"{each.student}: {each.sentence}" for each in found.students)
    said = [*sentences, "", *problems(found), *notes(found)]
    return PrintedReport([table], said, columns, rows, record=record)


def problems(found: ClassMarks) -> Iterator[str]:
    """What the tasks ask for, in their words."""
    for task in found.assignment.models:
        yield f"{task.name}: {task.problem}"


def notes(found: ClassMarks, for_students: bool = False) -> Iterator[str]:
    """The rule, the limits, how students were isolated, and what is wrong with the reference.

    Args:
        found: the marks.
        for_students: without what only the teacher may know: the seed.
    """
    own = found.assignment
    limits = f"limits: {seconds(own.seconds)} and {memory(own.megabytes << 20)}"
    repeated = "a secret, and with it in the tasks (seed = ...) they are"
    if own.models:
        shared, right = "instances", "a model with the solutions and the best of the reference"
        mean = f"ratio, nodes: geometric mean of (its time or nodes / those of {own.reference}"
        mean += " on the reference), of right models"
        limits += f" to read a model, and for each question to {own.reference}"
        seed = f"drew solutions, and instances of each student; {repeated} drawn so again"
    else:
        shared, right = "puzzles", "a right answer in time"
        mean = f"ratio: geometric mean of (its time / that of {own.reference}), of right answers"
        limits += " for each puzzle, which is relabelled for each student"
        seed = f"relabelled them; {repeated} relabelled so again"
    rule = f"{right} has its share, anything else has none"
    yield f"points: those of a task shared equally by its {shared}; {rule}"
    if any(task.requires for task in own.models):
        no_use = "has no constraint of a required kind, or the same solutions without these"
        yield f"plain: a right model that {no_use}; half of the share"
    slow = []
    if own.slow:
        slow += [f"more than {own.slow:g} times the reference and more than {seconds(FREE)}"]
    if own.models:
        slow += ["a model whose solutions were not all listed or compared in the time for that"]
    if slow:
        yield f"slow: {', or '.join(slow)}; half of the share"
    yield from (mean, limits)
    if not own.models:
        most = f"up to {seconds(START)} of his program"
        yield f"start: of Python and the student's file, or {most}; in no time and ratio"
    if not for_students:
        yield f"seed: {found.seed} {seed}"
    if found.sizes:
        yield f"compared, arrays with their sizes: {'; '.join(found.sizes)}"
    yield isolation(found)
    for name in found.refuted:
        yield f"REFUTED {own.reference}: claims that {name} has no solution, but a student has one"


def isolation(found: ClassMarks) -> str:
    """A sentence on whether submissions could reach the network, files and each other."""
    if found.isolated:
        return "isolated: no network, a private file system, one core"
    return "not isolated: submissions ran as you, with your files and your network (--unsandboxed)"


def feedback(found: ClassMarks) -> Iterator[tuple[str, str]]:
    """For each student the name of his file and what it says."""
    names = Counter[str]()
    for each in found.students:
        name = re.sub(r"[^\w.@+ -]", "_", each.student)[:LONGEST_FILE]
        names[name.lower()] += 1
        number = f" {names[name.lower()]}" if names[name.lower()] > 1 else ""
        head = f"{found.assignment.title}: {each.student}"
        had = f"{points(each.points)} of {points(each.most)} points"
        said = [*map(_answer, each.marks), "", *problems(found), *notes(found, for_students=True)]
        yield f"{name}{number}.txt", "\n".join([head, had, "", each.sentence, "", *said, ""])


def _answer(mark: Mark) -> str:
    """A line on one answer."""
    took = f", {seconds(mark.seconds)}" if mark.seconds is not None else ""
    took += f" after a start of {seconds(mark.start)}" if took and mark.start is not None else ""
    said = f"{mark.state}, {points(mark.points)} points{took}. {mark.sentence}"
    return f"{mark.task}, {mark.instance} ({mark.part}): {said}"


def histogram(found: ClassMarks) -> list[tuple[str, int, float]]:
    """For each range of points, how many students have them, and that as a share of the most."""
    most = found.assignment.points
    bars = max(1, min(BARS, int(most)))
    places = [min(bars - 1, int(each.points * bars / most)) for each in found.students]
    numbers = [places.count(place) for place in range(bars)]
    ends = [points(most * place / bars) for place in range(bars + 1)]
    below = [*["below "] * (bars - 1), ""]
    names = (f"{ends[place]} to {below[place]}{ends[place + 1]}" for place in range(bars))
    return [(name, n, 100 * n / max(numbers)) for name, n in zip(names, numbers, strict=True)]


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
        headings=headings(found),
        students=[(each, row(each, found)) for each in found.students],
        histogram=histogram(found),
        problems=[*problems(found)],
        models=bool(found.assignment.models),
        notes=[*notes(found)],
    )
