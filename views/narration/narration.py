"""What happened, in a sentence: the events of a trace for those who read and do not program.

r1c5 loses 5: r1c4 is 5 (row 1).
r7c2 = 9: no other cell of box 7 can be 9.
Guess at depth 2: r3c3 = 1, of 1, 4 and 6; no open cell has fewer candidates.

Of problems the variables and constraints have the names that the problem gives them:

E loses 8: S is 9, N is 2..8 and M is 1 (S + E = N + 10 M).
Conflict: cage a: x + y = 3 cannot hold: x is 3 and y is 1..2.
"""

from collections.abc import Sequence
from typing import Any

from accord.puzzles import Domain, Puzzle
from accord.puzzles.formats.problem_json import domain_of
from accord.puzzles.phrasing import listed, seconds
from accord.solvers.traces.events import BREAKS_OFF, End, Event, Header, Reason, faults
from accord.views.narration.constraint_words import in_words

ORDERS = {  # of a decision: why this cell
    "first": "it is the first open cell",
    "mrv": "no open cell has fewer candidates",
    "mrv-degree": "no open cell has fewer candidates, and none of these more open peers",
    "dom-wdeg": "its constraints were in the most conflicts for the candidates it has",
    "random": "chance picked the cell",
    "cadical": "CaDiCaL chose it",
    "cadical-learnt": "it failed at once, and CaDiCaL learnt that it is false",
    "learning": "no open literal was in more conflicts lately",
    "learning-learnt": "it failed at once, and it was learnt that it is false",
    "fewest options": "nothing else has fewer ways to be covered",
}

OF_PROBLEMS = {"cell": "variable", "candidate": "value", "peer": "neighbour"}
MOST_NAMED = 8  # variables that a reason rests on; more are counted
ENOUGH = "found as many solutions as it was asked for: "  # why a solver stopped, before the number


def sentence(header: Header, event: Event) -> str:
    """An event in a sentence, with its reason."""
    reason = event.reason or {}
    if text := str(reason.get("sentence", "")):
        return text if text.endswith(".") else f"{text}."
    cell = "" if event.cell is None else header.name(event.cell)
    value = value_text(header, event)
    match event.kind:
        case "assign":
            return f"{cell} = {value}: {_why_assigned(header, event, reason)}."
        case "remove":
            return f"{cell} loses {value}: {_why_removed(header, event, reason)}."
        case "decide":
            return f"Guess at depth {event.depth}: {cell} {_decided(header, event, reason)}."
        case "conflict":
            return f"Conflict: {_contradiction(header, cell, reason)}."
        case "backtrack" | "restart":
            return _back(event)
        case "bound":
            return f"Nothing is better than {event.value}, the solver claims{_when(event)}."
        case _:
            return _claimed(header, event)


def value_text(header: Header, event: Event) -> str:
    """The value of an event, or several, for people: words, where the variable has them."""
    said = event.value if event.values is None else event.values
    return str(said) if event.cell is None or said is None else _text(header, event.cell, said)


def _text(header: Header, cell: int, said: int | str | Domain) -> str:
    """A value of a variable, or a domain, which may be a text: with words, where it has them."""
    symbols = header.problem.symbols
    if symbols is None or not symbols.of_variable(cell):
        return str(said)
    if isinstance(said, int):
        return symbols.text(cell, said)
    left = domain_of("domain", said) if isinstance(said, str) else said
    return header.problem.domain_text(cell, left)


def ending(header: Header, end: End) -> str:
    """The end of a search in a sentence."""
    if end.why == BREAKS_OFF:
        return "The file ends here; how the search ended is not known."
    if end.exhausted and end.status == "UNSAT":
        return "There is no solution, the solver claims."
    if end.exhausted:
        others = "none is better" if header.problem.goal else "there are no more"
        return f"A solution was found, and the solver claims that {others}."
    if end.why.startswith(ENOUGH):
        return _enough(end.why.removeprefix(ENOUGH))
    others = "the best" if header.problem.goal else "all"
    found = (
        f"A solution was found, but perhaps not {others}"
        if end.status == "SAT"
        else "No solution was found"
    )
    return f"{found}: {end.why}." if end.why else f"{found}."


def _enough(number: str) -> str:
    """The end of a search that found as many solutions as it was asked for."""
    if number == "1":
        return "A solution was found: it was asked for one."
    return f"{number} solutions were found: it was asked for no more."


def _names(cells: Sequence[int], header: Header) -> str:
    return listed(map(header.name, cells))


def words_for(header: Header, text: str) -> str:
    """A text about cells and candidates, in the words of what is asked."""
    if isinstance(header.problem, Puzzle):
        return text
    for word, other in OF_PROBLEMS.items():
        text = text.replace(word, other)
    return text


def _house(header: Header, reason: Reason) -> str:
    """The name of the reason's constraint."""
    constraint = header.constraints[reason["constraint"]]
    if not isinstance(header.problem, Puzzle):
        return in_words(constraint, header.problem.names)
    return constraint.name or f"the cells {_names(constraint.scope, header)}"


def _because(header: Header, reason: Reason) -> str:
    """Domains of the variables that a reason rests on, in words."""
    pairs = zip(reason["cells"], reason["domains"], strict=False)
    known = [f"{header.name(cell)} is {_text(header, cell, left)}" for cell, left in pairs]
    return listed(known, most=MOST_NAMED)


def _why_assigned(header: Header, event: Event, reason: Reason) -> str:
    if "constraint" in reason:
        return f"no other cell of {_house(header, reason)} can be {event.value}"
    if "clause" in reason:
        return _clause(header, reason)
    return words_for(header, "it has no other candidate left")


def _why_removed(header: Header, event: Event, reason: Reason) -> str:
    if "clause" in reason:
        return _clause(header, reason)
    if "bound" in reason:
        return f"the best solution so far has {reason['bound']}"
    if "constraint" not in reason:
        return "it cannot be"
    house, cells = _house(header, reason), reason.get("cells", ())
    if "domains" in reason:
        return f"{_because(header, reason) or 'no values of the others go with it'} ({house})"
    names = _names(cells, header)
    if len(cells) == 1:
        return f"{names} is {event.value} ({house})"
    return f"{names} need it, as they have {len(cells)} candidates between them ({house})"


def _decided(header: Header, event: Event, reason: Reason) -> str:
    sign = "=" if event.holds else "is not"
    among = reason.get("values", ())
    if isinstance(among, str) and event.cell is not None:
        among = [_text(header, event.cell, among)]
    others = f" of {listed(among)}" if any(value != event.value for value in among) else ""
    item = reason.get("item", {})
    if "constraint" in item:
        places = _names(reason.get("cells", ()), header)
        others = f" one of {places}, the places of {item['value']} in {_house(header, item)}"
    why = words_for(header, ORDERS.get(str(reason.get("decision")), ""))
    return f"{sign} {value_text(header, event)}{',' * bool(others)}{others}{'; ' * bool(why)}{why}"


def _contradiction(header: Header, cell: str, reason: Reason) -> str:
    if "bound" in reason:
        return (
            f"{cell} has no value that is better than {reason['bound']}, as the last solution has"
        )
    if "constraint" in reason and "value" in reason:
        return f"{_house(header, reason)} has no place left for {reason['value']}"
    if "domains" in reason:
        why = _because(header, reason)
        return f"{_house(header, reason)} cannot hold{': ' * bool(why)}{why}"
    if "constraint" in reason:
        names = _names(reason.get("cells", ()), header)
        return f"{names} cannot have different values ({_house(header, reason)})"
    if "clause" in reason:
        return f"no literal of a clause can be true: {_literals(header, reason['clause'])}"
    return f"{cell or words_for(header, 'a cell')} has no {words_for(header, 'candidate')} left"


def _back(event: Event) -> str:
    if event.kind == "restart":
        return "Restart: every guess is taken back."
    depth = event.depth or 0
    left = f"{depth} still stand{'s' * (depth == 1)}" if depth else "none stands any more"
    return f"Back: of the guesses {left}."


def _claimed(header: Header, event: Event) -> str:
    values, goal = event.grid or (), header.problem.goal
    fault = next(faults(header, values), "")
    value = f" of value {goal.value(values)}" if goal and not fault else ""
    what = "A grid that is" if isinstance(header.problem, Puzzle) else "Values that are"
    return f"{what} no solution: {fault}." if fault else f"A solution{value}{_when(event)}."


def _when(event: Event) -> str:
    """When a film without steps has an event."""
    return "" if event.at is None else f", after {seconds(event.at)}"


def _clause(header: Header, reason: Reason) -> str:
    learnt = "learnt clause" if reason.get("learnt") else "clause"
    return f"the only literal of a {learnt} that can be true: {_literals(header, reason['clause'])}"


def _literals(header: Header, clause: Sequence[Sequence[Any]]) -> str:
    return " or ".join(_literal(header, literal) for literal in clause)


def _literal(header: Header, literal: Sequence[Any]) -> str:
    cell, value, holds = literal
    return f"{header.name(cell)} {'=' if holds else 'is not'} {_text(header, cell, value)}"
