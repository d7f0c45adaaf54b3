"""Writing a problem as an XCSP3 file, which read.py reads as the same problem; and its solutions.

Everything but the layout is kept: what XCSP3 has no element for, as variables that are not shown,
or what is degenerate and has none, is refused by name.  A file for the solvers of the competitions,
which read XCSP3-core only, is another thing: encodings/problems/xcsp3.py writes one.

A solution is written as solvers in the competitions print it:

    s SATISFIABLE
    v <instantiation> <list> x[0] x[1] c </list> <values> 3 * red </values> </instantiation>

A star is any value, of a variable in no constraint and not in the objective, an ignored one either:
whoever checks a solution computes what it is worth.  Fresh variables are left out, as the file does
not declare them.
"""

import re
from collections.abc import Iterator
from math import prod

import accord.puzzles.formats.xcsp3.kinds  # noqa: F401  (registers them)
from accord.puzzles.constraints.clauses import clause_by_clause
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.formats.format import FormatError
from accord.puzzles.formats.xcsp3.naming import Declared, declared, escaped
from accord.puzzles.formats.xcsp3.objectives import MEASURES
from accord.puzzles.formats.xcsp3.writing import Vocabulary, element_of, intervals, tag
from accord.puzzles.layout import Symbols
from accord.puzzles.objective import Objective
from accord.puzzles.problem import Problem, Solution


def write_xcsp3(problem: Problem) -> Iterator[str]:
    """The lines of a file, each with its end.

    Raises:
        FormatError: XCSP3 cannot say all of the problem; names what.
    """
    if not problem.shows_all:
        raise FormatError(
            "found variables that are not shown, which XCSP3 cannot say: whoever reads the file "
            'would count other solutions; expected a problem without "shown"'
        )
    kind = "CSP" if problem.objective is None else "COP"
    symbols = _escaped(problem)
    yield f'<instance format="XCSP3" type="{kind}">\n  <variables>\n'
    names: list[str] = []
    for each in declared(problem.names):
        names += each.names
        yield from (f"    {line}\n" for line in _declaration(each, problem, symbols))
    if symbols and (both := {*symbols.words} & {*names}):
        raise FormatError(f"found {min(both)} as a variable and as a symbol, expected one of both")
    to = Vocabulary(names, symbols)
    yield "  </variables>\n  <constraints>\n"
    for constraint in clause_by_clause(problem.constraints):
        yield f"    {element_of(constraint, to).text(constraint.name)}\n"
    yield "  </constraints>\n"
    if problem.objective is not None:
        yield f"  <objectives>\n    {_objective(problem.objective, to)}\n  </objectives>\n"
    yield "</instance>\n"


def _escaped(problem: Problem) -> Symbols | None:
    """The symbols as identifiers.

    Raises:
        FormatError: a file cannot say them, as it has words in the order in which variables take
            them, which it lists in the order of the problem.
    """
    symbols = problem.symbols
    if symbols is None:
        return None
    variables = sorted(symbols.variables)
    taken = dict.fromkeys(value for x in variables for value in problem.domains[x])
    in_order = [*taken] == [*range(len(symbols.words))] and [*symbols.variables] == variables
    if not in_order or symbols.more_words:
        found = "found symbols in another order than that in which variables take them"
        raise FormatError(f"{found}, or one that no variable takes, which XCSP3 cannot say")
    return Symbols(tuple(map(escaped, symbols.words)), symbols.variables)


def _declaration(each: Declared, problem: Problem, symbols: Symbols | None) -> Iterator[str]:
    domains = [Domain.of(problem.domains[variable]) for variable in each.variables]
    symbolic = [symbols is not None and symbols.of_variable(x) != () for x in each.variables]
    if any(symbolic) and not all(symbolic):
        raise FormatError(f"found numbers and symbols in the array {each.id}, expected one sort")
    for domain, name in zip(domains, each.names, strict=True):
        if not domain:
            raise FormatError(f"found no value of {name}, expected a domain that XCSP3 can say")
    kind = ' type="symbolic"' if any(symbolic) else ""
    said = [_domain(domain, symbols if any(symbolic) else None) for domain in domains]
    if not each.sizes:
        yield f'<var id="{each.id}"{kind}> {said[0]} </var>'
        return
    sizes = "".join(f"[{size}]" for size in each.sizes)
    head = f'<array id="{each.id}" size="{sizes}"{kind}>'
    if len({*said}) == 1 and len(said) == prod(each.sizes):
        yield f"{head} {said[0]} </array>"
        return
    yield head
    for words in dict.fromkeys(said):
        own = [name for name, other in zip(each.names, said, strict=True) if other == words]
        yield f'  <domain for="{" ".join(own)}"> {words} </domain>'
    yield "</array>"


def _domain(domain: Domain, symbols: Symbols | None) -> str:
    if symbols is None:
        return intervals(domain)
    return " ".join(symbols.words[value] for value in domain)


def _objective(objective: Objective, to: Vocabulary) -> str:
    kind = next(word for word, measure in MEASURES.items() if measure == objective.measure)
    if len(objective.terms) == 1 and objective.measure == "sum":
        return tag(objective.sense, to.term(objective.terms[0]))
    weighted = [_weighted(term) for term in objective.terms]
    if kind == "sum" and all(weighted):
        pairs = [pair for pair in weighted if pair]
        own = tag("list", to.list(variable.number for _, variable in pairs))
        weights = tag("coeffs", " ".join(str(weight) for weight, _ in pairs))
        return f'<{objective.sense} type="sum"> {own} {weights} </{objective.sense}>'
    own = tag("list", " ".join(map(to.term, objective.terms)))
    return f'<{objective.sense} type="{kind}"> {own} </{objective.sense}>'


def _weighted(term: Term) -> tuple[int, Variable] | None:
    """A variable and its constant weight, as coefficients say them."""
    if isinstance(term, Variable):
        return 1, term
    if isinstance(term, Operation) and term.operator == "mul" and len(term.operands) == 2:
        weight, variable = term.operands
        if isinstance(weight, int) and isinstance(variable, Variable) and weight != 1:
            return weight, variable
    return None


_FRESH = re.compile(r"fresh [0-9]+|[a-z]+\(.*\)")
MOST_WORDS = 50  # on a line


def lines_of(problem: Problem, solution: Solution) -> Iterator[str]:
    """The lines of a solution, without their ends."""
    problem = problem.without_grid()
    ids = [name for each in declared(problem.names) for name in each.names]
    used = {variable for each in problem.constraints for variable in each.scope}
    if problem.objective is not None:
        used.update(problem.objective.scope)
    shown = [x for x, name in enumerate(problem.names) if not _FRESH.fullmatch(name)]
    values = [_value(problem, x, solution[x]) if x in used else "*" for x in shown]
    yield "v <instantiation>"
    yield from _several("list", [ids[x] for x in shown])
    yield from _several("values", values)
    yield "v </instantiation>"


def _value(problem: Problem, variable: int, value: int) -> str:
    """A value as the file says it."""
    text = problem.value_text(variable, value)
    symbols = problem.symbols
    return escaped(text) if symbols and symbols.of_variable(variable) else text


def _several(tag: str, words: list[str]) -> Iterator[str]:
    yield f"v <{tag}>"
    for place in range(0, len(words), MOST_WORDS):
        yield f"v {' '.join(words[place : place + MOST_WORDS])}"
    yield f"v </{tag}>"
