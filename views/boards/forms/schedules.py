"""Schedules: what NoOverlap and Cumulative say, as bars over time (Henry Gantt, 1910).

Where all origins are known each machine has a row, in which its tasks follow each other; those of a
Cumulative are as high as what they use, and lie above each other as long as there is room.  Else
each task has a row: pale from its earliest begin to its latest end, and full where it runs in any
case.  Tasks that are ordered among each other, as those of a job, have one colour.  Variables that
are no origin are listed below.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from accord.puzzles import Problem
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.domain import Domain
from accord.views.boards.elements import (
    MARGIN,
    THIN,
    WIDE,
    Colours,
    Picture,
    Point,
    at,
    cut,
    extent,
    marked,
    of_variable,
    short,
    span,
    stacked,
    stroked,
    tag,
    text,
    word,
)
from accord.views.boards.forms.graphs import FILLS, letters_on
from accord.views.boards.forms.lists import WIDTH, Values, list_text, others_picture
from accord.views.narration.constraint_words import label

MOST = 200  # tasks
BROAD, BAR, LANE, GAP = 480.0, 18.0, 16.0, 6.0  # of all time; of a bar, a lane, between rows
LIVE = 300.0  # the same where it is seen on a phone, too
LETTERS, PALE = 9.0, 0.4  # the size of text; the opacity of time that may be taken
NAME = 16  # characters of a machine or a task
TICKS = 10  # at most about so many
MOST_LANES = 12


@dataclass(frozen=True)
class Task:
    """Times at which a task may run, and the capacity that it uses."""

    variable: int
    first: int  # when it begins at the earliest
    last: int  # and at the latest
    short: int  # how long it takes at least
    long: int  # and at most
    height: int = 1

    @property
    def end(self) -> int:
        """The latest end of the task."""
        return self.last + self.long


@dataclass(frozen=True)
class ScheduleRow:
    """A row of the picture: of a machine, or of a task."""

    name: str
    tasks: tuple[tuple[Task, int], ...]  # and the lane of each, from below
    lanes: int = 1


Machine = tuple[str, list[Task], int]  # its name, its tasks, and the limit


def fits(problem: Problem) -> bool:
    """Whether there are tasks, not too many, and all of their times have bounds."""
    if problem.layout is not None:
        return False
    scopes = [each.origins for each in _resources(problem)]
    number = sum(map(len, scopes))
    return 0 < number <= MOST and all(
        Domain.of(domain).intervals
        for each in _resources(problem)
        for domain in (problem.domains[variable] for variable in each.scope)
    )


def _resources(problem: Problem) -> list[NoOverlap | Cumulative]:
    return [each for each in problem.constraints if isinstance(each, (NoOverlap, Cumulative))]


def rest(problem: Problem, drawing: bool) -> Sequence[Constraint]:
    """The constraints that are no machine."""
    return [each for each in problem.constraints if not isinstance(each, (NoOverlap, Cumulative))]


def _bounds(problem: Problem, values: Values, term: int | Variable) -> tuple[int, int]:
    if not isinstance(term, Variable):
        return term, term
    value = values[term.number]
    domain = Domain.of(problem.domains[term.number])
    return (domain.min, domain.max) if value is None else (value, value)


def _machines(problem: Problem, values: Values) -> Iterator[Machine]:
    for number, each in enumerate(_resources(problem), 1):
        lengths = each.lengths if isinstance(each, NoOverlap) else each.durations
        heights: Sequence[int | Variable] = (1,) * len(each.origins)
        limit = 1
        if isinstance(each, Cumulative):
            heights, limit = each.heights, _bounds(problem, values, each.limit)[1]
        tasks = []
        for origin, length, height in zip(each.origins, lengths, heights, strict=True):
            first, last = _bounds(problem, values, Variable(origin))
            short, long = (max(0, end) for end in _bounds(problem, values, length))
            used = _bounds(problem, values, height)[0]
            tasks.append(Task(origin, first, last, short, long, max(0, used)))
        yield label(each, problem.names) if each.name else f"machine {number}", tasks, limit


def _schedule_rows(problem: Problem, values: Values) -> list[ScheduleRow]:
    """A row for each machine, or for each task where not all is known or there is no room."""
    machines = [*_machines(problem, values)]
    known = all(t.first == t.last and t.short == t.long for _, tasks, _ in machines for t in tasks)
    rows = []
    for name, tasks, limit in machines:
        placed = _placed(tasks, limit) if known else None
        if placed is not None:
            rows.append(ScheduleRow(name, tuple(placed), limit))
        else:
            rows += [ScheduleRow(problem.names[each.variable], ((each, 0),)) for each in tasks]
    return rows


def _placed(tasks: Sequence[Task], limit: int) -> list[tuple[Task, int]] | None:
    """Tasks by their lowest lane; None where they do not lie in whole pieces."""
    if not 0 < limit <= MOST_LANES:
        return None
    free = [min((each.first for each in tasks), default=0)] * limit
    found = []
    for task in sorted(tasks, key=lambda each: each.first):
        high = max(1, task.height)
        lane = next(
            (
                low for low in range(limit - high + 1)
                if all(end <= task.first for end in free[low : low + high])
            ),
            None,
        )  # fmt: skip
        if lane is None:
            return None
        if task.short:
            free[lane : lane + high] = [task.end] * high
        found.append((task, lane))
    return found


def _jobs(problem: Problem) -> dict[int, int]:
    """By origin a number of its job: tasks that are ordered among each other have the same."""
    origins = [*dict.fromkeys(each for of in _resources(problem) for each in of.origins)]
    job = {each: place for place, each in enumerate(origins)}
    for each in problem.constraints:
        if isinstance(each, (Linear, Ordered)):
            ordered = isinstance(each, Ordered) or each.operator in ("<", "<=", ">", ">=")
            together = [variable for variable in each.scope if variable in job]
            if ordered and len(together) == len({*each.scope}) > 1:
                joined = {job[variable] for variable in together}
                job = {key: min(joined) if of in joined else of for key, of in job.items()}
    numbers = {of: place for place, of in enumerate(dict.fromkeys(job.values()))}
    return {key: numbers[of] for key, of in job.items()}


def schedule_text(problem: Problem, values: Values) -> str:
    """A line for each task: = where it runs, - where it may; and the list of the variables."""
    tasks = {each.variable: each for _, found, _ in _machines(problem, values) for each in found}
    start, end = _span([*tasks.values()])
    names = [cut(problem.names[variable], NAME) for variable in tasks]
    width = max(map(len, names))
    room = WIDTH - width - 3
    scale = -(-(end - start) // room) or 1
    lines = []
    for name, task in zip(names, tasks.values(), strict=True):
        line = [" "] * -(-(end - start) // scale)
        for sign, low, high in (
            ("-", task.first, task.end),
            ("=", task.last, task.first + task.short),
        ):
            for place in range((low - start) // scale, -(-(high - start) // scale)):
                line[place] = sign
        lines.append(f"{name:{width}} |{''.join(line)}|")
    unit = f", a character for {scale}" * (scale > 1)
    lines.append(f"{'':{width}}  from {start} to {end}{unit}")
    return "\n".join(("\n".join(lines), "", list_text(problem, values)))


def _span(tasks: Collection[Task]) -> tuple[int, int]:
    start = min(each.first for each in tasks)
    return start, max(start + 1, *(each.end for each in tasks))


def schedule_picture(
    problem: Problem, values: Values, changed: Collection[int], colours: Colours
) -> Picture:
    """Bars over time; those of tasks that are `changed` have a thick line."""
    rows, jobs, named = _schedule_rows(problem, values), _jobs(problem), _named(problem)
    start, end = _span([task for row in rows for task, _ in row.tasks])
    names = [cut(row.name, NAME) for row in rows]
    left = MARGIN + 6 + WIDE * LETTERS * max(map(len, names))
    scale = BROAD / (end - start)
    parts, y = list[str](), MARGIN
    for row, name in zip(rows, names, strict=True):
        lane = LANE if row.lanes > 1 else BAR
        high = row.lanes * lane + GAP
        parts.append(text((left - 6, y + high / 2), name, LETTERS, text_anchor="end"))
        for task, low in row.tasks:
            lanes = max(1, min(task.height, row.lanes))
            bar = Bar(
                left + (task.first - start) * scale,
                y + GAP / 2 + (row.lanes - low - lanes) * lane,
                lanes * lane,
                FILLS[jobs[task.variable]] if jobs[task.variable] < len(FILLS) else FILLS[-1],
                2.0 if task.variable in changed else THIN,
                named[task.variable] if len(row.tasks) > 1 else ("", ""),
            )
            parts += bar.drawn(task, scale, colours.ink)
        y += high
        parts.append(stroked("path", colours.grey, 0.4, d=f"M{at((left, y))}h{short(BROAD)}"))
    parts += _axis((left, y), start, end, colours)
    shown = {task.variable for row in rows for task, _ in row.tasks}
    others = [each for each in range(len(values)) if each not in shown]
    picture = Picture(left + BROAD + 14, y + 2 * LETTERS, parts)
    return stacked([picture, others_picture(problem, values, others)])


def live_schedule(problem: Problem, colours: Colours) -> Picture:
    """A row for each task below the name of its machine; its window shrinks to a bar."""
    machines, jobs = [*_machines(problem, (None,) * len(problem.domains))], _jobs(problem)
    start, end = _span([task for _, tasks, _ in machines for task in tasks])
    names = {each: cut(problem.names[each], NAME) for each in jobs}
    left = MARGIN + 6 + WIDE * LETTERS * max(map(len, names.values()))
    scale = LIVE / (end - start)
    parts, y, seen = list[str](), MARGIN, set[int]()
    for name, tasks, _ in machines:
        own = [task for task in tasks if task.variable not in seen]
        seen |= {task.variable for task in own}
        if own:
            words = cut(name, 2 * NAME)
            parts.append(word("machine", (left, y + BAR / 2), words, LETTERS, text_anchor="start"))
            y += BAR
        for task in own:
            parts.append(_live_row(task, (left, y), scale, start, names, jobs))
            y += BAR + GAP
    parts += _axis((left, y), start, end, colours, LIVE)
    return Picture(left + LIVE + 14, y + 2 * LETTERS, parts)


def _live_row(
    task: Task,
    corner: Point,
    scale: float,
    start: int,
    names: Mapping[int, str],
    jobs: Mapping[int, int],
) -> str:
    """The name and the window of a task."""
    (left, y), number = corner, task.variable
    row: dict[str, float | str] = {"y": y, "height": BAR + GAP}
    fill = FILLS[min(jobs[number], len(FILLS) - 1)]
    reach = extent(number, (task.short, task.long), left - start * scale, scale)
    line = f"M{at((left, y + BAR + GAP))}h{short(LIVE)}"
    return of_variable(
        number,
        [
            marked("rect", "ring", x=MARGIN, width=left + LIVE - MARGIN, **row),
            marked("path", "rule", d=line),
            word(
                "title", (left - 6, y + (BAR + GAP) / 2), names[number], LETTERS, text_anchor="end"
            ),
            span(y=y + GAP / 2, height=BAR, rx=2, fill=fill, data_x=reach),
        ],
    )


@dataclass(frozen=True)
class Bar:
    """The rectangle of a task in the drawing, and its look."""

    left: float
    top: float
    height: float
    fill: str
    line: float
    names: tuple[str, str]  # whole and short; empty where the row has it

    def drawn(self, task: Task, scale: float, ink: str) -> Iterator[str]:
        """The time that it may take, pale, and the time that it takes in any case."""
        whole = (task.end - task.first) * scale
        sure = (task.first + task.short - task.last) * scale
        place: dict[str, float | str] = {"y": self.top, "height": self.height, "rx": 2}
        if sure < whole:
            yield tag("rect", x=self.left, width=whole, **place, fill=self.fill, opacity=PALE)
        if sure > 0:
            x = self.left + (task.last - task.first) * scale
            line: dict[str, float | str] = {"stroke": ink, "stroke_width": self.line}
            yield tag("rect", x=x, width=sure, **place, **line, fill=self.fill)
        most = int((whole - 4) / (WIDE * LETTERS))
        name = next((each for each in self.names if len(each) <= most), self.names[1])
        if name and most > 0:
            middle = self.left + whole / 2, self.top + self.height / 2
            yield text(middle, cut(name, most), LETTERS, fill=letters_on(self.fill))


def _named(problem: Problem) -> dict[int, tuple[str, str]]:
    """By origin its name, and for narrow bars a short one: job 6, task 4 is j6t4.

    Where two would be the same, none is shortened.
    """
    origins = dict.fromkeys(each for of in _resources(problem) for each in of.origins)
    whole = {each: problem.names[each] for each in origins}
    short = {each: _initials(name) for each, name in whole.items()}
    if len({*short.values()}) < len({*whole.values()}):
        short = whole
    return {each: (whole[each], short[each]) for each in origins}


def _initials(name: str) -> str:
    """The first letter of each word, with the numbers that follow it."""
    words = re.findall(r"[^\W\d_]+|\d+", name)
    return "".join(each if each.isdigit() else each[0] for each in words)


def _axis(
    origin: Point, start: int, end: int, colours: Colours, broad: float = BROAD
) -> Iterator[str]:
    """The times below the bars."""
    left, y = origin
    length = end - start
    step = next(
        each * 10**power
        for power in range(20)
        for each in (1, 2, 5)
        if length <= TICKS * each * 10**power
    )
    for time in range(-(-start // step) * step, end + 1, step):
        x = left + broad * (time - start) / length
        yield stroked("path", colours.grey, THIN, d=f"M{at((x, y))}v3")
        yield text((x, y + 3 + LETTERS * 0.7), str(time), 0.85 * LETTERS)
