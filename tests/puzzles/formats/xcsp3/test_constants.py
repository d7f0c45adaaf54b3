"""Constants where variables could stand: what is true is left out, what is false stays."""

from collections.abc import Callable
from itertools import pairwise, product

import pytest

from accord.puzzles.formats.xcsp3.read import read_xcsp3
from accord.puzzles.problem import Problem

VALUES = range(4)  # of x, y and z
Meaning = Callable[..., bool]  # of the arguments
ALL_DIFFERENT: Meaning = lambda *each: len({*each}) == len(each)  # noqa: E731
LIST, CONDITION = "<list> %... </list>", "<condition> (le,%0) </condition>"
GROUPS: dict[str, tuple[str, Meaning]] = {
    "ne": ("<intension> ne(%0,%1) </intension>", lambda a, b: a != b),
    "or": ("<intension> or(eq(%0,1),lt(%1,2)) </intension>", lambda a, b: a == 1 or b < 2),
    "and": ("<intension> and(eq(%0,1),lt(%1,2)) </intension>", lambda a, b: a == 1 and b < 2),
    "if": ("<intension> if(gt(%0,1),eq(%1,1),eq(%1,2)) </intension>",
           lambda a, b: b == (1 if a > 1 else 2)),
    "in": ("<intension> in(add(%0,%1),set(1,3)) </intension>", lambda a, b: a + b in (1, 3)),
    "div by 0": ("<intension> eq(div(1,%0),%1) </intension>", lambda a, b: a != 0 and 1 // a == b),
    "allDifferent": (f"<allDifferent> {LIST} </allDifferent>", ALL_DIFFERENT),
    "allEqual": (f"<allEqual> {LIST} </allEqual>", lambda *each: len({*each}) == 1),
    "sum": (f"<sum> {LIST} {CONDITION} </sum>", lambda most, *each: sum(each) <= most),
    "maximum": (f"<maximum> {LIST} {CONDITION} </maximum>", lambda most, *each: max(each) <= most),
    "minimum": (f"<minimum> {LIST} {CONDITION} </minimum>", lambda most, *each: min(each) <= most),
    "nValues": (f"<nValues> {LIST} {CONDITION} </nValues>",
                lambda most, *each: len({*each}) <= most),
    "count": (f"<count> {LIST} <values> 1 </values> {CONDITION} </count>",
              lambda most, *each: each.count(1) <= most),
    "cardinality": (
        f"<cardinality> {LIST} <values> 1 </values> <occurs> %0 </occurs> </cardinality>",
        lambda times, *each: each.count(1) == times,
    ),
    "ordered": (f"<ordered> {LIST} <operator> lt </operator> </ordered>",
                lambda *each: all(a < b for a, b in pairwise(each))),
    "lex": ("<lex> <list> %0 %1 </list> <list> 1 2 </list> <operator> lt </operator> </lex>",
            lambda a, b: (a, b) < (1, 2)),
    "element": ("<element> <list> 1 3 2 </list> <index> %0 </index> <value> %1 </value> </element>",
                lambda at, value: at < 3 and (1, 3, 2)[at] == value),
    "extension": (
        "<extension> <list> %0 %1 </list> <supports> (0,1)(2,1) </supports> </extension>",
        lambda a, b: (a, b) in ((0, 1), (2, 1)),
    ),
    "instantiation": (
        "<instantiation> <list> %0 %1 </list> <values> 2 1 </values> </instantiation>",
        lambda a, b: (a, b) == (2, 1),
    ),
    "noOverlap": (
        "<noOverlap> <origins> %0 %1 </origins> <lengths> 1 2 </lengths> </noOverlap>",
        lambda a, b: a + 1 <= b or b + 2 <= a,
    ),
    "cumulative": (
        "<cumulative> <origins> %0 %1 </origins> <lengths> 1 2 </lengths> <heights> 1 1 </heights>"
        " <condition> (le,1) </condition> </cumulative>",
        lambda a, b: a + 1 <= b or b + 2 <= a,
    ),
    "precedence": (
        "<precedence> <list> %0 %1 </list> <values> 1 2 </values> </precedence>",
        lambda a, b: a != 2 and (b != 2 or a == 1),
    ),
    "binPacking": (
        "<binPacking> <list> %0 %1 </list> <sizes> 1 2 </sizes> <limits> 1 2 2 2 </limits> "
        "</binPacking>",
        lambda a, b: a != b and b != 0,
    ),
    "regular": (
        "<regular> <list> %0 %1 </list> <transitions> (a,1,b)(b,2,c) </transitions> <start> a "
        "</start> <final> c </final> </regular>",
        lambda a, b: (a, b) == (1, 2),
    ),
    "mdd": ("<mdd> <list> %0 %1 </list> <transitions> (a,1,b)(b,2,c) </transitions> </mdd>",
            lambda a, b: (a, b) == (1, 2)),
    "knapsack": (
        "<knapsack> <list> %0 %1 </list> <weights> 1 2 </weights> <profits> 2 1 </profits> <limit> "
        "4 </limit> <condition> (ge,3) </condition> </knapsack>",
        lambda a, b: a + 2 * b <= 4 and 2 * a + b >= 3,
    ),
}  # fmt: skip
ARGUMENTS = (("x", "y"), ("2", "y"), ("x", "1"), ("2", "1"), ("1", "2"), ("1", "1"), ("0", "1"))


def problem_of(constraints: str) -> Problem:
    """The problem of x, y and z with these constraints."""
    variables = "".join(f'<var id="{name}"> 0..3 </var>' for name in "xyz")
    text = f"""<instance format="XCSP3" type="CSP"> <variables> {variables} </variables>
    <constraints> {constraints} </constraints> </instance>"""
    return read_xcsp3([text.encode()])


def solutions(problem: Problem) -> set[tuple[int, ...]]:
    """The values of x, y and z in every solution."""
    every = product(*map(tuple, problem.domains))
    return {values[:3] for values in every if not [*problem.violations(values)]}


@pytest.mark.parametrize("kind", GROUPS)
def test_a_group_means_the_same_of_constants_as_of_variables(kind: str) -> None:
    template, meaning = GROUPS[kind]
    for arguments in ARGUMENTS:
        group = f"<group> {template} <args> {' '.join(arguments)} </args> </group>"
        found = problem_of(group)
        expected = set()
        for x, y, z in product(VALUES, repeat=3):
            known = {"x": x, "y": y}
            if meaning(*(known[each] if each in known else int(each) for each in arguments)):
                expected.add((x, y, z))
        assert solutions(found) == expected, arguments
        if not {*arguments} & {"x", "y"}:  # what is true is left out, what is false stays
            assert len(found.constraints) == (not expected), arguments
