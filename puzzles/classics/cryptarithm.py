"""Cryptarithms: words are numbers, letters are digits, different letters different digits.

    >>> cryptarithm("SEND + MORE = MONEY")
    Problem(8 variables, 2 constraints)

SEND + MORE = MONEY is Henry Dudeney's, in the Strand Magazine of July 1924.
"""

import re
from collections import Counter

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def cryptarithm(text: str, base: int = 10) -> Problem:
    """The digit of each letter, in the order in which letters occur first.

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
