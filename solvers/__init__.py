"""Solvers: one module per backend, all answering the same question in the same terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.solvers.backend import Backend


def exact() -> Backend:
    """The backend that validates: what generates, deduces and tests asks it what is true.

    It is `backtracking-kernel` where numba is installed (accord[fast]) and `backtracking-bitset`
    where it is not.  Both decide every puzzle in the end, and take arrays of puzzles (`many`).
    """
    from accord.solvers.registry import backends

    known = backends()
    kernel = known["backtracking-kernel"]
    return known["backtracking-bitset"] if kernel.missing else kernel
