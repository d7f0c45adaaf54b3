"""A problem as clauses, constraint by constraint."""

from accord.encodings.clauses.clauses import CNF
from accord.encodings.clauses.kinds import all_different, element, expression, linear, table
from accord.encodings.clauses.kinds.integers import Integers
from accord.encodings.posts import Flat, Posts
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.decompositions.decompose import LARGEST
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table
from accord.puzzles.problem import Problem

POSTS = Posts("clauses", largest=LARGEST)
POSTS(AllDifferent)(all_different.differ)
POSTS(Linear, when=linear.fits)(linear.add)
POSTS(Table)(table.choose)
POSTS(Element)(element.pick)
POSTS(Expression, when=expression.fits)(expression.hold)


def encode(problem: Problem, at_most_one: str = "pairwise") -> CNF:
    """The clauses whose models say the solutions of a problem.

    Raises:
        UnsupportedError: a domain is too large, or a constraint would be too many clauses.
    """
    flat = POSTS.flatten(problem)
    return formula(problem, flat, POSTS, Integers(flat.fresh, at_most_one))


def formula(problem: Problem, flat: Flat, posts: Posts, to: Integers) -> CNF:
    """The clauses that functions of these posts write for a flattened problem."""
    own = range(len(problem.domains))
    if not all(flat.domains):
        return CNF(1, [(1,), (-1,)], [{} for _ in own], of=problem)
    for constraint in flat.constraints:
        posts.post(constraint, to)
    cells = [to.meanings(variable) for variable in own]
    return CNF(to.variables, to.clauses, cells, to.determined, problem)
