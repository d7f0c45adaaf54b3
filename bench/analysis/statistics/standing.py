"""How two solvers stand to each other: different, alike, or not to be called either.

A test that finds no difference says little.  Two solvers are called alike only where a difference
could have been found, and where neither solves many more puzzles than the other:

    standing               of two solvers
    --------------------   ----------------------------------------------------------------------
    different              interval and corrected test say so (pair.py)
    too few puzzles        no times whatever could make them different: on n puzzles that one of
                           them solved p is at least 2 / 2^n, before it is corrected; or less than
                           half of the puzzles that one of them was asked are common to both
    solves fewer           the solver solves fewer by more than a tenth: of the puzzles that both
                           were asked, or of all puzzles, one that it was not asked being unsolved
    solves more            the other does
    not distinguishable    anything else

The two halves of the third rule are needed: a solver that was asked 11 of 29 puzzles and solved
them all is not the equal of one that solved 26, and one that solved 3 of these 11 not of one that
solved 9.
"""

from typing import Literal

from accord.bench.analysis.statistics.pair import SIGNIFICANT, Pair
from accord.bench.analysis.statistics.sample import Sample

MOST = 0.1  # of the puzzles, by which the numbers solved of two that are alike may differ

Standing = Literal[
    "different", "too few puzzles", "solves fewer", "solves more", "not distinguishable"
]


def standing(sample: Sample, pair: Pair, tests: int) -> Standing:
    """The standing of the first of a pair to the second.

    Args:
        sample: with both; of a clock, where the pair is of a counter on some of its puzzles.
        pair: of its solvers, corrected.
        tests: the number of pairs it was corrected for.
    """
    if pair.different:
        return "different"
    rows = [sample.place(pair.solver), sample.place(pair.other)]
    asked, solved, cut = sample.asked[rows], sample.solved[rows], sample.cut[rows]
    both = sample.known[rows].all(axis=0)
    common, telling = int(both.sum()), int((both & ~cut.all(axis=0)).sum())
    telling = min(telling, pair.puzzles)
    if tests * 2.0 ** (1 - telling) >= SIGNIFICANT:
        return "too few puzzles"
    for where, puzzles in ((both, common), (slice(None), len(sample.puzzles))):
        one, other = (int(row[where].sum()) for row in solved)
        if abs(one - other) > MOST * puzzles:
            return "solves fewer" if one < other else "solves more"
    few = 2 * common < asked.sum(axis=1).max()
    return "too few puzzles" if few else "not distinguishable"
