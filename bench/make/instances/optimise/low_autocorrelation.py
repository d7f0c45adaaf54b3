"""The sequence of 1 and -1 that is least like itself when it is shifted.

CSPLib 005; Marcel Golay, "The merit factor of long low autocorrelation binary sequences", IEEE
Transactions on Information Theory 28, 1982.
"""

import cpmpy as cp

SOURCE = "CSPLib 005; Stephan Mertens 1996"
INSTANCES = {
    "sequence-7": ({"length": 7}, 3, SOURCE),
    "sequence-13": ({"length": 13}, 6, SOURCE),
    "sequence-16": ({"length": 16}, 24, SOURCE),
}


def model(length: int = 7) -> cp.Model:
    """Which elements are 1; the energy is the sum of the squares of all correlations."""
    one = cp.boolvar(shape=length, name="one")
    correlations = []
    for shift in range(1, length):
        alike = cp.intvar(0, length - shift, name=f"alike[{shift}]")
        correlations.append((alike, length - shift))
    return cp.Model(
        [
            alike == cp.sum(one[i] == one[i + length - pairs] for i in range(pairs))
            for alike, pairs in correlations
        ],
        one[0],
        minimize=cp.sum(
            cp.cpm_array([(2 * number - pairs) ** 2 for number in range(pairs + 1)])[alike]
            for alike, pairs in correlations
        ),
    )
