"""What starting a solver's program costs: the time in which it answers an empty question.

A program is started anew for every question, and its times contain that: of an easy puzzle the
start may be most of it.  So it is measured by itself, on a formula without clauses or a model
without constraints, the least of three runs, each with a budget of its own.  A solver that is a
library starts no program, and an empty line is no puzzle: there is nothing to show then.  Nor is
there where the program fails, which need not happen with other questions.

Wall milliseconds, the least and the median of ten times this.  For a formula 0.3 of them go into a
folder with its file; MiniZinc's are those of two programs, of which its own takes nearly all.

    cadical sc2021                    2.2     2.4
    cryptominisat5 5.11.4             4.7     5.3
    kissat 4.0.4                      1.5     1.6
    minisat 2.2.1                     2.1     2.3
    picosat 965                       1.3     1.4
    minizinc 2.6.4, Gecode 6.2.0     54      58
"""

from accord.solvers.budget import Budget
from accord.solvers.registry import Selection

RUNS = 3
SECONDS = 2.0  # that each of them may take


def start_up_time(selection: Selection) -> float | None:
    """Wall seconds that a solver's program takes for an empty question; None where it has none."""
    if selection.backend.start_up is None:
        return None
    try:
        return min(_once(selection) for _ in range(RUNS))
    except Exception:  # of a program that cannot be asked nothing: whatever it is
        return None


def _once(selection: Selection) -> float:
    assert selection.backend.start_up
    budget = Budget(SECONDS)
    budget.resume()
    try:
        selection.backend.start_up(budget, **selection.settings)
    finally:
        budget.pause()
    return budget.total.wall
