"""Who owns the zebra?  Five houses, five properties each, fifteen sentences.

From Life International of 17 December 1962; often ascribed to Einstein.  The Norwegian drinks
water, and the Japanese owns the zebra.
"""

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem

GROUPS = {
    "colours": ("red", "green", "ivory", "yellow", "blue"),
    "people": ("English", "Spanish", "Ukrainian", "Norwegian", "Japanese"),
    "pets": ("dog", "snails", "fox", "horse", "zebra"),
    "drinks": ("coffee", "tea", "milk", "orange juice", "water"),
    "cigarettes": ("Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"),
}
SAME = (
    ("English", "red"),
    ("Spanish", "dog"),
    ("coffee", "green"),
    ("Ukrainian", "tea"),
    ("Old Gold", "snails"),
    ("Kools", "yellow"),
    ("Lucky Strike", "orange juice"),
    ("Japanese", "Parliaments"),
)
NEXT_TO = (("Chesterfields", "fox"), ("Kools", "horse"), ("Norwegian", "blue"))
RIGHT_OF = ("green", "ivory")
AT = {"milk": 3, "Norwegian": 1}


def zebra() -> Problem:
    """For each property the number of its house, from the left."""
    names = [name for group in GROUPS.values() for name in group]
    number = {name: place for place, name in enumerate(names)}
    constraints: list[Constraint] = [
        AllDifferent(tuple(number[name] for name in group), title)
        for title, group in GROUPS.items()
    ]
    for a, b in SAME:
        constraints.append(Linear((number[a], number[b]), "=", 0, (1, -1), name=f"{a} = {b}"))
    for a, b in NEXT_TO:
        distance = Operation("dist", (Variable(number[a]), Variable(number[b])))
        constraints.append(Expression(Operation("eq", (distance, 1)), name=f"{a} next to {b}"))
    a, b = RIGHT_OF
    constraints.append(Linear((number[a], number[b]), "=", 1, (1, -1), name=f"{a} right of {b}"))
    domains = [range(AT.get(name, 1), AT.get(name, 5) + 1) for name in names]
    return Problem(domains, constraints, names, ProblemLayout("grid", columns=5))
