"""Guiding paths: a search of the general kernel is split at its first guess.

The search keeps this guess, as something that is known; the other half is a copy of it that knows
the contrary (Zhang, Bonacina and Hsiang, "PSATO: a distributed propositional prover and its
application to quasigroup problems", Journal of Symbolic Computation 1996).  Nothing beyond the
contrary has been searched before, as guesses are tried in order; and what was learnt before the
split follows from what both halves know, so that both keep it.

What either learns later rests on its own half and is not passed on.
"""

import numpy as np
from numpy.typing import NDArray

from accord.solvers.kernels import state
from accord.solvers.kernels.board import Bytes, Integers, Longs, ShapeTables
from accord.solvers.kernels.loading import general_entry
from accord.solvers.kernels.propagation import cancel
from accord.solvers.kernels.search import search_of
from accord.solvers.kernels.state import append


@general_entry
def keep_guess(
    right: bool,
    b: ShapeTables,
    numbers: Longs,
    masks: Longs,
    signs: Bytes,
    integers: Integers,
    floats: NDArray[np.float64],
    arena: Integers,
) -> None:
    """Know that the first guess is right, or wrong, from now on."""
    s = search_of(b, numbers, masks, signs, integers, floats, arena)
    if right:
        for i in range(s.start[0], numbers[state.END]):
            x = s.trail[i] >> 1
            s.level[x] = max(s.level[x] - 1, 0)
        numbers[state.DEPTH] -= 1
        for i in range(numbers[state.DEPTH]):
            s.start[i] = s.start[i + 1]
        numbers[state.BOUND] = max(numbers[state.BOUND] - 1, 0)
    else:
        guess = s.trail[s.start[0]]
        cancel(b, s, 0)
        numbers[state.BOUND] = 0
        numbers[state.SOLUTIONS] = 0
        append(s, guess ^ 1, state.NONE)
