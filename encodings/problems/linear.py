"""The integer program of a problem as a file: the LP format of CPLEX, and values read back.

    x0, x1, ...      the variables of the problem that take 0 and 1 or stand in a sum, in its order;
                     comments say its names for them
    x0_is_5, x0_is_m5    1 where x0 is 5, where x0 is -5
    f8, f8_is_2      a part of a constraint that was decomposed, and whether it is 2
    s40              which side of a value that it must not have a sum is on

The format has no room for any text as a name.  Rows stand under the constraint that they are part
of.  A variable that is always 1 stands where the format expects a variable and there is none.

HiGHS, SCIP, CBC and GLPK read such files.  What they print of a solution differs, but has the name
of a variable with its value after it in common, perhaps on the next line (GLPK, of long names); a
variable that is 0 is left out by some.

The solutions of the program are those of the problem, one for each.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from accord.encodings import naming
from accord.encodings.encoding import Codec, Encoding, Size
from accord.encodings.model import ModelError, UnsatisfiableError, solution_of
from accord.encodings.problems.integer_program import (
    BINARY,
    IntegerProgram,
    ProgramSum,
    encode,
    whole,
)
from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem, Solution

ONE = "one"  # the variable that is always 1
TERMS = 8  # on a line of the file: some readers take lines of 255 characters
_NUMBER = r"[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?"
_INFEASIBLE = re.compile(
    r"model status\s*:?\s+infeasible$"  # HiGHS, its solution file and its log
    r"|problem is solved \[infeasible\]"  # SCIP
    r"|^(?:integer )?infeasible - objective|\bproblem (?:is|proven) infeasible"  # CBC
    r"|^status: +integer empty|problem has no (?:integer |primal )?feasible solution",  # GLPK
    re.IGNORECASE | re.MULTILINE,
)


def write(problem: Problem, distinct: bool) -> Iterator[str]:
    """An integer linear program: a 0/1 column for each value of a variable, and rows over them.

    Raises:
        UnsupportedError: a domain is too large, or the coefficients of a constraint.
    """
    program = encode(problem)
    names = names_of(program)
    asked = f"Minimize\n nothing: 0 {ONE}"
    if program.objective is not None:
        sense, column = program.objective
        asked = f"{sense.capitalize()}\n objective: {names[column]}"
    yield (
        f"\\ {naming.title(problem)} as an integer linear program, in the LP format of CPLEX.\n"
        "\\ x0_is_5 is 1 where x0 is 5, and x0_is_m5 where it is -5; otherwise they are 0.\n"
        "\\ f and s are parts of constraints.  What is feasible is a solution, and each\n"
        "\\ solution is feasible in one way.\n"
    )
    for variable, mark in enumerate(naming.marks(problem)):
        name = naming.name_of(problem, variable)
        yield f"\\ x{variable}: {name} in {naming.domain_of(problem, variable)}{mark}\n"
    yield f"{asked}\nSubject To\n"
    rows = without_repeats(program.rows) if distinct else program.rows
    about: int | None = -1
    for number, row in enumerate(rows, 1):
        if row.owner != about:
            about = row.owner
            yield f"\\ {naming.heading(problem, about)}\n"
        yield f" r{number}: {_row(row, names)}\n"
    yield f"Bounds\n {ONE} = 1\n"
    general, binary = [ONE], list[str]()
    for name, (low, high) in zip(names, program.bounds, strict=True):
        (binary if (low, high) == (0, 1) else general).append(name)
        if "_is_" not in name:  # SCIP has to meet every name before the last sections
            yield f" {low} <= {name} <= {high}\n"
    yield f"General\n {in_lines(general, ' ')}\n"
    if binary:
        yield f"Binary\n {in_lines(binary, ' ')}\n"
    yield "End\n"


def names_of(program: IntegerProgram) -> list[str]:
    """The names of columns in files: x0, x0_is_5, s40."""
    names = [f"s{column}" for column in range(len(program.bounds))]
    called = [f"{'xf'[each >= program.number]}{each}" for each in range(len(program.fresh.domains))]
    for variable, literals in program.by_value.items():
        for value, column in literals.items():
            if column < 0:  # the negation of the column of a 0/1 variable
                continue
            names[column] = f"{called[variable]}_is_{value}".replace("-", "m")
    for variable, column in program.columns.items():
        names[column] = called[variable]
    return names


def without_repeats(rows: Iterable[ProgramSum]) -> Iterable[ProgramSum]:
    """The rows, those that say the same as one before left out."""
    first: dict[object, ProgramSum] = {}
    for row in rows:
        first.setdefault((frozenset(row.weights.items()), row.low, row.high), row)
    return first.values()


def _row(row: ProgramSum, names: Sequence[str]) -> str:
    """A row in the format."""
    terms = [_term(weight, names[column]) for column, weight in row.weights.items()]
    relation = "=" if row.low == row.high else "<=" if row.low is None else ">="
    right = row.high if row.low is None else row.low
    return f"{in_lines(terms or [f'0 {ONE}'], ' ')} {relation} {right}"


def _term(weight: int, name: str) -> str:
    size = "" if abs(weight) == 1 else f"{abs(weight)} "
    return f"{'-' if weight < 0 else '+'} {size}{name}"


def read(problem: Problem, text: str) -> Solution:
    """The values in a solution file or a log: lines with the name of a column and its value.

    Of a variable with other values than 0 and 1, the columns of its values have to be named, or
    it, and they have to agree.  What is not named is 0.

    Raises:
        UnsatisfiableError: the solver says that the program is infeasible.
        ModelError: there are no values, or a variable has none or several.
    """
    named = named_values(text, rf"{ONE}|[xfs]\d{{1,9}}(?:_is_m?\d{{1,9}})?", "x0 5")
    return solution_of(problem, _found(problem, dict(_once(named))))


def _once(named: Iterable[tuple[str, float]]) -> Iterator[tuple[str, int]]:
    """Names with whole numbers; one that stands several times always has the same."""
    known: dict[str, int] = {}
    for name, value in named:
        number = whole(value, name)
        if known.setdefault(name, number) != number:
            raise ModelError(f"found the values {known[name]} and {number} of {name}, expected one")
        yield name, number


def _found(problem: Problem, values: dict[str, int]) -> Iterator[tuple[int, int]]:
    """The problem's variables with the values that the columns give them."""
    for name, number in values.items():
        variable, _, value = name.partition("_is_")
        if name[0] != "x":
            continue
        place = int(variable[1:])
        if place >= len(problem.domains):
            last = len(problem.domains) - 1
            raise ModelError(f"found {name}, expected x0 to x{last} of this problem")
        if not value:
            yield place, number
        elif number not in (0, 1):
            raise ModelError(f"found {name} = {number}, expected 0 or 1")
        elif number:
            yield place, int(value.replace("m", "-"))
    for place, domain in enumerate(problem.domains):
        if f"x{place}" not in values and Domain.of(domain) == BINARY:
            yield place, 0


def size(problem: Problem) -> Size:
    """Columns, rows, different rows, and terms in all rows.

    Raises:
        UnsupportedError: as `write`.
    """
    program = encode(problem)
    rows = program.rows
    terms = sum(len(row.weights) for row in rows)
    return Size(len(program.bounds), len(rows), len([*without_repeats(rows)]), terms)


def in_lines(words: Sequence[str], between: str) -> str:
    """The words on lines of a few."""
    lines = (words[start : start + TERMS] for start in range(0, len(words), TERMS))
    return f"\n  {between.lstrip()}".join(between.join(line) for line in lines)


def named_values(text: str, name: str, example: str) -> Iterator[tuple[str, float]]:
    """The variables of a solution with their values; one may be named several times.

    Args:
        text: a solution file or a log.
        name: a regular expression for names.
        example: what is expected.

    Raises:
        UnsatisfiableError: the solver says that the program is infeasible.
        ModelError: there are no values.
    """
    if _INFEASIBLE.search(text):  # some print the values they gave up at all the same
        raise UnsatisfiableError("the solver says that the program is infeasible")
    primal = text.partition("# Dual solution values")[0]  # HiGHS names the variables again there
    named = re.findall(rf"(?:^|\s)((?:{name}))\s+(?:\*\s+)?({_NUMBER})\b", primal)
    if not named:
        raise ModelError(f"found {text.strip()[:60]!r}, expected lines such as `{example}`")
    return ((found[0], float(found[-1])) for found in named)


ENCODINGS = {
    "linear": Encoding(
        "0/1 linear program (CPLEX LP)", ".lp", Codec(write, read, size), objectives=True
    )
}
