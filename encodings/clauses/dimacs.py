"""DIMACS CNF: the clauses of every encoding, as the file that SAT solvers read.

    c r1c1=1: 1          a comment: r1c1 holds a 1 exactly where these literals are all true
    p cnf 729 11988      so many variables and clauses follow
    1 2 3 4 0            a clause: its literals and a 0

The language of the second DIMACS implementation challenge, "Satisfiability: suggested format",
1993, and of the SAT competitions since.  The comments map every value of every cell to literals, so
that a model can be read without accord; they come before the line `p`, the only place where the
format has them, though the solvers tried here allow them later too.  Of a problem they name its
variables and list its constraints.  Where it does not show all variables, the comment

    c p show 1 2 3 0     by which projected models are counted

lists the variables of the clauses that say the shown ones, as the Model Counting Competition has it
since 2021 (Fichte, Hecher and Hamiti, "The model counting competition 2020", JEA 2021).

A file may leave out repeated clauses (one that has the same literals in another order is a repeat):
1,458 of 11,988 for a blank 9x9 in `extended`.  The models, and so the way back, are the same.  A
blank 25x25, 752,500 clauses or 11 MB, is written in 0.7 s, or in 1.0 s where repeats are looked
for.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from math import isqrt

from accord.encodings import naming
from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, Clause, name_of
from accord.encodings.encoding import Codec, Encoding, Size
from accord.encodings.model import ModelError, grid_of, literals, solution_of
from accord.puzzles import Problem, Solution, is_plain

OVER = {
    "cell": (
        "Clauses over one cell say what it may hold; over several cells, that they do not share a",
        "value or that one of them holds it. No line above names a variable that is auxiliary.",
    ),
    "name": ("No line above has a variable that is auxiliary; a clause of others is over names.",),
}


def text(formula: CNF, about: Iterable[str] = ()) -> Iterator[str]:
    """The lines of a file, with their ends.

    Args:
        formula: the clauses, and what they say of the cells.
        about: what stands in the first comments.
    """
    for line in (*about, *_meanings(formula), *_kinds(formula)):
        yield f"c {line}\n" if line else "c\n"
    if formula.of is not None and not formula.of.shows_all:
        yield f"c p show {' '.join(map(str, [*_shown(formula.of, formula), 0]))}\n"
    yield f"p cnf {formula.variables} {len(formula.clauses)}\n"
    for clause in formula.clauses:
        yield f"{' '.join(map(str, clause))} 0\n"


def distinct(clauses: Iterable[Clause]) -> list[Clause]:
    """The clauses, each set of literals once, where it was first."""
    first: dict[Clause, Clause] = {}
    for clause in clauses:
        first.setdefault(tuple(sorted(clause)), clause)
    return list(first.values())


def read(formula: CNF, printed: str) -> Solution:
    """The values in what a SAT solver printed about the formula; of a puzzle its grid.

    Raises:
        UnsatisfiableError: the solver says that there is no model.
        ModelError: there is no model, or not one value for each cell or variable.
    """
    model = literals(printed)
    largest = max(map(abs, model), default=0)
    if largest > formula.variables:
        raise ModelError(
            f"found the variable {largest}, expected 1 to {formula.variables}: "
            "is this a model of another puzzle, or in another encoding?"
        )
    true = set(model)
    held = (
        (cell, value)
        for cell, meaning in enumerate(formula.cells)
        for value, clause in meaning.items()
        if true.issuperset(clause)
    )
    if formula.of is not None:
        return solution_of(formula.of, held)
    return grid_of(isqrt(len(formula.cells)), held)


def size(formula: CNF) -> Size:
    """The size of a formula."""
    clauses = formula.clauses
    number = len({tuple(sorted(clause)) for clause in clauses})
    return Size(formula.variables, len(clauses), number, sum(map(len, clauses)))


def _meanings(formula: CNF) -> Iterator[str]:
    """Comments: a line for each value of a cell or variable, with the literals that mean it."""
    what = "cell" if formula.of is None else "variable"
    where = "r1c2 is row 1, column 2; " if what == "cell" else ""
    yield f"A {what} holds a value exactly where the literals after the colon are all true."
    yield f"{where}no literals: always; no line: never."
    for cell, meaning in enumerate(formula.cells):
        name = naming.in_one_line(name_of(formula, cell))
        for value, clause in meaning.items():
            yield f"{name}={value}: {' '.join(map(str, clause))}".rstrip()
    yield ""


def _shown(problem: Problem, formula: CNF) -> list[int]:
    """The variables of the clauses that say which values the shown variables have."""
    said = (clause for each in problem.shown for clause in formula.cells[each].values())
    return sorted({abs(literal) for clause in said for literal in clause})


def _kinds(formula: CNF) -> Iterator[str]:
    """Comments: the number of clauses by length and by the cells they are over, with examples."""
    cell_of = _cells_of_literals(formula)
    kinds: dict[tuple[bool, int, int], list[Clause]] = {}
    for clause in formula.clauses:
        about = set(map(cell_of.__getitem__, clause))
        auxiliary = -1 in about
        kind = (auxiliary, 0 if auxiliary else len(about), len(clause))
        kinds.setdefault(kind, []).append(clause)
    what = "cell" if formula.of is None else "name"
    yield from OVER[what]
    for (auxiliary, cells, length), clauses in sorted(kinds.items()):
        over = "with auxiliary variables" if auxiliary else f"over {cells} {what}{'s'[: cells - 1]}"
        example = " ".join(map(str, clauses[0]))
        yield f"{len(clauses):9} of length {length} {over}, such as {example} 0"


def _cells_of_literals(formula: CNF) -> list[int]:
    """The cell that each literal is about, -1 for none; negative literals count from the end."""
    cell_of = [-1] * (formula.variables + 1)
    for cell, meaning in enumerate(formula.cells):
        for clause in meaning.values():
            for literal in clause:
                cell_of[abs(literal)] = cell
    return cell_of + cell_of[:0:-1]


def _encoding(name: str) -> Encoding:
    formula = partial(cnf.encode, encoding=name)

    def write(problem: Problem, once: bool) -> Iterator[str]:
        encoded = formula(problem)
        if once:
            encoded = encoded._replace(clauses=distinct(encoded.clauses))
        yield from text(encoded, _about(problem, name, once, encoded.determined))

    write.__doc__ = f"Clauses of the encoding {name}, for SAT solvers."
    codec = Codec(
        write,
        lambda puzzle, printed: read(formula(puzzle), printed),
        lambda puzzle: size(formula(puzzle)),
    )
    puzzles_only = not cnf.takes_problems(name)
    return Encoding("DIMACS CNF", ".cnf", codec, formula, puzzles_only)


def _about(problem: Problem, name: str, once: bool, determined: bool) -> Iterator[str]:
    if is_plain(problem):
        n = problem.size
        yield f"A puzzle of {n}x{n} cells as clauses, in the encoding {name} of accord."
        yield f"Givens: {problem}"
    else:
        yield f"{naming.title(problem)} as clauses, in the encoding {name} of accord."
        yield from naming.constraints_of(problem)
        several = "may be several models, which differ in auxiliary variables"
        yield f"A solution {'is one model' if determined else several}."
    if once:
        yield "Each clause stands once."
    yield ""


ENCODINGS = {f"cnf-{name}": _encoding(name) for name in cnf.NAMES}
