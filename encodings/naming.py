"""Names in a file about a problem: its variables as identifiers, and comments for people.

A variable keeps its name where that is an identifier of the language; x[0,1] becomes x_0_1.  The
others are x0, x1, ..., by their number, and a comment says which they are; variables of
decompositions are fresh0, fresh1, ...  What is taken already gets an underscore.

Names and labels are any text, and a line end in one would be a line of the file: in a comment, what
cannot be printed is written as Python escapes it.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from accord.encodings.encoding import Size
from accord.encodings.posts import Flat, Posts
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.domain import Domain
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem

Spelling = Callable[[str], str | None]
"""How a name is written in a language, different ones differently; None if it cannot be."""


class Words(NamedTuple):
    """The identifiers of a flattened problem's variables."""

    fresh: Fresh
    names: list[str]  # of its own variables, then of fresh ones
    own: int  # variables of the problem itself

    def of(self, scope: Iterable[int]) -> list[str]:
        """The identifiers of some variables."""
        return [self.names[variable] for variable in scope]

    def another(self, domain: Domain) -> str:
        """The identifier of a new variable with this domain, which only the language needs."""
        variable = self.fresh.variable(domain)
        self.names.append(free(f"fresh{variable - self.own}", self.names))
        return self.names[-1]


def identifiers(problem: Problem, spell: Spelling) -> list[str]:
    """The identifiers of a problem's variables, in their order."""
    spelled = [*map(spell, problem.names)]
    taken = {*spelled}
    for place, name in enumerate(problem.names):
        if spelled[place] is None:
            plain = "_".join(re.findall(r"[A-Za-z0-9_]+", name)) if name.isascii() else ""
            spelled[place] = free(plain if spell(plain) == plain else f"x{place}", taken)
            taken.add(spelled[place])
    return [word for word in spelled if word is not None]


def words(problem: Problem, flat: Flat, spell: Spelling) -> Words:
    """The identifiers of a problem's variables and of those of its decompositions."""
    names = identifiers(problem, spell)
    taken, own = {*names}, len(names)
    fresh = [free(f"fresh{place}", taken) for place in range(len(flat.domains) - own)]
    return Words(flat.fresh, [*names, *fresh], own)


def free(word: str, taken: Container[str | None]) -> str:
    """The word, or the first longer one that is free."""
    while word in taken:
        word += "_"
    return word


def marks(problem: Problem) -> list[str]:
    """By variable `, not shown`, for a comment, where it is hidden; else empty."""
    found = [", not shown"] * len(problem.domains)
    for variable in problem.shown:
        found[variable] = ""
    return found


def remarks(problem: Problem, names: Sequence[str]) -> list[str]:
    """By variable, for a comment, its name where its identifier is another, and its mark."""
    pairs = zip(problem.names, names, strict=False)
    called = ("" if name == word.strip('|"') else in_one_line(name) for name, word in pairs)
    return [
        f"{name}{mark}".removeprefix(", ")
        for name, mark in zip(called, marks(problem), strict=False)
    ]


def columns_of(problem: Problem) -> int:
    """The columns of the grid in which people see the variables; 0 where it is none."""
    layout = problem.layout
    return layout.columns if layout and layout.form == "grid" else 0


def in_rows(problem: Problem, names: Sequence[str], columns: int) -> Iterator[Sequence[str]]:
    """The names of the problem's own variables in rows of a length; no rows for length 0."""
    own = len(problem.domains) if columns else 0
    return (names[start : min(start + columns, own)] for start in range(0, own, columns or 1))


def titled(problem: Problem, flat: Flat, distinct: bool) -> Iterator[tuple[str, list[Constraint]]]:
    """By constraint of the problem its name in one line, and the constraints posted for it.

    Neighbours of one name are taken together: a model in Python says several in a line.  Of what is
    not posted as it is the name says so.

    Args:
        problem: what is asked.
        flat: it in kinds that are posted.
        distinct: leave out what was posted before.
    """
    before: set[Constraint] = set()
    own = problem.constraints
    pairs = zip(flat.owners, flat.constraints, strict=True)
    for _, group in groupby(pairs, key=lambda pair: own[pair[0]].name or pair[0]):
        every = [*group]
        parts = [part for _, part in every if not (distinct and part in before)]
        before.update(parts if distinct else ())
        if parts:
            first = own[every[0][0]]
            decomposed = any(part is not own[place] for place, part in every)
            name = in_one_line(first.name or first.kind * decomposed)
            yield name + ", decomposed" * decomposed, parts


def size_in(posts: Posts) -> Callable[[Problem], Size]:
    """The function from a problem to its size in the kinds that a language posts.

    An all-different of fewer than two variables says nothing.
    """

    def size(problem: Problem) -> Size:
        flat = posts.flatten(problem)
        every = [
            each
            for each in flat.constraints
            if len(each.scope) > 1 or not isinstance(each, AllDifferent)
        ]
        mentions = sum(len(each.scope) for each in every)
        return Size(len(flat.domains), len(every), len(set(every)), mentions)

    return size


MOST = 12  # variables of a constraint that are named
LONGEST = 80  # characters of a name


def in_one_line(text: str) -> str:
    """A name as part of a line: escaped, and cut after LONGEST characters."""
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}..."


def title(problem: Problem) -> str:
    """A problem in some words, for the first line of a file: A problem of 2 variables and ..."""
    variables = counted(len(problem.domains), "variable")
    return f"A problem of {variables} and {counted(len(problem.constraints), 'constraint')}"


def name_of(problem: Problem, variable: int) -> str:
    """The name of a variable, in one line."""
    return in_one_line(problem.names[variable])


def domain_of(problem: Problem, variable: int) -> str:
    """The values of a variable: 1..9, 12."""
    return in_one_line(str(Domain.of(problem.domains[variable])))


def constraint_of(problem: Problem, place: int) -> str:
    """A constraint by its place from 0: constraint 2, linear "cage": over x, y, z."""
    constraint = problem.constraints[place]
    scope = [*dict.fromkeys(constraint.scope)]
    names = [name_of(problem, variable) for variable in scope[:MOST]]
    if len(scope) > MOST:
        names.append(f"... ({len(scope)})")
    label = f' "{in_one_line(constraint.name)}"' if constraint.name else ""
    return f"constraint {place + 1}, {constraint.kind}{label}: over {', '.join(names) or 'nothing'}"


def heading(problem: Problem, place: int | None) -> str:
    """The heading of a part of a file: a constraint by its place; None: the domains."""
    if place is None:
        return "each variable has one value"
    own = place < len(problem.constraints)
    return constraint_of(problem, place) if own else "the value of the objective"


def constraints_of(problem: Problem) -> Iterator[str]:
    """Every constraint in a line."""
    for place in range(len(problem.constraints)):
        yield constraint_of(problem, place)
