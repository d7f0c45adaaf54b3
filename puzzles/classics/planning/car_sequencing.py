"""Car sequencing: an assembly line whose stations can equip p of q cars in a row.

CSPLib 001.  Bruce Parrello, Waldo Kabat and Larry Wos, "Job-shop scheduling using automated
reasoning: a case study of the car-sequencing problem", Journal of Automated Reasoning 2, 1986.
Instances are read from the text that CSPLib has:

    4 2 3          cars, options, classes
    1 2            p of each option
    2 3            q of each option
    0 2 0 1        a class's number, how many cars, and which options it has
    1 1 1 0
    2 1 1 1
"""

from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.count import Count
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import MalformedProblemError, Problem


def car_sequencing(text: str) -> Problem:
    r"""The class of each car on the line; of each q cars in a row at most p have an option.

    >>> text = "3 1 2\n1\n2\n0 2 1\n1 1 0"  # of two cars in a row at most one has the option
    >>> accord.solve(car_sequencing(text), limit=None).solutions
    ((0, 1, 0),)

    Args:
        text: of an instance: a line with the numbers of cars, options and classes; the p of each
            option; the q of each option; and a line for each class, with its number from 0, how
            many cars it has, and for each option 1 or 0.

    Raises:
        MalformedProblemError: a line is none of an instance; with its number.
    """
    (cars, options, number), most, window, *classes = _lines(text)
    constraints: list[Constraint] = [
        Cardinality(
            tuple(range(cars)),
            tuple(each[0] for each in classes),
            tuple(each[1] for each in classes),
            name="cars",
        )
    ]
    for option in range(options):
        having = tuple(each[0] for each in classes if each[2 + option])
        for first in range(cars - window[option] + 1):
            station = tuple(range(first, first + window[option]))
            name = f"option {option + 1} from car {first + 1}"
            constraints.append(Count(station, "<=", most[option], having, name=name))
    names = [f"car {car}" for car in range(1, cars + 1)]
    return Problem([range(number)] * cars, constraints, names, ProblemLayout("line"))


def _lines(text: str) -> list[list[int]]:
    """The numbers of each line, which are as many as they have to be."""
    lines = [line.split() for line in text.splitlines() if line.split()]
    rows: list[list[int]] = []
    cars, options, classes = 0, 0, 0
    for number, words in enumerate(lines, 1):
        expected = "cars, options, classes"
        if number > 1:
            expected = f"{options} numbers, one for each option"
        if number > 3:
            expected = f"{number - 4}, a number of cars and {options} times 0 or 1"
        length = (3, options, options, options + 2)[min(number, 4) - 1]
        if len(words) != length or not all(word.isdecimal() for word in words):
            raise _wrong(number, words, expected)
        rows.append([*map(int, words)])
        if number == 1:
            cars, options, classes = rows[0]
        if number > 3 and (rows[-1][0] != number - 4 or max(rows[-1][2:], default=0) > 1):
            raise _wrong(number, words, expected)
    if len(rows) != classes + 3:
        raise MalformedProblemError(
            f"found {len(rows)} lines, expected {classes + 3}: one for each class after three"
        )
    if (made := sum(row[1] for row in rows[3:])) != cars:
        raise MalformedProblemError(f"classes: found {made} cars, expected {cars}, as line 1 says")
    return rows


def _wrong(number: int, words: list[str], expected: str) -> MalformedProblemError:
    return MalformedProblemError(
        f"line {number}: found {' '.join(words)[:40]!r}, expected {expected}"
    )
