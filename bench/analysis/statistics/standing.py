"""How two solvers stand to each other: different, alike, or not to be called either.

A test that finds no difference says little.  Two solvers are called alike only where a difference
could have been found, and where neither solves many more puzzles than the other:

    standing    of two solvers
    ---------   ------------------------------------------------------------------------------
    different   interval and corrected test say so (pair.py)
    few         no times whatever could make them different: on n puzzles that one of them
                solved p is at least 2 / 2^n, before it is corrected; or less than half of the
                puzzles that one of them was asked are common to both
    fewer       the solver solves fewer by more than a tenth: of the puzzles that both were
                asked, or of all puzzles, one that it was not asked being unsolved
    more        the other does
    alike       anything else

The two halves of the third rule are needed: who was asked 11 of 29 puzzles and solved them all is
not the equal of who solved 26, and who solved 3 of these 11 not of who solved 9.
"""

from typing import Literal

from accord.bench.analysis.statistics.pair import SIGNIFICANT, Pair
from accord.bench.analysis.statistics.sample import Sample

MOST = 0.1  # of the puzzles, by which the numbers solved of two that are alike may differ

Standing = Literal["different", "few", "fewer", "more", "alike"]


def standing(sample: Sample, pair: Pair, tests: int) -> Standing:
    """The standing of the first of a pair to the second.

    Args:
        sample: with both.
        pair: of its solvers, corrected.
        tests: the number of pairs it was corrected for.
    """
    if pair.different:
        return "different"
    rows = [sample.place(pair.solver), sample.place(pair.other)]
    asked, solved, cut = sample.asked[rows], sample.solved[rows], sample.cut[rows]
    both = sample.known[rows].all(axis=0)
    common, telling = int(both.sum()), int((both & ~cut.all(axis=0)).sum())
    if tests * 2.0 ** (1 - telling) >= SIGNIFICANT:
        return "few"
    for where, puzzles in ((both, common), (slice(None), len(sample.puzzles))):
        one, other = (int(row[where].sum()) for row in solved)
        if abs(one - other) > MOST * puzzles:
            return "fewer" if one < other else "more"
    return "few" if 2 * common < asked.sum(axis=1).max() else "alike"
