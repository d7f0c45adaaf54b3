"""The kinds beyond the five that XCSP3 has an element for.

    <allEqual> x y z </allEqual>
    <ordered> <list> x y z </list> <lengths> 3 5 </lengths> <operator> le </operator> </ordered>
    <lex> <list> x y </list> <list> z w </list> <operator> lt </operator> </lex>
    <count> <list> x y z </list> <values> 1 5 </values> <condition> (ge,2) </condition> </count>
    <nValues> <list> x y z </list> <except> 0 </except> <condition> (eq,n) </condition> </nValues>
    <cardinality> <list> x y </list> <values> 1 2 </values> <occurs> 1 n </occurs> </cardinality>
    <maximum> <list> x y z </list> <condition> (eq,m) </condition> </maximum>
    <precedence> <list> x y z </list> <values> 5 7 </values> </precedence>
    <regular> <list> x y </list> <transitions> (q0,1,q1)(q1,2,q0) </transitions>
              <start> q0 </start> <final> q0 </final> </regular>
    <mdd> <list> x y </list> <transitions> (q0,1,q1)(q1,2,q2) </transitions> </mdd>
    <instantiation> <list> x y </list> <values> 1 2 </values> </instantiation>
    <allDifferent> <matrix> (x,y)(z,w) </matrix> </allDifferent>

Each is about several variables, all different, in XCSP3-core; what is not is decomposed.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from accord.encodings.posts import both, has_paths, has_words
from accord.encodings.problems import xcsp3_kinds
from accord.encodings.problems.words import Words
from accord.encodings.problems.xcsp3_kinds import OPERATORS, atom, in_list, of_one_sort
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.automaton import Step, used
from accord.puzzles.constraints.cardinality import Cardinality, Occurrences
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.domain import Domain
from accord.puzzles.formats.xcsp3.kinds.rows import written_row

POSTS = xcsp3_kinds.POSTS


def different(constraint: Any, fresh: Fresh) -> bool:
    """Whether it is about several variables, each of them once."""
    own = getattr(constraint, "variables", constraint.scope)
    return len(own) == len({*own}) > 1


def _with_values(constraint: Count | Cardinality | Precedence, fresh: Fresh) -> bool:
    return bool(constraint.values)


def tag(name: str, *words: object) -> str:
    """An element with these words."""
    return f"<{name}> {' '.join(map(str, words))} </{name}>"


@POSTS(AllEqual, when=different)
def _(to: Words, constraint: AllEqual) -> Iterator[str]:
    yield tag("allEqual", *to.of(constraint.scope))


def _has_lists(constraint: Lex | AllDifferentLists, fresh: Fresh) -> bool:
    """Whether there are several lists of several variables."""
    return len(constraint.lists) > 1 and len(constraint.lists[0]) > 1


@POSTS(Lex, when=both(different, _has_lists))
def _(to: Words, constraint: Lex) -> Iterator[str]:
    operator = tag("operator", OPERATORS[constraint.operator])
    if constraint.columns:
        yield tag("lex", _matrix(to, constraint.lists), operator)
    else:
        yield tag("lex", *(in_list(to.of(each)) for each in constraint.lists), operator)


def _matrix(to: Words, rows: Sequence[Sequence[int]]) -> str:
    return tag("matrix", "".join(f"({','.join(to.of(row))})" for row in rows))


@POSTS(AllDifferentLists, when=both(different, _has_lists))
def _(to: Words, constraint: AllDifferentLists) -> Iterator[str]:
    lists = [in_list(to.of(each)) for each in constraint.lists]
    tuples = "".join(f"({','.join(map(str, each))})" for each in constraint.excepted)
    yield tag("allDifferent", *lists, *[tag("except", tuples)][: len(constraint.excepted)])


def _is_matrix(constraint: AllDifferentMatrix, fresh: Fresh) -> bool:
    return len(constraint.rows) > 1 and len(constraint.rows[0]) > 1


@POSTS(Cardinality, when=both(different, _with_values))
def _(to: Words, constraint: Cardinality) -> Iterator[str]:
    closed = ' closed="true"' if constraint.closed else ""
    values = f"<values{closed}> {' '.join(map(str, constraint.values))} </values>"
    times = tag("occurs", *_occurrences(to, constraint.occurrences))
    yield tag("cardinality", in_list(to.of(constraint.variables)), values, times)


def _occurrences(to: Words, times: Sequence[Occurrences]) -> list[str]:
    """All constants, or all intervals, or all variables; among variables intervals are fresh."""
    if any(isinstance(each, Variable) for each in times):
        return [
            to.another(Domain((each,))) if isinstance(each, tuple) else _named(to, each)
            for each in times
        ]
    if any(isinstance(each, tuple) for each in times):
        ends = [each if isinstance(each, tuple) else (each, each) for each in times]
        return [f"{low}..{high}" for low, high in ends]
    return [*map(str, times)]


def _named(to: Words, one: int | Variable) -> str:
    """A variable, or a fresh one of this value."""
    return atom(to, one) if isinstance(one, Variable) else to.another(Domain.of([one]))


@POSTS(AllDifferentMatrix, when=both(different, _is_matrix))
@POSTS(Count, when=both(different, _with_values))
@POSTS(Maximum, when=different)
@POSTS(Minimum, when=different)
@POSTS(NValues, when=different)
@POSTS(Ordered, when=different)
def post_row(to: Words, constraint: Constraint) -> Iterator[str]:
    """The element of a kind that has a row in `ROWS`."""
    yield written_row(constraint, to.names, partial(of_one_sort, to)).text()


@POSTS(Precedence, when=both(different, _with_values))
def _(to: Words, constraint: Precedence) -> Iterator[str]:
    covered = ' covered="true"' if constraint.covered else ""
    values = f"<values{covered}> {' '.join(map(str, constraint.values))} </values>"
    yield tag("precedence", in_list(to.of(constraint.scope)), values)


def _transitions(steps: Iterable[Step]) -> str:
    return tag("transitions", "".join(f"(q{one},{value},q{other})" for one, value, other in steps))


@POSTS(Regular, when=both(different, has_words))
def _(to: Words, constraint: Regular) -> Iterator[str]:
    own = in_list(to.of(constraint.scope))
    steps, ends = used(constraint.automaton, to.fresh.of(constraint.scope))
    final = tag("final", *(f"q{each}" for each in ends))
    yield tag("regular", own, _transitions(steps), tag("start", "q0"), final)


@POSTS(MDD, when=both(different, has_paths))
def _(to: Words, constraint: MDD) -> Iterator[str]:
    steps, _ = used(constraint.regular.automaton, to.fresh.of(constraint.scope))
    yield tag("mdd", in_list(to.of(constraint.scope)), _transitions(steps))


@POSTS(Instantiation, when=different)
def _(to: Words, constraint: Instantiation) -> Iterator[str]:
    yield tag("instantiation", in_list(to.of(constraint.scope)), tag("values", *constraint.values))
