"""Layers: a Regular or an MDD unrolled over its variables, as a search filters it.

There is a column of dots for each place between two variables: the states, or nodes, through which
some accepted word within the domains goes (Gilles Pesant, "A regular language membership constraint
for finite sequences of variables", CP 2004).  An arrow takes the values that stand beside it; below
are the variables, on the right the names of states.  Where all values are known their path is
thick.  What is too large to draw is said in a sentence.
"""

from collections.abc import Iterable, Sequence

from accord.puzzles.constraints.automaton import Step, layers
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.outside_data import visible
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.views.boards.cells import head, toward
from accord.views.boards.elements import (
    MARGIN,
    THICK,
    THIN,
    WIDE,
    Colours,
    Picture,
    Point,
    at,
    cut,
    marked,
    stacked,
    stroked,
    text,
)
from accord.views.boards.forms.lists import Values

MOST, MOST_PLACES, MOST_ARROWS = 2, 20, 150  # constraints, and what each may have
DOT, ACROSS, DOWN = 6.0, 62.0, 34.0  # the radius of a state, and between two of them
LETTERS, TITLE = 8.0, 10.0
NAME, WIDTH = 8, 80  # characters of a variable, of a line

Arrows = dict[tuple[int, int], list[int]]  # from a state to a state, by these values


def unrolled(constraints: Iterable[Constraint]) -> list[Regular]:
    """The first different Regulars and MDDs, these as automata."""
    found = (each.regular if isinstance(each, MDD) else each for each in constraints)
    return [*dict.fromkeys(each for each in found if isinstance(each, Regular))][:MOST]


def layers_text(problem: Problem, constraints: Iterable[Constraint]) -> str:
    """The arrows of the first MDDs, one layer a line; a Regular has a table."""
    parts = list[str]()
    for each in unrolled(each for each in constraints if isinstance(each, MDD)):
        every, title = _arrows(problem, each), _title(each)
        lines = [title, why] if (why := _too_large(every)) else [title]
        for variable, arrows in zip(each.scope, () if why else every, strict=False):
            steps = (
                f"{each.automaton.names[one]} -{_words(values)}-> {each.automaton.names[other]}"
                for (one, other), values in arrows.items()
            )
            lines.append(f"  {cut(problem.names[variable], NAME)}: {', '.join(steps) or 'none'}")
        parts.append("\n".join(cut(line, WIDTH) for line in lines))
    return "\n\n".join(parts)


def layers_pictures(
    problem: Problem, constraints: Iterable[Constraint], values: Values, colours: Colours
) -> list[Picture]:
    """The first Regulars and MDDs, one below the other."""
    return [_picture(problem, each, values, colours) for each in unrolled(constraints)]


def live_layers(
    problem: Problem, constraints: Iterable[Constraint], colours: Colours
) -> Picture | None:
    """The layers that the player changes as domains shrink; None where none are drawn."""
    drawn = [each for each in unrolled(constraints) if not _too_large(_arrows(problem, each))]
    unknown = [None] * len(problem.domains)
    return stacked(_picture(problem, each, unknown, colours) for each in drawn) if drawn else None


def _picture(problem: Problem, regular: Regular, values: Values, colours: Colours) -> Picture:
    every, title = _arrows(problem, regular), _title(regular)
    caption = text((MARGIN, MARGIN + TITLE), title, TITLE, text_anchor="start")
    broad = WIDE * TITLE * len(title) + 2 * MARGIN
    if why := _too_large(every):
        reason = text((MARGIN, MARGIN + 2.5 * TITLE), why, LETTERS, text_anchor="start")
        return Picture(
            max(broad, WIDE * LETTERS * len(why) + 2 * MARGIN), 4 * TITLE, [caption, reason]
        )
    spots = _spots(every)
    word = [values[variable] for variable in regular.scope]
    path = _path(regular, word)
    parts, letters = list[str](), list[str]()
    for place, arrows in enumerate(every):
        for (one, other), taken in arrows.items():
            start, end = spots[place][one], spots[place + 1][other]
            begin, tip = toward(start, end, DOT + 1), toward(end, start, DOT + 1)
            known = path[place : place + 2] == [one, other]
            data = f"M{at(begin)}L{at(tip)}{head(begin, tip, 5)}"
            arrow = stroked("path", colours.ink, THICK if known else THIN, d=data)
            words = _value(start, end, _words(taken))
            steps = " ".join(map(str, (place, one, other, *taken)))
            parts.append(marked("g", "arrow", arrow + words, data_arrow=steps))
    for place, column in enumerate(spots):
        for state, (x, y) in column.items():
            known = path[place : place + 1] == [state]
            circle = stroked("circle", colours.ink, THICK if known else 1, cx=x, cy=y, r=DOT)
            parts.append(marked("g", "state", circle, data_state=f"{place} {state}"))
    low = max(y for column in spots for _, y in column.values()) + DOT + 2 * LETTERS
    for place, variable in enumerate(regular.scope):
        name = cut(problem.names[variable], NAME)
        letters.append(text((ACROSS * (place + 0.5), low), name, LETTERS, fill=colours.grey))
    for state, (x, y) in spots[-1].items():
        name = cut(regular.automaton.names[state], NAME)
        spot = x + DOT + 4, y
        letters.append(text(spot, name, LETTERS, fill=colours.grey, text_anchor="start"))
    move = f"translate({at((MARGIN + 2 * DOT, 3 * TITLE + DOT))})"
    across = ACROSS * len(every) + 4 * DOT + WIDE * LETTERS * NAME + 2 * MARGIN
    down = 3 * TITLE + DOT + low + LETTERS + MARGIN
    scope = " ".join(map(str, regular.scope))
    drawn = marked("g", "layers", "\n".join((*parts, *letters)), transform=move, data_scope=scope)
    return Picture(max(across, broad), down, [caption, drawn])


def _value(start: Point, end: Point, words: str) -> str:
    """The values of an arrow, near its begin, where arrows to up to three rows lie apart."""
    part = 0.25 if len(words) < 3 else 0.36
    x, y = (one + part * (other - one) for one, other in zip(start, end, strict=True))
    return text((x, y - 5), words, LETTERS)


def _arrows(problem: Problem, regular: Regular) -> list[Arrows]:
    """Transitions of each variable that are left within the domains, by their states."""
    domains = [problem.domains[variable] for variable in regular.scope]
    return [_joined(steps) for steps in layers(regular.automaton, domains)]


def _joined(steps: Iterable[Step]) -> Arrows:
    found: Arrows = {}
    for one, value, other in steps:
        found.setdefault((one, other), []).append(value)
    return found


def _spots(every: Sequence[Arrows]) -> list[dict[int, Point]]:
    """The middles of the states of each place: each in a row of its own, if as few rows do."""
    columns = [{0}, *({other for _, other in arrows} for arrows in every)]
    tallest, used = (
        max(map(len, columns)),
        sorted({state for column in columns for state in column}),
    )
    rows = {state: float(row) for row, state in enumerate(used)} if len(used) == tallest else None
    found = list[dict[int, Point]]()
    for place, column in enumerate(columns):
        first = (tallest - len(column)) / 2
        row_of = rows or {state: first + row for row, state in enumerate(sorted(column))}
        found.append({state: (ACROSS * place, DOWN * row_of[state]) for state in sorted(column)})
    return found


def _path(regular: Regular, word: Sequence[int | None]) -> list[int]:
    """The states of an accepted word that is wholly known; of others none."""
    states = [0]
    for value in word:
        following = regular.automaton.steps[states[-1]].get(value) if value is not None else None
        if following is None:
            return []
        states.append(following)
    return states if states[-1] in regular.automaton.final else []


def _title(regular: Regular) -> str:
    return visible(f"layers of {regular.name}" if regular.name else "layers")


def _too_large(every: Sequence[Arrows]) -> str:
    """A sentence on why it is too large to be drawn; empty where it is not."""
    number = sum(map(len, every))
    if not number:
        return "no word within the domains is accepted"
    if len(every) <= MOST_PLACES and number <= MOST_ARROWS:
        return ""
    return (
        f"not drawn: {counted(len(every), 'variable')} and {counted(number, 'arrow')}; "
        f"at most {MOST_PLACES} and {MOST_ARROWS} are"
    )


def _words(values: Sequence[int]) -> str:
    """The values of an arrow: three or more in a row as a range."""
    ranges = list[list[int]]()
    for value in values:
        if ranges and value == ranges[-1][-1] + 1:
            ranges[-1].append(value)
        else:
            ranges.append([value])
    parts = [
        f"{each[0]}..{each[-1]}" if len(each) > 2 else ",".join(map(str, each)) for each in ranges
    ]
    return cut(",".join(parts), 12)
