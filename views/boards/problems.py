"""Problems as pictures: in the form that the layout or the constraints say, or else as a list.

A puzzle is drawn by text_boards.py and svg.py.  A layout that has no room for its problem, as a
graph of a thousand nodes has not, gives way to the list.  Names are text from outside: they are cut
and escaped wherever they stand.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from accord.puzzles import Grid, Problem, Puzzle
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.derived_problems import shown_part
from accord.puzzles.phrasing import counted
from accord.views.boards.automata import automata, automaton_picture, automaton_text
from accord.views.boards.elements import PAGE, PAPER, Colours, Picture, document, stacked
from accord.views.boards.forms import (
    graphs,
    grid_picture,
    grid_text,
    grids,
    lists,
    queens,
    rectangles,
    schedules,
    tours,
)
from accord.views.boards.forms.lists import Values, values_of
from accord.views.boards.layers import layers_pictures, layers_text, live_layers, unrolled
from accord.views.boards.svg import board
from accord.views.boards.text_boards import caption, drawn
from accord.views.narration.captions import kind_of
from accord.views.narration.constraint_words import listed_constraints, objective_words


@dataclass(frozen=True)
class Form:
    """The functions that draw a layout."""

    fits: Callable[[Problem], bool]
    text: Callable[[Problem, Values], str | None]  # None where it is too broad
    picture: Callable[[Problem, Values, Collection[int], Colours], Picture]
    rest: Callable[[Problem, bool], Sequence[Constraint]]  # what text, or a drawing, does not show
    note: Callable[[Problem], str] = lambda problem: ""  # what else is to be said
    live: Callable[[Problem, Colours], Picture | None] = lambda problem, colours: (
        None
    )  # elements.py


LIST = Form(lists.fits, lists.list_text, lists.list_picture, lists.rest)
GRID = Form(grids.fits, grid_text.grid_text, grid_picture.grid_picture, grids.rest, grids.note)
FORMS = {
    "grid": GRID,
    "line": GRID,
    "queens": Form(queens.fits, queens.board_text, queens.board_picture, queens.rest),
    "graph": Form(
        graphs.fits, graphs.graph_text, graphs.graph_picture, graphs.rest, live=graphs.live_graph
    ),
}
# By their constraints, where they have no layout; tours also on a grid.
OWN_FORMS = (
    Form(tours.fits, tours.tour_text, tours.tour_picture, tours.rest, live=tours.live_tour),
    Form(
        schedules.fits,
        schedules.schedule_text,
        schedules.schedule_picture,
        schedules.rest,
        live=schedules.live_schedule,
    ),
    Form(
        *(rectangles.fits, rectangles.rectangles_text, rectangles.rectangles_picture),
        rectangles.rest,
        live=rectangles.live_rectangles,
    ),
)


def form_of(problem: Problem, solution: Sequence[int] | None = None) -> Form:
    """The form in which a problem is drawn that is no puzzle; or these values, right or wrong."""
    problem, solution = _pictured(problem, solution)
    own = next((form for form in OWN_FORMS if form.fits(problem)), None)
    if own is not None:
        return own
    form = FORMS.get(problem.layout.form, LIST) if problem.layout else LIST
    held = problem if solution is None else Problem([[v] for v in solution], layout=problem.layout)
    return form if form.fits(problem) and form.fits(held) else LIST


def _pictured(
    problem: Problem, solution: Sequence[int] | None = None
) -> tuple[Problem, Sequence[int] | None]:
    """What a layout is of: of a problem that hides variables the shown part, and these values."""
    if problem.shows_all or problem.layout is None:
        return problem, solution
    values = None if solution is None else [solution[variable] for variable in problem.shown]
    return shown_part(problem), values


def _rest(problem: Problem, form: Form, drawing: bool) -> list[Constraint]:
    """The constraints that a form does not show: those over hidden variables, too."""
    pictured, _ = _pictured(problem)
    visible = {*problem.shown}
    hidden = [
        each
        for each in problem.constraints
        if pictured is not problem and not visible.issuperset(each.scope)
    ]
    return [*form.rest(pictured, drawing), *hidden]


def is_drawn(problem: Problem, solution: Sequence[int] | None = None) -> bool:
    """Whether its drawing shows more than a list: the form of the problem, or an automaton."""
    return form_of(problem, solution) is not LIST or bool(unrolled(problem.constraints))


def live_picture(problem: Problem) -> Picture | None:
    """The drawing that shows all domains; None where a problem has none in its form."""
    if _pictured(problem)[0] is not problem:
        return None
    return form_of(problem).live(problem, PAGE)


def live_layers_picture(problem: Problem) -> Picture | None:
    """The layers, as live_picture, of constraints that its form does not show."""
    return live_layers(problem, form_of(problem).rest(problem, True), PAGE)


def _expect_fitting(problem: Problem, solution: Sequence[int] | None) -> None:
    number = len(problem.domains)
    if solution is not None and len(solution) != number:
        raise ValueError(f"found {counted(len(solution), 'value')}, expected {number}")


def problem_text(
    problem: Problem, solution: Sequence[int] | None = None, look: str = "plain"
) -> str:
    """A problem or its solution in characters, without a line end.

    Args:
        problem: what is asked; a puzzle too.
        solution: a value for each variable; by default those that are the only ones.
        look: of a puzzle; see text_boards.py.

    Raises:
        ValueError: there are not as many values as variables.
    """
    if isinstance(problem, Puzzle):
        return drawn(problem, None if solution is None else Grid(solution), look=look)
    _expect_fitting(problem, solution)
    form, rest = form_of(problem, solution), _rest(problem, form_of(problem, solution), True)
    pictured, own = _pictured(problem, solution)
    made = form.text(pictured, values_of(pictured, own))
    board = lists.list_text(problem, values_of(problem, solution)) if made is None else made
    tables = (automaton_text(*each) for each in automata(rest))
    return "\n\n".join(filter(None, (board, *tables, layers_text(problem, rest))))


def problem_svg(
    problem: Problem,
    solution: Sequence[int] | None = None,
    look: str = "plain",
    *,
    changed: Collection[int] = (),
    title: str = "",
    colours: Colours = PAPER,
    captioned: bool = False,
) -> str:
    """A problem or its solution as a drawing.

    Args:
        problem: what is asked; a puzzle too.
        solution: a value for each variable; by default those that are the only ones.
        look: of a puzzle; see text_boards.py.
        changed: variables to point out.
        title: what it shows, for those who cannot see it.
        colours: PAPER for a file, PAGE for HTML that has text around it.
        captioned: whether constraints that are not drawn are listed below it.

    Raises:
        ValueError: there are not as many values as variables.
    """
    below = further_constraints(problem, None).split("\n") if captioned else []
    if isinstance(problem, Puzzle):
        grid = None if solution is None else Grid(solution)
        return board(
            *(problem, grid, None, look),
            cells=changed, title=title, colours=colours, below=below,
        )  # fmt: skip
    _expect_fitting(problem, solution)
    values = values_of(problem, solution)
    named = title or f"problem of {problem}"
    form = form_of(problem, solution)
    rest = _rest(problem, form, True)
    figures = (automaton_picture(*each, colours) for each in automata(rest))
    layered = layers_pictures(problem, rest, values, colours)
    pictured, own = _pictured(problem, solution)
    main = form.picture(pictured, values_of(pictured, own), changed, colours)
    picture = stacked([main, *figures, *layered])
    return document(picture.across, picture.down, picture.parts, named, colours, below)


def further_constraints(problem: Problem, look: str | None = "plain") -> str:
    """The constraints that are not shown, by their names; the first ones, where they are many.

    In further lines in which of the sums that are shown values may repeat, and the objective.

    Args:
        problem: what is asked; a puzzle too.
        look: of text; None for a drawing, which shows more.
    """
    if isinstance(problem, Puzzle):
        return caption(problem, look).partition("\n")[2]
    form = form_of(problem)
    rest = _rest(problem, form, look is None)
    further = "further " * (len(rest) < len(problem.constraints))
    words = listed_constraints(rest, problem.names)
    listed = f"{further}constraints: {words}" if words else ""
    sought = ""
    if problem.objective is not None:
        sought = f"objective: {objective_words(problem.objective, problem.names)}"
    return "\n".join(filter(None, (listed, form.note(problem), sought)))


def problem_caption(problem: Problem, look: str | None = "plain") -> str:
    """A line on what is asked, and another one on what is not shown of it."""
    if isinstance(problem, Puzzle):
        return caption(problem, look)
    return f"{kind_of(problem)}\n{further_constraints(problem, look)}".rstrip("\n")
