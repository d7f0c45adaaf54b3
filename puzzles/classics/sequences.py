"""Classics in a row: series, rulers and sequences of numbers.

Each is one function of a size: the all-interval series, the Costas array, the Golomb ruler,
Langford's problem and the magic sequence.  Its docstring says what is asked, whose problem it is
and its number in CSPLib.
"""

from itertools import combinations

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem, expect_at_least


def all_interval_series(n: int) -> Problem:
    """The n tones, then the n - 1 intervals between them.

    The all-interval series: 0 to n - 1 in a row, neighbours 1 to n - 1 apart, each distance once.

    CSPLib 007.  Composers ask for it with twelve tones, among them Fritz Heinrich Klein (1921) and
    Alban Berg.  Distances are absolute here, and not those on the circle of tones.  A series can be
    read from its end and turned upside down, so that four are one.

    >>> accord.solve(all_interval_series(4)).solutions[0]
    (2, 1, 3, 0, 1, 2, 3)

    Raises:
        MalformedProblemError: n is below 1.
    """
    expect_at_least(1, n=n)
    tones, intervals = tuple(range(n)), tuple(range(n, 2 * n - 1))
    constraints: list[Constraint] = [
        AllDifferent(tones, "tones"),
        AllDifferent(intervals, "intervals"),
    ]
    for tone, interval in zip(tones, intervals, strict=False):
        distance = Operation("dist", (Variable(tone), Variable(tone + 1)))
        term = Operation("eq", (distance, Variable(interval)))
        constraints.append(Expression(term, name=f"interval {tone + 1}"))
    names = [f"tone {place}" for place in range(1, n + 1)]
    names += [f"interval {place}" for place in range(1, n)]
    return Problem([range(n)] * n + [range(1, n)] * (n - 1), constraints, names)


def costas_array(n: int) -> Problem:
    """The row, 1 to n, of the dot in each column; then what is between columns that are apart.

    The Costas array: n dots, one in each row and column, whose n (n - 1) / 2 vectors all differ.

    CSPLib 076.  John Costas, "A study of a class of detection waveforms having nearly ideal
    range-Doppler ambiguity properties", Proceedings of the IEEE 72, 1984: such a sequence of
    frequencies makes a sonar's echo unmistakable.

    At each distance the differences of rows differ; they are variables that follow from the rows.

    >>> accord.solve(costas_array(4)).solutions[0][:4]
    (1, 2, 4, 3)

    Raises:
        MalformedProblemError: n is below 1.
    """
    expect_at_least(1, n=n)
    names = [f"column {column}" for column in range(1, n + 1)]
    domains = [range(1, n + 1)] * n
    constraints: list[Constraint] = [AllDifferent(tuple(range(n)), "rows")]
    for distance in range(1, n - 1):
        first = len(names)
        for column in range(n - distance):
            scope = (column + distance, column, len(names))
            name = f"{column + 1} to {column + 1 + distance}"
            constraints.append(Linear(scope, "=", 0, (1, -1, -1), name=name))
            names.append(name)
            domains.append(range(1 - n, n))
        constraints.append(AllDifferent(tuple(range(first, len(names))), f"{distance} apart"))
    return Problem(domains, constraints, names)


def golomb_ruler(marks: int, length: int) -> Problem:
    """The marks from 0 to the length, in order; then the distance of each two of them.

    The Golomb ruler: marks of which no two pairs are equally far apart.

    CSPLib 006.  Simon Sidon (1932) and Wallace Babcock, "Intermodulation interference in radio
    systems", 1953; it has the name of Solomon Golomb.  To find the shortest ruler is an
    optimisation problem; to find one of a given length, and none of the next smaller one, is two of
    these.

    The first mark is at 0 and the last one at the length.  A ruler can be turned round, so that
    each is found twice.

    >>> accord.solve(golomb_ruler(4, 6)).solutions[0][:4]
    (0, 1, 4, 6)

    Raises:
        MalformedProblemError: there are fewer than two marks, or the length is below 1.
    """
    expect_at_least(2, marks=marks)
    expect_at_least(1, length=length)
    pairs = [*combinations(range(marks), 2)]
    distances = tuple(range(marks, marks + len(pairs)))
    constraints: list[Constraint] = [
        Ordered(tuple(range(marks)), "<", name="marks"),
        AllDifferent(distances, "distances"),
    ]
    names = [f"mark {mark}" for mark in range(1, marks + 1)]
    for distance, (one, other) in zip(distances, pairs, strict=True):
        names.append(f"{one + 1} to {other + 1}")
        constraints.append(Linear((other, one, distance), "=", 0, (1, -1, -1), name=names[-1]))
    inner = [range(1, length)] * (marks - 2)
    domains = [range(1), *inner, range(length, length + 1), *[range(1, length + 1)] * len(pairs)]
    return Problem(domains, constraints, names)


def langford(n: int, copies: int = 2) -> Problem:
    """The place, from 1, of each copy of 1, then of 2, and so on.

    Langford's problem: k copies of 1 to n in a row, v other numbers between two copies of v.

    CSPLib 024.  C. Dudley Langford, "Problem", The Mathematical Gazette 42, 1958: his son's
    coloured blocks.  Each solution can be read from either end, and is counted twice here.

    >>> accord.solve(langford(3)).solutions[0]
    (2, 4, 3, 6, 1, 5)
    """
    number = n * copies
    constraints: list[Constraint] = [AllDifferent(tuple(range(number)), "places")]
    for value in range(1, n + 1):
        first = (value - 1) * copies
        for one in range(first, first + copies - 1):
            name = f"{value} others between {value} and {value}"
            constraints.append(Linear((one + 1, one), "=", value + 1, (1, -1), name=name))
    names = [f"{value}.{copy}" for value in range(1, n + 1) for copy in range(1, copies + 1)]
    return Problem([range(1, number + 1)] * number, constraints, names, ProblemLayout("line"))


def magic_sequence(n: int) -> Problem:
    """The number of occurrences of each of 0 to n - 1, by one cardinality that counts itself.

    The magic sequence: the number at each place is how often that place occurs in the sequence.

    CSPLib 019.  Of ten: 6 2 1 0 0 0 1 0 0 0, with six 0s, two 1s, one 2 and one 6.  Pascal Van
    Hentenryck made it an example of constraint programming: "Constraint Satisfaction in Logic
    Programming", 1989.

    >>> accord.solve(magic_sequence(4)).solutions[0]
    (1, 2, 1, 0)

    Raises:
        MalformedProblemError: n is below 1.
    """
    expect_at_least(1, n=n)
    places = tuple(range(n))
    occurrences = tuple(map(Variable, places))
    counted = Cardinality(places, places, occurrences, name="occurrences")
    names = [f"number of {place}" for place in places]
    return Problem([range(n)] * n, [counted], names, ProblemLayout("line"))
