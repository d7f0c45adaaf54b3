"""A problem as pseudo-Boolean constraints: the rows of its integer program over Booleans.

A solver of such constraints searches as SAT solvers do, and those that learn by adding constraints
can count.  That n variables have no room for n + 1 values takes resolution exponentially many steps
(Haken, "The intractability of resolution", 1985) and cutting planes a few (Cook, Coullard and
Turan, "On the complexity of cutting-plane proofs", 1987).  The file is the OPB format of the
pseudo-Boolean competitions (Roussel and Manquinho, "Input/output format and solver requirements for
the competitions of pseudo-Boolean solvers", 2012).  SCIP and clasp read it, too.

Each column of the program (integer_program.py) is a sum of Booleans:

    one that takes 0 and 1                      itself
    a variable whose values have columns        sum of v z(x, v)
    any other, of values low..high              low + b0 + 2 b1 + 4 b2 + ...  <= high

A sum of powers of two says each number in one way, so that the models are the solutions of the
problem, one for each.  A row that says nothing any more is left out.  Numbers stay below 2**25,
because the program's do.

An equation of other weights than 1 and -1 is written as two inequalities: clasp 3.3 finds models of
`+3 x1 = 2`, and of x1 + 2 x2 + 2 x3 = 3 where x1 is false.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from accord.encodings import naming
from accord.encodings.encoding import Codec, Encoding, Size
from accord.encodings.model import ModelError, literals, solution_of
from accord.encodings.problems import integer_program
from accord.encodings.problems.integer_program import Column, IntegerProgram, ProgramSum
from accord.puzzles.problem import Problem, Solution

Boolean = int  # 1, 2, ...
FALSE = "+1 x1 >= 2"  # a constraint has a term at least


class WeightedSum(NamedTuple):
    """A column as a weighted sum of Booleans and a constant."""

    weights: Mapping[Boolean, int]
    constant: int = 0


class Formula(NamedTuple):
    """Constraints over the Booleans 1..booleans."""

    booleans: int
    meanings: list[Mapping[int, Boolean]]  # of a variable of the problem, by value; -7: not x7
    constraints: list[tuple[str, int | None]]
    """As the file has them, each with the constraint of the problem that it is part of, by its
    place; None: it says what a variable is."""
    objective: str = ""  # to be minimised, without a constant
    constant: int = 0  # that is added to it, or minus it where the problem maximises


def encode(problem: Problem) -> Formula:
    """The constraints whose models are the solutions of a problem, one for each.

    Raises:
        UnsupportedError: a constraint is not posted, or a domain is too large.
    """
    program = integer_program.encode(problem)
    unused = count(1)
    sums: dict[Column, WeightedSum] = {}
    meanings = [_booleans_of(program, variable, sums, unused) for variable in range(program.number)]
    for variable in program.by_value:
        if variable >= program.number:
            _booleans_of(program, variable, sums, unused)
    constraints: list[tuple[str, int | None]] = []
    for column, (low, high) in enumerate(program.bounds):
        if column not in sums:
            bits = {next(unused): 1 << place for place in range((high - low).bit_length())}
            sums[column] = WeightedSum(bits, low)
            if sum(bits.values()) > high - low:
                constraints.append((_at_least(_negative(bits), low - high), None))
    for row in program.rows:
        constraints += [(text, row.owner) for text in _constraints_of(row, sums)]
    objective, constant = "", 0
    if program.objective is not None:
        sense, column = program.objective
        weights, constant = sums[column]
        objective = _terms(_negative(weights) if sense == "maximize" else weights)
    needed = 1 if any(text == FALSE for text, _ in constraints) else 0
    return Formula(max(next(unused) - 1, needed), meanings, constraints, objective, constant)


def _booleans_of(
    program: IntegerProgram,
    variable: int,
    sums: dict[Column, WeightedSum],
    unused: Iterator[Boolean],
) -> Mapping[int, Boolean]:
    """Enter the Booleans of a variable into `sums`; return by value the one that means it."""
    columns, own = program.by_value[variable], program.columns.get(variable)
    if own is not None and own in columns.values():  # it takes 0 and 1
        boolean = next(unused)
        sums[own] = WeightedSum({boolean: 1})
        return {0: -boolean, 1: boolean}
    meaning = {value: next(unused) for value in columns}
    sums.update((column, WeightedSum({meaning[value]: 1})) for value, column in columns.items())
    if own is not None:
        sums[own] = WeightedSum({boolean: value for value, boolean in meaning.items()})
    return meaning


def _constraints_of(row: ProgramSum, sums: Mapping[Column, WeightedSum]) -> Iterator[str]:
    """A row as constraints, if it says anything."""
    weights: Counter[Boolean] = Counter()
    constant = 0
    for column, weight in row.weights.items():
        constant += weight * sums[column].constant
        for boolean, each in sums[column].weights.items():
            weights[boolean] += weight * each
    kept = {boolean: weight for boolean, weight in weights.items() if weight}
    low = None if row.low is None else row.low - constant
    high = None if row.high is None else row.high - constant
    if not kept:
        if (low or 0) > 0 or (high or 0) < 0:
            yield FALSE
    elif low is not None and low == high and {1} == {abs(weight) for weight in kept.values()}:
        yield f"{_terms(kept)} = {low}"
    else:
        if low is not None:
            yield _at_least(kept, low)
        if high is not None:
            yield _at_least(_negative(kept), -high)


def _negative(weights: Mapping[Boolean, int]) -> dict[Boolean, int]:
    return {boolean: -weight for boolean, weight in weights.items()}


def _at_least(weights: Mapping[Boolean, int], least: int) -> str:
    return f"{_terms(weights)} >= {least}"


def _terms(weights: Mapping[Boolean, int]) -> str:
    return " ".join(f"{weight:+d} x{boolean}" for boolean, weight in weights.items())


def write(problem: Problem, distinct: bool) -> Iterator[str]:
    """Pseudo-Boolean constraints: the rows of the integer linear program over Booleans.

    Raises:
        UnsupportedError: a domain is too large, or the coefficients of a constraint.
    """
    formula = encode(problem)
    constraints = formula.constraints
    if distinct:
        constraints = [*dict(reversed(constraints)).items()][::-1]
    yield (
        f"* #variable= {formula.booleans} #constraint= {len(constraints)}\n"
        f"* {naming.title(problem)}, each solution in one way.\n"
    )
    pairs = zip(formula.meanings, naming.marks(problem), strict=True)
    for variable, (meaning, mark) in enumerate(pairs):
        yield f"* {_meaning(problem, variable, [*meaning.values()])}{mark}\n"
    yield f"min: {formula.objective} ;\n" * bool(formula.objective)
    about: int | None = -1
    for text, owner in constraints:
        if owner != about:
            about = owner
            yield f"* {naming.heading(problem, owner)}\n"
        yield f"{text} ;\n"


def _meaning(problem: Problem, variable: int, booleans: Sequence[Boolean]) -> str:
    """A comment on what the Booleans of a variable mean."""
    name = naming.name_of(problem, variable)
    if not booleans:
        return f"{name} has no value"
    first, last = booleans[0], booleans[-1]
    if first < 0:
        return f"x{last}: {name} has the value 1, and 0 where it is false"
    which = f"x{first}" if first == last else f"x{first}..x{last}"
    return f"{which}: {name} has the value {naming.domain_of(problem, variable)}"


def read(problem: Problem, text: str) -> Solution:
    """The values in the `v` lines of a pseudo-Boolean solver; what is not named is false.

    Raises:
        UnsatisfiableError: the solver says that there is no model.
        ModelError: there is no model, or it gives a variable no value or several.
    """
    return decode(problem, encode(problem), literals(text))


def decode(problem: Problem, formula: Formula, model: Sequence[int]) -> Solution:
    """The values that a model says; what is not named is false.

    Raises:
        ModelError: it gives a variable no value or several, or has one that is not there.
    """
    if (last := max(map(abs, model), default=0)) > formula.booleans:
        raise ModelError(f"found x{last}, expected x1..x{formula.booleans}")
    true = {literal for literal in model if literal > 0}
    found = (
        (variable, value)
        for variable, meaning in enumerate(formula.meanings)
        for value, boolean in meaning.items()
        if (boolean in true if boolean > 0 else -boolean not in true)
    )
    return solution_of(problem, found)


def size(problem: Problem) -> Size:
    """Booleans, constraints, different constraints, and terms in all of them.

    Raises:
        UnsupportedError: as `write`.
    """
    formula = encode(problem)
    texts = [text for text, _ in formula.constraints]
    return Size(formula.booleans, len(texts), len(set(texts)), "".join(texts).count("x"))


ENCODINGS = {
    "opb": Encoding(
        "pseudo-Boolean constraints (OPB)", ".opb", Codec(write, read, size), objectives=True
    )
}
