"""A printed solution says what whoever checks it needs to compute."""

import pytest

from accord.puzzles.formats.xcsp3.instantiation import lines_of
from accord.puzzles.formats.xcsp3.read import read_xcsp3

FILE = b"""<instance format="XCSP3" type="COP">
<variables> <array id="x" size="[3]"> 0..3 </array> </variables>
<constraints> <intension> le(x[0],2) </intension> </constraints>
<objectives> <minimize> add(x[0],x[1]) </minimize> </objectives>
</instance>"""


@pytest.mark.parametrize("ignored", [False, True])
def test_a_star_stands_for_no_variable_of_the_objective(ignored: bool) -> None:
    problem = read_xcsp3([FILE])
    if ignored:
        problem = problem.without_objective()
    assert "v 1 2 *" in [*lines_of(problem, (1, 2, 3))]
