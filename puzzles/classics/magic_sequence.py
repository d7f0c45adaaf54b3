"""The magic sequence: the number at each place is how often that place occurs in the sequence.

CSPLib 019.  Of ten: 6 2 1 0 0 0 1 0 0 0, with six 0s, two 1s, one 2 and one 6.  Pascal Van
Hentenryck made it an example of constraint programming: "Constraint Satisfaction in Logic
Programming", 1989.
"""

from accord.puzzles.classics.sizes import expect_at_least
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def magic_sequence(n: int) -> Problem:
    """How often each of 0 to n - 1 occurs: one cardinality, which counts its own variables.

    Raises:
        MalformedProblemError: n is below 1.
    """
    expect_at_least(1, n=n)
    places = tuple(range(n))
    occurrences = tuple(map(Variable, places))
    counted = Cardinality(places, places, occurrences, name="occurrences")
    names = [f"number of {place}" for place in places]
    return Problem([range(n)] * n, [counted], names, ProblemLayout("line"))
