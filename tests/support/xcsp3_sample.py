"""Small problems in XCSP3 with all their solutions, recorded by another solver (ACE).

It reads what these files use of the five kinds: sums, intensions, allEqual and instantiation.
"""

import re
from itertools import product
from xml.etree import ElementTree

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.problem import Problem, Solution
from places import shared_file

OPERATORS: dict[str, Comparison] = {
    "ne": "!=",
    "eq": "=",
    "le": "<=",
    "lt": "<",
    "ge": ">=",
    "gt": ">",
}
NAMES: tuple[str, ...] = (
    "all_equal",
    "difference_logic",
    "instantiation",
    "intension_arithmetic",
    "intension_reified",
    "sum_not_equals",
)


def problem(name: str) -> tuple[Problem, set[Solution]]:
    """A problem and its solutions; the test is skipped where they are absent."""
    folder = "xcsp3/one_constraint"
    tree = ElementTree.parse(shared_file(f"{folder}/{name}.xml")).getroot()
    domains: dict[str, list[int]] = {}
    for each in tree.iterfind("variables/*"):
        values = [value for part in (each.text or "").split() for value in _values(part)]
        sizes = [range(int(size)) for size in re.findall(r"\d+", each.get("size", ""))]
        for place in product(*sizes):
            domains[each.get("id", "") + "".join(f"[{at}]" for at in place)] = values
    numbers = {each: number for number, each in enumerate(domains)}
    constraints = [_constraint(each, numbers) for each in tree.iterfind("constraints/*")]
    lines = shared_file(f"{folder}/{name}.sols").read_text(encoding="utf-8").splitlines()
    rows = [dict(each.split("=") for each in line.split()) for line in lines]
    solutions = {tuple(int(row[each]) for each in domains) for row in rows}
    return Problem(domains.values(), constraints, [*domains]), solutions


def _values(part: str) -> range:
    low, _, high = part.partition("..")
    return range(int(low), int(high or low) + 1)


def _constraint(element: ElementTree.Element, numbers: dict[str, int]) -> Constraint:
    def text(key: str) -> str:
        return element.findtext(key, "").strip()

    scope = tuple(
        number
        for word in text("list").split()
        for name, number in numbers.items()
        if name == word or (word.endswith("[]") and name.startswith(word[:-1]))
    )
    match element.tag:
        case "intension":
            return Expression(_term(element.text or "", numbers))  # type: ignore[arg-type]
        case "allEqual":
            return Expression(Operation("eq", tuple(map(Variable, scope))))
        case "instantiation":
            return Table(scope, (tuple(map(int, text("values").split())),))
        case "sum":
            operator, right = text("condition").strip("()").split(",")
            weights = tuple(map(int, text("coeffs").split()))
            return Linear(scope, OPERATORS[operator], int(right), weights)
    raise ValueError(element.tag)


def _term(text: str, numbers: dict[str, int]) -> Term:
    """The term of text such as le(add(x,2),y)."""
    open_operations: list[tuple[str, list[Term]]] = [("", [])]
    for word, bracket in re.findall(r"([^\s(),]*)\s*([(),]?)", text):
        if bracket == "(":
            open_operations.append((word, []))
            continue
        if word:
            atom = Variable(numbers[word]) if word in numbers else int(word)
            open_operations[-1][1].append(atom)
        if bracket == ")":
            operator, operands = open_operations.pop()
            open_operations[-1][1].append(Operation(operator, tuple(operands)))
    return open_operations[0][1][0]
