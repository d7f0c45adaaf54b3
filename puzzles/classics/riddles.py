"""Riddles in words: cryptarithms, and who owns the zebra.

In a cryptarithm words are numbers and letters are digits, different letters different digits:

    >>> cryptarithm("SEND + MORE = MONEY")
    Problem(8 variables, 2 constraints)

SEND + MORE = MONEY is Henry Dudeney's, in the Strand Magazine of July 1924.

The zebra has five houses, five properties each, and fifteen sentences.  From Life International of
17 December 1962; often ascribed to Einstein.  The Norwegian drinks water, and the Japanese owns the
zebra.
"""

import re
from collections import Counter

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def cryptarithm(text: str, base: int = 10) -> Problem:
    """The digit of each letter, in the order in which letters occur first.

    >>> sum_ = cryptarithm("SEND + MORE = MONEY")
    >>> dict(zip(sum_.names, accord.solve(sum_).solutions[0]))["M"]
    1

    Args:
        text: words of letters with + and - between them, and one =.
        base: of the numbers; no number of several digits begins with 0.

    Raises:
        MalformedConstraintError: it is no sum of words, or has more letters than there are digits.
    """
    sides = [re.findall(r"([+-])\s*([^\W\d_]+)\s*", "+" + side) for side in text.split("=")]
    said = ["".join(sign + word for sign, word in side) for side in sides]
    if len(sides) != 2 or said != ["+" + re.sub(r"\s", "", side) for side in text.split("=")]:
        raise MalformedConstraintError(
            f"found {text!r}, expected words, + and -, and one =, such as SEND + MORE = MONEY"
        )
    weights: Counter[str] = Counter()
    for side, words in zip((1, -1), sides, strict=True):
        for sign, word in words:
            for place, letter in enumerate(reversed(word)):
                weights[letter] += side * (1 if sign == "+" else -1) * base**place
    letters = [*dict.fromkeys(letter for letter in text if letter.isalpha())]
    if len(letters) > base:
        raise MalformedConstraintError(
            f"found {len(letters)} different letters, expected at most {base}, one for each digit"
        )
    first = {word[0] for words in sides for _, word in words if len(word) > 1}
    scope = tuple(range(len(letters)))
    total = Linear(scope, "=", 0, tuple(weights[letter] for letter in letters), name=text)
    return Problem(
        [range(letter in first, base) for letter in letters],
        [AllDifferent(scope, "letters"), total],
        letters,
        ProblemLayout("line"),
    )


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
    """For each property the number of its house, from the left.

    >>> len(accord.solve(zebra(), limit=None).solutions)
    1
    """
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
