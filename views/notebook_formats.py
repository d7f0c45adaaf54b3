"""The HTML and text of puzzles, grids, answers, verdicts, explanations and traces in a notebook.

A bare grid is only numbers: it has the usual boxes of its size where it is a solution in them, and
else none, as it may come from a jigsaw.  An answer knows its puzzle.

Everything is styled in place, as some viewers drop style sheets.  Boards and what is written beside
them have the colours of the page, light or dark.  Of a table the first columns are those that
matter, as a phone shows no others without scrolling.  A trace plays in a frame that may run its own
script and nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from accord.bench.judge.judge import Verdict
from accord.puzzles.grid import Grid
from accord.puzzles.phrasing import counted, seconds
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Expected, Instance, Puzzle
from accord.puzzles.sudoku.shape import default_box, shape
from accord.solvers.answer import Answer
from accord.solvers.logic.engine.explanation import Explained, Explanation
from accord.solvers.logic.engine.logic_trace import event_reason
from accord.solvers.traces.events import Recording
from accord.views.boards import problems
from accord.views.boards.deductions import consequences, summary_lines
from accord.views.boards.elements import PAGE, width_of
from accord.views.boards.printed import printed_on
from accord.views.boards.problems import further_constraints, is_drawn, problem_caption, problem_svg
from accord.views.boards.svg import board
from accord.views.boards.text_boards import caption, drawn
from accord.views.narration.captions import kind_of
from accord.views.offline_page import escape
from accord.views.player.page import page
from accord.views.tables.verdict import evidence, headings, reported, row

BOARDS = 30  # of an explanation: 11 kB each
SHOWN = 2  # solutions of an answer
PLAIN = ("prune_candidates", "naked_singles", "hidden_singles")  # steps that need no board
UNITS = 13  # of a drawing of a problem, in an em
PLAYER = 780  # height of a player in pixels

LINE = "1px solid rgba(128,128,128,.4)"
CELL = f"white-space:nowrap;padding:.15em .6em;border-bottom:{LINE};background:none"
MUTED = "opacity:.75;margin:.3em 0"


def puzzle_html(puzzle: Puzzle, grid: Grid | None = None) -> str:
    """The puzzle with its candidates, if any, and what it is; or these values in its boxes."""
    look = "plain" if grid is not None or puzzle.candidates is None else "candidates"
    title = kind_of(puzzle)
    drawing = board(puzzle, grid, puzzle.domains, look, title=title, colours=PAGE)
    said = "\n".join(filter(None, (title, further_constraints(puzzle, None))))
    wide = 3 if printed_on(puzzle).labelled else 2  # em of a cell
    return _figure(drawing, said if grid is None else "", wide * puzzle.size + 4)


def problem_html(problem: Problem, solution: Solution | None = None) -> str:
    """A puzzle as its board, another problem as its layout says; with the values of a solution."""
    if isinstance(problem, Puzzle):
        return puzzle_html(problem, None if solution is None else Grid(solution))
    if solution is not None and len(solution) != len(problem.domains):
        return _muted(problem.text(solution))
    caption = _muted(problem_caption(problem, None)) if solution is None else ""
    if not is_drawn(problem, solution):
        words = "\n".join(map(escape, problems.problem_text(problem, solution).split("\n")))
        return f'<pre style="margin:.4em 0;max-height:30em;overflow:auto">{words}</pre>{caption}'
    drawing = problem_svg(problem, solution, title=str(problem), colours=PAGE)
    return _figure(drawing, "", width_of(drawing) / UNITS) + caption


def problem_text(problem: Problem) -> str:
    """A puzzle as a grid, another problem as its layout says; and what that does not show."""
    if isinstance(problem, Puzzle):
        return puzzle_text(problem)
    return f"{problems.problem_text(problem)}\n{problem_caption(problem)}"


def puzzle_text(puzzle: Puzzle) -> str:
    """The puzzle as a plain grid, and what that does not say."""
    look = "plain" if puzzle.candidates is None else "candidates"
    drawing = drawn(puzzle, domains=puzzle.domains, look=look)
    return f"{drawing}\n{caption(puzzle)}".rstrip()


def instance_html(instance: Instance) -> str:
    """The puzzle with its name and its source, and what is expected of it."""
    board = problem_html(instance.problem)
    return _together(_line(instance.name, instance.source), board, _expectation(instance))


def _expectation(instance: Instance) -> str:
    """The expected answer; a solution stands behind a click."""
    expected = instance.expected
    if expected is None or expected.solution is None:
        return _muted(_expected(expected))
    solution = problem_html(instance.problem, expected.solution)
    return f"<details><summary>{escape(_expected(expected))}</summary>{solution}</details>"


def instance_text(instance: Instance) -> str:
    """An instance as text: its name and source, its puzzle, and the expected answer."""
    named = f"{instance.name}: {instance.source}" if instance.source else instance.name
    return "\n".join([named, problem_text(instance.problem), _expected(instance.expected)])


def _expected(expected: Expected | None) -> str:
    """`expected: 1 solution`, in words."""
    if expected is None or not expected.record():
        return "nothing is expected of it"
    count, least = expected.count, expected.at_least
    number = max(count or least or 0, expected.solution is not None)
    if count == 0:
        return "expected: no solution"
    return f"expected: {'at least ' * (count is None)}{counted(number, 'solution')}"


def grid_html(grid: Grid) -> str | None:
    """The grid as a board; None where it is none."""
    puzzle = _around(grid)
    return None if puzzle is None else puzzle_html(puzzle, grid)


def grid_text(grid: Grid) -> str:
    """The grid in a square; in a line where it is none."""
    puzzle = _around(grid)
    return repr(grid) if puzzle is None else drawn(puzzle, grid)


def _around(grid: Grid) -> Puzzle | None:
    """An empty puzzle of a grid's size; with boxes where the grid is a solution in them."""
    size = grid.size
    if not size or size * size != len(grid) or not all(0 <= value <= size for value in grid):
        return None
    blank = Grid([0] * len(grid))
    if default_box(size) and not any((usual := Puzzle(shape(size), blank)).violations(grid)):
        return usual
    return Puzzle(shape(size, rules=["latin"]), blank)


def answer_html(answer: Answer) -> str:
    """The status, the first solutions, and what it cost."""
    boards = [
        html for grid in answer.solutions[:SHOWN] if (html := _solution(answer.problem, grid))
    ]
    costs = [(name, f"{count:,}") for name, count in answer.counters.items()]
    spent = answer.seconds
    costs += [("wall time", seconds(spent.wall)), ("CPU time", seconds(spent.cpu))]
    return _together(
        _line(answer.status.value, _solutions_text(answer)), *boards, _table((), costs, left=1)
    )


def _solution(problem: Problem | None, solution: Solution) -> str | None:
    """A solution in the boxes or regions of its puzzle, where that is known."""
    if problem is not None:
        return problem_html(problem, solution)
    return grid_html(Grid(solution))


def _solution_text(problem: Problem | None, solution: Solution) -> str:
    if isinstance(problem, Puzzle):
        return drawn(problem, Grid(solution))
    if problem is None:
        return grid_text(Grid(solution))
    fits = len(solution) == len(problem.domains)
    return problems.problem_text(problem, solution) if fits else problem.text(solution)


def _solutions_text(answer: Answer) -> str:
    """The number of solutions, and whether the solver claims that there are no others."""
    found = counted(len(answer.solutions), "solution")
    if not answer.exhausted:
        return f"{found}, {answer.reason}"
    others = "are no others" if answer.solutions else "is none"
    return f"{found}, and it claims that there {others}"


def answer_text(answer: Answer) -> str:
    """The status, the first solutions, and what it counted."""
    puzzle, more = answer.problem, len(answer.solutions) - SHOWN
    boards = [_solution_text(puzzle, each) for each in answer.solutions[:SHOWN]]
    costs = ", ".join(f"{name} {count:,}" for name, count in answer.counters.items())
    parts = [f"{answer.status.value}: {_solutions_text(answer)}", "\n\n".join(boards)]
    parts += [f"and {more:,} more" if more > 0 else "", costs]
    return "\n".join(filter(None, parts))


def verdict_html(verdict: Verdict) -> str:
    """The verdict, a witness, the evidence and who is refuted."""
    word, _, grade = verdict.said.partition(" ")
    rows = (_result_first(row(*each)) for each in reported(verdict))
    puzzle, witness = verdict.problem, next(iter(verdict.witnesses), None)
    if witness is None and isinstance(puzzle, Puzzle):
        witness = puzzle.givens
    return _together(
        _line(word, grade.strip("()")),
        problem_html(puzzle, witness),
        _table(_result_first(headings(puzzle)), rows, left=3),
        *map(_muted, evidence(verdict)),
    )


def _result_first(row: Sequence[str]) -> Sequence[str]:
    """A row of a verdict's table with what became of a solver's answer before the answer."""
    solver, answer, result, *cost = row
    return solver, result, answer, *cost


def verdict_text(verdict: Verdict) -> str:
    """The verdict in a line, and the evidence."""
    return "\n".join([verdict.said, *evidence(verdict)])


def explanation_html(explanation: Explanation) -> str:
    """An explanation as HTML: each step in a sentence, all but singles with their board."""
    first, *summary = summary_lines(explanation)
    word, _, rest = first.partition(" ")
    return _together(
        _line(word, rest),
        *(_muted(line) for line in summary if line[:1] != " "),
        f'<ol style="margin:.5em 0;padding-left:2.2em">{"".join(_turns(explanation))}</ol>',
    )


def _turns(explanation: Explanation) -> Iterator[str]:
    """The steps; singles that follow each other as one that can be opened."""
    drawn = 0
    turns = groupby(explanation.steps, lambda step: (step.technique.name, id(step.found_on)))
    for (name, _), found in turns:
        steps = list(found)
        if name in PLAIN:
            yield _folded(steps)
            continue
        for step in steps:
            drawn += 1
            picture = _step_board(explanation.puzzle, step) if drawn <= BOARDS else ""
            yield _item(step.number, _sentence(step) + picture)


def _item(number: int, body: str) -> str:
    return f'<li value="{number}" style="margin:.35em 0">{body}</li>'


def _folded(steps: Sequence[Explained]) -> str:
    """Steps of one technique under a line that says how many there are."""
    lines = "<br>".join(map(_sentence, steps))
    if len(steps) == 1:
        return _item(steps[0].number, lines)
    title = f"{escape(steps[0].technique.title)}: {len(steps)} deductions"
    body = f"<details><summary>{title}</summary>{lines}</details>"
    return _item(steps[0].number, body)


def _sentence(step: Explained) -> str:
    return f"{escape(step.sentence)}: <b>{escape(consequences(step))}</b>"


def _step_board(puzzle: Puzzle, step: Explained) -> str:
    """The board before a step, with what it rests on and what goes."""
    before = step.before
    drawing = board(
        puzzle,
        before.grid,
        before.candidates(),
        "candidates",
        reason=event_reason(step.deduction.reason, step.found_on),
        removed={(cell, value) for cell, values in step.removed.items() for value in values},
        title=step.technique.title,
        colours=PAGE,
    )
    return f"<div>{_figure(drawing, '', 3 * before.size)}</div>"


def explanation_text(explanation: Explanation) -> str:
    """The result of an explanation and its techniques, in lines."""
    return "\n".join(summary_lines(explanation))


def recording_html(recording: Recording) -> str:
    """The player."""
    return (
        f'<iframe srcdoc="{escape(page([recording]))}" sandbox="allow-scripts" '
        f'style="width:100%;height:{PLAYER}px;border:{LINE}" '
        f'title="{escape(recording_text(recording))}"></iframe>'
    )


def recording_text(recording: Recording) -> str:
    """A trace in a line: its title, its number of events, its end."""
    events = counted(recording.end.events, "event")
    return f"trace of {recording.header.title}: {events}, {recording.end.status}"


def _figure(drawing: str, caption: str, width: float) -> str:
    """A drawing, so many em wide or as wide as there is room."""
    svg = drawing.replace("<svg ", '<svg style="width:100%;height:auto;display:block" ', 1)
    below = f'<figcaption style="{MUTED}">{_html_lines(caption)}</figcaption>' if caption else ""
    return f'<figure style="margin:.4em 0;max-width:100%;width:{width}em">{svg}{below}</figure>'


def _muted(text: str) -> str:
    return f'<p style="{MUTED}">{_html_lines(text)}</p>'


def _html_lines(text: str) -> str:
    """Lines of text from outside as HTML."""
    return "<br>".join(map(escape, text.split("\n")))


def _line(word: str, rest: str) -> str:
    return f'<p style="margin:.3em 0"><b>{escape(word)}</b> {escape(rest)}</p>'


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], left: int) -> str:
    """A table; the first `left` columns are words, the others numbers."""

    def cells(row: Sequence[str], tag: str) -> str:
        made = (
            f'<{tag} style="{CELL};text-align:{"left" if place < left else "right"}">'
            f"{escape(text)}</{tag}>"
            for place, text in enumerate(row)
        )
        return f"<tr>{''.join(made)}</tr>"

    head = f"<thead>{cells(headings, 'th')}</thead>" if headings else ""
    body = "".join(cells(row, "td") for row in rows)
    style = "border-collapse:collapse;margin:.4em 0"
    table = f'<table style="{style}">{head}<tbody>{body}</tbody></table>'
    return f'<div style="overflow-x:auto">{table}</div>'


def _together(*parts: str) -> str:
    return f'<div style="line-height:1.45;overflow-wrap:anywhere">{"".join(parts)}</div>'
