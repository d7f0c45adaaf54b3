"""A puzzle as an answer set program: facts that describe the puzzle, three rules that solve it.

A logic program's answer sets are the sets of atoms that its rules support and its constraints leave
(M. Gelfond and V. Lifschitz, "The stable model semantics for logic programming", ICLP 1988).  The
rules have variables, R, C, V; a grounder replaces them by every value the facts allow before a
solver searches.  In the language of clingo (M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub,
"Multi-shot ASP solving with clingo", TPLP 19, 2019) all of Sudoku is

    { holds(R,C,V) : candidate(R,C,V) } = 1 :- cell(R,C).
    :- full(S),  value(V), { holds(R,C,V) : in(S,R,C) } != 1.
    :- short(S), value(V), { holds(R,C,V) : in(S,R,C) } > 1.

    A cell has exactly one of its candidates.  Each value has exactly one place in a full scope,
    and at most one in a scope of another size.

and everything else is facts, so that the same rules serve any shape with any candidates.  The atoms
`holds` are those of the direct encoding (encodings/clauses/direct.py); in a blank 9x9 there are
729, in 81 + 27 * 9 = 324 instances of the rules, each a count.

Other ways to write it, measured: docs/encodings/others.md.
"""

import re
from collections.abc import Iterator

from accord.encodings.encoding import Codec, Encoding, Size
from accord.encodings.model import ModelError, grid_of
from accord.encodings.problems.asp import CODEC, expect_answer
from accord.encodings.scopes import all_different, scopes
from accord.puzzles import Grid, Puzzle, ValueSet, cell_name

RULES = """\
% What a solution is.  A cell has exactly one of its candidates.
{ holds(R,C,V) : candidate(R,C,V) } = 1 :- cell(R,C).
% It cannot be that a value does not stand exactly once in a full scope,
:- full(S), value(V), { holds(R,C,V) : in(S,R,C) } != 1.
% nor that it stands more than once in a scope of another size.
:- short(S), value(V), { holds(R,C,V) : in(S,R,C) } > 1.
#defined candidate/3.
#defined short/1.
#show holds/3.
"""
HOLDS = re.compile(r"(?<![-\w])holds\(([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2})\)")


def write(puzzle: Puzzle, distinct: bool = False) -> Iterator[str]:
    """A clingo program: facts for this puzzle, a rule for cells and one for scopes.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    size = puzzle.size
    constraints = all_different(puzzle, distinct)
    yield f"% A puzzle of {size} x {size} cells.\n"
    yield "% holds(R,C,V): the cell in row R, column C has the value V.\n"
    yield f"value(1..{size}).\ncell(1..{size},1..{size}).\n"
    yield "% candidate(R,C,V): what a cell may have; of a given there is one.\n"
    for cell, domain in enumerate(puzzle.domains):
        row, column = cell // size + 1, cell % size + 1
        if domain:
            yield f"candidate({row},{column},{_pool(domain, size)}).\n"
        else:
            yield f"% {cell_name(cell, size)} has none.\n"
    yield "% in(S,R,C): a cell of scope S, whose cells all differ.\n"
    yield f"% It is full if it has {size} cells, as many as there are values.\n"
    for number, constraint in enumerate(constraints, 1):
        kind = "full" if len(constraint.cells) == size else "short"
        members = (f"in({number},{c // size + 1},{c % size + 1})." for c in constraint.cells)
        yield f"{kind}({number}). {' '.join(members)} % {' '.join(constraint.name.split())}\n"
    yield RULES


def _pool(domain: ValueSet, size: int) -> str:
    """Several values in the place of one."""
    if len(domain) == size > 1:
        return f"1..{size}"
    values = ";".join(map(str, sorted(domain)))
    return f"({values})" if len(domain) > 1 else values


def read(puzzle: Puzzle, text: str) -> Grid:
    """The grid in the answer that clingo printed, unverified.

    Raises:
        UnsatisfiableError: it says that there is no answer set.
        ModelError: there is no answer, or it does not give each cell one value.
    """
    atoms = HOLDS.findall(text)
    expect_answer(text, bool(atoms), "`holds(1,1,V)` and so on")
    cells = {cell_name(cell, puzzle.size): cell for cell in puzzle.shape.cells}
    values = [(f"r{row}c{column}", int(value)) for row, column, value in atoms]
    if strange := sorted({name for name, _ in values} - cells.keys()):
        last = cell_name(len(cells) - 1, puzzle.size)
        raise ModelError(f"found a value of {strange[0]}, expected cells of {last} at most")
    return grid_of(puzzle.size, ((cells[name], value) for name, value in values))


def size(puzzle: Puzzle) -> Size:
    """A variable is an atom `holds`, a constraint an instance of one of the rules."""
    every = scopes(puzzle)
    atoms = sum(map(len, puzzle.domains))
    mentions = sum(len(puzzle.domains[cell]) for scope in every for cell in scope)
    counts = len(puzzle.domains) + puzzle.size * len(every)
    distinct = len(puzzle.domains) + puzzle.size * len(set(map(frozenset, every)))
    return Size(atoms, counts, distinct, atoms + mentions)


ENCODINGS = {"asp": Encoding("clingo's ASP", ".lp", Codec(write, read, size), CODEC)}
