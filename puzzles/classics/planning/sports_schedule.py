"""A sports schedule: every two teams meet once, and no team plays in a period more than twice.

CSPLib 026.  Ken McAloon, Carol Tretkoff and Gerhard Wetzel, "Sports league scheduling", ILOG
users' meeting, 1997.  There are n - 1 weeks, in which all teams play, and n / 2 periods (or
stadiums) of a week; there is no schedule for four teams.
"""

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import MalformedProblemError, Problem


def sports_schedule(teams: int) -> Problem:
    """The two teams, from 1, the smaller number first, of each period and week, period by period.

    In the first week teams play as they come: 1 and 2, 3 and 4, and so on, so that neither teams
    nor periods can be exchanged freely; the other weeks can.

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
