"""A puzzle in SMT-LIB 2: an integer for each cell, distinct within each constraint.

SMT, satisfiability modulo theories, asks for a model of a formula in which some symbols have a
fixed meaning: here those of the integers.  SMT-LIB is the language that its solvers share (C.
Barrett, P. Fontaine and C. Tinelli, "The SMT-LIB Standard: Version 2.6", 2017).  A file is a list
of commands:

    (declare-const r1c1 Int)                             the cell in row 1, column 1
    (assert (or (= r1c1 2) (= r1c1 5)))                  its candidates
    (assert (distinct r1c1 r1c2 r1c3 r1c4))              row 1
    (assert (or (= r1c1 4) (= r1c3 4) (= r1c4 4)))       row 1 has a 4
    (check-sat)                                          is there a model?
    (get-value (r1c1 r1c2 ...))                          which values do the cells have in it?

`distinct` is a word of the language itself, for two terms or more.  `smtlib+disequalities` writes
the same as pairs, `(not (= r1c1 r1c2))`, a binary CSP.  A blank grid of N = n*n cells, h houses
and p pairs of peers has

    encoding                 assertions     4x4     9x9     16x16     25x25
    ----------------------   -----------   ----   -----   -------   -------
    smtlib                   N + h + h n     76     351     1,072     2,575
    smtlib+disequalities     N + p + h n    120   1,134     6,016    22,500

Domains by bounds, and places left out, measured: docs/encodings/others.md.
"""

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from accord.encodings.encoding import Codec, Encoding, Size
from accord.encodings.problems.smtlib import CODEC
from accord.encodings.scopes import all_different, disequalities
from accord.encodings.smt_output import grid
from accord.puzzles import Constraint, Problem, Puzzle, Value, ValueSet, cell_name

Differ = Literal["distinct", "disequalities"]  # how a constraint says that its cells differ
Term = str  # what may be asserted


class Theory(NamedTuple):
    """How a cell and its values are written in one of the logics."""

    logic: str
    sort: str  # of a cell
    about: tuple[str, ...]  # what stands for what, in words
    definitions: tuple[str, ...]
    number: Callable[[Value], Term]
    domain: Callable[[str, ValueSet], Term]  # a cell has one of some values; empty: says nothing


class Group(NamedTuple):
    """Assertions that say one thing together."""

    about: str
    terms: list[Term]


def integers() -> Theory:
    """The theory in which a value is the integer it looks like."""

    def domain(name: str, values: ValueSet) -> Term:
        return either(f"(= {name} {value})" for value in sorted(values))

    return Theory("QF_LIA", "Int", ("and its integer the value.",), (), str, domain)


def script(
    puzzle: Puzzle, theory: Theory, differ: Differ, *, places: bool = True, repeats: bool = True
) -> Iterator[str]:
    """The text of an SMT-LIB 2 file whose models are the solutions of `puzzle`, line by line.

    Args:
        puzzle: what is asked.
        theory: what its cells are.
        differ: how they differ.
        places: say that every value has a place in a full constraint.
        repeats: keep assertions that were written before.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    size = puzzle.size
    names = [cell_name(cell, size) for cell in puzzle.shape.cells]
    written: set[Term] = set()
    yield f"; A puzzle of {size} x {size} cells: r1c2 is the cell in row 1, column 2,\n"
    yield from (f"; {line}\n" for line in theory.about)
    yield "(set-option :produce-models true)\n"
    yield f"(set-logic {theory.logic})\n"
    yield from (f"{line}\n" for line in theory.definitions)
    yield from (f"(declare-const {name} {theory.sort})\n" for name in names)
    for about, terms in assertions(puzzle, theory, differ, places):
        wanted = [term for term in terms if repeats or term not in written]
        written.update(wanted)
        if wanted:
            yield f"; {about}\n"
            yield from (f"(assert {term})\n" for term in wanted)
    yield "(check-sat)\n"
    rows = (" ".join(names[at : at + size]) for at in range(0, len(names), size))
    yield "(get-value (" + "\n            ".join(rows) + "))\n"


def assertions(
    puzzle: Puzzle, theory: Theory, differ: Differ, places: bool = True
) -> Iterator[Group]:
    """What is asserted, in groups; a group may be empty.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    constraints = all_different(puzzle)
    names = [cell_name(cell, puzzle.size) for cell in puzzle.shape.cells]
    cells = list(zip(names, puzzle.domains, strict=True))
    terms = (theory.domain(name, domain) for name, domain in cells if domain)
    yield Group("each cell has one of its values", [term for term in terms if term])
    for name, domain in cells:
        if not domain:
            yield Group(f"{name} has no value left", ["false"])
    if differ == "disequalities":
        pairs = [f"(not (= {names[one]} {names[other]}))" for one, other in disequalities(puzzle)]
        yield Group("these differ two and two", pairs)
    for number, constraint in enumerate(constraints, 1):
        where = " ".join(constraint.name.split()) or f"constraint {number}"
        if differ == "distinct" and len(constraint.cells) > 1:
            members = " ".join(names[cell] for cell in sorted(constraint.cells))
            yield Group(f"{where}: all different", [f"(distinct {members})"])
        if places and len(constraint.cells) == puzzle.size:
            yield from _places(puzzle, theory, constraint, where)


def _places(puzzle: Puzzle, theory: Theory, constraint: Constraint, where: str) -> Iterator[Group]:
    """That each value has a place, where no cell is known to be it."""
    terms = []
    for value in range(1, puzzle.size + 1):
        cells = [cell for cell in sorted(constraint.scope) if value in puzzle.domains[cell]]
        if not cells:
            yield Group(f"{where} has no place for {value}", ["false"])
        elif all(len(puzzle.domains[cell]) > 1 for cell in cells):
            names = (cell_name(cell, puzzle.size) for cell in cells)
            terms.append(either(f"(= {name} {theory.number(value)})" for name in names))
    yield Group(f"{where}: every value has a place", terms)


def either(terms: Iterator[Term]) -> Term:
    """The disjunction of one term or more."""
    several = list(terms)
    return several[0] if len(several) == 1 else f"(or {' '.join(several)})"


def size_of(puzzle: Puzzle, theory: Theory, differ: Differ) -> Size:
    """What the assertions cost: a variable is a cell, a literal the mention of a cell."""
    terms = [term for group in assertions(puzzle, theory, differ) for term in group.terms]
    mentions = sum(len(CELL.findall(term)) for term in terms)
    return Size(len(puzzle.domains), len(terms), len(set(terms)), mentions)


CELL = re.compile(r"\br[0-9]+c[0-9]+")


def encodings_in(
    theory: Callable[[int], Theory],
    first: int,
    name: str,
    cell: str,
    problems: Codec[Problem] | None = None,
) -> dict[str, Encoding]:
    """The two encodings in a theory, by `distinct` and by disequalities.

    Args:
        theory: of a size.
        first: the number that stands for the value 1.
        name: of the encoding by `distinct`.
        cell: what a cell is, in words.
        problems: the codec of the encoding by `distinct` for problems, if it takes them.
    """

    def encoding(differ: Differ, rule: str, problems: Codec[Problem] | None = None) -> Encoding:
        def write(puzzle: Puzzle, distinct: bool) -> Iterator[str]:
            return script(puzzle, theory(puzzle.size), differ, repeats=not distinct)

        write.__doc__ = f"SMT-LIB 2, {cell} per cell: {rule}, and every value has a place."
        return Encoding(
            "SMT-LIB 2",
            ".smt2",
            Codec(
                write,
                lambda puzzle, text: grid(puzzle, text, first),
                lambda puzzle: size_of(puzzle, theory(puzzle.size), differ),
            ),
            problems,
        )

    return {
        name: encoding("distinct", "they are distinct", problems),
        f"{name}+disequalities": encoding("disequalities", "two and two they differ"),
    }


ENCODINGS = encodings_in(lambda size: integers(), 1, "smtlib", "an integer", CODEC)
