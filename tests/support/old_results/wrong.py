"""Two solvers of the recorded campaigns: one that is wrong, and one that is slow."""

from time import sleep


def stops_after_one(puzzle, budget):
    """Claims that the first solution is the only one."""
    from accord.solvers.registry import select

    for grid in select("backtracking-mrv").backend.solve(puzzle, budget):
        yield grid
        return


def sleeps(puzzle, budget):
    """Is over its time limit on every puzzle."""
    budget.spend(nodes=3)
    sleep(60)
    yield
