"""Designs: groups in which everybody meets everybody in a balanced way.

Block designs, social golfers and the fixtures of a league: every pair meets in a given number of
blocks, at most once in a group, or exactly once in a season.
"""

from itertools import combinations

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import MalformedProblemError, Problem, expect_at_least


def balanced_incomplete_blocks(v: int, k: int, l: int, ordered: bool = True) -> Problem:  # noqa: E741  (the field's letter)
    """For each point a row that says by 0 or 1 in which blocks it is.

    Balanced incomplete blocks: v points in b blocks of k, each point in r, each two in l of them.

    CSPLib 028.  Frank Yates, "Incomplete randomized blocks", Annals of Eugenics 7, 1936, for trials
    in agriculture.  That of 7 points in 7 blocks of 3, each two points in one, is the Fano plane.

    The number of blocks of a point and of all blocks follow: r = l (v - 1) / (k - 1), b = v r / k.

    >>> balanced_incomplete_blocks(7, 3, 1)
    Problem(49 variables, 36 constraints)

    Args:
        v: points.
        k: points of a block.
        l: blocks that hold two given points.
        ordered: rows and columns stand in lexicographic order, so that most designs that differ by
            exchanging points or blocks are found once.

    Raises:
        MalformedProblemError: k is not 2 to v, l is below 1, or r or b is no whole number.
    """
    expect_at_least(1, l=l)
    if not 2 <= k <= v:
        raise MalformedProblemError(f"k: found {k}, expected 2 to {v}, the number of points")
    r, rest = divmod(l * (v - 1), k - 1)
    b, over = divmod(v * r, k)
    if rest or over:
        raise MalformedProblemError(
            f"v, k, l: found {v}, {k}, {l}, expected whole numbers l (v - 1) / (k - 1) and v r / k"
        )
    rows = [tuple(range(first, first + b)) for first in range(0, v * b, b)]
    columns = [*zip(*rows, strict=True)]
    constraints: list[Constraint] = [
        *(Linear(row, "=", r, name=f"point {point}") for point, row in enumerate(rows, 1)),
        *(Linear(column, "=", k, name=f"block {block}") for block, column in enumerate(columns, 1)),
    ]
    for (one, first), (other, second) in combinations(enumerate(rows, 1), 2):
        both = [
            Operation("mul", (Variable(x), Variable(y))) for x, y in zip(first, second, strict=True)
        ]
        together = Operation("eq", (Operation("add", tuple(both)), l))
        constraints.append(Expression(together, name=f"points {one} and {other}"))
    if ordered:
        constraints.append(Lex(tuple(rows), "<=", columns=True, name="order"))
    names = [f"p{point}b{block}" for point in range(1, v + 1) for block in range(1, b + 1)]
    return Problem([(0, 1)] * (v * b), constraints, names, ProblemLayout("grid", columns=b))


def social_golfers(groups: int, size: int, weeks: int) -> Problem:
    """The group, from 1, of each golfer, week by week.

    Social golfers: groups change each week, and nobody meets another golfer twice.

    CSPLib 010.  Posted to the newsgroup sci.op-research in 1998 for 32 golfers in eight groups;
    with five groups of three and seven weeks it is Thomas Kirkman's schoolgirls of 1850.

    Whoever meets in one week is apart in each other one: the pairs of groups of two weeks differ.
    In the first week golfers are in groups as they come, and the groups of each week are in the
    order of their first golfers, so that the groups' numbers make no other solutions; weeks and
    golfers can still be exchanged.

    >>> social_golfers(2, 2, 3)
    Problem(12 variables, 7 constraints)

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


def sports_schedule(teams: int) -> Problem:
    """The two teams, from 1, the smaller number first, of each period and week, period by period.

    A sports schedule: every two teams meet once, and no team plays in a period more than twice.

    CSPLib 026.  Ken McAloon, Carol Tretkoff and Gerhard Wetzel, "Sports league scheduling", ILOG
    users' meeting, 1997.  There are n - 1 weeks, in which all teams play, and n / 2 periods (or
    stadiums) of a week; there is no schedule for four teams.

    In the first week teams play as they come: 1 and 2, 3 and 4, and so on, so that neither teams
    nor periods can be exchanged freely; the other weeks can.

    >>> sports_schedule(4)
    Problem(12 variables, 12 constraints)

    Args:
        teams: an even number.

    Raises:
        MalformedProblemError: it is odd, or below 2.
    """
    if teams < 2 or teams % 2:
        raise MalformedProblemError(f"teams: found {teams}, expected an even number, 2 or more")
    weeks, periods, numbers = teams - 1, teams // 2, tuple(range(1, teams + 1))
    games = [(2 * game, 2 * game + 1) for game in range(weeks * periods)]
    constraints: list[Constraint] = [AllDifferentLists(tuple(games), name="games")]
    constraints += [Linear(game, "<", 0, (1, -1), name="smaller first") for game in games]
    for week in range(weeks):
        playing = tuple(team for game in games[week::weeks] for team in game)
        constraints.append(AllDifferent(playing, f"week {week + 1}"))
    for period in range(periods):
        played = tuple(team for game in games[period * weeks :][:weeks] for team in game)
        twice = ((0, 2),) * teams
        constraints.append(Cardinality(played, numbers, twice, name=f"period {period + 1}"))
    names: list[str] = []
    domains: list[tuple[int, ...]] = []
    for period in range(periods):
        for week in range(weeks):
            names += [f"p{period + 1}w{week + 1}{team}" for team in "ab"]
            given = [(2 * period + 1,), (2 * period + 2,)]
            domains += given if week == 0 else [numbers, numbers]
    return Problem(domains, constraints, names, ProblemLayout("grid", columns=2 * weeks))
