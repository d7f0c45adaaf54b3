"""Social golfers: groups change each week, and nobody meets another golfer twice.

CSPLib 010.  Posted to the newsgroup sci.op-research in 1998 for 32 golfers in eight groups; with
five groups of three and seven weeks it is Thomas Kirkman's schoolgirls of 1850.
"""

from itertools import combinations

from accord.puzzles.classics.sizes import expect_at_least
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def social_golfers(groups: int, size: int, weeks: int) -> Problem:
    """The group, from 1, of each golfer, week by week.

    Whoever meets in one week is apart in each other one: the pairs of groups of two weeks differ.
    In the first week golfers are in groups as they come, and the groups of each week are in the
    order of their first golfers, so that the groups' numbers make no other solutions; weeks and
    golfers can still be exchanged.

    Args:
        groups: of each week.
        size: of each group.
        weeks: how many.

    Raises:
        MalformedProblemError: one of them is below 1.
    """
    expect_at_least(1, groups=groups, size=size, weeks=weeks)
    golfers, numbers = groups * size, tuple(range(1, groups + 1))
    names = [f"w{w}g{g}" for w in range(1, weeks + 1) for g in range(1, golfers + 1)]
    plan = [tuple(range(week * golfers, (week + 1) * golfers)) for week in range(weeks)]
    constraints: list[Constraint] = []
    for week, played in enumerate(plan[1:], 2):
        sizes = (size,) * groups
        constraints.append(Cardinality(played, numbers, sizes, name=f"groups of week {week}"))
        constraints.append(Precedence(played, numbers, name=f"order of week {week}"))
    for (one, first), (other, second) in combinations(enumerate(plan, 1), 2):
        pairs = tuple(zip(first, second, strict=True))
        constraints.append(AllDifferentLists(pairs, name=f"weeks {one} and {other}"))
    given = [(golfer // size + 1,) for golfer in range(golfers)]
    domains = [*given, *[numbers] * (golfers * (weeks - 1))]
    return Problem(domains, constraints, names, ProblemLayout("grid", columns=golfers))
